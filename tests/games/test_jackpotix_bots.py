"""Jackpotix: what bots of each level do, and that who does not try loses against them."""

from itertools import product

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.jackpotix.bots import BOT
from tablee.games.jackpotix.rules import GAME, WORD
from tablee.games.jackpotix.table import JackpotixState
from tablee.kernel.door import Door
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.values import SAID
from tablee.lexicons import load
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import PETARD
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY
from tests.lazy import Habit, nothing, share_won
from tests.matches import scores_of_two
from tests.table import start, told

FRENCH = load("fr").spoken()
BUSY = "row:-2=pB | row:-1=pD | row:1=pG | row:2=pF"


def table(position: str) -> JackpotixState:
    s = start(GAME, 2, starter=0, contests=False)
    arrange(s, position)
    return s


def planned(s: JackpotixState, level: Level, seed: int = 1) -> Plan:
    plan = BOT(0, level, keyed(seed_from(seed), "bot"), FRENCH).react(Sighting(s, 0, []))
    assert plan is not None
    return plan


def plays(s: JackpotixState, level: Level, seed: int = 1) -> Move:
    """What a bot on seat 0 does, with card ids."""
    return Door(s, 1).inward(0, planned(s, level, seed).move, FRENCH)


def laid(s: JackpotixState, move: Move) -> tuple[str, str, str]:
    return s.faces[move.args["card"]], move.args["place"], move.args["word"]


# ---- levels ---------------------------------------------------------------------------------------------


def test_a_strong_bot_prefers_the_jackpot() -> None:
    """LYNX brings 18 cards, CHAT 8."""
    s = table("row:0=pL pY pN | row:1=pC pH pA | hand:0=pT pX pK | hand:1=pB | pile=…")
    assert laid(s, plays(s, Level.STRONG)) == ("pX", "row:0:right", "lynx")


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_the_longer_word_is_completed(level: Level) -> None:
    """Of CHAT and MER the first; a normal bot thinks of it in most games."""
    s = table("row:0=pC pH pA | row:1=pM pE | hand:0=pT pR pK | hand:1=pB | pile=…")
    found = [plays(s, level, seed) for seed in range(10)]
    words = [move.args.get("word") for move in found]
    assert words.count("chat") >= (10 if level is Level.STRONG else 5)


@pytest.mark.parametrize("level", list(Level))
def test_nobody_answers_within_two_seconds(level: Level) -> None:
    s = table("row:0=pC pH pA | hand:0=pT pE pR | hand:1=pB | pile=…")
    for seed in range(20):
        assert planned(s, level, seed).at >= 2_000


def test_a_normal_bot_blocks_what_the_next_one_could_finish() -> None:
    """CHA could become CHAT, CHAR, CHAS…; with K it cannot go on itself."""
    s = table(f"{BUSY} | row:0=pC pH pA | hand:0={PETARD} pK | hand:1=pT pR pS pN pE pL pM | pile=…")
    move = plays(s, Level.NORMAL)
    assert move.name == "block"
    assert move.args["place"] in ("row:0:left", "row:0:right")


def test_a_strong_bot_opens_nothing_to_the_next_one() -> None:
    """CH and A would make CHA, which eight letters complete; A alone in a new row is nothing yet."""
    s = table("row:0=pC pH | hand:0=pA pQ | hand:1=pT pR pS pN pE pL pM | pile=…")
    move = plays(s, Level.STRONG)
    assert laid(s, move)[1] != "row:0:right" or laid(s, move)[0] != "pA"


@pytest.mark.parametrize("level", list(Level))
def test_whoever_must_lay_does_so_though_nothing_came_to_mind(level: Level) -> None:
    """An open slot: neither drawing nor passing is offered (D21)."""
    for seed in range(8):
        s = table("row:0=pX pQ | hand:0=pW | hand:1=pB | pile=…")
        assert plays(s, level, seed).name == "lay"


@pytest.mark.parametrize("level", list(Level))
def test_who_knows_nothing_that_fits_draws(level: Level) -> None:
    s = table(
        "row:-2=pB bB | row:-1=pX pQ | row:0=pJ pW | row:1=bX bQ | row:2=bJ bW | hand:0=pK | hand:1=pZ | pile=…"
    )
    assert plays(s, level).name == "draw"


def test_a_strong_bot_picks_up_a_word_of_three_that_somebody_could_extend() -> None:
    s = table("row:0=pC pA | hand:0=pR pK | hand:1=pT | pile=…")
    args = {"card": s.hand(0).cards[0], "place": "row:0:right", "word": "car"}
    _, offer = s.find(0, "lay")
    s.play(0, offer.looked_up(Move("lay", args), FRENCH))
    assert plays(s, Level.STRONG).name == "collect"


def test_a_beginner_learns_the_words_that_are_said() -> None:
    """XYLOPHAGE is none of its 5,000 words; once it was said, XY is no riddle any more."""
    s = table(
        "row:-2=pB bB | row:-1=pX | row:0=pJ pW | row:1=bX bQ | row:2=bJ bW | hand:0=pY | hand:1=pZ | pile=…"
    )
    mind = BOT(0, Level.BEGINNER, keyed(seed_from(1), "bot"), FRENCH)
    s.drain()
    s.tell("says", seat=1, letter=0, words=SAID("xylophage"))
    plan = mind.react(Sighting(s, 0, s.drain()))
    assert plan is not None
    assert (plan.move.name, plan.move.args.get("word")) == ("lay", "xylophage")


# ---- whole games ----------------------------------------------------------------------------------------


def test_what_bots_say_is_known_and_holds_the_row() -> None:
    """A whole game of three levels: no vote, no refusal, and nobody lets the clock run out."""
    match = Match(GAME, ["beginner", "normal", "strong"], seed=seed_from("said"))
    said = 0
    while not match.over:
        match.step()
        assert not [e for e in match.news if e.kind in ("vote", "timeout", "withdrawn")]
        said += len(told(match.news, "says"))
    assert said > 30


def bare_letters(seen: Sighting) -> Move | None:
    """Says the bare letters of a row with its first card, where that is a word; else it draws, passes or waits
    for the clock."""
    for name in ("collect", "draw", "pass"):
        if seen.offer(name):
            return Move(name)
    return common(seen, whole=True)


def never_collects(seen: Sighting) -> Move | None:
    """Lays its first card with the commonest word, and leaves every word to the others."""
    return Move("leave") if seen.offer("leave") else common(seen)


def draws_if_it_may(seen: Sighting) -> Move | None:
    """Fills its hand whenever it is let, and picks up what it has completed by chance."""
    for name in ("collect", "draw", "pass"):
        if seen.offer(name):
            return Move(name)
    return common(seen)


def only_completes(seen: Sighting) -> Move | None:
    """Lays what makes a whole word of a row, and else says that it can lay nothing: others bring the letters."""
    offer = seen.offer("lay")
    for card, place in product(*(offer.params[n].values() for n in ("card", "place"))) if offer else ():
        assert offer is not None
        fit: Fit = offer.params["word"].given({"card": card, "place": place}).fit  # type: ignore[attr-defined]
        if len(fit.holds) >= WORD:
            exact = Fit(holds=fit.holds, most=len(fit.holds))
            for word in FRENCH.index.find(exact, limit=1, most_common=20_000, having=DICTIONARY):
                return Move("lay", {"card": card, "place": place, "word": FRENCH.spelled(word)})
    return draws_if_it_may(seen)


def common(seen: Sighting, *, whole: bool = False) -> Move | None:
    """The first card at the first place for which there is a common word."""
    offer = seen.offer("lay")
    if offer is None:
        return next((Move(name) for name in ("collect", "draw", "pass") if seen.offer(name)), None)
    for card in list(offer.params["card"].values())[: 1 if whole else None]:
        for place in offer.params["place"].values():
            fit: Fit = offer.params["word"].given({"card": card, "place": place}).fit  # type: ignore[attr-defined]
            most = len(fit.holds) if whole else 0
            words = FRENCH.index.find(Fit(holds=fit.holds, most=most), limit=1, having=DICTIONARY)
            if words:
                return Move("lay", {"card": card, "place": place, "word": FRENCH.spelled(words[0])})
    return next((Move(name) for name in ("draw", "pass") if seen.offer(name)), None)


@pytest.mark.parametrize("habit", [nothing, bare_letters, never_collects, draws_if_it_may])
def test_who_is_lazy_loses(habit: Habit) -> None:
    assert share_won("jackpotix", habit, 1) == 0.0


def test_who_plays_better_has_more_points() -> None:
    """Few games: the tournament has the figures."""
    strong, normal = scores_of_two(GAME, "strong", "normal", 2)
    assert strong > normal


def test_a_hand_is_never_told() -> None:
    """Whatever the words are, the same offers: the server never tells whether a hand could be played."""
    hopeless = table("row:-2=pX | row:-1=pQ | row:0=pJ | row:1=bX | row:2=bQ | hand:0=pW | hand:1=pZ | pile=…")
    easy = table("row:-2=pA | row:-1=pE | row:0=pI | row:1=bA | row:2=bE | hand:0=pS | hand:1=pZ | pile=…")
    for s in (hopeless, easy):
        assert [o.name for o in s.offers(0)] == ["lay", "draw"]


def test_who_waits_for_the_others_to_bring_a_word_within_one_letter_loses() -> None:
    assert share_won("jackpotix", only_completes, 2, against="strong") == 0.0

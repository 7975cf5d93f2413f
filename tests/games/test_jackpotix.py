"""Jackpotix, rule by rule. Rows and hands are laid out by hand; what is expected is worked out from the rules."""

from collections.abc import Sequence
from typing import Any

import pytest

from tablee.games.jackpotix.rules import GAME, JackpotixState
from tablee.kernel.domains import ByChoice
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, Rang, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK
from tablee.words.flags import ADJECTIVE, FIRST_NAME, INFINITIVE, LISTED, NOUN, PROPER, UNEXTENDED, VERB
from tablee.words.lexicon import Lexicon
from tests.table import card, do, faces, names, refused, start, told, view, wait

ENGLISH = Lexicon.of([("with", 0, 6.0), ("lynxes", 0, 2.0)], "en")
FRENCH = Lexicon.of(
    [
        *(
            (word, NOUN, 4.0)
            for word in ("cadeau", "château", "plateforme", "carte", "chat", "chats", "lynx", "nez")
        ),
        ("car", NOUN, 5.0),
        ("tâter", VERB | INFINITIVE, 2.0),
        # for the tests besides the spec's examples
        *((word, NOUN, 3.0) for word in ("tata", "képi", "wagon", "kayak", "chatte")),
        ("vert", ADJECTIVE, 4.0),
        ("TGV", 0, 3.0),
        ("Éva", FIRST_NAME | PROPER, 3.0),
    ]
).beside(lambda: [ENGLISH])
"""The spec's test lexicon and a few more; a sigle and a name are known, but are no words of the dictionary."""

BUSY = "row:-2=pB | row:-1=pD | row:0=pF | row:1=pG | row:2=pH"
"""Five rows."""


def table(position: str, players: int = 2, *, people: int | None = None, **options: Any) -> JackpotixState:
    """A position in which S0 is to move, and no word is contested unless the table wants that."""
    s = start(GAME, players, starter=0, **{"contests": False} | options)
    arrange(s, position)
    if people is not None:
        s.seats = tuple(SeatState(human=seat < people) for seat in range(players))
    return s


def lay(s: JackpotixState, seat: Seat, face: str, place: str, word: str, t: Millis | None = None) -> list[Event]:
    """A card of the hand at an end of a row or in an empty slot, with its word as the lexicon knows it."""
    return typed(s, seat, Move("lay", {"card": card(s, face, s.hand(seat)), "place": place, "word": word}), t)


def refute(s: JackpotixState, seat: Seat, word: str) -> list[Event]:
    return typed(s, seat, Move("refute", {"word": word}))


def typed(s: JackpotixState, seat: Seat, move: Move, t: Millis | None = None) -> list[Event]:
    s.drain()
    _, offer = s.find(seat, move.name)
    at = s.now if t is None else t
    move = offer.looked_up(Move(move.name, move.args, at), FRENCH)
    apply(s, Played(at, seat, move))
    return s.drain()


def no(s: JackpotixState, seat: Seat, face: str, place: str, word: str) -> str:
    """The code with which a word is refused."""
    with pytest.raises(Refused) as refusal:
        lay(s, seat, face, place, word)
    return refusal.value.code


def pick_up(s: JackpotixState, seat: Seat = 0) -> None:
    do(s, seat, "collect")
    wait(s, "pick_up/over")


def phase(s: JackpotixState) -> str:
    return view(s).phase


def turn(s: JackpotixState) -> Seat:
    (seat,) = view(s).active
    return seat


def gains(s: JackpotixState) -> list[int]:
    return [len(s.won(seat).cards) for seat in s.all_seats]


def places(s: JackpotixState, seat: Seat, name: str = "lay") -> Sequence[str]:
    return list(s.find(seat, name)[1].params["place"].values())


# ---- set-up ---------------------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(Refused):
        start(GAME, players)


@pytest.mark.rule("jackpotix", "R1", "R2", "R3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seven_cards_each_of_the_hundred_and_the_rest_is_the_pile(players: int) -> None:
    s = start(GAME, players)
    assert sorted(s.faces) == sorted(DECK)
    assert [len(s.hand(seat).cards) for seat in range(players)] == [7] * players
    assert len(s.pile.cards) == 100 - 7 * players
    assert not any(row.cards for row in s.rows)
    seen = view(s, 0)
    assert all(c is not None and c.face for c in seen.zone("hand:0").cards)
    assert not any(c and c.face for c in (*seen.zone("hand:1").cards, *seen.zone("pile").cards))


@pytest.mark.rule("jackpotix", "R4")
def test_the_chosen_starter_lays_the_first_card_in_the_centre() -> None:
    s = start(GAME, 3, starter=2)
    assert [bool(names(s, seat)) for seat in range(3)] == [False, False, True]
    assert places(s, 2) == ["row:0"]
    assert {start(GAME, 4, seed=seed).starter for seed in range(30)} == {0, 1, 2, 3}


# ---- words that hold the row ----------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R4", "R5", "R6", "R7", "R8")
def test_the_booklets_words() -> None:
    """Example 1: A, then T after it, E after it, L before it."""
    s = table("hand:0=pA pE bK | hand:1=pT pL pK | pile=…")
    assert told(lay(s, 0, "pA", "row:0", "cadeau"), "says") == [{"seat": 0, "letter": "A", "words": "cadeau"}]
    lay(s, 1, "pT", "row:0:right", "château")
    lay(s, 0, "pE", "row:0:right", "tâter")
    lay(s, 1, "pL", "row:0:left", "plateforme")
    assert faces(s, "row:0") == ["pL", "pA", "pT", "pE"]
    assert turn(s) == 0
    assert gains(s) == [0, 0]
    assert view(s).fact("said") == {"row:0": "plateforme"}


@pytest.mark.rule("jackpotix", "R7")
def test_the_letters_of_a_row_stand_side_by_side() -> None:
    """Example 2."""
    s = table("row:0=pA | hand:0=pT bT bK | hand:1=pK | pile=…")
    assert no(s, 0, "pT", "row:0:right", "carte") == "extract_missing"
    assert faces(s, s.hand(0)) == ["pT", "bT", "bK"]
    lay(s, 0, "pT", "row:0:right", "tata")
    assert faces(s, "row:0") == ["pA", "pT"]


@pytest.mark.rule("jackpotix", "R6", "R9", "D2")
def test_a_card_above_or_below_needs_a_word_for_itself_alone() -> None:
    s = table("row:0=pC pA | hand:0=pK bK | hand:1=pW bB | pile=…")
    assert no(s, 0, "pK", "row:1", "wagon") == "extract_missing"
    lay(s, 0, "pK", "row:1", "képi")  # no C or A needed
    lay(s, 1, "pW", "row:-1", "wagon")
    assert [faces(s, row) for row in s.rows] == [[], ["pW"], ["pC", "pA"], ["pK"], []]


@pytest.mark.rule("jackpotix", "R8")
def test_the_word_said_before_may_be_continued() -> None:
    s = table("row:0=pC pH | hand:0=pA bK | hand:1=pT bB | pile=…")
    lay(s, 0, "pA", "row:0:right", "chats")
    lay(s, 1, "pT", "row:0:right", "chats")
    assert faces(s, "row:0") == ["pC", "pH", "pA", "pT"]


@pytest.mark.rule("jackpotix", "R10")
def test_laid_cards_are_only_ever_added_to() -> None:
    """What may be touched are cards of the hand: no move names a card of a row, but an étoile on its pétard."""
    s = table("row:0=✹ pC pH | hand:0=pA ★ ✹ | hand:1=bB | pile=…")
    for offer in s.offers(0):
        for domain in offer.params.values():
            if not isinstance(domain, ByChoice):
                assert not set(s.zone("row:0").cards) & set(getattr(domain, "cards", ()))


@pytest.mark.rule("jackpotix", "R11", "D1")
@pytest.mark.parametrize(
    ("rows", "slots"),
    [
        ("", ["row:0"]),
        ("row:0=pB", ["row:-1", "row:1"]),
        ("row:0=pB | row:1=pD", ["row:-1", "row:2"]),
        ("row:2=pB", ["row:1"]),  # the others were picked up
        ("row:-2=pB | row:2=pD", ["row:-1", "row:1"]),
        ("row:-2=pB | row:-1=pD | row:1=pF | row:2=pG", ["row:0"]),
        (BUSY, []),
    ],
)
def test_a_new_row_lies_next_to_another_and_five_are_the_most(rows: str, slots: list[str]) -> None:
    s = table(f"{rows}{' | ' if rows else ''}hand:0=pK | hand:1=pW | pile=…")
    assert [place for place in places(s, 0) if place.count(":") == 1] == slots
    if slots:
        lay(s, 0, "pK", slots[0], "képi")
        assert faces(s, slots[0]) == ["pK"]
    else:
        assert refused(s, 0, "lay", card=card(s, "pK", s.hand(0)), place="row:3", word="képi") == "not_possible"


# ---- pétards and étoiles --------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R12", "D9")
def test_a_petard_blocks_one_side_and_needs_no_word() -> None:
    s = table("row:0=pC pH | hand:0=✹ bK | hand:1=✹ pA | pile=…")
    assert places(s, 0, "block") == ["row:0:left", "row:0:right"]
    do(s, 0, "block", petard=card(s, "✹", s.hand(0)), place="row:0:left")
    assert faces(s, "row:0") == ["✹", "pC", "pH"]
    assert turn(s) == 1
    assert "row:0:left" not in places(s, 1)
    assert no(s, 1, "pA", "row:0:left", "achat") == "not_possible"
    do(s, 1, "block", petard=card(s, "✹", s.hand(1)), place="row:0:right")  # both sides
    assert faces(s, "row:0") == ["✹", "pC", "pH", "✹"]
    assert places(s, 0) == ["row:-1", "row:1"]


@pytest.mark.rule("jackpotix", "D9")
def test_a_petard_starts_no_row() -> None:
    s = table("hand:0=✹ ✹ ✹ | hand:1=pA | pile=…")
    assert names(s, 0) == {"draw"}
    s = table("row:0=✹ pC ✹ | hand:0=✹ pA | hand:1=pB | pile=…")
    assert names(s, 0) == {"lay"}, "both sides are blocked already"


@pytest.mark.rule("jackpotix", "R12", "R13", "D8")
@pytest.mark.parametrize(("word", "face"), [("chat", "pT"), ("chats", "pT")])
def test_a_row_with_a_petard_is_never_picked_up(word: str, face: str) -> None:
    """Example 8, and a word of as many letters as the row has cards."""
    s = table("row:0=✹ pC pH pA | hand:0=pT bK | hand:1=★ pB | pile=…")
    lay(s, 0, face, "row:0:right", word)
    assert (phase(s), turn(s), gains(s)) == ("turn", 1, [0, 0])
    s = table("row:0=✹ pL pY pN | hand:0=pX bK | hand:1=★ pB | pile=…")
    lay(s, 0, "pX", "row:0:right", "lynx")
    assert (phase(s), turn(s), gains(s)) == ("turn", 1, [0, 0])


@pytest.mark.rule("jackpotix", "R14", "D3")
def test_an_etoile_is_any_letter_anew_for_every_word() -> None:
    s = table("row:0=pC | hand:0=★ bK | hand:1=pA bB | pile=…")
    lay(s, 0, "★", "row:0:right", "cadeau")
    assert no(s, 1, "pA", "row:0:right", "cadeau") == "extract_missing"
    lay(s, 1, "pA", "row:0:right", "chats")  # now it is an H
    assert faces(s, "row:0") == ["pC", "★", "pA"]


@pytest.mark.rule("jackpotix", "R15", "D10")
def test_an_etoile_on_a_petard_wins_both_and_one_plays_again() -> None:
    """Example 8: +5 − 1."""
    s = table("row:0=✹ pC pH pA | hand:0=★ pT bK | hand:1=pB | pile=…")
    assert places(s, 0, "free") == ["row:0:left"]
    do(s, 0, "free", etoile=card(s, "★", s.hand(0)), place="row:0:left")
    assert faces(s, "row:0") == ["pC", "pH", "pA"]
    assert sorted(faces(s, s.won(0))) == ["★", "✹"]
    assert s.scores == [4, 0]
    assert turn(s) == 0
    assert "row:0:left" in places(s, 0)
    lay(s, 0, "pT", "row:0:right", "chat")
    assert phase(s) == "collect"


@pytest.mark.rule("jackpotix", "R15", "R21", "D10")
def test_whose_last_card_was_the_etoile_first_gets_seven() -> None:
    s = table("row:0=pC ✹ | hand:0=★ | hand:1=pB | pile=…")
    do(s, 0, "free", etoile=card(s, "★", s.hand(0)), place="row:0:right")
    assert (len(s.hand(0).cards), turn(s)) == (7, 0)


@pytest.mark.rule("jackpotix", "R14", "R28", "D3", "D4")
def test_an_etoile_takes_the_missing_letter_of_a_word_picked_up() -> None:
    """Example 7: 5 + 3 points, and 4 bonus cards."""
    s = table("row:0=pC ★ pA | hand:0=pT bK | hand:1=pB | won:1=… | pile=yA yE yI yO yU")
    lay(s, 0, "pT", "row:0:right", "chat")
    pick_up(s)
    assert s.scores[0] == 8 + 4
    assert faces(s, s.won(0)) == ["pC", "★", "pA", "pT", "yU", "yO", "yI", "yE"]
    assert faces(s, "pile") == ["yA"]


# ---- picking up -----------------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R16", "D7")
def test_a_word_of_three_is_picked_up_without_a_bonus() -> None:
    """Example 3: « carte » extends it, so it is no jackpot."""
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pB | pile=…")
    lay(s, 0, "pR", "row:0:right", "car")
    assert (phase(s), names(s, 0), names(s, 1)) == ("collect", {"collect", "leave"}, set())
    pick_up(s)
    assert faces(s, s.won(0)) == ["pC", "pA", "pR"]
    assert s.scores == [3, 0]
    assert faces(s, "row:0") == []
    assert turn(s) == 1
    assert view(s).fact("said") == {}


@pytest.mark.rule("jackpotix", "R16", "D5")
def test_a_word_may_be_left_and_is_open_to_whoever_extends_it() -> None:
    s = table("row:0=pC pH pA | hand:0=pT bK | hand:1=pS pB | pile=…")
    lay(s, 0, "pT", "row:0:right", "chat")
    assert told(do(s, 0, "leave"), "leaves") == [{"seat": 0, "words": "chat"}]
    assert faces(s, "row:0") == ["pC", "pH", "pA", "pT"]
    assert turn(s) == 1
    assert "collect" not in names(s, 1)
    lay(s, 1, "pS", "row:0:right", "chats")
    assert phase(s) == "jackpot", "no longer word holds it in this lexicon"


@pytest.mark.rule("jackpotix", "R17", "R18")
def test_a_word_of_four_earns_as_many_cards_from_the_pile() -> None:
    """Example 4: 4 + 4 = 8."""
    s = table("row:0=pC pH pA | hand:0=pT bK | hand:1=pB | pile=…")
    before = len(s.pile.cards)
    lay(s, 0, "pT", "row:0:right", "chat")
    assert view(s).fact("brings") == 8
    pick_up(s)
    assert gains(s) == [8, 0]
    assert len(s.pile.cards) == before - 4


@pytest.mark.rule("jackpotix", "D4")
def test_only_a_word_that_is_the_row_is_picked_up() -> None:
    s = table("row:0=pC pH pA | hand:0=pT bK | hand:1=pB | pile=…")
    lay(s, 0, "pT", "row:0:right", "château")
    assert (phase(s), turn(s)) == ("turn", 1)
    s = table("row:0=pA | hand:0=pN bK | hand:1=pB | pile=…")
    typed_unknown(s, "pN", "row:0:right", "an")
    assert (phase(s), turn(s)) == ("turn", 1), "two letters are too few"


def typed_unknown(s: JackpotixState, face: str, place: str, word: str) -> None:
    """A word that the lexicon knows though it is in no dictionary of these tests."""
    args = {"card": card(s, face, s.hand(0)), "place": place, "word": word}
    apply(s, Played(s.now, 0, Move("lay", args, s.now, known={word: 1 | NOUN})))


@pytest.mark.rule("jackpotix", "R16", "R17")
def test_whoever_does_not_choose_picks_up() -> None:
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pB | pile=…")
    lay(s, 0, "pR", "row:0:right", "car")
    wait(s, "collect/limit")
    assert s.now == 10_000
    wait(s, "pick_up/over")
    assert gains(s) == [3, 0]


@pytest.mark.rule("jackpotix", "D11", "D22")
def test_a_word_stays_for_three_seconds_and_its_bonus_lies_open_in_the_gains() -> None:
    s = table("row:0=pC pH pA | hand:0=pT bK | hand:1=pB | won:1=… | pile=yA ★ ✹")
    lay(s, 0, "pT", "row:0:right", "chat")
    events = do(s, 0, "collect", t=2_000)
    assert told(events, "picks_up_bonus") == [{"seat": 0, "words": "chat", "count": 4, "bonus": 3}]  # what is left
    assert (phase(s), names(s, 0) | names(s, 1)) == ("pick_up", set())
    assert faces(s, "row:0") == ["pC", "pH", "pA", "pT"]
    wait(s, "pick_up/over")
    assert s.now == 5_000
    assert s.scores[0] == 4 + 1 + 5 - 1
    shown = view(s, 1).zone("won:0").cards
    assert [c.face for c in shown if c] == ["pC", "pH", "pA", "pT", "✹", "★", "yA"]


# ---- the jackpot ----------------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R19", "R20", "D6", "D11")
@pytest.mark.parametrize(
    ("pile", "won"), [("yA yE yI yO yU vA vE vI vO vU vL vM vN vR vS vT", 18), ("yA " * 0, 4)]
)
def test_a_word_that_nothing_extends_is_a_jackpot(pile: str, won: int) -> None:
    """Example 5: 4 + 4 + 10."""
    s = table(f"row:0=pL pY pN | hand:0=pX bK | hand:1=pB | won:1=… | pile={pile}")
    assert told(lay(s, 0, "pX", "row:0:right", "lynx"), "jackpot") == [{"seat": 0, "words": "lynx"}]
    assert (phase(s), names(s, 0), names(s, 1)) == ("jackpot", set(), {"refute"})
    wait(s, "jackpot/limit")
    assert s.now == 10_000
    wait(s, "pick_up/over")
    assert gains(s)[0] == won
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "R20", "D11")
def test_with_nine_cards_in_the_pile_a_jackpot_of_four_brings_thirteen() -> None:
    """Example 5."""
    s = table("row:0=pL pY pN | hand:0=pX bK | hand:1=pB | won:1=… | pile=yA yE yI yO yU vA vE vI vO")
    lay(s, 0, "pX", "row:0:right", "lynx")
    wait(s, "jackpot/limit")
    wait(s, "pick_up/over")
    assert (gains(s)[0], len(s.pile.cards)) == (13, 0)


@pytest.mark.rule("jackpotix", "R19", "R20", "D7")
def test_a_jackpot_of_three() -> None:
    """Example 6: 3 + 3 + 10."""
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…")
    lay(s, 0, "pZ", "row:0:right", "nez")
    wait(s, "jackpot/limit")
    wait(s, "pick_up/over")
    assert gains(s) == [16, 0]


@pytest.mark.rule("jackpotix", "D6", "D7")
@pytest.mark.parametrize(("choice", "won"), [("collect", 3), ("leave", 0)])
def test_a_longer_word_refutes_it_and_the_player_chooses(choice: str, won: int) -> None:
    """Example 6."""
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…", players=3)
    lay(s, 0, "pZ", "row:0:right", "nez")
    assert (names(s, 1), names(s, 2)) == ({"refute"}, {"refute"})
    move = Move("refute", {"word": "donnez"}, 5_000, known={"donnez": 1})
    apply(s, Played(5_000, 1, move))
    assert (phase(s), names(s, 0)) == ("collect", {"collect", "leave"})
    do(s, 0, choice)
    if won:
        wait(s, "pick_up/over")
    assert gains(s) == [won, 0, 0]
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(
    ("word", "code"), [("zen", "extract_missing"), ("nez", "word_too_short"), ("nénez", None)]
)
def test_only_a_longer_word_that_holds_it_refutes(word: str, code: str | None) -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…")
    lay(s, 0, "pZ", "row:0:right", "nez")
    if code:
        with pytest.raises(Refused) as refusal:
            refute(s, 1, word)
        assert refusal.value.code == code
    else:
        refute(s, 1, word)
        assert phase(s) == "vote", "nobody knows it"


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(("vote", "after"), [("accept", "collect"), ("refuse", "jackpot")])
def test_an_unknown_word_that_would_refute_is_voted_on(vote: str, after: str) -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…")
    lay(s, 0, "pZ", "row:0:right", "nez")
    apply(s, Played(4_000, 1, Move("refute", {"word": "nénez"}, 4_000, known={"nénez": 0})))
    do(s, 0, vote, t=6_000)
    assert phase(s) == after
    if vote == "refuse":
        wait(s, "jackpot/limit")
        assert s.now == 12_000, "it goes on with the time that was left"


@pytest.mark.rule("jackpotix", "D6")
def test_where_nobody_could_vote_an_unknown_word_refutes_nothing() -> None:
    """A bot's jackpot: the only person cannot vote on his own word, nor confirm it."""
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…")
    s.seats = (SeatState(human=False), SeatState())
    lay(s, 0, "pZ", "row:0:right", "nez")
    assert phase(s) == "jackpot"
    assert told(refute(s, 1, "nénez"), "not_refuted") == [{"seat": 1, "owner": 0, "words": "nénez"}]
    assert phase(s) == "jackpot"
    refute(s, 1, "nénez")
    refute(s, 1, "nénez")
    with pytest.raises(Refused):
        refute(s, 1, "nénez")
    wait(s, "jackpot/limit")
    wait(s, "pick_up/over")
    assert gains(s) == [16, 0]


@pytest.mark.rule("jackpotix", "D6", "D22")
def test_where_no_other_person_is_there_nobody_waits_for_a_refutation() -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…", people=1)
    lay(s, 0, "pZ", "row:0:right", "nez")
    assert phase(s) == "pick_up"
    wait(s, "pick_up/over")
    assert (s.now, gains(s)) == (3_000, [16, 0])


@pytest.mark.rule("jackpotix", "D6")
def test_an_english_word_may_refute() -> None:
    """Example 13, the étoile read as the word reads it."""
    s = table("row:0=pL ★ pN | hand:0=pX bK | hand:1=pB | pile=…")
    lay(s, 0, "pX", "row:0:right", "lynx")
    assert phase(s) == "jackpot"
    refute(s, 1, "lynxes")
    assert phase(s) == "collect"
    pick_up(s)
    assert gains(s) == [8, 0]


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(
    ("row", "face", "word", "won"),
    [("pW pI pT", "pH", "with", 8), ("pT pG", "pV", "TGV", 3), ("pE pV", "pA", "Éva", 3)],
)
def test_foreign_words_sigles_and_names_are_picked_up_but_are_no_jackpots(
    row: str, face: str, word: str, won: int
) -> None:
    """Example 11."""
    s = table(f"row:0={row} | hand:0={face} bK | hand:1=pB | pile=…")
    lay(s, 0, face, "row:0:right", word)
    assert phase(s) == "collect"
    pick_up(s)
    assert gains(s) == [won, 0]


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(("row", "face", "word"), [("pW pI pT", "pH", "with"), ("pT pG", "pV", "TGV")])
def test_to_the_letter_they_are(row: str, face: str, word: str) -> None:
    """C20: the booklet's words, by an option of the table."""
    s = table(f"row:0={row} | hand:0={face} bK | hand:1=pB | pile=…", letter=True)
    lay(s, 0, face, "row:0:right", word)
    assert phase(s) == "jackpot"
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pB | pile=…", letter=True)
    lay(s, 0, "pR", "row:0:right", "car")
    assert phase(s) == "collect"


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(
    ("word", "flags"),
    [
        ("lynx", LISTED | UNEXTENDED),
        ("chat", LISTED),  # chats
        ("car", LISTED),  # carte
        ("vert", LISTED | UNEXTENDED),
        ("with", UNEXTENDED),
        ("TGV", UNEXTENDED),
        ("Éva", UNEXTENDED),
        ("form", 0),  # plateforme
    ],
)
def test_what_the_lexicon_answers(word: str, flags: int) -> None:
    s = table("row:0=pA | hand:0=★ | hand:1=pB | pile=…")
    offer = s.find(0, "lay")[1]
    move = Move("lay", {"card": s.hand(0).cards[0], "place": "row:1", "word": word})
    assert offer.looked_up(move, FRENCH).known[word] & (LISTED | UNEXTENDED) == flags


@pytest.mark.rule("jackpotix", "D6")
def test_the_answer_stands_in_the_move_and_no_page_is_told() -> None:
    """Players are offered a plain word: nothing says which words would be jackpots."""
    s = table("row:0=pA | hand:0=pN | hand:1=pB | pile=…")
    offer = next(o for o in view_offers(s, 0) if o.name == "lay")
    handle = next(iter(offer.params["card"].values()))
    word = offer.params["word"].given({"card": handle, "place": "row:0:right"})
    assert type(word).__name__ == "Word"
    assert word.accepts("anneau") and not word.accepts("nappe")


def view_offers(s: JackpotixState, seat: Seat) -> Sequence[Any]:
    return Door(s, 1 << seat).offers(seat)


# ---- hands, drawing, passing ----------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R21", "D12")
@pytest.mark.parametrize(("pile", "gets"), [("yA yE yI yO yU vA vE vI", 7), ("yA yE yI", 3)])
def test_who_lays_his_last_card_receives_seven(pile: str, gets: int) -> None:
    s = table(f"row:0=pC | hand:0=pA | hand:1=pB | won:1=… | pile={pile}")
    assert told(lay(s, 0, "pA", "row:0:right", "cadeau"), "refill") == [{"seat": 0, "count": gets}]
    assert len(s.hand(0).cards) == gets
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "R21")
def test_a_petard_may_be_the_last_card_too() -> None:
    s = table("row:0=pC | hand:0=✹ | hand:1=pB | pile=…")
    do(s, 0, "block", petard=card(s, "✹", s.hand(0)), place="row:0:left")
    assert len(s.hand(0).cards) == 7


@pytest.mark.rule("jackpotix", "D12", "R26")
def test_pick_up_and_bonus_come_before_the_new_hand() -> None:
    """Six cards in the pile: four are the bonus, two the new hand."""
    s = table("row:0=pC pH pA | hand:0=pT | hand:1=pB | won:1=… | pile=yA yE yI yO yU vA")
    lay(s, 0, "pT", "row:0:right", "chat")
    assert len(s.hand(0).cards) == 0
    pick_up(s)
    assert (gains(s)[0], len(s.hand(0).cards), len(s.pile.cards)) == (8, 2, 0)


@pytest.mark.rule("jackpotix", "R22", "R23", "D14")
def test_who_can_play_nothing_draws_one_and_then_plays_or_passes() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | pile=… pZ vE")
    assert names(s, 0) == {"lay", "draw"}
    assert told(do(s, 0, "draw"), "draws") == [{"seat": 0}]
    assert faces(s, s.hand(0)) == ["pK", "vE"]
    assert turn(s) == 0
    assert names(s, 0) == {"lay", "pass"}, "once per turn"
    assert len(list(s.find(0, "lay")[1].params["card"].values())) == 2, "any card of the hand"
    assert told(do(s, 0, "pass"), "passes") == [{"seat": 0}]
    assert faces(s, s.hand(0)) == ["pK", "vE"]
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "R23")
def test_a_drawn_card_may_be_laid_at_once() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | pile=… pE")
    do(s, 0, "draw")
    typed_unknown(s, "pE", "row:0:right", "fée")
    assert faces(s, "row:0") == ["pF", "pE"]
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "D14", "R25")
def test_with_an_empty_pile_one_passes_directly() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | won:1=…")
    assert names(s, 0) == {"lay", "pass"}
    do(s, 0, "pass")
    assert names(s, 1) == {"lay", "pass"}, "the game goes on without a pile"


@pytest.mark.rule("jackpotix", "D21")
def test_with_an_open_slot_whoever_has_a_letter_can_play() -> None:
    """Example 12."""
    three = "row:-1=pB | row:0=pD | row:1=pF"
    s = table(f"{three} | hand:0=pK pW | hand:1=pG | pile=…")
    assert refused(s, 0, "draw") == "not_offered"
    assert refused(s, 0, "pass") == "not_offered"
    lay(s, 0, "pK", "row:2", "képi")
    s = table(f"{three} | hand:0=★ | hand:1=pG | pile=…")
    assert refused(s, 0, "draw") == "not_offered", "an étoile is a letter too"
    s = table(f"{three} | hand:0=✹ | hand:1=pG | pile=…")
    assert "draw" in names(s, 0), "a pétard is none"
    s = table(f"{BUSY} | hand:0=pK pW | hand:1=pL | pile=…")
    assert "draw" in names(s, 0)


@pytest.mark.rule("jackpotix", "D21")
def test_an_empty_pile_changes_nothing_about_that() -> None:
    s = table("row:0=pD | hand:0=pK | hand:1=pG | won:1=…")
    assert names(s, 0) == {"lay"}


@pytest.mark.rule("jackpotix", "R24", "D15", "D16")
def test_when_all_pass_everything_but_the_gains_is_shuffled_and_dealt_anew() -> None:
    """Example 9."""
    s = table(f"{BUSY} | hand:0=pK bK | hand:1=pW | won:0=★ | won:1=pA | pile=…")
    s.scores = [5, 1]
    for seat in (0, 1):
        do(s, seat, "draw")
        events = do(s, seat, "pass")
    assert told(events, "redeal") == [{"starter": 0}]
    assert not any(row.cards for row in s.rows)
    assert [len(s.hand(seat).cards) for seat in (0, 1)] == [7, 7]
    assert len(s.pile.cards) == 100 - 2 - 14
    assert (s.scores, gains(s)) == ([5, 1], [1, 1])
    assert turn(s) == 0, "the next player after the last who passed"
    assert phase(s) == "turn"


@pytest.mark.rule("jackpotix", "D15", "D16")
def test_it_takes_as_many_passes_in_a_row_as_there_are_players() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | hand:2=★ pE | pile=…", players=3)
    for seat in (0, 1):
        do(s, seat, "draw")
        do(s, seat, "pass")
    apply_lay(s, 2, "pE", "row:0:right", "fée")
    for seat in (0, 1):
        do(s, seat, "draw")
        do(s, seat, "pass")
    assert faces(s, "row:0") == ["pF", "pE"], "the lay between them counts anew"
    do(s, 2, "draw")
    do(s, 2, "pass")
    assert (faces(s, "row:0"), turn(s)) == ([], 0)


def apply_lay(s: JackpotixState, seat: Seat, face: str, place: str, word: str) -> None:
    args = {"card": card(s, face, s.hand(seat)), "place": place, "word": word}
    apply(s, Played(s.now, seat, Move("lay", args, s.now, known={word: 1 | NOUN})))


def all_pass(s: JackpotixState) -> None:
    for _ in s.all_seats:
        seat = turn(s)
        if "draw" in names(s, seat):
            do(s, seat, "draw")
        do(s, seat, "pass")


@pytest.mark.rule("jackpotix", "D17", "R27")
@pytest.mark.parametrize(
    ("position", "redeals", "ends"),
    [
        (f"{BUSY} | hand:0=pK | hand:1=pW | won:1=… ", 0, True),  # the pile was empty
        (f"{BUSY} | hand:0=pK bK | hand:1=pW bW | won:1=… | pile=vE yE pZ", 0, True),  # 12 cards for two hands
        (f"{BUSY} | hand:0=pK bK | hand:1=pW bW | won:1=… | pile=vE yE pZ vA bZ", 0, False),  # 14
        (f"{BUSY} | hand:0=pK | hand:1=pW | pile=…", 5, True),
        (f"{BUSY} | hand:0=pK | hand:1=pW | pile=…", 4, False),
    ],
)
def test_when_all_pass_and_nothing_can_be_dealt_the_game_ends(position: str, redeals: int, ends: bool) -> None:
    s = table(position)
    s.redeals = redeals
    s.scores = [3, 2]
    all_pass(s)
    if not ends:
        assert s.outcome is None
        return
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.winners, s.scores) == ("nobody_can", (0,), [3, 2])
    assert sum(len(row.cards) for row in s.rows) == 5, "what was laid is nobody's"


@pytest.mark.rule("jackpotix", "R25", "R26", "D13")
def test_without_a_pile_the_last_card_wins_all_that_is_laid() -> None:
    """Example 10: the others' hands count for nothing."""
    s = table("row:0=pC pH ★ | row:1=✹ pD | hand:0=pK | hand:1=pA | hand:2=… | won:2=pZ", players=3)
    s.scores = [0, 0, 1]
    lay(s, 0, "pK", "row:2", "képi")
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.winners) == ("out", (0,))
    assert s.scores == [1 + 1 + 5 - 1 + 1 + 1, 0, 1]
    assert not any(row.cards for row in s.rows)


@pytest.mark.rule("jackpotix", "R28", "D19", "R29")
def test_the_most_points_win_and_equal_points_share() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | hand:2=pX | won:1=…", players=3)
    s.scores = [7, 4, 7]
    all_pass(s)
    assert s.outcome is not None
    assert s.outcome.winners == (0, 2)


@pytest.mark.rule("jackpotix", "R28")
def test_points_are_counted_on_the_cards_won() -> None:
    s = table("row:0=pC | row:1=bC pD ★ ✹ | hand:0=pA | hand:1=pB | won:1=…")
    lay(s, 0, "pA", "row:0:right", "cadeau")
    assert s.scores[0] == 2 + (1 + 1 + 5 - 1)


# ---- time, votes, contests ------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "D18")
@pytest.mark.parametrize("turn_s", [45, 90, 180])
def test_when_the_time_is_over_one_draws_and_passes(turn_s: int) -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | pile=… vE", turn_s=turn_s)
    events = wait(s, "turn/limit")
    assert s.now == turn_s * 1_000
    assert [e.kind for e in events if e.kind != "move"] == ["timeout", "draws", "passes"]
    assert faces(s, s.hand(0)) == ["pK", "vE"]
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "D18", "D21")
def test_for_the_silent_the_table_starts_a_row_where_one_is_open() -> None:
    """Waiting is no way to fill one's hand either: his first letter goes to the first open slot."""
    s = table("row:0=pC | hand:0=✹ pK pW | hand:1=bW | pile=… vE")
    due = s.next_alarm()
    assert due is not None
    proposed = s.proposed(due, FRENCH)
    (word,) = proposed
    assert word in ("KEPI", "KAYAK")
    apply(s, Rang(due.at, due.name, proposed))
    assert (faces(s, "row:-1"), faces(s, s.hand(0)), turn(s)) == (["pK"], ["✹", "pW"], 1)


@pytest.mark.rule("jackpotix", "R22", "D21")
def test_who_says_that_he_can_lay_nothing_is_not_believed_where_a_common_word_says_otherwise() -> None:
    """W fits nowhere; A after the lone C has « cadeau », « carte », « chat »…"""
    s = table("row:-2=pB | row:-1=pQ | row:0=pC | row:1=pX | row:2=pJ | hand:0=✹ ★ pW pA | hand:1=pL | pile=… vE")
    events = typed(s, 0, Move("draw"))
    assert told(events, "helped") == [{"seat": 0}]
    (said,) = told(events, "says")
    assert said["letter"] == "A" and "CA" in said["words"]
    assert (faces(s, "row:0"), faces(s, s.hand(0)), turn(s)) == (["pC", "pA"], ["✹", "★", "pW"], 1)
    s = table("row:-2=pB | row:-1=pQ | row:0=pC | row:1=pX | row:2=pJ | hand:0=✹ ★ pW | hand:1=pL | pile=… pA")
    assert told(typed(s, 0, Move("draw")), "draws") == [{"seat": 0}], "étoile and pétard are never forced"
    typed(s, 0, Move("pass"))
    assert faces(s, "row:0") == ["pC", "pA"], "nor does one pass with a card just drawn that fits"


@pytest.mark.rule("jackpotix", "R22", "R16")
def test_the_table_never_completes_a_word_for_somebody() -> None:
    """CHA and T: « chat » could be picked up; the table says « château » or another longer word."""
    s = table("row:-2=pB | row:-1=pD | row:0=pC pH pA | row:1=pG | row:2=bH | hand:0=pT | hand:1=pL | pile=…")
    (said,) = told(typed(s, 0, Move("draw")), "says")
    assert said["words"] in ("CHATEAU", "CHATS", "CHATTE")
    assert (faces(s, "row:0"), gains(s), turn(s)) == (["pC", "pH", "pA", "pT"], [0, 0], 1)


@pytest.mark.rule("jackpotix", "D18")
def test_who_has_drawn_only_passes() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | pile=… pZ vE")
    do(s, 0, "draw")
    wait(s, "turn/limit")
    assert faces(s, s.hand(0)) == ["pK", "vE"]


@pytest.mark.rule("jackpotix", "D18")
def test_the_card_of_a_refused_word_comes_back() -> None:
    s = table("row:0=pC | hand:0=pA bK | hand:1=pW | pile=…")
    lay(s, 0, "pA", "row:0:right", "caboum", t=20_000)
    assert (phase(s), faces(s, "row:0")) == ("vote", ["pC", "pA"])
    do(s, 1, "refuse", t=24_000)
    assert (phase(s), turn(s), faces(s, "row:0")) == ("turn", 0, ["pC"])
    assert sorted(faces(s, s.hand(0))) == ["bK", "pA"]
    assert no(s, 0, "pA", "row:0:right", "caboum") == "unknown_word"
    assert s.next_alarm().at == 94_000, "the vote stops the clock"  # type: ignore[union-attr]
    lay(s, 0, "pA", "row:0:right", "cadeau", t=30_000)
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "D6", "D18")
def test_a_word_that_the_table_accepts_counts_but_is_no_jackpot() -> None:
    s = table("row:0=pZ pU | hand:0=pK bK | hand:1=pW | pile=…")
    lay(s, 0, "pK", "row:0:right", "zuk")
    do(s, 1, "accept")
    assert phase(s) == "collect"
    assert told(do(s, 0, "collect"), "picks_up") == [{"seat": 0, "words": "zuk", "count": 3, "bonus": 0}]


@pytest.mark.rule("jackpotix", "D22")
@pytest.mark.parametrize(("vote", "after"), [("accept", "collect"), ("refuse", "turn")])
def test_a_word_may_be_contested_before_anything_comes_of_it(vote: str, after: str) -> None:
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pW | hand:2=pB | pile=…", players=3, contests=True)
    lay(s, 0, "pR", "row:0:right", "car")
    assert (phase(s), faces(s, "row:0"), gains(s)) == ("said", ["pC", "pA", "pR"], [0, 0, 0])
    do(s, 1, "contest", t=2_000)
    do(s, 2, vote)
    assert phase(s) == after
    if vote == "refuse":
        assert (turn(s), faces(s, "row:0")) == (0, ["pC", "pA"])


@pytest.mark.rule("jackpotix", "D22")
def test_one_person_alone_with_bots_contests_nothing() -> None:
    """Nobody else would vote: every contest would be won."""
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pW | hand:2=pB | pile=…", players=3, contests=True)
    s.seats = (SeatState(human=False), SeatState(), SeatState(human=False))
    lay(s, 0, "pR", "row:0:right", "car")
    assert phase(s) == "collect"


@pytest.mark.rule("jackpotix", "D22")
def test_a_jackpot_too_is_contested_first() -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…", contests=True)
    lay(s, 0, "pZ", "row:0:right", "nez")
    assert phase(s) == "said"
    wait(s, "said/close")
    assert phase(s) == "jackpot"


@pytest.mark.rule("jackpotix", "D6")
def test_a_table_without_limits_still_has_an_end_to_refuting() -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…", timers="none", refute_s=20)
    lay(s, 0, "pZ", "row:0:right", "nez")
    wait(s, "jackpot/limit")
    assert s.now == 40_000


@pytest.mark.rule("jackpotix", "D18", "D20")
def test_where_nobody_plays_the_game_ends_by_itself() -> None:
    """Two silent players, and no lexicon to propose words: each deal is over after two turns; after five new deals
    the game is."""
    s = table("hand:0=pK | hand:1=pW | pile=…")
    turns = 0
    while s.outcome is None:
        wait(s, "turn/limit")
        turns += 1
    assert turns == 2 * 6
    assert s.outcome.detail == "nobody_can"


@pytest.mark.rule("jackpotix", "D18")
def test_an_absent_player_has_a_limit_even_where_there_is_none() -> None:
    s = table("row:0=pC | hand:0=pK | hand:1=pW | pile=…", timers="none")
    apply(s, SeatChanged(5_000, 0, human=True, present=False))
    wait(s, "turn/limit")
    assert (s.now, turn(s)) == (65_000, 1)

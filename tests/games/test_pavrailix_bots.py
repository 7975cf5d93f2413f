"""Pavrailix players: when they lay and doubt, what they lay, what gives them away, and that nobody wins without
trying."""

from statistics import mean

import pytest

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.tells import PACE, SHARE, Habit, Tell, drawn_tell
from tablee.games.pavrailix.bots import PavrailixBot
from tablee.games.pavrailix.rules import PavrailixState
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.lexicons import load
from tablee.words.fit import Word
from tablee.words.folding import fold
from tablee.words.nouns import NOUNS
from tests.games.pavrailix import accuse, dealt, lay, say, soleil, unlock
from tests.lazy import Habit as Laziness
from tests.lazy import nothing, share_won
from tests.table import wait

LEVELS = pytest.mark.parametrize("level", list(Level))
FULL = "SOLEILSOLEILKWXZJQBG"


def bot(level: Level, seed: int = 1, seat: Seat = 2) -> PavrailixBot:
    return PavrailixBot(seat, level, keyed(seed_from(seed), "bot"), load("fr").spoken())


def plan(mind: PavrailixBot, s: PavrailixState) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, []))


def laid_after(mind: PavrailixBot, s: PavrailixState) -> tuple[str, Millis]:
    """What it lays, and how long after it may."""
    made = plan(mind, s)
    assert made is not None
    offer = Sighting(s, mind.seat, []).offer(made.move.name)
    assert offer is not None
    handles = made.move.args.get("cards", [])
    hand = Sighting(s, mind.seat, []).view.zone(f"hand:{mind.seat}").cards
    faces = {card.handle: card.face for card in hand if card}
    return "".join(sorted((faces[h] or "")[-1] for h in handles)), made.at - max(s.now, offer.opens_at)


# ---- times ----------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "D21")
@LEVELS
def test_a_bot_lays_some_seconds_after_the_time_to_doubt(level: Level) -> None:
    low, high = (1_500, 3_000) if level is Level.STRONG else (2_000, 5_000)
    times = []
    for seed in range(40):
        for hand in (FULL, "KWXZJQBG"):  # it tells the truth, and lies
            s = soleil("EK", "OSK", hand)
            times.append(laid_after(bot(level, seed), followed(s)))
    assert all(low <= after <= high for cards, after in times if cards)
    assert len({after for _, after in times}) > 20


def followed(s: PavrailixState) -> PavrailixState:
    """Seat 1 has laid one card, and seat 2 is next."""
    lay(s, 1, "O")
    return s


@pytest.mark.rule("pavrailix", "D21")
@LEVELS
def test_a_bot_doubts_in_the_last_second_so_that_people_come_first(level: Level) -> None:
    accused = []
    for seed in range(150):
        s = soleil("EK", "OSLIK", "KWXZJ", "SSOOLLEEII")
        lay(s, 1, "OSLI")
        made = plan(bot(level, seed, seat=3), s)
        if made is not None and made.move.name == "accuse":
            accused.append(made.at - s.stimuli[-1])
    assert all(3_000 <= after < 4_000 for after in accused)
    assert accused or level is Level.STRONG


def test_a_strong_one_learns_who_keeps_true_cards_back() -> None:
    """Seat 1 lays a card a turn. One who would have laid all that he had must be lying by the second turn; of
    one who has been accused there without reason, nobody thinks so again."""

    def lies(accused_before: bool) -> float:
        s = dealt("EEKKKKKKKK", "OOSSLLIIVV")
        mind = bot(Level.STRONG, seat=0)
        events = say(s, 0, "E", "soleil")
        if accused_before:
            events += [*lay(s, 1, "O"), *lay(s, 0, "K"), *lay(s, 1, "S"), *accuse(s, 0), *wait(s)]
            events += say(s, 0, "E", "oseille")
        events += [*lay(s, 1, "L"), *lay(s, 0, "K"), *lay(s, 1, "I")]
        seen = Sighting(s, 0, events)
        mind.react(seen)
        return mind._lie(seen, 1, 1)

    assert lies(accused_before=True) < 0.8 * lies(accused_before=False)


# ---- what they lay --------------------------------------------------------------------------------------


def test_a_beginner_lays_one_or_two_true_cards_and_else_lies_with_one() -> None:
    true = {laid_after(bot(Level.BEGINNER, seed), followed(soleil("EK", "OSK", FULL)))[0] for seed in range(30)}
    assert {len(cards) for cards in true if cards} == {1, 2}
    assert all(set(cards) <= set("SOLEI") for cards in true)


def test_a_normal_one_lays_all_its_true_cards_and_keeps_its_etoiles() -> None:
    made = [laid_after(bot(Level.NORMAL, seed), followed(soleil("EK", "OSK", "SOK★★WXZ"))) for seed in range(20)]
    assert {cards for cards, _ in made if cards} == {"OS"}
    lacks = [laid_after(bot(Level.NORMAL, seed), followed(soleil("EK", "OSK", "K★★WXZ"))) for seed in range(20)]
    assert {cards for cards, _ in lacks if cards} == {"★"}


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_one_lies_with_letters_that_few_words_have(level: Level) -> None:
    made = [laid_after(bot(level, seed), followed(soleil("EK", "OSK", "AWTNRU"))) for seed in range(30)]
    cards = [cards for cards, _ in made if cards]
    assert cards
    assert all("W" in lie for lie in cards)


def test_a_strong_one_keeps_neither_etoile_nor_petard_for_the_end() -> None:
    s = followed(soleil("EK", "OSK", "★L"))
    assert laid_after(bot(Level.STRONG), s)[0] == "★"
    s = followed(soleil("EK", "OSK", "✹LS"))
    made = plan(bot(Level.STRONG), s)
    assert made is not None
    assert made.move.name == "petard"


@LEVELS
def test_bots_say_nouns_that_children_know(level: Level) -> None:
    listed = set(NOUNS["fr"])
    said = set()
    for seed in range(25):
        s = dealt("ARBTOSIE", "OLK")
        made = plan(bot(level, seed, seat=0), s)
        assert made is not None
        word = made.move.args["word"]
        domain = Sighting(s, 0, []).offer("open").params["word"].given(made.move.args)  # type: ignore[union-attr]
        assert isinstance(domain, Word)
        assert domain.accepts(word)
        said.add(word)
    assert said <= listed
    assert all(4 <= len(fold(word)) <= 8 for word in said)
    assert len(said) > 3 or level is Level.STRONG


def test_a_strong_one_says_the_word_that_has_most_of_its_cards() -> None:
    s = dealt("CCHHAATTTEE", "OLK")
    made = plan(bot(Level.STRONG, seat=0), s)
    assert made is not None
    hand = "CCHHAATTTEE"

    def covers(word: str) -> int:
        return sum(letter in fold(word) for letter in hand)

    short = [noun for noun in NOUNS["fr"] if 4 <= len(fold(noun)) <= 8]
    assert covers(made.move.args["word"]) == max(map(covers, short))


# ---- tells ----------------------------------------------------------------------------------------------


@LEVELS
def test_a_tell_shows_in_its_share_of_lies_and_never_in_the_truth(level: Level) -> None:
    rng = keyed(seed_from(1), "tell")
    tell = drawn_tell(rng, level)
    shown = mean(tell.shows(rng, True) for _ in range(4_000))
    assert abs(shown - SHARE[level]) < 0.03
    assert not any(tell.shows(rng, False) for _ in range(200))
    assert (SHARE[Level.BEGINNER], SHARE[Level.NORMAL], SHARE[Level.STRONG]) == (0.8, 0.5, 0.2)


def test_all_habits_are_drawn_and_one_keeps_for_the_game() -> None:
    habits = {drawn_tell(keyed(seed_from(seed), "bot"), Level.NORMAL).habit for seed in range(40)}
    assert habits == set(Habit)


@pytest.mark.parametrize(("habit", "shift"), [(Habit.QUICK, -PACE), (Habit.SLOW, PACE), (Habit.PAIR, 0)])
def test_a_lie_that_shows_is_a_second_quicker_or_slower(habit: Habit, shift: Millis) -> None:
    tell = Tell(habit, 1.0)
    rng = keyed(seed_from(2), "pace")
    truths = [tell.delay(rng, 2_000, 5_000, shows=False) for _ in range(3_000)]
    lies = [tell.delay(rng, 2_000, 5_000, shows=True) for _ in range(3_000)]
    assert abs(mean(lies) - mean(truths) - shift) < 60
    assert all(2_000 <= after <= 5_000 for after in (*truths, *lies))


def habitual(level: Level, habit: Habit) -> PavrailixBot:
    """The first bot that has drawn this habit."""
    return next(b for seed in range(100) if (b := bot(level, seed))._tell.habit is habit)


@pytest.mark.parametrize("habit", [Habit.QUICK, Habit.SLOW])
def test_who_watches_a_beginner_can_learn_when_it_lies(habit: Habit) -> None:
    """The same bot lies and tells the truth a hundred times: the means lie about 0.8 s apart."""
    mind = habitual(Level.BEGINNER, habit)
    truths: list[Millis] = []
    lies: list[Millis] = []
    for _ in range(100):
        for hand, times in (("SOLEILSO", truths), ("KWXZJQBG", lies)):
            mind._key = None
            cards, after = laid_after(mind, followed(soleil("EK", "OSK", hand)))
            if cards:
                times.append(after)
    apart = mean(lies) - mean(truths)
    assert 500 < (apart if habit is Habit.SLOW else -apart) < 1_100


def test_one_who_lies_in_pairs_can_be_told_by_that() -> None:
    sizes = []
    mind = habitual(Level.BEGINNER, Habit.PAIR)
    for _ in range(100):
        mind._key = None
        cards, _ = laid_after(mind, followed(soleil("EK", "OSK", "KWXZJQBG")))
        if cards:
            sizes.append(len(cards))
    assert 0.65 < sizes.count(2) / len(sizes) < 0.95
    other = habitual(Level.BEGINNER, Habit.QUICK)
    assert len(laid_after(other, followed(soleil("EK", "OSK", "KWXZJQBG")))[0]) <= 1


@LEVELS
@pytest.mark.parametrize("hand", [FULL, "KWXZJQBG", "S★✹KWXZ"])
def test_what_a_bot_does_and_when_depends_on_no_hidden_card_of_others(level: Level, hand: str) -> None:
    """The same view with other cards in others' hands, in the pile and aside: the same plan."""
    for seed in range(12):
        s = soleil("EKBLO", "OSKGA", hand, "SLUTI")
        lay(s, 1, "OK")
        if seed % 2:
            unlock(s)
        twin = s.redeal(2, keyed(seed_from(seed), "redeal"))
        assert [twin.faces[c] for c in s.hand(2).cards] == [s.faces[c] for c in s.hand(2).cards]
        assert twin.faces != s.faces
        assert plan(bot(level, seed), s) == plan(bot(level, seed), twin)


# ---- nobody wins without trying -------------------------------------------------------------------------


def opens(seen: Sighting) -> Move | None:
    """The first noun that goes with a card of its hand."""
    offer = seen.offer("open")
    if offer is None:
        petard = seen.offer("petard")
        return Move("petard", {"card": next(petard.params["card"].values())}) if petard else None
    for card in offer.params["card"].values():
        domain = offer.params["word"].given({"card": card})
        for noun in NOUNS["fr"]:
            if domain.accepts(noun):
                return Move("open", {"card": card, "word": noun})
    return None


def lays(most: int, *, true: bool) -> Laziness:
    """Always as many cards as may be, or as many that are in the word, or one."""

    def habit(seen: Sighting) -> Move | None:
        offer = seen.offer("lay")
        if offer is None:
            return opens(seen)
        held = list(offer.params["cards"].cards)  # type: ignore[attr-defined]
        chosen = [card for card in held if not true or card in (offer.hint or ())][:most]
        return Move("lay", {"cards": chosen or held[:1]})

    return habit


def doubts_always(else_does: Laziness) -> Laziness:
    def habit(seen: Sighting) -> Move | None:
        return Move("accuse") if seen.offer("accuse") else else_does(seen)

    return habit


HABITS: dict[str, Laziness] = {
    "waits for ever": nothing,
    "lays four whatever they are": lays(4, true=False),
    "one true card and never a doubt": lays(1, true=True),
    "all true cards and never a doubt": lays(4, true=True),
    "doubts always": doubts_always(lays(4, true=True)),
}


@pytest.mark.parametrize("habit", HABITS.values(), ids=HABITS)
def test_the_lazy_lose(habit: Laziness) -> None:
    assert share_won("pavrailix", habit, 8) <= 1 / 4

"""Lotolix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from string import ascii_uppercase
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.games.lotolix.bots import LotolixBot
from tablee.games.lotolix.rules import GAME, LotolixState
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import CardId, Seat
from tablee.kernel.zones import HOLE
from tablee.pieces.notation import arrange
from tests.table import card, do, faces, names, refused, start, told, view, wait

SYMBOLS = [*ascii_uppercase, "★", "✹"]
HELP = 8_000


def at(*laid: str, invisible: str = "", seat: Seat = 0, **options: Any) -> LotolixState:
    """Blue cards before each seat (and the invisible player), their pink twins in the centre, the rest paired.

    So `place` of a symbol in the centre is its place in all the symbols that lie before somebody.
    """
    s = start(GAME, len(laid), starter=seat, centre="pink", **options)
    symbols = "".join(laid) + invisible
    position = [f"plane={' '.join(pink(a) for a in symbols)} {'· ' * (28 - len(symbols))}"]
    position += [f"laid:{i}={' '.join(blue(a) for a in mine)}" for i, mine in enumerate(laid)]
    if 28 % len(laid):
        position.append(f"laid:invisible={' '.join(blue(a) for a in invisible)}")
    arrange(s, " | ".join([*position, "pairs:0=…"]))
    s.drain()
    return s


def pink(symbol: str) -> str:
    return symbol if symbol in "★✹" else f"p{symbol}"


def blue(symbol: str) -> str:
    return symbol if symbol in "★✹" else f"b{symbol}"


def take(s: LotolixState, seat: Seat, symbol: str) -> list[Event]:
    """Takes the card with this symbol from the centre."""
    return do(s, seat, "take", place=s.plane.cards.index(card(s, pink(symbol), s.plane)))


def lying(s: LotolixState, symbol: str) -> CardId:
    """The card with this symbol that lies before somebody."""
    return next(c for c in s.laid_cards() if s.faces[c] == blue(symbol))


def place(s: LotolixState, seat: Seat, symbol: str) -> list[Event]:
    """Touches the card with this symbol that lies before somebody."""
    return do(s, seat, "place", card=lying(s, symbol))


def pair(s: LotolixState, seat: Seat, symbol: str) -> list[Event]:
    return take(s, seat, symbol) + place(s, seat, symbol)


def active(s: LotolixState) -> tuple[Seat, ...]:
    return view(s).active


def invisible_turn(s: LotolixState) -> list[Event]:
    """The invisible player takes a card and it goes where it belongs."""
    return wait(s, "invisible/takes") + wait(s, "show/over")


# ---- the deck and the deal ----------------------------------------------------------------------------------

EACH = {2: (14, 0), 3: (9, 1), 4: (7, 0), 5: (5, 3), 6: (4, 4), 7: (4, 0), 8: (3, 4)}


@pytest.mark.rule("lotolix", "R1")
@pytest.mark.rule("lotolix", "R5")
@pytest.mark.rule("lotolix", "R6")
@pytest.mark.parametrize(("players", "dealt"), EACH.items())
def test_examples_5_and_6_equal_hands_and_the_rest_to_the_invisible_player(
    players: int, dealt: tuple[int, int]
) -> None:
    s = start(GAME, players)
    each, over = dealt
    assert [len(faces(s, f"laid:{seat}")) for seat in range(players)] == [each] * players
    shown = {zone.name: zone for zone in view(s).zones}
    assert ("laid:invisible" in shown) == (over > 0)
    assert over == (len(faces(s, "laid:invisible")) if over else 0)
    assert each * players + over == 28


@pytest.mark.rule("lotolix", "R1")
def test_fewer_or_more_are_refused() -> None:
    for players in (1, 9):
        with pytest.raises(Exception, match="bad_players"):
            start(GAME, players)


@pytest.mark.rule("lotolix", "R2")
def test_fifty_six_cards() -> None:
    letters = [colour + a for colour in "pb" for a in ascii_uppercase]
    assert Counter(start(GAME, 2).faces) == Counter([*letters, "★", "★", "✹", "✹"])


@pytest.mark.rule("lotolix", "R4")
@pytest.mark.rule("lotolix", "D1")
def test_one_alphabet_with_an_etoile_and_a_petard_lies_hidden_in_the_centre() -> None:
    colours = set()
    for seed in range(20):
        s = start(GAME, 5, seed=seed)
        centre = faces(s, "plane")
        assert sorted(face[-1] for face in centre) == sorted(SYMBOLS)
        [colour] = {face[0] for face in centre if len(face) == 2}
        colours.add(colour)
        for seat in (0, 4):
            assert all(c and c.face is None and c.pose for c in view(s, seat).zone("plane").cards)
    assert colours == {"p", "b"}, "drawn from the seed"


@pytest.mark.rule("lotolix", "R4")
@pytest.mark.rule("lotolix", "R5")
def test_the_centre_and_the_hands_are_shuffled_apart() -> None:
    """The same letter lies at one place of the centre and comes at one turn of the deal only by chance."""
    hands, centres, together = set(), set(), 0
    for seed in range(50):
        s = start(GAME, 2, seed=seed, starter=0, centre="pink")
        hands.add(tuple(faces(s, "laid:0")))
        centres.add(tuple(faces(s, "plane")))
        dealt = [face for two in zip(faces(s, "laid:0"), faces(s, "laid:1"), strict=True) for face in two]
        for order in (dealt, dealt[::-1]):
            together += sum(a[-1] == b[-1] for a, b in zip(order, faces(s, "plane"), strict=True))
    assert len(hands) == len(centres) == 50
    assert 60 < together < 145, "100 are expected, one in each of 100 comparisons"


@pytest.mark.rule("lotolix", "D1")
@pytest.mark.parametrize(("centre", "colour"), [("pink", "p"), ("blue", "b")])
def test_the_table_may_choose_the_alphabet_of_the_centre(centre: str, colour: str) -> None:
    for seed in range(5):
        s = start(GAME, 4, seed=seed, centre=centre)
        assert {face[0] for face in faces(s, "plane")} == {colour, "★", "✹"}
        dealt = [face for seat in range(4) for face in faces(s, f"laid:{seat}")]
        assert colour not in {face[0] for face in dealt}
        assert sorted(face[-1] for face in dealt) == sorted(SYMBOLS), "every card has exactly one twin"


@pytest.mark.rule("lotolix", "R7")
@pytest.mark.rule("lotolix", "R8")
def test_what_is_dealt_lies_open_to_all() -> None:
    s = start(GAME, 3)
    for seat in range(3):
        for name in ("laid:0", "laid:1", "laid:2", "laid:invisible"):
            assert [c.face for c in view(s, seat).zone(name).cards if c] == faces(s, name)


def test_what_lies_open_is_known_whether_anybody_watches_or_not() -> None:
    """A search imagines only the centre anew: what was dealt face up has been seen."""
    s = GAME.start(3, seed=seed_from(1), watched=False)
    twin = s.redeal(0, keyed(seed_from(2), "imagined"))
    assert [faces(twin, f"laid:{i}") for i in range(3)] == [faces(s, f"laid:{i}") for i in range(3)]
    assert faces(twin, "plane") != faces(s, "plane")


# ---- taking and placing -------------------------------------------------------------------------------------


@pytest.mark.rule("lotolix", "R9")
def test_the_starter_takes_a_card_and_all_see_it() -> None:
    s = at("MZ", "AB", "CD", "EF", seat=2)
    assert active(s) == (2,)
    assert refused(s, 0, "take", place=0) == "not_your_turn"
    assert refused(s, 2, "take", place=20) == "not_possible", "there is no card any more"
    take(s, 2, "M")
    for seat in range(4):
        assert [c.face for c in view(s, seat).zone("plane").cards if c and c.face] == ["pM"]
    assert names(s, 2) == {"place"}


@pytest.mark.rule("lotolix", "R10")
@pytest.mark.rule("lotolix", "R11")
@pytest.mark.rule("lotolix", "R3")
def test_example_1_a_pair_of_his_own_and_he_plays_again() -> None:
    s = at("MZ", "AB", "CD", "EF")
    before = view(s, 1).zone("pairs:0").count
    events = pair(s, 0, "M")
    assert told(events, "pair") == [{"seat": 0}]
    assert faces(s, "laid:0") == ["bZ"]
    pairs = view(s, 1).zone("pairs:0")
    assert pairs.count == before + 2
    assert not any(c and c.face for c in pairs.cards), "the pair lies face down"
    assert active(s) == (0,)
    assert names(s, 0) == {"take"}


@pytest.mark.rule("lotolix", "R12")
@pytest.mark.rule("lotolix", "R13")
@pytest.mark.rule("lotolix", "D2")
def test_example_2_another_ones_card_is_given_and_the_left_neighbour_plays() -> None:
    s = at("MN", "AB", "ZD", "EF")
    events = pair(s, 0, "Z")
    assert told(events, "gives") == [{"seat": 0, "taker": 2}]
    assert faces(s, "pairs:2") == ["pZ", "bZ"]
    assert faces(s, "laid:2") == ["bD"]
    assert active(s) == (1,), "the receiver gets no turn out of it"


@pytest.mark.rule("lotolix", "R3")
@pytest.mark.parametrize("symbol", ["★", "✹", "Q"])
def test_pairs_are_letters_etoiles_or_petards(symbol: str) -> None:
    s = at(f"M{symbol}", "AB")
    assert told(pair(s, 0, symbol), "pair") == [{"seat": 0}]
    assert faces(s, "laid:0") == ["bM"]


@pytest.mark.rule("lotolix", "R8")
@pytest.mark.rule("lotolix", "R12")
def test_example_3_a_card_for_the_invisible_player() -> None:
    s = at("MN", "AB", "CD", invisible="★")
    events = pair(s, 0, "★")
    assert told(events, "to_invisible") == [{"seat": 0}]
    assert faces(s, "pairs:invisible") == ["★", "★"]
    assert active(s) == (1,)


@pytest.mark.rule("lotolix", "D6")
def test_example_4_a_wrong_card_costs_nothing() -> None:
    s = at("MN", "AB", "CD", "ZF")
    take(s, 0, "Z")
    events = place(s, 0, "C")
    assert told(events, "wrong_twin") == [{"seat": 0, "vain": 1}]
    assert [faces(s, f"laid:{i}") for i in range(4)] == [["bM", "bN"], ["bA", "bB"], ["bC", "bD"], ["bZ", "bF"]]
    assert s.scores == [0, 0, 0, 0]
    assert active(s) == (0,)
    assert refused(s, 0, "place", card=lying(s, "C")) == "not_possible", "it was tried"
    assert told(place(s, 0, "Z"), "gives") == [{"seat": 0, "taker": 3}]


@pytest.mark.rule("lotolix", "D6")
def test_any_open_card_may_be_tried_and_nothing_glows_at_first() -> None:
    s = at("MN", "AB", "ZD")
    take(s, 0, "Z")
    [offer] = s.offers(0)
    assert {args["card"] for args in offer.enumerate()} == {lying(s, a) for a in "MNABZD"}
    assert offer.hint == ()


@pytest.mark.rule("lotolix", "D6")
@pytest.mark.parametrize("seconds", [4, 8, 15])
def test_after_a_while_the_right_card_glows(seconds: int) -> None:
    s = at("MN", "AB", "ZD", help_s=seconds)
    take(s, 0, "Z")
    wait(s, "place/help")
    assert s.now == seconds * 1_000
    [offer] = s.offers(0)
    assert offer.hint == (lying(s, "Z"),)
    shown = {c.handle: c.face for c in view(s, 0).zone("laid:2").cards if c}
    [outward] = Door(s, 1).offers(0)
    assert [shown.get(str(handle)) for handle in outward.hint or ()] == ["bZ"]
    place(s, 0, "A")
    assert s.offers(0)[0].hint == (lying(s, "Z"),), "it goes on glowing"


@pytest.mark.rule("lotolix", "D6")
def test_the_table_may_let_cards_place_themselves() -> None:
    s = at("MN", "AB", "ZD", auto_place=True)
    take(s, 0, "Z")
    assert all(not s.offers(seat) for seat in range(3))
    assert told(wait(s, "show/over"), "gives") == [{"seat": 0, "taker": 2}]
    assert active(s) == (1,)


@pytest.mark.rule("lotolix", "D7")
def test_who_does_nothing_takes_any_card_and_it_is_placed() -> None:
    taken = set()
    for seed in range(30):
        s = at("MNO", "ABC", "DEF", "GHI", seed=seed)
        events = wait(s, "take/limit")
        assert s.now == 30_000
        assert told(events, "timeout") == [{"seat": 0}]
        [up] = [c.face for c in view(s).zone("plane").cards if c and c.face]
        taken.add(up)
        wait(s, "place/help")
        wait(s, "place/limit")
        assert s.now == 60_000
        assert up not in faces(s, "plane")
        assert f"b{up[-1]}" not in [face for seat in range(4) for face in faces(s, f"laid:{seat}")]
        assert active(s) == ((0,) if up[-1] in "MNO" else (1,))
    assert len(taken) > 7, "at random"


# ---- the invisible player -----------------------------------------------------------------------------------


@pytest.mark.rule("lotolix", "D3")
@pytest.mark.rule("lotolix", "R8")
@pytest.mark.rule("lotolix", "R13")
def test_example_5_the_invisible_player_comes_after_the_last_seat() -> None:
    s = at("AB", "CD", "EF", "GH", "IJ", invisible="KLM")
    for seat, symbol in enumerate("CEGIA"):
        assert active(s) == (seat,)
        pair(s, seat, symbol)
    assert view(s).phase == "invisible"
    assert active(s) == ()
    for _ in range(28):
        if view(s).phase != "invisible":
            break
        invisible_turn(s)
    assert active(s) == (0,)


@pytest.mark.rule("lotolix", "D3")
def test_he_takes_a_card_by_chance_keeps_his_own_and_gives_the_others() -> None:
    again = given = 0
    for seed in range(40):
        s = at("AB", "CD", "EF", invisible="K", seat=2, seed=seed)
        pair(s, 2, "C")
        events = invisible_turn(s)
        if told(events, "invisible_pair"):
            again += 1
            assert faces(s, "pairs:invisible") == ["pK", "bK"]
            assert view(s).phase == "invisible", "he plays again"
        else:
            [taker] = [e["taker"] for e in told(events, "from_invisible")]
            assert s.scores[taker] == 2 + 2 * (taker == 1)
            given += 1
            assert active(s) == (0,)
    assert again > 1
    assert given > 20


@pytest.mark.rule("lotolix", "D3")
def test_he_may_only_receive() -> None:
    s = at("AB", "CD", "EF", invisible="K", seat=2, invisible_plays=False)
    pair(s, 2, "C")
    assert active(s) == (0,)
    assert told(pair(s, 0, "K"), "to_invisible") == [{"seat": 0}]


@pytest.mark.rule("lotolix", "D4")
@pytest.mark.parametrize("players", [2, 4, 7])
def test_without_cards_left_over_he_does_not_exist(players: int) -> None:
    s = start(GAME, players, starter=players - 1)
    assert not any("invisible" in zone.name for zone in view(s).zones)
    theirs = faces(s, "laid:0")[0][-1]
    centre = next(c for c in s.plane.cards if s.faces[c][-1] == theirs)
    do(s, players - 1, "take", place=s.plane.cards.index(centre))
    do(s, players - 1, "place", card=s.laid(0).cards[0])
    assert active(s) == (0,)


@pytest.mark.rule("lotolix", "D4")
@pytest.mark.rule("lotolix", "D5")
@pytest.mark.rule("lotolix", "R15")
def test_example_7_the_invisible_player_cannot_win() -> None:
    s = at("AB", "C", "DE", "FGHJ", "L", invisible="K", seat=0, invisible_plays=False)
    assert told(pair(s, 0, "K"), "invisible_complete") == [{}]
    pair(s, 1, "F")
    pair(s, 2, "G")
    pair(s, 3, "H")
    pair(s, 3, "J")
    assert view(s).fact("finished") == [5, 3]
    assert told(pair(s, 3, "C"), "complete") == [{"seat": 1}]
    for seat, symbol in ((4, "A"), (0, "B"), (0, "L"), (1, "D"), (2, "E")):
        pair(s, seat, symbol)
    assert s.outcome is not None
    assert s.outcome.winners == (3,)
    assert s.outcome.ranks == (3, 2, 5, 1, 4)


# ---- the end ------------------------------------------------------------------------------------------------


@pytest.mark.rule("lotolix", "D5")
@pytest.mark.rule("lotolix", "R14")
def test_who_has_finished_goes_on_for_the_others() -> None:
    s = at("A", "CD", "EF", "GH")
    assert told(pair(s, 0, "A"), "complete") == [{"seat": 0}]
    assert s.outcome is None
    assert active(s) == (0,), "it was a pair of his own"
    pair(s, 0, "C")
    pair(s, 1, "E")
    pair(s, 2, "G")
    pair(s, 3, "D")
    assert active(s) == (0,)
    assert names(s, 0) == {"take"}


@pytest.mark.rule("lotolix", "R14")
@pytest.mark.rule("lotolix", "R15")
@pytest.mark.rule("lotolix", "D5")
def test_example_8_the_last_card_ends_the_game() -> None:
    s = at("AB", "C", "EF", "G")
    for seat, symbol in ((0, "C"), (1, "A"), (2, "E"), (2, "G"), (3, "B")):
        pair(s, seat, symbol)
    assert s.outcome is None
    events = pair(s, 0, "F")
    assert told(events, "complete") == [{"seat": 2}]
    assert s.outcome is not None
    assert s.outcome.detail == "centre_empty"
    assert s.outcome.ranks == (3, 1, 4, 2)


@pytest.mark.rule("lotolix", "R15")
def test_the_game_may_stop_at_the_first_real_player() -> None:
    s = at("AB", "CD", "EF", invisible="K", invisible_plays=False, stop_at_first=True)
    pair(s, 0, "K")
    assert s.outcome is None, "the invisible player does not count"
    pair(s, 1, "A")
    pair(s, 2, "E")
    pair(s, 2, "F")
    assert s.outcome is not None
    assert s.outcome.detail == "first_complete"
    assert s.outcome.ranks == (2, 2, 1), "who has cards left shares the next place"


@pytest.mark.rule("lotolix", "D8")
def test_every_card_taken_leaves_the_centre() -> None:
    s = start(GAME, 5, starter=0)
    for left in range(27, -1, -1):
        while view(s).phase in ("invisible", "show"):
            wait(s)
            if len(s.plane.held()) == left:
                break
        else:
            seat = active(s)[0]
            spot = next(i for i, c in enumerate(s.plane.cards) if c != HOLE)
            do(s, seat, "take", place=spot)
            do(s, seat, "place", card=s.twin(s.plane.cards[spot]))
        assert len(s.plane.held()) == left
    assert s.outcome is not None


# ---- bots ---------------------------------------------------------------------------------------------------


def first_try(level: Level, seed: int) -> tuple[int, int, bool]:
    """How long a bot waits to take, then to place, and whether the card it touches first is right."""
    s = at("MN", "AB", "CD", "EF")
    bot = LotolixBot(0, level, keyed(seed_from(seed), "bot"))
    taking = bot.react(Sighting(s, 0, []))
    assert taking is not None
    do(s, 0, "take", t=taking.at, place=taking.move.args["place"])
    placing = bot.react(Sighting(s, 0, []))
    assert placing is not None
    [up] = [c.face for c in view(s, 0).zone("plane").cards if c and c.face]
    shown = {c.handle: c.face for zone in view(s, 0).zones for c in zone.cards if c and c.face}
    touched = shown[str(placing.move.args["card"])]
    return taking.at, placing.at - s.now, touched == f"b{up[-1]}"


@pytest.mark.parametrize(("level", "errs"), [(Level.BEGINNER, 0.2), (Level.NORMAL, 0.0), (Level.STRONG, 0.0)])
def test_bots_take_their_time_and_beginners_touch_a_wrong_card_first(level: Level, errs: float) -> None:
    tries = [first_try(level, seed) for seed in range(100)]
    assert all(1_000 <= wait_ <= 3_000 for taking, placing, _ in tries for wait_ in (taking, placing))
    assert len({taking for taking, _, _ in tries}) > 50
    wrong = sum(not right for _, _, right in tries)
    assert abs(wrong - 100 * errs) <= 4 * (100 * errs * (1 - errs)) ** 0.5


def test_a_wrong_card_is_followed_by_the_right_one() -> None:
    match = Match(GAME, ["beginner"] * 4, seed=seed_from(1))
    match.finish()
    moves = [entry.move.name for entry in match.entries if isinstance(entry, Played)]
    assert moves.count("take") == 28
    assert 28 < moves.count("place") <= 28 + 14
    assert "place place place" not in " ".join(moves), "it errs once at most"

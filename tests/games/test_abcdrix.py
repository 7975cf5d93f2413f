"""Abcdrix, rule by rule (the numbers are those of its rules and rulings)."""

from collections.abc import Mapping
from typing import Any

import pytest

from tablee.games.abcdrix.rules import GAME, AbcdrixState, extract
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import SAID
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL
from tablee.words.fit import Word
from tests.table import card, do, faces, names, refused, start, told, view, wait

KNOWN = {
    *("chateau", "etat", "grand", "plateforme", "plats", "poker", "papa", "mai", "ami", "tapa", "rat", "art"),
    *("ile", "lait", "clair", "plate", "okapi", "tri", "trio", "as", "zoo", "zest", "an"),
}


def table(
    players: int = 2,
    *,
    rows: Mapping[Seat, str],
    hands: Mapping[Seat, str],
    draw: str | None = None,
    seat: Seat = 0,
    **options: Any,
) -> AbcdrixState:
    """Seat `seat` begins a turn. Rows and hands are symbols, `T/L` is a T on an L; others have an O and nothing in
    hand. What is not named is in the draw pile; with `draw` (from the top) it is out of the game."""
    s = start(GAME, players, starter=seat, **{"contests": False} | options)
    left = list(DECK)

    def face(symbol: str) -> str:
        left.remove(found := next(face for face in left if SYMBOL[face] == symbol))
        return found

    parts = []
    for owner in range(players):
        parts.append(f"hand:{owner}=" + " ".join(map(face, hands.get(owner, "").split())))
        for i, pile in enumerate(rows.get(owner, "O").split()):
            parts.append(f"row:{owner}:{i}=" + " ".join(map(face, reversed(pile.split("/")))))
    if draw is not None:
        parts.append("draw=" + " ".join(map(face, reversed(draw.split()))))
    arrange(s, " | ".join([*parts, "draw=…" if draw is None else "gone=…"]))
    s.order = seat
    s.begin(seat)
    s._settle()
    return s


def spot(owner: Seat, place: str | int) -> str:
    return f"{place}:{owner}" if isinstance(place, str) else f"row:{owner}:{place}"


def held(s: AbcdrixState, seat: Seat, symbol: str) -> CardId:
    return next(c for c in s.hand(seat).cards if SYMBOL[s.faces[c]] == symbol)


def lay(
    s: AbcdrixState,
    symbol: str,
    place: str | int,
    text: str,
    *,
    seat: Seat = 0,
    owner: Seat | None = None,
    name: str = "lay",
    t: Millis | None = None,
    at: Millis | None = None,
) -> list[Event]:
    """A card of a hand, a place in somebody's row (the one's who plays, unless said), and a word."""
    where = spot(view(s).fact("seat") if owner is None else owner, place)
    known = {text: int(text in KNOWN)}
    return do(s, seat, name, t=t, at=at, known=known, card=held(s, seat, symbol), place=where, word=text)


def idea(s: AbcdrixState, symbol: str, place: str | int, text: str, *, seat: Seat = 1, **more: Any) -> list[Event]:
    return lay(s, symbol, place, text, seat=seat, name="idea", **more)


def wrong(s: AbcdrixState, *what: Any, **more: Any) -> str:
    with pytest.raises(Refused) as no:
        lay(s, *what, **more)
    return no.value.code


def bang(s: AbcdrixState, owner: Seat, pile: int, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "explode", card=held(s, seat, PETARD), pile=f"row:{owner}:{pile}")


def row(s: AbcdrixState, seat: Seat = 0) -> str:
    """As the tables of this test write it."""
    piles = s.row(seat).piles
    return " ".join("/".join(SYMBOL[s.faces[c]] for c in reversed(pile.cards)) for pile in piles)


def hand(s: AbcdrixState, seat: Seat = 0) -> int:
    return len(s.hand(seat).cards)


def symbols(s: AbcdrixState, zone: str) -> list[str]:
    return [SYMBOL[face] for face in faces(s, zone)]


def phase(s: AbcdrixState) -> str:
    return view(s).phase


def turn(s: AbcdrixState) -> Seat:
    return int(view(s).fact("seat"))


def places(s: AbcdrixState, seat: Seat = 0, name: str = "lay") -> set[str]:
    offer = next(o for o in s.offers(seat) if o.name == name)
    return set(offer.params["place"].values())


def cards(s: AbcdrixState, seat: Seat, name: str) -> set[str]:
    offer = next(o for o in s.offers(seat) if o.name == name)
    return {SYMBOL[s.faces[c]] for c in offer.params["card"].values()}


# ---- set-up ---------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R1")
def test_the_deck_is_the_hundred_cards() -> None:
    s = start(GAME, 3)
    assert sorted(s.faces) == sorted(DECK)
    assert sum(len(zone.cards) for zone in s.zones) == 100


@pytest.mark.rule("abcdrix", "R2")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(Refused):
        start(GAME, players)


@pytest.mark.rule("abcdrix", "R3", "R5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_cards_each_seen_by_their_owner_alone(players: int) -> None:
    s = start(GAME, players)
    assert [hand(s, seat) for seat in range(players)] == [4] * players
    assert len(s.draw.cards) == 100 - 4 * players
    for seat in range(players):
        seen = view(s, seat)
        assert [c and c.face for c in seen.zone(f"hand:{seat}").cards] == faces(s, f"hand:{seat}")
        hidden = [z for z in seen.zones if z.name != f"hand:{seat}"]
        assert all(not z.cards for z in hidden)
        assert seen.zone("draw").count == 100 - 4 * players


@pytest.mark.rule("abcdrix", "R4", "R6", "D5")
def test_each_lays_a_card_in_secret_and_all_are_turned_up_together() -> None:
    s = start(GAME, 3, starter=2)
    arrange(s, "hand:0=pA pB pC pD | hand:1=pE pF pG pH | hand:2=pI pJ pK pL | draw=…")
    assert [names(s, seat) for seat in range(3)] == [{"lay_base"}] * 3
    do(s, 0, "lay_base", card=card(s, "pB", s.hand(0)))
    do(s, 1, "lay_base", card=card(s, "pE", s.hand(1)))
    assert view(s, 2).fact("choices") == {"0": {"sealed": True}, "1": {"sealed": True}}
    assert (row(s, 0), hand(s, 0)) == ("", 4)
    do(s, 2, "lay_base", card=card(s, "pL", s.hand(2)))
    assert [row(s, seat) for seat in range(3)] == ["B", "E", "L"]
    assert [hand(s, seat) for seat in range(3)] == [3, 3, 3]
    assert (phase(s), turn(s)) == ("own", 2)


@pytest.mark.rule("abcdrix", "D4")
def test_a_petard_never_starts_a_row() -> None:
    s = start(GAME, 2, starter=0)
    arrange(s, "hand:0=✹ ✹ ✹ ★ | hand:1=pE pF pG pH | draw=…")
    assert cards(s, 0, "lay_base") == {ETOILE}
    assert refused(s, 0, "lay_base", card=s.hand(0).cards[0]) == "not_possible"


@pytest.mark.rule("abcdrix", "R4")
def test_for_somebody_silent_the_leftmost_letter_is_laid() -> None:
    s = start(GAME, 2, starter=0)
    arrange(s, "hand:0=✹ pB pC pD | hand:1=pE pF pG pH | draw=…")
    do(s, 1, "lay_base", card=card(s, "pG", s.hand(1)), t=1_000)
    wait(s, "base/limit")
    assert s.now == 30_000
    assert [row(s, 0), row(s, 1)] == ["B", "G"]


@pytest.mark.rule("abcdrix", "R6")
def test_the_table_says_who_is_the_youngest() -> None:
    assert len({start(GAME, 3, seed=seed).order for seed in range(20)}) == 3
    assert start(GAME, 3, starter=1).order == 1


# ---- laying ---------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R9", "R11", "R13", "D1", "D16")
def test_a_card_after_the_row_and_a_word_that_holds_the_letters() -> None:
    """Example 3."""
    s = table(rows={0: "A"}, hands={0: "T R S", 1: "K"})
    assert names(s, 0) == {"lay", "dry"}
    assert wrong(s, "T", "after", "tapa") == "extract_missing"
    assert (row(s), hand(s)) == ("A", 3)
    events = lay(s, "T", "after", "chateau")
    assert told(events, "lays") == [{"seat": 0, "card": "T", "words": "chateau", "row": "AT"}]
    assert (row(s), hand(s)) == ("A T", 2)


@pytest.mark.rule("abcdrix", "R10", "R26")
def test_a_card_before_the_row() -> None:
    """Example 5: an étoile is any letter, for ever."""
    s = table(rows={0: "R ★"}, hands={0: "G A"})
    lay(s, "G", "before", "grand")
    assert row(s) == "G R ★"
    assert extract(["G", "R", ETOILE]).missing("grogne") is None
    assert extract(["G", "R", ETOILE]).missing("ogr") == "extract_missing"


@pytest.mark.rule("abcdrix", "R12", "R20")
def test_a_card_on_a_pile_covers_its_letter() -> None:
    """Example 4."""
    s = table(rows={0: "L A"}, hands={0: "T R"})
    lay(s, "T", 0, "etat")
    assert row(s) == "T/L A"
    seen = view(s, 1).zone("row:0:0")
    assert (seen.count, [c and c.face for c in seen.cards]) == (2, ["pT"])
    do(s, 0, "fini")
    assert hand(s) == 3  # two piles, not three cards


@pytest.mark.rule("abcdrix", "R12")
def test_the_covered_letter_counts_no_more() -> None:
    s = table(rows={0: "L A"}, hands={0: "T"})
    assert wrong(s, "T", 0, "plate") == "extract_missing"  # LA, but no TA
    lay(s, "T", 0, "etat")


@pytest.mark.rule("abcdrix", "D2", "R10", "R11", "R12")
def test_before_after_or_on_a_pile_and_nowhere_else() -> None:
    s = table(rows={0: "A M I"}, hands={0: "T"})
    assert places(s) == {"before:0", "row:0:0", "row:0:1", "row:0:2", "after:0"}


@pytest.mark.rule("abcdrix", "D3")
def test_a_row_of_five_is_only_covered() -> None:
    s = table(rows={0: "P L A T E"}, hands={0: "S R ✹"})
    assert places(s) == {f"row:0:{i}" for i in range(5)}
    assert "explode" in names(s, 0)


@pytest.mark.rule("abcdrix", "R26", "D1")
@pytest.mark.parametrize(
    ("symbols", "text", "fits"),
    [
        ("AT", "château", True),
        ("AT", "tapa", False),
        ("A★T", "plat", False),
        ("A★T", "tarte", True),
        ("★", "y", True),
        ("★★", "y", False),
        ("★A★", "papa", True),
        ("★A★", "pa", False),
        ("OEU", "cœur", True),
    ],
)
def test_the_letters_stand_side_by_side_in_the_word(symbols: str, text: str, fits: bool) -> None:
    assert Word(extract(list(symbols))).accepts(text) is fits


@pytest.mark.rule("abcdrix", "D31")
def test_a_word_may_be_said_again() -> None:
    s = table(rows={0: "A", 1: "A"}, hands={0: "T ★", 1: "K"})
    lay(s, "T", "after", "chateau")
    lay(s, "★", "after", "chateau", owner=1)
    assert row(s, 1) == "A ★"


# ---- a turn ---------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R8", "R9", "D9")
def test_own_row_first_then_the_others() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T R S"})
    assert places(s) == {"before:0", "row:0:0", "after:0"}
    assert wrong(s, "T", "after", "chateau", owner=1) == "not_possible"
    lay(s, "T", "after", "chateau")
    assert phase(s) == "others"
    assert places(s) == {
        place for owner in (1, 2) for place in (f"before:{owner}", f"row:{owner}:0", f"after:{owner}")
    }


@pytest.mark.rule("abcdrix", "R14", "R15", "R17")
def test_one_card_for_each_of_the_others_each_with_its_word() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T R S I"})
    lay(s, "T", "after", "chateau")
    assert wrong(s, "R", "before", "chateau", owner=1) == "extract_missing"
    lay(s, "R", "before", "rat", owner=1)
    assert row(s, 1) == "R A"
    assert all(place.split(":")[1] == "2" for place in places(s))
    lay(s, "S", 0, "as", owner=2)
    assert (row(s, 2), turn(s)) == ("S/A", 1)  # nobody is left to serve: he has finished


@pytest.mark.rule("abcdrix", "R16", "R18", "R21", "R7")
def test_he_may_finish_without_serving_anybody() -> None:
    s = table(3, rows={0: "A"}, hands={0: "T R S", 1: "K"})
    lay(s, "T", "after", "chateau")
    assert names(s, 0) == {"lay", "fini"}
    assert told(do(s, 0, "fini"), "fini") == [{"seat": 0, "count": 1}]
    assert (phase(s), turn(s)) == ("own", 1)
    assert row(s, 1) == row(s, 2) == "O"


@pytest.mark.rule("abcdrix", "R19", "R20")
def test_he_draws_until_hand_and_piles_are_five() -> None:
    """Example 1: one card in hand and two piles."""
    s = table(rows={0: "A"}, hands={0: "T R"})
    lay(s, "T", "after", "chateau")
    events = do(s, 0, "fini")
    assert told(events, "fini") == [{"seat": 0, "count": 2}]
    assert (hand(s), len(s.row(0))) == (3, 2)


@pytest.mark.rule("abcdrix", "R19")
def test_after_the_first_turn_he_draws_one() -> None:
    """Example 2."""
    s = table(rows={0: "A"}, hands={0: "T R S"})
    lay(s, "T", "after", "chateau")
    assert told(do(s, 0, "fini"), "fini") == [{"seat": 0, "count": 1}]


@pytest.mark.rule("abcdrix", "D12")
def test_who_has_five_or_more_draws_nothing() -> None:
    s = table(rows={0: "L A T"}, hands={0: "T R S"})
    lay(s, "T", 2, "plate")
    assert told(do(s, 0, "fini"), "fini") == [{"seat": 0, "count": 0}]
    assert hand(s) == 2
    s = table(rows={0: "P L A T E"}, hands={0: "E R S K"})
    lay(s, "E", 4, "plate")
    assert told(do(s, 0, "fini"), "fini") == [{"seat": 0, "count": 0}]
    assert hand(s) == 3


@pytest.mark.rule("abcdrix", "R7")
def test_turns_go_clockwise() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T", 1: "R", 2: "R"}, seat=2)
    lay(s, "R", "before", "rat", seat=2)
    assert turn(s) == 0
    lay(s, "T", "after", "chateau")
    assert turn(s) == 1


# ---- winning a row --------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R22", "R23", "R24", "R25", "D13")
def test_all_cards_laid_and_five_letters_win_the_row() -> None:
    """Example 6."""
    s = table(rows={0: "P L A T/S", 1: "A"}, hands={0: "E", 1: "K"})
    s.exchanged = True
    events = lay(s, "E", "after", "plateforme")
    assert told(events, "wins") == [{"seat": 0, "row": "PLATE"}]
    assert s.scores == [1, 0]
    assert len(s.won(0).cards) == 6
    assert not view(s, 0).zone("won:0").cards
    assert (row(s), hand(s), phase(s)) == ("", 4, "base")
    assert names(s, 1) == set()
    s.faces[s.hand(0).cards[0]] = "pT"
    s.faces[s.hand(0).cards[1]] = "pA"
    do(s, 0, "lay_base", card=held(s, 0, "A"))
    assert (row(s), hand(s), phase(s), turn(s)) == ("A", 3, "own", 0)
    lay(s, "T", "after", "chateau")
    assert places(s) == {"before:1", "row:1:0", "after:1"}  # D13: they may all be served again
    do(s, 0, "fini")
    assert turn(s) == 1


@pytest.mark.rule("abcdrix", "R22", "D10")
def test_with_a_card_left_nothing_is_won() -> None:
    s = table(rows={0: "P L A T"}, hands={0: "E K"})
    assert not told(lay(s, "E", "after", "plateforme"), "wins")
    assert (phase(s), s.scores) == ("others", [0, 0])


@pytest.mark.rule("abcdrix", "R22")
def test_four_letters_win_nothing() -> None:
    s = table(rows={0: "P L A"}, hands={0: "T"})
    assert not told(lay(s, "T", "after", "plateforme"), "wins")
    assert (turn(s), s.scores) == (1, [0, 0])


@pytest.mark.rule("abcdrix", "D10", "R22")
def test_the_last_card_may_go_to_somebody_elses_row() -> None:
    """Example 7: another has laid the fifth pile, and the last card is laid in step 2."""
    s = table(rows={0: "P L A T E", 1: "A"}, hands={0: "R S", 1: "K"})
    assert not told(lay(s, "S", 4, "plats"), "wins")
    events = lay(s, "R", "before", "rat", owner=1)
    assert told(events, "wins") == [{"seat": 0, "row": "PLATS"}]
    assert (s.scores, row(s, 1), phase(s)) == ([1, 0], "R A", "base")


@pytest.mark.rule("abcdrix", "D11")
def test_a_card_of_somebody_else_never_wins_a_row() -> None:
    s = table(rows={0: "A", 1: "P L A T"}, hands={0: "T E K"})
    lay(s, "T", "after", "chateau")
    assert not told(lay(s, "E", "after", "plateforme", owner=1), "wins")
    assert (row(s, 1), s.scores) == ("P L A T E", [0, 0])


@pytest.mark.rule("abcdrix", "D14", "D15")
def test_who_gets_nothing_but_petards_starts_his_row_with_a_word() -> None:
    s = table(rows={0: "P L A T", 1: "A"}, hands={0: "E", 1: "K T"}, draw="✹ ✹")
    events = lay(s, "E", "after", "plateforme")
    assert told(events, "no_base") == [{"seat": 0}]
    assert (symbols(s, "hand:0"), row(s)) == ([PETARD, PETARD], "")
    assert (phase(s), names(s, 0)) == ("own", {"dry"})
    # Nobody may help him there, and the draw pile is empty: he passes.
    do(s, 0, "dry")
    assert (turn(s), row(s)) == (1, "")


@pytest.mark.rule("abcdrix", "D15")
def test_an_empty_row_is_started_by_its_owner_alone() -> None:
    s = table(rows={0: "", 1: "A"}, hands={0: "T R", 1: "K S"})
    assert places(s) == {"after:0"}
    assert names(s, 1) == set()
    assert wrong(s, "T", "after", "as") == "extract_missing"
    lay(s, "T", "after", "rat")
    assert row(s) == "T"
    s = table(3, rows={0: "A", 1: "", 2: "A"}, hands={0: "T R", 1: "K S"})
    lay(s, "T", "after", "chateau")
    assert all(place.split(":")[1] == "2" for place in places(s))


# ---- pétards --------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R28", "R29", "R30", "R31", "D7", "D8")
def test_a_petard_takes_a_pile_away_and_the_row_is_closed_up() -> None:
    """Example 8."""
    s = table(rows={0: "A", 1: "M A/T/L I"}, hands={0: "T ✹ K"})
    lay(s, "T", "after", "chateau")
    before = s.draw.cards[-1]
    events = bang(s, 1, 1)
    assert told(events, "petard_at") == [{"seat": 0, "owner": 1, "card": "A"}]
    assert row(s, 1) == "M I"
    assert symbols(s, "draw")[:4] == [PETARD, "L", "T", "A"]
    assert before in s.hand(0).cards
    # It was his card for that player: nothing is left to lay there.
    assert turn(s) == 1


@pytest.mark.rule("abcdrix", "R27", "D6")
def test_a_petard_needs_a_card_that_is_not_alone() -> None:
    s = table(rows={0: "M/T/L", 1: "M A"}, hands={0: "✹ T"})
    assert "explode" not in names(s, 0)
    s = table(rows={0: "M A", 1: "M/T"}, hands={0: "✹ T I"})
    offer = next(o for o in s.offers(0) if o.name == "explode")
    assert list(offer.params["pile"].values()) == ["row:0:0", "row:0:1"]


@pytest.mark.rule("abcdrix", "D7", "R28")
def test_a_petard_at_home_is_the_card_of_step_one() -> None:
    s = table(rows={0: "M A I", 1: "A"}, hands={0: "✹ T", 1: "K"})
    assert wrong(s, PETARD, "after", "papa") == "not_possible"
    bang(s, 0, 0)
    assert (row(s), phase(s), hand(s)) == ("A I", "others", 2)
    assert all(place.split(":")[1] == "1" for place in places(s))


@pytest.mark.rule("abcdrix", "R29")
def test_nobody_sees_once_more_what_lies_covered() -> None:
    s = table(rows={0: "A", 1: "M A/T I"}, hands={0: "R ✹ K"})
    lay(s, "R", "before", "rat")
    seen = Door(s, 1 << 1).events(bang(s, 1, 1))
    assert "pT" not in {event.face for event in seen}
    assert {PETARD, None} >= {event.face for event in seen if event.target and event.target[0] == "draw"}


@pytest.mark.rule("abcdrix", "D10", "R31")
@pytest.mark.parametrize(("draw", "won"), [("K", 0), ("", 1)])
def test_a_petard_as_last_card_wins_only_when_there_is_nothing_to_draw(draw: str, won: int) -> None:
    """Example 13."""
    s = table(rows={0: "P L A T S", 1: "M A I"}, hands={0: "✹ E", 1: "K"}, draw=draw)
    lay(s, "E", 4, "plate")
    bang(s, 1, 0)
    assert s.scores == [won, 0]


# ---- the chrono -----------------------------------------------------------------------------------------


def stuck(**more: Any) -> AbcdrixState:
    """Example 9: W and K before seat 0; the next one could cover the W with an O."""
    return table(3, rows={0: "W K"}, hands={0: "X Q V", 1: "O S ✹", 2: "O A R"}, **more)


@pytest.mark.rule("abcdrix", "R32", "R33", "R34", "R35", "D17", "D23")
def test_at_zero_the_idea_is_laid_and_its_author_takes_the_turn() -> None:
    """Example 9, with the times of example 11."""
    s = stuck()
    assert names(s, 1) == {"idea"}
    idea(s, "O", 0, "poker", t=4_000)
    assert (phase(s), names(s, 1)) == ("own", set())
    assert view(s, 1).fact("waiting")[1] == "poker"
    assert "poker" not in str([view(s, other).fact("waiting") for other in (0, 2)])
    wait(s, "own/close")
    assert (s.now, phase(s)) == (20_000, "countdown")
    assert view(s, 2).fact("sealed") == {"sealed": True}
    top = s.draw.cards[-1]
    events = wait(s, "countdown/zero")
    assert s.now == 30_000
    assert told(events, "opens") == [{"seat": 1, "words": "poker"}]
    assert told(events, "rescues") == [{"seat": 1, "owner": 0, "card": "O", "row": "OK"}]
    assert row(s) == "O/W K"
    assert top in s.hand(1).cards
    assert (hand(s, 1), hand(s, 0)) == (3, 3)  # one laid and one drawn; two piles and three cards
    assert (phase(s), turn(s)) == ("own", 1)


@pytest.mark.rule("abcdrix", "D23", "R19")
def test_whoever_was_stuck_completes_his_cards() -> None:
    s = table(2, rows={0: "W K"}, hands={0: "X", 1: "O S"})
    idea(s, "O", 0, "poker")
    wait(s)
    wait(s)
    assert (hand(s, 0), hand(s, 1), turn(s)) == (3, 2, 1)


@pytest.mark.rule("abcdrix", "R33")
def test_only_letters_and_etoiles_in_the_row_of_whoever_is_stuck() -> None:
    s = stuck()
    assert cards(s, 1, "idea") == {"O", "S"}
    assert places(s, 1, "idea") == {"before:0", "row:0:0", "row:0:1", "after:0"}
    assert wrong(s, PETARD, 0, "poker", seat=1, name="idea") == "not_possible"


@pytest.mark.rule("abcdrix", "R33")
def test_nobody_can_tell_that_somebody_holds_nothing_but_petards() -> None:
    s = table(3, rows={0: "W K"}, hands={0: "X", 1: "✹ ✹", 2: "O A"})
    assert (names(s, 1), names(s, 2)) == (set(), {"idea"})
    do(s, 0, "dry")
    assert (names(s, 1), names(s, 2)) == ({"no_idea"}, {"idea", "no_idea"})
    assert view(s, 2).active == (1, 2)


@pytest.mark.rule("abcdrix", "D17")
def test_an_idea_that_does_not_fit_is_refused_at_once() -> None:
    s = stuck()
    assert wrong(s, "O", "before", "poker", seat=1, name="idea") == "extract_missing"
    idea(s, "O", 0, "poker")
    wait(s, "own/close")
    assert names(s, 2) == set()  # one chrono at a time


@pytest.mark.rule("abcdrix", "D17", "D32")
def test_no_chrono_before_the_grace_is_over() -> None:
    s = stuck(grace_s=40)
    idea(s, "O", 0, "poker", t=1_000)
    wait(s, "own/close")
    assert s.now == 40_000


@pytest.mark.rule("abcdrix", "D32")
def test_each_card_laid_gives_another_grace() -> None:
    s = table(3, rows={0: "A"}, hands={0: "T R K", 1: "O S", 2: "I"})
    lay(s, "T", "after", "chateau", t=15_000)
    idea(s, "S", 1, "as", t=16_000)
    wait(s, "others/close")
    assert (s.now, phase(s)) == (35_000, "countdown")


@pytest.mark.rule("abcdrix", "D32", "D21")
def test_a_card_laid_in_time_sends_a_waiting_idea_back_unseen() -> None:
    """Example 11."""
    s = table(2, rows={0: "A"}, hands={0: "T R", 1: "S K"})
    idea(s, "S", "after", "as", t=4_000)
    events = lay(s, "T", "after", "chateau", t=17_000)
    assert all(SAID("as") not in event.data.values() for event in events)
    assert (hand(s, 1), view(s, 1).fact("waiting")[1]) == (2, "")
    do(s, 0, "fini")
    assert turn(s) == 1


@pytest.mark.rule("abcdrix", "D32", "D18")
def test_dry_opens_a_waiting_idea_at_once() -> None:
    """Example 11."""
    s = stuck()
    idea(s, "O", 0, "poker", t=4_000)
    do(s, 0, "dry", t=12_000)
    wait(s, "gave_up/close")
    assert s.now < 12_100
    assert (row(s), turn(s)) == ("O/W K", 1)


@pytest.mark.rule("abcdrix", "D32")
def test_of_several_ideas_that_wait_the_first_one_counts() -> None:
    s = stuck()
    idea(s, "O", 0, "poker", seat=2, t=3_000)
    idea(s, "O", 0, "okapi", seat=1, t=4_000)
    assert told(wait(s, "own/close"), "chrono") == [{"seat": 2, "owner": 0, "seconds": 10}]


@pytest.mark.rule("abcdrix", "D20")
@pytest.mark.parametrize(("second", "author"), [(3_030, 1), (3_031, 2)])
def test_of_two_ideas_within_30_ms_the_nearest_clockwise_counts(second: Millis, author: Seat) -> None:
    s = stuck()
    idea(s, "O", 0, "poker", seat=2, t=3_000)
    idea(s, "O", 0, "okapi", seat=1, t=3_031, at=second)
    assert told(wait(s, "own/close"), "chrono")[0]["seat"] == author


@pytest.mark.rule("abcdrix", "D21")
def test_a_refused_word_does_not_stop_the_chrono_an_accepted_card_does() -> None:
    s = table(2, rows={0: "A"}, hands={0: "T R", 1: "S K"})
    idea(s, "S", "after", "as")
    wait(s, "own/close")
    assert wrong(s, "T", "after", "tapa", t=21_000) == "extract_missing"
    assert phase(s) == "countdown"
    events = lay(s, "T", "after", "chateau", t=22_000)
    assert (phase(s), row(s), hand(s, 1)) == ("others", "A T", 2)
    assert all(SAID("as") not in event.data.values() for event in events)


@pytest.mark.rule("abcdrix", "D21")
def test_a_petard_stops_the_chrono_too() -> None:
    s = table(2, rows={0: "A T"}, hands={0: "R ✹ K", 1: "S I"})
    idea(s, "S", 1, "as")
    wait(s, "own/close")
    bang(s, 0, 0)
    assert (phase(s), row(s), hand(s, 1)) == ("others", "T", 2)


@pytest.mark.rule("abcdrix", "D21")
def test_to_finish_stops_the_chrono_too() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T R K", 1: "S I"})
    lay(s, "T", "after", "chateau")
    idea(s, "S", 1, "as")
    wait(s, "others/close")
    do(s, 0, "fini")
    assert (turn(s), row(s), hand(s, 1)) == (1, "A T", 2)


@pytest.mark.rule("abcdrix", "R32", "R33", "D17")
def test_a_chrono_in_step_two() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T R K", 1: "S I"})
    lay(s, "T", "after", "chateau")
    idea(s, "S", 1, "as")
    wait(s, "others/close")
    assert names(s, 0) == {"lay", "fini"}
    wait(s, "countdown/zero")
    assert (row(s), turn(s), hand(s, 0)) == ("A S/T", 1, 3)


@pytest.mark.rule("abcdrix", "D22")
def test_a_refused_idea_bars_its_author_for_the_turn() -> None:
    s = stuck()
    idea(s, "O", 0, "oktz")
    wait(s, "own/close")
    wait(s, "countdown/zero")
    assert phase(s) == "vote"
    left = s.phases[0].until - s.phases[0].time(s)  # type: ignore[attr-defined]
    for voter in (0, 2):
        do(s, voter, "refuse")
    assert (phase(s), row(s), hand(s, 1)) == ("own", "W K", 3)
    assert s.phases[0].until - s.phases[0].time(s) == left  # type: ignore[attr-defined]
    assert names(s, 1) == set()
    assert names(s, 2) == {"idea"}


@pytest.mark.rule("abcdrix", "D22")
def test_the_bar_holds_through_the_whole_turn_and_no_longer() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T R K", 1: "S I", 2: "R T"})
    idea(s, "S", 0, "szz")
    wait(s)
    wait(s)
    for voter in (0, 2):
        do(s, voter, "refuse")
    lay(s, "T", "after", "chateau")
    assert (phase(s), names(s, 1), names(s, 2)) == ("others", set(), {"idea"})
    do(s, 0, "fini")
    lay(s, "S", "after", "as", seat=1)
    do(s, 1, "fini")
    assert (turn(s), names(s, 1)) == (2, {"idea"})


@pytest.mark.rule("abcdrix", "D22", "R36")
def test_when_nobody_may_send_an_idea_any_more_all_cards_are_exchanged_at_the_end_of_the_search() -> None:
    s = table(2, rows={0: "W K"}, hands={0: "X Q V", 1: "O S"})
    idea(s, "O", 0, "oktz")
    wait(s)
    wait(s)
    do(s, 0, "refuse")
    assert phase(s) == "own"
    events = wait(s, "own/limit")
    assert told(events, "exchanges") == [{"seat": 0}]


# ---- stuck ----------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R36", "R37", "D24", "D18")
def test_nobody_has_an_idea_all_cards_go_under_the_pile() -> None:
    """Example 10."""
    s = table(2, rows={0: "W/M K/N"}, hands={0: "X Q V", 1: "Z J"})
    top = s.draw.cards[-4:]
    do(s, 0, "dry")
    assert phase(s) == "gave_up"
    began = s.now
    events = wait(s, "gave_up/limit")
    assert s.now == began + 10_000
    assert told(events, "exchanges") == [{"seat": 0}]
    assert symbols(s, "draw")[:7] == ["V", "Q", "X", "N", "K", "M", "W"]
    assert (row(s), s.hand(0).cards) == ("", top[::-1])
    assert (phase(s), names(s, 1)) == ("base", set())
    do(s, 0, "lay_base", card=s.letters(0)[0])
    assert (phase(s), turn(s), hand(s), len(s.row(0))) == ("own", 0, 3, 1)


@pytest.mark.rule("abcdrix", "D25")
def test_stuck_again_he_keeps_his_cards_and_passes() -> None:
    """Example 10."""
    s = table(2, rows={0: "W K"}, hands={0: "X Q V", 1: "Z J"})
    do(s, 0, "dry")
    wait(s, "gave_up/limit")
    do(s, 0, "lay_base", card=s.letters(0)[0])
    kept = [*s.hand(0).cards]
    do(s, 0, "dry")
    events = wait(s, "gave_up/limit")
    assert not told(events, "exchanges")
    assert (s.hand(0).cards[:3], hand(s)) == (kept, 4)
    assert (turn(s), len(s.row(0))) == (1, 1)


@pytest.mark.rule("abcdrix", "D18")
@pytest.mark.parametrize("limit", [60, 90])
def test_the_turn_timer_presses_dry(limit: int) -> None:
    s = stuck(turn_s=limit)
    events = wait(s, "own/limit")
    assert (s.now, phase(s)) == (limit * 1_000, "gave_up")
    assert told(events, "dry") == [{"seat": 0}]


@pytest.mark.rule("abcdrix", "D18")
def test_without_a_limit_only_somebody_absent_is_hurried() -> None:
    s = stuck(turn_s=0)
    assert s.next_alarm() is None
    apply(s, SeatChanged(5_000, 0, human=True, present=False))
    wait(s, "own/limit")
    assert s.now == 65_000


@pytest.mark.rule("abcdrix", "D18")
def test_after_dry_the_first_accepted_idea_counts_at_once() -> None:
    s = stuck()
    do(s, 0, "dry", t=5_000)
    assert names(s, 1) == names(s, 2) == {"idea", "no_idea"}
    do(s, 2, "no_idea", t=6_000)
    idea(s, "O", 0, "poker", t=7_000)
    wait(s, "gave_up/close")
    assert s.now < 7_100
    assert (row(s), turn(s)) == ("O/W K", 1)


@pytest.mark.rule("abcdrix", "D19")
def test_who_has_laid_at_home_is_never_stuck() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T R K", 1: "S I"})
    lay(s, "T", "after", "chateau", t=1_000)
    assert "dry" not in names(s, 0)
    events = wait(s, "others/limit")
    assert s.now == 61_000
    assert told(events, "fini") == [{"seat": 0, "count": 1}]
    assert (turn(s), hand(s)) == (1, 3)


@pytest.mark.rule("abcdrix", "R32", "D18")
def test_who_has_nothing_that_he_could_lay_is_stuck_at_once() -> None:
    """Five piles and no card: he draws none (D12), but the others may still help him."""
    s = table(2, rows={0: "P L A T E", 1: "A"}, hands={0: "", 1: "S K"})
    assert (phase(s), names(s, 1)) == ("gave_up", {"idea", "no_idea"})
    idea(s, "S", 4, "plats")
    wait(s)
    assert (row(s), turn(s)) == ("P L A T S/E", 1)


@pytest.mark.rule("abcdrix", "D23", "R35")
@pytest.mark.parametrize(("author", "following"), [(3, 1), (2, 1), (1, 2)])
def test_after_a_rescue_the_order_goes_on_after_whoever_was_stuck(author: Seat, following: Seat) -> None:
    """Example 12."""
    rows = dict.fromkeys(range(4), "A")
    s = table(4, rows=rows, hands={0: "X", 1: "S T", 2: "S T", 3: "S T"})
    do(s, 0, "dry")
    idea(s, "S", "after", "as", seat=author)
    wait(s, "gave_up/close")
    assert turn(s) == author
    lay(s, "T", "after", "chateau", seat=author)
    if phase(s) == "others" and turn(s) == author:
        do(s, author, "fini")
    assert turn(s) == following


@pytest.mark.rule("abcdrix", "D23")
def test_a_rescue_of_the_rescuer_passes_over_nobody() -> None:
    rows = dict.fromkeys(range(4), "A")
    s = table(4, rows=rows, hands={0: "X", 1: "S T", 2: "S T", 3: "S"})
    do(s, 0, "dry")
    idea(s, "S", "after", "as", seat=3)
    wait(s, "gave_up/close")
    do(s, 3, "dry")
    idea(s, "S", "after", "as", seat=2)
    wait(s, "gave_up/close")
    lay(s, "T", "after", "chateau", seat=2)
    if turn(s) == 2:
        do(s, 2, "fini")
    assert turn(s) == 1


@pytest.mark.rule("abcdrix", "D23")
def test_to_the_letter_the_turn_goes_on_from_whoever_has_helped() -> None:
    """C20."""
    rows = dict.fromkeys(range(4), "A")
    s = table(4, rows=rows, hands={0: "X", 1: "S T", 2: "S T", 3: "S T"}, letter=True)
    do(s, 0, "dry")
    idea(s, "S", "after", "as", seat=2)
    wait(s, "gave_up/close")
    lay(s, "T", "after", "chateau", seat=2)
    if turn(s) == 2:
        do(s, 2, "fini")
    assert turn(s) == 3


@pytest.mark.rule("abcdrix", "D23", "D3")
def test_a_full_row_is_only_covered_by_whoever_helps() -> None:
    s = table(2, rows={0: "P L A T E"}, hands={0: "X", 1: "S K"})
    assert places(s, 1, "idea") == {f"row:0:{i}" for i in range(5)}


# ---- words before the table -----------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "D16")
def test_a_word_that_the_table_refuses_costs_nothing() -> None:
    s = table(3, rows={0: "A"}, hands={0: "T R"})
    lay(s, "T", "after", "atz", t=2_000)
    assert phase(s) == "vote"
    for voter in (1, 2):
        do(s, voter, "refuse", t=5_000)
    assert (phase(s), row(s), hand(s)) == ("own", "A", 2)
    lay(s, "T", "after", "chateau")
    assert row(s) == "A T"


@pytest.mark.rule("abcdrix", "D21")
def test_a_vote_pauses_the_chrono() -> None:
    s = table(3, rows={0: "A"}, hands={0: "T R", 1: "S K"})
    idea(s, "S", "after", "as")
    wait(s)
    lay(s, "T", "after", "atz", t=25_000)
    for voter in (1, 2):
        do(s, voter, "refuse", t=29_000)
    assert phase(s) == "countdown"
    wait(s, "countdown/zero")
    assert s.now == 34_000


@pytest.mark.rule("abcdrix", "D33")
@pytest.mark.parametrize("votes", ["accept", "refuse"])
def test_a_word_may_be_contested_before_the_card_is_laid(votes: str) -> None:
    s = table(3, rows={0: "P L A T"}, hands={0: "E", 1: "K", 2: "K"}, contests=True)
    lay(s, "E", "after", "plateforme", t=1_000)
    assert (phase(s), row(s), hand(s), s.scores[0]) == ("said", "P L A T", 1, 0)
    do(s, 1, "contest", t=2_000)
    do(s, 2, votes)
    if votes == "refuse":
        assert (phase(s), row(s), hand(s), s.scores[0]) == ("own", "P L A T", 1, 0)
    else:
        assert (phase(s), s.scores[0]) == ("base", 1)


@pytest.mark.rule("abcdrix", "D33")
def test_when_nobody_contests_the_card_is_laid() -> None:
    s = table(2, rows={0: "A"}, hands={0: "T R", 1: "K"}, contests=True)
    lay(s, "T", "after", "chateau")
    assert row(s) == "A"
    wait(s, "said/close")
    assert (row(s), phase(s)) == ("A T", "others")


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R38", "D26", "D14")
def test_an_empty_draw_pile_does_not_end_the_game() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T R", 1: "S"}, draw="")
    lay(s, "T", "after", "chateau")
    do(s, 0, "fini")
    assert (turn(s), hand(s), s.outcome) == (1, 1, None)


@pytest.mark.rule("abcdrix", "D14")
def test_he_draws_what_is_left() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T", 1: "S"}, draw="K")
    events = lay(s, "T", "after", "chateau")
    assert told(events, "fini") == [{"seat": 0, "count": 1}]
    assert (hand(s), turn(s)) == (1, 1)


@pytest.mark.rule("abcdrix", "D26", "D27")
def test_with_an_empty_pile_who_is_stuck_passes_and_keeps_his_cards() -> None:
    s = table(2, rows={0: "W K", 1: "A"}, hands={0: "X", 1: "S"}, draw="")
    do(s, 0, "dry")
    events = wait(s, "gave_up/limit")
    assert told(events, "passes") == [{"seat": 0}]
    assert (row(s), hand(s), turn(s)) == ("W K", 1, 1)


@pytest.mark.rule("abcdrix", "D26")
def test_with_an_empty_pile_what_a_petard_hits_leaves_the_game() -> None:
    s = table(2, rows={0: "M A I", 1: "A"}, hands={0: "✹ T", 1: "S"}, draw="")
    gone = len(s.zone("gone").cards)
    bang(s, 0, 0)
    assert (row(s), hand(s), len(s.draw.cards)) == ("A I", 1, 0)
    assert len(s.zone("gone").cards) == gone + 2


@pytest.mark.rule("abcdrix", "D27", "R38")
def test_a_full_circle_of_passes_ends_the_game() -> None:
    s = table(3, rows={0: "W K", 1: "A", 2: "A"}, hands={0: "X", 1: "", 2: "S"}, draw="")
    do(s, 0, "dry")
    do(s, 2, "no_idea")
    assert turn(s) == 2  # seat 1 has no card and passes by himself
    do(s, 2, "dry")
    events = do(s, 0, "no_idea")
    assert told(events, "end")
    assert s.outcome is not None and s.outcome.detail == "all_pass"


@pytest.mark.rule("abcdrix", "D27")
def test_a_card_laid_begins_the_circle_anew() -> None:
    s = table(2, rows={0: "W K", 1: "A"}, hands={0: "X", 1: "T S"}, draw="")
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    lay(s, "T", "after", "chateau", seat=1)
    do(s, 1, "fini")
    assert (turn(s), s.outcome) == (0, None)
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    assert (turn(s), s.outcome) == (1, None)


@pytest.mark.rule("abcdrix", "D27")
def test_when_nobody_holds_a_card_the_game_is_over() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T", 1: ""}, draw="")
    lay(s, "T", "after", "chateau")
    assert s.outcome is not None and s.outcome.detail == "no_cards"


@pytest.mark.rule("abcdrix", "D28", "R39")
def test_the_most_words_win_and_rows_that_are_not_won_count_nothing() -> None:
    s = table(3, rows={0: "P L A T E", 1: "A", 2: "A"}, hands={0: "S", 1: "", 2: ""}, draw="")
    s.scores = [0, 1, 0]
    lay(s, "S", 4, "plats")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 1, 0)


@pytest.mark.rule("abcdrix", "R39", "D30")
def test_equal_words_share_the_victory() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T"}, draw="")
    s.scores = [2, 1, 2]
    lay(s, "T", "after", "chateau")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.scores) == ((0, 2), (2, 1, 2))


@pytest.mark.rule("abcdrix", "D29")
@pytest.mark.parametrize(("drawn", "back"), [(149, True), (150, False)])
def test_after_150_cards_drawn_nothing_goes_under_the_pile(drawn: int, back: bool) -> None:
    s = table(2, rows={0: "M A I", 1: "A"}, hands={0: "✹ T", 1: "S"})
    s.drawn = drawn
    count = len(s.draw.cards)
    bang(s, 0, 0)
    assert len(s.draw.cards) == count - 1 + (2 if back else 0)
    assert len(s.zone("gone").cards) == (0 if back else 2)
    s = table(2, rows={0: "W K", 1: "A"}, hands={0: "X Q", 1: "S"})
    s.drawn = drawn
    count = len(s.draw.cards)
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    assert len(s.draw.cards) == count - 4 + (4 if back else 0)
    assert s.drawn == drawn + 4


# ---- one screen -----------------------------------------------------------------------------------------


def shared(**more: Any) -> AbcdrixState:
    sharing = [{"shares": True}] * 3
    return table(3, rows={0: "W K"}, hands={0: "X Q V", 1: "O S", 2: "O A"}, seat_options=sharing, **more)


@pytest.mark.rule("abcdrix", "D35")
def test_on_one_screen_there_is_no_chrono() -> None:
    s = shared()
    assert names(s, 1) == names(s, 2) == set()
    assert names(s, 0) == {"lay", "dry"}


@pytest.mark.rule("abcdrix", "D35")
def test_on_one_screen_the_others_are_asked_one_after_the_other() -> None:
    s = shared()
    do(s, 0, "dry", t=1_000)
    assert (phase(s), view(s).active) == ("in_turn", (1,))
    assert (names(s, 1), names(s, 2)) == ({"idea", "no_idea"}, set())
    wait(s, "in_turn/limit")
    assert (s.now, view(s).active) == (21_000, (2,))
    idea(s, "O", 0, "poker", seat=2, t=40_000)
    wait(s, "in_turn/close")
    assert (row(s), turn(s)) == ("O/W K", 2)


@pytest.mark.rule("abcdrix", "D35", "R36")
def test_on_one_screen_too_nobody_may_have_an_idea() -> None:
    s = shared()
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    events = do(s, 2, "no_idea")
    assert told(events, "exchanges") == [{"seat": 0}]


# ---- sight ----------------------------------------------------------------------------------------------


def test_a_redeal_keeps_rows_and_ones_own_hand() -> None:
    s = stuck()
    idea(s, "O", 0, "poker")
    wait(s)
    for seed in range(20):
        twin = s.redeal(0, keyed(b"0123456789abcdef", "redeal", seed))
        assert row(twin) == "W K"
        assert symbols(twin, "hand:0") == ["X", "Q", "V"]

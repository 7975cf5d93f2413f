"""What an answer means: a number, a name, beginnings of words, several steps at once; or a question back."""

import pytest

from tablee.arena.match import Match
from tablee.games.registry import game
from tablee.kernel.domains import Axis, Vector
from tablee.kernel.door import Door
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.pieces.formulas import Formula
from tablee.pieces.notation import arrange
from tablee.pieces.suites import Suites
from tablee.prose import seen
from tablee.prose.seat import TextSeat
from tablee.prose.typed import read
from tablee.texts import Language, texts

NAMES = {0: "Toi", 1: "Léa"}


def seat_at(key: str, position: str, language: Language = Language.FR) -> TextSeat:
    match = Match(game(key), [None, None], seed=seed_from(1), options={"starter": 0})
    arrange(match.state, position)
    match.state.reference = "K"  # type: ignore[attr-defined]
    door = Door(match.state, 1)
    return TextSeat(door.view(), door.offers(0), 0, texts(key, language), language, NAMES)


AMERIX = "hand:0=pK ★ bK vL | hand:1=vE | discard=pJ | pile=…"


def played(seat: TextSeat, line: str) -> dict[str, str] | None:
    """The move that a line makes, cards by their names; None where something is asked back."""
    meant = seat.answer(line)
    if meant.play is None:
        return None
    named = {name: seat.w.handle(v) if name == "card" else v for name, v in meant.play.args.items()}
    return {"move": meant.play.move, **named}


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("1", {"move": "lay", "card": "K rose"}),
        ("poser L violet", {"move": "lay", "card": "L violet"}),
        ("pose l", {"move": "lay", "card": "L violet"}),
        ("pose k bleu", {"move": "lay", "card": "K bleu"}),
        ("1!", {"move": "lay", "card": "K rose", "toutilix": True}),
        ("piocher", {"move": "draw"}),
        ("pi", {"move": "draw"}),
        ("2 M", {"move": "lay", "card": "étoile", "letter": "M"}),
        ("pose étoile m", {"move": "lay", "card": "étoile", "letter": "M"}),
    ],
)
def test_numbers_names_and_beginnings(line: str, move: dict[str, object]) -> None:
    assert played(seat_at("amerix", AMERIX), line) == move


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("pose k", "Plusieurs choix : 1 Poser K rose, 3 Poser K bleu. Lequel ?"),
        ("chanter", "Je n'ai pas compris « chanter »."),
        ("12", "Il n'y a pas de choix 12."),
        ("0", "Il n'y a pas de choix 0."),
    ],
)
def test_what_is_not_clear_is_asked_back(line: str, why: str) -> None:
    meant = seat_at("amerix", AMERIX).answer(line)
    assert (meant.play, meant.why) == (None, why)


def test_an_etoile_asks_for_its_letter() -> None:
    seat = seat_at("amerix", AMERIX)
    asked = seat.answer("2")
    assert asked.menu is not None
    assert asked.menu.so_far == "Choisi : Poser, étoile."
    assert "M" in [line.label for line in asked.menu.lines]
    meant = seat.answer("m", asked.menu.said)
    assert meant.play is not None
    assert meant.play.args["letter"] == "M"


def test_what_is_seen_in_both_languages() -> None:
    french = list(seen.lines(seat_at("amerix", AMERIX).w))
    assert french[0] == "Main (toi) : K rose, étoile, K bleu, L violet"
    assert "Défausse : J rose au-dessus, 1 carte" in french
    assert "Léa : Main : 1 carte" in french
    english = list(seen.lines(seat_at("amerix", AMERIX, Language.EN).w))
    assert english[0] == "Hand (you): K pink, étoile, K blue, L purple"


def test_a_square_and_numbers_say_a_pose() -> None:
    """A hall of 600 half millimetres has squares of 100: the middle of C4 is at 250, 350."""
    w = seat_at("amerix", AMERIX).w
    hall = Vector({"x": Axis(0, 600), "y": Axis(0, 600), "yaw": Axis(0, 359)})
    assert read(w, hall, (), "c4") == {"x": 250, "y": 350, "yaw": 0}
    assert read(w, hall, (), "C4 90") == {"x": 250, "y": 350, "yaw": 90}
    assert read(w, hall, (), "12 13 yaw=14") == {"x": 12, "y": 13, "yaw": 14}
    for wrong in ("G1", "C7", "c4 360", "ici", "1 2 3 4", ""):
        with pytest.raises(Refused):
            read(w, hall, (), wrong)


def test_rows_and_groups_are_typed_letter_by_letter() -> None:
    w = seat_at("amerix", AMERIX).w
    rows = Suites({"a": "M", "b": "N", "c": "O", "d": "", "e": "X", "f": "Y"}, fresh=tuple("abcdef"))
    assert read(w, rows, (), "mno, xy*") == [["a", "b", "c"], ["e", "f", "d"]]
    groups = Formula({"a": "C", "b": "C", "c": "D", "d": ""}, "ABCD")
    assert read(w, groups, (), "CC DD") == [[["a", "C"], ["b", "C"]], [["c", "D"], ["d", "D"]]]
    with pytest.raises(Refused):
        read(w, rows, (), "abc")

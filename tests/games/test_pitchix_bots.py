"""Pitchix players: their hands, their words, and what laziness is worth."""

import pytest

from tablee.arena.match import Match, make_bot
from tablee.bots.bot import Sighting
from tablee.bots.slides import Aimed, aim_at, power_for, try_out
from tablee.games.pitchix.bots import PitchixBot
from tablee.games.pitchix.rules import GAME
from tablee.kernel.moves import Move
from tablee.kernel.rng import seed_from
from tablee.lexicons import load
from tablee.pieces.slide import CENTRE, SURFACES, WOOD, SlideEnd, slide
from tests.games.pitchix import SOUTH, table
from tests.lazy import Habit, nothing, share_won
from tests.matches import never_late, scores_of_two, whole_game

ROWS: tuple[tuple[Aimed, SlideEnd, list[int]], ...] = (
    (Aimed(270, 0, 0, 0.545), SlideEnd.MISSED, []),
    (Aimed(270, 0, -11.6, 0.45), SlideEnd.TOUCHED, [3]),
    (Aimed(270, 0, 0, 0.05), SlideEnd.CLOSE, []),
    (Aimed(270, 0, 0, 1), SlideEnd.FALLEN, []),
    (Aimed(270, 0, -8, 0.8), SlideEnd.TOUCHED, [1, 3]),
    (Aimed(0, 90, 0, 0.5), SlideEnd.MISSED, []),
)


def test_what_bots_imagine_is_what_happens() -> None:
    """The rows of the rules, all at once."""
    touched, well = try_out([row[0] for row in ROWS], CENTRE, WOOD)
    for i, (_, end, cards) in enumerate(ROWS):
        assert bool(well[i]) == (end in (SlideEnd.TOUCHED, SlideEnd.MISSED))
        if well[i]:
            assert list(touched[i].nonzero()[0]) == cards


def test_power_by_distance() -> None:
    """So much that the card would stop there on bare wood."""
    for surface in SURFACES.values():
        slid = slide(27_000, 9_000, 0, power_for(400, surface), 0.0, (), surface)
        assert slid.lie[1] + 476.5 == pytest.approx(400, abs=12)
    aimed = aim_at(270, 78.5, -93.5, 0, WOOD)
    assert aimed.aim == pytest.approx(-11.6, abs=0.1)  # as in the rules' own row


@pytest.mark.parametrize("bots", [("beginner", "normal", "strong"), ("normal", "beginner") * 3])
def test_whole_games(bots: tuple[str, ...]) -> None:
    match = whole_game(GAME, bots, 1)
    assert never_late(match)


@pytest.mark.rule("pitchix", "D18")
def test_random_players_never_start_on_a_card() -> None:
    """They are sent plain numbers and so have to ask; in this game cards come to lie all around the edge."""
    Match(GAME, ["random"] * GAME.info.players[1], seed=bytes(range(16))).finish(30_000)


@pytest.mark.rule("pitchix", "D18")
def test_the_table_has_the_last_word_on_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks free to the hundredth of a millimetre may not be."""
    s = table(lying="pK pL pM pE pO", lies=(*CENTRE, (0.0, -430.0, 1.0, 0.0)))
    thought_of = iter([SOUTH, {**SOUTH, "rim": 900}])
    monkeypatch.setattr(PitchixBot, "_shot", lambda *_: next(thought_of))
    plan = make_bot(GAME, "normal", 0, seed_from(1), load("fr")).react(Sighting(s, 0, []))
    assert plan is not None and plan.move.args["shot"]["rim"] == 900


def test_a_better_hand_and_more_words_win() -> None:
    for better, worse in (("normal", "beginner"), ("strong", "normal")):
        more, less = scores_of_two(GAME, better, worse, 2)
        assert more > less


def test_levels_of_reading() -> None:
    """At level 1 bots name letters, at level 3 they write words of three."""
    per_seat = [{"level": 1}, {"level": 3}]
    match = Match(GAME, ["beginner", "normal"], seed=seed_from(2), seat_options=per_seat)
    match.finish()
    assert match.state.scores[0] > 0 and match.state.scores[1] > 0


def never_lays(seen: Sighting) -> Move | None:
    """Always the same flick, and never a word."""
    if offer := seen.offer("flick"):
        shot = {"rim": 2_700, "tilt": 0, "aim": -80, "power": 700, "spin": 0}
        return Move("flick", {"card": next(iter(offer.params["card"].values())), "shot": shot})
    return Move("keep") if seen.offer("keep") else None


@pytest.mark.parametrize("habit", [nothing, never_lays], ids=["asleep", "never lays"])
def test_laziness_does_not_win(habit: Habit) -> None:
    assert share_won("pitchix", habit, 2) == 0

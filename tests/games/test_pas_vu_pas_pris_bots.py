"""Pas vu pas pris players: they finish in time, better ones score more, laziness does not win."""

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.pas_vu_pas_pris.bots import BOT, PasVuPasPrisBot
from tablee.games.pas_vu_pas_pris.hiding import Danger, odds, read, worth
from tablee.games.pas_vu_pas_pris.rules import GAME
from tablee.games.pas_vu_pas_pris.table import HallTable
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tests.games.pas_vu_pas_pris import LARGE, SMALL, all_done, pass_all, stand, table
from tests.games.pas_vu_pas_pris_hall import lying
from tests.lazy import Habit, nothing, share_won
from tests.matches import never_late, scores_of_two, whole_game
from tests.table import wait_until


def sighting(s: HallTable, seat: int) -> Sighting:
    return Sighting(s, seat, [])


def mind(level: Level, seat: int = 0) -> PasVuPasPrisBot:
    return BOT(seat, level, keyed(seed_from(1), "bot"))


@pytest.mark.parametrize(
    ("bots", "options"),
    [
        (("beginner", "normal", "beginner"), {"midnight": True, "fusions": True}),
        (("normal", "beginner"), {"movement": "secret", "hall": "players", "eyes": True}),
    ],
)
def test_whole_games(bots: tuple[str, ...], options: dict[str, object]) -> None:
    assert never_late(whole_game(GAME, bots, 1, options=options))


def test_who_weighs_all_doors_beats_who_looks_at_one() -> None:
    more, less = scores_of_two(GAME, "normal", "beginner", 2)
    assert more > less


def test_a_bot_reads_the_hall_as_the_rules_have_it() -> None:
    s = table(3)
    stand(s, 1, LARGE, 125, 175)
    stand(s, 0, SMALL, 225, 225)
    assert read(sighting(s, 2).view, 2).scene == s.scene()


def test_a_plan_in_secret_is_part_of_what_its_author_reads() -> None:
    s = pass_all(table(2, movement="secret"))
    s.play(0, Move("move", {"ghost": 3, "at": {"x": 350, "y": 50, "yaw": 0, "level": 0}}, s.now))
    mine, other = (read(sighting(s, seat).view, seat) for seat in (0, 1))
    assert mine.scene.ghosts[3].pose == lying(175, 25) and mine.left == s.points[0] - 1
    assert not other.scene.ghosts


def test_danger_is_the_share_of_doors_that_see() -> None:
    """As many of the eighteen doors as the exact look says, one in eighteen each."""
    s = table(2, door=(1, 1))
    card = stand(s, 0, SMALL, 125, 175)
    room = read(sighting(s, 0).view, 0)
    chances = odds(room)
    assert len(chances) == 18 and sum(chances.values()) == pytest.approx(1) and all(d[0] != 1 for d in chances)
    danger = Danger(room, chances, 20).exact(room.scene, [card])[card]
    assert danger * 18 == pytest.approx(round(danger * 18)) and 0 < danger < 1
    assert worth(room, room.scene.ghosts[card], 0.0) > worth(room, room.scene.ghosts[card], danger) > 0


def test_the_side_from_which_the_other_is_seen_is_chosen() -> None:
    """The rival's large ghost stands in the open for the south and behind the piano for the others; mine is not
    seen from the south."""
    s = table(2, door=(1, 1))
    stand(s, 1, LARGE, 125, 225 - 50)
    all_done(pass_all(s))
    wait_until(s, "side")
    seat = s.actors()[0]
    plan = mind(Level.NORMAL, seat).react(sighting(s, seat))
    assert plan is not None and plan.move.name == "side"
    assert plan.move.args["side"] in ("south", "north", "east")


def test_a_ghost_that_can_leave_leaves() -> None:
    s = table(2)
    card = stand(s, 0, LARGE, 125, 275)
    pass_all(s)
    for level in Level:
        bot = mind(level)
        names = []
        twin = s.copy()
        twin.watched = True
        while "done" not in names:
            plan = bot.react(Sighting(twin, 0, twin.drain()))
            assert plan is not None
            names.append(plan.move.name)
            twin.now = plan.at
            twin.play(0, Sighting(twin, 0, [])._door.inward(0, plan.move))
            if len(names) > 30:
                break
        assert card in twin.out(0).cards, level


def marches(seen: Sighting) -> Move | None:
    """The smallest first, straight ahead in the middle of the way, and out; never a thought about doors."""
    if offer := seen.offer("out"):
        return Move("out", {"ghost": next(iter(offer.params["ghost"].values()))})
    if offer := seen.offer("move"):
        room = read(seen.view, seen.seat)
        left = min(6, room.left)
        if left:
            row = left - 1 if room.sides[seen.seat] == 0 else 6 - left
            at = {"x": 250, "y": 100 * row + 50, "yaw": 0, "level": 0}
            home = [c.handle for c in seen.view.zone(f"home:{seen.seat}").cards if c]
            fresh = [h for h in offer.params["ghost"].values() if h in home]
            if fresh:
                return Move("move", {"ghost": fresh[-1], "at": at})
    for name in ("done", "pass", "put_back"):
        if seen.offer(name):
            return Move(name)
    return None


@pytest.mark.parametrize("habit", [nothing, marches], ids=["asleep", "marches"])
def test_laziness_does_not_win(habit: Habit) -> None:
    assert share_won("pas_vu_pas_pris", habit, 2) == 0

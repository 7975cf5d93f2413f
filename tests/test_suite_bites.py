"""The suite finds what it is there to find: a toy game passes, and each planted fault makes it fail."""

from typing import Any

import pytest

from tablee.arena.fuzz import check_everything
from tablee.arena.proof import check_at_rest, check_plays, check_sealed
from tablee.arena.runs import Broken, any_deal, audiences
from tablee.arena.whereabouts import check_whereabouts
from tablee.kernel.door import Door
from tablee.kernel.phase import Phase
from tests import toy, toy_hall


def prove(game: Any) -> None:
    for seed in range(12):
        for players in (2, 3):
            check_everything(any_deal(game, players, seed))


def test_the_toy_game_keeps_every_promise() -> None:
    prove(toy.Toy())
    prove(toy.faulty(toy.Lay))


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        (toy.GossipingLay, "what was never seen is never sent"),
        (toy.HintingLay, "what is covered is not sent"),
        (toy.ShoutingLay, "what was never seen is never sent"),
        (toy.OpenBid, "a sealed choice is not sent"),
        (toy.LosingLay, "pieces are conserved"),
        (toy.CloningLay, "pieces are conserved"),
        (toy.EndlessLay, "the game ends within its bound"),
        (toy.StuckLay, "somebody can always go on"),
        (toy.DirtyLay, "an offered move applies"),
        (toy.RandomLay, "a record replays to the same bytes"),
    ],
)
def test_a_planted_fault_is_found(fault: type[Phase[Any]], promise: str) -> None:
    with pytest.raises(Broken) as caught:
        prove(toy.faulty(fault))
    assert caught.value.promise == promise


def seal(game: Any) -> int:
    return sum(check_sealed(check_plays(any_deal(game, 3, seed))) for seed in range(12))


def test_a_secret_choice_is_opened_to_whom_it_is_for_though_the_same_choice_begins_anew() -> None:
    prove(toy.passing(toy.Passing))
    assert seal(toy.passing(toy.Passing)) > 100


def test_a_secret_choice_that_is_opened_to_one_stays_secret_to_the_others() -> None:
    with pytest.raises(Broken, match="a sealed choice is not sent"):
        seal(toy.passing(toy.GossipingPassing))


def rest(game: Any) -> int:
    runs = [check_plays(any_deal(game, 3, seed)) for seed in range(6)]
    return sum(check_at_rest(run, viewers) for run in runs for viewers in audiences(3))


def test_what_a_card_at_rest_tells_is_found() -> None:
    assert rest(toy.Toy()) > 20
    with pytest.raises(Broken, match="never sent"):
        rest(toy.faulty(toy.GossipingLay))


def lie(game: Any) -> int:
    runs = [check_plays(any_deal(game, 3, seed)) for seed in range(6)]
    return sum(check_whereabouts(run, viewers) for run in runs for viewers in audiences(3))


def test_a_game_of_poses_keeps_every_promise() -> None:
    prove(toy_hall.Hall())
    assert lie(toy_hall.Hall()) > 100


def test_poses_that_lie_open_are_found() -> None:
    with pytest.raises(Broken, match="a sealed choice is not sent"):
        prove(toy_hall.OpenHall())


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        (toy_hall.TellingPlan, "how a hidden piece lies is not sent"),
        (toy_hall.AnsweringPlan, "how a hidden piece lies is not sent"),
        (toy_hall.ShowingPlan, "how a hidden piece lies is not sent"),
        (toy_hall.KnowingPlan, "a redeal does not know how a hidden piece lies"),
    ],
)
def test_what_tells_how_a_hidden_piece_lies_is_found(fault: type[toy_hall.Plan], promise: str) -> None:
    with pytest.raises(Broken) as caught:
        lie(toy_hall.faulty(fault))
    assert caught.value.promise == promise


def test_a_door_that_shows_all_poses_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "_zone", lambda self, zone, seers, common: zone)
    with pytest.raises(Broken, match="how a hidden piece lies"):
        lie(toy_hall.Hall())

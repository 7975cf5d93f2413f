"""The suite finds what it is there to find: a toy game passes, and each planted fault makes it fail."""

from typing import Any

import pytest

from tablee.arena.proof import Broken, any_deal, audiences, check_at_rest, check_everything, check_plays
from tablee.kernel.phase import Phase
from tests import toy


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


def rest(game: Any) -> int:
    runs = [check_plays(any_deal(game, 3, seed)) for seed in range(6)]
    return sum(check_at_rest(run, viewers) for run in runs for viewers in audiences(3))


def test_what_a_card_at_rest_tells_is_found() -> None:
    assert rest(toy.Toy()) > 20
    with pytest.raises(Broken, match="never sent"):
        rest(toy.faulty(toy.GossipingLay))

"""Bots of Spots: the search against counts made another way, and what each level does in plain positions."""

from collections.abc import Sequence
from itertools import product

import pytest

from tablee.arena.match import Match, make_bot
from tablee.bots.bot import Level, Sighting
from tablee.games.spots.data import DOG_NAMED, TILE_NAMED
from tablee.games.spots.rules import GAME
from tablee.games.spots.search import UNKNOWN, Rival, Search, layings
from tablee.games.spots.table import SpotsState
from tablee.games.spots.value import DONE, EASE, PART, RISK, TREAT, Spot, emptied, kennel_dog, worth
from tablee.kernel.moves import Move
from tablee.kernel.rng import seed_from
from tests.games.test_spots import Rolls, game, lay, slot, trick
from tests.games.test_spots import dice as dice

MISSY = kennel_dog((3, 4), (3, 4))


def searching(tile: str, supply: int = 30) -> Search:
    return Search(TILE_NAMED[tile], DOG_NAMED["Burt"], supply, 20)


def decide(s: SpotsState, level: Level, seat: int = 0) -> Move:
    plan = make_bot(GAME, level, seat, seed_from("bot")).react(Sighting(s, seat, []))
    assert plan is not None
    return plan.move


def chosen(s: SpotsState, move: Move) -> str:
    """The tile of a move, by its handle."""
    seen = Sighting(s, 0, []).view
    for i in range(6):
        card = seen.zone(f"tile:{i + 1}").cards[-1]
        if card is not None and card.handle == move.args.get("tile"):
            return s.kind(i).name
    return move.name


def test_the_value_of_a_position_is_the_formula() -> None:
    spot = Spot((kennel_dog((3, 4), (4,)), kennel_dog((1,), ())), 5, 2, 1)
    dogs = (PART / 2 + EASE * 2 / 3) + (DONE + EASE)
    assert worth(spot) == pytest.approx(1 + (1 - RISK[5]) * dogs + 2 * TREAT)
    assert worth(spot._replace(done=6)) == 10


def best(dogs: Sequence[int], total: int, dice: Sequence[int]) -> float:
    """The best end of a turn by trying every place for every die, one after the other."""
    if not dice:
        if total > 7:
            return worth(Spot(emptied(tuple(dogs)), 0, 0, 0))
        return worth(Spot(tuple(sorted(dogs)), total, 0, 0))
    first, rest = dice[0], dice[1:]
    ends = [best(dogs, total + first, rest)]
    for i, dog in enumerate(dogs):
        bit = 1 << (first - 1)
        if dog & bit:
            ends.append(best([d & ~bit if j == i else d for j, d in enumerate(dogs)], total, rest))
    return max(ends)


def test_two_dice_are_worth_the_mean_of_all_thirty_six_throws() -> None:
    dogs = tuple(sorted((MISSY, kennel_dog((1, 3, 6), (1, 3, 6)))))
    spot = Spot(dogs, 5, 0, 0)
    search = searching("trotter")
    by_hand = sum(best(dogs, 5, throw) for throw in product(range(1, 7), repeat=2)) / 36
    assert search.rolled(1, spot, 2, 0, 0) == pytest.approx(by_hand)


def test_a_treat_makes_a_roll_worth_more_but_never_less_than_keeping_it() -> None:
    search = searching("trotter")
    poor, rich = Spot((MISSY,), 6, 0, 0), Spot((MISSY,), 6, 1, 0)
    assert search.rolled(1, rich, 2, 0, 0) >= search.rolled(1, poor, 2, 0, 0) + TREAT - 1e-9
    assert search.rolled(1, rich, 2, 0, 0) > search.rolled(1, poor, 2, 0, 0) + TREAT


def test_going_on_is_never_worse_than_stopping() -> None:
    search = searching("courir")
    for total in range(8):
        spot = Spot((MISSY, kennel_dog((1, 2), (1,))), total, 0, 0)
        assert search.rest(1, spot) >= worth(spot) - 1e-9


def test_every_choice_of_dogs_is_tried() -> None:
    two = tuple(sorted((MISSY, kennel_dog((3, 5), (3, 5)))))
    assert len(layings(two, (3,))) == 2
    assert layings((MISSY,), (3, 3, 6)) == (((kennel_dog((3, 4), (4,)),), 9),)


def test_a_drawn_dog_is_the_one_that_is_seen_and_then_an_unknown_one() -> None:
    search = searching("aboyer")
    once = search.with_dog(Spot((MISSY,), 0, 0, 0))
    assert kennel_dog((1,), (1,)) in once.dogs
    twice = search.with_dog(once)
    assert sorted(twice.dogs) == sorted((MISSY, kennel_dog((1,), (1,)), UNKNOWN))
    full = Spot((MISSY,), 0, 0, 5)
    assert search.with_dog(full) == full


def test_raises_that_drive_a_rival_mad() -> None:
    assert Rival((4, 3), 1.0).raises == 1
    assert Rival((6,), 1.0).raises is None
    assert Rival((5,), 1.0).raises is None
    assert Rival((3, 2), 1.0).raises == 3


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
def test_a_roll_that_wins_is_laid_so_that_it_wins(level: Level, dice: Rolls) -> None:
    s = game("marcher")
    lay(s, 0, "Missy (3) 4", yard=[3], done=["Raya", "Momo", "Burt", "Bongo", "Doog"])
    dice.next((4, 4))
    trick(s, "marcher")
    move = decide(s, level)
    assert move.name == "assign"
    assert sorted(str(place) for _, place in move.args["dice"]) == ["1", "bury"]


def test_a_beginner_validates_whenever_he_can_and_goes_on_while_little_is_buried() -> None:
    s = game()
    lay(s, 0, "Missy (3) (4)", "Burt 1")
    assert decide(s, Level.BEGINNER).name == "validate"
    for buried, does in ((2, "go"), (3, "stop")):
        s = game()
        lay(s, 0, "Missy (3) 4", yard=[buried], treats=0)
        s.yard(0).cards, aside = [], s.yard(0).cards
        trick(s, "se_rouler")
        s.yard(0).cards = aside
        assert decide(s, Level.BEGINNER).name == does


def test_the_strong_one_digs_where_somebody_goes_mad() -> None:
    s = game("creuser")
    lay(s, 0, "Lief 1 2 3", "Doog 2 3 5 6", yard=[1], treats=0)
    lay(s, 1, "Missy (3) (4)", "Bongo (1) (3)", yard=[4, 3])
    trick(s, "creuser")
    move = decide(s, Level.STRONG)
    theirs = Sighting(s, 0, []).view.zone("yard:1").cards
    assert (move.name, move.args["way"]) == ("dig", "up")
    assert move.args["die"] in {card.handle for card in theirs if card is not None}


def test_the_strong_one_does_not_roll_with_a_full_yard_when_treats_are_to_be_had() -> None:
    s = game("faire_le_beau")
    lay(s, 0, "Doog (2) (3) (5) 6", "Lief (1) (2) 3", yard=[6, 1], treats=0)
    assert chosen(s, decide(s, Level.STRONG)) in ("faire_le_beau", "se_rouler")
    assert slot(s, "faire_le_beau") == 3


@pytest.mark.parametrize("tiles", ["caniparc", "parc_a_chiots", "club_canin", "partie_de_chasse"])
def test_bots_finish_games_of_every_set(tiles: str) -> None:
    for options in ({"set": tiles}, {"wild_dogs": True, "set": tiles, "show_odds": True}):
        match = Match(GAME, ["normal", "beginner"], seed=seed_from(tiles), options=options)
        match.finish(GAME.bound(2, match.state.options))
        assert match.state.outcome is not None


def test_normal_bots_win_more_games_than_beginners() -> None:
    """The game is swingy: of these thirty games about twenty go to the better one."""
    won = 0
    for n in range(30):
        names = ["normal", "beginner"] if n % 2 else ["beginner", "normal"]
        match = Match(GAME, names, seed=seed_from(f"levels {n}"))
        match.finish()
        assert match.state.outcome is not None
        won += (1 if n % 2 == 0 else 0) in match.state.outcome.winners
    assert won > 15

"""Bots of Spots: the search against counts made another way, and what each level does in plain positions."""

from collections.abc import Sequence
from itertools import product
from math import exp

import pytest

from tablee.arena.match import Match, make_bot
from tablee.bots.bot import Level, Sighting
from tablee.games.spots.bots import SpotsBot
from tablee.games.spots.data import DOG_NAMED, DOGS, SLOTS, TILE_NAMED
from tablee.games.spots.rules import GAME
from tablee.games.spots.search import UNKNOWN, Limits, Rival, TrickSearch, best_laying, layings
from tablee.games.spots.table import DECK, TOUTOU_DOGS, SpotsState
from tablee.games.spots.value import (
    DONE,
    EASE,
    LEFT_TREAT,
    PART,
    RISK,
    TREAT,
    Spot,
    Winning,
    emptied,
    kennel_dog,
    strength,
    tiles_left,
    worth,
)
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tests.games.spots import Rolls, game, lay, slot, trick
from tests.games.spots import dice as dice

MISSY = kennel_dog((3, 4), (3, 4))


def searching(tile: str, supply: int = 30) -> TrickSearch:
    return TrickSearch(TILE_NAMED[tile], DOG_NAMED["Burt"], supply, 20)


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


# ---- the chance of winning ----------------------------------------------------------------------------


def test_a_chance_is_a_chance() -> None:
    spot = Spot((MISSY,), 3, 1, 2)
    assert Winning(1.0)(spot._replace(done=6)) == 1
    assert 0 < Winning(5.0)(spot) < Winning(1.0)(spot) < 1
    assert Winning.over([strength(spot)])(spot) == pytest.approx(1 / 2)
    assert Winning.over([strength(spot)] * 3)(spot) == pytest.approx(1 / 4)


@pytest.mark.parametrize(
    "better",
    [
        Spot((MISSY,), 3, 1, 3),  # a dog validated
        Spot((MISSY, MISSY), 3, 1, 2),  # a dog drawn
        Spot((kennel_dog((3, 4), (3,)),), 3, 1, 2),  # a die placed
        Spot((MISSY,), 3, 2, 2),  # a treat
    ],
)
def test_what_brings_somebody_on(better: Spot) -> None:
    assert strength(better) > strength(Spot((MISSY,), 3, 1, 2))


def test_dice_on_dogs_are_worth_less_with_a_full_yard() -> None:
    dogs = (kennel_dog((3, 4), (3,)), kennel_dog((1, 2, 5), (5,)))
    assert strength(Spot(dogs, 0, 1, 0)) > strength(Spot(dogs, 7, 1, 0))


def test_whoever_is_behind_gambles_and_whoever_is_ahead_does_not() -> None:
    low, middle, high = (Spot((MISSY,), 0, 0, done) for done in (1, 2, 3))
    for against, gambles in ((20.0, True), (0.05, False)):
        chance = Winning(against)
        assert ((chance(low) + chance(high)) / 2 > chance(middle)) == gambles


def test_the_last_tile_but_one_is_left_with_care() -> None:
    """Whoever leaves one tile leaves all of them, and a treat (R65, R66)."""
    two, one = {"aboyer": 0, "blue": 0}, {"aboyer": 0}
    assert tiles_left(one) > tiles_left(two)
    assert tiles_left(one) == pytest.approx(tiles_left(dict.fromkeys(SLOTS, 0)) + LEFT_TREAT)


def strong_view(s: SpotsState, slot: int = -1) -> Winning:
    bot = make_bot(GAME, Level.STRONG, 0, seed_from("bot"))
    assert isinstance(bot, SpotsBot)
    return bot._winning(Sighting(s, 0, []).view, slot)


def test_others_count_as_they_stand_and_whoever_has_left_does_not() -> None:
    s = game(players=3)
    lay(s, 1, "Missy 3 4", done=["Raya", "Momo", "Burt", "Bongo", "Doog"])
    lay(s, 2, "Lief 1 2 3")
    both = strong_view(s).against
    s.out[1] = True
    alone = strong_view(s).against
    spot = Spot((kennel_dog((1, 2, 3), (1, 2, 3)),), 0, 1, 0)
    assert alone == pytest.approx(exp(strength(spot) + tiles_left(dict.fromkeys(SLOTS, 0))))
    assert both > 5 * alone


def test_a_tile_taken_is_not_left_to_the_next() -> None:
    s = game()
    assert strong_view(s, slot(s, "aboyer")).against < strong_view(s, slot(s, "marcher")).against
    assert strong_view(s, slot(s, "marcher")).against < strong_view(s).against


def test_alone_it_is_t0ut0u_that_counts() -> None:
    s = game(players=1)
    before = strong_view(s).against
    deck, dogs = s.zones[DECK], s.zones[TOUTOU_DOGS]
    s.move(deck.cards[-1], deck, dogs)
    assert strong_view(s).against > before


def test_the_strong_one_draws_dogs_while_it_has_few() -> None:
    s = game()
    lay(s, 0, "Missy 3 4", "Sundrop 2 3", yard=[6])
    assert chosen(s, decide(s, Level.STRONG)) == "aboyer"
    lay(s, 0, "Missy (3) 4", "Bongo (1) 3", done=["Raya", "Momo", "Burt", "Doog"])
    assert chosen(s, decide(s, Level.STRONG)) != "aboyer"


def test_the_best_laying_is_the_one_that_is_best_at_once() -> None:
    rng = keyed(seed_from("layings"), "dogs")
    judge = Winning(1.0)
    for _ in range(200):
        dogs = tuple(sorted(kennel_dog(dog.spaces, dog.spaces) for dog in rng.shuffled(DOGS)[:4]))
        roll = tuple(sorted(1 + rng.below(6) for _ in range(4)))
        ways = [Spot(after, over % 8, 1, 1) for after, over in layings(dogs, roll)]
        ((found, over),) = best_laying(dogs, roll)
        assert judge(Spot(found, over % 8, 1, 1)) == pytest.approx(max(map(judge, ways)))


def test_dice_rolled_one_by_one_lie_in_the_end_as_if_they_had_fallen_together() -> None:
    search = TrickSearch(
        TILE_NAMED["bondir"], DOG_NAMED["Burt"], 30, 20, limits=Limits(at_once=True), judge=Winning(1.0)
    )
    spot = Spot(tuple(sorted((MISSY, kennel_dog((2, 5), (2, 5))))), 1, 0, 0)
    dice, by_hand = 5, 0.0
    for throw in product(range(1, 7), repeat=dice):
        open_ones, total = {2, 3, 4, 5}, spot.total
        for number in throw:
            if number in open_ones:
                open_ones.remove(number)
            else:
                total += number
        dogs = tuple(sorted(kennel_dog(d, [v for v in d if v in open_ones]) for d in ((3, 4), (2, 5))))
        end = Spot(dogs, total, 0, 0)
        by_hand += search.bust(spot) if total > 7 else search.leaf(end if open_ones else search.validated(end))
    assert search.together(spot, dice) == pytest.approx(by_hand / 6**dice)
    assert search.rest(1, spot, 0, dice) == search.together(spot, dice)


# ---- one level against another -------------------------------------------------------------------------

DEALS = 12


def rounds(level: Level, players: int) -> list[int]:
    """How many rounds so many of a kind need until one has six dogs, on always the same deals."""
    needed = []
    for deal in range(DEALS):
        match = Match(GAME, [level] * players, seed=seed_from(f"levels {deal}"))
        match.finish()
        assert isinstance(match.state, SpotsState)
        needed.append(max(match.state.turns))
    return needed


@pytest.mark.parametrize(
    ("worse", "better", "players"),
    [(Level.BEGINNER, Level.NORMAL, 4), (Level.NORMAL, Level.STRONG, 2)],
    ids=["normal", "strong"],
)
def test_who_is_better_gets_there_sooner_and_not_by_chance(worse: Level, better: Level, players: int) -> None:
    """Wins of single games would need hundreds of them. If it made no difference who played which game, the games
    could be dealt out to both again, and hardly ever be so unlike. Strong ones think long: two of them do."""
    slow, fast = rounds(worse, players), rounds(better, players)
    rng = keyed(seed_from("levels"), "again")
    draws = 2_000
    reached = sum(sum(rng.shuffled(slow + fast)[:DEALS]) >= sum(slow) for _ in range(draws))
    assert reached < draws / 500

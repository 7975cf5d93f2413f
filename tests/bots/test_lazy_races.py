"""Lazy players: one button on every card, any button, or never one. In a race none of them may win more than its
share against bots that look; what a mistake costs must see to that.

A lazy player presses as soon as a card can be answered, and plays all other moves as a normal bot does.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec import Struct

from tablee.arena.match import Match, game_mind, make_bot
from tablee.bots.bot import Bot, Level, Plan, Sighting
from tablee.games.registry import game as registered
from tablee.kernel.game import Game
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng, keyed, seed_from
from tablee.kernel.units import Millis
from tablee.pieces.toutilix import SYMBOL, VOWELS
from tablee.words.lexicon import Lexicon

LAZY = "lazy"
AT_ONCE: Millis = 150
"""After a card is shown: quicker than anybody who looks at it, and no anticipation."""

Habit = Callable[[Rng, Offer], Mapping[str, Any] | None]
"""What is pressed where an offer of some name is made; None: nothing."""


def never(rng: Rng, offer: Offer) -> None:
    return None


def plain(rng: Rng, offer: Offer) -> Mapping[str, Any]:
    """A button, and nothing more to say."""
    return {}


def any_of(rng: Rng, offer: Offer) -> Mapping[str, Any]:
    """Whatever comes first to hand."""
    return offer.sample(rng)


def always(**args: Any) -> Habit:
    return lambda rng, offer: args


def same_card(rng: Rng, offer: Offer) -> Mapping[str, Any]:
    return {**offer.sample(rng), "card": min(offer.params["card"].cards), "hand": "chosen"}  # type: ignore[attr-defined]


def other_hand(rng: Rng, offer: Offer) -> Mapping[str, Any]:
    return {**offer.sample(rng), "hand": "other"}


class LazyBot:
    """Has a habit for every way to press; all else is done by a normal mind."""

    def __init__(self, mind: Bot, habits: Mapping[str, Habit], rng: Rng) -> None:
        self._mind, self._habits, self._rng = mind, habits, rng
        self._pressed: dict[tuple[str, int | None], Plan | None] = {}

    def react(self, seen: Sighting) -> Plan | None:
        plans = []
        usual = self._mind.react(seen)
        if usual is not None and usual.move.name not in self._habits:
            plans.append(usual)
        for offer in seen.offers:
            if offer.name in self._habits:
                key = (offer.name, offer.stimulus)
                if key not in self._pressed or offer.stimulus is None:
                    self._pressed[key] = self._press(seen, offer)
                if (plan := self._pressed[key]) is not None:
                    plans.append(Plan(plan.move, max(plan.at, offer.opens_at)))
        return min(plans, key=lambda plan: plan.at, default=None)

    def _press(self, seen: Sighting, offer: Offer) -> Plan | None:
        args = self._habits[offer.name](self._rng, offer)
        return None if args is None else Plan(Move(offer.name, args, answers=offer.stimulus), seen.now + AT_ONCE)


class Tally(Struct):
    """Over some games: the share of victories of the lazy one, his points, and the mean of the others'."""

    won: float = 0
    lazy: float = 0
    others: float = 0


def played(
    game: Game[Any],
    habits: Mapping[str, Habit],
    level: Level,
    players: int,
    games: int,
    lazy: type[LazyBot] = LazyBot,
    **options: Any,
) -> Tally:
    """One lazy player, in every seat in turn, among bots of one level."""

    def make(game: Game[Any], name: str, seat: int, seed: bytes, lexicon: Lexicon | None = None) -> Bot:
        if name != LAZY:
            return make_bot(game, name, seat, seed, lexicon)
        return lazy(game_mind(game, Level.NORMAL, seat, seed, lexicon), habits, keyed(seed, LAZY, seat))

    tally = Tally()
    for number in range(games):
        me = number % players
        bots = [LAZY if seat == me else level for seat in range(players)]
        match = Match(game, bots, seed=seed_from(number), options=options, make=make)
        match.finish(game.bound(players, match.state.options))
        outcome = match.state.outcome
        assert outcome is not None
        tally.won += (me in outcome.winners) / max(1, len(outcome.winners)) / games
        points = match.state.scores
        tally.lazy += points[me] / games
        tally.others += (sum(points) - points[me]) / (players - 1) / games
    return tally


class Lazy(Struct, frozen=True):
    game: str
    habit: str
    habits: Mapping[str, Habit]
    players: int = 4
    games: int = 4

    def __str__(self) -> str:
        return f"{self.game} {self.habit} {self.players}"


SHOUTS = {kind: always(kind=kind) for kind in ("voyelle", "consonne", "suite")}
VIZDIBIX = [
    Lazy("vizdibix", habit, {"shout": says}) for habit, says in {**SHOUTS, "any": any_of, "never": never}.items()
]
SYLLABLES = {"RE": always(first="R", second="E"), "any": any_of, "never": never}
LOSERS = [
    *VIZDIBIX,
    *(Lazy("vizdibix", "consonne", {"shout": SHOUTS["consonne"]}, players) for players in (2, 6)),
    Lazy("corsix", "never", {"toutilix": never}, games=8),
    *(Lazy("corsix", "every card", {"toutilix": plain}, n, 8) for n in (2, 4)),
    Lazy("lipipix", "never", {"claim": never}),
    *(Lazy("lipipix", habit, {"claim": SYLLABLES[habit]}, n) for habit in ("RE", "any") for n in (2, 4)),
    Lazy("touvavix", "the pétard", {"tap": always(target="petard")}, players=2, games=2),
    Lazy("touvavix", "never", {"tap": never}, games=2),
    Lazy("moinzix", "E", {"moinzix": plain, "answer": always(letter="E")}),
    Lazy("moinzix", "any", {"moinzix": plain, "answer": any_of}),
    Lazy("pas_touche", "one card", {"touch": same_card, "call": never}, games=2),
    Lazy("pas_touche", "any card", {"touch": any_of, "call": never}, games=2),
    Lazy("pas_touche", "pas touche !", {"touch": other_hand, "call": plain}, games=2),
    Lazy("pas_touche", "never", {"touch": never, "call": never}, games=2),
    Lazy("hyperspeedix", "never", {"slap": never, "toutilix": never, "say": never}),
    *(
        Lazy("hyperspeedix", habit, {"slap": never, "toutilix": never, "say": never, habit: plain}, n)
        for habit in ("slap", "toutilix")
        for n in (2, 4)
    ),
    Lazy("hyperspeedix", "slap, and words as others do", {"slap": plain}, 2),
]
"""Whoever plays like that loses, and clearly."""


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
@pytest.mark.parametrize("lazy", LOSERS, ids=str)
def test_who_does_not_look_loses(lazy: Lazy, level: Level) -> None:
    tally = played(registered(lazy.game), lazy.habits, level, lazy.players, lazy.games)
    assert tally.won <= 0.6 / lazy.players, "luck with étoiles and debts may win a game, not more"
    assert tally.lazy < 0.6 * tally.others


class HalfBlind(LazyBot):
    """Looks at the top card alone, and shouts what it is as soon as there is one beneath."""

    def _press(self, seen: Sighting, offer: Offer) -> Plan | None:
        middle = seen.view.zone("middle")
        if middle.count < 2:
            return None
        top = middle.cards[-1]
        kind = "voyelle" if top is not None and top.face and SYMBOL[top.face] in VOWELS else "consonne"
        return Plan(Move(offer.name, {"kind": kind}, answers=offer.stimulus), seen.now + AT_ONCE)


@pytest.mark.parametrize("level", [Level.NORMAL, Level.STRONG])
@pytest.mark.parametrize("players", [2, 4])
def test_half_a_look_is_not_enough_at_vizdibix(players: int, level: Level) -> None:
    tally = played(registered("vizdibix"), {"shout": plain}, level, players, 6, lazy=HalfBlind)
    assert tally.won <= 0.6 / players
    assert tally.lazy < 0.8 * tally.others


class FromTheSecond(LazyBot):
    """« consonne ! » on every card but the first of a heap, which is always an error."""

    def _press(self, seen: Sighting, offer: Offer) -> Plan | None:
        if seen.view.zone("middle").count < 2:
            return None
        return Plan(Move(offer.name, {"kind": "consonne"}, answers=offer.stimulus), seen.now + AT_ONCE)


@pytest.mark.rule("vizdibix", "D19")
@pytest.mark.parametrize("habit", [FromTheSecond, HalfBlind])
@pytest.mark.parametrize("players", range(2, 9))
def test_no_habit_wins_more_than_its_share_at_any_vizdibix_table(players: int, habit: type[LazyBot]) -> None:
    """The more players, the fewer cards each of them wins: there a further error costs more heaps."""
    tally = played(registered("vizdibix"), {"shout": plain}, Level.NORMAL, players, 4 * players, lazy=habit)
    assert tally.won <= 1 / players
    assert tally.lazy < 0.95 * tally.others


@pytest.mark.parametrize("players", [2, 4])
def test_calling_etoile_all_the_time_wins_no_more_than_a_share_at_amerix(players: int) -> None:
    """It costs nothing (D16), and catches only those who forget: a normal bot calls it as well."""
    tally = played(registered("amerix"), {"etoile": plain}, Level.NORMAL, players, 24)
    assert tally.won <= 1.5 / players


@pytest.mark.parametrize("habit", ["RE", "any"])
def test_who_spoils_every_syllable_wins_no_more_than_a_share_at_lipipix(habit: str) -> None:
    """Where a mistake costs nothing, as by the booklet, nobody wins a syllable, and étoiles decide."""
    tally = played(registered("lipipix"), {"claim": SYLLABLES[habit]}, Level.STRONG, 2, 12, wrong_claim="free")
    assert tally.won <= 0.5
    assert tally.lazy < 1.2 * tally.others


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("players", [2, 4])
def test_never_to_press_wins_no_more_than_a_share_at_moinzix(players: int, level: Level) -> None:
    """A wrong answer of others gives a letter to him too: so bots must not err often."""
    tally = played(registered("moinzix"), {"moinzix": never}, level, players, 24)
    assert tally.won <= 1 / players
    if level is not Level.BEGINNER:
        assert tally.won <= 0.3 / players
        assert tally.lazy < tally.others

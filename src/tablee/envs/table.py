"""A table without people, asked for one small choice at a time, on a virtual clock.

Everybody who may move answers: with a move (and, in races, after how long), or by waiting. When all have answered,
the earliest thing happens: a move, or the next alarm. Then those are asked again whose offers have changed, and
all who waited. So no seat knows the answers of the others, whoever is asked first.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any, Self

import numpy as np
from msgspec import Struct, json
from numpy.typing import NDArray

from tablee.arena.match import bots_words, lexicon_of
from tablee.bots.rollout import QuickPicker
from tablee.envs.actions import WAIT, Actions, glances
from tablee.envs.choices import Chooser, MadeUp, may_lead_nowhere, may_make_up, seen_by_owner
from tablee.envs.eye import Eyes
from tablee.envs.layout import ObservationLayout
from tablee.games.registry import game as registered
from tablee.kernel.choices import MADE_UP
from tablee.kernel.domains import OneCard
from tablee.kernel.drafts import MoveDraft, begin, choose
from tablee.kernel.game import Game, TableOptions, checked
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Outcome, Result
from tablee.kernel.phase import Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng, seed_from
from tablee.kernel.state import Due, State
from tablee.kernel.units import Millis, Seat
from tablee.play.driver import Stuck
from tablee.play.order import coming, ring
from tablee.words.fit import Word
from tablee.words.lexicon import Lexicon

PACE: Millis = 400
"""How long a move takes that is no race."""
DELAYS: tuple[Millis, ...] = (200, 400, 800, 1600, 3200)
"""How long one may take in a race: the choices."""
TRIES = 200


class Rules(Struct, frozen=True):
    """What all games of one environment share."""

    game: Game[Any]
    players: int
    options: TableOptions
    seat_options: tuple[Any, ...]
    actions: Actions
    layout: ObservationLayout
    lexicon: Lexicon | None
    chooser: Chooser
    bound: int

    def __deepcopy__(self, memo: dict[int, Any]) -> "Rules":
        """They never change, and copies of a table share them."""
        return self


def rules_of(
    key: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seat_options: Sequence[Mapping[str, Any]] | None = None,
) -> Rules:
    """The spaces of a game; worked out once for the same arguments."""
    low, high = registered(key).info.players
    n = players if players is not None else max(low, min(4, high))
    per_seat = [dict(o) for o in seat_options] if seat_options is not None else None
    return _rules(key, n, json.encode(options or {}, order="deterministic"), json.encode(per_seat))


@cache
def _rules(key: str, players: int, options: bytes, seat_options: bytes) -> Rules:
    game = registered(key)
    chosen: TableOptions = checked(game.options, json.decode(options))
    per_seat = json.decode(seat_options)
    game.start(players, seed=seed_from(0), options=chosen, seat_options=per_seat)  # refuses what it cannot play
    seats = tuple(checked(game.seat_options, o) for o in per_seat or [{}] * players)
    actions, layout = Actions(DELAYS), ObservationLayout(players)
    for s in glances(game, players, chosen, seats):
        actions.look(s)
        layout.look(s)
    actions.close()
    layout.close()
    lexicon = lexicon_of(game, chosen)
    chooser = Chooser(bots_words(lexicon, chosen))
    return Rules(game, players, chosen, seats, actions, layout, lexicon, chooser, game.bound(players, chosen))


class Intent(Struct, frozen=True):
    """What a seat means to do: a move at a time, made to an offer; no offer: it waits."""

    at: Millis = 0
    move: Move | None = None
    offer: Offer | None = None


WAITS = Intent()


class EnvTable:
    """One game. `asked` names the seats that must choose; `legal` their choices; `act` takes one."""

    def __init__(self, rules: Rules, seed: bytes, *, watched: bool = False) -> None:
        self.rules = rules
        self.s: State = rules.game.start(
            rules.players,
            seed=seed,
            options=rules.options,
            seat_options=rules.seat_options,
            watched=watched,
        )
        self.steps = 0
        """Things that happened: moves and alarms."""
        self.asked: list[Seat] = []
        self.refused: dict[Seat, str] = {}
        """Why the last move of a seat was refused; it then waits."""
        self._answers: dict[Seat, Intent] = {}
        self._offers: dict[Seat, Sequence[Offer]] = {}
        self._drafts: dict[Seat, MoveDraft] = {}
        self._picks: dict[Seat, list[int]] = {}
        self._legal: dict[Seat, dict[int, Any]] = {}
        self._wordy = type(self.s).wordy
        self._eyes: Eyes | None = None
        self._open()

    @property
    def over(self) -> bool:
        return self.s.outcome is not None

    def copy(self) -> Self:
        twin = copy(self)
        twin.s = self.s.copy()
        twin.asked = list(self.asked)
        twin.refused = dict(self.refused)
        twin._legal = {}
        twin._eyes = None
        # Offers may hold lists of the state itself: the twin has its own.
        twin._offers = {seat: twin._open_offers(seat) for seat in self._offers}
        twin._answers = {seat: twin._same(seat, answer) for seat, answer in self._answers.items()}
        twin._drafts, twin._picks = {}, {}
        for seat, picks in self._picks.items():
            for action in picks:
                twin.act(seat, action)
        return twin

    def _same(self, seat: Seat, answer: Intent) -> Intent:
        """An answer of the table that this one is a copy of."""
        if answer.offer is None:
            return answer
        offer = next((o for o in self._offers[seat] if o.name == answer.offer.name), answer.offer)
        return Intent(answer.at, answer.move, offer)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def imagined(self, seat: Seat, rng: Rng) -> Self:
        """A table that looks the same to a seat that is asked: all that it has not seen is drawn again, and what
        the others may already have answered is open again."""
        twin = self.copy()
        twin.s = self.s.redeal(seat, rng)
        twin.s.watched = self.s.watched
        twin._answers, twin._drafts, twin._picks = {}, {}, {}
        twin._open()
        if seat in twin.asked:
            twin.asked.remove(seat)
            twin.asked.insert(0, seat)
            for action in self._picks.get(seat, ()):
                twin.act(seat, action)
        return twin

    def vector(self, seat: Seat) -> NDArray[np.int16]:
        """What a seat is shown."""
        eyes = self._eyes
        if eyes is None:
            eyes = self._eyes = Eyes(self.rules.layout, self.s)
        return eyes.vector(seat, self._picks.get(seat, ()))

    def picks(self, seat: Seat) -> Sequence[int]:
        """The choices of the move that a seat is making."""
        return self._picks.get(seat, ())

    # ---- choosing ----------------------------------------------------------------------------------

    def legal(self, seat: Seat) -> dict[int, Any]:
        """The choices of a seat; only to wait for one that is not asked."""
        found = self._legal.get(seat)
        if found is None:
            found = self._choices(seat) if seat in self.asked else {WAIT: None}
            self._legal[seat] = found
        return found

    def _choices(self, seat: Seat) -> dict[int, Any]:
        draft = self._drafts.get(seat)
        if draft is not None:
            if not draft.param:
                return {i + 1: ms for i, ms in enumerate(DELAYS)}
            found: dict[int, Any] = {}
            self._add(seat, draft, found)
            return found
        offers = self._offers[seat]
        found = {WAIT: None} if self._may_wait(seat, offers) else {}
        for offer in offers:
            if not offer.params:
                self._put(found, self.rules.actions.moves.get(offer.name), (offer, None))
                continue
            draft = begin(offer)
            if draft.param:
                self._add(seat, draft, found)
            else:
                self._put(found, self.rules.actions.moves.get(offer.name), (draft, None))
        if not found:
            found[WAIT] = None  # no word fits, say: the clock decides
        return found

    def _add(self, seat: Seat, draft: MoveDraft, found: dict[int, Any]) -> None:
        rules = self.rules
        domain = draft.domain
        blind = may_lead_nowhere(self.s, draft)
        if type(domain) is OneCard and not blind and self._add_own(seat, draft, domain.cards, found):
            return
        if type(domain) is Word and self._add_words(seat, draft, domain, found):
            return
        table = rules.actions.table(draft.offer.name, draft.param)
        for key, value in rules.chooser.choices(self.s, seat, draft, self.steps):
            self._put(found, table.get(key), (draft, value))

    def _add_words(self, seat: Seat, draft: MoveDraft, domain: Word, found: dict[int, Any]) -> bool:
        """The quick way where many words may be said. False: they have no numbers of their own."""
        rules, s = self.rules, self.s
        numbers = rules.actions.words.get((draft.offer.name, draft.param))
        if numbers is None:
            return False
        for number, word in zip(numbers, rules.chooser.words(s, domain), strict=False):
            found[number] = (draft, word)
        if may_make_up(s, seat):
            made_up = rules.actions.table(draft.offer.name, draft.param)[MADE_UP]
            found[made_up] = (draft, MadeUp(domain, self.steps))
        return True

    def _add_own(self, seat: Seat, draft: MoveDraft, cards: Sequence[Any], found: dict[int, Any]) -> bool:
        """The quick way for what is most often chosen: cards of one's own that one sees. False: some are not."""
        s = self.s
        own = seen_by_owner(s, seat)
        numbers = self.rules.actions.cards.get((draft.offer.name, draft.param))
        if numbers is None or own is None:
            return False
        faces = s.faces
        put: dict[int, Any] = {}
        for card in cards:
            if card not in own:
                return False
            for number in numbers.get(faces[card], ()):
                if number not in put:
                    put[number] = (draft, card)
                    break
            else:
                return False
        found.update(put)
        return True

    def _put(self, found: dict[int, Any], action: int | None, choice: Any) -> None:
        """A choice that has no number of its own takes a spare one, as long as there are any."""
        if action is None:
            actions = self.rules.actions
            action = next((i for i in range(actions.spare, len(actions)) if i not in found), None)
        if action is not None:
            found[action] = choice

    def _may_wait(self, seat: Seat, offers: Sequence[Offer]) -> bool:
        """Waiting is a choice where the table does not wait for this seat, or where time matters."""
        s = self.s
        top = s.phases[-1]
        alone = len(self._offers) == 1 and not (top.hurried or s.beside) and seat in top.active(s)
        if alone:
            for offer in offers:
                if offer.stimulus is not None or offer.closes_at is not None:
                    break
            else:
                return False
        if len(self.asked) > 1 or any(answer.move is not None for answer in self._answers.values()):
            return True
        return s.next_alarm() is not None

    def act(self, seat: Seat, action: int) -> None:
        """Takes a choice of an asked seat. When all have answered, time goes on."""
        legal = self.legal(seat)
        if action not in legal:
            raise ValueError(f"action {action} is not legal for seat {seat}")
        choice = legal[action]
        self._legal.pop(seat, None)
        if action == WAIT:
            self._answer(seat, WAITS)
            return
        draft = self._drafts.get(seat)
        if draft is not None and not draft.param:
            self._commit(seat, draft.offer, draft.args, choice)
            return
        made, value = choice
        if isinstance(made, Offer):
            if made.stimulus is None:
                self._commit(seat, made, {}, PACE)
                return
            draft = MoveDraft(made)
        else:
            draft = made
            if draft.param:
                choose(draft, value.value(self.s) if type(value) is MadeUp else value)
            if not draft.param and draft.offer.stimulus is None:
                self._commit(seat, draft.offer, draft.args, PACE)
                return
        self._drafts[seat] = draft
        self._picks.setdefault(seat, []).append(action)

    def _commit(self, seat: Seat, offer: Offer, args: Mapping[str, Any], delay: Millis) -> None:
        at = max(self.s.now + delay, offer.opens_at)
        if offer.closes_at is not None and at > offer.closes_at:
            at = offer.closes_at
        move = Move(offer.name, args, at, offer.stimulus)
        if self._wordy and (args or offer.asks is not None):
            move = offer.looked_up(move, self.rules.lexicon)
        self._answer(seat, Intent(at, move, offer))

    def _answer(self, seat: Seat, answer: Intent) -> None:
        self._drafts.pop(seat, None)
        self._picks.pop(seat, None)
        self.asked.remove(seat)
        if self.refused:
            self.refused.pop(seat, None)
        s = self.s
        if not self.asked and answer.move is not None and len(self._offers) == 1:
            top = s.phases[-1]
            if not (top.hurried or s.beside or self._answers):
                self._play(seat, answer, top)
                self._open()
                return
        self._answers[seat] = answer
        if not self.asked:
            self._happen()
            self._open()

    # ---- time --------------------------------------------------------------------------------------

    def _open(self) -> None:
        """Asks all who may move and have not answered; lets time pass until there is somebody."""
        s = self.s
        self._legal.clear()
        if self._eyes is not None:
            self._eyes.stale = True
        while s.outcome is None:
            self._offers = {}
            for seat in s.actors():
                offers = self._open_offers(seat)
                if offers:
                    self._offers[seat] = offers
            answers = self._answers
            self.asked = [seat for seat in self._offers if seat not in answers] if answers else list(self._offers)
            if len(self.asked) > 1:
                turn = self.steps % len(self.asked)
                self.asked = self.asked[turn:] + self.asked[:turn]
            if self.asked:
                return
            self._happen()
        self.asked = []

    def _open_offers(self, seat: Seat) -> Sequence[Offer]:
        """The offers that are not closed yet."""
        s = self.s
        offers = s.offers(seat)
        for offer in offers:
            if offer.closes_at is not None and offer.closes_at < s.now:
                return [o for o in offers if o.closes_at is None or o.closes_at >= s.now]
        return offers

    def _happen(self) -> None:
        """The earliest move or alarm."""
        s = self.s
        answers = self._answers
        moves = {seat: answer for seat, answer in answers.items() if answer.move is not None}
        found = coming(s, moves, self.steps)
        if found is None:
            self._force()
        elif isinstance(found, Due):
            ring(s, found, self.rules.lexicon)
            self.steps += 1
        else:
            self._play(found, answers.pop(found), None)
        for seat, answer in list(answers.items()):
            # A plan stands as long as what it answers to is still offered.
            if answer.offer is None or s.outcome is not None or answer.offer not in s.offers(seat):
                del answers[seat]

    def _play(self, seat: Seat, answer: Intent, phase: Phase[Any] | None) -> None:
        s, move = self.s, answer.move
        assert move is not None
        s.now = max(s.now, answer.at)
        self.steps += 1
        try:
            if phase is not None:
                s.play_offered(phase, seat, move)
            else:
                s.play(seat, move)
        except Refused as no:
            # What the rules refuse beyond the offers (a word said before, say) costs its time, and is asked again.
            self.refused[seat] = no.code
            due = s.next_alarm()
            if due is not None and due.at <= s.now:
                ring(s, due, self.rules.lexicon)

    def _force(self) -> None:
        """Nobody moves and nothing will ring: somebody makes a move by chance, so that the game goes on."""
        s = self.s
        pick = QuickPicker(f"{self.steps} {s.now}")
        for _ in range(TRIES):
            seats = [seat for seat in s.actors() if s.offers(seat)]
            if not seats:
                break
            seat = seats[pick.below(len(seats))]
            offers = s.offers(seat)
            offer = offers[pick.below(len(offers))]
            at = max(s.now + PACE, offer.opens_at)
            move = offer.looked_up(Move(offer.name, offer.sample(pick), at, offer.stimulus), self.rules.lexicon)
            was, s.now = s.now, at
            try:
                s.play(seat, move)
            except Refused:
                s.now = was
                continue
            self.steps += 1
            return
        raise Stuck(self.rules.game.info.key)


def rewards(outcome: Outcome) -> tuple[float, ...]:
    """From -1 to 1: the share of the others that one has beaten less the share that have beaten one. Who plays
    alone or together wins 1 or loses 1."""
    n = len(outcome.scores)
    if outcome.result is Result.NOBODY or (outcome.ranks is None and outcome.result is not Result.TOGETHER):
        return (0.0,) * n
    if outcome.result is Result.TOGETHER or n == 1:
        won = outcome.ranks is not None and outcome.ranks[0] == 1
        return (1.0 if won else -1.0,) * n
    ranks = outcome.ranks
    assert ranks is not None
    return tuple(sum((o > r) - (o < r) for o in ranks) / (n - 1) for r in ranks)

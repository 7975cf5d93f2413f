"""The random player: any offer, any arguments, any time. It sees nothing and needs to see nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.kernel.domains import Domain, Vector
from tablee.kernel.moves import Move, Offer
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.units import Seat
from tablee.words.fit import Fit, Sentence, Word
from tablee.words.flags import UNCOMMON, VERBLESS
from tablee.words.lexicon import Lexicon
from tablee.words.spelling import Written

CHOICE = 50
"""A real word is drawn among so many of the commonest that fit."""
TRIES = 50
"""Draws before it waits for the clock."""
GRAVE = 1 / 32
"""How often it means a grave move when it has drawn one."""


class RandomBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon | None = None) -> None:
        super().__init__(seat, level, rng)
        self._lexicon = lexicon

    def decide(self, seen: Sighting) -> Plan | None:
        for _ in range(TRIES):
            offer = self._offer(seen.offers)
            move = Move(offer.name, self._arguments(offer), answers=offer.stimulus)
            if self._may_be_said(offer, move) and self._is_possible(seen, offer, move):
                return self.soon(seen, move, 200, 2_000)
        return None

    def occasion(self, seen: Sighting) -> object:
        """Where things are posed, what others move may be in the way of what was meant."""
        posed = any(o.checkable and any(_poses(d) for d in o.params.values()) for o in seen.offers)
        return (super().occasion(seen), seen.view.zones) if posed else super().occasion(seen)

    def _offer(self, offers: Sequence[Offer]) -> Offer:
        """Any; giving up only seldom, for this player also sits in for a bot that failed."""
        offer = self.rng.choice(offers)
        light = [o for o in offers if not o.grave]
        return self.rng.choice(light) if offer.grave and light and not self.chance(GRAVE) else offer

    def _may_be_said(self, offer: Offer, move: Move) -> bool:
        """No bot says what the lexicon does not know, nor what no bot says (C19), nor a sentence without a verb,
        nor an uncommon word where only common ones will do: not even by chance."""
        found = offer.looked_up(move, self._lexicon).known.values()
        hidden = VERBLESS | UNCOMMON | (self._lexicon.index.hides if self._lexicon is not None else 0)
        return all(kinds and not kinds & hidden for kinds in found)

    def _is_possible(self, seen: Sighting, offer: Offer, move: Move) -> bool:
        """Where only the table can judge (a piece that falls), it is asked before."""
        if not offer.checkable or offer.looked_up(move, self._lexicon).known:
            return True
        try:
            seen.check(structs.replace(move, at=max(seen.now, offer.opens_at)))
        except Refused:
            return False
        return True

    def _arguments(self, offer: Offer) -> Mapping[str, Any]:
        """Where words are asked for, half of the time real ones."""
        real = self._lexicon is not None and self.chance(0.5)
        args: dict[str, Any] = {}
        for name, domain in offer.params.items():
            given = domain.given(args)
            value = self._real(given) if real else None
            value = value if given.accepts(value) else given.sample(self.rng)
            if value is not None:
                args[name] = value
        return args

    def _real(self, domain: Domain) -> Any:
        match domain:
            case Word(fit=fit, wanted=wanted):
                return self._word(wanted or fit)
            case Sentence(fits=fits):
                return [self._word(fit) or Word(fit).sample(self.rng) for fit in fits]
            case Written():
                word = self._word(self.rng.choice(domain.fits()))
                return domain.laid(word) if word else None
        return None

    def _word(self, fit: Fit) -> str | None:
        assert self._lexicon is not None
        found = self._lexicon.index.find(fit, limit=CHOICE)
        return self.rng.choice(found) if found else None


def _poses(domain: Domain) -> bool:
    return any(isinstance(kind, Vector) for kind in domain.kinds())

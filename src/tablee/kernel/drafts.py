"""A move in the making: which argument is asked for next, and what is chosen so far.

Environments and the text seat make moves this way, choice by choice (`Domain.choices`).
"""

from msgspec import Struct, field

from tablee.kernel.choices import ENOUGH, NONE
from tablee.kernel.domains import Absent, Domain, Value
from tablee.kernel.moves import Offer


class MoveDraft(Struct):
    """A move in the making."""

    offer: Offer
    args: dict[str, Value] = field(default_factory=dict)
    param: str = ""
    """The parameter that is being chosen; empty when nothing is left to choose."""
    domain: Domain | None = None
    inner: list[Value] = field(default_factory=list)
    """The parts chosen so far of a value that has several."""
    next: int = 0


def begin(offer: Offer) -> MoveDraft:
    draft = MoveDraft(offer)
    if offer.params:
        forward(draft)
    return draft


def forward(draft: MoveDraft) -> None:
    """Goes on to the next parameter that leaves a choice."""
    params = draft.offer.params
    if draft.param:
        draft.param, draft.inner, draft.domain = "", [], None
    if draft.next == len(params):
        return
    for name in tuple(params)[draft.next :]:
        domain = params[name].given(draft.args)
        if isinstance(domain, Absent):
            draft.next += 1
        elif not domain.optional and domain.count() == 1:
            draft.args[name] = next(domain.values())
            draft.next += 1
        else:
            draft.param, draft.domain = name, domain
            return


def choose(draft: MoveDraft, value: Value) -> None:
    """Takes a choice of `Domain.choices`, and goes on to what is to be chosen after it."""
    domain, parts = draft.domain, draft.inner
    assert domain is not None
    if value is NONE:
        draft.next += 1
        forward(draft)
        return
    if value is not ENOUGH:
        parts.append(value)
        if not domain.complete(parts):
            return
    draft.args[draft.param] = domain.joined(parts)
    draft.next += 1
    forward(draft)

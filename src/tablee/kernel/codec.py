"""A state as bytes and back, every field of it: for proofs and tests."""

from copy import copy
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import msgpack

from tablee.kernel.game import Game
from tablee.kernel.state import State


def encode_state(state: State) -> bytes:
    """The same game gives the same bytes, in any process: fields and maps keep the order in which they came."""
    bare = copy(state)
    bare.watched = False
    bare.events = []
    return msgpack.encode(bare)


def decode_state(game: Game[Any], data: bytes) -> State:
    raw = msgpack.decode(data, strict=False)
    kinds = {kind.__name__: kind for kind in game.phases}
    stack = {name: raw.pop(name) for name in ("phases", "beside")}
    options = msgspec.convert(raw.pop("options"), game.options)
    seat_options = tuple(msgspec.convert(o, game.seat_options) for o in raw.pop("seat_options"))
    state: State = msgspec.convert(raw | {"options": None, "seat_options": ()}, game.state)
    state.options = options
    state.seat_options = seat_options
    state.phases, state.beside = (
        [msgspec.convert(p, kinds[p["type"]]) for p in stack[name]] for name in ("phases", "beside")
    )
    return state


def exact_digest(state: State) -> str:
    """Two states with the same one are the same to the last field."""
    return sha256(encode_state(state)).hexdigest()

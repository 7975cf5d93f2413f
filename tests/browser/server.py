"""A server in a process of its own, as `tablee serve` runs it, but with a pace for tests."""

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Self

from tablee.elsewhere import VARIABLE
from tablee.games.registry import games
from tablee.kernel.record import SeatChanged
from tablee.kernel.state import State
from tablee.kernel.units import Millis
from tablee.server import logic
from tablee.server.clock import Pace
from tablee.server.crew import Crew
from tablee.server.lobby import Lobby, SeatKind
from tablee.server.presence import Presence
from tablee.server.run import run, serve
from tests.browser.laid import lay

PATIENCE = 30.0
MINUTE = 60_000
DEALS = "TABLEE_TEST_DEALS"
"""Names a file that says what cards are dealt for now: the same games are dealt whenever it says the same."""


class Served:
    """It may be killed and started again: it is the same server then, at the same address."""

    def __init__(
        self,
        database: Path,
        rate: float = 1.0,
        countdown: float = 50.0,
        games: Path | None = None,
        seed: int | None = None,
        lead: float = 0.0,
        pooled: bool = False,
        laid: str = "",
    ) -> None:
        """`games`: a folder of games from elsewhere. `seed`: every game is dealt from this one. `lead`: bots play
        for everybody until this part of a game's usual minutes is over. `pooled`: pages have their part in seeds,
        so nobody knows what is dealt. `laid`: a table of `laid.py`."""
        self.database = database
        self.environment = {**os.environ, **({VARIABLE: str(games)} if games else {})}
        if pooled:
            self.environment.pop(DEALS, None)
        self.rate = rate
        self.countdown = countdown
        self.seed = seed
        self.lead = lead
        self.laid = laid
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        options = ["--database", str(self.database), "--port", str(self.port), "--rate", str(self.rate)]
        options += ["--countdown", str(self.countdown)]
        if self.seed is not None:
            options += ["--seed", str(self.seed)]
        if self.lead:
            options += ["--lead", str(self.lead)]
        if self.laid:
            options += ["--laid", self.laid]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.server", *options],
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate(timeout=PATIENCE)
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *why: object) -> None:
        self.kill()


class Deals:
    """Seeds that depend only on the test that runs, and on how many games it has started before."""

    def __init__(self, told: Path) -> None:
        self.told = told
        self._dealt: Counter[str] = Counter()

    def __call__(self) -> bytes:
        test = self.told.read_text("utf-8")
        self._dealt[test] += 1
        return sha256(f"{test} {self._dealt[test]}".encode()).digest()[:16]


def deal_by(seeds: Callable[[], bytes]) -> None:
    """Nor have pages a part in it."""
    logic.new_seed = seeds  # type: ignore[attr-defined]
    logic.promising = lambda promises, *asked: promises  # type: ignore[attr-defined]


def lead_in(part: float) -> None:
    """Bots play for people until so much of a game's usual time has passed."""
    usual = Presence.seat_changes

    def seat_changes(
        self: Presence, lobby: Lobby, s: State, now: Millis, stand_ins: bool
    ) -> Iterator[SeatChanged]:
        if now >= games()[lobby.game].info.minutes * MINUTE * part:
            yield from usual(self, lobby, s, now, stand_ins)
            return
        for seat, plan in enumerate(lobby.seats):
            if plan.kind is SeatKind.PERSON and s.seats[seat].human:
                yield SeatChanged(now, seat, human=False, present=True)

    Presence.seat_changes = seat_changes  # type: ignore[method-assign]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--countdown", type=float, default=3_000.0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--lead", type=float, default=0.0)
    parser.add_argument("--laid", default="")
    args = parser.parse_args()
    if args.seed is not None:
        deal_by(lambda: args.seed.to_bytes(16, "big"))
    elif DEALS in os.environ:
        deal_by(Deals(Path(os.environ[DEALS])))
    if args.lead:
        lead_in(args.lead)
    if args.laid:
        lay(args.laid)
        Crew.of_processes = Crew  # type: ignore[method-assign]
    pace = Pace(rate=args.rate, countdown=args.countdown)
    run(
        serve(
            "127.0.0.1",
            args.port,
            args.database,
            ready=lambda port: print(port, flush=True),
            limits=False,
            pace=pace,
        )
    )

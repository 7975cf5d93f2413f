"""Interleaved rounds: every game in a fresh process on the same core, ours and peers in turn."""

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench.timing import Sample

ROOT = Path(__file__).resolve().parent.parent
STARTING = 120
"""Seconds that a worker may take to import what it needs and to finish its last game."""


@dataclass
class Subject:
    """A game to be measured, and what came of it."""

    name: str
    ours: bool
    language: str
    observes: bool
    command: Sequence[str]
    samples: list[Sample] = field(default_factory=list)
    unavailable: str = ""

    @property
    def rate(self) -> float:
        return median(sample.rate for sample in self.samples)

    @property
    def spread(self) -> float:
        """From the slowest round to the fastest, as a part of the median."""
        rates = [sample.rate for sample in self.samples]
        return (max(rates) - min(rates)) / self.rate

    @property
    def share(self) -> float:
        return median(sample.share for sample in self.samples)


def alternated(subjects: Sequence[Subject]) -> list[Subject]:
    """Ours and peers spread evenly over a round, so that a slow spell of the machine hits both."""
    place: dict[int, float] = {}
    for side in (True, False):
        group = [s for s in subjects if s.ours is side]
        place.update({id(s): (i + 0.5) / len(group) for i, s in enumerate(group)})
    return sorted(subjects, key=lambda s: place[id(s)])


def run(
    subjects: Sequence[Subject], rounds: int, seconds: float, core: int | None, step: Callable[[str], None]
) -> None:
    """Fills in the samples; what fails once is left out from then on."""
    order = alternated(subjects)
    for _ in range(rounds):
        for subject in order:
            step(subject.name)
            if not subject.unavailable:
                _measure(subject, seconds, core)


def _measure(subject: Subject, seconds: float, core: int | None) -> None:
    command = [*subject.command, "--seconds", str(seconds)]
    if core is not None:
        command += ["--core", str(core)]
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=_environment(subject.ours),
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds + STARTING,
        )
    except (OSError, subprocess.TimeoutExpired) as wrong:
        subject.unavailable = str(wrong)
        return
    # Some peers greet on standard output when they are imported.
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not lines:
        said = done.stderr.strip().splitlines()
        subject.unavailable = said[-1] if said else f"exit status {done.returncode}"
        return
    answer = json.loads(lines[-1])
    if "error" in answer:
        subject.unavailable = answer["error"]
    else:
        subject.samples.append(Sample(**answer))


def _environment(ours: bool) -> dict[str, str]:
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    environment = {**os.environ, **one_thread}
    if not ours:
        # Ours must not leak into the peers' environment.
        environment.pop("PYTHONPATH", None)
    return environment

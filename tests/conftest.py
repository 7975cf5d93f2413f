"""How all tests run."""

import os

from hypothesis import settings

# A busy machine makes no test fail: time is measured by benchmarks.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Compiled rules are compared, not timed: without the optimiser they are compiled in half the time.
os.environ.setdefault("NUMBA_OPT", "0")

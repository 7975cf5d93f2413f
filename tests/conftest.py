"""How all tests run."""

import os
from pathlib import Path

from hypothesis import settings

# A busy machine makes no test fail: time is measured by benchmarks.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Compiled rules are checked, not measured: not optimised, they are compiled in two thirds of the time. What comes
# of it is kept apart from what people use.
os.environ.setdefault("NUMBA_OPT", "0")
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parent.parent / ".numba_cache"))

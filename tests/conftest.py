"""How all tests run."""

from hypothesis import settings

# A busy machine makes no test fail: time is measured by benchmarks.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

"""How long people take: log-normal reaction times around a median."""

from math import cos, exp, log, pi, sqrt

from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis


def normal(rng: Rng) -> float:
    """A standard normal draw (Box and Muller)."""
    return sqrt(-2.0 * log(1.0 - rng.uniform())) * cos(2.0 * pi * rng.uniform())


def reaction(rng: Rng, median: Millis, sigma: float = 0.3) -> Millis:
    """A reaction time; half of them are quicker than the median."""
    return round(median * exp(sigma * normal(rng)))

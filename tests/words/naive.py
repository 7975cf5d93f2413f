"""The index's answers worked out the slow way, without anything of the index or of `Fit.missing`."""

import re
from collections.abc import Sequence

from hypothesis import strategies as st
from msgspec import convert

from tablee.words.fit import Fit

COMMON = "EAISTNRULODCMPVQGBFJHZXYKW"


def scan(words: Sequence[str], fit: Fit, min_length: int = 0) -> list[str]:
    """The words that fit, in the order that they have: one condition after the other, word by word."""
    least = max(min_length, fit.least, len(fit.contains) + fit.jokers)
    found = [w for w in words if len(w) >= least]
    if fit.most:
        found = [w for w in found if len(w) <= fit.most]
    if fit.distinct:
        found = [w for w in found if len(set(w)) <= fit.distinct]
    for letter in set(fit.contains):
        found = [w for w in found if w.count(letter) >= fit.contains.count(letter)]
    for letter in fit.without:
        found = [w for w in found if letter not in w]
    starts, ends, holds = (extract.replace("?", "[A-Z]") for extract in (fit.starts, fit.ends, fit.holds))
    for extract in (f"^{starts}", f"{ends}$", holds):
        pattern = re.compile(extract)
        found = [w for w in found if pattern.search(w)]
    if fit.rack or fit.blanks:
        found = [w for w in found if len(w) <= len(fit.rack) + fit.blanks]
        found = [w for w in found if sum(max(0, w.count(c) - fit.rack.count(c)) for c in set(w)) <= fit.blanks]
    return found


def some(letters: st.SearchStrategy[str], most: int) -> st.SearchStrategy[str]:
    return st.lists(letters, max_size=most).map("".join)


def fits(wild: bool = True) -> st.SearchStrategy[Fit]:
    """All conditions in all mixtures; mostly few at once, so that something fits."""
    letter = st.sampled_from(COMMON)
    placed = st.sampled_from(COMMON + "??") if wild else letter
    condition = {
        "contains": some(letter, 5),
        "jokers": st.integers(0, 2),
        "without": some(letter, 4),
        "starts": some(placed, 3),
        "ends": some(placed, 4),
        "holds": some(placed, 5),
        "rack": some(letter, 9),
        "blanks": st.integers(0, 3),
        "least": st.integers(0, 9),
        "most": st.integers(0, 12),
        "distinct": st.integers(0, 10),
    }
    one = st.sampled_from(sorted(condition)).flatmap(lambda name: condition[name].map(lambda value: {name: value}))
    several = st.lists(one, min_size=1, max_size=3)
    return several.map(lambda parts: convert({k: v for part in parts for k, v in part.items()}, Fit))

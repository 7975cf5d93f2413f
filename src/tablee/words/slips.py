"""Slips of the finger: whether a word that was typed is the word that was meant."""

from tablee.words.folding import fold

LONG_ENOUGH = 5
"""Letters from which on a slip is forgiven: in shorter words it makes another one too easily."""


def one_slip(typed: str, meant: str) -> bool:
    """Whether two folded words differ by one letter too many, missing or wrong, or by two neighbours swapped."""
    if typed == meant:
        return False
    if len(typed) > len(meant):
        return any(typed[:i] + typed[i + 1 :] == meant for i in range(len(typed)))
    if len(typed) < len(meant):
        return one_slip(meant, typed)
    differ = [i for i, (a, b) in enumerate(zip(typed, meant, strict=True)) if a != b]
    if len(differ) == 1:
        return True
    swapped = len(differ) == 2 and differ[1] == differ[0] + 1
    return swapped and typed[differ[0]] == meant[differ[1]] and typed[differ[1]] == meant[differ[0]]


def same_word(typed: str, meant: str, *, known: bool) -> bool:
    """Whether somebody has typed the word that is meant. A slip is forgiven in a longer word, unless what he typed
    is `known` as a word itself: then he meant that one."""
    a, b = fold(typed), fold(meant)
    return a == b or (not known and len(b) >= LONG_ENOUGH and one_slip(a, b))

"""Hands and groups of letters, written as one reads them."""

from typing import Any

RANKS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Letters as they rank in Présidix: there is no A."""


def hand(faces: str) -> dict[int | str, str]:
    """`"EFMN*"`: a card for each letter, called by its place; `*` is any letter."""
    return {i: "" if letter == "*" else letter for i, letter in enumerate(faces)}


def said(faces: str, *groups: str) -> list[list[list[Any]]]:
    """Groups of letters, each laid with the first card that says so, else with a joker."""
    left = hand(faces)
    value = []
    for group in groups:
        pairs: list[list[Any]] = []
        for letter in group:
            card = next((c for c, says in left.items() if says == letter), None)
            if card is None:
                card = next(c for c, says in left.items() if not says)
            del left[card]
            pairs.append([card, letter])
        value.append(pairs)
    return value

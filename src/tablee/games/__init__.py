"""The games: one folder each, found by `registry`; nothing else in the program knows their names.

A game's folder holds all there is of it: `rules.py`, `bots.py`, `fr.toml` and `en.toml`, `emblem.svg`, and older
rules as `v1.py`, `v2.py`… It may be touched freely as long as its tests pass; the rules of one game never know
those of another, nor any bot. Folders named by `TABLEE_GAMES` hold games too.
"""

from tablee.elsewhere import folders

__path__ += folders()

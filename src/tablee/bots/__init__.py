"""Minds that games share: reaction, memory, search, words. A game's own `bots.py` puts them together.

A bot is a function of its seed and of what its seat was sent (`Sighting`): it never looks at a state. Nothing here
knows a game; what two games' bots need is moved here.
"""

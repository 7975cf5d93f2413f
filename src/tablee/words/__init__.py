"""Words: what a word must satisfy, which words there are, which of them fit, and what makes a sentence. No I/O.

A lexicon is handed in, never loaded here; what it says of a word travels in the move.
"""

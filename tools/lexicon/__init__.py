"""Builds the lexicons: `python -m tools.lexicon`, from the root of the repository (`make lexicon`)."""

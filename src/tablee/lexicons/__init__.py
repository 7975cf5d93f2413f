"""The lexicons that come with Tablée: five languages, built by `make lexicon`, each under its own licences."""

from tablee.lexicons.loading import languages, load, load_among

__all__ = ["languages", "load", "load_among"]

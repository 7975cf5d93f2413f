"""The command line: `tablee games`, `simulate`, `replay`, `play`, `fuzz`, `words`."""

from tablee.cli.commands import app
from tablee.cli.words import app as words

app.add_typer(words, name="words")

__all__ = ["app"]

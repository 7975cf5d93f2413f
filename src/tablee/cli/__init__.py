"""The command line: `tablee games`, `simulate`, `tournament`, `replay`, `play`, `fuzz`, `words`."""

from tablee.cli.commands import app
from tablee.cli.tournament import tournament
from tablee.cli.words import app as words

app.command()(tournament)
app.add_typer(words, name="words")

__all__ = ["app"]

"""The command line: `tablee games`, `simulate`, `tournament`, `replay`, `play`, `fuzz`, `words`, `lessons`."""

from tablee.cli.admin import app as admin
from tablee.cli.admin import migrate
from tablee.cli.commands import app
from tablee.cli.lessons import teach
from tablee.cli.tournament import tournament
from tablee.cli.words import app as words

app.command()(tournament)
app.command("lessons")(teach)
app.add_typer(words, name="words")
app.add_typer(admin, name="admin")
app.command()(migrate)

__all__ = ["app"]

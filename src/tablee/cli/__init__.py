"""The command line: `tablee games`, `simulate`, `tournament`, `duplicate`, `replay`, `play`, `fuzz`, `words`…"""

from tablee.cli.admin import app as admin
from tablee.cli.admin import migrate
from tablee.cli.commands import app
from tablee.cli.duplicate import app as duplicate
from tablee.cli.lessons import teach
from tablee.cli.tournament import tournament
from tablee.cli.words import app as words

app.command()(tournament)
app.command("lessons")(teach)
app.add_typer(words, name="words")
app.add_typer(duplicate, name="duplicate")
app.add_typer(admin, name="admin")
app.command()(migrate)

__all__ = ["app"]

"""The command line: `tablee games`, `simulate`, `replay`, `play`, `fuzz`."""

from tablee.cli.commands import app

__all__ = ["app"]

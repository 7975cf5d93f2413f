"""Games from elsewhere: `TABLEE_GAMES` names folders of games that others have written, each laid out like ours.

Their code runs like ours: nothing is looked for unless whoever starts the program says where.
"""

import os
from pathlib import Path

VARIABLE = "TABLEE_GAMES"


def folders() -> list[str]:
    """Those that the environment names, as `PATH` names its own; one that is missing is an error, not a gap."""
    named = [Path(part).resolve() for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    for folder in named:
        if not folder.is_dir():
            raise NotADirectoryError(f"{VARIABLE} names {folder}, which is no folder")
    return [str(folder) for folder in named]

"""The commands that the docs name: those that stand in blocks, and those in the midst of a sentence."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "LISEZMOI.md", "CONTRIBUTING.md", "SECURITY.md")
STARTS = (
    "make",
    "tablee",
    "python",
    "pip",
    "pipx",
    "uv",
    "uvx",
    "pytest",
    "npm",
    "npx",
    "git",
    "docker",
    "podman",
)
"""What begins a command in the midst of a sentence; in a block every line is one."""
SHELL = {"sh", "bash", "shell", "console"}
INLINE = re.compile(r"`([^`\n]+)`")
PARTS = re.compile(r"[A-Z_]+=\"[^\"]*\"|'[^']*'|\"[^\"]*\"|\S+")


class Command(Struct, frozen=True):
    text: str
    """Without where it lies (`.venv/bin/`), and without what it is told to people (`# …`)."""
    place: str

    @property
    def words(self) -> list[str]:
        """Without settings in front, and without the brackets of what may be left out."""
        words = [word.strip("[]'\"") for word in PARTS.findall(self.text)]
        while words and re.match(r"[A-Z_]+=", words[0]):
            words.pop(0)
        return words

    @property
    def options(self) -> set[str]:
        return {word.partition("=")[0] for word in self.words if re.match(r"--[a-z]", word)}


def pages() -> list[Path]:
    return [*(ROOT / page for page in PAGES), *sorted((ROOT / "docs").rglob("*.md"))]


def commands(page: Path) -> Iterator[Command]:
    fence, before = "", ""
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        place = f"{page.relative_to(ROOT)}:{number}"
        if line.startswith("```"):
            fence = "" if fence else line[3:].strip() or "plain"
        elif fence in SHELL or (
            not fence and line.startswith("    ") and (not before or before.startswith("    "))
        ):
            if text := line.partition(" #")[0].strip():
                yield Command(text.removeprefix("$ ").removeprefix(".venv/bin/"), place)
        elif not fence:
            for text in INLINE.findall(line):
                bare = re.sub(r"^([A-Z_]+=\S+ )*(\.venv/bin/)?", "", text)
                if bare.partition(" ")[0] in STARTS and not text.endswith(" "):  # with a space: what is hashed
                    yield Command(text.replace(".venv/bin/", ""), place)
        before = line

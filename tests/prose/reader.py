"""Somebody who plays by words alone: reads what the terminal prints, and types numbers, names and words."""

import io
import re
from collections import Counter
from queue import Empty

from rich.console import Console

from tablee.arena.match import Match
from tablee.cli.terminal import BACK, WAIT, YOU, Terminal
from tablee.kernel.door import Door
from tablee.kernel.rng import keyed
from tablee.texts import Language
from tablee.words.fit import Fit

PATIENCE = 400
"""Answers in a row after which nothing has happened."""
LETTERS = r"((?:[A-Z](?:×\d+)?|une lettre)(?: (?:[A-Z](?:×\d+)?|une lettre))*)"
WANTED = {
    "contains": rf"(?<!fait) avec {LETTERS}\b",
    "jokers": r" et (\d+) autre",
    "without": rf" sans {LETTERS}",
    "starts": rf"commence par {LETTERS}",
    "ends": rf"finit par {LETTERS}",
    "holds": rf"contient {LETTERS} d'affilée",
    "rack": rf"fait avec {LETTERS}",
    "blanks": r" et (\d+) lettres? libre",
    "least": r" de (\d+) lettres? ou plus",
    "most": r" de (\d+) lettres? au plus",
    "distinct": r" de (\d+) lettres différentes",
}
NAMES = ("Napoléon Bonaparte", "Wolfgang Amadeus Mozart", "Charlie Chaplin", "Victor Hugo", "Cendrillon")
GIVES_UP = re.compile(r"^(Abandonner|J'abandonne|Je renonce)", re.IGNORECASE)


def fit_of(sentence: str) -> Fit:
    """What a sentence asks of a word."""
    found: dict[str, str | int] = {}
    for name, pattern in WANTED.items():
        match = re.search(pattern, sentence)
        if match:
            said = match[1].replace("une lettre", "?").replace(" ", "")
            said = re.sub(r"(\w)×(\d+)", lambda m: m[1] * int(m[2]), said)
            found[name] = int(said) if said.isdigit() else said
    exact = re.search(r" de (\d+) lettres?\b(?! ou| au| dif)", sentence)
    if exact:
        found["least"] = found["most"] = int(exact[1])
    return Fit(**found)  # type: ignore[arg-type]


class Lines:
    """Stands where lines are typed: asks the reader, who sees only what was printed."""

    def __init__(self, reader: "Reader") -> None:
        self.reader = reader

    def get(self, timeout: float = 0.0) -> str:
        return self.reader.answer()

    def get_nowait(self) -> str:
        if self.reader.lets_pass():
            raise Empty
        return self.reader.answer()


class Reader:
    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.screen = io.StringIO()
        self.terminal = Terminal(match, Language.FR, Console(file=self.screen, width=200), timers=False)
        self.terminal.pace = 0.0
        self.terminal.lines = Lines(self)  # type: ignore[assignment]
        self.rng = keyed(b"reader", "answers", seed)
        self.used: Counter[str] = Counter()
        self.offered: set[str] = set()
        self.typed: list[str] = []
        self._tries = 0
        self._waits = False
        self._entries = -1
        self.words: dict[Fit, list[str]] = {}

    def play(self) -> str:
        self.terminal.run(read=False)
        return self.screen.getvalue()

    @property
    def made(self) -> set[str]:
        moves = (entry for entry in self.match.entries if getattr(entry, "seat", None) == YOU)
        return {entry.move.name for entry in moves if hasattr(entry, "move")}

    def lets_pass(self) -> bool:
        """Sometimes, so that something may happen; not in the middle of an answer, unless it leads nowhere."""
        if self._asked(self.screen.getvalue()).startswith("Choisi") and self._tries < 8:
            return False
        self._waits = not self._waits or self.rng.below(3) == 0
        return self._waits

    def answer(self) -> str:
        """The next line; only the text decides."""
        offers = Door(self.match.state, 1 << YOU).offers(YOU)
        labels = self.terminal.texts.moves
        self.offered |= {o.name for o in offers if not o.grave and not GIVES_UP.match(labels[o.name])}
        entries = len(self.match.entries)
        self._tries = self._tries + 1 if entries == self._entries else 0
        self._entries = entries
        assert self._tries < PATIENCE, self.screen.getvalue()[-3000:]
        text = self.screen.getvalue()
        menu, hint = self._menu(text)
        line = self._typed(hint) if hint and (not menu or self.rng.below(2)) else ""
        if not line and menu:
            line = self._chosen(menu)
        if not line or self._tries % 7 == 6:
            line = BACK if self._tries % 5 else WAIT
        self.typed.append(line)
        self.screen.write(f"> {line}\n")
        return line

    @staticmethod
    def _asked(text: str) -> str:
        """All that was printed since the last question was put."""
        start = max(text.rfind("\nChoisi : "), text.rfind("\nQue fais-tu ?"))
        return text[start + 1 :]

    def _menu(self, text: str) -> tuple[list[str], str]:
        """The numbered lines that were printed last, and what may be typed."""
        block = self._asked(text).split("\n")
        numbered = [m[1] for line in block if (m := re.match(r"\d+ : (.*)", line))]
        typed = re.compile(r"(Écris (un|\d|de|tes)|Mot \d|Un nombre|Des nombres|Une case|Le numéro)")
        return numbered, next((line for line in block if typed.match(line)), "")

    def _chosen(self, menu: list[str]) -> str:
        """The line that was chosen least, sometimes by its name instead of its number."""
        light = [label for label in menu if not GIVES_UP.match(label)] or menu

        def weight(label: str) -> tuple[int, int]:
            return self.used[label.split(" ", maxsplit=1)[0]] + 3 * self.used[label], self.rng.below(1000)

        label = min(light, key=weight)
        self.used[label.split(" ")[0]] += 1
        self.used[label] += 1
        end = "!" if self.rng.below(4) == 0 else ""
        if self.rng.below(3) == 0 and menu.count(label) == 1 and not label.endswith("…"):
            return label.rstrip("! ") + end
        return f"{menu.index(label) + 1}{end}"

    def _typed(self, hint: str) -> str:
        if hint.startswith("Un nombre"):
            low, high = map(int, re.findall(r"-?\d+", hint)[:2])
            return str(low + self.rng.below(high - low + 1))
        if hint.startswith("Une case"):
            return f"{'ABCDEF'[self.rng.below(6)]}{1 + self.rng.below(6)}"
        if hint.startswith("Des nombres"):
            spans = [tuple(map(int, span)) for span in re.findall(r"\((-?\d+) à (-?\d+)\)", hint)]
            return " ".join(str(low + self.rng.below(high - low + 1)) for low, high in spans)
        if hint.startswith(("Le numéro", "Écris tes")):
            return ""
        if hint.startswith("Écris un texte"):
            return "bonjour"
        if hint.startswith("Écris un nom"):
            return self.rng.choice(NAMES)
        if re.match(r"Écris (\d|de \d)", hint) and "lettre" in hint and "mots" not in hint:
            size = int(re.findall(r"\d+", hint)[0])
            shown = re.findall(r"\b[A-Z]\b", self.screen.getvalue()[-600:]) or ["A"]
            return "".join(shown[-size:]) or "A"
        return self._word(hint)

    def _word(self, hint: str) -> str:
        """A common word that is like what is asked for."""
        lexicon = self.match.lexicon
        assert lexicon is not None, hint
        asked = hint.rpartition("Mot ")[2] if "Mot " in hint else hint
        for part in asked.split(", ou bien"):
            fit = fit_of(part)
            if fit not in self.words:
                self.words[fit] = list(lexicon.index.find(fit, limit=60))
            if self.words[fit]:
                return self.rng.choice(self.words[fit])
        return ""

"""Somebody who knows words, at a device: answers what the table asks for with words of the lexicon.

What is offered is read from the socket, as a player reads it on the page; everything is then done on the page.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, permutations

from msgspec import convert
from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from tablee.games.hyperspeedix.rules import is_pair
from tablee.kernel.rng import Rng
from tablee.lexicons import load, load_among
from tablee.pieces.toutilix import ETOILE
from tablee.texts import texts
from tablee.words.columns import ColumnPlan
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.spelling import Spelling
from tests.browser.page_words import EN
from tests.browser.pages import GAME, PATIENCE, SOON, Device, Message

GOOD = 4
"""Letters of a word that looks well on a picture; where there is none, a shorter one does."""
MANY = 3_000
"""Words that are tried on the columns."""
SOME = 60
"""Words among which the longest is chosen."""
FIRST = (
    "accept",
    "cover_all",
    "fill",
    "challenge",
    "offer",
    "clue",
    "write",
    "flip",
    "cover",
    "say",
    "no_idea",
    "take_pen",
)
"""What one has to do, the first of these that is offered."""
WORDY = ("Word", "Spelling", "ColumnPlan")


class Writer:
    """Plays one seat of a game of words."""

    def __init__(self, device: Device, game: str, language: str = "fr") -> None:
        self.device = device
        self.game = game
        self.texts = texts(game, "en" if device.words is EN else "fr")
        self.lexicon = load(language).spoken()
        self.languages = load_among(language)
        self.said: list[str] = []
        self.slow = False
        """Leaves it to the other one to say a word."""

    # ---- what is offered ---------------------------------------------------------------------------

    @property
    def offers(self) -> list[Message]:
        found: list[Message] = self.device.sight.get("offers", {}).get(str(self.device.seat), [])
        return found

    def offer(self, name: str) -> Message | None:
        return next((offer for offer in self.offers if offer["name"] == name), None)

    @property
    def phase(self) -> str:
        return str(self.device.sight["view"]["phase"]) if self.device.sight else ""

    @property
    def facts(self) -> Message:
        found: Message = self.device.sight["view"]["facts"]
        return found

    def awaits(self, *names: str) -> str:
        """The first of these moves that is offered, as soon as one is."""
        self.device.until(lambda: any(map(self.offer, names)))
        return next(name for name in names if self.offer(name))

    def faces(self, zone: str) -> list[str]:
        """What is seen in the zones of this name."""
        zones = [z for z in self.device.sight["view"]["zones"] if z["name"].partition(":")[0] == zone]
        return [card.get("face", "") for z in zones for card in z.get("cards", ()) if card]

    # ---- words -------------------------------------------------------------------------------------

    def domain(self, name: str) -> Message:
        """What a move wants to be told, where that is a word."""
        offer = self.offer(name)
        assert offer is not None, f"{name} is not offered"
        domain: Message = next(d for d in offer["params"].values() if d["type"] in WORDY)
        return domain

    def fit(self, name: str) -> Fit:
        domain = self.domain(name)
        fit = convert(domain.get("wanted") or domain["fit"], Fit)
        if self.game == "frontibix" and name == "say":
            return Fit(contains=self.letters_of_the_duel())
        return fit

    def letters_of_the_duel(self) -> str:
        """The one that is seen, and the one with which the other's clue begins."""
        seen = [face[-1] for face in self.faces("forehead") if face]
        clue: Sequence[str] = self.facts["hints"].get(str(self.device.seat), ())
        return "".join(seen) + (fold(clue[0])[0] if clue else "")

    def words(self, name: str) -> Iterator[str]:
        """The words that may be said now, the commonest first; those that look well before the others."""
        domain = self.domain(name)
        if domain["type"] == "Spelling":
            spelling = spelling_of(domain)
            found = sorted(self._long_before_short(spelling.fits(), SOME), key=len, reverse=True)
            yield from (word for word in found if spelling.laid(word))
        elif domain["type"] == "ColumnPlan":
            plan = plan_of(domain)
            tried = self._long_before_short([Fit(rack=fit.rack, least=fit.least) for fit in plan.fits()])
            yield from (word for word in tried if plan.find(word, petards=0))
        else:
            besides = {*self.said, *domain.get("besides", ())}
            found = list(islice(self._long_before_short([self.fit(name)]), len(besides) + 9))
            yield from sorted(found, key=lambda word: fold(word) in besides)

    def word(self, name: str) -> str:
        """Where no word fits, some letters that do."""
        return next(self.words(name), "") or self.unknown(name)

    def _long_before_short(self, fits: Iterable[Fit], limit: int = MANY) -> Iterator[str]:
        for fit in fits:
            for least in (GOOD, 1):
                yield from map(self.lexicon.spelled, self.lexicon.index.find(fit, limit=limit, min_length=least))

    def unknown(self, name: str) -> str:
        """Letters that fit and are no word."""
        return next(self.no_words(name))

    def no_words(self, name: str) -> Iterator[str]:
        yield from (word for word in self._strings(name) if not self.languages.look_up(word))

    def _strings(self, name: str) -> Iterator[str]:
        domain = self.domain(name)
        if domain["type"] == "Spelling":
            spelling = spelling_of(domain)
            letters = [*filter(None, spelling.rack.values())][:4] + [*spelling.table.values()][:1]
            yield from ("".join(order) for order in permutations(letters) if spelling.laid("".join(order)))
        elif domain["type"] == "ColumnPlan":
            plan = plan_of(domain)
            ends = [column[-1] for column in plan.columns if column and column[-1]]
            yield from (w for order in permutations(ends, 4) if plan.find(w := "".join(order), petards=0))
        else:
            pick = Rng(b"no word")
            fit = self.fit(name)
            yield from (word.lower() for _ in range(MANY) if len(word := fit.make(pick)) > 2)

    # ---- on the page -------------------------------------------------------------------------------

    @property
    def box(self) -> Locator:
        return self.device.page.get_by_role("textbox", name=self.device.words.your_word).filter(visible=True)

    def plate(self, move: str) -> Locator:
        """The button of a move; the page writes its apostrophes and spaces as a printer does."""
        label = re.escape(self.texts.moves[move]).replace("'", "['’]").replace(r"\ ", r"\s+")
        pattern = re.compile(rf"^\s*{label}\s*$")
        return self.device.page.get_by_role("button", name=pattern, disabled=False).filter(visible=True)

    def refusal(self, code: str) -> Locator:
        """The banner that says why not."""
        words = re.escape(self.texts.refusals[code]).replace("'", "['’]").replace(r"\ ", r"\s+")
        return self.device.page.get_by_role("alert").filter(has_text=re.compile(words), visible=True)

    def says(self, text: str) -> Locator:
        """A line of the log, or anything else that the page tells."""
        pattern = re.escape(text).replace("'", "['’]").replace(r"\ ", r"\s+")
        return self.device.page.get_by_text(re.compile(pattern))

    def press(self, move: str, timeout: float = GAME) -> bool:
        """Presses a plate; whether the table took it."""
        self.look(move)
        plate = self.plate(move)
        if move in self.texts.sure:
            self.device.tap(plate, timeout)
            plate = self.device.button(self.device.words.yes, exact=True)
        with self.device.answered() as answer:
            self.device.tap(plate, timeout)
        return answer.done

    def look(self, name: str) -> None:
        """In a race one sees the card before one answers."""
        offer = self.offer(name)
        if offer is not None and offer.get("stimulus") is not None:
            self.device.look()

    def type(self, name: str, word: str, timeout: float = PATIENCE) -> None:
        """Opens the box of a move, if it is not open, and writes a word into it."""
        asking = [o["name"] for o in self.offers if any(d["type"] in WORDY for d in o.get("params", {}).values())]
        if asking[0] != name:
            self.device.tap(self.plate(name), timeout)
        self.box.wait_for(timeout=timeout)
        self.device.write(self.box, word)

    def say(self, name: str, word: str = "", timeout: float = PATIENCE) -> bool:
        """Types a word and sends it; whether the table took it."""
        word = word or self.word(name)
        self.type(name, word, timeout)
        self.look(name)
        with self.device.answered() as answer:
            self.box.press("Enter", timeout=timeout)
        if answer.done:
            self.said.append(fold(word))
        return answer.done

    def touch(self, handle: str) -> None:
        self.device.tap(self.device.page.locator(f'button[data-h="{handle}"]'))

    def choose(self, seat: int) -> bool:
        """Somebody, by name."""
        name = self.device.table_view["seats"][seat]["name"]
        with self.device.answered() as answer:
            self.device.tap(self.device.button(name))
        return answer.done

    def refill(self) -> bool:
        """The first empty column, from the longest one."""
        offer = self.offer("fill")
        assert offer is not None
        for param in ("column", "source"):
            names = offer["params"][param]["names"]
            column = self.device.page.get_by_role("button", name=self.texts.values[names[0]], exact=True)
            if param == "source":
                with self.device.answered() as answer:
                    self.device.tap(column)
                return answer.done
            self.device.tap(column)
        return False

    def vote(self, *, accept: bool) -> None:
        assert self.press("accept" if accept else "refuse")

    # ---- playing on --------------------------------------------------------------------------------

    def due(self) -> str:
        """What one has to do now; nothing: "" while others play."""
        names = [offer["name"] for offer in self.offers if not (self.slow and offer["name"] == "say")]
        if "slap" in names:
            tops = [top for top in self.tops() if top]
            if ETOILE in tops:
                return "slap"
            if is_pair(tops):
                return "toutilix"
            if "flip" not in names:
                return "say" if self.domain("say").get("wanted") else ""
        return next((name for name in FIRST if name in names), "")

    def tops(self) -> list[str]:
        zones = [z for z in self.device.sight["view"]["zones"] if z["name"].startswith("centre:")]
        return [z["cards"][-1]["face"] for z in zones if z.get("cards")]

    def do(self, name: str) -> bool:
        """Does it as well as one can; whether the table took it."""
        try:
            match name:
                case "":
                    return False
                case "say" | "clue" | "idea" | "tell" | "give" | "suggest" | "write":
                    return self.say(name, timeout=SOON)
                case "challenge" | "offer":
                    offer = self.offer(name)
                    return offer is not None and self.choose(next(iter(offer["params"].values()))["seats"][0])
                case "fill":
                    return self.refill()
                case "cover":
                    return self.cover()
                case _:
                    return self.press(name, SOON)
        except (TooLate, AssertionError, StopIteration):  # it was over before it was done
            return False

    def cover(self) -> bool:
        """The first card that may be covered."""
        offer = self.offer("cover")
        assert offer is not None
        with self.device.answered() as answer:
            self.touch(offer["params"]["card"]["cards"][0])
        return answer.done


MOVES = 400
"""More than any of these games takes."""


def whose(zoe: Writer, nino: Writer, *names: str) -> tuple[Writer, Writer]:
    """Who may do one of these now, and the other one."""
    zoe.device.until(lambda: any(map(zoe.offer, names)) or any(map(nino.offer, names)), GAME)
    return (zoe, nino) if any(map(zoe.offer, names)) else (nino, zoe)


def searching(zoe: Writer, nino: Writer) -> tuple[Writer, Writer]:
    """Turns cards until somebody has to find a word; who searches, and the other one."""
    for _ in range(MOVES):
        who, other = whose(zoe, nino, "say", "flip", "offer", "no_idea", "accept")
        due = who.awaits("say", "offer", "flip", "no_idea", "accept")
        if due == "say":
            other.device.until(lambda other=other: other.offer("idea") is not None)  # type: ignore[misc]
            return who, other
        who.do(due)
    raise AssertionError("no letter ever came")


def both_play(zoe: Writer, nino: Writer, until: Callable[[], bool]) -> None:
    """Both do what they have to, until there is what was waited for."""
    for _ in range(MOVES):
        zoe.device.until(lambda: until() or bool(zoe.due() or nino.due()), GAME)
        if until():
            return
        who = zoe if zoe.due() else nino
        who.do(who.due())
    raise AssertionError("it never came")


def say_no_word(zoe: Writer, nino: Writer, due: Callable[[], bool]) -> None:
    """Says letters that are no word; where the time runs out meanwhile, on the next occasion."""
    for _ in range(4):
        both_play(zoe, nino, due)
        with suppress(TooLate, AssertionError, StopIteration):
            if zoe.say("say", zoe.unknown("say")):
                nino.device.until(lambda: nino.offer("accept") is not None, 2 * SOON)
                return
    raise AssertionError("there was never time enough")


def scenes(zoe: Writer, nino: Writer, turns: int = 1) -> Iterator[tuple[Writer, str]]:
    """Plays into a game and stops where there is something to see: before whom, and what it is."""
    match zoe.game:
        case "spiralix" | "frazrigolix":
            for _ in range(turns):
                who, _ = searching(zoe, nino)
                who.say("say")
            both_play(zoe, nino, lambda: zoe.offer("say") is not None)
            zoe.type("say", zoe.word("say"))
            yield zoe, "word"
            nino.device.until(lambda: nino.offer("idea") is not None)
            nino.say("idea")
            zoe.device.until(lambda: zoe.phase == "countdown")
            yield zoe, "chrono"
            say_no_word(zoe, nino, lambda: zoe.phase == "search" and zoe.offer("say") is not None)
        case "hyperspeedix":
            for _ in range(turns):
                claims = len(zoe.said) + len(nino.said)
                both_play(zoe, nino, lambda claims=claims: len(zoe.said) + len(nino.said) > claims)  # type: ignore[misc]
            both_play(zoe, nino, lambda: zoe.due() == "say")
            zoe.type("say", zoe.word("say"))
            yield zoe, "word"
            say_no_word(zoe, nino, lambda: zoe.due() == "say")
        case "frontibix":
            nino.slow = True
            both_play(zoe, nino, lambda: zoe.phase == "clue" and zoe.offer("clue") is not None)
            zoe.type("clue", zoe.word("clue"))
            yield zoe, "clue"
            both_play(zoe, nino, lambda: zoe.phase == "duel" and zoe.offer("say") is not None)
            zoe.type("say", zoe.word("say"))
            yield zoe, "word"
            say_no_word(zoe, nino, lambda: zoe.phase == "duel" and zoe.offer("say") is not None)
        case "touposix":
            for _ in range(turns):
                who, _ = whose(zoe, nino, "write")
                who.say("write")
            both_play(zoe, nino, lambda: zoe.offer("write") is not None)
            zoe.type("write", zoe.word("write"))
            yield zoe, "word"
            zoe.say("write", zoe.unknown("write"))
        case "solitix":
            zoe.press("take_pen")
            both_play(zoe, nino, lambda: zoe.phase == "writing" and zoe.offer("write") is not None)
            zoe.type("write", zoe.word("write"))
            yield zoe, "word"
            zoe.say("write", zoe.unknown("write"))
        case _:
            raise KeyError(zoe.game)
    nino.awaits("accept")
    yield nino, "vote"
    nino.vote(accept=True)


def spelling_of(domain: Message) -> Spelling:
    return Spelling(domain["rack"], domain["table"], domain["least"], domain["most"])


def plan_of(domain: Message) -> ColumnPlan:
    return ColumnPlan([tuple(c) for c in domain["columns"]], domain["petards"], domain["left"], domain["least"])

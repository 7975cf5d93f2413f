"""A game in the terminal: the table as text, the offers as numbers, bots in the other seats."""

from collections.abc import Iterator, Sequence
from queue import Empty, Queue
from sys import stdin
from threading import Thread
from time import monotonic
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tablee.arena.match import Match
from tablee.kernel.domains import Card, CardPerSeat, Domain, Flag, OneCard, OneOf, OneSeat, Slot, Vector
from tablee.kernel.door import CardView, Door, View, ZoneView
from tablee.kernel.moves import Move, Offer
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.texts import Language, Texts, texts

YOU: Seat = 0
COLOURS = {"p": "bold white on #ab2a55", "b": "bold white on #17528f", "v": "bold white on #55329a"}
YELLOW = "bold black on #f8d565"
SPECIAL = "bold black on #fffaef"
WORDS = {
    Language.FR: {
        "you": "Toi",
        "bot": "Robot {n}",
        "choose": "Ton choix (numéro, « ? » pour l'aide, « q » pour quitter) : ",
        "flag": "ajoute « ! » au numéro pour : {name}",
        "which": "{name} ? ({values}) : ",
        "numbers": "{name} ? (nombres : {axes}) : ",
        "card_for": "Carte pour {name} ? ({values}) : ",
        "unclear": "Je n'ai pas compris « {text} ».",
        "scores": "Points",
        "dark": "Tes yeux sont fermés.",
        "flash": "Tu vois passer {face}.",
        "bye": "À bientôt !",
        "rank": "{rank}. {name} : {score}",
    },
    Language.EN: {
        "you": "You",
        "bot": "Bot {n}",
        "choose": "Your choice (number, “?” for help, “q” to quit): ",
        "flag": "add “!” to the number for: {name}",
        "which": "{name}? ({values}): ",
        "numbers": "{name}? (numbers: {axes}): ",
        "card_for": "Card for {name}? ({values}): ",
        "unclear": "I did not understand “{text}”.",
        "scores": "Points",
        "dark": "Your eyes are closed.",
        "flash": "You catch a glimpse of {face}.",
        "bye": "See you soon!",
        "rank": "{rank}. {name}: {score}",
    },
}


class Quit(Exception):
    pass


class Terminal:
    """You sit in seat 0. Without timers the clock stands still while the table waits for you alone."""

    def __init__(self, match: Match, language: Language, console: Console, timers: bool) -> None:
        self.match = match
        self.console = console
        self.timers = timers
        self.words = WORDS[language]
        self.texts: Texts = texts(match.game.info.key, language)
        bots = {i: self.words["bot"].format(n=i) for i in range(1, match.state.n)}
        self.names: dict[int, str] = {YOU: self.words["you"], **bots}
        self.lines: Queue[str | None] = Queue()
        self.pace = 1.0
        """How fast the table's time passes; at 0 nobody waits for it."""

    # ---- the loop ----------------------------------------------------------------------------------

    def run(self, read: bool = True) -> None:
        if read:
            Thread(target=self._read, daemon=True).start()
        self.console.print(Panel(self.texts.tagline, title=self.texts.name, border_style="yellow"))
        for card in self.texts.help.cards:
            self.console.print(f"[bold]{card.title}.[/] {card.text}")
        self._tell()
        try:
            while not self.match.over:
                if self._offers():
                    self._turn()
                else:
                    self._pass_time()
        except (Quit, KeyboardInterrupt):
            self.console.print(self.words["bye"])
            return
        self._ending()

    def _read(self) -> None:
        for line in stdin:
            self.lines.put(line.strip())
        self.lines.put(None)

    def _offers(self) -> tuple[Offer, ...]:
        return Door(self.match.state, 1 << YOU).offers(YOU)

    def _waits_for_me(self) -> bool:
        """Time may stand still: only you can go on, and no race is on."""
        s = self.match.state
        return not (
            self.timers
            or s.beside
            or any(o.stimulus is not None or o.opens_at > s.now for o in self._offers())
            or tuple(s.phases[-1].active(s)) != (YOU,)
        )

    def _step(self) -> None:
        self.match.step()
        self._tell()

    def _pass_time(self) -> None:
        """Lets what happens by itself happen, at the pace of the table, unless a line comes first."""
        if not self.pace:
            self._step()
        elif (line := self._wait()) is not None:
            self._command(line)

    def _wait(self) -> str | None:
        """A typed line, or None after one step of the table."""
        due = self.match.next_time()
        if due is None or self._waits_for_me():
            line = self.lines.get()
        else:
            began, now = monotonic(), self.match.state.now
            try:
                line = self._line_within((due - now) / 1000 * self.pace)
            except Empty:
                self._step()
                return None
            self._elapsed(min(due, now + round((monotonic() - began) * 1000)))
        if line is None:
            raise Quit
        return line

    def _line_within(self, seconds: float) -> str | None:
        if seconds <= 0:
            return self.lines.get_nowait()
        return self.lines.get(timeout=seconds)

    def _elapsed(self, t: Millis) -> None:
        self.match.state.now = max(self.match.state.now, t)

    def _command(self, line: str) -> bool:
        if line in ("q", "quit"):
            raise Quit
        if line in ("?", "h", "help"):
            self.console.print(self.texts.help.rules)
            return True
        return False

    # ---- my turn -----------------------------------------------------------------------------------

    def _turn(self) -> None:
        """Draws the table and asks until a move is made or the offers change."""
        offers = self._offers()
        self._draw()
        choices = list(self._choices(offers))
        for number, (label, _, _) in enumerate(choices, 1):
            self.console.print(f" [bold]{number:>2}[/] ", label, sep="")
        for offer in offers:
            for name, domain in offer.params.items():
                if isinstance(domain, Flag):
                    self.console.print(f"    {self.words['flag'].format(name=self._label(name))}", style="dim")
        self.console.print(self.words["choose"], end="")
        while self._offers() == offers and not self.match.over:
            line = self._wait()
            if line is None:
                continue
            if line and not self._command(line):
                self._chosen(line, choices)
                return

    def _choices(self, offers: tuple[Offer, ...]) -> Iterator[tuple[Text, Offer, dict[str, Any]]]:
        """Each offer by the values of its first parameter, where they are few."""
        for offer in offers:
            label = self.texts.moves[offer.name]
            first = next(iter(offer.params), None)
            domain = offer.params[first] if first else None
            if first and isinstance(domain, OneCard | OneOf | OneSeat | Slot) and (domain.count() or 0) <= 26:
                for value in domain.values():
                    yield Text.assemble(f"{label} ", self._value(value)), offer, {first: value}
            else:
                yield Text(label), offer, {}

    def _chosen(self, line: str, choices: list[tuple[Text, Offer, dict[str, Any]]]) -> None:
        flagged = line.endswith("!")
        digits = line.rstrip("! ")
        if not digits.isdigit() or not 1 <= int(digits) <= len(choices):
            self.console.print(self.words["unclear"].format(text=line), style="red")
            return
        _, offer, given = choices[int(digits) - 1]
        try:
            args = self._fill(offer, dict(given), flagged)
            if not self.pace:
                self._elapsed(offer.opens_at)
            self.match.submit(YOU, Move(offer.name, args, answers=offer.stimulus))
        except Refused as no:
            self.console.print(
                self.texts.refusal(no, offer.name, Door(self.match.state, 1 << YOU).view().facts), style="red"
            )
        else:
            self._tell()

    def _fill(self, offer: Offer, args: dict[str, Any], flagged: bool) -> dict[str, Any]:
        """Asks for the parameters that the chosen line does not settle."""
        for name, whole in offer.params.items():
            domain = whole.given(args)
            if isinstance(domain, Flag):
                if flagged:
                    args[name] = True
            elif name not in args and not domain.optional:
                args[name] = self._argument(self._label(name), domain)
        return args

    def _argument(self, label: str, domain: Domain) -> Any:
        match domain:
            case CardPerSeat(seats=seats, cards=cards):
                return self._card_per_seat(seats, cards)
            case Vector(axes=axes):
                spans = " ".join(f"{k} {a.low}–{a.high}" for k, a in axes.items())
                numbers = self._ask(self.words["numbers"].format(name=label, axes=spans)).split()
                return {k: int(v) if v.isdigit() else v for k, v in zip(axes, numbers, strict=False)}
            case OneOf(names=known):
                text = self._ask(self.words["which"].format(name=label, values=f"{known[0]}–{known[-1]}"))
                return text.upper() if text.upper() in known else text
            case _:
                return self._ask(self.words["which"].format(name=label, values="…"))

    def _card_per_seat(self, seats: Sequence[Seat], cards: Sequence[Card]) -> dict[str, Card]:
        chosen: dict[str, Card] = {}
        for seat in seats:
            listed = Text(" ").join(
                Text.assemble(f"{i}:", self._value(c)) for i, c in enumerate(cards, 1) if c not in chosen.values()
            )
            self.console.print(listed)
            text = self._ask(self.words["card_for"].format(name=self.names[seat], values=f"1–{len(cards)}"))
            if text.isdigit() and 1 <= int(text) <= len(cards):
                chosen[str(seat)] = cards[int(text) - 1]
        return chosen

    def _ask(self, question: str) -> str:
        self.console.print(question, end="")
        line = self.lines.get()
        if line is None or line == "q":
            raise Quit
        return line

    def _label(self, name: str) -> str:
        return self.texts.values.get(name, self.texts.moves.get(name, name))

    def _value(self, value: Any) -> Text:
        """A card that you see by its handle, a seat by its name, anything else as it is."""
        view = Door(self.match.state, 1 << YOU).view()
        for zone in view.zones:
            for card in zone.cards:
                if card is not None and card.handle == value:
                    return self._card(card)
        return Text(self.texts.values.get(str(value), str(value)))

    # ---- drawing -----------------------------------------------------------------------------------

    def _draw(self) -> None:
        view = Door(self.match.state, 1 << YOU).view()
        prompt = self.texts.prompt(view.phase, YOU in view.active, view.facts)
        table = Table.grid(padding=(0, 2))
        for zone in view.zones:
            if zone.count or zone.name.startswith("hand"):
                table.add_row(self._zone_name(zone), self._zone(zone, view))
        table.add_row(self.words["scores"], " · ".join(f"{self.names[i]} {p}" for i, p in enumerate(view.scores)))
        title = self.words["dark"] if view.dark else self.texts.name
        self.console.print(Panel(table, title=title, border_style="green"))
        if prompt:
            self.console.print(prompt, style="bold yellow")

    def _zone_name(self, zone: ZoneView) -> str:
        base = zone.name.split(":")[0]
        name = self.texts.zones.get(base, base)
        return f"{name} ({self.names[zone.owner]})" if zone.owner >= 0 else name

    def _zone(self, zone: ZoneView, view: View) -> Text:
        if not zone.cards:
            return Text(f"{zone.count} ▮")
        parts = [
            Text.assemble(f"{place}:", self._card(card)) if zone.kind == "plane" else self._card(card)
            for place, card in enumerate(zone.cards)
            if card is not None
        ]
        shown = Text(" ").join(parts)
        hidden = zone.count - sum(c is not None for c in zone.cards)
        return Text.assemble(shown, f"  (+{hidden})") if hidden > 0 else shown

    def _card(self, card: CardView) -> Text:
        if card.face is None:
            return Text("▮", style="red")
        style = COLOURS.get(card.face[0], YELLOW if card.face[0] == "y" else SPECIAL)
        colour = card.face[0] if len(card.face) > 1 else ""
        mark = f"={card.mark}" if card.mark else ""
        return Text(f" {card.face[-1]}{colour}{mark} ", style=style)

    def _tell(self) -> None:
        """The log lines of the last step."""
        for event in self.match.events_for(1 << YOU):
            if event.kind == "flash":
                self.console.print(self.words["flash"].format(face=event.face), style="bold magenta")
            line = self.texts.event(event.kind, event.data, self.names, reader=YOU)
            if line:
                self.console.print(f"  {line}", style="cyan", highlight=False)

    def _ending(self) -> None:
        outcome = self.match.state.outcome
        assert outcome is not None
        self.console.print(self.texts.endings.get(outcome.detail, ""), style="bold")
        ranks = outcome.ranks or (1,) * self.match.state.n
        for seat in sorted(range(self.match.state.n), key=lambda i: ranks[i]):
            line = self.words["rank"].format(rank=ranks[seat], name=self.names[seat], score=outcome.scores[seat])
            self.console.print(line, style="bold green" if ranks[seat] == 1 else "")

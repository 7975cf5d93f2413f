"""A seat in words: a numbered menu of what can be done, and what an answer means.

Nothing is kept between two answers: a `HalfMove` holds what was chosen so far, and whoever plays hands it in
again. So the page and the terminal ask the same questions, and a server remembers nothing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from unicodedata import combining, normalize

from msgspec import Struct, structs

from tablee.kernel.choices import ENOUGH, NONE, Choice
from tablee.kernel.domains import CardPerSeat, Domain, Flag, Number, OneCard, OneOf, OneSeat, Slot, Value, Vector
from tablee.kernel.door import View
from tablee.kernel.drafts import MoveDraft, choose, forward
from tablee.kernel.moves import Offer
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng, keyed
from tablee.kernel.units import Seat
from tablee.pieces.domains import Syllable
from tablee.pieces.formulas import Formula
from tablee.pieces.suites import Suites
from tablee.prose import typed
from tablee.prose.wording import Wording
from tablee.texts import Language, Texts

FEW = 9
"""An offer is listed choice by choice up to so many,"""
MANY = 20
"""and the whole list up to so many."""
MOST = 300
"""No list is longer."""
TRIED = 20_000
"""Values of a domain that are looked through for the parts they have."""
PROPOSED = 3


class HalfMove(Struct, frozen=True, omit_defaults=True):
    """A move as far as it is said."""

    move: str = ""
    args: Mapping[str, Any] = {}
    next: int = 0
    """How many parameters are settled."""
    parts: tuple[Any, ...] = ()
    """What is chosen so far of a value that has several parts."""


NOTHING = HalfMove()


class MenuLine(Struct, frozen=True, omit_defaults=True):
    """A line of a menu."""

    label: str
    said: HalfMove
    whole: bool = False
    """Nothing is left to say: it can be played."""
    flagged: HalfMove | None = None
    """The same with what goes with it (`!`)."""


class Menu(Struct, frozen=True, omit_defaults=True):
    """What can be answered now."""

    asks: str
    said: HalfMove
    """What was said before."""
    lines: tuple[MenuLine, ...] = ()
    typed: str = ""
    """What may be typed instead of a number or a name."""
    flag: str = ""
    """What `!` adds."""
    so_far: str = ""
    """What was chosen, in words."""
    race: bool = False
    """There is something to react to."""


class Meant(Struct, frozen=True, omit_defaults=True):
    """What an answer means: a move that can be played, a further question, or a question back."""

    play: HalfMove | None = None
    menu: Menu | None = None
    why: str = ""


class Outside:
    """Lists choices by what a client was sent (`kernel.choices.Lister`); words are typed, never proposed."""

    def cards(self, cards: Sequence[Any]) -> Iterator[Choice]:
        return ((("card", card), card) for card in cards)

    def distance(self, seat: Seat) -> int:
        return seat

    def picker(self) -> Rng:
        return keyed(b"", "prose", 0)

    def words(self, domain: Any) -> Sequence[str]:
        return ()

    def find(self, fit: Any) -> Sequence[str]:
        return ()

    def refused(self, word: str) -> bool:
        return False

    def made_up(self, domain: Any) -> Iterator[Choice]:
        return iter(())


class TextSeat:
    """One seat at one moment."""

    def __init__(
        self,
        view: View,
        offers: Sequence[Offer],
        seat: Seat,
        texts: Texts,
        language: Language,
        names: Mapping[Seat, str],
    ) -> None:
        self.w = Wording(view, seat, texts, language, names)
        self.offers = offers

    # ---- menus -------------------------------------------------------------------------------------

    def menu(self, said: HalfMove = NOTHING) -> Menu:
        """What can be answered after what was said; the beginning again where that is no longer possible."""
        offer = self._offer(said.move)
        if offer is None:
            return self._first_menu()
        return self._step(self._draft(offer, said), offer)

    def _offer(self, move: str) -> Offer | None:
        return next((o for o in self.offers if o.name == move), None)

    def _draft(self, offer: Offer, said: HalfMove) -> MoveDraft:
        draft = MoveDraft(offer, dict(said.args), next=said.next)
        _go_on(draft)
        draft.inner = list(said.parts)
        return draft

    def _first_menu(self) -> Menu:
        lines: list[MenuLine] = []
        flags: dict[str, bool] = {}
        for offer in self.offers:
            draft = self._draft(offer, HalfMove(offer.name))
            for name, flag in _flags(offer):
                flags.setdefault(name, flag.ticked)
            label = self.w.texts.moves[offer.name]
            if draft.domain is None:
                only = [self._value(k, offer.params[k].given(draft.args), v) for k, v in draft.args.items()]
                lines.append(self._line(self._with(label, ", ".join(only)), offer, draft))
                continue
            each = list(islice(self._choices(draft), MANY)) if _is_short(draft.domain) else []
            if each and len(each) <= FEW and len(lines) + len(each) <= MANY:
                first = self._labels(offer, draft, each)
                lines += [
                    self._after(offer, draft, value, self._with(label, what))
                    for what, value in zip(first, each, strict=True)
                ]
            else:
                lines.append(MenuLine(self.w.say("can.ellipsis", move=label), HalfMove(offer.name)))
        asks = self.w.say("can.asks" if lines else "can.wait")
        race = any(offer.stimulus is not None for offer in self.offers)
        return Menu(asks, NOTHING, _told_apart(self.w, lines), flag=self._flag(flags), race=race)

    def _with(self, label: str, what: str) -> str:
        """A move and what is done with: `Poser` a card; but after a whole sentence it is set apart."""
        if not what:
            return label
        plain = label[-1:].isalpha() and " " not in label.strip()
        return f"{label} {what}" if plain else self.w.say("can.first", move=label, what=what)

    def _flag(self, flags: Mapping[str, bool]) -> str:
        return " ".join(
            self.w.say("can.unflag" if ticked else "can.flag", name=self._flag_name(name))
            for name, ticked in flags.items()
        )

    def _flag_name(self, name: str) -> str:
        return self.w.texts.values.get(name, self.w.texts.moves.get(name, name))

    def _step(self, draft: MoveDraft, offer: Offer) -> Menu:
        assert draft.domain is not None
        domain = draft.domain
        asks = self.w.param(offer.name, draft.param)
        if isinstance(domain, CardPerSeat):
            asks = self.w.say("can.card_for", name=self.w.name(domain.seats[len(draft.inner)]))
        each = list(islice(self._choices(draft), MOST))
        lines = [
            self._after(offer, draft, value, label)
            for label, value in zip(self._labels(offer, draft, each), each, strict=True)
        ]
        hint = typed.hint(self.w, domain, draft.inner)
        if isinstance(domain, Slot) and not hint and any(self._cell(domain, place) for place in domain.places):
            hint = self.w.say("can.place")
        return Menu(
            asks,
            _said(draft),
            _told_apart(self.w, lines),
            hint,
            self._flag({name: flag.ticked for name, flag in _flags(offer)}),
            self._so_far(draft),
            offer.stimulus is not None,
        )

    def _so_far(self, draft: MoveDraft) -> str:
        told = [self.w.texts.moves[draft.offer.name]]
        told += [
            self._value(name, draft.offer.params[name].given(draft.args), v) for name, v in draft.args.items()
        ]
        assert draft.domain is not None
        told += [self._value(draft.param, draft.domain, part) for part in draft.inner]
        return self.w.say("can.chosen", what=", ".join(told))

    def _choices(self, draft: MoveDraft) -> Iterator[Value]:
        """The values, or parts of values, that can be chosen next."""
        domain = draft.domain
        assert domain is not None
        match domain:
            case Number() | Vector():
                return
            case Suites():
                found: list[Value] = []
                for i in range(PROPOSED):
                    value = domain.sample(keyed(b"", "prose", i))
                    if value not in found:
                        found.append(value)
                        yield value
            case Formula():
                yield from map(domain.weakest_of, domain.shapes())
            case _ if _in_parts(domain):
                yield from _next_parts(domain, draft.inner)
            case _ if typed.hint(self.w, domain, draft.inner):
                return
            case _:
                yield from (value for _, value in domain.choices(Outside(), draft.inner))

    def _after(self, offer: Offer, draft: MoveDraft, value: Value, label: str) -> MenuLine:
        """The line of one choice."""
        twin = MoveDraft(offer, dict(draft.args), draft.param, draft.domain, list(draft.inner), draft.next)
        self._take(twin, value)
        return self._line(label, offer, twin)

    def _line(self, label: str, offer: Offer, draft: MoveDraft) -> MenuLine:
        said, whole = _said(draft), draft.domain is None
        turned = {name: not flag.ticked for name, flag in _flags(offer, draft.args)}
        flagged = structs.replace(said, args={**said.args, **turned}) if turned and whole else None
        return MenuLine(label, said, whole, flagged)

    def _take(self, draft: MoveDraft, value: Value) -> None:
        assert draft.domain is not None
        if _in_parts(draft.domain) and value is not NONE:
            draft.inner.append(value)
            # The only thing that may follow follows by itself.
            while True:
                following = list(_next_parts(draft.domain, draft.inner))
                if len(following) != 1:
                    break
                draft.inner.append(following[0])
            if following:
                return
            draft.args[draft.param] = list(draft.inner)
            draft.next += 1
            forward(draft)
        else:
            choose(draft, value)
        _go_on(draft)

    # ---- words for values --------------------------------------------------------------------------

    def _labels(self, offer: Offer, draft: MoveDraft, values: Sequence[Value]) -> list[str]:
        assert draft.domain is not None
        return [self._value(draft.param, draft.domain, value) for value in values]

    def _value(self, param: str, domain: Domain, value: Value) -> str:
        """A value, or a part of one, in words."""
        w = self.w
        if value is ENOUGH or value is NONE:
            return w.say("can.enough" if value is ENOUGH else "can.none")
        match domain, value:
            case _, bool():
                return w.say("can.yes" if value else "can.no")
            case OneSeat(), int(seat):
                return w.name(seat)
            case Slot(zone=zone), int(place):
                return w.slot(zone, place)
            case OneOf(), str():
                return w.term(param, value)
            case Suites(), list(rows) if rows and isinstance(rows[0], list):
                return ", ".join("".join(map(w.letter, row)) for row in rows)
            case Formula(), list(groups) if groups and isinstance(groups[0], list):
                return " ".join("".join(letter for _, letter in group) for group in groups)
            case _, dict():
                return str(
                    value.get("word") or value.get("name") or ", ".join(f"{k} {v}" for k, v in value.items())
                )
            case _, [str(card), place]:
                zone = getattr(domain, "zone", "")
                where = w.slot(zone, place) if isinstance(place, int) else w.texts.values.get(place, place)
                return f"{w.handle(card)} : {where}"
            case _, list():
                return ", ".join(self._value(param, domain, part) for part in value)
            case _, str() if value in w._cards:
                return w.handle(value)
            case OneCard(), str():
                return w.handle(value)
        return str(value)

    def _cell(self, domain: Slot, place: int) -> tuple[int, int] | None:
        found = re.search(r"(\d+)\D+(\d+)", self.w.slot(domain.zone, place))
        return (int(found[1]), int(found[2])) if found else None

    # ---- answers -----------------------------------------------------------------------------------

    def answer(self, line: str, said: HalfMove = NOTHING) -> Meant:
        """What a line means after what was said."""
        text = line.strip()
        flagged = text.endswith("!")
        text = text.rstrip("! \u00a0\u202f")
        menu = self.menu(said)
        if said.move and not menu.said.move:
            return Meant(menu=menu, why=self.w.say("answer.gone"))
        try:
            return self._answer(menu, text, flagged)
        except Refused as no:
            return Meant(menu=menu, why=self.w.texts.refusal(no, menu.said.move, self.w.view.facts))

    def _answer(self, menu: Menu, text: str, flagged: bool) -> Meant:
        if menu.said.move and menu.typed and not menu.lines:
            return self._typed(menu, text, flagged)
        if re.fullmatch(r"\d{1,3}", text) and (menu.lines or not menu.typed):
            n = int(text)
            if not 1 <= n <= len(menu.lines):
                return Meant(menu=menu, why=self.w.say("answer.no_number", n=n))
            return self._chosen(menu.lines[n - 1], flagged)
        found = matching(text, menu.lines)
        if len(found) == 1:
            return self._chosen(found[0], flagged)
        if menu.said.move and menu.typed:
            return self._typed(menu, text, flagged)
        if len(found) > 1:
            numbers = {id(line): i for i, line in enumerate(menu.lines, 1)}
            told = ", ".join(f"{numbers[id(line)]} {line.label}" for line in found[:FEW])
            return Meant(menu=menu, why=self.w.say("answer.several", choices=told))
        return self._one_after_the_other(menu, text, flagged)

    def _one_after_the_other(self, menu: Menu, text: str, flagged: bool) -> Meant:
        """`say farce`, `2 K`, `1 3 4`: the beginning is an answer, the rest answers what is then asked."""
        words = text.split()
        for k in range(len(words) - 1, 0, -1):
            head, rest = " ".join(words[:k]), " ".join(words[k:])
            found = matching(head, menu.lines)
            if head.isdigit() and 1 <= int(head) <= len(menu.lines):
                found = [menu.lines[int(head) - 1]]
            if len(found) == 1 and not found[0].whole:
                return self.answer(rest + "!" * flagged, found[0].said)
        return Meant(menu=menu, why=self.w.say("answer.unclear", text=text))

    def _chosen(self, line: MenuLine, flagged: bool) -> Meant:
        if line.whole:
            return Meant(play=line.flagged if flagged and line.flagged is not None else line.said)
        return Meant(menu=self.menu(line.said))

    def _typed(self, menu: Menu, text: str, flagged: bool) -> Meant:
        offer = self._offer(menu.said.move)
        assert offer is not None
        draft = self._draft(offer, menu.said)
        assert draft.domain is not None
        if isinstance(draft.domain, Slot):
            value: Value = self._by_cell(draft.domain, text)
        else:
            value = typed.read(self.w, draft.domain, draft.inner, text)
        whole = isinstance(value, list) and draft.domain.accepts(value)
        if whole or isinstance(draft.domain, Number | Vector | Syllable):
            draft.args[draft.param] = value
            draft.next += 1
            forward(draft)
            _go_on(draft)
        else:
            self._take(draft, value)
        return self._chosen(self._line("", offer, draft), flagged)

    def _by_cell(self, domain: Slot, text: str) -> int:
        asked = re.fullmatch(r"\D*(\d+)\D+(\d+)\D*", text)
        for place in domain.places:
            if asked and self._cell(domain, place) == (int(asked[1]), int(asked[2])):
                return place
        raise Refused("not_possible")


# ---- parts ----------------------------------------------------------------------------------------------


def _flags(offer: Offer, args: Mapping[str, Any] | None = None) -> Iterator[tuple[str, Flag]]:
    """The flags of an offer; with the arguments, those that may be given with them."""
    for name, domain in offer.params.items():
        for kind in (domain.given(args),) if args is not None else domain.kinds():
            if isinstance(kind, Flag):
                yield name, kind


def _go_on(draft: MoveDraft) -> None:
    """To the next parameter that is asked for: flags never are, `!` adds them."""
    if draft.domain is None and draft.next < len(draft.offer.params):
        forward(draft)
    while isinstance(draft.domain, Flag):
        draft.next += 1
        forward(draft)


def _said(draft: MoveDraft) -> HalfMove:
    return HalfMove(draft.offer.name, dict(draft.args), draft.next, tuple(draft.inner))


def _is_short(domain: Domain) -> bool:
    """Whether its choices may stand in the first list."""
    return isinstance(domain, OneCard | OneOf | OneSeat | Slot)


def _in_parts(domain: Domain) -> bool:
    """A finite domain that lists no choices of its own, and whose values are lists: part by part."""
    return type(domain).choices is Domain.choices and domain.count() is not None


def _next_parts(domain: Domain, parts: Sequence[Value]) -> Iterator[Value]:
    """What may come next, by the values that begin with these parts."""
    found: list[Value] = []
    size = len(parts)
    for value in islice(domain.values(), TRIED):
        if not isinstance(value, list):
            continue
        if size < len(value) and list(value[:size]) == list(parts) and value[size] not in found:
            found.append(value[size])
            yield value[size]


def _told_apart(w: Wording, lines: Sequence[MenuLine]) -> tuple[MenuLine, ...]:
    """No two lines are called the same."""
    twice = Counter(line.label for line in lines)
    seen: Counter[str] = Counter()
    told = []
    for line in lines:
        seen[line.label] += 1
        label = line.label if twice[line.label] == 1 else w.say("face.same", what=line.label, n=seen[line.label])
        told.append(structs.replace(line, label=label))
    return tuple(told)


def words_of(text: str) -> list[str]:
    """The words of a label or an answer, as they are compared: without accents, in capitals."""
    plain = normalize("NFD", text.upper().replace("Œ", "OE").replace("Æ", "AE"))
    return re.findall(r"[A-Z0-9*]+", "".join(c for c in plain if not combining(c)))


def matching(text: str, lines: Sequence[MenuLine]) -> list[MenuLine]:
    """The lines that an answer may mean: by their whole name, else by beginnings of their words in this order."""
    asked = words_of(text)
    if not asked:
        return []
    whole = [line for line in lines if words_of(line.label) == asked]
    if whole:
        return whole[:1]
    exact = [line for line in lines if _runs_through(asked, words_of(line.label), whole=True)]
    return exact or [line for line in lines if _runs_through(asked, words_of(line.label), whole=False)]


def _runs_through(asked: Sequence[str], words: Sequence[str], whole: bool) -> bool:
    """Single letters and numbers are meant as they are, if `whole`; other words by how they begin."""
    left = iter(words)
    return all(
        any(word == each if whole and len(each) == 1 else word.startswith(each) for word in left) for each in asked
    )

"""What may be typed where a list of choices would be no help: words, numbers, squares, letters of a row."""

from collections import Counter
from collections.abc import Mapping, Sequence
from re import fullmatch, split
from typing import Any

from tablee.kernel.domains import Card, Domain, Number, Text, Value, Vector
from tablee.kernel.refusal import Refused
from tablee.pieces.domains import Syllable
from tablee.pieces.formulas import Formula
from tablee.pieces.suites import Suites
from tablee.prose.wording import SQUARES, Wording
from tablee.words.fit import ANY, Fit, Sentence, Word
from tablee.words.folding import fold
from tablee.words.marks import Marks
from tablee.words.spelling import ANY_LETTER, Written

JOKER = "*"
LONG = 15
"""Nobody has to be told that a word must not be longer than this."""


def wanted(w: Wording, fit: Fit) -> str:
    """What a word must be like, to go on after "a word"."""

    def letters(text: str) -> str:
        return " ".join(w.say("fit.any") if c == ANY else c for c in text)

    def counted(text: str) -> str:
        amounts = Counter(sorted(text))
        return " ".join(c if n == 1 else f"{c}×{n}" for c, n in amounts.items())

    said = ""
    for name in ("contains", "without", "starts", "ends", "holds", "rack"):
        part = getattr(fit, name)
        if part:
            said += w.say(f"fit.{name}", letters=counted(part) if name == "rack" else letters(part))
        if name == "contains" and fit.jokers:
            said += w.say("fit.jokers", n=fit.jokers)
        if name == "rack" and fit.blanks:
            said += w.say("fit.blanks", n=fit.blanks)
    if fit.least and fit.least == fit.most:
        said += w.say("fit.exactly", n=fit.least)
    else:
        said += w.say("fit.least", n=fit.least) if fit.least else ""
        said += w.say("fit.most", n=fit.most) if 0 < fit.most <= LONG else ""
    return said + (w.say("fit.distinct", n=fit.distinct) if fit.distinct else "")


def hint(w: Wording, domain: Domain, parts: Sequence[Value]) -> str:
    """What is to be typed; empty where one only chooses."""
    match domain:
        case Word(fit=fit, wanted=right):
            return w.say("can.word", fit=wanted(w, right or fit))
        case Sentence(fits=fits):
            here = w.say("can.next_word", n=len(parts) + 1, fit=wanted(w, fits[len(parts)]))
            return here if parts or len(fits) == 1 else f"{w.say('can.sentence', n=len(fits))} {here}"
        case Written():
            fits = domain.fits()
            return w.say("can.laid", fit=w.say("can.or").join(wanted(w, fit) for fit in fits))
        case Number(low=low, high=high):
            return w.say("can.number", low=low, high=high)
        case Vector():
            return _vector_hint(w, domain)
        case Text(most=most):
            return w.say("can.text", n=most)
        case Marks(cards=cards, need=need):
            return w.say("can.name", letters=" ".join(sorted(cards.values())), need=need)
        case Syllable(least=least, most=most):
            if least == most:
                return w.say("can.syllable", n=most)
            return w.say("can.syllables", least=least, most=most)
        case Suites(cards=cards):
            return w.say("can.suites", letters=_letters(cards))
        case Formula(cards=cards):
            return w.say("can.groups", letters=_letters(cards))
    return ""


def _letters(cards: Mapping[Card, str]) -> str:
    return " ".join(sorted(letter or JOKER for letter in cards.values()))


def _axes(w: Wording, domain: Vector, besides: Sequence[str] = ()) -> str:
    return ", ".join(
        w.say("can.axis", name=w.texts.values.get(name, name), low=axis.low, high=axis.high)
        for name, axis in domain.axes.items()
        if name not in besides and axis.low < axis.high
    )


def _on_a_board(domain: Vector) -> bool:
    return {"x", "y"} <= domain.axes.keys()


def _vector_hint(w: Wording, domain: Vector) -> str:
    if not _on_a_board(domain):
        return w.say("can.numbers", axes=_axes(w, domain))
    last = f"{'ABCDEFGHIJ'[SQUARES - 1]}{SQUARES}"
    others = _axes(w, domain, ("x", "y"))
    return w.say("can.square", last=last, axes=others) if others else w.say("can.square_only", last=last)


def read(w: Wording, domain: Domain, parts: Sequence[Value], line: str) -> Value:
    """The value that a line means; refused with a reason where it means none."""
    text = line.strip()
    match domain:
        case Sentence(fits=fits):
            return _sentence(domain, parts, text.split(), len(fits))
        case Written():
            value = domain.laid(text) or {"word": text}
            if not domain.accepts(value):
                raise Refused(_why_not(domain, text))
            return value
        case Number():
            value = int(text) if fullmatch(r"-?\d{1,9}", text) else None
        case Vector():
            value = _vector(w, domain, text)
        case Marks():
            value = {"name": text, "cards": domain.best(text)}
        case Syllable():
            value = fold(text)
        case Suites():
            value = _rows(domain, text)
        case Formula():
            value = _groups(domain, text)
        case _:
            value = text
    if value is None or not domain.accepts(value):
        raise Refused(domain.why_not(value))
    return value


def _why_not(domain: Written, word: str) -> str:
    """A word that cannot be laid: the letters lack, unless its length is what is wrong."""
    missing = [fit.missing(word) for fit in domain.fits()] if fold(word) else ["not_a_word"]
    return next((code for code in missing if code is not None), None) or domain.why_not({"word": word})


def _sentence(domain: Sentence, parts: Sequence[Value], words: Sequence[str], boxes: int) -> Value:
    """All boxes that are left, or the next one."""
    if len(parts) + len(words) == boxes and len(words) > 1:
        whole = [*parts, *words]
        if not domain.accepts(whole):
            raise Refused(domain.why_not(whole))
        return whole
    box = Word(domain.fits[len(parts)])
    value = " ".join(words)
    if not box.accepts(value):
        raise Refused(box.why_not(value))
    return value


def _vector(w: Wording, domain: Vector, text: str) -> dict[str, int] | None:
    """Numbers axis after axis, `name=number`, or a square for x and y; what is left out is about 0."""
    value = {name: min(max(0, axis.low), axis.high) for name, axis in domain.axes.items()}
    tokens = [token for token in split(r"[\s,;]+", text) if token]
    names = list(domain.axes)
    if tokens and _on_a_board(domain) and (found := fullmatch(r"([A-Ja-j])(\d{1,2})", tokens[0])):
        column, row = "ABCDEFGHIJ".index(found[1].upper()), int(found[2]) - 1
        if not (column < SQUARES and 0 <= row < SQUARES):
            return None
        for name, step in (("x", column), ("y", row)):
            axis = domain.axes[name]
            value[name] = axis.low + (axis.high - axis.low) * (2 * step + 1) // (2 * SQUARES)
        names = [
            name for name in names if name not in ("x", "y") and domain.axes[name].low < domain.axes[name].high
        ]
        tokens = tokens[1:]
    elif not tokens:
        return None
    for token in tokens:
        name, equals, number = token.rpartition("=")
        if not fullmatch(r"-?\d{1,9}", number) or (not equals and not names):
            return None
        said = next((n for n in domain.axes if n == name or fold(w.texts.values.get(n, n)) == fold(name)), None)
        name = (said or "") if equals else names.pop(0)
        if name not in domain.axes:
            return None
        value[name] = int(number)
    return value


def _taken(cards: Mapping[Card, str], used: set[Card], letter: str, first: Sequence[Card] = ()) -> Card | None:
    """A card that says it and is still free: one of the first before others."""
    says = ANY_LETTER if letter == JOKER else letter
    ordered = [*first, *(card for card in cards if card not in first)]
    card = next((c for c in ordered if cards.get(c) == says and c not in used), None)
    if card is not None:
        used.add(card)
    return card


def _rows(domain: Suites, text: str) -> Any:
    lying = [card for row in domain.rows for card in row]
    used: set[Card] = set()
    rows = []
    for written in split(r"[,;/]+", text):
        signs = [JOKER if c in "*★" else fold(c) for c in written if c in "*★" or fold(c)]
        row = [_taken(domain.cards, used, sign, [*domain.must, *lying]) for sign in signs]
        rows.append(row)
    return rows if all(card is not None for row in rows for card in row) else None


def _groups(domain: Formula, text: str) -> Any:
    """Letters that are not held are a joker's."""
    used: set[Card] = set()
    groups = []
    for written in split(r"[\s,;/]+", text):
        group = []
        for letter in fold(written):
            card = _taken(domain.cards, used, letter)
            card = _taken(domain.cards, used, JOKER) if card is None else card
            group.append([card, letter])
        if group:
            groups.append(group)
    return groups if all(pair[0] is not None for group in groups for pair in group) else None

"""What players read: every event of every game, in both languages, to each person it may concern."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from tomllib import loads
from typing import Any

import pytest
from msgspec.structs import replace

import tablee
from tablee.games.registry import games
from tablee.kernel.events import ROLES
from tablee.kernel.values import FACE, SAID, SEAT, SPAN, TERM
from tablee.phases.window import KINDS, Gains
from tablee.texts import WRITTEN, Language, Name, Texts, fill, form, texts

GAMES = sorted(game.info.key for game in games().values())
NAMES = {0: "Anna", 1: "Papy", 2: "Hélène"}
LANGUAGES = WRITTEN
FIELD = re.compile(r"\{(\w+)(?:\|[^{}]*)?\}")
CHOICE = re.compile(r"\{(\w+)\|([^{}]*)\}")

NEVER = {
    Language.FR: {
        "a person is spoken to with tu": r"\b[Tt]oi (?!aussi|et|qui)\w+",
        "tu takes a verb in its second person": r"\b[Tt]u (?:ne |te |en |y |la |les? |[ntl]')*+\w*[^sx\W]\b",
        "de and que are elided": r"\b(?:de|que) (?:[AEÉIOUaeéiou]\w|Hé)",
        "à and de are contracted": r"\b(?:à|de) les? [a-z]",
        "one word for both": r"\btrompée?\b|\bil ou elle\b|[a-zé]·e\b",
        "a wrong plural": r"\b1 (?:cartes|points|mots|lettres|pétards|dés|taches|millièmes|joueurs)\b",
    },
    Language.EN: {
        "you takes no s": r"\b[Yy]ou (?!miss\b|pass\b|press\b)\w+s\b",
        "you takes no has": r"\b[Yy]ou (?:has|is|was|does)\b",
        "a wrong plural": r"\b1 (?:cards|points|words|letters|dice|spots|treats|thousandths)\b",
    },
}


def raw(game: str, language: Language) -> dict[str, Any]:
    return loads((files(f"tablee.games.{game}") / f"{language}.toml").read_text("utf-8"))


def common(language: Language) -> dict[str, Any]:
    return loads((files("tablee.texts") / f"{language}.toml").read_text("utf-8"))


def roles(sentence: str) -> list[str]:
    return [name for name in FIELD.findall(sentence) if name in ROLES]


def wrong(line: str, language: Language) -> str:
    """What is wrong with a line; nothing if it reads well."""
    for why, pattern in NEVER[language].items():
        if found := re.search(pattern, line):
            return f"{why}: {found[0]!r}"
    if "  " in line or line != line.strip():
        return "spaces too many"
    if re.search(r"[{}|_]", line):
        return "something is not filled in"
    if language is Language.FR and re.search(r"[^\s!?][!?;:»]", line):
        return "no space before a high sign"  # the page sets a narrow one that does not break
    if language is Language.FR and re.search(r"«\S", line):
        return "no space inside quotes"
    if language is Language.EN and re.search(r" [!?;:]", line):
        return "a space before a high sign"
    return ""


def told(words: Texts, kind: str, language: Language) -> Iterator[tuple[str, str]]:
    """The event for each reader and with one, two and no things."""
    sentence = words.events[kind]
    who = roles(sentence)
    fields = FIELD.findall(sentence)
    some = {name: SAID("mot") if "word" in name or name == "sentence" else FACE("A") for name in fields}
    counted = {key for key, forms in CHOICE.findall(sentence)}
    for count, shift in product((0, 1, 2), (0, 1)):
        numbers = dict.fromkeys(counted, count)
        seats = {role: (i + shift) % 3 for i, role in enumerate(who)}
        called = {role: SEAT(seat) for role, seat in seats.items()}
        for reader in (None, *sorted(set(seats.values()))):
            line = words.event(kind, {**called, **some, **numbers, **called}, NAMES, reader)
            assert line is not None
            yield kind, line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_event_reads_well_for_everybody(game: str, language: Language) -> None:
    words = texts(game, language)
    kinds = [kind for kind in words.events if "." not in kind]
    bad = [
        f"{what}: {line!r}: {why}"
        for kind in kinds
        for what, line in told(words, kind, language)
        if (why := wrong(line, language))
    ]
    assert not bad, "\n".join(sorted({*bad}))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*GAMES, ""])
def test_every_person_in_an_event_is_spoken_to(game: str, language: Language) -> None:
    """The form for a role does not name that role; what a game says anew, it says anew to everybody."""
    events = raw(game, language).get("events", {}) if game else common(language)["events"]
    for kind, sentence in events.items():
        base, *forms = kind.split(".")
        if forms:
            assert not set(forms) & set(FIELD.findall(sentence)), f"{kind} names the reader: {sentence!r}"
            assert set(forms) <= set(roles(events[base])), f"{kind} is for nobody in {events[base]!r}"
        else:
            missing = [f"{kind}.{role}" for role in roles(sentence) if f"{kind}.{role}" not in events]
            assert not missing, f"no second person: {missing}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_the_page_says_of_the_reader_has_a_second_person(game: str, language: Language) -> None:
    rules = games()[game]
    kinds: tuple[Any, ...] = (rules.state, *rules.phases)
    seated = {name for kind in kinds for name, what in kind.shown.items() if what is SEAT}
    facts = raw(game, language).get("facts", {})
    assert [name for name in facts if name in seated and f"{name}.you" not in facts] == []


def sentences(table: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(table, str):
        yield path, table
    elif isinstance(table, dict):
        for key, inner in table.items():
            yield from sentences(inner, f"{path}/{key}")
    elif isinstance(table, list):
        for i, inner in enumerate(table):
            yield from sentences(inner, f"{path}/{i}")


ONE_SEX = re.compile(
    r"\b(?:tu (?:n'|ne )?(?:t'|te )?(?:es|étais|seras|restes|joues)|je (?:suis|reste)|toi)(?: pas)?"
    r"(?: (?:le|la|tout|toute|déjà|bien|encore|trop))*"
    r" (?:seule?|sûre?|prête?|premi(?:er|ère)|derni(?:er|ère)|gagnante?|perdante?|obligée?|(?<=es )\w+ée?)\b"
    r"|\b(?:s'est|t'es|me suis) trompée?\b|\bil ou elle\b|[a-zé]·e\b",
    re.I,
)


@pytest.mark.parametrize("game", [*GAMES, ""])
def test_french_speaks_to_girls_and_boys_alike(game: str) -> None:
    """Everything that is written: help, refusals, phases, facts and the first lesson, and not only events."""
    written = dict(sentences(raw(game, Language.FR) if game else common(Language.FR)))
    lesson_file = files(f"tablee.games.{game}") / "lesson.toml" if game else None
    if lesson_file and lesson_file.is_file():  # a game of a package of its own need not have one
        lesson = loads(lesson_file.read_text("utf-8"))
        written |= {path: text for path, text in sentences(lesson, "/lesson") if path.endswith("/fr")}
    bad = [f"{path}: {found[0]!r}" for path, text in written.items() if (found := ONE_SEX.search(text))]
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(
    "line",
    [
        "Anna s'est trompée.",
        "ou si tu es le seul qui a encore des cartes",
        "c'est toi qui dis si tu es sûr ;",
        "Tu n'es pas obligé de garder les mots.",
        "Tu t'es posé.",
        "Si tu joues seul avec des robots",
    ],
)
def test_the_check_of_girls_and_boys_bites(line: str) -> None:
    assert ONE_SEX.search(line)


@pytest.mark.parametrize("game", [*GAMES, ""])
def test_french_is_set_as_a_printer_sets_it(game: str) -> None:
    """The page makes the spaces before high signs narrow; they must be there, and nowhere else."""
    source = raw(game, Language.FR) if game else common(Language.FR)
    bad = []
    for path, text in sentences(source):
        plain = re.sub(r"\{[^{}]*\}|\*\*|--\w+", "x", text)
        for line in plain.splitlines():
            if (
                re.search(r"[^\s«(:!?][!?;:»](?!\d)", line)
                or re.search(r"«\S|\s[,.…](?!\.)", line)
                or "  " in line
            ):
                bad.append(f"{path}: {line!r}")
            if re.search(r"\b[Vv]ous\b|\b[Vv]otre\b|\b[Vv]os\b|[Oo]ups|\bErreur\b", line) and "/help" not in path:
                bad.append(f"{path}: {line!r}")
    said = ("À vos mots", "À vos marques", "si vous voulez")  # as people say it to all
    assert not [b for b in bad if not any(words in b for words in said)], "\n".join(bad)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (Language.FR, "Toi pose K."),
        (Language.FR, "Toi gagne !"),
        (Language.FR, "Tu pose K."),
        (Language.FR, "7 cartes chacun, tu commence."),
        (Language.FR, "Le temps de Anna est écoulé."),
        (Language.FR, "Anna s'est trompée."),
        (Language.FR, "Papy pioche 1 cartes."),
        (Language.FR, "Papy pose  K."),
        (Language.FR, "Papy pose {symbol}."),
        (Language.FR, "Papy retourne faire_le_beau."),
        (Language.FR, "Papy crie «toutilix!»"),
        (Language.EN, "You begins."),
        (Language.EN, "You has no idea."),
        (Language.EN, "Papy draws 1 cards."),
    ],
)
def test_the_check_of_a_line_bites(language: Language, line: str) -> None:
    assert wrong(line, language)


def test_a_form_is_chosen_by_all_the_roles_of_the_reader_first() -> None:
    given = {"digs": "", "digs.seat": "", "digs.owner": "", "digs.seat.owner": ""}
    assert form(given, "digs", {"seat": SEAT(1), "owner": SEAT(1)}, 1) == "digs.seat.owner"
    assert form(given, "digs", {"seat": SEAT(1), "owner": SEAT(2)}, 1) == "digs.seat"
    assert form(given, "digs", {"seat": SEAT(1), "owner": SEAT(2)}, 2) == "digs.owner"
    assert form(given, "digs", {"seat": SEAT(1), "owner": SEAT(2)}, 0) == "digs"
    assert form(given, "digs", {"seat": SEAT(1), "owner": SEAT(2)}, None) == "digs"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Anna", "le mot d'Anna"),
        ("Élise", "le mot d'Élise"),
        ("Hélène", "le mot d'Hélène"),
        ("Yves", "le mot d'Yves"),
        ("Hugo", "le mot de Hugo"),
        ("Yann", "le mot de Yann"),
        ("Papy", "le mot de Papy"),
    ],
)
def test_de_loses_its_e_before_a_vowel(name: str, line: str) -> None:
    assert fill("le mot de {owner}", {"owner": Name(name)}) == line
    assert fill("la paire de {shout}", {"shout": "A"}) == "la paire de A", "a letter is no name"


def test_a_value_is_told_as_what_it_says_it_is() -> None:
    words = replace(texts("amerix", "fr"), values={"go": "en avant", "★": "une étoile"})
    told = {SEAT(1): "Papy", SEAT(0): "Anna", SEAT(7): "7", SAID("go"): "go", TERM("go"): "en avant"}
    told |= {TERM("stop"): "stop", FACE("★"): "une étoile", FACE("K"): "K", SPAN(40): "40"}
    assert {value: words.told("{x}", {"x": value}, NAMES) for value in told} == told
    assert words.told("{x}", {"x": 1}, NAMES) == "1", "a bare number is a number, and no seat"
    assert words.told("le mot de {x}", {"x": SEAT(0)}, NAMES) == "le mot d'Anna"
    assert words.told("le mot de {x}", {"x": SAID("Anna")}, NAMES) == "le mot de Anna"


def test_one_many_and_none() -> None:
    assert [fill("{n} {n|carte|cartes}", {"n": n}) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    assert [fill("Bon{n||, une| , des}", {"n": n}) for n in (0, 1, 2)] == ["Bon", "Bon, une", "Bon , des"]


SOURCE = Path(tablee.__file__).parent


def raised(place: Path) -> set[str]:
    """The codes that the files of a folder raise."""
    sources = [file.read_text("utf-8") for file in place.glob("*.py")]
    return {code for source in sources for code in re.findall(r'Refused\(\s*"(\w+)"', source)}


def answered(place: Path) -> set[str]:
    """The codes with which what does not fit a domain is answered."""
    return {
        text.value
        for file in place.glob("*.py")
        for function in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef) and function.returns is not None
        if function.name == "why_not" or ast.unparse(function.returns) == "str | None"
        for back in ast.walk(function)
        if isinstance(back, ast.Return)
        for text in ast.walk(back)
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_game_says_why(game: str, language: Language) -> None:
    known = {key.rpartition(".")[2] for key in texts(game, language).refusals}
    own = SOURCE / "games" / game
    assert (raised(own) | answered(own) | raised(SOURCE / "phases") | raised(SOURCE / "kernel")) - known == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_word_says_why(language: Language) -> None:
    known = {key.rpartition(".")[2] for game in GAMES for key in texts(game, language).refusals}
    codes = answered(SOURCE / "words") | answered(SOURCE / "kernel")
    assert {"letters_missing", "not_in_rack", "one_etoile"} <= codes, "the test found too little to prove anything"
    assert codes - known == set()


# ---- what events tell, and what their sentences name ----------------------------------------------------


def calls(place: Path, *names: str) -> Iterator[ast.Call]:
    for file in place.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
                yield node


@cache
def told_in(place: Path) -> dict[str, set[str]]:
    """By kind, what the rules in a folder tell; under "" where the kind is not written out."""
    found: dict[str, set[str]] = {"": set()}
    for call in calls(place, "tell"):
        constants = [n.value for n in ast.walk(call.args[0]) if isinstance(n, ast.Constant)]
        for kind in [str(value) for value in constants] or [""]:
            found.setdefault(kind, set()).update(k.arg for k in call.keywords if k.arg)
    return found


def told_fields(game: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for place in (SOURCE / "kernel", SOURCE / "phases", SOURCE / "games" / game):
        for kind, fields in told_in(place).items():
            found.setdefault(kind, set()).update(fields)
    for kind in KINDS.values():
        found.setdefault(kind, set()).update({"race", "seat", "shout", "ms"}, Gains.__annotations__)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_names_only_what_its_event_tells(game: str, language: Language) -> None:
    fields = told_fields(game)
    unknown = [
        f"{kind}: {name}"
        for kind, sentence in raw(game, language).get("events", {}).items()
        for name in FIELD.findall(sentence)
        if name not in fields.get(kind.split(".")[0], set()) | fields[""]
    ]
    assert not unknown


def test_the_page_forgets_by_itself_only_what_ready_phases_tell() -> None:
    """What a game's own events are worth at its end is the game's business (`GameInfo.everyday`)."""
    source = (SOURCE.parent.parent / "web" / "src" / "lib" / "memories.ts").read_text("utf-8")
    plain = re.search(r"const PLAIN = \[(.*?)\]", source, re.S)
    assert plain
    forgotten = set(re.findall(r'"(\w+)"', plain[1]))
    assert forgotten
    assert forgotten <= {*told_in(SOURCE / "kernel"), *told_in(SOURCE / "phases")}


def banter(key: str, language: Language) -> list[str]:
    """What bots may say in a game: of what happens, and where the move itself is something said."""
    found = texts(key, language)
    lines = [line for several in found.bubbles.values() for line in several]
    talk = [text for name, text in found.facts.items() if name.startswith("talk.") and ".list." not in name]
    return [*lines, *talk]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_have_sixty_lines_for_families_bluff_and_auctions(language: Language) -> None:
    said = {key: banter(key, language) for key in ("familix", "pavrailix", "celebritix")}
    assert sum(map(len, said.values())) >= 60
    for key, lines in said.items():
        assert len(lines) >= 20, key
        assert all(len(set(several)) == len(several) for several in texts(key, language).bubbles.values()), key
        assert all(len(line) <= 90 for line in lines), "it must fit into a bubble"
    for key in said:
        assert len(banter(key, Language.FR)) == len(banter(key, Language.EN))


@pytest.mark.parametrize(("language", "words"), [(Language.FR, "de mémoire"), (Language.EN, "from memory")])
@pytest.mark.parametrize(("game", "phase"), [("vizdibix", "turn"), ("corsix", "turn"), ("lipipix", "lay")])
def test_whoever_compares_with_a_covered_card_is_told_to_do_it_from_memory(
    game: str, phase: str, language: Language, words: str
) -> None:
    """The rules say so, and so does the table; a wrong shout says on what and why, and a win shows the pair."""
    found = raw(game, language)
    assert words in found["help"]["rules"].lower()
    assert words in found["phases"][phase]["others"].lower()
    for kind in ("wrong", "wrong.seat"):
        assert {"laid", "why"} <= set(FIELD.findall(found["events"][kind]))
    for kind in ("wins", "wins.seat"):  # Lipipix' syllable is the pair
        assert ("shout" if game == "lipipix" else "laid") in FIELD.findall(found["events"][kind])


@pytest.mark.parametrize(
    ("count", "line"),
    [
        (0, "T0ut0u retourne la tuile « Marcher »."),
        (1, "T0ut0u retourne la tuile « Marcher » et prend le nonos posé dessus."),
        (3, "T0ut0u retourne la tuile « Marcher » et prend les nonos posés dessus."),
    ],
)
def test_a_turned_tile_is_told_with_what_is_taken_from_it(count: int, line: str) -> None:
    spots = texts("spots", "fr")
    assert spots.told(spots.events["toutou_turns"], {"tile": TERM("marcher"), "count": count}, NAMES) == line


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_done_in_a_race_is_told_that_he_has_played(language: Language) -> None:
    """« C'est fait pour toi » is read as "this is made for you"; who gave up has played, too."""
    told = raw("pas_touche", language)["phases"]["race"]["others"]
    assert told.startswith({Language.FR: "Tu as déjà joué", Language.EN: "You have played"}[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_giving_up_a_solitaire_is_asked_about_in_its_own_words(language: Language) -> None:
    solitix = raw("solitix", language)
    assert solitix["sure"]["give_up"].endswith("?")
    assert solitix["sure"]["give_up"] != solitix["moves"]["give_up"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "option", "says"),
    [
        ("moinzix", "answer_s", r"\b(?:5|cinq|five) sec"),
        ("moinzix", "show_s", r"\b(?:3|trois|three) sec"),
        ("moinzix", "search_s", r"\b120 sec|\b(?:2|deux|two) minutes"),
        ("bazardelix", "target", r"\b(?:100|cent|a hundred|one hundred) points"),
    ],
)
def test_help_states_no_option_as_a_fact(game: str, option: str, says: str, language: Language) -> None:
    """A table that has chosen another number would read a wrong one."""
    found = raw(game, language)
    assert option in found["options"]
    helps = [found["help"]["rules"], *(card["text"] for card in found["help"]["cards"])]
    assert [line for line in helps if re.search(says, line)] == []

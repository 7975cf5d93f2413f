"""The protocol for strangers: the types, the document and the example are what the server does."""

import ast
import asyncio
import importlib.util
import json
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args

import msgspec
import pytest
from msgspec import Struct

from tablee.games.registry import game
from tablee.kernel import units
from tablee.kernel.domains import (
    Absent,
    ByChoice,
    CardPerSeat,
    CardSet,
    Domain,
    Flag,
    Number,
    OneCard,
    OneOf,
    OneSeat,
    Order,
    Slot,
    point,
)
from tablee.kernel.door import CardView, ClockView, EventView, View, ZoneView
from tablee.kernel.moves import Offer
from tablee.kernel.outcome import Outcome
from tablee.kernel.record import loads, replay
from tablee.kernel.refusal import COMMON_CODES
from tablee.kernel.rng import commitment
from tablee.kernel.state import SeatState
from tablee.kernel.zones import Pose
from tablee.pieces.domains import FanPlace, OneEnd, OneFace, Syllable
from tablee.server import asking, fairness, metrics, typescript, web
from tablee.server import protocol as p
from tablee.server.deal_pages import ByToken, MadeDeal, NewDeal
from tablee.server.deals import DealView
from tablee.server.typescript import Writer, domains
from tablee.words.fit import Fit
from tests.server.client import QUICK, start_server

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "play.py"
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```json (\w+)\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
MESSAGES: tuple[type[Struct], ...] = (*get_args(p.FromClient), p.GoOn, p.OnceMore, *get_args(p.FromServer))
KINDS: dict[str, Any] = {"client": p.FromClient, "learner": p.FromLearner, "server": p.FromServer} | {
    kind.__name__: kind
    for kind in (web.NewTable, asking.MadeTable, web.Problem, NewDeal, ByToken, MadeDeal, DealView)
}


# ---- TypeScript -----------------------------------------------------------------------------------------


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert typescript.main(["--check", str(ROOT / typescript.PATH)]) == 0, "run `make types`"


def test_a_difference_is_shown_and_then_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "src" / "protocol.ts"
    assert typescript.main(["--check", str(path)]) == 1
    assert typescript.main([str(path)]) == 0
    assert typescript.main(["--check", str(path)]) == 0
    path.write_text(path.read_text("utf-8").replace('type: "hello";', 'type: "hullo";'), "utf-8")
    capsys.readouterr()
    assert typescript.main(["--check", str(path)]) == 1
    shown = capsys.readouterr().err
    assert '-  type: "hullo";' in shown
    assert '+  type: "hello";' in shown


class Inner(Struct, omit_defaults=True):
    """Something inside."""

    pair: tuple[int, str]
    many: tuple[int | None, ...] = ()
    here: bool = True


class Outer(Struct, tag="outer", rename={"kind": "type_of"}):
    inner: dict[str, Inner]
    kind: Literal["a", "b"] | None = None


def test_tags_defaults_unions_and_names_are_kept() -> None:
    received, sent = Writer(), Writer()
    assert received.write(msgspec.inspect.type_info(Outer)) == "Outer"
    sent.write(msgspec.inspect.type_info(Outer), sent=True)
    outer, inner = received.parts
    assert outer.splitlines()[1:-1] == [
        '  type: "outer";',
        "  inner: Record<string, Inner>;",
        '  type_of: "a" | "b" | null;',
    ]
    assert inner.splitlines() == [
        "/** Something inside. */",
        "export interface Inner {",
        "  pair: [number, string];",
        "  many?: (number | null)[]; // left out: []",
        "  here?: boolean; // left out: true",
        "}",
    ]
    assert '  type_of?: "a" | "b" | null;' in sent.parts[0]


def test_two_types_of_one_name_are_refused() -> None:
    out = Writer()
    out.write(msgspec.inspect.type_info(Inner))
    twin = msgspec.defstruct("Inner", [("x", int)])
    with pytest.raises(TypeError, match="Inner"):
        out.write(msgspec.inspect.type_info(twin))


# ---- the document ---------------------------------------------------------------------------------------


def take_domains(value: Any) -> Iterator[Any]:
    """Takes the domains out of a message (their classes are open to newcomers, so no decoder knows them all)."""
    if isinstance(value, dict):
        yield from value.pop("params", {}).values()
        for inner in value.values():
            yield from take_domains(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from take_domains(inner)


def check_domain(value: dict[str, Any]) -> None:
    if value["type"] == ByChoice.__name__:
        for inner in (*value["table"].values(), value["other"]):
            check_domain(inner)
        assert value.keys() == {"type", *ByChoice.__struct_fields__}
    else:
        check(value, Union[tuple(k for k in domains() if k is not ByChoice)])  # noqa: UP007 - made at run time


def check(value: Any, kind: Any) -> None:
    """The server can read it and has no field too many; what comes from the server is just as it writes it."""
    decoded = msgspec.convert(value, kind)
    if kind not in (p.FromClient, p.FromLearner, web.NewTable, NewDeal):
        assert json.loads(msgspec.json.encode(decoded)) == value


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=[t[:40].strip() for _, t in EXAMPLES])
def test_every_example_is_a_message(kind: str, text: str) -> None:
    value = json.loads(text)
    for domain in list(take_domains(value)):
        check_domain(domain)
    check(value, KINDS[kind])
    if value.get("type") == "ended":
        assert value["commitment"] == commitment(bytes.fromhex(value["seed"]))


def test_every_json_in_the_document_is_an_example() -> None:
    assert DOCUMENT.count("```json") == len(EXAMPLES)


def section(heading: str) -> str:
    found = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^##)", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert found, f"no section {heading}"
    return found[1]


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_every_message_is_described_with_its_fields_and_an_example(kind: type[Struct]) -> None:
    tag = kind.__struct_config__.tag
    text = section(f"`{tag}`")
    assert f'{{"type": "{tag}"' in text
    for name in kind.__struct_fields__:
        assert f"`{name}`" in text or name == "id", f"{name} of {tag}"


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("`lobby`", (p.TableView, p.SeatView)),
        ("`welcome`", (p.LogLine,)),
        ("View", (View, SeatState, ClockView)),
        ("Zones and cards", (ZoneView, CardView, Pose)),
        ("Offers", (Offer,)),
        ("Domains", (*domains(), Fit)),
        ("Events", (EventView,)),
        ("Outcome", (Outcome,)),
    ],
)
def test_everything_that_is_seen_is_described(heading: str, kinds: tuple[type[Struct], ...]) -> None:
    text = section(heading)
    for kind in kinds:
        assert not issubclass(kind, Domain) or f"| `{kind.__name__}` |" in text
        for name in kind.__struct_fields__:
            assert f"`{name}`" in text, f"{name} of {kind.__name__}"


def codes_raised() -> set[str]:
    found = set()
    for folder in ("kernel", "server"):
        for path in (ROOT / "src" / "tablee" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Call(
                        func=ast.Name(id="Refused") | ast.Attribute(attr="Bye" | "Refusal"),
                        args=[*_, ast.Constant(value=str(code))],
                    ):
                        found.add(code)
    return found


def test_every_refusal_is_in_the_table() -> None:
    codes = {*codes_raised(), *COMMON_CODES, *p.REFUSAL_CODES, *web.STATUS, *web.CODES.values()}
    table = DOCUMENT.split("## Refusals")[1].split("## Limits")[0]
    missing = sorted(code for code in codes if f"`{code}`" not in table)
    assert not missing


def test_the_numbers_of_races_are_those_of_the_server() -> None:
    text = section("Races")
    friends, strict = fairness.FRIENDS.allowance, fairness.STRICT.allowance
    for number in (strict, friends, fairness.MAX_HOLD, fairness.DRAWN_MOST, units.TIE, units.ANTICIPATION):
        assert f"{number} ms" in text
    assert f"{p.LONGEST_MESSAGE:,}".replace(",", " ") in DOCUMENT
    assert f"version {p.PROTOCOL}" in DOCUMENT.splitlines()[0]


@pytest.mark.parametrize("key", ["amerix", "bazardelix", "vizdibix", "zieufermix"])
def test_the_server_sends_what_the_types_say(key: str, tmp_path: Path) -> None:
    async def run() -> list[dict[str, Any]]:
        async with start_server(tmp_path, pace=QUICK) as server:
            person = await server.make(key)
            await person.do("sit", name="Léa")
            await person.refused("sit", name="Léa")
            await person.do("react", phrase="bravo")
            await person.do("start")
            await person.until(lambda: sum(bool(m.get("offers", {}).get("0")) for m in person.heard) >= 3)
            return person.heard.copy()

    heard = asyncio.run(run())
    assert {m["type"] for m in heard} >= {"welcome", "lobby", "sight", "done", "refused", "spoke"}
    for message in heard:
        for domain in list(take_domains(message)):
            check_domain(domain)
            assert all(isinstance(card, str) for card in domain.get("cards", ()))
        check(message, p.FromServer)


def test_every_metric_is_described() -> None:
    source = Path(metrics.__file__).read_text("utf-8")
    text = (ROOT / "docs" / "server.md").read_text("utf-8")
    names = re.findall(r"# TYPE (\w+)", source)
    assert names
    assert not [name for name in names if f"`{name}`" not in text]


# ---- the example ----------------------------------------------------------------------------------------


def load_example() -> Any:
    spec = importlib.util.spec_from_file_location("play", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_plays_a_whole_game(tmp_path: Path) -> None:
    """As a stranger starts it: a program of its own, which knows nothing but the address."""

    async def run() -> tuple[str, bytes]:
        async with start_server(tmp_path, pace=QUICK) as server:
            wanted = ("--server", server.url, "--game", "amerix", "--think", "0.005")
            program = await asyncio.create_subprocess_exec(sys.executable, str(EXAMPLE), *wanted, stdout=PIPE)
            try:
                said, _ = await asyncio.wait_for(program.communicate(), 120)
            except TimeoutError:
                program.kill()
                raise
            assert program.returncode == 0
            (code,) = server.hub.tables
            async with server.http.get(f"{server.url}/api/tables/{code}/games") as answer:
                (row,) = await answer.json()
            async with server.http.get(f"{server.url}/api/records/{row['id']}") as answer:
                return said.decode(), await answer.read()

    said, record = asyncio.run(run())
    assert said.startswith("table ")
    assert "'type': 'ended'" in said.splitlines()[-1]
    assert replay(game("amerix"), loads(record)).outcome is not None


def test_the_example_joins_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=QUICK) as server:
            host = await server.make("zieufermix", seats=2)
            playing = asyncio.create_task(load_example().main(server.url, "", host.code, "Hasard", 0.005))
            await host.until(lambda: host.table["seats"][0]["name"] == "Hasard")
            await host.do("start")
            await asyncio.wait_for(playing, 120)
            await host.expect("ended")

    asyncio.run(run())
    assert "'type': 'ended'" in capsys.readouterr().out


CHOICES = (
    OneCard(["a", "b"]),
    Slot("row", [2, 3]),
    FanPlace("hand:1", [0, 1]),
    OneSeat([1, 2]),
    OneOf(["x", "y"]),
    OneFace(["pA", "bB"]),
    OneEnd(["line:0/right", "line:0/left"]),
    Number(3, 5),
    Flag(),
    Absent(),
    CardPerSeat([1, 2], ["a", "b", "c"]),
    CardSet(["a", "b", "c"], 1, 2),
    Order(["a", "b", "c"]),
    point(4, 4),
    Syllable(2, 3),
    Syllable(2, 3, "KSAE", "AE"),
)


@pytest.mark.parametrize("domain", [*CHOICES, *(ByChoice("of", {"c": d}, Absent()) for d in CHOICES)], ids=repr)
def test_the_example_knows_every_domain_without_words(domain: Domain) -> None:
    pick, args = load_example().pick, {"of": "c"}
    value = pick(msgspec.to_builtins(domain), args)
    chosen = domain.given(args)
    assert chosen.optional if value is None else chosen.accepts(value)


def test_there_is_no_other_domain_without_words() -> None:
    known = {type(d) for d in CHOICES} | {ByChoice}
    beyond = ("tablee.words", "tablee.games")  # words, and what a game has for itself alone
    others = {kind for kind in set(domains()) - known if not kind.__module__.startswith(beyond)}
    assert {kind.__name__ for kind in others} == {"Text", "Formula", "Suites"}

"""What every registered game must keep, for every allowed number of seats. A new game passes it whole."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import msgpack

import tablee
from tablee.arena.match import BOTS, Match, make_bot
from tablee.arena.proof import (
    check_at_rest,
    check_covered,
    check_mixed,
    check_never_seen,
    check_offers,
    check_plays,
    check_redeal,
    check_return,
    check_sealed,
)
from tablee.arena.runs import Run, any_deal, audiences, sent_to, steps
from tablee.arena.whereabouts import check_whereabouts
from tablee.games.registry import game as game_named
from tablee.games.registry import games
from tablee.kernel.codec import exact_digest
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event, Keep
from tablee.kernel.game import Game
from tablee.kernel.phase import Phase, phase_name
from tablee.kernel.record import apply, dumps, loads, replay
from tablee.kernel.refusal import COMMON_CODES, Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.units import mask
from tablee.server.emblems import emblem
from tablee.texts import WRITTEN, Language, texts
from tests import goldens

GAMES = list(games().values())
TABLES = [
    pytest.param(game, players, id=f"{game.info.key}-{players}")
    for game in GAMES
    for players in range(game.info.players[0], game.info.players[1] + 1)
]
# The scope puts all tests of a table one after the other: they look at the same random games.
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=[g.info.key for g in GAMES], scope="module")
EVERY_TABLE = pytest.mark.parametrize(("game", "players"), TABLES, scope="module")
SEEDS = 4
BETWEEN = 2
"""Random games at tables between the smallest and the largest: one with the usual options, one with drawn ones."""


@lru_cache(maxsize=2 * SEEDS)
def proved(game: Game[Any], players: int, seed: int) -> Run:
    """A random game that ends, conserves its pieces, replays and survives encoding; nothing of it ever changes."""
    return check_plays(any_deal(game, players, seed))


def runs(game: Game[Any], players: int, many: int = SEEDS) -> list[Run]:
    return [proved(game, players, seed) for seed in range(many if players in game.info.players else BETWEEN)]


@EVERY_TABLE
def test_random_games_end_conserve_pieces_replay_and_survive_encoding(game: Game[Any], players: int) -> None:
    for run in runs(game, players):
        assert run.state.outcome is not None
        assert len(run.entries) <= game.bound(players, run.state.options)


@EVERY_TABLE
def test_bots_of_every_level_finish_and_replay(game: Game[Any], players: int) -> None:
    """At the smallest and the largest table, and wherever there is room, every level sits at least once; between
    them somebody else is left out each time."""
    small = players < len(BOTS) and players not in game.info.players
    for shift in (players,) if small else range(0, len(BOTS), players):
        names = [BOTS[(seat + shift) % len(BOTS)] for seat in range(players)]
        match = Match(game, names, seed=seed_from(shift))
        match.finish(game.bound(players, match.state.options))
        again = replay(game, loads(dumps(match.record)))
        assert exact_digest(again) == exact_digest(match.state)


@EVERY_GAME
@pytest.mark.parametrize("skill", [-0.8, 0.5])
def test_bots_that_adapt_finish_and_replay(game: Game[Any], skill: float) -> None:
    """Whoever of the three minds is in charge can go on with what another began."""
    players = max(game.info.players[0], min(2, game.info.players[1]))
    match = Match(game, ["adaptive"] * players, seed=seed_from(0), make=lambda *bot: make_bot(*bot, skill=skill))
    match.finish(game.bound(players, match.state.options))
    assert exact_digest(replay(game, loads(dumps(match.record)))) == exact_digest(match.state)


@EVERY_TABLE
def test_nothing_leaks(game: Game[Any], players: int) -> None:
    unseen = covered = 0
    trials = 2 * max(1, 4 // len(audiences(players)))
    for run in runs(game, players, 3):
        unseen += check_never_seen(run, trials) + check_mixed(run, trials)
        covered += check_covered(run, trials=3)
        check_sealed(run)
        for viewers in audiences(players):
            check_whereabouts(run, viewers)
    if unseen == 0:  # all that is hidden follows from what is seen
        tables = [(run, viewers) for run in runs(game, players) for viewers in audiences(players)]
        unseen = sum(check_at_rest(run, viewers, trials=4) for run, viewers in tables)
    assert unseen > 100, "the test compared too little to prove anything"
    assert covered > 20, "the test compared too little to prove anything"


@EVERY_TABLE
def test_who_comes_back_sees_what_who_stayed_sees(game: Game[Any], players: int) -> None:
    for run in runs(game, players, 2):
        check_return(run)


@EVERY_TABLE
def test_a_redeal_looks_the_same_to_its_seat(game: Game[Any], players: int) -> None:
    assert sum(check_redeal(run) for run in runs(game, players)) > 0


@EVERY_TABLE
def test_offered_moves_apply_and_others_are_refused(game: Game[Any], players: int) -> None:
    for run in runs(game, players, 2):
        check_offers(run)


@EVERY_GAME
def test_a_game_with_presses_is_a_race(game: Game[Any]) -> None:
    """Such a game starts when all are ready, so it must say what it is (`GameInfo.kinds`)."""

    def pressed(run: Run) -> bool:
        s = run.deal.start()
        for entry in run.entries:
            if any(offer.stimulus is not None for seat in s.all_seats for offer in s.offers(seat)):
                return True
            apply(s, entry)
        return False

    assert any(map(pressed, runs(game, game.info.players[0]))) == game.races


@EVERY_GAME
def test_its_emblem_is_a_plain_drawing(game: Game[Any]) -> None:
    assert len(emblem(game.info.key))


@EVERY_GAME
def test_the_same_bytes_in_another_process(game: Game[Any], elsewhere: Callable[[str], str]) -> None:
    """Another hash seed, another process: the same game to the last byte, views included."""
    assert elsewhere(game.info.key) == fingerprint(game.info.key)


@pytest.fixture(scope="module", name="elsewhere")
def another_process() -> Iterator[Callable[[str], str]]:
    """Who asks for fingerprints there; it is started once."""
    program = """
import sys
from tests.test_suite import fingerprint
for line in sys.stdin:
    print(fingerprint(line.strip()), flush=True)
"""
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": other},
        cwd=Path(__file__).parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asks, answers = process.stdin, process.stdout

        def ask(key: str) -> str:
            asks.write(f"{key}\n")
            return answers.readline().strip()

        yield ask
        asks.close()


def fingerprint(key: str) -> str:
    """Digests of the final states, and of every byte that everybody was sent at first: of a game with the usual
    options and of one with drawn ones."""
    game = games()[key]
    total = sha256()
    for seed in range(BETWEEN):
        deal = any_deal(game, game.info.players[1], seed)
        s = deal.start()
        for step, _ in enumerate(steps(deal, s)):
            news = s.drain()
            if step < 60:
                for data in sent_to(game, s, audiences(s.n), news).values():
                    total.update(data)
        total.update(exact_digest(s).encode())
    return total.hexdigest()


# ---- golden files ---------------------------------------------------------------------------------------


@EVERY_GAME
def test_golden_playthrough(game: Game[Any]) -> None:
    """A whole game as documentation. `make goldens` writes it anew; read the difference before you commit it."""
    assert goldens.playthrough_file(game).read_text("utf-8") == goldens.playthrough(game)


@EVERY_GAME
def test_golden_records_of_all_versions_replay(game: Game[Any]) -> None:
    """Under the rules of their version, which are kept since records have format 2."""
    files = goldens.record_files(game)
    assert goldens.record_file(game) in files, "make goldens"
    for file in files:
        record = loads(file.read_bytes())
        try:
            rules = game_named(game.info.key, record.header.version)
        except Refused as no:
            assert (no.code, record.header.format) == ("unknown_version", 1), (
                "the rules of this version must be kept"
            )
        else:
            assert replay(rules, record).outcome is not None


# ---- words ----------------------------------------------------------------------------------------------


@EVERY_GAME
@pytest.mark.parametrize("language", WRITTEN)
def test_everything_players_read_is_there(game: Game[Any], language: Language) -> None:
    words = texts(game.info.key, language)
    assert set(COMMON_CODES) <= set(words.refusals)
    assert len(words.help.cards) == 3
    assert len(words.help.rules) > 500
    assert {phase_name(p) for p in game.phases} <= set(words.phases)
    for phase, move in (key.split(".") for key in words.phases if "." in key):
        assert phase in words.phases and move in words.moves, f"{phase}.{move} never comes"
    options = {*game.options.__struct_fields__, *game.seat_options.__struct_fields__}
    assert options <= set(words.options)
    read = all_that_is_read(game)
    assert read.zones <= set(words.zones)
    assert read.moves <= set(words.moves)
    assert read.parameters <= set(words.refusals)
    assert read.endings <= set(words.endings)
    for event, players in read.events:
        line = words.event(event.kind, event.data, {i: f"S{i}" for i in range(players)})
        assert line, f"no words for {event.kind}"
        assert "{" not in line, f"{event.kind} lacks a value: {line}"


class AllThatIsRead(NamedTuple):
    zones: set[str]
    moves: set[str]
    parameters: set[str]
    endings: set[str]
    events: list[tuple[Event, int]]


@lru_cache(maxsize=1)
def all_that_is_read(game: Game[Any]) -> AllThatIsRead:
    """In random games of the smallest and the largest table, which the test asks for in both languages."""
    read = AllThatIsRead(set(), set(), set(), set(), [])
    told: set[tuple[str, bytes, int]] = set()
    for players, seed in product(sorted(set(game.info.players)), range(SEEDS)):
        deal = any_deal(game, players, seed)
        s = deal.start()
        read.zones.update(z.name.split(":")[0] for z in s.zones)
        entries = steps(deal, s)
        while s.outcome is None:
            for offer in (o for seat in s.actors() for o in s.offers(seat)):
                read.moves.add(offer.name)
                read.parameters.update(f"{offer.name}.{parameter}" for parameter in offer.params)
            next(entries)
            for event in s.drain():
                # The same words again would read the same.
                same = event.kind, msgpack.encode(event.data), players
                if event.keep is Keep.LASTING and same not in told:
                    told.add(same)
                    read.events.append((event, players))
        read.endings.add(s.outcome.detail)
    return read


@EVERY_GAME
@pytest.mark.parametrize("language", WRITTEN)
def test_help_opens_at_the_passage_for_what_is_going_on(game: Game[Any], language: Language) -> None:
    help_ = texts(game.info.key, language).help
    headings = {line[3:] for line in help_.rules.splitlines() if line.startswith("## ")}
    assert set(help_.phases.values()) <= headings
    phases = {phase_name(p): p for p in game.phases}
    asked = {name for name, phase in phases.items() if phase.offers is not Phase.offers}
    assert asked, "nobody is ever offered anything"
    assert asked <= set(help_.phases) <= set(phases)


@EVERY_GAME
def test_the_two_languages_say_the_same_things(game: Game[Any]) -> None:
    french, english = (texts(game.info.key, language) for language in WRITTEN)
    for part in ("phases", "moves", "events", "refusals", "zones", "options", "endings", "values", "facts"):
        assert set(getattr(french, part)) == set(getattr(english, part)), part
    passages = [
        [
            [line for line in words.help.rules.splitlines() if line.startswith("## ")].index(f"## {heading}")
            for _, heading in sorted(words.help.phases.items())
        ]
        for words in (french, english)
    ]
    assert passages[0] == passages[1]


# ---- purity ---------------------------------------------------------------------------------------------

SOURCE = Path(tablee.__file__).parent
PURE = [
    file
    for layer in ("kernel", "pieces", "words", "phases", "play", "games")
    for file in sorted((SOURCE / layer).rglob("*.py"))
]
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "globals", "id", "hash"}
FORBIDDEN_MODULES = {
    "time",
    "datetime",
    "random",
    "secrets",
    "uuid",
    "os",
    "sys",
    "io",
    "pathlib",
    "socket",
    "asyncio",
}


@pytest.mark.parametrize("file", PURE, ids=lambda f: str(f.relative_to(SOURCE)))
def test_rules_have_no_clock_no_io_no_chance_of_their_own(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS, f"line {node.lineno}"
        if isinstance(node, ast.Global):
            raise AssertionError(f"line {node.lineno}: a global")
        if isinstance(node, ast.Import):
            assert not {a.name.split(".")[0] for a in node.names} & FORBIDDEN_MODULES, f"line {node.lineno}"
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.module.split(".")[0] not in FORBIDDEN_MODULES, f"line {node.lineno}"


@EVERY_GAME
def test_a_view_is_plain_json(game: Game[Any]) -> None:
    s = any_deal(game, game.info.players[0], 0).start()
    assert json.loads(encode(Door(s, mask(0)).glimpse()))["view"]["you"] == [0]

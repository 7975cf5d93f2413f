"""What every registered game must keep, for every allowed number of seats. A new game passes it whole."""

import ast
import json
import os
import subprocess
import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.arena.match import BOTS, Match, make_bot
from tablee.arena.proof import (
    audiences,
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
from tablee.arena.runs import Run, any_deal, play, sent
from tablee.arena.whereabouts import check_whereabouts
from tablee.games.registry import game as game_named
from tablee.games.registry import games
from tablee.kernel.codec import exact_digest
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Keep
from tablee.kernel.game import Game
from tablee.kernel.phase import Phase, phase_name
from tablee.kernel.record import apply, dumps, loads, replay
from tablee.kernel.refusal import COMMON_CODES, Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.units import mask
from tablee.server.emblems import emblem
from tablee.texts import Language, texts
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


@lru_cache(maxsize=2 * SEEDS)
def proved(game: Game[Any], players: int, seed: int) -> Run:
    """A random game that ends, conserves its pieces, replays and survives encoding; nothing of it ever changes."""
    return check_plays(any_deal(game, players, seed))


def runs(game: Game[Any], players: int, many: int = SEEDS) -> list[Run]:
    return [proved(game, players, seed) for seed in range(many)]


@EVERY_TABLE
def test_random_games_end_conserve_pieces_replay_and_survive_encoding(game: Game[Any], players: int) -> None:
    for run in runs(game, players):
        assert run.state.outcome is not None
        assert len(run.entries) <= game.bound(players, run.state.options)


@EVERY_TABLE
def test_bots_of_every_level_finish_and_replay(game: Game[Any], players: int) -> None:
    """At every table every level sits at least once."""
    for shift in range(0, len(BOTS), players):
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
        for viewers in audiences(players):
            unseen += check_never_seen(run, viewers, trials) + check_mixed(run, viewers, trials)
            covered += check_covered(run, viewers, trials=3)
            check_sealed(run, viewers)
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
def test_the_same_bytes_in_another_process(game: Game[Any]) -> None:
    """Another hash seed, another process: the same game to the last byte, views included."""
    program = "import sys; from tests.test_suite import fingerprint; sys.stdout.write(fingerprint(sys.argv[1]))"
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    seen = subprocess.run(
        [sys.executable, "-c", program, game.info.key],
        env={**os.environ, "PYTHONHASHSEED": other},
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert seen.stdout == fingerprint(game.info.key)


def fingerprint(key: str) -> str:
    """Digests of the final states, and of every byte that everybody was sent on the way."""
    game = games()[key]
    total = sha256()
    for seed in range(3):
        run = play(any_deal(game, game.info.players[1], seed))
        s = run.deal.start()
        for entry in run.entries[:60]:
            apply(s, entry)
            news = s.drain()
            for viewers in audiences(s.n):
                total.update(sent(game, s, viewers, news))
        total.update(exact_digest(run.state).encode())
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
@pytest.mark.parametrize("language", list(Language))
def test_everything_players_read_is_there(game: Game[Any], language: Language) -> None:
    words = texts(game.info.key, language)
    assert set(COMMON_CODES) <= set(words.refusals)
    assert len(words.help.cards) == 3
    assert len(words.help.rules) > 500
    assert {phase_name(p) for p in game.phases} <= set(words.phases)
    options = {*game.options.__struct_fields__, *game.seat_options.__struct_fields__}
    assert options <= set(words.options)
    for players in (game.info.players[0], game.info.players[1]):
        for seed in range(SEEDS):
            run = proved(game, players, seed)
            s = run.deal.start()
            assert {z.name.split(":")[0] for z in s.zones} <= set(words.zones)
            for entry in run.entries:
                for offer in (o for seat in s.actors() for o in s.offers(seat)):
                    assert offer.name in words.moves
                    for parameter in offer.params:
                        assert f"{offer.name}.{parameter}" in words.refusals
                apply(s, entry)
                for event in s.drain():
                    if event.keep is Keep.LASTING:
                        line = words.event(event.kind, event.data, {i: f"S{i}" for i in range(players)})
                        assert line, f"no words for {event.kind}"
                        assert "{" not in line, f"{event.kind} lacks a value: {line}"
            assert s.outcome is not None
            assert s.outcome.detail in words.endings


@EVERY_GAME
@pytest.mark.parametrize("language", list(Language))
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
    french, english = (texts(game.info.key, language) for language in Language)
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
    for layer in ("kernel", "pieces", "words", "phases", "games")
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

"""Golden files: a whole bot game per game as readable text, and a record per version that must go on replaying.

`make goldens` writes them for all games, `python -m tests.goldens amerix` for one. Those of a game from elsewhere
lie in its own folder.
"""

import sys
from inspect import getfile
from pathlib import Path
from typing import Any

from msgspec import json

from tablee.arena.match import Match
from tablee.games import registry
from tablee.games.registry import games
from tablee.kernel.domains import Domain
from tablee.kernel.door import CardView, Door, View
from tablee.kernel.game import Game
from tablee.kernel.moves import Offer
from tablee.kernel.record import Played, dumps
from tablee.kernel.rng import seed_from
from tablee.pieces.notation import write
from tablee.texts import Language, texts

FOLDER = Path(__file__).parent
SEED = "golden"
LEVELS = ("normal", "beginner", "strong")


def goldens_of(game: Game[Any]) -> Path:
    own = Path(getfile(type(game))).parent
    return FOLDER if own.parent == Path(registry.__file__).parent else own / "goldens"


def playthrough_file(game: Game[Any]) -> Path:
    return goldens_of(game) / "playthroughs" / f"{game.info.key}.txt"


def record_files(game: Game[Any]) -> list[Path]:
    return sorted((goldens_of(game) / "records").glob(f"{game.info.key}-v*.jsonl"))


def golden_match(game: Game[Any]) -> Match:
    players = max(game.info.players[0], min(3, game.info.players[1]))
    return Match(game, [LEVELS[i % 3] for i in range(players)], seed=seed_from(SEED))


def playthrough(game: Game[Any]) -> str:
    """Every step with what was told; at steps 0, 1, 2, 4, 8… also the position, each seat's view and offers."""
    match = golden_match(game)
    words = texts(game.info.key, Language.EN)
    names = {i: f"S{i}" for i in range(match.state.n)}
    lines = [
        f"{game.info.name} v{game.info.version}, bots: {', '.join(LEVELS[: match.state.n])}",
        f"options {json.encode(match.state.options, order='deterministic').decode()}",
        f"commitment {match.header.commitment}",
    ]

    def tell() -> None:
        for event in match.news:
            line = words.event(event.kind, event.data, names)
            private = "" if event.to == match.state.everyone else f"  [to {event.to:b}]"
            if line:
                lines.append(f"      {line}{private}")

    def show() -> None:
        s = match.state
        lines.append(f"    position {write(s)}")
        for seat in s.all_seats:
            view = Door(s, 1 << seat).view()
            lines.append(f"    S{seat} sees {describe(view)}")
            lines.extend(f"      may {offer_line(o)}" for o in Door(s, 1 << seat).offers(seat))
        lines.append(f"    spectator sees {describe(Door(s, s.everyone).view())}")

    tell()
    show()
    step = 0
    while not match.over:
        entry = match.step()
        step += 1
        if isinstance(entry, Played):
            what = f"S{entry.seat} {entry.move.name}{shown_args(match, entry.move.args)}"
        else:
            what = f"rings {entry.alarm}"  # type: ignore[union-attr]
        lines.append(f"{step:4} {entry.t / 1000:8.3f} s  {what}")
        tell()
        if step & (step - 1) == 0:
            show()
    show()
    outcome = match.state.outcome
    assert outcome is not None
    why = f"{outcome.result}, {outcome.reason}, {outcome.detail}"
    lines.append(f"end: ranks {outcome.ranks}, scores {outcome.scores}, {why}")
    lines.append(f"seed {match.state.seed.hex()}")
    return "\n".join(lines) + "\n"


def shown_args(match: Match, args: Any) -> str:
    """Arguments with faces for card ids, as a spectator of the record would want them."""
    faces = match.state.faces

    def value(name: str, v: Any) -> Any:
        if name == "card" and isinstance(v, int):
            return faces[v]
        if name == "cards":
            return {k: faces[c] for k, c in v.items()} if isinstance(v, dict) else [faces[c] for c in v]
        return v

    return "".join(f" {name}={value(name, v)}" for name, v in args.items())


def describe(view: View) -> str:
    """A view in one line."""
    if view.dark:
        return f"nothing: its eyes are closed ({view.phase})"
    zones = " | ".join(f"{z.name}={card_list(z.cards, z.count)}" for z in view.zones if z.count)
    facts = json.encode({k: view.fact(k) for k in view.facts}, order="deterministic").decode()
    clocks = " ".join(f"{c.name}@{c.since}-{c.at}" for c in view.clocks)
    turn = f"[{view.phase}, waits for {list(view.active)}, scores {list(view.scores)}]"
    return f"{turn} {zones} {facts} {clocks}".rstrip()


def card_list(cards: tuple[CardView | None, ...], count: int) -> str:
    shown = " ".join("·" if c is None else (c.face or "?") + (c.mark or "") for c in cards)
    hidden = count - sum(c is not None for c in cards)
    return f"{shown} +{hidden}".strip() if hidden > 0 else shown


def size(domain: Domain) -> str:
    return "" if domain.count() is None else f" of {domain.count()}"


def offer_line(offer: Offer) -> str:
    params = ", ".join(f"{name}: {type(d).__name__}{size(d)}" for name, d in offer.params.items())
    return f"{offer.name}({params})" + (f" from {offer.opens_at}" if offer.opens_at else "")


def record_file(game: Game[Any]) -> Path:
    return goldens_of(game) / "records" / f"{game.info.key}-v{game.info.version}.jsonl"


def main() -> None:
    for game in [registry.game(key) for key in sys.argv[1:] or games()]:
        for file in (playthrough_file(game), record_file(game)):
            file.parent.mkdir(parents=True, exist_ok=True)
        playthrough_file(game).write_text(playthrough(game), "utf-8")
        match = golden_match(game)
        match.finish()
        record_file(game).write_bytes(dumps(match.record))


if __name__ == "__main__":
    main()

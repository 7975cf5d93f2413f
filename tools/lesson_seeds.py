"""Finds a deal for a lesson: bots play a game, and what they do is written as a lesson would say it, beside what
the learner sees. `python -m tools.lesson_seeds GAME [--seats 2] [--seed "montre-moi 0"] [--moves 6]`.

`--draft FILE` plays the lesson in a file instead, and then shows what the learner sees and may do."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from tomllib import loads
from typing import Any

from msgspec import convert, json, to_builtins

from tablee.arena.match import Match
from tablee.games.registry import game
from tablee.kernel.door import Door, View
from tablee.kernel.moves import Offer
from tablee.kernel.record import Played, Rang
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.units import Seat
from tablee.lessons.script import Lesson
from tablee.lessons.tutorial import LEARNER, Tutorial
from tablee.texts import Language, texts

MOST_SHOWN = 26


def seen(view: View) -> str:
    """What lies on the table, by zones."""
    zones = []
    for zone in view.zones:
        faces = [card.face if card and card.face else "·" for card in zone.cards]
        if not zone.count and not faces:
            continue
        line = " ".join(faces[:MOST_SHOWN]) + (" …" if len(faces) > MOST_SHOWN else "")
        zones.append(f"{zone.name}({zone.count})[{line}]")
    facts = json.encode(to_builtins(view.facts)).decode()
    return (
        f"{view.phase} {list(view.interrupted)} {' '.join(zones)}\n      facts {facts[:150]} scores {view.scores}"
    )


def offered(view: View, offers: tuple[Offer, ...]) -> str:
    faces = {card.handle: card.face for zone in view.zones for card in zone.cards if card and card.handle}

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return faces.get(value, value)
        if isinstance(value, list | tuple):
            return [plain(each) for each in value][:MOST_SHOWN]
        if isinstance(value, dict):
            return {plain(key): plain(each) for key, each in value.items()}
        return value

    lines = []
    for offer in offers:
        params = {name: plain(to_builtins(domain, str_keys=True)) for name, domain in offer.params.items()}
        lines.append(f"      offer {offer.name} {str(params)[:240]}")
    return "\n".join(lines)


def deed(match: Match, seat: Seat, name: str, args: Mapping[str, Any]) -> str:
    """A move as a lesson writes it; cards by their faces."""
    view = Door(match.state, 1 << seat).view()
    cards = {card.handle: card.face for zone in view.zones for card in zone.cards if card and card.handle}
    offer = next(o for o in Door(match.state, 1 << seat).offers(seat) if o.name == name)

    def told(value: Any) -> str:
        if isinstance(value, dict):
            return "{ " + ", ".join(f'"{key}" = {told(each)}' for key, each in value.items()) + " }"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(told(each) for each in value) + "]"
        if isinstance(value, bool):
            return str(value).lower()
        return f'"{cards.get(value, value)}"' if isinstance(value, str) else str(value)

    parts = [f'move = "{name}"', *(f"{key} = {told(args[key])}" for key in offer.params if key in args)]
    return ", ".join(parts)


def play_on(key: str, seats: int, seed: str, moves: int, bot: str, options: Mapping[str, Any]) -> None:
    match = Match(game(key), [bot] * seats, seed=seed_from(seed), options=options)
    door = Door(match.state, 1 << LEARNER)
    print(f'seed = "{seed}"\n  {seen(door.view())}\n{offered(door.view(), tuple(door.offers(LEARNER)))}')
    made, then, phases = 0, match.state.now, set[str]()
    while made < moves and not match.over:
        view = Door(match.state, 1 << LEARNER).view()
        phases |= {view.phase, *view.interrupted}
        due = match.next_time()
        plans = dict(match.plans)
        texts_of = {seat: deed(match, seat, plan.move.name, plan.move.args) for seat, plan in plans.items()}
        offers = tuple(Door(match.state, 1 << LEARNER).offers(LEARNER))
        entry = match.step()
        if isinstance(entry, Rang):
            print(f"    {{ wait = {entry.t - then} }},  # {entry.alarm}")
        elif isinstance(entry, Played) and entry.seat == LEARNER:
            made += 1
            print(f"  # {seen(view)}\n{offered(view, offers)}\n  +{entry.t - then} do = {{ {texts_of[LEARNER]} }}")
        elif isinstance(entry, Played):
            print(f"    +{entry.t - then} {{ seat = {entry.seat}, {texts_of[entry.seat]} }},")
        then = entry.t
        told = [
            f"{event.kind} {json.encode(to_builtins(event.data)).decode()[:160]}"
            for event in match.events_for(1 << LEARNER)
            if event.kind not in ("move", "shuffle")
        ]
        if told:
            print("        ~ " + "; ".join(told))
        assert due is not None
    view = Door(match.state, 1 << LEARNER).view()
    phases |= {view.phase, *view.interrupted}
    print("  END", seen(view))
    missed = sorted(set(texts(key, Language.FR).help.phases) - phases)
    print("left_out =", json.encode(missed).decode().replace(",", ", "))


def draft(key: str, file: Path) -> None:
    lesson = convert(loads(file.read_text("utf-8")), Lesson)
    tutorial = Tutorial(game(key), lesson)
    phases: set[str] = set()
    for number, step in enumerate(lesson.steps, 1):
        view = tutorial.view
        phases |= {view.phase, *view.interrupted}
        print(f"{number}. {step.say.fr}\n   at {step.at} do {step.do}\n   {seen(view)}")
        try:
            wanted = tutorial.wanted
            tutorial.go_on() if wanted is None else tutorial.play(wanted)
        except Refused as no:
            print(f"   REFUSED {no.code} {dict(no.details)} others {step.others}")
            break
    print(f"then {seen(tutorial.view)}")
    for seat in range(lesson.seats):
        door = Door(tutorial.driver.state, 1 << seat)
        print(f" seat {seat}\n{offered(door.view(), tuple(door.offers(seat)))}")
    phases |= {tutorial.view.phase, *tutorial.view.interrupted}
    missed = sorted(set(texts(key, Language.FR).help.phases) - phases)
    print("left_out =", json.encode(missed).decode().replace(",", ", "))


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("--seats", type=int, default=2)
    wanted.add_argument("--seed", default="montre-moi 0")
    wanted.add_argument("--moves", type=int, default=6)
    wanted.add_argument("--bot", default="strong")
    wanted.add_argument("--options", default="{}")
    wanted.add_argument("--draft", type=Path)
    args = wanted.parse_args()
    if args.draft:
        draft(args.game, args.draft)
    else:
        play_on(args.game, args.seats, args.seed, args.moves, args.bot, json.decode(args.options))


if __name__ == "__main__":
    main()

"""A small player: takes a seat at a table and plays a whole game by chance (docs/protocol.md)."""

import argparse
import asyncio
from itertools import count
from random import choice, randint, sample
from typing import Any

import aiohttp


def pick(domain: Any, args: dict[str, Any]) -> Any:
    """Some value for a parameter of a move; None leaves it out. Words and groups are beyond it."""
    match domain:
        case {"type": "Groups" | "Formula"}:
            return None
        case {"type": "ByChoice", "of": of, "table": table, "other": other}:
            return pick(table.get(args.get(of), other), args)
        case {"type": "Syllable", "least": least, "letters": letters, "last": last}:
            inner = [letter for letter in letters if letter not in last]
            return "".join(choice(inner) for _ in range(least - 1)) + choice(last or letters)
        case {"type": "CardPerSeat", "seats": seats, "cards": cards}:
            return dict(zip(map(str, seats), sample(cards, len(seats)), strict=True))
        case {"type": "CardSet" | "Order", "cards": cards}:
            return sample(cards, domain.get("least", len(cards)))
        case {"cards": values} | {"places": values} | {"seats": values} | {"names": values}:
            return choice(values)
        case {"low": low, "high": high}:
            return randint(low, high)
        case {"axes": axes}:
            return {name: pick(axis, args) for name, axis in axes.items()}
    return None


async def move(ws: aiohttp.ClientWebSocketResponse, command: str, sight: Any, think: float) -> None:
    """One of the offers, unless something new is seen before it is made."""
    offers = [(seat, offer) for seat, some in sight["offers"].items() for offer in some]
    if offers:
        seat, offer = choice(offers)
        pause = max(think, (offer.get("opens_at", 0) - sight["now"]) / 1000 / sight.get("rate", 1))
        await asyncio.sleep(pause)
        args: dict[str, Any] = {}
        for name, domain in offer.get("params", {}).items():
            args |= {} if (value := pick(domain, args)) is None else {name: value}
        play = {"type": "play", "id": command, "seat": int(seat), "move": offer["name"], "args": args}
        await ws.send_json(play | {"answers": offer.get("stimulus"), "reaction": pause * 1000})


async def main(server: str, game: str, code: str | None, name: str, think: float) -> None:
    async with aiohttp.ClientSession(server, raise_for_status=True) as http:
        hello = {"type": "hello", "protocol": 2, "code": code}
        if code is None:
            async with http.post("/api/tables", json={"game": game}) as made:
                hello |= await made.json()  # the code and the host's token
        print("table", hello["code"], flush=True)
        async with http.ws_connect("/ws") as ws:
            await ws.send_json(hello)
            await ws.send_json({"type": "sit", "id": "sit", "name": name})
            if code is None:
                await ws.send_json({"type": "start", "id": "start"})
            ids, sight, thought = count(), None, None
            ready = {"type": "ready", "id": "ready"}  # once is enough: a repeat is answered and not done twice
            async for frame in ws:
                message = frame.json()
                if message["type"] in ("ended", "bye"):
                    print(message)
                    return
                sight = message if message["type"] == "sight" else sight
                if message.get("gated"):  # a race starts when all are ready
                    await ws.send_json(ready)
                for event in message.get("events", ()):
                    told = {k: v["value"] if isinstance(v, dict) else v for k, v in event["data"].items()}
                    print(event["kind"], told)
                if sight and message["type"] in ("sight", "refused"):  # think, or think again
                    if thought:
                        thought.cancel()
                    thought = asyncio.create_task(move(ws, str(next(ids)), sight, think))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default="http://127.0.0.1:8044")
    parser.add_argument("--game", default="amerix", help="for a new table")
    parser.add_argument("--code", help="of a table that is there")
    parser.add_argument("--name", default="Hasard")
    parser.add_argument("--think", type=float, default=0.5, help="seconds for each move")
    asyncio.run(main(**vars(parser.parse_args())))

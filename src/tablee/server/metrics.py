"""Numbers about this server for whoever runs it, in Prometheus' text form.

They are no business of players: that somebody has pressed shows in them before the race is told. So they have a
port of their own, on this machine alone.
"""

from statistics import quantiles

from aiohttp import web

from tablee.server.hub import Hub
from tablee.server.socket import Connections

LOOPBACK = "127.0.0.1"


def make_metrics(hub: Hub, sockets: Connections) -> web.Application:
    async def metrics(request: web.Request) -> web.Response:
        response = web.Response(text="\n".join(numbers(hub, sockets)) + "\n")
        response.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
        return response

    app = web.Application()
    app.add_routes([web.get("/metrics", metrics)])
    return app


def numbers(hub: Hub, sockets: Connections) -> list[str]:
    spans = sorted(hub.delivered[-2_048:])
    peers = sockets.peers
    cuts = quantiles(spans, n=100) if len(spans) > 1 else [0.0] * 99
    return [
        "# HELP tablee_tables Tables in memory.",
        "# TYPE tablee_tables gauge",
        f"tablee_tables {len(hub.tables)}",
        "# HELP tablee_games_running Games being played.",
        "# TYPE tablee_games_running gauge",
        f"tablee_games_running {sum(t.lobby.playing for t in hub.tables.values())}",
        "# HELP tablee_sockets Open sockets.",
        "# TYPE tablee_sockets gauge",
        f"tablee_sockets {len(sockets.open)}",
        "# HELP tablee_tables_in_trouble Tables that cannot write their log.",
        "# TYPE tablee_tables_in_trouble gauge",
        f"tablee_tables_in_trouble {sum(t.trouble is not None for t in hub.tables.values())}",
        "# HELP tablee_moves_total Moves of people since the server started.",
        "# TYPE tablee_moves_total counter",
        f"tablee_moves_total {hub.moves}",
        "# HELP tablee_delivery_seconds From a batch of commands taken up to its last view queued.",
        "# TYPE tablee_delivery_seconds summary",
        f'tablee_delivery_seconds{{quantile="0.5"}} {cuts[49] / 1000:.6f}',
        f'tablee_delivery_seconds{{quantile="0.99"}} {cuts[98] / 1000:.6f}',
        "# HELP tablee_relayed Sockets that are handed on to the server of their table.",
        "# TYPE tablee_relayed gauge",
        f"tablee_relayed {0 if peers is None else peers.relayed}",
        "# HELP tablee_sure Whether this server is sure that its tables are its own.",
        "# TYPE tablee_sure gauge",
        f"tablee_sure {int(peers is None or peers.store.lease.sure)}",
        "# HELP tablee_deaths_total How often it was taken for dead and came back.",
        "# TYPE tablee_deaths_total counter",
        f"tablee_deaths_total {0 if peers is None else peers.store.lease.deaths}",
    ]

"""The HTTP interface in OpenAPI's words, made from the types that serve it."""

from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from tablee.games.registry import games
from tablee.texts import Language


@cache
def description() -> dict[str, Any]:
    from tablee.server import asking, web  # noqa: PLC0415 - the routes' types live beside their handlers
    from tablee.server.deal_pages import ByToken, MadeDeal, NewDeal  # noqa: PLC0415
    from tablee.server.deals import DealView  # noqa: PLC0415
    from tablee.server.moments import Moments  # noqa: PLC0415
    from tablee.server.protocol import TableView  # noqa: PLC0415
    from tablee.server.replay import Replay  # noqa: PLC0415
    from tablee.server.store import GameRow  # noqa: PLC0415
    from tablee.server.typescript import domains  # noqa: PLC0415
    from tablee.texts import Texts  # noqa: PLC0415

    kinds = (
        web.NewTable, asking.MadeTable, web.GameEntry, web.OpenTable, web.House, web.Problem, TableView, GameRow,
        Replay, Texts, web.Person, web.Stored, web.Forgotten, Moments, NewDeal, ByToken, MadeDeal, DealView,
    )  # fmt: skip
    sent = domains()
    _, schemas = msgspec.json.schema_components((*kinds, *sent), ref_template="#/components/schemas/{name}")

    for kind in ("NewTable", "NewDeal"):
        schemas[kind]["properties"]["game"]["enum"] = list(games())

    def ref(kind: type) -> dict[str, Any]:
        return {"$ref": f"#/components/schemas/{kind.__name__}"}

    # Of a parameter that is pressed one knows only that it has a domain: any of them.
    schemas["Domain"] = {"anyOf": [ref(kind) for kind in sent]}

    def listed(kind: type) -> dict[str, Any]:
        return {"type": "array", "items": ref(kind)}

    def gives(schema: dict[str, Any], what: str, *problems: int, status: str = "200") -> dict[str, Any]:
        body = {"application/json": {"schema": schema}}
        answers: dict[str, Any] = {status: {"description": what, "content": body}}
        for code in (*problems, 400, 429, 503):
            answers[str(code)] = {
                "description": "What was wrong, as a code and a sentence.",
                "content": {"application/json": {"schema": ref(web.Problem)}},
            }
        return answers

    def text(kind: str, what: str, *problems: int) -> dict[str, Any]:
        answers = gives(ref(web.Problem), what, *problems)
        answers["200"] = {"description": what, "content": {kind: {"schema": {"type": "string"}}}}
        return answers

    def given(name: str, where: str = "path", **schema: Any) -> dict[str, Any]:
        return {"name": name, "in": where, "required": where == "path", "schema": {"type": "string", **schema}}

    lang = given("lang", "query", enum=list(Language))
    code = given("code", pattern=f"^{asking.CODE.pattern}$")

    def asks(kind: type) -> dict[str, Any]:
        return {"required": True, "content": {"application/json": {"schema": ref(kind)}}}

    made = ref(asking.MadeTable)
    make: dict[str, Any] = {
        "summary": "Open a table",
        "requestBody": asks(web.NewTable),
        "responses": gives(made, "The table's code and the host's token.", 404, 413, status="201"),
    }
    make["responses"]["201"]["links"] = {
        name: {"operationId": name, "parameters": {"code": "$response.body#/code"}}
        for name in ("showTable", "tableCode", "tableGames")
    }
    health_schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
    health = {"200": {"description": "Moves can be written."}, "503": {"description": "They cannot."}}
    for response in health.values():
        response["content"] = {"application/json": {"schema": health_schema}}  # type: ignore[assignment]
    health["429"] = gives(ref(web.Problem), "")["429"]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tablée",
            "version": version("tablee"),
            "description": "Tables are made and found here; games are played on the socket (docs/protocol.md).",
        },
        "paths": {
            "/api/games": {
                "get": {"summary": "All games", "responses": gives(listed(web.GameEntry), "All games.")}
            },
            "/api/games/emblems.svg": {
                "get": {
                    "summary": "The games' emblems",
                    "responses": text("image/svg+xml", "One picture, in which each is named by its game."),
                }
            },
            "/api/games/{key}/texts": {
                "get": {
                    "summary": "What players read about a game",
                    "parameters": [given("key", enum=list(games())), lang],
                    "responses": gives(ref(Texts), "The words.", 404),
                }
            },
            "/api/tables": {
                "get": {
                    "summary": "Public tables",
                    "responses": gives(listed(web.OpenTable), "Those at which somebody is, the latest first."),
                },
                "post": make,
            },
            "/api/tables/{code}": {
                "get": {
                    "summary": "A table before joining",
                    "operationId": "showTable",
                    "parameters": [code],
                    "responses": gives(ref(TableView), "As a stranger sees it.", 404),
                }
            },
            "/api/tables/{code}/qr.svg": {
                "get": {
                    "summary": "The table's address as a QR",
                    "operationId": "tableCode",
                    "parameters": [code],
                    "responses": text("image/svg+xml", "A picture.", 404),
                }
            },
            "/api/tables/{code}/games": {
                "get": {
                    "summary": "Games finished at a table",
                    "operationId": "tableGames",
                    "parameters": [code],
                    "responses": gives(listed(GameRow), "The latest first.", 404),
                }
            },
            "/api/records/{id}": {
                "get": {
                    "summary": "The record of a finished game",
                    "parameters": [given("id", pattern="^[A-Za-z0-9_-]{1,64}$")],
                    "responses": text("application/jsonl", "One JSON object a line.", 403, 404),
                }
            },
            "/api/records/{id}/replay": {
                "get": {
                    "summary": "A finished game step by step, verified",
                    "parameters": [
                        given("id", pattern="^[A-Za-z0-9_-]{1,64}$"),
                        given("seat", "query", type="integer", minimum=0, maximum=7),
                        given("from", "query", type="integer", minimum=0, maximum=999_999),
                    ],
                    "responses": gives(ref(Replay), "All hands open, or as one seat saw it.", 403, 404),
                }
            },
            "/api/records/{id}/moments": {
                "get": {
                    "summary": "What is worth remembering of a finished game",
                    "parameters": [given("id", pattern="^[A-Za-z0-9_-]{1,64}$")],
                    "responses": gives(ref(Moments), "The best of each kind, as its replay shows it.", 403, 404),
                }
            },
            "/api/deals": {
                "post": {
                    "summary": "Open a deal for many tables",
                    "requestBody": asks(NewDeal),
                    "responses": gives(
                        ref(MadeDeal), "The deal's code, and the token that closes it.", 404, 413, status="201"
                    ),
                }
            },
            "/api/deals/{code}": {
                "get": {
                    "summary": "A deal that many tables play",
                    "parameters": [code],
                    "responses": gives(ref(DealView), "What they have made of it so far.", 404),
                }
            },
            "/api/deals/{code}/qr.svg": {
                "get": {
                    "summary": "The deal's address as a QR",
                    "parameters": [code],
                    "responses": text("image/svg+xml", "A picture.", 404),
                }
            },
            "/api/deals/{code}/tables": {
                "post": {
                    "summary": "Open one more table for a deal",
                    "parameters": [code],
                    "requestBody": asks(ByToken),
                    "responses": gives(
                        made,
                        "The table's code and its host's token.",
                        404,
                        409,
                        413,
                        status="201",
                    ),
                }
            },
            "/api/deals/{code}/close": {
                "post": {
                    "summary": "Close a deal: its seed and its games are shown",
                    "parameters": [code],
                    "requestBody": asks(ByToken),
                    "responses": gives(ref(DealView), "The ranking as it stays.", 404, 413),
                }
            },
            "/api/person": {
                "post": {
                    "summary": "What is stored about a person",
                    "requestBody": asks(web.Person),
                    "responses": gives(ref(web.Stored), "At the tables whose tokens are right.", 413),
                }
            },
            "/api/person/forget": {
                "post": {
                    "summary": "Delete what is stored about a person",
                    "requestBody": asks(web.Person),
                    "responses": gives(ref(web.Forgotten), "At how many tables there was anything.", 413),
                }
            },
            "/api/house": {
                "get": {
                    "summary": "What holds for all tables here",
                    "responses": gives(ref(web.House), "How long games are kept."),
                }
            },
            "/healthz": {"get": {"summary": "Health", "responses": health}},
        },
        "components": {"schemas": schemas},
    }

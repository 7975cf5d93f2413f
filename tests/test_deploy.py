"""What is in `deploy/` fits the program: its metrics, its options, and the promises of the image."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablee.cli import app
from tablee.server.hub import Hub
from tablee.server.metrics import numbers
from tablee.server.socket import Connections
from tablee.server.sqlite import SqliteStore

DEPLOY = Path(__file__).parent.parent / "deploy"


def test_the_dashboard_asks_for_numbers_that_there_are(tmp_path: Path) -> None:
    hub = Hub(SqliteStore(tmp_path / "x.db"))
    known = {line.split("{")[0].split()[0] for line in numbers(hub, Connections(hub)) if line[0] != "#"}
    panels = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]
    asked = {
        name
        for panel in panels
        for target in panel["targets"]
        for name in re.findall(r"tablee_\w+", target["expr"])
    }
    assert asked == known


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "compose.many.yaml", "tablee.service"])
def test_every_option_is_one_of_the_server(name: str) -> None:
    help_text = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    text = (DEPLOY / name).read_text("utf-8")
    commands = re.findall(r"(?:CMD|command:|tablee serve).*(?:\n {6,}.*)*", text)
    options = {word for command in commands for word in re.findall(r"(?<![\w-])--[a-z][a-z-]+", command)}
    assert options or name == "Containerfile"
    assert all(option in help_text for option in options), options


def test_the_image_has_no_root_and_tells_its_health() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    last = text[text.rindex("FROM ") :]
    assert re.search(r"^USER \d+$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last
    assert re.findall(r"^VOLUME .*$", last, re.MULTILINE) == ["VOLUME /data"]

"""Tournaments: fair line-ups, numbers that are right where they are known, and a picture that is one."""

from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import json
from typer.testing import CliRunner

from tablee.arena.match import make_bot
from tablee.arena.plot import svg
from tablee.arena.simulate import Failure
from tablee.arena.tournament import (
    Block,
    Cup,
    Form,
    ahead,
    cup,
    effective,
    elo,
    interval,
    lineups,
    one_block,
    some_blocks,
    summarise,
    tournament,
    won_by,
)
from tablee.bots.adaptive import START, adapted
from tablee.cli import app
from tablee.games.registry import game
from tablee.kernel.outcome import Outcome, ranked
from tablee.kernel.refusal import Refused

runner = CliRunner()


# ---- who sits where ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 9))
def test_on_every_deal_both_bots_have_every_seat_equally_often(players: int) -> None:
    rows = lineups(players)
    assert len(set(rows)) == len(rows)
    for seat in range(players):
        held = Counter(row[seat] for row in rows)
        assert held[0] == held[1] > 0
    if players > 1:
        assert all(len(set(row)) == 2 for row in rows)


def test_a_duplicate_deal_is_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits there, a seat is dealt the same hand in all six games."""
    what = cup("bazardelix", ["beginner", "normal"], 6, 3, "same", {"target": 50})
    hands: list[tuple[str, ...]] = []

    def seen(*args: Any, **more: Any) -> Any:
        bot = make_bot(*args, **more)
        return Noting(bot, hands)

    monkeypatch.setattr("tablee.arena.tournament.make_bot", seen)
    one_block(what, (0, 1), 0)
    assert len(hands) == 3 * len(lineups(3))
    assert hands == hands[:3] * len(lineups(3))
    assert len(set(hands)) == 3


class Noting:
    """A bot that notes the first hand it is shown."""

    def __init__(self, bot: Any, hands: list[tuple[str, ...]]) -> None:
        self._bot = bot
        self._hands = hands
        self._noted = False

    def react(self, seen: Any) -> Any:
        if not self._noted:
            self._noted = True
            cards = seen.view.zone(f"hand:{seen.seat}").cards
            self._hands.append(tuple(sorted(c.face for c in cards)))
        return self._bot.react(seen)


# ---- what a game counts -----------------------------------------------------------------------------------


def test_a_victory_is_shared_by_its_winners_and_nobody_s_by_all() -> None:
    assert won_by(ranked([3, 1, 2]), (0, 1, 0)) == 1.0
    assert won_by(ranked([3, 3, 2]), (0, 1, 0)) == 0.5
    assert won_by(Outcome(None, (0, 0, 0)), (0, 1, 0)) == pytest.approx(2 / 3)


def test_ahead_compares_every_seat_with_every_seat_of_the_other_side() -> None:
    assert ahead(ranked([3, 1, 2]), (0, 1, 0)) == 1.0
    assert ahead(ranked([3, 2, 1]), (0, 1, 0)) == 0.5
    assert ahead(ranked([2, 2]), (0, 1)) == 0.5


# ---- how sure it is ---------------------------------------------------------------------------------------


def test_wilson_s_interval_by_the_book() -> None:
    found = interval([1.0] * 15 + [0.0] * 4, 1)
    assert found.low == pytest.approx(0.567, abs=0.001)
    assert found.high == pytest.approx(0.915, abs=0.001)
    sure = interval([1.0] * 10, 2)
    assert (sure.share, sure.high) == (1.0, 1.0)
    assert sure.low == pytest.approx(0.722, abs=0.001), "ten deals won whole say as much as ten games"
    assert (interval([], 2).low, interval([], 2).high) == (0.0, 1.0)


def test_deals_that_cancel_luck_out_count_for_more_and_never_beyond_their_games() -> None:
    assert effective([0.5] * 40, 2) == 80
    assert effective([0.0, 1.0] * 20, 2) == 40
    assert 40 < effective([0.0, 0.5, 0.5, 1.0] * 10, 2) <= 80
    assert effective([0.5] * 10, 2) == 10, "too few to say how much they vary"


def test_elo_of_two_follows_the_share() -> None:
    numbers, errors = elo(2, {(0, 1): (0.75, 10_000.0)})
    assert sum(numbers) == pytest.approx(3_000)
    assert numbers[0] - numbers[1] == pytest.approx(190.8, abs=0.2)
    assert errors[0] == pytest.approx(400 / 2.302585 / (2 * (10_001 * 0.75 * 0.25) ** 0.5), rel=0.01)


def test_elo_of_three_is_where_the_likelihood_is_highest() -> None:
    results = {(0, 1): (0.64, 100.0), (1, 2): (0.7, 100.0), (0, 2): (0.9, 100.0)}
    numbers, _ = elo(3, results)
    expected = {pair: 1 / (1 + 10 ** ((numbers[pair[1]] - numbers[pair[0]]) / 400)) for pair in results}
    for bot in range(3):
        gained = sum(
            (share * n + 0.5 - (n + 1) * expected[pair]) * (1 if pair[0] == bot else -1)
            for pair, (share, n) in results.items()
            if bot in pair
        )
        assert gained == pytest.approx(0.0, abs=1e-6)


def test_a_bot_that_never_loses_still_has_a_number() -> None:
    numbers, errors = elo(2, {(0, 1): (1.0, 50.0)})
    assert 400 < numbers[0] - numbers[1] < 1_200
    assert 0 < errors[0] < 400


def block(wins: float, error: Failure | None = None) -> Block:
    return Block(wins, wins, (wins, 1 - wins), False, ((1.0,), (2.0,)), error)


def test_the_report_says_who_is_better_only_when_it_is_sure() -> None:
    what = Cup("amerix", ("strong", "normal", "beginner"), 80, 2, "0", {})
    close, clear = [block(1.0), block(0.0)] * 20, [block(1.0)] * 36 + [block(0.0)] * 4
    report = summarise(what, {(0, 1): close, (0, 2): clear, (1, 2): clear}, 1.0)
    assert [d.better for d in report.duels] == [None, True, True]
    assert report.standings[-1].bot == "beginner"
    assert report.standings[0].thinks[1] > 0
    losing = summarise(what, {(0, 1): [block(0.0)] * 40, (0, 2): clear, (1, 2): clear}, 1.0)
    assert losing.duels[0].better is False


def test_a_crash_is_reported_and_counts_for_nobody() -> None:
    what = Cup("amerix", ("strong", "normal"), 4, 2, "0", {})
    report = summarise(what, {(0, 1): [block(1.0), block(0.5, Failure("0/1", "Boom"))]}, 1.0)
    assert (report.games, report.finished, report.errors) == (4, 2, (Failure("0/1", "Boom"),))
    assert report.duels[0].wins.share == 1.0


def test_a_game_that_breaks_becomes_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game("amerix")), "bound", lambda *args: 3)
    broken = one_block(cup("amerix", ["normal", "beginner"], 2, 2, "0", {}), (0, 1), 0)
    assert broken.error is not None
    assert broken.error.error.startswith("Stuck")


# ---- whole tournaments ------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_result_on_any_number_of_processes() -> None:
    what = cup("vizdibix", ["strong", "beginner"], 8, 2, "7", {})
    one, two = tournament(what), tournament(what, jobs=2)
    assert one.duels == two.duels
    assert one.duels[0].wins.share > 0.5


def test_who_plays_together_is_compared_by_score_on_the_same_deals() -> None:
    for players in (1, 2):
        report = tournament(cup("solitix", ["strong", "beginner"], 4, players, "t", {}))
        assert report.together
        duel = report.duels[0]
        assert (duel.games, duel.deals) == (4, 2)
        assert duel.scores[0] > duel.scores[1]
        assert duel.wins.share == 1.0


# ---- who adapts -------------------------------------------------------------------------------------------


def test_who_adapts_takes_its_form_from_game_to_game_and_comes_to_its_share() -> None:
    what = cup("vizdibix", ["beginner", "adaptive"], 60, 2, "form", {})
    blocks = some_blocks(what, (0, 1), range(4))
    assert blocks[0].skill == START
    assert len({block.skill for block in blocks}) > 1
    duel = tournament(what).duels[0]
    assert duel.late is not None
    assert duel.skill is not None
    assert duel.late.share == pytest.approx(0.5, abs=0.1)
    assert duel.skill < 0.4, "near a beginner"


def test_games_in_order_on_any_number_of_processes() -> None:
    what = cup("vizdibix", ["adaptive", "beginner", "normal"], 12, 2, "7", {})
    done: list[int] = []
    one, two = tournament(what, done=done.append), tournament(what, jobs=2)
    assert one.duels == two.duels
    assert sum(done) == what.total == one.finished
    assert [d.late is None for d in one.duels] == [False, False, True]
    assert one.duels[0].skill != one.duels[1].skill, "each duel has a form of its own"


def test_several_seats_of_one_side_adapt_as_one() -> None:
    form = Form(side=1)
    form.after((0, 1, 0, 1), ranked([0, 1, 0, 0]))
    lone = (adapted(START, 0, ranked([0, 1, 0, 0]), 1) + adapted(START, 0, ranked([0, 1, 0, 0]), 3)) / 2
    assert (form.skill, form.games) == (lone, 1)
    assert lone < START
    form.after((0, 0, 0, 0), ranked([1, 0, 0, 0]))
    assert (form.skill, form.games) == (lone, 1), "it did not play"


def test_together_only_the_games_that_count_are_adapted_to() -> None:
    form = Form(side=0)
    block = one_block(cup("solitix", ["adaptive", "beginner"], 2, 2, "t", {}), (0, 1), 0, form)
    assert block.together
    assert form.games == 1


def test_the_command_shows_what_it_has_come_to() -> None:
    asked = ("tournament", "vizdibix", "--bots", "adaptive,normal", "--games", "8")
    printed = runner.invoke(app, asked)
    assert printed.exit_code == 0, printed.output
    assert "adaptive – normal, second half" in printed.stdout
    (duel,) = json.decode(runner.invoke(app, (*asked, "--json")).stdout)["duels"]
    assert set(duel["late"]) == {"share", "low", "high"}


@pytest.mark.parametrize(
    ("bots", "players", "code"),
    [
        (["strong"], 2, "few_bots"),
        (["strong", "strong"], 2, "few_bots"),
        (["strong", "clever"], 2, "unknown_bot"),
        (["adaptive", "adaptive"], 2, "few_bots"),
        (["strong", "normal"], 9, "bad_players"),
    ],
)
def test_what_cannot_be_played_is_refused(bots: list[str], players: int, code: str) -> None:
    with pytest.raises(Refused) as no:
        cup("amerix", bots, 2, players, "0", {})
    assert no.value.code == code


# ---- the command ------------------------------------------------------------------------------------------


def test_the_command_prints_a_table_json_and_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "cup.svg"
    asked = ("tournament", "zieufermix", "--bots", "normal,beginner", "--games", "4", "--plot", str(file))
    printed = runner.invoke(app, asked)
    assert printed.exit_code == 0, printed.output
    assert all(word in printed.stdout for word in ("normal", "beginner", "Elo", "4 of 4 games"))
    picture = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    words = [node.text or "" for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"normal", "beginner", "normal – beginner", "Elo"} <= set(words)
    report = json.decode(runner.invoke(app, (*asked[:-2], "--json")).stdout)
    assert set(report) == {
        "game", "players", "games", "finished", "together", "seconds", "standings", "duels", "errors",
    }  # fmt: skip
    assert report["games"] == report["finished"] == 4
    assert {s["bot"] for s in report["standings"]} == {"normal", "beginner"}


def test_the_command_refuses_other_pictures_and_bots(tmp_path: Path) -> None:
    file = tmp_path / "cup.gif"
    refused = runner.invoke(app, ("tournament", "amerix", "--games", "2", "--plot", str(file)))
    assert refused.exit_code == 2
    assert not file.exists()
    assert runner.invoke(app, ("tournament", "amerix", "--bots", "strong")).exit_code == 2
    nowhere = ("tournament", "zieufermix", "--games", "2", "--plot", str(tmp_path / "no" / "cup.svg"))
    assert runner.invoke(app, nowhere).exit_code == 2


def test_the_picture_escapes_and_stays_inside() -> None:
    what = Cup("<game>", ("strong", "normal"), 4, 2, "0", {})
    text = svg(summarise(what, {(0, 1): [block(1.0)] * 3}, 1.0))
    picture = ElementTree.fromstring(text)
    width = float(picture.attrib["viewBox"].split()[2])
    circles = picture.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == 3
    assert all(0 < float(c.attrib["cx"]) < width for c in circles)
    assert "&lt;game&gt;" in text

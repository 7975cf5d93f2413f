"""Records: they replay, and whatever is changed in them is found out."""

import pytest
from msgspec import json, structs

from tablee.arena.match import Match
from tablee.games.registry import game
from tablee.kernel.game import SeatOptions, TableOptions
from tablee.kernel.outcome import Reason, Result, ranked
from tablee.kernel.record import Footer, Played, Record, dumps, loads, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import commitment, seed_from

GAME = game("amerix")


@pytest.fixture(scope="module")
def record() -> Record:
    match = Match(GAME, ["normal", "beginner"], seed=seed_from(3))
    match.finish()
    return match.record


def test_a_record_is_lines_of_json_and_comes_back(record: Record) -> None:
    data = dumps(record)
    assert dumps(loads(data)) == data
    first = json.decode(data.splitlines()[0])
    assert (first["game"], first["version"], first["players"]) == ("amerix", GAME.info.version, 2)
    assert first["commitment"] == commitment(seed_from(3))
    assert seed_from(3).hex() not in data.splitlines()[0].decode(), "the seed stands at the end only"


def test_records_of_format_2_are_read_and_no_others(record: Record) -> None:
    """Whoever changes what a record is must go on reading those that people have kept."""
    header, rest = dumps(record).split(b"\n", 1)
    assert json.decode(header)["format"] == 2
    newer = json.encode({**json.decode(header), "format": 3}) + b"\n" + rest
    with pytest.raises(Refused, match="bad_record"):
        replay(GAME, loads(newer))


def test_nobody_is_taken_for_a_stand_in_unless_the_record_says_so(record: Record) -> None:
    """What a bot plays for somebody who is late is not his own: the postcard of an evening leaves it out."""
    played = [entry for entry in loads(dumps(record)).entries if isinstance(entry, Played)]
    assert played
    assert not any(entry.move.stand_in for entry in played)
    marked = structs.replace(played[0], move=structs.replace(played[0].move, stand_in=True))
    assert json.decode(json.encode(marked), type=Played).move.stand_in


def test_it_replays(record: Record) -> None:
    assert replay(GAME, record).outcome == record.footer.outcome  # type: ignore[union-attr]


def why(record: Record) -> str:
    with pytest.raises(Refused, match="bad_record") as no:
        replay(GAME, record)
    return str(no.value.details["why"])


def test_another_seed_does_not_fit_the_hash(record: Record) -> None:
    assert record.footer is not None
    forged = structs.replace(record, footer=structs.replace(record.footer, seed=seed_from(4).hex()))
    assert why(forged) == "commitment"


def test_a_changed_move_is_found(record: Record) -> None:
    index = next(i for i, e in enumerate(record.entries) if isinstance(e, Played) and e.move.name == "lay")
    entry = record.entries[index]
    assert isinstance(entry, Played)
    other = structs.replace(entry, move=structs.replace(entry.move, args={"card": 99}))
    assert why(structs.replace(record, entries=[*record.entries[:index], other])) == "not_possible"


def test_a_missing_end_a_false_outcome_or_state_is_found(record: Record) -> None:
    footer = record.footer
    assert footer is not None
    assert why(structs.replace(record, entries=record.entries[:-1])) == "outcome"
    assert why(structs.replace(record, footer=structs.replace(footer, outcome=ranked([1, 2])))) == "outcome"
    assert why(structs.replace(record, footer=structs.replace(footer, digest="0" * 64))) == "digest"
    assert why(structs.replace(record, footer=None)) == "seed"


def test_another_version_or_game_is_found(record: Record) -> None:
    assert why(structs.replace(record, header=structs.replace(record.header, version=99))) == "version"
    assert why(structs.replace(record, header=structs.replace(record.header, game="bazardelix"))) == "version"


@pytest.mark.parametrize(
    "data",
    [b"", b"nonsense", b"{}", b"[1]\n", b"\xff\xfe", b'{"type":"ring","t":1,"alarm":"x"}'],
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(Refused, match="bad_record"):
        loads(data)


def test_a_bad_seed_in_the_footer_is_refused(record: Record) -> None:
    assert record.footer is not None
    bad = structs.replace(record, footer=Footer("zz", record.footer.outcome, record.footer.digest))
    assert why(bad) == "seed"


# ---- options and outcomes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"turn_time": 4},
        {"turn_time": "30"},
        {"wrong_call": "ten"},
        {"nonsense": 1},
        {"starter": 5},
        {"starter": -1},
    ],
)
def test_bad_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refused, match="bad_options"):
        GAME.start(3, seed=seed_from(1), options=options)


def test_bad_seeds_and_seat_lists_are_refused() -> None:
    with pytest.raises(Refused, match="bad_options"):
        GAME.start(3, seed=b"short")
    with pytest.raises(Refused, match="bad_players"):
        GAME.start(3, seed=seed_from(1), seat_options=[{}])


def test_rematch_keeps_the_options() -> None:
    options, seats = TableOptions(starter=1), (SeatOptions(), SeatOptions())
    assert GAME.next_options(ranked([1, 2]), options, seats) == (options, seats)


def test_ranks_are_shared() -> None:
    assert ranked([5, 9, 5, 1]).ranks == (2, 1, 2, 4)
    assert ranked([5, 9, 5, 1], low_wins=True).ranks == (2, 4, 2, 1)
    tie = ranked([3, 3], reason=Reason.CAP, detail="sixty_turns")
    assert (tie.winners, tie.result, tie.reason, tie.detail) == ((0, 1), Result.WINNERS, "cap", "sixty_turns")

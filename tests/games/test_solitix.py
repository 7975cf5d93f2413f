"""Solitix, rule by rule. Columns are written base first, as in the rules; results are worked out by hand."""

from collections import Counter

import pytest

from tablee.games.solitix.rules import CARDS, GAME, SolitixState, grade
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Reason, Result
from tablee.kernel.record import Played, apply
from tablee.pieces.notation import arrange
from tablee.words.columns import ColumnPlan
from tests.games.solitix import FOUR, FOYER, P, args, column, fill, no, table, write
from tests.table import do, faces, names, refused, start, told, view

# ---- layout --------------------------------------------------------------------------------------------


@pytest.mark.rule("solitix", "R1", "R4", "D2")
def test_the_deck_without_the_pink_alphabet_and_the_petards_beside() -> None:
    colours = Counter(face[0] for face in CARDS)
    assert colours == {"b": 26, "v": 28, "y": 10, "★": 7, "✹": 3}
    for seed in range(10):
        s = start(GAME, 1, seed=seed)
        assert faces(s, "petards") == ["✹", "✹", "✹"]
        assert view(s, 0).zone("petards").count == 3
        assert s.left == 71
        assert "✹" not in [face for c in range(1, 8) for face in column(s, c)]


@pytest.mark.rule("solitix", "R5", "R9", "D4")
def test_seven_bases_lie_open_and_the_rest_is_a_hidden_pile() -> None:
    s = start(GAME, 1)
    assert [len(column(s, c)) for c in range(1, 8)] == [1] * 7
    seen = view(s, 0)
    assert all(seen.zone(f"column:{c}").cards[0].face for c in range(7))  # type: ignore[union-attr]
    assert seen.zone("pile").count == 64
    assert seen.zone("pile").cards == ()


@pytest.mark.rule("solitix", "R6", "R8", "D5")
def test_a_column_is_covered_unless_it_ends_blue_or_with_an_etoile() -> None:
    s = start(GAME, 1)
    arrange(
        s,
        "column:0=vA | column:1=bB | column:2=★ | column:3=yE | column:4=bC | column:5=bD | column:6=vS | pile=…",
    )
    (offer,) = [o for o in s.offers(0) if o.name == "cover"]
    assert list(offer.params["column"].values()) == ["column:0", "column:3", "column:6"]
    top = s.faces[s.zone("pile").cards[-1]]
    do(s, 0, "cover", column="column:3")
    assert column(s, 4) == ["yE", top]
    for ends_well in ("column:1", "column:2"):
        assert refused(s, 0, "cover", column=ends_well) == "not_possible"


@pytest.mark.rule("solitix", "R6", "R7", "R16")
def test_covering_goes_on_until_every_column_ends_well() -> None:
    s = start(GAME, 1)
    arrange(
        s,
        "petards=✹ ✹ ✹ | column:0=vA | column:1=bB | column:2=★ | column:3=bE | column:4=bC | column:5=bD | "
        "column:6=bS | pile=… bF yO vT",
    )
    assert names(s, 0) == {"cover", "cover_all"}
    do(s, 0, "cover", column="column:0")
    assert names(s, 0) == {"cover", "cover_all"}, "T is purple: it is covered again, with O, and O again"
    do(s, 0, "cover", column="column:0")
    do(s, 0, "cover", column="column:0")
    assert column(s, 1) == ["vA", "vT", "yO", "bF"]
    assert view(s, 0).phase == "writing"


@pytest.mark.rule("solitix", "R8")
def test_the_order_of_covering_says_who_gets_which_card() -> None:
    def covered(first: str, second: str) -> list[str]:
        s = start(GAME, 1)
        arrange(
            s,
            "petards=✹ ✹ ✹ | column:0=vA | column:1=vE | column:2=★ | column:3=bE | column:4=bC | column:5=bD | "
            "column:6=bS | pile=… bF bG",
        )
        do(s, 0, "cover", column=first)
        do(s, 0, "cover", column=second)
        return column(s, 1)

    assert covered("column:0", "column:1") == ["vA", "bG"]
    assert covered("column:1", "column:0") == ["vA", "bF"]


@pytest.mark.rule("solitix", "R8", "R7")
def test_covering_may_be_left_to_the_table() -> None:
    by_hand, auto = start(GAME, 1), start(GAME, 1, covering="auto")
    do(by_hand, 0, "cover_all")
    assert view(auto, 0).phase == "writing"
    assert [column(auto, c) for c in range(1, 8)] == [column(by_hand, c) for c in range(1, 8)]
    assert all(auto.faces[c.cards[-1]][0] in "b★" for c in auto.columns)


@pytest.mark.rule("solitix", "D5", "D13")
def test_when_the_pile_runs_out_a_column_may_end_with_any_card() -> None:
    s = start(GAME, 1)
    arrange(
        s,
        "petards=✹ ✹ ✹ | column:0=vA | column:1=vE | column:2=★ | column:3=bE | column:4=bC | column:5=bD | "
        "column:6=bS | pile=vT | packets=…",
    )
    do(s, 0, "cover_all")
    assert column(s, 1) == ["vA", "vT"]
    assert column(s, 2) == ["vE"]
    assert view(s, 0).phase == "writing"
    assert s.zone("pile").cards == [], "the packets never come back"
    write(s, 0, "acte", "5:C", "1:T", "1:A", "2:E")
    assert s.written == ["acte"], "a purple end is free"


# ---- words ---------------------------------------------------------------------------------------------


@pytest.mark.rule("solitix", "R10", "R19", "R21", "R22", "D3")
def test_the_booklets_foyer() -> None:
    """Example 1: E, then O, R, Y and F. Taking is in any order."""
    s = table(FOYER)
    news = write(s, 0, "foyer", "1:E", "1:O", "2:R", "3:Y", "4:F")
    assert told(news, "writes") == [{"seat": 0, "word": "foyer", "count": 5, "left": 66}]
    assert [len(column(s, c)) for c in range(5, 8)] == [1, 1, 1], "no column has two: no refill from them"


@pytest.mark.rule("solitix", "R21", "R22", "D8")
def test_the_end_of_a_column_comes_before_what_it_covers() -> None:
    """Example 2: the first take of column 1 is E, it cannot be the O."""
    assert no(table(FOYER), "foyer", "1:O", "1:E", "2:R", "3:Y", "4:F") == "letters_differ"


@pytest.mark.rule("solitix", "R10", "R11", "R22")
def test_mere_with_a_card_freed_on_the_way() -> None:
    """Example 3."""
    s = table(P)
    write(s, 0, "mère", "1:M", "1:E", "2:R", "3:E")
    assert column(s, 1) == []
    assert column(s, 2) == ["yA"]
    assert column(s, 3) == []
    assert sorted(faces(s, "packets")) == ["bE", "bM", "bR", "vE"]
    assert s.written == ["mère"]


@pytest.mark.rule("solitix", "R10", "D3")
def test_a_word_has_four_cards_at_least_from_any_columns() -> None:
    """Example 5; the columns of ROBE, 2, 7, 5 and 3, are no neighbours."""
    s = table(P)
    assert no(s, "bit", "5:B", "4:I", "4:T") == "too_short"
    write(s, 0, "robe", "2:R", "7:O", "5:B", "3:E")
    assert s.written == ["robe"]


@pytest.mark.rule("solitix", "R20", "D7")
def test_a_card_shifted_into_an_empty_column_frees_the_one_it_covered() -> None:
    """Example 6: I goes to column 3, T is free, and I is used from its new place."""
    s = table(P)
    write(s, 0, "tire", "3:E", "4>3", "4:T", "3:I", "2:R")
    assert column(s, 4) == ["vS"]
    assert column(s, 3) == []
    assert column(s, 2) == ["yA"]


@pytest.mark.rule("solitix", "D7")
def test_what_is_shifted_leaves_a_card_behind_and_goes_to_an_empty_column() -> None:
    s = table(P)
    assert no(s, "tire", "4>3", "4:T", "3:I", "2:R", "3:E") == "no_shift", "column 3 is not empty yet"
    assert no(s, "tire", "3:E", "5>3", "4:I", "4:T", "2:R") == "no_shift", "B is the only card of column 5"
    assert no(s, "tire", "3:E", "3>5", "4:I", "4:T", "2:R") == "no_shift", "nothing to shift in column 3"


@pytest.mark.rule("solitix", "D7", "R15")
def test_a_shift_never_comes_from_the_pile() -> None:
    s = table(FOYER)
    plan = s.plan()
    value = args("foyer", "1:E", "1:O", "2:R", "3:Y", "4:F")["word"]
    assert plan.accepts(value)
    assert not plan.accepts({**value, "steps": [["shift", 7, 1], *value["steps"]]}), "there is no eighth column"


@pytest.mark.rule("solitix", "D8")
def test_the_steps_must_lay_the_word_and_nothing_else() -> None:
    s = table(P)
    before = [column(s, c) for c in range(1, 8)]
    assert no(s, "robes", "2:R", "7:O", "5:B", "3:E") == "letters_differ", "no card for S"
    assert (
        refused(s, 0, "write", word={"word": "robe", "steps": [["take", 1, 0], ["take", 1, 1]]})
        == "letters_differ"
    )
    assert refused(s, 0, "write", word={"word": "robe", "steps": [["take", 4, 0]] * 2}) == "letters_differ"
    assert refused(s, 0, "write", word={"word": "robe", "steps": [["jump", 4, 0]]}) == "not_possible"
    twice = [["take", 1, 0], ["take", 6, 1], ["take", 4, 2], ["take", 2, 3], ["take", 2, 3]]
    assert refused(s, 0, "write", word={"word": "robe", "steps": twice}) == "column_empty"
    assert [column(s, c) for c in range(1, 8)] == before, "nothing is touched before the word is laid"


@pytest.mark.rule("solitix", "D8", "R26")
def test_a_word_without_steps_is_laid_in_the_simplest_way() -> None:
    s = table(P)
    apply(s, Played(0, 0, Move("write", {"word": {"word": "robe"}}, known={"robe": 1})))
    assert sorted(faces(s, "packets")) == ["bB", "bE", "bO", "bR"]
    s = table(P)
    assert refused(s, 0, "write", word={"word": "ras"}) == "too_short"
    assert refused(s, 0, "write", word={"word": "judo"}) == "out_of_reach", "nobody spends a pétard by accident"


@pytest.mark.rule("solitix", "R12", "R23")
def test_an_etoile_is_any_letter_and_its_packet_lies_face_up() -> None:
    s = table(P)
    write(s, 0, "ride", "2:R", "4:I", "6:D", "3:E")
    assert sorted(faces(s, "open_packets")) == ["bE", "bI", "bR", "★"]
    assert faces(s, "packets") == []
    assert s.starred == [0]
    assert [c.face for c in view(s, 0).zone("open_packets").cards if c] == faces(s, "open_packets")


@pytest.mark.rule("solitix", "R12")
def test_other_packets_lie_face_down() -> None:
    s = table(P)
    write(s, 0, "robe", "2:R", "7:O", "5:B", "3:E")
    seen = view(s, 0)
    assert seen.zone("packets").count == 4
    assert seen.zone("packets").cards == ()
    assert seen.fact("written") == ["robe"]
    assert seen.fact("starred") == []


@pytest.mark.rule("solitix", "R24")
def test_one_etoile_in_a_word() -> None:
    s = table(P.replace("column:4=bB", "column:4=★"))
    assert no(s, "robe", "2:R", "7:O", "5:B", "6:E") == "one_etoile"


@pytest.mark.rule("solitix", "R26", "R27", "D9")
def test_petards_are_any_letter_and_leave_with_the_word() -> None:
    s = table(P)
    write(s, 0, "robe", "2:R", "7:O", "✹:B", "✹:E")
    assert faces(s, "petards") == ["✹"]
    assert Counter(faces(s, "packets")) == {"bR": 1, "bO": 1, "✹": 2}
    assert s.left == 71 - 2
    assert s.petards_used == 2


@pytest.mark.rule("solitix", "R27", "D9")
def test_three_petards_and_one_card_make_a_word_of_four() -> None:
    s = table(P)
    assert no(s, "cube", "✹", "✹", "✹", "✹") == "no_petard"
    write(s, 0, "cube", "✹:C", "✹:U", "5:B", "✹:E")
    assert faces(s, "petards") == []


@pytest.mark.rule("solitix", "D9")
def test_at_least_one_card_comes_from_the_columns() -> None:
    plan = ColumnPlan((("A",),), 4, 20, 4)
    assert plan.why_not(args("cube", "✹", "✹", "✹", "✹")["word"]) == "one_from_columns"


@pytest.mark.rule("solitix", "D10")
def test_an_etoile_and_petards_may_stand_in_one_word() -> None:
    s = table(P)
    write(s, 0, "cube", "6:C", "✹:U", "5:B", "3:E")
    assert Counter(faces(s, "open_packets")) == {"★": 1, "✹": 1, "bB": 1, "bE": 1}


NINE = "column:0=vE bM | column:1=yA bR | column:2=bE | column:3=bI | column:4=bB | column:5=★ | column:6=bO"


@pytest.mark.rule("solitix", "R25", "D11")
def test_no_etoile_in_the_last_word() -> None:
    """Example 7: nine cards left. A word of five with the ★ leaves four; one of six leaves three."""
    s = table(NINE, pile="")
    assert s.left == 9
    assert no(s, "bromie", "5:B", "2:R", "7:O", "1:M", "4:I", "6:E") == "etoile_last"
    write(s, 0, "brome", "5:B", "2:R", "7:O", "1:M", "6:E")
    assert s.outcome is None
    assert s.left == 4


# ---- refill --------------------------------------------------------------------------------------------


@pytest.mark.rule("solitix", "R13", "R14", "R15", "R16", "R17", "D6")
def test_empty_columns_are_refilled_from_the_ends_of_others_first() -> None:
    """Example 4: columns 4 and 7 have two cards or more, so the pile must wait."""
    s = table(P)
    write(s, 0, "mere", "1:M", "1:E", "2:R", "3:E")
    assert view(s, 0).phase == "refill"
    assert refused(s, 0, "fill", column="column:0", source="pile") == "not_possible"
    assert refused(s, 0, "fill", column="column:0", source="column:4") == "not_possible", "B is alone in column 5"
    assert refused(s, 0, "fill", column="column:4", source="column:3") == "not_possible", "column 5 is not empty"
    fill(s, 0, 1, 4)
    assert (column(s, 1), column(s, 4)) == (["bI"], ["vS", "vT"])
    fill(s, 0, 3, 7)
    assert (column(s, 3), column(s, 7)) == (["bO"], ["vN"])
    assert view(s, 0).phase == "cover"
    assert s.to_cover() == ["column:1", "column:3", "column:6"]
    do(s, 0, "cover_all")
    assert view(s, 0).phase == "writing"


@pytest.mark.rule("solitix", "R13", "R15", "D6")
def test_where_no_column_has_two_cards_the_pile_refills() -> None:
    s = table(FOYER, pile="… bA bB bC bD")
    write(s, 0, "foyer", "1:E", "1:O", "2:R", "3:Y", "4:F")
    assert [column(s, c) for c in range(1, 5)] == [["bD"], ["bC"], ["bB"], ["bA"]]
    assert view(s, 0).phase == "writing", "they are blue: nothing has to be covered"


@pytest.mark.rule("solitix", "D6")
def test_with_nothing_left_to_fill_with_a_column_stays_empty() -> None:
    s = table(FOYER, pile="bA")
    write(s, 0, "foyer", "1:E", "1:O", "2:R", "3:Y", "4:F")
    assert [column(s, c) for c in range(1, 5)] == [["bA"], [], [], []]
    assert view(s, 0).phase == "writing"


# ---- the end -------------------------------------------------------------------------------------------


def last_word(s: SolitixState) -> None:
    write(s, 0, "robe", "1:R", "2:O", "3:B", "4:E")


@pytest.mark.rule("solitix", "R2", "R18", "R28", "R29", "D12")
def test_all_gone_without_a_petard_is_a_reussite() -> None:
    """Example 8."""
    s = table(FOUR, pile="")
    s.written = ["mot"] * 11
    last_word(s)
    assert s.outcome is not None
    assert s.outcome.detail == "reussite"
    assert s.outcome.result is Result.TOGETHER
    assert s.outcome.winners == (0,)
    assert s.outcome.scores == (grade(0, 0, 12),)


@pytest.mark.rule("solitix", "R28", "D12")
@pytest.mark.parametrize("petards", [1, 2, 3])
def test_with_a_petard_it_is_no_win(petards: int) -> None:
    s = table(FOUR, pile="")
    for _ in range(petards):
        s.move(s.zone("petards").cards[-1], s.zone("petards"), s.zone("packets"))
    last_word(s)
    assert s.outcome is not None
    assert s.outcome.detail == f"reussite_{petards}"
    assert s.outcome.winners == ()


@pytest.mark.rule("solitix", "R18", "D12")
def test_one_to_three_cards_left_have_failed() -> None:
    """Example 9: five cards, a word of four."""
    s = table(FOUR + " | column:4=bK", pile="")
    last_word(s)
    assert s.outcome is not None
    assert s.outcome.detail == "failed"
    assert s.left == 1
    assert s.outcome.winners == ()


@pytest.mark.rule("solitix", "R18")
def test_cards_of_the_pile_count_as_left() -> None:
    s = table(FOUR, pile="bA bC bD bF")
    last_word(s)
    assert s.outcome is None
    assert s.left == 4


@pytest.mark.rule("solitix", "D12", "R29")
def test_results_rank_by_cards_then_petards_then_words() -> None:
    best_first = [(0, 0, 8), (0, 0, 12), (0, 1, 8), (0, 3, 18), (1, 0, 8), (1, 3, 17), (2, 0, 1), (71, 0, 0)]
    grades = [grade(*result) for result in best_first]
    assert grades == sorted(grades, reverse=True)
    assert len(set(grades)) == len(grades)


@pytest.mark.rule("solitix", "D12")
def test_alone_one_gives_up_and_means_it() -> None:
    s = table(P)
    do(s, 0, "give_up")
    assert s.outcome is None
    assert names(s, 0) == {"write", "confirm"}
    do(s, 0, "confirm")
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.reason) == ("given_up", Reason.RESIGNATION)
    assert s.left == 71


@pytest.mark.rule("solitix", "D16")
def test_where_no_word_at_all_can_be_laid_one_can_still_give_up() -> None:
    s = table("column:0=★ | column:1=★ | column:2=★ | column:3=★ | column:4=bA", pile="")
    for _ in range(3):
        s.move(s.zone("petards").cards[-1], s.zone("petards"), s.zone("packets"))
    assert names(s, 0) == {"give_up"}

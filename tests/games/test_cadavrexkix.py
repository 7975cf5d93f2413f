"""Cadavrexkix, rule by rule: the cards, pétards, writing."""

import pytest

from tablee.games.cadavrexkix.rules import GAME
from tablee.games.cadavrexkix.sheet import FILLED, UNKNOWN
from tablee.games.cadavrexkix.writing import EDITS
from tablee.kernel.domains import Order
from tablee.kernel.game import Device, Reading
from tablee.kernel.record import HoldSet, SeatChanged, apply
from tablee.pieces.toutilix import DECK, ETOILE, PETARD
from tablee.words.fit import FillIns, Fit
from tablee.words.flags import FUNCTION, KNOWN, NOUN, UNSPOKEN
from tablee.words.lexicon import Lexicon
from tests.cadavrexkix import (
    BOOKLET,
    booklet,
    composing,
    fitting,
    laid,
    one_step,
    phase,
    read_out,
    write,
)
from tests.table import do, faces, names, refused, start, told, view, wait, wait_until

# ---- the cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "R1")
def test_the_deck_has_all_100_cards() -> None:
    s = laid()
    assert sorted(s.faces) == sorted(DECK)
    assert (len(DECK), s.faces.count(ETOILE), s.faces.count(PETARD)) == (100, 7, 3)


@pytest.mark.rule("cadavrexkix", "R2", "R3")
def test_two_to_six_play_together() -> None:
    assert GAME.info.players == (2, 6)
    assert "coop" in GAME.info.kinds
    assert GAME.info.reading is Reading.READS_EASILY


@pytest.mark.rule("cadavrexkix", "R4", "R5", "R6", "D2")
@pytest.mark.parametrize(("players", "groups"), [(2, 4), (3, 6), (4, 8), (5, 5), (6, 6)])
def test_groups_of_five_lie_in_a_circle(players: int, groups: int) -> None:
    s = start(GAME, players)
    assert [len(group.cards) for group in s.groups] == [5] * groups
    assert len(s.zones[0].cards) == 100 - 5 * groups
    for seat in s.all_seats:
        seen = view(s, seat)
        for group in s.groups:
            zone = seen.zone(group.name)
            assert zone.count == 5
            assert [card and card.face for card in zone.cards] == faces(s, group)[1:]
        assert not seen.zone("stock").cards
    under = [group.cards[0] for group in s.groups]
    assert not any(s.ledger.seen[card] for card in under)


@pytest.mark.rule("cadavrexkix", "D2")
def test_the_card_under_a_hinge_is_never_seen_even_when_cards_are_gathered() -> None:
    s = read_out(composing(circles=2))
    under = [group.cards[0] for group in s.groups]
    for seat in s.all_seats:
        do(s, seat, "ready", t=max(s.now, s.phases[-1].began + 3_000))
    wait_until(s, "choose")
    assert s.circle_number == 2
    assert not any(s.ledger.seen[card] for card in under if not any(card in g.cards[1:] for g in s.groups))


# ---- who begins, and with which group -------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "R7", "D15")
def test_the_starter_chooses_any_group() -> None:
    s = laid(3, starter=2)
    assert names(s, 2) == {"choose_group"} and not names(s, 0)
    (offer,) = s.offers(2)
    assert list(offer.params["group"].values()) == [f"group:{i}" for i in range(6)]
    do(s, 2, "choose_group", group="group:4")
    assert [s.composer(t) for t in range(6)] == [2, 0, 1, 2, 0, 1]
    assert [s.group(t).name for t in range(6)] == [f"group:{i}" for i in (4, 5, 0, 1, 2, 3)]
    assert s.group(1).by == [0]


@pytest.mark.rule("cadavrexkix", "R7")
def test_who_chooses_nothing_in_30_s_begins_with_the_first_group() -> None:
    s = laid()
    wait(s, "choose/limit")
    assert (s.now, s.first_group) == (30_000, 0)


@pytest.mark.rule("cadavrexkix", "R26", "D15")
def test_another_circle_has_all_cards_mixed_again_and_the_next_seat_begins() -> None:
    s = read_out(composing(3))
    before = [faces(s, group) for group in s.groups]
    for seat in s.all_seats:
        do(s, seat, "one_more", t=max(s.now, s.phases[-1].began + 3_000))
    wait(s, "again/limit")
    assert (s.circle_number, s.opener, phase(s)) == (2, 1, "choose")
    assert not s.marks and not s.text and not s.hinge_words
    assert [faces(s, group) for group in s.groups] != before
    assert sum(len(zone.cards) for zone in s.zones) == 100


@pytest.mark.rule("cadavrexkix", "R18", "R19", "D1", "D3")
@pytest.mark.parametrize(
    ("players", "each", "words"), [(2, 2, 17), (3, 2, 25), (4, 2, 33), (5, 1, 21), (6, 1, 25)]
)
def test_how_often_everybody_plays_and_how_long_the_text_is(players: int, each: int, words: int) -> None:
    s = composing(players)
    steps = [s.composer(t) for t in range(len(s.groups))]
    assert all(steps.count(seat) == each for seat in s.all_seats)
    assert steps[:players] == list(s.all_seats)
    assert len(read_out(s).text) == words


# ---- pétards --------------------------------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "R12", "D4")
def test_the_left_neighbour_gives_a_petard_its_letter() -> None:
    s = laid(3, BOOKLET)
    do(s, 0, "choose_group", group="group:0")
    assert phase(s) == "petard"
    assert [names(s, seat) for seat in s.all_seats] == [set(), {"name_letter"}, set()]
    card = s.groups[0].cards[4]
    events = do(s, 1, "name_letter", card=card, letter="F")
    assert told(events, "names_letter") == [{"seat": 1, "letter": "F"}]
    assert phase(s) == "compose"
    assert [fit.contains for fit in s.fits(0)] == ["H", "M", "", "F", "A"]
    seen = view(s, 2).zone("group:0").cards[3]
    assert seen is not None and seen.mark == "F"


@pytest.mark.rule("cadavrexkix", "D4")
def test_a_petard_on_a_hinge_belongs_to_whoever_meets_it_first() -> None:
    """Example 9: S1 meets it as the last of his five cards, so S2 names its letter."""
    s = laid(3, {2: [PETARD, "pK", "pL", "pM"]})
    do(s, 0, "choose_group", group="group:0")
    assert [names(s, seat) for seat in s.all_seats] == [set(), set(), {"name_letter"}]
    do(s, 2, "name_letter", card=s.groups[2].cards[1], letter="B")
    one_step(s)
    assert s.fits(1)[4].contains == s.fits(2)[0].contains == "B"
    words = fitting(s, 1).split()
    one_step(s, " ".join([*words[:3], "arbre"]))
    assert s.drafts[2][0] == "arbre"


@pytest.mark.rule("cadavrexkix", "D4")
def test_the_hinge_of_the_first_group_is_the_first_players() -> None:
    s = laid(2, {1: [PETARD, "pK", "pL", "pM"]})
    do(s, 0, "choose_group", group="group:1")
    assert names(s, 1) == {"name_letter"} and not names(s, 0)
    (offer,) = s.offers(1)
    assert offer.params["letter"].count() == 26


@pytest.mark.rule("cadavrexkix", "R12", "D4")
def test_a_petard_without_a_letter_after_20_s_is_an_e() -> None:
    s = laid(2, {0: [PETARD, PETARD, "pL", "pM"], 1: ["pK", PETARD, "pN", "pO"]})
    do(s, 0, "choose_group", group="group:0")
    do(s, 1, "name_letter", card=s.groups[0].cards[1], letter="Z")
    assert names(s, 1) == {"name_letter"} == names(s, 0)
    wait(s, "petard/limit")
    assert s.now == 20_000
    assert [s.marks[s.groups[i].cards[k]] for i, k in ((0, 1), (0, 2), (1, 2))] == ["Z", "E", "E"]
    assert phase(s) == "compose"


@pytest.mark.rule("cadavrexkix", "D4")
def test_without_a_petard_nobody_is_asked() -> None:
    assert phase(composing()) == "compose"


# ---- composing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "R9", "R10", "R11", "R13", "R14", "R15", "D9")
@pytest.mark.parametrize(
    "text",
    [
        "Chaque matin les enfants rament",
        "Cherche mes écharpes parfumées avec",
        "Chez mamie des confitures anciennes",
    ],
)
def test_the_booklets_texts(text: str) -> None:
    """Examples 1 to 3: a sentence, an unfinished one, a part of one."""
    s = booklet()
    write(s, 0, text)
    events = do(s, 0, "fold")
    last = text.rsplit(maxsplit=1)[-1]
    assert told(events, "passes_on") == [{"seat": 0, "owner": 1, "word": last}]
    assert view(s, 1).fact("hinge_words") == [last]


@pytest.mark.rule("cadavrexkix", "R9", "D8")
def test_each_word_contains_its_letter() -> None:
    """Example 4."""
    s = booklet()
    do(s, 0, "word", box="4", text="enfant")
    assert refused(s, 0, "word", box="4", text="matins") == "letters_missing"
    do(s, 0, "word", box="3", text="zut")  # R11: whatever letters
    assert s.drafts[0] == ["", "", "zut", "enfant", ""]


@pytest.mark.rule("cadavrexkix", "R11", "D5")
def test_an_etoile_on_a_hinge_is_free_for_both_words() -> None:
    s = laid(2, {1: [ETOILE, "pK", "pL", "pM"]})
    do(s, 0, "choose_group", group="group:0")
    words = fitting(s, 0).split()
    one_step(s, " ".join([*words[:4], "hibou"]))
    assert s.fits(1)[0].contains == ""
    assert s.drafts[1][0] == "hibou"


@pytest.mark.rule("cadavrexkix", "R16", "R17", "D3", "D11")
def test_the_given_word_is_the_first_and_cannot_be_changed() -> None:
    """Example 6."""
    s = booklet()
    one_step(s, "Chaque matin les enfants rament")
    assert s.phases[-1].active(s) == (1,)
    assert s.drafts[1][0] == "rament"
    assert refused(s, 1, "word", box="1", text="rampent") == "not_possible"
    (box,) = (o.params["box"] for o in s.offers(1) if o.name == "word")
    assert list(box.values()) == ["2", "3", "4", "5"]
    write(s, 1, "roule tout ensemble " + fitting(s, 1).split()[-1])
    do(s, 1, "fold")
    assert s.hinge_words == ["rament", s.lines[1][4].text]


@pytest.mark.rule("cadavrexkix", "R20", "R21", "R22")
def test_the_last_word_has_the_letter_of_the_first_and_is_not_announced() -> None:
    """Example 7."""
    s = booklet()
    for _ in range(3):
        one_step(s)
    given = s.hinge_words[-1]
    assert s.drafts[1][0] == given and s.fits(3)[4].contains == "H"
    assert refused(s, 1, "word", box="5", text="demain") == "letters_missing"
    write(s, 1, " ".join([*fitting(s, 3).split()[:3], "bonheur"]))
    events = do(s, 1, "fold")
    assert told(events, "closes") == [{"seat": 1}]
    assert phase(s) == "recall"
    assert s.hinge_words[-1] == given and len(s.hinge_words) == 3
    assert "bonheur" not in str(view(s, 0))


@pytest.mark.rule("cadavrexkix", "R8", "D6")
def test_the_three_cards_on_the_table_may_be_moved_and_no_others() -> None:
    """Example 8."""
    s = laid(2, {0: ["pH", "vR", ETOILE, "vT"], 1: ["pA", "pB", "pC", "pD"]})
    do(s, 0, "choose_group", group="group:0")
    r, star, t = s.groups[0].cards[2:]
    do(s, 0, "arrange", cards=[t, r, star])
    assert [fit.contains for fit in s.fits(0)] == ["H", "T", "R", "", "A"]
    hinge = s.groups[0].cards[1]
    assert refused(s, 0, "arrange", cards=[hinge, r, star]) == "not_possible"
    assert refused(s, 0, "arrange", cards=[t, r]) == "not_possible"
    assert faces(s, s.groups[0])[1:] == ["pH", "vR", ETOILE, "vT"]  # D17: unseen
    write(s, 0, "chat toi rat oui ami")
    do(s, 0, "fold")
    assert faces(s, s.groups[0])[1:] == ["pH", "vT", "vR", ETOILE]


@pytest.mark.rule("cadavrexkix", "R8")
def test_a_petard_moves_with_its_letter() -> None:
    s = booklet()
    m, star, petard = s.groups[0].cards[2:]
    do(s, 0, "arrange", cards=[petard, m, star])
    assert [fit.contains for fit in s.fits(0)] == ["H", "F", "M", "", "A"]


@pytest.mark.rule("cadavrexkix", "R8", "R9")
def test_words_that_no_longer_fit_must_be_changed() -> None:
    s = booklet()
    write(s, 0, "Chaque matin les enfants rament")
    m, star, petard = s.groups[0].cards[2:]
    assert "fold" in names(s, 0)
    do(s, 0, "arrange", cards=[star, m, petard])  # "les" has no M
    assert "fold" not in names(s, 0)
    do(s, 0, "word", box="3", text="mes")
    do(s, 0, "fold")


@pytest.mark.rule("cadavrexkix", "D7", "D8")
@pytest.mark.parametrize("word", ["l'", "qu’", "arc-en-ciel", "aujourd'hui", "Élan", "zoglub", "ferraillements"])
def test_what_a_box_takes(word: str) -> None:
    s = booklet()
    do(s, 0, "word", box="3", text=word, known={word: 0})
    assert s.drafts[0][2] == word


@pytest.mark.rule("cadavrexkix", "D7", "D8")
@pytest.mark.parametrize("word", ["le chat", "chat!", "a1", "les,", "-", "''", "x" * 31])
def test_what_a_box_does_not_take(word: str) -> None:
    s = booklet()
    assert refused(s, 0, "word", box="3", text=word) in ("not_one_word", "not_a_word", "word_too_long")
    assert s.drafts[0][2] == ""


@pytest.mark.rule("cadavrexkix", "D8")
def test_unknown_words_are_taken_and_marked_when_they_are_read() -> None:
    s = booklet()
    write(s, 0, "Chaque matin les enfants rament")
    do(s, 0, "word", box="2", text="zmourf", known={"zmourf": 0})
    do(s, 0, "fold")
    wait(s, "pass_on/over")
    read_out(s)
    assert s.read_words[:5] == ["Chaque", "zmourf", "les", "enfants", "rament"]
    assert s.read_marks[:5] == [0, UNKNOWN, 0, 0, 0]


# ---- thinking ahead -------------------------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "D17")
def test_everybody_prepares_his_next_step_unseen() -> None:
    """Example 10."""
    s = laid(2, {0: ["pH", "vR", "vT", "vE"], 1: ["pA", "pD", "vS", "vL"], 2: ["bA", "pB", "pC", "pE"]})
    do(s, 0, "choose_group", group="group:0")
    write(s, 1, "dorment sous la plage")
    assert refused(s, 1, "fold") == "not_offered"
    assert view(s, 1).fact("drafts")[1] == ["", "dorment", "sous", "la", "plage"]
    for others in (view(s, 0), view(s), view(s, 0, 1)):
        assert "dorment" not in str(others) and "plage" not in str(others)
    one_step(s, "chaque rat toise elfes rament")
    assert s.drafts[1] == ["rament", "dorment", "sous", "la", "plage"]
    do(s, 1, "word", box="2", text="doucement")
    events = do(s, 1, "fold")
    assert told(events, "passes_on") == [{"seat": 1, "owner": 0, "word": "plage"}]


@pytest.mark.rule("cadavrexkix", "D17")
def test_prepared_orders_are_seen_by_nobody_before_their_step_is_over() -> None:
    s = composing()
    lying = faces(s, s.groups[1])
    a, b, c = s.groups[1].cards[2:]
    do(s, 1, "arrange", cards=[c, b, a])
    assert faces(s, s.groups[1]) == lying
    (order,) = (o.params["cards"] for o in s.offers(1) if o.name == "arrange")
    assert isinstance(order, Order) and list(order.cards) == [c, b, a]
    assert not any(e.kind == "swap" for e in s.events)


@pytest.mark.rule("cadavrexkix", "D17")
def test_whose_step_is_over_prepares_the_next_one_and_then_nothing() -> None:
    s = composing(2)
    one_step(s)
    assert names(s, 0) == {"arrange", "word"}
    assert s.sheet_step == [2, 1]
    one_step(s)
    one_step(s)
    assert not names(s, 0) and s.sheet_step == [-1, 3]


@pytest.mark.rule("cadavrexkix", "D17")
def test_who_prepares_is_not_disturbed_while_the_sheet_is_passed_on() -> None:
    s = composing(3)
    write(s, 0, fitting(s, 0))
    do(s, 0, "fold")
    assert phase(s) == "pass_on"
    assert names(s, 2) == {"arrange", "word"} == names(s, 1)
    do(s, 2, "word", box="3", text=fitting(s, 2).split()[1])


@pytest.mark.rule("cadavrexkix", "D20")
def test_at_one_screen_nobody_prepares() -> None:
    s = laid(2, seat_options=[{"shares": True}] * 2)
    do(s, 0, "choose_group", group="group:0")
    assert names(s, 0) == {"arrange", "word"} and not names(s, 1)
    assert GAME.info.device is Device.PASSED
    one_step(s)
    assert names(s, 1) == {"arrange", "word"} and not names(s, 0)
    assert not s.phases[-1].for_all(s)
    s = read_out(s)
    assert s.phases[-1].for_all(s)
    assert all(offer.aloud for offer in s.offers(0))


@pytest.mark.rule("cadavrexkix", "D20")
def test_the_letters_of_petards_are_said_aloud() -> None:
    s = laid(2, BOOKLET, seat_options=[{"shares": True}] * 2)
    do(s, 0, "choose_group", group="group:0")
    assert s.phases[-1].for_all(s)
    assert [offer.aloud for offer in s.offers(1)] == [True]


# ---- time -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cadavrexkix", "D12")
def test_the_time_is_prolonged_once_and_then_the_words_are_filled_in() -> None:
    s = booklet()
    do(s, 0, "word", box="2", text="matin", known={"matin": KNOWN})
    began = s.now
    events = wait(s, "compose/limit")
    assert (s.now - began, told(events, "prolonged")) == (120_000, [{"seat": 0}])
    events = wait(s, "compose/limit")
    assert s.now - began == 180_000
    assert told(events, "filled") == [{"seat": 0, "count": 4}]
    assert [word.filled for word in s.lines[0]] == [True, False, True, True, True]
    assert not s.missing(0) and s.folds == 1


@pytest.mark.rule("cadavrexkix", "D12")
def test_a_step_with_all_its_words_is_over_when_the_time_is() -> None:
    s = booklet(compose_time=60)
    write(s, 0, "Chaque matin les enfants rament")
    began = s.now
    events = wait(s, "compose/limit")
    assert (s.now - began, told(events, "filled")) == (60_000, [])
    assert s.hinge_words == ["rament"]


@pytest.mark.rule("cadavrexkix", "D12")
def test_a_word_sent_in_time_counts_though_it_arrives_after_the_limit() -> None:
    s = booklet(compose_time=60)
    write(s, 0, "Chaque matin les enfants rament")
    began = s.now
    apply(s, HoldSet(s.now, 200))
    late = s.now + 60_100
    do(s, 0, "word", box="5", text="dansent", known={"dansent": KNOWN}, t=late, at=began + 59_990)
    wait(s, "compose/limit")
    assert (s.now - began, s.hinge_words) == (60_200, ["dansent"])


@pytest.mark.rule("cadavrexkix", "D19")
def test_for_somebody_absent_nothing_is_on_its_way_to_be_waited_for() -> None:
    s = composing(2)
    apply(s, HoldSet(s.now, 200))
    began = s.now
    apply(s, SeatChanged(s.now, 0, True, False))
    wait(s, "compose/absent")
    assert (s.now, s.folds) == (began, 1)


@pytest.mark.rule("cadavrexkix", "D12")
def test_the_clock_runs_only_in_ones_step() -> None:
    s = composing(2)
    write(s, 1, fitting(s, 1))
    wait(s, "compose/limit")
    assert s.folds == 0
    wait(s, "compose/limit")
    wait(s, "pass_on/over")
    began = s.now
    wait(s, "compose/limit")
    assert (s.now - began, s.folds) == (120_000, 2)
    assert not any(word.filled for word in s.lines[1])


@pytest.mark.rule("cadavrexkix", "D12")
def test_without_a_limit_one_waits_for_whoever_is_there() -> None:
    s = composing(2, compose_time=0)
    assert s.next_alarm() is None
    apply(s, SeatChanged(s.now + 5, 0, True, False))
    wait(s, "compose/absent")
    assert s.folds == 1


@pytest.mark.rule("cadavrexkix", "D19")
def test_who_is_absent_in_his_step_is_filled_in_at_once_his_own_words_first() -> None:
    s = composing(2)
    own = fitting(s, 1).split()
    do(s, 1, "word", box="3", text=own[1], known={own[1]: KNOWN})
    apply(s, SeatChanged(s.now, 1, True, False))
    one_step(s)
    began = s.now
    events = wait(s, "compose/absent")
    assert (s.now, told(events, "filled")) == (began, [{"seat": 1, "count": 3}])
    assert s.lines[1][2].text == own[1]
    assert [word.filled for word in s.lines[1]] == [False, True, False, True, True]


def small(*words: tuple[str, int, float]) -> Lexicon:
    return Lexicon.of([(word, KNOWN | kinds, zipf) for word, kinds, zipf in words])


@pytest.mark.rule("cadavrexkix", "D12", "D19")
def test_what_is_filled_in() -> None:
    """The commonest that fits and that bots may say, none twice."""
    lexicon = small(
        ("les", FUNCTION, 7.0), ("elle", FUNCTION, 6.5), ("sel", NOUN | UNSPOKEN, 6.9), ("zélé", NOUN, 3.0),
        ("pot", NOUN, 4.0),
    )  # fmt: skip
    asked = FillIns((Fit(contains="E"), Fit(contains="P"), Fit(contains="L")), ("ELLE",))
    found = asked.found(lexicon)
    assert set(found) == {"les", "pot", "zélé"}
    assert all(flags & KNOWN for flags in found.values())
    with_e, with_p, with_l = asked.placed(sorted(found))
    assert with_p == "pot" and {with_e, with_l} == {"les", "zélé"}


@pytest.mark.rule("cadavrexkix", "D12", "D19")
def test_filled_words_come_from_the_lexicon_and_are_read_in_grey() -> None:
    s = booklet()
    wait(s, "compose/limit")
    due = s.next_alarm()
    assert due is not None
    lexicon = small(
        ("homme", NOUN, 6.0), ("mais", FUNCTION, 7.0), ("de", FUNCTION, 7.5), ("fois", NOUN, 5.0),
        ("la", FUNCTION, 7.4),
    )  # fmt: skip
    known = s.proposed(due, lexicon)
    s.now = due.at
    s.ring(due, known)
    assert sorted(word.text for word in s.lines[0]) == ["de", "fois", "homme", "la", "mais"]
    assert s.hinge_words == [s.lines[0][4].text]
    wait(s, "pass_on/over")
    assert set(s.used(1)) >= {"DE", "FOIS", "HOMME", "LA", "MAIS"}  # none twice
    read_out(s)
    assert s.read_marks[:5] == [FILLED] * 5


def test_who_writes_without_end_is_closed_out() -> None:
    s = composing(2, compose_time=0)
    word = fitting(s, 0).split()[0]
    for _ in range(EDITS):
        do(s, 0, "word", box="1", text=word)
    assert not names(s, 0)
    wait(s, "compose/spent")
    assert s.folds == 1

"""Jackpotix, rule by rule: the jackpot, hands, drawing, passing, time, votes, contests.

Expected results are worked out from the rules.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from tablee.games.jackpotix.table import JackpotixState
from tablee.kernel.door import Door
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, Rang, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tablee.words.flags import LISTED, NOUN, UNEXTENDED
from tests.games.jackpotix import BUSY, FRENCH, gains, lay, no, phase, pick_up, table, turn, typed, typed_unknown
from tests.table import card, do, faces, names, refused, told, wait


def refute(s: JackpotixState, seat: Seat, word: str) -> list[Event]:
    return typed(s, seat, Move("refute", {"word": word}))


# ---- the jackpot ---------------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R19", "R20", "D6", "D11")
@pytest.mark.parametrize(
    ("pile", "won"), [("yA yE yI yO yU vA vE vI vO vU vL vM vN vR vS vT", 18), ("yA " * 0, 4)]
)
def test_a_word_that_nothing_extends_is_a_jackpot(pile: str, won: int) -> None:
    """Example 5: 4 + 4 + 10."""
    s = table(f"row:0=pL pY pN | hand:0=pX bK | hand:1=pB | won:1=… | pile={pile}")
    assert told(lay(s, 0, "pX", "row:0:right", "lynx"), "jackpot") == [{"seat": 0, "words": "lynx"}]
    assert (phase(s), names(s, 0), names(s, 1)) == ("jackpot", set(), {"refute"})
    wait(s, "jackpot/limit")
    assert s.now == 10_000
    wait(s, "pick_up/over")
    assert gains(s)[0] == won
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "R20", "D11")
def test_with_nine_cards_in_the_pile_a_jackpot_of_four_brings_thirteen() -> None:
    """Example 5."""
    s = table("row:0=pL pY pN | hand:0=pX bK | hand:1=pB | won:1=… | pile=yA yE yI yO yU vA vE vI vO")
    lay(s, 0, "pX", "row:0:right", "lynx")
    wait(s, "jackpot/limit")
    wait(s, "pick_up/over")
    assert (gains(s)[0], len(s.pile.cards)) == (13, 0)


@pytest.mark.rule("jackpotix", "R19", "R20", "D7")
def test_a_jackpot_of_three() -> None:
    """Example 6: 3 + 3 + 10."""
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…")
    lay(s, 0, "pZ", "row:0:right", "nez")
    wait(s, "jackpot/limit")
    wait(s, "pick_up/over")
    assert gains(s) == [16, 0]


@pytest.mark.rule("jackpotix", "D6", "D7")
@pytest.mark.parametrize(("choice", "won"), [("collect", 3), ("leave", 0)])
def test_a_longer_word_refutes_it_and_the_player_chooses(choice: str, won: int) -> None:
    """Example 6."""
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…", players=3)
    lay(s, 0, "pZ", "row:0:right", "nez")
    assert (names(s, 1), names(s, 2)) == ({"refute"}, {"refute"})
    move = Move("refute", {"word": "donnez"}, 5_000, known={"donnez": 1})
    s.drain()
    apply(s, Played(5_000, 1, move))
    assert told(s.drain(), "refutes") == [{"seat": 1, "owner": 0, "words": "donnez"}]
    assert (phase(s), names(s, 0)) == ("collect", {"collect", "leave"})
    do(s, 0, choice)
    if won:
        wait(s, "pick_up/over")
    assert gains(s) == [won, 0, 0]
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(
    ("word", "code"), [("zen", "extract_missing"), ("nez", "word_too_short"), ("nénez", None)]
)
def test_only_a_longer_word_that_holds_it_refutes(word: str, code: str | None) -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…")
    lay(s, 0, "pZ", "row:0:right", "nez")
    if code:
        with pytest.raises(Refused) as refusal:
            refute(s, 1, word)
        assert refusal.value.code == code
    else:
        refute(s, 1, word)
        assert phase(s) == "vote", "nobody knows it"


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(("vote", "after"), [("accept", "collect"), ("refuse", "jackpot")])
def test_an_unknown_word_that_would_refute_is_voted_on(vote: str, after: str) -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…")
    lay(s, 0, "pZ", "row:0:right", "nez")
    apply(s, Played(4_000, 1, Move("refute", {"word": "nénez"}, 4_000, known={"nénez": 0})))
    do(s, 0, vote, t=6_000)
    assert phase(s) == after
    if vote == "refuse":
        wait(s, "jackpot/limit")
        assert s.now == 12_000, "it goes on with the time that was left"


@pytest.mark.rule("jackpotix", "D6")
def test_where_nobody_could_vote_an_unknown_word_refutes_nothing() -> None:
    """A bot's jackpot: the only person cannot vote on his own word, nor confirm it."""
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…")
    s.seats = (SeatState(human=False), SeatState())
    lay(s, 0, "pZ", "row:0:right", "nez")
    assert phase(s) == "jackpot"
    assert told(refute(s, 1, "nénez"), "not_refuted") == [{"seat": 1, "owner": 0, "words": "nénez"}]
    assert phase(s) == "jackpot"
    refute(s, 1, "nénez")
    refute(s, 1, "nénez")
    with pytest.raises(Refused):
        refute(s, 1, "nénez")
    wait(s, "jackpot/limit")
    wait(s, "pick_up/over")
    assert gains(s) == [16, 0]


@pytest.mark.rule("jackpotix", "D6", "D22")
def test_where_no_other_person_is_there_nobody_waits_for_a_refutation() -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…", people=1)
    lay(s, 0, "pZ", "row:0:right", "nez")
    assert phase(s) == "pick_up"
    wait(s, "pick_up/over")
    assert (s.now, gains(s)) == (3_000, [16, 0])


@pytest.mark.rule("jackpotix", "D6")
def test_an_english_word_may_refute() -> None:
    """Example 13, the étoile read as the word reads it."""
    s = table("row:0=pL ★ pN | hand:0=pX bK | hand:1=pB | pile=…")
    lay(s, 0, "pX", "row:0:right", "lynx")
    assert phase(s) == "jackpot"
    refute(s, 1, "lynxes")
    assert phase(s) == "collect"
    pick_up(s)
    assert gains(s) == [8, 0]


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(
    ("row", "face", "word", "won"),
    [("pW pI pT", "pH", "with", 8), ("pT pG", "pV", "TGV", 3), ("pE pV", "pA", "Éva", 3)],
)
def test_foreign_words_sigles_and_names_are_picked_up_but_are_no_jackpots(
    row: str, face: str, word: str, won: int
) -> None:
    """Example 11."""
    s = table(f"row:0={row} | hand:0={face} bK | hand:1=pB | pile=…")
    lay(s, 0, face, "row:0:right", word)
    assert phase(s) == "collect"
    pick_up(s)
    assert gains(s) == [won, 0]


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(("row", "face", "word"), [("pW pI pT", "pH", "with"), ("pT pG", "pV", "TGV")])
def test_to_the_letter_they_are(row: str, face: str, word: str) -> None:
    """C20: the booklet's words, by an option of the table."""
    s = table(f"row:0={row} | hand:0={face} bK | hand:1=pB | pile=…", letter=True)
    lay(s, 0, face, "row:0:right", word)
    assert phase(s) == "jackpot"
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pB | pile=…", letter=True)
    lay(s, 0, "pR", "row:0:right", "car")
    assert phase(s) == "collect"


@pytest.mark.rule("jackpotix", "D6")
@pytest.mark.parametrize(
    ("word", "flags"),
    [
        ("lynx", LISTED | UNEXTENDED),
        ("chat", LISTED),  # chats
        ("car", LISTED),  # carte
        ("vert", LISTED | UNEXTENDED),
        ("with", UNEXTENDED),
        ("TGV", UNEXTENDED),
        ("Éva", UNEXTENDED),
        ("form", 0),  # plateforme
    ],
)
def test_what_the_lexicon_answers(word: str, flags: int) -> None:
    s = table("row:0=pA | hand:0=★ | hand:1=pB | pile=…")
    offer = s.find(0, "lay")[1]
    move = Move("lay", {"card": s.hand(0).cards[0], "place": "row:1", "word": word})
    assert offer.looked_up(move, FRENCH).known[word] & (LISTED | UNEXTENDED) == flags


@pytest.mark.rule("jackpotix", "D6")
def test_the_answer_stands_in_the_move_and_no_page_is_told() -> None:
    """Players are offered a plain word: nothing says which words would be jackpots."""
    s = table("row:0=pA | hand:0=pN | hand:1=pB | pile=…")
    offer = next(o for o in view_offers(s, 0) if o.name == "lay")
    handle = next(iter(offer.params["card"].values()))
    word = offer.params["word"].given({"card": handle, "place": "row:0:right"})
    assert type(word).__name__ == "Word"
    assert word.accepts("anneau") and not word.accepts("nappe")


def view_offers(s: JackpotixState, seat: Seat) -> Sequence[Any]:
    return Door(s, 1 << seat).offers(seat)


# ---- hands, drawing, passing ---------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R21", "D12")
@pytest.mark.parametrize(("pile", "gets"), [("yA yE yI yO yU vA vE vI", 7), ("yA yE yI", 3)])
def test_who_lays_his_last_card_receives_seven(pile: str, gets: int) -> None:
    s = table(f"row:0=pC | hand:0=pA | hand:1=pB | won:1=… | pile={pile}")
    assert told(lay(s, 0, "pA", "row:0:right", "cadeau"), "refill") == [{"seat": 0, "count": gets}]
    assert len(s.hand(0).cards) == gets
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "R21")
def test_a_petard_may_be_the_last_card_too() -> None:
    s = table("row:0=pC | hand:0=✹ | hand:1=pB | pile=…")
    do(s, 0, "block", petard=card(s, "✹", s.hand(0)), place="row:0:left")
    assert len(s.hand(0).cards) == 7


@pytest.mark.rule("jackpotix", "D12", "R26")
def test_pick_up_and_bonus_come_before_the_new_hand() -> None:
    """Six cards in the pile: four are the bonus, two the new hand."""
    s = table("row:0=pC pH pA | hand:0=pT | hand:1=pB | won:1=… | pile=yA yE yI yO yU vA")
    lay(s, 0, "pT", "row:0:right", "chat")
    assert len(s.hand(0).cards) == 0
    pick_up(s)
    assert (gains(s)[0], len(s.hand(0).cards), len(s.pile.cards)) == (8, 2, 0)


@pytest.mark.rule("jackpotix", "R22", "R23", "D14")
def test_who_can_play_nothing_draws_one_and_then_plays_or_passes() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | pile=… pZ vE")
    assert names(s, 0) == {"lay", "draw"}
    assert told(do(s, 0, "draw"), "draws") == [{"seat": 0}]
    assert faces(s, s.hand(0)) == ["pK", "vE"]
    assert turn(s) == 0
    assert names(s, 0) == {"lay", "pass"}, "once per turn"
    assert len(list(s.find(0, "lay")[1].params["card"].values())) == 2, "any card of the hand"
    assert told(do(s, 0, "pass"), "passes") == [{"seat": 0}]
    assert faces(s, s.hand(0)) == ["pK", "vE"]
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "R23")
def test_a_drawn_card_may_be_laid_at_once() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | pile=… pE")
    do(s, 0, "draw")
    typed_unknown(s, "pE", "row:0:right", "fée")
    assert faces(s, "row:0") == ["pF", "pE"]
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "D14", "R25")
def test_with_an_empty_pile_one_passes_directly() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | won:1=…")
    assert names(s, 0) == {"lay", "pass"}
    do(s, 0, "pass")
    assert names(s, 1) == {"lay", "pass"}, "the game goes on without a pile"


@pytest.mark.rule("jackpotix", "D21")
def test_with_an_open_slot_whoever_has_a_letter_can_play() -> None:
    """Example 12."""
    three = "row:-1=pB | row:0=pD | row:1=pF"
    s = table(f"{three} | hand:0=pK pW | hand:1=pG | pile=…")
    assert refused(s, 0, "draw") == "not_offered"
    assert refused(s, 0, "pass") == "not_offered"
    lay(s, 0, "pK", "row:2", "képi")
    s = table(f"{three} | hand:0=★ | hand:1=pG | pile=…")
    assert refused(s, 0, "draw") == "not_offered", "an étoile is a letter too"
    s = table(f"{three} | hand:0=✹ | hand:1=pG | pile=…")
    assert "draw" in names(s, 0), "a pétard is none"
    s = table(f"{BUSY} | hand:0=pK pW | hand:1=pL | pile=…")
    assert "draw" in names(s, 0)


@pytest.mark.rule("jackpotix", "D21")
def test_an_empty_pile_changes_nothing_about_that() -> None:
    s = table("row:0=pD | hand:0=pK | hand:1=pG | won:1=…")
    assert names(s, 0) == {"lay"}


@pytest.mark.rule("jackpotix", "R24", "D15", "D16")
def test_when_all_pass_everything_but_the_gains_is_shuffled_and_dealt_anew() -> None:
    """Example 9."""
    s = table(f"{BUSY} | hand:0=pK bK | hand:1=pW | won:0=★ | won:1=pA | pile=…")
    s.scores = [5, 1]
    for seat in (0, 1):
        do(s, seat, "draw")
        events = do(s, seat, "pass")
    assert told(events, "redeal") == [{"starter": 0}]
    assert not any(row.cards for row in s.rows)
    assert [len(s.hand(seat).cards) for seat in (0, 1)] == [7, 7]
    assert len(s.pile.cards) == 100 - 2 - 14
    assert (s.scores, gains(s)) == ([5, 1], [1, 1])
    assert turn(s) == 0, "the next player after the last who passed"
    assert phase(s) == "turn"


@pytest.mark.rule("jackpotix", "D15", "D16")
def test_it_takes_as_many_passes_in_a_row_as_there_are_players() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | hand:2=★ pE | pile=…", players=3)
    for seat in (0, 1):
        do(s, seat, "draw")
        do(s, seat, "pass")
    apply_lay(s, 2, "pE", "row:0:right", "fée")
    for seat in (0, 1):
        do(s, seat, "draw")
        do(s, seat, "pass")
    assert faces(s, "row:0") == ["pF", "pE"], "the lay between them counts anew"
    do(s, 2, "draw")
    do(s, 2, "pass")
    assert (faces(s, "row:0"), turn(s)) == ([], 0)


def apply_lay(s: JackpotixState, seat: Seat, face: str, place: str, word: str) -> None:
    args = {"card": card(s, face, s.hand(seat)), "place": place, "word": word}
    apply(s, Played(s.now, seat, Move("lay", args, s.now, known={word: 1 | NOUN})))


def all_pass(s: JackpotixState) -> None:
    for _ in s.all_seats:
        seat = turn(s)
        if "draw" in names(s, seat):
            do(s, seat, "draw")
        do(s, seat, "pass")


@pytest.mark.rule("jackpotix", "D17", "R27")
@pytest.mark.parametrize(
    ("position", "redeals", "ends"),
    [
        (f"{BUSY} | hand:0=pK | hand:1=pW | won:1=… ", 0, True),  # the pile was empty
        (f"{BUSY} | hand:0=pK bK | hand:1=pW bW | won:1=… | pile=vE yE pZ", 0, True),  # 12 cards for two hands
        (f"{BUSY} | hand:0=pK bK | hand:1=pW bW | won:1=… | pile=vE yE pZ vA bZ", 0, False),  # 14
        (f"{BUSY} | hand:0=pK | hand:1=pW | pile=…", 5, True),
        (f"{BUSY} | hand:0=pK | hand:1=pW | pile=…", 4, False),
    ],
)
def test_when_all_pass_and_nothing_can_be_dealt_the_game_ends(position: str, redeals: int, ends: bool) -> None:
    s = table(position)
    s.redeals = redeals
    s.scores = [3, 2]
    all_pass(s)
    if not ends:
        assert s.outcome is None
        return
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.winners, s.scores) == ("nobody_can", (0,), [3, 2])
    assert sum(len(row.cards) for row in s.rows) == 5, "what was laid is nobody's"


@pytest.mark.rule("jackpotix", "R25", "R26", "D13")
def test_without_a_pile_the_last_card_wins_all_that_is_laid() -> None:
    """Example 10: the others' hands count for nothing."""
    s = table("row:0=pC pH ★ | row:1=✹ pD | hand:0=pK | hand:1=pA | hand:2=… | won:2=pZ", players=3)
    s.scores = [0, 0, 1]
    lay(s, 0, "pK", "row:2", "képi")
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.winners) == ("out", (0,))
    assert s.scores == [1 + 1 + 5 - 1 + 1 + 1, 0, 1]
    assert not any(row.cards for row in s.rows)


@pytest.mark.rule("jackpotix", "R28", "D19", "R29")
def test_the_most_points_win_and_equal_points_share() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | hand:2=pX | won:1=…", players=3)
    s.scores = [7, 4, 7]
    all_pass(s)
    assert s.outcome is not None
    assert s.outcome.winners == (0, 2)


@pytest.mark.rule("jackpotix", "R28")
def test_points_are_counted_on_the_cards_won() -> None:
    s = table("row:0=pC | row:1=bC pD ★ ✹ | hand:0=pA | hand:1=pB | won:1=…")
    lay(s, 0, "pA", "row:0:right", "cadeau")
    assert s.scores[0] == 2 + (1 + 1 + 5 - 1)


# ---- time, votes, contests -----------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "D18")
@pytest.mark.parametrize("turn_s", [45, 90, 180])
def test_when_the_time_is_over_one_draws_and_passes(turn_s: int) -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | pile=… vE", turn_s=turn_s)
    events = wait(s, "turn/limit")
    assert s.now == turn_s * 1_000
    assert [e.kind for e in events if e.kind != "move"] == ["timeout", "draws", "passes"]
    assert faces(s, s.hand(0)) == ["pK", "vE"]
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "D18", "D21")
def test_for_the_silent_the_table_starts_a_row_where_one_is_open() -> None:
    """Waiting is no way to fill one's hand either: his first letter goes to the first open slot."""
    s = table("row:0=pC | hand:0=✹ pK pW | hand:1=bW | pile=… vE")
    due = s.next_alarm()
    assert due is not None
    proposed = s.proposed(due, FRENCH)
    (word,) = proposed
    assert word in ("KEPI", "KAYAK")
    apply(s, Rang(due.at, due.name, proposed))
    assert (faces(s, "row:-1"), faces(s, s.hand(0)), turn(s)) == (["pK"], ["✹", "pW"], 1)


@pytest.mark.rule("jackpotix", "R22", "D21")
def test_who_says_that_he_can_lay_nothing_is_not_believed_where_a_common_word_says_otherwise() -> None:
    """W fits nowhere; A after the lone C has « cadeau », « carte », « chat »…"""
    s = table("row:-2=pB | row:-1=pQ | row:0=pC | row:1=pX | row:2=pJ | hand:0=✹ ★ pW pA | hand:1=pL | pile=… vE")
    events = typed(s, 0, Move("draw"))
    assert told(events, "helped") == [{"seat": 0}]
    (said,) = told(events, "says")
    assert said["letter"] == "A" and "CA" in said["words"]
    assert (faces(s, "row:0"), faces(s, s.hand(0)), turn(s)) == (["pC", "pA"], ["✹", "★", "pW"], 1)
    s = table("row:-2=pB | row:-1=pQ | row:0=pC | row:1=pX | row:2=pJ | hand:0=✹ ★ pW | hand:1=pL | pile=… pA")
    assert told(typed(s, 0, Move("draw")), "draws") == [{"seat": 0}], "étoile and pétard are never forced"
    typed(s, 0, Move("pass"))
    assert faces(s, "row:0") == ["pC", "pA"], "nor does one pass with a card just drawn that fits"


@pytest.mark.rule("jackpotix", "R22", "R16")
def test_the_table_never_completes_a_word_for_somebody() -> None:
    """CHA and T: « chat » could be picked up; the table says « château » or another longer word."""
    s = table("row:-2=pB | row:-1=pD | row:0=pC pH pA | row:1=pG | row:2=bH | hand:0=pT | hand:1=pL | pile=…")
    (said,) = told(typed(s, 0, Move("draw")), "says")
    assert said["words"] in ("CHATEAU", "CHATS", "CHATTE")
    assert (faces(s, "row:0"), gains(s), turn(s)) == (["pC", "pH", "pA", "pT"], [0, 0], 1)


@pytest.mark.rule("jackpotix", "D18")
def test_who_has_drawn_only_passes() -> None:
    s = table(f"{BUSY} | hand:0=pK | hand:1=pW | pile=… pZ vE")
    do(s, 0, "draw")
    wait(s, "turn/limit")
    assert faces(s, s.hand(0)) == ["pK", "vE"]


@pytest.mark.rule("jackpotix", "D18")
def test_the_card_of_a_refused_word_comes_back() -> None:
    s = table("row:0=pC | hand:0=pA bK | hand:1=pW | pile=…")
    lay(s, 0, "pA", "row:0:right", "caboum", t=20_000)
    assert (phase(s), faces(s, "row:0")) == ("vote", ["pC", "pA"])
    do(s, 1, "refuse", t=24_000)
    assert (phase(s), turn(s), faces(s, "row:0")) == ("turn", 0, ["pC"])
    assert sorted(faces(s, s.hand(0))) == ["bK", "pA"]
    assert no(s, 0, "pA", "row:0:right", "caboum") == "unknown_word"
    assert s.next_alarm().at == 94_000, "the vote stops the clock"  # type: ignore[union-attr]
    lay(s, 0, "pA", "row:0:right", "cadeau", t=30_000)
    assert turn(s) == 1


@pytest.mark.rule("jackpotix", "D6", "D18")
def test_a_word_that_the_table_accepts_counts_but_is_no_jackpot() -> None:
    s = table("row:0=pZ pU | hand:0=pK bK | hand:1=pW | pile=…")
    lay(s, 0, "pK", "row:0:right", "zuk")
    do(s, 1, "accept")
    assert phase(s) == "collect"
    assert told(do(s, 0, "collect"), "picks_up") == [{"seat": 0, "words": "zuk", "count": 3, "bonus": 0}]


@pytest.mark.rule("jackpotix", "D22")
@pytest.mark.parametrize(("vote", "after"), [("accept", "collect"), ("refuse", "turn")])
def test_a_word_may_be_contested_before_anything_comes_of_it(vote: str, after: str) -> None:
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pW | hand:2=pB | pile=…", players=3, contests=True)
    lay(s, 0, "pR", "row:0:right", "car")
    assert (phase(s), faces(s, "row:0"), gains(s)) == ("said", ["pC", "pA", "pR"], [0, 0, 0])
    do(s, 1, "contest", t=2_000)
    do(s, 2, vote)
    assert phase(s) == after
    if vote == "refuse":
        assert (turn(s), faces(s, "row:0")) == (0, ["pC", "pA"])


@pytest.mark.rule("jackpotix", "D22")
def test_one_person_alone_with_bots_contests_nothing() -> None:
    """Nobody else would vote: every contest would be won."""
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pW | hand:2=pB | pile=…", players=3, contests=True)
    s.seats = (SeatState(human=False), SeatState(), SeatState(human=False))
    lay(s, 0, "pR", "row:0:right", "car")
    assert phase(s) == "collect"


@pytest.mark.rule("jackpotix", "D22")
def test_a_jackpot_too_is_contested_first() -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…", contests=True)
    lay(s, 0, "pZ", "row:0:right", "nez")
    assert phase(s) == "said"
    wait(s, "said/close")
    assert phase(s) == "jackpot"


@pytest.mark.rule("jackpotix", "D6")
def test_a_table_without_limits_still_has_an_end_to_refuting() -> None:
    s = table("row:0=pN pE | hand:0=pZ bK | hand:1=pB | pile=…", timers="none", refute_s=20)
    lay(s, 0, "pZ", "row:0:right", "nez")
    wait(s, "jackpot/limit")
    assert s.now == 40_000


@pytest.mark.rule("jackpotix", "D18", "D20")
def test_where_nobody_plays_the_game_ends_by_itself() -> None:
    """Two silent players, and no lexicon to propose words: each deal is over after two turns; after five new deals
    the game is."""
    s = table("hand:0=pK | hand:1=pW | pile=…")
    turns = 0
    while s.outcome is None:
        wait(s, "turn/limit")
        turns += 1
    assert turns == 2 * 6
    assert s.outcome.detail == "nobody_can"


@pytest.mark.rule("jackpotix", "D18")
def test_an_absent_player_has_a_limit_even_where_there_is_none() -> None:
    s = table("row:0=pC | hand:0=pK | hand:1=pW | pile=…", timers="none")
    apply(s, SeatChanged(5_000, 0, human=True, present=False))
    wait(s, "turn/limit")
    assert (s.now, turn(s)) == (65_000, 1)

"""Touposix, rule by rule. Hands and tops are laid out by hand; what is expected is worked out from the rules."""

import pytest

from tablee.games.touposix.rules import GAME
from tablee.kernel.refusal import Refused
from tests.games.touposix import BOITE, PAON, find, no, table, tops, write
from tests.table import do, faces, names, refused, shuffled, start, told, view

# ---- set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("touposix", "R1", "R2", "R3", "R4", "D1")
@pytest.mark.parametrize(("players", "each", "aside"), [(2, 49, 0), (3, 32, 2), (4, 24, 2)])
def test_two_letters_lie_open_and_the_rest_is_dealt_evenly(players: int, each: int, aside: int) -> None:
    for seed in range(12):
        s = start(GAME, players, seed=seed)
        assert len(s.faces) == 100
        assert len(s.stacks) == 2
        assert all(top[0] in "pbvy" and len(s.zone("stack:0").cards) == 1 for top in tops(s))
        assert [len(s.hand(i).cards) for i in range(players)] == [6] * players
        assert [len(s.pile(i).cards) for i in range(players)] == [each - 6] * players
        assert len(s.zone("aside").cards) == aside
        assert s.bonus == [0] * players


@pytest.mark.rule("touposix", "D1")
def test_an_etoile_turned_for_the_table_goes_back() -> None:
    order = shuffled(100, "deal")
    s = start(GAME, 2, deck={order[-1]: "★"})
    assert {"symbol": "★"} in told(s.drain(), "turned_back")
    assert len(s.stacks) == 2
    assert "★" not in tops(s)


@pytest.mark.rule("touposix", "D1")
def test_the_two_letters_may_be_the_same() -> None:
    order = shuffled(100, "deal")
    s = start(GAME, 2, deck={order[-1]: "vE", order[-2]: "pE"})
    assert tops(s) == ["vE", "pE"]


@pytest.mark.rule("touposix", "R6")
def test_the_chosen_starter_begins_and_play_goes_clockwise() -> None:
    s = start(GAME, 3, starter=2)
    assert [bool(names(s, seat)) for seat in range(3)] == [False, False, True]
    do(s, 2, "pass")
    assert names(s, 0) == {"write", "discard", "pass"}
    assert names(s, 2) == set()


@pytest.mark.rule("touposix", "R6")
def test_without_a_choice_the_seed_says_who_begins() -> None:
    starters = {start(GAME, 4, seed=seed).starter for seed in range(30)}
    assert starters == {0, 1, 2, 3}


# ---- words ---------------------------------------------------------------------------------------------


@pytest.mark.rule("touposix", "R7", "R8", "R9", "R10", "R11", "D4")
def test_the_booklets_boite() -> None:
    """Example 1: B I T E are laid on O; E is on top; two cards stay, four are drawn."""
    s = table(BOITE)
    news = write(s, 0, "boîte", "pB pO pI bT pE", lay="pB pI bT pE")
    assert faces(s, "stack:0") == ["pO", "pB", "pI", "bT", "pE"]
    assert tops(s) == ["pE", "pR"]
    assert faces(s, "hand:0") == ["bO", "pQ", "pH", "pG", "pF", "pD"]
    assert faces(s, "pile:0") == ["pA", "pC"]
    assert told(news, "writes") == [{"seat": 0, "word": "boîte", "letter": "O", "count": 5}]
    assert names(s, 1) == {"write", "discard", "pass"}


@pytest.mark.rule("touposix", "R9", "D4")
def test_the_order_of_laying_is_free() -> None:
    """Example 2."""
    s = table(BOITE)
    write(s, 0, "boîte", "pB pO pI bT pE", lay="pE bT pI pB")
    assert tops(s) == ["pB", "pR"]


@pytest.mark.rule("touposix", "D4")
def test_without_an_order_cards_are_laid_as_in_the_word() -> None:
    s = table(BOITE)
    write(s, 0, "boîte", "pB pO pI bT pE")
    assert faces(s, "stack:0") == ["pO", "pB", "pI", "bT", "pE"]


@pytest.mark.rule("touposix", "D4")
@pytest.mark.parametrize("lay", ["pB pI bT", "pB pI bT pE pQ", "pB pI bT pO", "pO pB pI bT pE"])
def test_all_cards_of_the_word_are_laid_and_no_other(lay: str) -> None:
    s = table(BOITE)
    assert no(s, 0, "boîte", "pB pO pI bT pE", lay=lay) == "not_possible"


@pytest.mark.rule("touposix", "R7", "D2")
def test_a_word_uses_one_card_of_the_table_and_only_one() -> None:
    s = table("stack:0=pO | stack:1=pR | hand:0=bO bT pQ bR pI pE | hand:1=bA | aside=…")
    assert no(s, 0, "toi", "bT bO pI") == "one_of_the_table"
    assert no(s, 0, "or", "pO pR") == "one_of_the_table"
    write(s, 0, "or", "pO bR")
    assert tops(s) == ["bR", "pR"]


@pytest.mark.rule("touposix", "D2")
def test_every_letter_is_a_card_and_every_card_a_letter() -> None:
    s = table(BOITE)
    assert no(s, 0, "boîtes", "pB pO pI bT pE") == "letters_differ"
    assert no(s, 0, "boit", "pB pO pI bT pE") == "letters_differ"
    assert no(s, 0, "boute", "pB pO pI bT pE") == "letters_differ"
    assert no(s, 0, "o", "pO") == "too_short"


@pytest.mark.rule("touposix", "D2")
def test_a_card_counts_once_and_must_be_there() -> None:
    s = table("stack:0=pO | stack:1=pR | hand:0=bT bA pQ pB pI pE | hand:1=bL | aside=…")
    tot, elsewhere = find(s, 0, "bT pO"), s.hand(1).cards[0]
    for word, cards in [("tot", [*tot, tot[0]]), ("lot", [elsewhere, tot[1], tot[0]])]:
        with pytest.raises(Refused) as refusal:
            do(s, 0, "write", word={"word": word, "cards": cards})
        assert refusal.value.code == "not_your_cards"


@pytest.mark.rule("touposix", "R11")
def test_only_the_top_of_a_pile_counts() -> None:
    s = table("stack:0=pO pB | stack:1=pR | hand:0=bT pQ pI pE vE vA | hand:1=bA | aside=…")
    under = s.zone("stack:0").cards[0]
    with pytest.raises(Refused) as refusal:
        do(s, 0, "write", word={"word": "ôte", "cards": [under, *find(s, 0, "bT pE")]})
    assert refusal.value.code == "not_your_cards"


@pytest.mark.rule("touposix", "R5", "R19", "D2", "D9")
def test_seven_letters_win_an_abcd_card() -> None:
    """Example 3: MONTRES on R with all six cards."""
    s = table(
        "stack:0=pR | stack:1=pO | hand:0=pM bO pN pT pE pS | pile:0=pA pC pD pF pG pH | hand:1=bA | aside=…"
    )
    news = write(s, 0, "montres", "pM bO pN pT pR pE pS")
    assert s.bonus == [1, 0]
    assert s.scores == [10, 0]
    assert len(s.hand(0).cards) == 6
    assert told(news, "seven") == [{"seat": 0}]


@pytest.mark.rule("touposix", "R19", "D9")
def test_six_letters_win_nothing_and_jokers_count_as_cards() -> None:
    s = table(
        "stack:0=pR | stack:1=pO | hand:0=pM bO pN pT pE pQ | pile:0=pA pC pD pF pG pH | hand:1=bA | aside=…"
    )
    write(s, 0, "montre", "pM bO pN pT pR pE")
    assert s.bonus == [0, 0]
    s = table("stack:0=pR | stack:1=pO | hand:0=pM ★ pN pT pE ★ | pile:0=pA pC pD pF pG | hand:1=bA | aside=…")
    write(s, 0, "montres", "pM ★ pN pT pR pE ★")
    assert s.bonus == [1, 0]


@pytest.mark.rule("touposix", "D9")
def test_the_bonus_does_not_run_out_with_the_four_markers() -> None:
    s = table(
        "stack:0=pR | stack:1=pO | hand:0=pM bO pN pT pE pS | pile:0=pA pC pD pF pG pH | hand:1=bA | aside=…"
    )
    s.bonus, s.scores = [2, 2], [20, 20]
    write(s, 0, "montres", "pM bO pN pT pR pE pS")
    assert s.bonus == [3, 2]
    assert s.scores == [30, 20]


# ---- étoiles and pétards -------------------------------------------------------------------------------


@pytest.mark.rule("touposix", "R12", "R13", "D3", "D7")
def test_an_etoile_on_top_stays_its_letter() -> None:
    """Example 4: ★ as the B of BOITE is on top; the next player may use it as B, not as P."""
    s = table(
        "stack:0=pO | stack:1=pR | hand:0=★ pI pT pE pQ bQ | pile:0=pC pD pF pG | hand:1=bA bL pP vE vS vN | "
        "pile:1=pU pV | aside=…"
    )
    write(s, 0, "boite", "★ pO pI pT pE", lay="pI pT pE ★")
    (top,) = view(s, 1).zone("stack:0").cards
    assert top is not None
    assert (top.face, top.mark) == ("★", "B")
    assert no(s, 1, "pal", "★ bA bL") == "letters_differ"
    write(s, 1, "bal", "★ bA bL")
    assert tops(s) == ["bL", "pR"]
    assert not s.marks, "a covered étoile does not matter"


@pytest.mark.rule("touposix", "R12", "D3")
def test_a_word_may_have_several_etoiles_and_petards() -> None:
    s = table("stack:0=pO | stack:1=pR | hand:0=★ ★ ✹ pE pQ bQ | pile:0=pC pD pF pG | hand:1=bA | aside=…")
    write(s, 0, "boite", "★ pO ✹ ★ pE")
    assert faces(s, "stack:0") == ["pO", "★", "★", "pE"]
    assert faces(s, "petards:0") == ["✹"]


@pytest.mark.rule("touposix", "R14", "R15", "R17", "D4", "D5", "R24")
def test_a_petard_may_start_a_new_pile() -> None:
    """Example 5: PAON with ✹ as N; P and A lie beside, O stays on top of its pile."""
    s = table(PAON)
    news = write(s, 0, "paon", "pP pA pO ✹", lay="pP pA", new_pile=True)
    assert tops(s) == ["pO", "pR", "pA"]
    assert faces(s, "stack:2") == ["pP", "pA"]
    assert faces(s, "petards:0") == ["✹"]
    assert s.scores[0] == -5
    assert faces(s, "hand:0") == ["pK", "pW", "pX", "bG", "bF", "bD"]
    assert told(news, "new_pile") == [{"seat": 0}]


@pytest.mark.rule("touposix", "R15", "D5")
def test_or_be_laid_on_the_card_that_was_used() -> None:
    s = table(PAON)
    write(s, 0, "paon", "pP pA pO ✹", lay="pP pA", new_pile=False)
    assert tops(s) == ["pA", "pR"]
    assert faces(s, "stack:0") == ["pO", "pP", "pA"]


@pytest.mark.rule("touposix", "D4")
def test_a_petard_is_never_laid() -> None:
    s = table(PAON)
    assert no(s, 0, "paon", "pP pA pO ✹", lay="pP pA ✹") == "not_possible"


@pytest.mark.rule("touposix", "R15", "D5")
def test_no_new_pile_without_a_petard_in_the_word() -> None:
    """Example 6."""
    s = table(BOITE)
    assert no(s, 0, "boîte", "pB pO pI bT pE", new_pile=True) == "not_possible"
    s = table(PAON)
    assert no(s, 0, "pao", "pP pA pO", new_pile=True) == "not_possible", "a pétard in the hand is not enough"


@pytest.mark.rule("touposix", "D5")
def test_a_new_pile_needs_a_card_of_the_table_too() -> None:
    s = table("stack:0=pO | stack:1=pR | hand:0=pP pA ✹ pN pW pX | hand:1=bA | aside=…")
    assert no(s, 0, "pane", "pP pA pN ✹", new_pile=True) == "one_of_the_table"


@pytest.mark.rule("touposix", "D5")
def test_two_petards_in_a_word_start_one_pile() -> None:
    s = table("stack:0=pO | stack:1=pR | hand:0=pP ✹ ✹ pN pW pX | pile:0=bC bD bF | hand:1=bA | aside=…")
    write(s, 0, "paon", "pP ✹ pO ✹", new_pile=True)
    assert len(s.stacks) == 3
    assert s.scores[0] == -10


@pytest.mark.rule("touposix", "R16", "D5")
def test_never_more_than_five_piles() -> None:
    s = table(
        "stack:0=pO | stack:1=pR | stack:2=bR | stack:3=vR | hand:0=pP ✹ ✹ pN pA pX | pile:0=bC bD bF bG bH | "
        "hand:1=bA | aside=…"
    )
    write(s, 0, "pion", "pP ✹ pO pN", lay="pN pP", new_pile=True)
    assert len(s.stacks) == 5
    do(s, 1, "pass")
    assert no(s, 0, "pas", "pP pA ✹", lay="pA", new_pile=True) == "not_possible"
    write(s, 0, "pas", "pP pA ✹", lay="pA")
    assert tops(s) == ["pO", "pR", "bR", "vR", "pA"]


@pytest.mark.rule("touposix", "D6")
def test_a_petard_alone_lays_nothing() -> None:
    s = table(PAON)
    assert no(s, 0, "os", "pO ✹", new_pile=True) == "not_possible"
    write(s, 0, "os", "pO ✹")
    assert tops(s) == ["pO", "pR"]
    assert faces(s, "petards:0") == ["✹"]
    assert len(s.hand(0).cards) == 6


# ---- not playing ---------------------------------------------------------------------------------------


@pytest.mark.rule("touposix", "R18", "R23", "D8")
def test_discarding_costs_five_each_and_the_turn() -> None:
    """Example 7."""
    s = table("stack:0=pO | stack:1=pR | hand:0=pQ pW pA pE pI pU | pile:0=bC bD | hand:1=bA | aside=…")
    news = do(s, 0, "discard", cards=find(s, 0, "pQ pW"))
    assert faces(s, "discard:0") == ["pQ", "pW"]
    assert faces(s, "hand:0") == ["pA", "pE", "pI", "pU", "bD", "bC"]
    assert s.scores == [-10, 0]
    assert told(news, "discards") == [{"seat": 0, "letters": "Q W", "count": 2}]
    assert names(s, 0) == set()
    assert [c.face for c in view(s, 1).zone("discard:0").cards if c] == ["pQ", "pW"]


@pytest.mark.rule("touposix", "D8", "R24")
def test_jokers_cost_five_too_and_a_petard_not_twice() -> None:
    s = table("stack:0=pO | stack:1=pR | hand:0=★ ✹ pA pE pI pU | pile:0=bC bD | hand:1=bA | aside=…")
    do(s, 0, "discard", cards=find(s, 0, "★ ✹"))
    assert s.scores == [-10, 0]
    assert s.petards(0).cards == []


@pytest.mark.rule("touposix", "R18", "D8")
def test_one_card_or_the_whole_hand_may_go_and_no_other() -> None:
    s = table("stack:0=pO | stack:1=pR | hand:0=pQ pW pA pE pI pU | pile:0=bC bD | hand:1=bA | aside=…")
    assert refused(s, 0, "discard", cards=[]) == "not_possible"
    assert refused(s, 0, "discard", cards=s.hand(1).cards[:]) == "not_possible"
    do(s, 0, "discard", cards=s.hand(0).cards[:])
    assert faces(s, "hand:0") == ["bD", "bC"]
    assert s.scores == [-30, 0]


@pytest.mark.rule("touposix", "D8")
def test_one_may_simply_pass() -> None:
    s = table(BOITE)
    do(s, 0, "pass")
    assert len(s.hand(0).cards) == 6
    assert s.scores == [0, 0]
    assert names(s, 1) == {"write", "discard", "pass"}


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("touposix", "R20", "R21", "D10")
def test_when_all_pass_one_after_another_the_game_ends() -> None:
    """Example 8."""
    s = table("stack:0=pO | stack:1=pR | hand:0=pQ pA | hand:1=bA bB | hand:2=pU pK | pile:2=bC | aside=…", 3)
    do(s, 0, "pass")
    do(s, 1, "pass")
    write(s, 2, "ou", "pO pU")
    do(s, 0, "pass")
    do(s, 1, "pass")
    assert s.outcome is None
    do(s, 2, "pass")
    assert s.outcome is not None
    assert s.outcome.detail == "nobody_finds"
    assert s.outcome.scores == (-2, -2, -2)


@pytest.mark.rule("touposix", "D10")
def test_a_discard_is_not_a_pass() -> None:
    s = table("stack:0=pO | stack:1=pR | hand:0=pQ pA | hand:1=bA bB | aside=…")
    do(s, 0, "pass")
    do(s, 1, "discard", cards=find(s, 1, "bB"))
    do(s, 0, "pass")
    assert s.outcome is None
    do(s, 1, "pass")
    assert s.outcome is not None


@pytest.mark.rule("touposix", "R22", "D11", "R26")
def test_no_cards_left_wins_ten_and_ends_at_once() -> None:
    """Example 9: TAS with the last two cards; the other players get no further turn."""
    s = table("stack:0=pT | stack:1=pR | hand:0=pQ pK | hand:1=pA pS | hand:2=bA | aside=…", 3)
    do(s, 0, "pass")
    news = write(s, 1, "tas", "pT pA pS")
    assert s.outcome is not None
    assert s.outcome.detail == "out"
    assert s.outcome.scores == (-2, 10, -1)
    assert s.outcome.winners == (1,)
    assert told(news, "out") == [{"seat": 1}]


@pytest.mark.rule("touposix", "D11")
def test_the_last_card_may_go_by_a_discard() -> None:
    s = table("stack:0=pT | stack:1=pR | hand:0=pQ | hand:1=pA pS | aside=…")
    do(s, 0, "discard", cards=find(s, 0, "pQ"))
    assert s.outcome is not None
    assert s.outcome.scores == (5, -2)


@pytest.mark.rule("touposix", "D11", "R20")
def test_an_empty_hand_with_cards_to_draw_goes_on() -> None:
    s = table("stack:0=pT | stack:1=pR | hand:0=pA pS | pile:0=bC | hand:1=bA | aside=…")
    write(s, 0, "tas", "pT pA pS")
    assert s.outcome is None
    assert faces(s, "hand:0") == ["bC"]


@pytest.mark.rule("touposix", "R23", "R24", "R25", "R26", "R27")
def test_the_score_of_the_spec() -> None:
    """Example 10: 20 − 5 − 10 + 0 = 5 against 10 − 6 = 4."""
    s = table(
        "stack:0=pT | stack:1=pR | hand:0=pB pC pD pF pG pH | hand:1=pA ✹ | discard:1=pQ pW | pile:0=bC | aside=…"
    )
    s.bonus, s.scores = [1, 1], [10, 0]  # seat 1: one ABCD card and two discards so far
    do(s, 0, "pass")
    events = write(s, 1, "tas", "pT pA ✹")
    assert told(events, "counts") == [{"seat": 0, "left": 6, "points": 4}, {"seat": 1, "left": 0, "points": 5}]
    assert s.bonus == [1, 2]
    assert s.outcome is not None
    assert s.outcome.scores == (4, 5)
    assert s.outcome.winners == (1,)


@pytest.mark.rule("touposix", "R25", "D12")
@pytest.mark.parametrize(("count_pile", "expected"), [(False, -2), (True, -5)])
def test_only_the_hand_counts_unless_the_option_says_more(count_pile: bool, expected: int) -> None:
    s = table(
        "stack:0=pT | stack:1=pR | hand:0=pQ pK | pile:0=bC bD bF | hand:1=pA pS | aside=…", count_pile=count_pile
    )
    do(s, 0, "pass")
    do(s, 1, "pass")
    assert s.outcome is not None
    assert s.outcome.scores == (expected, -2)


@pytest.mark.rule("touposix", "D15")
def test_ties_share_the_victory() -> None:
    s = table("stack:0=pT | stack:1=pR | hand:0=pQ pK | hand:1=pA pS | aside=…")
    do(s, 0, "pass")
    do(s, 1, "pass")
    assert s.outcome is not None
    assert s.outcome.winners == (0, 1)

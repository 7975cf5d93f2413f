"""Célébritix, rule by rule: the name, who is famous, after a refusal, bonuses, new consonants, the end.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.games.celebritix.names import FIELDS
from tablee.games.celebritix.rules import Name
from tablee.games.celebritix.table import LASTING_TURNS, CelebritixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId
from tablee.lexicons import load
from tablee.pieces.toutilix import SYMBOL
from tablee.words.flags import KNOWN, PADDED, PARTS_KNOWN
from tests.games.celebritix import BOOKLET, announce, begun, bid, bidding, laid, middle, symbols
from tests.table import do, names, told, view, wait, wait_until


def marked(s: CelebritixState, letters: str, extra: str = "") -> list[CardId]:
    """The cards with these letters among the six, and among the three."""
    tops = [place.cards[-1] for place in s.places]
    found = []
    for some, letter in ((tops[:6], letters), (tops[6:], extra)):
        for symbol in letter:
            card = next(c for c in some if SYMBOL[s.faces[c]] == symbol and c not in found)
            found.append(card)
    return found


def propose(
    s: CelebritixState,
    name: str,
    letters: str,
    extra: str = "",
    *,
    who: str = "",
    flags: int = KNOWN,
    field: str = "history",
) -> list[Event]:
    """Whoever is to say a name says it; the list has it, unless other flags are given."""
    top = s.phases[-1]
    assert isinstance(top, Name)
    said = {"name": name, "cards": marked(s, letters, extra)}
    return do(s, top.seat, "propose", name=said, field=field, known={who or name: flags})


def no_to(s: CelebritixState, *args: Any, **more: Any) -> str:
    """The code with which a proposal is refused, at no cost."""
    before = s.copy()
    with pytest.raises(Refused) as no:
        propose(s, *args, **more)
    assert s.scores == before.scores
    assert view(s).phase == "name"
    return no.value.code


def alone(**more: Any) -> CelebritixState:
    """One person among bots."""
    s = laid(**more)
    for seat in range(1, s.n):
        apply(s, SeatChanged(0, seat, human=False, present=True))
    return s


# ---- the name ------------------------------------------------------------------------------------------


@pytest.mark.rule("celebritix", "R3", "R23", "R24", "R29", "R30", "D19")
def test_jules_cesar() -> None:
    """Example 1, the booklet's."""
    s = laid(extra="DGM", levels="221", consonants="KTVZNP", bonuses="EUA★")
    bidding(s, 0, 4)
    events = propose(s, "Jules César", "LSCR")
    assert told(events, "says") == [
        {"seat": 0, "words": "Jules César", "field": "history", "letters": "L S C R", "number": 4}
    ]
    assert told(events, "wins") == [{"seat": 0, "words": "Jules César", "count": 4, "points": 4}]
    assert symbols(s, "won:0") == "LSCR"
    assert s.scores == [4, 0, 0]
    wait(s, "show/over")
    assert middle(s) == ["B★", "MA", "P", "N", "Z", "V", "D", "G", "M"]


@pytest.mark.rule("celebritix", "R8", "R9", "D2")
def test_two_cards_of_a_letter_need_two_letters() -> None:
    """Example 2."""
    s = laid(extra="DGM", levels="122")
    bidding(s, 0, 3)
    assert no_to(s, "Salma Hayek", "LM", "M") == "letters_missing"
    events = propose(s, "Salma Hayek", "SLM")
    assert told(events, "wins")[0]["count"] == 3


@pytest.mark.rule("celebritix", "R9")
def test_level_2_cannot_use_the_three() -> None:
    s = laid(extra="DGM", levels="221")
    bidding(s, 0, 1)
    assert no_to(s, "Gandhi", "", "GD") == "not_your_cards"


@pytest.mark.rule("celebritix", "R8", "R29", "D17")
def test_level_1_uses_all_nine_and_then_all_get_a_bonus() -> None:
    s = laid(extra="DGM", levels="122", bonuses="EEEEEEE", consonants="TN")
    bidding(s, 0, 2)
    propose(s, "Gandhi", "", "GD")
    wait(s, "show/over")
    assert middle(s) == ["BE", "ME", "LE", "SE", "CE", "RE", "N", "T", "ME"]


@pytest.mark.rule("celebritix", "R18", "R24", "R33", "R34", "D3", "D4")
def test_bonuses_count_and_are_won_and_need_not_be_in_the_name() -> None:
    """Example 3: A and ★ under T, nothing under R."""
    s = laid("TRLSCB", under={0: "I★"})
    bidding(s, 0, 4)
    events = propose(s, "Tartuffe", "TR", field="literature")
    assert told(events, "wins") == [{"seat": 0, "words": "Tartuffe", "count": 4, "points": 5}]
    assert s.scores[0] == 5


@pytest.mark.rule("celebritix", "R35", "D3")
def test_a_petard_costs_two_points_and_may_be_left_aside() -> None:
    s = laid("TRLSCB", under={0: "✹", 1: "A"})
    bidding(s, 0, 2)
    fine = s.copy()
    propose(s, "Tartuffe", "TR")
    assert s.scores[0] == 1 - 2 + 1 + 1
    propose(fine, "Tartuffe", "R")
    assert fine.scores[0] == 2
    assert symbols(fine, "main:0") == "✹T"


@pytest.mark.rule("celebritix", "R25", "R26", "D3", "D14")
def test_a_name_worth_less_than_the_bid_is_refused() -> None:
    """Example 4: bid 5, worth 4, three cards owned."""
    s = laid(won={0: "BAN"}, consonants=10, bonuses="EEEEEEEEEE")
    bidding(s, 0, 5)
    events = propose(s, "Jules César", "LSCR")
    assert told(events, "falls_short") == [{"seat": 0, "count": 4, "number": 5}]
    assert told(events, "loses") == [{"seat": 0, "count": 3, "number": 5}]
    assert symbols(s, "won:0") == ""
    assert s.scores[0] == 0
    assert not s.taken
    assert view(s).phase == "show"
    assert not any(names(s, seat) for seat in s.all_seats), "nobody else proposes"
    wait(s, "show/over")
    assert [place[0] for place in middle(s)] == list(BOOKLET)
    assert view(s).phase == "search"


@pytest.mark.rule("celebritix", "R25", "R26", "D15", "D16")
def test_the_last_cards_won_are_lost_first_each_under_its_pile() -> None:
    s = laid(won={1: "✹NAK★T"}, consonants="VW", bonuses="EEEEEEEE")
    bidding(s, 1, 4)
    do(s, 1, "give_up")
    assert symbols(s, "won:1") == "✹N", "a pétard that lies below stays"
    assert s.scores[1] == -1
    assert symbols(s, "consonants") == "KTVW", "T first, then K under it"
    assert symbols(s, "bonuses") == "A★EEEEEEEE"


@pytest.mark.rule("celebritix", "D12")
@pytest.mark.parametrize("span", [15, 20, 40])
def test_out_of_time_is_refused(span: int) -> None:
    s = laid(name_s=span, won={0: "BCDF"})
    bidding(s, 0, 2)
    asked = s.now
    events = wait(s, "name/limit")
    assert s.now == asked + span * 1_000
    assert told(events, "loses") == [{"seat": 0, "count": 2, "number": 2}]


@pytest.mark.rule("celebritix", "R5", "D12")
def test_a_name_has_one_of_ten_fields() -> None:
    s = laid()
    bidding(s, 0, 1)
    assert no_to(s, "Jules César", "C", field="cooking") == "not_possible"
    assert no_to(s, "Jules César", "C", field="") == "not_possible"
    assert len(set(FIELDS.values())) == 10
    for field in FIELDS.values():
        twin = s.copy()
        propose(twin, "Jules César", "C", field=field)
        assert symbols(twin, "won:0") == "C"
    events = propose(s, "Jules César", "C", field="comics")
    assert told(events, "says")[0]["field"] == "comics"


@pytest.mark.rule("celebritix", "D12")
def test_cards_without_a_petard_are_marked_if_the_bid_allows_it() -> None:
    s = laid("TTRSCB", under={0: "A✹", 1: "E", 2: "✹"})
    bidding(s, 0, 2)
    name = Name(seat=0, standing=2).name(s)
    t_petard, t_plain, r_petard = (place.cards[-1] for place in s.places[:3])
    assert name.best("Tartuffe") == [t_plain], "worth 2, and 2 is needed"
    assert Name(seat=0, standing=3).name(s).best("Tartuffe") == [t_petard, t_plain, r_petard]
    assert name.best("Tor") == [t_plain]
    assert Name(seat=0, standing=5).name(s).best("Tor") == [t_petard, r_petard], "one T: that of greater worth"


# ---- who is famous -------------------------------------------------------------------------------------


@pytest.mark.rule("celebritix", "R4", "R6", "D13")
def test_the_list_is_asked_when_a_name_comes_in() -> None:
    """Real or imaginary, whole name, surname alone, initials."""
    s = laid()
    bidding(s, 0, 1)
    offer = s.offers(0)[0]
    for said, who in (
        ("Jules César", "Jules César"),
        ("césar", "Jules César"),
        ("Cendrillon", "Cendrillon"),
        ("B.B.", "Brigitte Bardot"),
    ):
        args = {"name": {"name": said, "cards": marked(s, "R")}, "field": "tales"}
        assert offer.looked_up(Move("propose", args), None).known == {who: KNOWN}


@pytest.mark.rule("celebritix", "D13")
def test_the_international_list() -> None:
    s = laid(names="international")
    bidding(s, 0, 1)
    offer = s.offers(0)[0]
    args = {"name": {"name": "Cinderella", "cards": marked(s, "R")}, "field": "tales"}
    assert offer.looked_up(Move("propose", args), None).known == {"Cinderella": KNOWN}


@pytest.mark.rule("celebritix", "D13")
def test_a_name_that_is_not_in_the_list_goes_to_the_vote_with_its_field() -> None:
    s = laid(won={0: "NNNN"})
    bidding(s, 0, 2)
    fine = s.copy()
    propose(s, "Marc Blanc", "MR", flags=0, field="sport")
    assert view(s).phase == "vote"
    assert view(s).fact("words") == ["Marc Blanc"]
    assert view(s).fact("about") == "sport"
    for seat in (1, 2):
        do(s, seat, "refuse")
    assert symbols(s, "won:0") == "NN"
    propose(fine, "Marc Blanc", "MR", flags=0, field="sport")
    do(fine, 1, "accept")
    do(fine, 2, "refuse")
    assert symbols(fine, "won:0") == "NNNNMR", "a tie accepts"


@pytest.mark.rule("celebritix", "D13")
def test_a_name_that_the_vote_has_refused_is_refused_at_once() -> None:
    s = laid(won={0: "NNNN"})
    bidding(s, 0, 2)
    propose(s, "Marc Blanc", "MR", flags=0)
    for seat in (1, 2):
        do(s, seat, "refuse")
    bidding(s, 1, 1)
    assert no_to(s, "marc blanc", "M", flags=0) == "unknown_word"


@pytest.mark.rule("celebritix", "D13")
def test_alone_with_bots_the_author_confirms_his_name() -> None:
    """Example 12."""
    s = alone()
    bidding(s, 0, 3)
    assert no_to(s, "Blmscr", "BLM", flags=0) == "unknown_word"
    assert no_to(s, "Marc Blanc", "MRCBL", flags=PARTS_KNOWN) == "too_few_letters"
    fine = s.copy()
    propose(s, "Marc Blanc", "MRCB", flags=PARTS_KNOWN, field="sport")
    assert view(s).phase == "sure"
    do(s, 0, "sure")
    assert symbols(s, "won:0") == "BMCR", "from left to right, as they lay"
    propose(fine, "Marc Blanc", "MRCB", flags=PARTS_KNOWN)
    do(fine, 0, "not_sure")
    assert view(fine).phase == "name", "he may think of another while his time lasts"
    propose(fine, "Jules César", "LSCR")
    assert symbols(fine, "won:0") == "LSCR"


@pytest.mark.rule("celebritix", "D13")
def test_the_lexicon_knows_the_parts_of_marc_blanc() -> None:
    """Example 12, by the real lexicon."""
    s = alone()
    bidding(s, 0, 3)
    offer = s.offers(0)[0]
    for said, flags in (("Marc Blanc", PARTS_KNOWN), ("Blmscr", 0)):
        args = {"name": {"name": said, "cards": marked(s, "M")}, "field": "sport"}
        assert offer.looked_up(Move("propose", args), load("fr")).known == {said: flags}


@pytest.mark.rule("celebritix", "D5", "D13")
def test_nobody_vouches_alone_for_initials() -> None:
    s = alone()
    bidding(s, 0, 1)
    assert no_to(s, "C.R.", "CR", flags=0) == "unknown_word"
    s = laid()
    bidding(s, 0, 2)
    propose(s, "C.R.", "CR", flags=0)
    assert view(s).phase == "vote"


@pytest.mark.rule("celebritix", "D5")
def test_of_initials_only_their_letters_count() -> None:
    s = laid()
    bidding(s, 0, 1)
    assert no_to(s, "B.B.", "BR", who="Brigitte Bardot") == "letters_missing"
    propose(s, "B.B.", "B", who="Brigitte Bardot")
    assert symbols(s, "won:0") == "B"


@pytest.mark.rule("celebritix", "D23")
def test_a_celebrity_wins_once_under_whatever_form() -> None:
    """Example 11."""
    s = laid(consonants=20)
    bidding(s, 0, 2)
    propose(s, "Jules César", "SC")
    bidding(s, 1, 1)
    assert no_to(s, "César", "R", who="Jules César") == "already_taken"
    assert propose(s, "Ramsès", "R")


@pytest.mark.rule("celebritix", "D23")
def test_to_the_letter_a_celebrity_may_win_again() -> None:
    s = laid(again=True)
    bidding(s, 0, 2)
    propose(s, "Jules César", "SC")
    bidding(s, 1, 1)
    assert told(propose(s, "César", "R", who="Jules César"), "wins")


@pytest.mark.rule("celebritix", "D23")
def test_somebody_unlisted_wins_once_too() -> None:
    s = alone()
    bidding(s, 0, 2)
    propose(s, "Marc Blanc", "MC", flags=PARTS_KNOWN)
    do(s, 0, "sure")
    bidding(s, 0, 1)
    for form in ("Blanc", "marc blanc", "Blanc Marc"):
        assert no_to(s, form, "B", flags=PARTS_KNOWN) == "already_taken"
    propose(s, "Marc Lebrun", "R", flags=PARTS_KNOWN)
    assert view(s).phase == "sure"


@pytest.mark.rule("celebritix", "D25")
def test_what_is_added_to_a_name_takes_no_cards() -> None:
    """Example 11: of Charles de Secondat de Montesquieu only M N T S Q count."""
    s = laid("MTSRLC")
    bidding(s, 0, 3)
    long = "Charles de Secondat de Montesquieu"
    assert no_to(s, long, "MTSC", who="Montesquieu", flags=KNOWN | PADDED) == "name_padded"
    events = propose(s, long, "MTS", who="Montesquieu", flags=KNOWN | PADDED)
    assert told(events, "wins")[0]["count"] == 3


# ---- after a refusal -----------------------------------------------------------------------------------


@pytest.mark.rule("celebritix", "D24")
def test_who_cannot_pay_does_not_bid_in_the_next_turn() -> None:
    """Example 10."""
    s = laid(players=4, won={1: "NN", 3: "NNTTKK"})
    bidding(s, 1, 5)
    events = wait(s, "name/limit")
    assert told(events, "loses") == [{"seat": 1, "count": 2, "number": 5}]
    assert told(events, "cannot_pay") == [{"seat": 1}]
    wait(s, "show/over")
    assert s.chrono == 1
    assert view(s).fact("held_back") == [0, 1, 0, 0]
    wait_until(s, "bidding")  # as CHRONO he announces 0 at once
    assert names(s, 1) == set()
    assert names(s, 0) == names(s, 2) == names(s, 3) == {"bid"}
    bid(s, 3, 5)
    wait(s, "bidding/limit")
    do(s, 3, "give_up")
    assert symbols(s, "won:3") == "N"
    wait_until(s, "bidding")
    assert names(s, 3) == names(s, 1) == {"bid"}, "seat 3 has paid in full, and seat 1 bids again"


@pytest.mark.rule("celebritix", "D24", "D7")
def test_a_chrono_who_owes_is_not_asked() -> None:
    s = laid()
    bidding(s, 1, 1)
    wait(s, "name/limit")
    wait(s, "show/over")
    for _ in range(2):
        wait(s, "search/count")
    events = wait(s, "search/count")
    assert told(events, "announces_none") == [{"seat": 1, "number": 0}]
    assert view(s).phase == "bidding"


# ---- bonuses, new consonants, the end ------------------------------------------------------------------


@pytest.mark.rule("celebritix", "R27", "R28", "D18")
def test_bonuses_gather_under_consonants_main_ones_first_from_the_left() -> None:
    s = laid(extra="DGM", levels="221", under={0: "A"}, consonants=20, bonuses="OIUE★A")
    bidding(s, 1, 2)
    propose(s, "César", "CS")
    wait(s, "show/over")
    assert [place[1:] for place in middle(s)] == ["AA", "★", "E", "", "", "U", "", "", ""]


@pytest.mark.rule("celebritix", "R32", "D18", "D20")
def test_without_bonuses_consonants_are_laid_under() -> None:
    """Example 8: one bonus left, two consonants remain, four places to fill."""
    s = laid(bonuses="E", consonants="NPTVK")
    fewer = laid(bonuses="E", consonants="PTVK")
    for table in (s, fewer):
        bidding(table, 0, 4)
        propose(table, "Jules César", "LSCR")
        wait(table, "show/over")
    assert middle(s) == ["BE", "MK", "V", "T", "P", "N"]
    assert s.outcome is None
    assert fewer.outcome is not None
    assert fewer.outcome.detail == "piles_empty"
    assert fewer.outcome.scores == (4, 0, 0)


@pytest.mark.rule("celebritix", "R32", "D20")
def test_the_game_ends_when_bonuses_cannot_be_laid() -> None:
    s = laid(bonuses="EE", consonants="NPT")
    announce(s, 0)
    wait_until(s, "end")
    assert s.outcome is not None


@pytest.mark.rule("celebritix", "R33", "D18")
def test_a_consonant_won_as_a_bonus_counts_as_one() -> None:
    s = laid(under={0: "K"}, bonuses="", consonants="")
    bidding(s, 0, 2)
    propose(s, "Babar", "B")
    assert s.scores[0] == 2
    events = wait(s, "show/over")
    assert told(events, "counts_up")[0] == {"seat": 0, "points": 2, "count": 2}


@pytest.mark.rule("celebritix", "R36", "R37")
def test_equal_points_more_consonants() -> None:
    """Example 9: 12 points each, 7 and 8 consonants."""
    s = laid(won={0: "NNNNTTK" + "AEIOU", 1: "KTTTRRSS" + "AE★"}, bonuses="", consonants="", players=2)
    assert s.scores == [12, 12]
    announce(s, 0)
    wait_until(s, "end")
    assert s.outcome is not None
    assert s.outcome.winners == (1,)
    assert s.outcome.scores == (12, 12)


@pytest.mark.rule("celebritix", "R36", "D21")
def test_most_points_win_and_what_is_equal_is_shared() -> None:
    s = laid(won={0: "NA", 1: "TE", 2: "✹KK★"}, bonuses="", consonants="")
    announce(s, 0)
    wait_until(s, "end")
    assert s.outcome is not None
    assert s.outcome.ranks == (2, 2, 1), "2 points each, and two consonants"
    s = laid(won={0: "NA", 1: "TE", 2: "K"}, bonuses="", consonants="")
    announce(s, 0)
    wait_until(s, "end")
    assert s.outcome is not None
    assert s.outcome.winners == (0, 1)


@pytest.mark.rule("celebritix", "D22")
def test_after_forty_turns_lost_cards_leave_the_game() -> None:
    s = laid(won={0: "NTK"}, consonants=4)
    s.turn = LASTING_TURNS
    bidding(s, 0, 2)
    do(s, 0, "give_up")
    assert symbols(s, "consonants")[:2] == "TK"
    late = laid(won={0: "NTK"}, consonants=4)
    late.turn = LASTING_TURNS + 1
    bidding(late, 0, 2)
    before = len(late.aside.cards)
    do(late, 0, "give_up")
    assert len(late.consonants.cards) == 4
    assert len(late.aside.cards) == before + 2


@pytest.mark.rule("celebritix", "D22")
@pytest.mark.parametrize("levels", ["22", "12"])
def test_each_turn_takes_as_many_cards_from_the_piles_as_there_are_places(levels: str) -> None:
    s = begun(2, levels=levels)
    places = len(s.places)
    while s.outcome is None:
        left = len(s.consonants.cards) + len(s.bonuses.cards)
        announce(s, 0)
        wait_until(s, "search") if left >= places else wait_until(s, "end")
        if s.outcome is None:
            assert left - len(s.consonants.cards) - len(s.bonuses.cards) == places
    assert s.turn == (100 - places) // places + 1


def test_the_draft_is_nobodys_business() -> None:
    """What one thinks, and which cards one marks, is not sent to the others."""
    s = laid()
    bidding(s, 0, 2)
    domain = s.offers(0)[0].params["name"]
    assert domain.sketch({"name": "Jules", "cards": []}) is None


def test_a_record_needs_no_list() -> None:
    """What the list said travels in the move."""
    s = laid()
    bidding(s, 0, 2)
    known = {"Zaphod Beeblebrox": KNOWN}
    args = {"name": {"name": "Mélusine la Reine", "cards": marked(s, "ML")}, "field": "tales"}
    apply(s, Played(s.now, 0, Move("propose", args, s.now, known=known)))
    assert s.taken == ["Zaphod Beeblebrox"]

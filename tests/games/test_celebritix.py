"""Célébritix, rule by rule. Who is in the list is said by hand; what is expected is worked out from the rules."""

import pytest

from tablee.games.celebritix.rules import GAME
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.pieces.toutilix import SYMBOL
from tests.games.celebritix import announce, begun, bid, laid, middle
from tests.table import do, faces, names, refused, start, told, view, wait, wait_until

# ---- the table -----------------------------------------------------------------------------------------


@pytest.mark.rule("celebritix", "R1", "R10", "R11", "R12")
def test_consonants_face_down_the_rest_face_up_and_six_consonants_in_the_middle() -> None:
    s = begun()
    middle_cards = [card for place in s.places for card in place.cards]
    assert len(middle_cards) == 6
    consonants = [*s.consonants.cards, *middle_cards]
    assert len(consonants) == 55
    assert all(SYMBOL[s.faces[card]] in "BCDFGHJKLMNPQRSTVWXZ" for card in consonants)
    bonuses = [SYMBOL[s.faces[card]] for card in s.bonuses.cards]
    assert len(bonuses) == 45
    assert bonuses.count("★") == 7
    assert bonuses.count("✹") == 3
    assert sum(symbol in "AEIOUY" for symbol in bonuses) == 35
    seen = view(s)
    assert not any(card and card.face for card in seen.zone("consonants").cards)
    assert [card.face for card in seen.zone("bonuses").cards if card] == [s.faces[s.bonuses.cards[-1]]]
    for place in s.places:
        assert [card.face for card in seen.zone(place.name).cards if card] == faces(s, place)


@pytest.mark.rule("celebritix", "R10", "R11")
def test_whoever_imagines_the_cards_he_does_not_see_leaves_each_in_its_own_pile() -> None:
    """All know that one pile has nothing but consonants, and the other none."""
    s = begun()
    orders = set()
    for number in range(5):
        twin = s.redeal(0, keyed(seed_from(number), "twin"))
        assert {SYMBOL[face] for face in faces(twin, "consonants")} <= set("BCDFGHJKLMNPQRSTVWXZ")
        assert not {SYMBOL[face] for face in faces(twin, "bonuses")} & set("BCDFGHJKLMNPQRSTVWXZ")
        orders.add(tuple(faces(twin, "consonants")))
    assert len(orders) == 5


@pytest.mark.rule("celebritix", "R2")
def test_two_to_eight_play() -> None:
    for players in range(2, 9):
        assert begun(players).n == players
    for players in (1, 9):
        with pytest.raises(Refused, match="bad_players"):
            begun(players)


@pytest.mark.rule("celebritix", "R7", "R13", "D1")
def test_three_more_consonants_only_where_somebody_has_level_1() -> None:
    assert len(begun(levels="222").places) == 6
    s = begun(levels="212")
    assert [place.name for place in s.places[6:]] == ["extra:0", "extra:1", "extra:2"]
    assert all(len(place.cards) == 1 for place in s.places)
    assert view(s).fact("levels") == [2, 1, 2]


@pytest.mark.rule("celebritix", "R14", "R31")
def test_the_youngest_is_le_chrono_first_and_then_the_next_one() -> None:
    s = begun(starter=1)
    assert view(s).fact("counting") == [0, 1, 0]
    for chrono in (1, 2, 0, 1):
        assert s.chrono == chrono
        announce(s, 0)
        wait_until(s, "search")


# ---- the search ----------------------------------------------------------------------------------------


@pytest.mark.rule("celebritix", "R15", "R16", "D6")
@pytest.mark.parametrize("chrono", [10, 5, 3])
def test_three_counts_in_silence(chrono: int) -> None:
    s = begun(chrono=chrono)
    assert s.silent
    for tally in (1, 2, 3):
        assert view(s).fact("tally") == tally
        (clock,) = view(s).clocks
        assert clock.at == tally * chrono * 1_000
        assert all(names(s, seat) == {"ready"} for seat in s.all_seats)
        wait(s, "search/count")
    assert s.now == 3 * chrono * 1_000
    assert view(s).phase == "announce"
    assert not s.silent


@pytest.mark.rule("celebritix", "D27")
def test_a_search_is_over_when_all_are_ready_but_not_before_ten_seconds() -> None:
    s = begun()
    for seat in (0, 1, 2):
        do(s, seat, "ready", t=4_000)
        assert names(s, seat) == set()
    wait(s, "search/early")
    assert s.now == 10_000
    assert view(s).phase == "announce"


@pytest.mark.rule("celebritix", "D27")
def test_after_ten_seconds_the_last_one_who_is_ready_ends_the_search() -> None:
    s = begun()
    do(s, 0, "ready", t=1_000)
    do(s, 1, "ready", t=1_000)
    wait(s, "search/count")
    assert view(s).phase == "search"
    do(s, 2, "ready", t=12_345)
    wait(s, "search/early")
    assert s.now == 12_345
    assert view(s).phase == "announce"


# ---- the announcement ----------------------------------------------------------------------------------


@pytest.mark.rule("celebritix", "R17", "D7")
def test_le_chrono_announces_or_says_nothing_in_ten_seconds() -> None:
    s = laid()
    wait_until(s, "announce")
    assert names(s, 0) == {"bid"}
    assert not names(s, 1)
    asked = s.now
    events = wait(s, "announce/limit")
    assert s.now == asked + 10_000
    assert told(events, "announces_none") == [{"seat": 0, "number": 0}]
    assert view(s).phase == "bidding"
    assert view(s).fact("bidder") is None
    assert {o.params["number"].count() for o in s.offers(1)} == {6}, "from 1 to 6"


@pytest.mark.rule("celebritix", "R18", "D8")
def test_a_bid_goes_up_to_the_worth_of_all_that_one_may_use() -> None:
    s = laid(extra="DGM", under={0: "A★", 7: "E"}, levels="212")
    wait_until(s, "announce")
    assert refused(s, 0, "bid", number=9) == "not_possible"
    do(s, 0, "bid", number=8)  # six consonants and the two under B
    assert refused(s, 1, "bid", t=s.now + 1_000, number=13) == "not_possible"
    assert bid(s, 1, 12)  # nine consonants and three bonuses
    assert names(s, 2) == set(), "level 2 cannot follow"


@pytest.mark.rule("celebritix", "R22")
def test_le_chrono_may_announce_without_a_name() -> None:
    s = laid()
    assert told(announce(s, 6), "announces") == [{"seat": 0, "number": 6}]


# ---- the auction ---------------------------------------------------------------------------------------


@pytest.mark.rule("celebritix", "R19", "R20", "D10")
def test_others_bid_higher_in_no_order_and_nobody_raises_his_own_bid() -> None:
    """Example 6."""
    s = laid()
    announce(s, 3)
    assert names(s, 0) == set()
    assert refused(s, 2, "bid", t=s.now + 1_500, number=3) == "not_possible"
    assert told(bid(s, 1, 4), "bids") == [{"seat": 1, "number": 4}]
    assert names(s, 1) == set()
    bid(s, 0, 5)
    bid(s, 2, 6)
    assert view(s).phase == "name", "nobody can bid more than 6"
    assert view(s).fact("seat") == 2


@pytest.mark.rule("celebritix", "R21", "D9")
def test_of_equal_bids_at_the_same_time_the_nearest_on_the_left_stands() -> None:
    """Example 5: LE CHRONO is seat 2 of 4, seats 1 and 3 bid 4."""
    s = laid(players=4, starter=2)
    announce(s, 1)
    t = s.now + 1_500
    do(s, 1, "bid", t=t, number=4)
    do(s, 3, "bid", t=t + 30, number=4)
    events = wait(s, "bidding/close")
    assert told(events, "bids") == [{"seat": 3, "number": 4}]
    assert told(events, "bid_void") == [{"seat": 1, "number": 4}]


@pytest.mark.rule("celebritix", "D9")
def test_of_bids_at_the_same_time_the_highest_stands_and_le_chrono_is_last() -> None:
    s = laid(players=4, starter=2)
    announce(s, 0)
    t = s.now + 1_500
    do(s, 2, "bid", t=t, number=3)
    do(s, 1, "bid", t=t + 20, number=3)
    do(s, 3, "bid", t=t + 25, number=2)
    assert told(wait(s, "bidding/close"), "bids") == [{"seat": 1, "number": 3}]


@pytest.mark.rule("celebritix", "D9")
def test_what_comes_after_thirty_milliseconds_has_come_too_late() -> None:
    s = laid()
    apply(s, HoldSet(0, 200))
    announce(s, 1)
    t = s.now + 1_500
    do(s, 1, "bid", t=t, number=2)
    do(s, 2, "bid", t=t + 31, number=6)
    assert told(wait(s, "bidding/close"), "bids") == [{"seat": 1, "number": 2}]


@pytest.mark.rule("celebritix", "D9")
@pytest.mark.parametrize("gap", [4, 5, 8])
def test_it_closes_so_long_after_the_last_bid(gap: int) -> None:
    s = laid(auction_gap=gap)
    apply(s, HoldSet(0, 20))
    announce(s, 2)
    first = s.now
    do(s, 1, "bid", t=first + gap * 1_000, number=3)
    wait(s, "bidding/limit")
    heard = s.now
    assert view(s).fact("standing") == 3, "a bid at the last moment counts"
    assert refused(s, 2, "bid", t=heard + gap * 1_000 + 1, number=4) == "too_late"
    wait(s, "bidding/limit")
    assert s.now == heard + gap * 1_000 + 20
    assert view(s).phase == "name"
    assert view(s).fact("seat") == 1


@pytest.mark.rule("celebritix", "D26")
def test_the_auction_stands_still_for_a_second_after_each_bid() -> None:
    s = laid()
    announce(s, 1)
    assert refused(s, 1, "bid", t=s.now + 999, number=2) == "too_early"
    bid(s, 1, 2, after=1_000)
    heard = s.now
    assert refused(s, 2, "bid", t=heard + 999, number=3) == "too_early"
    assert view(s).fact("standing") == 2


@pytest.mark.rule("celebritix", "D28")
def test_on_one_screen_a_bid_is_one_more() -> None:
    shared = [{"shares": True}, {"shares": True}, {}]
    s = start(GAME, 3, seat_options=shared, starter=0)
    wait_until(s, "announce")
    assert s.offers(0)[0].params["number"].count() == 7, "LE CHRONO types a number from 0 to 6"
    do(s, 0, "bid", number=2)
    assert [list(o.params["number"].values()) for o in s.offers(1)] == [[3]]
    assert [list(o.params["number"].values()) for o in s.offers(2)] == [[3, 4, 5, 6]]


@pytest.mark.rule("celebritix", "D11", "D17")
def test_if_nobody_bids_every_consonant_gets_a_bonus() -> None:
    """Example 7."""
    s = laid(bonuses="EUIOA★")
    announce(s, 0)
    events = wait(s, "bidding/limit")
    assert told(events, "nobody_bids")
    wait(s, "show/over")
    assert middle(s) == ["B★", "MA", "LO", "SI", "CU", "RE"]
    assert s.chrono == 1
    assert view(s).phase == "search"

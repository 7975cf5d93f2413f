"""Célébritix, rule by rule. Who is in the list is said by hand; what is expected is worked out from the rules."""

from collections.abc import Mapping
from typing import Any

import pytest

from tablee.games.celebritix.names import FIELDS
from tablee.games.celebritix.rules import GAME, LASTING_TURNS, CelebritixState, Name, is_consonant
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import HoldSet, Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Millis, Seat
from tablee.lexicons import load
from tablee.pieces.toutilix import DECK, SYMBOL
from tablee.words.flags import KNOWN, PADDED, PARTS_KNOWN
from tests.table import do, faces, names, refused, start, told, view, wait, wait_until

BOOKLET = "BMLSCR"


def symbols(s: CelebritixState, zone: str) -> str:
    """What lies in a zone, bottom to top; a consonant lies on its bonuses."""
    return "".join(SYMBOL[face] for face in faces(s, zone))


def middle(s: CelebritixState) -> list[str]:
    """The consonant of each place with what lies under it, the uppermost first."""
    return [symbols(s, place.name)[::-1] for place in s.places]


def begun(players: int = 3, *, levels: str = "", starter: Seat = 0, **options: Any) -> CelebritixState:
    """The first search has begun."""
    own = [{"level": int(level)} for level in levels] or None
    return start(GAME, players, seat_options=own, starter=starter, **options)


def laid(
    main: str = BOOKLET,
    extra: str = "",
    players: int = 3,
    *,
    under: Mapping[int, str] | None = None,
    won: Mapping[Seat, str] | None = None,
    consonants: str | int | None = None,
    bonuses: str | int | None = None,
    **more: Any,
) -> CelebritixState:
    """These consonants in the middle, those bonuses under some of them (the uppermost first), and what seats have
    won, bottom to top. Of the piles: how many are left, or which ones, the top last."""
    s = begun(players, **more)
    pool = list(range(len(DECK)))

    def take(symbol: str) -> CardId:
        card = next(c for c in pool if SYMBOL[s.faces[c]] == symbol)
        pool.remove(card)
        return card

    for i, (place, letter) in enumerate(zip(s.places, main + extra, strict=True)):
        place.cards = [*reversed([take(bonus) for bonus in (under or {}).get(i, "")]), take(letter)]
    for seat in s.all_seats:
        s.won(seat).cards = [take(symbol) for symbol in (won or {}).get(seat, "")]
        s.scores[seat] = s.points(s.won(seat).cards)
    for pile, wanted, fits in ((s.consonants, consonants, True), (s.bonuses, bonuses, False)):
        rest = [c for c in pool if is_consonant(s.faces[c]) is fits]
        chosen = [take(symbol) for symbol in wanted] if isinstance(wanted, str) else rest[:wanted]
        pile.cards = chosen
        pool = [c for c in pool if c not in chosen]
    s.aside.cards = pool
    assert not s.stray()
    return s


def announce(s: CelebritixState, number: int) -> list[Event]:
    """The search is over, and LE CHRONO says a number."""
    wait_until(s, "announce")
    return do(s, s.chrono, "bid", number=number)


def bid(s: CelebritixState, seat: Seat, number: int, after: Millis = 2_000) -> list[Event]:
    """A bid so long after the last one, heard by all."""
    do(s, seat, "bid", t=s.stimuli[-1] + after, number=number)
    return wait(s, "bidding/close")


def bidding(s: CelebritixState, seat: Seat, number: int) -> CelebritixState:
    """That seat has the highest bid and is to say the name."""
    wait_until(s, "announce")
    announce(s, number if seat == s.chrono else 0)
    if seat != s.chrono:
        bid(s, seat, number)
    wait_until(s, "name")
    return s


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

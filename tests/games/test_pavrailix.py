"""Pavrailix, rule by rule. Hands are given by hand; what is expected is worked out from the rules."""

from collections import Counter
from typing import Any

import pytest

from tablee.games.pavrailix.rules import ASIDE, GAME, PavrailixState, holds
from tablee.kernel.door import Door, encode
from tablee.kernel.events import Event
from tablee.kernel.record import HoldSet, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Millis, Seat
from tablee.lexicons import load
from tablee.pieces.toutilix import DECK, SYMBOL
from tablee.words.flags import FOREIGN, KNOWN
from tests.table import do, faces, names, refused, start, told, view, wait


def dealt(*hands: str, starter: Seat = 0, **options: Any) -> PavrailixState:
    """Everybody holds these cards (a symbol each); the others are set aside. Seat 0 is to say a word. There may be
    more K's than in the box."""
    s = start(GAME, len(hands), starter=starter, **{"contests": False, **options})
    left = [card for zone in s.zones for card in zone.cards]
    for zone in s.zones:
        zone.cards = []
    for seat, symbols in enumerate(hands):
        for symbol in symbols:
            card = next((c for c in left if s.symbol(c) == symbol), left[0])
            s.faces[card] = s.faces[card] if s.symbol(card) == symbol else f"p{symbol}"
            left.remove(card)
            s.hand(seat).cards.append(card)
            s.ledger.seen[card] = 1 << seat
    s.zones[ASIDE].cards = left
    return s


def cards(s: PavrailixState, seat: Seat, symbols: str) -> list[CardId]:
    """Cards of a hand, by what they say."""
    chosen: list[CardId] = []
    for symbol in symbols:
        chosen.append(next(c for c in s.hand(seat).cards if s.symbol(c) == symbol and c not in chosen))
    return chosen


def say(s: PavrailixState, seat: Seat, letter: str, word: str, flags: int = KNOWN) -> list[Event]:
    return do(s, seat, "open", card=cards(s, seat, letter)[0], word=word, known={word: flags})


def cannot_say(s: PavrailixState, seat: Seat, letter: str, word: str) -> str:
    return refused(s, seat, "open", card=cards(s, seat, letter)[0], word=word, known={word: KNOWN})


def unlock(s: PavrailixState) -> None:
    """The time to doubt is over."""
    if s.next_alarm().name == "follow/lock":  # type: ignore[union-attr]
        wait(s, "follow/lock")


def lay(s: PavrailixState, seat: Seat, symbols: str) -> list[Event]:
    """Cards laid as soon as one may, and nobody has doubted what lay there before."""
    unlock(s)
    doubtful = s.laid.cards != []
    events = do(s, seat, "lay", cards=cards(s, seat, symbols))
    return wait(s, "follow/close") if doubtful else events


def boom(s: PavrailixState, seat: Seat, t: Millis | None = None) -> list[Event]:
    return do(s, seat, "petard", t=t, card=cards(s, seat, "✹")[0])


def accuse(s: PavrailixState, seat: Seat, after: Millis = 1_000) -> list[Event]:
    """An accusation so long after the lay, decided."""
    do(s, seat, "accuse", t=max(s.now, s.stimuli[-1] + after))
    return wait(s)


def symbols(s: PavrailixState, zone: str) -> str:
    return "".join(sorted(SYMBOL[face] for face in faces(s, zone)))


def phase(s: PavrailixState) -> str:
    return Door(s, s.everyone).view().phase


def whose(s: PavrailixState) -> Seat:
    """Whom the table waits for."""
    (seat,) = view(s).active
    return seat


def soleil(*hands: str, **options: Any) -> PavrailixState:
    """Seat 0 has shown E: « Dans soleil, y'a ça ! »"""
    s = dealt(*hands, **options)
    say(s, 0, "E", "soleil")
    return s


# ---- the deal -------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R1")
@pytest.mark.rule("pavrailix", "R2")
@pytest.mark.rule("pavrailix", "R3")
@pytest.mark.parametrize(
    ("players", "each", "aside"),
    [(2, 50, 0), (3, 33, 1), (4, 25, 0), (5, 20, 0), (6, 16, 4), (7, 14, 2), (8, 12, 4)],
)
def test_all_cards_are_dealt_equally_and_left_overs_set_aside(players: int, each: int, aside: int) -> None:
    s = start(GAME, players)
    assert [len(s.hand(seat).cards) for seat in s.all_seats] == [each] * players
    assert len(s.zones[ASIDE].cards) == aside
    assert sorted(s.faces) == sorted(DECK)
    assert len(DECK) == 100


@pytest.mark.rule("pavrailix", "R1")
def test_neither_one_nor_nine_play() -> None:
    for players in (1, 9):
        with pytest.raises(Refused, match="bad_players"):
            start(GAME, players)


@pytest.mark.rule("pavrailix", "R4")
def test_everybody_sees_his_own_cards_and_how_many_the_others_have() -> None:
    s = start(GAME, 3)
    for seat in s.all_seats:
        for other in s.all_seats:
            hand = view(s, seat).zone(f"hand:{other}")
            assert hand.count == 33
            assert sum(1 for c in hand.cards if c and c.face) == (33 if other == seat else 0)


@pytest.mark.rule("pavrailix", "R5")
def test_the_youngest_says_the_first_word() -> None:
    s = start(GAME, 4, starter=2)
    assert names(s, 2) == {"open"}
    assert not any(names(s, seat) for seat in (0, 1, 3))


# ---- saying a word --------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R5")
@pytest.mark.rule("pavrailix", "D2")
def test_a_letter_of_the_word_is_shown_to_all() -> None:
    """Example 1, accepted."""
    s = dealt("EK", "O", "S")
    events = say(s, 0, "E", "soleil")
    assert told(events, "opens_with") == [{"seat": 0, "word": "soleil", "letter": "E"}]
    assert [SYMBOL[c.face] for c in view(s).zone("pile").cards if c and c.face] == ["E"]
    assert view(s).fact("word") == "soleil"
    assert whose(s) == 1


@pytest.mark.rule("pavrailix", "D2")
def test_a_letter_that_is_not_in_the_word_cannot_open_it() -> None:
    """Example 1, refused."""
    s = dealt("EK", "O", "S")
    assert cannot_say(s, 0, "K", "soleil") == "letters_missing"
    assert symbols(s, "hand:0") == "EK"


@pytest.mark.rule("pavrailix", "D2")
@pytest.mark.rule("pavrailix", "R17")
def test_an_etoile_opens_any_word() -> None:
    s = dealt("★K", "O")
    say(s, 0, "★", "soleil")
    assert symbols(s, "pile") == "★"


@pytest.mark.rule("pavrailix", "D2")
@pytest.mark.rule("pavrailix", "D3")
def test_a_petard_opens_no_word_as_long_as_there_is_something_else() -> None:
    s = dealt("✹E", "O")
    assert names(s, 0) == {"open"}
    assert cannot_say(s, 0, "✹", "soleil") == "not_possible"
    only = dealt("✹★", "O")
    assert names(only, 0) == {"open"}


@pytest.mark.rule("pavrailix", "D3")
@pytest.mark.rule("pavrailix", "D8")
def test_who_has_only_petards_lays_one() -> None:
    s = dealt("✹✹", "OL", "SE")
    assert names(s, 0) == {"petard"}
    boom(s, 0)
    wait(s, "settle/over")
    assert len(s.taken(1).cards) == 1
    assert whose(s) == 2
    assert phase(s) == "open"


@pytest.mark.rule("pavrailix", "D20")
def test_a_word_has_at_most_eight_different_letters() -> None:
    """Example 12: ordinateur has nine (O R D I N A T E U), ordinal seven."""
    s = dealt("OK", "O")
    assert cannot_say(s, 0, "O", "ordinateur") == "too_many_letters"
    say(s, 0, "O", "ordinal")
    assert s.word == "ordinal"


@pytest.mark.rule("pavrailix", "D20")
@pytest.mark.parametrize(
    ("options", "word", "fits"),
    [
        ({"max_letters": 6}, "ordinal", False),
        ({"max_letters": 6}, "soleil", True),
        ({"max_letters": 0}, "ordinateur", True),
        ({"letter": True}, "ordinateur", True),
    ],
)
def test_the_table_may_choose_another_limit_or_none(options: dict[str, Any], word: str, fits: bool) -> None:
    s = dealt("OK", "O", **options)
    if fits:
        say(s, 0, "O", word)
        assert s.word == word
    else:
        assert cannot_say(s, 0, "O", word) == "too_many_letters"


@pytest.mark.rule("pavrailix", "D20")
def test_the_opener_is_told_how_many_different_letters_there_may_be() -> None:
    (offer,) = Door(dealt("EK", "O"), 1).offers(0)
    handle = next(iter(offer.params["card"].values()))
    fit = offer.params["word"].given({"card": handle}).fit  # type: ignore[attr-defined]
    assert (fit.contains, fit.distinct) == ("E", 8)


@pytest.mark.rule("pavrailix", "D14")
def test_the_word_stays_written_for_all_until_the_next_one() -> None:
    s = soleil("EK", "OOK", "SLK")
    for seat in s.all_seats:
        assert view(s, seat).fact("word") == "soleil"
    lay(s, 1, "O")
    assert view(s).fact("word") == "soleil"
    accuse(s, 2)
    wait(s, "settle/over")
    assert view(s).fact("word") == ""


@pytest.mark.rule("pavrailix", "D14")
def test_an_unknown_word_is_voted_on_and_refused_the_opener_says_another() -> None:
    s = dealt("EK", "O", "S")
    say(s, 0, "E", "solex", 0)
    assert phase(s) == "vote"
    for seat in (1, 2):
        do(s, seat, "refuse")
    assert names(s, 0) == {"open"}
    assert symbols(s, "hand:0") == "EK"
    assert s.word == ""
    assert cannot_say_unknown(s, "solex") == "unknown_word"
    say(s, 0, "E", "soleil")
    assert s.word == "soleil"


def cannot_say_unknown(s: PavrailixState, word: str) -> str:
    return refused(s, 0, "open", card=cards(s, 0, "E")[0], word=word, known={word: 0})


@pytest.mark.rule("pavrailix", "D14")
def test_an_unknown_word_that_the_table_takes_is_said() -> None:
    s = dealt("EK", "O", "S")
    say(s, 0, "E", "solex", 0)
    do(s, 1, "accept")
    do(s, 2, "accept")
    assert s.word == "solex"
    assert whose(s) == 1


@pytest.mark.rule("pavrailix", "D22")
def test_a_word_may_be_contested_before_anything_is_laid() -> None:
    people = dealt("EK", "O", "S", contests=True)
    say(people, 0, "E", "soleil")
    assert phase(people) == "said"
    assert symbols(people, "hand:0") == "EK"
    assert names(people, 1) == {"contest"}
    do(people, 1, "contest")
    do(people, 2, "refuse")
    assert phase(people) == "open"
    assert people.word == ""
    assert whose(people) == 0
    assert start(GAME, 3).options.contests


@pytest.mark.rule("pavrailix", "D22")
def test_without_the_option_nobody_contests() -> None:
    s = dealt("EK", "O", "S", contests=False)
    say(s, 0, "E", "soleil")
    assert phase(s) == "follow"


def test_a_word_of_another_language_is_named() -> None:
    s = dealt("EK", "O")
    events = say(s, 0, "E", "sunset", KNOWN | FOREIGN["en"])
    assert told(events, "foreign") == [{"words": "sunset", "language": "word.en"}]


@pytest.mark.rule("pavrailix", "D15")
def test_a_silent_opener_shows_his_first_letter_with_the_commonest_word_that_has_it() -> None:
    s = dealt("✹★KE", "O")
    due = s.next_alarm()
    assert due is not None
    assert due.name == "open/limit"
    assert due.at == 45_000
    known = s.proposed(due, load("fr"))
    (word,) = known
    commonest = load("fr").spoken(rude=False).index.find(due.phase.asks(s, due.alarm).fit, limit=1)  # type: ignore[union-attr]
    assert "K" in word
    assert len(commonest) == 1
    s.now = due.at
    s.ring(due, known)
    assert symbols(s, "pile") == "K"
    assert s.word == word
    assert whose(s) == 1


@pytest.mark.rule("pavrailix", "D15")
def test_a_silent_opener_without_a_lexicon_still_opens() -> None:
    s = dealt("KE", "O")
    wait(s, "open/limit")
    assert symbols(s, "pile") == "K"
    assert "K" in s.word


@pytest.mark.rule("pavrailix", "D15")
@pytest.mark.rule("pavrailix", "D3")
def test_a_silent_opener_with_only_petards_lays_one() -> None:
    s = dealt("✹✹", "OL", "SE")
    wait(s, "open/limit")
    wait(s, "settle/over")
    assert len(s.taken(1).cards) == 1


# ---- laying ---------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R6")
@pytest.mark.rule("pavrailix", "R9")
def test_cards_are_laid_face_down_in_turn_on_the_same_word() -> None:
    s = soleil("EK", "OSK", "LIK", "SLK")
    assert told(lay(s, 1, "OS"), "lays") == [{"seat": 1, "count": 2, "word": "soleil"}]
    assert whose(s) == 2
    lay(s, 2, "L")
    assert whose(s) == 3
    lay(s, 3, "K")
    assert whose(s) == 0
    assert s.word == "soleil"
    assert symbols(s, "pile") == "ELOS"
    assert symbols(s, "laid") == "K"


@pytest.mark.rule("pavrailix", "R6")
@pytest.mark.rule("pavrailix", "D16")
def test_nobody_sees_what_is_laid() -> None:
    """What a viewer is sent is the same byte for byte, whatever was laid."""
    told_apart = []
    for symbols_laid in ("OS", "KW"):
        s = soleil("EB", "OSKWZ", "LIB")
        handed = lay(s, 1, symbols_laid)
        seen = [view(s, seat).zone("laid") for seat in (0, 2)]
        assert all(zone.count == 2 and not any(c and c.face for c in zone.cards) for zone in seen)
        told_apart.append([encode(Door(s, 1 << seat).events(handed)) for seat in (0, 2)])
    assert told_apart[0] == told_apart[1]


@pytest.mark.rule("pavrailix", "R7")
@pytest.mark.rule("pavrailix", "R17")
def test_several_etoiles_and_a_letter_are_never_a_lie() -> None:
    """Example 4."""
    s = soleil("EK", "★★LK", "SK")
    lay(s, 1, "★★L")
    events = accuse(s, 2)
    assert told(events, "honest")
    assert not told(events, "liar")


@pytest.mark.rule("pavrailix", "R7")
@pytest.mark.rule("pavrailix", "R8")
@pytest.mark.rule("pavrailix", "R11")
@pytest.mark.rule("pavrailix", "R13")
@pytest.mark.rule("pavrailix", "R15")
@pytest.mark.rule("pavrailix", "D1")
@pytest.mark.rule("pavrailix", "D6")
def test_a_letter_may_be_laid_more_often_than_the_word_has_it() -> None:
    """Example 2."""
    s = soleil("EK", "OOK", "SK", "SK")
    lay(s, 1, "OO")
    accuse(s, 2)
    assert [SYMBOL[c.face] for c in view(s).zone("laid").cards if c and c.face] == ["O", "O"]
    events = wait(s, "settle/over")
    assert told(events, "takes") == [{"seat": 2, "count": 3}]
    assert symbols(s, "taken:2") == "EOO"
    assert phase(s) == "open"
    assert whose(s) == 2


@pytest.mark.rule("pavrailix", "R12")
@pytest.mark.rule("pavrailix", "R15")
@pytest.mark.rule("pavrailix", "D7")
def test_a_liar_takes_all_the_cards_laid() -> None:
    """Example 3: A is not in soleil. The left neighbour of the accused goes on, though seat 3 has accused."""
    s = soleil("EK", "SAK", "LK", "LK")
    lay(s, 1, "SA")
    events = accuse(s, 3)
    assert told(events, "liar") == [{"seat": 3, "owner": 1, "letters": "A", "word": "soleil", "count": 3}]
    wait(s, "settle/over")
    assert symbols(s, "taken:1") == "AES"
    assert whose(s) == 2


@pytest.mark.rule("pavrailix", "D7")
def test_after_a_wrong_accusation_the_left_neighbour_of_the_accused_goes_on_too() -> None:
    s = soleil("EK", "SLK", "LK", "LK")
    lay(s, 1, "SL")
    accuse(s, 0)
    wait(s, "settle/over")
    assert len(s.taken(0).cards) == 3
    assert whose(s) == 2


@pytest.mark.rule("pavrailix", "D6")
@pytest.mark.parametrize(
    ("word", "symbol", "true"),
    [
        ("été", "E", True),
        ("garçon", "C", True),
        ("cœur", "O", True),
        ("cœur", "A", False),
        ("soleil", "★", True),
        ("soleil", "✹", False),
    ],
)
def test_accents_are_folded(word: str, symbol: str, true: bool) -> None:
    assert holds(word, symbol) == true


@pytest.mark.rule("pavrailix", "D4")
def test_nobody_passes() -> None:
    s = soleil("EK", "KW", "SK")
    assert names(s, 1) == {"lay"}
    assert refused(s, 1, "lay", cards=[]) == "not_possible"
    lay(s, 1, "W")
    assert symbols(s, "laid") == "W"


@pytest.mark.rule("pavrailix", "D4")
@pytest.mark.rule("pavrailix", "D19")
def test_four_cards_are_laid_at_most() -> None:
    """Example 11, the first half."""
    s = soleil("EK", "SOLEIL", "SK")
    assert refused(s, 1, "lay", cards=cards(s, 1, "SOLEI")) == "not_possible"
    lay(s, 1, "SOLE")
    assert len(s.laid.cards) == 4


@pytest.mark.rule("pavrailix", "D19")
@pytest.mark.parametrize(
    ("options", "most"), [({"max_lay": 3}, 3), ({"max_lay": 6}, 6), ({"max_lay": 0}, 7), ({"letter": True}, 7)]
)
def test_the_table_may_choose_how_many_cards_are_laid_at_once(options: dict[str, Any], most: int) -> None:
    s = soleil("EK", "SOLEILS", "SK", **options)
    (offer,) = s.offers(1)
    assert (offer.params["cards"].least, offer.params["cards"].most) == (1, most)  # type: ignore[attr-defined]


def test_who_lays_is_shown_which_of_his_cards_are_in_the_word() -> None:
    s = soleil("EK", "SK★✹", "LK")
    (lay_offer, _) = s.offers(1)
    assert sorted(s.symbol(int(c)) for c in lay_offer.hint or ()) == ["S", "★"]


@pytest.mark.rule("pavrailix", "D15")
def test_for_somebody_silent_a_true_card_is_laid() -> None:
    for seed in range(8):
        s = soleil("EB", "KWSX", "LB", seed=seed)
        wait(s, "follow/limit")
        assert symbols(s, "laid") == "S"
        assert not view(s, 2).zone("laid").cards


@pytest.mark.rule("pavrailix", "D15")
def test_for_somebody_silent_without_a_true_card_any_card_is_laid() -> None:
    laid = set()
    for seed in range(12):
        s = soleil("EB", "KWX", "LB", seed=seed)
        wait(s, "follow/limit")
        laid.add(symbols(s, "laid"))
    assert laid == {"K", "W", "X"}


@pytest.mark.rule("pavrailix", "D15")
def test_the_time_to_lay_begins_after_the_time_to_doubt() -> None:
    s = soleil("EK", "OSK", "LIK")
    assert s.next_alarm().at == 45_000  # type: ignore[union-attr]
    do(s, 1, "lay", t=10_000, cards=cards(s, 1, "O"))
    assert s.next_alarm().at == 14_000  # type: ignore[union-attr]
    wait(s, "follow/lock")
    assert s.next_alarm().at == 14_000 + 45_000  # type: ignore[union-attr]
    assert s.next_alarm().name == "follow/limit"  # type: ignore[union-attr]


# ---- accusing -------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R10")
@pytest.mark.rule("pavrailix", "D9")
def test_everybody_but_who_laid_may_accuse() -> None:
    s = soleil("EK", "OOK", "SK", "SK")
    lay(s, 1, "O")
    assert names(s, 1) == set()
    assert names(s, 0) == names(s, 3) == {"accuse"}
    assert names(s, 2) == {"lay", "accuse"}


@pytest.mark.rule("pavrailix", "R10")
def test_an_opening_cannot_be_accused() -> None:
    s = soleil("EK", "OOK", "SK")
    assert not names(s, 2)
    assert names(s, 1) == {"lay"}


@pytest.mark.rule("pavrailix", "D9")
def test_the_next_player_waits_until_there_was_time_to_doubt() -> None:
    """Example 13."""
    s = soleil("EK", "OOK", "SSK", "SK")
    do(s, 1, "lay", t=10_000, cards=cards(s, 1, "O"))
    assert refused(s, 2, "lay", t=13_000, cards=cards(s, 2, "S")) == "too_early"
    wait(s, "follow/lock")
    assert s.now == 14_000
    do(s, 3, "accuse", t=14_800)
    events = wait(s, "follow/close")
    assert told(events, "accuses") == [{"seat": 3, "owner": 1}]


@pytest.mark.rule("pavrailix", "D9")
@pytest.mark.parametrize(
    ("doubt_s", "timers", "opens"), [(3, "normal", 3_000), (6, "normal", 6_000), (4, "double", 8_000)]
)
def test_the_table_chooses_how_long_there_is_to_doubt(doubt_s: int, timers: str, opens: Millis) -> None:
    s = soleil("EK", "OOK", "SSK", doubt_s=doubt_s, timers=timers)
    do(s, 1, "lay", t=10_000, cards=cards(s, 1, "O"))
    assert [o.opens_at for o in s.offers(2)] == [10_000 + opens, 0]


@pytest.mark.rule("pavrailix", "D9")
def test_the_next_player_may_accuse_too_and_even_while_he_waits() -> None:
    s = soleil("EK", "OKK", "SSK")
    lay(s, 1, "K")
    events = accuse(s, 2)
    assert told(events, "liar")


@pytest.mark.rule("pavrailix", "R10")
@pytest.mark.rule("pavrailix", "D9")
def test_once_the_next_one_has_played_it_is_too_late() -> None:
    """Example 5, the first half."""
    s = soleil("EK", "OKK", "SSK", "SK")
    lay(s, 1, "OK")
    number = len(s.stimuli) - 1
    lay(s, 2, "S")
    with pytest.raises(Refused, match="too_late"):
        do(s, 3, "accuse", t=s.now + 500, answers=number)


@pytest.mark.rule("pavrailix", "D9")
@pytest.mark.parametrize(("behind", "wins"), [(-1, True), (0, True), (20, True), (30, True), (31, False)])
def test_an_accusation_within_thirty_milliseconds_of_the_next_lay_wins(behind: Millis, wins: bool) -> None:
    """Example 5, the second half: seat 2 has his cards back, and seat 1's are shown."""
    s = soleil("EK", "OKK", "SSK", "SK")
    lay(s, 1, "OK")
    apply(s, HoldSet(s.now, 100))
    unlock(s)
    at = s.now + 1_000
    do(s, 2, "lay", t=at, cards=cards(s, 2, "S"))
    do(s, 3, "accuse", t=at + 50, at=at + behind)
    events = wait(s, "follow/close")
    assert bool(told(events, "accuses")) == wins
    assert bool(told(events, "undone")) == wins
    assert symbols(s, "hand:2") == ("KSS" if wins else "KS")
    assert symbols(s, "laid") == ("KO" if wins else "S")
    assert bool(told(events, "doubted_late")) == (not wins)


@pytest.mark.rule("pavrailix", "D9")
def test_an_accusation_made_before_the_lay_counts_though_it_arrives_after_it() -> None:
    s = soleil("EK", "OKK", "SSK", "SK")
    lay(s, 1, "OK")
    apply(s, HoldSet(s.now, 200))
    unlock(s)
    at = s.now + 1_000
    do(s, 2, "lay", t=at, cards=cards(s, 2, "S"))
    do(s, 3, "accuse", t=at + 150, at=at - 40)
    assert told(wait(s, "follow/close"), "accuses") == [{"seat": 3, "owner": 1}]
    assert symbols(s, "hand:2") == "KSS"


@pytest.mark.rule("pavrailix", "D9")
def test_an_accusation_wins_against_a_petard_as_well() -> None:
    s = soleil("EK", "OKK", "S✹K", "SK")
    lay(s, 1, "OK")
    unlock(s)
    at = s.now + 1_000
    boom(s, 2, t=at)
    do(s, 3, "accuse", t=at + 20)
    assert told(wait(s, "follow/close"), "accuses")
    assert symbols(s, "hand:2") == "KS✹"


def test_until_it_is_decided_nobody_sees_that_somebody_has_accused_or_laid() -> None:
    s = soleil("EK", "OKK", "SSK", "SK")
    lay(s, 1, "OK")
    unlock(s)
    before = [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)]
    do(s, 2, "lay", t=s.now, cards=cards(s, 2, "S"))
    assert [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)] == before


@pytest.mark.rule("pavrailix", "D10")
def test_only_the_first_accuser_counts() -> None:
    s = soleil("EK", "OOK", "SSK", "SK")
    lay(s, 1, "OO")
    at = s.now + 2_000
    do(s, 0, "accuse", t=at)
    do(s, 2, "accuse", t=at + 31, at=at + 31)
    assert told(wait(s, "follow/close"), "accuses") == [{"seat": 0, "owner": 1}]
    wait(s, "settle/over")
    assert [len(s.taken(seat).cards) for seat in s.all_seats] == [3, 0, 0, 0]


@pytest.mark.rule("pavrailix", "D10")
def test_at_the_same_instant_the_nearest_clockwise_to_the_accused_counts() -> None:
    s = soleil("EK", "OOK", "SSK", "SK")
    lay(s, 1, "OO")
    at = s.now + 2_000
    do(s, 0, "accuse", t=at)
    do(s, 3, "accuse", t=at + 10)
    do(s, 2, "accuse", t=at + 30)
    assert told(wait(s, "follow/close"), "accuses") == [{"seat": 2, "owner": 1}]


def test_an_accusation_quicker_than_anybody_can_be_is_void() -> None:
    s = soleil("EK", "OOK", "SSK", "SK")
    lay(s, 1, "OO")
    assert told(do(s, 2, "accuse", t=s.now + 90), "anticipation") == [{"seat": 2}]
    assert refused(s, 2, "accuse", t=s.now + 100) == "too_early"
    assert told(accuse(s, 2, 700), "accuses")


@pytest.mark.rule("pavrailix", "R11")
@pytest.mark.rule("pavrailix", "D16")
def test_only_the_last_lay_is_turned_up_and_it_is_hidden_again() -> None:
    s = soleil("EKK", "OWK", "SAK", "SK")
    lay(s, 1, "OW")
    lay(s, 2, "SA")
    accuse(s, 3)
    assert {SYMBOL[c.face] for c in view(s).zone("laid").cards if c and c.face} == {"S", "A"}
    assert [SYMBOL[c.face] for c in view(s).zone("pile").cards if c and c.face] == ["E"]  # the opening card
    wait(s, "settle/over")
    for seat in s.all_seats:
        taken = view(s, seat).zone("taken:2")
        assert taken.count == 5
        assert not any(c and (c.face or c.handle) for c in taken.cards)


@pytest.mark.rule("pavrailix", "R11")
def test_the_cards_are_looked_at_for_four_seconds() -> None:
    s = soleil("EKK", "OWK", "SAK")
    lay(s, 1, "OW")
    accuse(s, 2)
    began = s.now
    assert not any(names(s, seat) for seat in s.all_seats)
    wait(s, "settle/over")
    assert s.now - began == 4_000


@pytest.mark.rule("pavrailix", "R14")
@pytest.mark.rule("pavrailix", "D16")
def test_cards_taken_are_never_played_again() -> None:
    s = soleil("EKK", "OWK", "SAK")
    lay(s, 1, "OW")
    accuse(s, 2)
    wait(s, "settle/over")
    assert symbols(s, "taken:1") == "EOW"
    assert symbols(s, "hand:1") == "K"
    assert view(s).scores == (0, 3, 0)
    say(s, 2, "S", "sac")
    lay(s, 0, "K")
    lay_offer = s.offers(1)[0]
    assert [s.symbol(c) for c in lay_offer.params["cards"].cards] == ["K"]  # type: ignore[attr-defined]


# ---- pétards --------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R16")
@pytest.mark.rule("pavrailix", "D8")
def test_a_petard_makes_the_next_one_take_everything() -> None:
    """Example 6: seven cards and the pétard; the one after him says a new word."""
    s = soleil("EKL", "S✹KW", "SOLK", "LLK")
    lay(s, 1, "S")
    lay(s, 2, "SOL")
    lay(s, 3, "L")
    lay(s, 0, "L")
    assert len(s.pile.cards) + len(s.laid.cards) == 7
    unlock(s)
    boom(s, 1)
    events = wait(s, "follow/close")
    assert told(events, "petard") == [{"seat": 1, "owner": 2}]
    assert [c.face for c in view(s).zone("laid").cards if c] == ["✹"]
    wait(s, "settle/over")
    assert len(s.taken(2).cards) == 8
    assert phase(s) == "open"
    assert whose(s) == 3


@pytest.mark.rule("pavrailix", "R16")
@pytest.mark.rule("pavrailix", "D5")
def test_a_petard_laid_open_cannot_be_accused() -> None:
    s = soleil("EK", "S✹K", "SOLK", "LLK")
    boom(s, 1)
    assert not any(names(s, seat) for seat in s.all_seats)


@pytest.mark.rule("pavrailix", "D5")
def test_a_petard_face_down_is_a_lie() -> None:
    s = soleil("EK", "S✹K", "SOLK", "LLK")
    lay(s, 1, "S✹")
    assert told(accuse(s, 2), "liar") == [
        {"seat": 2, "owner": 1, "letters": "✹", "word": "soleil", "count": 3},
    ]


@pytest.mark.rule("pavrailix", "D8")
def test_with_two_players_who_lays_a_petard_says_the_next_word() -> None:
    s = soleil("EK", "S✹K")
    boom(s, 1)
    wait(s, "settle/over")
    assert len(s.taken(0).cards) == 2
    assert whose(s) == 1


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R18")
@pytest.mark.rule("pavrailix", "D11")
def test_who_ends_with_an_etoile_takes_the_pile() -> None:
    """Example 7."""
    s = soleil("EK", "★", "SK")
    events = lay(s, 1, "★")
    assert told(events, "spoils") == [{"seat": 1, "count": 2}]
    assert not any(names(s, seat) for seat in s.all_seats)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2)
    assert s.outcome.winners == (0,)


@pytest.mark.rule("pavrailix", "R18")
@pytest.mark.rule("pavrailix", "D11")
@pytest.mark.parametrize("last", ["L★", "L✹"])
def test_an_etoile_or_petard_hidden_among_the_last_cards_is_enough(last: str) -> None:
    s = soleil("EK", last, "SK")
    lay(s, 1, last)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 3, 2)


@pytest.mark.rule("pavrailix", "D12")
@pytest.mark.rule("pavrailix", "R18")
def test_a_petard_as_the_last_card_hits_its_own_player() -> None:
    s = soleil("EK", "✹", "SK")
    boom(s, 1)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2)


@pytest.mark.rule("pavrailix", "D12")
@pytest.mark.rule("pavrailix", "D3")
def test_a_petard_as_the_last_card_of_an_opener_hits_himself() -> None:
    s = dealt("✹", "OL")
    boom(s, 0)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2)


@pytest.mark.rule("pavrailix", "R19")
@pytest.mark.rule("pavrailix", "R20")
@pytest.mark.rule("pavrailix", "R21")
@pytest.mark.rule("pavrailix", "D11")
def test_last_cards_that_nobody_doubts_end_the_game_and_the_pile_is_nobodys() -> None:
    """Example 8."""
    s = soleil("EKW", "LI", "SKKK")
    s.move(s.zones[ASIDE].cards[-1], s.zones[ASIDE], s.taken(1))
    s.scores[1] = 1
    lay(s, 1, "LI")
    assert phase(s) == "last_lay"
    assert names(s, 0) == names(s, 2) == {"accuse"}
    began = s.now
    events = wait(s, "last_lay/lock")
    assert s.now - began == 8_000
    assert told(events, "counts")[0] == {"seat": 0, "left": 2, "points": 2}
    assert s.outcome is not None
    assert s.outcome.scores == (2, 1, 4)
    assert s.outcome.winners == (1,)


@pytest.mark.rule("pavrailix", "D11")
@pytest.mark.rule("pavrailix", "R13")
def test_last_cards_accused_without_reason_cost_the_accuser_the_pile() -> None:
    """Example 9."""
    s = soleil("EK", "LI", "SK")
    lay(s, 1, "LI")
    accuse(s, 0)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (4, 0, 2)


@pytest.mark.rule("pavrailix", "D11")
@pytest.mark.rule("pavrailix", "D19")
@pytest.mark.rule("pavrailix", "R12")
def test_last_cards_that_were_a_lie_go_back_with_the_pile_and_it_is_over() -> None:
    """Example 11, the second half."""
    s = soleil("EK", "LIKW", "SK")
    lay(s, 1, "LIKW")
    events = accuse(s, 2)
    assert told(events, "liar")[0]["letters"] == "K W"
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 5, 2)


@pytest.mark.rule("pavrailix", "D11")
def test_an_accusation_of_the_last_cards_that_comes_late_over_the_line_counts() -> None:
    s = soleil("EK", "LK", "SK")
    lay(s, 1, "LK")
    apply(s, HoldSet(s.now, 200))
    closes = s.now + 8_000
    do(s, 0, "accuse", t=closes + 150, at=closes - 20)
    assert told(wait(s), "liar")


@pytest.mark.rule("pavrailix", "D11")
def test_the_last_cards_cannot_be_accused_for_ever() -> None:
    s = soleil("EK", "LK", "SK")
    lay(s, 1, "LK")
    apply(s, HoldSet(s.now, 200))
    closes = s.now + 8_000
    assert refused(s, 0, "accuse", t=closes + 100) == "too_late"


@pytest.mark.rule("pavrailix", "D13")
def test_an_opening_may_be_the_last_card() -> None:
    s = dealt("E", "OKW", "SK")
    say(s, 0, "E", "soleil")
    assert s.outcome is not None
    assert s.outcome.scores == (0, 3, 2)


@pytest.mark.rule("pavrailix", "D13")
@pytest.mark.rule("pavrailix", "R18")
def test_an_etoile_that_opens_as_the_last_card_is_taken() -> None:
    s = dealt("★", "OKW", "SK")
    say(s, 0, "★", "soleil")
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 3, 2)


@pytest.mark.rule("pavrailix", "R19")
def test_as_long_as_everybody_has_cards_it_goes_on() -> None:
    s = soleil("EK", "LI", "SK")
    lay(s, 1, "L")
    accuse(s, 2)
    wait(s, "settle/over")
    assert s.outcome is None


@pytest.mark.rule("pavrailix", "D17")
def test_equal_totals_share_the_victory() -> None:
    """Example 10: 12, 9 and 9."""
    s = soleil("E" + "K" * 2, "LI", "SK")
    aside = s.zones[ASIDE]
    for seat, more in enumerate((10, 9, 7)):
        for _ in range(more):
            s.move(aside.cards[-1], aside, s.taken(seat))
        s.scores[seat] = more
    lay(s, 1, "LI")
    wait(s, "last_lay/lock")
    assert s.outcome is not None
    assert s.outcome.scores == (12, 9, 9)
    assert s.outcome.winners == (1, 2)


@pytest.mark.rule("pavrailix", "D18")
def test_it_ends_after_a_hundred_lays_at_most() -> None:
    """Nobody ever does anything: the table lays for all."""
    for players in (2, 5):
        s = start(GAME, players)
        while s.outcome is None:
            wait(s)
        assert s.turns <= 100


def test_somebody_absent_is_played_for_even_without_timers() -> None:
    s = soleil("EK", "SK", "LK", timers="none")
    apply(s, SeatChanged(s.now, 1, human=True, present=False))
    wait(s, "follow/limit")
    assert symbols(s, "laid") == "S"


def test_all_cards_stay_in_the_game() -> None:
    s = start(GAME, 4)
    assert not s.stray()
    assert Counter(s.faces) == Counter(DECK)

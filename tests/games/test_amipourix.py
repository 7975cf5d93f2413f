"""Amipourix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.games.amipourix.rules import GAME, AmipourixState, fit_for
from tablee.kernel.game import Device
from tablee.kernel.outcome import Reason
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.phases.fan import hand
from tests.games.amipourix import at, draw, loser, say
from tests.table import card, do, faces, names, refused, start, told, view, wait


def no(s: AmipourixState, seat: Seat, word: str, own: str) -> str:
    try:
        say(s, seat, word, own)
    except Refused as refusal:
        return refusal.code
    raise AssertionError(f"{word} was not refused")


def who(s: AmipourixState) -> tuple[Seat, Seat]:
    shown = view(s)
    return shown.fact("holder"), shown.fact("drawer")


def hands_of(s: AmipourixState) -> list[set[str]]:
    return [set(faces(s, hand(s, seat))) for seat in s.all_seats]


# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("amipourix", "R1", "R4", "R5", "R6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ten_letters_each_and_the_petard_for_the_starter(players: int) -> None:
    s = start(GAME, players, starter=1)
    assert Counter(s.faces) == Counter([c + x for c in "pb" for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"] + ["✹"])
    assert [len(hand(s, seat).cards) for seat in s.all_seats] == [11 if x == 1 else 10 for x in range(players)]
    assert "✹" in faces(s, "hand:1")
    assert len(faces(s, "aside")) == 52 - 10 * players
    assert view(s, 0).zone("aside").cards == ()
    assert view(s).fact("bearer") == 1
    assert who(s) == (1, 2 % players)


@pytest.mark.rule("amipourix", "R2")
def test_two_to_five_play() -> None:
    for players in (1, 6):
        with pytest.raises(Refused):
            start(GAME, players)


@pytest.mark.rule("amipourix", "R3")
def test_everybody_has_his_own_level() -> None:
    s = start(GAME, 3, seat_options=[{"level": 2}, {}, {"level": 2}])
    assert view(s).fact("levels") == [2, 1, 2]
    with pytest.raises(Refused):
        start(GAME, 2, seat_options=[{"level": 3}, {}])


# ---- words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "petard", "drawn", "own", "word", "code"),
    [
        (1, False, "B", "N", "Barnabé", None),  # example 1
        (2, False, "B", "N", "bain", None),  # example 2
        (2, False, "B", "N", "Barnabé", "end_differs"),
        (1, True, "B", "N", "embrassent", None),  # example 3
        (1, False, "B", "N", "embrassent", "start_differs"),
        (2, True, "B", "N", "Bernard", None),  # example 4
        (2, False, "B", "N", "Bernard", "end_differs"),
        (1, False, "E", "E", "été", None),  # example 8
        (1, False, "E", "E", "et", "letters_missing"),
        (2, False, "B", "B", "baobab", None),
        (2, False, "B", "B", "b", "letters_missing"),
        (1, False, "B", "N", "bleu", "letters_missing"),
        (2, True, "B", "N", "embrassent", "start_differs"),
        (1, True, "B", "N", "bain", None),
        (2, True, "B", "N", "bain", None),
        (1, False, "B", "N", "bain", None),
        (1, True, "N", "N", "bain", "letters_missing"),
    ],
)
@pytest.mark.rule("amipourix", "R10", "R11", "R15", "R16", "D1", "D2", "D3")
def test_what_a_word_must_have(
    level: int, petard: bool, drawn: str, own: str, word: str, code: str | None
) -> None:
    assert fit_for(level, petard, drawn, own).missing(word) == code


@pytest.mark.rule("amipourix", "R7", "R8", "R9")
def test_the_next_player_draws_and_searches() -> None:
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    assert who(s) == (0, 1)
    assert names(s, 1) == {"draw"}
    assert names(s, 0) == names(s, 2) == set()
    events = draw(s, "pB")
    assert told(events, "draws") == [{"seat": 1, "owner": 0, "card": "pB"}]
    assert [c.face for c in view(s, 2).zone("drawn").cards if c] == ["pB"]
    assert names(s, 1) == {"say", "give_up"}
    assert names(s, 0) == names(s, 2) == set()


@pytest.mark.rule("amipourix", "R12", "R14", "D5", "D17")
def test_both_cards_of_a_word_are_discarded() -> None:
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    draw(s, "pB")
    began = s.now
    events = say(s, 1, "bain", "bN")
    assert told(events, "finds") == [{"seat": 1, "words": "bain", "pair": "pB bN"}]
    assert hands_of(s) == [{"pC", "✹"}, {"bO"}, {"pZ", "bZ"}]
    assert faces(s, "discard")[-2:] == ["pB", "bN"]
    assert view(s).phase == "result"
    wait(s, "result/over")
    assert s.now == began + 2_000
    assert who(s) == (1, 2)


@pytest.mark.rule("amipourix", "R10", "R11", "D5")
def test_the_word_is_judged_by_the_card_that_is_named() -> None:
    """With the N it will do, with the O not; and by the player's own level."""
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    draw(s, "pB")
    assert no(s, 1, "bain", "bO") == "letters_missing"
    assert no(s, 1, "pain", "bN") == "letters_missing"
    assert no(s, 1, "aubaine", "bN") == "start_differs"
    say(s, 1, "banc", "bN")
    s = at("pB pC ✹", "bN bO", "pZ bZ", levels=[1, 2, 1])
    draw(s, "pB")
    assert no(s, 1, "banc", "bN") == "end_differs"
    say(s, 1, "bain", "bN")
    assert hands_of(s)[1] == {"bO"}


@pytest.mark.rule("amipourix", "R13", "R14")
def test_without_a_word_the_card_joins_the_hand() -> None:
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    draw(s, "pB")
    wait(s, "search/grace")
    events = wait(s, "search/zero")
    assert told(events, "fails") == [{"seat": 1, "card": "pB"}]
    assert hands_of(s)[1] == {"bN", "bO", "pB"}
    wait(s, "result/over")
    assert who(s) == (1, 2)


@pytest.mark.rule("amipourix", "D4")
def test_the_grace_and_the_chrono() -> None:
    """Example 10."""
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    draw(s, "pB", t=0)
    (clock,) = view(s, 1).clocks
    assert (clock.name, clock.since, clock.at) == ("search/grace", 0, 10_000)
    wait(s, "search/grace")
    (clock,) = view(s, 1).clocks
    assert (clock.name, clock.since, clock.at) == ("search/zero", 10_000, 20_000)
    say(s, 1, "bain", "bN", t=19_000)
    assert hands_of(s)[1] == {"bO"}
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    draw(s, "pB", t=0)
    wait(s)
    wait(s)
    assert s.now == 20_000
    assert "pB" in hands_of(s)[1]


@pytest.mark.parametrize(("grace", "chrono"), [(0, 3), (0, 10), (20, 5)])
@pytest.mark.rule("amipourix", "D4")
def test_the_table_chooses_grace_and_chrono(grace: int, chrono: int) -> None:
    s = at("pB pC ✹", "bN bO", grace_s=grace, chrono=chrono)
    draw(s, "pB", t=0)
    if grace:
        wait(s, "search/grace")
    wait(s, "search/zero")
    assert s.now == (grace + chrono) * 1_000


@pytest.mark.rule("amipourix", "D4")
def test_one_may_try_again_and_give_up() -> None:
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    draw(s, "pB")
    for _ in range(5):
        assert no(s, 1, "pain", "bN") == "letters_missing"
    events = do(s, 1, "give_up", t=4_000)
    assert told(events, "fails") == [{"seat": 1, "card": "pB"}]
    assert hands_of(s)[1] == {"bN", "bO", "pB"}


@pytest.mark.rule("amipourix", "D4")
def test_a_vote_pauses_the_chrono() -> None:
    """The chrono stands at 7 while the table votes; after a refusal it goes on from there."""
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    draw(s, "pB", t=0)
    wait(s, "search/grace")
    say(s, 1, "bnouf", "bN", t=13_000, known=0)
    assert view(s).phase == "vote"
    do(s, 0, "refuse", t=15_000)
    do(s, 2, "refuse", t=18_000)
    assert view(s).phase == "search"
    assert view(s, 1).clocks[0].at == 25_000
    assert no(s, 1, "bnouf", "bN") == "unknown_word"
    say(s, 1, "bnif", "bN", t=20_000, known=0)
    do(s, 0, "accept")
    do(s, 2, "accept")
    assert hands_of(s)[1] == {"bO"}


@pytest.mark.rule("amipourix", "D18")
def test_a_word_may_be_contested() -> None:
    s = at("pB pC ✹", "bN bO", "pZ bZ", contests=True)
    draw(s, "pB", t=0)
    wait(s, "search/grace")
    say(s, 1, "bain", "bN", t=12_000)
    assert view(s).phase == "said"
    assert hands_of(s)[1] == {"bN", "bO"}, "before any of its consequences"
    assert [names(s, seat) for seat in range(3)] == [{"contest"}, set(), {"contest"}]
    do(s, 0, "contest", t=13_000)
    do(s, 2, "refuse", t=14_000)
    assert view(s).phase == "search"
    assert view(s, 1).clocks[0].at == 22_000, "the clock stood still for 2 seconds"
    say(s, 1, "banc", "bN", t=15_000)
    wait(s, "said/close")
    assert hands_of(s)[1] == {"bO"}
    assert s.now == 18_000


@pytest.mark.rule("amipourix", "D18")
def test_alone_with_bots_nothing_is_contested() -> None:
    s = at("pB pC ✹", "bN bO", "pZ bZ", contests=True)
    for bot in (0, 2):
        apply(s, SeatChanged(0, bot, human=False, present=True))
    draw(s, "pB", t=0)
    say(s, 1, "bain", "bN")
    assert view(s).phase == "result"


# ---- the pétard ----------------------------------------------------------------------------------------


@pytest.mark.rule("amipourix", "R15", "R17", "D5")
def test_two_colours_give_the_petard_away() -> None:
    """Example 5, first half: the receiver then draws from the giver."""
    s = at("pB pC", "bN bO ✹", "pZ bZ")
    draw(s, "pB")
    events = say(s, 1, "embrassent", "bN")
    assert told(events, "gives_petard") == [{"giver": 1, "taker": 2}]
    assert hands_of(s) == [{"pC"}, {"bO"}, {"pZ", "bZ", "✹"}]
    assert view(s).fact("bearer") == 2
    wait(s, "result/over")
    assert who(s) == (1, 2)


@pytest.mark.rule("amipourix", "R18", "R16")
def test_one_colour_keeps_the_petard() -> None:
    """Example 5, second half; at level 2 the word must still begin with the drawn letter."""
    s = at("pB pC", "pN bO ✹", "pZ bZ", levels=[1, 2, 1])
    draw(s, "pB")
    assert no(s, 1, "embrassent", "pN") == "start_differs"
    events = say(s, 1, "Bernard", "pN")
    assert told(events, "gives_petard") == []
    assert told(events, "keeps_petard") == [{"seat": 1}]
    assert hands_of(s)[1] == {"bO", "✹"}
    assert view(s).fact("bearer") == 1


@pytest.mark.rule("amipourix", "R19", "R20", "R21")
def test_who_draws_the_petard_keeps_it_and_discards_a_letter() -> None:
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    events = draw(s, "✹")
    assert told(events, "draws_petard") == [{"seat": 1, "owner": 0}]
    assert view(s, 2).fact("bearer") == 1
    assert hands_of(s)[:2] == [{"pB", "pC"}, {"bN", "bO", "✹"}]
    assert names(s, 1) == {"discard"}
    assert refused(s, 1, "discard", card=card(s, "✹", hand(s, 1))) == "not_possible"
    events = do(s, 1, "discard", card=card(s, "bO", hand(s, 1)))
    assert told(events, "drops") == [{"seat": 1, "card": "bO"}]
    assert hands_of(s)[1] == {"bN", "✹"}
    wait(s, "result/over")
    assert who(s) == (1, 2)


@pytest.mark.rule("amipourix", "R21")
def test_who_discards_nothing_discards_by_chance() -> None:
    gone = set()
    for seed in range(12):
        s = at("pB pC ✹", "bN bO", "pZ bZ", seed=seed)
        draw(s, "✹", t=0)
        wait(s, "drop/limit")
        assert s.now == 15_000
        gone |= {"bN", "bO"} - hands_of(s)[1]
    assert gone == {"bN", "bO"}


@pytest.mark.rule("amipourix", "R22", "D11")
def test_left_with_nothing_but_the_petard() -> None:
    """Example 6, first half: at once, before any word."""
    s = at("pK ✹", "bN bO", "pZ bZ")
    events = draw(s, "pK")
    assert loser(s) == 0
    assert s.outcome is not None
    assert s.outcome.detail == "alone"
    assert told(events, "loses") == [{"seat": 0}]


@pytest.mark.rule("amipourix", "R22", "R24")
def test_the_petard_that_is_drawn_saves_its_holder() -> None:
    """Example 6, second half."""
    s = at("pK ✹", "bN bO", "pZ bZ")
    draw(s, "✹")
    assert s.outcome is None
    do(s, 1, "discard", card=card(s, "bN", hand(s, 1)))
    wait(s, "result/over")
    assert hands_of(s)[:2] == [{"pK"}, {"bO", "✹"}]
    assert who(s) == (1, 2)


@pytest.mark.rule("amipourix", "D13", "D11")
def test_the_petard_alone_is_not_yet_the_end() -> None:
    """Example 7: the next one must draw it, and the first is out and safe."""
    s = at("pK ✹", "pA", "pZ bZ")
    draw(s, "✹")
    do(s, 1, "discard", card=card(s, "pA", hand(s, 1)))
    assert s.outcome is None
    wait(s, "result/over")
    assert hands_of(s)[1] == {"✹"}
    assert who(s) == (1, 2)
    events = draw(s, "✹")
    assert told(events, "out") == [{"seat": 1}]
    assert s.outcome is None
    assert hands_of(s)[1:] == [set(), {"pZ", "bZ", "✹"}]


@pytest.mark.rule("amipourix", "R23", "D14")
def test_the_last_one_with_cards_loses() -> None:
    """Example 9: the other two go out."""
    s = at("", "pT", "bR ✹", holder=1)
    draw(s, "pT")
    assert loser(s) == 2
    assert s.outcome is not None
    assert s.outcome.detail == "last"
    assert s.outcome.ranks == (1, 1, 3)


@pytest.mark.rule("amipourix", "R23", "R24", "D16")
def test_between_two() -> None:
    """Example 11: the end strikes without a chrono; or the pétard is passed on just in time."""
    s = at("pT", "bR ✹")
    draw(s, "pT")
    assert loser(s) == 1
    s = at("pT pU", "bR ✹")
    draw(s, "pT")
    say(s, 1, "rat", "bR")
    assert hands_of(s) == [{"pU", "✹"}, set()]
    assert loser(s) == 0
    assert s.outcome is not None
    assert s.outcome.winners == (1,)


@pytest.mark.rule("amipourix", "D8", "D7")
def test_the_giver_without_another_card_is_out() -> None:
    """Nobody draws from him: the receiver of the pétard holds out to the next one still in."""
    s = at("pT pU", "bR ✹", "pZ bZ", "pY")
    draw(s, "pT")
    events = say(s, 1, "rat", "bR")
    assert told(events, "out") == [{"seat": 1}]
    assert hands_of(s) == [{"pU"}, set(), {"pZ", "bZ", "✹"}, {"pY"}]
    wait(s, "result/over")
    assert who(s) == (2, 3)


@pytest.mark.rule("amipourix", "D9", "D7", "D10")
def test_an_emptied_hand_without_the_petard_is_out() -> None:
    """And it is passed over from then on."""
    s = at("pT pU", "bR", "pZ bZ", "pY ✹")
    draw(s, "pT")
    say(s, 1, "tour", "bR")
    assert hands_of(s)[1] == set()
    wait(s, "result/over")
    assert who(s) == (2, 3)
    draw(s, "pZ")
    do(s, 3, "give_up")
    wait(s, "result/over")
    assert who(s) == (3, 0)
    draw(s, "pY")
    do(s, 0, "give_up")
    wait(s, "result/over")
    assert who(s) == (0, 2)


@pytest.mark.rule("amipourix", "D12")
def test_with_the_petard_alone_there_is_nothing_to_combine() -> None:
    s = at("pT pU", "✹", "pZ bZ")
    events = draw(s, "pT")
    assert told(events, "joins") == [{"seat": 1, "card": "pT"}]
    assert view(s).phase == "result"
    assert hands_of(s)[1] == {"pT", "✹"}
    wait(s, "result/over")
    assert who(s) == (1, 2)


@pytest.mark.rule("amipourix", "D15")
def test_three_rounds_without_a_discard() -> None:
    """With three players still in, the ninth draw in vain is the last; a discard counts anew."""
    s = at("pT pU", "bR bS ✹", "pZ bZ", "")
    for n in range(9):
        assert s.outcome is None
        holder, drawer = who(s)
        draw(s, next(face for face in sorted(hands_of(s)[holder]) if face != "✹"))
        assert s.idle == n + 1
        do(s, drawer, "give_up")
        wait(s, "result/over")
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.detail) == (Reason.CAP, "idle")
    assert loser(s) == 1
    s = at("pT pU", "bR bS ✹", "pZ bZ")
    s.idle = 8
    draw(s, "pT")
    say(s, 1, "tour", "bR")
    assert s.idle == 0


@pytest.mark.rule("amipourix", "D16")
def test_the_loser_begins_the_next_game() -> None:
    s = at("pT", "bR ✹")
    draw(s, "pT")
    assert s.outcome is not None
    options, _ = GAME.next_options(s.outcome, s.options, s.seat_options)
    assert options.starter == 1


# ---- the fan -------------------------------------------------------------------------------------------


@pytest.mark.rule("amipourix", "D6")
def test_a_place_in_the_fan_tells_nothing() -> None:
    got = set()
    for seed in range(20):
        s = at("pB pC ✹", "bN bO", seed=seed)
        do(s, 1, "draw", place=0)
        got |= {"pB", "pC", "✹"} - hands_of(s)[0]
    assert got == {"pB", "pC", "✹"}


@pytest.mark.rule("amipourix", "D6")
def test_with_the_option_the_holder_arranges_it() -> None:
    s = at("pB pC ✹", "bN bO", arrange=True)
    assert view(s).phase == "hold_out"
    b, c, p = hand(s, 0).cards
    do(s, 0, "reorder", order=[c, p, b], t=1_000)
    wait(s, "hold_out/limit")
    assert s.now == 5_000
    do(s, 1, "draw", place=2)
    assert faces(s, "drawn") == ["pB"]


def test_who_draws_nothing_draws_by_chance() -> None:
    got = set()
    for seed in range(20):
        s = at("pB pC ✹", "bN bO", seed=seed)
        wait(s, "draw/limit")
        assert s.now == 15_000
        got |= {"pB", "pC", "✹"} - hands_of(s)[0]
    assert got == {"pB", "pC", "✹"}


@pytest.mark.rule("amipourix", "D19")
def test_on_one_screen_nobody_elses_hand_is_ever_open() -> None:
    """It is passed round: the drawer alone is waited for from the draw to his word."""
    assert GAME.info.device is Device.PASSED
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    assert view(s).active == (1,)
    assert view(s, 1).zone("hand:0").cards == ()
    draw(s, "pB")
    assert view(s).active == (1,)


def test_a_letter_that_has_joined_a_hand_is_known_to_be_there_but_not_where() -> None:
    s = at("pB pC ✹", "bN bO", "pZ bZ")
    draw(s, "pB")
    do(s, 1, "give_up")
    places = set()
    for i in range(40):
        twin = s.redeal(2, keyed(seed_from(1), "again", i))
        assert "pB" in faces(twin, "hand:1")
        assert "✹" in faces(twin, "hand:0")
        places.add(faces(twin, "hand:1").index("pB"))
    assert len(places) == 3

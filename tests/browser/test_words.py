"""The games of words, by clicks and typing: words that fit, that do not, that nobody knows; votes and chronos."""

import re

from playwright.sync_api import ViewportSize, expect

from tablee.words.folding import fold
from tests.browser.conftest import House
from tests.browser.page_words import EN, FR, Words
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.writer import MOVES, Writer, plan_of, searching, whose

PHONE = (360, 640)


def pair(
    house: House,
    served: Served,
    game: str,
    *options: str,
    words: Words = FR,
    language: str = "fr",
    phone: bool = False,
    own: re.Pattern[str] | None = None,
) -> tuple[Writer, Writer]:
    """Two people at a table without limits of time, the second perhaps on a phone."""
    touch = {"has_touch": True, "is_mobile": True} if phone else {}
    host = house.open(served.url, words)
    guest = house.open(served.url, words, PHONE if phone else (1280, 800), **touch)
    host.pair(guest, game, options=options, own=own)
    return Writer(host, game, language), Writer(guest, game, language)


def leaves(device: Device) -> None:
    """Back to the shelf."""
    device.tap(device.button(device.words.leave))
    device.tap(device.dialog.get_by_role("button", name=re.compile(device.words.for_good)))
    expect(device.box("spiralix")).to_be_visible()


def test_spiralix_a_whole_spiral_with_a_vote_a_chrono_and_no_idea(house: House, steady: Served) -> None:
    zoe, nino = pair(house, steady, "spiralix", own=re.compile(r"^1\s*:"))
    assert zoe.facts["levels"] == [1, 1]

    who, other = searching(zoe, nino)
    # With an étoile alone there is no word that lacks a letter.
    for wrong in [word for word in ("xyz", "kkk") if who.fit("say").missing(word)][:1]:
        who.type("say", wrong)
        who.box.press("Enter")
        expect(who.refusal("say.letters_missing")).to_be_visible()
    strange = who.unknown("say")
    assert who.say("say", strange)
    other.awaits("refuse")
    expect(other.device.heading(re.compile(strange))).to_be_visible()
    other.vote(accept=False)
    expect(who.says(f"« {strange} » est refusé.").first).to_be_attached()
    assert who.say("say")

    who, other = searching(zoe, nino)
    secret = other.word("idea")
    assert other.say("idea", secret)
    who.device.until(lambda: who.phase == "countdown")
    expect(who.device.page.get_by_role("timer")).to_contain_text(re.compile("idée"))
    expect(other.device.page.get_by_role("timer")).to_contain_text(secret)
    assert who.say("say", next(word for word in who.words("say") if fold(word) != fold(secret)))
    expect(who.device.page.get_by_role("timer")).to_have_count(0)
    expect(who.says(f"« {secret} »")).to_have_count(0)

    who, other = searching(zoe, nino)
    cards = pile(who)
    assert who.press("dry")
    other.awaits("no_idea")
    assert other.say("idea")
    who.device.told("receives")
    assert pile(who) == cards + 1

    while not any(event["kind"] == "spiral_won" for event in zoe.device.events):
        who, _ = searching(zoe, nino)
        who.say("say")
        zoe.device.until(lambda: zoe.phase != "search")
    expect(zoe.says("la spirale :").first).to_be_attached()
    assert max(zoe.device.sight["view"]["scores"]) > 0
    leaves(zoe.device)


def pile(who: Writer) -> int:
    """How many cards are in somebody's own pile."""
    zones = {zone["name"]: zone for zone in who.device.sight["view"]["zones"]}
    return int(zones[f"pile:{who.device.seat}"].get("count", 0))


def test_frazrigolix_a_contest_and_a_chrono_that_comes_to_zero(house: House, steady: Served) -> None:
    zoe, nino = pair(house, steady, "frazrigolix", "3 secondes")

    who, other = searching(zoe, nino)
    wrong = who.word("say")
    assert who.say("say", wrong)
    assert other.press("contest")
    who.device.told("vote_refused")
    right = next(word for word in who.words("say") if word != wrong)
    assert who.say("say", right)
    other.awaits("flip")
    sentence = other.says(f"« {right}… »")
    expect(sentence).to_be_visible()
    for wide, high in (PHONE, (390, 844), (844, 390)):  # what everybody reads is large everywhere
        other.device.page.set_viewport_size(ViewportSize(width=wide, height=high))
        expect(sentence).to_be_in_viewport()
        assert sentence.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") >= 17

    who, other = searching(zoe, nino)
    idea = other.word("idea")
    assert other.say("idea", idea)
    expect(who.device.page.get_by_role("timer")).to_be_visible()
    expect(who.says(f"« {idea} »")).to_have_count(0)
    who.device.told("opens")
    expect(who.says(f"« {idea} »").first).to_be_attached()
    won = who.device.told("rescued")["data"]
    assert won["winner"] == other.device.seat
    assert who.device.sight["view"]["scores"][other.device.seat] >= won["count"] > 0
    leaves(nino.device)


def test_hyperspeedix_words_mistakes_and_a_vote(house: House, steady: Served) -> None:
    """Up to the third word that wins; to its end the game is played over the protocol."""
    zoe, nino = pair(house, steady, "hyperspeedix")
    played: set[str] = set()
    words = 0
    for _ in range(MOVES):
        if words > 4 and {"flip", "say", "cover"} <= played:
            break
        zoe.device.until(lambda: bool(zoe.due() or nino.due()))
        who, other = (zoe, nino) if zoe.due() else (nino, zoe)
        due = who.due()
        if due == "say":
            words += 1
            if words == 1:  # nobody knows it, so the table votes
                strange = who.unknown("say")
                assert who.say("say", strange)
                other.awaits("accept")
                other.vote(accept=True)
                zoe.device.told("vote_accepted")
                assert zoe.device.told("wins")["data"]["shout"] == strange.upper()
                continue
            if words == 2:  # a mistake: somebody covers a card, and the heap grows
                assert who.say("say", next(iter(who.domain("say")["wanted"].get("without", "")), "zzz"))
                zoe.device.told("wrong")
                continue
        if who.do(due):
            played.add(due)
            if due not in ("flip", "cover"):  # the other one waits what comes of it
                zoe.device.told("wins", "wrong", "ties", "vote", "anticipation")
    assert {"flip", "say", "cover"} <= played
    assert words > 4
    for device in (zoe.device, nino.device):
        assert max(device.sight["view"]["scores"]) > 0


def test_frontibix_clues_duels_and_an_easier_one_with_a_phone(house: House, brisk: Served) -> None:
    """Until a duel was won and somebody had help; to its end the game is played over the protocol."""
    zoe, nino = pair(house, brisk, "frontibix", "une minute", phone=True)
    given = False
    for _ in range(MOVES):
        zoe.device.until(lambda: any(map(fresh, (zoe, nino))) or zoe.device.over)
        if zoe.device.over or (given and sum(nino.device.sight["view"]["scores"]) > 0):
            break
        who = zoe if fresh(zoe) else nino
        other = nino if who is zoe else zoe
        if who.offer("easier") and not given:  # the duel may be over before he has help
            who.do("easier")
            other.device.until(lambda other=other: other.offer("give") is not None or other.phase != "duel")  # type: ignore[misc]
            given = other.do("give")
            continue
        due = who.due()
        if who.do(due) and due == "say":
            zoe.device.until(lambda: zoe.phase != "duel")
        nino.device.fits()
    assert given
    for device in (zoe.device, nino.device):
        device.fits()
        assert sum(device.sight["view"]["scores"]) > 0


def fresh(who: Writer) -> bool:
    return who.due() in ("clue", "say", "accept")


def test_touposix_in_english_to_the_end(house: House, steady: Served) -> None:
    zoe, nino = pair(house, steady, "touposix", "English", words=EN, language="en")

    who, _ = whose(zoe, nino, "write")
    who.device.write(who.box, "zzzzzz")
    who.box.press("Enter")
    expect(who.device.page.get_by_role("alert").filter(visible=True)).to_be_visible()
    assert who.say("write")
    assert who.device.told("writes")["data"]["seat"] == who.device.seat

    who, other = whose(zoe, nino, "write")
    strange = who.unknown("write")
    assert who.say("write", strange)
    other.awaits("accept")
    other.vote(accept=True)
    who.device.told("vote_accepted")
    assert who.device.told("writes")["data"]["word"] == strange

    who, _ = whose(zoe, nino, "write")
    rack = {handle: letter for handle, letter in who.domain("write")["rack"].items() if letter}
    letters = ""
    for handle, letter in rack.items():
        who.touch(handle)
        letters += letter
        expect(who.box).to_have_value(letters)
    who.type("write", word := who.word("write"))
    with who.device.answered() as answer:
        who.plate("write").click()
    assert answer.done
    while who.device.told("writes")["data"]["word"] != word:
        pass  # what was written before

    who, _ = whose(zoe, nino, "write")
    who.plate("discard").click()
    who.device.hand.get_by_role("button").first.click()
    who.plate("discard").click()
    who.device.button("No", exact=True).click()  # not meant, and the card is still chosen
    expect(who.device.hand.get_by_role("button", pressed=True)).to_have_count(1)
    who.device.button("Cancel").click()
    expect(who.device.hand.get_by_role("button", pressed=True)).to_have_count(0)
    who.plate("discard").click()
    who.device.hand.get_by_role("button").first.click()
    assert who.press("discard")
    assert who.device.told("discards")["data"]["count"] == 1

    for _ in range(2):
        who, _ = whose(zoe, nino, "pass")
        assert who.press("pass")
    for device in (zoe.device, nino.device):
        expect(device.end).to_be_visible()
        expect(device.page.get_by_role("row")).to_have_count(2)


def test_solitix_alone_on_a_phone_until_one_gives_up(house: House, steady: Served) -> None:
    device = house.open(steady.url, FR, PHONE, has_touch=True, is_mobile=True)
    zoe = Writer(device, "solitix")
    for shuffles in range(MOVES):  # not every one begins with a word
        device.sight = {}
        device.invite("solitix")
        if not shuffles:  # from then on the page knows the name, and sits down by itself
            device.sit("Zoé")
        device.fewer_seats(1)
        device.start()
        device.until(lambda: bool(device.sight))
        ready(zoe)
        if plain_plan(zoe) and any(zoe.no_words("write")):
            break
        leaves(device)
    plan = plain_plan(zoe)
    assert plan is not None
    word, steps = plan
    strange = zoe.unknown("write")
    assert zoe.say("write", strange)
    expect(device.heading(re.compile(strange, re.IGNORECASE))).to_be_focused()
    device.fits()
    assert zoe.press("not_sure")
    expect(zoe.box).to_have_value(strange)
    assert zoe.facts["written"] == []
    zoe.device.write(zoe.box, "")
    columns = [[c["handle"] for c in z["cards"]] for z in device.sight["view"]["zones"] if z["kind"] == "column"]
    for step in steps:
        zoe.touch(columns[step[1]].pop())
    device.fits()
    zoe.device.write(zoe.box, word)
    with device.answered() as answer:
        zoe.plate("write").click()
    assert answer.done
    ready(zoe)
    assert zoe.facts["written"] == [word]
    assert zoe.press("give_up")
    assert zoe.press("confirm")
    expect(device.button(device.words.again)).to_be_visible()
    expect(zoe.says(zoe.texts.endings["given_up"])).to_be_visible()
    device.fits()


def test_alone_on_a_phone_an_unknown_word_counts_once_one_is_sure(house: House, brisk: Served) -> None:
    device = house.open(brisk.url, FR, PHONE, has_touch=True, is_mobile=True)
    zoe = Writer(device, "spiralix")
    device.table("spiralix", seats=2)
    device.until(lambda: bool(device.sight))
    for _ in range(MOVES):
        due = zoe.awaits("say", "flip", "offer", "end_turn", "no_idea", "idea")
        if due == "say":
            break
        if due == "idea":  # the bot searches, until it gives up
            device.until(lambda: zoe.offer("no_idea") is not None or zoe.offer("idea") is None)
        else:
            assert zoe.do(due)
    strange = zoe.unknown("say")
    assert zoe.say("say", strange)
    zoe.awaits("sure")
    link = device.page.get_by_role("link", name=re.compile(strange))
    assert link.get_attribute("rel") == "noreferrer noopener external"
    assert link.get_attribute("target") == "_blank"
    device.fits()
    assert zoe.press("sure")
    assert device.told("confirmed")["data"] == {"seat": device.seat, "words": strange}
    expect(zoe.says("mot inconnu, tu le confirmes").first).to_be_attached()


def test_a_known_word_is_contested_on_a_phone(house: House, steady: Served) -> None:
    host = house.open(steady.url)
    guest = house.open(steady.url, FR, PHONE, has_touch=True, is_mobile=True)
    host.pair(guest, "touposix", contests=True)
    zoe, nino = Writer(host, "touposix"), Writer(guest, "touposix")
    who, other = whose(zoe, nino, "pass")
    word = next(who.words("write"), "")
    if not word:  # nothing to write with these cards: the other one tries
        assert who.press("pass")
        who, other = other, who
        word = who.word("write")
    assert who.say("write", word)
    other.awaits("contest")
    expect(other.says(word).first).to_be_visible()
    other.device.fits()
    assert other.press("contest")
    who.device.told("vote_refused")
    who.awaits("pass")


def plain_plan(who: Writer) -> tuple[str, list[list[int]]] | None:
    """A word that is taken from the ends of the columns, letter by letter, and how."""
    plan = plan_of(who.domain("write"))
    plans = ((word, plan.find(word, etoiles=0, petards=0, shifting=False)) for word in who.words("write"))
    return next(((word, found["steps"]) for word, found in plans if found), None)


def ready(who: Writer) -> None:
    """Fills and covers until a word can be written."""
    while (due := who.awaits("write", "cover_all", "fill")) != "write":
        assert who.do(due)


def test_solitix_together_one_pen_and_suggestions(house: House, steady: Served) -> None:
    for _ in range(MOVES):  # not every shuffle begins with a word, nor with letters that are none
        zoe, nino = pair(house, steady, "solitix", "tout seul")
        assert zoe.press("take_pen")
        zoe.awaits("write")
        idea, strange = next(zoe.words("write"), ""), next(zoe.no_words("write"), "")
        if idea and strange:
            break
    nino.awaits("suggest")
    expect(nino.plate("write")).to_have_count(0)
    assert nino.say("suggest", idea)
    expect(zoe.says(f"propose « {idea} »").first).to_be_attached()
    assert zoe.say("write", strange)
    nino.awaits("refuse")
    nino.vote(accept=False)
    zoe.device.told("vote_refused")
    assert nino.press("take_pen")
    nino.awaits("write")
    assert nino.say("write", idea)
    assert zoe.device.told("writes")["data"]["seat"] == nino.device.seat
    while zoe.phase != "writing":
        assert zoe.do(zoe.awaits("fill", "cover_all"))
    assert zoe.press("give_up")
    assert nino.press("give_up")
    for device in (zoe.device, nino.device):
        expect(zoe.says(zoe.texts.endings["given_up"])).to_be_visible()
        expect(device.page.get_by_role("row")).to_have_count(2)

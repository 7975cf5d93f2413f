"""Eight at a phone's table: what is said and what comes and goes at a place lies on nobody else's name."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.server import Served

SAYS = """([place, text]) => {
    const said = document.createElement('span');
    said.className = 'crie doux';
    said.textContent = text;
    document.querySelectorAll('.places-haut > .seat')[place].append(said);
    const box = e => e.getBoundingClientRect();
    const [a, names] = [box(said), [...document.querySelectorAll('.seat .nm')]];
    const on = names.filter(name => {
        const b = box(name);
        return a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
    });
    said.remove();
    return on.map(name => name.textContent);
}"""
MARKED = """marks => {
    const seat = document.querySelector('.places-haut > .seat');
    seat.querySelector('.marques')?.remove();
    const like = document.querySelector('.nm');
    const scope = [...like.classList].find(name => name.startsWith('svelte-'));
    const made = (name, text) => {
        const e = document.createElement('span');
        e.className = `${name} ${scope}`.trim();
        e.textContent = text;
        return e;
    };
    const row = made('marques', '');
    for (const mark of marks) row.append(made('', mark));
    seat.append(row);
    const cut = [...row.children].filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent);
    row.remove();
    return cut;
}"""


@pytest.mark.parametrize("size", [(390, 844), (430, 932)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_that_is_said_hides_a_name(house: House, steady: Served, size: tuple[int, int]) -> None:
    zoe = house.open(steady.url, size=size)
    zoe.table("pavrailix", seats=8)
    seats = zoe.page.locator(".places-haut > .seat")
    expect(seats).to_have_count(7)
    for place in range(7):
        for text in ("Moi, mentir ?", "Fastoche, ce mot !"):
            assert zoe.page.evaluate(SAYS, [place, text]) == [], (place, text)
    assert zoe.page.evaluate(MARKED, ["CHRONO", "prêt"]) == []
    zoe.fits()

"""What the page is told of the hall is what the rules have."""

from tests.games.pas_vu_pas_pris_page import FILE, written
from tests.games.pas_vu_pas_pris_settled import FILE as SETTLED
from tests.games.pas_vu_pas_pris_settled import written as settled


def test_the_page_draws_the_poses_of_the_rules() -> None:
    assert FILE.read_text("utf-8") == written(), "python -m tests.games.pas_vu_pas_pris_page writes it anew"


def test_the_page_settles_as_the_rules_do() -> None:
    assert SETTLED.read_text("utf-8") == settled(), "python -m tests.games.pas_vu_pas_pris_settled writes it anew"

"""The lists of names: what each line is like, and what a list answers about a name."""

from collections import Counter
from dataclasses import dataclass

import pytest

from tablee.games.celebritix.names import FIELDS, LISTS, NameList, name_list, parse
from tablee.words.flags import KNOWN, PADDED, PARTS_KNOWN
from tablee.words.folding import fold

EACH = pytest.mark.parametrize("which", LISTS)
LONGEST = 40
SHORTEST = 2


@dataclass
class Words:
    words: str

    def look_up(self, word: str) -> int:
        return int(word.lower() in self.words.split())


SMALL = NameList(
    parse(
        """
        # A few
Jules César | César | - | histoire | 1
Montesquieu | - | - | littérature | 2
Miguel de Cervantes | Cervantes | - | littérature | 2
Brigitte Bardot | Bardot | B.B. | cinéma | 2
Sophie | - | - | littérature | 3
        """.replace("        #", "#")
    )
)


@pytest.mark.parametrize(
    ("which", "all_of_them", "popular"), [("french", 1_200, 300), ("international", 500, 150)]
)
def test_there_are_enough_of_them(which: str, all_of_them: int, popular: int) -> None:
    celebrities = name_list(which).celebrities
    assert len(celebrities) >= all_of_them
    assert sum(who.popularity == 1 for who in celebrities) >= popular


@EACH
def test_no_form_is_two_persons(which: str) -> None:
    forms = Counter(fold(form) for who in name_list(which).celebrities for form in who.forms)
    assert [form for form, count in forms.items() if count > 1] == []


@EACH
def test_forms_are_names_one_can_type(which: str) -> None:
    for who in name_list(which).celebrities:
        for form in who.forms:
            assert len(fold(form)) >= SHORTEST, form
            assert len(form) <= LONGEST, form
            assert form == " ".join(form.split()), form
            assert form[0].isupper() or form[0].isdigit(), form
        if who.initials:
            assert who.initials.endswith(".") and all(len(part) == 1 for part in who.initials[:-1].split(".")), (
                f"{who.initials}: written with dots"
            )


@EACH
def test_every_field_and_every_popularity_has_its_people(which: str) -> None:
    assert {who.field for who in name_list(which).celebrities} == set(FIELDS.values())


def test_there_are_ten_fields() -> None:
    assert len(FIELDS) == 10


def test_a_line_that_is_none_is_an_error() -> None:
    for line in ("Jules César", "A | - | - | cuisine | 1", "A | - | - | sport | 4", "A |  | - | sport | 1"):
        with pytest.raises(ValueError, match="line 1"):
            parse(line)


@pytest.mark.rule("celebritix", "R6")
@pytest.mark.parametrize(("said", "who"), [("Jules César", "Jules César"), ("cesar", "Jules César")])
def test_whole_name_or_surname_alone(said: str, who: str) -> None:
    assert SMALL.answer(said, None) == {who: KNOWN}


@pytest.mark.rule("celebritix", "R6", "D5")
def test_initials_where_the_list_has_them() -> None:
    assert SMALL.answer("B.B.", None) == {"Brigitte Bardot": KNOWN}
    assert SMALL.answer("J.C.", Words("j c j.c.")) == {"J.C.": 0}


@pytest.mark.rule("celebritix", "D25")
@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("Charles de Secondat de Montesquieu", "Montesquieu"),
        ("Miguel de Cervantes Saavedra", "Miguel de Cervantes"),
        ("Jules le grand César", "Jules César"),
    ],
)
def test_what_is_added_to_a_name_does_not_count(said: str, who: str) -> None:
    assert SMALL.answer(said, None) == {who: KNOWN | PADDED}


@pytest.mark.rule("celebritix", "D25")
def test_another_person_of_that_name_is_another_person() -> None:
    assert SMALL.answer("Paul César", Words("paul césar")) == {"Paul César": PARTS_KNOWN}
    assert SMALL.answer("Sophie Marceau", Words("sophie")) == {"Sophie Marceau": 0}


@pytest.mark.rule("celebritix", "D13")
def test_of_an_unlisted_name_the_lexicon_is_asked_part_by_part() -> None:
    lexicon = Words("marc blanc d' ormesson jean")
    assert SMALL.answer("Marc  Blanc", lexicon) == {"Marc Blanc": PARTS_KNOWN}
    assert SMALL.answer("Jean d'Ormesson", lexicon) == {"Jean d'Ormesson": PARTS_KNOWN}
    assert SMALL.answer("Blmscr", lexicon) == {"Blmscr": 0}
    assert SMALL.answer("Marc Blmscr", lexicon) == {"Marc Blmscr": 0}
    assert SMALL.answer("Marc Blanc", None) == {"Marc Blanc": 0}


def test_without_letters_there_is_no_answer() -> None:
    assert SMALL.answer("...", None) == {}

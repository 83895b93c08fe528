"""Slips of the pen: what is read as another word, and what is left as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.lexical import LexicalIndex
from knowledge.spelling import Spelling, as_meant

TEXTS = [
    (
        "1",
        "a",
        "The invoice of the Brennholt contract is in Portuguese. Seats are charged per month, a price per seat.",
    ),
    ("2", "a", "A host with a signed certificate restarts the dashboard; a sheet for the scheduler."),
    ("3", "a", "Die Kündigung größerer Verträge geht an das Sekretariat."),
    ("4", "b", "The codeword is zephyrine."),
]


@pytest.fixture(scope="module")
def spelling(tmp_path_factory: pytest.TempPathFactory) -> Spelling:
    """What TEXTS and the dictionaries know."""
    index = LexicalIndex(tmp_path_factory.mktemp("spelling") / "lexical.sqlite")
    index.add(TEXTS)
    return Spelling(index)


def read(spelling: Spelling, text: str, *scopes: str) -> str:
    """The text as it is read."""
    return as_meant(text, spelling.slips([text], scopes or ("a", "b")))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("is there an invoce?", "is there an invoice?", id="a letter left out"),
        pytest.param("is there an invooice?", "is there an invoice?", id="a letter doubled"),
        pytest.param("is there an invoise?", "is there an invoice?", id="a letter changed"),
        pytest.param("is there an inovice?", "is there an invoice?", id="two letters swapped"),
        pytest.param("a new certifcte please", "a new certificate please", id="two slips in a long word"),
        pytest.param("cost of my setas", "cost of my seats", id="a swap in a short one"),
        pytest.param("does brenholt cover it", "does brennholt cover it", id="a name of the documents"),
        pytest.param("does Brenholt cover it", "does Brennholt cover it", id="a name keeps its capital"),
        pytest.param("is it in Portugese", "is it in Portuguese", id="a long name"),
        pytest.param("INVOCE NOT PAID", "INVOICE NOT PAID", id="all in capitals"),
        pytest.param("when did you recieve it", "when did you receive it", id="a common word that no document says"),
        pytest.param("how is it chargged", "how is it charged", id="a doubled letter that a stem would lose"),
        pytest.param("the price per seet", "the price per seat", id="the word that stands beside the same word there"),
        pytest.param("the wrost of all", "the worst of all", id="a very common short word"),
        pytest.param("be honesst with me", "be honest with me", id="the common word that keeps every letter"),
        pytest.param("wo steht die Kundigug", "wo steht die Kundigung", id="German, folded as it is stored"),
    ],
)
def test_a_slip_is_read_as_the_word_that_is_meant(spelling: Spelling, typed: str, meant: str) -> None:
    """The nearest word of the documents, or a common one, in the case of what was typed; all else stays."""
    assert read(spelling, typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "the invoices of every contract",
        "a detergent for my dishwasher",  # known to a dictionary, not to the documents
        "dont you think it wont work",
        "is wifi included",
        "Ask Brandt about it",
        "the SAETS flag",
        "the tempature is wrong",  # two slips from a word that no document says
        "see https://example.com/invoce and ops@invoce.example",
        "run invoce.py in ./invoce or invoce-2",
        "the invoce_id column",
        "请问 invoices 发票在哪里可以找到",
        "счёта нет",
        "xqzvbn flurbomat",
        "",
    ],
)
def test_what_is_no_slip_stays_to_the_byte(spelling: Spelling, typed: str) -> None:
    """Words that something knows, names and abbreviations, parts of addresses, paths and codes, other scripts."""
    assert read(spelling, typed) == typed


def test_no_word_is_offered_from_where_nobody_may_look(spelling: Spelling) -> None:
    """A word that only another scope says is not put in."""
    assert read(spelling, "what is zephirine", "a", "b") == "what is zephyrine"
    assert read(spelling, "what is zephirine", "a") == "what is zephirine"
    assert read(spelling, "is there an invoce", "c") == "is there an invoice"


def test_nothing_is_a_slip_where_nothing_is_indexed(tmp_path: Path) -> None:
    """A catalog of databases knows no words, and its names would look like slips."""
    assert Spelling(LexicalIndex(tmp_path / "none.sqlite")).slips(["who direcetd Amadeus"], ["a"]) == {}


def test_the_slips_of_several_texts_are_found_at_once(spelling: Spelling) -> None:
    """Each typed word with what it is read as."""
    assert spelling.slips(["an invoce", "and the setas of it?"], ["a"]) == {"invoce": "invoice", "setas": "seats"}


def test_what_was_pasted_is_not_read(spelling: Spelling) -> None:
    """A log or a list of codes holds more strange words than anybody mistypes; it costs no search of each."""
    log = " ".join(f"invoc{chr(97 + at)}" for at in range(13))
    assert spelling.slips([log], ["a"]) == {}
    assert spelling.slips(["an invoce"], ["a"]) == {"invoce": "invoice"}
    letters = "abcdefghijklmnopqr"
    many = " ".join(f"word{one}{other}" for one in letters for other in letters)
    assert spelling.slips([f"{many} invoce"], ["a"]) == {}

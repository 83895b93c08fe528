"""Citations: only markers of real slots reach the user, in one piece or as the text streams."""

from __future__ import annotations

import pytest

from knowledge.citations import (
    MarkerFilter,
    checked,
    cited_sentences,
    joined,
    phantoms,
    supporting_quote,
)

VALID = (1, 2, 12)

TABLE = [
    ("Plain text.", "Plain text."),
    ("It is so [1].", "It is so [1]."),
    ("It is so [3].", "It is so."),
    ("It is so [1, 2].", "It is so [1][2]."),
    ("It is so [1; 2].", "It is so [1][2]."),
    ("It is so [1, 3].", "It is so [1]."),
    ("It is so [3, 9].", "It is so."),
    ("It is so [1][9][2].", "It is so [1][2]."),
    ("It is so [ 1 ].", "It is so [ 1 ]."),
    ("It is so[1].", "It is so[1]."),
    ("It is so [9] and [8] so.", "It is so and so."),
    ("[1] begins.", "[1] begins."),
    ("[9] begins.", " begins."),
    ("ends [12", "ends [12"),
    ("ends [", "ends ["),
    ("ends ", "ends "),
    ("a[i] and b[0] = x[a][12]", "a[i] and b = x[a][12]"),
    ("see [the guide](guide.md) [1]", "see [the guide](guide.md) [1]"),
    ("[x] done, [ ] open [1]", "[x] done, [ ] open [1]"),
    ("nested [[1]] and [[9]]", "nested [[1]] and []"),
    ("[1, 2, 12, 1, 2, 12, 1, 2, 12, 1, 2, 12] long", "[1][2][12][1][2][12][1][2][12][1][2][12] long"),
    ("[a long bracket that is no marker at all, never] [1]", "[a long bracket that is no marker at all, never] [1]"),
    ("one\n[1] two\n[9] three", "one\n[1] two\n three"),
    ("one\n\n[1]\n\ntwo  [9]  three", "one\n\n[1]\n\ntwo   three"),
    ("第一句 [1]。第二句[9]。", "第一句 [1]。第二句。"),
    ("price [€12] [12]", "price [€12] [12]"),
    ("[01] [1.5] [-1]", "[1] [1.5] [-1]"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_only_markers_of_real_slots_survive(text: str, expected: str) -> None:
    """Phantoms go with the blank before them, several in one bracket are written apart, other brackets stay."""
    if text == "nested [[1]] and [[9]]":
        expected = "nested [[1]] and []"
    assert checked(text, VALID) == expected


@pytest.mark.parametrize("text", [text for text, _ in TABLE])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_streaming_shows_what_checking_the_whole_would(text: str, size: int) -> None:
    """Fed in pieces of any size, the filter shows exactly the checked text."""
    markers = MarkerFilter(VALID)
    shown = "".join(markers.feed(text[at : at + size]) for at in range(0, len(text), size)) + markers.rest()
    assert shown == checked(text, VALID)


@pytest.mark.parametrize("text", [text for text, _ in TABLE])
def test_a_phantom_is_never_shown_even_for_a_moment(text: str) -> None:
    """What is shown so far is always the beginning of the checked text."""
    markers, shown = MarkerFilter(VALID), ""
    for character in text:
        shown += markers.feed(character)
        assert checked(text, VALID).startswith(shown)


def test_an_open_bracket_does_not_hold_the_text_for_ever() -> None:
    """A bracket that becomes no marker is let go while the text still streams."""
    markers = MarkerFilter(VALID)
    shown = "".join(markers.feed(character) for character in "see [this is no marker and goes on and on")
    assert shown.startswith("see [this is no")


def test_phantoms_are_named_once() -> None:
    """Each invented number is told once, in the order it was cited."""
    assert phantoms("a [9] b [1, 8] c [9][7]", VALID) == [9, 8, 7]
    assert phantoms("a [1] b [x]", VALID) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One [1]. Two [2][1]. Three.", [("One.", [1]), ("Two.", [2, 1]), ("Three.", [])]),
        ("One. [1] Two. [2]", [("One.", [1]), ("Two.", [2])]),
        ("One.[1][2] Two.", [("One.", [1, 2]), ("Two.", [])]),
        ("第一句。[1]第二句。[2]", [("第一句。", [1]), ("第二句。", [2])]),
        ("- item [1]\n- other [2]", [("- item\n- other", [1, 2])]),
        ("", []),
    ],
)
def test_each_sentence_knows_what_it_cites(text: str, expected: list[tuple[str, list[int]]]) -> None:
    """A marker belongs to the sentence before it, inside or behind the full stop."""
    assert cited_sentences(text) == expected


def test_the_supporting_quote_stands_in_the_passage() -> None:
    """The unit that shares most words is quoted letter for letter."""
    text = "Last week we met.\n\n**Refunds** are paid within 30 days.\n\n| Plan | Price |\n| --- | --- |\n| Pro | $14 |"
    assert supporting_quote("A refund is paid in 30 days.", text) == "**Refunds** are paid within 30 days."
    assert supporting_quote("The Pro plan's price is $14.", text) == "| Pro | $14 |"
    assert supporting_quote("Anything.", "```\ncode\n```") == "```\ncode\n```"
    assert supporting_quote("Anything.", "") == ""


def test_a_run_of_sentences_from_one_slot_is_cited_once() -> None:
    """The marker stands at the end of the run."""
    assert joined([("A.", 1), ("B.", 1), ("C.", 2), ("D.", 1)]) == "A. B. [1] C. [2] D. [1]"
    assert joined([("A.", 1), ("B.", 1), ("C.", 2)], "\n\n") == "A. B. [1]\n\nC. [2]"
    assert joined([]) == ""

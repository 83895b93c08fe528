"""Passages: evidence of any base, and their names."""

from __future__ import annotations

import pytest

from knowledge.passage import Passage


def test_a_passage_is_the_same_after_a_trip_through_a_dict() -> None:
    """to_dict and from_dict are inverse."""
    passage = Passage("i", "b", "t", "s", "title", "heading", 3, 0.5)
    assert Passage.from_dict(passage.to_dict()) == passage


def test_an_unknown_key_is_refused() -> None:
    """A dict that is no passage is a TypeError, not a half-filled passage."""
    with pytest.raises(TypeError):
        Passage.from_dict({"id": "i", "base": "b", "text": "t", "source": "s", "colour": "red"})


@pytest.mark.parametrize(
    ("title", "heading", "expected"), [("T", "H", "T > H"), ("T", "", "T"), ("", "H", "H"), ("", "", "b/x.md")]
)
def test_a_passage_is_named_by_where_it_stands(title: str, heading: str, expected: str) -> None:
    """Title and headings name the place; without them, the source does."""
    assert Passage("i", "b", "t", "b/x.md", title, heading).name == expected

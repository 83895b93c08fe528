"""Legal values in what was said: case, accents, articles and one slip do not matter, everyday words do."""

from __future__ import annotations

import pytest

from tools.gazetteer import find

VALUES = ("The Matrix", "It", "Up", "Amélie", "A Few Good Men", "Apollo 13", "Cloud Atlas", "TK-1042", "TK-1043")
SAID = {
    "Who directed THE MATRIX?": ["The Matrix"],
    "who directed the matirx": ["The Matrix"],
    "amelie and cloud atlas": ["Amélie", "Cloud Atlas"],
    "cast of few good men": ["A Few Good Men"],
    "apollo 12": [],
    "the status of tk 1042": ["TK-1042"],
    "TK-1044": [],
    "who directed it?": [],
    "Who directed It?": ["It"],
    "was 'up' good": ["Up"],
    "Cloud Atlas's director": ["Cloud Atlas"],
    "clouds over an atlas": [],
    "": [],
}


@pytest.mark.parametrize("text", SAID)
def test_values_are_found_where_they_are_said(text: str) -> None:
    """In order of place; a figure is never a slip of another."""
    assert [match.value for match in find(text, VALUES)] == SAID[text]

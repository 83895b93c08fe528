"""Legal values in what was said: case, accents, articles and one slip do not matter, everyday words do."""

from __future__ import annotations

import pytest

from tools.gazetteer import find

VALUES = (
    "The Matrix",
    "It",
    "Up",
    "Amélie",
    "A Few Good Men",
    "Apollo 13",
    "Cloud Atlas",
    "TK-1042",
    "TK-1043",
    "IN-1043",
    "Rocky II",
    "Hill & Sons",
    "Diane Keaton",
    "Robert De Niro",
)
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
    "ticket 1042 please": ["TK-1042"],
    "ticket 1043": [],
    "who is in rocky 2": ["Rocky II"],
    "the bills of Hill and Sons": ["Hill & Sons"],
    "films with de niro": ["Robert De Niro"],
    "What did Keaton play in?": ["Diane Keaton"],
    "What did Buster Keaton play in?": [],
}


@pytest.mark.parametrize("text", SAID)
def test_values_are_found_where_they_are_said(text: str) -> None:
    """In order of place; a figure is never a slip of another."""
    assert [match.value for match in find(text, VALUES)] == SAID[text]

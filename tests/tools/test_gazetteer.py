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
    "The 400 Blows",
    "8½",
    "Léon: The Professional",
    "Alien",
    "Aliens",
    "Ireland",
    "US",
    "Saint Vincent",
    "Samuel L. Jackson",
    "Lana Wachowski",
    "Lilly Wachowski",
    "Philippines",
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
    "what did keaton play in": ["Diane Keaton"],
    "is keaton's best film known": [],
    "who directed a few good mne": ["A Few Good Men"],
    "who made cloudatlas": ["Cloud Atlas"],
    "the cast of apollo thirteen": ["Apollo 13"],
    "Who is in Apolo 13?": ["Apollo 13"],
    "who directed the four hundred bolws": ["The 400 Blows"],
    "who directed the four hundred blows": ["The 400 Blows"],
    "who directed 8 1/2": ["8½"],
    "who directed Eight and a Half?": ["8½"],
    "Who plays in Léon?": ["Léon: The Professional"],
    "cast of leon the professional": ["Léon: The Professional"],
    "Alien's cast": ["Alien"],
    "the cast of Aliens": ["Aliens"],
    "Who directed Alien 3?": [],
    "Who directed Alien in 1979?": ["Alien"],
    "the capital of Northern Ireland": [],
    "the capital of Ireland": ["Ireland"],
    "the capital of New Ireland": [],
    "Ireland Ltd owes what?": ["Ireland"],
    "the capital of the u.s.": ["US"],
    "tell us more": [],
    "St Vincent, please": ["Saint Vincent"],
    "la capitale de l'Irlande": [],
    "la capitale de l'Ireland": ["Ireland"],
    "films of Samuel Jackson": ["Samuel L. Jackson"],
    "films by the Wachowskis": ["Lana Wachowski", "Lilly Wachowski"],
    "what did the Wachowski sisters make": ["Lana Wachowski", "Lilly Wachowski"],
    "what did Wachowski make": [],
    "capital of the Phillipines": ["Philippines"],
}


@pytest.mark.parametrize("text", SAID)
def test_values_are_found_where_they_are_said(text: str) -> None:
    """In order of place; a figure is never a slip of another."""
    assert [match.value for match in find(text, VALUES)] == SAID[text]

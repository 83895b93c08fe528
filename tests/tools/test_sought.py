"""What a question asks for: it is hardly given in it."""

from __future__ import annotations

import pytest

from tools.schema import Parameter
from tools.sought import asked_for, explained

COUNTRY = Parameter("country", "string", "The name of the country, in any case.")
CAPITAL = Parameter("capital", "string", "The name of the capital city, in any case. Hauptstadt.")
ACTOR = Parameter("actor", "string", "The name of the actor or actress or a part of it, in any case.")
TITLE = Parameter("title", "string", "The film's title or a part of it, in any case.")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which country has Singapore as its capital?", [COUNTRY]),
        ("Of which country is Lima the capital?", [COUNTRY]),
        ("De quel pays Lima est-elle la capitale?", []),
        ("What is the capital of Singapore?", [CAPITAL]),
        ("capital of peru", [CAPITAL]),
        ("Was ist die Hauptstadt von Peru?", [CAPITAL]),
        ("What's France's capital?", [CAPITAL]),
        ("Which city is the capital of Sri Lanka?", [CAPITAL]),
        ("Who acted in Shrek?", [ACTOR]),
        ("Which movies did Greta Gerwig act in?", [TITLE]),
        ("List all films with Judi Dench", [TITLE]),
        ("What did Wes Anderson direct?", [COUNTRY, CAPITAL, TITLE]),
        ("Heat", []),
    ],
)
def test_the_form_of_a_question_tells_what_it_asks_for(question: str, asked: list[Parameter]) -> None:
    """A noun behind "which", "the ... of" or a possessive; "who" asks for a person, a bare "what" for none."""
    assert [one for one in (COUNTRY, CAPITAL, ACTOR, TITLE) if asked_for(one, question)] == asked


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How do I close a ticket?", True),
        ("When is a ticket closed?", True),
        ("What does the handbook say about open tickets?", True),
        ("Warum ist das Ticket geschlossen?", True),
        ("Can I reopen a ticket that was closed?", True),
        ("Can I see the open tickets?", False),
        ("How many tickets are open?", False),
        ("Which tickets are open?", False),
        ("Any open tickets?", False),
        ("What are the names of the open tickets?", False),
    ],
)
def test_a_rule_is_asked_for_or_a_list(question: str, told: bool) -> None:
    """The verb of the first is no choice of tickets."""
    assert explained(question) is told

"""Whether a question points at one thing that is missing, so that it is worth asking about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tools.pointing import named, named_beside, points, wants_amount
from tools.schema import Parameter, Tool

TICKET = Tool("ticket", "", (Parameter("number", values=("TK-1", "TK-2")),), cues=("ticket", "tickets"))
OWNER = Tool("tickets_of", "", (Parameter("customer", values=("Acme", "Brightwater")),), cues=("ticket", "tickets"))
DAYS = Tool("between", "", (Parameter("first_day", unit="date"),), cues=("closed",))


@pytest.mark.parametrize(
    ("question", "tool", "strength"),
    [
        ("Who owns TK-9999?", TICKET, 2),
        ("Which tickets has Zorblax?", TICKET, 0),
        ("Which tickets has Zorblax?", OWNER, 2),
        ("which tickets has 'zorblax'?", OWNER, 2),
        ("What is the status of my ticket?", TICKET, 1),
        ("Who opened the ticket?", TICKET, 1),
        ("What makes a ticket urgent?", TICKET, 0),
        ("What is this about?", replace(TICKET, cues=("about",)), 0),
        ("Which tickets did we get in March?", OWNER, 0),
        ("What was closed?", DAYS, 0),
    ],
)
def test_a_name_points_more_than_a_possessive_and_any_of_a_kind_not_at_all(
    question: str, tool: Tool, strength: int
) -> None:
    """Figures point at codes, names at names; "a ticket" is any."""
    assert points(question, tool, [one.name for one in tool.parameters]) == strength


FILM = Tool(
    "film",
    "",
    (Parameter("title", "string", "The film's title", values=("Heat",)),),
    cues=("directed", "cast", "film", "play", "role"),
)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who directed Toy Story?", "Toy Story"),
        ("who directed toy story", "toy story"),
        ("the cast of the breakfast club", "breakfast club"),
        ("Who directed Lord of the Rings?", "Lord of the Rings"),
        ("Who directed 'speed racer'?", "speed racer"),
        ("Who directed Zorblax's film?", "Zorblax"),
        ("who directed a good film", ""),
        ("who directed the most films", ""),
        ("who directed it", ""),
        ("What does a Film Director do?", "Film Director"),
        ("What role does music play in a film?", ""),
        ("Which film was directed in the nineties?", ""),
        ("Which film was directed under the moon?", ""),
        ("Welche Films gibt es aus den Neunzigern?", ""),
        ("WHO DIRECTED TOY STORY?", "TOY STORY"),
        ("Le film d'Atlantide ?", "Atlantide"),
        ("Wer ist in der Cast?", ""),
    ],
)
def test_a_name_that_is_none_of_the_legal_values(question: str, name: str) -> None:
    """By its capitals or quotes, and in lower case by where it stands."""
    assert named(question, FILM, FILM.parameters[0]) == name


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who directed Jaws and Heat?", "Jaws"),
        ("Who directed Heat and Jaws?", "Jaws"),
        ("Who directed Heat, The Lion King and so on?", "The Lion King"),
        ("The cast of Heat and of 'jaws'?", "jaws"),
        ("Who directed Heat and who directed Jaws?", ""),
        ("Who plays the thief in Heat and Ellen Ripley in Jaws?", ""),
        ("Who directed Heat?", ""),
        ("Did Ben like Heat and what did Ada like?", ""),
    ],
)
def test_a_name_in_one_list_with_a_legal_value(question: str, name: str) -> None:
    """It was asked for as well; what a preposition follows is something else."""
    assert named_beside(question, FILM, FILM.parameters[0]) == name


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What would my mortgage payment be?", True),
        ("Calculate a loan payment", True),
        ("How much is it a month?", True),
        ("Was kostet das, wie hoch ist die Rate?", True),
        ("What makes up a monthly payment?", False),
        ("Why is the first payment mostly interest?", False),
    ],
)
def test_an_amount_of_one_s_own_is_asked_for_or_what_it_is(question: str, asked: bool) -> None:
    """A calculator without a value asks for the first alone."""
    assert wants_amount(question) is asked

"""How many required arguments nothing said could fill."""

from __future__ import annotations

import math

import pytest

from tools.gating.fillable import unfilled
from tools.guard.provenance import Turn
from tools.schema import Parameter, Tool


def missing(question: str, *parameters: Parameter) -> float:
    """How many of these arguments, all required, nothing in the question could fill."""
    return round(math.expm1(unfilled([Turn("user", question)], Tool("tool", "", parameters))), 2)


def string(name: str, description: str = "") -> Parameter:
    """A required argument in words."""
    return Parameter(name, "string", description, required=True)


TRIP = (string("origin"), string("destination"))


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("A train from Leeds to San Diego", 0.0),
        ("A train to San Diego", 1.0),
        ("A train to San Diego, CA on 3 May", 1.0),
        ("a train to san diego", 1.0),
        ("From 456 Elm Street, Springville to Washington, DC", 0.0),
        ("Are there nice cheap trains?", 2.0),
        ("A night train", 2.0),
    ],
)
def test_one_place_fills_one_argument(question: str, left: float) -> None:
    """A city with its state is one place, whatever list knows it; "nice" is none."""
    assert missing(question, *TRIP) == left


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Leave from Bonn at 5 in the afternoon", 0.0),
        ("Leave from Bonn tomorrow", 1.0),
        ("Leave at half past six", 1.0),
    ],
)
def test_what_departs_has_a_place_and_a_time(question: str, left: float) -> None:
    """The name of an argument says which of the two it asks for."""
    assert missing(question, string("departure_location"), string("departure_time")) == left


def test_a_number_of_minutes_is_a_number() -> None:
    """An argument that is a number is filled by one, though its name speaks of time."""
    wait = Parameter("max_wait_time", "integer", "The longest wait in minutes", required=True)
    assert missing("A ride within 10 minutes", wait) == 0.0
    assert missing("A ride right away", wait) == 1.0


def test_a_choice_is_named_by_its_words() -> None:
    """A figure does not name a choice that happens to hold it."""
    show = Parameter("show_type", "string", "", required=True, enum=("3D", "IMAX"))
    assert missing("Two seats in IMAX", show) == 0.0
    assert missing("I'd like 3 tickets", show) == 1.0


@pytest.mark.parametrize(
    ("question", "left"),
    [("What is the capital of France?", 0.0), ("the capital in general", 1.0), ("My ID, please", 1.0)],
)
def test_a_land_is_a_place_wherever_it_stands(question: str, left: float) -> None:
    """A code that is a word as well names none."""
    assert missing(question, string("country")) == left


def test_a_store_tells_what_its_arguments_can_be() -> None:
    """Where the legal values are known, one of them has to be said."""
    title = Parameter("title", "string", "", required=True, values=("The Glass Harbour", "Heat"))
    assert missing("Who is in the glass harbour?", title) == 0.0
    assert missing("Who is in Zorblax?", title) == 1.0


def test_words_and_defaults_leave_nothing_open() -> None:
    """Any words fill a query; what is not required is not missed."""
    assert missing("Anything new?", string("query")) == 0.0
    assert unfilled([Turn("user", "Hi")], Tool("tool", "", (Parameter("city", "string"),))) == 0.0

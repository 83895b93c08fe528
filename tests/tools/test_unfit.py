"""Why a reply gives no value, and who has none to give."""

from __future__ import annotations

import pytest

from tools.schema import Parameter
from tools.unfit import declines, unfit


@pytest.mark.parametrize(
    ("parameter", "why"),
    [
        (Parameter("fee", "number", unit="dollars"), "“lots” holds no number that could be read as dollars"),
        (Parameter("seats", "integer"), "“lots” holds no whole number that could be read as it"),
        (Parameter("title", "string", values=("Heat",)), "“lots” is not known here"),
        (Parameter("name", "string", values=("Ann Lots", "Ben Lots")), "“lots” could be Ann Lots or Ben Lots"),
        (Parameter("size", "string", enum=("s", "m")), "“lots” is none of the choices"),
        (Parameter("day", "string", unit="date"), "“lots” names no day"),
        (Parameter("note", "string"), "“lots” could not be read"),
    ],
)
def test_the_reason_names_what_was_said_and_what_was_looked_for(parameter: Parameter, why: str) -> None:
    """One for each sort of value."""
    assert unfit(parameter, "lots") == why


@pytest.mark.parametrize("said", ["", "I don't know", "no idea", "skip", "Keine Ahnung", "je ne sais pas", "?"])
def test_who_does_not_know_is_understood(said: str) -> None:
    """In three languages, and without a word."""
    assert declines(said)


@pytest.mark.parametrize("said", ["90", "lots of money", "nothing much, 90", "no more than 90"])
def test_who_says_something_does_not_decline(said: str) -> None:
    """Also where it begins with a no."""
    assert not declines(said)

"""Cues: words in any form, phrases, phrases around a legal value, and a slip where nothing else is heard."""

from __future__ import annotations

import pytest

from tools.gating.cues import cues_said
from tools.schema import Parameter, Tool

CAST = Tool(
    "cast",
    "",
    (Parameter("title", values=("The Glass Harbour", "Heat")),),
    cues=("played", "who is in", "in {title}", "director", "seat of government"),
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who plays the lead?", {"played"}),
        ("who's in heat", {"who is in", "in {title}"}),
        ("Was Ada Lund in The Glass Harbour?", {"in {title}"}),
        ("Was Ada Lund in Rome?", set()),
        ("The dircetor, please", {"director"}),
        ("The dircetor who played", {"played"}),
        ("Is the directory open?", {"director"}),
        ("The seat of goverment, please", {"seat of government"}),
        ("", set()),
    ],
)
def test_the_cues_that_a_question_says(question: str, said: set[str]) -> None:
    """A contraction is read in full; an article belongs to its name."""
    assert cues_said(CAST, question) == said


def test_a_name_that_no_store_knows_can_stand_where_a_value_does() -> None:
    """So that the tool it is meant for is the one that asks."""
    assert cues_said(CAST, "Who was in Zorblax?", "Zorblax") == {"in {title}"}

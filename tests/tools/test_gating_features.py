"""What a message says that a tool's arguments could be, in numbers."""

from __future__ import annotations

import pytest

from tools.gating.features import NAMES, features
from tools.guard.provenance import Turn
from tools.schema import Parameter, Tool

MEAN = Tool("mean", "Mean of a list of figures.", (Parameter("values", "array", required=True),))
STYLE = Tool("restyle", "Changes a chart's style.", (Parameter("style", "object", required=True),))
WORD = Tool("dictionary", "Meaning of a word.", (Parameter("word", "string", required=True),))
FORECAST = Tool("forecast", "Weather at a place.", (Parameter("place", "string", required=True),))


def found(question: str, tool: Tool, feature: str) -> float:
    """One feature of a question and a tool, whatever they mean."""
    return dict(zip(NAMES, features([Turn("user", question)], tool, 0.0, 0.0), strict=True))[feature]


@pytest.mark.parametrize(
    ("question", "tool", "left"),
    [
        ("What is the mean of 4, 8 and 15?", MEAN, 0.0),
        ("Mean of [2.5, 3]", MEAN, 0.0),
        ("What is a mean?", MEAN, 1.0),
        ("Mean of 1,250,000 people", MEAN, 1.0),
        ("Mean of 4 and 8", MEAN, 1.0),
        ("Use 4, 8 and 15 for the style", STYLE, 1.0),
    ],
)
def test_a_list_that_was_said_fills_one(question: str, tool: Tool, left: float) -> None:
    """Three figures in a row or figures in brackets are a list, and never an object."""
    assert found(question, tool, "unsayable") == left


@pytest.mark.parametrize(
    ("question", "tool", "filled"),
    [
        ("what is the meaning of marzipan", WORD, 0.6),
        ("show me the meaning of a word", WORD, 0.3),
        ("weather in bodo", FORECAST, 0.6),
        ("what is the weather like", FORECAST, 0.0),
        ("Weather in Bodø", FORECAST, 1.0),
        ("Is the weather bad?", FORECAST, 0.0),
    ],
)
def test_words_beyond_the_tools_own_may_be_a_value(question: str, tool: Tool, filled: float) -> None:
    """A message in small letters names a word or a place as well, if it holds more than the tool's words."""
    assert found(question, tool, "filled") == filled

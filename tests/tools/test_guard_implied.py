"""What the guard derives from what was said by one general step, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Reason, Verdict
from tools.schema import Parameter, Tool

DISH = Parameter("dish_type", description="Sort of dish, e.g. dessert, main course, breakfast")
PLACE = Parameter("city", description="The city, such as 'Austin, TX' or 'Reno, NV'")
SYMBOL = Parameter("symbol", description="The stock's symbol")
TICKET = Parameter("number", values=("TK-1015", "TK-2016", "IN-2016"))
MODES = Parameter("modes", "array", items=Parameter("", "string", enum=("fast", "quiet", "cold")))


def verdict(parameter: Parameter, value: Any, *texts: str) -> tuple[Verdict, Reason]:
    """The verdict on one value after these turns of the user."""
    tool = Tool("tool", parameters=(parameter,))
    talk = Conversation(tuple(Turn("user", text) for text in texts))
    one = check(tool, Call({parameter.name: value}), talk).by_name()[parameter.name]
    return one.verdict, one.reason


@pytest.mark.parametrize(
    ("parameter", "value", "text", "reason"),
    [
        (Parameter("age_range"), "25-30", "I am 26 years old", Reason.COMPUTED),
        (Parameter("top_n", "integer"), 1, "Which is the highest mountain in Peru?", Reason.COMPUTED),
        (SYMBOL, "TSLA", "How did Tesla do today?", Reason.CODE),
        (Parameter("player"), "Lionel Messi", "How rich is Messi?", Reason.PARAPHRASED),
        (Parameter("actor"), "Robert De Niro", "films with de niro", Reason.PARAPHRASED),
        (Parameter("state"), "California", "Crime in San Francisco", Reason.REGION_ADDED),
        (Parameter("area"), "Manhattan, New York City", "Thai food in Manhattan", Reason.REGION_ADDED),
        (TICKET, "TK-1015", "who opened ticket 1015?", Reason.PARAPHRASED),
        (Parameter("volume", "integer", "From 0 (mute) to 100 (maximum volume)"), 100, "at full volume", Reason.CODE),
    ],
)
def test_one_general_step_makes_a_value_derived(parameter: Parameter, value: Any, text: str, reason: Reason) -> None:
    """It runs named or is asked about, with the step told."""
    assert verdict(parameter, value, text) == (Verdict.DERIVED, reason)


@pytest.mark.parametrize(
    ("parameter", "value", "text", "reason"),
    [
        (DISH, "dessert", "A recipe for brownies, please", Reason.NOT_SAID),
        (PLACE, "Austin, TX", "A house to rent", Reason.NOT_SAID),
        (Parameter("top_n", "integer"), 1, "Which are the highest mountains in Peru?", Reason.NOT_SAID),
        (SYMBOL, "AMZN", "How did Tesla do today?", Reason.NOT_SAID),
        (Parameter("player"), "Lionel Messi", "How rich is Antonela Messi?", Reason.NOT_SAID),
        (Parameter("state"), "Texas", "Crime in San Francisco", Reason.NOT_SAID),
        (Parameter("city"), "Washington", "A flight to Seattle", Reason.NOT_SAID),
        (TICKET, "TK-2016", "who opened ticket 2016?", Reason.NOT_SAID),
        (Parameter("person"), "Justin", "just a moment", Reason.NOT_SAID),
        (Parameter("seats", "integer"), 1, "that one, one way", Reason.NOT_SAID),
    ],
)
def test_a_step_that_the_words_do_not_bear_is_not_taken(
    parameter: Parameter, value: Any, text: str, reason: Reason
) -> None:
    """Another option, another name, two codes of one figure: nothing follows."""
    assert verdict(parameter, value, text) == (Verdict.ABSENT, reason)


def test_choices_of_one_list_do_not_speak_against_each_other() -> None:
    """Of two choices that were said both count; one that was not said is refused beside another that was."""
    assert verdict(MODES, ["fast", "quiet"], "fast and quiet")[0] is Verdict.GIVEN
    assert verdict(MODES, ["fast", "cold"], "fast and quiet") == (Verdict.ABSENT, Reason.OTHER_SAID)


@pytest.mark.parametrize(
    ("value", "outcome"),
    [("17:15", (Verdict.ABSENT, Reason.NEGATED)), ("15:00", (Verdict.GIVEN, Reason.SAID))],
)
def test_the_last_word_on_a_time_counts(value: str, outcome: tuple[Verdict, Reason]) -> None:
    """A time that the user changed to another is taken back."""
    assert verdict(Parameter("time"), value, "Wake me at 5:15 pm", "Sorry, change it to 3 pm") == outcome


@pytest.mark.parametrize(
    ("parameter", "value", "text"),
    [
        (Parameter("city"), "NYC", "from New York to Boston"),
        (Parameter("museum"), "MOMA", "the Museum of Modern Art"),
        (Parameter("size"), "Extra Large", "in size XL"),
        (Parameter("title"), "The Godfather Part II", "the godfather part 2"),
        (Parameter("diet"), "diet", "dietary advice"),
        (Parameter("weeks", "integer"), 1, "the last week's numbers"),
    ],
)
def test_a_name_answers_to_all_its_forms(parameter: Parameter, value: Any, text: str) -> None:
    """Nicknames, initials, sizes, Roman numbers, words of one family: in either direction."""
    assert verdict(parameter, value, text)[0] is not Verdict.ABSENT

"""What the guard derives from what was said by one general step, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Reason, Verdict
from tools.schema import Effect, Parameter, Tool

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
        (Parameter("restaurant"), "Dickey's Barbecue Pit", "let's try Dickey's", Reason.PARAPHRASED),
        (Parameter("park"), "Yosemite National Park", "Hikes in Yosemite", Reason.PARAPHRASED),
        (Parameter("time", "integer"), 120, "for two minutes", Reason.COMPUTED),
        (Parameter("total_outcomes", "integer"), 52, "a king from a deck of cards", Reason.INFERRED),
        (Parameter("favorable_outcomes", "integer"), 4, "a king from a deck of cards", Reason.INFERRED),
        (Parameter("x", "number"), 3.14159, "from 0 to pi", Reason.INFERRED),
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
        (Parameter("city"), "Santa Clara", "hotels in Santa Rosa", Reason.NOT_SAID),
        (Parameter("park"), "Portland, ME", "in Portland, OR", Reason.NOT_SAID),
        (Parameter("title"), "Check the mail", "Check my account", Reason.NOT_SAID),
        (Parameter("quantity", "integer"), 52, "a deck of cards", Reason.NOT_SAID),
        (Parameter("seconds", "integer"), 120, "two kilos", Reason.NOT_SAID),
        (Parameter("command"), "rm -rf notes", "remove the notes", Reason.NOT_SAID),
        (Parameter("command"), "ping 10.0.0.2", "is 10.0.0.1 up?", Reason.NOT_SAID),
    ],
)
def test_a_step_that_the_words_do_not_bear_is_not_taken(
    parameter: Parameter, value: Any, text: str, reason: Reason
) -> None:
    """Another option, another name, two codes of one figure: nothing follows."""
    assert verdict(parameter, value, text) == (Verdict.ABSENT, reason)


@pytest.mark.parametrize(
    ("effect", "texts", "outcome"),
    [
        ("action", ("brownies within 30 minutes",), (Verdict.DERIVED, Reason.INFERRED)),
        ("calculator", ("brownies within 30 minutes",), (Verdict.ABSENT, Reason.NOT_SAID)),
        ("action", ("brownies",), (Verdict.ABSENT, Reason.NOT_SAID)),
        ("action", ("a breakfast of brownies within 30 minutes",), (Verdict.ABSENT, Reason.NOT_SAID)),
    ],
)
def test_a_category_by_example_is_inferred_where_all_else_was_given(
    effect: Effect, texts: tuple[str, ...], outcome: tuple[Verdict, Reason]
) -> None:
    """Not for a calculator, not beside another absent value, and not where another of the examples was said."""
    tool = Tool("recipe", parameters=(DISH, Parameter("minutes", "integer")), effect=effect)
    talk = Conversation(tuple(Turn("user", text) for text in texts))
    one = check(tool, Call({"dish_type": "dessert", "minutes": 30}), talk).by_name()["dish_type"]
    assert (one.verdict, one.reason) == outcome


@pytest.mark.parametrize(
    ("record", "outcome"),
    [
        ({"name": "Ann", "role": "nurse", "tone": "formal"}, (Verdict.DERIVED, Reason.PARAPHRASED)),
        ({"name": "Ann", "role": "nurse", "age": 41}, (Verdict.ABSENT, Reason.NOT_SAID)),
        ({"name": "Ann", "city": "Rome", "tone": "formal"}, (Verdict.ABSENT, Reason.NOT_SAID)),
        ([{"name": "Ann", "role": "nurse"}, {"name": "Bob", "role": "guest"}], (Verdict.ABSENT, Reason.NOT_SAID)),
        ([{"name": "Ann", "role": "nurse", "tone": "formal"}], (Verdict.DERIVED, Reason.PARAPHRASED)),
        (["Ann", "nurse", "formal"], (Verdict.ABSENT, Reason.NOT_SAID)),
    ],
)
def test_a_record_that_was_mostly_said_may_hold_a_word_of_its_author(
    record: Any, outcome: tuple[Verdict, Reason]
) -> None:
    """Half of its leaves, two at the least, must have been said, and every figure; a plain list is said or is not."""
    assert verdict(Parameter("person", "object"), record, "Ann is a nurse") == outcome


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
        (Parameter("genre"), "Science Fiction", "some sci fi"),
    ],
)
def test_a_name_answers_to_all_its_forms(parameter: Parameter, value: Any, text: str) -> None:
    """Nicknames, initials, sizes, Roman numbers, words of one family: in either direction."""
    assert verdict(parameter, value, text)[0] is not Verdict.ABSENT

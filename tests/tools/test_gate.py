"""Intent gating: kinds, cues and the score that a tool's fit to a question gives."""

from __future__ import annotations

from tests.word_vectors import WordEmbedder
from tools.gating.gate import Gate, Offer
from tools.guard.provenance import Turn
from tools.schema import Parameter, Tool

DOSE = Tool(
    "dose_calculator",
    "Computes the dose of a drug from the weight of a patient.",
    (Parameter("weight_kg", "number", "Weight of the patient in kg", required=True),),
    effect="calculator",
    cues=("dose for", "calculate", "how much"),
    kinds=("compute", "lookup"),
)
CAPITAL = Tool("capital_by_country", "The capital of a country.", (Parameter("country", "string", required=True),))


def decided(question: str, *tools: Tool, kind: str | None = None) -> list[tuple[str, bool, str]]:
    """What the gate decides on each tool, without scores."""
    offers = Gate(WordEmbedder()).offers([Turn("user", question)], tools, kind)
    return [(one.tool, one.offered, one.reason) for one in offers]


def test_a_tool_is_offered_for_its_kinds_and_cues_alone() -> None:
    """What the literature says about dosing does not offer the calculator; a dose for a patient does."""
    assert decided("What does the literature say about dosing?", DOSE) == [("dose_calculator", False, "cues")]
    assert decided("Calculate the dose for 70 kg", DOSE, kind="compute") == [("dose_calculator", True, "cues")]
    assert decided("Calculate the dose for 70 kg", DOSE, kind="summarize") == [("dose_calculator", False, "kind")]


def test_what_is_refused_is_not_scored() -> None:
    """A question that says no cue costs no more than hearing that."""
    assert Gate(WordEmbedder()).offers([Turn("user", "hi")], [DOSE]) == [Offer("dose_calculator", 0.0, False, "cues")]


def test_without_cues_the_score_decides() -> None:
    """A question about capitals is offered the tool for them, one about nothing of the sort is not."""
    assert decided("What is the capital of France?", CAPITAL) == [("capital_by_country", True, "score")]
    assert decided("hi", CAPITAL) == [("capital_by_country", False, "score")]


def test_scores_are_shares_in_the_order_of_the_tools() -> None:
    """One score a tool, in [0, 1]; no tool, no score."""
    gate = Gate(WordEmbedder())
    scores = gate.scores([Turn("user", "What is the capital of France?")], [DOSE, CAPITAL])
    assert len(scores) == 2
    assert 0 < scores[0] < scores[1] < 1
    assert gate.offers([Turn("user", "hi")], []) == []
    assert isinstance(gate.offers([Turn("user", "hi")], [CAPITAL])[0], Offer)

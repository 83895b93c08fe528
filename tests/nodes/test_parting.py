"""What rules make of a message in its conversation: the catalog larkspur's own router says where it is cut."""

from __future__ import annotations

import pytest

from graph.resources import Resources
from knowledge.quoting import Quoted
from nodes.answer import apart
from nodes.parting import by_rules

PRO = "What does the Pro plan cost?"
TWO = "Can I pay it by invoice? And how do I export a board?"

CONVERSATIONS: list[tuple[list[str], str, list[str]]] = [
    (
        [PRO],
        "And for ten seats, and why does the dashboard keep logging me out?",
        ["What does the Pro plan cost for ten seats?", "why does the dashboard keep logging me out?"],
    ),
    ([PRO], TWO, ["Can I pay the Pro plan by invoice?", "how do I export a board?"]),
    ([PRO, TWO], "and in euros?", ["Can I pay the Pro plan by invoice in euros?"]),
    (
        [PRO, TWO, "and in euros?"],
        "What about the Team plan, and can I get a refund?",
        ["Can I pay the Team plan by invoice in euros?", "can I get a refund?"],
    ),
    ([PRO, TWO], "What does a server cost?", ["What does a server cost?"]),
    ([], "And for ten seats?", ["And for ten seats?"]),
]


@pytest.mark.parametrize(("earlier", "message", "texts"), CONVERSATIONS)
def test_a_follow_up_is_cut_and_completed(
    resources: Resources, earlier: list[str], message: str, texts: list[str]
) -> None:
    """Each part of a follow-up is completed from what was said; of two questions said before, the one that is meant."""
    parts = by_rules(message, earlier, resources.cascade, resources.catalog.names)
    assert [part.text for part in parts] == texts


def test_a_sentence_is_quoted_once() -> None:
    """A sentence that is chosen for two questions stands where it is nearer to the front, of two such the first."""
    one, two, three = (Quoted(n, f"Text {n}.", f"Text {n}.") for n in (1, 2, 3))
    assert apart([("q1", [one, two, three]), ("q2", [two, three]), ("q3", [])]) == [[one], [two, three], []]
    assert apart([("q1", [one]), ("q2", [one, two])]) == [[one], [two]]

"""The cascade: floor rules and the semantic tier decide together, within the bases a run may search."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graph.resources import Resources
from knowledge.catalog import Catalog
from routing.cascade import Asked
from routing.decision import Limits
from routing.rules import FloorRules

RULE = Limits("recall", 3, 0.3, 0.15, 0.25)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How do I rotate an API key?", {"tech": "api key"}),
        ("HOW DO I ROTATE AN API KEY?", {"tech": "api key"}),
        ("our apikey", {}),
        ("rapid API keyring", {}),
        ("Wo steht die Kündigung?", {"law": "kundigung"}),
        ("kundigung", {"law": "kundigung"}),
        ("C++ or c#?", {"tech": "c++"}),
        ("a.b is a literal", {"law": "a.b"}),
        ("aXb is not", {}),
        ("API key and Kündigung", {"tech": "api key", "law": "kundigung"}),
        ("", {}),
    ],
)
def test_keywords_force_their_base(text: str, expected: dict[str, str], make_catalog: Callable[..., Catalog]) -> None:
    """Whole words, folded for case and accents, taken literally."""
    catalog = make_catalog(
        {"tech": {"keywords": ["API key", "C++"]}, "law": {"keywords": ["Kündigung", "a.b"]}, "x": {}}
    )
    assert dict(FloorRules.of(catalog).read(text).forced) == expected


def test_a_keyword_matches_in_linear_time(make_catalog: Callable[..., Catalog]) -> None:
    """A hostile message costs no more than its length."""
    rules = FloorRules.of(make_catalog({"a": {"keywords": ["a" * 50 + "b", "(a+)+$"]}}))
    assert dict(rules.read("a" * 200_000).forced) == {}


def test_a_forced_base_is_in_only_where_it_is_allowed(resources: Resources) -> None:
    """A floor rule never widens a run past the bases its caller allowed."""
    question = "How do I rotate an API key on my invoice?"
    everywhere, _ = resources.cascade.decide(Asked("q1", question), ["technical", "billing", "general"], RULE)
    narrow, _ = resources.cascade.decide(Asked("q1", question), ["general"], RULE)
    assert {"technical", "billing"} <= {name for name, _ in everywhere.bases}
    assert [name for name, _ in narrow.bases] == ["general"]


def test_scores_lie_between_zero_and_one_for_the_allowed_bases(resources: Resources) -> None:
    """One confidence for each allowed base, in the catalog's order."""
    for text in ("What does Pro cost?", "", "???", "保留数据", "x" * 5_000):
        scores = resources.cascade.scores(Asked("q", text), ["general", "technical"])
        assert list(scores) == ["technical", "general"]
        assert all(0 <= score <= 1 for score in scores.values())


def test_asking_again_searches_every_allowed_base(resources: Resources) -> None:
    """What the critic asks goes everywhere it may, and says who asked."""
    decision = resources.cascade.everywhere(Asked("q2", "refund"), ["billing", "general"], "not answered yet")
    assert {name for name, _ in decision.bases} == {"billing", "general"}
    assert (decision.question, decision.tier, decision.fell_back, decision.reason) == (
        "q2",
        "critic",
        False,
        "not answered yet",
    )


def test_the_same_question_is_decided_the_same(resources: Resources) -> None:
    """Deciding is deterministic."""
    asked = (Asked("q1", "Why was I charged twice?"), resources.catalog.names, RULE)
    assert resources.cascade.decide(*asked) == resources.cascade.decide(*asked)

"""Decisions: how scores become bases under each policy, and when cheap tiers are sure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from knowledge.catalog import Policy
from routing.decision import Decision, Limits, choose, is_sure

CLEAR = {"a": 0.8, "b": 0.2, "c": 0.1}
CLOSE = {"a": 0.6, "b": 0.55, "c": 0.16}
LOW = {"a": 0.2, "b": 0.25, "c": 0.1}


def limits(policy: Policy = "recall", width: int = 3, **given: Any) -> Limits:
    """Limits with the catalog's defaults."""
    return Limits(policy, width, **{"floor": 0.3, "threshold": 0.15, "sure": 0.25, **given})


POLICIES = [
    ("single", CLEAR, ["a"]),
    ("single", CLOSE, ["a"]),
    ("multi", CLEAR, ["a"]),
    ("multi", CLOSE, ["a", "b"]),
    ("recall", CLEAR, ["a", "b"]),
    ("recall", CLOSE, ["a", "b", "c"]),
    ("all", CLEAR, ["a", "b", "c"]),
    ("all", LOW, ["b", "a", "c"]),
]


@pytest.mark.parametrize(("policy", "scores", "expected"), POLICIES)
def test_each_policy_names_its_bases(policy: Policy, scores: dict[str, float], expected: list[str]) -> None:
    """Policy single takes the best, multi those near it, recall those above a low threshold, all takes all."""
    decision = choose("q1", scores, [], "semantic", limits(policy))
    assert [name for name, _ in decision.bases] == expected
    assert (decision.tier, decision.fell_back) == ("semantic", False)


def test_a_decision_is_told_whole() -> None:
    """The decision holds question, scored bases, tier and reason, and is a plain dict for the state."""
    decision = choose("q1", CLEAR, [], "semantic", limits())
    assert decision == Decision("q1", (("a", 0.8), ("b", 0.2)), "semantic", False, "a scores 0.80")
    assert replace(decision, scores={"a": 0.8, "b": 0.2, "c": 0.10049}, kind="lookup").to_dict() == {
        "question": "q1",
        "bases": [{"name": "a", "score": 0.8}, {"name": "b", "score": 0.2}],
        "tier": "semantic",
        "fell_back": False,
        "reason": "a scores 0.80",
        "scores": {"a": 0.8, "b": 0.2, "c": 0.1},
    }


@pytest.mark.parametrize("policy", ["single", "multi", "recall"])
def test_under_the_floor_every_base_is_searched(policy: Policy) -> None:
    """No base that is likely enough means no base may be left out, whatever width says, and the decision says so."""
    assert choose("q1", LOW, [], "semantic", limits(policy, width=1)) == Decision(
        "q1",
        (("b", 0.25), ("a", 0.2), ("c", 0.1)),
        "semantic",
        True,
        "no base reached the floor 0.30 (best: b 0.25); searching every base",
    )


def test_the_floor_itself_is_enough() -> None:
    """A score at the floor is not under it; with no floor nothing is."""
    assert not choose("q1", {"a": 0.3, "b": 0.1}, [], "semantic", limits()).fell_back
    assert not choose("q1", {"a": 0.0, "b": 0.0}, [], "semantic", limits(floor=0)).fell_back


FORCED = [
    ("forced and best", CLEAR, ["a"], 3, ["a", "b"], "semantic"),
    ("forced and last", CLEAR, ["c"], 3, ["c", "a", "b"], "semantic"),
    ("forced beyond the width", CLEAR, ["b", "c"], 1, ["b", "c"], "rules"),
    ("forced under the floor", LOW, ["c"], 1, ["c"], "rules"),
    ("forced fills the width", CLEAR, ["c"], 1, ["c"], "rules"),
]


@pytest.mark.parametrize(
    ("name", "scores", "forced", "width", "expected", "tier"), FORCED, ids=[row[0] for row in FORCED]
)
def test_a_floor_rule_forces_its_base_in(
    name: str, scores: dict[str, float], forced: list[str], width: int, expected: list[str], tier: str
) -> None:
    """A forced base is in whatever its score, before the others and past the width; never a fallback."""
    decision = choose("q1", scores, forced, "semantic", limits(width=width))
    assert ([base for base, _ in decision.bases], decision.tier, decision.fell_back) == (expected, tier, False)
    assert decision.reason.startswith(f"a floor rule names {', '.join(forced)}")


def test_the_width_bounds_the_decision() -> None:
    """No more bases than the width are named, the best first."""
    for width in (1, 2, 3, 64):
        decision = choose("q1", CLOSE, [], "semantic", limits(width=width))
        assert [name for name, _ in decision.bases] == ["a", "b", "c"][:width]


def test_only_bases_of_the_scores_are_named() -> None:
    """A run restricted to some bases is decided among them alone, under the floor too."""
    for policy in ("single", "multi", "recall", "all"):
        for scores in ({"b": 0.9}, {"b": 0.01}, {"b": 0.5, "c": 0.1}):
            decision = choose("q1", scores, [], "semantic", limits(policy))
            assert {name for name, _ in decision.bases} <= scores.keys()
            assert decision.bases


def test_ties_keep_the_catalogs_order() -> None:
    """Equal scores are named in the order of the catalog, every time."""
    decision = choose("q1", {"z": 0.5, "y": 0.5, "x": 0.5}, [], "semantic", limits(width=2))
    assert [name for name, _ in decision.bases] == ["z", "y"]


SURE = [
    ("a clear lead", CLEAR, [], True),
    ("a close race", CLOSE, [], False),
    ("under the floor", LOW, [], False),
    ("a lead under the floor", {"a": 0.29, "b": 0.0}, [], False),
    ("one base only", {"a": 0.4}, [], True),
    ("one base under the floor", {"a": 0.1}, [], False),
    ("a rule names the best", CLOSE, ["a"], True),
    ("a rule names another", CLOSE, ["b"], False),
    ("rules name two", CLOSE, ["a", "b"], False),
    ("a rule under the floor", LOW, ["b"], False),
    ("a lead of exactly the margin", {"a": 0.75, "b": 0.5}, [], True),
]


@pytest.mark.parametrize(("name", "scores", "forced", "expected"), SURE, ids=[row[0] for row in SURE])
def test_cheap_tiers_are_sure_only_of_a_clear_lead(
    name: str, scores: dict[str, float], forced: list[str], expected: bool
) -> None:
    """Sure means over the floor and well ahead, or named by a rule alone."""
    assert is_sure(scores, forced, limits()) is expected


def test_choosing_changes_nothing() -> None:
    """Scores and forced bases stay as they were."""
    scores, forced = dict(CLOSE), ["c"]
    choose("q1", scores, forced, "semantic", limits())
    is_sure(scores, forced, limits())
    assert (scores, forced) == (CLOSE, ["c"])

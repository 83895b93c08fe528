"""Contradictions: told where two documents say different things of the same, and not where they speak of two things."""

from __future__ import annotations

import pytest

from evals.contradictions import TARGETS, run
from evals.report import missed
from graph.settings import Settings
from knowledge.contradictions import Contradiction, Side, contradictions
from knowledge.passage import Passage


def pair(one: str, other: str, titles: tuple[str, str] = ("Policy 2024", "Policy 2025")) -> list[tuple[int, Passage]]:
    """Two passages of two documents."""
    both = zip((one, other), titles, strict=True)
    return [(n, Passage(str(n), "b", text, f"b/{n}.md", title)) for n, (text, title) in enumerate(both, 1)]


def test_the_newer_side_comes_first() -> None:
    """The years in the titles date the two statements."""
    old, new = "Refunds are paid within 30 days.", "Refunds are paid within 14 days."
    assert contradictions(pair(old, new)) == [
        Contradiction("number", (Side(2, new, new, "2025"), Side(1, old, old, "2024")))
    ]


@pytest.mark.parametrize("split", ["tune", "report"])
def test_the_labelled_pairs(split) -> None:
    """Of ten contradictions at least eight are told, with at most one false alarm in forty."""
    result = run(Settings.from_env({}), split=split)
    assert (result["n"], result["targets"], missed(result)) == (50, TARGETS, {})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Pro plan costs $8.", "The Team plan costs $22."),
        ("Backups are kept for 14 days.", "Backups are kept for two weeks."),
        ("1. Wait 5 minutes.", "1. Wait 9 minutes."),
    ],
)
def test_two_things_are_no_contradiction(one: str, other: str) -> None:
    """Another plan, another unit of the same span, a step of another list."""
    assert contradictions(pair(one, other)) == []

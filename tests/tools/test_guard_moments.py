"""Moments that are told from the hour it is: "this time tomorrow", "midnight tonight", "in just ten minutes"."""

from __future__ import annotations

from datetime import datetime

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.schema import Parameter, Tool

NOW = datetime(2024, 5, 15, 16, 20)  # noqa: DTZ001 - a moment without a zone
TOOL = Tool("remind", parameters=(Parameter("at"),))
MEANT = [
    ("this time tomorrow", "2024-05-16T16:20"),
    ("yesterday at the same time", "2024-05-14T16:20"),
    ("same time next Friday", "2024-05-24T16:20"),
    ("morgen um dieselbe Zeit", "2024-05-16T16:20"),
    ("demain à la même heure", "2024-05-16T16:20"),
    ("midnight tonight", "2024-05-16T00:00"),
    ("on Friday at midnight", "2024-05-18T00:00"),
    ("this very minute", "2024-05-15T16:20"),
    ("do it right away", "2024-05-15T16:20"),
    ("in just ten minutes", "2024-05-15T16:30"),
    ("in approximately two hours", "2024-05-15T18:20"),
    ("an hour prior", "2024-05-15T15:20"),
    ("0730 tomorrow", "2024-05-16T07:30"),
    ("1900 on Friday", "2024-05-17T19:00"),
    ("eight tomorrow morning", "2024-05-16T08:00"),
    ("7 on Friday evening", "2024-05-17T19:00"),
    ("two hours from this moment", "2024-05-15T18:20"),
    ("+3h", "2024-05-15T19:20"),
    ("20m ago", "2024-05-15T16:00"),
    ("40s ago, or so", "2024-05-15T16:19:20"),
    ("in a half hour", "2024-05-15T16:50"),
    ("on Friday", "2024-05-17T00:00"),
]


@pytest.mark.parametrize(("text", "moment"), MEANT)
def test_a_moment_is_told_from_now(text: str, moment: str) -> None:
    """The day by its name, the hour by the clock's or by the part of the day."""
    assert check(TOOL, Call({"at": moment}), Conversation((Turn("user", text),), reference=NOW)).runs


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("this time tomorrow", "2024-05-16T16:30"),
        ("this time tomorrow", "2024-05-15T16:20"),
        ("on Friday at noon", "2024-05-18T00:00"),
        ("on Friday at midnight", "2024-05-19T00:00"),
        ("Friday, twelve noon", "2024-05-17T00:00"),
        ("in an hour and 20 minutes", "2024-05-15T16:40"),
        ("five hours from now", "2024-05-15T16:20"),
        ("Friday 07:15", "2024-05-17T19:15"),
    ],
)
def test_another_moment_is_refused(text: str, moment: str) -> None:
    """Neither another hour nor another day."""
    assert not check(TOOL, Call({"at": moment}), Conversation((Turn("user", text),), reference=NOW)).runs

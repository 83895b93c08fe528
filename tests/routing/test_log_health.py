"""routing.log_health: each base by itself, which is taken for which, and the curves over time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from knowledge.catalog import Catalog
from routing.log import RouteLog
from routing.log_health import MOST_STEPS, over_time, routing_health, told
from routing.log_rows import DecisionRow, ShadowRow

AT = datetime(2026, 3, 1, 12, 10, tzinfo=UTC)


def row(run: str, *, hours: float = 0, **given: Any) -> DecisionRow:
    """A decision for tea, hours after ten past noon."""
    plain: dict[str, Any] = {
        "question": "q1",
        "origin": "q1",
        "question_hash": run,
        "catalog": "tiny",
        "tier": "semantic",
        "bases": ("tea",),
        "scores": {"tea": 0.8, "pots": 0.1},
        "searched": 1,
        "passages": {"tea": 2},
    }
    return DecisionRow(time=AT + timedelta(hours=hours), run_id=run, **(plain | given))


@pytest.fixture
def log(tmp_path: Path) -> Iterator[RouteLog]:
    """Four decisions over tiny, one of another catalog, and one look behind a decision."""
    kept = RouteLog(f"sqlite:///{tmp_path / 'log.sqlite'}")
    kept.record(
        [
            row("r1"),
            row("r2", hours=0.5, passages={"tea": 0}, scores={"tea": 0.2, "pots": 0.3}, empty=True, apology=True),
            row("r3", hours=2, bases=("tea", "pots"), fell_back=True, passages={"tea": 1, "pots": None}),
            row("r4", hours=2, bases=("pots",), passages={"pots": 1}),
            row("r5", catalog="other"),
        ]
    )
    kept.record_shadow([ShadowRow(AT, "r1", "r1", "tea", 0.3, "pots", 0.9), ShadowRow(AT, "r5", "r5", "x", 0, "y", 1)])
    yield kept
    kept.close()


def test_health(log: RouteLog, make_catalog: Callable[..., Catalog]) -> None:
    """A base counts the decisions that name it; misroutes, seen and silent, are one table; another catalog's rows are
    not read.
    """
    catalog = make_catalog({"tea": {"files": {}}, "pots": {"files": {}}, "cups": {"files": {}}})
    found = routing_health(log, catalog)
    none = dict.fromkeys(("empty", "failed", "apologies", "reopened"), 0)
    assert found["bases"] == {
        "tea": {"decisions": 3, "share": 0.75, "fallback_rate": 0.3333, **none, "empty": 1, "apologies": 1},
        "pots": {"decisions": 2, "share": 0.5, "fallback_rate": 0.5, **none, "failed": 1},
        "cups": {"decisions": 0, "share": 0.0, "fallback_rate": 0.0, **none},
    }
    assert found["confusion"] == {"tea": {"pots": 2}}
    quiet = {"fallback_rate": 0.0, "empty": 0, "apologies": 0, "reopened": 0}
    first = {"at": "2026-03-01T12:00:00+00:00", "decisions": 2, **quiet, "empty": 1, "apologies": 1}
    second = {"at": "2026-03-01T14:00:00+00:00", "decisions": 2, **quiet, "fallback_rate": 0.5}
    assert found["over_time"] == {
        "step_s": 3600,
        "points": [
            {**first, "shares": {"tea": 1.0, "pots": 0.0, "cups": 0.0}},
            {**second, "shares": {"tea": 0.5, "pots": 1.0, "cups": 0.0}},
        ],
    }
    more = {"bases", "confusion", "over_time"}
    assert {name: value for name, value in found.items() if name not in more} == told(log, catalog)
    assert told(log, catalog, AT + timedelta(hours=1))["decisions"] == 2


@pytest.mark.parametrize(("hours", "step_s"), [(0, 3600), (90, 3600), (110, 86_400), (2300, 86_400), (9000, 604_800)])
def test_the_step_fits_the_time(hours: float, step_s: int) -> None:
    """The shortest step of hour, day and week that needs no more than a hundred points."""
    curve = over_time([row("a"), row("b", hours=hours)], ["tea"])
    assert curve["step_s"] == step_s
    assert len(curve["points"]) == (2 if hours else 1)
    assert hours * 3600 / step_s < MOST_STEPS


def test_no_decision_no_point() -> None:
    """An empty log has an empty curve."""
    assert over_time([], ["tea"]) == {"step_s": 3600, "points": []}

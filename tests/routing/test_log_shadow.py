"""Looking behind decisions: which are worth a look, and that a base which fails or hangs harms nothing."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedBase, catalog_of, passage

from knowledge.bases.base import Search
from routing.log import RouteLog
from routing.log_rows import DecisionRow, ShadowRow, sampled
from routing.log_shadow import MOST_WAITING, Look, ShadowSearches, looks

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ("alpha", "beta", "gamma")
Answer = Callable[[Search], list[Any]]


def state(*searched: tuple[str, list[float] | None], origin: str = "q1") -> dict[str, Any]:
    """One question's findings: a base and the scores of its passages, None where its search failed; and a second
    question in the service of `origin`, asked of gamma where that is q1.
    """
    findings = [
        {"question": "q1", "base": base, "passages": [{"score": score} for score in scores or []]}
        for base, scores in searched
    ]
    if origin == "q1":
        findings.append({"question": "q2", "base": "gamma", "passages": [{"score": 0.99}]})
    asked = {"text": "Are apples red?", "literal": "are they red"}
    return {
        "questions": [{"id": "q1", "origin": "q1", **asked}, {"id": "q2", "origin": origin, **asked}],
        "findings": findings,
    }


def row(**given: Any) -> DecisionRow:
    """The decision of the first question, for alpha."""
    plain: dict[str, Any] = {"origin": "q1", "bases": ("alpha",), "passages": {"alpha": 1}}
    return DecisionRow(AT, "run", "q1", "hash", "tiny", **{**plain, **given})


def others(found: list[Look]) -> list[tuple[float, tuple[str, ...]]]:
    """What each look compares."""
    return [(one.chosen_best, one.others) for one in found]


ALL = {"share": 1, "allowed": NAMES, "comparable": NAMES}


@pytest.mark.parametrize(
    ("state", "row", "given", "expected"),
    [
        (state(("alpha", [0.4, 0.6]), origin="q2"), row(), {}, [(0.6, ("beta", "gamma"))]),
        # What the critic had searched for the question was no secret.
        (state(("alpha", [0.4])), row(), {}, [(0.4, ("beta",))]),
        # A base that returned nothing is beaten by anything, and that is worth knowing.
        (state(("alpha", []), origin="q2"), row(passages={"alpha": 0}), {}, [(0, ("beta", "gamma"))]),
        (state(("alpha", [0.4]), origin="q2"), row(), {"allowed": ("alpha", "beta")}, [(0.4, ("beta",))]),
        (state(("alpha", [0.4]), origin="q2"), row(), {"comparable": ("alpha", "gamma")}, [(0.4, ("gamma",))]),
        (state(("alpha", [0.4]), origin="q2"), row(), {"comparable": ("beta", "gamma")}, []),
        (state(("alpha", None), origin="q2"), row(passages={"alpha": None}), {}, []),
        (state(origin="q2"), row(bases=(), passages={}), {}, []),
        (state(("alpha", [0.4]), origin="q2"), row(), {"share": 0}, []),
        (state(*((name, [0.4]) for name in NAMES)), row(passages=dict.fromkeys(NAMES, 1)), {}, []),
    ],
    ids=[
        "unchosen bases",
        "seen by the critic",
        "nothing found",
        "not allowed",
        "another scale",
        "chosen on another scale",
        "chosen base failed",
        "nothing chosen",
        "share 0",
        "nothing left out",
    ],
)
def test_what_is_worth_a_look(
    state: dict[str, Any], row: DecisionRow, given: dict[str, Any], expected: list[Any]
) -> None:
    """The best passage of the chosen bases is compared with each allowed base on the same scale that nobody asked."""
    assert others(looks(state, [row], **{**ALL, **given})) == expected


def test_the_same_questions_are_drawn_each_time() -> None:
    """A question is in the sample or not, whichever run asks it."""
    rows = [
        DecisionRow(AT, run, "q1", f"h{n}", "tiny", "q1", bases=("alpha",), passages={"alpha": 1})
        for n in range(200)
        for run in ("a", "b")
    ]
    found = looks(state(("alpha", [0.4]), origin="q2"), rows, **{**ALL, "share": 0.2})
    expected = [(f"h{n}", run) for n in range(200) for run in ("a", "b") if sampled(f"h{n}", 0.2)]
    assert [(one.row.question_hash, one.row.run_id) for one in found] == expected
    assert 20 < len(found) / 2 < 60


@pytest.fixture
def log(tmp_path: Path) -> Iterator[RouteLog]:
    """A log in the test's folder."""
    opened = RouteLog(f"sqlite:///{tmp_path / 'log.sqlite'}")
    yield opened
    opened.close()


def over(log: RouteLog, folder: Path, answers: dict[str, Answer], **given: Any) -> ShadowSearches:
    """Searches in the shadow of scripted bases, all decisions looked behind."""
    catalog = catalog_of(folder, {name: {} for name in answers})
    bases = {name: ScriptedBase(name, answer) for name, answer in answers.items()}
    return ShadowSearches(catalog, bases, log, 1, "embedded", **{"pause_s": 0.01, **given})


def broken(_: Search) -> list[Any]:
    """A base that is down."""
    raise OSError("down")


def test_a_base_that_fails_is_told_once(log: RouteLog, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The others are compared all the same, and the process's log hears of it once, without the question."""
    answers: dict[str, Answer] = {
        "alpha": lambda search: [],
        "beta": broken,
        "gamma": lambda search: [passage("gamma", "Red.", 0.3), passage("gamma", "Green.", 0.7)],
    }
    shadow = over(log, tmp_path, answers)
    with caplog.at_level(logging.WARNING, logger="signalbox.log"):
        for _ in range(2):
            shadow.offer(state(("alpha", [0.4]), origin="q2"), [row()], NAMES)
            assert shadow.settle(10)
    assert log.shadows() == [ShadowRow(AT, "run", "hash", "alpha", 0.4, "gamma", 0.7)] * 2
    assert caplog.messages == ["searching in the shadow failed, answers are not touched: beta: OSError: down"]
    assert shadow.bases["gamma"].asked == [Search("Are apples red?", "are they red", 3, 0.2)] * 2  # type: ignore[attr-defined]


def test_a_base_that_hangs_is_left_behind(log: RouteLog, tmp_path: Path) -> None:
    """The deadline of a look ends the wait, and the base is not asked again while it hangs."""
    free = threading.Event()
    answers: dict[str, Answer] = {
        "alpha": lambda search: [],
        "beta": lambda search: [] if free.wait(30) else [search],
        "gamma": lambda search: [passage("gamma", "Red.", 0.7)],
    }
    shadow = over(log, tmp_path, answers, deadline_s=0.3)
    for _ in range(2):
        shadow.offer(state(("alpha", [0.4]), origin="q2"), [row()], NAMES)
        assert shadow.settle(10)
    free.set()
    # The first look spent its time on beta; the second found gamma.
    assert [one.other_base for one in log.shadows()] == ["gamma"]
    assert len(shadow.bases["beta"].asked) == 1  # type: ignore[attr-defined]


def test_an_offer_returns_at_once_and_settling_is_bounded(log: RouteLog, tmp_path: Path) -> None:
    """Offers never wait, what does not fit is dropped, and settling drops the rest when its time is up."""
    free = threading.Event()
    shadow = over(
        log, tmp_path, {"alpha": broken, "beta": lambda search: [] if free.wait(30) else [search], "gamma": broken}
    )
    began = time.monotonic()
    for _ in range(MOST_WAITING * 3):
        shadow.offer(state(("alpha", [0.4]), origin="q2"), [row()], ("alpha", "beta"))
    assert len(shadow._waiting) <= MOST_WAITING
    assert shadow.settle(0.2) is False
    assert time.monotonic() - began < 3
    free.set()
    assert shadow.settle(10)
    assert len(log.shadows()) <= 1


def test_a_run_that_cannot_be_read_is_told(log: RouteLog, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A state that is not as expected raises nothing where an answer is on its way."""
    shadow = over(log, tmp_path, {"alpha": broken})
    with caplog.at_level(logging.WARNING, logger="signalbox.log"):
        shadow.offer({}, [row()], NAMES)
    assert caplog.messages == [
        "searching in the shadow failed, answers are not touched: a run could not be read: KeyError: 'questions'"
    ]

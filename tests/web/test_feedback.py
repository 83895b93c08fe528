"""The feedback route: what it keeps, what it refuses, and that no collector of traces is waited for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from graph.resources import Resources
from routing.log import RouteLog
from routing.log_rows import DecisionRow
from web.feedback import Feedback, Judged

RUN = "01a22c4e-b98f-760f-8563-9f0deeb0d7ba"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[RouteLog]:
    """A log that knows one run."""
    opened = RouteLog(f"sqlite:///{tmp_path / 'routes.sqlite'}")
    opened.record([DecisionRow(datetime.now(UTC), RUN, "q1", "hash", "tiny")])
    yield opened
    opened.close()


def client(log: RouteLog | None) -> httpx.AsyncClient:
    """A client of the route over that log."""
    app = Starlette(routes=[Route("/signalbox/feedback", Feedback(lambda: log).__call__, methods=["POST"])])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://signalbox")


async def test_kept(log: RouteLog) -> None:
    """Feedback on a known run is kept, and a later judgement of it takes its place."""
    async with client(log) as http:
        for given in ({"score": 1, "comment": "Good."}, {"score": 0}, {"score": 0, "comment": " Too long. "}):
            answer = await http.post("/signalbox/feedback", json={"run_id": RUN, **given})
            assert (answer.status_code, answer.text) == (204, "")
    assert [(row.run_id, row.score, row.comment) for row in log.feedback()] == [(RUN, 0, "Too long.")]


async def test_judgements_are_told(make_resources: Callable[..., Resources]) -> None:
    """Each judgement stands beside the questions it judges and the bases that were searched, the youngest first."""
    resources = make_resources({"wiki": {"files": {"a.md": "Text."}}}, settings={"log_text": True})
    log = resources.route_log
    assert log is not None
    for run, catalog in (("run-1", "tiny"), ("run-2", "tiny"), ("run-3", "other")):
        text = f"Question of {run}?"
        log.record([DecisionRow(datetime.now(UTC), run, "q1", "hash", catalog, text=text, bases=("wiki",))])
        log.record_feedback(run, int(run == "run-1"), "Wrong." if run == "run-2" else None)
    served: Any = {"signalbox": SimpleNamespace(resources=resources)}
    app = Starlette(routes=[Route("/feedback.json", Judged(served).__call__)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://signalbox") as http:
        told = (await http.get("/feedback.json")).json()
        unknown = await http.get("/feedback.json", params={"graph": "nope"})
    log.close()
    at = [row.pop("at") for row in told["rows"]]
    assert at == sorted(at, reverse=True)
    second = {
        "run_id": "run-2",
        "score": 0,
        "comment": "Wrong.",
        "questions": ["Question of run-2?"],
        "bases": ["wiki"],
    }
    first = second | {"run_id": "run-1", "score": 1, "comment": None, "questions": ["Question of run-1?"]}
    counts = {"helpful": 1, "not_helpful": 1}
    assert told == {"graph": "signalbox", "catalog": "tiny", **counts, "rows": [second, first]}
    assert (unknown.status_code, unknown.json()["detail"]) == (404, "graph: 'nope' is not served; valid: signalbox")


REFUSED = [
    (b'{"run_id": "01a22c4e-b98f-760f-8563-9f0deeb0d7bb", "score": 1}', 404, "run_id: the route log has no run"),
    (b'{"run_id": "' + RUN.encode() + b'", "score": 2}', 422, "score: Input should be 0 or 1"),
    (b'{"run_id": "' + RUN.encode() + b'", "score": 1, "more": 1}', 422, "more: Extra inputs"),
    (b'{"run_id": "x", "score": 1}', 422, "run_id: Input should be a valid UUID"),
    (b"[" * 1_000, 422, "feedback: Invalid JSON"),
    (b"", 422, "feedback: Invalid JSON"),
    (b" " * 10_001, 413, "feedback: at most 10,000 bytes"),
    (
        b'{"run_id": "' + RUN.encode() + b'", "score": 1, "comment": "' + b"x" * 2_001 + b'"}',
        422,
        "comment: String should",
    ),
]


@pytest.mark.parametrize(("body", "status", "says"), REFUSED)
async def test_refused(log: RouteLog, body: bytes, status: int, says: str) -> None:
    """What is no feedback, and a run that decided nothing here, are refused with the reason, and nothing is kept."""
    async with client(log) as http:
        answer = await http.post("/signalbox/feedback", content=body)
    assert answer.status_code == status
    assert answer.json()["detail"].startswith(says)
    assert log.feedback() == []


async def test_without_a_log(tmp_path: Path) -> None:
    """Where no log is kept, or it cannot be written, the route says so."""
    async with client(None) as http:
        answer = await http.post("/signalbox/feedback", json={"run_id": RUN, "score": 1})
    assert (answer.status_code, answer.json()["detail"]) == (
        503,
        "feedback: SIGNALBOX_LOG is none, so nothing can be kept",
    )
    (tmp_path / "file").write_text("no database")
    broken = RouteLog(f"sqlite:///{tmp_path / 'file'}")
    async with client(broken) as http:
        answer = await http.post("/signalbox/feedback", json={"run_id": RUN, "score": 1})
    broken.close()
    assert answer.status_code == 503
    assert "the decision log cannot be used" in answer.json()["detail"]

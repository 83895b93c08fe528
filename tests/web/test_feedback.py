"""The feedback route: what it keeps, what it refuses, and that no collector of traces is waited for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from routing.log import RouteLog
from routing.log_rows import DecisionRow
from web.feedback import Feedback

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
        for score in (1, 0):
            answer = await http.post("/signalbox/feedback", json={"run_id": RUN, "score": score})
            assert (answer.status_code, answer.text) == (204, "")
    assert [(row.run_id, row.score) for row in log.feedback()] == [(RUN, 0)]


REFUSED = [
    (b'{"run_id": "01a22c4e-b98f-760f-8563-9f0deeb0d7bb", "score": 1}', 404, "run_id: the route log has no run"),
    (b'{"run_id": "' + RUN.encode() + b'", "score": 2}', 422, "score: Input should be 0 or 1"),
    (b'{"run_id": "' + RUN.encode() + b'", "score": 1, "more": 1}', 422, "more: Extra inputs"),
    (b'{"run_id": "x", "score": 1}', 422, "run_id: Input should be a valid UUID"),
    (b"[" * 1_000, 422, "feedback: Invalid JSON"),
    (b"", 422, "feedback: Invalid JSON"),
    (b" " * 2_001, 413, "feedback: at most 2,000 bytes"),
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

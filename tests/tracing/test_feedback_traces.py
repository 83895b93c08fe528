"""Feedback on a traced run reaches its trace, and a collector that hangs holds up nobody."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid5

import httpx
import pytest
from collector import PROJECT, collect
from langsmith import Client
from langsmith.utils import get_env_var
from starlette.applications import Starlette
from starlette.routing import Route

from graph.settings import Trace
from routing.log import RouteLog
from routing.log_rows import DecisionRow
from web.feedback import KEY, Feedback

RUN = "01a22c4e-b98f-760f-8563-9f0deeb0d7ba"
EXPECTED = {
    "run_id": RUN,
    "key": KEY,
    "score": 1,
    "id": str(uuid5(UUID(RUN), KEY)),
    "session_id": PROJECT,
    "comment": "",
}


COMMENT = "Wrong price; write to ana@example.org"


@pytest.mark.parametrize(
    ("hangs", "trace", "comment"),
    [(False, "full", COMMENT), (False, "masked", "Wrong price; write to [e-mail]"), (True, "hidden", None)],
)
async def test_feedback_traces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hangs: bool, trace: Trace, comment: str | None
) -> None:
    """Score and comment arrive under the run's id, as much of its words as traces may carry; the answer to the user
    comes first, whatever the collector does.
    """
    log = RouteLog(f"sqlite:///{tmp_path / 'routes.sqlite'}")
    log.record([DecisionRow(datetime.now(UTC), RUN, "q1", "hash", "tiny")])
    with collect(hangs=hangs, multipart=False) as collector:
        for name, value in {"TRACING": "true", "ENDPOINT": collector.url, "API_KEY": "ls-1"}.items():
            monkeypatch.setenv(f"LANGSMITH_{name}", value)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        get_env_var.cache_clear()
        client = Client()
        app = Starlette(routes=[Route("/", Feedback(lambda: log, lambda: client, trace).__call__, methods=["POST"])])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://signalbox") as http:
            began = time.monotonic()
            answer = await http.post("/", json={"run_id": RUN, "score": 1, "comment": COMMENT})
            assert (answer.status_code, time.monotonic() - began < 2) == (204, True)
        until = time.monotonic() + 60
        while not hangs and not collector.kept["feedback"] and time.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        kept = [{name: one[name] for name in EXPECTED} for one in collector.kept["feedback"]]
        assert kept == ([] if hangs else [EXPECTED | {"comment": comment}])
    get_env_var.cache_clear()
    assert [(row.score, row.comment) for row in log.feedback()] == [(1, COMMENT)]
    log.close()

"""The review set over HTTP: what waits is listed with what may be said of it, and what is said is kept."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from graph.resources import Resources
from routing.review_rows import ReviewRow
from web.review import Review

AT = datetime(2026, 3, 1, tzinfo=UTC)
BASES = {"wiki": {"files": {"a.md": "# A\n\nText."}}, "desk": {"files": {"b.md": "# B\n\nText."}}}


@pytest.fixture
def resources(make_resources, monkeypatch: pytest.MonkeyPatch) -> Iterator[Resources]:
    """A tiny catalog whose log has one row to label."""
    opened = make_resources(BASES, settings={"log_text": True})
    log = opened.route_log
    with log._writing() as connection:
        from routing.log_tables import REVIEW, values_of

        connection.execute(REVIEW.insert(), values_of(ReviewRow(AT, "r-1", "run", "tiny", "Where is it?", "sampled")))
    yield opened
    log.close()


def client(resources: Resources) -> httpx.AsyncClient:
    """A client of both routes."""
    review: Any = Review({"signalbox": SimpleNamespace(resources=resources)})  # type: ignore[dict-item]
    routes = [Route("/review.json", review.waiting), Route("/review", review.keep, methods=["POST"])]
    return httpx.AsyncClient(transport=httpx.ASGITransport(Starlette(routes=routes)), base_url="http://signalbox")


async def test_waiting_and_keep(resources: Resources) -> None:
    """A row waits until it is labelled."""
    async with client(resources) as http:
        told = (await http.get("/review.json")).json()
        assert (told["bases"], told["waiting"], told["rows"][0]["review_id"]) == (["wiki", "desk"], 1, "r-1")
        kept = await http.post("/review", json={"review_id": "r-1", "bases": ["desk"], "kind": "lookup"})
        assert (kept.status_code, kept.json()) == (200, {"waiting": 0})
        assert (await http.get("/review.json")).json()["rows"] == []


REFUSED = [
    ({"review_id": "r-2"}, 404, "review_id: 'r-2' is no row of 'tiny'"),
    ({"review_id": "r-1", "bases": ["nope"]}, 422, "'nope' is not a base of 'tiny'"),
    ({"review_id": "r-1", "colour": "red"}, 422, "label: colour"),
    ({"graph": "nope", "review_id": "r-1"}, 404, "graph: 'nope' is not served"),
    (["r-1"], 422, "send one JSON object"),
]


@pytest.mark.parametrize(("body", "status", "says"), REFUSED)
async def test_refused(resources: Resources, body: Any, status: int, says: str) -> None:
    """What names nothing that is there is refused with the reason."""
    async with client(resources) as http:
        answer = await http.post("/review", json=body)
    assert answer.status_code == status
    assert says in answer.json()["detail"]

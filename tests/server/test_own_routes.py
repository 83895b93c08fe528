"""The server's own routes without keys: health, routing figures, metrics, and what its door refuses to anyone."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from dev_server import Server
from langgraph_sdk.client import LangGraphClient

from web.health import FRESH_S

pytestmark = pytest.mark.server

PRO = "What does the Pro plan cost?"


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    """A plain client."""
    with httpx.Client(base_url=server.url, timeout=240, trust_env=False) as opened:
        yield opened


async def ask(client: LangGraphClient, text: str = PRO, **more: Any) -> Any:
    """The final state of a run without a thread."""
    return await client.runs.wait(None, "signalbox", input={"messages": [{"role": "user", "content": text}]}, **more)


def test_health(http: httpx.Client) -> None:
    """Every store is probed, and the catalog, the model and the state of the store are told."""
    answer = http.get("/signalbox/health")
    told = answer.json()
    assert (answer.status_code, told["state"]) == (200, "ok")
    assert [check["seen"] for check in told["door"]] == ["none; only this machine is answered"]
    (one,) = told["catalogs"]
    assert (one["graph"], one["catalog"], one["model"]) == ("signalbox", "larkspur", "none")
    assert one["bases"] == ["technical", "billing", "general"]
    assert {check["what"]: check["state"] for check in one["checks"]} == {
        **dict.fromkeys(("catalog", "embedding", "store"), "ok"),
        **{f"base {base}": "ok" for base in one["bases"]},
    }
    assert "says what the documents say" in one["checks"][2]["seen"]


def test_health_tells_of_a_store_behind_its_documents(http: httpx.Client, server: Server) -> None:
    """A document that changed after the ingest is a warning with the command that mends it; nothing is at fault."""
    page = server.folder / "catalogs" / "larkspur" / "documents" / "general" / "trials.md"
    before = page.read_text()
    page.write_text(f"{before}\nTrials can be paused.\n")
    try:
        # A look counts for some seconds, and another test may just have had this one.
        until = time.monotonic() + 2 * FRESH_S
        answer = http.get("/signalbox/health", params={"model": "true"})
        while answer.json()["state"] == "ok" and time.monotonic() < until:
            time.sleep(0.5)
            answer = http.get("/signalbox/health", params={"model": "true"})
    finally:
        page.write_text(before)
    told = answer.json()
    assert (answer.status_code, told["state"]) == (200, "warning")
    (store,) = [check for check in told["catalogs"][0]["checks"] if check["what"] == "store"]
    assert "1 of" in store["seen"]
    assert "general/trials.md" in store["seen"]
    assert store["fix"] == "signalbox ingest"


async def test_routes(client: LangGraphClient, http: httpx.Client) -> None:
    """What was decided is there by base and over time, with the shares of the command `routes`."""
    await ask(client)
    told = http.get("/signalbox/routes.json").json()
    assert (told["graph"], told["catalog"], told["graphs"]) == ("signalbox", "larkspur", ["signalbox"])
    assert set(told["bases"]) == {"technical", "billing", "general"}
    billing = told["bases"]["billing"]
    assert billing["decisions"] >= 1
    assert set(billing) == {"decisions", "share", "fallback_rate", "empty", "failed", "apologies", "reopened"}
    points = told["over_time"]["points"]
    assert sum(point["decisions"] for point in points) == told["decisions"]
    assert set(points[0]["shares"]) == set(told["bases"])
    assert http.get("/signalbox/routes.json", params={"days": "0"}).json()["decisions"] == 0


BAD_QUERIES = [
    ({"graph": "nope"}, 404, "graph: 'nope' is not served; valid: signalbox"),
    ({"graph": "../clinic"}, 404, "graph: '../clinic' is not served; valid: signalbox"),
    ({"days": "many"}, 400, "days: a number from 0 to 36500 (got 'many')"),
    ({"days": "-1"}, 400, "days: a number from 0 to 36500 (got '-1')"),
    ({"days": "nan"}, 400, "days: a number from 0 to 36500 (got 'nan')"),
    ({"days": "1e999"}, 400, "days: a number from 0 to 36500 (got '1e999')"),
    ({"days": ""}, 400, "days: a number from 0 to 36500 (got '')"),
]


@pytest.mark.parametrize(("query", "status", "says"), BAD_QUERIES)
def test_a_bad_query_of_routes(http: httpx.Client, query: dict[str, str], status: int, says: str) -> None:
    """A graph that is not served and a number that is none are refused by name."""
    answer = http.get("/signalbox/routes.json", params=query)
    assert (answer.status_code, answer.json()) == (status, {"detail": says})


async def test_metrics(client: LangGraphClient, http: httpx.Client) -> None:
    """Prometheus reads requests, the process's memory and each base's decisions; a stranger's path is no label."""
    await ask(client)
    http.get("/no/such/path")
    text = http.get("/signalbox/metrics").text
    values = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}
    assert values['signalbox_requests_total{method="GET",path="/other",status="404"}'] >= 1
    assert values['signalbox_requests_total{method="POST",path="/runs",status="200"}'] >= 1
    assert values['signalbox_base_decisions{base="billing",catalog="larkspur"}'] >= 1
    assert values['signalbox_log_lost_rows{catalog="larkspur"}'] == 0
    assert values["process_resident_memory_bytes"] > 1e8
    assert "/no" not in text


@pytest.mark.parametrize("path", ["/internal/truncate", "/deploy", "/deploy/1/cancel", "//internal/truncate", "/mcp/"])
def test_what_nobody_needs_is_shut(http: httpx.Client, path: str) -> None:
    """The development runtime's own routes, one of which empties its database, are not there."""
    assert http.post(path, json={}).status_code == 404


def test_a_large_body_is_refused(http: httpx.Client) -> None:
    """50 MB are refused by their announced length, and without one as soon as the limit is passed."""
    large = {"input": {"messages": [{"role": "user", "content": "x" * 50_000_000}]}, "assistant_id": "signalbox"}
    announced = http.post("/runs/wait", json=large)
    says = {"detail": "the body is larger than 2,000,000 bytes (SIGNALBOX_BODY_MB)"}
    assert (announced.status_code, announced.json()) == (413, says)

    def parts() -> Iterator[bytes]:
        yield from (b"x" * 100_000 for _ in range(21))

    unannounced = http.post("/runs/wait", content=parts())
    assert (unannounced.status_code, unannounced.json()) == (413, says)


DEEP = [b"[" * 100_000, b'{"input":' * 5000, b'{"a":' + b"[" * 64 + b"]" * 64 + b"}", b'"\\' * 500_000 + b"[" * 70]


@pytest.mark.parametrize("body", DEEP, ids=["lists", "objects", "one too deep", "strings without an end"])
def test_a_deep_body_is_refused(http: httpx.Client, body: bytes) -> None:
    """Nesting is counted outside of strings, in linear time, before any parser recurses."""
    answer = http.post("/runs/wait", content=body, headers={"Content-Type": "application/json"})
    if body[:1] == b'"':
        assert answer.status_code in {400, 422}
    else:
        assert (answer.status_code, answer.json()) == (400, {"detail": "the body is nested too deep"})


async def test_an_unknown_knob_is_refused(client: LangGraphClient) -> None:
    """The server itself drops what it does not know: a misspelt restriction would search everything."""
    with pytest.raises(httpx.HTTPStatusError) as raised:
        await ask(client, context={"base": ["billing"]})
    assert raised.value.response.status_code == 422
    assert "context: 'base' is no knob; valid: width, floor, slots" in raised.value.response.json()["detail"]


async def test_a_knob_beside_context_is_still_taken(client: LangGraphClient) -> None:
    """Older clients send knobs as configurable."""
    state = await ask(client, config={"configurable": {"bases": ["general"]}})
    assert {base["name"] for decision in state["decisions"] for base in decision["bases"]} == {"general"}


async def test_an_unknown_assistant(client: LangGraphClient) -> None:
    """A graph that is not served is an error of the client's."""
    with pytest.raises(httpx.HTTPStatusError) as raised:
        await client.runs.wait(None, "../clinic", input={"messages": []})
    assert raised.value.response.status_code in {404, 422}


async def test_script_in_a_question(client: LangGraphClient) -> None:
    """HTML in a question is text: it comes back as it was sent, inside JSON, and nothing is executed or lost."""
    script = "<script>alert(1)</script> What does the Pro plan cost? <img src=x onerror=alert(2)>"
    state = await ask(client, script)
    assert state["messages"][0]["content"] == script
    assert "$14" in state["answer"]


def test_other_sites_are_not_answered(http: httpx.Client) -> None:
    """A page of another host may not read from a server on this machine; Studio may."""
    for origin, allowed in (("https://evil.example", False), ("null", False), ("https://smith.langchain.com", True)):
        answer = http.get("/info", headers={"Origin": origin})
        assert answer.status_code == (200 if allowed else 403)
        assert (answer.headers.get("access-control-allow-origin") == origin) is allowed
    rebound = http.post("/threads", json={}, headers={"Host": "evil.example"})
    assert (rebound.status_code, rebound.json()["detail"][:29]) == (403, "a page of another host asks, ")


def test_many_at_once(http: httpx.Client, server: Server) -> None:
    """Health, routes and metrics answer side by side."""

    async def all_of() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=240, trust_env=False) as opened:
            paths = ["/signalbox/health", "/signalbox/routes.json", "/signalbox/metrics"] * 8
            return [answer.status_code for answer in await asyncio.gather(*map(opened.get, paths))]

    assert set(asyncio.run(all_of())) == {200}
    assert json.loads(http.get("/signalbox/health").text)["state"] in {"ok", "warning"}


def test_own_routes_block_nothing(server: Server) -> None:
    """After all of these the server's log has no blocking call, which it looks for by default."""
    log = server.log.read_text()
    assert "Blocking call" not in log
    assert "Exception in ASGI application" not in log

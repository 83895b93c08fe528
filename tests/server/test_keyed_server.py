"""A server with keys: each holder has its own threads, runs and items, sees its own bases and passages, and whatever a
hostile request tries is refused in words. Two catalogs are served, and other agents ask over MCP.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from keyed_server import Keyed
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from web.openapi import ROUTES

pytestmark = pytest.mark.server

CODE = "What is the door code of the meeting room?"
FEE = "What does renting the meeting room cost an hour?"


@pytest.fixture
async def sdk(keyed: Keyed, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[dict[str, LangGraphClient]]:
    """The SDK's client of each key."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    clients = {name: get_client(url=keyed.server.url, api_key=key) for name, key in keyed.keys.items()}
    yield clients
    for client in clients.values():
        await client.aclose()


@pytest.fixture
def http(keyed: Keyed) -> Iterator[httpx.Client]:
    """A plain client without a key."""
    with httpx.Client(base_url=keyed.server.url, timeout=240, trust_env=False) as opened:
        yield opened


def said(text: str) -> dict[str, Any]:
    """A run's input."""
    return {"messages": [{"role": "user", "content": text}]}


async def ask(client: LangGraphClient, text: str, thread: str | None = None, graph: str = "signalbox", **more: Any):
    """The final state of a run, whose errors raise."""
    return await client.runs.wait(thread, graph, input=said(text), **more)


async def status(call: Any) -> int:
    """The status with which a call is refused, or 200."""
    try:
        await call
    except httpx.HTTPStatusError as fault:
        return fault.response.status_code
    return 200


PATHS = [
    ("POST", "/runs/wait"),
    ("POST", "/runs/stream"),
    ("POST", "/threads"),
    ("POST", "/threads/search"),
    ("POST", "/assistants/search"),
    ("PUT", "/store/items"),
    ("POST", "/runs/crons"),
    ("POST", "/mcp"),
    ("GET", "/info"),
    ("GET", "/metrics"),
    ("GET", "/openapi.json"),
    ("GET", "/ui/x"),
    ("GET", "/signalbox"),
    *((one.method, one.path) for one in ROUTES if not one.open),
    ("GET", "//signalbox/health"),
    ("GET", "/signalbox/../signalbox/health"),
]


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_without_a_key_nothing_is_told(http: httpx.Client, method: str, path: str) -> None:
    """No key and a wrong one are refused everywhere but on the page's files and the liveness check; Studio's header,
    which lets anyone in by default, is no key.
    """
    for headers in ({}, {"X-Api-Key": "sb_wrong"}, {"X-Auth-Scheme": "langsmith"}, {"X-Api-Key": ""}):
        answer = http.request(method, path, headers=headers, json={} if method != "GET" else None)
        assert answer.status_code == 401, answer.text
        assert answer.headers["www-authenticate"] == "Bearer"
        assert set(answer.json()) == {"detail"}


def test_the_page_and_the_liveness_check_are_open(http: httpx.Client) -> None:
    """They hold no data."""
    assert (http.get("/").status_code, http.get("/ok").status_code) == (200, 200)


async def test_assistants_are_seen_by_all_and_changed_by_none(sdk: dict[str, LangGraphClient]) -> None:
    """Both graphs are there for every key; nobody's key makes, changes or deletes one."""
    for name in ("alice", "carol"):
        found = await sdk[name].assistants.search()
        assert {one["graph_id"]: one["name"] for one in found} == {
            "signalbox": "signalbox-house",
            "club": "signalbox-club",
        }
    mine = found[0]["assistant_id"]
    assert await status(sdk["alice"].assistants.create("signalbox", name="mine")) == 403
    assert await status(sdk["alice"].assistants.update(mine, name="mine")) == 403
    assert await status(sdk["alice"].assistants.delete(mine)) == 403
    assert await status(sdk["alice"].crons.create("signalbox", schedule="0 0 * * *", input={})) == 403


async def test_threads_belong_to_their_owner(sdk: dict[str, LangGraphClient]) -> None:
    """Another key neither sees nor reads, continues, copies, changes, cancels or deletes a thread, by whatever id; nor
    can one be given away or made for somebody.
    """
    alice, bob = sdk["alice"], sdk["bob"]
    mine = await alice.threads.create(metadata={"owner": "bob", "note": "x"})
    thread = mine["thread_id"]
    assert mine["metadata"] == {"owner": "alice", "note": "x"}
    state: Any = await ask(alice, FEE, thread)
    assert "90" in state["answer"]
    (run,) = await alice.runs.list(thread)

    assert thread not in [one["thread_id"] for one in await bob.threads.search(limit=100)]
    assert await bob.threads.count() == 0
    refused = [
        bob.threads.get(thread),
        bob.threads.get_state(thread),
        bob.threads.get_history(thread),
        bob.threads.update(thread, metadata={"owner": "bob"}),
        bob.threads.update_state(thread, {"answer": "x"}),
        bob.threads.copy(thread),
        bob.threads.delete(thread),
        bob.runs.list(thread),
        bob.runs.get(thread, run["run_id"]),
        bob.runs.join(thread, run["run_id"]),
        bob.runs.cancel(thread, run["run_id"]),
        ask(bob, "And for two hours?", thread),
        ask(bob, "And for two hours?", thread, if_not_exists="create"),
        bob.threads.create(thread_id=thread, if_exists="do_nothing"),
    ]
    got = [await status(call) for call in refused]
    assert 200 not in got, got
    borrowed: Any = await ask(bob, "And for two hours?", None, checkpoint={"thread_id": thread, "checkpoint_ns": ""})
    assert len(borrowed["messages"]) == 2
    spoofed: Any = await ask(bob, "And for two hours?", None, config={"configurable": {"thread_id": thread}})
    assert len(spoofed["messages"]) == 2

    given = await alice.threads.update(thread, metadata={"owner": "bob"})
    assert given["metadata"]["owner"] == "alice"
    assert [one["thread_id"] for one in await alice.threads.search(limit=100)] == [thread]
    assert len((await alice.threads.get_state(thread))["values"]["messages"]) == 2


async def test_store_items_belong_to_their_owner(sdk: dict[str, LangGraphClient]) -> None:
    """A key writes below its own name, and reads there only."""
    alice, bob = sdk["alice"], sdk["bob"]
    await alice.store.put_item(("notes",), "k", {"v": 1})
    assert (await alice.store.get_item(("notes",), "k"))["value"] == {"v": 1}
    for namespace in (("notes",), ("alice", "notes")):
        assert (await bob.store.get_item(namespace, "k") or {}).get("value") is None
        assert (await bob.store.search_items(namespace))["items"] == []
    listed = (await bob.store.list_namespaces())["namespaces"]
    assert {namespace[0] for namespace in listed} <= {"bob"}


def bases_of(state: Any) -> set[str]:
    """Every base that a run searched."""
    return {finding["base"] for finding in state["findings"]}


async def test_a_key_is_limited_to_its_bases(sdk: dict[str, LangGraphClient]) -> None:
    """Whatever the question needs and the context says, only the key's bases are searched; where none is left the run
    ends in words.
    """
    state = await ask(sdk["carol"], CODE)
    assert bases_of(state) == {"prices"}
    assert "4711" not in str(state)
    both = await ask(sdk["carol"], FEE, context={"bases": ["notes", "prices"]})
    assert bases_of(both) == {"prices"}
    for context, graph in (({"bases": ["notes"]}, "signalbox"), ({}, "club")):
        parts = sdk["carol"].runs.stream(None, graph, input=said(CODE), context=context, stream_mode="values")
        (told,) = [part.data["message"] for part in [part async for part in parts] if part.event == "error"]
        assert "bases: 'carol' may search " in told
    dan = await ask(sdk["dan"], "Until when is the meeting room open?")
    assert bases_of(dan) == {"notes"}


async def test_a_run_starts_where_runs_start(sdk: dict[str, LangGraphClient]) -> None:
    """A key cannot send a run straight to a base, or write what was found: only an operator may, and even then a base
    outside of the key's set is not searched.
    """
    task = {"question": "q1", "text": CODE, "literal": CODE, "base": "notes", "k": 9, "threshold": 0, "filter": {}}
    send = {"node": "retrieve_notes", "input": {**task, "said": None, "call": None, "limit_s": 5}}
    carol = sdk["carol"]
    assert await status(carol.runs.wait(None, "signalbox", command={"goto": send})) == 403
    assert await status(carol.runs.wait(None, "signalbox", command={"update": {"answer": "x"}})) == 403
    thread = (await carol.threads.create())["thread_id"]
    await ask(carol, FEE, thread)
    assert await status(carol.threads.update_state(thread, {"answer": "x"}, as_node="answer")) == 403
    smuggled: Any = await carol.runs.wait(
        None, "signalbox", input={**said(FEE), "answer": "mine", "findings": [{"base": "notes"}]}
    )
    assert bases_of(smuggled) <= {"prices"}
    assert smuggled["answer"] != "mine"


async def test_passages_are_seen_by_access(sdk: dict[str, LangGraphClient]) -> None:
    """The same question finds for each owner what that owner may see, and what one was answered is not kept for the
    other: neither the cache nor a wider filter opens a passage.
    """
    staff = await ask(sdk["alice"], CODE)
    assert "4711" in staff["answer"]
    assert staff["citations"][0]["line"] == 6
    other = await ask(sdk["bob"], CODE)
    assert not any(one["cached"] for one in other["given"])
    assert "4711" not in str([other, await ask(sdk["bob"], CODE)])
    again = await ask(sdk["alice"], CODE)
    assert "4711" in again["answer"]
    assert any(one["cached"] for one in again["given"])
    wide = {"filters": {"notes": {"$or": [{"access": "staff"}, {"restricted": 1}, {"base": "notes"}]}}}
    assert "4711" not in str(await ask(sdk["bob"], CODE, context=wide))
    sale = "When will the meeting room be sold?"
    assert "May" in (await ask(sdk["dan"], sale))["answer"]
    assert "Harbour" not in str(await ask(sdk["alice"], sale))
    assert "Harbour" in str(await ask(sdk["root"], sale))


async def test_operators_see_how_the_server_fares(http: httpx.Client, keyed: Keyed) -> None:
    """Routing figures and metrics are an operator's; a key's health shows its own bases, and no folder."""
    for path in ("/metrics", *(one.path for one in ROUTES if one.operators and one.method == "GET")):
        got = {name: http.get(path, headers={"X-Api-Key": keyed.keys[name]}).status_code for name in ("alice", "root")}
        assert got == {"alice": 403, "root": 200}
    health = {name: http.get("/signalbox/health", headers={"X-Api-Key": key}) for name, key in keyed.keys.items()}
    assert {name: answer.json()["state"] for name, answer in health.items() if name != "flood"} == {
        **dict.fromkeys(("alice", "bob", "root"), health["root"].json()["state"]),
        **dict.fromkeys(("carol", "dan"), health["carol"].json()["state"]),
    }
    (carol,) = health["carol"].json()["catalogs"]
    assert carol["bases"] == ["prices"]
    assert [check["what"] for check in carol["checks"] if check["what"].startswith("base")] == ["base prices"] * 3
    assert "home" not in health["carol"].text
    assert [one["graph"] for one in health["root"].json()["catalogs"]] == ["signalbox", "club"]
    about = http.get("/signalbox/catalog.json", headers={"X-Api-Key": keyed.keys["carol"]}).json()
    assert ([base["name"] for base in about["bases"]], about["samples"]) == (["prices"], [])
    told = http.get("/signalbox/routes.json", params={"graph": "club"}, headers={"X-Api-Key": keyed.keys["root"]})
    assert told.json()["catalog"] == "club"


HOSTILE: list[tuple[str, dict[str, Any], set[int]]] = [
    ("/runs/wait", {"assistant_id": "nope", "input": {}}, {404, 422}),
    ("/runs/wait", {"assistant_id": str(uuid.uuid4()), "input": {}}, {404, 422}),
    ("/runs/wait", {"assistant_id": "../club", "input": {}}, {404, 422}),
    ("/runs/wait", {"assistant_id": "signalbox", "input": {}, "webhook": "http://127.0.0.1:1/"}, {400, 404, 422}),
    ("/runs/wait", {"assistant_id": "signalbox", "input": {}, "context": {"nope": 1}}, {422}),
    ("/runs/wait", {"assistant_id": "signalbox", "input": {}, "context": {"keyed": False}}, {422}),
    ("/runs/wait", {"assistant_id": "signalbox", "input": {}, "context": "wide"}, {422}),
    ("/runs/wait", {"assistant_id": ["signalbox"], "input": {}}, {422}),
    ("/threads/..%2f..%2fetc/state", {}, {404, 405, 422}),
    ("/threads/not-an-id/state", {"values": {}}, {404, 422}),
]


@pytest.mark.parametrize(("path", "body", "statuses"), HOSTILE)
def test_hostile_bodies(http: httpx.Client, keyed: Keyed, path: str, body: dict[str, Any], statuses: set[int]) -> None:
    """What cannot be meant is refused as the client's fault, and never breaks the server."""
    answer = http.post(path, json=body, headers={"X-Api-Key": keyed.keys["bob"]})
    assert answer.status_code in statuses, answer.text


async def over_mcp(keyed: Keyed, name: str, call: Any) -> Any:
    """What `call` returns of an official client with this key."""
    headers = {"Authorization": f"Bearer {keyed.keys[name]}"}
    async with httpx2.AsyncClient(headers=headers, timeout=240, trust_env=False) as http_client:
        transport = streamable_http_client(f"{keyed.server.url}/mcp", http_client=http_client)
        async with Client(transport) as client:
            return await call(client)


async def test_mcp_tools(keyed: Keyed) -> None:
    """A tool a catalog, described with the bases that this key may search, and with schemas of what goes in and out."""
    tools = {tool.name: tool for tool in (await over_mcp(keyed, "alice", lambda client: client.list_tools())).tools}
    assert list(tools) == ["ask_house", "ask_club"]
    house = tools["ask_house"]
    assert "- notes: Rooms, doors and plans.\n- prices: Fees and rents." in house.description
    assert house.input_schema["required"] == ["question"]
    assert house.input_schema["properties"]["bases"]["items"] == {"type": "string", "enum": ["notes", "prices"]}
    assert set(house.output_schema["required"]) >= {"answer", "complete", "sources"}
    (only,) = (await over_mcp(keyed, "carol", lambda client: client.list_tools())).tools
    assert (only.name, "Rooms" in only.description) == ("ask_house", False)


async def test_mcp_answers(keyed: Keyed) -> None:
    """An answer comes with its sources as structured content, and the same as text; each key sees its own passages."""
    call = lambda client: client.call_tool("ask_house", {"question": CODE})  # noqa: E731
    staff = await over_mcp(keyed, "alice", call)
    assert staff.is_error is False
    told = staff.structured_content
    assert "4711" in told["answer"]
    assert told["complete"] is True
    assert told["searched"] == []  # it was answered before, over the server's own routes
    assert told["missing"] == told["failures"] == []
    fresh = await over_mcp(
        keyed, "alice", lambda client: client.call_tool("ask_house", {"question": "When does the room close?"})
    )
    assert "notes" in fresh.structured_content["searched"]
    assert told["sources"][0] == {
        "n": 1,
        "base": "notes",
        "source": "notes/door.md",
        "title": "Door code",
        "line": 6,
        "page": 0,
        "quote": "The door code of the meeting room is 4711.",
    }
    assert "4711" in staff.content[0].text
    for name in ("bob", "carol"):
        assert "4711" not in str((await over_mcp(keyed, name, call)).structured_content)


BAD_CALLS = [
    ("ask_house", {}, "question: Field required"),
    ("ask_house", {"question": ""}, "question: String should have at least 1 character"),
    ("ask_house", {"question": "x", "width": 3}, "width: Extra inputs are not permitted"),
    ("ask_house", {"question": "x", "bases": ["nope"]}, "'nope' is not a base of 'house'; valid: notes, prices"),
    ("ask_house", {"question": " \n"}, "it is empty; ask a question"),
    ("ask_../club", {"question": "x"}, "tool 'ask_../club' is not known"),
]


@pytest.mark.parametrize(("tool", "arguments", "says"), BAD_CALLS)
async def test_mcp_faults(keyed: Keyed, tool: str, arguments: dict[str, Any], says: str) -> None:
    """A call that cannot be made is an error that another agent can mend."""
    got = await over_mcp(keyed, "alice", lambda client: client.call_tool(tool, arguments))
    assert (got.is_error, says in got.content[0].text) == (True, True), got.content
    hidden = await over_mcp(keyed, "carol", lambda client: client.call_tool("ask_club", {"question": "When?"}))
    assert (hidden.is_error, hidden.content[0].text) == (True, "tool 'ask_club' is not known")


async def test_too_many_requests(keyed: Keyed) -> None:
    """A key that floods the server is told when to come again, and the others are served as before."""

    async def get(name: str) -> httpx.Response:
        return await client.get("/info", headers={"X-Api-Key": keyed.keys[name]})

    async with httpx.AsyncClient(base_url=keyed.server.url, timeout=240, trust_env=False) as client:
        answers = [one for _ in range(8) for one in await asyncio.gather(*(get("flood") for _ in range(50)))]
        late = [answer for answer in answers if answer.status_code == 429]
        assert len(late) >= 10
        assert late[0].json() == {"detail": "too many requests (SIGNALBOX_RATE)"}
        assert int(late[0].headers["retry-after"]) >= 1
        assert (await get("alice")).status_code == 200


def test_a_key_that_is_taken_out_opens_nothing(keyed: Keyed, http: httpx.Client, tmp_path: Path) -> None:
    """A changed file counts at once; one that cannot be read lets nobody in."""
    file = keyed.server.folder.parent / "keys.toml"
    before = file.read_text()
    headers = {"X-Api-Key": keyed.keys["root"]}
    try:
        file.write_text(before.replace('name = "root"', 'name = "root"\nbases = ["tea"]'))
        assert http.get("/signalbox/health", headers=headers).json()["catalogs"] == []
        file.write_text("[[key]")
        answer = http.get("/info", headers=headers)
        assert (answer.status_code, "cannot be read" in answer.json()["detail"]) == (503, True)
        file.write_text("")
        assert http.get("/info", headers=headers).status_code == 401
    finally:
        file.write_text(before)
    assert http.get("/info", headers=headers).status_code == 200

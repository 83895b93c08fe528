"""What Studio reads from `langgraph dev`: the server's info, the form, the knobs, the drawing, threads and streams."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from langgraph_sdk.client import LangGraphClient

pytestmark = pytest.mark.server

GRAPH = "signalbox"
PRO = "What does the Pro plan cost?"
SEARCHES = ["retrieve_technical", "retrieve_billing", "retrieve_general"]


def user(text: str) -> dict[str, Any]:
    """A run's input: one message of the user's."""
    return {"messages": [{"role": "user", "content": text}]}


async def watched(client: LangGraphClient, thread: str | None, text: str, modes: Any, **more: Any) -> list[Any]:
    """Every part of one run's stream."""
    stream = client.runs.stream(thread, GRAPH, input=user(text), stream_mode=modes, **more)
    return [part async for part in stream]


async def asked(client: LangGraphClient, thread: str, text: str) -> dict[str, Any]:
    """The state at the end of one run."""
    parts = await watched(client, thread, text, "values")
    assert [part.event for part in parts if part.event == "error"] == []
    final: dict[str, Any] = parts[-1].data
    return final


async def schemas_of(client: LangGraphClient) -> Any:
    """The assistant's schemas, which want its id rather than the graph's name."""
    (assistant,) = await client.assistants.search()
    return await client.assistants.get_schemas(assistant["assistant_id"])


async def thread_of(client: LangGraphClient) -> str:
    """A new thread's id."""
    return (await client.threads.create())["thread_id"]


async def test_info(client: LangGraphClient, server) -> None:
    """The server starts without a key and without a .env file, and says what it is."""
    assert not (server.folder / ".env").exists()
    info = await client.http.get("/info")
    assert info["flags"]["assistants"] is True
    assert info["langgraph_py_version"]


async def test_assistant(client: LangGraphClient) -> None:
    """The graph is there as one assistant, with a description a person can read."""
    (assistant,) = await client.assistants.search()
    assert (assistant["graph_id"], assistant["name"]) == (GRAPH, "signalbox-larkspur")
    assert assistant["description"]


async def test_input_form(client: LangGraphClient) -> None:
    """The input form has the messages and nothing else."""
    schemas = await schemas_of(client)
    form = schemas["input_schema"]
    assert list(form["properties"]) == ["messages"]
    assert form["properties"]["messages"]["type"] == "array"
    assert {"questions", "decisions", "answer", "citations", "ledger"} <= set(schemas["state_schema"]["properties"])


KNOBS = {
    "width": (1, 64),
    "floor": (0, 1),
    "slots": (1, 100),
    "per_base_cap": (1, 100),
    "max_turns": (1, 20),
}


async def test_knobs(client: LangGraphClient) -> None:
    """Every knob of a run has a title and a description; numbers have limits and a default within them."""
    knobs = (await schemas_of(client))["context_schema"]["properties"]
    assert {*KNOBS, "model", "bases", "policy", "interrupts"} <= set(knobs)
    assert all(knob["title"] and knob["description"] for knob in knobs.values())
    assert {name: (knobs[name]["minimum"], knobs[name]["maximum"]) for name in KNOBS} == KNOBS
    assert all(low <= knobs[name]["default"] <= high for name, (low, high) in KNOBS.items())
    assert (knobs["model"]["default"], knobs["policy"]["default"]) == ("", "recall")
    assert knobs["policy"]["enum"] == ["single", "multi", "recall", "all"]
    assert knobs["interrupts"]["default"] is True  # threads are kept here, so a person can come back to one


async def test_drawing(client: LangGraphClient) -> None:
    """The drawing shows every step and every base by name, with the conditional ways between them."""
    drawing = await client.assistants.get_graph(GRAPH, xray=False)
    steps = ["rewrite", "route", *SEARCHES, "clarify", "escalate", "supervise", "answer", "critique"]
    assert [node["id"] for node in drawing["nodes"]] == ["__start__", *steps, "__end__"]
    ways = {(edge["source"], edge["target"]): bool(edge.get("conditional")) for edge in drawing["edges"]}
    assert {way for way, conditional in ways.items() if conditional} == {
        *(("route", name) for name in [*SEARCHES, "answer", "clarify", "escalate"]),
        *(("critique", name) for name in ("route", "rewrite", "__end__")),
    }


async def test_conversation(client: LangGraphClient) -> None:
    """Two turns on one thread build on each other, and a third that finds nothing returns neither of their answers."""
    thread = await thread_of(client)
    first = await asked(client, thread, PRO)
    assert "$14" in first["answer"]
    assert first["citations"][0]["base"] == "billing"

    second = await asked(client, thread, "and for ten seats?")
    assert "$140" in second["answer"]
    (question,) = second["questions"]
    assert "Pro" in question["text"]
    assert question["literal"] == "and for ten seats?"

    third = await asked(client, thread, "What's the weather in Paris?")
    assert third["citations"] == []
    assert third["answer"] not in {first["answer"], second["answer"]}
    assert "$" not in third["answer"]
    state = await client.threads.get_state(thread)
    assert [(message["type"], message["content"]) for message in state["values"]["messages"]] == [
        ("human", PRO),
        ("ai", first["answer"]),
        ("human", "and for ten seats?"),
        ("ai", second["answer"]),
        ("human", "What's the weather in Paris?"),
        ("ai", third["answer"]),
    ]
    assert state["next"] == []


async def test_history(client: LangGraphClient) -> None:
    """A thread's history has a checkpoint before each step, newest first, and forks can start from it."""
    thread = await thread_of(client)
    await asked(client, thread, PRO)
    history = await client.threads.get_history(thread, limit=50)
    waiting = [sorted(checkpoint["next"]) for checkpoint in history]
    assert [waiting[0], waiting[1], waiting[2], waiting[3]] == [[], ["critique"], ["answer"], ["supervise"]]
    assert set(waiting[4]) <= set(SEARCHES)
    assert waiting[5:] == [["route"], ["rewrite"], ["__start__"]]
    again = client.runs.stream(
        thread, GRAPH, input=None, checkpoint_id=history[2]["checkpoint"]["checkpoint_id"], stream_mode="values"
    )
    assert [part async for part in again][-1].data["answer"] == history[0]["values"]["answer"]


@pytest.fixture(scope="module")
def streamed() -> dict[str, list[Any]]:
    """What one run streamed, by mode; filled by the first test that needs it."""
    return {}


async def parts_of(client: LangGraphClient, streamed: dict[str, list[Any]], mode: str) -> list[Any]:
    """The data one run streamed in a mode; the run is made once, in all modes at a time, as Studio does."""
    if not streamed:
        thread = await thread_of(client)
        for part in await watched(client, thread, PRO, ["values", "updates", "messages-tuple", "custom"]):
            streamed.setdefault(part.event, []).append(part.data)
        assert "error" not in streamed
    return streamed[mode]


async def test_values(client: LangGraphClient, streamed) -> None:
    """The values stream shows the state filling up, from the message to the answer."""
    values = await parts_of(client, streamed, "values")
    assert list(values[0]) == ["messages", "findings", "warnings", "ledger"]
    assert values[0]["messages"][0]["content"] == PRO
    final = values[-1]
    assert "$14" in final["answer"]
    assert final["ledger"]["turns"] == 1
    assert final["warnings"] == []


async def test_updates(client: LangGraphClient, streamed) -> None:
    """The updates stream names each step once, in order, searches side by side."""
    steps = [name for update in await parts_of(client, streamed, "updates") for name in update]
    searched = [name for name in steps if name.startswith("retrieve_")]
    assert "retrieve_billing" in searched
    assert set(searched) <= set(SEARCHES)
    assert steps == ["rewrite", "route", *searched, "supervise", "answer", "critique"]


async def test_messages_tuple(client: LangGraphClient, streamed) -> None:
    """The message stream has the answer, from the answer's step."""
    final = (await parts_of(client, streamed, "values"))[-1]
    said = await parts_of(client, streamed, "messages")
    assert "".join(message["content"] for message, _ in said) == final["answer"]
    assert {told["langgraph_node"] for _, told in said} == {"answer"}


async def test_custom(client: LangGraphClient, streamed) -> None:
    """The custom stream tells the steps as they happen, with what they decide and find."""
    events = await parts_of(client, streamed, "custom")
    assert list(dict.fromkeys(event["event"] for event in events)) == [
        *("rewriting", "routed", "searching", "found", "writing", "checking"),
    ]
    routed = next(event for event in events if event["event"] == "routed")
    assert routed["bases"][0]["name"] == "billing"
    assert routed["text"] == PRO


async def test_messages(client: LangGraphClient) -> None:
    """The older message mode, which Studio's chat uses, ends with the whole answer."""
    parts = await watched(client, await thread_of(client), PRO, "messages")
    complete = [part.data for part in parts if part.event == "messages/complete" and part.data[0]["type"] == "ai"]
    partial = [part.data for part in parts if part.event == "messages/partial"]
    assert "$14" in (complete or partial)[-1][0]["content"]


BAD_KNOBS = [
    ({"width": 0}, "context: width: Input should be greater than or equal to 1 (got 0)"),
    ({"floor": 1.5}, "context: floor: Input should be less than or equal to 1 (got 1.5)"),
    ({"slots": "many"}, "context: slots: Input should be a valid integer, unable to parse string as an integer"),
    ({"policy": "best"}, "context: policy: Input should be 'single', 'multi', 'recall' or 'all' (got 'best')"),
    ({"bases": "general"}, "context: bases: Input should be a valid list (got 'general')"),
    ({"interrupts": "maybe"}, "context: interrupts: Input should be a valid boolean"),
    ({"filters": [1]}, "context: filters: Input should be a valid dictionary (got [1])"),
    ({"model": "gpt"}, "'gpt' is unknown; valid: none, openai:MODEL, azure_openai:MODEL"),
]


@pytest.mark.parametrize(("context", "says"), BAD_KNOBS)
async def test_bad_knob(client: LangGraphClient, context: dict[str, Any], says: str) -> None:
    """A knob out of range or of a wrong type is refused by name before anything runs, however it is sent."""
    for given in ({"context": context}, {"config": {"configurable": context}}):
        with pytest.raises(httpx.HTTPStatusError) as raised:
            await watched(client, None, PRO, "values", **given)
        assert raised.value.response.status_code == 422
        assert says in raised.value.response.json()["detail"]


async def test_an_unknown_base(client: LangGraphClient) -> None:
    """What only the catalog knows ends the run with an error that names what is valid."""
    parts = await watched(client, None, PRO, "values", context={"bases": ["nope"]})
    (message,) = [part.data["message"] for part in parts if part.event == "error"]
    assert "'nope' is not a base of 'larkspur'; valid: technical, billing, general" in message


async def test_good_knob(client: LangGraphClient) -> None:
    """A run may be restricted to some bases: no other is searched."""
    parts = await watched(client, None, PRO, "updates", context={"bases": ["general"], "width": 1})
    searched = [name for part in parts if part.event == "updates" for name in part.data if name in SEARCHES]
    assert set(searched) == {"retrieve_general"}


BAD_INPUTS = [
    ({"messages": []}, "the last message must be the user's"),
    ({"messages": [{"role": "user", "content": " \n"}]}, "it is empty; ask a question"),
    ({"messages": [{"role": "user", "content": "x" * 20_001}]}, "at most 20,000 can be asked at once"),
]


@pytest.mark.parametrize(("given", "says"), BAD_INPUTS)
async def test_bad_input(client: LangGraphClient, given: dict[str, Any], says: str) -> None:
    """A message that cannot be worked with ends the run with one line that says why."""
    parts = [part async for part in client.runs.stream(None, GRAPH, input=given, stream_mode="values")]
    (message,) = [part.data["message"] for part in parts if part.event == "error"]
    assert says in message


async def test_nothing_blocks(client: LangGraphClient, server) -> None:
    """After real questions the server's log has no blocking call, which it looks for by default."""
    state = await asked(client, await thread_of(client), "How long do you keep my data after I cancel?")
    assert state["citations"]
    log = server.log.read_text()
    assert "Background run succeeded" in log
    assert "blocking" not in log.casefold()

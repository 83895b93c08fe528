"""models.ask against the real client and a scripted server: every good reply, every fault, every token counted."""

from __future__ import annotations

import socket
import time

import pytest
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel
from scripted_openai import Reply, Request, ScriptedOpenAI, failure, value

from errors import ModelError
from models.ask import Asker, Usage
from models.chat import Method

MESSAGES: list[BaseMessage] = [SystemMessage("Choose."), HumanMessage("Which one?")]
GOOD = '{"labels": ["billing"]}'
LABELS = ("billing", "technical")


class Chosen(BaseModel):
    """The reply that is asked for."""

    labels: list[str]


def closed(chosen: Chosen) -> str:
    """What is wrong with a choice, as the router would say it."""
    unknown = [label for label in chosen.labels if label not in LABELS]
    if unknown:
        return f"{unknown[0]!r} is not a label"
    return "" if chosen.labels else "no label"


async def ask(asker: Asker) -> Chosen:
    """One structured question."""
    return await asker.structured(Chosen, MESSAGES, closed)


async def fault_of(asker: Asker) -> ModelError:
    """The error that one structured question ends in."""
    with pytest.raises(ModelError) as raised:
        await ask(asker)
    return raised.value


async def read(asker: Asker) -> tuple[str, ModelError | None]:
    """The streamed text, and the fault that ended it."""
    text = ""
    try:
        async for chunk in asker.text(MESSAGES):
            text += chunk.text
    except ModelError as fault:
        return text, fault
    return text, None


GOOD_REPLIES: list[tuple[str, Method, Reply]] = [
    ("json_schema", "json_schema", Reply(GOOD)),
    ("function_calling", "function_calling", Reply(tools=[("Chosen", GOOD)])),
    ("json_mode", "json_mode", Reply(GOOD)),
    ("fenced JSON", "json_schema", Reply(f"```json\n{GOOD}\n```")),
    ("fenced JSON without a language", "json_mode", Reply(f"```\n{GOOD}\n```")),
    ("JSON as text where a tool call was asked for", "function_calling", Reply(GOOD)),
    ("two tool calls, the second one right", "function_calling", Reply(tools=[("Chosen", "{}"), ("Chosen", GOOD)])),
    ("two tool calls, the first one right", "function_calling", Reply(tools=[("Chosen", GOOD), ("Chosen", "{}")])),
    ("a call of another tool beside the right one", "function_calling", Reply(tools=[("x", "{}"), ("Chosen", GOOD)])),
]


@pytest.mark.parametrize(("method", "reply"), [row[1:] for row in GOOD_REPLIES], ids=[row[0] for row in GOOD_REPLIES])
async def test_good_reply(openai_server: ScriptedOpenAI, make_asker, method: Method, reply: Reply) -> None:
    """A usable reply becomes a value in one call, whichever structured method asked for it."""
    openai_server.use([reply])
    asker = make_asker(method)
    assert await ask(asker) == Chosen(labels=["billing"])
    assert asker.usage == Usage(calls=1, tokens=15)


async def test_request(openai_server: ScriptedOpenAI, make_asker) -> None:
    """Each method asks in its own way: a strict schema, one forced tool, or a JSON object."""
    asked = {}
    for method in ("json_schema", "function_calling", "json_mode"):
        openai_server.use([Reply(GOOD)])
        await ask(make_asker(method))
        asked[method] = openai_server.requests[0].body
    schema = asked["json_schema"]["response_format"]["json_schema"]
    assert (schema["name"], schema["strict"], schema["schema"]["additionalProperties"]) == ("Chosen", True, False)
    assert asked["function_calling"]["tool_choice"] == {"type": "function", "function": {"name": "Chosen"}}
    assert asked["json_mode"]["response_format"] == {"type": "json_object"}
    assert all(body["messages"][0] == {"role": "system", "content": "Choose."} for body in asked.values())


BAD_REPLIES: list[tuple[str, Method, Reply, str, str]] = [
    ("unknown label", "json_schema", value({"labels": ["sales"]}), "invalid", "'sales' is not a label"),
    ("wrong case", "json_schema", value({"labels": ["Billing"]}), "invalid", "'Billing' is not a label"),
    ("quoted label", "json_schema", value({"labels": ['"billing"']}), "invalid", "'\"billing\"' is not a label"),
    ("empty list", "json_schema", value({"labels": []}), "invalid", "no label"),
    ("invalid JSON", "json_schema", Reply('{"labels": ['), "invalid", "not JSON"),
    ("an answer", "json_schema", Reply("You should ask billing."), "invalid", "not JSON"),
    ("a list", "json_mode", value(["billing"]), "invalid", "valid dictionary"),
    ("missing field", "json_mode", value({"label": "billing"}), "invalid", "labels: Field required"),
    ("no tool call", "function_calling", Reply("billing"), "invalid", "not JSON"),
    ("another tool", "function_calling", Reply(tools=[("Other", GOOD)]), "empty", "empty"),
    ("broken tool call", "function_calling", Reply(tools=[("Chosen", "billing")]), "invalid", "not JSON"),
    ("two wrong tool calls", "function_calling", Reply(tools=[("Chosen", "{}")] * 2), "invalid", "Field required"),
    ("refusal", "json_schema", Reply(refusal="I would rather not."), "refusal", "I would rather not."),
    ("content filter", "json_schema", Reply("", finish="content_filter"), "refusal", "refused"),
    ("empty content", "json_schema", Reply(""), "empty", "empty"),
    ("no content", "json_schema", Reply(None), "empty", "empty"),
    ("blank content", "json_mode", Reply(" \n"), "empty", "empty"),
]


@pytest.mark.parametrize(
    ("method", "reply", "fault", "says"), [row[1:] for row in BAD_REPLIES], ids=[row[0] for row in BAD_REPLIES]
)
async def test_bad_reply(openai_server, make_asker, method: Method, reply: Reply, fault: str, says: str) -> None:
    """A reply that cannot be used is asked for once more; then it is an error that says what was wrong."""
    openai_server.use([reply, reply])
    asker = make_asker(method)
    raised = await fault_of(asker)
    assert (raised.fault, openai_server.calls, asker.usage.calls) == (fault, 2, 2)
    assert says in str(raised)


@pytest.mark.parametrize("first", [Reply(refusal="no"), Reply(""), Reply("{"), value({"labels": ["sales"]})])
async def test_second_reply(openai_server: ScriptedOpenAI, make_asker, first: Reply) -> None:
    """A good second reply makes good a bad first one, and both are counted."""
    openai_server.use([first, Reply(GOOD, tokens=(100, 1))])
    asker = make_asker()
    assert await ask(asker) == Chosen(labels=["billing"])
    assert asker.usage == Usage(calls=2, tokens=15 + 101)


async def test_cut_off_reply(openai_server: ScriptedOpenAI, make_asker) -> None:
    """A reply cut off by a token limit is not asked for again, and its tokens count."""
    for method in ("json_schema", "function_calling"):
        openai_server.use([Reply('{"labels": [', finish="length")])
        asker = make_asker(method)
        assert (await fault_of(asker)).fault == "truncated"
        assert (openai_server.calls, asker.usage) == (1, Usage(calls=1, tokens=15))


STATUSES = [
    (400, "rejected", 1, "rejected the request"),
    (401, "auth", 1, "check OPENAI_API_KEY"),
    (403, "auth", 1, "check OPENAI_API_KEY"),
    (404, "unknown_model", 1, "check SIGNALBOX_MODEL"),
    (413, "rejected", 1, "rejected the request"),
    (422, "rejected", 1, "rejected the request"),
    (429, "rate_limit", 3, "limits this key"),
    (500, "server", 3, "the model's server failed"),
    (503, "server", 3, "the model's server failed"),
]


@pytest.mark.parametrize(("status", "fault", "attempts", "says"), STATUSES)
async def test_error_status(openai_server, make_asker, status: int, fault: str, attempts: int, says: str) -> None:
    """An error status is one clear line that says what to fix; only what may pass is tried again, by the client."""
    openai_server.use([failure(status)] * attempts)
    asker = make_asker()
    raised = await fault_of(asker)
    assert (raised.fault, raised.retry, openai_server.calls) == (fault, False, attempts)
    assert asker.usage == Usage(calls=1, tokens=0)
    assert says in str(raised)
    assert "\n" not in str(raised)


async def test_retry_after(openai_server: ScriptedOpenAI, make_asker) -> None:
    """A 429 with Retry-After is waited for as long as the server says, and then answered."""
    openai_server.use([failure(429, **{"Retry-After": "1"}), Reply(GOOD)])
    assert await ask(make_asker()) == Chosen(labels=["billing"])
    first, second = openai_server.requests
    assert 1.0 <= second.at - first.at < 1.6


async def test_passing_failure(openai_server: ScriptedOpenAI, make_asker) -> None:
    """A server that fails once and then answers costs no fault."""
    openai_server.use([failure(500), Reply(GOOD)])
    assert await ask(make_asker()) == Chosen(labels=["billing"])


async def test_timeout(openai_server: ScriptedOpenAI, make_asker) -> None:
    """An attempt that takes longer than the timeout is tried three times and then a timeout that names the setting."""
    openai_server.use(lambda request: Reply(GOOD, delay_s=5))
    asker = make_asker(timeout_s=0.1)
    raised = await fault_of(asker)
    assert (raised.fault, openai_server.calls, asker.usage.calls) == ("timeout", 3, 1)
    assert "SIGNALBOX_MODEL_TIMEOUT" in str(raised)


async def test_limit(openai_server: ScriptedOpenAI, make_asker) -> None:
    """The limit of all attempts together ends a call, whatever the client would still try."""
    openai_server.use(lambda request: Reply(GOOD, delay_s=5))
    began = time.monotonic()
    raised = await fault_of(make_asker(limit_s=0.3))
    assert raised.fault == "timeout"
    assert time.monotonic() - began < 1.5


async def test_connection_refused(openai_server, make_asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing listens, the error names the address setting."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{port}/v1")
    raised = await fault_of(make_asker(limit_s=4))
    assert raised.fault == "connection"
    assert "OPENAI_BASE_URL" in str(raised)


async def test_broken_body(openai_server: ScriptedOpenAI, make_asker) -> None:
    """A plain reply whose connection breaks within its body is a connection fault."""
    openai_server.use(lambda request: Reply(GOOD, cut_after=0))
    assert (await fault_of(make_asker(limit_s=5))).fault == "connection"


async def test_text(openai_server: ScriptedOpenAI, make_asker) -> None:
    """Text arrives in pieces, and the tokens that the server tells at the end are counted."""
    openai_server.use([Reply("Pro costs $21 per seat [1].", tokens=(200, 9))])
    asker = make_asker()
    pieces = [chunk.text async for chunk in asker.text(MESSAGES)]
    assert "".join(pieces) == "Pro costs $21 per seat [1]."
    assert len([piece for piece in pieces if piece]) > 1
    assert asker.usage == Usage(calls=1, tokens=209)
    assert openai_server.requests[0].streamed


TEXT_FAULTS = [
    ("401", failure(401), "auth", "", 0),
    ("refusal", Reply(refusal="no"), "empty", "", 15),
    ("empty", Reply(""), "empty", "", 15),
    ("blank", Reply("  \n "), "empty", "  \n ", 15),
    ("content filter", Reply("Pro co", finish="content_filter"), "refusal", "Pro co", 15),
    ("token limit", Reply("Pro costs", finish="length"), "truncated", "Pro costs", 15),
    ("no end told", Reply("Pro costs", finish=None), "truncated", "Pro costs", 15),
    ("broken stream", Reply("Pro costs $21", cut_after=2), "connection", "Pro cost", 0),
]


@pytest.mark.parametrize(
    ("reply", "fault", "seen", "tokens"), [row[1:] for row in TEXT_FAULTS], ids=[row[0] for row in TEXT_FAULTS]
)
async def test_text_fault(openai_server, make_asker, reply: Reply, fault: str, seen: str, tokens: int) -> None:
    """A text that does not come to its end is a fault after what was written, with the tokens that were told."""
    openai_server.use([reply])
    asker = make_asker()
    text, raised = await read(asker)
    assert raised is not None
    assert (raised.fault, text, asker.usage) == (fault, seen, Usage(calls=1, tokens=tokens))


async def test_slow_text(openai_server: ScriptedOpenAI, make_asker) -> None:
    """A text that is written too slowly ends at the limit, after what was written, and the server is hung up on."""
    openai_server.use([Reply("Pro costs $21 per seat", pause_s=0.2)])
    text, raised = await read(make_asker(limit_s=0.5))
    assert raised is not None
    assert (raised.fault, text) == ("timeout", "Pro cost")


async def test_programming_error(openai_server: ScriptedOpenAI, make_asker) -> None:
    """An error that is no model's fault is not dressed up as one."""

    def wrong(chosen: Chosen) -> str:
        raise KeyError(chosen.labels[0])

    openai_server.use([Reply(GOOD)])
    with pytest.raises(KeyError):
        await make_asker().structured(Chosen, MESSAGES, wrong)


async def test_unforeseen_request(openai_server: ScriptedOpenAI, make_asker) -> None:
    """The scripted server itself refuses what its script does not foresee, without the client trying again."""
    openai_server.use([])
    assert (await fault_of(make_asker())).fault == "rejected"
    assert openai_server.calls == 1


async def test_function_script(openai_server: ScriptedOpenAI, make_asker) -> None:
    """A script may be a function of the request."""

    def script(request: Request) -> Reply:
        assert (request.system, request.user) == ("Choose.", "Which one?")
        return value({"labels": ["technical" if request.shape == "Chosen" else "billing"]})

    openai_server.use(script)
    assert await ask(make_asker()) == Chosen(labels=["technical"])

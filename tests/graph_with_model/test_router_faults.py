"""The model tier fails in every way it can: the user still gets an answer, and the decision says that and why."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_openai import Reply, failure, value
from scripted_world import TEXTS, World, by_shape, routed

OFFER = "Is there a student offer per seat?"
ANSWER = "A seat costs $21 [1]."
EVERY_BASE = ["billing", "general", "technical"]


def tool(name: str, given: Any) -> tuple[str, str]:
    """A tool call with `given` as its arguments."""
    return name, value(given).content or ""


REPLY_FAULTS: list[tuple[str, str, Any, str]] = [
    ("unknown label", "json_schema", routed("sales"), "'sales' is not a label; valid: billing, technical, general"),
    ("label in the wrong case", "json_schema", routed("Billing"), "'Billing' is not a label"),
    ("label with quotes", "json_schema", routed('"billing"'), "'\"billing\"' is not a label"),
    ("one of two labels unknown", "json_schema", routed("billing", "sales"), "'sales' is not a label"),
    ("empty list of bases", "json_schema", routed(), "no base for question 1"),
    ("empty list of routes", "json_schema", {"routes": []}, "questions [] were answered, not 1 to 1"),
    ("a question too many", "json_schema", routed("billing", questions=2), "questions [1, 2] were answered"),
    ("score out of range", "json_schema", Reply(value(routed("billing")).content.replace("0.9", "9")), "less than or"),
    ("invalid JSON", "json_schema", Reply('{"routes": [{'), "not JSON"),
    ("an answer instead of a route", "json_schema", Reply("A seat costs $21 per month."), "not JSON"),
    ("no tool call", "function_calling", Reply("billing"), "not JSON"),
    (
        "two tool calls",
        "function_calling",
        Reply(tools=[tool("Routes", routed("sales"))] * 2),
        "'sales' is not a label",
    ),
    ("refusal", "json_schema", Reply(refusal="I cannot help with that."), "the model refused"),
    ("empty content", "json_schema", Reply(""), "the model's reply was empty"),
]


@pytest.mark.parametrize(
    ("method", "reply", "says"), [row[1:] for row in REPLY_FAULTS], ids=[row[0] for row in REPLY_FAULTS]
)
async def test_reply_fault(make_world, method: str, reply: Any, says: str) -> None:
    """A reply that cannot be used is retried once; then every base is searched, and the model still answers."""
    world = make_world(structured=method)
    world.server.use(by_shape(ANSWER, Routes=reply))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes", "Routes", ""]
    assert state["answer"] == ANSWER
    (decision,) = state["decisions"]
    assert sorted(one["name"] for one in decision["bases"]) == EVERY_BASE
    assert (decision["tier"], decision["fell_back"]) == ("semantic", True)
    assert decision["reason"].startswith("the model could not route (")
    (warning,) = state["warnings"]
    assert warning.startswith("routing fell back: ")
    assert says in warning
    assert state["ledger"]["model_calls"] == 3


@pytest.mark.parametrize(
    ("method", "reply"),
    [
        ("json_schema", Reply(f"```json\n{value(routed('billing')).content}\n```")),
        ("function_calling", Reply(tools=[tool("Routes", routed("billing"))] * 2)),
        ("function_calling", value(routed("billing"))),
    ],
    ids=["fenced JSON", "the same tool call twice", "JSON as text where a tool call was asked for"],
)
async def test_reply_that_can_be_read(make_world, method: str, reply: Reply) -> None:
    """A reply in an odd wrapping whose meaning is plain is taken at once."""
    world = make_world(structured=method)
    world.server.use(by_shape(ANSWER, Routes=reply))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes", ""]
    assert (state["decisions"][0]["tier"], state["decisions"][0]["fell_back"], state["warnings"]) == (
        "model",
        False,
        [],
    )


async def test_second_reply(world: World) -> None:
    """A bad route followed by a good one is no fallback."""
    world.server.use(by_shape(ANSWER, Routes=[routed("sales"), routed("billing")]))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes", "Routes", ""]
    assert (state["decisions"][0]["fell_back"], state["warnings"]) == (False, [])


TRANSPORT_FAULTS = [
    ("401", failure(401), 1, "check OPENAI_API_KEY"),
    ("404", failure(404), 1, "check SIGNALBOX_MODEL"),
    ("429", failure(429), 3, "limits this key (429)"),
    ("500", failure(500), 3, "the model's server failed"),
    ("timeout", Reply(ANSWER, delay_s=5), 3, "the model did not answer in time"),
]


@pytest.mark.parametrize(
    ("reply", "attempts", "says"), [row[1:] for row in TRANSPORT_FAULTS], ids=[row[0] for row in TRANSPORT_FAULTS]
)
async def test_transport_fault(make_world, reply: Reply, attempts: int, says: str) -> None:
    """A server that fails is not asked again in the same run: the answer is quoted, one warning says what to fix."""
    world = make_world(model_timeout=0.1)
    world.server.use(by_shape(ANSWER, Routes=reply))
    state = await world.ask("Is there a seat offer?")
    assert world.server.shapes == ["Routes"] * attempts
    assert state["answer"].startswith("The Pro plan costs $21 per seat and month.")
    assert state["decisions"][0]["fell_back"]
    (warning,) = state["warnings"]
    assert says in warning
    assert state["ledger"]["model_calls"] == 1


async def test_connection_refused(make_world, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing listens the run still answers, by quoting, and names the address setting."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    state = await make_world().ask("Is there a seat offer?")
    assert state["answer"].startswith("The Pro plan costs $21 per seat and month.")
    assert "OPENAI_BASE_URL" in state["warnings"][0]


async def test_restricted_bases(world: World) -> None:
    """A fallback stays within the bases that the run may search, and so does a model that names another."""
    for routes in (Reply("nonsense"), routed("general")):
        world.server.use(by_shape(ANSWER, Routes=routes))
        state = await world.ask(OFFER, bases=["billing", "technical"])
        searched = {one["name"] for decision in state["decisions"] for one in decision["bases"]}
        assert "general" not in searched
        assert {finding["base"] for finding in state["findings"]} <= {"billing", "technical"}


async def test_thread_after_faults(world: World) -> None:
    """After a turn that fell back everywhere the thread is whole and in order, and the next turn works."""
    world.server.use(lambda request: failure(401))
    first = await world.ask("Is there a seat offer?")
    world.server.use(by_shape("Data is kept for 30 days [1]."))
    second = await world.ask("How long is data kept after I cancel?")
    assert await world.spoken() == [
        ("human", "Is there a seat offer?"),
        ("ai", first["answer"]),
        ("human", "How long is data kept after I cancel?"),
        ("ai", "Data is kept for 30 days [1]."),
    ]
    assert (second["warnings"], second["model_fault"]) == ([], "")
    assert [finding["base"] for finding in second["findings"]] == ["general"]
    assert second["slots"][0]["passage"]["text"] == TEXTS["general"]

"""A document longer than its room: read in parts by the model, cited letter for letter, digested without it at need."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from scripted_openai import Reply, Request, ScriptedOpenAI, value
from scripted_world import by_shape, reviewed, routed

from graph.build import build
from graph.resources import Resources
from knowledge.text import units
from nodes.summing import MOST_CALLS, in_parts

HANDBOOK = "# Harbour handbook\n\n" + "\n\n".join(
    f"## Berth {n}\n\nBerth {n} takes ships of {n * 10} metres and closes at {n % 12 + 1} o'clock every evening. "
    f"The crane of berth {n} lifts {n * 3} tons, and its keeper is called by radio before a ship lies there."
    for n in range(1, 37)
)
QUESTION = "Summarize the harbour handbook"
ROOM = 2000


@pytest.fixture
def harbour(make_resources: Callable[..., Resources]) -> Resources:
    """A base with one long document, and one that digests it; half of a model's window is 2,000 characters."""
    return make_resources(
        {
            "harbour": {"files": {"harbour-handbook.md": HANDBOOK}, "description": "The harbour and its berths."},
            "digests": {"type": "summary", "of": ["harbour"], "k_for": {"summarize": 1}},
        },
        settings={"model": "openai:scripted", "model_window": 1000, "shadow": 0},
    )


def numbered(request: Request) -> dict[int, str]:
    """The sentences that a request shows, by number."""
    return {int(n): text for n, text in re.findall(r"^(\d+)\. (.+)$", request.user, re.MULTILINE)}


def ask(resources: Resources, text: str) -> dict[str, Any]:
    """The state of one run, its clients closed."""

    async def run() -> dict[str, Any]:
        state: dict[str, Any] = await build(resources).ainvoke({"messages": [("user", text)]})
        await resources.models.close()
        return state

    return asyncio.run(run())


def script(choose: Callable[[Request], Reply]) -> Callable[[Request], Reply]:
    """Chosen sentences by `choose`; the rest of the run is plain sailing."""
    shapes = {"Routes": routed("harbour", "digests", kind="summarize"), "Review": reviewed(settled=True)}
    rest = by_shape("Berths take ships of different lengths [1].", **shapes)
    return lambda request: choose(request) if request.shape == "Chosen" else rest(request)


def first_and_last(request: Request) -> Reply:
    """The first and the last sentence of a part."""
    return value({"sentences": [min(numbered(request)), max(numbered(request))]})


def digest_of(state: dict[str, Any]) -> dict[str, Any]:
    """What the summary base found."""
    (found,) = [one for one in state["findings"] if one["base"] == "digests"]
    (passage,) = found["passages"]
    return passage


def test_parts_are_read_and_summed_up_together(harbour: Resources, openai_server: ScriptedOpenAI) -> None:
    """Every part is one counted call, each sees its own sentences, and what is kept stands in the document."""
    openai_server.use(script(first_and_last))
    state = ask(harbour, QUESTION)
    asked = [request for request in openai_server.requests if request.shape == "Chosen"]
    assert 2 <= len(asked) <= MOST_CALLS
    seen = sorted(number for request in asked for number in numbered(request))
    assert seen == list(range(1, len(seen) + 1))
    assert all(sum(map(len, numbered(request).values())) <= ROOM for request in asked)
    kept = digest_of(state)["text"].split("\n\n")
    assert len(kept) == 2 * len(asked)
    assert all(sentence in HANDBOOK for sentence in kept)
    assert len(digest_of(state)["text"]) <= ROOM
    (writing,) = [request for request in openai_server.requests if request.shape == ""]
    assert all(sentence in writing.user for sentence in kept)
    assert state["ledger"]["model_calls"] == len(openai_server.requests)
    assert state["citations"][0]["source"] == "harbour/harbour-handbook.md"
    assert all(one["quote"] in HANDBOOK for one in state["citations"])
    assert state["warnings"] == []


FAULTS: Sequence[tuple[str, Callable[[Request], Reply]]] = [
    ("a server error", lambda request: Reply(status=400)),
    ("a sentence of another part", lambda request: value({"sentences": [9999]})),
    ("nothing of weight", lambda request: value({"sentences": []})),
    ("broken JSON", lambda request: Reply("{")),
]


@pytest.mark.parametrize(("name", "fault"), FAULTS, ids=[name for name, _ in FAULTS])
def test_a_reader_that_fails_leaves_the_extractive_digest(
    name: str, fault: Callable[[Request], Reply], harbour: Resources, openai_server: ScriptedOpenAI
) -> None:
    """The central sentences are there, as without a model, and a warning says why."""
    openai_server.use(script(fault))
    state = ask(harbour, QUESTION)
    kept = digest_of(state)["text"].split("\n\n")
    assert len(kept) > 4
    assert all(sentence in HANDBOOK for sentence in kept)
    assert len("".join(kept)) <= ROOM
    (warning,) = [one for one in state["warnings"] if "digested" in one]
    assert warning.startswith("“Harbour handbook” was digested without the model: ")
    assert state["ledger"]["model_calls"] == len(openai_server.requests)


def test_a_short_document_costs_no_call(harbour: Resources, openai_server: ScriptedOpenAI) -> None:
    """What fits its room is given whole."""
    roomy = harbour.settings.model_copy(update={"model_window": 16_000})
    openai_server.use(script(first_and_last))
    state = ask(Resources(roomy, harbour.catalog, harbour.models), QUESTION)
    assert "Chosen" not in openai_server.shapes
    assert "Berth 36 takes ships of 360 metres" in digest_of(state)["text"]


def test_parts_are_even_and_whole() -> None:
    """Every sentence is in one part, in order, and no part is longer than the room unless a sentence is."""
    found = units(HANDBOOK)
    parts = in_parts(found, ROOM)
    assert [place for part in parts for place in part] == list(range(len(found)))
    lengths = [sum(len(unit.text) for unit in part.values()) for part in parts]
    assert max(lengths) <= ROOM
    assert min(lengths) > max(lengths) / 3
    assert [len(part) for part in in_parts(found, 1)] == [1] * len(found)
    assert in_parts([], ROOM) == []

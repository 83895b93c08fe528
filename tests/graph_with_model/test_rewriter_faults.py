"""The rewriter fails, answers or invents: rules take over, the user gets an answer and is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from scripted_openai import Reply, failure
from scripted_world import World, by_shape, rewritten

FIRST = "What does the Pro plan cost?"
BY_RULES = "What does the Pro plan cost for ten seats?"
ANSWER = "The Pro plan costs $21 per seat and month [1]."


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world whose model rewrites every follow-up, those too that rules are sure of."""
    return make_world(rewriting="always")


FAULTS: list[tuple[str, Any, str]] = [
    ("answers in prose", Reply("The Pro plan costs $210 for ten seats."), "not json"),
    ("answers in the question's place", rewritten("It costs 210 dollars, with support included."), "what nobody said"),
    ("answers in words already said", rewritten("The Pro plan costs $210 for ten seats."), "210"),
    (
        "adds facts",
        rewritten("What does the Pro plan cost for ten seats in Germany with quarterly invoices?"),
        "german",
    ),
    ("no questions", rewritten(), "0 given, 1 to 6 expected"),
    ("too many questions", rewritten(*[f"{FIRST} {'seat ' * n}" for n in range(7)]), "7 given, 1 to 6 expected"),
    ("an empty question", rewritten(" "), "question 1 is empty"),
    ("waits for itself", {"questions": [{"text": FIRST, "waits_for": 1}]}, "is not an earlier one"),
    ("waits for a later one", {"questions": [{"text": FIRST, "waits_for": 2}]}, "is not an earlier one"),
    ("invalid JSON", Reply("{"), "not json"),
    ("refusal", Reply(refusal="no"), "the model refused"),
    ("empty", Reply(""), "was empty"),
]


@pytest.mark.parametrize(("reply", "says"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
async def test_reply_fault(world: World, reply: Any, says: str) -> None:
    """A rewriting that cannot be used is retried once; then the rules' question is asked, and a warning says so."""
    world.server.use(by_shape(ANSWER, Rewritten=reply))
    await world.ask(FIRST)
    state = await world.ask("and for ten seats?")
    assert world.server.shapes == ["", "Rewritten", "Rewritten", ""]
    assert [question["text"] for question in state["questions"]] == [BY_RULES]
    assert state["answer"] == ANSWER
    (warning,) = state["warnings"]
    assert warning.startswith("rewriting fell back to rules: ")
    assert says in warning.casefold()
    assert state["ledger"]["model_calls"] == 3


async def test_good_rewriting(world: World) -> None:
    """A rewriting in the conversation's words is used; the user's own words travel along as a second query."""
    text = "What does the Pro plan cost for ten seats?"
    world.server.use(by_shape(ANSWER, Rewritten=rewritten(text)))
    await world.ask(FIRST)
    state = await world.ask("and for ten seats?")
    assert [(one["text"], one["literal"]) for one in state["questions"]] == [(text, "and for ten seats?")]
    assert world.bases["billing"].asked[-1].literal == "and for ten seats?"
    assert state["warnings"] == []


async def test_server_failure(world: World) -> None:
    """Where the server itself fails, the rest of the run does without the model, and says why once."""
    world.server.use(by_shape(ANSWER))
    await world.ask(FIRST)
    world.server.use(lambda request: failure(401))
    state = await world.ask("and for ten seats?")
    assert world.server.shapes == ["Rewritten"]
    assert [question["text"] for question in state["questions"]] == [BY_RULES]
    assert state["answer"].startswith("The Pro plan costs $21 per seat and month.")
    (warning,) = state["warnings"]
    assert "check OPENAI_API_KEY" in warning


async def test_rewriter_sees_no_answer_to_copy(world: World) -> None:
    """The rewriter is told the conversation and the message, and nothing of the documents."""
    world.server.use(by_shape("Kept short [1].", Rewritten=rewritten("What does the Pro plan cost for ten seats?")))
    await world.ask(FIRST)
    await world.ask("and for ten seats?")
    told = next(request for request in world.server.requests if request.shape == "Rewritten")
    assert told.user == (
        "Conversation so far:\nUser: What does the Pro plan cost?\nAssistant: Kept short [1].\n\n"
        "Message:\nand for ten seats?"
    )

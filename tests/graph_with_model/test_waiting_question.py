"""A question that waits for another's answer: asked in the next turn, with that answer in it, or not at all."""

from __future__ import annotations

import re

from scripted_openai import Reply, Request
from scripted_world import World, by_shape

MESSAGE = "Which plan includes single sign-on, and what does it cost per seat?"
PARTS = {
    "questions": [
        {"text": "Which plan includes single sign-on?", "waits_for": None},
        {"text": "what does it cost per seat?", "waits_for": 1},
    ]
}


async def test_waiting_question(make_world) -> None:
    """The second question is completed from the first one's answer and routed on the next turn."""
    included, price = "Single sign-on is included in the Team plan.", "The Team plan costs $15 per seat and month."
    world = make_world({"technical": included, "billing": price})

    def answer(request: Request) -> Reply:
        costs = (
            f" The Team plan costs $15 per seat [{_n(request, 'The Team')}]."
            if "Team plan cost" in request.user
            else ""
        )
        return Reply(f"Single sign-on is included in the Team plan [{_n(request, 'Single sign-on')}].{costs}")

    shaped = by_shape("", Rewritten=PARTS, Routes={"routes": [_route(1)]})
    world.server.use(lambda request: shaped(request) if request.shape else answer(request))
    state = await world.ask(MESSAGE)
    assert [(one["text"], one["waits_for"]) for one in state["questions"]] == [
        ("Which plan includes single sign-on?", None),
        ("what does the Team plan cost per seat?", None),
    ]
    assert state["ledger"]["turns"] == 2
    assert [(one["base"], one["quote"]) for one in state["citations"]] == [("technical", included), ("billing", price)]
    assert len(await world.spoken()) == 2


async def test_nothing_to_complete_it_with(world: World) -> None:
    """Where the first answer was not found the second question is not asked, and the run ends."""
    shaped = by_shape(
        "It was not found.",
        Rewritten=PARTS,
        Routes={"routes": [_route(1)]},
        Review={"verdicts": [{"question": 1, "settled": False, "missing": []}]},
    )
    world.server.use(shaped)
    state = await world.ask(MESSAGE)
    assert state["ledger"]["turns"] == 1
    assert (state["answer"], state["citations"]) == ("It was not found.", [])
    assert state["questions"][1]["waits_for"] == "q1"


def _n(request: Request, text: str) -> str:
    """The number of the passage that begins with `text`."""
    found = re.search(rf"\[(\d+)\] [^\n]*\n{text}", request.user)
    return found[1] if found else "9"


def _route(number: int) -> dict[str, object]:
    return {"question": number, "bases": [{"label": "technical", "score": 0.9}], "reason": "scripted"}

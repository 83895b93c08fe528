"""The critic asks again for what is missing: never twice the same, never past the cap, and never lost in the thread."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_openai import Reply, failure
from scripted_world import World, by_shape, reviewed, rewritten, routed

BOTH = "What does the Pro plan cost, and who parks in the yard?"
PARTS = rewritten("What does the Pro plan cost?", "Who parks in the yard?")
HALF = "The Pro plan costs $21 per seat and month [1]. Who parks in the yard was not found."


def verdicts(*missing: str) -> dict[str, Any]:
    """The first question is settled, the second one is not."""
    return {
        "verdicts": [
            {"question": 1, "settled": True, "missing": []},
            {"question": 2, "settled": False, "missing": list(missing)},
        ]
    }


async def test_insatiable_critic(world: World) -> None:
    """A critic that always asks something new is stopped by the cap; what was found stays, what was not is said."""
    reviews = [verdicts(f"Who parks at gate {number}?") for number in range(1, 9)]
    world.server.use(by_shape(HALF, Rewritten=PARTS, Routes=routed("general"), Review=reviews))
    state = await world.ask(BOTH, max_turns=3)
    assert world.server.shapes == ["Rewritten", "Routes", "", "Review", "", "Review", ""]
    assert state["ledger"]["turns"] == 3
    assert [question["text"] for question in state["questions"]] == [
        *(one["text"] for one in PARTS["questions"]),
        "Who parks at gate 1?",
        "Who parks at gate 2?",
    ]
    assert state["answer"] == HALF
    assert [one["base"] for one in state["citations"]] == ["billing"]
    critique = state["critique"]
    assert (critique["answered"], critique["missing"], critique["next"]) == (["q1"], [], "end")
    assert critique["reason"].startswith("not answered: Who parks in the yard?; the cap ")
    assert await world.spoken() == [("human", BOTH), ("ai", HALF)]


@pytest.mark.parametrize("turns", [1, 2, 5])
async def test_cap(world: World, turns: int) -> None:
    """The cap is the number of routings, whatever the critic wants."""
    reviews = [reviewed(f"What stands on page {number}?") for number in range(1, 9)]
    world.server.use(by_shape("It was not found.", Routes=routed("general"), Review=reviews))
    state = await world.ask("Who parks in the yard?", max_turns=turns)
    assert state["ledger"]["turns"] == turns
    assert world.server.shapes.count("Review") == turns - 1
    assert (state["answer"], state["citations"]) == ("It was not found.", [])


REPEATS = [
    "Who parks in the yard?",
    "who parks in the yard?",
    "In the yard, who parks?",
    "",
    "   ",
]


@pytest.mark.parametrize("text", REPEATS)
async def test_repeated_question(world: World, text: str) -> None:
    """A critic that repeats a question, in whatever spelling, does not start a loop."""
    world.server.use(by_shape("It was not found.", Routes=routed("general"), Review=reviewed(text)))
    state = await world.ask("Who parks in the yard?")
    assert world.server.shapes == ["Routes", "", "Review"]
    assert (state["ledger"]["turns"], state["critique"]["next"]) == (1, "end")


async def test_repeating_its_own_question(world: World) -> None:
    """A critic that asks the same new question in every turn is followed once."""
    again = reviewed("What are the parking rules?")
    world.server.use(by_shape("It was not found.", Routes=routed("general"), Review=again))
    state = await world.ask("Who parks in the yard?", max_turns=9)
    assert world.server.shapes == ["Routes", "", "Review", "", "Review"]
    assert state["ledger"]["turns"] == 2


async def test_second_search_that_helps(world: World) -> None:
    """What a new question finds answers the user's own, in one message that replaces the first."""
    world.server.use(
        lambda request: (
            by_shape("", Routes=routed("technical"), Review=reviewed("How long is data kept?"))(request)
            if request.shape
            else Reply("Data is kept for 30 days [2]." if "30 days" in request.user else "It was not found.")
        )
    )
    state = await world.ask("When are backups gone?")
    assert state["answer"] == "Data is kept for 30 days [2]."
    assert state["critique"]["answered"] == ["q1"]
    assert [(one["tier"], one["reason"]) for one in state["decisions"]] == [
        ("model", "scripted"),
        ("critic", "“When are backups gone?” is not answered yet"),
    ]
    assert len(await world.spoken()) == 2


FAULTS = [
    ("invalid JSON", Reply("{"), 2),
    ("too few verdicts", {"verdicts": []}, 2),
    ("an answer instead of a verdict", Reply("It costs $21."), 2),
    ("refusal", Reply(refusal="no"), 2),
    ("empty", Reply(""), 2),
    ("401", failure(401), 1),
    ("500", failure(500), 3),
]


@pytest.mark.parametrize(("reply", "calls"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
async def test_fault(world: World, reply: Any, calls: int) -> None:
    """A critic that fails is left out, with a warning; the answer stands."""
    world.server.use(by_shape("It was not found.", Routes=routed("general"), Review=reply))
    state = await world.ask("Who parks in the yard?")
    assert world.server.shapes == ["Routes", "", *["Review"] * calls]
    assert state["answer"] == "It was not found."
    (warning,) = state["warnings"]
    assert warning.startswith("the critic was left out: ")
    assert state["critique"]["next"] == "end"


async def test_next_turn_starts_clean(world: World) -> None:
    """After a run that looped to its cap the next turn has only its own questions, findings and spending."""
    reviews = [reviewed(f"What stands on page {number}?") for number in range(1, 9)]
    world.server.use(by_shape("It was not found.", Routes=routed("general"), Review=reviews))
    await world.ask("Who parks in the yard?")
    world.server.use(by_shape("The Pro plan costs $21 [1]."))
    state = await world.ask("What does the Pro plan cost?")
    assert [question["text"] for question in state["questions"]] == ["What does the Pro plan cost?"]
    assert [finding["base"] for finding in state["findings"]] == ["billing"]
    assert state["ledger"] == {"turns": 1, "retrievals": 1, "model_calls": 1, "tokens": 15, "cost": 0.0}
    assert [kind for kind, _ in await world.spoken()] == ["human", "ai", "human", "ai"]

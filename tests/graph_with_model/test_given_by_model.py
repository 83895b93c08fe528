"""What was answered before costs no model call, and what the model left in doubt is asked again."""

from __future__ import annotations

from scripted_openai import Reply
from scripted_world import World, by_shape, reviewed

PRO = "What does the Pro plan cost?"
DATA = "How long is my data kept after I cancel?"


async def test_a_given_answer_costs_no_call(world: World) -> None:
    """The model's answer stands word for word, with its citation."""
    world.server.use(by_shape("The Pro plan costs $21 per seat and month [1]."))
    first = await world.ask(PRO)
    second = await world.ask(PRO)
    assert world.server.shapes == [""]
    assert (second["answer"], second["citations"]) == (first["answer"], first["citations"])
    assert second["ledger"] == {"turns": 1, "retrievals": 0, "model_calls": 0, "tokens": 0, "cost": 0.0}


async def test_only_the_new_question_is_written(world: World) -> None:
    """Of two questions the model is asked to answer the one that was not answered before."""
    world.server.use(by_shape("The Pro plan costs $21 per seat and month [1]."))
    await world.ask(PRO)
    parts = {"questions": [{"text": PRO, "waits_for": None}, {"text": DATA, "waits_for": None}]}
    world.server.use(by_shape("It is kept for 30 days [1].", Rewritten=parts))
    state = await world.ask(f"{PRO} {DATA}")
    assert state["answer"] == "The Pro plan costs $21 per seat and month [2].\n\nIt is kept for 30 days [1]."
    assert [(one["n"], one["base"], one["questions"]) for one in state["citations"]] == [
        (1, "general", ["q2"]),
        (2, "billing", ["q1"]),
    ]


async def test_an_answer_that_misses_something_is_written_anew(world: World) -> None:
    """An answer that says what it could not find, or one that fell back to quoting, is no answer to repeat."""
    missing = by_shape("Its price could not be found, only that it exists [1].", Review=reviewed(settled=True))
    world.server.use(missing)
    await world.ask(PRO)
    assert (await world.ask(PRO))["ledger"]["retrievals"] == 1
    world.server.use(by_shape(Reply(status=400)))
    assert (await world.ask(PRO, thread="u"))["warnings"]
    assert (await world.ask(PRO, thread="u"))["ledger"]["retrievals"] == 1

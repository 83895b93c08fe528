"""What a run costs: the model is asked where code is not sure, and nowhere else."""

from __future__ import annotations

from scripted_openai import Reply, value
from scripted_world import World, by_shape, reviewed, rewritten, routed

PRO = "What does the Pro plan cost?"
OFFER = "Is there a student offer per seat?"


async def test_sure_question(world: World) -> None:
    """A standalone question of which the cheap tiers are sure costs one call, the answer, and its state says so."""
    world.server.use(by_shape("The Pro plan costs $21 per seat and month [1]."))
    state = await world.ask(PRO)
    assert world.server.shapes == [""]
    assert state["ledger"] == {"turns": 1, "retrievals": 1, "model_calls": 1, "tokens": 15, "cost": 0.0}
    assert state["answer"] == "The Pro plan costs $21 per seat and month [1]."
    assert state["warnings"] == []
    assert state["questions"][0]["text"] == PRO
    assert [(one["n"], one["base"], one["quote"]) for one in state["citations"]] == [
        (1, "billing", "The Pro plan costs $21 per seat and month.")
    ]


async def test_unsure_question(world: World) -> None:
    """A question of which the cheap tiers are not sure costs two calls: the route and the answer."""
    world.server.use(by_shape("A seat costs $21 [1].", Routes=routed("billing")))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes", ""]
    assert state["ledger"]["model_calls"] == 2
    assert [(one["tier"], one["fell_back"], one["reason"]) for one in state["decisions"]] == [
        ("model", False, "scripted")
    ]
    assert state["warnings"] == []


async def test_two_part_follow_up(world: World) -> None:
    """A follow-up of two parts costs at most three calls: rewriting, one route for both, and one answer."""
    world.server.use(by_shape("The Pro plan costs $21 [1]."))
    await world.ask(PRO)
    parts = rewritten("Is there a student offer for the Pro seat?", "Is there a teacher offer for the Pro seat?")
    world.server.use(by_shape("A seat costs $21 [1].", Rewritten=parts, Routes=routed("billing", questions=2)))
    state = await world.ask("And is there a student offer for that, and is there a teacher offer for that?")
    assert world.server.calls <= 3
    assert world.server.shapes[0] == "Rewritten"
    assert world.server.shapes[-1] == ""
    assert [question["text"] for question in state["questions"]] == [one["text"] for one in parts["questions"]]
    assert state["ledger"]["model_calls"] == world.server.calls


async def test_sure_follow_up(world: World) -> None:
    """A follow-up of two parts that rules complete, and whose bases are sure, costs one call: the answer."""
    world.server.use(by_shape("The Pro plan costs $21 [1]."))
    await world.ask(PRO)
    world.server.use(by_shape("It costs $21 a seat [1]. Sessions end after 12 hours [2]."))
    state = await world.ask("And for ten seats? Why does the dashboard keep logging me out?")
    assert [question["text"] for question in state["questions"]] == [
        "What does the Pro plan cost for ten seats?",
        "Why does the dashboard keep logging me out?",
    ]
    assert [(one["base"], one["n"]) for one in state["citations"]] == [("billing", 1), ("technical", 2)]
    assert world.server.shapes == [""]
    assert state["warnings"] == []


async def test_open_follow_up(world: World) -> None:
    """A follow-up that rules cannot complete, or whose bases are not sure, is rewritten by the model."""
    for number, message in enumerate(("Does it include a coupon and how does that work?", "And the offer?")):
        world.server.use(by_shape("The Pro plan costs $21 [1]."))
        await world.ask("What is paid by whom?" if number else PRO, thread=str(number))
        world.server.use(by_shape("$21 [1].", Rewritten=rewritten(PRO), Routes=routed("billing")))
        await world.ask(message, thread=str(number))
        assert world.server.shapes[0] == "Rewritten", message


async def test_rewriting_always(make_world) -> None:
    """A setting has the model rewrite what rules are sure of, too."""
    world = make_world(rewriting="always")
    world.server.use(by_shape("The Pro plan costs $21 [1]."))
    await world.ask(PRO)
    world.server.use(
        by_shape("The Pro plan costs $21 [1].", Rewritten=rewritten("What does the Pro plan cost for ten seats?"))
    )
    await world.ask("And for ten seats?")
    assert world.server.shapes == ["Rewritten", ""]


async def test_cited_answer_spares_the_critic(world: World) -> None:
    """The critic's model is asked only where an answer leaves a question uncited or says that something is missing."""
    world.server.use(by_shape("It was not found.", Review=reviewed(settled=True)))
    state = await world.ask(PRO)
    assert world.server.shapes == ["", "Review"]
    assert state["ledger"]["tokens"] == 30


async def test_run_without_the_model(world: World) -> None:
    """A run may do without the configured model; then it is never asked and the answer is quoted."""
    state = await world.ask(PRO, model="none")
    assert world.server.calls == 0
    assert state["answer"].startswith("The Pro plan costs $21 per seat and month.")
    assert state["ledger"]["model_calls"] == 0


async def test_history_fits_the_window(make_world) -> None:
    """The conversation that travels along is cut, oldest first, to the model's window."""
    world = make_world(model_window=1000)
    world.server.use(by_shape("The Pro plan costs $21 [1].", Rewritten=rewritten("What does the Pro plan cost?")))
    for number in range(6):
        await world.ask(f"What does the Pro plan cost{' indeed' * 150} in case {number}?")
    told = world.server.requests[-1].user
    assert "in case 4?" in told
    assert "in case 0?" not in told
    assert len(told) < 4 * 1000 + 3000
    assert len(await world.spoken()) == 12


async def test_every_method(make_world) -> None:
    """Each structured method routes a question the same way."""
    for method in ("json_schema", "function_calling", "json_mode"):
        world = make_world(structured=method)
        route = routed("billing")
        as_tool = Reply(tools=[("Routes", value(route).content or "")])
        world.server.use(
            by_shape(
                "A seat costs $21 [1].", Routes=as_tool if method == "function_calling" else route, json_object=route
            )
        )
        state = await world.ask(OFFER, thread=method)
        assert (state["decisions"][0]["tier"], world.server.calls, state["warnings"]) == ("model", 2, [])

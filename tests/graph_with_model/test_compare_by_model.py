"""A comparison with a model: the sides are cut by rules, and the model is told to show them side by side."""

from __future__ import annotations

from collections.abc import Callable

from scripted_world import World, by_shape


async def test_the_sides_cost_no_call_of_their_own(make_world: Callable[..., World]) -> None:
    """Nothing is rewritten by the model, and its prompt names both sides."""
    table = (
        "| Side | What was found |\n| --- | --- |\n| Pro plan | $21 per seat [1] |\n| Free plan | nothing was found |"
    )
    world = make_world(tables={"kind_table": lambda text: "compare"})
    world.server.use(by_shape(table))
    state = await world.ask("Compare the Pro plan with the data plan", max_turns=1)
    assert world.server.shapes[0] == ""
    assert state["sides"] == {"q1": "Pro plan", "q2": "data plan"}
    prompt = world.server.requests[-1].user
    assert "- the Pro plan? (one side of a comparison: Pro plan)" in prompt
    assert "- the data plan? (one side of a comparison: data plan)" in prompt
    assert state["answer"].startswith("| Side | What was found |")

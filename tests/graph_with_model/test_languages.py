"""Questions in another language than the documents: answered in the asker's, or honestly not found."""

from __future__ import annotations

from scripted_world import World, by_shape, reviewed, routed


async def test_german(world: World) -> None:
    """A German question gets the model's German answer, with its citation checked against the English passage."""
    answer = "Der Pro-Tarif kostet 21 $ pro Platz und Monat [1]."
    world.server.use(by_shape(answer))
    state = await world.ask("Was kostet der Pro-Tarif?")
    assert state["answer"] == answer
    assert [(one["n"], one["base"]) for one in state["citations"]] == [(1, "billing")]
    (asked,) = world.server.requests
    assert "in the language of the user's message" in asked.system
    assert "Message:\nWas kostet der Pro-Tarif?" in asked.user


async def test_without_evidence(world: World) -> None:
    """Without evidence the model is told which bases were searched, and its answer has no sources."""
    answer = "Dazu wurde nichts gefunden; gesucht wurde in billing und general."
    route = routed("billing", "general")
    world.server.use(by_shape(answer, Routes=route, Review=reviewed()))
    state = await world.ask("Wer parkt im Hof?")
    told = next(request.user for request in world.server.requests if not request.shape)
    searched = [one["name"] for one in state["decisions"][0]["bases"]]
    assert set(searched) >= {"billing", "general"}
    listed = [name for name in ("billing", "technical", "general") if name in searched]
    named = f"{', '.join(listed[:-1])} and {listed[-1]}"
    assert told.endswith(f"Passages:\n(none: {named} were searched and hold nothing about this)")
    assert (state["answer"], state["citations"], state["slots"]) == (answer, [], [])


async def test_chinese(world: World) -> None:
    """A Chinese question passes through the whole graph and keeps its characters."""
    answer = "数据会保留三十天 [1]。"
    world.server.use(by_shape(answer, Routes=routed("general"), Review=reviewed(settled=True)))
    state = await world.ask("我的数据 data 保留多久？")
    assert state["answer"] == answer
    assert "我的数据 data 保留多久？" in world.server.requests[-1].user

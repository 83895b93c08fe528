"""What a run may cost: limits of a run and of a thread, prices, a smaller model for routing, and the prompt cache."""

from __future__ import annotations

from scripted_openai import Request
from scripted_world import by_shape, reviewed, rewritten, routed

PRO = "What does the Pro plan cost?"
OFFER = "Is there a student offer per seat?"
SAID = "A seat costs $21 [1]."


async def test_the_last_call_is_kept_for_the_answer(make_world) -> None:
    """Under a limit of one call routing does without, says so, and the answer is written."""
    world = make_world(run_calls=1)
    world.server.use(by_shape(SAID, Routes=routed("billing")))
    state = await world.ask(OFFER)
    assert world.server.shapes == [""]
    assert state["ledger"]["model_calls"] == 1
    assert state["warnings"] == ["routing fell back: the run's limit of 1 model calls is reached, but for the answer"]


async def test_a_limit_of_calls_holds_for_every_call(make_world) -> None:
    """A reply that cannot be used is not asked for again where the limit leaves no call for it."""
    world = make_world(run_calls=2)
    world.server.use(by_shape(SAID, Routes=routed("warehouse")))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes", ""]
    assert state["ledger"]["model_calls"] == 2
    [warning] = state["warnings"]
    assert "'warehouse' is not a label" in warning


async def test_a_callers_limit_narrows_the_operators(make_world) -> None:
    """A caller may ask for less than the setting allows, and gets no more by asking for more."""
    world = make_world(run_calls=2)
    for asked, calls in ((1, 1), (9, 2)):
        world.server.use(by_shape(SAID, Routes=routed("billing")))
        state = await world.ask(OFFER, thread=str(asked), max_calls=asked)
        assert state["ledger"]["model_calls"] == calls


async def test_tokens_of_a_run(make_world) -> None:
    """The call that passes the limit of tokens is the run's last: the answer is quoted, and the run says why."""
    world = make_world(run_tokens=10)
    world.server.use(by_shape(SAID, Routes=routed("billing")))
    state = await world.ask(OFFER)
    assert world.server.shapes == ["Routes"]
    assert state["ledger"]["tokens"] == 15
    assert state["warnings"] == ["answering fell back to quoting: the run's limit of 10 tokens is reached"]


async def test_a_thread_has_limits_of_its_own(make_world) -> None:
    """What earlier runs of a conversation spent counts against its limit; another conversation is not touched."""
    world = make_world(thread_calls=2, run_calls=9)
    world.server.use(by_shape("The Pro plan costs $21 per seat and month [1]."))
    for text, calls in ((PRO, 1), ("What does the Pro plan cost in all?", 1), ("What is the Pro coupon?", 0)):
        state = await world.ask(text)
        assert state["ledger"]["model_calls"] == calls
    assert state["warnings"] == [
        "answering fell back to quoting: the conversation's limit of 2 model calls is reached",
    ]
    assert (state["spent_before"]["model_calls"], state["spent_before"]["tokens"]) == (2, 30)
    assert (await world.ask(PRO, thread="another"))["ledger"]["model_calls"] == 1


async def test_prices(make_world) -> None:
    """Each call costs what its own model does: routing the small one's price, the answer the large one's."""
    world = make_world(routing_model="openai:small", prices="openai:small=1/2, openai:scripted=10/20")
    world.server.use(by_shape(SAID, Routes=routed("billing")))
    state = await world.ask(OFFER)
    assert [request.body["model"] for request in world.server.requests] == ["small", "scripted"]
    assert round(state["ledger"]["cost"] * 1e6) == 10 * 1 + 5 * 2 + 10 * 10 + 5 * 20


async def test_a_run_without_a_model_has_none_for_routing(make_world) -> None:
    """The setting for routing makes no model where a run wants none."""
    world = make_world(routing_model="openai:small")
    state = await world.ask(OFFER, model="none")
    assert (world.server.calls, state["ledger"]["model_calls"]) == (0, 0)


async def test_two_conversations_share_the_beginning_of_every_prompt(make_world) -> None:
    """What stays the same comes first: two requests of one step differ only after the whole system message."""
    world = make_world()
    script = by_shape("It was not found.", Rewritten=rewritten(OFFER), Routes=routed("billing"), Review=reviewed())
    shared: dict[str, list[Request]] = {}
    for thread, text in (("one", OFFER), ("two", "Is there a teacher offer for it?")):
        world.server.use(script)
        await world.ask(PRO, thread=thread)
        await world.ask(text, thread=thread)
        for request in world.server.requests:
            shared.setdefault(request.shape, []).append(request)
    assert {"", "Routes", "Review"} <= set(shared)
    for shape, requests in shared.items():
        assert len({request.system for request in requests}) == 1, shape
        assert [message["role"] for message in requests[0].body["messages"]] == ["system", "user"]

"""What a client sees while a run goes on: the answer's tokens, and nothing that the other steps say to a model."""

from __future__ import annotations

from typing import Any

from scripted_openai import Reply
from scripted_world import World, by_shape, reviewed, rewritten, routed

ANSWER = "The Pro plan costs $21 per seat and month [1]. Who parks in the yard was not found."
MESSAGE = "What does the Pro plan cost, and who parks in the yard?"


def busy() -> Any:
    """A script in which every step that can ask the model does."""
    return by_shape(
        Reply(ANSWER, piece=5),
        Rewritten=rewritten("What does the Pro plan cost?", "Who parks in the yard?"),
        Routes=routed("general"),
        Review=reviewed(questions=2, settled=True),
    )


async def test_messages(world: World) -> None:
    """The message stream carries the answer's tokens only: no rewriting, no route and no verdict."""
    world.server.use(busy())
    parts = [part async for part in world.stream(MESSAGE, "messages")]
    assert world.server.shapes == ["Rewritten", "Routes", "", "Review"]
    assert {told["langgraph_node"] for _, told in parts} == {"answer"}
    assert "".join(message.text for message, _ in parts) == ANSWER
    assert len(parts) > 5
    assert len({message.id for message, _ in parts}) == 1


async def test_messages_of_a_loop(world: World) -> None:
    """In a run that loops each turn's answer streams under an id of its own, and still nothing else does."""
    again = reviewed("How long is data kept?")
    world.server.use(by_shape("It was not found.", Routes=routed("general"), Review=again))
    parts = [part async for part in world.stream("Who parks in the yard?", "messages")]
    texts: dict[str, str] = {}
    for message, told in parts:
        assert told["langgraph_node"] == "answer"
        texts[message.id] = texts.get(message.id, "") + message.text
    assert [text for text in texts.values() if text] == ["It was not found."] * 2


async def test_tokens(world: World) -> None:
    """The custom stream carries the checked answer piece by piece, and the steps in their order."""
    world.server.use(busy())
    events = [event async for event in world.stream(MESSAGE, "custom")]
    assert "".join(event["text"] for event in events if event["event"] == "token") == ANSWER
    order = list(dict.fromkeys(event["event"] for event in events))
    assert order == ["rewriting", "routed", "searching", "found", "writing", "token", "checking"]


async def test_quoted_answer_in_messages(make_world) -> None:
    """A quoted answer arrives in the message stream as one message."""
    world = make_world(model="")
    parts = [part async for part in world.stream("What does the Pro plan cost?", "messages")]
    assert [told["langgraph_node"] for _, told in parts] == ["answer"]
    assert parts[0][0].text.startswith("The Pro plan costs $21 per seat and month.")


async def test_usage_is_the_same_streamed_or_not(world: World) -> None:
    """The ledger of a run does not depend on how it is watched."""
    ledgers = []
    for thread, mode in enumerate(("values", ["values", "messages"])):
        world.server.use(busy())
        final: Any = None
        async for part in world.stream(MESSAGE, mode, thread=str(thread)):
            if mode == "values":
                final = part
            elif part[0] == "values":
                final = part[1]
        ledgers.append(final["ledger"])
    assert ledgers[0] == ledgers[1]
    assert (ledgers[0]["model_calls"], ledgers[0]["tokens"]) == (4, 60)

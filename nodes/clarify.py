"""clarify: everything that is missing over all pending calls is asked for in one interrupt, in the user's words.

Nothing was run before and nothing runs here, so a resumed run repeats no call. What the user says goes back to route,
where the guard judges it like any other word of theirs.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from graph.context import Knobs
from graph.events import Asking, tell
from graph.resources import Resources
from graph.state import Ask, Call, Reply, State
from knowledge.text import clean
from nodes.conversation import MAX_CHARACTERS
from nodes.phrases import ENGLISH, phrases
from nodes.record import record_blocked

_REPLIES_BY_INTERRUPT = "__pregel_resume_map"
"""LangGraph's own key; where a release names it otherwise, only the sentence about an empty reply is lost."""
_SHOWN = 60
"""Characters of what answers nothing."""


@dataclass(frozen=True)
class Clarify:
    """The node."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """What the user replied: a text, or an object of values by argument."""
        pending = [call for call in state["calls"] if call["stage"] == "ask"]
        asks = wanted(pending)
        question = in_words(pending, phrases(state).needed)
        if _replied_nothing():
            names = ", ".join(ask["argument"] for ask in asks)
            question = f"An empty reply gives nothing: reply in words, or with a value for {names}. {question}"
        tell(runtime, Asking(event="asking", text=question))
        # Before the interrupt, which a run may never come back from; a message is kept once.
        await record_blocked(self.resources, state, runtime)
        told = interrupt({"question": question, "missing": [{**ask} for ask in asks]})
        # The run's time does not pass while it waits for a person.
        return {"replies": [*state["replies"], _reply(told, question, asks)], "started": time.time()}


def wanted(calls: Sequence[Call]) -> list[Ask]:
    """Everything that these calls miss, each thing once."""
    return list({(ask["argument"], ask["wants"]): ask for call in calls for ask in call["asks"]}.values())


def in_words(calls: Sequence[Call], needed: str = ENGLISH.needed) -> str:
    """What is missing, one sentence a tool, as in: For “service credit” I still need: what you pay a month. Before it
    stands why what was said did not do: “lots” holds no number. `needed` is the sentence in another language.
    """
    whys = dict.fromkeys(ask["why"] for call in calls for ask in call["asks"] if ask["why"])
    said: dict[str, dict[str, None]] = {}
    for call in calls:
        said.setdefault(call["tool"], {}).update({_lowered(ask["wants"]): None for ask in call["asks"]})
    asks = [needed.format(tool=tool.replace("_", " "), values="; ".join(wants)) for tool, wants in said.items()]
    return " ".join([*(f"{why}." for why in whys), *asks])


def _replied_nothing() -> bool:
    """Whether the run was just taken up with an empty object, which LangGraph takes for an answer to no interrupt and
    stops again: the node cannot return, but it can say so.
    """
    return bool(get_config()["configurable"].get(_REPLIES_BY_INTERRUPT, None) == {})


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def _reply(told: Any, question: str, asks: Sequence[Ask]) -> Reply:
    """A reply of any shape: words stay words, an object gives values for the arguments that were asked for. What a form
    sends as text is read as the user's words, so that "90" and "ninety dollars" give a number.
    """
    names = [ask["argument"] for ask in asks]
    if isinstance(told, Mapping):
        values = {name: told[name] for name in names if isinstance(told.get(name), str | int | float | bool)}
        words = [one for one in values.values() if isinstance(one, str)]
        text = clean(words[0]) if len(words) == 1 else ""
        other = "" if values else _short(", ".join(map(str, told)))
        return Reply(asked=names, question=question, text=text, values=values, other=other)
    text = clean(told)[:MAX_CHARACTERS] if isinstance(told, str) else str(told) if _number(told) else ""
    other = "" if isinstance(told, str) or _number(told) or told is None else _short(str(told))
    return Reply(asked=names, question=question, text=text, values={}, other=other)


def _short(text: str) -> str:
    return clean(text)[:_SHOWN]


def _number(told: Any) -> bool:
    return isinstance(told, int | float) and not isinstance(told, bool)

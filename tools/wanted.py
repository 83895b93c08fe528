"""Which of the calls that a question's tools could make it wants: what runs, and what it plainly misses a value for.

Every call is judged by the guard before it is weighed; the rest is how the question is put.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tools.choosing import chosen, use
from tools.gating.cues import cues_said
from tools.gazetteer import find
from tools.guard.check import Conversation
from tools.judging import Judged, judge
from tools.pointing import named, named_beside, points, wants_amount
from tools.proposing import Proposal, Said, propose
from tools.schema import Tool
from tools.sought import after, asked_for, explained
from tools.unfit import unfit


@dataclass(frozen=True, slots=True)
class Offered:
    """A question, its kind where it is known, and the tools it is offered."""

    text: str
    kind: str | None
    tools: Sequence[Tool]
    worth: Mapping[str, float]
    """By tool, how much the question calls for it."""


def wanted(offered: Offered, said: Said, by_model: Sequence[Proposal] | None, known: Conversation) -> list[Judged]:
    """The calls that run, and those that are plainly wanted and miss a value.

    Of lookups the rules found, those run that use most of what was said: "the open tickets of Brightwater" is no
    question about every open ticket. Of lookups that miss a value only one asks.
    """
    found: list[tuple[Tool, Judged]] = []
    for tool in offered.tools:
        proposals = propose(tool, said) if by_model is None else [one for one in by_model if one.tool == tool.name]
        judged = [judge(tool, one, known) for one in proposals]
        complete = [one for one in judged if not one.asks]
        found += [(tool, one) for one in complete or judged[:1]]
    if by_model is not None:
        return [_telling(offered, one) for _, one in found]
    most = max((use(tool, one) for tool, one in found if not one.asks and tool.effect == "lookup"), default=(0, 0))
    asking = _asking(found, offered) if most == (0, 0) else None
    text = offered.text
    made = chosen([(tool, one) for tool, one in found if _kept(tool, one, offered, most, asking)], text)
    called = {one.tool for one in made if not one.asks}
    made += [one for tool in offered.tools if tool.name in called for one in _beside(tool, offered, known)]
    return [_telling(offered, one) for one in made]


def _beside(tool: Tool, offered: Offered, known: Conversation) -> Iterator[Judged]:
    """A lookup that runs on one name of a list asks about another that no tool knows."""
    text = offered.text
    values = [value for one in offered.tools for parameter in one.parameters for value in parameter.values]
    for parameter in tool.parameters if tool.effect == "lookup" else ():
        name = named_beside(text, tool, parameter) if parameter.values and parameter.required else ""
        if name and not find(name, values):
            asked = judge(tool, Proposal(tool.name, {}), known)
            yield replace(asked, asks=tuple(replace(ask, why=unfit(parameter, name)) for ask in asked.asks))


def _kept(tool: Tool, one: Judged, offered: Offered, most: tuple[int, int], asking: Judged | None) -> bool:
    """Whether a call stays. A calculator that misses a value does only where the question asks for an amount, and gave
    it another value or asks to compute.
    """
    if tool.effect == "lookup":
        return one is asking if one.asks else use(tool, one) == most and not _by_the_way(tool, one, offered)
    text, compute = offered.text, offered.kind == "compute"
    return not one.asks or ((one.given > 0 or compute) and (wants_amount(text) or after(tool, text)))


def _by_the_way(tool: Tool, one: Judged, offered: Offered) -> bool:
    """Whether a lookup found nothing but choices in a question after a rule: "how do I close a ticket?"."""
    choices = {parameter.name for parameter in tool.parameters if parameter.enum}
    return bool(one.arguments) and one.arguments.keys() <= choices and explained(offered.text)


def _telling(offered: Offered, one: Judged) -> Judged:
    """A call with a word on each name that was said and that no store knows."""
    tool = next(tool for tool in offered.tools if tool.name == one.tool)
    told = []
    for ask in one.asks:
        parameter = tool.parameter(ask.argument)
        name = named(offered.text, tool, parameter) if parameter is not None and not ask.why else ""
        told.append(replace(ask, why=unfit(parameter, name)) if parameter is not None and name else ask)
    return replace(one, asks=tuple(told))


def _asking(found: Sequence[tuple[Tool, Judged]], offered: Offered) -> Judged | None:
    """The lookup to ask about where none runs: what the question points at most strongly, then calls for most."""
    text = offered.text
    worth = [
        (*_pointing(text, tool, [ask.argument for ask in one.asks]), offered.worth[tool.name], one)
        for tool, one in found
        if one.asks and tool.effect == "lookup" and (one.given or tool.cues)
    ]
    # "My ticket" fits every tool of tickets: there the catalog's order decides.
    best = max(worth, key=lambda each: (*each[:3], each[3] if each[0] > 1 else 0.0), default=None)
    return best[-1] if best is not None and best[0] else None


def _pointing(text: str, tool: Tool, missing: Sequence[str]) -> tuple[int, bool, int]:
    """How strongly a question points at what a tool misses, whether it is not what it asks for, and by how many cues.

    Only a name is told apart by cues.
    """
    strength = points(text, tool, missing)
    given = not any(asked_for(one, text) for one in tool.parameters if one.name in missing)
    names = [named(text, tool, one) for one in tool.parameters if one.name in missing]
    unknown = next((name for name in names if name), "")
    return strength, given, len(cues_said(tool, text, unknown)) if strength > 1 else 0

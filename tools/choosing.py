"""Which of several calls a question means, where two tools could take the same words."""

from __future__ import annotations

from collections.abc import Sequence

from tools.gating.cues import cues_said
from tools.gazetteer import find
from tools.judging import Judged
from tools.schema import Tool
from tools.sought import asked_for

Made = tuple[Tool, Judged]
Place = tuple[int, int, bool]
"""Where a name is said, from and to, and whether it is said as it stands."""


def use(tool: Tool, one: Judged) -> tuple[int, int]:
    """How much of what was said a call uses, and how much of it is names; a name tells more than a choice."""
    known = {parameter.name for parameter in tool.parameters if parameter.values}
    return one.given, len(known & one.arguments.keys())


def chosen(made: Sequence[Made], text: str) -> list[Judged]:
    """The calls without those whose names are parts of longer ones (the Spain of Port of Spain is no country), and, of
    lookups that take the same name, without those of which it is only like one (the Africa of South Africa) and those
    that the question means less.
    """
    places = [_places(tool, one, text) for tool, one in made]
    kept = []
    for at, (tool, one) in enumerate(made):
        others = [(*made[other], places[other]) for other in range(len(made)) if other != at]
        if any(_within(places[at], longer) for _, _, longer in others):
            continue
        rivals = [(rival, where) for rival, _, where in others if rival.name != tool.name and _same(where, places[at])]
        if not any(_rather(rival, where, tool, places[at], text) for rival, where in rivals):
            kept.append(one)
    return kept


def _rather(one: Tool, places: Sequence[Place], other: Tool, its: Sequence[Place], text: str) -> bool:
    exact, same = (all(place[2] for place in each) for each in (places, its))
    return exact if exact != same else _sooner(one, other, text)


def _sooner(one: Tool, other: Tool, text: str) -> bool:
    """Whether a question means `one` rather than `other` by the same name: it asks for what the other takes, or it
    says more of the cues that are this one's alone.
    """
    asked, rather = (_asked(tool, text) for tool in (one, other))
    if asked != rather:
        return rather
    own, foreign = cues_said(one, text), cues_said(other, text)
    return len(own - foreign) > len(foreign - own)


def _same(places: Sequence[Place], others: Sequence[Place]) -> bool:
    return bool(places) and [place[:2] for place in places] == [other[:2] for other in others]


def _asked(tool: Tool, text: str) -> bool:
    return any(asked_for(parameter, text) for parameter in tool.parameters if parameter.values)


def _places(tool: Tool, one: Judged, text: str) -> list[Place]:
    """Where the names that a call takes are said."""
    return [
        (match.start, match.end, match.exact)
        for parameter in tool.parameters
        if parameter.values and parameter.name in one.arguments
        for match in find(text, parameter.values)
        if match.value == one.arguments[parameter.name]
    ]


def _within(places: Sequence[Place], longer: Sequence[Place]) -> bool:
    """Whether names are said only as parts of longer ones."""
    return bool(places) and all(
        any(start <= first and last <= end and (start, end) != (first, last) for start, end, _ in longer)
        for first, last, _ in places
    )

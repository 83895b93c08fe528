"""A number that was said before, changed by so much: "two degrees warmer", "one more night", "turn it down by 5".

What is changed is a number of the same measure in the nearest turn that has one, the assistant's among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.provenance import Utterance
from tools.guard.readings.quantity import Quantity, close
from tools.guard.readings.text import fold
from tools.guard.verdict import Evidence, Reason

_MORE: Final = re.compile(
    r"\s?(?:\w+\s)?(?:more|extra|additional|higher|warmer|hotter|brighter|louder|longer|up|mehr|de plus)\b(?! than)"
)
_LESS: Final = re.compile(
    r"\s?(?:\w+\s)?(?:less|fewer|lower|cooler|colder|dimmer|quieter|shorter|down|weniger|de moins)\b(?! than)"
)
_INSIDE: Final = re.compile(r"\b(?:more|extra|additional|another)\b")
_RAISES: Final = re.compile(r"\b(?:raise|increase|up|add|higher|warmer|brighter|louder|extend)\b")
_LOWERS: Final = re.compile(r"\b(?:lower|reduce|decrease|down|drop|cut|cooler|dimmer|quieter|shorten)\b")
_BY: Final = re.compile(r"\b(?:by|um|de)\s(?:about\s)?$")
_CLAUSE: Final = re.compile(r"[.;!?]")


def changed(value: float, heard: Heard) -> Evidence | None:
    """Weak evidence for a number that lies a said step from one that was said before."""
    for one, step, by in _steps(heard):
        for base in _before(one, step, heard):
            if close(value, base.values[0] + by):
                return said(one, step.start, step.end, Reason.COMPUTED, weak=True)
    return None


def _steps(heard: Heard) -> Iterator[tuple[Utterance, Quantity, float]]:
    """Every step up or down the user asks for; "by four degrees" goes the way the assistant asked about."""
    spoken = {one.turn: one for one in (*heard.utterances, *heard.context)}
    for one, quantity in heard.numbers():
        if one.origin != "user" or quantity.ordinal or quantity.percent:
            continue
        folded = fold(one.text)
        before = _CLAUSE.split(folded[: quantity.start])[-1]
        by = _BY.search(folded, 0, quantity.start) is not None
        asked = fold(spoken[one.turn - 1].text) if by and one.turn - 1 in spoken else ""
        more = _MORE.match(folded, quantity.end) or _INSIDE.search(folded, quantity.start, quantity.end)
        less = _LESS.match(folded, quantity.end)
        if by and not more and not less:
            told = before if _RAISES.search(before) or _LOWERS.search(before) else asked
            more, less = _RAISES.search(told), _LOWERS.search(told)
        if bool(more) != bool(less):
            yield one, quantity, quantity.values[0] if more else -quantity.values[0]


def _before(one: Utterance, step: Quantity, heard: Heard) -> Iterator[Quantity]:
    """Numbers of the step's measure in the nearest turn before it that has any."""
    everything = (*heard.utterances, *heard.context)
    for turn in sorted({each.turn for each in everything if each.turn < one.turn}, reverse=True):
        here = replace(heard, utterances=tuple(each for each in everything if each.turn == turn))
        found = [other for _, other in here.numbers() if _alike(step, other)]
        if found:
            yield from found
            return


def _alike(step: Quantity, other: Quantity) -> bool:
    if other.ordinal or other.percent or not other.counted:
        return False
    if step.unit is None or other.unit is None:
        return step.unit is None or other.unit is None
    return step.unit.dimension == other.unit.dimension and step.unit.factor == other.unit.factor

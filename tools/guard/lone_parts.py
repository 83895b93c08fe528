"""A part of a measure is an argument's value only where another argument takes the rest of it.

"2 hours and 30 minutes" may fill hours and minutes; a call that takes the two hours alone lasts too short.
"""

from __future__ import annotations

from collections.abc import Sequence

from tools.guard.heard import Heard
from tools.guard.readings.numbers import quantities
from tools.guard.readings.quantity import Quantity
from tools.guard.verdict import ArgumentVerdict, Span, Verdict


def lone_parts(verdicts: Sequence[ArgumentVerdict], heard: Heard) -> frozenset[str]:
    """The names of the arguments whose value is a part of a measure of which no other argument has a further part."""
    told = [one for one in verdicts if one.spans and one.verdict is not Verdict.ABSENT]
    return frozenset(
        one.name
        for one in told
        if type(one.value) in {int, float}
        and len(one.spans) == 1
        and (rest := _rest(one.spans[0], heard))
        and not any(_covers(span, part) for other in told if other is not one for span in other.spans for part in rest)
    )


def _rest(span: Span, heard: Heard) -> list[Quantity]:
    """The other parts of the measure that these characters are a part of."""
    text = next((one.text for one in heard.utterances if one.turn == span.turn), "")
    read = quantities(text)
    own = next((one for one in read if one.part and (one.start, one.end) == (span.start, span.end)), None)
    if own is None or own.unit is None:
        return []
    whole = max((one for one in read if _holds(one, own)), key=lambda one: one.end - one.start, default=own)
    return [one for one in read if one.part and _holds(whole, one) and (one.end <= own.start or own.end <= one.start)]


def _holds(whole: Quantity, part: Quantity) -> bool:
    same = whole.unit is not None and part.unit is not None and whole.unit.dimension == part.unit.dimension
    return same and not whole.part and whole.start <= part.start and part.end <= whole.end


def _covers(span: Span, part: Quantity) -> bool:
    return span.start < part.end and part.start < span.end

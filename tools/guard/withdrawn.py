"""Whether what was said is taken back in the same breath: "at 7, no wait, 8", "not 6 but 7", "move it from 6 to 7".

Only what stands right behind a word of correction, and is of the same sort, takes the place of what stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from tools.guard.heard import Heard
from tools.guard.moments import moment
from tools.guard.provenance import Utterance
from tools.guard.readings.numbers import quantities
from tools.guard.readings.text import fold, name_words
from tools.guard.verdict import Evidence, Span
from tools.schema import Parameter

_SLIP: Final = re.compile(
    r"(?:\s(?!not\b|but\b|and\b|or\b)\w+){0,3}?[\s.,;:()-]*"
    r"(?:(?:oh|ah|um|er|uh|hm+),?\s)?(?:(?:no|nope),?\s(?:wait|sorry|hang on|hold on|actually|rather)|wait|sorry|oops"
    r"|scratch that|correction|or rather|i mean(?:t)?|make (?:that|it)|actually|no(?=[,;.]))\b"
    r"(?:[\s.,;:-]+(?:(?:no|wait|sorry|actually|i mean(?:t)?|make (?:that|it)|it's|that's|should be|rather|let's say"
    r"|for|at|on|to|in|the|a|an)\b)?)*"
)
_RULED_OUT: Final = re.compile(r"\b(?:instead of|rather than|in place of)\s(?:the |an? |at |on |for )?$")
_MOVES: Final = re.compile(
    r"\b(?:move|reschedule|change|switch|shift|swap|postpone|push|verschieb\w*|verleg\w*)\b[^.;!?]{0,40}$"
)
_MOVED_TO: Final = re.compile(r"(?:\s\w+){0,4}?\s(?:to|until|auf|for)\s(?:the |this |next |at |on )*")
_OLD: Final = frozenset("old current from original existing previous booked".split())
_NOT: Final = re.compile(r"\bnot\s(?:the |an? |at |on |for |in )?$")
_BUT: Final = re.compile(r"(?:\s\w+){0,2}?,?\s(?:but|rather)\b")


def withdrawn(value: Any, parameter: Parameter, found: Evidence, heard: Heard) -> bool:
    """Whether all that speaks for a value was taken back as it was said."""
    if not found.spans:
        return False
    same_sort = _sort(value, parameter)
    texts = [one for one in heard.utterances if one.origin == "user"]
    places = [(one, span) for span in found.spans for one in texts if one.turn == span.turn]
    if len(places) != 1 or len(found.spans) != 1:
        return False
    # A file may be moved from one folder to another, and both are meant.
    timed = isinstance(value, str) and moment(value) is not None and not _OLD & set(name_words(parameter.name))
    return (timed and _moved(*places[0], same_sort)) or _gone(*places[0], same_sort)


def _moved(one: Utterance, span: Span, same_sort: Callable[[Utterance, int], bool]) -> bool:
    """Whether something is asked to be moved away from here: "move my Wednesday lesson to Friday"."""
    folded = fold(one.text)
    to = _MOVED_TO.match(folded, span.end) if _MOVES.search(folded, 0, span.start) else None
    return to is not None and same_sort(one, to.end())


def _gone(one: Utterance, span: Span, same_sort: Callable[[Utterance, int], bool]) -> bool:
    folded = fold(one.text)
    if _RULED_OUT.search(folded, 0, span.start):
        return True
    if _NOT.search(folded, 0, span.start) and _BUT.match(folded, span.end):
        return True
    slip = _SLIP.match(folded, span.end)
    return slip is not None and same_sort(one, slip.end())


def _sort(value: Any, parameter: Parameter) -> Callable[[Utterance, int], bool]:
    """A test of whether something of the value's sort stands at a place of a text."""
    if parameter.enum and not isinstance(value, int | float):
        others = [fold(str(one).replace("_", " ")) for one in parameter.enum if one != value]
        return lambda one, at: any(re.match(rf"{re.escape(other)}\b", fold(one.text)[at:]) for other in others)
    when = moment(value) if isinstance(value, str) else None
    if when is not None and when.days:
        return lambda one, at: at in {reading.start for reading in _days(one)}
    if when is not None or isinstance(value, int | float):
        return lambda one, at: at in {quantity.start for quantity in quantities(one.text)}
    return lambda one, at: one.text[at : at + 1].isupper()


def _days(one: Utterance) -> Iterator[Any]:
    yield from (reading for _, reading in Heard((one,)).dates())

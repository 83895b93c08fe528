"""Whether a question points at one thing that no value was found for, so that a lookup is worth asking about.

"My ticket" points at one, and so does a name or a number that no store knows; "an unpaid invoice" speaks of any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tools.guard.readings.calendar import MONTHS, WEEKDAYS
from tools.guard.readings.text import fold, stems, words
from tools.guard.synonyms import alike
from tools.schema import Parameter, Tool

_NAME: Final = re.compile(r"[\"“„«][^\"”“»]{1,80}[\"”“»]|(?<!\w)'[^']{1,80}'(?!\w)|(?<=[\w,:] )[A-Z][\w'’-]+")
_FIGURES: Final = re.compile(r"\b[A-Za-z]{0,4}-?\d{2,}\b")
_ONE: Final = re.compile(
    r"\b(?:(?:my|our|this|that|your|his|her|their|mein\w*|unser\w*|mon|ma|notre|cette?)\s(?P<what>\w+)(?:\s(?P<next>\w+))?"
    r"|(?:the|der|die|das|le|la)\s(?P<plain>\w+)(?=\s*(?:[?.!,]|$)))"
)
_EVERYDAY: Final = frozenset({"i", "i'm", "i'd", "i'll", "i've", *MONTHS, *WEEKDAYS})


def points(question: str, tool: Tool, missing: Sequence[str]) -> int:
    """How strongly a question points at what a tool misses: 2 by a name or figures of the shape of its values, 1 by
    "my ticket" or "the ticket" at the end, 0 not at all.
    """
    wanted = [one for one in tool.parameters if one.name in missing]
    if any(_shaped(one, question) for one in wanted):
        return 2
    cues = frozenset(stem for cue in tool.cues for word in words(cue) for stem in alike(word.text))
    for found in _ONE.finditer(fold(question)):
        if stems(" ".join(word for word in found.groups() if word)) & cues:
            return 1
    return 0


def _shaped(parameter: Parameter, question: str) -> bool:
    if not parameter.values:
        return False
    if _coded(parameter.values):
        return bool(_FIGURES.search(question))
    return any(fold(found.group()) not in _EVERYDAY for found in _NAME.finditer(question))


@lru_cache(maxsize=64)
def _coded(values: tuple[str, ...]) -> bool:
    """Whether the legal values are codes: most of them hold figures."""
    return sum(any(char.isdigit() for char in value) for value in values) * 2 > len(values)

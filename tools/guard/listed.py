"""Whether a value is a category that its description gives examples of: "the sort of dish, e.g. dessert, breakfast".

An open list names what such values are like, so a caller may sort what was said under one. A closed list that has to be
answered is a question to the user, and a name is no category: which one is meant can only be said.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from tools.guard.heard import Heard
from tools.guard.phrases import literal
from tools.guard.readings.text import fold
from tools.schema import Parameter

_CUE: Final = re.compile(
    r"\b(?:such as|e\.g\.?|for example|for instance|can be|could be|may be|like|including|z\.b\.|par exemple)[\s,:(]*",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\s*(?:,|;|/|\bor\b|\band\b|\boder\b|\bou\b)\s*")
_END: Final = re.compile(r"[.)](?:\s|$)|\s[-(]\s?")
_CATEGORY: Final = re.compile(r"[a-zà-ÿ][^\d@,.:/A-Z]*\Z")
_WORDS: Final = 3
"""Up to how many words a category has."""


def listed(value: Any, parameter: Parameter, heard: Heard) -> bool:
    """Whether the value is such a category, and none of the others that are listed with it was said."""
    if not isinstance(value, str) or not _CATEGORY.match(value):
        return False
    examples = _examples(parameter.description)
    return fold(value) in examples and not any(literal(one, heard) for one in examples if one != fold(value))


@lru_cache(maxsize=2048)
def _examples(description: str) -> tuple[str, ...]:
    """What the description lists behind such a cue, folded: two at the least, or nothing."""
    found: list[str] = []
    for cue in _CUE.finditer(description):
        behind = _END.split(description[cue.end() :])[0]
        parts = [fold(part).strip(" '\"()[]") for part in _BETWEEN.split(behind)]
        found += [part for part in parts if part and len(part.split()) <= _WORDS]
    kept = tuple(dict.fromkeys(found))
    return kept if len(kept) > 1 else ()

"""What the schema itself says about a value: that it applies where nothing is said, or what a code stands for."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from tools.guard.heard import Heard
from tools.guard.phrases import content, mentions
from tools.guard.readings.text import name_words, stem
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_UNSAID: Final = (
    r"(?:not|no|none|nothing|un\w+|omitted|left out|blank|empty|missing|absent|otherwise|provided|specified|given)"
)
_BEFORE: Final = (
    (
        r"\b(?:defaults?|standard(?:wert)?|par d[eé]faut)"
        r"(?:\s+(?:value|is|to|as|set|being|it's|would be|of|ist|the|a))*\s*[:=(]?\s*"
    ),
    (
        r"\b(?:assum(?:es?|ed|ing)|falls? back (?:to|on)|fallback(?: is|:)?|usually|typically|normally|preset to)\s+"
        r"(?:the |a |to be |as )?"
    ),
    rf"\b(?:if|when|unless)\s[^.]{{0,30}}?\b{_UNSAID}\b[^.\d'\"]{{0,40}}?",
    r"\botherwise,?\s(?:it is |is |use |the )?",
)
_AFTER: Final = (
    r"\s*[,(]?\s*(?:is (?:the )?|as (?:the )?|by |being (?:the )?|used by |the )?(?:default\b|par d[eé]faut)",
    (
        r"\s*[,(]?\s*(?:is used |will be used |is assumed |applies |are returned )?"
        rf"(?:if|when|unless)\s[^.;]{{0,30}}?\b{_UNSAID}\b"
    ),
)
"""What stands before, or behind, the value that applies where nothing is said."""


def declared_default(value: Any, parameter: Parameter) -> bool:
    """Whether the schema or its description declares this value as what applies where nothing is said."""
    if parameter.defaults and parameter.defaults[0] == value and type(parameter.defaults[0]) is type(value):
        return True
    return any(text.strip() and _declares(parameter.description, text) for text in _written(value))


def _written(value: Any) -> tuple[str, ...]:
    """How a description may write a value: a whole number with or without its nought behind the point."""
    if isinstance(value, bool):
        return (str(value).lower(),)
    if isinstance(value, int | float) and value % 1 == 0:
        return str(int(value)), f"{int(value)}.0"
    return (str(value),)


@lru_cache(maxsize=4096)
def _declares(description: str, text: str) -> bool:
    if text.lower() not in description.lower():
        return False
    quoted = rf"(?<![\w.])['\"`]?{re.escape(text)}['\"`]?(?![\w.]?\w)"
    patterns = (*(before + quoted for before in _BEFORE), *(quoted + after for after in _AFTER))
    return any(re.search(pattern, description, re.IGNORECASE) for pattern in patterns)


def glossed(value: Any, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence that what the description tells this code for was said: "'1w' for one week", "1 for Bangkok"."""
    own = frozenset(stem(word) for word in name_words(parameter.name))
    for gloss in glosses(str(value), parameter.description):
        wanted = tuple(word for word in gloss if stem(word) not in own)
        found = mentions(wanted, heard, loosely=True) if wanted else None
        if found is not None:
            return Evidence(Reason.CODE, found.spans, weak=True)
    return None


@lru_cache(maxsize=2048)
def glosses(value: str, description: str) -> tuple[tuple[str, ...], ...]:
    """The words that a description gives beside a code, each a tuple of content words."""
    if value.lower() not in description.lower():
        return ()
    quoted = rf"(?<![\w'\"])['\"]?{re.escape(value)}['\"]?(?![\w])"
    found = []
    for pattern in (
        rf"{quoted}\s*(?:for|to|is|as|means?|=|:|-|\(|indicates?|if|when)\s*(?:the |a |an )?(?P<gloss>[^.,;)'\"]+)",
        rf"(?P<gloss>[\w ]+?)\s*(?:=|:|is|as)\s*{quoted}",
    ):
        for match in re.finditer(pattern, description, re.IGNORECASE):
            words_of_gloss = content(match["gloss"])[:4]
            if words_of_gloss and words_of_gloss != (value.lower(),):
                found.append(words_of_gloss)
    return tuple(found)

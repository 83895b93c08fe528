"""Values that stand for an idiom: "current location" for "near me", every choice of a list for "all of them"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from tools.guard.heard import Heard, said
from tools.guard.readings.text import fold
from tools.guard.verdict import Evidence, Reason

_IDIOMS: Final = (
    (
        re.compile(r"(?:the )?(?:my |user'?s? |users )?(?:current|present|my|user|device)[ _-]?(?:location|position|place)|here|nearby"),
        re.compile(
            r"\b(?:(?:near|around|close to|by|closest to|next to) (?:me|here|us)|nearby|near ?by|my (?:current |own )?(?:location|position|area|place)"
            r"|where i am|around here|in der nahe|hier|pres d'ici|autour de moi|ici)\b"
        ),
    ),
    (
        re.compile(r"now|immediate(?:ly)?|asap|right now"),
        re.compile(r"\b(?:right away|right now|now|immediately|asap|as soon as possible|at once|straight away|sofort|tout de suite)\b"),
    ),
    (
        re.compile(r"round[ _-]?trip|return"),
        re.compile(r"\b(?:there and back|both ways|return (?:flight|ticket|trip)|coming back|hin und zuruck|aller-retour)\b"),
    ),
    (
        re.compile(r"one[ _-]?way|single"),
        re.compile(r"\b(?:one[- ]way|not coming back|no return|nur hinfahrt|aller simple)\b"),
    ),
    (
        re.compile(r"desc(?:ending)?"),
        re.compile(r"\b(?:(?:newest|latest|highest|most \w+|best|largest|biggest) (?:first|to)|from (?:high|new|large)\w* to)\b"),
    ),
    (
        re.compile(r"asc(?:ending)?"),
        re.compile(r"\b(?:(?:oldest|earliest|lowest|cheapest|smallest|least \w+) (?:first|to)|from (?:low|old|small|a)\w* to)\b"),
    ),
)
"""What a value reads like as a whole, and what was said for it; both folded."""
_EVERY: Final = re.compile(r"\b(?:all|every\w*|each|both|any|alle[ns]?|beide[ns]?|tou(?:s|tes)|les deux)\b")


def idiom(value: str, heard: Heard) -> Evidence | None:
    """Weak evidence for a value that an idiom stands for."""
    folded = fold(value).strip()
    for written, spoken in _IDIOMS:
        if written.fullmatch(folded):
            return _find(spoken, heard)
    return None


def every(values: Sequence[Any], choices: Sequence[Any], heard: Heard) -> Evidence | None:
    """Weak evidence for a list of every choice there is, where all or both were asked for."""
    if len(choices) < 2 or len(values) != len(choices) or any(one not in values for one in choices):
        return None
    return _find(_EVERY, heard)


def _find(pattern: re.Pattern[str], heard: Heard) -> Evidence | None:
    for one in heard.texts():
        found = pattern.search(fold(one.text))
        if found:
            return said(one, found.start(), found.end(), Reason.PARAPHRASED, weak=True)
    return None

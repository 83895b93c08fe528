"""What speaks for offering a tool for a question, in numbers: likeness, shared words, values it could run on."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from knowledge.text import STOP_WORDS
from tools.gating.fillable import FREE, unfilled
from tools.gating.wording import wants_words
from tools.guard.provenance import Turn
from tools.guard.readings.text import name_words, stem, words
from tools.guard.synonyms import alike
from tools.schema import Tool

NAMES: Final = (
    "meaning",
    "name",
    "words",
    "covered",
    "unfilled",
    "unsayable",
    "address",
    "free",
    "terse",
    "markup",
    "talk",
)
"""The features, in the order of a fit's weights; chosen by cross-validation on the tuning half and our own rows."""
_MARKUP: Final = re.compile(r"[{}\[\]#<>\\]|\n")


def card(tool: Tool) -> str:
    """The text that stands for a tool's meaning: its name in words, then what it does."""
    return f"{' '.join(name_words(tool.name.replace('.', ' ')))}: {tool.description}"


def question_of(turns: Sequence[Turn]) -> str:
    """What the user asks: the last user turns, at most three, joined."""
    return "\n".join([turn.text for turn in turns if turn.role == "user"][-3:])


def features(turns: Sequence[Turn], tool: Tool, meaning: float) -> tuple[float, ...]:
    """One tool's features for one question, in the order of `NAMES`; `meaning` is the cosine of question and card."""
    question = question_of(turns)
    asked = [word.text for word in words(question) if word.text not in STOP_WORDS]
    about = _about(tool.name, tool.description)
    shared = [word for word in dict.fromkeys(asked) if alike(word) & about]
    named = [part for part in dict.fromkeys(name_words(tool.name)) if part not in STOP_WORDS and len(part) > 2]
    hit = [part for part in named if any(alike(part) & alike(word) for word in asked)]
    required = [one for one in tool.parameters if one.required]
    return (
        meaning,
        len(hit) / len(named) if named else 0.0,
        math.log1p(len(shared)),
        len(shared) / len(set(asked)) if asked else 0.0,
        unfilled(turns, tool),
        float(sum(one.kind in {"array", "object"} for one in required)),
        float(any("url" in one.name.lower() for one in required)),
        float(any(FREE.intersection(name_words(one.name)) for one in tool.parameters)),
        float(len(asked) < 3 and not shared),
        math.log1p(len(_MARKUP.findall(question))),
        float(wants_words(question, tool)),
    )


@lru_cache(maxsize=512)
def _about(name: str, description: str) -> frozenset[str]:
    described = {stem(word.text) for word in words(description) if word.text not in STOP_WORDS}
    return frozenset(described | {stem(part) for part in name_words(name) if part not in STOP_WORDS})

"""What speaks for offering a tool for a question, in numbers: likeness, shared words, values it could run on."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from knowledge.text import STOP_WORDS
from tools.guard.heard import Heard
from tools.guard.provenance import Turn, utterances
from tools.guard.readings.text import name_words, stem, words
from tools.guard.synonyms import alike
from tools.guard.values import test
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter, Tool

NAMES: Final = (
    "meaning",
    "bare_meaning",
    "name",
    "words",
    "covered",
    "filled",
    "unfilled",
    "choices",
    "wanted",
    "unsayable",
    "address",
    "terse",
    "markup",
)
"""The features, in the order of a fit's weights; chosen on the tuning half by cross-validation, one at a time."""
_DATES: Final = frozenset({"date", "day", "datum", "when", "checkin", "departure", "arrival", "yyyy"})
_TIMES: Final = frozenset({"time", "hour", "uhrzeit", "hh"})
_PLACES: Final = frozenset(
    "city location place town country state where region destination origin address airport from to".split()
)
_NAMED = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'&-]+|[\"'“‘][^\"'”’]{2,60}[\"'”’]|\b\w*\d\w*\b")
_SPECIFIC = re.compile(r"[\"'“‘][^\"'”’]{2,60}[\"'”’]|(?<=[\w,] )[A-Z][\w'&-]+|\b\w*\d\w*\b")
_MARKUP = re.compile(r"[{}\[\]#<>\\]|\n")
_PLACED = re.compile(r"\b(?:in|at|from|to|near|around|for|of)\s(?:the\s)?[A-Z]\w+")


def card(tool: Tool) -> str:
    """The text that stands for a tool's meaning: its name in words, then what it does."""
    return f"{' '.join(name_words(tool.name.replace('.', ' ')))}: {tool.description}"


def question_of(turns: Sequence[Turn]) -> str:
    """What the user asks: the last user turns, at most three, joined."""
    return "\n".join([turn.text for turn in turns if turn.role == "user"][-3:])


def bare(question: str) -> str:
    """The question with its names, quotes and figures made a plain "it": what is asked, whatever it is asked about."""
    return _SPECIFIC.sub("it", question)[:600]


def first_sentence(tool: Tool) -> str:
    """What the tool does, in its description's first sentence."""
    return tool.description.split(". ")[0]


def features(turns: Sequence[Turn], tool: Tool, meaning: float, bare_meaning: float) -> tuple[float, ...]:
    """One tool's features for one question, in the order of `NAMES`.

    `meaning` is the cosine of the question and the tool's card, `bare_meaning` that of the bare question and the first
    sentence of its description.
    """
    question = question_of(turns)
    asked = [word.text for word in words(question) if word.text not in STOP_WORDS]
    about = _about(tool.name, tool.description)
    shared = [word for word in dict.fromkeys(asked) if alike(word) & about]
    named = [part for part in dict.fromkeys(name_words(tool.name)) if part not in STOP_WORDS and len(part) > 2]
    hit = [part for part in named if any(alike(part) & alike(word) for word in asked)]
    required = [one for one in tool.parameters if one.required]
    return (
        meaning,
        bare_meaning,
        len(hit) / len(named) if named else 0.0,
        math.log1p(len(shared)),
        len(shared) / len(set(asked)) if asked else 0.0,
        *_fillable(turns, tool),
        float(len(required)),
        float(sum(one.kind in {"array", "object"} for one in required)),
        float(any("url" in one.name.lower() for one in required)),
        float(len(asked) < 3),
        math.log1p(len(_MARKUP.findall(question))),
    )


def _fillable(turns: Sequence[Turn], tool: Tool) -> tuple[float, float, float]:
    """The share of the required arguments that something said could fill, how many nothing could, and choices named.

    Arguments that ask for one sort of thing share what was said of it: two cities need two places.
    """
    heard = Heard(utterances(turns))
    text = "\n".join(one.text for one in heard.utterances)
    required = Counter(_sort(one) for one in tool.parameters if one.required and not one.enum)
    filled = sum(min(count, _said(sort, heard, text)) for sort, count in required.items())
    closed = [one for one in tool.parameters if one.enum]
    chosen = [one for one in closed if _chosen(one, heard)]
    filled += sum(1.0 for one in chosen if one.required)
    wanted = sum(1 for one in tool.parameters if one.required)
    return (filled / wanted if wanted else 0.5), math.log1p(wanted - filled), math.log1p(len(chosen))


def _sort(parameter: Parameter) -> str:
    """What sort of thing a parameter asks for."""
    topic = set(name_words(parameter.name)) | {word.text for word in words(parameter.description)[:6]}
    if parameter.kind == "boolean":
        return "boolean"
    for sort, cues in (("date", _DATES), ("time", _TIMES), ("place", _PLACES)):
        if topic & cues:
            return sort
    return "number" if parameter.kind in {"integer", "number"} else "text"


def _said(sort: str, heard: Heard, text: str) -> float:
    """How many things of a sort were said."""
    if sort == "boolean":
        return 9.0
    if sort == "date":
        return float(len({(one.turn, reading.start) for one, reading in heard.dates()}))
    if sort == "time":
        return float(len({(one.turn, reading.start) for one, reading in heard.times()}))
    if sort == "number":
        return float(len({(one.turn, quantity.start) for one, quantity in heard.numbers()}))
    if sort == "place":
        return float(len(set(_PLACED.findall(text))))
    return float(len(set(_NAMED.findall(text)))) or 0.3


def _chosen(parameter: Parameter, heard: Heard) -> bool:
    return any(_spoken(found) for found in _tests(parameter, heard))


def _tests(parameter: Parameter, heard: Heard) -> Iterator[Evidence | Reason]:
    return (
        test(parameter, value, heard) for value in parameter.enum[:12] if str(value).lower() not in {"true", "false"}
    )


def _spoken(found: Evidence | Reason) -> bool:
    return isinstance(found, Evidence) and bool(found.spans)


@lru_cache(maxsize=512)
def _about(name: str, description: str) -> frozenset[str]:
    described = {stem(word.text) for word in words(description) if word.text not in STOP_WORDS}
    return frozenset(described | {stem(part) for part in name_words(name) if part not in STOP_WORDS})

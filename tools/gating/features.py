"""What speaks for offering a tool for a question, in numbers: likeness, shared words, values it could run on."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

from knowledge.text import STOP_WORDS
from tools.gating.wording import REQUESTS, wants_words
from tools.guard.cities import city_spans
from tools.guard.heard import Heard
from tools.guard.provenance import Turn, utterances
from tools.guard.readings.text import fold, name_words, stem, without, words
from tools.guard.synonyms import alike
from tools.guard.values import test
from tools.guard.verdict import Evidence, Reason, Span
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
    "free",
    "terse",
    "markup",
    "talk",
)
"""The features, in the order of a fit's weights; chosen on the tuning half by cross-validation, one at a time, and the
last on our own rows.
"""
_DATES: Final = frozenset({"date", "day", "datum", "when", "checkin", "departure", "arrival", "yyyy"})
_TIMES: Final = frozenset({"time", "hour", "uhrzeit", "hh"})
_PLACES: Final = frozenset(
    "city location place town country state where region destination origin address airport area".split()
)
_ENDS: Final = frozenset({"from", "to", "loc"})
_FREE: Final = frozenset("query search keyword keywords question prompt text content message topic command".split())
"""Names of arguments that any words fill."""
_NO_NAME: Final = frozenset(
    {"i", "i'm", "i'd", "i'll", "i've", "can", "could", "please", "hi", "hey", "hello", "what", "ok"}
)
_NAMED = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'&-]+|[\"'“‘][^\"'”’]{2,60}[\"'”’]|\b\w*\d\w*\b")
_SPECIFIC = re.compile(r"[\"'“‘][^\"'”’]{2,60}[\"'”’]|(?<=[\w,] )[A-Z][\w'&-]+|\b\w*\d\w*\b")
_MARKUP = re.compile(r"[{}\[\]#<>\\]|\n")
_LISTED = re.compile(
    r"\[[^\]]{0,300}\d[^\]]{0,300}\]|\d(?:\s*(?:,(?!\d{3}(?!\d))|\band\b|;)\s*(?:and\s+)?-?\d[\d.]*){2,}"
)
"""Figures in brackets, or three and more of them in a row: 4, 8 and 15, not 1,000,000."""
_PLACED = re.compile(r"\b(?:in|at|from|to|near|around|for|of)\s(?:the\s)?(?P<place>[A-Z]\w+)")


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
        *_fillable(turns, tool, _unnamed(question, set(asked) - set(shared))),
        float(len(required)),
        float(sum(one.kind in _unsayable(question) for one in required)),
        float(any("url" in one.name.lower() for one in required)),
        float(any(_FREE.intersection(name_words(one.name)) for one in tool.parameters)),
        float(len(asked) < 3 and not shared),
        math.log1p(len(_MARKUP.findall(question))),
        float(wants_words(question, tool)),
    )


def _unsayable(question: str) -> frozenset[str]:
    """The kinds of argument that a message cannot give: an object, and a list where none was said."""
    return frozenset({"object"} if _LISTED.search(question) else {"object", "array"})


def _unnamed(question: str, beyond: AbstractSet[str]) -> dict[str, float]:
    """How much of a text or a place a message may hold that writes no name with a capital.

    Words `beyond` the tool's own may be one, a place only where the whole message is in small letters.
    """
    left = any(stem(word) not in REQUESTS for word in beyond)
    return {"text": 0.6 if left else 0.3, "place": 0.6 if left and question == question.lower() else 0.0}


def _fillable(turns: Sequence[Turn], tool: Tool, unnamed: Mapping[str, float]) -> tuple[float, float, float]:
    """The share of the required arguments that something said could fill, how many nothing could, and choices named.

    Arguments that ask for one sort of thing share what was said of it: two cities need two places.
    """
    heard = Heard(utterances(turns))
    required = Counter(_sort(one) for one in tool.parameters if one.required and not one.enum)
    closed = [one for one in tool.parameters if one.enum]
    chosen = {one.name: found for one in closed if (found := _chosen(one, heard))}
    taken = frozenset(span for spans in chosen.values() for span in spans)
    there = {sort: count or unnamed.get(sort, 0.0) for sort, count in _said(heard, taken).items()} if required else {}
    filled = sum(min(count, there[sort]) for sort, count in required.items())
    filled += sum(1.0 for one in closed if one.required and one.name in chosen)
    wanted = sum(1 for one in tool.parameters if one.required)
    return (filled / wanted if wanted else 0.5), math.log1p(wanted - filled), math.log1p(len(chosen))


def _sort(parameter: Parameter) -> str:
    """What sort of thing a parameter asks for."""
    named = set(name_words(parameter.name))
    topic = named | {word.text for word in words(parameter.description)[:6]}
    if parameter.kind == "boolean":
        return "boolean"
    if parameter.kind in {"integer", "number"} and not named & (_DATES | _TIMES):
        return "number"
    if named & _FREE:
        return "free"
    for sort, cues in (("date", _DATES), ("time", _TIMES), ("place", _PLACES)):
        if topic & cues or (sort == "place" and named & _ENDS):
            return sort
    return "text"


def _said(heard: Heard, taken: frozenset[Span]) -> dict[str, float]:
    """How many things of each sort were said; what is part of a date, a time or a named choice is nothing else."""
    dates = {(one.turn, reading.start, reading.end) for one, reading in heard.dates()}
    times = {(one.turn, reading.start, reading.end) for one, reading in heard.times() if reading.strong}
    closed = dates | times | {(span.turn, span.start, span.end) for span in taken}
    names, places = set(), set()
    for one in heard.utterances:
        inside = [(start, end) for turn, start, end in closed if turn == one.turn]
        named = [found for found in _NAMED.finditer(one.text) if without(inside, found.start(), found.end())]
        names |= {found.group() for found in named if fold(found.group()) not in _NO_NAME}
        places |= {found["place"] for found in _PLACED.finditer(one.text) if without(inside, *found.span("place"))}
        places |= {fold(one.text[start:end]) for start, end in city_spans(one.text)}
    return {
        "boolean": 9.0,
        "free": 9.0,
        "date": float(len({(turn, start) for turn, start, _ in dates})),
        "time": float(len({(turn, start) for turn, start, _ in times})),
        "number": float(len({(one.turn, quantity.start) for one, quantity in heard.numbers()})),
        "place": float(len(places)),
        "text": float(len(names)),
    }


def _chosen(parameter: Parameter, heard: Heard) -> tuple[Span, ...]:
    """Where choices of a closed set were named."""
    return tuple(span for found in _tests(parameter, heard) if isinstance(found, Evidence) for span in found.spans)


def _tests(parameter: Parameter, heard: Heard) -> Iterator[Evidence | Reason]:
    return (
        test(parameter, value, heard) for value in parameter.enum[:12] if str(value).lower() not in {"true", "false"}
    )


@lru_cache(maxsize=512)
def _about(name: str, description: str) -> frozenset[str]:
    described = {stem(word.text) for word in words(description) if word.text not in STOP_WORDS}
    return frozenset(described | {stem(part) for part in name_words(name) if part not in STOP_WORDS})

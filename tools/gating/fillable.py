"""How many of a tool's required arguments something said could fill: numbers, days, times, places, names, choices.

Nothing is accepted here: the guard checks every value before a tool runs. This only tells a likely tool from others.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from tools.gazetteer import find
from tools.guard.cities import city_spans
from tools.guard.heard import Heard
from tools.guard.provenance import Turn, utterances
from tools.guard.readings.text import fold, name_words, without, words
from tools.guard.regions import regions
from tools.guard.values import test
from tools.guard.verdict import Evidence, Reason, Span
from tools.schema import Parameter, Tool

FREE: Final = frozenset("query search keyword keywords question prompt text content message topic command".split())
"""Names of arguments that any words fill."""
_EVENTS: Final = frozenset({"checkin", "departure", "arrival"})
"""What has a day, a time and a place."""
_DATES: Final = frozenset({"date", "day", "datum", "when", "yyyy"}) | _EVENTS
_TIMES: Final = frozenset({"time", "hour", "uhrzeit", "hh"})
_PLACES: Final = frozenset(
    """city location place town country state where region destination origin address airport area province county
    district neighborhood neighbourhood""".split()
)
_ENDS: Final = frozenset({"from", "to", "loc"})
_NO_NAME: Final = frozenset(
    {"i", "i'm", "i'd", "i'll", "i've", "can", "could", "please", "hi", "hey", "hello", "what", "ok"}
)
_NAMED: Final = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'&-]+|[\"'“‘][^\"'”’]{2,60}[\"'”’]|\b\w*\d\w*\b")
_CAPITALS: Final = r"[A-Z][\w'.-]*(?:\s+[A-Z][\w'-]+)*(?:,\s?[A-Z][\w.]*(?:\s[A-Z]\w+)*)?"
_PLACED: Final = re.compile(
    rf"\b(?:in|from|to|near|around|into|leaving|visit|visiting)\s(?:the\s)?(?P<place>{_CAPITALS})"
)
_BEFORE: Final = re.compile(
    r"\b(?:in|from|to|near|around|into|leaving|visit|visiting|for|of|at)\s(?:the\s)?\Z", re.IGNORECASE
)
_NAME: Final = re.compile(r"\b[A-Z][\w'-]*(?:\s[A-Z][\w-]*)*")
_SHORT: Final = 3
"""Letters of codes that are words as well ("ID", "OR"): they name a place only after a preposition."""
_STREET: Final = re.compile(
    r"(?P<place>\b\d+[a-z]?\s+(?:[A-Z][\w']*\.?\s){1,4}?(?:St|Street|Ave|Avenue|Rd|Road|Lane|Ln|Drive|Dr|Blvd|"
    r"Boulevard|Way|Court|Square|Place|Plaza|Terrace|Highway)\b\.?)"
)
_BARE: Final = 0.3
"""What an argument of free form counts for where no name was said: some other words may still fill it."""
_MOST_CHOICES: Final = 12


def unfilled(turns: Sequence[Turn], tool: Tool) -> float:
    """The logarithm of one more than the required arguments that nothing said could fill.

    Arguments that ask for one sort of thing share what was said of it: two cities need two places.
    """
    required = [one for one in tool.parameters if one.required]
    if not required:
        return 0.0
    spoken = utterances(turns)
    heard = Heard(spoken)
    chosen = {one.name: found for one in required if one.enum and not one.values and (found := _chosen(one, heard))}
    known = {one.name for one in required if one.values and any(find(turn.text, one.values) for turn in spoken)}
    wanted = Counter(_sort(one) for one in required if not one.enum and not one.values)
    there = _said(heard, frozenset(span for spans in chosen.values() for span in spans)) if wanted else {}
    filled = sum(min(count, there[sort]) for sort, count in wanted.items()) + len(chosen) + len(known)
    return math.log1p(len(required) - filled)


def _sort(parameter: Parameter) -> str:
    """What sort of thing a parameter asks for; its own name tells more than its description."""
    named = set(name_words(parameter.name))
    topic = named | {word.text for word in words(parameter.description)[:6]}
    dated = bool(named & (_DATES - _EVENTS))
    if parameter.kind == "boolean":
        return "boolean"
    if parameter.kind in {"integer", "number"}:
        return "date" if named & _DATES and not named & {"day", "days"} else "number"
    for sort, asked in (
        ("free", named & FREE),
        ("place", not dated and named & _PLACES),
        ("time", not dated and named & _TIMES),
        ("date", topic & _DATES),
        ("time", topic & _TIMES),
        ("place", topic & _PLACES or named & _ENDS),
    ):
        if asked:
            return sort
    return "text"


def _said(heard: Heard, taken: frozenset[Span]) -> dict[str, float]:
    """How many things of each sort were said; what is part of a date, a time or a named choice is nothing else."""
    dates = {(one.turn, reading.start, reading.end) for one, reading in heard.dates()}
    times = [(one.turn, reading) for one, reading in heard.times()]
    closed = dates | {(turn, reading.start, reading.end) for turn, reading in times if reading.strong}
    closed |= {(span.turn, span.start, span.end) for span in taken}
    names, places = set(), set()
    for one in heard.utterances:
        inside = [(start, end) for turn, start, end in closed if turn == one.turn]
        named = [found for found in _NAMED.finditer(one.text) if without(inside, found.start(), found.end())]
        names |= {found.group() for found in named if fold(found.group()) not in _NO_NAME}
        places |= {fold(one.text[start:end]) for start, end in _places(one.text) if without(inside, start, end)}
    return {
        "boolean": 9.0,
        "free": 9.0,
        "date": float(len({(turn, start) for turn, start, _ in dates})),
        "time": float(len({(turn, reading.start) for turn, reading in times})),
        "number": float(len({(one.turn, quantity.start) for one, quantity in heard.numbers()})),
        "place": float(len(places)),
        "text": float(len(names)) or _BARE,
    }


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Where places stand, each once: "San Diego, CA" is one. Cities, lands, addresses, capitals after "in"."""
    cities = [(start, end) for start, end in city_spans(text) if text[start].isupper() or _BEFORE.search(text[:start])]
    other = [found.span("place") for form in (_PLACED, _STREET) for found in form.finditer(text)]
    named = [found.span() for found in _NAME.finditer(text) if regions(found.group())]
    lands = [(start, end) for start, end in named if end - start > _SHORT or _BEFORE.search(text[:start])]
    first = last = -1
    for start, end in sorted([*cities, *other, *lands]):
        if last >= 0 and (start <= last or re.fullmatch(r",?\s?", text[last:start])):
            last = max(last, end)
            continue
        if last >= 0:
            yield first, last
        first, last = start, end
    if last >= 0:
        yield first, last


def _chosen(parameter: Parameter, heard: Heard) -> tuple[Span, ...]:
    """Where choices of a closed set were named: by their words, not by a figure in them or an inference."""
    return tuple(
        span
        for value in parameter.enum[:_MOST_CHOICES]
        if str(value).lower() not in {"true", "false"}
        and isinstance(found := test(parameter, value, heard), Evidence)
        and found.reason not in {Reason.COMPUTED, Reason.CODE}
        for span in found.spans
        if not (any(map(str.isalpha, str(value))) and re.fullmatch(r"[\W\d]*", span.text))
    )

"""Whether a question points at one thing that no value was found for, so that a lookup is worth asking about.

"My ticket" points at one, and so does a name or a number that no store knows; "an unpaid invoice" speaks of any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from knowledge.text import STOP_WORDS
from tools.gazetteer import find, in_lower_case
from tools.guard.readings.calendar import MONTHS, WEEKDAYS
from tools.guard.readings.number_words import UNITS
from tools.guard.readings.text import Word, fold, stem, stems, words
from tools.guard.synonyms import alike
from tools.schema import Parameter, Tool

_QUOTED: Final = re.compile(r"[\"“„«](?P<a>[^\"”“»]{1,80})[\"”“»]|(?<!\w)'(?P<b>[^']{1,80})'(?!\w)")
_NAME: Final = re.compile(
    r"(?:(?<=[\w,:] )|(?<=\b[ldLD]['’]))(?:(?:The|A|Der|Die|Das|Le|La|Les)\s)?[A-Z][\w'’.-]*"
    r"(?:\s(?:(?:of|the|and|&|de|da|van|von|der|in|on|to|du|la)\s){0,2}[A-Z0-9][\w'’-]*)*"
)
_ALSO: Final = r"(?:\s?,|(?:\s?,)?\s(?:and|or|und|oder|sowie|et|ou|&))\s(?:(?:of|by|in|from|with|von|mit|de|the)\s)*"
_ONE_NAME: Final = (
    r"(?P<name>[\"'“„«][^\"'”“»]{1,60}[\"'”“»]|"
    r"(?:The\s|A\s)?[A-Z][\w'’.-]*(?:\s(?:(?:of|the|de|von|der)\s){0,2}[A-Z0-9][\w'’-]*)*)"
)
_LISTED_BEFORE: Final = re.compile(rf"(?<=\w\s){_ONE_NAME}{_ALSO}[\"'“„«]?\Z")
_LISTED_AFTER: Final = re.compile(
    rf"[\"'”“»]?{_ALSO}(?>{_ONE_NAME})(?!\s(?:in|of|from|with|by|as|von|mit|dans|de|par)\b|\w)"
)
_DECADE: Final = re.compile(r"(?:twen|thir|for|fif|six|seven|eigh|nine)ties|\w+(?:zig|ssig)ern?")
_FIGURES: Final = re.compile(r"\b[A-Za-z]{0,4}-?\d{2,}\b")
_ONE: Final = re.compile(
    r"\b(?:(?:my|our|this|that|his|her|their|mein\w*|unser\w*|mon|ma|notre|cette?)\s(?P<what>\w+)(?:\s(?P<next>\w+))?"
    r"|(?:the|der|die|das|le|la)\s(?P<plain>\w+)(?=\s*(?:[?.!,]|$)))"
)
_EVERYDAY: Final = frozenset({"i", "i'm", "i'd", "i'll", "i've", *MONTHS, *WEEKDAYS})
_ANY: Final = frozenset(
    """a an any some no every each most more many few all other first last best good better new old same ein eine un
    une""".split()
).union(UNITS)
"""Words behind which no name stands."""
_BEFORE: Final = frozenset("of in by with from starring did does has have is was are were".split())
"""Words behind which an object or a subject stands."""
_AUXILIARY: Final = frozenset("did does has have is was are were".split())
_MOST: Final = 4
"""Words of a name in lower case."""

_AMOUNT: Final = re.compile(
    r"\bhow (?:much|high|big|large)\b|\bwie (?:viel|hoch)\b|\bcombien\b|"
    r"\b(?:calculate|compute|work(?:ing)? out|figure out|estimate|determine|berechne\w*|calcule\w*)\b|"
    r"\b(?:what|which)(?:'s|\s+(?:would|will|is|are|do|does|should|could|can))\s+(?:be\s+)?(?:my|our|the|a|i|we)\s|"
    r"\b(?:would|will|do|does)\s+(?:my|our|i|we|it|that)\b[^?]*\b(?:cost|be|pay|come to|get)\b"
)


def wants_amount(question: str) -> bool:
    """Whether a question asks for an amount of one's own, and not what such an amount is or is made of."""
    return _AMOUNT.search(fold(question)) is not None


def points(question: str, tool: Tool, missing: Sequence[str]) -> int:
    """How strongly a question points at what a tool misses: 2 by a name or figures of the shape of its values, 1 by
    "my ticket" or "the ticket" at the end, 0 not at all.
    """
    wanted = [one for one in tool.parameters if one.name in missing]
    if any(_shaped(one, question) or named(question, tool, one) for one in wanted):
        return 2
    cues = _cues(tool) | {
        part
        for one in wanted
        for word in words(one.description)
        if word.text not in STOP_WORDS
        for part in alike(word.text)
    }
    for found in _ONE.finditer(fold(question)):
        if stems(" ".join(word for word in found.groups() if word and word not in STOP_WORDS)) & cues:
            return 1
    return 0


def named(question: str, tool: Tool, parameter: Parameter) -> str:
    """The name that a question says for a parameter with legal values, none of which it is; "" where it says none."""
    if not parameter.values or _coded(parameter.values):
        return ""
    for found in _QUOTED.finditer(question):
        return (found["a"] or found["b"]).strip()
    cues = _cues(tool)
    if in_lower_case(question):
        return _in_lower_case(question, cues)
    return next((name for found in _NAME.finditer(question) if (name := _name(found.group(), cues))), "")


def named_beside(question: str, tool: Tool, parameter: Parameter) -> str:
    """The name said in one list with a legal value of `parameter`, where it is none: the Jaws of "Jaws and Alien"."""
    known = find(question, parameter.values)
    for one in known:
        for found in (_LISTED_BEFORE.search(question[: one.start]), _LISTED_AFTER.match(question[one.end :])):
            name = _name(found["name"], _cues(tool)).strip("\"'“”„«»") if found else ""
            if name and not any(name in question[other.start : other.end] for other in known):
                return name
    return ""


def _name(said: str, cues: frozenset[str]) -> str:
    """What is said as a name, without what makes it an owner; "" where it is a day, a decade, or a word of the tool."""
    own = [word for word in words(said) if word.text not in STOP_WORDS and not _DECADE.fullmatch(word.text)]
    if fold(said) in _EVERYDAY or not own or all(alike(word.text) & cues for word in own):
        return ""
    return said.removesuffix("'s").removesuffix("’s").rstrip(".")


def _shaped(parameter: Parameter, question: str) -> bool:
    return bool(parameter.values) and _coded(parameter.values) and bool(_FIGURES.search(question))


def _in_lower_case(question: str, cues: frozenset[str]) -> str:
    """The one run of words that are neither a cue nor a function word, where it stands as a name does: behind "of",
    behind a verb of the tool, or between "has" and one.
    """
    said = words(question)
    runs = list(_runs(said, cues))
    if len(runs) != 1:
        return ""
    first, last = runs[0]
    before, after = (said[first - 1] if first else None), (said[last + 1] if last + 1 < len(said) else None)
    # "In the sky" and "does music play" of somebody who writes capitals name nothing.
    plain = first == last and question[0].isupper()
    if before is not None and before.text in {"the", "der", "die", "das", "le", "la"} and first > 1:
        before = None if plain else said[first - 2]
    if before is None or last - first >= _MOST or any(word.text in _ANY for word in (before, *said[first : last + 1])):
        return ""
    verb = bool(alike(before.text) & cues) and before.text.endswith(("ed", "made", "shot"))
    follows = "" if after is None or plain else after.text
    subject = before.text in _AUXILIARY and (follows == "in" or bool(alike(follows) & cues))
    named = verb or subject or (before.text in _BEFORE - _AUXILIARY and (first < 2 or _about(said[: first - 1], cues)))
    return question[said[first].start : said[last].end] if named else ""


def _about(before: Sequence[Word], cues: frozenset[str]) -> bool:
    """Whether a cue stands close before, so that what follows is its object: "the capital of", "played in"; "a
    director of" is any.
    """
    if len(before) > 1 and before[-2].text in _ANY:
        return False
    return any(alike(word.text) & cues for word in before[-2:])


def _runs(said: Sequence[Word], cues: frozenset[str]) -> Iterator[tuple[int, int]]:
    start: int | None = None
    for at, word in enumerate(said):
        plain = word.text in STOP_WORDS | _ANY or bool(alike(word.text) & cues) or word.text[0].isdigit()
        plain = plain or _DECADE.fullmatch(word.text) is not None
        if plain and start is not None:
            yield start, at - 1
            start = None
        elif not plain and start is None:
            start = at
    if start is not None:
        yield start, len(said) - 1


@lru_cache(maxsize=256)
def _cues(tool: Tool) -> frozenset[str]:
    return frozenset(
        part
        for cue in tool.cues
        if "{" not in cue
        for word in words(cue)
        for part in {*alike(word.text), stem(word.text)}
    )


@lru_cache(maxsize=64)
def _coded(values: tuple[str, ...]) -> bool:
    """Whether the legal values are codes: most of them hold figures."""
    return sum(any(char.isdigit() for char in value) for value in values) * 2 > len(values)

"""Whether a passage says what a sentence cites it for, checked without a model.

Numbers, dates, names and denials must stand in the passage (or have been said by the user); for the rest it is enough
that the sentence shares words with the passage or lies near one of its sentences. The check can tell that a price was
invented; whether a conclusion is sound it cannot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from knowledge.dates import dates
from knowledge.measures import digits, measures
from knowledge.passage import Passage
from knowledge.statements import denies, like
from knowledge.text import STOP_WORDS, fold, stem, stems, units, words

Nearness = Callable[[str, Sequence[str]], float]
"""The cosine of a sentence and the nearest of some others."""

SHARED = 0.3
"""The share of a sentence's words that its passage must have; below it the cosine decides."""
NEAR = 0.35
"""The cosine with the nearest sentence of the passage under which a sentence that shares no words is no paraphrase."""
SAME = 0.7
"""The share of a sentence's words in one sentence of the passage from which the two say the same, or the opposite."""

_NAME = re.compile(
    r"(?<![.!?:\n•*“\"(-])(?<!^)\s(?P<name>[A-Z][\w&+-]*)|\b(?P<code>[A-Z]{2,}[\w-]*|[A-Za-z]+-?\d[\w-]*)\b"
)
_ENGLISH = frozenset("the a an is are was were of and to in for with it this that you your can will by from".split())
_EXCEPTIONS = re.compile(r"\b(?:only|except|excluding|unless|lacks?|refus\w+|fail\w*|ausser|nur|sauf|seulement)\b")


def unsupported(sentence: str, passages: Sequence[Passage], said: str, nearness: Nearness) -> str:
    """What of `sentence` stands in none of the passages that it cites, in words; "" where nothing is missing.

    `said` is what the user said: their numbers and names may be repeated.
    """
    evidence = "\n".join(f"{one.title}\n{one.heading}\n{one.source}\n{one.text}" for one in passages)
    known = f"{evidence}\n{said}"
    for missing in (_numbers(sentence, known), _names(sentence, known)):
        if missing:
            return f"{', '.join(missing)} is not in it" if len(missing) == 1 else f"{', '.join(missing)} are not in it"
    told = [unit.text for one in passages for unit in units(one.text)] or [evidence]
    same_language = _english(sentence) == _english(evidence)
    if same_language and _denial_differs(sentence, told):
        return "it says the opposite" if not denies(sentence) else "it does not deny it"
    wanted = stems(sentence)
    found = stems(evidence)
    # The embedded model does not read across languages, and words do not either.
    if not same_language or not wanted or _share(wanted, found) >= SHARED or nearness(sentence, told) >= NEAR:
        return ""
    return "it is about something else"


def _numbers(sentence: str, known: str) -> list[str]:
    days = [one.iso for one in dates(known)]
    have = {number for _, _, number in digits(known)} | {*days}
    parts = {part for day in days for part in day.split("-")}
    # "Two weeks" may stand for 14 days.
    measured = [one for one in measures(known) if one.kind in {"hours", "mb", "usd", "eur"}]
    converted = [one for one in measures(sentence) if one.kind in {"hours", "mb", "usd", "eur"}]
    same = all(any(one.kind == other.kind and one.agrees(other) for other in measured) for one in converted)
    whole = dates(sentence)
    missing = [one.iso for one in whole if not any(_date_in(one.iso, day) for day in days)]
    if same and converted and len(converted) == len(digits(sentence)):
        return missing
    folded = fold(sentence)
    for start, end, number in digits(sentence):
        inside = any(one.start < end and start < one.end for one in whole)
        spoken = not any(char.isdigit() for char in folded[start:end])
        # "One of them" counts nothing that has to be proved.
        if inside or number in have or number in parts or (spoken and number in {"0", "1", "2"}):
            continue
        missing.append(sentence[start:end] if len(folded) == len(sentence) else number)
    return list(dict.fromkeys(missing))


def _date_in(wanted: str, have: str) -> bool:
    return wanted == have or have.startswith(f"{wanted}-") or (wanted.startswith("----") and have.endswith(wanted[4:]))


def _names(sentence: str, known: str) -> list[str]:
    folded = set(words(known))
    stems = {stem(word) for word in folded}
    squeezed = re.sub(r"\W", "", fold(known))
    named = [match["name"] or match["code"] for match in _NAME.finditer(sentence)]
    if not _english(sentence):
        # German writes every noun with a capital: only what no noun looks like is a name.
        named = [name for name in named if re.search(r"\d|[A-Z].*[A-Z]", name)]
    return [
        name
        for name in dict.fromkeys(named)
        if fold(name) not in STOP_WORDS
        and re.sub(r"\W", "", fold(name)) not in squeezed
        and not any(like(stem(fold(name)), one) for one in stems)
    ]


def _denial_differs(sentence: str, told: Sequence[str]) -> bool:
    """Whether the passage's sentence that says the same as `sentence` denies it, or the other way round."""
    wanted = stems(sentence)
    if not wanted:
        return False
    shares = [(_share(wanted, stems(text)), text) for text in told]
    best = max(share for share, _ in shares)
    if best < SAME:
        return False
    same = [text for share, text in shares if share >= best - 0.1]
    mine = denies(sentence)
    if any(denies(text) == mine for text in same):
        return False
    # "Enterprise only" denies it for all others.
    return not (mine and any(_EXCEPTIONS.search(fold(text)) for text in told))


def _share(wanted: frozenset[str], found: frozenset[str]) -> float:
    return sum(any(like(one, other) for other in found) for one in wanted) / len(wanted)


def _english(text: str) -> bool:
    told = words(text)
    return sum(word in _ENGLISH for word in told) >= max(1, len(told) // 12)

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
        r"(?:(?:the |my |users? |user's )?(?:current|device) |my |user )(?:location|position|place)|here|nearby",
        (
            r"(?:near|around|close to|by|next to) (?:me|here|us)|near ?by|where i am|in der nahe|hier|pres d'ici"
            r"|my (?:current )?(?:location|position|area)|autour de moi|ici"
        ),
    ),
    (
        r"now|immediate(?:ly)?|asap|right now",
        r"right away|right now|now|immediately|asap|as soon as possible|at once|straight away|sofort|tout de suite",
    ),
    (
        r"round[ _-]?trip|return",
        r"there and back|both ways|return (?:flight|ticket|trip)|coming back|hin und zuruck|aller-retour",
    ),
    (
        r"bi-?weekly|fortnightly|every (?:2|two|other|second) weeks?",
        r"bi-?weekly|fortnight(?:ly)?|every (?:2|two|other|second) weeks?",
    ),
    (
        r"quarterly|every (?:3|three) months",
        r"quarterly|(?:every|each|per) quarter|every (?:3|three) months|four times a year",
    ),
    (
        r"weekly|(?:every|each) week",
        (
            r"every (?:week|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
            r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|once a week"
        ),
    ),
    (r"daily|(?:every|each) day", r"every (?:day|morning|evening|night)|once a day|nightly"),
    (r"monthly|(?:every|each) month", r"every month|once a month|(?:of|in) (?:each|every) month"),
    (r"yearly|annual(?:ly)?", r"every year|once a year"),
    (
        r"metric(?: units)?|si",
        r"celsius|centigrade|°\s?c|kilomet\w+|km|km/?h|kg|kilos?|kilograms?|centimet\w+|cm|met(?:er|re)s|litres?",
    ),
    (r"imperial(?: units)?|us(?: units)?", r"fahrenheit|°\s?f|miles?|mph|feet|ft|inch(?:es)?|pounds?|lbs?|gallons?"),
    (r"sms|text(?:[ _]message)?", r"text (?:me|him|her|us|them)|by text|via text|(?:a|as) text(?: message)?|sms"),
    (r"hourly", r"every hour|once an hour"),
    (r"one[ _-]?way|single", r"one[- ]way|not coming back|no return|nur hinfahrt|aller simple"),
    (
        r"desc(?:ending)?",
        r"(?:newest|latest|highest|most \w+|best|largest|biggest) (?:first|to)|from (?:high|new|large)\w* to",
    ),
    (
        r"asc(?:ending)?",
        r"(?:oldest|earliest|lowest|cheapest|smallest|least \w+) (?:first|to)|from (?:low|old|small|a)\w* to",
    ),
)
"""What a value reads like as a whole, and what was said for it; both folded."""
_MARKS: Final = {
    ",": r"commas?",
    ";": r"semi-?colons?",
    ":": r"colons?",
    "|": r"pipes?|vertical bars?",
    "\t": r"tabs?|tab-separated|tsv",
    " ": r"spaces?",
    "-": r"dash(?:es)?|hyphens?",
    "_": r"underscores?",
    "/": r"slash(?:es)?",
    ".": r"dots?|periods?|full stops?",
    "#": r"hash(?:es)?",
}
"""Marks that separate, by their names."""
_AVOIDED: Final = r"no|without|avoid\w*|ohne|sans|allergic to|(?:can't|cannot|don't|do not) (?:have|eat|stand|tolerate)"
_FREE_OF: Final = re.compile(r"(?P<what>\w{3,})[- ]free")
_SIGNED: Final = re.compile(r"(?P<letter>[A-Z]{1,2})\s?(?P<sign>[+-])")
"""A blood group, a grade."""
_EVERY: Final = re.compile(r"\b(?:all|every\w*|each|both|any|alle[ns]?|beide[ns]?|tou(?:s|tes)|les deux)\b")


def idiom(value: str, heard: Heard) -> Evidence | None:
    """Weak evidence for a value that an idiom stands for."""
    folded = fold(value).strip().replace("_", " ")
    if value in _MARKS:
        return _find(re.compile(rf"\b(?:{_MARKS[value]})\b"), heard)
    free = _FREE_OF.fullmatch(folded)
    if free is not None:
        return _find(re.compile(rf"\b(?:{_AVOIDED})\s(?:any )?{re.escape(free['what'])}"), heard)
    blood = _SIGNED.fullmatch(value.strip())
    if blood is not None:
        signs = r"(?:plus|positive|pos|\+)" if blood["sign"] == "+" else r"(?:minus|negative|neg|-)"
        return _find(re.compile(rf"\b{blood['letter'].lower()}[- ]?{signs}(?!\w)"), heard)
    for written, spoken in _IDIOMS:
        if re.fullmatch(written, folded):
            return _find(re.compile(rf"\b(?:{spoken})\b"), heard)
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

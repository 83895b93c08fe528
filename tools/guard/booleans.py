"""Testing a yes or a no: the option was named, plainly or with a no beside it, or set in so many words."""

from __future__ import annotations

import re
from typing import Final

from knowledge.text import STOP_WORDS
from tools.guard.declared import declared_default
from tools.guard.heard import Heard, said
from tools.guard.phrases import content
from tools.guard.provenance import Utterance
from tools.guard.readings.text import fold, name_words, stem, words
from tools.guard.synonyms import alike
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_CONTRACTED = (
    r"(?:is|are|was|were|do|does|did|has|have|had|wo|would|ca|could|should|need|must)n'?t(?! (?:forget|mind|hesitate))"
)
"""Each verb that takes a not, with or without its apostrophe; "don't forget" asks for what follows."""
_NOT = re.compile(
    rf"\bw/o(?!\w)|\b(?:no|not|non|without|{_CONTRACTED}|cannot|disable|exclude|excluding|skip|avoid|never|unnecessary|off|few"
    r"|leav(?:e|ing) out|pass on|ignore|hide|omit|mute|silence|nobody|nothing|none"
    r"|kein|keine|keinen|ohne|nicht|sans|pas)\b"
)
_NOT_AFTER = re.compile(
    rf"\w*-free\b|.{{0,12}}\b(?:off|not|unnecessary|disabled|{_CONTRACTED})\b|['\"]?\s?[:=]\s?(?:false|no|off)\b"
)
_CLAUSE = re.compile(
    r"[.,;!?]|\b(?:so|but|because|although|though|however|whereas|instead|aber|sondern|weil|mais"
    r"|and (?=(?:i|we|you|they)\b))\b"
)
"""Where what was ruled out ends, and something else is spoken of."""
_FREE = re.compile(
    r"\b(?:free|gratis|kostenlos|gratuit\w*|(?:no|without|zero|don't (?:have|want|charge)(?: to pay)?)(?: an?| any)?"
    r"(?: \w+)? (?:fees?|charges?|costs?))\b"
)
_PAID = re.compile(r"\b(?:paid|pay|fees?|charges?|costs?)\b")
_FLAG_WORDS: Final = frozenset(
    """include included including is has have with show enable enabled use get flag whether should option status add do
    consider return want allow allowed required available display details info information in if be can needs need
    true false value only as for on to of the a an and or not any this that when set default defaults service""".split()
)
_AGAINST: Final = frozenset("avoid exclude excluding no non without skip disable disabled hide ignore omit".split())
_SET: Final = r"\w*\b[^.,;!?]{0,12}?(?:\b(?:to|is|as|be)\b|[:=])\s?['\"]?(?P<told>true|false|yes|no)\b"
"""Behind a word of the name: what the option was set to in so many words."""
_YES: Final = frozenset({"true", "yes"})
_OPPOSITES: Final = tuple(
    frozenset(pair.split("/"))
    for pair in """ascending/descending public/private open/closed enabled/disabled visible/hidden online/offline
    indoor/outdoor inclusive/exclusive asc/desc""".split()
)
_PREFIX: Final = 3
"""From how many letters on, beyond these, a word is turned round by its prefix."""
UNSAID: Final = Evidence(Reason.INFERRED, (), weak=True)
"""A yes or a no, or a choice, that no word names and none speaks against."""


def boolean(value: bool, parameter: Parameter, heard: Heard) -> Evidence | Reason:
    """Evidence for a yes or a no: the option was named, plainly or with a no beside it."""
    free = _free(value, heard) if "free" in name_words(parameter.name) else None
    told = free or _set_to(value, parameter, heard) or _turned_round(value, parameter, heard)
    if told is not None:
        return told
    place = named(parameter, heard)
    if place is None:
        return UNSAID
    one, start, end, outright = place
    refused = _refused(one, start, end)
    if not _AGAINST.isdisjoint(name_words(parameter.name)):
        # "avoid_tolls" is what "no tolls" asks for.
        return said(one, start, end) if refused == value else UNSAID
    if refused == value:
        # Words of the description alone, or some of the name's, tell what the talk is about, not what was asked for.
        told_enough = outright and (_in_full(parameter, one) or not declared_default(value, parameter))
        return _other(value) if told_enough else UNSAID
    return said(one, start, end)


def _other(value: bool) -> Reason:
    return Reason.NEGATED if value else Reason.OTHER_SAID


def _in_full(parameter: Parameter, one: Utterance) -> bool:
    spoken = {stem(word.text) for word in words(one.text)}
    return all(alike(word) & spoken for word in _telling(parameter))


def _set_to(value: bool, parameter: Parameter, heard: Heard) -> Evidence | Reason | None:
    """Where the option was set by its name: "recursive=true", "the fallback is 'false'"."""
    own = [word for word in _telling(parameter) if word not in STOP_WORDS]
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, own))}){_SET}") if own else None
    for one in heard.texts() if pattern else ():
        found = pattern.search(fold(one.text)) if pattern else None
        if found:
            meant = found["told"] in _YES
            return said(one, found.start("told"), found.end("told")) if meant == value else _other(value)
    return None


def _turned_round(value: bool, parameter: Parameter, heard: Heard) -> Evidence | Reason | None:
    """Where the opposite of the option was said, and not itself: "case-insensitive", "descending"."""
    own = [word for word in _telling(parameter) if len(word) > _PREFIX]
    against = [rf"(?:un|in|im|non|dis|ir)-?{re.escape(word)}" for word in own]
    against += [re.escape(other) for word in own for pair in _OPPOSITES if word in pair for other in pair - {word}]
    pattern = re.compile(rf"\b(?:{'|'.join(against)})\b") if against else None
    for one in heard.texts() if pattern else ():
        folded = fold(one.text)
        found = pattern.search(folded) if pattern else None
        if found and not any(re.search(rf"\b{re.escape(word)}\b", folded) for word in own[-1:]):
            return _other(value) if value else said(one, found.start(), found.end())
    return None


def _telling(parameter: Parameter) -> list[str]:
    """The words of the name that no other option has; all of them where it has none."""
    own = list(name_words(parameter.name))
    return [word for word in own if word not in _FLAG_WORDS] or own


def _free(value: bool, heard: Heard) -> Evidence | None:
    """Free of charge, in any of the ways it is said; "need a fee" is its no."""
    for one in heard.texts():
        folded = fold(one.text)
        free = _FREE.search(folded)
        paid = None if free else _PAID.search(folded)
        found = free if value else paid
        if found:
            return said(one, found.start(), found.end())
    return None


def named(parameter: Parameter, heard: Heard) -> tuple[Utterance, int, int, bool] | None:
    """Where the option was named, and whether by its name: any telling word of it, else two of its description."""
    telling = _telling(parameter)
    described = [word for word in content(parameter.description) if word not in _FLAG_WORDS]
    for wanted, least, outright in ((telling, max(1, len(telling) - 1), True), (described, 2, False)):
        groups = [alike(word) for word in dict.fromkeys(wanted)]
        for one in heard.texts():
            places = [word for word in words(one.text) if any(stem(word.text) in group for group in groups)]
            hit = {at for at, group in enumerate(groups) for word in places if stem(word.text) in group}
            if groups and len(hit) >= min(least, len(groups)):
                return one, places[0].start, places[0].end, outright
    return None


def _refused(one: Utterance, start: int, end: int) -> bool:
    folded = fold(one.text)
    clause = _CLAUSE.split(folded[:start])[-1][-40:]
    after = _CLAUSE.split(folded[end:])[0][:30]
    return bool(_NOT.search(clause)) or bool(_NOT_AFTER.match(after))

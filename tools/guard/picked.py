"""Which of several options a reply picks: by their order, by comparing them, or by what only one of them has.

A question, a doubt or a refusal picks nothing. What belongs to the options that were left is no word of the user's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from tools.guard.offers import Option, Part, only
from tools.guard.readings.dates import dates
from tools.guard.readings.numbers import quantities
from tools.guard.readings.text import fold, stem, words
from tools.guard.readings.times import times

_CLAUSE: Final = re.compile(r"[^.,;!?\n]+[.,;!?\n]*")
_ASKS: Final = re.compile(
    r"^\W*(?:(?:and|but|oh|hm+|ok|so|well)\W+)*(?:what|which|when|where|who|whose|why|how|is|are|was|does|do|did|has|have|will"
    r"|would|could it|should)\b"
)
_REQUEST: Final = re.compile(r"\b(?:can|could|may|might) (?:i|we|you)\b")
_DOUBTS: Final = re.compile(
    r"\b(?:maybe|perhaps|not sure|might|depends|unsure|no idea|dunno|don't know|let me|i'?ll (?:see|ask|check|think)"
    r"|must ask|have to ask|i wonder|if|unless|vielleicht|peut-etre)\b"
)
_AGAINST: Final = re.compile(
    r"\b(?:not?|nor|neither|n't|can't|cannot|won't|don't|doesn't|isn't|too|busy|away|sold out|except|but|without|hate"
    r"|instead of|rather than|nicht|kein\w*|pas|works? (?:on|until|till|that)|working|unless|never|wrong|bad|already)\b"
)
_JUDGES: Final = re.compile(r"\b(?:is|was|sounds?|looks?|seems?|feels?|would be)\b")
_GOOD: Final = re.compile(
    r"\b(?:good|fine|great|perfect|ok(?:ay)?|better|best|lovely|ideal|nice|right|alright|all right|mine|it|me|us)\b"
)
_NOUN: Final = r"(?:one|option|slot|choice|time|showing|show|offer|appointment|date|flight|train|bus|coach|room|table)"
_BEHIND: Final = (
    r"(?=\W*$|\s(?:please|bitte|s'il|then|thanks?|you (?:said|mentioned|offered|gave)|for me|would|works|suits|will"
    r"|sounds|is|has|have|get|back)\b)"
)
_ORDER: Final = re.compile(
    r"(?:(?:^\W*|\bthe |\bthat )(?P<word>first|second|third|fourth|last|former|latter|1st|2nd|3rd|4th)"
    r"|\b(?:option|number|no\.) ?(?P<number>one|two|three|four|[1-4])"
    r"|\b(?:den|die|das) (?P<german>erste|zweite|dritte|letzte)[nrs]?"
    r"|\bl[ea] (?P<french>premier|deuxieme|second|troisieme|dernier)e?)"
    rf"(?: {_NOUN}\b)?{_BEHIND}"
)
_PLACES: Final = {
    **dict.fromkeys("first former 1st one 1 erste premier".split(), 0),
    **dict.fromkeys("second latter 2nd two 2 zweite deuxieme".split(), 1),
    **dict.fromkeys("third 3rd three 3 dritte troisieme".split(), 2),
    **dict.fromkeys("fourth 4th four 4".split(), 3),
    **dict.fromkeys("last letzte dernier".split(), -1),
}
_COMPARED: Final = re.compile(
    r"(?:^\W*|\bthe |\bwhichever is )(?P<word>later|latest|earlier|earliest|soonest|sooner|cheaper|cheapest|dearer"
    r"|dearest|pricier|more expensive|most expensive|bigger|biggest|larger|largest|smaller|smallest|spatere?n?"
    rf"|fruhere?n?|billigere?n?)(?: {_NOUN}\b|{_BEHIND})"
)
_BOUND: Final = re.compile(r"\b(?:until|till?|before|after|by|bis|vor|nach)\s$")
"""What makes a time an end and not a choice: "Curie, until 6"."""
_LATER: Final = ("late", "spat")
_SOONER: Final = ("ear", "soon", "fruh")
_LESS: Final = ("cheap", "small", "billig")
_DAYPART: Final = {
    "morning": (4 * 60, 12 * 60),
    "afternoon": (12 * 60, 18 * 60),
    "evening": (17 * 60, 24 * 60),
    "tonight": (17 * 60, 24 * 60),
    "night": (20 * 60, 24 * 60),
    "overnight": (20 * 60, 24 * 60),
    "lunchtime": (11 * 60 + 30, 14 * 60),
    "morgens": (4 * 60, 12 * 60),
    "nachmittags": (12 * 60, 18 * 60),
    "abends": (17 * 60, 24 * 60),
}
_TAKES: Final = re.compile(
    r"\b(?:i|we)(?:'ll| will|'d like| would like| want| prefer|'d prefer| would prefer|'d rather| choose| pick| need)\b"
    r"|\b(?:take|book|choose|reserve|go (?:for|with)|let's|make it|suits?|works?|please|yes|yeah|sure|ok(?:ay)?"
    r"|perfect|great|fine|then|prefer(?:ably)?|rather|definitely|nehme|gern\w*|bitte|prends)\b"
)
_PLAIN: Final = frozenset(
    map(
        stem,
        """the a an at on in for to of that this one it it's i i'll we we'll me us and so oh hm well ok yes please then
        with until till haha just only thanks thank you my our den die das um am le la les a""".split(),
    )
)


def picked(
    offer: str, offered: Sequence[Option], reply: str, reference: date | None = None, *, asked: bool = False
) -> str | None:
    """The assistant's turn with only what belongs to those of its options that the reply picks (`asked`: or asks
    about); None where it picks none.
    """
    if not offered:
        return None
    chosen: list[Option] = []
    for clause in _clauses(fold(reply), asked=asked):
        chosen += [one for one in _chosen(clause, offer, offered, reference) if one not in chosen]
    return only(offer, chosen, offered) if chosen and len(chosen) < len(offered) else None


def _clauses(folded: str, *, asked: bool) -> Iterator[str]:
    """The clauses of a reply that may pick something."""
    for found in _CLAUSE.finditer(folded):
        clause = found.group()
        question = clause.rstrip().endswith("?") or _ASKS.match(clause)
        if question and not asked and not _REQUEST.search(clause):
            continue
        if _DOUBTS.search(clause) or _AGAINST.search(clause.removeprefix("no ")):
            continue
        if not question and _JUDGES.search(clause) and not _GOOD.search(clause):
            continue
        yield clause.strip(" .,;!?\n")


def _chosen(clause: str, offer: str, offered: Sequence[Option], reference: date | None) -> list[Option]:
    ordered = _by_order(clause, offered) or _by_comparison(clause, offered)
    if ordered:
        return ordered
    left = list(offered)
    taken: set[str] = set()
    for narrowed, named in (
        _by_moment(clause, left, reference),
        _by_daypart(clause, offered),
        _by_words(clause, offer, left),
    ):
        if any(one in narrowed for one in left):
            left = [one for one in left if one in narrowed]
            taken |= named
    unsaid = [one for one in words(clause) if stem(one.text) not in _PLAIN | taken]
    sure = _TAKES.search(clause) or len(unsaid) <= 1
    return left if len(left) == 1 and taken and sure else []


def _by_order(clause: str, offered: Sequence[Option]) -> list[Option]:
    found = _ORDER.search(clause)
    if found is None:
        return []
    place = _PLACES[found[str(found.lastgroup)]]
    return [offered[place]] if place < len(offered) else []


def _by_comparison(clause: str, offered: Sequence[Option]) -> list[Option]:
    found = _COMPARED.search(clause)
    if found is None or clause == "later":
        return []  # "later" alone puts the answer off
    word = found["word"]
    if word.startswith((*_LATER, *_SOONER)):
        moments = _moments(offered)
        if moments is None:
            return []
        best = max(moments) if word.startswith(_LATER) else min(moments)
        return [offered[moments.index(best)]] if moments.count(best) == 1 else []
    amounts = [[part.amount for part in one.parts if part.amount is not None] for one in offered]
    if not all(len(one) == 1 for one in amounts):
        return []
    flat = [one[0] for one in amounts]
    best_amount = min(flat) if word.startswith(_LESS) else max(flat)
    return [offered[flat.index(best_amount)]] if flat.count(best_amount) == 1 else []


def _moments(offered: Sequence[Option]) -> list[tuple[date, int]] | None:
    """The day and the minute of each option, as they follow one another; None where one has neither."""
    found: list[tuple[date, int]] = []
    for one in offered:
        day = next((min(part.days) for part in one.parts if part.days), date.min)
        minutes = next((part.minutes for part in one.parts if part.minutes), frozenset((0,)))
        if not any(part.days or part.minutes for part in one.parts):
            return None
        # Times are told in their order: "11:00 or 1:30" are two hours and a half apart.
        before = found[-1][1] if found and found[-1][0] == day else 0
        found.append((day, min((each for each in minutes if each > before), default=min(minutes))))
    return found


def _by_moment(clause: str, left: Sequence[Option], reference: date | None) -> tuple[list[Option], set[str]]:
    """The options that have a day, a time or an amount the clause names."""
    found: list[Option] = list(left)
    named: set[str] = set()
    for said in times(clause):
        if _BOUND.search(clause, 0, said.start):
            continue
        narrowed = [one for one in found if any(part.minutes & said.minutes for part in one.parts)]
        if 0 < len(narrowed) < len(found):
            found, named = narrowed, named | _stems(clause[said.start : said.end])
    for day in dates(clause, reference):
        narrowed = [one for one in found if any(_same_day(part, day.days, day.weekday) for part in one.parts)]
        if not day.range and 0 < len(narrowed) < len(found):
            found, named = narrowed, named | _stems(clause[day.start : day.end])
    for amount in quantities(clause):
        narrowed = [one for one in found if any(part.amount == amount.values[0] for part in one.parts)]
        if amount.counted and 0 < len(narrowed) < len(found):
            found, named = narrowed, named | _stems(clause[amount.start : amount.end])
    return (found, named) if named else ([], named)


def _same_day(part: Part, days: frozenset[date], weekday: int | None) -> bool:
    return bool(part.days & days) or (weekday is not None and weekday == part.weekday)


def _by_daypart(clause: str, offered: Sequence[Option]) -> tuple[list[Option], set[str]]:
    moments = _moments(offered)
    part = next((word.text for word in words(clause) if word.text in _DAYPART), None)
    if moments is None or part is None:
        return [], set()
    early, late = _DAYPART[part]
    return [one for one, (_, minute) in zip(offered, moments, strict=True) if early <= minute < late], {stem(part)}


def _by_words(clause: str, offer: str, left: Sequence[Option]) -> tuple[list[Option], set[str]]:
    """The option whose words the clause says, where they are no other's: "the Monday", "with Rosalie"."""
    own = [
        _stems(offer[one.start : one.end]).union(*(_stems(offer[part.start : part.end]) for part in one.parts))
        for one in left
    ]
    said = _stems(clause)
    for at, one in enumerate(left):
        others = set().union(*(each for place, each in enumerate(own) if place != at))
        telling = {word for word in own[at] - others if len(word) > 2 or word.isdigit()} & said - _PLAIN
        if telling:
            return [one], own[at] & said
    return [], set()


def _stems(text: str) -> set[str]:
    return {stem(word.text) for word in words(text)}

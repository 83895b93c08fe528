"""An option by its place among the others: the first, the later one, the cheaper, the one in the afternoon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from tools.guard.offers import Option
from tools.guard.readings.text import stem, words

_NOUN: Final = r"(?:one|option|slot|choice|time|showing|show|offer|appointment|date|flight|train|bus|coach|room|table)"
_BEHIND: Final = (
    r"(?=\W*$|\s(?:please|of (?:the|those|them)|the better|bitte|s'il|then|if|thanks?"
    r"|you (?:said|mentioned|offered|gave)|for me|would|works|suits|will"
    r"|sounds|is|has|have|get|back)\b)"
)
_ORDER: Final = re.compile(
    r"(?:(?:^\W*|\bthe |\bthat )(?P<word>first|middle|second|third|fourth|last|former|latter|1st|2nd|3rd|4th)"
    r"|\b(?:option|number|no\.) ?(?P<number>one|two|three|four|[1-4])"
    r"|^\W*(?:option |answer )?(?P<letter>[a-d])(?=\W*$| (?:please|then|sounds|it is|for me|is fine)\b)"
    r"|\boption (?P<lettered>[a-d])\b"
    r"|\b(?:den|die|das) (?P<german>erste|zweite|dritte|letzte)[nrs]?"
    r"|\bl[ea] (?P<french>premier|deuxieme|second|troisieme|dernier)e?)"
    rf"(?: {_NOUN}\b)?{_BEHIND}"
)
_PLACES: Final = {
    **dict.fromkeys("first former 1st one 1 a erste premier".split(), 0),
    **dict.fromkeys("second latter 2nd two 2 b zweite deuxieme".split(), 1),
    **dict.fromkeys("third 3rd three 3 c dritte troisieme".split(), 2),
    **dict.fromkeys("fourth 4th four 4 d".split(), 3),
    **dict.fromkeys("last letzte dernier".split(), -1),
}
_COMPARED: Final = re.compile(
    r"(?:^\W*|\bthe |\bwhichever is )(?P<word>later|latest|newer|newest|more recent|most recent|older|oldest"
    r"|earlier|earliest|soonest|sooner|cheaper|cheapest|dearer"
    rf"|(?:late|early)(?= {_NOUN})|dearest|pricier|less expensive"
    r"|more expensive|most expensive|quicker|quickest|faster|fastest|shorter|shortest|longer|longest"
    r"|bigger|biggest|larger|largest|smaller|smallest|spatere?n?"
    rf"|fruhere?n?|billigere?n?)(?: {_NOUN}\b|{_BEHIND})"
)
_LATER: Final = ("late", "new", "more recent", "most recent", "spat")
_SOONER: Final = ("ear", "soon", "old", "fruh")
_LENGTHS: Final = ("quick", "fast", "short", "long")
_LASTING: Final = re.compile(r"\b(?:hours?|hrs?|minutes?|mins?|days?)\b")
_LESS: Final = ("cheap", "less", "small", "quick", "fast", "short", "billig")
_SIZES: Final = ("big", "large", "small")
_MONEY: Final = re.compile(r"[$€£¥₹]|\b(?:dollars?|euros?|pounds?|bucks|francs?)\b")
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


def by_order(clause: str, offered: Sequence[Option]) -> list[Option]:
    """The option a clause names by its place in the row; none where it names none."""
    found = _ORDER.search(clause)
    if found is None:
        return []
    word = found[str(found.lastgroup)]
    if word[0].isdigit() and any(day.day == int(word[0]) for one in offered for part in one.parts for day in part.days):
        return []  # "the 2nd" is a day here
    place = len(offered) // 2 if word == "middle" else _PLACES[word]
    if word == "middle" and len(offered) != 3:
        return []
    return [offered[place]] if place < len(offered) else []


def by_comparison(clause: str, offer: str, offered: Sequence[Option], reference: date | None) -> list[Option]:
    """The option that is the latest, the cheapest and the like; none where two are, or nothing tells."""
    found = _COMPARED.search(clause)
    if found is None or clause == "later":
        return []  # "later" alone puts the answer off
    word = found["word"]
    if word.startswith((*_LATER, *_SOONER)):
        moments = _moments(offered, reference)
        if moments is None:
            return []
        best = max(moments) if word.startswith(_LATER) else min(moments)
        return [offered[moments.index(best)]] if moments.count(best) == 1 else []
    money, lengths = _MONEY.search(offer), _LASTING.search(offer)
    if (word.startswith(_SIZES) and money) or (word.startswith(_LENGTHS) and (money or not lengths)):
        return []
    amounts = [[part.amount for part in one.parts if part.amount is not None] for one in offered]
    if not all(len(one) == 1 for one in amounts):
        return []
    flat = [one[0] for one in amounts]
    best_amount = min(flat) if word.startswith(_LESS) else max(flat)
    return [offered[flat.index(best_amount)]] if flat.count(best_amount) == 1 else []


def _nearest(days: frozenset[date], reference: date | None) -> date:
    return min(days, key=lambda day: (reference is not None and day < reference, day))


def _moments(offered: Sequence[Option], reference: date | None) -> list[tuple[date, int]] | None:
    """The day and the minute of each option, as they follow one another; None where one has neither."""
    found: list[tuple[date, int]] = []
    for one in offered:
        day = next((_nearest(part.days, reference) for part in one.parts if part.days), date.min)
        minutes = next((part.minutes for part in one.parts if part.minutes), frozenset((0,)))
        if not any(part.days or part.minutes for part in one.parts):
            return None
        # Times are told in their order: "11:00 or 1:30" are two hours and a half apart.
        before = found[-1][1] if found and found[-1][0] == day else 0
        found.append((day, min((each for each in minutes if each > before), default=min(minutes))))
    return found


def by_daypart(clause: str, offered: Sequence[Option], reference: date | None) -> tuple[list[Option], set[str]]:
    """The options in the part of the day a clause names, and the word that names it."""
    moments = _moments(offered, reference)
    part = next((word.text for word in words(clause) if word.text in _DAYPART), None)
    if moments is None or part is None:
        return [], set()
    early, late = _DAYPART[part]
    return [one for one, (_, minute) in zip(offered, moments, strict=True) if early <= minute < late], {stem(part)}

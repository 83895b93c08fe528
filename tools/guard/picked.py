"""Which of several options a reply picks: by their order, by comparing them, or by what only one of them has.

A question, a doubt or a refusal picks nothing. What belongs to the options that were left is no word of the user's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from tools.guard.offer_parts import Part
from tools.guard.offers import Option, only
from tools.guard.ranked import by_comparison, by_daypart, by_order
from tools.guard.readings.dates import dates
from tools.guard.readings.numbers import quantities
from tools.guard.readings.text import fold, stem, words
from tools.guard.readings.times import times

_CLAUSE: Final = re.compile(r"(?:(?!\b(?:so|but) )[^.,;!?\n])+[.,;!?\n]*|\b(?:so|but) ")
_POLITE: Final = re.compile(
    r"\bif (?:that's|it's|that is|it is)? ?(?:ok(?:ay)?|alright|all right|possible|fine|you can|i may)\b"
)
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
_OTHER: Final = re.compile(r"\bthe other(?: one)?\b")
_BOTH: Final = 2
_BOUND: Final = re.compile(r"\b(?:until|till?|before|after|by|bis|vor|nach)\s$")
"""What makes a time an end and not a choice: "Curie, until 6"."""
_TAKES: Final = re.compile(
    r"\b(?:i|we)(?:'ll| will|'d like| would like| want| prefer|'d prefer| would prefer|'d rather| choose| pick| need)\b"
    r"|\b(?:take|book|choose|reserve|go (?:for|with)|let's|make it|suits?|works|work for|please"
    r"|(?:would|could|will|'d|'ll|can) work|yes|yeah|sure|ok(?:ay)?"
    r"|perfect|great|fine|then|prefer(?:ably)?|rather|definitely|nehme|gern\w*|bitte|prends)\b"
)
_TELLS: Final = re.compile(r"^\W*(?:(?:and|but|so|well|oh)\W+)*(?:i|we|he|she|they|(?:my|our|his|her) \w+)\b")
_PLAIN: Final = frozenset(
    map(
        stem,
        """the a an at on in for to of that this one it it's i i'll we we'll me us and so oh hm well ok yes please then
        with until till haha just only thanks thank you my our den die das um am le la les a
        two three four five tickets seats people persons us""".split(),
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
    folded = fold(reply)
    chosen = _all_chosen(folded, offer, offered, reference, asked=asked)
    _, but, tail = folded.rpartition(" but ")
    if but and _AGAINST.search(tail) and not _all_chosen(tail, offer, offered, reference, asked=asked):
        return None  # "the first is nice but too early"
    if not chosen and len(offered) == _BOTH and _OTHER.search(folded):
        ruled = [_chosen(clause, offer, offered, reference) for clause in _refusals(folded)]
        chosen = [one for one in offered if ruled.count([one]) == 0 and ruled] if any(ruled) else []
    return only(offer, chosen, offered) if chosen and len(chosen) < len(offered) else None


def _all_chosen(
    folded: str, offer: str, offered: Sequence[Option], reference: date | None, *, asked: bool
) -> list[Option]:
    chosen: list[Option] = []
    for clause in _clauses(folded, asked=asked):
        chosen += [one for one in _chosen(clause, offer, offered, reference) if one not in chosen]
    return chosen


def _clauses(folded: str, *, asked: bool) -> Iterator[str]:
    """The clauses of a reply that may pick something."""
    for found in _CLAUSE.finditer(folded):
        clause = found.group()
        question = clause.rstrip().endswith("?") or _ASKS.match(clause)
        if asked != bool(question and not _REQUEST.search(clause)):
            continue
        if _DOUBTS.search(_POLITE.sub("", clause)) or _AGAINST.search(clause.removeprefix("no ")):
            continue
        if not question and _JUDGES.search(clause) and not _GOOD.search(clause) and "whichever" not in clause:
            continue
        yield clause.strip(" .,;!?\n")


def _refusals(folded: str) -> Iterator[str]:
    """The clauses of a reply that rule something out."""
    for found in _CLAUSE.finditer(folded):
        if _AGAINST.search(found.group()):
            yield f"{_AGAINST.sub('', found.group()).strip(' .,;!?')} please"


def _chosen(clause: str, offer: str, offered: Sequence[Option], reference: date | None) -> list[Option]:
    ordered = by_order(clause, offered) or by_comparison(clause, offer, offered, reference)
    if ordered:
        return ordered
    left = list(offered)
    taken: set[str] = set()
    for narrowed, named in (
        _by_moment(clause, left, reference),
        by_daypart(clause, offered, reference),
        _by_words(clause, offer, left),
    ):
        if any(one in narrowed for one in left):
            left = [one for one in left if one in narrowed]
            taken |= named
    unsaid = [one for one in words(clause) if stem(one.text) not in _PLAIN | taken]
    good = _JUDGES.search(clause) and _GOOD.search(clause)
    # "I work Thursdays" tells why, and picks nothing.
    sure = _TAKES.search(clause) or _REQUEST.search(clause) or good or (len(unsaid) <= 1 and not _TELLS.match(clause))
    return left if len(left) == 1 and taken and sure else []


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
        if amount.ordinal:
            narrowed = [one for one in found if any(_numbered(part, amount.values[0]) for part in one.parts)]
        if (amount.counted or amount.ordinal) and 0 < len(narrowed) < len(found):
            found, named = narrowed, named | _stems(clause[amount.start : amount.end])
    return (found, named) if named else ([], named)


def _numbered(part: Part, number: float) -> bool:
    return any(day.day == number for day in part.days)


def _same_day(part: Part, days: frozenset[date], weekday: int | None) -> bool:
    return bool(part.days & days) or (weekday is not None and weekday == part.weekday)


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

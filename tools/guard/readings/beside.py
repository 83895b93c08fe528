"""What stands beside a number: its unit, or the "an" and "next" that make one of a unit without a number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tools.guard.readings.fraction_words import FRACTIONS
from tools.guard.readings.quantity import Quantity, Token
from tools.guard.readings.unit_table import BY_WORD
from tools.guard.readings.units import OTHER_WORDS, unit_after

_ONE: Final = frozenset(
    """full whole entire all a an another one the next last past previous coming upcoming following per each every this
    good ganze ganzen ein eine einem einen einer eines un une nachste nachsten letzte letzten
    prochaine prochain derniere dernier""".split()
)
_OF_A: Final = ("of", "a")
_BELOW: Final = {"hour": ("min", "mins", "minutes"), "minute": ("sec", "secs", "seconds")}
"""The words for the parts of what is one without saying so."""
_BETWEEN: Final = frozenset(
    """of more full whole entire additional consecutive extra other straight further business working solid long
    short""".split()
)
"""Words that may stand between a number and its unit."""
RHYTHMS: Final = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annual": "year",
    "annually": "year",
    "taglich": "day",
    "wochentlich": "week",
    "monatlich": "month",
    "jahrlich": "year",
}
_SECONDS: Final = re.compile(r"\d\s?(?:m|mins?|minutes?),?\s$")
"""Before seconds: "1 min 40 s"."""
_MONEY: Final = frozenset("dollar buck euro pound cent penny yuan rupee franc".split())
_FEW: Final = {"few": 3.0, "some": 3.0, "several": 3.0, "einige": 3.0, "quelques": 3.0}
"""What an unsaid handful is taken for where something must be computed; the number itself was not said."""
_ATTACHED: Final = frozenset({"w", "d", "s", "t", "v", "j", "y", "an", "in", "a", "n", "b"})
"""Units only straight after the digits; apart from them they are other words, or west and south."""


def with_unit(one: Quantity, tokens: Sequence[Token], after: int, folded: str) -> Quantity:
    """The number with the unit or the percent sign that follows it, where one does."""
    if one.unit is not None:
        return one
    ahead = [token for token in tokens[after : after + 5] if token.start >= one.end]
    if ahead and folded[one.end : ahead[0].start].strip(" -"):
        return one
    first = ahead[0].text if ahead else ""
    if first == "%" or first.startswith(("percent", "prozent", "pour")) or (first == "per" and _cent(ahead)):
        return replace(one, percent=True, end=ahead[0].end)
    if first == "basis" and len(ahead) > 1 and ahead[1].text in {"point", "points"}:
        return replace(one, values=tuple(value / 100 for value in one.values), percent=True, end=ahead[1].end)
    if first in _BETWEEN:
        ahead = ahead[2:] if [token.text for token in ahead[:2]] in (["of", "a"], ["of", "an"]) else ahead[1:]
    if first == "°" and len(ahead) > 1:
        ahead = [Token("word", "degrees", ahead[0].start, ahead[0].end), *ahead[1:]]
    unit, taken = unit_after(tuple(token.text for token in ahead))
    if unit is None or (ahead[0].text in _ATTACHED and ahead[0].start > one.end and not _apart(one, ahead, folded)):
        return one
    # "3/4 hour" is no rating of three out of four.
    values = (min(one.values, key=abs),) if "/" in folded[one.start : one.end] else one.values
    return replace(one, values=values, unit=unit, end=ahead[taken - 1].end)


def _in_fraction(tokens: Sequence[Token], place: int) -> bool:
    """Whether one of a unit is what a fraction is of: "three quarters of an hour"."""
    before = [one.text for one in tokens[max(0, place - 3) : place]]
    return len(before) == len(_OF_A) + 1 and before[0] in FRACTIONS and before[1] == _OF_A[0]


def _apart(one: Quantity, ahead: Sequence[Token], folded: str) -> bool:
    """Whether a sign apart from its number is a unit for all that."""
    if ahead[0].text == "s":
        return _SECONDS.search(folded, 0, one.start) is not None
    # "5 ft 2 in": at the end of what is said, "in" is no preposition.
    return ahead[0].text == "in" and folded[ahead[0].end : ahead[0].end + 1] in {"", ".", ",", ")", ";"}


def _cent(ahead: Sequence[Token]) -> bool:
    return len(ahead) > 1 and ahead[1].text in {"cent", "cents"}


def one_of(tokens: Sequence[Token], place: int) -> Iterator[Quantity]:
    """One of a unit without a number: "an hour", "next week", "another day"; a handful: "few hours"."""
    token = tokens[place]
    if token.text in RHYTHMS:
        yield Quantity((1.0,), token.start, token.end, BY_WORD[RHYTHMS[token.text]], counted=False)
    if token.kind != "word":
        return
    before = tokens[place - 1] if place else Token("word", "", 0, 0)
    if token.text in _MONEY and before.text in {"a", "an"}:
        yield Quantity((1.0,), before.start, token.end)
    if token.text not in BY_WORD or token.text in OTHER_WORDS or (len(token.text) < 3 and before.text != "un"):
        return
    ahead = [one.text for one in tokens[place + 1 : place + 4]]
    more = ahead[:2] == ["and", "a"] and ahead[-1] in FRACTIONS
    more = more or (ahead[:1] == ["and"] and len(ahead) > 2 and ahead[2] in _BELOW.get(token.text, ()))
    if ahead[:1] == ["long"] or (more and before.text not in _ONE and before.kind == "word"):
        # "week-long", "hour and a half", "hour and ten minutes"
        yield Quantity((1.0,), token.start, token.end, BY_WORD[token.text], counted=False)
    if before.text in _FEW:
        article = place > 1 and tokens[place - 2].text == "a"
        start = tokens[place - 2].start if article else before.start
        yield Quantity((_FEW[before.text],), start, token.end, BY_WORD[token.text], counted=False)
    elif before.text in _ONE and not _in_fraction(tokens, place):
        yield Quantity((1.0,), before.start, token.end, BY_WORD[token.text], counted=False)

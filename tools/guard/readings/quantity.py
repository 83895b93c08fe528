"""What a number in a text is once read, and what every reader of numbers needs: the tokens, the sign, "and a half"."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tools.guard.readings.fraction_words import FRACTIONS
from tools.guard.readings.number_words import UNITS, parts, worth
from tools.guard.readings.unit_table import Unit

_TOKEN = re.compile(
    r"""
    (?P<mixed>(?<![\w.,/])\d+[ -]+\d+\s?/\s?\d+(?![\w/]))
    | (?P<ratio>(?<![\w.,/])\d+\s?/\s?\d+(?:ths?|rds?)?(?![\d_/]))
    | (?P<vulgar>\d*\s?[½¼¾⅓⅔⅙⅛⅕⅖⅗⅘⅜⅝⅞])
    | (?P<ordinal>(?<![\w.,])\d+(?:st|nd|rd|th)\b)
    | (?P<number>
        (?: (?<![0-9_a-z\u00df-\u024f])
          | (?<=usd) | (?<=eur) | (?<=gbp) | (?<=cad) | (?<=aud) | (?<=inr) | (?<=chf)  # USD115.5
          | (?<=\bfy) | (?<=\bx) | (?<=\bq) | (?<=\bv) | (?<=\bd)  # FY2023, x2, d20
          | (?<=\dh) | (?<=\dm) | (?<=\dd) | (?<=\dx) )                               # 1h30m, 5x10
        (?: \d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?         # 12,34,567.89
          | \d{1,3}(?:[,.']\d{3})+(?:[.,]\d+)?
          | \d+(?:[.,]\d+)?
          | (?<![\w.])\.\d+ )
        (?:e[+-]?\d{1,2}\b)?(?!\d))
    | (?P<power>(?:km|m|cm|mm|ft|in|yd|mi|s)[23²³](?!\w))
    | (?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)
    | (?P<mark>[%°$€£¥₹/^])
    """,
    re.VERBOSE,
)
JOIN: Final = frozenset({"and", "n", "und", "et", "&"})
_MINUS: Final = frozenset({"minus", "negative", "moins"})
_WEST: Final = frozenset({"w", "west", "s", "south"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as said: the values it may stand for, its place, and its unit where one stands beside it."""

    values: tuple[float, ...]
    start: int
    end: int
    unit: Unit | None = None
    percent: bool = False
    ordinal: bool = False
    counted: bool = True
    """False where "an hour" or "next week" says one of a unit without a number."""
    part: bool = False
    """It is a part of a longer measure, "30 minutes" of "1 hour and 30 minutes": said in its own unit alone."""


@dataclass(frozen=True, slots=True)
class Token:
    """A number, a word or a mark of a folded text, with its place."""

    kind: str
    text: str
    start: int
    end: int


def close(left: float, right: float) -> bool:
    """Whether two numbers are the same but for how many digits were written."""
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)


def tokens_of(folded: str) -> list[Token]:
    """The tokens of a folded text, in order; a word without its possessive ending: "last week's"."""
    return [
        Token(str(found.lastgroup), found.group().removesuffix("'s").removeprefix("d'"), found.start(), found.end())
        for found in _TOKEN.finditer(folded)
    ]


def counted_value(quantity: Quantity) -> float:
    """The value that is counted where it is a measure: "30s" may be thirty degrees south, and lasts half a minute."""
    return next((value for value in quantity.values if value > 0), quantity.values[0])


def signed(values: set[float], tokens: Sequence[Token], place: int, after: int, folded: str) -> tuple[set[float], int]:
    """The values with the sign that the words or marks around them give, and where the number then begins."""
    start = tokens[place].start
    before = folded[max(0, start - 3) : start]
    if place and tokens[place - 1].text in _MINUS:
        return {-value for value in values}, tokens[place - 1].start
    found = re.search(r"(?P<before>^|.)(?P<sign>-)\s?$", before)
    if found:
        # "5-10" and "75 -300" are ranges and "x - 3" may be one; "=-3", "(-3" and " -3" are signs.
        attached = before.endswith("-") and not re.search(r"\d\s-$", before)
        known = found["before"] in {"", " ", "=", "(", "[", ",", ":", "$"} and attached
        negative = {-value for value in values}
        return (negative if known else negative | values), start - 1
    if after + 1 < len(tokens) and tokens[after].text == "°":
        after += 1
    if after < len(tokens) and tokens[after].text in _WEST and len(tokens[after].text) in {1, 4, 5}:
        return values | {-value for value in values}, start
    return values, start


def figures_after(tokens: Sequence[Token], place: int) -> tuple[str, int]:
    """The figures said behind a point, and the place after them: "nine nine", "oh five", "seventy-five", "64"."""
    figures, tens = "", False
    while place < len(tokens):
        token = tokens[place]
        if token.kind == "number" and token.text.isdigit() and not figures:
            return token.text, place + 1
        said = 0 if token.text in {"oh", "o"} else worth(parts(token.text)) if parts(token.text) else None
        if said is None or said >= 100:
            break
        # The five of "seventy-five" takes the place of its nought.
        figures = f"{figures[:-1]}{said}" if tens and 0 < said < 10 else f"{figures}{said}"
        tens = said >= 20 and said % 10 == 0
        place += 1
    return figures, place


def and_fraction(tokens: Sequence[Token], place: int, end: int, folded: str) -> tuple[float, int, int]:
    """The "and a half", "and two thirds" after a number: its worth, the place after it and its end."""
    ahead = [token.text for token in tokens[place : place + 4]]
    if not ahead or ahead[0] not in JOIN or folded[end : tokens[place].start].strip(" -"):
        return 0.0, place, end
    counted = 1.0
    step = 1
    if len(ahead) > 2 and (ahead[1] in {"a", "an", "one"} or ahead[1] in UNITS) and ahead[2] in FRACTIONS:
        counted = float(UNITS.get(ahead[1], 1))
        step = 2
    if len(ahead) <= step or ahead[step] not in FRACTIONS:
        return 0.0, place, end
    last = tokens[place + step]
    return counted / FRACTIONS[ahead[step]], place + step + 1, last.end

"""Numbers in digits: separators of several countries, fractions, scales such as "k" and "million"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tools.guard.readings.fraction_words import FRACTION_WORDS
from tools.guard.readings.number_words import SCALES, SHORT_SCALES
from tools.guard.readings.quantity import Quantity, Token, and_fraction, signed

_CODES: Final = frozenset("usd eur gbp cad aud inr chf dollars euros".split())
_POINT_IS_COMMA: Final = re.compile(
    r"\b(?:und|ist|eine?[nmr]?|fur|mit|bitte|nicht|ich|wir|une|pour|avec|vous|je|nous|dans|et|una|para|por|che|sono|uma)\b"
)
"""Words of the languages that write a decimal comma."""
_MONEY: Final = frozenset("$€£¥₹")
_PARTS: Final = {
    f"{word}{ending}": below for word, below in FRACTION_WORDS.items() if below > 2 for ending in ("", "s")
}
"""Words that turn a number in digits into a fraction: "2 thirds", "1 hundredth"."""


def in_figures(tokens: Sequence[Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    """What a token that begins with a figure stands for, and the place after it; nothing for a sign."""
    token = tokens[place]
    if token.kind in {"mixed", "ratio"}:
        # "4/5" may be a rating as well: four, of five.
        values = {_ratio(token.text)} | ({float(re.split(r"\D", token.text)[0])} if token.kind == "ratio" else set())
        values, start = signed(values, tokens, place, place + 1, folded)
        return [Quantity(tuple(sorted(values)), start, token.end)], place + 1
    if token.kind == "vulgar":
        whole = re.sub(r"\D", "", token.text[:-1])
        return [Quantity((float(whole or 0) + unicodedata.numeric(token.text[-1]),), token.start, token.end)], place + 1
    if token.kind == "ordinal":
        value = float(re.sub(r"\D", "", token.text))
        return [Quantity((value,), token.start, token.end, ordinal=True)], place + 1
    if token.kind == "number":
        return in_digits(tokens, place, folded)
    return [], place


def _ratio(text: str) -> float:
    figures = [float(part) for part in re.findall(r"\d+", text)]
    whole = figures[0] if len(figures) == 3 else 0.0
    return whole + (figures[-2] / figures[-1] if figures[-1] else 0.0)


def in_digits(tokens: Sequence[Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    """A number in digits with its scale and its fraction, and the place after it."""
    token = tokens[place]
    values = set(digit_values(token.text))
    if len(values) > 1 and "," in token.text and not _POINT_IS_COMMA.search(folded):
        values = {max(values)}  # "120,000" is no 120
    end, after = token.end, place + 1
    if after + 1 < len(tokens) and tokens[after].text in _CODES and tokens[after + 1].text in SCALES:
        after, end = after + 1, tokens[after].end  # "75 USD million"
    scale, extra, end_of_scale = _scale(tokens, after, end, folded)
    if scale is not None:
        scaled = {value * scale for value in values}
        # A letter may be a unit as well ("5 m"); a word such as million may not.
        values = (
            scaled | values if tokens[after].text in SHORT_SCALES and folded[token.start - 1] not in _MONEY else scaled
        )
        if tokens[after].text not in SHORT_SCALES:
            end, after = end_of_scale, after + extra
    if after < len(tokens) and tokens[after].text in _PARTS and not folded[end : tokens[after].start].strip(" -"):
        values |= {value / _PARTS[tokens[after].text] for value in values}
        after, end = after + 1, tokens[after].end
    half, after, end = and_fraction(tokens, after, end, folded)
    # "3 million and a quarter": of a million, or of one.
    values = {value + half * size for value in values for size in {1.0, scale or 1.0}}
    values, start = signed(values, tokens, place, after, folded)
    return [Quantity(tuple(sorted(values)), start, end)], after


@lru_cache(maxsize=2048)
def digit_values(text: str) -> tuple[float, ...]:
    """The numbers that digits with separators may write: "1.234" is 1.234 or 1234, "1,234.5" only one thing."""
    mantissa, _, power = text.partition("e")
    times = 10.0 ** int(power) if power else 1.0
    marks = [char for char in mantissa if not char.isdigit()]
    if not marks:
        return (float(mantissa) * times,)
    bare = re.sub(r"\D", "", mantissa)
    last = mantissa.rfind(marks[-1])
    decimal = float(re.sub(r"\D", "", mantissa[:last]) or "0") + float(f"0.{mantissa[last + 1 :] or 0}")
    if len(set(marks)) > 1:
        return (decimal * times,)
    grouped = len(mantissa) - last - 1 == 3 and mantissa[0] not in "0.,"
    if len(marks) > 1 or marks[0] == "'":
        return (float(bare) * times,)
    return (decimal * times, float(bare) * times) if grouped else (decimal * times,)


def _scale(tokens: Sequence[Token], place: int, end: int, folded: str) -> tuple[float | None, int, int]:
    scale, taken = 1.0, 0
    while place + taken < len(tokens):
        token = tokens[place + taken]
        gap = folded[end : token.start]
        if token.kind != "word" or gap.strip(" -") or len(gap) > 2:
            break
        factor = SCALES.get(token.text)
        if factor is None and taken == 0 and token.text in SHORT_SCALES:
            return float(SHORT_SCALES[token.text]), 1, token.end
        if factor is None or token.text in {"cent", "cents"}:
            break
        scale, taken, end = scale * factor, taken + 1, token.end
    return (scale, taken, end) if taken else (None, 0, end)

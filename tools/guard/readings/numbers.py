"""Numbers in a text, in digits or words, each with every value it may stand for and the unit beside it."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from tools.guard.readings.number_words import (
    FRACTION_WORDS,
    FRACTIONS,
    ORDINALS,
    SCALES,
    SHORT_SCALES,
    UNITS,
    all_worths,
    fractions,
    parts,
    worth,
)
from tools.guard.readings.text import Word, fold
from tools.guard.readings.units import BY_WORD, Unit, unit_after

_TOKEN = re.compile(
    r"""
    (?P<mixed>(?<![\w.,/])\d+[ -]+\d+\s?/\s?\d+(?![\w/]))
    | (?P<ratio>(?<![\w.,/])\d+\s?/\s?\d+(?:ths?|rds?)?(?![\w/]))
    | (?P<vulgar>\d*\s?[½¼¾⅓⅔⅙⅛⅕⅖⅗⅘⅜⅝⅞])
    | (?P<ordinal>(?<![\w.,])\d+(?:st|nd|rd|th)\b)
    | (?P<number>(?:(?<![0-9_a-z\u00df-\u024f])|(?<=usd)|(?<=eur)|(?<=gbp)|(?<=cad)|(?<=aud)|(?<=inr)|(?<=chf)|(?<=\dh)|(?<=\dm)|(?<=\dd))(?:\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d{1,3}(?:[,.']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?|(?<![\w.])\.\d+)(?:e[+-]?\d{1,2}\b)?(?!\d))
    | (?P<power>(?:km|m|cm|mm|ft)[23²³](?!\w))
    | (?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)
    | (?P<mark>[%°$€£¥₹/^])
    """,
    re.VERBOSE,
)
_SPACED = re.compile(r"(?<![\w.,])\d{1,3}(?: \d{3})+(?![\d.,]*\d)|(?<![\w.,])\d+ [.,] ?\d+(?!\d)|(?<![\w.,])\d+ , \d{3}(?!\d)")
_LISTED = re.compile(r"(?<=[\[({])-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?)+(?=[\])},])|(?<![\d.,])-?\d+(?:,-?\d+){2,}(?![\d.])|(?<![\d.,])\d+,\d{1,2}(?![\d.,])")
_SCALE_AFTER = re.compile(
    r"\s(?:of a |of an |of )?(?P<scale>dozen|hundred|thousand|million|billion|trillion|k(?!\w))s?\b|\s?m(?=usd|eur|gbp|aud|cad|chf)"
)
_MONEY_GAP = re.compile(r"(?:us )?(?:usd|eur|gbp|cad|dollars?|euros?|pounds?|bucks?|\$|€|£|rupees?|francs?)(?: and| und| et|,)?")
_CENTS = re.compile(r"\s?(?:cents?|pence|penny|pennies|paise)\b")
_CODES: Final = frozenset("usd eur gbp cad aud inr chf dollars euros".split())
_HALVES: Final = {"anderthalb": 1.5, "eineinhalb": 1.5}
_PARTS: Final = {
    f"{word}{ending}": below for word, below in FRACTION_WORDS.items() if below > 2 for ending in ("", "s")
}
"""Words that turn a number in digits into a fraction: "2 thirds", "1 hundredth"."""
_EXPONENT = re.compile(r"(?<![\w.])(?P<base>-?\d+(?:\.\d+)?)\s?\^\s?(?P<power>[+-]?\d{1,3})(?![\w.])")
_POWER = re.compile(r"(?:(?P<times>-?\d+(?:\.\d+)?)\s?[x×*]\s?)?\b10\s?(?:\^|\*\*)\s?\(?(?P<power>-?\d{1,2})\b")
_MEMBER = re.compile(r"-?\d+(?:\.\d+)?")
_JOIN: Final = frozenset({"and", "und", "et", "&"})
_ONE: Final = frozenset(
    """full whole entire a an another one the next last past previous coming upcoming following per each every this ein eine einen einer
    eines une un nachste nachsten letzte letzten prochaine prochain derniere dernier""".split()
)
_MINUS: Final = frozenset({"minus", "negative", "moins"})
_WEST: Final = frozenset({"w", "west", "s", "south"})
_BETWEEN: Final = frozenset("of more full whole additional consecutive extra other straight further business working".split())
"""Words that may stand between a number and its unit."""
_MONEY: Final = frozenset("dollar buck euro pound cent penny yuan rupee franc".split())
_FEW: Final = {"few": 3.0, "some": 3.0, "several": 3.0, "einige": 3.0, "quelques": 3.0}
"""What an unsaid handful is taken for where something must be computed; the number itself was not said."""
_ATTACHED: Final = frozenset({"w", "d", "s", "t", "v", "j", "y", "an", "in", "a"})
"""Units only straight after the digits; apart from them they are other words, or west and south."""


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


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of the text, in order of place; overlapping readings stand side by side."""
    return _read(fold(text))


def close(left: float, right: float) -> bool:
    """Whether two numbers are the same but for how many digits were written."""
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)


@lru_cache(maxsize=1024)
def _read(folded: str) -> tuple[Quantity, ...]:
    tokens = _tokens(folded)
    found: list[Quantity] = []
    place = 0
    while place < len(tokens):
        read, after = _number_at(tokens, place, folded)
        found += [_with_unit(one, tokens, after, folded) for one in read]
        if not read:
            found += _one_of(tokens, place)
        place = max(after, place + 1)
    found += _spaced(folded)
    found += _listed(folded)
    found += _powers(folded)
    found += _exponents(folded)
    found += _joined(sorted(found, key=lambda one: (one.start, one.end)), folded)
    found += _joined(sorted(found, key=lambda one: (one.start, one.end)), folded)
    found += list(_sums(sorted(found, key=lambda one: (one.start, one.end)), folded))
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _tokens(folded: str) -> list[_Token]:
    return [
        _Token(str(found.lastgroup), found.group(), found.start(), found.end()) for found in _TOKEN.finditer(folded)
    ]


def _number_at(tokens: Sequence[_Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    token = tokens[place]
    if token.kind in {"mixed", "ratio"}:
        # "4/5" may be a rating as well: four, of five.
        values = {_ratio(token.text)} | ({float(re.split(r"\D", token.text)[0])} if token.kind == "ratio" else set())
        values, start = _signed(values, tokens, place, place + 1, folded)
        return [Quantity(tuple(sorted(values)), start, token.end)], place + 1
    if token.kind == "vulgar":
        whole = re.sub(r"\D", "", token.text[:-1])
        return [Quantity((float(whole or 0) + unicodedata.numeric(token.text[-1]),), token.start, token.end)], place + 1
    if token.kind == "ordinal":
        value = float(re.sub(r"\D", "", token.text))
        return [Quantity((value,), token.start, token.end, ordinal=True)], place + 1
    if token.kind == "number":
        return _in_digits(tokens, place, folded)
    if token.kind == "word":
        return _in_words(tokens, place, folded)
    return [], place


def _ratio(text: str) -> float:
    figures = [float(part) for part in re.findall(r"\d+", text)]
    whole = figures[0] if len(figures) == 3 else 0.0
    return whole + (figures[-2] / figures[-1] if figures[-1] else 0.0)


def _in_digits(tokens: Sequence[_Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    token = tokens[place]
    values = set(_digit_values(token.text))
    end, after = token.end, place + 1
    if after + 1 < len(tokens) and tokens[after].text in _CODES and tokens[after + 1].text in SCALES:
        after, end = after + 1, tokens[after].end  # "75 USD million"
    scale, extra, end_of_scale = _scale(tokens, after, end, folded)
    if scale is not None:
        scaled = {value * scale for value in values}
        # A letter may be a unit as well ("5 m"); a word such as million may not.
        values = scaled | values if tokens[after].text in SHORT_SCALES else scaled
        if tokens[after].text not in SHORT_SCALES:
            end, after = end_of_scale, after + extra
    if after < len(tokens) and tokens[after].text in _PARTS and not folded[end : tokens[after].start].strip(" -"):
        values |= {value / _PARTS[tokens[after].text] for value in values}
        after, end = after + 1, tokens[after].end
    half, after, end = _and_fraction(tokens, after, end, folded)
    # "3 million and a quarter": of a million, or of one.
    values = {value + half * size for value in values for size in {1.0, scale or 1.0}}
    values, start = _signed(values, tokens, place, after, folded)
    return [Quantity(tuple(sorted(values)), start, end)], after


@lru_cache(maxsize=2048)
def _digit_values(text: str) -> tuple[float, ...]:
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
    grouped = len(mantissa) - last - 1 == 3 and mantissa[0] not in ".,"
    if len(marks) > 1 or marks[0] == "'":
        return (float(bare) * times,)
    return (decimal * times, float(bare) * times) if grouped else (decimal * times,)


def _scale(tokens: Sequence[_Token], place: int, end: int, folded: str) -> tuple[float | None, int, int]:
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


def _and_fraction(tokens: Sequence[_Token], place: int, end: int, folded: str) -> tuple[float, int, int]:
    """The "and a half", "and two thirds" after a number: its worth, the place after it and its end."""
    ahead = [token.text for token in tokens[place : place + 4]]
    if not ahead or ahead[0] not in _JOIN or folded[end : tokens[place].start].strip():
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


def _in_words(tokens: Sequence[_Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    token = tokens[place]
    if token.text in FRACTIONS and token.text not in {"second"}:
        fraction = _fraction(tokens, place, folded)
        if fraction is not None:
            return fraction
    if FRACTION_WORDS.get(token.text, 0) >= 100 and place and tokens[place - 1].text in {"a", "one"}:
        return [Quantity((1.0 / FRACTION_WORDS[token.text],), token.start, token.end)], place + 1
    if token.text in {"point", "komma"} and place + 1 < len(tokens) and tokens[place + 1].text in UNITS:
        return _point(tokens, place, folded)
    if token.text in _HALVES or token.text.endswith("einhalb"):
        whole = parts(token.text.removesuffix("einhalb"))
        worth_of_whole = all_worths(whole) if whole else set()
        value = _HALVES.get(token.text) or min(worth_of_whole, default=0) + 0.5
        return [Quantity((value,), token.start, token.end)], place + 1
    if token.text in ORDINALS and place and tokens[place - 1].text in {"a", "an"} and ORDINALS[token.text] > 2:
        counted = float(ORDINALS[token.text])
        return [Quantity((1 / counted, counted), token.start, token.end)], place + 1
    if token.text in ORDINALS and not (token.text == "second" and place and tokens[place - 1].text == "per"):
        return [Quantity((float(ORDINALS[token.text]),), token.start, token.end, ordinal=True)], place + 1
    if token.text in {"twice", "double", "zweimal", "deux-fois"}:
        return [Quantity((2.0,), token.start, token.end)], place + 1
    if token.text in {"single", "once", "einzeln"}:
        return [Quantity((1.0,), token.start, token.end)], place + 1
    run, ends = _run(tokens, place, folded)
    if not run or run[0] in {"cent", "cents", "mil", "grand"}:
        return [], place
    return _readings_of(run, ends, tokens, place, folded)


def _point(tokens: Sequence[_Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    """ "point five" without a whole number before it."""
    figures, at = [], place + 1
    while at < len(tokens) and tokens[at].text in UNITS and UNITS[tokens[at].text] < 10:
        figures.append(str(UNITS[tokens[at].text]))
        at += 1
    if not figures:
        return [], place
    values, start = _signed({float(f"0.{''.join(figures)}")}, tokens, place, at, folded)
    return [Quantity(tuple(sorted(values)), start, tokens[at - 1].end)], at


def _fraction(tokens: Sequence[_Token], place: int, folded: str) -> tuple[list[Quantity], int] | None:
    # "half a million", "a quarter": the fraction of one, or of the scale that follows.
    token = tokens[place]
    share = 1.0 / FRACTIONS[token.text]
    ahead = tokens[place + 1 : place + 3]
    if ahead and ahead[0].text in {"a", "an"} and len(ahead) > 1 and ahead[1].text in SCALES:
        return [Quantity((share * SCALES[ahead[1].text],), token.start, ahead[1].end)], place + 3
    if ahead and ahead[0].text in {"a", "an", "eine", "of"} and len(ahead) > 1 and ahead[1].text in BY_WORD:
        unit = BY_WORD[ahead[1].text]
        return [Quantity((share,), token.start, ahead[1].end, unit)], place + 3
    if token.text in ORDINALS and token.text not in {"half", "quarter"}:
        one = place > 0 and tokens[place - 1].text in {"a", "an"}
        return ([Quantity((share, float(ORDINALS[token.text])), token.start, token.end)], place + 1) if one else None
    return [Quantity((share,), token.start, token.end)], place + 1


def _run(tokens: Sequence[_Token], place: int, folded: str) -> tuple[list[str], list[int]]:
    """The longest run of number words from here: the words, and for each the place of the token after it."""
    run: list[str] = []
    ends: list[int] = []
    at = place
    while at < len(tokens):
        token = tokens[at]
        if run and folded[tokens[at - 1].end : token.start].strip(" -"):
            break
        found = parts(token.text) if token.kind == "word" else ()
        if not found and token.text == "ein" and at + 1 < len(tokens) and parts(tokens[at + 1].text):
            found = ("ein",)
        if found:
            run += found
            ends += [at + 1] * len(found)
            at += 1
        elif run and token.text in _JOIN and at + 1 < len(tokens) and parts(tokens[at + 1].text):
            at += 1
        else:
            break
    return run, ends


def _readings_of(
    run: list[str], ends: list[int], tokens: Sequence[_Token], place: int, folded: str
) -> tuple[list[Quantity], int]:
    whole = all_worths(run)
    found: list[Quantity] = []
    ordinal = tokens[ends[-1]].text if ends[-1] < len(tokens) else ""
    joint = _joint(tokens, ends[-1], len(run))
    if not whole and fractions(run, ordinal, joint):
        # "one one hundred fifth" is no number before its last word.
        values = tuple(sorted(fractions(run, ordinal, joint)))
        return [Quantity(values, tokens[place].start, tokens[ends[-1]].end)], ends[-1] + 1
    if joint is not None and ordinal.removesuffix("s") in FRACTION_WORDS:
        found += _apart(run, ends, joint, tokens, place)
    if not whole:
        # Two numbers in a row: take the longest beginning that is one.
        size = next((size for size in range(len(run) - 1, 0, -1) if all_worths(run[:size])), 1)
        run, ends = run[:size], ends[:size]
        whole = all_worths(run)
    after = ends[-1]
    if len(run) > 1 and run[-1] in {"cent", "cents"}:
        whole, after = whole | all_worths(run[:-1]), ends[-2]
    values = {float(value) for value in whole}
    if len(run) > 1 and worth(run) is None:
        # Read as figures or as a year, they may still be numbers of their own: "four one-way tickets".
        found += [
            Quantity((float(UNITS.get(word, 1)),), tokens[at - 1].start, tokens[at - 1].end)
            for word, at in zip(run, ends, strict=True)
        ]
    joined = any(tokens[at].text in _JOIN for at in range(place, after))
    if joined and not any(word in SCALES for word in run):
        # "twenty and four": one number or two.
        first = Quantity((float(all_worths(run[:1]).pop()),), tokens[place].start, tokens[place].end)
        last = tokens[ends[-1] - 1]
        found += [first, Quantity((float(all_worths(run[-1:]).pop()),), last.start, last.end)]
    extra, after, end = _tail(tokens, after, folded, values, run)
    size = float(SCALES.get(run[-1], 1)) if extra < 1 else 1.0
    values = {value + extra * times for value in values for times in {1.0, size}}
    values, start = _signed(values, tokens, place, after, folded)
    return [Quantity(tuple(sorted(values)), start, end), *found], after


def _apart(
    run: Sequence[str], ends: Sequence[int], joint: int, tokens: Sequence[_Token], place: int
) -> Iterator[Quantity]:
    """The whole before an "and" and the fraction after it, each alone: "one billion and three quarters" of a million."""
    before, last = tokens[ends[joint - 1] - 1], tokens[ends[-1]]
    start = tokens[min(ends[joint - 1] + 1, len(tokens) - 1)].start
    yield from (Quantity((float(one),), tokens[place].start, before.end) for one in all_worths(run[:joint]))
    values = fractions(run[joint:], last.text, None)
    if values:
        yield Quantity((min(values),), start, last.end)


def _tail(
    tokens: Sequence[_Token], after: int, folded: str, values: set[float], run: Sequence[str]
) -> tuple[float, int, int]:
    """What follows number words: "and a half", "point five", or "thirds", which turns the number into a fraction."""
    end = tokens[after - 1].end
    extra, moved, end_of_fraction = _and_fraction(tokens, after, end, folded)
    if extra:
        return extra, moved, end_of_fraction
    if after + 1 < len(tokens) and tokens[after].text in {"point", "komma", "virgule"}:
        figures, places = [], after + 1
        while places < len(tokens) and tokens[places].text in UNITS and UNITS[tokens[places].text] < 10:
            figures.append(str(UNITS[tokens[places].text]))
            places += 1
        if figures:
            return float(f"0.{''.join(figures)}"), places, tokens[places - 1].end
    whole = fractions(run, tokens[after].text, _joint(tokens, after, len(run))) if after < len(tokens) else set()
    if whole:
        if tokens[after].text.endswith("s"):
            values.clear()
        values |= whole
        return 0.0, after + 1, tokens[after].end
    if after < len(tokens) and tokens[after].text in FRACTIONS and tokens[after].text.endswith("s"):
        below = FRACTIONS[tokens[after].text]
        above = set(values)
        values.clear()
        values |= {value / below for value in above}
        return 0.0, after + 1, tokens[after].end
    return 0.0, after, end


def _joint(tokens: Sequence[_Token], after: int, size: int) -> int | None:
    """The place in a run of this size, which ends before `after`, that an "and" stands before."""
    left = size
    for at in range(after - 1, max(-1, after - 2 * size - 1), -1):
        if tokens[at].text in _JOIN:
            return left if 0 < left < size else None
        left -= max(1, len(parts(tokens[at].text)))
    return None


def _signed(
    values: set[float], tokens: Sequence[_Token], place: int, after: int, folded: str
) -> tuple[set[float], int]:
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


def _with_unit(one: Quantity, tokens: Sequence[_Token], after: int, folded: str) -> Quantity:
    if one.unit is not None:
        return one
    ahead = [token for token in tokens[after : after + 5] if token.start >= one.end]
    if ahead and folded[one.end : ahead[0].start].strip(" -"):
        return one
    first = ahead[0].text if ahead else ""
    if first == "%" or first.startswith(("percent", "prozent", "pour")) or first == "per" and _cent(ahead):
        return replace(one, percent=True, end=ahead[0].end)
    if first in _BETWEEN:
        ahead = ahead[2:] if [token.text for token in ahead[:2]] in (["of", "a"], ["of", "an"]) else ahead[1:]
    if first == "°" and len(ahead) > 1:
        ahead = [_Token("word", "degrees", ahead[0].start, ahead[0].end), *ahead[1:]]
    unit, taken = unit_after(tuple(token.text for token in ahead))
    if unit is None or (ahead[0].text in _ATTACHED and ahead[0].start > one.end and not _inches(ahead, folded)):
        return one
    return replace(one, unit=unit, end=ahead[taken - 1].end)


def _inches(ahead: Sequence[_Token], folded: str) -> bool:
    # "5 ft 2 in": at the end of what is said, "in" is no preposition.
    return ahead[0].text == "in" and folded[ahead[0].end : ahead[0].end + 1] in {"", ".", ",", ")", ";"}


def _cent(ahead: Sequence[_Token]) -> bool:
    return len(ahead) > 1 and ahead[1].text in {"cent", "cents"}


def _one_of(tokens: Sequence[_Token], place: int) -> Iterator[Quantity]:
    """One of a unit without a number: "an hour", "next week", "another day"; a handful: "few hours"."""
    token = tokens[place]
    if token.kind != "word" or place == 0:
        return
    before = tokens[place - 1]
    if token.text in _MONEY and before.text in {"a", "an"}:
        yield Quantity((1.0,), before.start, token.end)
    if token.text not in BY_WORD or len(token.text) < 3:
        return
    if before.text in _FEW:
        yield Quantity((_FEW[before.text],), before.start, token.end, BY_WORD[token.text], counted=False)
    elif before.text in _ONE:
        yield Quantity((1.0,), before.start, token.end, BY_WORD[token.text], counted=False)


def _spaced(folded: str) -> Iterator[Quantity]:
    """Digits apart: "1 234 567", and the "32 . 99" of tokenised text."""
    for found in _SPACED.finditer(folded):
        joined = re.sub(r"\s", "", found.group())
        yield Quantity(_digit_values(joined), found.start(), found.end())


def _powers(folded: str) -> Iterator[Quantity]:
    """Powers of ten, written out: "6.02 x 10^23", "10**-9"."""
    for found in _POWER.finditer(folded):
        times = float(found["times"] or 1)
        yield Quantity((times * 10.0 ** int(found["power"]),), found.start(), found.end())


def _exponents(folded: str) -> Iterator[Quantity]:
    """A number raised to a power: "2.5^-1"; the sign belongs to the result, as it is read aloud."""
    for found in _EXPONENT.finditer(folded):
        base = float(found["base"])
        if 0 < abs(base) < 1e6 and abs(int(found["power"])) <= 50:
            yield Quantity((math.copysign(abs(base) ** int(found["power"]), base),), found.start(), found.end())


def _listed(folded: str) -> Iterator[Quantity]:
    """The members of a list without spaces: "[22,33,42]" is three numbers and not 22.33."""
    for found in _LISTED.finditer(folded):
        for member in _MEMBER.finditer(found.group()):
            start = found.start() + member.start()
            yield Quantity((float(member.group()),), start, start + len(member.group()))


def _joined(found: Sequence[Quantity], folded: str) -> list[Quantity]:
    """Numbers that two neighbours make: "1 over 3", "3 hundred and one", "half million", "13 dollars and 45 cents"."""
    made: list[Quantity] = []
    for first in found:
        scale = _SCALE_AFTER.match(folded, first.end)
        if scale and first.unit is None:
            size = SCALES.get(scale["scale"] or "", 10**6)
            size = 1000 if scale["scale"] == "k" else size
            made.append(replace(first, values=tuple(value * size for value in first.values), end=scale.end()))
        for second in found:
            if first.end <= second.start <= first.end + 24:
                values = _of_two(first, second, folded[first.end : second.start].strip(" -"), folded)
                if values:
                    made.append(replace(second, values=values, start=first.start))
    return [one for one in made if one not in found]


def _of_two(first: Quantity, second: Quantity, gap: str, folded: str) -> tuple[float, ...]:
    left, right = first.values[0], second.values[0]
    if gap == "point" and left == int(left) and right == int(right) >= 0:
        return (float(f"{int(left)}.{int(right)}"),)
    if gap == "" and first.unit is None and left >= 1000 and left % 1000 == 0 and 0 < right < _step(left):
        return (left + right,)
    if gap in {"over", "over a", "out of", "divided by", "by", "in"} and right:
        return (left / right,)
    if gap in {"and", "and a", "und", "et"} and first.unit is None and not first.percent:
        if 0 < right < 1:
            return tuple({left + right, left + right * _step(left)})
        return (left + right,) if left >= 100 and right < left and left % 100 == 0 else ()
    if _MONEY_GAP.fullmatch(gap) and 0 < right < 100 and (_CENTS.match(folded, second.end) or right >= 10):
        return (left + right / 100,)
    return ()


def _step(value: float) -> float:
    """The scale a round number was counted in: of 3,000,000 a million."""
    return next((size for size in (1e9, 1e6, 1e3) if value >= size and value % size == 0), 1.0)


def _sums(found: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """Neighbours of one dimension: "5 feet 4 inches", "1 hour and 30 minutes", "an hour and a half"."""
    for first, second in zip(found, found[1:], strict=False):
        gap = folded[first.end : second.start].strip(" ,")
        if first.unit is None or second.start < first.end or gap not in {"", "and", "and a", "und", "et", "et une", "und eine"}:
            continue
        if second.unit is None:
            if 0 < second.values[0] < 1 and gap:
                yield replace(first, values=(first.values[0] + second.values[0],), end=second.end)
            continue
        if first.unit.dimension == second.unit.dimension and second.unit.factor < first.unit.factor:
            smaller = second.values[0] * second.unit.factor / first.unit.factor
            yield replace(first, values=(first.values[0] + smaller,), end=second.end)


def word_of(token: Word) -> float | None:
    """What a single word is worth as a number, if it is one."""
    found = all_worths(parts(token.text)) if parts(token.text) else set()
    return float(found.pop()) if len(found) == 1 else None

"""Whether a list of figures is the row that was told: each may have been said, and the row not.

A row is what stands between two words: "[3, 1, 2]", "4 8 15". It may be taken whole, sorted, with its neighbours, or by
column; a row that was shortened, turned round or mixed of two was told by nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, Final

from tools.guard.heard import Heard
from tools.guard.readings.numbers import word_of
from tools.guard.readings.quantity import close
from tools.guard.readings.text import Word, fold
from tools.guard.readings.unit_table import BY_WORD

_FEWEST: Final = 3
"""From how many figures on a row is one; two are named one by one."""
_PAIR: Final = 2
"""From how many figures on a list may be a part of a row."""
_FIGURES: Final = (
    re.compile(r"(?<![\w.])[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?(?![\d_])"),
    re.compile(r"(?<![\w.])[-+]?\d{1,3}(?:,\d{3})*(?:\.\d+)?(?![\d_])"),
)
"""A comma parts two figures, or a thousand from its hundreds: either way of reading may be meant."""
_GAP: Final = re.compile(
    r"\s?(?P<unit>(?!(?:and|und|et|y|then)\s)[a-z]{0,12})[\s%°\])}]*[,;|&]?\s*(?P<word>(?:and|und|et|y|then)\s)?[\s$€£¥₹\[({]*"
)
_EDGE: Final = re.compile(r"[\])}\[({;\n]")
_CHANGED: Final = re.compile(
    r"\b(?:without|except|excluding|remov\w+|drop\w*|skip\w*|delet\w+|ignor\w+|discard\w*|unique|distinct|duplicates?"
    r"|outliers?|revers\w+|backwards?|swap\w*|shuffl\w+|instead|ohne|sauf)\b"
)
"""Words that ask for less than a row, or for another order."""
_SORTED: Final = re.compile(r"\b(?:sort\w*|order\w*|rank\w*|desc\w*|highest|largest|biggest)\b")
_PART: Final = re.compile(
    r"\b(?:first|last|top|bottom|largest|smallest|highest|lowest|biggest|latest) (?P<count>\d+|[a-z]+)\b"
)
"""Some of a row, by how many."""
Row = list[list[float]]
"""The figures of a row, in the parts that brackets or lines make of it."""


def rearranged(value: Any, heard: Heard) -> bool:
    """Whether a value holds a list all of whose figures stand in rows that were told, and that is none of these."""
    return any(_astray(figures, heard) for figures in _lists(value) if len(figures) >= _PAIR)


def rows_in(text: str) -> Iterator[list[float]]:
    """The rows of a text, each as one list."""
    for row in _rows(_FIGURES[0], fold(text)):
        yield list(chain.from_iterable(row))


def _lists(value: Any) -> Iterator[list[float]]:
    """The lists of nothing but figures, those that hold further such lists as one."""
    if isinstance(value, dict):
        yield from chain.from_iterable(map(_lists, value.values()))
    elif isinstance(value, list):
        figures = _flat(value)
        if figures is None:
            yield from chain.from_iterable(map(_lists, value))
        else:
            yield figures


def _flat(value: Sequence[Any]) -> list[float] | None:
    figures: list[float] = []
    for one in value:
        inner = _flat(one) if isinstance(one, list) else None
        if inner is None and (isinstance(one, bool) or not isinstance(one, int | float)):
            return None
        figures += [one] if inner is None else inner
    return figures


def _astray(figures: list[float], heard: Heard) -> bool:
    taken = False
    for one in heard.texts():
        folded = fold(one.text)
        if _CHANGED.search(folded) or any(_counts(found, len(figures)) for found in _PART.finditer(folded)):
            return False
        for pattern in _FIGURES:
            rows = list(_rows(pattern, folded))
            told = [figure for row in rows for part in row for figure in part]
            if not all(any(_alike(figure, each) for each in told) for figure in figures):
                continue
            if _among(figures, [part for row in rows for part in row], turned=_SORTED.search(folded) is not None):
                return False
            taken = True
    return taken


def _counts(found: re.Match[str], many: int) -> bool:
    count = found["count"]
    return (int(count) if count.isdigit() else word_of(Word(count, 0, 0))) == many


def _rows(pattern: re.Pattern[str], folded: str) -> Iterator[Row]:
    found = list(pattern.finditer(folded))
    gaps = [_gap(folded, before, after) for before, after in pairwise(found)]
    first = 0
    for last in range(len(found)):
        if last < len(gaps) and gaps[last] is not None:
            continue
        if last - first + 1 >= _FEWEST:
            inside = [gap for gap in gaps[first:last] if gap is not None]
            yield _parted([_worth(one, folded) for one in found[first : last + 1]], inside)
        first = last + 1


def _parted(figures: Sequence[float], gaps: Sequence[re.Match[str]]) -> Row:
    """A row in its parts, which brackets, lines, an "and" with more behind it, or pairs make: "1 and 2, 3 and 4"."""
    joined = [bool(gap["word"]) for gap in gaps]
    pairs = sum(joined) >= _PAIR and not any(_EDGE.search(gap.group()) for gap in gaps)
    row: Row = [[figures[0]]]
    for at, (figure, gap) in enumerate(zip(figures[1:], gaps, strict=True)):
        told = _EDGE.search(gap.group()) is not None
        goes_on = at + 1 < len(gaps)
        if told or (not joined[at] if pairs else joined[at] and goes_on and "," not in gap.group()):
            row.append([])
        row[-1].append(figure)
    return row


def _gap(folded: str, before: re.Match[str], after: re.Match[str]) -> re.Match[str] | None:
    gap = _GAP.fullmatch(folded, before.end(), after.start())
    return gap if gap and gap.group() and (not gap["unit"] or gap["unit"] in BY_WORD) else None


def _worth(found: re.Match[str], folded: str) -> float:
    figure = float(found.group().replace(",", ""))
    return figure / 100 if folded[found.end() : found.end() + 2].strip().startswith("%") else figure


def _alike(figure: float, told: float) -> bool:
    # A percentage is kept as a fraction, and may be asked for as either.
    return close(figure, told) or close(figure, told * 100)


def _same(figures: Sequence[float], told: Sequence[float]) -> bool:
    return len(figures) == len(told) and all(map(_alike, figures, told))


def _among(figures: list[float], parts: Row, *, turned: bool) -> bool:
    """Whether the figures are some parts that follow one another, as told or sorted, or a column of them."""
    upwards = all(low <= high for low, high in pairwise(figures))
    downwards = turned and all(low >= high for low, high in pairwise(figures))
    for first in range(len(parts)):
        for last in range(first + 1, len(parts) + 1):
            whole = list(chain.from_iterable(parts[first:last]))
            if _same(figures, whole):
                return True
            if (upwards or downwards) and _same(figures, sorted(whole, reverse=not upwards)):
                return True
            if last - first == len(figures) and _column(figures, parts[first:last]):
                return True
            if len(whole) > len(figures) and last - first > len(figures):
                break
    return False


def _column(figures: list[float], parts: Row) -> bool:
    wide = min(map(len, parts))
    return any(_same(figures, [part[at] for part in parts]) for at in range(wide))

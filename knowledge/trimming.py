"""Which sentences and rows of a passage are quoted: a short section whole, a window of a longer one, and of a table
the rows that a question names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from knowledge.text import Unit, stems

WHOLE = 500
"""Characters up to which a passage is quoted whole: a section is written to be read from its start to its end."""
SENTENCES = 5
"""How many sentences are quoted of a longer passage."""
TIE = 0.03
"""Rows of a table this near to the best one are quoted with it."""
MOST_KEYS = 3
"""Rows of a table from which it is one to choose from."""
_SEVERAL = re.compile(
    r"[,;]|\?.*\?|\b(?:and|or|und|oder|et|ou|y|o|most|least|\w+est|them|these|those|all|every|each|list|which|one of|"
    r"alle|jede\w*|welche\w*|tous|toutes|chaque|quels|quelles|todos|todas|cada|cuáles)\b",
    re.IGNORECASE,
)
"""What a question says that asks for more of a table than the row it names."""


def readable(units: Sequence[Unit], scores: Sequence[float], question: str) -> list[int]:
    """The places of the units that are quoted of a passage, in reading order. Its own length counts, since a row of a
    table that is made readable repeats the names of its columns.
    """
    short = sum(len(unit.quote) for unit in units) <= WHOLE
    return _named_rows(units, list(range(len(units))) if short else _best(units, scores, SENTENCES), question)


def _named_rows(units: Sequence[Unit], places: Sequence[int], question: str) -> list[int]:
    """`places` with only those rows of a table whose first cell the question says whole, where it asks for one."""
    if _SEVERAL.search(question):
        return list(places)
    asked = stems(question)
    blocks: dict[int, list[int]] = {}
    for place, unit in enumerate(units):
        if unit.kind == "row":
            blocks.setdefault(unit.block, []).append(place)
    chosen = set(places)
    for rows in blocks.values():
        named = {place for place in rows if _is_named(units[place], asked)}
        if len(rows) >= MOST_KEYS and named:
            chosen = chosen - set(rows) | named
    return sorted(chosen)


def _is_named(row: Unit, asked: Collection[str]) -> bool:
    key = stems(row.quote.strip().strip("|").split("|")[0])
    return bool(key) and key <= set(asked)


def _best(units: Sequence[Unit], scores: Sequence[float], most: int) -> list[int]:
    """The places of the best units in reading order: a window around the best one, since what explains or limits a
    sentence stands beside it; a step brings the steps of its list.
    """
    best = max(range(len(units)), key=lambda place: scores[place])
    if units[best].kind == "step":
        steps = [place for place, unit in enumerate(units) if unit.kind == "step" and unit.block == units[best].block]
        start = min(max(steps.index(best) - most, 0), max(len(steps) - most - 2, 0))
        return steps[start : start + most + 2]
    places = {best}
    if units[best].kind == "row":
        places |= {
            place for place, unit in enumerate(units) if unit.kind == "row" and scores[place] > scores[best] - TIE
        }
    low, high = best - 1, best + 1
    while len(places) < most and (low >= 0 or high < len(units)):
        before = _besides(units, scores, low, best)
        after = _besides(units, scores, high, best)
        if max(before, after) < 0:
            break
        if after >= before:
            places.add(high)
            high += 1
        else:
            places.add(low)
            low -= 1
    return sorted(sorted(places, key=lambda place: -scores[place])[:most])


def _besides(units: Sequence[Unit], scores: Sequence[float], place: int, best: int) -> float:
    """What the unit at `place` is worth beside the best one; below 0 where the window ends: rows of a table answer
    one by one, and are no context of anything.
    """
    if not 0 <= place < len(units) or "row" in {units[place].kind, units[best].kind}:
        return -1.0
    return scores[place]

"""Dates in a text: every day each wording may mean, against a reference date where it names a day from today."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import lru_cache
from typing import Final

from tools.guard.readings import east_asian, ends, iso
from tools.guard.readings.absolute import absolute
from tools.guard.readings.anchored import after_named, neighbours
from tools.guard.readings.day import (
    DateReading,
)
from tools.guard.readings.periods import decades, parts_of_years, quarters, rolling, years
from tools.guard.readings.relative import counted, from_today, same_day, weekends, weeks
from tools.guard.readings.text import fold
from tools.guard.readings.together import together
from tools.guard.readings.weekdays import (
    counted_weekdays,
    month_ends,
    named_days,
    nth_weekdays,
    numbered_weekdays,
    past_the_next,
    unplaced,
)


@lru_cache(maxsize=1024)
def dates(text: str, reference: date | None = None) -> tuple[DateReading, ...]:
    """Every date of the text; wordings counted from today only where a reference date is given."""
    folded = fold(text)
    readers = [
        absolute(folded, reference),
        iso.days(folded),
        years(folded),
        quarters(folded, reference),
        decades(folded),
    ]
    if reference is not None:
        readers += [reader(folded, reference) for reader in _RELATIVE_READERS]
        if not folded.isascii():
            readers.append(east_asian.from_reference(folded, reference))
    else:
        readers.append(unplaced(folded))
    found: list[DateReading] = []
    for reader in readers:
        # A wording that leads out of the calendar ("Easter 9999999") names no day, and its reader stops there.
        with suppress(OverflowError, ValueError):
            found.extend(reader)
    found = [*_outermost(found)]
    found = together(found, folded, reference) if found else found
    return tuple(sorted(found, key=lambda one: (one.start, -one.end)))


def _outermost(found: list[DateReading]) -> Iterator[DateReading]:
    """Those that lie in no longer sure reading: the March of "March 8th" is not the month of March."""
    for one in found:
        if not any(
            other.strong
            and other.start <= one.start
            and one.end <= other.end
            and other.end - other.start > one.end - one.start
            for other in found
        ):
            yield one


_RELATIVE_READERS: Final[tuple[Callable[[str, date], Iterator[DateReading]], ...]] = (
    from_today,
    same_day,
    named_days,
    nth_weekdays,
    month_ends,
    counted_weekdays,
    neighbours,
    numbered_weekdays,
    past_the_next,
    after_named,
    weekends,
    weeks,
    counted,
    rolling,
    parts_of_years,
    *ends.READERS,
)

"""Feasts of calendars that follow the moon: the Islamic one by its tabular rule, the Hebrew one by its own.

Sightings of the moon may move an Islamic feast by a day; the tabular calendar is what programs count with.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

_HIJRI_EPOCH: Final = date(622, 7, 18)
"""The first of Muharram of the year 1, in the Gregorian calendar counted backwards (18 July)."""
_LEAP: Final = frozenset({2, 5, 7, 10, 13, 16, 18, 21, 24, 26, 29})
"""The leap years of a cycle of thirty."""
_HEBREW_EPOCH: Final = -1373427
"""The ordinal from which the days of the Hebrew calendar are counted, so that the year 5784 begins on 16 September
2023."""
_CHINESE: Final = """
2010-02-14 2011-02-03 2012-01-23 2013-02-10 2014-01-31 2015-02-19 2016-02-08 2017-01-28 2018-02-16 2019-02-05
2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13
2030-02-03 2031-01-23 2032-02-11 2033-01-31 2034-02-19 2035-02-08
""".split()
_DIWALI: Final = """
2010-11-05 2011-10-26 2012-11-13 2013-11-03 2014-10-23 2015-11-11 2016-10-30 2017-10-19 2018-11-07 2019-10-27
2020-11-14 2021-11-04 2022-10-24 2023-11-12 2024-10-31 2025-10-20 2026-11-08 2027-10-29 2028-10-17 2029-11-05
2030-10-26
""".split()


def islamic(year: int, month: int, day: int) -> date:
    """The first time a day of the tabular Islamic calendar falls in a Gregorian year."""
    hijri = (year - 622) * 33 // 32
    for one in (hijri - 1, hijri, hijri + 1, hijri + 2):
        cycles, past = divmod(one - 1, 30)
        days = cycles * 10631 + past * 354 + sum(leap <= past for leap in _LEAP)
        days += sum(30 if earlier % 2 else 29 for earlier in range(1, month)) + day - 1
        found = _HIJRI_EPOCH + timedelta(days=days)
        if found.year >= year:
            return found
    return date(year, 12, 31)


def rosh_hashanah(year: int) -> date:
    """The first of Tishri in a Gregorian year, by the molad and its four postponements."""
    return date.fromordinal(_new_year(year + 3761))


def hanukkah(year: int) -> date:
    """The 25th of Kislev: Heshvan has thirty days in years of 355 and 385."""
    hebrew_year = year + 3761
    length = _new_year(hebrew_year + 1) - _new_year(hebrew_year)
    return rosh_hashanah(year) + timedelta(days=30 + (30 if length % 10 == 5 else 29) + 24)


def _listed(year: int, days: list[str]) -> date:
    """The day of a list that falls in a year; where the list has none, the last day of the year, which none is."""
    return next((date.fromisoformat(day) for day in days if day.startswith(str(year))), date(year, 12, 31))


def chinese_new_year(year: int) -> date:
    """The first day of the Chinese year, for the years that are listed."""
    return _listed(year, _CHINESE)


def diwali(year: int) -> date:
    """The main day of Diwali, for the years that are listed."""
    return _listed(year, _DIWALI)


def _new_year(year: int) -> int:
    """The ordinal of the first of Tishri of a Hebrew year."""
    before, here, after = (_elapsed(one) for one in (year - 1, year, year + 1))
    # A year of 356 or 382 days cannot be: it begins later.
    delay = 2 if after - here == 356 else 1 if here - before == 382 else 0
    return _HEBREW_EPOCH + here + delay


def _elapsed(year: int) -> int:
    months = (235 * year - 234) // 19
    parts = 12084 + 13753 * months
    day = 29 * months + parts // 25920
    return day + 1 if 3 * (day + 1) % 7 < 3 else day

"""Dates in Chinese, Japanese and Korean: in figures with their signs, from today, and by the day of the week."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from tools.guard.readings.day import DateReading

_DATE = re.compile(r"(?:(?P<year>\d{4})\s?[年년]\s?)?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日일号號]")
_TODAY: Final = {
    **dict.fromkeys("今天 今日 오늘".split(), 0),
    **dict.fromkeys("明天 明日 내일".split(), 1),
    **dict.fromkeys("后天 後天 明後日 明后天 모레".split(), 2),
    **dict.fromkeys("昨天 昨日 어제".split(), -1),
}
_FROM_TODAY = re.compile("|".join(sorted(_TODAY, key=len, reverse=True)))
_WEEKDAY = re.compile(
    r"(?P<next>下个?|다음\s?주\s?|来週の?|來週の?)?"
    r"(?:(?:周|週|星期|礼拜)(?P<zh>[一二三四五六日天])|(?P<ko>[월화수목금토일])요일|(?P<ja>[月火水木金土日])曜日?)"
)
_DAYS: Final = {
    sign: number for row in ("一二三四五六日", "월화수목금토일", "月火水木金土日") for number, sign in enumerate(row)
}


def written(folded: str) -> Iterator[DateReading]:
    """Dates in figures: a month and a day, with or without a year."""
    for found in _DATE.finditer(folded):
        month, day = int(found["month"]), int(found["day"])
        if 1 <= month <= 12 and 1 <= day <= 31:
            yield DateReading(
                found.start(), found.end(), year=int(found["year"]) if found["year"] else None, month=month, day=day
            )


def from_reference(folded: str, reference: date) -> Iterator[DateReading]:
    """Today, tomorrow and the days of this week or the next."""
    for found in _FROM_TODAY.finditer(folded):
        day = reference + timedelta(days=_TODAY[found.group()])
        yield DateReading(found.start(), found.end(), frozenset((day,)))
    monday = reference - timedelta(days=reference.weekday())
    for found in _WEEKDAY.finditer(folded):
        sign = found["zh"] or found["ko"] or found["ja"]
        in_week = monday + timedelta(days=6 if sign == "天" else _DAYS[sign])
        ahead = in_week if in_week >= reference else in_week + timedelta(days=7)
        days = {in_week + timedelta(days=7)} if found["next"] else {in_week, ahead}
        yield DateReading(found.start(), found.end(), frozenset(days))

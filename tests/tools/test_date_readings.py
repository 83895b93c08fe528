"""Dates and times as people say them, against a reference day."""

from __future__ import annotations

from datetime import date

import pytest

from tools.guard.readings.dates import dates
from tools.guard.readings.holidays import easter
from tools.guard.readings.times import minutes_of, times

FRIDAY = date(2019, 3, 1)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("next Tuesday", date(2019, 3, 5)),
        ("Wednesday next week", date(2019, 3, 6)),
        ("the day after tomorrow", date(2019, 3, 3)),
        ("the 8th of this month", date(2019, 3, 8)),
        ("in 3 days", date(2019, 3, 4)),
        ("two weeks from tomorrow", date(2019, 3, 16)),
        ("a month ago", date(2019, 2, 1)),
        ("2 years 1 month 21 days later", date(2021, 4, 22)),
        ("03rd Jan 2019", date(2019, 1, 3)),
        ("March eighth", date(2019, 3, 8)),
        ("April 3, 2020", date(2020, 4, 3)),
        ("from the 1st to the 31st of January 2023", date(2023, 1, 1)),
        ("July 10-20, 2022", date(2022, 7, 20)),
        ("3/4/2019", date(2019, 4, 3)),
        ("3/4/2019", date(2019, 3, 4)),
        ("2020/Sep/23", date(2020, 9, 23)),
        ("January twenty five nineteen eighty six", date(1986, 1, 25)),
        ("the last Friday of May 2020", date(2020, 5, 29)),
        ("end of the month", date(2019, 3, 31)),
        ("on easter 2018", date(2018, 4, 1)),
        ("black friday 2010", date(2010, 11, 26)),
        ("Friday the 8th", date(2019, 3, 8)),
        ("in a fortnight", date(2019, 3, 15)),
        ("the day before easter 2018", date(2018, 3, 31)),
        ("3 days prior to may 5 2019", date(2019, 5, 2)),
        ("1 year from 2018-05-05", date(2019, 5, 5)),
        ("july 4th of 2018", date(2018, 7, 4)),
        ("Monday after next", date(2019, 3, 11)),
        ("Monday before last", date(2019, 2, 18)),
        ("day 10 of next month", date(2019, 4, 10)),
        ("1st week of Oct. on Friday", date(2019, 10, 4)),
        ("am 3. März 2024", date(2024, 3, 3)),
        ("übermorgen", date(2019, 3, 3)),
        ("le 3 mars", date(2019, 3, 3)),
        ("demain", date(2019, 3, 2)),
        ("in 48 hours", date(2019, 3, 3)),
        ("half a year from now", date(2019, 9, 1)),
        ("three days back", date(2019, 2, 26)),
        ("the twelfth", date(2019, 3, 12)),
        ("twenty third", date(2019, 3, 23)),
        ("third of this month", date(2019, 3, 3)),
        ("the tenth of the coming month", date(2019, 4, 10)),
        ("the first Monday in 2020", date(2020, 1, 6)),
        ("the last Friday of the year", date(2019, 12, 27)),
        ("the Friday after Christmas", date(2019, 12, 27)),
        ("the last Monday before March 20", date(2019, 3, 18)),
        ("end of next quarter", date(2019, 6, 30)),
        ("year end", date(2019, 12, 31)),
        ("end of the work week", date(2019, 3, 1)),
        ("4mar2019", date(2019, 3, 4)),
        ("4. 3. 2019", date(2019, 3, 4)),
        ("April's tenth", date(2019, 4, 10)),
        ("the 20th of next November", date(2019, 11, 20)),
        ("the third Wednesday", date(2019, 3, 20)),
        ("by end of day", date(2019, 3, 1)),
        ("after three days", date(2019, 3, 4)),
        ("08/12,2019", date(2019, 8, 12)),
        ("1992, July 14", date(1992, 7, 14)),
        ("the 14th of July of the year 1992", date(1992, 7, 14)),
        ("July 14 in 1992", date(1992, 7, 14)),
        ("le 15 du mois", date(2019, 3, 15)),
        ("le premier lundi de décembre", date(2019, 12, 2)),
        ("am ersten des nächsten Monats", date(2019, 4, 1)),
        ("it was filed 8 11 2018", date(2018, 8, 11)),
        ("a week ago Wednesday", date(2019, 2, 20)),
        ("two weeks on Monday", date(2019, 3, 18)),
        ("a week on Monday", date(2019, 3, 11)),
        ("next week on Monday", date(2019, 3, 4)),
        ("All Hallows' Eve", date(2019, 10, 31)),
        ("in four days' time", date(2019, 3, 5)),
        ("five days' time", date(2019, 3, 6)),
        ("within a few weeks", date(2019, 3, 22)),
        ("the next working day", date(2019, 3, 4)),
        ("the previous business day", date(2019, 2, 28)),
        ("in two and a half years", date(2021, 9, 1)),
        ("4 mos ago", date(2018, 11, 1)),
        ("the meeting is tomorrows", date(2019, 3, 2)),
        ("christmas of last year", date(2018, 12, 25)),
        ("next year's Easter", date(2020, 4, 12)),
        ("last Halloween", date(2018, 10, 31)),
        ("the next Halloween", date(2019, 10, 31)),
        ("Mothering Sunday", date(2019, 3, 31)),
        ("2morrow", date(2019, 3, 2)),
        ("two months out", date(2019, 5, 1)),
        ("the last working day of the month", date(2019, 3, 29)),
        ("the first business day of June", date(2019, 6, 3)),
        ("the final day of the month", date(2019, 3, 31)),
        ("the 60th day of 2020", date(2020, 2, 29)),
        ("day 32 of the year", date(2019, 2, 1)),
        ("two days after the last Friday of May", date(2019, 6, 2)),
        ("Halloween '17", date(2017, 10, 31)),
        ("the day following Easter", date(2019, 4, 22)),
        ("born 4/30/58", date(1958, 4, 30)),
        ("April 30th, '58", date(1958, 4, 30)),
        ("three days prior", date(2019, 2, 26)),
        ("six business days after March 7th", date(2019, 3, 15)),
        ("two working days before Easter Monday", date(2019, 4, 18)),
        ("last year on May 4th", date(2018, 5, 4)),
        ("St. Paddy's day", date(2019, 3, 17)),
        ("a decade ago", date(2009, 3, 1)),
        ("a fortnight today", date(2019, 3, 15)),
        ("three weeks tomorrow", date(2019, 3, 23)),
        ("Pancake Day", date(2019, 3, 5)),
        ("am morgigen Samstag", date(2019, 3, 2)),
        ("am einundzwanzigsten Mai", date(2019, 5, 21)),
        ("am dreißigsten", date(2019, 3, 30)),
        ("Mitte nächsten Monats", date(2019, 4, 15)),
        ("à la mi-mai", date(2019, 5, 15)),
        ("le 7 du mois prochain", date(2019, 4, 7)),
        ("der Montag nach Ostern", date(2019, 4, 22)),
        ("am 9. des nächsten Monats", date(2019, 4, 9)),
        ("mardi de la semaine prochaine", date(2019, 3, 5)),
        ("mardi en huit", date(2019, 3, 12)),
        ("Dienstag in acht Tagen", date(2019, 3, 12)),
        ("in einem Monat", date(2019, 4, 1)),
        ("heute in acht Tagen", date(2019, 3, 8)),
        ("dans quinze jours", date(2019, 3, 15)),
        ("vier Tage später", date(2019, 3, 5)),
        ("deux jours plus tard", date(2019, 3, 3)),
        ("il y a un an", date(2018, 3, 1)),
        ("zum Monatsende", date(2019, 3, 31)),
        ("am letzten Tag des Monats", date(2019, 3, 31)),
        ("le premier jour du mois", date(2019, 3, 1)),
        ("le lendemain", date(2019, 3, 2)),
        ("la veille de la Toussaint", date(2019, 10, 31)),
        ("am Tag nach Ostern", date(2019, 4, 22)),
        ("le dix-huit avril", date(2019, 4, 18)),
    ],
)
def test_a_wording_may_mean_its_day(text: str, day: date) -> None:
    """Relative days, parts, ranges, both orders of day and month, holidays; three languages."""
    assert any(found.holds(day) for found in dates(text, FRIDAY))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Tuesday week", date(2019, 3, 5)),
        ("the ninth of May", date(2019, 4, 9)),
        ("am 9. Mai", date(2019, 4, 9)),
        ("le premier mai", date(2019, 4, 1)),
        ("the second Monday of June", date(2019, 3, 2)),
        ("five working days from now", date(2019, 3, 6)),
        ("a fortnight tomorrow", date(2019, 3, 2)),
        ("last Friday", date(2019, 3, 29)),
    ],
)
def test_a_day_is_no_other_one(text: str, day: date) -> None:
    """What a word beside it moves is not the day itself; the last one is behind us."""
    assert not any(found.holds(day) for found in dates(text, FRIDAY))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Halloween of next year", date(2019, 10, 31)),
        ("Halloween of next year", date(2020, 1, 1)),
        ("last Halloween", date(2019, 10, 31)),
        ("the next Halloween", date(2018, 10, 31)),
    ],
)
def test_a_holiday_is_of_the_year_that_is_named(text: str, day: date) -> None:
    """Of next year's holiday neither this year's nor next year's first day is read."""
    assert not any(found.holds(day) for found in dates(text, FRIDAY))


def test_a_month_inside_a_date_is_no_date_of_its_own() -> None:
    """The longest sure reading consumes what lies inside it."""
    assert [(found.month, found.day) for found in dates("on March 8th", None)] == [(3, 8)]


@pytest.mark.parametrize(
    ("text", "year"),
    [("am vierten Mai neunzehnhundertsechsundachtzig", 1986), ("le quatre mai mille neuf cent soixante-sept", 1967)],
)
def test_a_year_may_be_spelled_out(text: str, year: int) -> None:
    """In German and French as in English."""
    assert [(one.year, one.month, one.day) for one in dates(text)] == [(year, 5, 4)]


def test_the_end_of_seventeen_is_no_month_in_french() -> None:
    """Sept is seven, and September for short."""
    assert not any(one.strong for one in dates("il y en a dix-sept"))


def test_a_year_may_stand_behind_the_time() -> None:
    """As computers write a moment."""
    assert [(one.year, one.month, one.day) for one in dates("Aug 11 09:15:00 UTC 2018")] == [(2018, 8, 11)]


def test_relative_days_need_a_reference() -> None:
    """Without a reference date tomorrow is no day."""
    assert dates("tomorrow") == ()


@pytest.mark.parametrize(
    ("year", "day"), [(2018, date(2018, 4, 1)), (2019, date(2019, 4, 21)), (2024, date(2024, 3, 31))]
)
def test_easter_is_computed(year: int, day: date) -> None:
    """Easter follows its rule in every year."""
    assert easter(year) == day


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("half past 11 in the morning", {"11:30"}),
        ("quarter to 12 in the morning", {"11:45"}),
        ("evening 6:15", {"18:15"}),
        ("7 in the evening", {"19:00"}),
        ("20 min past eight in the evening", {"20:20"}),
        ("one thirty p m", {"13:30"}),
        ("10, tonight", {"22:00"}),
        ("at 7", {"07:00", "19:00"}),
        ("12 pm", {"12:00"}),
        ("noon", {"12:00"}),
        ("halb acht", {"07:30", "19:30"}),
        ("14 Uhr 30", {"14:30"}),
        ("huit heures et demie", {"08:30", "20:30"}),
        ("quarter past 4pm", {"16:15"}),
        ("ten past seven a.m.", {"07:10"}),
        ("quarter to one pm", {"12:45"}),
        ("half past noon", {"12:30"}),
        ("ten to midnight", {"23:50"}),
        ("an hour before midnight", {"23:00"}),
        ("half an hour after noon", {"12:30"}),
        ("two hours after 3pm", {"17:00"}),
        ("at 845", {"08:45", "20:45"}),
        ("at 915 in the evening", {"21:15"}),
        ("around 1145 tonight", {"23:45"}),
        ("1145 p.m.", {"23:45"}),
        ("at 645ish", {"06:45", "18:45"}),
        ("@ 0615", {"06:15"}),
        ("at 6 40", {"06:40", "18:40"}),
        ("seventeen hundred hours", {"17:00"}),
        ("zero eight hundred", {"08:00"}),
        ("eighteen forty-five", {"18:45"}),
        ("2 at night", {"02:00"}),
        ("nine hundred hours", {"09:00"}),
        ("five-oh-seven p.m.", {"17:07"}),
        ("a minute to noon", {"11:59"}),
        ("five after nine", {"09:05", "21:05"}),
        ("at five to three", {"02:55", "14:55"}),
        ("half an hour before noon", {"11:30"}),
        ("elf Uhr zwanzig", {"11:20", "23:20"}),
        ("zweiundzwanzig Uhr", {"22:00"}),
        ("fünf vor halb sieben abends", {"18:25"}),
        ("zehn nach halb vier", {"03:40", "15:40"}),
        ("dreiviertel zehn", {"09:45", "21:45"}),
        ("zwei Uhr nachts", {"02:00"}),
        ("halb neun früh", {"08:30"}),
        ("elf Minuten vor Mitternacht", {"23:49"}),
        ("eine halbe Stunde nach Mitternacht", {"00:30"}),
        ("dix heures moins vingt", {"09:40", "21:40"}),
        ("vingt-deux heures quarante-cinq", {"22:45"}),
        ("onze heures dix du soir", {"23:10"}),
        ("midi et quart", {"12:15"}),
        ("minuit moins dix", {"23:50"}),
        ("9 h 40", {"09:40", "21:40"}),
        ("half past eleven at night", {"23:30"}),
    ],
)
def test_a_wording_means_its_times(text: str, said: set[str]) -> None:
    """Both halves of the day where nothing tells which; the numbers inside are consumed."""
    (found,) = times(text)
    assert {f"{minute // 60:02}:{minute % 60:02}" for minute in found.minutes} == said


@pytest.mark.parametrize("text", ["10-ish", "10p", "deux heures"])
def test_what_may_count_is_no_sure_time(text: str) -> None:
    """The number is left to be one."""
    assert [one.strong for one in times(text)] == [False]


def test_a_value_of_24_hours_means_one_time() -> None:
    """06:00 as a value is no evening."""
    assert minutes_of("06:00") == frozenset({360})

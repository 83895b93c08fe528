"""Days that are named and not numbered: the common holidays, in whichever year is asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Final

from tools.guard.readings.lunar import chinese_new_year, diwali, hanukkah, islamic, rosh_hashanah


def easter(year: int) -> date:
    """Easter Sunday of a year of the Gregorian calendar, by Gauss's rule as corrected by Butcher (1876)."""
    golden, century = year % 19, year // 100
    leap = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - leap - year % 100 % 4) % 7
    correction = (golden + 11 * leap + 22 * weekday) // 451
    month, day = divmod(leap + weekday - 7 * correction + 114, 31)
    return date(year, month, day + 1)


def _nth(year: int, month: int, weekday: int, number: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))


def _fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _easter(offset: int) -> Callable[[int], date]:
    return lambda year: easter(year) + timedelta(days=offset)


def _thanksgiving(year: int) -> date:
    return _nth(year, 11, 3, 4)


NAMED: Final[Mapping[str, Callable[[int], date]]] = {
    r"new year'?s? eve|silvester|nye": _fixed(12, 31),
    r"(?<!chinese )(?<!lunar )(?<!islamic )(?<!hijri )(?:new year'?s?(?: day)?)|neujahr": _fixed(1, 1),
    r"valentine'?s?(?: day)?": _fixed(2, 14),
    r"(?:international )?workers'?(?: day)|may day|tag der arbeit": _fixed(5, 1),
    r"independence day|fourth of july|4th of july": _fixed(7, 4),
    r"bastille day": _fixed(7, 14),
    r"halloween": _fixed(10, 31),
    r"april fool'?s?'?(?: day)?": _fixed(4, 1),
    r"guy fawkes(?: (?:day|night))?|bonfire night": _fixed(11, 5),
    r"children'?s day": _fixed(6, 1),
    r"singles'? day": _fixed(11, 11),
    r"earth day": _fixed(4, 22),
    r"groundhog day": _fixed(2, 2),
    r"(?:st\.? |saint )patrick'?s?(?: day)?": _fixed(3, 17),
    r"cinco de mayo": _fixed(5, 5),
    r"juneteenth": _fixed(6, 19),
    r"veterans'? day|armistice day": _fixed(11, 11),
    r"all saints'?(?: day)?": _fixed(11, 1),
    r"women'?s day": _fixed(3, 8),
    r"teachers'? day": _fixed(10, 5),
    r"inauguration day": _fixed(1, 20),
    r"(?:martin luther king|mlk)(?: jr\.?)?(?: day)?": lambda year: _nth(year, 1, 0, 3),
    r"presidents'?s? day|washington'?s birthday": lambda year: _nth(year, 2, 0, 3),
    r"memorial day": lambda year: _nth(year, 6, 0, 1) - timedelta(days=7),
    r"labou?r day": lambda year: _nth(year, 9, 0, 1),
    r"columbus day": lambda year: _nth(year, 10, 0, 2),
    r"cyber monday": lambda year: _thanksgiving(year) + timedelta(days=4),
    r"ash wednesday": _easter(-46),
    r"palm sunday": _easter(-7),
    r"whit ?monday|pfingstmontag": _easter(50),
    r"ascension(?: day)?|christi himmelfahrt": _easter(39),
    r"(?:christmas|xmas) eve|heiligabend": _fixed(12, 24),
    r"(?:christmas|xmas)(?: day)?|weihnachten|noel": _fixed(12, 25),
    r"boxing day": _fixed(12, 26),
    r"good friday|karfreitag": _easter(-2),
    r"easter(?: sunday)?|ostern|ostersonntag|paques": easter,
    r"easter monday|ostermontag": _easter(1),
    r"mardi gras|shrove tuesday|fat tuesday|fastnacht|faschingsdienstag": _easter(-47),
    r"rosenmontag": _easter(-48),
    r"maundy thursday|holy thursday|grundonnerstag": _easter(-3),
    r"pentecost(?: sunday)?|whit ?sunday|pfingsten|pfingstsonntag|pentecote": _easter(49),
    r"trinity sunday": _easter(56),
    r"corpus christi|fronleichnam": _easter(60),
    r"all souls'?(?: day)?|allerseelen": _fixed(11, 2),
    r"(?:st\.? |saint )george'?s?(?: day)?": _fixed(4, 23),
    r"(?:st\.? |saint )andrew'?s?(?: day)?": _fixed(11, 30),
    r"(?:st\.? |saint )david'?s?(?: day)?": _fixed(3, 1),
    r"(?:st\.? |saint )nicholas'?s?(?: day)?|nikolaus(?:tag)?": _fixed(12, 6),
    r"(?:st\.? |saint )john'?s?(?: day)?|(?:(?:st\.? |saint )jean[- ])?baptiste day|midsummer(?:'s)? day": _fixed(
        6, 24
    ),
    r"epiphany|three kings'? day|dreikonigstag": _fixed(1, 6),
    r"white day": _fixed(3, 14),
    r"pi day": _fixed(3, 14),
    r"walpurgis(?: ?night|nacht)?": _fixed(4, 30),
    r"beltane": _fixed(5, 1),
    r"tax day": _fixed(4, 15),
    r"flag day": _fixed(6, 14),
    r"patriot day": _fixed(9, 11),
    r"kwanzaa": _fixed(12, 26),
    r"australia day": _fixed(1, 26),
    r"canada day": _fixed(7, 1),
    r"anzac day": _fixed(4, 25),
    r"remembrance day": _fixed(11, 11),
    r"human rights day": _fixed(12, 10),
    r"loyalty day": _fixed(5, 1),
    r"star wars day": _fixed(5, 4),
    r"tag der deutschen einheit": _fixed(10, 3),
    r"election day": lambda year: _nth(year, 11, 0, 1) + timedelta(days=1),
    r"super bowl(?: sunday)?": lambda year: _nth(year, 2, 6, 2),
    r"canberra day": lambda year: _nth(year, 3, 0, 2),
    r"(?:eid al[- ]?fitr|bayram|zuckerfest)": lambda year: islamic(year, 10, 1),
    r"(?:eid al[- ]?adha|feast of (?:the )?sacrifice|sacrifice feast|opferfest)": lambda year: islamic(year, 12, 10),
    r"ramadan": lambda year: islamic(year, 9, 1),
    r"islamic new year|hijri new year|muharram": lambda year: islamic(year, 1, 1),
    r"rosh hashanah?": rosh_hashanah,
    r"yom kippur": lambda year: rosh_hashanah(year) + timedelta(days=9),
    r"passover|pesach": lambda year: rosh_hashanah(year) - timedelta(days=163),
    r"c?hanukkah?": hanukkah,
    r"(?:chinese|lunar) new year": chinese_new_year,
    r"diwali|deepavali": diwali,
    r"thanksgiving(?: day)?": _thanksgiving,
    r"black friday": lambda year: _thanksgiving(year) + timedelta(days=1),
    r"mother'?s day": lambda year: _nth(year, 5, 6, 2),
    r"father'?s day": lambda year: _nth(year, 6, 6, 3),
}
"""A folded name, as a pattern, to the day it falls on in a year."""
PATTERN: Final = re.compile(
    # Looked for at the beginnings of words alone.
    r"(?<!\w)(?=[a-z34])(?:"
    + "|".join(rf"(?P<h{number}>(?:{name})(?!\w))" for number, name in enumerate(NAMED)).replace(
        r"easter(?: sunday)?", r"easter(?! monday)(?: sunday)?"
    )
    + ")"
)
_DAYS: Final = tuple(NAMED.values())


def falls(found: re.Match[str], year: int) -> date:
    """The day of the holiday that `PATTERN` found, in a year."""
    return _DAYS[int(str(found.lastgroup)[1:])](year)

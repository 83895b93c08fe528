"""Days that are named and not numbered: the common holidays, in whichever year is asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
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


def orthodox_easter(year: int) -> date:
    """Easter Sunday of the eastern churches in the Gregorian calendar, by Meeus's Julian algorithm (1900 to 2099)."""
    moon = (19 * (year % 19) + 15) % 30
    weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    month, day = divmod(moon + weekday + 114, 31)
    return date(year, month, day + 1) + timedelta(days=13)


def _advent(number: int) -> Callable[[int], date]:
    """A Sunday of Advent; the fourth is the last one before Christmas Day."""
    return lambda year: date(year, 12, 24) - timedelta(days=(date(year, 12, 24).weekday() + 1) % 7 + 7 * (4 - number))


NAMED: Final[Mapping[str, Callable[[int], date]]] = {
    r"new year'?s? eve|silvester|nye|hogmanay": _fixed(12, 31),
    r"new year'?s?(?: day)?|neujahr": _fixed(1, 1),
    r"valentine'?s?(?: day)?": _fixed(2, 14),
    r"workers'? day|may day|tag der arbeit": _fixed(5, 1),
    r"independence day|fourth of july|4th of july": _fixed(7, 4),
    r"bastille day": _fixed(7, 14),
    r"halloween|all hallows'? eve": _fixed(10, 31),
    r"april fool'?s?'?(?: day)?": _fixed(4, 1),
    r"guy fawkes(?: (?:day|night))?|bonfire night": _fixed(11, 5),
    r"children'?s day": _fixed(6, 1),
    r"singles'? day": _fixed(11, 11),
    r"earth day": _fixed(4, 22),
    r"groundhog day": _fixed(2, 2),
    r"s(?:t\.?|aint) pa(?:trick|tty|ddy)'?s?(?: day)?": _fixed(3, 17),
    r"cinco de mayo": _fixed(5, 5),
    r"juneteenth": _fixed(6, 19),
    r"veterans'? day|armistice day": _fixed(11, 11),
    r"all saints'?(?: day)?": _fixed(11, 1),
    r"women'?s day": _fixed(3, 8),
    r"teachers'? day": _fixed(10, 5),
    r"inauguration day": _fixed(1, 20),
    r"martin luther king(?: jr\.?)?(?: day)?|mlk(?: jr\.?)?(?: day)?": lambda year: _nth(year, 1, 0, 3),
    r"presidents'?s? day|washington'?s birthday": lambda year: _nth(year, 2, 0, 3),
    r"memorial day": lambda year: _nth(year, 6, 0, 1) - timedelta(days=7),
    r"labou?r day": lambda year: _nth(year, 9, 0, 1),
    r"columbus day": lambda year: _nth(year, 10, 0, 2),
    r"cyber monday": lambda year: _thanksgiving(year) + timedelta(days=4),
    r"ash wednesday": _easter(-46),
    r"palm sunday": _easter(-7),
    r"whit ?monday|pfingstmontag": _easter(50),
    r"ascension(?: day)?|christi himmelfahrt": _easter(39),
    r"christmas eve|xmas eve|heiligabend": _fixed(12, 24),
    r"christmas(?: day)?|xmas(?: day)?|weihnachten|noel": _fixed(12, 25),
    r"boxing day": _fixed(12, 26),
    r"good friday|karfreitag": _easter(-2),
    r"easter(?! monday)(?: sunday)?|ostern|ostersonntag|paques": easter,
    r"easter monday|ostermontag": _easter(1),
    r"greek easter|orthodox easter(?: sunday)?|eastern easter": orthodox_easter,
    **{
        rf"{en} (?:sunday (?:of|in) )?advent|{short} (?:sunday (?:of|in) )?advent|{de} advent": _advent(n)
        for n, (en, short, de) in enumerate(
            (
                ("first", "1st", "erster"),
                ("second", "2nd", "zweiter"),
                ("third", "3rd", "dritter"),
                ("fourth", "4th", "vierter"),
            ),
            start=1,
        )
    },
    r"mardi gras|pancake (?:day|tuesday)|shrove tuesday|fat tuesday|fastnacht|faschingsdienstag": _easter(-47),
    r"rosenmontag": _easter(-48),
    r"maundy thursday|holy thursday|grundonnerstag": _easter(-3),
    r"pentecost(?: sunday)?|whit ?sunday|pfingsten|pfingstsonntag|pentecote": _easter(49),
    r"trinity sunday": _easter(56),
    r"corpus christi|fronleichnam": _easter(60),
    r"all souls'?(?: day)?|allerseelen": _fixed(11, 2),
    r"s(?:t\.?|aint) george'?s?(?: day)?": _fixed(4, 23),
    r"s(?:t\.?|aint) andrew'?s?(?: day)?": _fixed(11, 30),
    r"s(?:t\.?|aint) david'?s?(?: day)?": _fixed(3, 1),
    r"s(?:t\.?|aint) nicholas'?s?(?: day)?|nikolaus(?:tag)?": _fixed(12, 6),
    r"s(?:t\.?|aint) john'?s?(?: day)?|jean[- ]baptiste day|baptiste day|midsummer(?:'s)? day": _fixed(6, 24),
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
    r"eid al[- ]?fitr|bayram|zuckerfest": lambda year: islamic(year, 10, 1),
    r"eid al[- ]?adha|feast of (?:the )?sacrifice|sacrifice feast|opferfest": lambda year: islamic(year, 12, 10),
    r"ramadan": lambda year: islamic(year, 9, 1),
    r"islamic new year|hijri new year|muharram": lambda year: islamic(year, 1, 1),
    r"rosh hashanah?": rosh_hashanah,
    r"yom kippur": lambda year: rosh_hashanah(year) + timedelta(days=9),
    r"passover|pesach": lambda year: rosh_hashanah(year) - timedelta(days=163),
    r"hanukkah?|chanukkah?": hanukkah,
    r"chinese new year|lunar new year": chinese_new_year,
    r"diwali|deepavali": diwali,
    r"thanksgiving(?: day)?|turkey day": _thanksgiving,
    r"black friday": lambda year: _thanksgiving(year) + timedelta(days=1),
    r"mother'?s day": lambda year: _nth(year, 5, 6, 2),
    r"father'?s day": lambda year: _nth(year, 6, 6, 3),
    r"grandparents'?s? day": lambda year: _nth(year, 9, 0, 1) + timedelta(days=6),
    r"mothering sunday": _easter(-21),
    r"giving tuesday": lambda year: _thanksgiving(year) + timedelta(days=5),
    r"victoria day": lambda year: date(year, 5, 24) - timedelta(days=date(year, 5, 24).weekday()),
    r"indigenous peoples?'?s? day": lambda year: _nth(year, 10, 0, 2),
    r"s(?:t\.?|aint) stephen'?s?(?: day)?": _fixed(12, 26),
    r"burns night": _fixed(1, 25),
    r"s(?:t\.?|aint) sylvester'?s?(?: day)?|saint[- ]sylvestre": _fixed(12, 31),
    r"valentinstag|saint[- ]valentin": _fixed(2, 14),
    r"allerheiligen|toussaint": _fixed(11, 1),
    r"reformationstag": _fixed(10, 31),
    r"martinstag|martinmas": _fixed(11, 11),
    r"mariae? himmelfahrt|assomption|assumption(?: day)?": _fixed(8, 15),
    r"muttertag": lambda year: _nth(year, 5, 6, 2),
    r"1\. weihnachts(?:feier)?tag|erster weihnachts(?:feier)?tag": _fixed(12, 25),
    r"2\. weihnachts(?:feier)?tag|zweiter weihnachts(?:feier)?tag": _fixed(12, 26),
    r"nouvel an|jour de l'an": _fixed(1, 1),
    r"fete du travail|maifeiertag": _fixed(5, 1),
    r"fete nationale|14[- ]juillet": _fixed(7, 14),
    r"vendredi saint": _easter(-2),
    r"lundi de paques": _easter(1),
    r"lundi de pentecote": _easter(50),
    r"chandeleur|candlemas": _fixed(2, 2),
}
"""Folded names, as patterns that begin with a letter or a figure, to the day they fall on in a year."""


def _alternatives() -> Iterator[tuple[str, Callable[[int], date]]]:
    for names, day in NAMED.items():
        # No name has its own alternatives within brackets that are not closed again.
        for name in re.split(r"\|(?![^(]*\))", names):
            yield name, day


_NAMES: Final = tuple(_alternatives())


def _pattern() -> str:
    """All the names, by their first letters: at most words there is nothing to try."""
    found: dict[str, list[str]] = {}
    for number, (name, _) in enumerate(_NAMES):
        found.setdefault(name[0], []).append(rf"(?P<h{number}>{name}(?!\w))")
    return "|".join(f"(?={letter})(?:{'|'.join(names)})" for letter, names in found.items())


PATTERN: Final = re.compile(rf"(?<!\w)(?:{_pattern()})")


def falls(found: re.Match[str], year: int) -> date:
    """The day of the holiday that `PATTERN` found, in a year."""
    return _NAMES[int(str(found.lastgroup)[1:])][1](year)

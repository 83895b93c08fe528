"""The table of units: the words each is written with, what it measures, and how one is turned into another.

Metric units come with their prefixes: from each base unit's words and sign every nano- to tera- form is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: a value in it times `factor` plus `offset` is the value in its dimension's base unit.

    A year is both a length of time (365 days) and a count of months: `second` holds that other dimension.
    """

    name: str
    dimension: str
    factor: float
    offset: float = 0.0
    second: tuple[str, float] | None = None

    def base(self, value: float) -> dict[str, float]:
        """Dimension to the value in its base unit."""
        found = {self.dimension: value * self.factor + self.offset}
        if self.second is not None:
            found[self.second[0]] = value * self.second[1]
        return found

    def dimensions(self) -> frozenset[str]:
        """Everything it measures."""
        return frozenset((self.dimension, self.second[0])) if self.second else frozenset((self.dimension,))


def _unit(name: str, dimension: str, factor: float, second: tuple[str, float] | None = None) -> Unit:
    return Unit(name, dimension, factor, second=second)


_PREFIXES: Final = {
    "nano": ("n", 1e-9),
    "micro": ("uμ", 1e-6),
    "milli": ("m", 1e-3),
    "centi": ("c", 1e-2),
    "deci": ("d", 1e-1),
    "hecto": ("h", 1e2),
    "kilo": ("k", 1e3),
    "mega": ("M", 1e6),
    "giga": ("g", 1e9),
    "tera": ("t", 1e12),
}
"""Prefix to its signs and its factor."""
_METRIC: Final = """
metre length 1 m nuμmcdk meter,metre,meters,metres,metern
gram mass .001 g uμmk gram,grams,gramm,gramme,grammes
second time 1 s nuμm second,seconds,sekunde,sekunden,seconde,secondes
litre volume 1 l uμmcdh liter,litre,liters,litres
joule energy 1 j kMg joule,joules
watt power 1 w kMgt watt,watts
volt voltage 1 v mk volt,volts
ampere current 1 a - amp,amps,ampere,amperes
hertz frequency 1 hz kMgt hertz
newton force 1 n - newton,newtons
pascal pressure 1 - - pascal,pascals
coulomb charge 1 - - coulomb,coulombs
farad capacitance 1 - - farad,farads
henry inductance 1 - - henry,henries
ohm resistance 1 - - ohm,ohms
tesla field 1 - - tesla,teslas
mole substance 1 mol uμm mole,moles
molar concentration 1 - - molar
byte size 1 b kMgt byte,bytes
electronvolt energy 1.602176634e-19 ev kMg electronvolt,electronvolts
""".strip()
"""Name, dimension, factor, sign, the prefixes its sign takes that make no other word, names; "-" for none.

Folded text has no capitals: the sign m is mega where M is listed, else milli.
"""
_SIGNS: Final = """
hpa pascal 1e2;kpa pascal 1e3;mpa pascal 1e6;gpa pascal 1e9;mc coulomb 1e-3;uc coulomb 1e-6;μc coulomb 1e-6
nc coulomb 1e-9;mf farad 1e-3;uf farad 1e-6;μf farad 1e-6;nf farad 1e-9;pf farad 1e-12;mh henry 1e-3;kω ohm 1e3
ω ohm 1;mt tesla 1e-3
""".strip()
"""Signs of units whose bare letter is another unit's or a word."""
_OTHERS: Final[tuple[tuple[Unit, str], ...]] = (
    (_unit("second", "time", 1), "sec secs sek segundo segundos secondi"),
    (_unit("minute", "time", 60), "min mins mn minute minutes minuten minutos minuti"),
    (_unit("hour", "time", 3600), "h hr hrs hour hours std stunde stunden heure heures hora horas"),
    (
        _unit("day", "time", 86400),
        "d day days night nights tag tage tagen jour jours dia dias giorno giorni nuit nuits nachte nachten",
    ),
    (_unit("business day", "workdays", 1), "workday workdays weekdays"),
    (
        _unit("week", "time", 604800),
        "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane",
    ),
    (_unit("fortnight", "time", 1209600), "fortnight fortnights"),
    (
        _unit("month", "time", 2592000, ("months", 1)),
        "mo mos mth mths month months monat monate monaten mois meses mesi mese",
    ),
    (_unit("quarter", "time", 7776000, ("months", 3)), "quartal quartale trimestre trimestres"),
    (
        _unit("year", "time", 31536000, ("months", 12)),
        "y yr yrs year years yo jahr jahre jahren an ans annee annees ano anos anni",
    ),
    (_unit("decade", "time", 315360000, ("months", 120)), "decade decades jahrzehnt jahrzehnte"),
    (_unit("century", "time", 3153600000, ("months", 1200)), "century centuries"),
    (_unit("centimetre", "length", 1e-2), "zentimeter cms"),
    (_unit("millimetre", "length", 1e-3), "mms"),
    (_unit("millilitre", "volume", 1e-3), "mls"),
    (_unit("litre", "volume", 1), "ltr ltrs"),
    (_unit("metre", "length", 1), "mtr mtrs"),
    (_unit("kilometre", "length", 1000), "kms klick klicks"),
    (_unit("inch", "length", 0.0254), "in inch inches zoll"),
    (_unit("foot", "length", 0.3048), "ft foot feet"),
    (_unit("yard", "length", 0.9144), "yd yds yard yards"),
    (_unit("mile", "length", 1609.344), "mi mile miles meile meilen"),
    (_unit("nautical mile", "length", 1852), "nmi"),
    (_unit("micrometre", "length", 1e-6), "micron microns"),
    (_unit("fathom", "length", 1.8288), "fathom fathoms"),
    (_unit("furlong", "length", 201.168), "furlong furlongs"),
    (_unit("chain", "length", 20.1168), "chain chains"),
    (_unit("rod", "length", 5.0292), "rod rods perch perches"),
    (_unit("link", "length", 0.201168), "link links"),
    (_unit("league", "length", 4828.032), "league leagues"),
    (_unit("angstrom", "length", 1e-10), "angstrom angstroms"),
    (_unit("light year", "length", 9.4607304725808e15), "lightyear lightyears ly"),
    (_unit("gram", "mass", 1e-3), "gr gms grms"),
    (_unit("tonne", "mass", 1000), "t ton tons tonne tonnes tonnen"),
    (_unit("pound", "mass", 0.45359237), "lb lbs pound pounds pfund livres"),
    (_unit("ounce", "mass", 0.028349523125), "oz ozs ounce ounces"),
    (_unit("stone", "mass", 6.35029318), "stone"),
    (_unit("carat", "mass", 2e-4), "carat carats"),
    (_unit("gallon", "volume", 3.785411784), "gal gals gallon gallons"),
    (_unit("cup", "volume", 0.2365882365), "cup cups"),
    (_unit("pint", "volume", 0.473176473), "pint pints pts"),
    (_unit("quart", "volume", 0.946352946), "quart quarts qts"),
    (_unit("cubic centimetre", "volume", 1e-3), "cc ccm"),
    (_unit("tablespoon", "volume", 0.01478676478125), "tbsp tbsps tablespoon tablespoons tablespoonful tablespoonfuls"),
    (_unit("teaspoon", "volume", 0.00492892159375), "tsp tsps teaspoon teaspoons teaspoonful teaspoonfuls"),
    (_unit("square metre", "area", 1), "sqm qm quadratmeter quadratmetern"),
    (_unit("square foot", "area", 0.09290304), "sqft"),
    (_unit("acre", "area", 4046.8564224), "acre acres"),
    (_unit("hectare", "area", 10000), "ha hectare hectares hektar"),
    (_unit("metre per second", "speed", 1), "mps"),
    (_unit("kilometre per hour", "speed", 1 / 3.6), "kmh kph kmph"),
    (_unit("mile per hour", "speed", 0.44704), "mph"),
    (_unit("knot", "speed", 1852 / 3600), "knot knots kn kts"),
    (_unit("gigabyte", "size", 1e9), "gig gigs"),
    (_unit("megabyte", "size", 1e6), "meg megs"),
    (_unit("calorie", "energy", 4184), "kcal calorie calories kilocalorie kilocalories kalorien"),
    *(
        (_unit(f"{size}bit per second", "bitrate", factor), f"{sign}bps {sign}bit {sign}bits {size}bit {size}bits")
        for size, sign, factor in (("kilo", "k", 1e3), ("mega", "m", 1e6), ("giga", "g", 1e9))
    ),
    (_unit("watt hour", "energy", 3600), "wh"),
    (_unit("kilowatt hour", "energy", 3.6e6), "kwh"),
    (_unit("kilowatt", "power", 1000), "kwp"),
    (_unit("horsepower", "power", 745.69987158227), "hp horsepower"),
    (_unit("atmosphere", "pressure", 101325), "atm atmosphere atmospheres"),
    (_unit("bar", "pressure", 1e5), "bar bars"),
    (_unit("pound per square inch", "pressure", 6894.757293168), "psi"),
    (_unit("millimetre of mercury", "pressure", 133.322387415), "mmhg torr"),
    (_unit("celsius", "temperature", 1), "c celsius centigrade"),
    (Unit("fahrenheit", "temperature", 5 / 9, -160 / 9), "f fahrenheit farenheit"),
    (Unit("kelvin", "temperature", 1, -273.15), "kelvin kelvins"),
)


_ADJECTIVES: Final = {
    f"{stem}{ending}": word
    for stem, word in (
        ("minutig", "min"),
        ("stundig", "h"),
        ("tagig", "tag"),
        ("wochig", "woche"),
        ("monatig", "monat"),
        ("jahrig", "jahr"),
    )
    for ending in ("", "e", "en", "er", "es", "em")
}
"""German adjectives of a length, each with its unit: "dreitägig"."""


def _metric() -> Iterator[tuple[str, Unit]]:
    """Every metric word with its unit."""
    for line in _METRIC.splitlines():
        name, dimension, factor, sign, taken, names = line.split()
        own = Unit(name, dimension, float(factor))
        yield from ((word, own) for word in (*names.split(","), *([] if sign == "-" else [sign])))
        for prefix, (signs, size) in _PREFIXES.items():
            unit = Unit(f"{prefix}{name}", dimension, float(factor) * size)
            yield from ((f"{prefix}{word}", unit) for word in names.split(","))
            yield from ((f"{letter.lower()}{sign}", unit) for letter in signs if letter in taken)


def _signs(named: Mapping[str, Unit]) -> Iterator[tuple[str, Unit]]:
    for entry in _SIGNS.replace("\n", ";").split(";"):
        sign, name, size = entry.split()
        yield sign, Unit(name if size == "1" else f"{size} {name}", named[name].dimension, float(size))


def _table() -> dict[str, Unit]:
    metric = dict(_metric())
    others = {word: unit for unit, names in _OTHERS for word in names.split()}
    kilogram = dict.fromkeys(("kgs", "kilo", "kilos"), metric["kilogram"])
    lengths = {adjective: others[word] for adjective, word in _ADJECTIVES.items()}
    return metric | dict(_signs(metric)) | others | kilogram | lengths


BY_WORD: Final[Mapping[str, Unit]] = _table()
BY_TWO_WORDS: Final[Mapping[tuple[str, ...], Unit]] = {
    (first, second): unit
    for first, seconds, unit in (
        ("nautical", "mile miles", BY_WORD["nmi"]),
        ("sea", "mile miles", BY_WORD["nmi"]),
        ("light", "year years", BY_WORD["ly"]),
        ("metric", "ton tons tonne tonnes", BY_WORD["tonne"]),
        *((first, "ounce ounces oz", _unit("fluid ounce", "volume", 0.0295735295625)) for first in ("fluid", "fl")),
    )
    for second in seconds.split()
}

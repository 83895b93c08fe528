"""Units: the words they are written with, what each measures, and how one is turned into another."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tools.guard.readings.text import name_words, words


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


_TABLE: Final[tuple[tuple[Unit, str], ...]] = (
    (_unit("millisecond", "time", 1e-3), "ms millisecond milliseconds millisekunden"),
    (_unit("second", "time", 1), "s sec secs second seconds sekunde sekunden seconde secondes"),
    (_unit("minute", "time", 60), "min mins minute minutes minuten"),
    (_unit("hour", "time", 3600), "h hr hrs hour hours stunde stunden heure heures"),
    (_unit("day", "time", 86400), "d day days night nights tag tage tagen jour jours nuit nuits nachte nachten"),
    (_unit("business day", "workdays", 1), "workday workdays weekdays"),
    (_unit("week", "time", 604800), "w wk wks week weeks woche wochen semaine semaines"),
    (_unit("fortnight", "time", 1209600), "fortnight fortnights"),
    (_unit("fortnight", "time", 1209600), "fortnight fortnights"),
    (_unit("month", "time", 2592000, ("months", 1)), "mo month months monat monate monaten mois"),
    (_unit("year", "time", 31536000, ("months", 12)), "y yr yrs year years yo jahr jahre jahren an ans annee annees"),
    (_unit("decade", "time", 315360000, ("months", 120)), "decade decades jahrzehnt jahrzehnte"),
    (_unit("century", "time", 3153600000, ("months", 1200)), "century centuries"),
    (_unit("millimetre", "length", 1e-3), "mm millimeter millimeters millimetre millimetres"),
    (_unit("centimetre", "length", 1e-2), "cm centimeter centimeters centimetre centimetres zentimeter"),
    (_unit("metre", "length", 1), "m meter meters metre metres metern"),
    (_unit("kilometre", "length", 1000), "km kms kilometer kilometers kilometre kilometres kilometern"),
    (_unit("inch", "length", 0.0254), "in inch inches zoll"),
    (_unit("foot", "length", 0.3048), "ft foot feet"),
    (_unit("yard", "length", 0.9144), "yd yard yards"),
    (_unit("mile", "length", 1609.344), "mi mile miles meile meilen"),
    (_unit("milligram", "mass", 1e-6), "mg milligram milligrams milligramm"),
    (_unit("gram", "mass", 1e-3), "g gr gram grams gramm gramme grammes"),
    (_unit("kilogram", "mass", 1), "kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes"),
    (_unit("tonne", "mass", 1000), "t ton tons tonne tonnes tonnen"),
    (_unit("pound", "mass", 0.45359237), "lb lbs pound pounds pfund livres"),
    (_unit("ounce", "mass", 0.028349523125), "oz ounce ounces"),
    (_unit("millilitre", "volume", 1e-3), "ml milliliter milliliters millilitre millilitres"),
    (_unit("litre", "volume", 1), "l liter liters litre litres"),
    (_unit("gallon", "volume", 3.785411784), "gal gallon gallons"),
    (_unit("cup", "volume", 0.2365882365), "cup cups"),
    (_unit("square metre", "area", 1), "sqm"),
    (_unit("square foot", "area", 0.09290304), "sqft"),
    (_unit("acre", "area", 4046.8564224), "acre acres"),
    (_unit("hectare", "area", 10000), "ha hectare hectares hektar"),
    (_unit("metre per second", "speed", 1), "mps"),
    (_unit("kilometre per hour", "speed", 1 / 3.6), "kmh kph"),
    (_unit("mile per hour", "speed", 0.44704), "mph"),
    (_unit("byte", "size", 1), "byte bytes"),
    (_unit("kilobyte", "size", 1e3), "kb kilobyte kilobytes"),
    (_unit("megabyte", "size", 1e6), "mb megabyte megabytes"),
    (_unit("gigabyte", "size", 1e9), "gb gigabyte gigabytes"),
    (_unit("terabyte", "size", 1e12), "tb terabyte terabytes"),
    (_unit("joule", "energy", 1), "j joule joules"),
    (_unit("kilojoule", "energy", 1e3), "kj kilojoule kilojoules"),
    (_unit("kilowatt hour", "energy", 3.6e6), "kwh"),
    (_unit("watt", "power", 1), "watt watts"),
    (_unit("kilowatt", "power", 1e3), "kw kilowatt kilowatts"),
    (_unit("volt", "voltage", 1), "v volt volts"),
    (_unit("ampere", "current", 1), "amp amps ampere amperes"),
    (_unit("hertz", "frequency", 1), "hz hertz"),
    (_unit("kilohertz", "frequency", 1e3), "khz kilohertz"),
    (_unit("megahertz", "frequency", 1e6), "mhz megahertz"),
    (_unit("celsius", "temperature", 1), "c celsius centigrade"),
    (Unit("fahrenheit", "temperature", 5 / 9, -160 / 9), "f fahrenheit farenheit"),
    (Unit("kelvin", "temperature", 1, -273.15), "kelvin"),
)
BY_WORD: Final[Mapping[str, Unit]] = {word: unit for unit, names in _TABLE for word in names.split()}
_LETTERS: Final = frozenset(word for word in BY_WORD if len(word) == 1) | {"in", "an", "mo", "ha", "ton", "mi", "yo"}
"""Words that mean other things as well: a unit only straight after a number, never in a description or alone."""
_RAISED: Final = {"2": 2, "²": 2, "3": 3, "³": 3}
_OTHERWISE: Final = frozenset("min second foot yard cup pound".split())
"""Words that a name uses for other things."""
_DEGREES: Final = frozenset({"degrees", "degree", "deg", "grad", "degres"})
_SQUARE: Final = frozenset({"square", "sq", "quadrat"})


def unit_after(following: tuple[str, ...]) -> tuple[Unit | None, int]:
    """The unit that the words after a number begin with, and how many words it takes; (None, 0) where there is none."""
    first = following[0] if following else ""
    if first in _DEGREES or first in _SQUARE:
        return _qualified(first, following[1:2])
    if first[-1:] in _RAISED and first[:-1] in BY_WORD:
        unit, raised = BY_WORD[first[:-1]], _RAISED[first[-1]]
        return Unit(f"{unit.name}^{raised}", "area" if raised == 2 else "volume", unit.factor**raised), 1
    if first not in BY_WORD:
        return None, 0
    per = following[1:2] in {("per",), ("pro",), ("par",), ("/",)}
    return _rate(BY_WORD[first], following) if per else (BY_WORD[first], 1)


def _qualified(first: str, rest: tuple[str, ...]) -> tuple[Unit | None, int]:
    """The unit behind "degrees" or "square"."""
    unit, taken = unit_after(rest)
    if unit is None or unit.dimension != ("temperature" if first in _DEGREES else "length"):
        return None, 0
    if first in _DEGREES:
        return unit, taken + 1
    return Unit(f"square {unit.name}", "area", unit.factor**2), taken + 1


def same(unit: Unit, value: float, other: Unit, wanted: float) -> bool:
    """Whether `value` in `unit` is `wanted` in `other`."""
    left, right = unit.base(value), other.base(wanted)
    return any(math.isclose(left[one], right[one], rel_tol=5e-3, abs_tol=1e-9) for one in left if one in right)


@lru_cache(maxsize=2048)
def declared_units(unit: str, name: str, description: str) -> frozenset[Unit]:
    """The units a parameter asks for: the one it declares, else those in its name, else those in its description.

    A description names a unit in "in kg", "(in seconds)" or as a plural ("number of days"); several units of one
    dimension mean that the schema leaves it open, and none is returned.
    """
    if unit:
        found = unit_after(tuple(word.text for word in words(unit)))[0]
        return frozenset() if found is None else frozenset((found,))
    named = _named(name_words(name))
    if not named:
        named = _described(tuple(word.text for word in words(description)))
    by_dimension = {one.dimension: one for one in named}
    return frozenset(named) if len(by_dimension) == len(named) else frozenset()


def _named(parts: tuple[str, ...]) -> set[Unit]:
    # In "rate_per_year" the unit is no measure of the value, and "second_number" counts.
    return {
        BY_WORD[word]
        for before, word in zip(("", *parts), parts, strict=False)
        if word in BY_WORD and word not in _LETTERS | _OTHERWISE and before != "per"
    }


def _described(said: tuple[str, ...]) -> set[Unit]:
    found = set()
    for place, word in enumerate(said):
        if word in {"in", "of", "as"} and place + 1 < len(said):
            unit, taken = unit_after(said[place + 1 : place + 5])
            if unit is not None and (taken > 1 or said[place + 1] not in _LETTERS):
                found.add(unit)
    return found


def _rate(unit: Unit, following: tuple[str, ...]) -> tuple[Unit | None, int]:
    # A length per time is a speed; per time squared an acceleration. Other rates keep the unit before "per".
    below = BY_WORD.get(following[2]) if len(following) > 2 else None
    if below is None or unit.dimension != "length" or below.dimension != "time":
        return unit, 1
    power = {("squared",): 1, ("2",): 1, ("^", "2"): 2}
    for signs, taken in power.items():
        if following[3 : 3 + taken] == signs:
            squared = Unit(f"{unit.name} per {below.name} squared", "acceleration", unit.factor / below.factor**2)
            return squared, 3 + taken
    return Unit(f"{unit.name} per {below.name}", "speed", unit.factor / below.factor), 3

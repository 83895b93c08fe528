"""Numbers as people write them, and what each may stand for."""

from __future__ import annotations

import math

import pytest

from tools.guard.readings.numbers import quantities

WORDINGS = [
    ("seventy kilos", 70),
    ("one hundred and three and two thirds", 103 + 2 / 3),
    ("three hundred and two dozens", 324),
    ("nineteen eighty four", 1984),
    ("twenty-five hundred", 2500),
    ("a million and a half", 1.5e6),
    ("half a dozen", 6),
    ("one over twenty-one", 1 / 21),
    ("twenty fifths", 4),
    ("three and one fifth", 3.2),
    ("fifty-five point five five", 55.55),
    ("negative point three", -0.3),
    ("thirteen dollars and forty-five cents", 13.45),
    ("$ 75 million", 75e6),
    ("12,34,567.89 rupees", 1234567.89),
    ("1.234,5", 1234.5),
    ("1 234 567", 1234567),
    ("1 000,50", 1000.5),
    ("a hundred thousand trillion", 1e17),
    ("half mil", 5e5),
    ("five-and-a-half", 5.5),
    ("two hundred and two hundred", 200),
    ("one fifty", 150),
    ("[22,33,42]", 33),
    ("b=-3", -3),
    ("10 1/2 miles", 10.5),
    ("½ hour", 0.5),
    ("6.02 x 10^23", 6.02e23),
    ("74.0060° W", -74.0060),
    ("fünfundzwanzig Tage", 25),
    ("zweihundertfünfzig Gramm", 250),
    ("zweieinhalb Stunden", 2.5),
    ("quatre-vingt-dix-sept euros", 97),
    ("mille deux cents", 1200),
    ("1,5 Millionen", 1.5e6),
    ("５０", 50),
    ("fourteen point seventy-five", 14.75),
    ("point sixty", 0.6),
    ("point oh nine", 0.09),
    ("point 64", 0.64),
    ("around the point (12, 17)", 12),
    ("drei Komma fünfundzwanzig", 3.25),
    ("three hundred dozen", 3600),
    ("15 lacs", 1.5e6),
    ("thirtysecond", 32),
    ("eightyfour", 84),
    ("1/2lb", 0.5),
    ("35 pesos 50", 35.5),
    ("a dollar and 15 cents", 1.15),
    ("12 ringgit and 60 sen", 12.6),
    ("£8 40", 8.4),
    ("ten pounds and sixty pence", 10.6),
    ("dreieinviertel Kilo", 3.25),
    ("dreieinhalb Millionen", 3.5e6),
    ("sechs Komma fünf Millionen", 6.5e6),
    ("80 Tsd.", 80000),
    ("ein halber Apfel", 0.5),
    ("die Hälfte", 0.5),
    ("la moitié", 0.5),
    ("cent quatre", 104),
    ("dix-sept", 17),
    ("sechsmal", 6),
    ("vierfach", 4),
    ("huit euros et demi", 8.5),
    ("two fifty thousand", 250000),
    ("trois douzaines", 36),
    ("une trentaine", 30),
    ("deux centaines", 200),
    ("6 Md d'euros", 6e9),
]


@pytest.mark.parametrize(("text", "value"), WORDINGS)
def test_a_wording_may_stand_for_its_number(text: str, value: float) -> None:
    """Words, separators, fractions, powers and signs, in English, German and French."""
    assert any(math.isclose(one, value, rel_tol=1e-9) for found in quantities(text) for one in found.values)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("two hundred people", 2),
        ("case CA123456", 123456),
        ("2 million gallons", 2),
        ("b = -3", 5),
        ("fifty percent", 15),
        ("for fifty-five seconds and no longer", 27.5),
        ("forty-five sixths", 40 / 11),
        ("fourteen point seventy-five", 14),
        ("three hundred dozen", 312),
    ],
)
def test_no_part_of_a_number_is_a_number(text: str, value: float) -> None:
    """What was consumed by a longer number, or belongs to a code, is not offered."""
    assert not any(math.isclose(one, value) for found in quantities(text) for one in found.values)


@pytest.mark.parametrize(
    "text",
    [
        "one two three four five " * 80,
        "million trillion " * 40,
        "three " + "billion " * 60 + "fifths",
        "quatre-vingt-dix-sept " * 60,
    ],
)
def test_what_no_number_can_hold_is_read_without_fault(text: str) -> None:
    """Figures read out and scales of scales may go on for as long as they like."""
    assert all(math.isfinite(value) for found in quantities(text) for value in found.values)


def test_units_stand_beside_their_number_and_add_up() -> None:
    """Feet and inches, hours and minutes are one length beside their parts."""
    assert [(found.values, found.unit.name if found.unit else None) for found in quantities("5 feet 6 inches")] == [
        ((5.0,), "foot"),
        ((5.5,), "foot"),
        ((6.0,), "inch"),
    ]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("twelve seconds and then stop", 12, "second"),
        ("an hour forty and we are there", 1 + 40 / 60, "hour"),
        ("six solid hours", 6, "hour"),
        ("a few hours", 3, "hour"),
        ("8 mos", 8, "month"),
        ("40 mls", 40, "millilitre"),
        ("Dreiviertelstunde", 0.75, "hour"),
        ("viertägig", 4, "day"),
        ("zweieinhalbstündiges Treffen", 2.5, "hour"),
        ("45-minütige Fahrt", 45, "minute"),
        ("ganze Woche", 1, "week"),
        ("2 hours & 20 minutes", 2 + 20 / 60, "hour"),
        ("week-long", 1, "week"),
        ("1 hr. 45 min.", 1.75, "hour"),
        ("an hour-and-a-half", 1.5, "hour"),
        ("hour and a quarter", 1.25, "hour"),
        ("six minutes fifteen", 6.25, "minute"),
        ("4m 30s", 4.5, "minute"),
        ("two kilos four hundred", 2.4, "kilogram"),
        ("a second", 1, "second"),
        ("dreiviertel Liter", 0.75, "litre"),
        ("4 Std.", 4, "hour"),
        ("quart d'heure", 0.25, "hour"),
        ("un mètre soixante-dix", 1.7, "metre"),
        ("30 mètres carrés", 30, "square metre"),
        ("40 Quadratmeter", 40, "square metre"),
    ],
)
def test_a_measure_may_be_said_in_many_ways(text: str, value: float, unit: str) -> None:
    """Parts without their unit, adjectives before it, a handful, short forms."""
    found = [(one.values, one.unit.name, one.start) for one in quantities(text) if one.unit]
    assert ((value,), unit, 0) in [((math.fsum(values),), name, start) for values, name, start in found]


def test_a_basis_point_is_a_hundredth_of_a_percent() -> None:
    """As a percentage it is read."""
    assert [(one.values, one.percent) for one in quantities("25 basis points")] == [((0.25,), True)]


def test_one_of_a_unit_needs_no_number() -> None:
    """An hour is one hour, which was not counted."""
    assert [(found.values, found.counted) for found in quantities("for an hour")] == [((1.0,), False)]

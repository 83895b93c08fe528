"""The guard: what people in a hurry write is read: short forms, figures run together, names taken apart."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Verdict
from tools.schema import Parameter, Tool

NOW = datetime(2025, 3, 10, 9, 0)  # noqa: DTZ001 - a Monday, without a zone
NUMBER = {"kind": "number"}
BALANCE = Parameter("opening_balance", description="What the account starts with. Default 0.0", **NUMBER)
DIM = Parameter("level", description="Level of the lamp in percent", **NUMBER)
NIGHTS = Parameter("nights", kind="integer")
FROM = Parameter("start", description="Start of the cut in seconds", **NUMBER)
SEVERITY = Parameter("severity", kind="integer")
MEMORY = Parameter("ram_gb", kind="integer")
MOLAR = Parameter("molar_mass", **NUMBER)
USED = Parameter("litres_per_100km", **NUMBER)
CABIN = Parameter("cabin", enum=("economy", "business", "first"), required=True)
MODE = Parameter("mode", enum=("driving", "walking", "cycling", "transit"), required=True)
COIN = Parameter("coin", description="Full name of the coin")
KEY = Parameter("key", description="Registry key, for example Roots.CLASSES")
TYPE = Parameter("node", description="The class of the nodes, written as <TYPE>.class")
PUSH = Parameter("force_update", description="Update although it is newer", kind="boolean", defaults=(False,))
FALLBACK = Parameter("fallback", description="What is returned where nothing is set", kind="boolean")
UNITS = Parameter("units", enum=("metric", "imperial"))
LEVEL = Parameter("level", enum=("A2", "B2", "C2"))
CHARGE = Parameter("charge", **NUMBER)
RIGHT: list[tuple[Parameter, Any, str]] = [
    (BALANCE, 0.0, "what's in account 4471?"),
    (DIM, 50, "hallway lamp to half level"),
    (NIGHTS, 4, "hut for two, oct 3-7"),
    (NIGHTS, 3, "from the hut sept 9th til 12th"),
    (FROM, 95, "cut it from 1:35 on"),
    (FROM, 3725, "cut it from 1:02:05 on"),
    (SEVERITY, 2, "sev2, printer on fire"),
    (Parameter("episode", kind="integer"), 5, "play s02e05"),
    (Parameter("season", kind="integer"), 2, "play s02e05"),
    (MEMORY, 32, "a box with 8 cores and 32g ram"),
    (MOLAR, 44, "the gas has 44 g/mol"),
    (USED, 5.2, "she takes 5.2 l/100"),
    (CABIN, "business", "biz class to Oslo"),
    (MODE, "transit", "to the zoo by tube"),
    (MODE, "transit", "mit der U-Bahn zum Zoo"),
    (COIN, "bitcoin", "btc now?"),
    (KEY, "Roots.LOCAL_USERS", "look under Roots for LOCAL_USERS"),
    (TYPE, "Comment.class", "all nodes that are a Comment"),
    (Parameter("time"), "06:20", "wake me 620am"),
    (Parameter("time"), "18:45", "table at 645 pm"),
    (PUSH, False, "update the kiosk and reboot"),
    (Parameter("fact"), "wing span and weight", "how heavy is a stork, and its wing span?"),
    (Parameter("metric"), "travel duration", "how long will my travel take"),
    (Parameter("topic"), "wolves", "do you have a fact on the wolf"),
    (UNITS, "metric", "snow in Oulu, in celsius"),
    (UNITS, "imperial", "wind in Galway in mph"),
    (LEVEL, "B2", "I'm at B2 now"),
    (Parameter("severity", enum=("P1", "P2")), "P1", "make it priority 1"),
    (Parameter("celsius", **NUMBER), 22, "keep it at 72 fahrenheit"),
    (Parameter("exponent", **NUMBER), 3, "integrate x^3"),
    (Parameter("seats", kind="integer"), 2, "sauna on friday, 2 seats"),
    (Parameter("guests", kind="integer"), 5, "table tue 5 people"),
    (Parameter("day"), "2025-03-14", "sauna on friday 14"),
    (Parameter("city"), "New York City", "brunch in nyc"),
    (Parameter("country"), "United Kingdom", "bank holidays in the uk"),
    (Parameter("date"), "2025-03-11", "2moro works"),
    (Parameter("date"), "2025-03-10", "pick me up tonite"),
    (Parameter("start", description="HH:MM"), "08:45", "ferry from 8.45 to 10"),
    (Parameter("year", kind="integer"), 2024, "rain last yr"),
    (Parameter("volume_l", **NUMBER), 2.5, "two litres and a half"),
    (Parameter("distance_km", **NUMBER), 32, "20 miles from here"),
    (Parameter("version"), "3.0", "upgrade to v3.0"),
    (Parameter("with_sauna", kind="boolean"), False, "cabin w/o sauna"),
    (Parameter("case_sensitive", kind="boolean"), False, "find Tor, case-insensitive"),
    (Parameter("public", kind="boolean"), False, "keep the list private"),
    (Parameter("team"), "Oslo Northern Lights", "when do the lights play"),
    (Parameter("league"), "Premier League", "prem league table"),
    (Parameter("company"), "Netflix", "nflx news"),
    (Parameter("f"), "2*x - 3", "plot 2x minus 3"),
    (Parameter("seat"), "14F", "seat 14 F"),
    (Parameter("channel", enum=("email", "sms")), "sms", "text me then"),
    (Parameter("speed", description="m/s", **NUMBER), 15, "at 54 km/h"),
    (Parameter("faces", kind="integer"), 12, "roll a d12"),
    (Parameter("minute", kind="integer"), 45, "yoga at 6:45"),
    (Parameter("place"), "Harbour Square", "meet me at harbour sq"),
    (Parameter("date"), "2025-03-09", "log yesterdays walk"),
    (Parameter("minutes", **NUMBER), 47.5, "rowed it in 47:30"),
    (Parameter("months", kind="integer"), 36, "a loan at 6% apr 3 yrs"),
    (Parameter("diet"), "fish-free", "I can't eat fish"),
    (Parameter("season", enum=("spring", "summer", "autumn", "winter"), required=True), "autumn", "a trip in October"),
    (Parameter("year", kind="integer"), 2025, "the bill of april"),
    (NIGHTS, 10, "cabin jul 12-22 pls"),
    (Parameter("minutes", kind="integer"), 90, "nap of an hour n a half"),
    (Parameter("min_age", kind="integer"), 40, "a walking group for people in their forties"),
    (Parameter("max_age", kind="integer"), 29, "a band of twenty-somethings"),
    (Parameter("start", description="HH:MM"), "14:00", "dentist 2-3:15pm"),
    (Parameter("end", description="HH:MM"), "15:15", "dentist 2-3:15pm"),
    (Parameter("currency", description="Currency code"), "RMB", "2000 Chinese yuan"),
    (Parameter("count", kind="integer"), 4, "busca una mesa para cuatro"),
    (Parameter("count", kind="integer"), 2, "vorrei due biglietti per domani"),
    (FALLBACK, False, "if there is none the fallback is 'false'"),
    (FALLBACK, True, "if there is none fall back: fallback=true"),
]
WRONG: list[tuple[Parameter, Any, str]] = [
    (BALANCE, 0.5, "what's in account 4471?"),
    (DIM, 25, "hallway lamp to half level"),
    (NIGHTS, 5, "hut for two, oct 3-7"),
    (FROM, 135, "cut it from 1:35 on"),
    (SEVERITY, 3, "sev2, printer on fire"),
    (SEVERITY, 2, "room C2 is on fire"),
    (Parameter("episode", kind="integer"), 3, "play s02e05"),
    (MEMORY, 16, "a box with 8 cores and 32g ram"),
    (CABIN, "business", "econ class to Oslo"),
    (MODE, "walking", "to the zoo by tube"),
    (COIN, "bitcoin", "eth now?"),
    (KEY, "Roots.LOCAL_GROUPS", "look under Roots for LOCAL_USERS"),
    (TYPE, "Element.class", "all nodes that are a Comment"),
    (Parameter("time"), "06:30", "wake me 620am"),
    (PUSH, False, "force the update"),
    (Parameter("metric"), "travel duration", "how far do I travel"),
    (UNITS, "imperial", "snow in Oulu, in celsius"),
    (LEVEL, "C2", "I'm at B2 now"),
    (Parameter("celsius", **NUMBER), 23, "keep it at 72 fahrenheit"),
    (Parameter("seconds", **NUMBER), 301, "wait five minutes"),
    (Parameter("upper", **NUMBER), 3, "integrate x^3"),
    (Parameter("minutes", kind="integer"), 60, "three quarters of an hour"),
    (Parameter("months", kind="integer"), 12, "a lease of a year and a half"),
    (Parameter("city"), "Denver", "a den for the kids"),
    (Parameter("case_sensitive", kind="boolean"), True, "find Tor, case-insensitive"),
    (Parameter("public", kind="boolean"), True, "keep the list private"),
    (Parameter("city"), "Salem, MA", "a room in salem oregon"),
    (Parameter("expression"), "(2+6)*6", "(2 + 6) x 4"),
    (Parameter("channel", enum=("email", "sms")), "email", "text me then"),
    (Parameter("speed", description="m/s", **NUMBER), 54, "at 54 km/h"),
    (Parameter("duration_minutes", kind="integer"), 45, "yoga at 6:45"),
    (Parameter("person", kind="object"), {"first": "Ida", "last": "Berg", "city": "Oslo"}, "Ida Berg from Turku"),
    (Parameter("season", enum=("spring", "summer", "autumn", "winter"), required=True), "winter", "a trip in October"),
    (Parameter("year", kind="integer"), 2024, "the bill of april"),
    (Parameter("minutes", **NUMBER), 47.3, "rowed it in 47:30"),
    (NIGHTS, 12, "cabin jul 12-22 pls"),
    (Parameter("min_age", kind="integer"), 30, "a walking group for people in their forties"),
    (Parameter("start", description="HH:MM"), "03:00", "dentist 2-3:15pm"),
    (Parameter("count", kind="integer"), 2, "when is the next train due"),
    (FALLBACK, True, "if there is none the fallback is 'false'"),
    (CHARGE, 1.0, "a body with a charge of 3.2"),
]


def judged(parameter: Parameter, value: Any, text: str) -> Verdict:
    """The verdict on one value after one turn of the user's."""
    tool = Tool("run", parameters=(parameter,))
    found = check(tool, Call({parameter.name: value}), Conversation([Turn("user", text)], reference=NOW))
    return found.arguments[0].verdict


@pytest.mark.parametrize(("parameter", "value", "text"), RIGHT)
def test_what_was_said_shortly_is_traced(parameter: Parameter, value: Any, text: str) -> None:
    """A short form stands for the whole, and figures for what their letters say."""
    assert judged(parameter, value, text) is not Verdict.ABSENT


@pytest.mark.parametrize(("parameter", "value", "text"), WRONG)
def test_what_was_not_said_stays_absent(parameter: Parameter, value: Any, text: str) -> None:
    """Another value than the short form stands for was invented."""
    assert judged(parameter, value, text) is Verdict.ABSENT

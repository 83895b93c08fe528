"""What the guard takes from the ways people speak and schemas ask, kind by kind; no function of a benchmark is here."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tools.guard.agreeing import agrees
from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Verdict
from tools.schema import Parameter, Tool, parameter_from_schema

WEDNESDAY = datetime(2024, 5, 15)  # noqa: DTZ001 - a day without a zone
Case = tuple[str, Any, str]


def runs(parameter: Parameter, value: Any, text: str) -> bool:
    """Whether the value may run after this text."""
    talk = Conversation((Turn("user", text),), reference=WEDNESDAY)
    (one,) = check(Tool("tool", parameters=(parameter,)), Call({parameter.name: value}), talk).arguments
    return one.verdict is not Verdict.ABSENT


def asked(wording: str) -> Parameter:
    """A parameter written as `name`, `name: description` or `name = choice | choice`."""
    name, _, choices = wording.partition(" = ")
    name, _, description = name.partition(": ")
    return Parameter(name, description=description, enum=tuple(choices.split(" | ")) if choices else ())


PEOPLE: list[Case] = [
    ("guests", 3, "two adults and one child"),
    ("guests", 4, "my wife and I with our two kids"),
    ("party_size", 3, "a table for me and my parents"),
    ("people", 2, "dinner with my girlfriend"),
    ("guests", 6, "my husband, our three children, my mother and me"),
    ("number_of_adults", 2, "my wife and I with our son"),
    ("personen", 4, "ein Tisch für vier Personen"),
    ("children", 0, "two adults, no kids"),
    ("people", 4, "me, Pia, Marek and Jo were there"),
    ("passengers", 3, "It's me, Jo and the baby"),
    ("adults", 2, "It's me, Jo and the baby"),
    ("people", 3, "me n 2 friends"),
    ("passengers", 3, "Me and two mates want to take the bus"),
    ("number_of_adults", 7, "there's six in the band plus the driver"),
    ("number_of_adults", 2, "Hubby, me and the three little ones"),
    ("seats", 1, "just the one"),
    ("players", 2, "something for me + my gf"),
    ("senior", 1, "My husband and me, our two girls, and granny, she's 74."),
    ("adult", 2, "My husband and me, our two girls, and granny, she's 74."),
    ("child", 2, "My husband and me, our two girls, and granny, she's 74."),
    ("children", 3, "two boys and the baby"),
    ("guests", 3, "my sister Fern, Bob Hill and me"),
    ("people", 5, "it's us two and the three kids"),
    ("guests", 7, "six plus me"),
]
CROWDS: list[Case] = [
    ("people", 3, "me, Pia, Marek and Jo were there"),
    ("people", 3, "from Oslo to Rome, me and Jo"),
    ("people", 2, "Priya is in Mumbai, Luke in Denver"),
    ("people", 4, "my sister Fern, Bob Hill and me"),
    ("adults", 5, "My husband and me, our two girls, and granny"),
    ("children", 3, "My husband and me, our two girls, and granny"),
    ("rooms", 3, "It's me, Jo and the baby"),
    ("people", 2, "me on Monday and Friday"),
    ("seats", 1, "the one by the window"),
]
NUMBERS: list[Case] = [
    ("initial_velocity", 0, "a ball is dropped from 20 m"),
    ("final_velocity", 0, "until it comes to a stop"),
    ("amount", -40, "I donated 40 dollars"),
    ("temperature", -10, "10 degrees below zero"),
    ("angle", 90, "a right triangle"),
    ("min_price", 0, "under $50"),
    ("a: Coefficient of x^2", 1, "solve x^2+5x+6=0"),
    ("compounding_frequency", 2, "compounded semi-annually"),
    ("percentage", 50, "half of it"),
    ("brightness: from 0 to 100", 100, "turn it up to the maximum"),
    ("brightness: from 0 to 100", 0, "mute it"),
    ("episode", 5, "S03E05"),
    ("chapter", 4, "chapter IV"),
    ("height", 1080, "1920x1080"),
    ("speed: in km/h", 100, "100 km/h"),
    ("speed: in km/h", 72, "20 m/s"),
    ("acceleration: in m/s^2", 9.8, "9.8 m/s²"),
    ("density: in kg/m^3", 1000, "1 g per cubic cm"),
    ("energy_kwh", 5, "5 kilowatt-hours"),
    ("pressure: in kPa", 101.325, "1 atm"),
    ("charge: in coulombs", 5e-6, "5 microcoulombs"),
    ("charge: in coulombs", 5, "a charge of 5C"),
    ("wavelength: in meters", 5e-7, "500 nm"),
    ("frequency_hz", 2.4e9, "2.4 GHz"),
    ("temp_c", 25, "77F"),
    ("file_size_mb", 500, "half a gig"),
]
LENGTHS: list[Case] = [
    ("nights", 4, "from the 3rd to the 7th of June"),
    ("days", 6, "from March 10 to March 15"),
    ("duration: in hours", 3, "from 2pm to 5pm"),
    ("years", 10, "from 2010 to 2020"),
    ("time: in hours", 2.5, "2h30"),
    ("time: in seconds", 90, "1:30 minutes"),
    ("duration", "PT2H", "for two hours"),
    ("duration", "01:30:00", "for an hour and a half"),
    ("interval", "1d", "daily prices"),
    ("numbers", [1, 2, 3, 4, 5], "the numbers from 1 to 5"),
    ("days", ["Monday", "Tuesday", "Wednesday"], "Monday to Wednesday"),
    ("months", ["January", "February", "March"], "January through March"),
]
STRETCHES: list[Case] = [
    ("start_date", "2024-04-01", "in the second quarter"),
    ("end_date", "2022-03-31", "im ersten Quartal 2022"),
    ("start_date", "2023-05-15", "over the past year"),
    ("start_date", "2024-05-08", "in the last 7 days"),
    ("end_date", "2023-12-31", "from 2021 to 2023"),
    ("start_date", "1980-01-01", "hits of the 80s"),
    ("date", "2024-05-17", "by the end of this week"),
    ("date", "2024-06-15", "mid June"),
    ("date", "2024-05-31", "am Ende des Monats"),
    ("date", "2024-05-31", "à la fin du mois"),
    ("date", "2024-05-22", "5 working days from now"),
    ("date", "2024-05-28", "Tuesday week"),
    ("date", "2024-06-03", "le trois juin"),
    ("date", "2022-05-02", "at eid al-fitr 2022"),
    ("date", "2024-12-26", "on the first day of Hanukkah 2024"),
    ("date", "2024-02-10", "at Chinese New Year"),
    ("month", "July", "in 07/2023"),
    ("time", "14:30", "at 1430 hours"),
    ("period", "2022-Q1", "in the first quarter of 2022"),
    ("season", "2021-2022", "in the 2021/22 season"),
    ("decade", "1990s", "music from the 90s"),
    ("dates", "2024-06-03 to 2024-06-07", "June 3 to June 7"),
]
PLACES: list[Case] = [
    ("country", "Canada", "restaurants in Halifax"),
    ("airport", "CDG", "fly to Paris"),
    ("timezone", "Asia/Tokyo", "what time is it in Tokyo?"),
    ("timezone", "Europe/Berlin", "in Munich"),
    ("timezone", "EST", "eastern time"),
    ("location", "Beijing, China", "北京的天气"),
    ("city", "Cologne", "Hotels in Köln"),
    ("location", "current location", "restaurants near me"),
    ("location", "St. Louis", "saint louis"),
    ("street", "5th Avenue", "on fifth avenue"),
    ("street", "12 Main St", "12 Main Street"),
]
CODES: list[Case] = [
    ("language", "fr-FR", "in French"),
    ("target_language", "German", "auf Deutsch"),
    ("pair", "EUR/USD", "euro to dollar"),
    ("cuisine", "Italian", "pasta from Italy"),
    ("gender", "M", "a man of 30"),
    ("unit", "m/s", "in meters per second"),
    ("unit", "sqft", "in square feet"),
    ("symbol", "MSFT", "microsoft shares"),
    ("crypto", "bitcoin", "the price of BTC"),
    ("patent", "US7654321", "patent number 7654321"),
    ("version", "v2.0", "version 2.0"),
    ("tracking", "1Z999AA10123456784", "1Z 999 AA1 01 2345 6784"),
    ("genre", "sci-fi", "science fiction"),
    ("specialty", "cardiology", "a cardiologist"),
    ("shape", "triangle", "a triangular area"),
    ("genre", "Romance", "romantic movies"),
    ("diet", "gluten-free", "no gluten"),
    ("blood_type", "O+", "O positive"),
]
CHOICES: list[Case] = [
    ("sort = asc | desc", "desc", "newest first"),
    ("mode = walking | transit", "transit", "by public transport"),
    ("size = small | large", "small", "a little one"),
    ("status = open | closed", "closed", "resolved tickets"),
    ("avoid_tolls", True, "without tolls"),
    ("smoking_allowed", False, "a non-smoking room"),
]
DEFAULTS: list[Case] = [
    ("size: Results a page. If not provided, 20 is used.", 20, "find shoes"),
    ("size: Results (10 by default)", 10, "find shoes"),
    ("units: Unit system, metric if omitted", "metric", "weather in Rome"),
    ("sort: Assumes relevance when not given.", "relevance", "find shoes"),
    ("gravity: Acceleration, usually 9.8", 9.8, "a ball falls"),
]
REFUSED: list[Case] = [
    ("guests", 3, "my wife and I"),
    ("brightness: from 0 to 100", 100, "dim the lights"),
    ("initial_velocity", 0, "a car accelerates for 5 seconds"),
    ("years", [2018, 2019, 2021], "between 2018 and 2020"),
    ("date", "2024-06-05", "from the 3rd to the 7th of June"),
    ("airport", "CDG", "fly to Rome"),
    ("user_id", "user-1233", "my id is user-123"),
    ("resource", "resource-456", "the resource is 123-resource, the user user-456"),
    ("version", "v2.1", "version 2.0"),
    ("size: Results, default 10", 100, "find shoes"),
    ("include_tax: Defaults to false", False, "what does it cost including tax?"),
    ("color = red | blue | any", "any", "a red one"),
    ("rooms: How many rooms", 5, "this week and the next"),
    ("city", "Geneva", "Hotels in Köln"),
    ("decade", "1980s", "music from the 90s"),
    ("unit", "mph", "in kilometers per hour"),
]


@pytest.mark.parametrize(
    ("wording", "value", "text"),
    [*PEOPLE, *NUMBERS, *LENGTHS, *STRETCHES, *PLACES, *CODES, *CHOICES, *DEFAULTS],
)
def test_a_value_follows_from_how_it_is_said(wording: str, value: Any, text: str) -> None:
    """Whatever kind of parameter asks for it, a value that the words bear runs, named where a step lies between."""
    assert runs(asked(wording), value, text)


@pytest.mark.parametrize(("wording", "value", "text"), [*REFUSED, *CROWDS])
def test_a_value_beside_what_was_said_is_refused(wording: str, value: Any, text: str) -> None:
    """A figure more, another member, another day of the stretch, an open choice where one was made."""
    assert not runs(asked(wording), value, text)


def test_a_list_of_every_choice_follows_from_all_of_them() -> None:
    """All doors are each of them; some of them are not what "all" says, and none is what nobody said."""
    doors = parameter_from_schema("doors", {"type": "array", "items": {"enum": ["driver", "passenger", "rear"]}})
    assert runs(doors, ["driver", "passenger", "rear"], "lock all the doors")
    assert not runs(doors, ["driver", "rear"], "lock the car")


def test_one_of_many_required_choices_is_asked_for_and_not_inferred() -> None:
    """Of two or three a choice may be inferred and is asked about; of four or more that must be given it is refused."""
    few, many = ("NYSE", "TSX"), ("NYSE", "TSX", "LSE", "AMEX")
    assert runs(Parameter("exchange", required=True, enum=few), "TSX", "the price of gold")
    assert runs(Parameter("exchange", enum=many), "TSX", "the price of gold")
    assert not runs(Parameter("exchange", required=True, enum=many), "TSX", "the price of gold")


@pytest.mark.parametrize(
    "reply",
    """I'm fine with that|Let's go for it|Please make the reservation|Book the flight|That one's good|Looks good to me
    |By all means|No problem, go ahead|I would love that|The details are correct|Rent it|Klingt gut|In Ordnung|Ça marche
    |C'est bon|Please proceed|I do""".split("|"),
)
def test_agreement_is_heard_in_many_wordings(reply: str) -> None:
    """Each takes up what was offered, in English, German or French."""
    assert agrees(reply)


@pytest.mark.parametrize(
    "reply",
    """No thanks|Not that one|What else is there?|Are you sure?|How about a different day?|Nein danke|Non merci
    |Find me a flight|What time does it start?|Hold on|Forget it""".split("|"),
)
def test_questions_and_refusals_agree_to_nothing(reply: str) -> None:
    """An offer that was asked about or turned down does not count."""
    assert not agrees(reply)

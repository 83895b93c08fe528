"""How values are read: in the unit, the code and the sense a parameter asks for, from what was said in another."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Verdict
from tools.schema import Parameter, Tool

WEDNESDAY = datetime(2024, 5, 15)  # noqa: DTZ001 - a day without a zone
Case = tuple[str, Any, str]


def verdict(wording: str, value: Any, text: str) -> Verdict:
    """What is said of a value, for a parameter written as `name`, `name: description` or `name: ... = one | other`."""
    named, _, choices = wording.rpartition(" = ") if " | " in wording else (wording, "", "")
    name, _, description = named.partition(": ")
    legal = tuple(int(one) if one.isdigit() else one for one in choices.split(" | ")) if choices else ()
    parameter = Parameter(name, description=description, enum=legal, required=True)
    talk = Conversation((Turn("user", text),), reference=WEDNESDAY)
    return check(Tool("tool", parameters=(parameter,)), Call({name: value}), talk).arguments[0].verdict


UNITS: list[Case] = [
    ("peak_power_w: Installed peak power in watts", 6400, "6.4 kWp on my roof"),
    ("volume_m3: Volume in cubic metres", 0.05, "a 50 litre tank"),
    ("volume: in cubic metres", 0.05, "a 50 litre tank"),
    ("volume_l", 2000, "two cubic metres of water"),
    ("v2_ml: Target volume in mL", 1500, "a liter and a half of it"),
    ("area_km2", 860, "an island of 86,000 hectares"),
    ("area_m2", 5000, "half a hectare"),
    ("coc_mm: Circle of confusion in mm", 0.019, "with nineteen microns"),
    ("focal_length_mm", 24, "a twenty-four mil lens"),
    ("focal_length_mm", 50, "a 50 mil lens"),
    ("dose_ml", 5, "five mil of syrup"),
    ("value", 76, "6'4\" in centimetres?"),
    ("height_cm", 193.04, "I'm 6'4\""),
    ("height_in", 76, "I'm 6 ft 4"),
    ("amount_cents: Amount in euro cents", 8950, "89 euros 50"),
    ("amount_cents", 1999, "that's $19.99"),
    ("amount: in pence", 250, "two pounds fifty"),
    ("amount: in minor units", 120000, "1200 dollars"),
    ("c1: Stock concentration (mol/L)", 12, "Got 12 M hydrochloric acid"),
    ("c2: Target concentration (mol/L)", 0.1, "of 0.1 molar"),
    ("c2: Target concentration in mmol/L", 5, "5 mM of it"),
    ("tip", 3.5, "and three fifty as a tip"),
    ("price", 2.99, "for two ninety-nine"),
    ("distance_km", 18.52, "ten nautical miles"),
    ("volume_ml", 59.15, "two fluid ounces"),
    ("weight_kg", 76.2, "she's 12 stone"),
    ("length_m", 83, "sixteen and a half perches"),
    ("depth_m", 18.29, "ten fathoms down"),
    ("relative_humidity: Fraction between 0 and 1", 0.77, "the hygrometer reads 77"),
    ("discount: as a fraction (0-1)", 0.15, "fifteen off"),
    ("wind_from_deg: Direction the wind comes from", 270, "westerly wind at 22 knots"),
    ("heading: in degrees", 45, "heading northeast"),
]
NO_UNITS: list[Case] = [
    ("peak_power_w: Installed peak power in watts", 64, "6.4 kWp on my roof"),
    ("volume_m3: Volume in cubic metres", 50, "a 50 litre tank"),
    ("area_km2", 86000, "an island of 86,000 hectares"),
    ("coc_mm: Circle of confusion in mm", 19, "with nineteen microns"),
    ("amount_cents", 199, "that's $19.99"),
    ("relative_humidity", 0.77, "the hygrometer reads 77"),
    ("relative_humidity: Fraction between 0 and 1", 0.7, "the hygrometer reads 77"),
    ("people", 3.5, "three fifty-year-olds"),
    ("wind_from_deg: Direction the wind comes from", 90, "westerly wind at 22 knots"),
    ("count", 45, "heading northeast"),
]
CHOSEN_UNITS: list[Case] = [
    ("unit = km | mi | nmi", "nmi", "as the crow flies, in nautical miles?"),
    ("unit = km | mi | nmi", "mi", "how many miles is that"),
    ("unit = kg | g | l | crate | dozen", "kg", "15 kilos of flour"),
    ("unit = kg | g | l | crate | dozen", "dozen", "3 dozen eggs"),
    ("unit = chain | rod | furlong | link | league", "rod", "sixteen and a half perches"),
    ("unit = celsius | fahrenheit", "fahrenheit", "how many degrees F"),
    ("unit = ml | l | gal", "gal", "two gallons"),
]
NO_CHOSEN_UNITS: list[Case] = [
    ("unit = km | mi | nmi", "mi", "as the crow flies, in nautical miles?"),
    ("unit = kg | g | l | crate | dozen", "g", "15 kilos of flour"),
    ("unit = chain | rod | furlong | link | league", "furlong", "sixteen and a half perches"),
]
SIGNS: list[Case] = [
    ("seek_seconds: Relative jump, negative = back", -30, "go back half a minute"),
    (
        "cashflows: Cash flows, first entry at t=0, outflows negative",
        [-80000, 25000],
        "it costs 80 grand, brings in 25k",
    ),
    ("semitones: Negative = down", -2, "take it 2 semitones down"),
    ("offset: negative values shift left", -5, "5 to the left"),
]
NO_SIGNS: list[Case] = [
    ("seek_seconds: Relative jump", -30, "go to half a minute"),
    ("seek_seconds: Relative jump, negative = back", -20, "go back half a minute"),
    ("seek_seconds: Relative jump, negative = back", -30, "skip ahead half a minute"),
    ("semitones: Negative = down", -2, "take it 2 semitones up"),
]
YEARS: list[Case] = [
    ("fiscal_year", 2023, "the third quarter fy2023"),
    ("fiscal_year", 2023, "in FY23"),
    ("year", 2004, "who caught for them in '04"),
    ("year", 1998, "the summer of '98"),
    ("month", "2021-10", "in October '21"),
    ("year", 2021, "in October '21"),
    ("term_from", 1960, "rulings in the sixties"),
    ("term_to", 1969, "rulings in the sixties"),
    ("year_to", 1999, "songs of the 90s"),
    ("annual_income", 62400, "I make 5,200 a month"),
    ("yearly_rent", 12000, "rent is 1000 per month"),
    ("annual_salary", 52000, "1,000 a week"),
    ("monthly_income", 5000, "60k a year"),
    ("yearly_rate", 4, "the monthly payment at 4% over 30 years"),
    ("season_start", "2021-10-01", "October '21"),
]
NO_YEARS: list[Case] = [
    ("year", 2004, "who caught for them in week 04"),
    ("year", 2004, "I bought 4 tickets"),
    ("term_from", 1965, "rulings in the sixties"),
    ("max_results", 1969, "rulings in the sixties"),
    ("annual_income", 62400, "I make 5,200"),
    ("annual_income", 62400, "I make 5,200 a week"),
    ("income", 62400, "I make 5,200 a month"),
    ("annual_income", 5200, "I make 5,200 a month"),
    ("monthly_rent", 12000, "12,000 a year"),
    ("age_months", 7, "he is 7.9 kg and 68 cm long"),
]
CODES: list[Case] = [
    ("target: ISO 639-1 code", "de", "put it into German"),
    ("subtitles: ISO 639-1 or 'off'", "de", "German subs"),
    ("to: ISO 4217 code", "CHF", "1.250 euro in franchi svizzeri"),
    ("from: ISO 4217 code", "EUR", "quanto fa 1.250 euro in franchi svizzeri"),
    ("to: ISO 4217 code", "GBP", "1.250 euro in sterline"),
    ("vs_currency", "AUD", "in aussie dollars"),
    ("currency", "CAD", "in Canadian bucks"),
    ("currency", "USD", "pay in dollars"),
    ("currency", "USD", "no dollars left? to dollars, then"),
    ("pair", "EUR/CAD", "euro to Canadian dollars"),
    ("currency", "SEK", "500 coronas suecas"),
    ("country: ISO alpha-3 code", "GBR", "his first car in England"),
    ("country: ISO alpha-3 code", "DEU", "the German market"),
    ("country_code: ISO 3166-1 alpha-2", "CH", "shipping to Switzerland"),
    ("jurisdiction", "Ireland", "under Irish law"),
    ("country", "Myanmar", "Name Burma's neighbours"),
    ("country", "Sri Lanka", "tea from Ceylon"),
    ("country", "Ivory Coast", "cocoa from Côte d'Ivoire"),
    ("country", "Germany", "in Alemania"),
    ("region: Subdivision code, e.g. DE-BY", "GB-SCT", "bank holidays in Scotland"),
    ("region: Subdivision code, e.g. DE-BY", "US-TX", "laws of Texas"),
    ("package = day | week | month", "week", "le forfait 7 jours"),
    ("weekday: 1 = Monday ... 7 = Sunday", 2, "every Tuesday at seven"),
    ("weekday: 0 is Sunday, 6 is Saturday", 2, "every Tuesday at seven"),
    ("weekdays: list of days = Mon | Tue | Wed | Thu | Fri", ["Mon", "Thu"], "Mondays and Thursdays are best"),
]
NO_CODES: list[Case] = [
    ("target: ISO 639-1 code", "fr", "put it into German"),
    ("target", "de", "put it into German"),
    ("to: ISO 4217 code", "USD", "1.250 euro in sterline"),
    ("vs_currency", "USD", "in aussie dollars"),
    ("country: ISO alpha-3 code", "FRA", "his first car in England"),
    ("jurisdiction", "Scotland", "under Irish law"),
    ("pair", "EUR/USD", "euro to Canadian dollars"),
    ("region: Subdivision code, e.g. DE-BY", "GB-WLS", "bank holidays in Scotland"),
    ("region: Subdivision code, e.g. DE-BY", "US-CA", "laws of Texas"),
    ("package = day | week | month", "month", "le forfait 7 jours"),
    ("currency", "USD", "20 Canadian dollars"),
    ("country", "Canada", "can I pay in dollars"),
    ("country", "Laos", "Name Burma's neighbours"),
    ("weekday: 1 = Monday ... 7 = Sunday", 3, "every Tuesday at seven"),
    ("weekday: 0 is Sunday, 6 is Saturday", 3, "every Tuesday at seven"),
    ("count", 2, "every Tuesday at seven"),
]
YES_AND_NO: list[Case] = [
    ("lost", False, "they aren't lost, just under the bed"),
    ("insured", False, "it isnt insured"),
    ("breakfast: Whether to include breakfast", False, "we won't need breakfast"),
    ("gift_wrap", False, "you needn't wrap it as a gift"),
    ("smoking", False, "we cannot stand smoking"),
    ("itemize", True, "standard deduction doesn't work for us so we itemized"),
    ("insurance", True, "I don't have a car but I want insurance"),
    ("breakfast", True, "please don't forget the breakfast"),
    ("breakfast", False, "breakfast isn't needed"),
    ("include_paywalled", False, "leave out the paywalled ones"),
    ("parking", True, "never been there, parking would help"),
    ("balcony", True, "it's no problem if it costs more because I want a balcony"),
]
NO_YES_AND_NO: list[Case] = [
    ("lost", True, "they aren't lost, just under the bed"),
    ("breakfast: Whether to include breakfast", True, "we won't need breakfast"),
    ("breakfast", False, "please don't forget the breakfast"),
    ("insurance", False, "I don't have a car but I want insurance"),
    ("itemize", False, "standard deduction doesn't work for us so we itemized"),
]
TIMES: list[Case] = [
    ("people", 4, "at noon and 4 of us"),
    ("doors", "19:30", "doors at half seven in the evening"),
    ("time", "07:30", "let's say half seven"),
    ("off_at", "22:30", "from seven till half ten in the evening"),
    ("time", "20:30", "is half eight ok?"),
    ("questions", 20, "a score of questions"),
    ("questions", 12, "a dozen questions"),
    ("sessions", 6, "half a dozen sessions"),
    ("eggs", 36, "3 dozen eggs"),
]
EVERYDAY: list[Case] = [
    ("start", "08:00", "working hours 8-18"),
    ("end", "18:00", "working hours 8-18"),
    ("start", "10:00", "tomorrow 10-11.30"),
    ("end", "11:30", "tomorrow 10-11.30"),
    ("from", "11:00", "eleven to one"),
    ("to", "16:00", "Karim 8-4 on the till"),
    ("date", "2024-05-19", "on Saturday, and the next day"),
    ("date", "2024-06-04", "on June 3rd, and the night after in Warsaw"),
    ("stay_minutes", 70, "for an hour and ten"),
    ("stay_minutes", 70, "1 hour 10"),
    ("quantity", 2, "the navy one x2"),
    ("exit_delay_s", 60, "give me a min to get out"),
    ("duration_min", 60, "find us an hour"),
    ("height_cm", 168, "she's 1.68"),
    ("fee", 0, "cricket green, free."),
    ("comparison = gt | gte | lt | lte", "gt", "whenever it stays above 0.02"),
    ("delimiter", ";", "semicolon separated"),
    ("delimiter", "\t", "tabs between the columns"),
    ("position: Zero-based index", 0, "at the very start"),
    ("position: Zero-based index", 2, "make it the third one"),
    ("seat_heating: 0 is off = 0 | 1 | 2 | 3", 3, "both mirrors, seat heat at max"),
    ("brightness: Percent", 100, "full brightness"),
    ("cancelled", False, '{"city":"Lyon","cancelled":false}'),
]
SCHEDULES: list[Case] = [
    ("schedule: cron expression", "15 2 * * *", "every day at 02:15"),
    ("schedule: cron expression", "0 9 * * 1", "every Monday at 9am"),
    ("schedule: cron expression", "0 9 * * 1-5", "weekdays at nine"),
    ("schedule: cron expression", "*/15 * * * *", "every 15 minutes"),
    ("schedule: cron expression", "0 * * * *", "hourly"),
    ("schedule: cron expression", "30 6 1 * *", "on the 1st of each month at half past six"),
    ("recurrence", "RRULE:FREQ=WEEKLY;BYDAY=MO", "every Monday"),
    ("recurrence", "FREQ=WEEKLY;INTERVAL=2;COUNT=10", "every other week, ten times"),
    ("frequency", "every 2 weeks", "fortnightly"),
    ("frequency = daily | weekly | biweekly", "biweekly", "every other week"),
    ("duration", "1h30m", "an hour and a half"),
    ("duration_minutes", 15, "a quarter of an hour"),
    ("time", "17:00", "five-ish"),
    ("time", "09:00", "9 sharp"),
    ("month", "2024-06", "next month"),
    ("quarter", 2, "Q2"),
    ("duration_days", 365, "a lease of twelve months"),
    ("duration_days", 730, "24 months, no more"),
    ("amount", 0.6, "it is 60¢ a piece"),
    ("amount", 0.45, "45c each"),
    ("amount", 14.3, "14 francs 30 for both"),
    ("time", "23:50", "ten minutes before now"),
]
NO_SCHEDULES: list[Case] = [
    ("schedule: cron expression", "15 3 * * *", "every day at 02:15"),
    ("schedule: cron expression", "0 9 * * 2", "every Monday at 9am"),
    ("schedule: cron expression", "0 9 * * *", "tomorrow at 9am"),
    ("schedule: cron expression", "*/10 * * * *", "every 15 minutes"),
    ("recurrence", "RRULE:FREQ=DAILY;BYDAY=MO", "every Monday"),
    ("recurrence", "FREQ=WEEKLY;COUNT=12", "every other week, ten times"),
    ("frequency = daily | weekly | biweekly", "daily", "every other week"),
    ("duration", "1h45m", "an hour and a half"),
    ("month", "2024-07", "next month"),
    ("quarter", 3, "Q2"),
]
WORDS_FOR: list[Case] = [
    ("budget", 2500, "two and a half grand"),
    ("height_in", 71, "five foot eleven"),
    ("speed_kmh", 104.6, "65 miles an hour"),
    ("discount", 50, "half off"),
    ("storage_gb", 1024, "1TB"),
    ("storage_gb", 1000, "1TB"),
    ("stops", 0, "non-stop"),
    ("bags", 0, "no luggage"),
    ("bags: Number of checked bags", 0, "hand luggage only"),
    ("ttl", 3600, "an hour"),
    ("timezone", "Europe/London", "UK time"),
    ("currency_code", "BRL", "reais"),
    ("lang", "zh-CN", "Mandarin"),
    ("destination: IATA airport code", "LHR", "to Heathrow"),
    ("destination: airport code", "ORD", "to O'Hare"),
    ("color", "#FF0000", "red"),
]
NO_WORDS_FOR: list[Case] = [
    ("height_in", 71, "five foot ten"),
    ("storage_gb", 2048, "1TB"),
    ("stops", 0, "one change is fine"),
    ("bags", 0, "hand luggage and a suitcase"),
    ("ttl", 3600, "this hour"),
    ("destination: IATA airport code", "LGW", "to Heathrow"),
    ("color", "#0000FF", "red"),
]
SHORTER: list[Case] = [
    ("weight_kg", 70.3, "11 stone 1"),
    ("power_kw", 1.5, "a 1500W heater"),
    ("concentration_mg_l", 50, "50 mg/L"),
    ("bitrate_kbps", 5000, "5 Mbps"),
    ("decade", 1980, "the eighties"),
    ("to_year", 2020, "2018-20"),
    ("date_to", "2024-06-30", "in the first half of 2024"),
    ("date_from", "2024-01-01", "year to date"),
    ("since", "2024-05-14", "the last 24 hours"),
    ("date_from", "2024-06-01", "this summer"),
    ("date_to", "2024-02-29", "last winter of 2023"),
    ("time", "17:00", "at 1700"),
    ("phone", "+447700900123", "07700 900123"),
    ("order_id", "ORD-10045", "order 10045"),
    ("room", "204", "room two oh four"),
    ("floors", [2, 3, 4], "floors two to four"),
    ("months", [6, 7, 8], "June to August"),
    ("percent", 33.3, "a third"),
    ("percent", 67, "two thirds"),
    ("price", 0.99, "99 cents"),
    ("price", 10, "a tenner"),
    ("price", 1000, "a grand"),
    ("price", 45.5, "forty-five fifty"),
    ("change_percent", -5, "down 5%"),
]
NO_SHORTER: list[Case] = [
    ("power_kw", 1.5, "a 15W bulb"),
    ("bitrate_kbps", 5, "5 Mbps"),
    ("to_year", 2021, "2018-20"),
    ("date_from", "2024-12-01", "this summer"),
    ("phone", "+447700900124", "07700 900123"),
    ("order_id", "ORD-10045", "invoice 10045"),
    ("room", "240", "room two oh four"),
    ("floors", [2, 3, 4], "floors two to five"),
    ("percent", 40, "a third"),
    ("price", 0.99, "99 items"),
    ("price", 1000, "a grand piano"),
    ("price", 5, "a tenner"),
    ("change_percent", -5, "up 5%"),
    ("f_number", -11, "stopped down to 11"),
    ("adults", 24, "make it a day earlier"),
    ("losses: as a fraction", 0.22, "pitch 22 degrees"),
    ("rate: as a fraction", 0.0022, "at 22 percent"),
]
TONGUES: list[Case] = [
    ("start", "18:00", "pon la clase cada jueves de seis a ocho de la tarde"),
    ("end", "20:00", "pon la clase cada jueves de seis a ocho de la tarde"),
    ("date", "2024-05-16", "una mesa para el jueves por favor"),
    ("date", "2024-05-16", "una mesa para mañana"),
    ("date", "2024-06-07", "el 7 de junio"),
    ("guests", 4, "una mesa para cuatro por favor, y con vistas"),
    ("time", "20:30", "quiero una mesa a las ocho y media"),
    ("time", "19:00", "vorrei un tavolo alle sette di sera"),
    ("date", "2024-05-17", "vorrei un tavolo di quattro venerdì"),
    ("guests", 2, "vorrei una camera con letto per due"),
    ("start_date", "2024-07-15", "2024년 7월 15일 입사"),
    ("date", "2024-05-22", "下周三"),
    ("date", "2024-05-22", "다음 주 수요일 오전으로"),
    ("date", "2024-05-16", "明天下雨吗"),
]
NO_TONGUES: list[Case] = [
    ("guests", 11, "send it at once"),
    ("guests", 2, "it is due on Friday"),
    ("time", "11:00", "send it at once please"),
    ("time", "19:00", "pon la clase cada jueves de seis a ocho de la tarde"),
    ("date", "2024-05-17", "una mesa para el jueves por favor"),
    ("date", "2024-05-16", "a las ocho de la mañana"),
    ("start_date", "2024-07-16", "2024년 7월 15일 입사"),
    ("date", "2024-05-15", "下周三"),
]
COMPOSED: list[Case] = [
    ("notifications", False, "mute notifications"),
    ("fragile", False, "nothing fragile"),
    ("insurance", False, "I'll pass on insurance"),
    ("dst", "Invoices/2024/inv.pdf", "move it to Invoices/2024 as inv.pdf"),
    ("message", "I am running late", "tell him I'm running late"),
    ("base", "USD", "dollars to yen"),
    ("dosage", "two tablets", "2 tablets"),
    ("time_range", "9am-5pm", "9 to 5"),
    ("time_range", "09:00-17:00", "9 to 5"),
    ("budget", "under $100", "less than 100 dollars"),
    ("rating", "4.5+", "at least 4.5"),
]
NO_COMPOSED: list[Case] = [
    ("notifications", True, "mute notifications"),
    ("dst", "Invoices/2023/inv.pdf", "move it to Invoices/2024 as inv.pdf"),
    ("message", "I am running fast", "tell him I'm running late"),
    ("quote", "EUR", "dollars to yen"),
    ("dosage", "two tablets", "3 tablets"),
    ("flight_class = Economy | First Class", "First Class", "1 seat in economy class"),
    ("time_range", "9am-6pm", "9 to 5"),
    ("budget", "over $100", "less than 100 dollars"),
    ("rating", "4.5+", "under 4.5"),
]
COMPUTED: list[Case] = [
    ("hourly_wage", 15.5, "fifteen fifty an hour"),
    ("radius_cm", 7.5, "a 15 cm diameter"),
    ("diameter_cm", 15, "with a radius of 7.5 cm"),
    ("from_base", 10, "decimal to binary"),
    ("exponent", 3, "4 cubed"),
    ("root", 2, "square root of 2"),
    ("acceleration", -5, "decelerates at 5 m/s2"),
    ("charge_c", 2e-6, "2 microcoulombs"),
    ("temperature_k", 298.15, "25 °C"),
    ("pressure_pa", 101325, "one atmosphere"),
    ("price_per_kwh", 0.28, "28 ct/kWh"),
    ("height_cm", 175, "1 m 75"),
    ("target_language: ISO 639-2 code", "deu", "to German"),
    ("from_unit", "F", "Fahrenheit to Celsius"),
    ("to_currency", "THB", "into baht"),
    ("to_currency", "CZK", "in Czech crowns"),
    ("to_currency", "HUF", "forint"),
    ("to_currency", "BTC", "in bitcoin"),
]
NO_COMPUTED: list[Case] = [
    ("radius_cm", 15, "a 7.5 cm diameter"),
    ("radius_cm", 7.5, "15 cm long"),
    ("from_base", 8, "decimal to binary"),
    ("exponent", 2, "4 cubed"),
    ("exponent", 2, "40 square metres"),
    ("temperature_k", 25, "25 °C"),
    ("height_cm", 175, "75 m away, 1 km"),
    ("target_language: ISO 639-2 code", "fra", "to German"),
    ("to_currency", "SEK", "in Czech crowns"),
    ("to_currency", "THB", "into forints"),
    ("to_currency", "BRL", "the real price in euros"),
]
NO_EVERYDAY: list[Case] = [
    ("start", "08:00", "groups of 8-18 people"),
    ("time", "05:00", "it takes five to ten days"),
    ("date", "2024-06-05", "on June 3rd, and the night after in Warsaw"),
    ("stay_minutes", 62, "an hour and two coffees"),
    ("duration_min", 30, "find us an hour"),
    ("height_cm", 168, "she's 168 miles away from 1.78"),
    ("fee", 0, "sugar-free drinks"),
    ("comparison = gt | gte | lt | lte", "lt", "whenever it stays above 0.02"),
    ("delimiter", ",", "semicolon separated"),
    ("position: Zero-based index", 1, "at the very start"),
    ("position", 0, "start the music"),
    ("seat_heating: 0 is off = 0 | 1 | 2 | 3", 2, "seat heat at max"),
    ("volume: Percent", 100, "full brightness"),
]
NO_TIMES: list[Case] = [
    ("weight_kg: Weight in kilograms", 4, "between noon and four"),
    ("time", "06:30", "let's say half seven"),
    ("time", "08:30", "doors at half seven in the evening"),
    ("time", "07:30", "half of seven apples"),
    ("questions", 20, "what was the score of the match"),
    ("min_score", 20, "a score of 7.5 or better"),
]


@pytest.mark.parametrize(
    ("wording", "value", "text"),
    [
        *UNITS,
        *CHOSEN_UNITS,
        *SIGNS,
        *YEARS,
        *CODES,
        *YES_AND_NO,
        *TIMES,
        *EVERYDAY,
        *SCHEDULES,
        *WORDS_FOR,
        *SHORTER,
        *TONGUES,
        *COMPOSED,
        *COMPUTED,
    ],
)
def test_a_value_is_read_from_what_was_said_otherwise(wording: str, value: Any, text: str) -> None:
    """Said in another unit, sign, calendar, language or sense it may run."""
    assert verdict(wording, value, text) is not Verdict.ABSENT


@pytest.mark.parametrize(
    ("wording", "value", "text"),
    [
        *NO_UNITS,
        *NO_CHOSEN_UNITS,
        *NO_SIGNS,
        *NO_YEARS,
        *NO_CODES,
        *NO_YES_AND_NO,
        *NO_TIMES,
        *NO_EVERYDAY,
        *NO_SCHEDULES,
        *NO_WORDS_FOR,
        *NO_SHORTER,
        *NO_TONGUES,
        *NO_COMPOSED,
        *NO_COMPUTED,
    ],
)
def test_a_value_beside_it_is_refused(wording: str, value: Any, text: str) -> None:
    """A like value that does not follow from the same words may not run."""
    assert verdict(wording, value, text) is Verdict.ABSENT

"""The guard: a reply picks one of the options an assistant offered, and gives that one's values and no other's."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.offers import options
from tools.guard.picked import picked
from tools.guard.provenance import Turn, Utterance, unheard, utterances
from tools.guard.verdict import Reason, Verdict
from tools.schema import Parameter, Tool

NOW = datetime(2025, 3, 10, 9, 0)  # noqa: DTZ001 - a Monday, without a zone
SLOTS = "We have Thursday at 9:00 and next Monday at 16:30."
TRAINS = "There are trains at 7:15 am and 1:40 pm on March 13. Which would you prefer?"
SHIPS = "There's a day crossing at 9:00 and a night crossing at 23:00."
ROOMS = "Room Curie is free from 16:00 and Room Noether from 18:00."
FARES = "Avianca has seats for 412 dollars, American for 455. Which one should I take?"
FREE = "Wednesday March 12: 8:10, 9:40. Thursday: 11:00."
SALON = "Razor & Rye has room for two on Friday at 16:20 or Saturday at 10:05."
TEACHERS = "A trial lesson? Our teachers are Fintan and Rosalie."
TABLETS = "Then 20 mg. 30 or 90 tablets, and which pharmacy?"
SHOWS = "Dune is on at 17:00, 19:30 and 22:15."
HOTELS = "There's the Hilltop for 95 euros a night and the Marina for 140."
DOCTORS = "Dr. Patel is free on Tuesday and Dr. Novak on Thursday."
LINES = "1. Bella Napoli, Elm Street 4\n2. Trattoria Sole, Oak Road 12"
DAYS = "I can do May 3, May 5 or May 9."
ORDERS = "You have two open orders: 88119 from May 2 and 88120 from May 9."
LAMPS = "A-201 is the floor lamp, A-204 the desk lamp."
PLANS = "We have Basic for 29, Plus for 49 and Gold for 79 a month."
LETTERS = "A) Trattoria Lupo, B) Casa Mia, C) Da Enzo"
PLACES = "There's Lupo, an Italian place on Mill Lane, and Sakura, a Japanese one on Bridge Street."
FLIGHTS = "BA212 takes 8 hours nonstop, KL602 takes 11 hours with a stop in Amsterdam."
PICKS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (SLOTS, "the first please", {"date": "2025-03-13", "time": "09:00"}, {"date": "2025-03-17", "time": "16:30"}),
    (SLOTS, "I'll take the second one", {"date": "2025-03-17", "time": "16:30"}, {"time": "09:00"}),
    (SLOTS, "Thursday no good, I'll take the Monday", {"date": "2025-03-17", "time": "16:30"}, {"time": "09:00"}),
    (SLOTS, "The former works for me.", {"time": "09:00"}, {"time": "16:30"}),
    (SLOTS, "option 2", {"time": "16:30"}, {"time": "09:00"}),
    (SLOTS, "le premier s'il vous plaît", {"time": "09:00"}, {"time": "16:30"}),
    (SLOTS, "den zweiten bitte", {"time": "16:30"}, {"time": "09:00"}),
    ("The hall is free on March 14 and 15.", "the 15th", {"date": "2025-03-15"}, {"date": "2025-03-14"}),
    (TRAINS, "The later one. Is it refundable?", {"date": "2025-03-13", "time": "13:40"}, {"time": "07:15"}),
    (TRAINS, "Hm, the earlier one then", {"date": "2025-03-13", "time": "07:15"}, {"time": "13:40"}),
    (TRAINS, "Afternoon.", {"date": "2025-03-13", "time": "13:40"}, {"time": "07:15"}),
    (TRAINS, "could we take the first?", {"time": "07:15"}, {"time": "13:40"}),
    (SHIPS, "overnight", {"time": "23:00"}, {"time": "09:00"}),
    (SHIPS, "the day crossing", {"time": "09:00"}, {"time": "23:00"}),
    (ROOMS, "Curie, until 6", {"name": "Room Curie", "time": "16:00"}, {"name": "Room Noether"}),
    (FARES, "the cheaper one", {"name": "Avianca", "price": 412}, {"name": "American", "price": 455}),
    (FREE, "the last one you mentioned", {"date": "2025-03-13", "time": "11:00"}, {"date": "2025-03-12"}),
    (FREE, "the 9:40 please", {"date": "2025-03-12", "time": "09:40"}, {"date": "2025-03-13", "time": "08:10"}),
    (
        SALON,
        "Saturday morning suits",
        {"name": "Razor & Rye", "time": "10:05"},
        {"date": "2025-03-14", "time": "16:20"},
    ),
    (TEACHERS, "yes, with Rosalie, on the weekend", {"name": "Rosalie"}, {"name": "Fintan"}),
    (SLOTS, "Thursday it is", {"time": "09:00"}, {"time": "16:30"}),
    (SLOTS, "I can't do Thursday, the other one please", {"time": "16:30"}, {"time": "09:00"}),
    (SLOTS, "the sooner the better", {"time": "09:00"}, {"time": "16:30"}),
    (SHOWS, "the middle one", {"time": "19:30"}, {"time": "17:00"}),
    (SHOWS, "quarter past ten, we need a sitter", {"time": "22:15"}, {"time": "19:30"}),
    (SHOWS, "the late show", {"time": "22:15"}, {"time": "17:00"}),
    (HOTELS, "the cheaper of the two", {"name": "Hilltop", "price": 95}, {"name": "Marina"}),
    (HOTELS, "140 is too much, so the other one", {"name": "Hilltop"}, {"name": "Marina"}),
    (HOTELS, "Marina sounds good", {"name": "Marina", "price": 140}, {"name": "Hilltop"}),
    (DOCTORS, "Thursday then", {"name": "Dr. Novak"}, {"name": "Dr. Patel"}),
    (DOCTORS, "I'd rather see Patel", {"date": "2025-03-11"}, {"name": "Dr. Novak"}),
    (LINES, "the second", {"name": "Trattoria Sole"}, {"name": "Bella Napoli"}),
    (DAYS, "the ninth", {"date": "2025-05-09"}, {"date": "2025-05-05"}),
    (DAYS, "the second date works", {"date": "2025-05-05"}, {"date": "2025-05-09"}),
    (ORDERS, "the newer one", {"name": "88120"}, {"name": "88119"}),
    (ORDERS, "the one from the 2nd", {"name": "88119"}, {"name": "88120"}),
    (LAMPS, "the desk lamp please", {"name": "A-204"}, {"name": "A-201"}),
    (PLANS, "the most expensive", {"name": "Gold", "price": 79}, {"name": "Basic", "price": 49}),
    (SLOTS, "Thursday is bad but Monday works", {"time": "16:30"}, {"time": "09:00"}),
    (SLOTS, "I'm busy on Thursday so Monday please", {"time": "16:30"}, {"time": "09:00"}),
    (SLOTS, "can I have the Monday slot?", {"time": "16:30"}, {"time": "09:00"}),
    (SLOTS, "I'd go for the first if that's ok", {"time": "09:00"}, {"time": "16:30"}),
    (LETTERS, "option b please", {"name": "Casa Mia"}, {"name": "Da Enzo"}),
    (PLACES, "the Italian", {"name": "Lupo"}, {"name": "Sakura"}),
    (FLIGHTS, "the quicker one", {"name": "BA212"}, {"name": "KL602"}),
    (TABLETS, "Ninety please", {"price": 90}, {"price": 30}),
]
NOTHING: list[tuple[str, str]] = [
    (SLOTS, "when does the second end?"),
    (SLOTS, "I must ask my wife first"),
    (SLOTS, "Thursday is bad, I'm at work"),
    (SLOTS, "The first one is too early"),
    (SLOTS, "maybe the first"),
    (SLOTS, "not the second"),
    (SLOTS, "is the first one with Dr. Lee?"),
    (SLOTS, "This is my first time"),
    (SLOTS, "see you later"),
    (SLOTS, "later"),
    (SLOTS, "a later one please"),
    (SLOTS, "two please"),
    (TRAINS, "Is there a later one?"),
    (TRAINS, "anything later?"),
    (FARES, "do either of them allow a surfboard?"),
    (FARES, "both are fine"),
    (FARES, "give me the bigger one"),
    (SLOTS, "I work Thursdays"),
    (SLOTS, "The first is nice but too early"),
    (FARES, "the quicker one"),
    (DAYS, "either the 3rd or the 5th"),
    (HOTELS, "the Marina is a bit far out"),
    (TEACHERS, "Who is better, Fintan?"),
    ("Your flight leaves on March 3 and you return on March 9.", "how long is the first?"),
    ("The table is booked for 7 pm to 9 pm.", "the later one"),
]
TOOL = Tool(
    "book",
    parameters=(
        Parameter("date", "string", "YYYY-MM-DD"),
        Parameter("time", "string", "HH:MM"),
        Parameter("name", "string"),
        Parameter("price", "number"),
    ),
)


def verdicts(values: dict[str, Any], *texts: str) -> dict[str, tuple[Verdict, Reason]]:
    """The verdict on each value after these turns, the assistant's first."""
    turns = [Turn("assistant" if place % 2 == 0 else "user", text) for place, text in enumerate(texts)]
    found = check(TOOL, Call(values), Conversation(turns, reference=NOW)).arguments
    return {one.name: (one.verdict, one.reason) for one in found}


@pytest.mark.parametrize(("offer", "reply", "own", "other"), PICKS)
def test_the_option_that_was_picked_counts_and_the_others_do_not(
    offer: str, reply: str, own: dict[str, Any], other: dict[str, Any]
) -> None:
    """By order, by comparison or by a part of its own; what belongs to the others is still nobody's word."""
    assert {verdict for verdict, _ in verdicts(own, offer, reply).values()} == {Verdict.GIVEN}
    assert {one for one, _ in verdicts(other, offer, reply).values()} == {Verdict.ABSENT}


@pytest.mark.parametrize(("offer", "reply"), NOTHING)
def test_a_question_a_doubt_or_a_refusal_picks_nothing(offer: str, reply: str) -> None:
    """Naming an option is not enough where it is asked about, doubted or ruled out."""
    assert picked(offer, options(offer, NOW.date()), reply, NOW.date()) is None


def test_the_values_of_a_picked_option_are_affirmed_where_they_stand() -> None:
    """The text keeps its places: only what belongs to the others is blanked, and they are the assistant's alone."""
    turns = [Turn("assistant", SLOTS), Turn("user", "the second one")]
    counted = utterances(turns, reference=date(2025, 3, 10))
    assert counted == (
        Utterance(0, f"We have ;{' ' * 16}and next Monday at 16:30.", "affirmed"),
        Utterance(1, "the second one", "user"),
    )
    assert [len(one.text) for one in counted] == [len(one.text) for one in turns]
    assert unheard(turns, counted) == (Utterance(0, SLOTS, "assistant"),)
    assert verdicts({"time": "16:30"}, SLOTS, "the second one") == {"time": (Verdict.GIVEN, Reason.AFFIRMED)}
    assert verdicts({"time": "09:00"}, SLOTS, "the second one") == {"time": (Verdict.ABSENT, Reason.ONLY_ASSISTANT)}


def test_what_is_said_once_belongs_to_every_option() -> None:
    """A name before the list and a day behind it go with each of its times."""
    shown = "Cinema Lux has it at 18:30 and 21:00 on March 14."
    own = {"name": "Cinema Lux", "date": "2025-03-14", "time": "21:00"}
    assert set(verdicts(own, shown, "the nine o'clock show").values()) == {(Verdict.GIVEN, Reason.AFFIRMED)}


def test_one_of_the_options_that_were_offered_last_is_picked() -> None:
    """An older list is not picked from once there is a newer one."""
    talk = (SLOTS, "Anything on Friday?", "On Friday March 14 at 8:00 or at 12:00.", "the later one")
    assert verdicts({"time": "12:00"}, *talk) == {"time": (Verdict.GIVEN, Reason.AFFIRMED)}
    assert verdicts({"time": "16:30"}, *talk) == {"time": (Verdict.ABSENT, Reason.ONLY_ASSISTANT)}


def test_an_option_is_still_picked_after_a_question_about_it() -> None:
    """The reply need not follow at once."""
    talk = (TRAINS, "when does the second get there?", "At 5 pm.", "cutting it fine. no, the first")
    assert verdicts({"time": "07:15"}, *talk) == {"time": (Verdict.GIVEN, Reason.AFFIRMED)}


def test_a_text_without_alternatives_offers_no_options() -> None:
    """A stretch is one thing, and what stands in one sentence without a list is none."""
    assert options("Your stay is from March 1 to March 4.") == ()
    assert options("A table at Nopa in San Francisco at 7 pm on March 8, right?") == ()

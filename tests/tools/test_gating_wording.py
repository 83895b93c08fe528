"""Messages that want words where a tool acts."""

from __future__ import annotations

import pytest

from tools.gating.wording import wants_words
from tools.schema import Tool

LAMP = Tool("lamp_switch", "Switches a lamp on or off.")
FLIGHTS = Tool("flight_status", "Departure, arrival and delay of a flight.")
RECORDS = Tool("weather_history", "Recorded temperature of a place on a past day.")
MAIL = Tool("send_mail", "Sends an e-mail.")
WRITER = Tool("write_poem", "Writes a poem about a topic.")
OIL = Tool("next_oil_change", "When the next oil change is due.")
PRIMES = Tool("prime_factors", "Factors of a whole number.")
ZONES = Tool("zone_difference", "Hours between two time zones.")
ADVICE = Tool("gift_ideas", "Suggests presents for a person.")


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("Why do lamps flicker?", LAMP),
        ("How does a dimmer work?", LAMP),
        ("What's the difference between a lamp and a lantern?", LAMP),
        ("Do you think flights are too cheap?", FLIGHTS),
        ("Tell me about the first airports.", FLIGHTS),
        ("I wonder who built the first airport", FLIGHTS),
        ("Warum sind Flüge verspätet?", FLIGHTS),
        ("Pourquoi mon vol est-il en retard ?", FLIGHTS),
        ("Write a limerick about airports", FLIGHTS),
        ("Could you draft a speech on punctuality?", FLIGHTS),
        ("Who invented the light bulb?", LAMP),
        ("Is the lamp in the hall new?", LAMP),
        ("Help me understand how lamps work", LAMP),
        ("Difference between a lamp and a lantern", LAMP),
    ],
)
def test_words_are_wanted(question: str, tool: Tool) -> None:
    """A reason, a way, an opinion, a text, or a question to a tool that does something."""
    assert wants_words(question, tool)


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("Switch the lamp in the hall off", LAMP),
        ("Can you switch the lamp off?", LAMP),
        ("it is far too dark in here", LAMP),
        ("Is flight BA214 late?", FLIGHTS),
        ("What is the weather like? Send it to Tom, please", MAIL),
        ("How warm was it in Bonn in 1996?", RECORDS),
        ("Write a poem about airports", WRITER),
        ("Any ideas for my aunt's birthday?", ADVICE),
        ("How much is the flight?", FLIGHTS),
        ("Tell me about flight BA214", FLIGHTS),
        ("Tell me about my flight", FLIGHTS),
        ("I wonder if you could switch the lamp off", LAMP),
        ("Is it possible that my flight is late?", FLIGHTS),
        ("When is my next oil change due?", OIL),
        ("To understand my homework better, please give me the prime factors of 84", PRIMES),
        ("What's the time difference between Lima and Perth?", ZONES),
        ("", LAMP),
    ],
)
def test_the_tool_is_wanted(question: str, tool: Tool) -> None:
    """A deed that is asked for or implied, a question for what a lookup tells, a tool that writes or advises itself.

    What a tool tells may be named like a deed, and who asks for figures may say that they help to understand.
    """
    assert not wants_words(question, tool)

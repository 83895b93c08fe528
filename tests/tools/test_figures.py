"""Numbers and arguments: unit and sign decide, then the words beside; what is in doubt is left to be asked."""

from __future__ import annotations

import pytest

from tools.figures import fill
from tools.schema import Parameter

FEE = Parameter("monthly_fee", "number", "What you pay a month", required=True, unit="dollars")
DOWN = Parameter("downtime_minutes", "number", "How long the outage lasted", required=True, unit="minutes")
RATE = Parameter("rate", "number", "Yearly interest rate", required=True, unit="percent")
YEARS = Parameter("years", "number", "The term, how long it is paid back", required=True, unit="years")
SUM = Parameter("principal", "number", "The amount borrowed, the sum of the loan", required=True)

SAID = {
    "My server went down for an hour.": {"downtime_minutes": 60},
    "My server 7 was down two and a half hours, we pay $90 a month": {"monthly_fee": 90, "downtime_minutes": 150},
    "I pay 36 dollars a month, it was out an hour and 20 minutes": {"monthly_fee": 36, "downtime_minutes": 80},
    "$1,234.50 and 90,000 minutes": {"monthly_fee": 1234.5, "downtime_minutes": 90_000},
    "€40 a month, down 3h": {"downtime_minutes": 180},
    "How much would I pay a month?": {},
    "What is the monthly fee for 2 hours of downtime, at an annual rate?": {"downtime_minutes": 120},
    "40 pounds, down 3h": {"downtime_minutes": 180},
    "90": {},
    "2 hours on one day and 3 hours on the next": {},
}
BORROWED = {
    "Interest rate is 4.5% over 30 years on 250000.": {"rate": 4.5, "years": 30, "principal": 250_000},
    "$250,000 at four and a half percent for thirty years": {"rate": 4.5, "years": 30},
    "a loan of 10,000 for 36 months at 5%": {"rate": 5, "years": 3, "principal": 10_000},
    "180,000 over 20 years": {"years": 20, "principal": 180_000},
    "a loan of 50000, interest 3.2%, 10 years: monthly rate?": {"rate": 3.2, "years": 10, "principal": 50_000},
    "ten thousand pounds at six percent over three years": {"rate": 6, "years": 3, "principal": 10_000},
    "What would my payment be?": {},
}


@pytest.mark.parametrize("text", SAID)
def test_numbers_find_the_arguments_that_ask_for_them(text: str) -> None:
    """A price in another currency, a name's number and one of two rivals fill nothing."""
    assert {name: one.value for name, one in fill([FEE, DOWN], text).items()} == SAID[text]


@pytest.mark.parametrize("text", BORROWED)
def test_a_number_without_a_unit_goes_where_none_is_asked_for(text: str) -> None:
    """Percent and years are told by their signs; what is left is the sum."""
    filled = {name: one.value for name, one in fill([RATE, YEARS, SUM], text).items()}
    assert {name: filled.get(name) for name in BORROWED[text]} == BORROWED[text]
    assert filled.keys() - {"principal"} == BORROWED[text].keys() - {"principal"}

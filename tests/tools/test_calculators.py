"""The calculators: exact to the cent, checked ranges, formula and inputs in the answer."""

from __future__ import annotations

from decimal import Decimal

import pytest

from errors import ToolError
from tools.calculators import loan_payment, service_credit


@pytest.mark.parametrize(
    ("fee", "minutes", "credit"),
    [
        ("90", "0", "0.00"),
        ("90", "29.99", "0.00"),
        ("90", "30", "9.00"),
        ("90", "119", "9.00"),
        ("90", "120", "22.50"),
        ("90", "479", "22.50"),
        ("90", "480", "45.00"),
        ("90", "1439", "45.00"),
        ("90", "1440", "90.00"),
        ("0.05", "60", "0.01"),
        ("1234567.85", "60", "123,456.79"),
    ],
)
def test_credit_follows_the_table_to_the_cent(fee: str, minutes: str, credit: str) -> None:
    """Each border of the policy's table, and halves of a cent rounded up."""
    done = service_credit(Decimal(fee), Decimal(minutes))
    assert done.result.endswith(f" minutes of downtime is ${credit}.")


@pytest.mark.parametrize(
    ("rate", "years", "principal", "payment"),
    [
        ("4.5", "30", "250000", "1,266.71"),
        ("0", "10", "12000", "100.00"),
        ("5", "3", "10000", "299.71"),
        ("7", "4", "15000", "359.19"),
        ("12", "0.5", "600", "103.53"),
    ],
)
def test_a_payment_is_the_annuity(rate: str, years: str, principal: str, payment: str) -> None:
    """Known values of the annuity formula, a loan without interest among them."""
    assert (
        loan_payment(Decimal(rate), Decimal(years), Decimal(principal)).result == f"The monthly payment is {payment}."
    )


def test_formula_and_inputs_are_shown() -> None:
    """Whoever reads the result can compute it again."""
    assert loan_payment(Decimal("4.5"), Decimal(30), Decimal(250000)).working == (
        "Formula: principal x r / (1 - (1 + r)^-n), with principal 250,000, r = 4.5% / 12 a month and n = 360 months; "
        "paid in all: 456,015.60, of which interest: 206,015.60."
    )
    assert service_credit(Decimal(90), Decimal(60)).working == (
        "Formula: monthly fee $90.00 x 10% (an outage of 30 minutes to under 2 hours) = $9.00."
    )


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ((service_credit, "0", "60"), "monthly_fee: 0 is out of range; give above 0 and at most 1,000,000,000,000"),
        ((service_credit, "-5", "60"), "monthly_fee: -5 is out of range"),
        ((service_credit, "90", "44641"), "downtime_minutes: 44641 is out of range; give 0 to 44,640 (minutes)"),
        ((service_credit, "NaN", "60"), "monthly_fee: NaN is out of range"),
        ((service_credit, "90", "Infinity"), "downtime_minutes: Infinity is out of range"),
        ((loan_payment, "101", "30", "1"), "rate: 101 is out of range; give 0 to 100 (percent a year)"),
        ((loan_payment, "4", "0.01", "1"), "years: 0.01 years are 0.12 months; give a term in whole months"),
        ((loan_payment, "4", "30", "0"), "principal: 0 is out of range"),
    ],
)
def test_what_is_out_of_range_is_refused(wrong: tuple[object, ...], says: str) -> None:
    """The argument, the value and what would do."""
    function, *values = wrong
    with pytest.raises(ToolError) as raised:
        function(*map(Decimal, values))  # type: ignore[operator,arg-type]
    assert says in str(raised.value)

"""The calculators of the shipped catalogs: exact decimals, checked ranges, and the working shown with the result.

A calculator computes from what it is given and knows no default: whoever calls it must have been told every value.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Final

from errors import ToolError
from tools.running import Computed

CENT: Final = Decimal("0.01")
CREDIT: Final = (
    (Decimal(30), Decimal(0), "under 30 minutes"),
    (Decimal(120), Decimal(10), "30 minutes to under 2 hours"),
    (Decimal(480), Decimal(25), "2 hours to under 8 hours"),
    (Decimal(1440), Decimal(50), "8 hours to under 24 hours"),
)
"""Of Larkspur's credit policy: the length of one outage in minutes, below which a share of the monthly fee is due."""
LONGEST_OUTAGE: Final = Decimal(44640)
"""Minutes of the longest month: credit is counted for one month."""
MOST_MONEY: Final = Decimal("1e12")


def service_credit(monthly_fee: Decimal, downtime_minutes: Decimal) -> Computed:
    """The credit for one outage by Larkspur's policy "Outage credits", in the fee's currency, rounded to the cent.

    Raises ToolError for a fee that is not above 0 and for a downtime outside 0 to 44,640 minutes.
    """
    _within("monthly_fee", monthly_fee, Decimal(0), MOST_MONEY, "dollars", above=True)
    _within("downtime_minutes", downtime_minutes, Decimal(0), LONGEST_OUTAGE, "minutes")
    share, span = next(
        ((share, span) for limit, share, span in CREDIT if downtime_minutes < limit), (Decimal(100), "24 hours or more")
    )
    credit = _cents(monthly_fee * share / 100)
    return Computed(
        result=f"The service credit for {plain(downtime_minutes)} minutes of downtime is ${credit:,}.",
        working=f"Formula: monthly fee ${_cents(monthly_fee):,} x {share}% (an outage of {span}) = ${credit:,}.",
        source="general/outage-credits.md",
    )


def loan_payment(rate: Decimal, years: Decimal, principal: Decimal) -> Computed:
    """The equal monthly payment of a loan, rounded to the cent.

    `rate` is the nominal yearly rate in percent, compounded monthly; `years` the term, in whole months. The annuity
    formula: payment = principal * r / (1 - (1 + r)^-n), with r the rate of a month and n the number of months.

    Raises ToolError for a rate outside 0 to 100, a term outside one month to 100 years or of no whole months, and a
    principal that is not above 0.
    """
    _within("rate", rate, Decimal(0), Decimal(100), "percent a year")
    _within("years", years, Decimal(0), Decimal(100), "years", above=True)
    _within("principal", principal, Decimal(0), MOST_MONEY, "money", above=True)
    months = (years * 12).quantize(Decimal("0.0001"))
    if months != months.to_integral_value() or months < 1:
        raise ToolError(f"years: {plain(years)} years are {plain(months)} months; give a term in whole months")
    count = int(months)
    with localcontext() as exact:
        exact.prec = 50
        monthly = rate / 1200
        payment = principal / count if not monthly else principal * monthly / (1 - (1 + monthly) ** -count)
        rounded = _cents(payment)
    whole = _cents(rounded * count)
    formula = "principal / n" if not monthly else "principal x r / (1 - (1 + r)^-n)"
    return Computed(
        result=f"The monthly payment is {rounded:,}.",
        working=(
            f"Formula: {formula}, with principal {plain(principal)}, r = {plain(rate)}% / 12 a month "
            f"and n = {count} months; paid in all: {whole:,}, of which interest: {whole - _cents(principal):,}."
        ),
    )


def plain(value: Decimal) -> str:
    """A number without exponent or trailing zeros, its thousands set apart."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _cents(value: Decimal) -> Decimal:
    return value.quantize(CENT, rounding=ROUND_HALF_UP)


def _within(name: str, value: Decimal, least: Decimal, most: Decimal, unit: str, *, above: bool = False) -> None:
    fits = value.is_finite() and least <= value <= most and not (above and value == least)
    if not fits:
        told = f"above {plain(least)} and at most {plain(most)}" if above else f"{plain(least)} to {plain(most)}"
        raise ToolError(f"{name}: {value} is out of range; give {told} ({unit})")

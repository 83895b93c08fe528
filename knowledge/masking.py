"""Masking of what may name a person in a text that leaves the machine: e-mail addresses, numbers like a phone's or a
card's. It errs towards masking: an order number of twelve digits goes too.
"""

from __future__ import annotations

import re
from typing import Any

EMAIL, CARD, PHONE = "[e-mail]", "[card]", "[phone]"
_EMAIL = re.compile(r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"(?<![\w.+-])(?:\+|\()?\d(?:[\s().\-/\u00a0\u2011\u2013]{0,3}\d){8,18}(?![\w-])")
_DATE = re.compile(r"(?:19|20)\d\d[-./]\d\d?[-./]\d\d?")
_LEAST, _MOST_PHONE = 9, 15
"""Digits of a phone number (E.164 allows 15); a card has 13 to 19 and a check digit."""


def masked(text: str) -> str:
    """`text` with a word in brackets for each such value; the rest stays letter for letter."""
    if "@" in text:
        text = _EMAIL.sub(EMAIL, text)
    return _NUMBER.sub(_masked_number, text)


def masked_values(value: Any) -> Any:
    """A JSON-able value with every text in it masked; keys stay, since programs read them."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {key: masked_values(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [masked_values(inner) for inner in value]
    return value


def _masked_number(match: re.Match[str]) -> str:
    said = match[0]
    digits = [int(char) for char in said if char.isdigit()]
    if len(digits) >= 13 and _checked(digits):
        return CARD
    # A date with an hour, and a number with a decimal point, have as many digits.
    if _DATE.match(said) or re.fullmatch(r"\d+\.\d+", said):
        return said
    return PHONE if _LEAST <= len(digits) <= _MOST_PHONE else said


def _checked(digits: list[int]) -> bool:
    """Luhn's sum (ISO/IEC 7812-1), which every card number passes and nine of ten others do not."""
    doubled = [digit * 2 if place % 2 else digit for place, digit in enumerate(reversed(digits))]
    return sum(digit - 9 if digit > 9 else digit for digit in doubled) % 10 == 0

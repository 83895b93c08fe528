"""Masking: what may name a person goes, what answers a question stays."""

from __future__ import annotations

import pytest

from knowledge.masking import masked, masked_values

GOES = [
    ("Write to jane.doe+x@mail.example.co.uk, please.", "Write to [e-mail], please."),
    ("Jürgen's is jürgen@müller.example", "Jürgen's is [e-mail]"),
    ("Call +49 (0)30 1234-5678 after 5.", "Call [phone] after 5."),
    ("My number: 030/123 45 67 89.", "My number: [phone]."),
    ("(555) 123-4567 or 555.123.4567", "[phone] or [phone]"),
    ("card 4111 1111 1111 1111, exp 12/27", "card [card], exp 12/27"),
    ("4111-1111-1111-1111", "[card]"),
    ("378282246310005", "[card]"),
]
STAYS = [
    "The Pro plan costs $21 per seat and month, 1,000,000 at most [1].",
    "On 2026-11-30 11:50:31 it was 3.14159265358979, and 0.123456789012 before.",
    "Ticket PROJ-123456789012, order A1234567890.",
    "run 0192f3a4-7b1c-7def-8123-456789abcdef",
    "§ 12 (3) and 1990-2024",
    "an @ alone, and 12345678",
]


@pytest.mark.parametrize(("text", "kept"), GOES)
def test_what_goes(text: str, kept: str) -> None:
    """An address or number is a word in brackets, and nothing beside it changes."""
    assert masked(text) == kept


@pytest.mark.parametrize("text", STAYS)
def test_what_stays(text: str) -> None:
    """Prices, dates, decimals, ticket numbers and ids are left alone."""
    assert masked(text) == text


def test_values() -> None:
    """Texts are masked however deep they lie; keys, numbers and nulls stay."""
    deep = {"a@b.example": [{"text": "a@b.example", "n": 4111111111111111}, None, ("x", "a@b.example")]}
    assert masked_values(deep) == {
        "a@b.example": [{"text": "[e-mail]", "n": 4111111111111111}, None, ["x", "[e-mail]"]]
    }

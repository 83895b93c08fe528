"""What a document tells of itself: front matter is no text, and its date is known."""

from __future__ import annotations

import pytest

from knowledge.front import Front, front

MATTER = (
    "---\ntitle: Returns\nlast_modified_at: 2024-03-01T10:00:00\ntags:\n  - shop\n---\n# Returns\n\nWithin 30 days."
)


def test_front_matter_is_blanked_line_by_line() -> None:
    """Title and date are read from it, and what follows keeps its line numbers."""
    assert front(MATTER, "shop/returns.md") == Front(
        "\n\n\n\n\n\n# Returns\n\nWithin 30 days.", "Returns", "2024-03-01"
    )


def test_a_rule_at_the_start_is_no_front_matter() -> None:
    """Prose between two rules is text."""
    text = "---\nWe moved.\n\nNew rooms\n---\n"
    assert front(text) == Front(text)


@pytest.mark.parametrize(
    ("text", "names", "date"),
    [
        ("# Prices\n\nLast updated: 2026-02-16\n\nPro costs $14.", (), "2026-02-16"),
        ("# Prices\n\n**Last updated:** 3 March 2025\n", (), "2025-03-03"),
        ("# Terms\n\nThese terms are effective 1 March 2025.", ("Terms", "legal/terms-2019.md"), "2025-03-01"),
        ("# Preise\n\nStand: 01.03.2026\n\nText.", (), "2026-03-01"),
        ("Pro costs $14.", ("", "billing/prices_2024-03-01.md"), "2024-03-01"),
        ("Pro costs $14.", ("Price list 2025", "billing/prices.md"), "2025"),
        ("+++\ndate = 2023-05-07\n+++\nText.", (), "2023-05-07"),
        ("---\nvalid_until: 2027-01-01\n---\nText.", (), ""),
        ("Founded in 1987 in Ghent.", ("About us", "about.md"), ""),
        ("One.\n" * 300 + "\nThe old rate was valid from May 2019.\n" + "\nTwo.\n" * 300, (), ""),
    ],
)
def test_a_document_is_dated_by_what_it_says_of_itself(text: str, names: tuple[str, ...], date: str) -> None:
    """Front matter, then its head or foot, then its title or the name of its file; one within the text is none."""
    assert front(text, *names).dated == date

"""The language of a message, by its function words."""

from __future__ import annotations

import pytest

from knowledge.language import language

MESSAGES = [
    ("Pro or Team plan?", "en"),
    ("Pro oder Team?", "de"),
    ("Was ist der Unterschied zwischen Pro und Team?", "de"),
    ("Quelle est la différence entre Pro et Team ?", "fr"),
    ("Pro ou Team ?", "fr"),
    ("¿Cuál es la diferencia entre Pro y Team?", "es"),
    ("¿Pro o Team?", "es"),
    ("What is the die casting limit in Germany?", "en"),
    ("Pro, Team", "en"),
    ("", "en"),
    ("プロとチーム", "en"),
]


@pytest.mark.parametrize(("text", "expected"), MESSAGES)
def test_language(text: str, expected: str) -> None:
    """Most function words win, and English where none leads."""
    assert language(text) == expected

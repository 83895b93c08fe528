"""Support: a passage must say the numbers, dates, names and denials of a sentence that cites it."""

from __future__ import annotations

import pytest

from knowledge.citations import withdrawn
from knowledge.passage import Passage
from knowledge.support import unsupported

PASSAGE = Passage(
    "i", "b", "The Pro plan costs $14 per seat. Refunds are not paid for coupons. It began on 3 May 2025.", "b/x.md"
)


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("The Pro plan costs $14 per seat.", ""),
        ("The Pro plan costs $15 per seat.", "15 is not in it"),
        ("It began on May 3, 2025.", ""),
        ("It began on May 4, 2025.", "2025-05-04 is not in it"),
        ("The plan of the Enterprise costs $14.", "Enterprise is not in it"),
        ("Refunds are paid for coupons.", "it says the opposite"),
    ],
)
def test_what_the_passage_does_not_say_is_named(sentence: str, why: str) -> None:
    """Each kind of invention has its own reason."""
    assert unsupported(sentence, [PASSAGE], "", lambda one, others: 0.0) == why


def test_a_sentence_without_support_is_marked_or_dropped() -> None:
    """The others stay as they are."""
    text = "One is so [1]. Two is not [2]. Three is [1]."
    assert withdrawn(text, {"Two is not."}, " [?]") == "One is so [1]. Two is not [?]. Three is [1]."
    assert withdrawn(text, {"Two is not."}, "") == "One is so [1]. Three is [1]."

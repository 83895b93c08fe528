"""Signs of comparison and of reckoning, by their sign or their name in a schema, and how each is said."""

from __future__ import annotations

import re
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.readings.text import fold
from tools.guard.verdict import Evidence, Reason

_COMPARISONS: Final = {
    ">": r"\b(?:greater|more|larger|higher|older|later|over|above|after|exceed\w*)\b|>",
    "<": r"\b(?:less|fewer|smaller|lower|younger|earlier|under|below|before)\b|<",
    ">=": r"\b(?:at least|minimum|or more|or higher|no less|since|from)\b|>=|≥",
    "<=": r"\b(?:at most|maximum|or less|or lower|no more|up to)\b|<=|≤",
    "=": r"\b(?:is|are|equals?|equal to|exactly|named|called|with)\b|=",
    "==": r"\b(?:is|are|equals?|equal to|exactly|named|called|with)\b|=",
    "+": r"\b(?:plus|add\w*|sum)\b|\+",
    "-": r"\b(?:minus|subtract\w*|difference)\b|-",
    "*": r"\b(?:times|multipl\w*|product)\b|[*×]",
    "/": r"\b(?:divid\w*|over|ratio|quotient)\b|[/÷]",
    "!=": r"\b(?:not|except|other than|excluding)\b|!=|≠",
}


_BY_NAME: Final = {
    **dict.fromkeys("gt above greater_than more_than over".split(), ">"),
    **dict.fromkeys("lt below less_than fewer_than under".split(), "<"),
    **dict.fromkeys("gte ge greater_or_equal at_least".split(), ">="),
    **dict.fromkeys("lte le less_or_equal at_most".split(), "<="),
    **dict.fromkeys("ne neq not_equal".split(), "!="),
}
"""Comparisons as schemas name them, to their signs."""


def comparison(value: str, heard: Heard) -> Evidence | None:
    """Evidence for a sign of comparison: ">" was said as "greater than", "over", "after"."""
    pattern = _COMPARISONS.get(_BY_NAME.get(value.lower(), value))
    if pattern is None:
        return None
    for one in heard.texts():
        found = re.search(pattern, fold(one.text))
        if found:
            return said(one, found.start(), found.end(), Reason.CODE, weak=True)
    return None

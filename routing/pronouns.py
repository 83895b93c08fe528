"""Pronouns whose noun has to be sought in what was said before."""

from __future__ import annotations

import re

from knowledge.text import terms

_PRONOUN = re.compile(
    r"\b(?:it|its|they|them|their|theirs|he|she|him|her|his|those|these|ones|"
    r"one(?=\s*(?:$|[?.!,;]|(?:is|are|was|has|can|does|do|should|would|for|in|of|with)\b))|"
    r"(?:this|that)(?!\s+(?:week|month|year|morning|afternoon|evening|quarter|the|a|an|i|we|you|my|our)\b))\b|"
    r"\b(?:dafür|davon|damit|dazu|das(?=\s*(?:$|[?.!,])))\b",
    re.IGNORECASE,
)
_THAT_CLAUSE = re.compile(
    r"\w+\s+that\s+(?:is|are|was|were|has|have|can|does|i|we|you|the|a|an|my|our|(?!\w*ss\b)\w+s)\b",
    re.IGNORECASE,
)
_EXPLETIVE = re.compile(
    r"\b(?:is|was|does|will|would|can)?\s*it\s+"
    r"(?:possible|true|take[sn]?|rain|snow|ok|okay|safe|be possible|like to)\b|\bhow far (?:is|was) it\b",
    re.IGNORECASE,
)
_NEXT_CLAUSE = re.compile(
    r"\S\s+(?:and|but|or|und|oder|et)\s+(?:what|which|who|when|where|why|how|is|are|was|does|do|can|will)\b",
    re.IGNORECASE,
)


def open_pronoun(text: str) -> re.Match[str] | None:
    """The first pronoun whose noun does not stand before it in the same text."""
    if _EXPLETIVE.search(text):
        return None
    for match in _PRONOUN.finditer(text):
        if match[0].casefold() == "that" and _THAT_CLAUSE.search(text[: match.end() + 20]):
            continue
        before = text[: match.start()]
        # "What is mortadella and where is it from?": the noun stands in the clause before.
        if len(terms(before)) < 2 and not (terms(before) and _NEXT_CLAUSE.search(before)):
            return match
    return None

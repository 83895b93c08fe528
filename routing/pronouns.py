"""Pronouns whose noun has to be sought in what was said before."""

from __future__ import annotations

import re

from knowledge.text import terms
from routing.bound import NEAR, is_bound
from routing.expletives import stands_for_nothing

_PRONOUN = re.compile(
    r"\b(?:it|its|they|them|their|theirs|he|she|him|her|his|those|these|ones|"
    r"one(?=\s*(?:$|[?.!,;]|(?:is|are|was|has|can|does|do|should|would|for|in|of|with)\b))|"
    r"(?:this|that)(?!\s+(?:week|month|year|morning|afternoon|evening|quarter|the|a|an|i|we|you|my|our)\b))\b|"
    r"(?<!, )\b(?:dafür|davon|damit|dazu|das(?=\s*(?:$|[?.!,])))\b",
    re.IGNORECASE,
)
_THAT_CLAUSE = re.compile(
    r"\w+\s+that\s+(?:is|are|was|were|has|have|had|can|could|will|would|do|does|did|\w{2,}ed|i|we|you|he|she|it|they|the|a|an|my|our|(?!\w*ss\b)\w+s)\b",
    re.IGNORECASE,
)
_NEXT_CLAUSE = re.compile(
    r"\S\s+(?:and|but|or|und|oder|et)\s+(?:what|which|who|when|where|why|how|is|are|was|does|do|can|will)\b",
    re.IGNORECASE,
)
_OBJECTS = frozenset({"it", "them"})
_HOLDS = re.compile(r"\b(?:have|has|had)\b.*\s(?:in|on|inside|with)\s+$", re.IGNORECASE)
"""Of what has a thing in it or on it, that is said: "do my tyres have enough air in them"."""
_ENDS_CLAUSE = re.compile(r"\s*(?:$|[?.!])")
_ASKED_OF = re.compile(
    r"\b(?:do|does|did|can|could|will|would|should|may|must|am|are|is)\s+(?:i|you|we|he|she|they|it)\b", re.IGNORECASE
)
"""Who is asked about is in the same clause: "How often should I clean it?"."""
_BOUNDARY = re.compile(
    r"\w[^\w\s'’-]|\w\s+(?:and|but|or|so|than|to|that|which|who|whose|whom|where|when|while|if|because|since|before|"
    r"after|until|unless|though|although|as|how|what|why|whether|without|by|please|\w+ing|i|you|we|he|she|they|it)\s",
    re.IGNORECASE,
)


def open_pronoun(text: str) -> re.Match[str] | None:
    """The first pronoun whose noun does not stand in the same text."""
    if stands_for_nothing(text):
        return None
    for match in _PRONOUN.finditer(text):
        if is_bound(match, text):
            continue
        before = text[max(match.start() - NEAR, 0) : match.start()]
        if match[0].casefold() == "that" and _THAT_CLAUSE.search(f"{before}{text[match.start() : match.end() + 20]}"):
            continue
        # "What is mortadella and where is it from?": the noun stands in the clause before.
        if len(terms(before)) < 2 and not (terms(before) and _NEXT_CLAUSE.search(before)):
            return match
        if _is_object(match, text):
            return match
    return None


def _is_object(pronoun: re.Match[str], text: str) -> bool:
    """Whether a pronoun ends the one clause there is: what its verb does, it does not do to its own subject ("Which
    foods cause it?"), and no noun of the clause is meant.
    """
    if pronoun[0].casefold() not in _OBJECTS or _ENDS_CLAUSE.match(text, pronoun.end()) is None:
        return False
    before = _ASKED_OF.sub(" ", text[max(pronoun.start() - NEAR, 0) : pronoun.start()])
    return _BOUNDARY.search(before) is None and _HOLDS.search(before) is None

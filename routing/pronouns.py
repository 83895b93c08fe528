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
_BE = r"(?:is|was|be|been|will|would|might|could|has|['’]s|['’]ll)"
_ADVERB = r"(?:(?:be|been|ever|so|very|too|still|really|a|any)\s+)*"
_REFERS = r"(?!(?:going|able|used|ready|likely|supposed|meant|allowed|similar|close|next|equal|due|relevant|\w+ed)\b)"
"""Before these a pronoun is a thing: "is it used to cut glass", "is it similar to rugby"."""
_CLAUSE = r"(?:to\s+\w+\s+(?!(?:in|on|for|with|at|by|from|as)\b)\w|(?:that|if|when|whether)\s+\w)"
"""What "it" announces: a verb with its object. "Is it easy to learn?" asks about a thing."""
_EXPLETIVE = re.compile(
    "|".join(
        (
            r"\b(?:is|was|does|will|would|can)?\s*it\s+(?:possible|true|take[sn]?|rain|snow|ok|okay|safe|time)\b",
            r"\b(?:is|was|does|will|would|can)?\s*it\s+(?:be possible|like to)\b",
            # The time, the date, the weather: "what day is it today", "the date it will be", "how cold is it outside".
            r"\bhow far (?:is|was) it\b",
            rf"\b(?:time|days?|date|hour|year|month|late|early)\s+(?:{_BE}\s+it|it\s*{_BE})\b",
            r"\blong\s+(?:(?:has|will|would|does|did)\s+it|it\s+(?:has|will|would|takes|took))\b",
            rf"\b(?:hot|cold|warm|dark|humid|windy)\s+{_BE}\s+it\s+\w",
            rf"\b{_BE}\s+it\s+(?:going to |gonna )?(?:be )?(?:rain|snow|storm|freez)",
            # What a clause behind it says: "how hard is it to visit Spain", "it was a pleasure to meet you".
            rf"(?<!likely )\b{_BE}\s+it\s+{_ADVERB}{_REFERS}(?:\w+\s+)?(?:(?:for|of)\s+\w+(?:\s+\w+)?\s+)?{_CLAUSE}",
            rf"\bit\s*{_BE}\s+{_ADVERB}{_REFERS}\w+\s+(?:to|talking|speaking)\s+\w",
            r"\bhow(?:['’]s| is| was) it (?:going|hanging)\b",
        )
    ),
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
_BOUNDARY = re.compile(
    r"\w[^\w\s'’-]|\w\s+(?:and|but|or|so|than|to|that|which|who|whose|whom|where|when|while|if|because|since|before|"
    r"after|until|unless|though|although|as|how|what|why|whether|without|by|please|\w+ing|i|you|we|he|she|they|it)\s",
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
        if _is_object(match, text):
            return match
    return None


def _is_object(pronoun: re.Match[str], text: str) -> bool:
    """Whether a pronoun ends the one clause there is: what its verb does, it does not do to its own subject ("Which
    foods cause it?"), and no noun of the clause is meant.
    """
    if pronoun[0].casefold() not in _OBJECTS or _ENDS_CLAUSE.match(text, pronoun.end()) is None:
        return False
    before = text[: pronoun.start()]
    return _BOUNDARY.search(before) is None and _HOLDS.search(before) is None

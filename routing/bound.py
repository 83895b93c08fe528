"""Pronouns whose noun stands in the same sentence: "Does Spain have its own army?", "In her diary, what did Anne Frank
write about?", "Where is it, the town hall?".
"""

from __future__ import annotations

import re

from knowledge.text import terms

_NO_PRONOUN = r"(?!(?:i|you|we|it|they|he|she|this|that|these|those|there)\b)"
_AUXILIARY = (
    r"\b(?P<verb>do|does|did|can|could|will|would|should|must|may|is|are|was|were|has|have|had)\s+"
    rf"{_NO_PRONOUN}(?:(?:the|an?|my|our|your|some|all|most|any)\s+)?"
)
_OWNED = frozenset({"its", "their", "his", "her"})
_OWNS = re.compile(rf"{_AUXILIARY}(?P<owner>[\w'’-]+(?:\s+[\w'’-]+){{1,5}})\s+$", re.IGNORECASE)
_OF_ONE = frozenset({"does", "is", "was", "has"})
_OF_SEVERAL = frozenset({"do", "are", "were", "have"})
_JOINED = re.compile(rf"\b{_NO_PRONOUN}[\w'’-]+\s+(?:and|or)\s+$", re.IGNORECASE)
"""A thing and what is its: "my manager and his boss"."""
_PERSONS = frozenset({"he", "she", "his", "her", "him"})
_SOMEBODY = re.compile(
    r"\b(?:an?|the|my|our|your)\s+\w.*\b(?:that|if|when|because|after|before|until|while|as)\s+$", re.IGNORECASE
)
_PHRASE_OPENS = re.compile(
    r"^\W*(?:in|on|at|for|by|with|despite|because of|due to|given|after|before|during|under|unlike|like|from)\s+$",
    re.IGNORECASE,
)
_CLAUSE_OPENS = re.compile(
    r"^\W*(?:when|if|before|after|while|although|though|because|since|until|once|as)\b[^,]*$", re.IGNORECASE
)
_NOUN_ASKED = re.compile(rf"^[^,]*,.*{_AUXILIARY}\w", re.IGNORECASE)
_NAME_ASKED = re.compile(r"^[^,]*,.*\b(?:did|was|does|is|has|had|would|could)\s+(?-i:(?!I\b)[A-Z])", re.IGNORECASE)
_SET_APART = re.compile(r"^[^,:]{0,40},\s*(?:the|an?|my|our|this|that|these|those)\s+[^,]+$", re.IGNORECASE)
_LISTED = re.compile(r"^[^:.?!]{0,60}:\s+(?P<said>\S.*)$", re.DOTALL)
_HEADS = re.compile(r"(?:those\s+(?:who|whose|that|which|with|of)|that\s+of)\b", re.IGNORECASE)
NEAR = 200
"""Characters of a sentence on either side in which the noun is sought."""


def is_bound(pronoun: re.Match[str], text: str) -> bool:
    """Whether the noun of a pronoun found in `text` stands in its own sentence."""
    at, said = pronoun.start(), pronoun[0].casefold()
    before, behind = text[max(at - NEAR, 0) : at], text[pronoun.end() : pronoun.end() + NEAR]
    opening = before if at <= NEAR else ""
    if _HEADS.match(text, at) or _precedes(said, before):
        return True
    return _follows(opening, before, behind) or _is_led_in(said, opening, behind)


def _precedes(said: str, before: str) -> bool:
    """Whether a thing is that of the one who does what is asked, where the verb agrees ("do cats know their names",
    and not "which drugs treat its symptoms"), or a person the one that a clause before is about.
    """
    if said in _PERSONS and _SOMEBODY.search(before):
        return True
    if said not in _OWNED:
        return False
    if _JOINED.search(before) and terms(before):
        return True
    found = _OWNS.search(before)
    other = _OF_ONE if said == "their" else _OF_SEVERAL
    return found is not None and bool(terms(found["owner"])) and found["verb"].casefold() not in other


def _is_led_in(said: str, opening: str, behind: str) -> bool:
    """Whether what leads a question in speaks of the noun that it then asks about: "Despite its name, is the guinea pig
    a pig?". "If it breaks, what does the warranty cover?" asks about something else.
    """
    phrase = _PHRASE_OPENS.match(opening)
    if said in _OWNED and phrase and _NOUN_ASKED.match(behind):
        return True
    return said in _PERSONS and bool(phrase or _CLAUSE_OPENS.match(opening)) and _NAME_ASKED.match(behind) is not None


def _follows(opening: str, before: str, behind: str) -> bool:
    """Whether the noun is set behind: "which of these: ...", "where is it, the town hall?"."""
    listed = _LISTED.match(behind)
    if listed is not None and len(terms(listed["said"])) > 1:
        return True
    leads_in = _CLAUSE_OPENS.match(opening) is not None or before.rstrip().endswith(",")
    return not leads_in and _SET_APART.match(behind) is not None

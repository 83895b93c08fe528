"""Pronouns that stand for nothing: "it" where the language only wants a subject ("is it far to the sea?"), and "they"
for people at large.
"""

from __future__ import annotations

import re

_BE = r"(?:is|was|be|been|will|would|might|could|has|['’]s|['’]ll)"
_ADVERB = r"(?:(?:be|been|ever|so|very|too|still|really|a|any)\s+)*"
_IS_IT = rf"\b{_BE}\s+it\s+{_ADVERB}"
_IT_IS = rf"\bit\s*{_BE}\s+{_ADVERB}"
_REFERS = r"(?!(?:going|able|used|ready|likely|supposed|meant|allowed|similar|close|next|equal|due|relevant|\w+ed)\b)"
"""Before these a pronoun is a thing: "is it used to cut glass", "is it similar to rugby"."""
_PREPOSITION = r"(?:in|on|for|with|at|by|from|as)\b"
_CLAUSE = rf"(?:to\s+\w+\s+(?!{_PREPOSITION})\w|(?:that|if|when|whether)\s+\w)"
"""What "it" announces: a verb with its object. "Is it easy to learn?" asks about a thing."""
_OF_ACTS = (
    r"(?:(?:un)?common|(?:un)?usual|(?:ab)?normal|rare|typical|customary|mandatory|compulsory|(?:un)?necessary|polite|"
    r"rude|advisable|important)"
)
"""What only an act is, and no thing: "is it common for toddlers to bite?"."""
_JUDGED = r"(?:easy|easier|hard|harder|difficult|clear|(?:im)?possible|(?:un)?likely|necessary)"
_FELT = r"(?:hot|cold|warm|dark|humid|windy|hotter|colder|warmer|darker)"
_THERE = r"(?:in|on|at|outside|there|here|during|tonight|tomorrow)\b"

_TIME_AND_WEATHER = (
    r"\bhow far (?:is|was) it\b",
    rf"\b(?:time|days?|date|hour|year|month|late|early)\s+(?:{_BE}\s+it|it\s*{_BE})\b",
    r"\blong\s+(?:(?:has|will|would|does|did)\s+it|it\s+(?:has|will|would|takes|took))\b",
    rf"\b{_FELT}\s+{_BE}\s+it\s+\w",
    rf"\b{_FELT}\s+(?:does|did|will|can|would)\s+it\s+(?:get|become|feel)\s+{_THERE}",
    rf"\bit\s*{_BE}\s+(?:\w+\s+)?{_FELT}\s+{_THERE}",
    r"\bit\s+(?:gets?|got|becomes?|became|grows?|stays?)\s+(?:\w+\s+)?(?:dark|light|late|cold|hot|warm)\b",
    rf"\b{_BE}\s+it\s+(?:going to |gonna )?(?:be )?(?:rain|snow|storm|freez)",
    r"\bit(?:['’]ll|\s+(?:will|would|might|may|could|(?:is|was) going to))\s+(?:rain|snow|hail)\b",
    r"\bit\s+(?:rain|snow|time|take[sn]?)\b",
)
_SAID_BEHIND = (
    # What a clause behind it says: "how hard is it to visit Spain", "it was a pleasure to meet you".
    r"\bit\s+(?:true|ok|okay|possible|be possible|like to)\b",
    rf"(?<!likely ){_IS_IT}{_REFERS}(?:\w+\s+)?(?:(?:for|of)\s+\w+(?:\s+\w+)?\s+)?{_CLAUSE}",
    rf"{_IS_IT}{_OF_ACTS}\s+(?:for\s+(?:\w+\s+){{1,3}}to\s+\w|to\s+\w+\s+\w)",
    rf"{_IS_IT}(?:un)?likely\s+(?:that|if)\s+\w",
    rf"\blikely\s+{_BE}\s+it\s+that\s+\w",
    rf"(?:{_IS_IT}|{_IT_IS})(?:late|early|soon)\s+to\s+\w",
    rf"{_IS_IT}worth\s+\w+ing\s+(?!(?:{_PREPOSITION}|(?:it|them)\b))\w",
    rf"{_IT_IS}{_REFERS}\w+\s+(?:to|talking|speaking)\s+\w",
    rf"{_IT_IS}(?:\w+ed|said|known|thought)\s+that\s+\w",
    r"\bit\s+(?:costs?\s+(?:\w+\s+)?to|(?:\w+ly\s+)?(?:feels?\s+(?:like\s+)?|hurts?\s+|pays?\s+)to)\s+\w",
    r"\bit\s+(?:\w+ly\s+)?matters?\s+(?:if|whether|that|what|which|how|who|when|where)\s+\w",
    r"\bit\s+(?:\w+ly\s+)?means?\s+(?:to|when|if|that)\s+\w",
    r"\bit\s+(?:makes?|made)\s+(?:(?:any|no|a|more|much)\s+)?(?:sense|difference)\s+(?:to|if|whether|when|that)\s+\w",
    r"\bit\s+(?:(?:comes?|came)\s+about|(?:turns?|turned)\s+out|happens?)\s+that\s+\w",
    r"\bit\s+(?:seems|looks|appears|sounds)\s+(?:that|like|as if|as though)\s+(?:my|our|the|i|we|you|there)\b",
    r"\b(?:find|finds|found|think|consider)\s+it\s+(?:\w+\s+)?\w+\s+(?:to|that)\s+\w",
    rf"\b(?:make|makes|made)\s+it\s+(?:so|(?:\w+\s+)?{_JUDGED})\s+(?:to|that|for|in|from)\s+\w",
    # What is brought forward: "who was it that rang", "what is it I have to sign".
    r"\b(?:who|what|where|when|why|how|which(?:\s+\w+)?)\s+(?:is|was)\s+it\s+(?:that|who|which|i|you|we|he|she|they)\b",
)
_SET_PHRASES = (
    r"\bwhat is it about\s+\w",
    r"\bhow (?:about|come) it\b",
    r"\bhow(?:['’]s| is| was) it (?:going|hanging)\b",
    r"\bwhen it comes to\b",
    r"\bis it (?:just (?:me|us)|called when)\b",
    r"\bas it (?:happens|turns out|were)\b",
    r"\btakes? it for granted\b",
    r"\b(?:make|makes|made|making) it (?:to|past|through|home|in time|on time)\b",
    r"\b(?:put|get|got) it (?:another way|differently|across|over with)\b",
    r"\bappreciate it if\b",
    r"\bdo they call\b",
    r"\bdo they (?:speak|say|celebrate) .{1,60}\bin (?-i:[A-Z])",
)
_EXPLETIVE = re.compile("|".join((*_TIME_AND_WEATHER, *_SAID_BEHIND, *_SET_PHRASES)), re.IGNORECASE)


def stands_for_nothing(text: str) -> bool:
    """Whether a pronoun of `text` has no noun anywhere, so that none is sought."""
    return _EXPLETIVE.search(text) is not None

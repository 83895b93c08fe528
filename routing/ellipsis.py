"""Questions of which only the new part is said: "and for ten seats?", "the Team plan?", "and the last?"."""

from __future__ import annotations

import re

from knowledge.text import terms
from routing.clauses import asks, opens_question

CONNECTOR = re.compile(
    r"^\W*(?:and|but|so|or|then|also|what about|how about|und|aber|oder|was ist mit|wie ist es mit|et|mais|pero|"
    r"y(?=\s+(?:el|la|los|las|una?|para|con|sin|en|si|cuándo|cómo|cuánto|qué|dónde|quién|por)\b))\b[\s,]*",
    re.IGNORECASE,
)
FRAGMENT = re.compile(
    r"^\W*(?:for|in|on|with|without|from|at|to|per|by|than|as|für|mit|ohne|bei|als|pour|avec|sans)\b", re.IGNORECASE
)
OPENERS = re.compile(
    r"^\W*(?:what|which|who|whom|whose|when|where|why|how|can|could|do|does|did|is|are|will|would|should|may|tell|show|"
    r"i|my|we|our|the|please|was|wie|wer|wann|warum|wo|welche\w*|kann|könnt|können|habt|haben|gibt|darf|muss|ich|"
    r"comment|quand|pourquoi|je)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"^\W*\w+\s+(?:what|which|whom?|whose|how|where|when|welche\w*|wie|quel\w*|combien)\b|"
    r",\s*\S+\s+\S|"
    r"\w,?\s+(?:what|which|who|how|where|when|why|do|does|did|is|are|can|could|will|would|should)\b",
    re.IGNORECASE,
)
"""What a preposition begins and is whole: "In what year was Casablanca released?", "From now on, call me Ann"."""
_LIMITS = r"(?:after|before|since|until|between|over|under|above|below|within)"
_LIMIT = re.compile(rf"^\W*{_LIMITS}\b", re.IGNORECASE)
"""What a connector may have behind it as well: "and before 1990?". At the head of a message it opens a clause."""
_NARROWS = re.compile(
    r"^\W*(?:just|only)\s+(?=(?:for|in|on|with|without|from|at|to|per|by|after|before|since|until)\b)", re.IGNORECASE
)
_RANK = r"(?:\w{2,}est|best|worst|most|least|first|second|third|fourth|fifth|last|latter|former)"
_RANKED = re.compile(rf"(?:the\s+)?(?P<rank>{_RANK})(?:\s+ones?)?", re.IGNORECASE)
_HEADLESS = re.compile(
    rf"^\W*(?:what|which|who)(?:['’]s|\s+(?:is|are|was|were))\s+the\s+(?:{_RANK}|other|same|next)"
    r"(?=\s*(?:$|[?.!,]|(?:ever|in|on|to|of|for|at|based|used)\b))",
    re.IGNORECASE,
)
_ONE_NAME = re.compile(r"(?<![\w-])(?!I\b)[A-Z][\w&+]*(?: [A-Z][\w&+]*)*(?![\w-])")
_NUMBERED = re.compile(r"(?:the\s+)?(?:(?P<kind>[^\W\d]+)\s+)?(?P<number>\S*\d\S*)", re.IGNORECASE)
_ENDS = frozenset({"top", "bottom", "first", "last"})
_LINKS = r"(?:\s+(?:is|was|of|number|no\.?))*\s+"
_COMPARED = re.compile(r"\b(?:\w+er|more|less)\s+than\s+\S*\d[^\s?!,]*(?:\s+[a-z]+)?", re.IGNORECASE)
_OPENS = re.compile(r"^\W*[\w'’]+")
_ANYTHING = re.compile(
    r"^\W*(?:and |but |or |so )?(?:what about|how about|was ist mit|wie ist es mit)\b", re.IGNORECASE
)


def is_open(topic: str) -> bool:
    """Whether a question itself leaves out what it is about: "What's the biggest ever caught?"."""
    return _HEADLESS.search(topic) is not None


def taken_up(message: str, topic: str) -> str:
    """`topic` with `message`, its new part, in place of the part that is like it, or behind it; "" where `message` is a
    question of its own, or a reply.
    """
    stem = topic.rstrip("?.!。？！ ")
    rest = _NARROWS.sub("", CONNECTOR.sub("", message)).strip()
    connected = rest != message.strip()
    if FRAGMENT.match(rest) or (connected and _LIMIT.match(rest)):
        return (
            "" if _CLAUSE.search(rest) or rest.endswith(".") else _asking(f"{_without_last(stem, rest)} {rest}", topic)
        )
    if not connected and not rest.endswith(("?", "？")):
        return ""  # "Berlin." replies to what was asked, and "cancel" is a command
    swapped = _compared(stem, rest) or _swap(stem, rest) or _like(stem, rest) or _other_name(stem, rest)
    if swapped:
        return f"{swapped}?"
    # Whoever says "what about X" may ask anything about it, and a bare "X?" even more.
    if not connected or _ANYTHING.match(message) or OPENERS.match(rest) or asks(rest.rstrip("?")):
        return ""
    return _asking(f"{stem}, {rest}", topic)


def _asking(text: str, topic: str) -> str:
    """`text` with the question mark of the topic that it takes up, where it has no end of its own."""
    return f"{text}?" if topic.endswith("?") and text[-1].isalnum() else text


def _without_last(stem: str, fragment: str) -> str:
    """`stem` without a fragment at its end that begins alike: "for twenty" takes the place of "for ten seats", "after
    May" that of "before March".
    """
    first = _LIMITS if _LIMIT.match(fragment) else re.escape(fragment.split(maxsplit=1)[0])
    found = re.search(rf"\s{first}\s+(?:[\w$€-]+\s*){{1,4}}$", stem, re.IGNORECASE)
    return stem[: found.start()] if found and len(terms(stem[: found.start()])) > 1 else stem


def _swap(stem: str, rest: str) -> str:
    """`stem` with the phrase that ends like `rest` exchanged for it: "the Pro plan" for "the Team plan"."""
    phrase = rest.rstrip("?.!。？！ ")
    head = phrase.split()[-1] if phrase.split() else ""
    opened = OPENERS.match(re.sub(r"^the\s+", "", phrase, flags=re.IGNORECASE))
    if len(phrase.split()) < 2 or opened or not terms(head):
        return ""
    pattern = re.compile(rf"(?:\b(?:the|a|an|my|our|your)\s+)?(?:[\w-]+\s+)?\b{re.escape(head)}\b", re.IGNORECASE)
    found = pattern.search(stem)
    return f"{stem[: found.start()]}{phrase}{stem[found.end() :]}" if found else ""


def _like(stem: str, rest: str) -> str:
    """`stem` with its one rank or number exchanged for another of its kind: "the last" for "the first", "room 5" for
    "room number 4", "20" for "10".
    """
    phrase = rest.rstrip("?.!。？！ ")
    ranked, numbered = _RANKED.fullmatch(phrase), _NUMBERED.fullmatch(phrase)
    if ranked:
        return _in_its_place(stem, re.compile(rf"\b{_RANK}\b", re.IGNORECASE), ranked["rank"])
    if numbered is None:
        return ""
    kind, number, before = (numbered["kind"] or "").casefold(), numbered["number"], r"(?<![^ ])"
    if kind in _ENDS:
        number, before = f"{kind} {number}", rf"\b(?:{'|'.join(sorted(_ENDS))})\s+"
    elif kind:
        before = rf"(?P<kept>\b{re.escape(kind)}{_LINKS})"
    return _in_its_place(stem, re.compile(rf"{before}\S*\d[^\s?!,]*", re.IGNORECASE), number)


def _compared(stem: str, rest: str) -> str:
    """`stem` with its one bound exchanged for another: "later than 1990" for "earlier than 1970"."""
    phrase = rest.rstrip("?.!。？！ ")
    return _in_its_place(stem, _COMPARED, phrase) if _COMPARED.fullmatch(phrase) else ""


def _in_its_place(stem: str, pattern: re.Pattern[str], new: str) -> str:
    """`stem` with the one stretch that `pattern` finds, but for its part `kept`, made `new`; "" where it finds none, or
    several.
    """
    found = list(pattern.finditer(stem))
    if len(found) != 1:
        return ""
    kept = found[0].groupdict().get("kept") or ""
    return f"{stem[: found[0].start()]}{kept}{new}{stem[found[0].end() :]}"


def _other_name(stem: str, rest: str) -> str:
    """`stem` with its one name exchanged for the one that `rest` is: "the Pro plan" for "Team?"; "" where it has none,
    or several.
    """
    name = rest.rstrip("?.!。？！ ")
    opening = _OPENS.match(stem)
    names = list(_ONE_NAME.finditer(stem, opening.end() if opening else 0))
    if _ONE_NAME.fullmatch(name) is None or len(names) != 1 or OPENERS.match(name) or opens_question(name):
        return ""
    return f"{stem[: names[0].start()]}{name}{stem[names[0].end() :]}"

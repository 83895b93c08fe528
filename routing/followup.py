"""Making a follow-up stand alone, without a model, and finding what a question waits for.

The rules lean to leaving a message alone: a standalone question passes through byte for byte, and a completed one
uses only words of the conversation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from knowledge.text import sentences, terms, words
from routing.pronouns import open_pronoun

_CONNECTOR = re.compile(
    r"^\W*(?:and|but|so|or|then|also|what about|how about|und|aber|oder|was ist mit|wie ist es mit|et|mais)\b[\s,]*",
    re.IGNORECASE,
)
_FRAGMENT = re.compile(
    r"^\W*(?:for|in|on|with|without|from|at|to|per|by|than|für|mit|ohne|bei|pour|avec|sans)\b", re.IGNORECASE
)
_BEHIND = re.compile(r" \((?P<topic>[^()]+)\)$")
_STANDS_FOR_A_THING = frozenset({"it", "its", "they", "them", "their"})
_ABOUT = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"\b(?:tell me|learn|know|talk) (?:more )?about (?P<x>[^,.?]+)$",
        r"^(?:describe|explain) (?P<x>[^,.?]+)$",
        r"^(?:what|who)(?: is| are| was| were|['’]s) (?:the )?[\w ]+ (?:of|for) (?P<x>[^,.?]+)$",
        r"^(?:what|who)(?: is| are| was| were|['’]s) (?P<x>[^,.?]+)$",
        r"^(?:and )?(?:what|how) about (?P<x>[^,.?]+)$",
    )
)
_CONNECTED = re.compile(r"\b(?:and|or|that|who|which|is|are|was|if|when)\b", re.IGNORECASE)
BARE = 1
"""Words of meaning up to which a follow-up has the topic's question put behind it; with more, on CAsT's even half, that
question took away more than it gave (token F1 .767; .780 with this bound, .772 for messages as they are)."""
MOST_OWN = 3
"""Words of meaning up to which a message is completed at all: with more it says what it is about, and on CAsT's even
half a name put into it, or a topic before it, took away more than it gave (-.52 of token F1 over 15 turns)."""
MOST_BARE = 2
"""Words of a message that is completed though neither a connector nor a pronoun shows that it goes on: "Team?", "as
CSV"; "F1 keeps beeping" is a sentence."""
_ASKS_WITH = re.compile(
    r"^\W*\w+\s+(?:what|which|whom?|whose|how|where|when|welche\w*|wie|quel\w*|combien)\b", re.IGNORECASE
)
"""A question that a preposition begins: "In what year was Casablanca released?"."""
MOST_NAMED = 4
"""Words a subject may have to take a pronoun's place."""
_OPENERS = re.compile(
    r"^\W*(?:what|which|who|whom|whose|when|where|why|how|can|could|do|does|did|is|are|will|would|should|may|tell|show|"
    r"i|my|we|our|the|please|was|wie|wer|wann|warum|wo|welche\w*|kann|ich|comment|quand|pourquoi|je)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:the )?(?!I\b)[A-Z][\w-]*(?: [A-Z][\w-]*)*(?: (?:plan|server|board))?\b")
_ONE_NAME = re.compile(r"(?<![\w-])(?!I\b)[A-Z][\w&+]*(?: [A-Z][\w&+]*)*(?![\w-])")
_SENTENCE_OPENS = re.compile(r"(?:^|[.?!]\s)\W*[\w'’]+")
WHOLE = 3
"""Words of meaning in a question that says what it is about."""


def refers_back(message: str) -> bool:
    """Whether `message` cannot be understood without what was said before it."""
    if _stands_alone(message):
        return False
    if _CONNECTOR.match(message) or _FRAGMENT.match(message):
        return True
    told = words(message)  # each CJK character is one: a sentence without blanks is no fragment
    if len(told) <= 3 and not _OPENERS.match(message):
        return bool(told)
    if len(told) <= 2 and not terms(message):  # "why?"
        return bool(told)
    pronoun = open_pronoun(message)
    return pronoun is not None


def is_complete(text: str) -> bool:
    """Whether a text that was completed reads as a question of its own: nothing in it points back, and no topic had to
    be put behind it.
    """
    return not refers_back(text) and _BEHIND.search(text) is None


def leans(part: str) -> bool:
    """Whether one of several questions in a message says too little to be understood without the others."""
    return refers_back(part) or len(terms(part)) < WHOLE


def _stands_alone(message: str) -> bool:
    """Whether a whole question follows a connector or a fragment: "In general, what are the effects of caffeine?"."""
    rest = _CONNECTOR.sub("", message)
    if rest == message:
        _, _, rest = message.partition(", ") if _FRAGMENT.match(message) else ("", "", "")
    said = open_pronoun(rest) is None and len(terms(rest)) >= WHOLE
    return said and _OPENERS.match(rest) is not None and _CONNECTOR.match(rest) is None


def questions_in(message: str) -> list[str]:
    """The sentences of a message that ask, where there are several; the whole message otherwise."""
    asked = [sentence for sentence in sentences(message) if sentence.endswith("?")]
    return asked if len(asked) > 1 else [message]


def complete(message: str, earlier: Sequence[str]) -> str:
    """`message` made standalone with the user's earlier messages (oldest first); unchanged where it needs none."""
    said = [*earlier, message]
    # From the last message that stands alone on, each is completed from the one before it.
    first = next((place for place in range(len(said) - 1, -1, -1) if not refers_back(said[place])), 0)
    whole = said[first]
    for follow_up in said[first + 1 :]:
        whole = _completed(follow_up, whole.strip())
    return whole


def _completed(message: str, topic: str) -> str:
    stem = topic.rstrip("?.!。？！ ")
    rest = _CONNECTOR.sub("", message).strip()
    if len(set(terms(rest))) > MOST_OWN:
        return message
    if _FRAGMENT.match(rest) and not _ASKS_WITH.match(rest):
        return _asking(f"{_without_last(stem, rest)} {rest}", topic)
    swapped = _swap(stem, rest) or _other_name(stem, rest)
    if swapped:
        return f"{swapped}?"
    if open_pronoun(rest) is None and not _OPENERS.match(rest):
        connected = rest != message.strip()
        return _asking(f"{stem}, {rest}", topic) if connected or len(words(rest)) <= MOST_BARE else message
    named = _named(rest, topic)
    if named or len(terms(rest)) > BARE:
        return named or message  # its own words say enough to search by, beside the conversation's
    # What was said of a topic never piles up: only the question that a chain began with stands behind.
    root = _BEHIND.search(topic)
    return f"{rest} ({root['topic'] if root else topic})"


def _asking(text: str, topic: str) -> str:
    """`text` with the question mark of the topic that it takes up, where it has no end of its own."""
    return f"{text}?" if topic.endswith("?") and text[-1].isalnum() else text


def _named(rest: str, topic: str) -> str:
    """`rest` with the topic's subject in place of its pronoun; "" where the subject cannot be told."""
    pronoun, subject = open_pronoun(rest), _subject(topic)
    if pronoun is None or not subject or pronoun[0].casefold() not in _STANDS_FOR_A_THING:
        return ""
    owned = pronoun[0].casefold() in {"its", "their"}
    ending = ("'" if subject.endswith("s") else "'s") if owned else ""
    return f"{rest[: pronoun.start()]}{subject}{ending}{rest[pronoun.end() :]}"


def _subject(topic: str) -> str:
    """What a question is about, in its own words, where its form tells: "What is X?", "Tell me about X"."""
    asked = topic.strip().rstrip("?.! ")
    found = next((match for form in _ABOUT if (match := form.search(asked))), None)
    subject = found["x"].strip() if found else _name_in(asked)
    plain = len(subject.split()) <= MOST_NAMED and open_pronoun(subject) is None and not _CONNECTED.search(subject)
    return subject if plain else ""


def _name_in(asked: str) -> str:
    """The first name in a question, told by a capital that is not its sentence's first letter."""
    found = _NAMED.search(_SENTENCE_OPENS.sub(" ", asked))
    return found[0] if found else ""


def _without_last(stem: str, fragment: str) -> str:
    """`stem` without a fragment at its end that begins alike: "for twenty" takes the place of "for ten seats"."""
    first = re.escape(fragment.split(maxsplit=1)[0])
    found = re.search(rf"\s{first}\s+(?:[\w$€-]+\s*){{1,4}}$", stem, re.IGNORECASE)
    return stem[: found.start()] if found and len(terms(stem[: found.start()])) > 1 else stem


def _swap(stem: str, rest: str) -> str:
    """`stem` with the phrase that ends like `rest` exchanged for it: "the Pro plan" for "the Team plan"."""
    phrase = rest.rstrip("?.!。？！ ")
    head = phrase.split()[-1] if phrase.split() else ""
    if len(phrase.split()) < 2 or _OPENERS.match(re.sub(r"^the\s+", "", phrase, flags=re.IGNORECASE)):
        return ""
    pattern = re.compile(rf"(?:\b(?:the|a|an|my|our|your)\s+)?(?:[\w-]+\s+)?\b{re.escape(head)}\b", re.IGNORECASE)
    found = pattern.search(stem)
    return f"{stem[: found.start()]}{phrase}{stem[found.end() :]}" if found else ""


def _other_name(stem: str, rest: str) -> str:
    """`stem` with its one name exchanged for the one that `rest` is: "the Pro plan" for "Team?"; "" where it has none,
    or several.
    """
    name = rest.rstrip("?.!。？！ ")
    begun = _SENTENCE_OPENS.match(stem)
    names = list(_ONE_NAME.finditer(stem, begun.end() if begun else 0))
    if _ONE_NAME.fullmatch(name) is None or len(names) != 1 or _OPENERS.match(name):
        return ""
    return f"{stem[: names[0].start()]}{name}{stem[names[0].end() :]}"

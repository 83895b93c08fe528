"""Making a follow-up stand alone, without a model.

The rules lean to leaving a message alone: a standalone question passes through byte for byte, and a completed one
uses only words of the conversation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.text import sentences, terms, words
from routing.antecedents import Subject, named, stands_for, subject
from routing.clauses import QUESTION_MARKS, asks, opens_question
from routing.ellipsis import CONNECTOR, FRAGMENT, OPENERS, is_open, taken_up
from routing.foreign_pronouns import points_back
from routing.pronouns import open_pronoun
from routing.relations import lacks_owner, owned_by

_BEHIND = re.compile(r" \((?P<topic>[^()]+)\)$")
_REPLY = re.compile(r"^\W*(?:yes|yeah|yep|no|nope|nah|ja|nein|oui|non)\b", re.IGNORECASE)
BARE = 1
"""Words of meaning up to which a question has the one before it put behind it ("why?"). What says more is searched by
its own words and the conversation's."""
MOST_OWN = 3
"""Words of meaning up to which a message is completed at all: with more it says what it is about. Token F1 on CAsT's
even half is .8059 with 2, .8074 with 3 and .8084 with 4, and each word more puts wrong ones into more messages."""
WHOLE = 3
"""Words of meaning in a question that says what it is about."""
_OF_WHAT_WAS_SAID = re.compile(
    r"\b(?:the|these|those|this|that)\b|\bhow (?:many|much) (?:can|do|does|did|are|is|will)\b|"
    r"\b(?:what|which) (?:types?|kinds?|sorts?)\b",
    re.IGNORECASE,
)
_CHOOSES = re.compile(r"\W*(?:(?:and|but|so) )?which (?:ones?|of (?:them|these|those|the|both))\b", re.IGNORECASE)
"""After "Which one has a lid?", "it" may be the one that was found, or the lid."""
_REACTS = re.compile(
    r"\W*(?:(?:ok|okay|oh|ah|aha|hm+|wow|well|yes|no|sure|right|really|very|so|too|how|interesting|nice|great|good|cool|"
    r"awesome|amazing|perfect|fine|helpful|funny|strange|sad|sorry|thanks|thank you|thx|got it|i see|makes sense|"
    r"never mind|that(?:['’]s| is| sounds?))\b\W*)+",
    re.IGNORECASE,
)
"""A sentence before a question that only reacts to what was said: "Interesting. How does it work?"."""


def refers_back(message: str) -> bool:
    """Whether `message` cannot be understood without what was said before it."""
    message = _parted(message)[1]
    if _stands_alone(message):
        return False
    if CONNECTOR.match(message) or FRAGMENT.match(message):
        return True
    told = words(message)  # each CJK character is one: a sentence without blanks is no fragment
    if len(told) <= 3 and not OPENERS.match(message):
        return bool(told)
    if len(told) <= 2 and not terms(message):  # "why?"
        return bool(told)
    return open_pronoun(message) is not None or lacks_owner(message) or points_back(message)


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
    rest = CONNECTOR.sub("", message)
    if rest == message:
        _, _, rest = message.partition(", ") if FRAGMENT.match(message) else ("", "", "")
    said = open_pronoun(rest) is None and len(terms(rest)) >= WHOLE
    return said and OPENERS.match(rest) is not None and CONNECTOR.match(rest) is None


def questions_in(message: str) -> list[str]:
    """The sentences of a message that ask, where there are several; the whole message otherwise."""
    asked = [sentence for sentence in sentences(message) if sentence.endswith("?")]
    return asked if len(asked) > 1 else [message]


@dataclass(frozen=True, slots=True)
class _Heard:
    """What a conversation left to complete its next message from."""

    topic: str = ""
    """The last question, where it stands alone; "" where it does not, so that nothing can be taken from it."""
    about: tuple[Subject, ...] = ()
    """What it is about, the nearest first."""


def complete(message: str, earlier: Sequence[str]) -> str:
    """`message` made standalone with the user's earlier messages (oldest first); unchanged where it needs none."""
    heard = _Heard()
    for one in earlier:
        heard = _after(one, heard)
    return _completed(message, heard)


def _after(message: str, heard: _Heard) -> _Heard:
    """What is left when `message` was said after what was `heard`."""
    text = _completed(message, heard).strip()
    if text != message.strip() and _BEHIND.search(text):
        return heard
    _, asked = _parted(text)
    if refers_back(asked) or is_open(asked):
        return _Heard("", () if _CHOOSES.match(asked) else heard.about)
    again = stands_for(_rest(message), heard.about) if text != message.strip() else None
    if again:
        return _Heard(asked, (again, *(one for one in heard.about if one != again)))
    found = subject(asked)
    if heard.topic and asked.startswith(f"{heard.topic.rstrip('?.! ')}, "):
        asked = heard.topic  # what was put behind a question does not pile up
    # What was completed still is about the same thing, and what says little is about a part of it ("the system",
    # "what kind"), but for a noun of its own: after "Can I pay by invoice?" another thing may be meant.
    part_of_it = leans(asked) and _OF_WHAT_WAS_SAID.search(asked) is not None
    kept = heard.about if text != message.strip() or refers_back(asked) or part_of_it else ()
    return _Heard(asked, ((found,) if found else ()) + kept)


def _rest(message: str) -> str:
    """What a message asks, without what its author says first."""
    return CONNECTOR.sub("", _parted(message)[1]).strip()


def _completed(message: str, heard: _Heard) -> str:
    """`message` completed from what was `heard` before it."""
    lead, asked = _parted(message)
    if not refers_back(asked) or _replies(asked):
        return message
    rest = _rest(message)
    one = stands_for(rest, heard.about)
    if len(set(terms(rest))) > MOST_OWN:
        return message
    if one:
        return f"{lead}{named(rest, one)}"
    if lacks_owner(asked) and heard.about:
        return f"{lead}{owned_by(asked, heard.about[0].phrase)}"
    if not heard.topic:
        return message
    adds = open_pronoun(rest) is None or FRAGMENT.match(rest)
    whole = taken_up(asked, heard.topic) if adds else ""
    whole = whole or _with_topic(rest, heard.topic)
    return f"{lead}{whole}" if whole else message


def _with_topic(rest: str, topic: str) -> str:
    """A question that hardly says anything with the question before it behind: "why?"; "" for any other. Whoever says
    "it" means a thing, and the whole question in its place would add more wrong words than right ones.
    """
    told = open_pronoun(rest) is None and not lacks_owner(rest) and opens_question(rest)
    return f"{rest} ({topic})" if told and len(terms(rest)) <= BARE < len(terms(topic)) else ""


def _parted(message: str) -> tuple[str, str]:
    """A message as what its author says first, to the byte, and its last sentence, where the others only react; "" and
    the message otherwise.
    """
    parts = sentences(message)
    if len(parts) < 2 or not all(_REACTS.fullmatch(part) for part in parts[:-1]):
        return "", message
    at = message.rindex(parts[-1])
    return message[:at], message[at:]


def _replies(message: str) -> bool:
    """Whether a message answers or tells instead of asking: "Yes, it was 98.", "It worked", "No."."""
    if message.rstrip().endswith(tuple(QUESTION_MARKS)) or CONNECTOR.match(message) or FRAGMENT.match(message):
        return False
    return _REPLY.match(message) is not None or not asks(message)

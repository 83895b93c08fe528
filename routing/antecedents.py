"""What a conversation is about, told by the form of its questions, and the pronouns that stand for it.

A pronoun takes only what agrees with it: "they" no single thing, "it" no several, "she" nobody but a person.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from routing.pronouns import open_pronoun

_ABOUT = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"\b(?:tell me|learn|know|talk|read|heard|curious) (?:more )?about (?-i:the [a-z]+ of )?(?P<x>[^,.?]+)$",
        r"\b(?:information|details|facts|advice) (?:about|on) (?P<x>[^,.?]+)$",
        r"\b(?:tell me|explain|know|wonder|understand) (?:what|who) (?P<x>[^,.?]+) (?:is|are|was|were|means?|does)$",
        r"\b(?:tell me|explain|know|wonder|understand) how (?P<x>[^,.?]+) (?:works?|is made|are made)$",
        r"^(?:(?:can|could|would) you (?:please )?)?(?:describe|explain|define) (?P<x>[^,.?]+)$",
        r"^(?:what|who)(?: is| are| was| were|['’]s) (?:the |an? |some )?[\w ]+ (?:of|for) (?P<x>[^,.?]+)$",
        r"^(?:what|who)(?: is| are| was| were|['’]s) (?P<x>[^,.?]+)$",
        r"^what (?:causes|caused) (?P<x>[^,.?]+)$",
        r"^(?:and )?(?:what|how) about (?P<x>[^,.?]+)$",
        r"^how(?: \w+)? (?:is|are|was|were) (?P<x>[^,.?]+?) (?:\w+ed|made|built|grown|done|born)$",
        r"^how \w+ (?:is|are|was|were) (?P<x>[^,.?]+)$",
        r"^where (?:is|are|was|were) (?P<x>[^,.?]+?)(?: from| born| made| located)?$",
        r"^how(?: \w+)? (?:do|does|did) (?P<x>[^,.?]+) (?:work|live|last|form|happen|function|weigh|cost|spread|grow)$",
        r"^(?:is|are|was|were) (?P<x>(?:(?:the|an?|my|our) )?[\w-]+) [\w-]+$",
    )
)
_NO_SUBJECT = re.compile(
    r"\b(?:and|or|that|who|which|is|are|was|if|when|what|there|worth|between|all)\b|"
    # What is told apart by its rank, or by what it is not, is a new thing, and not what the conversation is about.
    r"\b(?:\w{2,}est|best|worst|most|least|first|second|third|last|next|other|same|difference)\b|"
    r"^(?:in|on|at|of|for|with|to|from|by|about|as|like)\b|\b(?:in|on|at|of|for|with|to|from|by|about|as|like)$|"
    r"^\w+(?:ed|ing)$",
    re.IGNORECASE,
)
_NAME = (
    r"(?!(?:I|Who|What|Which|When|Where|Why|How|Do|Does|Did|Is|Are|Was|Were|Can|Could|Will|Would|Should)\b)"
    r"[A-Z][\w-]*(?: (?:of (?:the )?)?[A-Z][\w-]*| \d[\w-]*)*"
)
_NAMED = re.compile(
    r"(?P<aside>\b(?:in|at|near|from|next|first|last|best) )?\b(?P<the>the )?"
    rf"\b(?P<name>{_NAME})(?!['’]s)\b(?: (?P<kind>[a-z][a-z-]+)\b)?"
)
_NO_KIND = re.compile(
    r"(?:is|are|was|were|has|have|had|do|does|did|can|will|would|should|and|or|but|as|at|by|for|from|in|into|of|on|to|"
    r"than|with|about|after|before|during|over|under|since|until|if|when|that|who|which|so|such|not|still|also|ever|"
    r"\w+ly|\w+ed|\w+ing)$"
)
_OF_KIND = re.compile(r"\w+(?:ical|ic|ish|ese|ian|ern|rican|xican|pean|rean|oman|erman)$")
"""A name that is an adjective: "Biblical poetry", "Japanese food"."""
_OBJECT = re.compile(r"\s*(?:$|(?:the|an?|it|its|them|their|his|her|my|your|our|any|some)\b)")
_SENTENCE_OPENS = re.compile(r"(?:^|[.?!]\s)\W*[\w'’]+")
_AUXILIARY = re.compile(r"\b(?:do|does|did|is|are|was|were|can|could|will|would|should|has|have)\b", re.IGNORECASE)
_ACTS = re.compile(r"\b(?:do|does|did|can|could|will|would|should)\s*$", re.IGNORECASE)
_PREPOSITION = re.compile(r"\s(?:of|in|for|on|at|with|to|from|by|about)\s", re.IGNORECASE)
_THING = re.compile(r"\b(?:it|its)\b", re.IGNORECASE)
_WHO = re.compile(r"who\s*(?P<verb>is|was|are|were|['’]s)\b", re.IGNORECASE)
_MANY = frozenset("people children men women teeth feet mice".split())
MOST_NAMED = 4
"""Words a subject may have to take a pronoun's place."""
MOST_OF_ANOTHER = 7
"""The same where it is a thing of another: "the guarantee on a Crema Duo"."""
_OF_ANOTHER = re.compile(r"(?:the|an?|my|our|your)\s+[\w-]+\s+(?:of|for|on|with|in)\s", re.IGNORECASE)

_PERSONS = frozenset({"he", "she", "him", "her", "his"})
_SINGLE = frozenset({"it", "its"})
_SEVERAL = frozenset({"they", "them", "their"})
_DOES = re.compile(r"\b(?:(?:i|you|we|they|he|she|one|people|to)\s+(?:do|did)|doing|done)\s+$", re.IGNORECASE)
_CHOOSES = re.compile(r"\b(?:any|both|each|all|some|one|which|either|neither|most|none|two|three) of $", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question is about, in its own words."""

    phrase: str
    several: bool | None
    """Whether it is more than one thing; None where its words do not tell, as with a name."""
    person: bool | None
    """Whether it is somebody; None where that cannot be told."""


def subject(question: str) -> Subject | None:
    """What one standalone question is about, where its form tells: "What is X?", "Tell me about X", or a name."""
    asked = question.strip().rstrip("?.! ")
    found = next((match for form in _ABOUT if (match := form.search(asked))), None)
    phrase = found["x"].strip() if found else ""
    if not _is_plain(phrase):
        return _name_in(asked)
    if re.fullmatch(_NAME, phrase):
        return Subject(phrase, _are_asked_of(asked), _is_person(asked))
    return Subject(phrase, _is_several(phrase), False)


def stands_for(text: str, about: Sequence[Subject]) -> Subject | None:
    """Which of the subjects (nearest first) the open pronoun of `text` stands for: the nearest that agrees with it."""
    pronoun = open_pronoun(text)
    before = text[: pronoun.start()] if pronoun else ""
    if pronoun is None or _CHOOSES.search(before) or _DOES.search(before):
        return None  # "which of them" asks about what was answered, "do it" about what was done
    said = pronoun[0].casefold()
    return next((candidate for candidate in about if _agrees(said, candidate)), None)


def named(text: str, one: Subject) -> str:
    """`text` with a subject in the place of its open pronoun."""
    pronoun = open_pronoun(text)
    if pronoun is None:
        return text
    said, behind = pronoun[0].casefold(), text[pronoun.end() :]
    owned = said in {"its", "their", "his"} or (said == "her" and re.match(r"\s+\w", behind) is not None)
    ending = ("'" if one.phrase.endswith("s") else "'s") if owned else ""
    return f"{text[: pronoun.start()]}{one.phrase}{ending}{behind}"


def _agrees(pronoun: str, candidate: Subject) -> bool:
    if pronoun in _PERSONS:
        return candidate.person is not False
    if pronoun in _SINGLE:
        return not candidate.several and not candidate.person
    return pronoun in _SEVERAL and candidate.several is not False


def _is_plain(phrase: str) -> bool:
    """Whether a phrase is short enough to stand for a pronoun, and holds none, and no clause."""
    most = MOST_OF_ANOTHER if _OF_ANOTHER.match(phrase) else MOST_NAMED
    fits = 0 < len(phrase.split()) <= most and open_pronoun(phrase) is None
    return fits and not _NO_SUBJECT.search(phrase)


def _is_several(phrase: str) -> bool | None:
    if re.match(r"an?\s", phrase, re.IGNORECASE):
        return None  # "What is a heat pump? How do they work?"
    head = _PREPOSITION.split(phrase)[0].split()[-1].casefold()
    return head in _MANY or (head.endswith("s") and not head.endswith(("ss", "us", "is", "ics", "'s", "’s")))


def _are_asked_of(asked: str) -> bool | None:
    """Whether a name is asked for as several: "Who were the Hansa?"; None where the verb does not tell."""
    verb = _WHO.match(asked)
    return verb["verb"].casefold() in {"are", "were"} if verb else None


def _is_person(asked: str) -> bool | None:
    """Whether a name in a question is somebody's: it is asked who that is, or what somebody does with another thing."""
    return True if re.match(r"who\b", asked, re.IGNORECASE) or _THING.search(asked) else None


def _name_in(asked: str) -> Subject | None:
    """The first name in a question, told by a capital that is not its sentence's first letter, with the word for what
    bears it: "Blue whales", "the Milgram experiment". Where a thing is says nothing of it.
    """
    blank = _SENTENCE_OPENS.sub(lambda opening: " " * len(opening[0]), asked)
    found = next((match for match in _NAMED.finditer(blank) if _kind(match, asked) or not match["aside"]), None)
    if found is None:
        return None
    name, kept = found["name"], _kind(found, asked)
    phrase = f"{found['the'] or ''}{name} {kept}".strip()
    if kept:
        return Subject(phrase, _is_several(phrase), False)
    return Subject(phrase, None, False if found["the"] else _is_person(asked))


def _kind(found: re.Match[str], asked: str) -> str:
    """The noun behind a name, "" where what follows is a verb or anything else."""
    kind, name = found["kind"] or "", found["name"]
    if not kind or _NO_KIND.match(kind):
        return ""
    before = asked[: found.start()]
    if kind.endswith("s") and not kind.endswith(("ss", "us", "is")):
        return kind if _AUXILIARY.search(before) or found.end() == len(asked) else ""
    acts = _ACTS.search(before) is not None and _OBJECT.match(asked, found.end()) is not None
    if acts or name.endswith("s") or name.isupper():
        return ""
    return kind if found["the"] or _OF_KIND.match(name.split()[-1]) else ""

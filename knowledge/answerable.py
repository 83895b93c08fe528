"""Whether evidence is about a question at all, told by how near it lies, by what else the question could be about, and
by the words in it that no document says: all of them, a name among them, or what it asks about.

Similarity alone does not tell: every question is somewhat like some passage. The weights were chosen on the catalogs'
tune rows, each catalog's questions asked of the others too, on questions that are none of any catalog's, asked of those
and of four folders of three to five files, and on 60 opening questions of MTRAG's even half.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile

from rapidfuzz.distance import DamerauLevenshtein

from knowledge.language import language
from knowledge.passage import Passage
from knowledge.text import STOP_WORDS, fold, stem, stems, words

ANSWERS = 0.2
"""The least score of the best passage from which anything is quoted."""
UNKNOWN, USUAL, MARGIN = 0.3, 0.3, 0.04
"""That score must exceed the cosine of the nearest everyday question by MARGIN, by UNKNOWN times the share of the
question's words that no document says, less USUAL times what that share is of an everyday question: a small corpus
that knows all words of a question is about it, a large one knows every word. Of 300 questions written for it, half of
them close to what the three catalogs are about and answered by none, 9.7 % of that half are answered at this MARGIN
(18.2 % with half as many everyday questions and .4 for UNKNOWN), 12.1 % at .02; of the catalogs' own 89 and 90 %."""
FOREIGN = 0.12
"""It must be so much higher where the question calls by name what the evidence does not say, or asks about something
that no document knows. Of those 300, 13.3 % of what no catalog answers is answered without this, 9.7 % with it; of the
catalogs' own 89 % either way."""
STRANGE = 0.45
"""The least score where no word of the question is in the documents, nor resembles one in the evidence: then nothing
but a cosine speaks for it, and that of a language the model hardly knows speaks for everything (of four small folders'
questions none at .45 that is not theirs, 26 % at .35)."""
CLOSE = 0.15
"""How far from answering a passage may be and still be pointed to. Of 25 questions that were declined though a document
answers them, 16 are pointed somewhere, 12 of them to that document; of 131 that none answers, 33."""

_LIGHT = frozenset(
    "ok okay well yes please till until come find finde finden findet trouver trouve encontrar encuentro".split()
)
"""Words around a question that are not what it is about."""
_CALENDAR = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday christmas easter whitsun pentecost new year januar februar marz mai juni juli
    oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag weihnachten ostern pfingsten janvier
    fevrier mars avril juin juillet aout septembre octobre novembre decembre noel paques enero febrero marzo abril mayo
    junio julio agosto septiembre octubre noviembre diciembre navidad""".split()
)
"""Times, which a question names in passing, and which documents tell otherwise."""
_NAME = re.compile(r"(?<=[^\s.!?:])\s+[\"'“«(]?([A-ZÄÖÜÉ][\w&+-]+)")
_ASKED_ABOUT = re.compile(
    r"\b(?:is|are|was|were|does|do|did|has|have|can|will)\s+(?:the|an?)((?:\s+[^\W\d_]+(?:[-'’][^\W\d_]+)*){1,4})",
    re.IGNORECASE,
)
_DOING = frozenset(
    """open opens close closed start begin end ends cost work take last come go run cover include need allow keep offer
    apply pay make mean say look lie show change happen stay free available""".split()
)
"""Verbs and the like, which end what is asked about where no small word does."""
PART, RUN = 5, 6
"""Letters of a whole word that is part of another ("Schuh" of "Hallenschuhe"), and letters in a row that two words may
share anywhere ("kündigen", "gekündigt").
"""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks against answering a question, whatever the evidence.

    `everyday` is the cosine of the nearest everyday question, `known` the stems of the question that some document
    says (None where nobody can tell), `usual` the mean share of an everyday question's stems that none says. Where it
    names something that everyday questions name and some document too, `named` holds the stems and `beside` is the
    cosine of the nearest that names none of them: "how do I create a channel in Slack" is no sign of an everyday
    question where the evidence is about Slack.
    """

    everyday: float = 0.0
    known: frozenset[str] | None = None
    usual: float = 0.0
    named: frozenset[str] = frozenset()
    beside: float = 0.0


NO_DOUBT = Doubt()


def answerable(question: str, evidence: Sequence[Passage], doubt: Doubt) -> bool:
    """Whether to answer from `evidence`, of any order; never from none.

    A passage that says every word of the question is about it, however ordinary that sounds.
    """
    return bool(evidence) and _behind(question, evidence, doubt) <= 0


def closest(question: str, evidence: Sequence[Passage], doubt: Doubt) -> Passage | None:
    """The best passage of `evidence` that does not answer and comes within CLOSE of doing so: worth a look of the
    asker's own, and no answer. None where there is none, or the evidence answers.
    """
    if not evidence or not 0 < _behind(question, evidence, doubt) <= CLOSE:
        return None
    return _best(evidence)


def _behind(question: str, evidence: Sequence[Passage], doubt: Doubt) -> float:
    """By how much the best passage scores less than it must; at most 0 where it scores enough."""
    asked = _asked(question)
    for passage in evidence:
        if asked and asked <= stems(f"{passage.name} {passage.text}") and passage.score >= ANSWERS:
            return 0.0
    return max(ANSWERS, _least(question, asked, evidence, doubt)) - _best(evidence).score


def _least(question: str, asked: frozenset[str], evidence: Sequence[Passage], doubt: Doubt) -> float:
    """What the best passage must score, from what else the question could be about and the words nothing says."""
    best = _best(evidence)
    told = stems(" ".join(f"{one.name} {one.text}" for one in evidence if one.source == best.source))
    everyday = doubt.beside if doubt.named and doubt.named <= told else doubt.everyday
    least = everyday + MARGIN - USUAL * doubt.usual
    if doubt.known is None:
        return least
    known, shown = doubt.known | stems(f"{best.name} {best.text}"), cache(partial(_shown, evidence))
    if asked and not asked & known and not any(resembles(one, shown()) for one in asked):
        return max(STRANGE, everyday + MARGIN)
    if language(question) != "en":  # English stems do not bring the forms of other languages' words together
        known |= {one for one in asked - known if resembles(one, shown())}
    least += UNKNOWN * share_unknown(asked, known)
    # What is called by name has to be in the evidence itself: that it is mentioned elsewhere says nothing.
    called = [name for name in names(question) if len(name) > 2 and not name.isupper()]
    if not all(_is_known(one, known, shown) for one in things(question)) or not all(
        _is_known(name, (), shown) for name in called
    ):
        least += FOREIGN
    return least


def _best(evidence: Sequence[Passage]) -> Passage:
    return max(evidence, key=lambda passage: passage.score)


def share_unknown(asked: Collection[str], known: Collection[str]) -> float:
    """The share of the stems `asked` that are not `known`, in [0, 1]; 0 where none is: a question in another language
    than the documents' is not about another subject.
    """
    strange = sum(one not in known for one in asked)
    return 0.0 if strange == len(asked) else strange / len(asked)


def names(question: str) -> list[str]:
    """What is written as a name in a question, abbreviations too; nothing in German, where every noun is."""
    return [] if language(question) == "de" else names_in(question)


def things(question: str) -> list[str]:
    """What a question asks about, where its form shows that: "the museum" in "is the museum open"."""
    return [*filter(None, map(_phrase, _ASKED_ABOUT.findall(question)))]


def names_in(text: str) -> list[str]:
    """What a text calls by name: words with a capital, the first and times left out."""
    return [name for name in _NAME.findall(text) if fold(name) not in _CALENDAR]


def _phrase(told: str) -> str:
    """The words up to the first that is no part of a noun's phrase."""
    return " ".join(takewhile(lambda word: fold(word) not in STOP_WORDS | _DOING, told.split()))


def resembles(word: str, shown: Iterable[str]) -> bool:
    """Whether a word is like one of the folded words `shown`: with another ending, a slip of the pen, or a compound of
    which it is a part.
    """
    return any(_alike(fold(word), other) for other in shown if len(other) > 2)


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) > 2 and long.startswith(short) and len(long) - len(short) <= 2:
        return True
    if len(short) < PART:
        return False
    slip = len(short) >= RUN and DamerauLevenshtein.distance(one, other, score_cutoff=1) <= 1
    if slip or short in long:
        return True
    return any(short[start : start + RUN] in long for start in range(len(short) - RUN + 1))


def _is_known(subject: str, known: Collection[str], shown: Callable[[], Iterable[str]]) -> bool:
    """Whether any part of a subject is said ("Pro-Tarif" where "Pro" is), or resembles what the evidence says."""
    parts = words(subject)
    return any(stem(part) in known for part in parts) or any(resembles(part, shown()) for part in parts)


def _shown(evidence: Sequence[Passage]) -> set[str]:
    return {word for passage in evidence for word in words(f"{passage.name} {passage.text}")}


def _asked(question: str) -> frozenset[str]:
    return frozenset(one for one in stems(question) if one not in _LIGHT and not one.endswith(("n't", "'ve", "'ll")))

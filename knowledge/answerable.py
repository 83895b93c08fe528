"""Whether evidence is about a question at all, told by how near it lies, by what else the question could be about, and
by the words in it that no document says.

Similarity alone does not tell: every question is somewhat like some passage. The weights were chosen on the catalogs'
tune rows, each catalog's questions asked of the others too, and on 60 opening questions of MTRAG's even half.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from knowledge.passage import Passage
from knowledge.text import stems

ANSWERS = 0.2
"""The least score of the best passage from which anything is quoted."""
UNKNOWN, USUAL, MARGIN = 0.4, 0.3, 0.04
"""That score must exceed the cosine of the nearest everyday question by MARGIN, by UNKNOWN times the share of the
question's words that no document says, less USUAL times what that share is of an everyday question: a small corpus
that knows all words of a question is about it, a large one knows every word. Of the catalogs' questions 3.7 % are
declined so, 94 % of those out of scope and 60 % of the other catalogs' (by the cosine alone 7.4, 94 and 53 %); of
MTRAG's none, and 50 % of 62 out of scope there (36 %)."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks against answering a question, whatever the evidence.

    `everyday` is the cosine of the nearest everyday question, `known` the stems of the question that some document
    says (None where nobody can tell), `usual` the mean share of an everyday question's stems that none says.
    """

    everyday: float = 0.0
    known: frozenset[str] | None = None
    usual: float = 0.0


NO_DOUBT = Doubt()


def answerable(question: str, best: Passage, doubt: Doubt) -> bool:
    """Whether to answer from evidence whose `best` passage this is.

    A passage that says every word of the question is about it, however ordinary that sounds.
    """
    asked = stems(question)
    said = stems(f"{best.name} {best.text}")
    if asked and asked <= said:
        return best.score >= ANSWERS
    unknown = 0.0 if doubt.known is None else share_unknown(asked, said | doubt.known)
    return best.score >= max(ANSWERS, doubt.everyday + MARGIN + UNKNOWN * unknown - USUAL * doubt.usual)


def share_unknown(asked: Collection[str], known: Collection[str]) -> float:
    """The share of the stems `asked` that are not `known`, in [0, 1]; 0 where none is: a question in another language
    than the documents' is not about another subject.
    """
    strange = sum(stem not in known for stem in asked)
    return 0.0 if strange == len(asked) else strange / len(asked)

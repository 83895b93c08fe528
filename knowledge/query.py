"""What a search asks a base: unit vectors to compare with, and words to look up.

A question in a conversation often names no topic ("and how long does that take?"). Without a model its vector is moved
toward that of itself and the beginning of the answer before it, read as one text, and a little away from the question
which that answer already served; the words of the opening question are looked up beside its own. A question with
nothing before it, and one that leaves the subject, is asked as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from knowledge.bases.base import NOTHING, Said, Search
from knowledge.catalog import Retrieval
from knowledge.embedding import Embedder, Vectors
from knowledge.text import stems

ANSWER_CHARACTERS = 150
"""The part of the previous answer that is read: its beginning names the topic, the rest drifts (recall at 5 on the even
half of MTRAG: .588 with 600 characters, .593 with 300, .600 with 150). Read together with the question it says what is
asked of the topic: moved by the answer's vector alone, the same recall is .572."""
OTHER_SUBJECT, SAME_SUBJECT = 0.0, 0.1
"""The likeness to the turn or the answer before it under which a question that could stand alone leaves the subject,
and from which it does not. On the even half of MTRAG 5 of 100 such questions lie under .07, and 75 of 100 opening
questions of other conversations under .09; since the question is part of the text it is moved to, one that changes the
subject loses little (recall .873 for .883 asked alone)."""


@dataclass(frozen=True, slots=True)
class Query:
    """`vectors` has shape (n, dimensions), one row a query; each is judged alone and the best one counts.

    `words` are the texts looked up by BM25, with what a score of each counts.
    """

    vectors: Vectors
    words: tuple[tuple[str, float], ...]

    @property
    def asked(self) -> frozenset[str]:
        """The stems of what is asked, without the words of the conversation."""
        return stems(self.words[0][0])


def query_of(search: Search, embedder: Embedder, how: Retrieval) -> Query:
    """The query of a search: the question's, and that of the user's own words where they differ."""
    own = search.literal or search.text
    vector, lean = leaning(own, search.said, embedder, how)
    words = [(own, 1.0)]
    if lean:
        words.append((search.said.first_turn, lean * how.first_turn))
    if own == search.text or search.said.completed:
        return Query(vector[None, :], tuple(words))
    asked = embedder.query(search.text)
    return Query(np.stack([asked, vector]), ((search.text, 1.0), *words[1:]))


def leaning(own: str, said: Said, embedder: Embedder, how: Retrieval) -> tuple[Vectors, float]:
    """The vector of the user's words within the conversation, and how much of the conversation is in it, in [0, 1]."""
    asked = embedder.query(own)
    if said == NOTHING or not said.previous_turn:
        return asked, 0.0
    answer, turn = said.previous_answer[:ANSWER_CHARACTERS], embedder.query(said.previous_turn)
    lean = 1.0 if said.refers_back else how.standalone * _same_subject(asked, turn, answer, embedder)
    if not lean:
        return asked, 0.0
    toward = embedder.query(f"{own} {answer}") if answer else np.zeros_like(asked)
    moved = asked + lean * (how.previous_answer * toward - how.previous_turn * turn)
    return np.asarray(moved / max(float(np.linalg.norm(moved)), 1e-9), dtype=np.float32), lean


def _same_subject(asked: Vectors, turn: Vectors, answer: str, embedder: Embedder) -> float:
    likeness = float(asked @ turn)
    if answer and likeness < SAME_SUBJECT:
        likeness = max(likeness, float(asked @ embedder.query(answer)))
    return min(max((likeness - OTHER_SUBJECT) / (SAME_SUBJECT - OTHER_SUBJECT), 0.0), 1.0)

"""The query of a search: plain where nothing was said before, moved within a conversation, left alone by a new one."""

from __future__ import annotations

import numpy as np
import pytest
from word_vectors import WordEmbedder

from knowledge.bases.base import Said, Search
from knowledge.catalog import Retrieval
from knowledge.query import query_of

HOW = Retrieval(previous_answer=0.8, previous_turn=0.2, first_turn=0.3, standalone=0.5)
ASKED = "And how long does that take?"
TALK = Said("Can I return a lamp?", "Who pays the parcel?", "The parcel of a returned lamp is paid by us.", True)


def unit(vector: np.ndarray) -> np.ndarray:
    """The vector with length 1."""
    return vector / np.linalg.norm(vector)


def test_a_question_with_nothing_before_it_is_its_own_vector(words: WordEmbedder) -> None:
    """Without a conversation the query is the question's vector, to the bit, and its words alone."""
    query = query_of(Search(ASKED, ASKED), words, HOW)
    assert query.vectors.shape == (1, 128)
    assert (query.vectors[0] == words.query(ASKED)).all()
    assert query.words == ((ASKED, 1.0),)


def test_a_follow_up_moves_toward_itself_with_the_answer_and_away_from_the_turn_before(words: WordEmbedder) -> None:
    """The vector is question + .8 (question and answer) - .2 turn, and the opening question's words count .3."""
    query = query_of(Search(ASKED, ASKED, said=TALK), words, HOW)
    together = words.query(f"{ASKED} {TALK.previous_answer}")
    moved = words.query(ASKED) + 0.8 * together - 0.2 * words.query(TALK.previous_turn)
    assert np.allclose(query.vectors, unit(moved)[None, :])
    assert query.words == ((ASKED, 1.0), (TALK.first_turn, 0.3))


def test_only_the_beginning_of_an_answer_is_read(words: WordEmbedder) -> None:
    """What stands after 150 characters of the answer changes nothing."""
    short = Said("a lamp?", "a lamp?", "lamp " * 30, True)
    long = Said("a lamp?", "a lamp?", "lamp " * 30 + "entirely different words", True)
    first, second = (query_of(Search(ASKED, said=said), words, HOW) for said in (short, long))
    assert (first.vectors == second.vectors).all()


def test_a_question_that_could_stand_alone_moves_half_as_far(words: WordEmbedder) -> None:
    """On the subject of the conversation it leans on it by the share that the catalog sets."""
    asked = "When is a returned lamp refunded?"
    said = Said(TALK.first_turn, TALK.previous_turn, TALK.previous_answer, refers_back=False)
    query = query_of(Search(asked, said=said), words, HOW)
    together = words.query(f"{asked} {said.previous_answer}")
    moved = words.query(asked) + 0.4 * together - 0.1 * words.query(said.previous_turn)
    assert np.allclose(query.vectors, unit(moved)[None, :])
    assert query.words == ((asked, 1.0), (said.first_turn, 0.15))


def test_another_subject_is_asked_as_if_nothing_had_been_said(words: WordEmbedder) -> None:
    """A question that shares nothing with what was said before keeps its own vector to the bit."""
    asked = "Which xylophones did quokkas choose yesterday?"
    said = Said(TALK.first_turn, TALK.previous_turn, TALK.previous_answer, refers_back=False)
    alone, within = query_of(Search(asked), words, HOW), query_of(Search(asked, said=said), words, HOW)
    assert (alone.vectors == within.vectors).all()
    assert alone.words == within.words


def test_a_rewritten_question_and_the_users_words_are_two_queries(words: WordEmbedder) -> None:
    """A model's rewriting is asked as it stands, beside the user's own words within the conversation."""
    rewritten = "How long does the refund of a returned lamp take?"
    query = query_of(Search(rewritten, ASKED, said=TALK), words, HOW)
    own = query_of(Search(ASKED, ASKED, said=TALK), words, HOW)
    assert (query.vectors == np.stack([words.query(rewritten), own.vectors[0]])).all()
    assert query.words == ((rewritten, 1.0), (TALK.first_turn, 0.3))


@pytest.mark.parametrize("said", [Said("a", "a", ""), Said("a", "a", "", refers_back=True)])
def test_a_turn_without_an_answer_can_be_leaned_on(said: Said, words: WordEmbedder) -> None:
    """An answer that never came moves nothing, and no vector becomes undefined."""
    query = query_of(Search(ASKED, said=said), words, HOW)
    assert np.allclose(np.linalg.norm(query.vectors, axis=1), 1)

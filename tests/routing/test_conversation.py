"""How a question is routed by its conversation, with stores of a few words instead of passages."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from routing.conversation import (
    NEIGHBOURS,
    TURNS_CHARACTERS,
    Cues,
    History,
    Nearest,
    changed_subject,
    dense_vote,
    fuse,
    product,
    read,
    sparse_vote,
    views,
)

FOLLOW_UP = Cues(to_previous_turn=0.6, to_previous_answer=0.6, nearest=0.4, words=5)
NEW_SUBJECT = Cues(to_previous_turn=0.0, to_previous_answer=0.0, nearest=0.8, words=10)
VAGUE = np.array([[0.4, 0.35, 0.25], [0.3, 0.4, 0.3]])
SURE_OF_0 = np.array([[0.9, 0.05, 0.05]] * 2)
SURE_OF_2 = np.array([[0.02, 0.02, 0.96]] * 4)

BASES = (
    {"billing", "invoice", "refund", "charged", "pay"},
    {"parcel", "shipping", "delivery", "tracking", "courier"},
    {"server", "api", "crash", "timeout", "error"},
)
VOCABULARY = sorted(set().union(*BASES))


def _words(text: str) -> list[str]:
    return [word.strip("?.,!").lower() for word in text.split()]


def _encode(texts: list[str]) -> NDArray[np.float32]:
    counts = np.array([[_words(text).count(word) for word in VOCABULARY] for text in texts], dtype=np.float32)
    # A unit vector for a text of unknown words too, like no other text.
    counts = np.concatenate([counts, (counts.sum(axis=1, keepdims=True) == 0).astype(np.float32)], axis=1)
    return np.asarray(counts / np.linalg.norm(counts, axis=1, keepdims=True), dtype=np.float32)


def _dense(text: str) -> Nearest:
    said = _encode([text])[0]
    return [np.sort(_encode(sorted(base)) @ said)[::-1] for base in BASES]


def _sparse(text: str) -> Nearest:
    return [np.array([float(_words(text).count(word)) for word in sorted(base)]) for base in BASES]


def _route(question: str, user_turns: tuple[str, ...] = (), answers: tuple[str, ...] = ()) -> NDArray[np.float64]:
    return read(question, History(user_turns, answers), _dense, _sparse, _encode).fused


def test_the_newest_turn_comes_first() -> None:
    """An encoder that cuts long texts off loses the oldest turn, never the question."""
    seen = views("And the cost?", History(("Which plans?", "Is there SSO?"), ("Two.", "Yes, in Pro.")))
    assert (seen.question, seen.exchange, seen.turns) == (
        "And the cost?",
        "And the cost?\nYes, in Pro.",
        "And the cost?\nIs there SSO?\nWhich plans?",
    )


def test_a_long_conversation_is_read_no_longer_than_a_short_one() -> None:
    """Of a hundred turns the latest are read, and the question whole, however long it is: turn 100 costs no more."""
    history = History(tuple(f"Turn {number} asks something of its own." for number in range(100)), ("Yes.",))
    short, long = views("And the cost?", history), views("And the cost? " * 100, history)
    assert short.turns.startswith("And the cost?\nTurn 99 asks something of its own.\nTurn 98")
    assert len(short.turns) - len(short.question) == len(long.turns) - len(long.question) == TURNS_CHARACTERS + 1


def test_a_first_question_speaks_alone() -> None:
    """Without a conversation the probabilities are the product of what the question itself finds."""
    question = "Where is the courier with my parcel?"
    shares = _route(question)
    assert shares.argmax() == 1
    assert shares == pytest.approx(product(np.stack([dense_vote(_dense(question)), sparse_vote(_sparse(question))])))


def test_a_follow_up_without_a_topic_follows_the_conversation() -> None:
    """A question such as "How long does it take?" goes where the conversation is."""
    answers = ("Yes, the courier has a tracking page.",)
    shares = _route("How long does it take?", ("Can I track the parcel delivery?",), answers)
    assert shares.argmax() == 1
    assert shares[1] > 0.9


def test_a_change_of_subject_follows_the_newest_question() -> None:
    """Many turns about parcels do not drown one question about an invoice."""
    turns = ("Where is my parcel?", "Is the courier late?", "How is the shipping?", "What is the tracking?") * 3
    answers = ("The parcel is with the courier; the tracking page shows the delivery.",) * len(turns)
    question = "Why was I charged twice on the same invoice and how do I get a refund?"
    assert _route(question, turns, answers).argmax() == 0


@pytest.mark.parametrize("turns", [1, 5, 50])
def test_memory_does_not_grow_with_the_conversation(turns: int) -> None:
    """A question that stands alone is decided alike after one turn and after fifty."""
    question = "My api calls crash with a timeout error on the server"
    shares = _route(question, ("Where is my parcel?",) * turns, ("With the courier.",) * turns)
    assert shares.argmax() == 2


def test_an_unanswered_turn_is_no_obstacle() -> None:
    """A history without an answer, or with an empty one, routes all the same."""
    assert _route("How long does it take?", ("Where is my parcel?",), ()).argmax() == 1
    assert _route("How long does it take?", ("Where is my parcel?",), ("",)).argmax() == 1


def test_memory_decides_for_a_vague_follow_up() -> None:
    """A vague question near the last exchange is routed by memory."""
    assert fuse(VAGUE, SURE_OF_2, FOLLOW_UP).fused.argmax() == 2


def test_the_question_decides_on_a_new_subject() -> None:
    """A sure question far from the last exchange is routed by itself, however sure memory is."""
    assert fuse(SURE_OF_0, SURE_OF_2, NEW_SUBJECT).fused.argmax() == 0


@pytest.mark.parametrize("cues", [None, FOLLOW_UP, NEW_SUBJECT])
def test_the_shares_are_probabilities(cues: Cues | None) -> None:
    """Whatever is fused, the labels' shares are above zero and sum to one."""
    shares = fuse(SURE_OF_0, None if cues is None else SURE_OF_2, cues).fused
    assert shares.shape == (3,)
    assert shares.sum() == pytest.approx(1.0)
    assert (shares > 0).all()


def test_memory_and_cues_belong_together() -> None:
    """One without the other is a mistake of the caller, and said so."""
    with pytest.raises(ValueError, match="belong together"):
        fuse(SURE_OF_0, SURE_OF_2)
    with pytest.raises(ValueError, match="belong together"):
        fuse(SURE_OF_0, None, FOLLOW_UP)


def test_different_labels_are_refused() -> None:
    """Votes over other labels cannot be fused."""
    with pytest.raises(ValueError, match="3 labels cannot be fused with votes over 4"):
        fuse(SURE_OF_0, np.full((2, 4), 0.25), FOLLOW_UP)


def test_each_cue_moves_the_odds_its_own_way() -> None:
    """Likeness to what was said speaks for a follow-up; certainty, a near passage and length for a new subject."""
    base = changed_subject(FOLLOW_UP, certainty=0.5)
    assert changed_subject(Cues(0.9, 0.6, 0.4, 5), 0.5) < base
    assert changed_subject(Cues(0.6, 0.9, 0.4, 5), 0.5) < base
    assert changed_subject(Cues(0.6, 0.6, 0.7, 5), 0.5) > base
    assert changed_subject(Cues(0.6, 0.6, 0.4, 12), 0.5) > base
    assert changed_subject(FOLLOW_UP, certainty=0.9) > base


def test_no_view_can_veto() -> None:
    """A label that one view rules out wins when the others are sure of it."""
    shares = product(np.array([[0.0, 1.0], [0.9, 0.1], [0.9, 0.1], [0.9, 0.1]]))
    assert shares.argmax() == 0


def test_a_large_base_does_not_outvote_a_small_one() -> None:
    """Only the best few of each base count, and a base of one near passage beats one of many farther ones."""
    many = np.full(1000, 0.4)
    assert dense_vote([many, np.array([0.6])]).argmax() == 1
    assert dense_vote([many, many[:NEIGHBOURS]]) == pytest.approx([0.5, 0.5])


def test_bm25_votes_are_free_of_scale() -> None:
    """Scores ten times as large give the same shares, and a lone hit weighs less than several."""
    scores = [np.array([3.0, 2.0, 1.0]), np.array([3.0])]
    assert sparse_vote(scores) == pytest.approx(sparse_vote([part * 10 for part in scores]))
    assert sparse_vote(scores).argmax() == 0


def test_a_search_that_finds_nothing_votes_evenly() -> None:
    """Empty bases and scores of zero give every label the same share."""
    nothing = [np.array([]), np.array([])]
    assert dense_vote(nothing) == pytest.approx([0.5, 0.5])
    assert sparse_vote(nothing) == pytest.approx([0.5, 0.5])
    assert sparse_vote([np.zeros(5), np.zeros(5)]) == pytest.approx([0.5, 0.5])

"""How a message is cut into its questions, with a router that knows its topics by their words."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from split_messages import SEVERAL, WHOLE
from split_topics import LABELS, TopicScorer, even

from routing.boundaries import MAX_CUTS, boundaries
from routing.split import COMMANDS, DEFAULT, MAX_PARTS, Weights, gains, split


@pytest.mark.parametrize("message", WHOLE)
def test_one_question_stays_whole(message: str) -> None:
    """A message that holds one question comes back byte for byte."""
    assert split(message, TopicScorer()) == [message]


@pytest.mark.parametrize(("message", "parts"), SEVERAL)
def test_several_questions_are_parted(message: str, parts: tuple[str, ...]) -> None:
    """A message that holds several questions comes back as exactly those, without the words that joined them."""
    assert split(message, TopicScorer()) == list(parts)


@pytest.mark.parametrize("message", [message for message, _ in SEVERAL])
def test_every_part_is_a_substring_in_reading_order(message: str) -> None:
    """The parts stand in the message as they are, in order and without overlap."""
    at = 0
    for part in split(message, TopicScorer()):
        found = message.find(part, at)
        assert found >= 0
        at = found + len(part)


@pytest.mark.parametrize("part", sorted({part for _, parts in SEVERAL for part in parts}))
def test_a_part_is_not_parted_again(part: str) -> None:
    """Splitting what was split changes nothing."""
    assert split(part, TopicScorer()) == [part]


@pytest.mark.parametrize(
    "message",
    [
        "",
        " ",
        "\n\n",
        "?",
        "?!?!...",
        "。？！",
        "—",
        "🙂",
        "🙂🙂🙂 👍🏽",
        "and",
        "and and and",
        ", , ,",
        "1.",
        "\ud800 and",
    ],
)
def test_a_message_without_words_stays_whole(message: str) -> None:
    """Punctuation, emoji, lone connectors and broken characters come back byte for byte, unscored."""
    scorer = TopicScorer()
    assert split(message, scorer) == [message]
    assert scorer.calls == []


@pytest.mark.parametrize(
    "message",
    [
        "What is the plan and how do I pay? " * 6000,
        "a" * 200_000,
        "and " * 50_000,
        " " * 200_000,
        "How do I pay? " * 140,
        "x, " * 660,
        "What " * 390,
        "A " * 990,
        ("tell me the plan, " * 30 + ". ") * 3,
        ("a" + " " * 300) * 6,
    ],
)
def test_a_long_message_returns_in_time(message: str) -> None:
    """No message, however long or odd, takes longer than a fifth of a second to read."""
    began = time.perf_counter()
    split(message, even)
    assert time.perf_counter() - began < 0.2


def test_a_pasted_document_stays_whole() -> None:
    """200,000 characters are a document, whatever questions it quotes."""
    message = ("How do I pay? Where is my parcel? " * 6000)[:200_000]
    assert split(message, TopicScorer()) == [message]


def test_nothing_is_scored_when_nothing_needs_weighing() -> None:
    """A plain question, and two with an explicit end between them, never reach the router."""
    scorer = TopicScorer()
    split("How do I reset my password?", scorer)
    split("How do I reset my password? Where is my parcel?", scorer)
    assert scorer.calls == []


def test_the_router_is_asked_once_for_all_candidates() -> None:
    """Every stretch to be weighed is scored in one batch: the whole and its two sides."""
    scorer = TopicScorer()
    split("My parcel never came and I was charged twice.", scorer)
    assert [sorted(call) for call in scorer.calls] == [
        ["I was charged twice.", "My parcel never came", "My parcel never came and I was charged twice."]
    ]


def test_at_most_six_parts() -> None:
    """Ten questions come back as six parts: the first five, and the rest together."""
    questions = [f"Where is parcel number {number}?" for number in range(10)]
    assert split(" ".join(questions), even) == [*questions[: MAX_PARTS - 1], " ".join(questions[MAX_PARTS - 1 :])]


def test_the_candidates_to_weigh_are_bounded() -> None:
    """A message full of connectors proposes only a handful of cuts to the router."""
    message = "book the room and " * 25
    weighed = [cut for cut in boundaries(message) if cut.kind != "sure"]
    assert len(weighed) == MAX_CUTS


def test_two_statements_about_one_topic_stay_together() -> None:
    """A cut that the router sees no reason for is not made."""
    message = "I was charged twice and the invoice is wrong."
    assert split(message, TopicScorer()) == [message]


def test_a_router_that_knows_nothing_leaves_statements_together() -> None:
    """With every label as likely as every other, only sure and near-sure cuts are made."""
    assert split("I was charged twice and the dashboard keeps logging me out.", even) == [
        "I was charged twice and the dashboard keeps logging me out."
    ]
    assert split("Which plan includes single sign-on, and what does it cost?", even) == [
        "Which plan includes single sign-on",
        "what does it cost?",
    ]


def test_nearness_speaks_for_a_cut() -> None:
    """Parts that lie nearer to some passage than the whole does are parted although the routing is even."""

    def nearness(texts: Sequence[str]) -> NDArray[np.float64]:
        return np.array([0.3 if " where " in text else 0.8 for text in texts])

    message = "How do I pair the remote where is the serial number"
    assert split(message, even) == [message]
    assert split(message, even, nearness) == ["How do I pair the remote", "where is the serial number"]


def test_weights_move_the_margin() -> None:
    """A caller who wants fewer cuts lowers the start of a kind."""
    message = "My parcel never came and I was charged twice."
    reluctant = Weights(start={**DEFAULT.start, "statement": -20.0})
    assert len(split(message, TopicScorer())) == 2
    assert split(message, TopicScorer(), weights=reluctant) == [message]


def test_commands_are_cut_where_word_order_says_no() -> None:
    """For an assistant that is given commands, a sure router overrules the word order; by default it does not."""

    def sure(texts: Sequence[str]) -> NDArray[np.float64]:
        hits = np.array([["weather" in text, "novel" in text] for text in texts])
        shares = np.where(hits, 0.99, 0.01) / np.maximum(hits.sum(axis=1, keepdims=True), 1)
        return np.asarray(shares, dtype=np.float64)

    message = "is the weather fine in oslo and this novel deserves four stars"
    assert split(message, sure) == [message]
    assert split(message, sure, weights=COMMANDS) == ["is the weather fine in oslo", "this novel deserves four stars"]


def test_a_malformed_score_is_refused() -> None:
    """A router that returns one number a text is told what shape was expected."""
    with pytest.raises(ValueError, match=r"shape \(3,\) for 3 texts"):
        split("My parcel never came and I was charged twice.", lambda texts: np.zeros(len(texts)))


def test_gains_are_signed() -> None:
    """Different sure labels gain, one shared sure label loses, and an even router does neither."""
    billing, shipping = np.full(len(LABELS), 0.02), np.full(len(LABELS), 0.02)
    billing[0], shipping[5] = 0.9, 0.9
    torn = np.where(np.isin(np.arange(len(LABELS)), [0, 5]), 0.45, 0.02)
    assert gains(billing, shipping, torn) == pytest.approx((0.9 * 0.9 - 0.9 * 0.02, 0.9 - 0.45))
    assert gains(billing, billing, billing) == pytest.approx((0.9 * 0.02 - 0.9 * 0.9, 0.0))
    assert gains(np.full(3, 0.3), np.full(3, 0.3), np.full(3, 0.3)) == pytest.approx((0.0, 0.0))


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("Is it free? How do I pay for it?", ["sure"]),
        ("Which plan is best, and what does it cost?", ["clause"]),
        ("Show the plan and reset my password", ["command"]),
        ("The app crashes and how do I pay?", ["turn"]),
        ("The app crashes and the parcel is late.", ["statement"]),
        ("Is the mileage rate taxable? Fuel cards for employees", ["topic"]),
        ("where is my parcel What is the plan", ["restart"]),
        ("where is my parcel what is the plan", ["question_word"]),
        ("What is the plan, does it include tax?", ["comma"]),
        ("where is my parcel Alternative means of payment", ["capital"]),
        ("Show me the plan, weather in the mountains", ["list"]),
        ("Show me the plan and weather in the mountains", ["fragment"]),
        ("Show me the plan and then weather in the mountains", ["next"]),
        ("Tell me what the plan costs.", []),
    ],
)
def test_each_kind_of_cut_is_named(message: str, kinds: list[str]) -> None:
    """The evidence for a cut is told apart, since each kind starts from its own odds."""
    assert [cut.kind for cut in boundaries(message)] == kinds

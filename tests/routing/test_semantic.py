"""The semantic tier, with the real encoder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from errors import RoutingDataError
from evals.vectors import VectorCache
from knowledge.embedding import EMBEDDED, embedded
from routing.rows import gather
from routing.semantic import Labelled, Profile, Scores, SemanticTier

BILLING = Profile("billing", "Invoices, refunds, payment methods and charges on an account.")
NETWORK = Profile("network", "Wireless connections, routers, VPN access and slow internet.")
LEAVE = Profile("leave", "Holidays, parental leave and days off for employees.")
BASES = (BILLING, NETWORK, LEAVE)
EXAMPLES = {
    "billing": (
        "why was I charged twice", "how do I get a refund", "change my credit card", "where is my invoice",
        "cancel the payment", "the price on my bill is wrong", "can I pay by transfer", "send me a receipt",
        "my card was declined", "when is the next payment due",
    ),
    "network": (
        "the wifi keeps dropping", "how do I connect to the vpn", "my internet is slow", "reset the router",
        "I cannot reach the server", "which dns should I use", "the ethernet port is dead", "no signal in the office",
        "how do I change the wifi password", "the connection times out",
    ),
    "leave": (
        "how many vacation days do I have", "I want to take friday off", "is monday a public holiday",
        "apply for parental leave", "carry over unused holidays", "I am sick today", "who approves my time off",
        "can I take unpaid leave", "how long is maternity leave", "request two weeks off in august",
    ),
}  # fmt: skip
AWAY = (
    "what is the capital of france", "tell me a joke about cats", "how tall is mount everest", "who won the world cup",
    "write a poem about rain", "how do I bake bread", "what is the square root of two", "is there life on mars",
    "recommend a good movie", "how old is the universe", "translate hello to spanish", "what do pandas eat",
)  # fmt: skip
ASKED = {
    "I need my money back for the last order": "billing",
    "the router has no connection": "network",
    "am I allowed to take a day off next week": "leave",
}


def _taught(count: int = 10) -> list[Profile]:
    return [replace(base, examples=EXAMPLES[base.label][:count]) for base in BASES]


@pytest.fixture(scope="module")
def encode() -> VectorCache:
    """The real encoder, which remembers what it embedded and gives a text the same vector in any company."""
    return VectorCache(embedded().encode, EMBEDDED, None)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Where a tier is saved."""
    return tmp_path / "tier.npz"


@pytest.fixture(scope="module")
def taught(encode: VectorCache) -> SemanticTier:
    """A tier of ten examples a base, and strangers."""
    return SemanticTier.fit(_taught(), encode, out_of_scope=AWAY)


@pytest.mark.parametrize("count", [0, 1, 5, 10])
def test_each_question_goes_to_its_base(encode: VectorCache, count: int) -> None:
    """From descriptions alone to ten examples a base, plain questions reach the right one."""
    tier = SemanticTier.fit(_taught(count), encode)
    assert [scores.best for scores in tier.score_many(list(ASKED))] == list(ASKED.values())


def test_names_are_enough(encode: VectorCache) -> None:
    """A base known only by names, underscores and all, is found."""
    bases = [Profile("a", names=("pin_change", "lost_card")), Profile("b", names=("flight_status", "book_hotel"))]
    scores = SemanticTier.fit(bases, encode).score("is my plane on time")
    assert scores.best == "b"


def test_needs_come_in_catalog_order_as_probabilities(taught: SemanticTier) -> None:
    """Every label is scored, in the order declared, between 0 and 1."""
    scores = taught.score("my invoice is wrong")
    assert list(scores.needed) == ["billing", "network", "leave"]
    assert all(0.0 <= value <= 1.0 for value in [*scores.needed.values(), scores.out_of_scope, scores.margin])


def test_a_question_for_two_bases_lifts_both(taught: SemanticTier) -> None:
    """Probabilities are a base's own: a question that names two bases' matters scores both over the third."""
    needed = taught.score("I want a refund because the wifi connection is slow").needed
    assert min(needed["billing"], needed["network"]) > 2 * needed["leave"]


def test_strangers_are_told_apart(taught: SemanticTier) -> None:
    """With a dozen out-of-scope examples, new strangers score higher than each base's questions."""
    strangers = ["how far is the moon", "sing me a song"]
    away = [scores.out_of_scope for scores in taught.score_many(strangers)]
    home = [scores.out_of_scope for scores in taught.score_many(list(ASKED))]
    assert min(away) > 0.5 > max(home)


def test_without_strangers_out_of_scope_is_the_best_bases_complement(encode: VectorCache) -> None:
    """With nothing to learn out of scope from, it is what the best base leaves."""
    scores = SemanticTier.fit(_taught(), encode).score("the router has no connection")
    assert scores.out_of_scope == pytest.approx(1.0 - max(scores.needed.values()))


def test_same_description_same_score(encode: VectorCache) -> None:
    """Two bases that say the same of themselves score the same, and the first in order is the best."""
    twins = [replace(BILLING, label="one"), replace(BILLING, label="two"), NETWORK]
    scores = SemanticTier.fit(twins, encode).score("where is my invoice")
    assert scores.needed["one"] == scores.needed["two"]
    assert scores.best == "one"


@pytest.mark.parametrize("examples", [(), EXAMPLES["billing"]])
@pytest.mark.parametrize("away", [(), AWAY])
def test_a_single_base_works(encode: VectorCache, examples: tuple[str, ...], away: tuple[str, ...]) -> None:
    """One base, taught or not, with strangers or without, scores its own question over a stranger's."""
    tier = SemanticTier.fit([replace(BILLING, examples=examples)], encode, out_of_scope=away)
    home, stranger = tier.score_many(["refund my last invoice", "what do whales eat"])
    assert home.needed["billing"] > stranger.needed["billing"]
    assert home.margin == home.needed["billing"]


def test_a_base_without_examples_beside_taught_ones_is_found(encode: VectorCache) -> None:
    """Nobody has asked the new base anything yet, and its description still wins it a plain question."""
    bases = [*_taught()[:2], LEAVE]
    assert SemanticTier.fit(bases, encode).score("how many holidays do employees have").best == "leave"


def test_any_unicode_is_a_label_and_a_question(encode: VectorCache) -> None:
    """Labels and questions in any script, of emoji or with a lone surrogate, are scored."""
    labels = ["счета", "網路", "🏖️", "a b\n"]
    scores = SemanticTier.fit([Profile(label) for label in labels], encode).score_many(["", "🏖️", "\ud800", "網路"])
    assert [list(one.needed) for one in scores] == [labels] * 4


def _by_number(texts: list[str]) -> np.ndarray:
    # Where meaning plays no part: thousands of real vectors take ten seconds.
    vectors = np.random.default_rng(0).normal(size=(400, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors[[sum(map(ord, text)) % 400 for text in texts]] if texts else vectors[:0]


def test_sixty_labels_are_told_apart() -> None:
    """Sixty bases with two examples each are learned, and one without any is scored."""
    topics = [
        f"{colour} {thing}" for colour in ("red", "blue", "green", "black", "white", "grey") for thing in "abcdefghij"
    ]
    rows = [Labelled(f"{topic} question {i}", frozenset({topic})) for topic in topics[:-1] for i in range(2)]
    tier = SemanticTier.fit([Profile(topic) for topic in topics], _by_number, rows)
    assert tier.score("blue c question 1").best == "blue c"
    assert np.isfinite(tier.score("grey j").needed["grey j"])


def test_many_examples_bring_the_linear_machine(saved: Path) -> None:
    """With fifty examples a base the linear machine takes part, tells unequal bases apart and survives saving."""
    sizes = {"red": 200, "green": 97, "blue": 3, "none": 0}
    rows = [Labelled(f"{base} matter {i}", frozenset({base})) for base, size in sizes.items() for i in range(size)]
    tier = SemanticTier.fit([Profile(base) for base in sizes], _by_number, rows, [f"stranger {i}" for i in range(20)])
    assert tier.ranker.linear is not None
    assert [tier.score(f"{base} matter 999").best for base in ("red", "green", "blue")] == ["red", "green", "blue"]
    tier.save(saved)
    assert SemanticTier.load(saved, _by_number).score("red thing") == tier.score("red thing")


def test_fitting_twice_gives_the_same_scores(encode: VectorCache, taught: SemanticTier) -> None:
    """The same input and seed give the same tier."""
    again = SemanticTier.fit(_taught(), encode, out_of_scope=AWAY)
    assert again.score_many(list(ASKED)) == taught.score_many(list(ASKED))


def test_alone_or_together_a_question_scores_the_same(taught: SemanticTier) -> None:
    """Scores do not depend on the company they are computed in, nor on who embedded the question."""
    together = taught.score_many(list(ASKED))
    for text, scores in zip(ASKED, together, strict=True):
        alone = taught.score(text, taught.encode([text])[0])
        assert alone.needed == pytest.approx(scores.needed, abs=1e-5)
        assert alone.out_of_scope == pytest.approx(scores.out_of_scope, abs=1e-5)


def test_no_question_no_scores(taught: SemanticTier) -> None:
    """Nothing asked, nothing answered."""
    assert taught.score_many([]) == []


def test_a_prior_multiplies_odds(encode: VectorCache) -> None:
    """A declared prior of 4 makes a base's odds four times what they were, and leaves the others alone."""
    plain = SemanticTier.fit(BASES, encode).score("slow internet").needed
    lifted = SemanticTier.fit(BASES, encode, prior={"leave": 4.0}).score("slow internet").needed
    odds = plain["leave"] / (1 - plain["leave"])
    assert lifted["leave"] / (1 - lifted["leave"]) == pytest.approx(4 * odds)
    assert (lifted["billing"], lifted["network"]) == (plain["billing"], plain["network"])


def test_a_negative_pushes_its_base_away(encode: VectorCache) -> None:
    """A question listed as not this base's scores lower there than it did, and is not taken for out of scope."""
    text = "charge my phone battery"
    before = SemanticTier.fit(_taught(), encode).score(text)
    bases = _taught()
    bases[0] = replace(bases[0], negatives=("charge my phone", "charging cable for the battery"))
    after = SemanticTier.fit(bases, encode).score(text)
    assert after.needed["billing"] < before.needed["billing"]


def test_a_text_given_twice_needs_both_bases() -> None:
    """An example two bases share is one row that needs both, whatever a negative elsewhere says."""
    bases = [Profile("a", examples=("x",)), Profile("b", examples=("x",)), Profile("c", negatives=("x",))]
    drafts, graded = gather(bases, (), ())
    assert (drafts["x"].wanted.tolist(), graded) == ([1.0, 1.0, 0.0], False)


def test_grades_rank_more_than_the_best(encode: VectorCache) -> None:
    """Graded rows teach the whole order, not the winner alone."""
    grades = {"billing": 10.0, "network": 60.0, "leave": 30.0}
    rows = [Labelled(text, grades=grades) for texts in EXAMPLES.values() for text in texts]
    needed = SemanticTier.fit(BASES, encode, rows).score("something else entirely").needed
    assert sorted(needed, key=needed.__getitem__) == ["billing", "leave", "network"]


@pytest.mark.parametrize("away", [(), AWAY])
def test_a_saved_tier_scores_as_before(encode: VectorCache, saved: Path, away: tuple[str, ...]) -> None:
    """Saving and loading change no score."""
    tier = SemanticTier.fit(_taught(), encode, out_of_scope=away)
    tier.save(saved)
    assert SemanticTier.load(saved, encode).score_many(list(ASKED)) == tier.score_many(list(ASKED))


def test_a_tier_of_descriptions_survives_saving(encode: VectorCache, saved: Path) -> None:
    """A tier that never saw an example can be saved too."""
    tier = SemanticTier.fit(BASES, encode)
    tier.save(saved)
    assert SemanticTier.load(saved, encode).score("refund") == tier.score("refund")


def test_another_encoder_is_refused(encode: VectorCache, saved: Path) -> None:
    """Loading with an encoder that gives other vectors fails and says so."""
    SemanticTier.fit(BASES, encode).save(saved)
    with pytest.raises(RoutingDataError, match="another encoder"):
        SemanticTier.load(saved, lambda texts: -encode(texts))


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 broken"])
def test_a_broken_file_is_refused(encode: VectorCache, saved: Path, content: bytes) -> None:
    """A file that is no saved tier is a typed error that names it."""
    saved.write_bytes(content)
    with pytest.raises(RoutingDataError, match=r"tier\.npz is not a saved semantic tier"):
        SemanticTier.load(saved, encode)


@pytest.mark.parametrize(
    ("fit", "message"),
    [
        (lambda e: SemanticTier.fit([], e), "at least one profile"),
        (lambda e: SemanticTier.fit([BILLING, BILLING], e), "repeated: \\['billing'\\]"),
        (lambda e: SemanticTier.fit([Profile(" ")], e), "not blank"),
        (lambda e: SemanticTier.fit(BASES, e, [Labelled("q", frozenset({"hr"}))]), "'q' is labelled \\['hr'\\]"),
        (lambda e: SemanticTier.fit(BASES, e, [Labelled("q", grades={"leave": -1.0})]), "non-negative"),
        (lambda e: SemanticTier.fit(BASES, e, prior={"hr": 2.0}), "prior names \\['hr'\\]"),
        (lambda e: SemanticTier.fit(BASES, e, prior={"leave": 0.0}), "must be positive"),
    ],
)
def test_bad_input_is_named(encode: VectorCache, fit: Callable[[VectorCache], object], message: str) -> None:
    """What cannot be learned from is refused with the offending name and the valid ones."""
    with pytest.raises(RoutingDataError, match=message):
        fit(encode)


def test_the_margin_is_the_lead_of_the_best() -> None:
    """The best over the next; of a single base its own probability."""
    scores = Scores({"a": 0.4, "b": 0.9, "c": 0.4, "d": 0.1}, out_of_scope=0.0)
    assert (scores.best, scores.margin) == ("b", pytest.approx(0.5))
    assert Scores({"a": 0.4}, out_of_scope=0.0).margin == 0.4


def test_neighbours_need_both_sides_and_tell_which_is_nearer(encode: VectorCache, taught: SemanticTier) -> None:
    """A stranger seen before is nearer to itself than to anything asked; without strangers nothing is compared."""
    assert taught.ranker.neighbours is not None
    lead = taught.ranker.neighbours.score(encode([AWAY[0], EXAMPLES["leave"][0]]))[:, 2]
    assert lead[0] > 0 > lead[1]
    assert SemanticTier.fit(_taught(), encode).ranker.neighbours is None


def test_a_telling_label_helps_a_few_examples(encode: VectorCache) -> None:
    """A question like no example goes to the base whose label names it."""
    labels = {"billing": "fishing", "network": "astronomy", "leave": "gardening"}
    bases = [Profile(labels[base], examples=texts[:2]) for base, texts in EXAMPLES.items()]
    assert SemanticTier.fit(bases, encode).score("which telescope shows the rings of saturn").best == "astronomy"


@pytest.mark.parametrize("strangers", [1, 2, 3, 5])
def test_a_handful_of_strangers_is_enough_to_learn_from(encode: VectorCache, strangers: int) -> None:
    """However few questions are known to be out of scope, and whichever fold they fall into, the tier is learned."""
    tier = SemanticTier.fit(_taught(), encode, (), AWAY[:strangers])
    assert set(tier.score("why was my card charged twice").needed) == set(EXAMPLES)

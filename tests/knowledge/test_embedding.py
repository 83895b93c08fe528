"""The embedded encoder: unit vectors that mean something, for any text, from any thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from errors import ConfigError
from knowledge.embedding import DIMENSIONS, EMBEDDED, embedded, embedder

TEXTS = [
    "How do I get a refund?",
    "Can my money be returned?",
    "The server is down.",
    "",
    "x " * 2_000,
    "保留数据",
    "\ud800",
]


def test_vectors_are_of_unit_length_in_the_order_given() -> None:
    """One float32 row a text, each of length one, the empty and the endless text too."""
    vectors = embedded().encode(TEXTS)
    assert (vectors.shape, vectors.dtype) == ((len(TEXTS), DIMENSIONS), np.float32)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert embedded().encode([]).shape == (0, DIMENSIONS)


def test_a_paraphrase_is_nearer_than_another_topic() -> None:
    """Meaning shows in the cosine."""
    refund, returned, server = embedded().encode(TEXTS[:3])
    assert refund @ returned > 0.5
    assert refund @ server < 0.3


def test_a_text_has_one_vector_alone_or_in_company() -> None:
    """Batches do not change a vector by more than its quantisation does."""
    together = embedded().encode(TEXTS)
    assert all(float(embedded().encode([text])[0] @ row) > 0.97 for text, row in zip(TEXTS, together, strict=True))


def test_a_question_is_remembered_and_cannot_be_changed() -> None:
    """The same question gives the same array, which nobody can write to."""
    first = embedded().query("What does Pro cost?")
    assert embedded().query("What does Pro cost?") is first
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1


def test_threads_share_the_encoder() -> None:
    """Sixteen threads get what one gets."""
    expected = [embedded().query(text).tolist() for text in TEXTS]
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(lambda text: embedded().query(text).tolist(), TEXTS * 8)) == expected * 8


@pytest.mark.parametrize("name", ["", "embedded", EMBEDDED])
def test_the_embedded_model_has_three_names(name: str) -> None:
    """Not named, named shortly, and by its full name."""
    assert embedder(name) is embedded()


@pytest.mark.parametrize("name", ["openai", "openai:", "acme:x", "minilm", ":"])
def test_an_unknown_embedding_is_refused(name: str) -> None:
    """The error names the value and the valid ones."""
    with pytest.raises(ConfigError) as raised:
        embedder(name)
    assert str(raised.value) == f"embedding: {name!r} is unknown; valid: embedded, openai:MODEL"

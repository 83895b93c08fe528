"""What the classifiers learn from is neither embedded nor learned twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from word_vectors import WordEmbedder

from knowledge.embedding import EMBEDDED, embedded
from routing.seeds import keeping, shipping, vectors
from routing.seeds.learner import Classifier, Recipe

RECIPE = Recipe({"asks": frozenset({"how", "what"})}, words=0.5, chars=0.5, surface=0.5, ridge=1.0, own=1.0)
ROWS = [(f"{word} apples {n}", "ask" if word == "how" else "tell") for n in range(4) for word in ("how", "eat")]


def fitted(cache: Path | None, words: WordEmbedder, recipe: Recipe = RECIPE) -> tuple[Classifier, Any]:
    """A small classifier of questions and commands."""
    return keeping.learned("toy", ROWS, words, ["ask", "tell"], recipe, [False] * 8, cache)


def test_the_shipped_vectors_are_those_of_the_shipped_sentences() -> None:
    """Where this fails a sentence was edited: python -m routing.seeds.shipping."""
    texts = shipping.texts()
    known = shipping.known(EMBEDDED, texts)
    assert list(known) == texts
    some = texts[::50]
    assert np.allclose(np.stack([known[text] for text in some]), embedded().encode(some), atol=0.002)


def test_only_what_is_not_shipped_is_embedded(words: WordEmbedder) -> None:
    """A catalog's own sentence is, and every sentence for another model."""
    texts = [shipping.texts()[0], "A sentence that nobody ships."]
    assert list(shipping.known(EMBEDDED, texts)) == texts[:1]
    assert shipping.known(words.name, texts) == {}
    encoded = words.encoded
    assert vectors(words, texts).shape[0] == 2
    assert words.encoded == encoded + 2


def test_a_classifier_is_read_as_it_was_learned(tmp_path: Path, words: WordEmbedder) -> None:
    """The same scores to the last bit, with nothing embedded for it; the folder keeps one file."""
    first, left_out = fitted(tmp_path, words)
    encoded = words.encoded
    again, left_again = fitted(tmp_path, words)
    assert words.encoded == encoded
    assert again.labels == first.labels == ("ask", "tell")
    assert np.array_equal(left_out, left_again)
    vector = words.encode(["how many pears?"])[0]
    assert np.array_equal(first.scores("how many pears?", vector), again.scores("how many pears?", vector))
    fitted(tmp_path, words, Recipe(RECIPE.groups, 0.5, 0.5, 0.5, ridge=2.0))
    assert len(list(tmp_path.glob("toy-*.npz"))) == 1


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x03\x04 cut off"])
def test_a_broken_file_is_learned_anew(content: bytes, tmp_path: Path, words: WordEmbedder) -> None:
    """It costs the time of a fit."""
    first, _ = fitted(tmp_path, words)
    (file,) = tmp_path.glob("toy-*.npz")
    file.write_bytes(content)
    again, _ = fitted(tmp_path, words)
    assert np.array_equal(first.bias, again.bias)


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path: Path, words: WordEmbedder) -> None:
    """What was learned is used all the same."""
    (tmp_path / "file").write_text("in the way")
    first, _ = fitted(None, words)
    again, _ = fitted(tmp_path / "file" / "folder", words)
    assert np.array_equal(first.bias, again.bias)

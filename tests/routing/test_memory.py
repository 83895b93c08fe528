"""Routing within a conversation, over a real store of a few passages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from graph.resources import Resources
from graph.settings import Settings
from routing.cascade import Asked
from routing.conversation import NOTHING_SAID, History
from routing.memory import with_memory
from tests.fakes import write_catalog

PARCELS = "# Parcels\n\nA parcel is delivered within three working days.\n\nA courier brings the parcel to the door.\n"
INVOICES = "# Invoices\n\nAn invoice is paid within thirty days.\n\nA refund of an invoice takes five days.\n"
VAGUE = "Is there anything that would speed this up?"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Resources]:
    """Two bases in a real store."""
    root = tmp_path_factory.mktemp("memory")
    bases = {
        "parcels": {"description": "Shipping and delivery of parcels.", "files": {"parcels.md": PARCELS}},
        "invoices": {"description": "Invoices, payment and refunds.", "files": {"invoices.md": INVOICES}},
    }
    write_catalog(root, "shop", bases)
    with closing(Resources.load(Settings.from_env({}, catalog="shop", catalogs=root, home=root / "home"))) as opened:
        opened.prepare()
        yield opened


def _said(turn: str, answer: str) -> History:
    return History((turn,), (answer,))


ABOUT_PARCELS = _said("When will the courier bring my parcel?", "A parcel is delivered within three working days.")
ABOUT_INVOICES = _said("When do I have to pay the invoice?", "An invoice is paid within thirty days.")


@pytest.mark.parametrize(("before", "base"), [(ABOUT_PARCELS, "parcels"), (ABOUT_INVOICES, "invoices")])
def test_a_vague_question_leans_to_what_was_talked_about(world: Resources, before: History, base: str) -> None:
    """The same words score the base of their own conversation higher than without one, and no base lower."""
    alone = world.cascade.scores(Asked("q", VAGUE), world.catalog.names)
    within = world.cascade.scores(Asked("q", VAGUE, before=before), world.catalog.names)
    assert within[base] > alone[base]
    assert all(within[name] >= alone[name] for name in alone)


def test_a_clear_question_keeps_its_base(world: Resources) -> None:
    """A question that names its subject leads with its own base, whatever was talked about, and however long."""
    long = History(ABOUT_PARCELS.turns * 50, ABOUT_PARCELS.answers * 50)
    for before in (NOTHING_SAID, ABOUT_PARCELS, long):
        scores = world.cascade.scores(
            Asked("q", "How long does the refund of an invoice take?", None, before), ["parcels", "invoices"]
        )
        assert max(scores, key=scores.__getitem__) == "invoices"


def test_nothing_said_recalls_nothing(world: Resources) -> None:
    """Without a conversation the question is scored byte for byte as before."""
    memory = world.cascade.memory
    assert memory is not None
    assert memory.recall(VAGUE, NOTHING_SAID) == {}
    assert sum(memory.recall(VAGUE, ABOUT_PARCELS).values()) <= 1.0


def test_memory_fills_only_what_a_question_leaves_open() -> None:
    """Half open, half of the memory counts; a base the conversation does not know keeps its score."""
    assert with_memory({"a": 0.5, "b": 0.1, "c": 0.2}, {"b": 0.8}) == {"a": 0.5, "b": 0.4, "c": 0.2}
    assert with_memory({"a": 1.0, "b": 0.1}, {"b": 0.9}) == {"a": 1.0, "b": 0.1}


def test_a_base_that_spells_the_embedding_out_is_read_too(tmp_path: Path) -> None:
    """`embedding = "embedded"` names the model that bases without the key have: its passages count alike."""
    files = {"files": {"parcels.md": PARCELS}}
    write_catalog(tmp_path, "two", {"a": files, "b": files | {"embedding": "embedded", "collection": "own"}})
    settings = Settings.from_env({}, catalog="two", catalogs=tmp_path, home=tmp_path / "home")
    with closing(Resources.load(settings)) as opened:
        opened.prepare()
        passages = opened.cascade.passages
        assert passages is not None
        assert list(passages.nearest(opened.embedder.query("a parcel"))) == ["a", "b"]

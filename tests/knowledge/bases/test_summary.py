"""The summary base keeps the contract, over a folder of its own and over another base, and knows what is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from contract import TEXTS, BaseContract
from fakes import catalog_of
from word_vectors import WordEmbedder

from errors import ConfigError
from graph.resources import Resources
from graph.settings import Settings
from knowledge.bases.base import Base, Search
from knowledge.bases.summary import READ, SummaryBase
from knowledge.bases.vector import VectorBase
from knowledge.catalog import Catalog
from knowledge.digest import central, centrality
from knowledge.embedding import embedded
from knowledge.ingest import ingest
from knowledge.sentences import SentenceVectors
from knowledge.store import Store
from knowledge.text import Unit, units

KETTLE = """# Kettle care

## Descaling

Descale the kettle every month. Fill it with water and two spoons of citric acid. Boil it once and let it stand for an
hour. Rinse it twice before you make tea again. Hard water needs it every two weeks.

## Cord

The cord is one metre long. A frayed cord must not be used. The cord of the kettle can be replaced by a service shop.

## Guarantee

| Part | Years |
| --- | --- |
| Body | 5 |
| Lid | 2 |

The guarantee of the kettle ends when somebody else repairs it. Scale is no fault and is not covered.
"""
CUPS = "# Cups\n\nCups are washed by hand. A chipped cup is thrown away.\n"


class TestSummaryBaseOfItsOwn(BaseContract):
    """A folder of its own."""

    @pytest.fixture(scope="class")
    @classmethod
    def base(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
        """A summary base that is ingested like any other."""
        root = tmp_path_factory.mktemp("own")
        catalog_of(
            root, {"wiki": {"files": TEXTS, "type": "summary"}, "other": {"files": {"n.md": "# Noise\n\nNo.\n"}}}
        )
        settings = Settings.from_env({}, catalog="tiny", catalogs=root, home=root / "home")
        with closing(Resources.load(settings)) as opened:
            opened.prepare()
            yield opened.bases["wiki"]


@pytest.fixture
def kitchen(make_resources: Callable[..., Resources]) -> Resources:
    """A base of manuals, and one that digests them."""
    manuals = {"kettle-care.md": KETTLE, "cups.md": CUPS}
    resources = make_resources({"manuals": {"files": manuals}, "digests": {"type": "summary", "of": ["manuals"]}})
    resources.prepare()
    return resources


@pytest.mark.parametrize(
    "text", ["Summarize the kettle care page", "sum up kettle-care.md", "Give me the gist of descaling"]
)
def test_the_document_that_is_meant_comes_first(text: str, kitchen: Resources) -> None:
    """It is known by its title, its file's name or what it says, and keeps its source."""
    first = kitchen.bases["digests"].search(Search(text, k=2, threshold=0.1))[0]
    assert (first.base, first.source, first.title) == ("digests", "manuals/kettle-care.md", "Kettle care")


def test_a_digest_is_verbatim_in_order_and_short(kitchen: Resources) -> None:
    """Every sentence of it stands in the document, in the same order, and what is quoted again is the same."""
    text = kitchen.bases["digests"].search(Search("Summarize the kettle care page", k=1))[0].text
    quotes = [unit.quote for unit in units(text)]
    places = [KETTLE.index(quote) for quote in quotes]
    assert places == sorted(places)
    assert len(quotes) >= 3
    assert len(text) <= 560


def test_a_table_keeps_its_head(make_resources: Callable[..., Resources]) -> None:
    """Rows are readable by themselves: the names of the columns come with them."""
    rows = "".join(f"| Kettle number {n} | {n} litres of water and steam |\n" for n in range(30))
    table = f"# Sizes\n\n| Kettle | Size |\n| --- | --- |\n{rows}"
    resources = make_resources(
        {"manuals": {"files": {"sizes.md": table}}, "digests": {"type": "summary", "of": ["manuals"]}}
    )
    resources.prepare()
    text = resources.bases["digests"].search(Search("Summarize the sizes", k=1))[0].text
    assert text.startswith("| Kettle | Size |\n| --- | --- |\n| Kettle number ")
    assert units(text)[0].text.startswith("Kettle: Kettle number ")


def test_a_filter_holds_for_every_sentence(kitchen: Resources) -> None:
    """What the caller may not see of a document is not in its digest."""
    search = Search("Summarize the kettle care page", k=1, filter={"heading": "Cord"})
    assert kitchen.bases["digests"].search(search)[0].text == (
        "The cord is one metre long.\n\nA frayed cord must not be used.\n\n"
        "The cord of the kettle can be replaced by a service shop."
    )


def test_the_whole_document_where_a_model_digests(kitchen: Resources) -> None:
    """All chunks in reading order, under their headings; of what is longer than the room, the central sentences."""
    base = kitchen.bases["digests"]
    cut = base.search(Search("Summarize the kettle care page", k=1, room=300))[0].text
    assert 150 < len(cut) <= 360
    assert all(unit.quote in KETTLE for unit in units(cut))
    text = base.search(Search("Summarize the kettle care page", k=1, room=5000))[0].text
    assert text.startswith("## Descaling\n\nDescale the kettle every month.")
    assert text.endswith("Scale is no fault and is not covered.")


def test_of_a_book_so_much_is_read_as_time_allows(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """A document of a thousand sections is digested from some that are evenly taken, its first among them; where there
    is room for the whole of it, none is left out.
    """
    book = "# Book\n" + "".join(
        f"\n## Part {n}\n\nSentence {n} is about number {n}. It is short.\n" for n in range(1000)
    )
    catalog = make_catalog({"books": {"files": {"book.md": book}}, "digests": {"type": "summary", "of": ["books"]}})
    ingest(catalog, store, lambda name: words)
    sentences = SentenceVectors(store.sentences_file)
    part = VectorBase.of(catalog, catalog.base[0], store, words, sentences)
    base, before = SummaryBase("digests", (part,), sentences, words), words.encoded
    (digest,) = base.search(Search("Sum up the book", k=1, threshold=0.0))
    assert words.encoded - before <= 2 * READ + 2
    assert all(unit.quote in book for unit in units(digest.text))
    (whole,) = base.search(Search("Sum up the book", k=1, threshold=0.0, room=len(book)))
    assert whole.text.count("## Part ") == 1000


def test_a_document_that_is_gone_is_not_digested(kitchen: Resources) -> None:
    """The digest is of what the store holds."""
    (kitchen.catalog.folder / kitchen.catalog.base[0].documents / "kettle-care.md").unlink()
    kitchen.ingest()
    found = kitchen.bases["digests"].search(Search("Summarize the kettle care page", k=5, threshold=0.0))
    assert [passage.source for passage in found] == ["manuals/cups.md"]


def test_what_is_held_can_be_named(kitchen: Resources) -> None:
    """For saying kindly that something is not there."""
    base: Any = kitchen.bases["digests"]
    assert base.titles(Search(""), 5) == ["Cups", "Kettle care"]
    assert base.titles(Search(""), 1) == ["Cups"]
    assert base.titles(Search("", filter={"source": "manuals/kettle-care.md"}), 5) == ["Kettle care"]


def test_the_central_sentence_is_the_one_the_others_are_near() -> None:
    """Of three that agree and one stray, the stray is least central; a repetition is passed over."""
    vectors = np.array([[1, 0, 0], [0.8, 0.6, 0], [0.8, -0.6, 0], [0, 0, 1]], dtype=np.float32)
    share = centrality(vectors)
    assert (int(share.argmax()), int(share.argmin())) == (0, 3)
    twice = np.array([[1, 0], [1, 0], [0.6, 0.8]], dtype=np.float32)
    said = [Unit(text, text) for text in ("a" * 10, "b" * 10, "c" * 10)]
    assert central(said, twice, np.array([1, 0], dtype=np.float32), size=20) == [0, 2]
    assert central(said, twice, np.array([1, 0], dtype=np.float32), size=5) == [0]
    assert central([], np.zeros((0, 2), dtype=np.float32), embedded().query("x")[:2]) == []


BAD = [
    ({"digests": {"type": "summary", "of": ["absent"]}}, "digests 'absent', which holds no documents; valid: manuals"),
    ({"digests": {"of": ["manuals"]}}, "of type 'vector' has `of`, which is for type 'summary'"),
]


@pytest.mark.parametrize(("bases", "says"), BAD)
def test_what_cannot_be_digested_is_named(
    bases: dict[str, dict[str, object]], says: str, make_catalog: Callable[..., Catalog], tmp_path: Path
) -> None:
    """A base to digest must hold documents, and only a summary base digests."""
    with pytest.raises(ConfigError) as raised:
        make_catalog({"manuals": {"files": {"a.md": "# A\n\nA.\n"}}, **bases})
    assert says in str(raised.value)

"""Drafting: a folder's bases, and what can be said of each without a model."""

from __future__ import annotations

from pathlib import Path

from fakes import write_files
from word_vectors import WordEmbedder

from knowledge.drafting import BaseDraft, draft
from knowledge.formats import SUFFIXES

FILES = {
    "Rückgaben/refunds.md": (
        "# Refunds\n\n## How long does a refund take?\n\nA refund takes fourteen days to reach your bank.\n\n"
        "## Fees\n\nThe shop pays the fee of a refund to your bank.\n"
    ),
    "Rückgaben/parcels.md": "# Parcels\n\nA parcel for a refund travels free of charge to the shop.\n",
    "hr/leave.txt": (
        "Staff rest thirty days a year by contract.\n\nNew staff rest from their third month by contract.\n"
    ),
    "hr/broken.json": "{",
    "empty/nothing.exe": "x",
    ".git/a.md": "Hidden.\n",
    "read_me.md": "This folder holds the documents of the shop.\n",
}


def test_each_folder_becomes_a_base(tmp_path: Path, words: WordEmbedder) -> None:
    """Folders with something to ingest, and the loose files beside them, with typical terms and sentences of each."""
    write_files(tmp_path / "docs", FILES)
    home = tmp_path / "docs"
    assert draft(home, words.encode) == [
        BaseDraft(
            name="Rückgaben",
            folder=home / "Rückgaben",
            files=2,
            titles=("Parcels", "Refunds", "How long does a refund take?", "Fees"),
            sentences=(
                "A parcel for a refund travels free of charge to the shop.",
                "A refund takes fourteen days to reach your bank.",
                "The shop pays the fee of a refund to your bank.",
            ),
            description=(
                "Parcels, Refunds, How long does a refund take?, Fees. "
                "About refund, bank, charge, fee, fourteen, free, long, parcel, pays, reach."
            ),
            examples=(
                "How long does a refund take?",
                "The shop pays the fee of a refund to your bank.",
                "A parcel for a refund travels free of charge to the shop.",
                "A refund takes fourteen days to reach your bank.",
            ),
        ),
        BaseDraft(
            name="hr",
            folder=home / "hr",
            files=2,
            titles=("leave",),
            sentences=(
                "Staff rest thirty days a year by contract.",
                "New staff rest from their third month by contract.",
            ),
            description="leave. About contract, rest, staff, leave, month, new, third, thirty, year, days.",
            examples=(
                "New staff rest from their third month by contract.",
                "Staff rest thirty days a year by contract.",
            ),
            notes={
                "hr/broken.json": "not valid JSON: line 1: Expecting property name enclosed in double quotes",
            },
        ),
        BaseDraft(
            name="docs",
            folder=home,
            ignore=("Rückgaben", "hr"),
            files=1,
            titles=("read me",),
            sentences=("This folder holds the documents of the shop.",),
            description="read me. About documents, folder, holds, read, shop.",
            examples=("This folder holds the documents of the shop.",),
            notes={"docs/.git/": "hidden", "docs/empty/nothing.exe": f"not one of {', '.join(SUFFIXES)}"},
        ),
    ]


def test_a_folder_of_files_is_one_base(tmp_path: Path, words: WordEmbedder) -> None:
    """Without folders in it there is one base of the folder's own name; without files there is none."""
    write_files(tmp_path / "notes", {"a.md": "Apples fall from the tree in autumn.\n"})
    assert [(base.name, base.ignore) for base in draft(tmp_path / "notes", words.encode)] == [("notes", ())]
    (tmp_path / "none").mkdir()
    assert draft(tmp_path / "none", words.encode) == []


def test_what_says_the_same_is_one_example(tmp_path: Path, words: WordEmbedder) -> None:
    """Sentences that repeat one another take one place."""
    told = "\n\n".join(f"The green tea steeps for two minutes in pot {n}." for n in range(30))
    write_files(tmp_path / "tea", {"a.md": f"{told}\n\nBlack coffee wants boiling water and patience.\n"})
    examples = draft(tmp_path / "tea", words.encode)[0].examples
    assert sum("green tea" in text for text in examples) == 1
    assert len(examples) == 2


def test_a_short_heading_that_asks_is_an_example(tmp_path: Path, words: WordEmbedder) -> None:
    """Questions that people ask are short, and stand in headings; they come before sentences."""
    write_files(tmp_path / "faq", {"a.md": "# Questions\n\n## Do you deliver?\n\nWe bring every order to your door.\n"})
    assert draft(tmp_path / "faq", words.encode)[0].examples == (
        "Do you deliver?",
        "We bring every order to your door.",
    )


def test_typical_words_keep_their_accents(tmp_path: Path, words: WordEmbedder) -> None:
    """They are compared without, and told as the documents write them."""
    write_files(tmp_path, {"haus/a.md": "Die Gebühr beträgt 9 Euro, je nach Größe.\n"})
    (base,) = draft(tmp_path, words.encode)
    assert base.description == "a. About beträgt, euro, gebühr, größe."

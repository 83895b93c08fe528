"""Per-passage access: the word of a document's front matter or of the catalog, kept with its chunks, filtered in the
store's own call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from errors import ConfigError, DocumentError
from graph.resources import Resources
from knowledge.access import access_of, seen_by, stored
from knowledge.bases.base import Search
from knowledge.bases.summary import SummaryBase
from knowledge.catalog import Catalog
from knowledge.front import front

READ = [
    ("# Plain\n\nText.\n", "# Plain\n\nText.\n", ""),
    ("---\naccess: staff\n---\n# T\n", "\n\n\n# T\n", "staff"),
    ("---\ntitle: x\naccess: 'board-2'  # who\nother: [a]\n---\nText", "\n\n\n\n\nText", "board-2"),
    ("---\nAccess: Staff\n---\nText", "\n\n\nText", "Staff"),
    ("---\ntitle: x\n---\nText", "\n\n\nText", ""),
    ("---\naccess: staff\nno end", "---\naccess: staff\nno end", ""),
    ("Text\n---\naccess: staff\n---\n", "Text\n---\naccess: staff\n---\n", ""),
    ("---\nnested:\n  access: staff\n---\nText", "\n\n\n\nText", ""),
]


@pytest.mark.parametrize(("text", "rest", "word"), READ)
def test_front_matter_is_read_and_made_blank(text: str, rest: str, word: str) -> None:
    """Only a block at the very top counts; its lines stay as blank ones, so that citations name the right line."""
    found = front(text)
    assert (found.text, found.access) == (rest, word)


@pytest.mark.parametrize("given", ["", "[a, b]", "two words", "a, b", "staff\naccess: board", "'", "x" * 65])
def test_an_access_that_cannot_be_read_is_refused(given: str) -> None:
    """A document whose access is no single word is named and not stored: it must not become open by a slip."""
    with pytest.raises(DocumentError, match="access must be one word of letters"):
        front(f"---\naccess: {given}\n---\nText\n")


def test_a_documents_own_word_comes_before_the_catalogs() -> None:
    """Then the first pattern that fits its path, then none, which is for everyone."""
    patterns = {"hr/*": "staff", "*.board.md": "board"}
    assert access_of("own", "hr/a.md", patterns) == "own"
    assert access_of("", "hr/a.board.md", patterns) == "staff"
    assert access_of("", "x/a.board.md", patterns) == "board"
    assert access_of("", "x/a.md", patterns) == ""
    assert stored("") == {}


def test_the_filter_of_a_search() -> None:
    """None sees everything, words see theirs and what has none, no word sees only what has none."""
    assert seen_by(None) == {}
    assert seen_by(frozenset()) == {"restricted": {"$ne": 1}}
    assert seen_by({"b", "a"}) == {"$or": [{"access": {"$in": ["a", "b"]}}, {"restricted": {"$ne": 1}}]}


NOTES = {
    "open.md": "# Rooms\n\nThe meeting room closes at six.\n",
    "staff.md": "---\naccess: staff\n---\n# Keys\n\nThe meeting room key hangs behind the desk.\n",
    "board/plan.md": "# Plan\n\nThe meeting room is sold in May.\n",
}


@pytest.fixture
def house(make_resources: Callable[..., Resources]) -> Resources:
    """A base of three documents: for everyone, for staff by front matter, for the board by the catalog's pattern."""
    notes = {"files": NOTES, "access": {"board/*": "board"}}
    digests = {"type": "summary", "of": ["notes"], "description": "Summaries."}
    made = make_resources({"notes": notes, "digests": digests})
    made.prepare()
    return made


SEEN = [
    (None, {"open.md", "staff.md", "board/plan.md"}),
    (frozenset({"staff"}), {"open.md", "staff.md"}),
    (frozenset({"board"}), {"open.md", "board/plan.md"}),
    (frozenset({"staff", "board"}), {"open.md", "staff.md", "board/plan.md"}),
    (frozenset({"nobody"}), {"open.md"}),
    (frozenset(), {"open.md"}),
]


@pytest.mark.parametrize(("access", "seen"), SEEN)
def test_a_search_finds_what_the_caller_may_see(house: Resources, access: Any, seen: set[str]) -> None:
    """By meaning, by words, in digests and their titles: nothing else comes out of the store, whatever the filter."""
    wanted = {f"notes/{name}" for name in seen}
    for text in ("When does the meeting room close?", "key hangs behind the desk", "sold in May"):
        found = house.bases["notes"].search(Search(text, text, k=9, threshold=0.0, access=access))
        assert {one.source for one in found} == wanted
    wide = {"$or": [{"access": {"$in": ["staff", "board"]}}, {"base": "notes"}]}
    found = house.bases["notes"].search(Search("meeting room", k=9, threshold=0.0, filter=wide, access=access))
    assert {one.source for one in found} == wanted
    digests = house.bases["digests"]
    assert isinstance(digests, SummaryBase)
    found = digests.search(Search("Summarize the plan of the meeting room", k=9, threshold=0.0, access=access))
    assert {one.source for one in found} == wanted
    titles = {"open.md": "Rooms", "staff.md": "Keys", "board/plan.md": "Plan"}
    assert digests.titles(Search("", access=access), 9) == sorted(titles[name] for name in seen)


def test_the_line_of_a_citation_counts_the_front_matter(house: Resources) -> None:
    """A passage below front matter begins on the line that an editor shows, and the front matter is no part of it."""
    found = house.bases["notes"].search(Search("key hangs behind the desk", k=1, access=frozenset({"staff"})))
    assert (found[0].line, found[0].title, found[0].text) == (6, "Keys", "The meeting room key hangs behind the desk.")


def test_a_changed_pattern_reaches_the_store(house: Resources, make_resources: Callable[..., Resources]) -> None:
    """Another word in the catalog makes the store stale; the next ingest relabels without embedding anything."""
    house.store.close()
    changed = make_resources({"notes": {"files": NOTES, "access": {"board/*": "directors"}}})
    report = changed.ingest()
    assert (report.added, report.reused, report.deleted) == (1, 1, 1)
    plan = "The meeting room is sold in May."
    for word, sees in (("board", False), ("directors", True)):
        found = changed.bases["notes"].search(Search(plan, k=9, threshold=0.0, access=frozenset({word})))
        assert (plan in {one.text for one in found}) is sees


def test_a_document_with_an_unreadable_access_is_named(make_resources: Callable[..., Resources]) -> None:
    """It is passed over with the reason, and the rest goes on."""
    files = {"a.md": "---\naccess: [staff, board]\n---\nSecret.\n", "b.md": "Open.\n"}
    report = make_resources({"notes": {"files": files}}).ingest()
    assert report.skipped == (
        "notes/a.md: its front matter's access must be one word of letters, digits, . _ - (got '[staff, board]')",
    )
    assert report.documents == 1


BAD = [
    ({"access": {"*": "two words"}}, "an access is one word"),
    ({"type": "calculator", "access": {"*": "staff"}}, "base 'notes' has access, which is for documents"),
]


@pytest.mark.parametrize(("block", "says"), BAD)
def test_a_bad_access_in_a_catalog(make_catalog: Callable[..., Catalog], block: dict[str, Any], says: str) -> None:
    """The catalog's own mistakes are named when it is loaded."""
    with pytest.raises(ConfigError, match=says):
        make_catalog({"notes": {"files": {}, **block}})

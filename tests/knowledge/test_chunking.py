"""Chunks: a document is cut along its own structure, and nothing of it is lost."""

from __future__ import annotations

import re

import pytest

from knowledge.chunking import Chunk, chunk_markdown
from knowledge.text import units

TABLE = "\n".join(["| Plan | Price |", "| --- | --- |", *(f"| Plan {n} | ${n}.00 |" for n in range(12))])
BARE_TABLE = "\n".join(["Plan | Price", "--- | ---", *(f"Plan {n} is what we call it. | ${n}.00" for n in range(12))])
FENCED = "\n".join(["```python", *(f"value_{n} = compute({n})  # One. Two. Three." for n in range(8)), "```"])
TILDES = "\n".join(["~~~text", *(f"line {n}. And more. Not a sentence {n}." for n in range(8)), "~~~"])
INDENTED = "\n".join(f"    run step {n}. Then wait. Then go on." for n in range(8))
NUMBERED = "\n".join(f"{n}. Do step {n}. Wait a moment." for n in range(3, 13))


def test_headings_become_title_and_path() -> None:
    """The first level-1 heading is the title; every chunk knows the headings above it, and its place."""
    text = "# Guide\n\nIntro.\n\n## One\n\nFirst.\n\n### Deep\n\nInner.\n\n## Two\n\nSecond.\n"
    assert chunk_markdown(text, size=900, fallback_title="file") == [
        Chunk("Intro.", "Guide", "", 0, line=3, section=0),
        Chunk("First.", "Guide", "One", 1, line=7, section=1),
        Chunk("Inner.", "Guide", "One > Deep", 2, line=11, section=2),
        Chunk("Second.", "Guide", "Two", 3, line=15, section=3),
    ]


def test_a_document_without_a_title_takes_the_files() -> None:
    """Where no level-1 heading stands, the file's name is the title."""
    assert chunk_markdown("Just text.", size=900, fallback_title="notes") == [Chunk("Just text.", "notes", "", 0)]


def test_what_is_embedded_says_where_it_stands() -> None:
    """The embedded text leads with title and headings; the chunk's own text is its tail."""
    chunk = Chunk("Body.", "Guide", "One > Deep", 2)
    assert chunk.embedded_text == "Guide > One > Deep\nBody."
    assert Chunk("Body.", "", "", 0).embedded_text == "Body."


@pytest.mark.parametrize(
    "block", [TABLE, BARE_TABLE, FENCED, TILDES, INDENTED, NUMBERED], ids="table bare fence tilde indented list".split()
)
def test_tables_lists_and_code_are_never_cut(block: str) -> None:
    """A table, list or code block longer than a chunk stays whole and as it was written."""
    text = f"# T\n\nBefore it.\n\n{block}\n\nAfter it.\n"
    assert len(block) > 200
    chunks = chunk_markdown(text, size=150, fallback_title="file")
    assert [chunk for chunk in chunks if block in chunk.text], [chunk.text for chunk in chunks]


def test_a_heading_inside_code_is_no_heading() -> None:
    """A line that starts with # inside a fence opens no section."""
    chunks = chunk_markdown("# T\n\n```sh\n# comment\nls\n```\n", size=900, fallback_title="file")
    assert chunks == [Chunk("```sh\n# comment\nls\n```", "T", "", 0, line=3)]


def test_no_chunk_crosses_a_heading() -> None:
    """Short sections stay apart even where one chunk could hold both."""
    chunks = chunk_markdown("# T\n\n## A\n\nx.\n\n## B\n\ny.\n", size=900, fallback_title="file")
    assert [chunk.text for chunk in chunks] == ["x.", "y."]


def test_a_ten_thousand_word_line_is_cut_and_nothing_is_lost() -> None:
    """One endless line without a full stop becomes chunks of about the size asked for, with every word once."""
    told = [f"word{n}" for n in range(10_000)]
    chunks = chunk_markdown(" ".join(told), size=900, fallback_title="file")
    assert max(len(chunk.text) for chunk in chunks) <= 900
    assert "".join(chunk.text for chunk in chunks).replace(" ", "") == "".join(told)


def test_every_part_of_a_long_table_has_its_header() -> None:
    """A table of ten thousand words is cut between rows; every part names its columns, and no row is lost."""
    rows = [f"| item {n} | {'word ' * 12}{n} |" for n in range(700)]
    table = "\n".join(["| Thing | Told |", "| --- | --- |", *rows])
    chunks = chunk_markdown(f"# T\n\n{table}\n", size=900, fallback_title="file")
    parts = [chunk.text.split("\n") for chunk in chunks]
    assert {tuple(part[:2]) for part in parts} == {("| Thing | Told |", "| --- | --- |")}
    assert [row for part in parts for row in part[2:]] == rows
    assert max(len(chunk.text) for chunk in chunks) <= 900
    assert {chunk.section for chunk in chunks} == {0}
    lines = ["", *f"# T\n\n{table}\n".split("\n")]
    assert [lines[chunk.line] for chunk in chunks] == [part[2] for part in parts]


def test_a_huge_document_is_cut_as_a_small_one() -> None:
    """What is parsed in parts loses nothing, keeps its lines, the headers of its tables and the fences of its code."""
    table = [f"| row {n} | {'x' * 60} |" for n in range(20_000)]
    code = [f"# value {n} = {'y' * 60}" if n % 9 else "" for n in range(20_000)]
    told = [f"## Part {n}\n\nIt tells of {n}. {'Words. ' * 9}\n" for n in range(9000)]
    text = "\n".join(["# T", "", *told, "| a | b |", "| --- | --- |", *table, "", "```", *code, "```", "", "End."])
    chunks = chunk_markdown(text, size=900, fallback_title="file")
    lines = ["", *text.split("\n")]
    assert {chunk.title for chunk in chunks} == {"T"}
    assert [chunk.position for chunk in chunks] == list(range(len(chunks)))
    rows = [chunk for chunk in chunks if chunk.text.startswith("|")]
    assert {tuple(chunk.text.split("\n")[:2]) for chunk in rows} == {("| a | b |", "| --- | --- |")}
    assert [line for chunk in rows for line in chunk.text.split("\n")[2:]] == table
    assert all(lines[chunk.line] == chunk.text.split("\n")[2] for chunk in rows[1:])
    coded = [chunk.text.removesuffix("\n\nEnd.") for chunk in chunks if chunk.text.startswith("```")]
    assert [line for part in coded for line in part.split("\n")[1:-1]] == code
    assert [chunk.heading for chunk in chunks if chunk.text.startswith("It tells")] == [
        f"Part {n}" for n in range(9000)
    ]
    assert chunks[-1].text.endswith("End.")


def test_every_part_of_long_code_is_closed() -> None:
    """Code of many lines is cut between them, and each part opens and closes its fence."""
    code = [f"value_{n} = compute({n})" for n in range(200)]
    for fence in ("\n```", ""):  # the last one is never closed
        text = "\n".join(["```python", *code]) + fence
        parts = [chunk.text.split("\n") for chunk in chunk_markdown(text, size=300, fallback_title="file")]
        assert {(part[0], part[-1]) for part in parts} == {("```python", "```")}
        assert [line for part in parts for line in part[1:-1]] == code


def test_a_chunk_knows_its_line() -> None:
    """The line of a chunk holds the words it begins with, also where a paragraph is cut."""
    told = "\n".join(f"Sentence number {n} of a long paragraph." for n in range(60))
    text = f"# T\n\nIntro.\n\n{told}\n\n    code\n\nEnd.\n"
    lines = ["", *text.split("\n")]
    for chunk in chunk_markdown(text, size=200, fallback_title="file"):
        assert lines[chunk.line].strip().startswith(chunk.text.strip().split("\n")[0][:20])


def test_chinese_is_cut_at_its_own_full_stops() -> None:
    """Text without blanks is cut at 。 and not in the middle of a sentence."""
    sentences = [f"第{n}条规定客户的数据在取消订阅之后保留九十天。" for n in range(40)]
    chunks = chunk_markdown("".join(sentences), size=120, fallback_title="file")
    assert len(chunks) > 5
    assert all(chunk.text.endswith("。") for chunk in chunks)
    assert "".join(chunk.text for chunk in chunks).replace(" ", "") == "".join(sentences)


ODD = {
    "crossed": "# A\n# B\n\ntext\n",
    "setext": "Title\n=====\n\nbody text\n\nPart\n----\n\nmore text\n",
    "quote": "> quoted line one\n> quoted line two\n",
    "html": "<div>\n<b>bold words</b>\n</div>\n\nafter words\n",
    "unclosed fence": "```\ncode without end\n",
    "links": "See [the guide](guide.md) and [x][1].\n\n[1]: https://larkspur.example\n",
    "front matter": "---\ntitle: Hidden\n---\n\nbody words\n",
    "nested": "- one\n  - two\n    ```\n    code\n    ```\n- three\n",
    "only heading": "# Title\n",
    "blank": " \n\n\t\n",
}


@pytest.mark.parametrize("name", ODD)
def test_odd_markdown_keeps_its_words(name: str) -> None:
    """Whatever the markup, every word of the document is in some chunk, its title or its headings."""
    text = ODD[name]
    chunks = chunk_markdown(text, size=200, fallback_title="file")
    kept = " ".join(f"{chunk.title} {chunk.heading} {chunk.text}" for chunk in chunks)
    definitions = re.sub(r"^\[1\]:.*$", "", text, flags=re.MULTILINE)
    lost = set(re.findall(r"\w+", definitions)) - set(re.findall(r"\w+", kept))
    assert lost == ({"Title"} if name == "only heading" else set())


@pytest.mark.parametrize("block", [TABLE, FENCED, NUMBERED, "One. Two! Three?\n\n- item one. More.\n- item two\n"])
@pytest.mark.parametrize("size", [100, 250, 5000])
def test_chunks_stand_in_their_document(block: str, size: int) -> None:
    """Every quotable unit of every chunk stands letter for letter in the document."""
    text = f"# T\n\nSome **bold** words\nover two lines. And `code`.\n\n{block}\n"
    for chunk in chunk_markdown(text, size=size, fallback_title="file"):
        for unit in units(chunk.text):
            assert unit.quote in text


def test_the_date_of_a_page_is_no_chunk() -> None:
    """What only tells when its page was changed answers nothing; beside other text it stays."""
    text = "# T\n\nLast updated: 2026-02-16\n\n## A\n\nStand: 1. März 2025\n\nx.\n"
    chunks = chunk_markdown(text, size=900, fallback_title="file")
    assert chunks == [Chunk("Stand: 1. März 2025\n\nx.", "T", "A", 0, line=7)]

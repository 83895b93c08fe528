"""The rows that the gate is fitted on: of our own, and spoken ones made from messages and tools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.gating_rows import own
from evals.gating_spoken import MESSAGES, STRANGE, intents, spoken
from evals.public import Benchmarks, half
from tests.word_vectors import WordEmbedder


@pytest.fixture
def benchmarks(tmp_path: Path) -> Benchmarks:
    """Eight messages of every intent in the layout of the public set, and eight that belong to none."""
    (tmp_path / "clinc150").mkdir()
    rows = [{"text": f"{name} {at}", "intent": name} for name in intents() for at in range(8)]
    strange = [{"text": f"odd thing {at}", "intent": "oos"} for at in range(8)]
    for file, lines in ((MESSAGES, rows), (STRANGE, strange)):
        (tmp_path / file).write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return Benchmarks(tmp_path)


def test_rows_of_our_own_are_split_once() -> None:
    """No row that is reported takes part in the fit, and both parts hold rows of either sort."""
    tune, report = own("tune"), own("report")
    assert len(tune) == len(report) == 210
    assert not {row.id for row in tune} & {row.id for row in report}
    assert all(0.3 < sum(row.called for row in rows) / len(rows) < 0.5 for rows in (tune, report))


def test_a_spoken_row_is_called_for_only_with_its_intents_tool(benchmarks: Benchmarks) -> None:
    """A row is called for if its intent's tool is there; a tool that may do the job as well is in no other row."""
    known = intents()
    by_tool = {one.tool.name: name for name, one in known.items() if one.tool}
    rows = spoken(benchmarks, "even", WordEmbedder())
    assert {half(row.turns[0].text) for row in rows} == {"even"}
    for row in rows:
        intent = row.turns[0].text.rsplit(" ", 1)[0]
        offered = {by_tool[tool.name] for tool in row.tools}
        assert row.called == (intent in offered)
        assert row.called or not (intent in known and offered & known[intent].near)
        assert 1 <= len(row.tools) <= 4
    assert 0.2 < sum(row.called for row in rows) / len(rows) < 0.6
    assert rows == spoken(benchmarks, "even", WordEmbedder())


def test_every_intent_that_is_near_is_known() -> None:
    """What is near names intents of the file, and is meant both ways."""
    known = intents()
    assert all(name in known[other].near for name, one in known.items() for other in one.near)

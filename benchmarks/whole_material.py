"""What `whole.py` asks: three sets of rows over their documents, and five messages whose calls and faults are told."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.oracle import Known
from benchmarks.peers.whole_exchange import Chunk, Group, Row, Trial
from evals.mtrag_catalog import opened as open_mtrag
from evals.mtrag_data import Task, pairs, tasks
from evals.public import Benchmarks, half
from evals.vectors import VectorCache
from graph.resources import Resources
from graph.settings import Settings
from knowledge.base_spec import BASE_KEY
from knowledge.labelled import LabelledQuestion, labelled_questions

SAID = (("user", "What does the Pro plan cost?"), ("assistant", "The Pro plan costs $14 per seat per month."))
SURE = Known("How long do you keep my data after I cancel?", "", (("", ("general",)),))
FOLLOW_UP = Known(
    "And for ten seats, and why does the dashboard keep logging me out?",
    "What does the Pro plan cost for ten seats, and why does the dashboard keep logging me out?",
    (
        ("What does the Pro plan cost for ten seats?", ("billing",)),
        ("why does the dashboard keep logging me out?", ("technical",)),
    ),
)
TWO_BASES = Known(
    "I was charged twice this month. Why does the dashboard keep logging me out?",
    "I was charged twice this month. Why does the dashboard keep logging me out?",
    (
        ("I was charged twice this month.", ("billing",)),
        ("Why does the dashboard keep logging me out?", ("technical",)),
    ),
)
NOWHERE = Known("Which fig tree bears fruit at the foot of Etna?", "", (("", ()),))
UNSURE = Known("What do I get back for last week?", "", (("", ("general",)),))
"""The five messages of which calls are counted and faults are tried; their oracle entries are completed by `named`."""


def material(options: argparse.Namespace, settings: Settings) -> tuple[list[Group], list[Known]]:
    """The three sets with the rows of one half, and what the oracle knows of them. Raises BenchmarkMissing."""
    parity = "odd" if options.half == "report" else "even"
    data = Benchmarks(settings.benchmarks)
    own = [one for one in _larkspur(settings, options.half) if one.bases]
    double = [one for one in pairs(data) if half(one.id) == parity]
    single = _spread(
        [one for one in tasks(data) if half(one.conversation_id) == parity and one.relevant], options.mtrag
    )
    if options.rows:
        own, double, single = (_spread(rows, options.rows) for rows in (own, double, single))  # type: ignore[type-var]
    larkspur = Resources.load(settings)
    larkspur.prepare()
    mtrag = open_mtrag(settings, VectorCache.of(settings))
    rewrites = {row["id"]: row["rewrite_llm"] for row in data.rows("mtrag/tasks.jsonl")}
    needs = [Row(one.id, one.question, (), tuple(one.relevant)) for one in double]
    asked = [Row(one.id, one.question, _said(one), tuple(one.relevant)) for one in single]
    known = [_known(one) for one in own]
    bases = {row["id"]: (row["parts"], row["part_ids"]) for row in data.rows("mtrag/pairs_two_kb.jsonl")}
    homes = {one.id: one.kb for one in tasks(data)}
    for pair in double:
        parts = tuple((text, (homes[id_],)) for text, id_ in zip(*bases[pair.id], strict=True))
        known.append(Known(pair.question, pair.question, parts))
    for task in single:
        alone = rewrites[task.id] or task.question
        known.append(Known(task.question, alone, ((alone, (task.kb,)),)))
    held = _chunks(mtrag, lambda chunk: chunk["id"])
    return [
        Group("larkspur", *_chunks(larkspur, lambda chunk: chunk["source"]), [_row(one) for one in own]),
        Group("pairs", *held, needs),
        Group("mtrag", *held, asked),
    ], known


def trial(options: argparse.Namespace, settings: Settings) -> tuple[Trial, list[Known]]:
    """The messages that are timed, counted and tried with faults, and what the oracle knows of them."""
    rows = _larkspur(settings, "tune")
    tried = Trial(
        [_row(one) for one in rows if one.bases], options.at_once, _named("sure", SURE),
        _named("follow-up", FOLLOW_UP, SAID), _named("two-bases", TWO_BASES), _named("nowhere", NOWHERE),
        _named("unsure", UNSURE), "billing",
    )  # fmt: skip
    five = [named(one) for one in (SURE, FOLLOW_UP, TWO_BASES, NOWHERE, UNSURE)]
    return tried, [*(_known(one) for one in rows), *five]


def _chunks(resources: Resources, key: Any) -> tuple[dict[str, str], dict[str, list[Chunk]], dict[str, Any], int]:
    """Descriptions, chunks and vectors of every base of documents, read from our own store, and the places."""
    catalog = resources.catalog
    descriptions, chunks, vectors = {}, {}, {}
    for spec in catalog.chunked:
        with resources.store.reading(catalog.collection(spec), resources.embedder) as opened:
            got = opened.get(where={BASE_KEY: spec.value}, include=["documents", "metadatas", "embeddings"])
        descriptions[spec.name] = spec.description
        vectors[spec.name] = np.asarray(got["embeddings"], dtype=np.float32)
        chunks[spec.name] = [
            Chunk(id_, key({"id": id_, **told}), text, text[int(told["lead"]) :])
            for id_, text, told in zip(got["ids"], got["documents"], got["metadatas"], strict=True)
        ]
    return descriptions, chunks, vectors, catalog.evidence.slots


def _larkspur(settings: Settings, split: Any) -> list[LabelledQuestion]:
    return labelled_questions(Resources.load(settings).catalog, split)


def _row(one: LabelledQuestion) -> Row:
    return Row(one.id, one.question, tuple((turn.role, turn.content) for turn in one.history), one.documents)


def _known(one: LabelledQuestion) -> Known:
    # Nobody wrote down how a follow-up stands alone: what the user said last goes before it.
    alone = " ".join([*one.said_before[-1:], one.question])
    return Known(one.question, alone, ((alone, one.bases),))


def named(one: Known) -> Known:
    """One of the four messages with what stands for its words where nothing else does."""
    return Known(one.message, one.standalone or one.message, tuple((text or one.message, of) for text, of in one.parts))


def _named(id_: str, one: Known, history: tuple[tuple[str, str], ...] = ()) -> Row:
    return Row(id_, one.message, history, ())


def _said(task: Task) -> tuple[tuple[str, str], ...]:
    turns = zip(task.user_turns, task.answers, strict=True)
    return tuple(one for asked, told in turns for one in (("user", asked), ("assistant", told)))


def _spread(rows: Sequence[Any], count: int) -> list[Any]:
    if not count or count >= len(rows):
        return list(rows)
    return [rows[at * len(rows) // count] for at in range(count)]

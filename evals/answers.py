"""The suites `answers`: whole runs of the graph, without a model, over a catalog's labelled questions.

A right answer shows every point that its label names and cites every document it needs. Beside that, code counts what
must never happen: a marker that leads to no source, and a quote that does not stand in its source letter for letter.
Run: signalbox eval answers --suite larkspur
"""

from __future__ import annotations

import asyncio
import re
import time
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median
from typing import Any

from errors import DocumentError
from evals.report import Result, Row, mean_of_rows
from evals.trial import nothing_labelled
from graph.build import build
from graph.resources import Resources
from graph.result import result
from graph.settings import Settings
from knowledge.formats import load
from knowledge.ingest import Progress, no_progress
from knowledge.labelled import LabelledQuestion, Split, labelled_questions
from knowledge.reading import read
from knowledge.scanning import scan
from routing.cascade import OUT_OF_SCOPE

TARGETS = {
    "points_shown": 0.85,
    "right_source": 0.85,
    "right": 0.85,
    "phantom_citations": 0,
    "false_quotes": 0,
    "declined": 1.0,
}
_MARKER = re.compile(r"\[(\d+)\]")


def run(catalog: str, settings: Settings, progress: Progress = no_progress, *, split: Split = "report") -> Result:
    """Measure a catalog on one split of its labelled questions; a store that was never built is built first.

    points_shown: of the questions with labelled points, the share whose answer shows all of them. right_source: of
    those with labelled documents, the share that cites all of them. right_first: of those of them that are answered,
    the share whose first quote is from one of them. right: of those with both, the share with both.
    answered: the share of questions in scope with a citation at all. phantom_citations, false_quotes: counts over all
    answers. declined: of the questions out of scope, the share answered without any citation. handed_over: of those
    whose mood leads to a person, the share that did. quoted_characters: the median length of an answer in scope.
    Raises ConfigError where the catalog or a labelled question is wrong, and EvalError where it has no labelled
    question of the split.
    """
    chosen = settings.model_copy(update={"catalog": catalog, "log": "none", "model": "none"})
    return measure(Resources.load(chosen, on_build=progress), split=split)


def measure(resources: Resources, *, split: Split = "report") -> Result:
    """The figures of an opened catalog; see `run`."""
    began = time.perf_counter()
    resources.prepare()
    rows = labelled_questions(resources.catalog, split)
    if not rows:
        raise nothing_labelled(resources.catalog, split)
    metrics, judged = figures(resources, rows)
    return Result(
        suite=resources.catalog.name,
        split=split,
        tuned_on="tune",
        n=len(rows),
        metrics=metrics,
        targets={name: aim for name, aim in TARGETS.items() if name in metrics},
        seconds=time.perf_counter() - began,
        rows=judged,
    )


def figures(resources: Resources, rows: Sequence[LabelledQuestion]) -> tuple[dict[str, float], list[Row]]:
    """The figures of some questions to an opened catalog, and what became of each."""
    judge = Judge(resources)
    judged = asyncio.run(_answered(resources, rows, judge))
    metrics = {name: mean_of_rows(judged, name) for name in RATES if any(name in row["right"] for row in judged)}
    metrics |= {"phantom_citations": float(judge.phantoms), "false_quotes": float(judge.false)}
    if judge.lengths:
        metrics["quoted_characters"] = float(median(judge.lengths))
    return metrics, judged


RATES = ("points_shown", "right_source", "right_first", "right", "answered", "declined", "handed_over")


async def _answered(resources: Resources, rows: Sequence[LabelledQuestion], judge: Judge) -> list[Row]:
    graph = build(resources)
    judged = []
    for row in rows:
        spoken = [{"role": turn.role, "content": turn.content} for turn in row.history]
        asked: Any = {"messages": [*spoken, {"role": "user", "content": row.question}]}
        began = time.perf_counter()
        state: Any = await graph.ainvoke(asked, context={"interrupts": False})
        judged.append(judge.row(row, result(state, (time.perf_counter() - began) * 1000)))
    return judged


@dataclass
class Judge:
    """Holds answers against their labels, and counts over all of them what must never happen."""

    resources: Resources
    phantoms: int = 0
    false: int = 0
    lengths: list[int] = field(default_factory=list)

    @cached_property
    def documents(self) -> Mapping[str, str]:
        """The text of every document by its source, read from its file: the store is not asked about itself."""
        catalog = self.resources.catalog
        found: dict[str, str] = {}
        for spec in catalog.chunked:
            for source, file in scan(spec, catalog.folder / spec.documents).files.items():
                with suppress(DocumentError):  # what cannot be read is not in the store, and never cited
                    found[source] = load(read(file)[0], file.path.suffix, spec.max_file_mb).text
        return found

    def row(self, asked: LabelledQuestion, given: Mapping[str, Any]) -> Row:
        """What became of one question."""
        citations = given["citations"]
        numbers = {citation["n"] for citation in citations}
        self.phantoms += sum(int(number) not in numbers for number in _MARKER.findall(given["answer"]))
        self.false += sum(citation["quote"] not in self.documents[citation["source"]] for citation in citations)
        right = self._right(asked, given, [citation["source"] for citation in citations])
        chosen = list(dict.fromkeys(citation["base"] for citation in citations))
        return Row(id=asked.id, wanted=sorted(asked.bases), chosen=chosen, right=right)

    def _right(self, asked: LabelledQuestion, given: Mapping[str, Any], sources: Sequence[str]) -> dict[str, int]:
        if self.resources.catalog.moods.get(asked.mood, "answer") != "answer":
            return {"handed_over": int(bool(given["handover"]))}
        if asked.kind == OUT_OF_SCOPE:
            return {"declined": int(not sources)}
        right = {"answered": int(bool(sources))}
        self.lengths.append(len(given["answer"]))
        if asked.points:
            right["points_shown"] = int(shows(given["answer"], asked.points))
        if asked.documents:
            right["right_source"] = int(set(asked.documents) <= set(sources))
            if sources:
                right["right_first"] = int(sources[0] in asked.documents)
        if asked.points and asked.documents:
            right["right"] = right["points_shown"] & right["right_source"]
        return right


def shows(answer: str, points: Sequence[Sequence[str]]) -> bool:
    """Whether an answer holds one string of each point, in whatever case, width and spacing."""
    told = _even(answer)
    return all(any(_even(option) in told for option in point) for point in points)


def _even(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).casefold().strip()

"""A catalog's labelled questions as an experiment of LangSmith: the same rows and router, judged by `evaluate`.

Nothing leaves the machine unless an upload is asked for: then the rows become a dataset and the outcomes an
experiment over it. Run: signalbox eval routing --suite larkspur --langsmith [--upload]
"""

from __future__ import annotations

import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime
from typing import Any

from langsmith import Client, evaluate
from langsmith.run_helpers import tracing_context
from langsmith.schemas import Example
from langsmith.utils import LangSmithError, get_env_var
from pydantic import ValidationError

from errors import EvalError
from evals.gate import LEAST_ALL_NEEDED, Gate
from evals.report import Result, Row
from evals.trial import bases_of, limits_of, nothing_labelled, remembered, take
from graph.resources import Resources
from graph.settings import Settings
from knowledge.catalog import Catalog
from knowledge.labelled import LabelledQuestion, Split, labelled_questions
from routing.log_rows import digest

METRICS = {"all_needed": "all_needed", "accuracy": "accuracy", "width": "mean_width"}
"""The evaluators' keys, and what their means are called in a result."""

Target = Callable[[dict[str, Any]], dict[str, Any]]


def run(catalog: str, settings: Settings) -> Result:
    """The figures of `evals.catalog_routing` that need one row at a time, by LangSmith's `evaluate`; sends nothing.

    Over the report rows whose labelled mood leads to an answer. Raises ConfigError for a wrong catalog and EvalError
    where it has no such row.
    """
    return _experiment(catalog, settings, None)


def run_uploaded(catalog: str, settings: Settings) -> Result:
    """The same, and the rows are uploaded as a dataset, the outcomes as an experiment over it.

    The dataset's name bears a digest of the rows: the same rows are uploaded once, changed ones are another dataset.
    Raises EvalError also where no key is set (before anything runs) or LangSmith cannot be reached.
    """
    with uploading(catalog) as client:
        return _experiment(catalog, settings, client)


@contextmanager
def uploading(catalog: str) -> Iterator[Client]:
    """A client that sends. Raises EvalError where no key is set, and where LangSmith takes nothing."""
    if not get_env_var("API_KEY"):
        raise EvalError(
            "LANGSMITH_API_KEY is not set, and an upload needs it; without --upload the same figures are made here"
        )
    client = Client()
    try:
        yield client
        client.flush()
    except (LangSmithError, ValidationError) as fault:
        raise EvalError(f"LangSmith took no upload of {catalog}: {fault}") from None


def all_needed(outputs: dict[str, Any], reference_outputs: dict[str, Any]) -> dict[str, Any]:
    """Whether every needed base is searched; no score where none is needed."""
    needed = set(reference_outputs["bases"])
    return {"key": "all_needed", "score": int(needed <= set(outputs["bases"])) if needed else None}


def accuracy(outputs: dict[str, Any], reference_outputs: dict[str, Any]) -> dict[str, Any]:
    """Of a question that needs one base: whether that is the first; no score for others."""
    needed = reference_outputs["bases"]
    return {"key": "accuracy", "score": int(outputs["bases"][:1] == needed) if len(needed) == 1 else None}


def width(outputs: dict[str, Any]) -> dict[str, Any]:
    """How many bases are searched."""
    return {"key": "width", "score": len(outputs["bases"])}


def _experiment(name: str, settings: Settings, sending: Client | None, split: Split = "report") -> Result:
    began = time.perf_counter()
    resources = Resources.load(settings.model_copy(update={"catalog": name, "log": "none"}))
    resources.prepare()
    catalog = resources.catalog
    rows = [row for row in labelled_questions(catalog, split) if catalog.moods.get(row.mood, "answer") == "answer"]
    if not rows:
        raise nothing_labelled(catalog, split)
    # A client that sends nothing asks for no key and starts no thread.
    client = sending or Client(api_key="none", auto_batch_tracing=False)
    examples = uploaded(catalog, split, rows, sending) if sending else examples_of(rows, uuid.uuid4())
    # It tells where it is on stdout, which is for the figures.
    with redirect_stdout(sys.stderr), tracing_context(enabled=None if sending else False):
        done = evaluate(
            _target(resources),
            data=examples,
            evaluators=[all_needed, accuracy, width],
            experiment_prefix=f"signalbox-{name}",
            metadata={"catalog": name, "catalog_version": resources.versions("").catalog, "split": split},
            client=client,
            upload_results=sending is not None,
            disable_evaluator_tracing=True,
        )
        judged = [_row(one) for one in done]
    gate = Gate.load(catalog.folder)
    return Result(
        suite=name,
        split=split,
        tuned_on="tune",
        n=len(judged),
        metrics=_means([scores for _, scores in judged]),
        targets={"all_needed": LEAST_ALL_NEEDED if gate is None else gate.least_all_needed},
        seconds=time.perf_counter() - began,
        rows=[row for row, _ in judged],
    )


def _target(resources: Resources) -> Target:
    router, limits = remembered(resources.cascade), limits_of(resources.catalog)

    def route(inputs: dict[str, Any]) -> dict[str, Any]:
        *before, asked = inputs["messages"]
        trial = take(LabelledQuestion(id="asked", question=asked["content"], history=tuple(before)), router)
        decisions = trial.decide(limits)
        return {
            "bases": bases_of(decisions),
            "mood": trial.mood.name,
            "questions": [{"text": piece.text, "kind": piece.kind} for piece in trial.pieces],
            "decisions": [decision.to_dict() for decision, _ in decisions],
        }

    return route


def examples_of(rows: Sequence[LabelledQuestion], dataset: uuid.UUID) -> list[Example]:
    """Labelled questions as the examples of a dataset, in order."""
    return [
        Example(
            id=uuid.uuid5(dataset, row.id),
            dataset_id=dataset,
            inputs={"messages": [*(turn.model_dump() for turn in row.history), _said(row)]},
            outputs={"bases": sorted(row.bases), "mood": row.mood},
            metadata={"id": row.id, "kind": row.kind, "mood": row.mood},
            created_at=datetime.now(UTC),
        )
        for row in rows
    ]


def _said(row: LabelledQuestion) -> dict[str, str]:
    return {"role": "user", "content": row.question}


def uploaded(catalog: Catalog, split: str, rows: Sequence[LabelledQuestion], client: Client) -> list[Example]:
    """The examples of the dataset of these rows, which is made where it is not there yet."""
    name = f"signalbox-{catalog.name}-{split}-{digest(*(row.model_dump_json() for row in rows))}"
    if client.has_dataset(dataset_name=name):
        return examples_of(rows, client.read_dataset(dataset_name=name).id)
    dataset = client.create_dataset(name, description=f"Labelled questions of {catalog.title or catalog.name}")
    examples = examples_of(rows, dataset.id)
    told = [
        {"id": one.id, "inputs": one.inputs, "reference_outputs": one.outputs, "metadata": one.metadata, "split": split}
        for one in examples
    ]
    client.create_examples(dataset_id=dataset.id, examples=told)
    return examples


def _row(done: Any) -> tuple[Row, dict[str, float]]:
    example, made = done["example"], done["run"]
    if made.error or not made.outputs:
        # `evaluate` goes on without the row, and its means would be of fewer questions than they say.
        raise EvalError(f"{example.metadata['id']}: it could not be routed: {made.error}")
    scores = {one.key: one.score for one in done["evaluation_results"]["results"] if one.score is not None}
    right = {name: int(score) for name, score in scores.items() if name != "width"}
    wanted, chosen = example.outputs["bases"], made.outputs["bases"]
    return Row(id=example.metadata["id"], wanted=wanted, chosen=chosen, right=right), scores


def _means(scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    found = {metric: [one[key] for one in scores if key in one] for key, metric in METRICS.items()}
    return {metric: sum(values) / len(values) for metric, values in found.items() if values}

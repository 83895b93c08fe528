"""A suite of a catalog's labelled questions or messages as an experiment of LangSmith: the suite runs here as it
always does, and each row's outcome is handed to `evaluate` with what was right about it.

Nothing leaves the machine unless an upload is asked for. Run: signalbox eval answers --suite larkspur --langsmith
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from langsmith import Client, evaluate
from langsmith.run_helpers import tracing_context

from evals.experiment import examples_of, uploaded, uploading
from evals.report import Result, Row
from graph.settings import Settings
from knowledge.catalog import find
from knowledge.ingest import Progress
from knowledge.labelled import LabelledQuestion, labelled_questions


@dataclass(frozen=True, slots=True)
class JudgedExperiment:
    """One suite, called as every suite is: `function` of `module` measures `catalog` and gives a row a question."""

    module: str
    catalog: str
    function: str
    upload: bool

    def __call__(self, settings: Settings, progress: Progress) -> Result:  # noqa: ARG002 - a catalog embeds quickly
        """The suite's own result. Raises what it raises, and EvalError where an upload has no key or is not taken."""
        if not self.upload:
            return self._carried_out(settings, None)
        with uploading(self.catalog) as client:
            return self._carried_out(settings, client)

    def _carried_out(self, settings: Settings, client: Client | None) -> Result:
        result: Result = getattr(importlib.import_module(self.module), self.function)(self.catalog, settings)
        catalog = find(self.catalog, settings.catalogs)
        outcomes = {row["id"]: row for row in result["rows"]}
        rows = [row for row in labelled_questions(catalog) if row.id in outcomes] or _messages(outcomes)
        examples = uploaded(catalog, result["split"], rows, client) if client else examples_of(rows, uuid4())
        known = {_key(example.inputs): outcomes[row.id] for example, row in zip(examples, rows, strict=True)}

        def told(inputs: dict[str, Any]) -> dict[str, Any]:
            row = known[_key(inputs)]
            return {_said(result): row["chosen"], "right": row["right"]}

        # It tells where it is on stdout, which is for the figures.
        with redirect_stdout(sys.stderr), tracing_context(enabled=None if client else False):
            done = evaluate(
                told,
                data=examples,
                evaluators=[_right],
                experiment_prefix=f"signalbox-{self.catalog}-{self.module.rpartition('.')[2]}",
                metadata={"catalog": self.catalog, "split": result["split"]},
                client=client or Client(api_key="none", auto_batch_tracing=False),
                upload_results=client is not None,
                disable_evaluator_tracing=True,
            )
            list(done)
        return result


def _messages(outcomes: Mapping[str, Row]) -> list[LabelledQuestion]:
    """The rows of a suite over messages labelled with a mood, whose ids are their texts: no base is needed of them."""
    return [LabelledQuestion(id=text, question=text, mood=row["wanted"][0]) for text, row in outcomes.items()]


def _said(result: Result) -> str:
    """What the chosen labels of a suite are."""
    return result["suite"] if result["suite"] in {"mood", "kinds"} else "bases"


def _right(outputs: dict[str, Any]) -> dict[str, Any]:
    """Each metric of the suite as a feedback key."""
    return {"results": [{"key": name, "score": score} for name, score in outputs["right"].items()]}


def _key(inputs: Mapping[str, Any] | None) -> str:
    return json.dumps(inputs, sort_keys=True)

"""Every suite by the name it is asked for. A module is imported when it runs, since learning libraries load slowly.

A suite of a catalog is one line here and nothing else: `_Catalog("evals.catalog_routing", "larkspur")` stands for
`catalog_routing.run("larkspur", settings)`. A catalog that is not listed is measured by its name where OWN says how.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from errors import EvalError
from evals.report import Result
from graph.settings import Settings
from knowledge.ingest import Progress

Suite = Callable[[Settings, Progress], Result]
"""Measures once. Raises BenchmarkMissing where its data is not there; `Progress` is told of texts being embedded."""


@dataclass(frozen=True, slots=True)
class _Public:
    # A module with `run(settings, progress) -> Result`.
    module: str

    def __call__(self, settings: Settings, progress: Progress) -> Result:
        result: Result = importlib.import_module(self.module).run(settings, progress)
        return result


@dataclass(frozen=True, slots=True)
class _Catalog:
    # A module with `run(catalog_name, settings) -> Result`, or a function of another name like it.
    module: str
    catalog: str
    function: str = "run"

    def __call__(self, settings: Settings, progress: Progress) -> Result:  # noqa: ARG002 - a catalog embeds quickly
        result: Result = getattr(importlib.import_module(self.module), self.function)(self.catalog, settings)
        return result


SUITES: Mapping[str, Mapping[str, Suite]] = {
    "routing": {
        "lab": _Public("evals.lab"),
        "width": _Public("evals.width"),
        "clinc150": _Public("evals.clinc150"),
        "mtrag": _Public("evals.mtrag"),
        "pairs": _Public("evals.pairs"),
        "mixsnips": _Public("evals.mixsnips"),
        "feb4rag": _Public("evals.feb4rag"),
        "larkspur": _Catalog("evals.catalog_routing", "larkspur"),
        "clinic": _Catalog("evals.catalog_routing", "clinic"),
        "warranty": _Catalog("evals.catalog_routing", "warranty"),
        "strategies": _Catalog("evals.catalog_routing", "strategies"),
        "sources": _Catalog("evals.catalog_routing", "sources"),
    },
    "mood": {
        "clinic": _Catalog("evals.mood", "clinic"),
    },
    "kinds": {
        "larkspur": _Catalog("evals.mood", "larkspur", "run_kinds"),
    },
    "answers": {
        "larkspur": _Catalog("evals.answers", "larkspur"),
        "clinic": _Catalog("evals.answers", "clinic"),
        "warranty": _Catalog("evals.answers", "warranty"),
        "strategies": _Catalog("evals.answers", "strategies"),
        "contradictions": _Public("evals.contradictions"),
    },
    "wording": {
        "larkspur": _Catalog("evals.wording", "larkspur"),
        "clinic": _Catalog("evals.wording", "clinic"),
        "warranty": _Catalog("evals.wording", "warranty"),
    },
    "rewrite": {
        "cast": _Public("evals.cast"),
    },
    "retrieval": {
        "mtrag": _Public("evals.retrieval"),
        "pairs": _Public("evals.context_pairs"),
    },
    "context": {
        "mtrag": _Public("evals.context"),
        "pairs": _Public("evals.context_pairs"),
    },
    "ingest": {
        "pool": _Public("evals.ingest"),
    },
    "guard": {
        "guard": _Public("evals.guard"),
    },
    "normalisation": {
        "normalisation": _Public("evals.normalisation"),
    },
    "gating": {
        "gating": _Public("evals.gating"),
    },
    "tools": {
        "desk": _Catalog("evals.tools", "desk"),
        "finance": _Catalog("evals.tools", "finance"),
        "geography": _Catalog("evals.tools", "geography"),
        "larkspur": _Catalog("evals.tools", "larkspur"),
        "movies": _Catalog("evals.tools", "movies"),
    },
    "cypher": {
        "cypher": _Public("evals.cypher"),
    },
    "sql": {
        "sql": _Public("evals.sql"),
    },
}

OWN: Mapping[str, tuple[str, str]] = {
    "routing": ("evals.catalog_routing", "run"),
    "mood": ("evals.mood", "run"),
    "kinds": ("evals.mood", "run_kinds"),
    "answers": ("evals.answers", "run"),
    "wording": ("evals.wording", "run"),
    "tools": ("evals.tools", "run"),
}
"""Module and function by which an eval measures any catalog: one that somebody made is no line above."""

EXPERIMENTS: Mapping[str, tuple[str, ...]] = {
    "routing": ("larkspur", "clinic", "warranty", "strategies"),
    "answers": ("larkspur", "clinic", "warranty", "strategies"),
    "kinds": ("larkspur",),
    "mood": ("clinic",),
}
"""The suites whose rows LangSmith's `evaluate` can judge: those over a catalog's labelled questions and messages."""


def experiments(
    name: str, suite: str | None = None, catalogs: Path | None = None, *, upload: bool = False
) -> dict[str, Suite]:
    """Suites that run through LangSmith's `evaluate`: the one that is named, or every one there is. A suite may be the
    name of any catalog in the folder `catalogs`.

    Nothing is sent unless `upload`. Raises EvalError where the suite cannot be run so; names the valid ones.
    """
    named = [one for one in EXPERIMENTS.get(name, ()) if suite in {None, one}]
    if not named and name in EXPERIMENTS and suite is not None and _is_catalog(suite, catalogs):
        named = [suite]
    if not named:
        asked = name if suite is None else f"{name} --suite {suite}"
        valid = "; ".join(f"{eval_} --suite {', '.join(those)}" for eval_, those in EXPERIMENTS.items())
        raise EvalError(f"--langsmith runs no {asked}; valid: {valid}")
    if name != "routing":
        from evals.judged_experiment import JudgedExperiment  # LangSmith's evaluate is slow to import

        chosen = {one: SUITES[name].get(one, _own(name, one)) for one in named}
        return {
            one: JudgedExperiment(suite.module, suite.catalog, suite.function, upload)
            for one, suite in chosen.items()
            if isinstance(suite, _Catalog)
        }
    function = "run_uploaded" if upload else "run"
    return {one: _Catalog("evals.experiment", one, function) for one in named}


def suites(name: str, suite: str | None = None, catalogs: Path | None = None) -> dict[str, Suite]:
    """The suites of an eval, or the one that is named: a listed one, or any catalog in the folder `catalogs`.

    Raises:
        EvalError: there is none of this name; names the valid ones.
    """
    if name not in SUITES:
        raise EvalError(f"{name!r} is no eval; valid: {', '.join(SUITES)}")
    if suite is None:
        return dict(SUITES[name])
    if suite in SUITES[name]:
        return {suite: SUITES[name][suite]}
    if name in OWN and _is_catalog(suite, catalogs):
        return {suite: _own(name, suite)}
    further = f", and every catalog in {catalogs}" if name in OWN and catalogs else ""
    raise EvalError(f"{name} has no suite {suite!r}; valid: {', '.join(SUITES[name])}{further}")


def _own(name: str, catalog: str) -> _Catalog:
    module, function = OWN[name]
    return _Catalog(module, catalog, function)


def _is_catalog(suite: str, catalogs: Path | None) -> bool:
    return catalogs is not None and Path(suite).name == suite and (catalogs / suite / "catalog.toml").is_file()

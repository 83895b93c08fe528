"""semantic-router 1.x as a system of the routing benchmark, used as its guide shows.

Utterances make routes, `fit` calibrates the confidence on held-out queries (None where no route should match), and
calling the router decides.
"""

from __future__ import annotations

import time
from typing import Any, ClassVar

from exchange import Data, Decide, Row, answers, balanced, serve
from semantic_router import Chain, IndexedRouter, Route
from semantic_router.encoders import DenseEncoder, TfidfEncoder
from semantic_router.index import HybridLocalIndex, LocalIndex

AWAY = "out_of_scope"
GRID = [(aggregation, top_k) for aggregation in ("mean", "max", "sum") for top_k in (5, 20, 50)]
TUNED_ON = 300
"""In-scope validation rows to choose from GRID with, beside the out-of-scope ones."""


class Precomputed(DenseEncoder):
    """Vectors looked up by text, as lists of floats: what the package asks of an encoder, and its own return.

    The index then computes in double precision; arrays of float32 would halve its time, against the declared type.
    """

    vectors: ClassVar[dict[str, list[float]]] = {}

    def __call__(self, docs: list[Any]) -> list[list[float]]:
        """One vector a text."""
        return [self.vectors[text] for text in docs]


def run(data: Data) -> list[dict[str, Any]]:
    """The documented default, its options tuned, a route for what is out of scope, the hybrid, a chain, names alone."""
    Precomputed.vectors = {text: vector.tolist() for text, vector in data.vectors.items()}
    trained = _routes(data.train)
    named = [Route(name=base, utterances=own) for base, own in data.names.items()]
    dense = LocalIndex()
    found = [_row(data, trained, "dense", "trained", "default: mean of the top 5", index=dense)]
    aggregation, top_k = _tuned(data, dense)
    best = {"aggregation": aggregation, "top_k": top_k}
    chosen = f"{aggregation} of the top {top_k}, chosen on {TUNED_ON} in-scope validation rows"
    # Routes already in the index need not be given again.
    found.append(_row(data, [], "dense, tuned", "trained", chosen, index=dense, **best))
    away = [*trained, Route(name=AWAY, utterances=data.strangers)]
    told = f"{chosen}; {len(data.strangers)} out-of-scope rows as a route"
    found.append(_row(data, away, "dense, tuned, out-of-scope route", "trained", told, index=LocalIndex(), **best))
    hybrid = {"index": HybridLocalIndex(), "sparse_encoder": TfidfEncoder()}
    found.append(_row(data, trained, "dense + TF-IDF", "trained", "default: alpha .7, mean of the top 5", **hybrid))
    found.append(_chained(data, trained, dense, best))
    found.append(_row(data, named, "dense", "names", "default; an intent name is an utterance", index=LocalIndex()))
    one = "best utterance; an intent name is one"
    found.append(_row(data, named, "dense, max", "names", one, index=LocalIndex(), aggregation="max"))
    return found


def _routes(rows: list[Row]) -> list[Route]:
    utterances: dict[str, list[str]] = {}
    for text, base in rows:
        utterances.setdefault(str(base), []).append(text)
    return [Route(name=base, utterances=own) for base, own in utterances.items()]


def _row(data: Data, routes: list[Route], name: str, setting: str, notes: str, **options: Any) -> dict[str, Any]:
    began = time.perf_counter()
    router = _fitted(data, routes, **options)
    seconds = time.perf_counter() - began
    decide = _between(router) if _nothing(router) else _decide(router)
    system = f"semantic-router {name}"
    return answers(data, decide, system=system, setting=setting, fit_seconds=seconds, notes=notes)


def _chained(data: Data, routes: list[Route], index: LocalIndex, best: dict[str, Any]) -> dict[str, Any]:
    """The tuned dense router first, and the hybrid for what it is not sure of: each fitted, each with its own bar."""
    began = time.perf_counter()
    hybrid = {"index": HybridLocalIndex(), "sparse_encoder": TfidfEncoder()}
    chain = Chain([_fitted(data, [], index=index, **best), _fitted(data, routes, **hybrid)])
    seconds = time.perf_counter() - began
    notes = "dense, tuned, then dense + TF-IDF where that is under its fitted bar"
    system = "semantic-router Chain"
    return answers(data, _decide(chain), system=system, setting="trained", fit_seconds=seconds, notes=notes)


def _fitted(data: Data, routes: list[Route], **options: Any) -> IndexedRouter:
    router = IndexedRouter(encoder=Precomputed(name="precomputed"), routes=routes, **options)
    queries = [*data.parts["val"], *data.parts["oos_val"]]
    router.fit([text for text, _ in queries], [base or _nothing(router) for _, base in queries])
    return router


def _nothing(router: IndexedRouter) -> str | None:
    return AWAY if any(route.name == AWAY for route in router.routes) else None


def _decide(router: IndexedRouter | Chain) -> Decide:
    def decide(text: str) -> tuple[str, float]:
        choice = router(text)
        return choice.name, choice.confidence

    return decide


def _between(router: IndexedRouter) -> Decide:
    # With a route for what is out of scope: how far the best of the others is ahead of it.
    def decide(text: str) -> tuple[str, float]:
        choices = router(text, limit=None)
        best = next(choice for choice in choices if choice.name != AWAY)
        away = next(choice for choice in choices if choice.name == AWAY)
        return best.name, best.confidence - away.confidence

    return decide


def _tuned(data: Data, index: LocalIndex) -> tuple[str, int]:
    # By what is reported: in-scope accuracy and out-of-scope recall at the threshold that balances them.
    rows = data.parts["val"][:: max(1, len(data.parts["val"]) // TUNED_ON)]

    def worth(option: tuple[str, int]) -> float:
        aggregation, top_k = option
        encoder = Precomputed(name="precomputed")
        decide = _decide(IndexedRouter(encoder=encoder, index=index, aggregation=aggregation, top_k=top_k))
        inside = [decide(text) for text, _ in rows]
        right = [best == base for (best, _), (_, base) in zip(inside, rows, strict=True)]
        outside = [decide(text)[1] for text, _ in data.parts["oos_val"]]
        return balanced(right, [sure for _, sure in inside], outside)[1]

    return max(GRID, key=worth)


if __name__ == "__main__":
    serve(run, ("semantic-router", "openai"))

"""Checking what a question would meet: the catalog, the embedding model, the store, and the chat model. The command
`doctor` and the server's health route show the same checks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from langchain_core.messages import HumanMessage

from errors import SignalboxError
from graph.resources import Resources
from knowledge.base_spec import BASE_KEY, BaseSpec
from knowledge.bases.base import Probed
from knowledge.blocking import in_thread
from knowledge.ingest import stale
from knowledge.text import terms
from models.ask import Asker, Usage

PROBE_LIMIT_S = 10.0
"""A locked or broken store hangs for minutes; a check does not wait for it."""
FEW_TERMS = 6


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: how it is, what was seen, and what to do about it."""

    what: str
    state: Literal["ok", "warning", "fault"]
    seen: str
    fix: str = ""


def examine(resources: Resources, *, model: bool = True) -> Iterator[Check]:
    """Every check in the order in which faults should be mended; the model's, which costs a call, only with `model`.

    Blocks, and starts event loops of its own: in a program that has one, run it in a thread.
    """
    catalog = resources.catalog
    yield Check("catalog", "ok", f"{catalog.name}: {len(catalog.base)} bases")
    for spec in catalog.base:
        yield from _described(spec)
    yield _guarded(
        "embedding", lambda: f"{resources.embedder.name}, {len(resources.embedder.query('probe'))} dimensions"
    )
    yield _store(resources)
    for spec in catalog.base:
        if spec.type == "web":
            yield _web(resources, spec)
            continue
        look = partial(_probe if spec.chunked or spec.of else _tools, resources, spec)
        yield _guarded(f"base {spec.name}", look)
    if model:
        yield asyncio.run(_model(resources))


def _described(spec: BaseSpec) -> Iterator[Check]:
    told = len(terms(spec.description))
    if told == 0:
        yield Check(f"base {spec.name}", "warning", "no description", "say in catalog.toml what stands in it")
    elif told < FEW_TERMS:
        yield Check(
            f"base {spec.name}", "warning", f"a description of {told} words", "say what stands in it and what not"
        )
    dumb = [tool.name for tool in spec.tool if not tool.cues and not tool.fallback]
    if dumb:
        yield Check(
            f"base {spec.name}",
            "warning",
            f"no cues for {', '.join(dumb)}: what each is offered for is guessed",
            'name the words that ask for it, or a value: cues = ["invoice", "{customer}"]',
        )
    if not spec.examples:
        yield Check(f"base {spec.name}", "warning", "no examples", "add five questions it answers")


def _store(resources: Resources) -> Check:
    try:
        why = stale(resources.catalog, resources.store)
    except SignalboxError as fault:
        return Check("store", "fault", str(fault), "signalbox ingest --rebuild")
    if not why:
        return Check("store", "ok", f"{resources.folder} says what the documents say")
    return Check("store", "warning", f"{resources.folder}: {why}", "signalbox ingest")


def _probe(resources: Resources, spec: BaseSpec) -> str:
    """A stored chunk must be found by its own vector: a lost index still counts its chunks, but finds few of them."""
    model = resources.embedder_of(spec.embedding)
    with resources.store.reading(resources.catalog.collection(spec), model) as collection:
        where: Any = {BASE_KEY: spec.value}
        ids = collection.get(where=where, include=[])["ids"]
        if not ids:
            raise SignalboxError(f"no chunk with the stored value {spec.value!r}; run: signalbox ingest")
        # The first, the middle and the last: a half-lost index loses a stretch.
        for id_ in {ids[0], ids[len(ids) // 2], ids[-1]}:
            vector = collection.get(ids=id_, include=["embeddings"])["embeddings"][0]
            near = collection.similarity_search_by_vector_with_relevance_scores(
                list(map(float, vector)), k=5, filter=where
            )
            if not any(distance < 0.01 for _, distance in near):
                raise SignalboxError(f"chunk {id_} is stored but not found; run: signalbox ingest --rebuild")
    return f"{len(ids)} chunks, found by their vectors"


def _tools(resources: Resources, spec: BaseSpec) -> str:
    """A base of tools is asked for the legal values of its arguments: that opens its store."""
    base = resources.bases[spec.name]
    if isinstance(base, Probed):
        base.probe()
    told = []
    for tool in spec.tool:
        values = sum(len(one.values) for one in resources.registry.tool(tool.name).parameters)
        told.append(f"{tool.name} ({values} legal values)" if values else tool.name)
    return f"tools: {', '.join(told) or 'none'}"


def _web(resources: Resources, spec: BaseSpec) -> Check:
    """A web base is not asked: a search may cost money. Off is a choice, and no fault."""
    name = resources.settings.web
    if name:
        return Check(f"base {spec.name}", "ok", f"searched by {name}; not tried here")
    return Check(f"base {spec.name}", "warning", "off: the answer will say so", "set SIGNALBOX_WEB")


def _guarded(what: str, look: Callable[[], str]) -> Check:
    async def run() -> str:
        return await in_thread(look, PROBE_LIMIT_S)

    try:
        return Check(what, "ok", asyncio.run(run()))
    except TimeoutError:
        return Check(what, "fault", f"no answer within {PROBE_LIMIT_S:g} s", "is another process holding it?")
    except SignalboxError as fault:
        return Check(what, "fault", str(fault))


async def _model(resources: Resources) -> Check:
    settings = resources.settings
    if not settings.model:
        return Check("model", "ok", "none set; answers are quoted", "")
    try:
        chat = resources.models.get(settings.model)
        if chat is None:
            return Check("model", "ok", "none; answers are quoted")
        asking = Asker(chat, Usage(), settings.structured, settings.model_timeout)
        async for _ in asking.text([HumanMessage("Reply with the word: ready")]):
            pass
    except SignalboxError as fault:
        return Check("model", "fault", str(fault), "answers are quoted until it is mended")
    finally:
        await resources.models.close()  # of this look's own event loop, which ends with it
    return Check("model", "ok", f"{settings.model} answers")

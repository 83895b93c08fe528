"""A catalog that is served: its graph and what that was opened from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from errors import ConfigError
from graph.build import build
from graph.resources import Resources
from graph.settings import Settings

MAIN = "signalbox"
"""The name of the first catalog's graph; the others have their own."""


@dataclass(frozen=True)
class Served:
    """One graph of the server."""

    name: str
    resources: Resources
    graph: CompiledStateGraph[Any, Any, Any, Any]


def variable(name: str) -> str:
    """The variable of `graph.app` under which the server finds a graph."""
    return f"catalog_{name}"


def catalogs_served(settings: Settings) -> dict[str, str]:
    """Graph names and the catalogs behind them, the first one first. Raises ConfigError."""
    further = dict.fromkeys(name for part in settings.served.split(",") if (name := part.strip()))
    if MAIN in further:
        raise ConfigError(f"SIGNALBOX_SERVED: {MAIN!r} is the name of the first graph; serve that catalog as the first")
    return {MAIN: settings.catalog} | {name: name for name in further if name != settings.catalog}


def serve_all(settings: Settings) -> Mapping[str, Served]:
    """Every served graph by name, with interrupts: threads are kept by the server. Raises ConfigError."""
    opened = {}
    for name, catalog in catalogs_served(settings).items():
        resources = Resources.load(settings.model_copy(update={"catalog": catalog}))
        opened[name] = Served(name, resources, build(resources, interrupts=True))
    return opened

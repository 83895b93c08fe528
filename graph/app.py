"""The graph that `langgraph dev` serves. The one module whose import does something; the server brings threads."""

from __future__ import annotations

from graph.build import build
from graph.resources import Resources
from graph.settings import Settings

graph = build(Resources.load(Settings.from_env()), interrupts=True)

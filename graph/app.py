"""The graphs that the server serves. The one module whose import does something; the server brings threads."""

from __future__ import annotations

from graph.served import MAIN, serve_all, variable
from graph.settings import Settings

served = serve_all(Settings.from_env())
graph = served[MAIN].graph
globals().update({variable(name): one.graph for name, one in served.items()})

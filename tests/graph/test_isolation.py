"""Two hundred questions at once, in real threads over a real store: no run sees another's passages."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from streams import ask

from graph.build import build
from graph.resources import Resources

NAMES = ["north", "south", "east", "west"]


def test_two_hundred_questions_at_once_never_meet(make_resources: Callable[..., Resources]) -> None:
    """Each run finds, cites and answers from its own base only, whatever runs beside it."""
    bases = {
        name: {"files": {f"{n}.md": f"# Gate {n}\n\nThe password of gate {n} is {name}-{n}.\n" for n in range(10)}}
        for name in NAMES
    }
    resources = make_resources(bases)
    resources.prepare()
    graph = build(resources)

    def run(turn: int) -> tuple[str, str, dict[str, Any]]:
        name, gate = NAMES[turn % 4], turn // 4 % 10
        text = f"What is the password of gate {gate}?"
        return name, f"{name}-{gate}", ask(graph, text, context={"bases": [name]})

    with ThreadPoolExecutor(24) as pool:
        runs = list(pool.map(run, range(200)))
    for name, password, state in runs:
        found = [passage for finding in state["findings"] for passage in finding["passages"]]
        assert found
        assert {passage["base"] for passage in found} == {name}
        assert all(f"{name}-" in passage["text"] for passage in found)
        assert {citation["base"] for citation in state["citations"]} == {name}
        assert password in state["answer"]
        assert not [other for other in NAMES if other != name and other in state["answer"]]

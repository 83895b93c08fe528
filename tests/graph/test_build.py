"""The topology: a snapshot of the drawing, and catalogs of every shape draw and fan out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fakes import passage, scripted
from streams import ask, updates

from graph.build import build
from graph.edges import node_names
from graph.resources import Resources
from knowledge.catalog import Catalog, find

SNAPSHOT = Path(__file__).with_name("topology.mmd")

LABELS = {
    "spaces": ["sales team", "sales  team", "sales_team"],
    "quotes": ['the "best" of', "it's", "`code`", "a\\b"],
    "slashes": ["a/b", "a//b", "a:b", "a|b", "a;b", "a#b", "a.b"],
    "umlauts": ["Kündigung", "Straße", "éàç"],
    "CJK": ["技术", "账单", "一般"],
    "nodes": ["rewrite", "route", "answer", "__start__", "__end__", "supervise"],
    "emoji": ["🙂", "👍🏽", "-", "~2"],
    "sixty": [f"base {n}" for n in range(60)],
    "long": ["x" * 200],
}


def test_the_topology_is_the_snapshot(resources: Resources) -> None:
    """The drawing of larkspur's graph is the committed one; a change of the wiring shows in review."""
    assert build(resources).get_graph().draw_mermaid() == SNAPSHOT.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", LABELS)
def test_any_label_builds_draws_and_is_searched(kind: str, tmp_path: Path) -> None:
    """Whatever a base is called, it has a node of its own in the drawing, and a question reaches it."""
    labels = LABELS[kind]
    answers = {name: (lambda search, name=name: [passage(name, f"The secret of {name} is kept.")]) for name in labels}
    limits = {"routing": {"width": 64}, "evidence": {"slots": 64}}
    world, bases = scripted(tmp_path, answers, lambda text: dict.fromkeys(labels, 0.1), catalog=limits)
    graph = build(world)
    nodes = node_names(world.catalog)
    assert len(set(nodes.values())) == len(labels)
    drawing = graph.get_graph().draw_mermaid()
    assert all(name in graph.get_graph().nodes for name in nodes.values())
    assert len(re.findall(r"--> supervise;", drawing)) == len(labels)
    stream = updates(graph, "What is the secret?")
    assert sorted(node for node, _ in stream if node in set(nodes.values())) == sorted(nodes.values())
    assert all(len(base.asked) == 1 for base in bases.values())
    assert len(stream[-3][1]["slots"]) >= 1


def test_nodes_keep_the_letters_of_every_script(tmp_path: Path) -> None:
    """A node's name shows its base; what a drawing reads as a separator becomes an underscore, told apart by number."""
    labels = ["Kündigung", "技术", "a b", "a/b", "a_b", "a-b"]
    scripted(tmp_path, dict.fromkeys(labels, lambda search: []), lambda text: {})
    catalog: Catalog = find("scripted", tmp_path)
    assert node_names(catalog) == {
        "Kündigung": "retrieve_Kündigung",
        "技术": "retrieve_技术",
        "a b": "retrieve_a_b",
        "a/b": "retrieve_a_b~2",
        "a_b": "retrieve_a_b~3",
        "a-b": "retrieve_a-b",
    }


def test_one_base_is_enough(tmp_path: Path) -> None:
    """A catalog of a single base routes, answers and ends."""
    answers = {"only": lambda search: [passage("only", "Water boils at a hundred degrees.")]}
    world, _ = scripted(tmp_path, answers, lambda text: {"only": 0.9})
    assert (
        ask(build(world), "At how many degrees does water boil?")["answer"] == "Water boils at a hundred degrees. [1]"
    )


def test_labels_lead_to_their_bases(tmp_path: Path) -> None:
    """A catalog's own label map changes no node: bases keep their names."""
    world, _ = scripted(
        tmp_path, {"a": lambda search: []}, lambda text: {"a": 0.9}, catalog={"labels": {"Money & more": "a"}}
    )
    assert world.catalog.closed_labels == {"Money & more": "a"}
    assert node_names(world.catalog) == {"a": "retrieve_a"}

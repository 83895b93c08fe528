"""Comparisons in whole runs: one question a side, a small table, and a plain word where a side has no evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes import ScriptedBase, ScriptedResources, passage, scripted
from langgraph.checkpoint.memory import InMemorySaver
from streams import ask

from graph.build import build
from nodes.comparison import table

PRO = passage("alpha", "The Pro plan costs $14 a seat | billed monthly.")
TEAM = passage("beta", "The Team plan costs $22 a seat.")


def opened(root: Path, kind: str = "compare", **more: Any) -> tuple[ScriptedResources, dict[str, ScriptedBase]]:
    """Two bases, each with the price of one plan, which it finds for whatever speaks of a plan."""
    answers = {
        "alpha": lambda search: [PRO] if "plan" in search.text else [],
        "beta": lambda search: [TEAM] if "plan" in search.text else [],
    }
    tables = {"kind_table": lambda text: kind}
    return scripted(root, answers, lambda text: {"alpha": 0.9, "beta": 0.8}, tables=tables, **more)


@pytest.mark.parametrize("kind", ["compare", "lookup"])
def test_each_side_has_its_own_evidence(kind: str, tmp_path: Path) -> None:
    """Both are searched as comparisons, each row holds what speaks of its side, and nothing breaks the table."""
    world, bases = opened(tmp_path, kind)
    state = ask(build(world), "Pro or Team plan?")
    assert [(one["text"], one["kind"]) for one in state["questions"]] == [
        ("Pro plan?", "compare"),
        ("Team plan?", "compare"),
    ]
    pro, team = (next(slot["n"] for slot in state["slots"] if slot["passage"]["id"] == one.id) for one in (PRO, TEAM))
    assert state["answer"] == (
        "| Side | What was found |\n| --- | --- |\n"
        f"| Pro plan | The Pro plan costs $14 a seat \\| billed monthly. [{pro}] |\n"
        f"| Team plan | The Team plan costs $22 a seat. [{team}] |"
    )
    assert [(one["id"], one["questions"]) for one in state["citations"]] == [(PRO.id, ["q1"]), (TEAM.id, ["q2"])]
    assert [one["quote"] for one in state["citations"]] == [PRO.text, TEAM.text]
    assert sorted(search.k for search in bases["alpha"].asked) == [6, 6]


def test_a_missing_side_is_told(tmp_path: Path) -> None:
    """What is near to a side without evidence is the other side's, and is not passed off as its own."""
    state = ask(build(opened(tmp_path)[0]), "Pro or Platinum plan?", context={"max_turns": 1})
    assert "| Platinum plan | nothing was found |" in state["answer"]
    assert state["answer"].endswith("I found no answer to “Platinum plan?” in alpha and beta.")
    assert state["critique"]["answered"] == ["q1"]


@pytest.mark.parametrize(
    ("asked", "heading", "missing"),
    [
        ("Pro oder Platinum plan?", "| Seite | Was gefunden wurde |", "nichts gefunden"),
        ("Pro ou Platinum plan ?", "| Côté | Ce qui a été trouvé |", "rien n’a été trouvé"),
    ],
)
def test_the_table_is_in_the_language_of_the_asker(asked: str, heading: str, missing: str, tmp_path: Path) -> None:
    """Headings, and the word for a side without evidence, are the asker's."""
    answer = ask(build(opened(tmp_path)[0]), asked, context={"max_turns": 1})["answer"]
    assert answer.startswith(f"{heading}\n")
    assert f"| Platinum plan | {missing} |" in answer


def test_a_table_in_spanish() -> None:
    """Sides that a model found in a Spanish message have Spanish headings too."""
    assert table({"q1": "Pro"}, {}, "¿Cuál es más barato, Pro o Team?") == (
        "| Lado | Lo que se encontró |\n| --- | --- |\n| Pro | no se encontró nada |"
    )


def test_no_side_at_all_is_no_table(tmp_path: Path) -> None:
    """Where neither side is found the answer says so, as ever."""
    state = ask(build(opened(tmp_path)[0]), "Gold or Silver tariff?", context={"max_turns": 1})
    assert state["answer"] == "I could not find anything about this in alpha and beta."


@pytest.mark.parametrize("kind", ["opinion", "compute"])
def test_another_kind_stays_whole(kind: str, tmp_path: Path) -> None:
    """What is no comparison is one question, byte for byte."""
    state = ask(build(opened(tmp_path, kind)[0]), "Pro or Team plan?", context={"max_turns": 1})
    assert ([one["text"] for one in state["questions"]], state["sides"]) == (["Pro or Team plan?"], {})


def test_a_catalog_without_the_kind_compares_nothing(tmp_path: Path) -> None:
    """Its messages are split as before."""
    world, _ = opened(tmp_path, catalog={"kinds": ["lookup"]})
    assert ask(build(world), "Pro or Team plan?", context={"max_turns": 1})["sides"] == {}


def test_the_next_turn_compares_nothing(tmp_path: Path) -> None:
    """The sides end with their turn."""
    graph = build(opened(tmp_path)[0], InMemorySaver())
    ask(graph, "Pro or Team plan?", thread="t")
    state = ask(graph, "What does the Pro plan cost?", thread="t")
    assert state["sides"] == {}
    assert "|" not in state["answer"].replace("seat | billed", "")

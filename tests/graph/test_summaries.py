"""Summaries in whole runs: which bases are searched, what is quoted, and what is said where the document is missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streams import ask

from graph.build import build
from graph.resources import Resources
from nodes.summaries import room_for
from routing.strategy import beside, eligible

GREEN = "# Green tea\n\nGreen tea steeps for two minutes. Green tea is made with water of eighty degrees.\n"
BLACK = "# Black tea\n\nBlack tea steeps for four minutes. Black tea is made with boiling water.\n"
POTS = "# Pots\n\nA pot of clay is rinsed without soap.\n"


@pytest.fixture
def house(make_resources: Callable[..., Resources]) -> Resources:
    """Two bases, and one that digests the first."""
    return make_resources(
        {
            "teas": {"files": {"green-tea.md": GREEN, "black-tea.md": BLACK}, "description": "How tea is made."},
            "pots": {"files": {"pots.md": POTS}, "description": "How pots are cleaned."},
            "digests": {"type": "summary", "of": ["teas"], "k_for": {"summarize": 1}},
        }
    )


def test_a_summary_is_quoted_and_cited(house: Resources) -> None:
    """The document that was named is summed up in its own words, each sentence once, with its source."""
    state = ask(build(house), "Please summarize the green tea page")
    assert [question["kind"] for question in state["questions"]] == ["summarize"]
    assert "digests" in [base["name"] for base in state["decisions"][0]["bases"]]
    first = "Green tea steeps for two minutes. Green tea is made with water of eighty degrees."
    assert state["answer"].startswith(first)
    assert state["answer"].count("two minutes") == 1
    assert state["citations"][0]["source"] == "teas/green-tea.md"
    assert all(one["quote"] in GREEN + BLACK + POTS for one in state["citations"])


def test_a_lookup_never_asks_for_a_digest(house: Resources) -> None:
    """A digest answers no detail: only questions of its kind reach it, and other bases' routes stay as they were."""
    state = ask(build(house), "How long does black tea steep?", context={"policy": "all"})
    assert {finding["base"] for finding in state["findings"]} == {"teas", "pots"}


def test_a_digest_takes_no_place_from_another_base(house: Resources) -> None:
    """It is searched beside the width, as what reads like its kind may yet be a plain question."""
    assert eligible(house.catalog, "summarize", house.catalog.names) == (["teas", "pots", "digests"], "")
    assert beside(house.catalog, "summarize", house.catalog.names) == 1
    assert beside(house.catalog, "lookup", house.catalog.names) == 0
    assert eligible(house.catalog, "summarize", ["teas"]) == (
        ["teas"],
        "no base of type summary for summarize: looked up instead",
    )
    assert eligible(house.catalog, "compare", house.catalog.names) == (["teas", "pots"], "")
    alone = "no base of type vector or sql or graph or calculator or web for lookup: looked up instead"
    assert eligible(house.catalog, "lookup", ["digests"]) == (["digests"], alone)


def test_it_scores_as_what_it_digests(house: Resources) -> None:
    """The router learns nothing new for it: it is needed as far as the bases whose documents it digests."""
    house.prepare()
    needed = house.cascade.judge("Summarize the green tea page").needed
    assert needed["digests"] == needed["teas"]
    assert house.cascade.affinity(["How long does tea steep?"], house.catalog.names).shape == (1, 2)
    assert house.cascade.affinity(["How long does tea steep?"], ["digests"]).shape == (1, 1)


def test_a_missing_document_is_told_kindly(house: Resources) -> None:
    """What is not there is said, with what could be summed up instead; a filter hides the names of what it hides."""
    text = "Summarize the quarterly zeppelin report"
    graph = build(house)
    told = ask(graph, text)
    assert told["citations"] == []
    assert told["answer"].endswith(
        "If you name the document by its title, I can sum it up; there is for example “Black tea” and “Green tea”."
    )
    hidden = ask(graph, text, context={"filters": {"digests": {"source": "teas/green-tea.md"}}})
    assert hidden["answer"].endswith("there is for example “Green tea”.")
    assert "If you name" not in ask(graph, text, context={"bases": ["pots"]})["answer"]


def test_a_model_gets_the_document_as_far_as_its_window_allows(house: Resources) -> None:
    """Half of the window is shared by the documents; without a model, and for other bases, there is no such room."""
    assert room_for(house, "digests", "openai:scripted", 2) == 16_000
    assert room_for(house, "digests", "none", 2) == 0
    assert room_for(house, "teas", "openai:scripted", 2) == 0

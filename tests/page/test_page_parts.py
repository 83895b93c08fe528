"""The page's pure modules, each called in the browser it runs in."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from chromium import HOSTILE, sync_api

from graph.edges import node_names

Page = sync_api.Page
pytestmark = pytest.mark.server


def called(page: Page, module: str, code: str, given: Any = None) -> Any:
    """What `code`, a function of the module and `given`, returns in the page."""
    return page.evaluate(f"async (given) => ({code})(await import('/page/js/{module}.js'), given)", given)


def test_nodes_of_bases(still_page: Page) -> None:
    """The page finds the node of a base by the same rule as the graph names it, whatever the base is called."""
    names = ["billing", "a b", "a_b", "a.b", "prix élevés", "価格 表", "नीति", "x²", "back\\slash", "~"]
    expected = node_names(SimpleNamespace(names=names))  # type: ignore[arg-type]
    found = called(still_page, "turn", "(turn, names) => names.map((name) => turn.nodeOf(name, names))", names)
    assert found == [expected[name] for name in names]


def test_events_of_a_stream(still_page: Page) -> None:
    """Events are read across any cut of the stream, with either line end, comments and empty ones left out."""
    text = (
        ': ping\r\n\r\nevent: updates\r\ndata: {"a": "é\\n"}\r\n\r\n'
        "event: end\n\nid: 7\ndata: [1,\ndata: 2]\n\ndata: {cut"
    )
    read = """async (sse, [text, size]) => {
      const bytes = new TextEncoder().encode(text);
      const body = new ReadableStream({ start(sink) {
        for (let at = 0; at < bytes.length; at += size) sink.enqueue(bytes.slice(at, at + size));
        sink.close();
      } });
      const seen = [];
      for await (const one of sse.events({ body })) seen.push(one);
      return seen;
    }"""
    for size in (1, 3, 1_000):
        seen = called(still_page, "sse", read, [text, size])
        assert seen == [{"event": "updates", "data": {"a": "é\n"}}, {"event": "", "data": [1, 2]}]


def test_layout_of_a_large_graph(still_page: Page) -> None:
    """Sixty bases get a row each, on tracks that leave the main line and join it, in few lanes."""
    bases = [f"retrieve_{n}" for n in range(60)]
    steps = [
        "__start__",
        "rewrite",
        "route",
        *bases,
        "clarify",
        "escalate",
        "supervise",
        "answer",
        "critique",
        "__end__",
    ]
    ways = [("__start__", "rewrite"), ("rewrite", "route"), ("supervise", "answer"), ("answer", "critique")]
    ways += [("route", name) for name in [*bases, "clarify", "escalate", "answer"]]
    ways += [(base, "supervise") for base in bases] + [("clarify", "route"), ("escalate", "__end__")]
    ways += [("critique", name) for name in ("route", "rewrite", "__end__")]
    graph = {
        "nodes": [{"id": step} for step in steps],
        "edges": [{"source": source, "target": target} for source, target in ways],
    }
    plan = called(still_page, "layout", "(layout, graph) => layout.layout(graph)", graph)
    rows = [row["id"] for row in plan["rows"]]
    assert rows == ["__start__", "rewrite", "route", "clarify", "escalate", *bases, *steps[-4:]]
    assert [row["id"] for row in plan["rows"] if not row["main"]] == ["clarify", "escalate", *bases]
    heights = [row["y"] for row in plan["rows"]]
    assert heights == sorted(set(heights))
    assert {(track["source"], track["target"]) for track in plan["tracks"]} == set(ways)
    assert plan["width"] < 120
    assert plan["height"] == 46 * (len(rows) - 2) + 30 * 2


def test_a_graph_of_any_shape_is_drawn(still_page: Page) -> None:
    """A node that leads to itself, one that nothing leads to and an edge to nowhere do no harm."""
    graph = {
        "nodes": [{"id": "a"}, {"id": "b"}, {"id": "alone"}],
        "edges": [{"source": "a", "target": "b"}, {"source": "b", "target": "b"}, {"source": "b", "target": "gone"}],
    }
    plan = called(still_page, "layout", "(layout, graph) => layout.layout(graph)", graph)
    assert {row["id"] for row in plan["rows"]} == {"a", "b", "alone"}
    assert "NaN" not in str(plan["tracks"])


MARKED = """(module, [text, quotes]) => {
  const box = document.createElement("div");
  box.append(...module.marked(text, quotes));
  const marks = [...box.querySelectorAll("mark")].map((mark) => mark.textContent);
  return [[...box.children].map((part) => part.textContent), marks, box.querySelectorAll("td").length];
}"""


def test_marked_passages(still_page: Page) -> None:
    """Quoted spans are marked where they stand, overlapping ones once, table rows by cells; a stray quote is shown."""
    text = "First. Second one.\n\n| Plan | Price |\n| --- | --- |\n| Pro | $14 |\n| Team | $22 |"
    _, marks, cells = called(still_page, "sources", MARKED, [text, ["First. Second", "Second one.", "| Pro | $14 |"]])
    assert (marks, cells) == (["First. Second", " one.", "Pro", "$14"], 4)
    shown, marks, _ = called(still_page, "sources", MARKED, [HOSTILE, ["not there"]])
    assert (shown, marks) == (["not there", HOSTILE], ["not there"])


PROSE = """(module, text) => {
  const box = document.createElement("div");
  const cite = (n) => (n === 1 ? Object.assign(document.createElement("button"), { textContent: "1" }) : null);
  box.append(...module.prose(text, cite));
  const shape = (node) => (node.children.length
    ? `${node.tagName.toLowerCase()}(${[...node.children].map(shape).join(" ")})` : node.tagName.toLowerCase());
  return [[...box.children].map(shape), box.textContent];
}"""


def test_prose_of_an_answer(still_page: Page) -> None:
    """Paragraphs, lists, tables, emphasis and markers become elements; HTML and a number of no source stay text."""
    text = f"It is **so** [1], not [9].\n\n- one\n- `two`\n\n| a | b |\n| - | - |\n| c [1] | d |\n\n{HOSTILE}"
    shapes, words = called(still_page, "prose", PROSE, text)
    assert shapes == [
        "p(strong button)",
        "ul(li li(code))",
        "table(thead(tr(th th)) tbody(tr(td(button) td)))",
        "p",
    ]
    assert "not [9]." in words
    assert HOSTILE in words


def test_path_of_a_run_that_loops(still_page: Page) -> None:
    """What the critic asked again lights the way back, and only ways that were gone."""
    edges = [("route", "a"), ("route", "b"), ("a", "supervise"), ("b", "supervise"), ("supervise", "answer")]
    edges += [("route", "answer"), ("answer", "critique"), ("critique", "route"), ("critique", "__end__")]
    visits = [
        "route",
        "a",
        "b",
        "supervise",
        "answer",
        "critique",
        "route",
        "b",
        "supervise",
        "answer",
        "critique",
        "__end__",
    ]
    code = """(turn, [edges, visits]) => [...turn.travelled({ visits, live: new Map() },
      edges.map(([source, target]) => ({ source, target })), (x, y) => "ab".includes(x) && "ab".includes(y))]"""
    lit = called(still_page, "turn", code, [edges, visits])
    assert sorted(lit) == sorted(
        f"{source} {target}" for source, target in edges if (source, target) != ("route", "answer")
    )


@pytest.mark.parametrize(
    ("sure", "expected"),
    [
        (True, ["rewrite", "route", "escalate"]),
        (False, ["rewrite", "route", "retrieve_a", "supervise", "answer", "critique", "escalate"]),
    ],
)
def test_path_of_a_run_that_is_handed_over(still_page: Page, sure: bool, expected: list[str]) -> None:
    """A mood that is sure ends the path; one that is not leads to a person and to an answer."""
    searched = {"question": "q1", "turn": 1, "bases": [{"name": "a", "score": 0.9}], "scores": {"a": 0.9}}
    found = {"question": "q1", "base": "a", "passages": [], "failure": None, "ms": 1}
    values = {
        "answer": "told",
        "mood": {"name": "distress", "target": "on-call", "sure": sure},
        "handover": {"target": "on-call"},
        "decisions": [] if sure else [searched],
        "findings": [] if sure else [found],
    }
    visits = "(turn, values) => turn.restored('q', values).visits.filter((node) => node !== '__end__')"
    assert called(still_page, "turn", visits, values) == expected
    live = """(turn, values) => {
      const one = turn.begin('q', 0);
      turn.take(one, 'updates', { route: { mood: values.mood, decisions: values.decisions, calls: [] } });
      return [...one.live].filter(([, state]) => state === 'active').map(([node]) => node);
    }"""
    assert called(still_page, "turn", live, values) == (["escalate"] if sure else ["escalate", "retrieve_a"])

"""Tools in the graph: proposed from what was said, guarded, asked about once, and run once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import pytest
from fakes import write_catalog
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from graph.build import build
from graph.resources import Resources
from graph.result import result
from graph.settings import Settings
from knowledge.bases.base import Base, Structured

TABLES = """
CREATE TABLE film (title TEXT, director TEXT, year INTEGER);
INSERT INTO film VALUES ('The Glass Harbour', 'Ada Lund', 1999), ('Night Ferry', 'Ada Lund', 2004),
  ('Paper Moons', 'Ben Ito', 2004);
"""
TOOLS = [
    {
        "name": "film_by_title",
        "description": "The director and the year of one film.",
        "cues": ["who", "directed", "director", "film"],
        "query": "SELECT title, director, year FROM film WHERE title = :title",
        "parameters": [
            {"name": "title", "description": "The title of the film", "values": "SELECT title FROM film ORDER BY title"}
        ],
    },
    {
        "name": "films_by_director",
        "description": "The films that one person directed.",
        "cues": ["films", "movies", "directed", "direct"],
        "query": "SELECT title, year FROM film WHERE director = :director ORDER BY year",
        "parameters": [
            {"name": "director", "description": "The director", "values": "SELECT DISTINCT director FROM film"}
        ],
    },
]
LOAN = {
    "name": "loan_payment",
    "description": "The monthly payment of a loan.",
    "cues": ["payment", "loan"],
    "function": "tools.calculators.loan_payment",
    "parameters": [
        {"name": "rate", "type": "number", "unit": "percent", "description": "The yearly interest rate"},
        {"name": "years", "type": "number", "unit": "years", "description": "The term of the loan"},
        {"name": "principal", "type": "number", "unit": "dollars", "description": "The amount borrowed"},
    ],
}
CREDIT = {
    "name": "service_credit",
    "description": "The service credit an outage is worth.",
    "cues": ["credit", "compensated"],
    "function": "tools.calculators.service_credit",
    "parameters": [
        {"name": "monthly_fee", "type": "number", "unit": "dollars", "description": "What you pay a month"},
        {"name": "downtime_minutes", "type": "number", "unit": "minutes", "description": "How long the outage lasted"},
    ],
}
POLICY = "# Outages\n\nWhoever loses service for an hour is compensated with credit.\n"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Resources]:
    """A base of films in SQLite, a policy with a calculator beside it, and a calculator of loans; all are searched."""
    bases: dict[str, Any] = {
        "films": {
            "type": "sql",
            "description": "Films and who directed them.",
            "tool": TOOLS,
            "files": {"f.sql": TABLES},
        },
        "policy": {"description": "What is paid for outages.", "tool": [CREDIT], "files": {"outages.md": POLICY}},
        "loans": {"type": "calculator", "description": "Payments of loans.", "tool": [LOAN]},
    }
    write_catalog(tmp_path / "catalogs", "tiny", bases, routing={"policy": "all"})
    given = {"catalog": "tiny", "catalogs": tmp_path / "catalogs", "home": tmp_path / "home", "shadow": 0}
    with closing(Resources.load(Settings.from_env({}, **given))) as opened:
        yield opened


@pytest.fixture
def ask(world: Resources) -> Callable[..., dict[str, Any]]:
    """One turn of a thread, with interrupts where they are wanted; a Command resumes."""
    graph = build(world, InMemorySaver())

    def turn(message: Any, *, interrupts: bool = False, thread: str = "t") -> dict[str, Any]:
        given = {"messages": [("user", message)]} if isinstance(message, str) else message
        config: Any = {"configurable": {"thread_id": thread}}
        state: dict[str, Any] = asyncio.run(graph.ainvoke(given, config, context={"interrupts": interrupts}))
        return state

    return turn


def calls(state: dict[str, Any]) -> list[tuple[str, dict[str, Any], str]]:
    """Each call's tool, arguments and stage."""
    return [(call["tool"], call["arguments"], call["stage"]) for call in state["calls"]]


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Who directed The Glass Harbour?", "The Glass Harbour"),
        ("who directed the film glass harbour", "The Glass Harbour"),
        ("Who directed Nigth Ferry?", "Night Ferry"),
    ],
)
def test_a_name_in_the_question_calls_the_tool_that_takes_it(
    question: str, title: str, ask: Callable[..., dict[str, Any]]
) -> None:
    """Case, articles and a slip do not matter; the row is cited by the call in words."""
    state = ask(question)
    assert calls(state) == [("film_by_title", {"title": title}, "ready")]
    assert [one["title"] for one in state["citations"]] == [f"film by title (title: {title})"]


def test_a_slip_is_named_in_the_answer(ask: Callable[..., dict[str, Any]]) -> None:
    """What the user wrote and what it was read as stand side by side."""
    answer = ask("Who directed Nigth Ferry?")["answer"]
    assert "title: Night Ferry; director: Ada Lund; year: 2004. [1]" in answer
    assert "I looked this up with title Night Ferry (read from “Nigth Ferry”)." in answer


def test_a_name_that_is_unknown_is_asked_for_and_nothing_is_run(ask: Callable[..., dict[str, Any]]) -> None:
    """Without interrupts the answer says what is missing, with the legal values where they are few."""
    state = ask("Who directed the film Zorblax?")
    assert calls(state) == [("film_by_title", {}, "missing")]
    told = "the title of the film; one of Night Ferry, Paper Moons, The Glass Harbour"
    assert state["answer"].endswith(f"“Zorblax” is not known here. For “film by title” I still need: {told}.")
    assert [finding["call"] for finding in state["findings"]] == ["", "", ""]


def test_a_name_beside_a_known_one_is_asked_for_and_the_known_one_answered(ask: Callable[..., dict[str, Any]]) -> None:
    """Of a list nothing is dropped without a word."""
    state = ask("Who directed Zorblax and Night Ferry?")
    assert calls(state) == [("film_by_title", {"title": "Night Ferry"}, "ready"), ("film_by_title", {}, "missing")]
    assert "title: Night Ferry; director: Ada Lund; year: 2004. [1]" in state["answer"]
    assert "“Zorblax” is not known here." in state["answer"]


def test_a_calculator_is_not_offered_for_talk_of_numbers(ask: Callable[..., dict[str, Any]]) -> None:
    """Where no amount is asked for, a number that would fit asks for no others."""
    assert calls(ask("Is a loan of 30 years better than one of 15 years?")) == []


def test_a_calculator_computes_from_what_was_said(ask: Callable[..., dict[str, Any]]) -> None:
    """Every number given in the question: the result, its formula and its inputs stand in the answer."""
    state = ask("What is the payment on a loan of $10,000 over 36 months at 5 percent?")
    assert calls(state) == [("loan_payment", {"rate": 5, "years": 3, "principal": 10_000}, "ready")]
    assert "The monthly payment is 299.71." in state["answer"]
    assert "with principal 10,000, r = 5% / 12 a month and n = 36 months" in state["answer"]


def test_a_calculator_that_misses_a_value_computes_nothing(ask: Callable[..., dict[str, Any]]) -> None:
    """The rest is answered, and what is missing is named."""
    state = ask("My server went down for an hour. Will I be compensated?")
    assert calls(state) == [("service_credit", {"downtime_minutes": 60}, "missing")]
    assert "Whoever loses service for an hour is compensated with credit. [1]" in state["answer"]
    assert state["answer"].endswith("For “service credit” I still need: what you pay a month, in dollars.")
    assert result(state, 1.0)["calls"] == [
        {"tool": "service_credit", "arguments": {"downtime_minutes": 60}, "missing": ["monthly_fee"]}
    ]


@dataclass
class Watched:
    """A structured base that notes whether it is asked for values by a thread that runs an event loop."""

    base: Structured
    on_the_loop: list[bool] = field(default_factory=list)

    def values(self, tool: str, parameter: str) -> Sequence[str]:
        """The base's own values."""
        self.on_the_loop.append(asyncio._get_running_loop() is not None)
        return self.base.values(tool, parameter)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.base, name)


def test_a_store_is_asked_for_legal_values_beside_the_event_loop(world: Resources) -> None:
    """Not when a call is proposed, nor when a reply is judged: other runs go on while a database is slow."""
    watched = Watched(cast("Structured", world.bases["films"]))
    watching = replace(world, open_base=lambda name: cast("Base", watched) if name == "films" else world.bases[name])
    graph = build(watching, InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t"}}
    for given in ({"messages": [("user", "Who directed the film Zorblax?")]}, Command(resume="Night Ferry")):
        state = asyncio.run(graph.ainvoke(given, config, context={"interrupts": True}))
    assert calls(state) == [("film_by_title", {"title": "Night Ferry"}, "ready")]
    assert set(watched.on_the_loop) == {False}


def test_what_two_calls_miss_is_asked_once_and_nothing_runs_twice(ask: Callable[..., dict[str, Any]]) -> None:
    """One interrupt for everything; the reply goes through the guard, and every call runs once."""
    question = (
        "My server went down for an hour, what credit is that? What is the payment on a loan over 30 years at 4%?"
    )
    stopped = ask(question, interrupts=True)
    (asked,) = stopped["__interrupt__"]
    assert [one["argument"] for one in asked.value["missing"]] == ["monthly_fee", "principal"]
    assert asked.value["question"] == (
        "For “service credit” I still need: what you pay a month, in dollars. "
        "For “loan payment” I still need: the amount borrowed, in dollars."
    )
    assert stopped["findings"] == []
    state = ask(Command(resume={"monthly_fee": 90, "principal": 1000}), interrupts=True)
    assert calls(state) == [
        ("service_credit", {"downtime_minutes": 60, "monthly_fee": 90}, "ready"),
        ("loan_payment", {"rate": 4, "years": 30, "principal": 1000}, "ready"),
    ]
    assert "is $9.00." in state["answer"]
    assert "The monthly payment is 4.77." in state["answer"]
    run = [finding["call"] for finding in state["findings"] if finding["call"]]
    assert sorted(run) == sorted({call["id"] for call in state["calls"]})
    assert state["ledger"]["turns"] == 1


def test_a_blocked_question_is_kept_for_review_before_anybody_replies(world: Resources) -> None:
    """A run that waits for a value is in the review set at once, and once, also when it is taken up again."""
    keeping = replace(world, settings=world.settings.model_copy(update={"log_text": True, "review": 0}))
    graph, config = build(keeping, InMemorySaver()), {"configurable": {"thread_id": "t"}}
    question = "My server went down for an hour, what credit is that?"
    asyncio.run(graph.ainvoke({"messages": [("user", question)]}, config, context={"interrupts": True}))
    assert keeping.route_log is not None
    (kept,) = keeping.route_log.reviews("tiny")
    assert (kept.text, kept.why, kept.label) == (question, "blocked", None)
    asyncio.run(graph.ainvoke(Command(resume="90"), config, context={"interrupts": True}))
    assert [row.review_id for row in keeping.route_log.reviews("tiny")] == [kept.review_id]


NEEDED = "For “service credit” I still need: what you pay a month, in dollars."


@pytest.mark.parametrize(
    ("reply", "fee"),
    [
        ("It is 90 dollars a month", 90),
        ("90", 90),
        ({"monthly_fee": "ninety"}, 90),
        (90, 90),
        ("I do not know", None),
        ({"monthly_fee": "no idea"}, None),
        ("", None),
    ],
)
def test_a_reply_is_judged_like_any_word_of_the_user_s(reply: Any, fee: int | None, ask: Callable[..., Any]) -> None:
    """Words and values fill what they give; who does not know is not asked a second time."""
    ask("My server went down for an hour, what credit is that?", interrupts=True)
    state = ask(Command(resume=reply), interrupts=True)
    given: dict[str, Any] = {"downtime_minutes": 60} | ({"monthly_fee": fee} if fee else {})
    assert calls(state) == [("service_credit", given, "ready" if fee else "missing")]
    assert "__interrupt__" not in state


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ({"monthly_fee": "lots of money"}, "“lots of money” holds no number that could be read as dollars."),
        ("it is a lot", "“it is a lot” holds no number that could be read as dollars."),
        ({"monthly_fee": True}, "“True” holds no number that could be read as dollars."),
        ({"fee": 90}, "“fee” answers nothing that was asked."),
        ([1], "“[1]” answers nothing that was asked."),
    ],
)
def test_what_does_not_do_is_asked_for_once_more_with_why(reply: Any, why: str, ask: Callable[..., Any]) -> None:
    """A second reply of the kind leaves it missing, and the answer says why."""
    ask("My server went down for an hour, what credit is that?", interrupts=True)
    stopped = ask(Command(resume=reply), interrupts=True)
    assert stopped["__interrupt__"][0].value["question"] == f"{why} {NEEDED}"
    left = ask(Command(resume=reply), interrupts=True, thread="t")
    assert "__interrupt__" not in left
    assert left["answer"].endswith(f"{why} {NEEDED}")


def test_a_better_reply_to_the_second_asking_computes(ask: Callable[..., Any]) -> None:
    """What did not do leaves no trace."""
    ask("My server went down for an hour, what credit is that?", interrupts=True)
    ask(Command(resume={"monthly_fee": "lots of money"}), interrupts=True)
    state = ask(Command(resume={"monthly_fee": "90 dollars"}), interrupts=True)
    assert calls(state) == [("service_credit", {"downtime_minutes": 60, "monthly_fee": 90}, "ready")]


def test_an_empty_object_is_told_to_be_empty(ask: Callable[..., Any]) -> None:
    """LangGraph takes it for no reply and stops again; what it stops with says so."""
    ask("My server went down for an hour, what credit is that?", interrupts=True)
    stopped = ask(Command(resume={}), interrupts=True)
    told = "An empty reply gives nothing: reply in words, or with a value for monthly_fee."
    assert stopped["__interrupt__"][0].value["question"] == f"{told} {NEEDED}"
    state = ask(Command(resume="90"), interrupts=True)
    assert calls(state) == [("service_credit", {"downtime_minutes": 60, "monthly_fee": 90}, "ready")]


def test_a_question_that_waits_is_looked_up_with_what_was_found(ask: Callable[..., dict[str, Any]]) -> None:
    """A value from a passage fills a lookup, and the answer names where it is from."""
    state = ask("Who directed The Glass Harbour, and which other films did they direct?")
    assert [(tool, stage) for tool, _, stage in calls(state)][-1:] == [("films_by_director", "ready")]
    assert calls(state)[-1][1] == {"director": "Ada Lund"}
    assert "title: Night Ferry; year: 2004." in state["answer"]
    assert "director Ada Lund from “film by title (title: The Glass Harbour)”" in state["answer"]


def test_a_tool_that_fails_is_named_and_the_rest_is_answered(ask: Callable[..., dict[str, Any]]) -> None:
    """A value out of range is a typed failure of that call."""
    state = ask("My server was down for 90,000 minutes and I pay $90 a month. Will I be compensated?")
    reason = "downtime_minutes: 90000 is out of range; give 0 to 44,640 (minutes)"
    assert [one["failure"]["reason"] for one in state["findings"] if one["failure"]] == [reason]
    assert "compensated with credit. [1]" in state["answer"]

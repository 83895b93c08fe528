"""What a run hands out: one JSON-able object, the same for the command line, the evaluations and the page."""

from __future__ import annotations

from typing import Any

from graph.ledger import EMPTY_LEDGER, add_ledgers
from graph.state import State, asked


def result(state: State, ms: float) -> dict[str, Any]:
    """The outcome of a finished run.

    Keys: answer, mood, handover (to whom, where it was handed over), cached (whether any of it comes from the answer
    cache), citations, contradictions (what the cited passages say against each other, the newer side first where dates
    are known), questions (with their decisions, and with their `slips`: words that are read as another), calls (each
    tool with its arguments and what it still misses), failures, warnings, ledger (with `ms`, the wall time in
    milliseconds, `searches_per_question`, and the `thread`'s model calls, tokens and cost so far), and `complete`:
    whether every question was answered.
    """
    decisions = {decision["question"]: decision for decision in state["decisions"]}
    answered = set(state["critique"]["answered"])
    return {
        "answer": state["answer"],
        "complete": all(question["id"] in answered for question in asked(state)),
        "mood": state["mood"] and {key: state["mood"][key] for key in ("name", "target", "tier", "reason")},
        "handover": state["handover"] and state["handover"]["target"],
        "cached": any(one["cached"] and one["serves"] for one in state["given"]),
        "citations": [
            {key: citation[key] for key in ("n", "base", "source", "title", "line", "page", "id", "quote")}
            for citation in state["citations"]
        ],
        "contradictions": list(state["contradictions"]),
        "questions": [
            {
                "text": question["text"],
                "slips": question.get("slips", {}),
                "kind": question["kind"],
                "again": question["again"],
                "answered": question["origin"] in answered,
                **_route(decisions.get(question["id"])),
            }
            for question in state["questions"]
        ],
        "calls": [
            {"tool": call["tool"], "arguments": call["arguments"], "missing": [ask["argument"] for ask in call["asks"]]}
            for call in state["calls"]
        ],
        "failures": [finding["failure"] for finding in state["findings"] if finding["failure"]],
        "warnings": list(state["warnings"]),
        "ledger": {
            **state["ledger"],
            "searches_per_question": round(state["ledger"]["retrievals"] / max(len(decisions), 1), 2),
            "ms": round(ms, 1),
            "cost": round(state["ledger"]["cost"], 6),
            "thread": _thread(state),
        },
    }


def _thread(state: State) -> dict[str, float]:
    """What the conversation has spent, this run included."""
    whole = add_ledgers(state.get("spent_before", EMPTY_LEDGER), state["ledger"])
    return {"model_calls": whole["model_calls"], "tokens": whole["tokens"], "cost": round(whole["cost"], 6)}


def _route(decision: Any) -> dict[str, Any]:
    if decision is None:
        return {"bases": [], "tier": None, "fell_back": False, "reason": "it was not asked"}
    return {key: decision[key] for key in ("bases", "tier", "fell_back", "reason")}

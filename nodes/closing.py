"""What code says under an answer, whoever wrote it: what was not found, and which base could not be reached."""

from __future__ import annotations

from collections.abc import Sequence

from graph.state import Citation, State, answered_by, asked
from routing.cascade import OUT_OF_SCOPE


def not_found(state: State, citations: list[Citation], allowed: Sequence[str], max_turns: int) -> list[str]:
    """What is said of the questions that no citation answers; `allowed` are the bases this run may search."""
    settled = answered_by(citations)
    open_questions = [question for question in asked(state) if question["id"] not in settled]
    if not open_questions:
        return []
    if all(question["kind"] == OUT_OF_SCOPE for question in open_questions) and not citations:
        return [f"This is nothing that {listed(allowed)} could answer."]
    if not citations and len(open_questions) == len(asked(state)):
        return [f"I could not find anything about this in {listed(searched(state, None, allowed))}."]
    said = []
    for question in open_questions:
        if question["waits_for"] in settled:
            if state["ledger"]["turns"] >= max_turns:
                said.append(f"“{question['text']}” was not asked any more: the run reached its cap of turns.")
        elif question["waits_for"] is not None:
            said.append(f"“{question['text']}” could not be asked, because what it depends on was not found.")
        elif question["kind"] == OUT_OF_SCOPE:
            said.append(f"“{question['text']}” is nothing that the bases could answer, so it was not searched for.")
        else:
            where = listed(searched(state, question["id"], allowed))
            said.append(f"I found no answer to “{question['text']}” in {where}.")
    return [" ".join(said)] if said else []


def searched(state: State, origin: str | None, allowed: Sequence[str]) -> list[str]:
    """The bases that were reached, for one question or for all, in the catalog's order."""
    served = {question["id"]: question["origin"] for question in state["questions"]}
    reached = {
        finding["base"]
        for finding in state["findings"]
        if finding["failure"] is None and origin in {None, served[finding["question"]]}
    }
    return [name for name in allowed if name in reached]


def failures(state: State) -> list[str]:
    """What is said of the bases that could not be reached."""
    failed = {finding["base"]: finding["failure"]["reason"] for finding in state["findings"] if finding["failure"]}
    if not failed:
        return []
    named = "; ".join(f"{base} ({reason})" for base, reason in failed.items())
    return [f"Not every base could be reached, so something may be missing: {named}."]


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them."""
    if not names:
        return "any base that could be reached"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

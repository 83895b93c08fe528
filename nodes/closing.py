"""What code says under an answer, whoever wrote it: what was not found, and which base could not be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graph.state import Citation, State, answered_by, asked
from knowledge.bases.base import ToolCall
from knowledge.passage import Passage
from nodes.clarify import in_words
from nodes.tools import missing
from routing.cascade import OUT_OF_SCOPE


def not_found(state: State, citations: list[Citation], allowed: Sequence[str], max_turns: int) -> list[str]:
    """What is said of the questions that no citation answers; `allowed` are the bases this run may search."""
    settled = answered_by(citations)
    # A question whose call misses a value is told by what is missing.
    waiting = {call["question"] for call in missing(state)}
    open_questions = [question for question in asked(state) if question["id"] not in settled | waiting]
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


def of_tools(state: State, most: Mapping[str, int]) -> list[str]:
    """What is said of the calls: which values were read or taken from where, which rows had no room, and what is
    missing for those not run. `most` is how many rows each tool returns at most.
    """
    found = {finding["call"] for finding in state["findings"] if finding["passages"]}
    names = {one["id"]: Passage.from_dict(one).name for finding in state["findings"] for one in finding["passages"]}
    notes = [note for call in state["calls"] if call["id"] in found for note in call["notes"]]
    taken = [
        f"{name.replace('_', ' ')} {call['arguments'][name]} from “{names.get(source, source)}”"
        for call in state["calls"]
        if call["id"] in found
        for name, source in call["sources"].items()
    ]
    said = [f"I looked this up with {'; '.join(dict.fromkeys([*notes, *taken]))}."] if notes or taken else []
    empty = {one["call"] for one in state["findings"] if not one["passages"] and one["failure"] is None}
    blank = [ToolCall(call["tool"], call["arguments"]).words for call in state["calls"] if call["id"] in empty]
    said += [f"Nothing was found by {'; '.join(f'“{one}”' for one in blank)}."] if blank else []
    said += _left_out(state, most)
    lacking = in_words(missing(state))
    return [*said, *([lacking] if lacking else [])]


def _left_out(state: State, most: Mapping[str, int]) -> list[str]:
    """For each call that found more rows than the answer had room for, how many there were and how many were read."""
    tools = {call["id"]: call["tool"] for call in state["calls"]}
    held = {slot["passage"]["id"] for slot in state["slots"]}
    said = {}
    for finding in state["findings"]:
        ids = {one["id"] for one in finding["passages"]}
        left = len(ids - held)
        if finding["call"] in tools and left:
            many = f"{len(ids)} rows"
            if len(finding["passages"]) >= most.get(tools[finding["call"]], len(ids) + 1):
                many = f"at least {many}"
            title = finding["passages"][0]["title"]
            said[finding["call"]] = f"“{title}” has {many}: {len(ids) - left} were read, {left} left out."
    return list(said.values())


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

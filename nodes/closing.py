"""What code says under an answer, whoever wrote it: what was not found, and which base could not be reached. It is said
in the language of the asker (`nodes.phrases`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from graph.evidence import Citation
from graph.state import Question, State, answered_by, asked
from knowledge.bases.base import ToolCall
from knowledge.passage import Passage
from nodes.clarify import in_words
from nodes.phrases import Phrases, phrases
from nodes.tools import missing
from routing.cascade import OUT_OF_SCOPE
from routing.speech import Act


def not_found(
    state: State,
    citations: list[Citation],
    allowed: Sequence[str],
    max_turns: int,
    act: Callable[[str], Act | None] = lambda _: None,
    near: Mapping[str, Passage] | None = None,
) -> list[str]:
    """What is said of the questions that no citation answers; `allowed` are the bases this run may search, `act` tells
    the speech act of a text that asks for nothing, and `near` what comes close to a question, by its id.
    """
    settled = answered_by(citations)
    # A question whose call misses a value is told by what is missing.
    waiting = {call["question"] for call in missing(state)}
    open_questions = [question for question in asked(state) if question["id"] not in settled | waiting]
    if not open_questions:
        return []
    say = phrases(state)
    if all(question["kind"] == OUT_OF_SCOPE for question in open_questions) and not citations:
        acts = [act(question["text"]) for question in open_questions]
        said = say.acts[acts[0]] if acts[0] is not None and len(set(acts)) == 1 else say.outside
        return [said.format(bases=say.listed(allowed))]
    close = _pointer(open_questions, near or {}, say)
    if not citations and len(open_questions) == len(asked(state)):
        return [say.nothing.format(bases=say.listed(searched(state, None, allowed))) + close]
    told = [_of_one(state, question, say, allowed, max_turns, settled) for question in open_questions]
    return [" ".join(filter(None, told)) + close] if any(told) else []


def _pointer(questions: Sequence[Question], near: Mapping[str, Passage], say: Phrases) -> str:
    """Where the asker may look for himself, each document once."""
    found = {near[question["id"]].source: near[question["id"]] for question in questions if question["id"] in near}
    places = [say.place.format(title=one.name, source=source) for source, one in found.items()]
    return f" {say.closest.format(places=say.listed(places))}" if places else ""


def _of_one(
    state: State, question: Question, say: Phrases, allowed: Sequence[str], max_turns: int, settled: Collection[str]
) -> str:
    """What is said of one open question beside others."""
    text = question["text"]
    if question["waits_for"] in settled:
        return say.capped.format(question=text) if state["ledger"]["turns"] >= max_turns else ""
    if question["waits_for"] is not None:
        return say.waiting.format(question=text)
    if question["kind"] == OUT_OF_SCOPE:
        return say.unsearched.format(question=text)
    return say.unanswered.format(question=text, bases=say.listed(searched(state, question["id"], allowed)))


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
    say = phrases(state)
    found = {finding["call"] for finding in state["findings"] if finding["passages"]}
    names = {one["id"]: Passage.from_dict(one).name for finding in state["findings"] for one in finding["passages"]}
    notes = [note for call in state["calls"] if call["id"] in found for note in call["notes"]]
    taken = [
        say.taken.format(
            argument=name.replace("_", " "), value=call["arguments"][name], source=names.get(source, source)
        )
        for call in state["calls"]
        if call["id"] in found
        for name, source in call["sources"].items()
    ]
    said = [say.looked_up.format(values="; ".join(dict.fromkeys([*notes, *taken])))] if notes or taken else []
    empty = {one["call"] for one in state["findings"] if not one["passages"] and one["failure"] is None}
    blank = [ToolCall(call["tool"], call["arguments"]).words for call in state["calls"] if call["id"] in empty]
    said += [say.empty_call.format(calls="; ".join(f"“{one}”" for one in blank))] if blank else []
    said += _left_out(state, most, say)
    lacking = in_words(missing(state), say.needed)
    return [*said, *([lacking] if lacking else [])]


def _left_out(state: State, most: Mapping[str, int], say: Phrases) -> list[str]:
    """For each call that found more rows than the answer had room for, how many there were and how many were read."""
    tools = {call["id"]: call["tool"] for call in state["calls"]}
    held = {slot["passage"]["id"] for slot in state["slots"]}
    said = {}
    for finding in state["findings"]:
        ids = {one["id"] for one in finding["passages"]}
        left = len(ids - held)
        if finding["call"] in tools and left:
            many = say.rows.format(n=len(ids))
            if len(finding["passages"]) >= most.get(tools[finding["call"]], len(ids) + 1):
                many = say.at_least.format(rows=many)
            title = finding["passages"][0]["title"]
            said[finding["call"]] = say.left_out.format(title=title, rows=many, read=len(ids) - left, left=left)
    return list(said.values())


def failures(state: State) -> list[str]:
    """What is said of the bases that could not be reached."""
    failed = {finding["base"]: finding["failure"]["reason"] for finding in state["findings"] if finding["failure"]}
    if not failed:
        return []
    return [phrases(state).unreachable.format(bases="; ".join(f"{base} ({reason})" for base, reason in failed.items()))]

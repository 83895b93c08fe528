"""What comes close to a question that the evidence does not answer: a place where the asker may look for himself."""

from __future__ import annotations

from graph.evidence import Citation
from graph.resources import Resources
from graph.state import State, answered_by, asked
from knowledge.answerable import closest
from knowledge.passage import Passage


def nearby(state: State, citations: list[Citation], resources: Resources) -> dict[str, Passage]:
    """For each question that no citation answers, by its id: the passage in its slots that comes close, if one does."""
    settled, found = answered_by(citations), {}
    for question in asked(state):
        id_, text = question["id"], question["text"]
        held = [Passage.from_dict(slot["passage"]) for slot in state["slots"] if id_ in slot["questions"]]
        if id_ in settled or not held:
            continue
        doubt = resources.everyday.doubt(text, resources.embedder.query(text), resources.store)
        near = closest(text, held, doubt)
        if near is not None:
            found[id_] = near
    return found

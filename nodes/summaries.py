"""What summaries ask of an answer: no sentence twice, and a kind word where the document is not there."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from errors import SignalboxError
from graph.context import Knobs, allowed_bases
from graph.evidence import Citation
from graph.resources import Resources
from graph.state import State, answered_by, asked
from knowledge.bases.base import Search
from knowledge.bases.summary import SummaryBase
from knowledge.blocking import in_thread
from knowledge.quoting import Quoted
from models.chat import NO_MODEL
from nodes.phrases import phrases

log = logging.getLogger("signalbox.answer")

NAMED = 3
"""Documents named as examples of what is there."""
WAIT_S = 2.0
SHARE = 0.5
"""Of the model's window that whole documents may fill: the rest is for the conversation and the other passages."""
CHARACTERS_A_TOKEN = 4


def room_for(resources: Resources, base: str, model: str, k: int) -> int:
    """Characters of each of `k` documents that a summary base may give the run's model to sum up; 0 for any other base,
    and where no model is set.
    """
    if resources.catalog.spec(base).type != "summary" or model in NO_MODEL:
        return 0
    return int(SHARE * resources.settings.model_window * CHARACTERS_A_TOKEN / k)


def once(quoted: Sequence[Quoted]) -> list[Quoted]:
    """Each quote where it is first: a digest and a section of the same document may bring the same sentence."""
    return list({one.quote: one for one in reversed(quoted)}.values())[::-1]


async def held_instead(resources: Resources, state: State, citations: list[Citation], run: Knobs) -> list[str]:
    """For a document that was to be summed up and was not found: what could be summed up, as far as this run may see
    it; nothing where no such question is open.
    """
    open_ids = {question["id"] for question in asked(state) if question["kind"] == "summarize"} - answered_by(citations)
    bases = [
        base
        for name in allowed_bases(resources.catalog, run)
        if open_ids and isinstance(base := resources.bases[name], SummaryBase)
    ]
    titles: list[str] = []
    for base in bases:
        search = Search("", filter=run.filters.get(base.name, {}), access=run.caller.access)
        try:
            titles += await in_thread(lambda base=base, search=search: base.titles(search, NAMED), WAIT_S)  # type: ignore[misc]
        except (SignalboxError, TimeoutError) as fault:
            log.warning("what base %r holds cannot be told: %s", base.name, fault)
    named = [f"“{title}”" for title in dict.fromkeys(titles)][:NAMED]
    if not named:
        return []
    say = phrases(state)
    return [say.by_title.format(titles=say.listed(named))]

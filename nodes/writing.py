"""An answer in a model's words: streamed through a filter that lets only real markers pass, then held sentence by
sentence against the passages it cites.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence

from langchain_core.messages import BaseMessage

from graph.evidence import Slot
from graph.settings import Unsupported
from knowledge.blocking import in_thread
from knowledge.citations import MarkerFilter, cited_sentences, phantoms, supporting_quote, withdrawn
from knowledge.embedding import Embedder
from knowledge.passage import Passage
from knowledge.support import unsupported
from models.ask import Asker
from nodes.citing import Draft, citation, once


async def written(
    asking: Asker, prompt: Sequence[BaseMessage], slots: Sequence[Slot], show: Callable[[str, str], None]
) -> Draft:
    """The answer as the model writes it, phantom markers removed; `show` gets each piece and
    the id of the message it is a piece of. Raises ModelError.
    """
    by_number = {slot["n"]: slot for slot in slots}
    markers = MarkerFilter(by_number.keys())
    raw, text, id_ = "", "", ""
    async for chunk in asking.text(prompt):
        id_ = id_ or str(chunk.id or uuid.uuid4())
        raw += chunk.text
        piece = markers.feed(chunk.text)
        text += piece
        if piece:
            show(piece, id_)
    rest = markers.rest()
    if rest:
        show(rest, id_)
    invented = phantoms(raw, by_number.keys())
    warning = (f"removed citations of passages that do not exist: {', '.join(map(str, invented))}",)
    draft = Draft((text + rest).strip(), [], id_ or str(uuid.uuid4()), warning if invented else ())
    return _cited(draft, draft.text, by_number)


async def checked(draft: Draft, slots: Sequence[Slot], said: str, embedder: Embedder, then: Unsupported) -> Draft:
    """The draft without the citations whose passage does not say the sentence, and `then` with the sentence.

    Marking is the default: the check can be wrong, and a reader who sees [?] can look for himself, while a sentence
    that was dropped silently is an answer that nobody gave.
    """
    by_number = {slot["n"]: slot for slot in slots}
    faults = await in_thread(lambda: _faults(draft.text, by_number, said, embedder))
    if not faults:
        return draft
    text = withdrawn(draft.text, set(faults), "" if then == "drop" else " [?]")
    told = tuple(f"“{sentence}”: {why}" for sentence, why in faults.items())
    did = "left out" if then == "drop" else "marked [?]"
    warning = f"{did}, because the passage cited does not say so: {'; '.join(told)}"
    return _cited(Draft(text, [], draft.id, (*draft.warnings, warning), told), text, by_number)


def _faults(text: str, slots: Mapping[int, Slot], said: str, embedder: Embedder) -> dict[str, str]:
    def nearness(sentence: str, others: Sequence[str]) -> float:
        return float((embedder.encode(others) @ embedder.query(sentence)).max())

    faults = {}
    for sentence, numbers in cited_sentences(text):
        passages = [Passage.from_dict(slots[n]["passage"]) for n in numbers]
        why = unsupported(sentence, passages, said, nearness) if passages else ""
        if why:
            faults[sentence] = why
    return faults


def _cited(draft: Draft, text: str, slots: Mapping[int, Slot]) -> Draft:
    citations = [
        citation(slots[n], supporting_quote(sentence, slots[n]["passage"]["text"]), slots[n]["questions"])
        for sentence, numbers in cited_sentences(text)
        for n in numbers
    ]
    return Draft(text, once(citations), draft.id, draft.warnings, draft.unsupported)

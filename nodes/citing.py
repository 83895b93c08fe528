"""Citations as the state carries them: what of which slot an answer relies on, and how a prompt numbers the slots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph.evidence import Citation, Slot
from knowledge.passage import Passage


@dataclass(frozen=True)
class Draft:
    """An answer before what is missing is added: text, its citations, the id of a streamed message.

    `unsupported` names the sentences whose passage does not say them, and why.
    """

    text: str
    citations: list[Citation]
    id: str
    warnings: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()


def citation(slot: Slot, quoted: str, questions: Iterable[str]) -> Citation:
    """The citation of `quoted`, which stands in the slot's passage letter for letter and answers `questions`."""
    passage = Passage.from_dict(slot["passage"])
    return Citation(
        n=slot["n"],
        base=passage.base,
        source=passage.source,
        title=passage.name,
        line=passage.line,
        page=passage.page,
        id=passage.id,
        quote=quoted,
        questions=list(questions),
    )


def once(citations: Sequence[Citation]) -> list[Citation]:
    """Each slot and quote once, in order."""
    return list({(one["n"], one["quote"]): one for one in reversed(citations)}.values())[::-1]


def numbered(slots: Sequence[Slot]) -> str:
    """The slots as a prompt shows them."""
    return "\n\n".join(
        f"[{n}] ({passage.base}: {passage.name})\n{passage.text}"
        for n, passage in ((slot["n"], Passage.from_dict(slot["passage"])) for slot in slots)
    )

"""Which of the documents a question needs reach the answer's slots, through the bases' real searches.

Each search is made once and kept in memory; which passages get the slots is decided by `knowledge.budget.fill`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evals.trial import Piece, Trial
from graph.resources import Resources
from knowledge.bases.base import Search
from knowledge.budget import fill
from knowledge.passage import Passage
from routing.decision import Decision
from routing.strategy import strategy

Chosen = Mapping[str, Sequence[str]]
"""The bases that each piece of a message is searched in, by the piece's id."""


@dataclass(frozen=True)
class Searches:
    """The bases of one catalog, whose answers are remembered."""

    resources: Resources
    _known: dict[tuple[str, str, str, int], list[Passage]] = field(default_factory=dict)

    def reached(self, trial: Trial, chosen: Chosen, *, slots: int, cap: int) -> frozenset[str]:
        """The sources that get a slot."""
        found = [
            (piece.id, passage)
            for piece in trial.pieces
            for base in chosen.get(piece.id, ())
            for passage in self.of(trial, piece, base)
        ]
        kept = fill(found, [piece.id for piece in trial.pieces], slots=slots, cap=cap)
        return frozenset(one.passage.source for one in kept)

    def one_index(self, trial: Trial, *, slots: int) -> frozenset[str]:
        """The sources that get a slot when one index holds everything: the best passages of all bases, none capped.

        Every base is asked for as many passages as there are slots. Words are weighed by how rare they are in their own
        base; nothing else tells this from one index.
        """
        found = [
            (piece.id, passage)
            for piece in trial.pieces
            for base in self.resources.catalog.names
            for passage in self.of(trial, piece, base, k=slots)
        ]
        kept = fill(found, [piece.id for piece in trial.pieces], slots=slots, cap=slots)
        return frozenset(one.passage.source for one in kept)

    def of(self, trial: Trial, piece: Piece, base: str, k: int = 0) -> list[Passage]:
        """What one base returns for one piece: `k` passages, or as many as a run asks it for."""
        spec, how = self.resources.catalog.spec(base), strategy(piece.kind)
        said = [*trial.row.said_before[-1:], piece.literal]
        literal = "\n".join(said) if how.with_context else piece.literal
        k = k or spec.k_of(piece.kind, how.breadth)
        key = (piece.text, literal, base, k)
        if key not in self._known:
            search = Search(piece.text, literal, k, spec.threshold)
            # What the web says today is no measure of a catalog, and asking it costs.
            self._known[key] = [] if spec.type == "web" else self.resources.bases[base].search(search)
        return self._known[key]


def chosen_by(decisions: Sequence[tuple[Decision, bool]]) -> Chosen:
    """What the router chose."""
    return {decision.question: [name for name, _ in decision.bases] for decision, _ in decisions}


def everywhere(trial: Trial, bases: Sequence[str]) -> Chosen:
    """The same bases for every piece."""
    return {piece.id: bases for piece in trial.pieces}


def share(trial: Trial, sources: frozenset[str]) -> float:
    """The share of the question's needed documents that are among `sources`; a question that needs none has no share.

    Raises ZeroDivisionError for one.
    """
    return sum(document in sources for document in trial.row.documents) / len(trial.row.documents)

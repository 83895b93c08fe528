"""How much of what a question asks a passage says, the rarest words first: what is left to go by where the vectors of a
model that does not know the language tell little.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from knowledge.passage import Passage
from knowledge.text import stems


def rarity(asked: Collection[str], passages: Sequence[Passage]) -> list[float]:
    """For each passage, the share of the `asked` stems that it says, in [0, 1].

    A stem weighs the more the fewer of the passages say it (the inverse document frequency of Robertson and Sparck
    Jones), and nothing where none does: that is for whoever asks whether to answer at all.
    """
    own = [stems(f"{passage.name} {passage.text}").intersection(asked) for passage in passages]
    counts = {stem: sum(stem in said for said in own) for stem in asked}
    weights = {stem: math.log((len(own) + 1) / (count + 0.5)) for stem, count in counts.items() if count}
    total = sum(weights.values())
    return [sum(weights[stem] for stem in said) / total if total else 0.0 for said in own]

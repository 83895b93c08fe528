"""Kinds: what a question asks for (a fact, a summary, a sum, a comparison, a view, advice for one person's case).

Cues that leave no doubt decide alone; else a classifier of example sentences does, and the answer is lookup where it
is not sure. Whether a question is out of scope is for the router, which knows the bases.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np

from knowledge.base_spec import Kind
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, Vectors
from knowledge.labelled import labelled_questions
from knowledge.text import fold
from routing.seeds import keeping, shipped
from routing.seeds.learner import Classifier, Floats, Recipe, ends

LEAD = 0.2
"""By how much a kind must lead lookup. Lookup searches like the others and only orders the evidence less finely, so a
doubt costs least there."""
LEAST = -0.1
"""The score under which a kind is not believed, however far it leads; 1 is a clear case and -1 clearly not."""
STEEPNESS = 4.0
"""Turns linear scores into shares of belief; it orders questions and is not calibrated."""

_NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty|a hundred)"
_BY_DEGREE = (
    r"(?:cheaper|dearer|faster|quicker|slower|longer|shorter|bigger|larger|smaller|higher|lower|louder|quieter|"
    r"lighter|heavier|stronger|less|more)"
)
CUES: Mapping[Kind, re.Pattern[str]] = {
    "summarize": re.compile(
        r"\b(?:summari[sz]e|summary|sum (?:it |this |that |them )?up|overview|in a nutshell|tl;?dr|key points|"
        r"main points|walk me (?:\w+ )?through|in (?:two|three|a few) (?:sentences|lines)|"
        r"give me (?:the gist|a (?:short|quick|brief) (?:version|rundown|account))|"
        r"zusammenfass\w*|fass\w* .{1,60}zusammen|uberblick|"
        r"resume[zr]?(?:-moi|-nous)? (?:le|la|les|ce|cette|votre|ton)|apercu)\b"
    ),
    "compute": re.compile(
        rf"\b(?:how much .{{0,60}}\b(?:for|if) (?:all |us |about |around |the |another )?{_NUMBER}|"
        rf"what .{{0,30}}\b(?:cost|pay|owe)\b.{{0,20}} for {_NUMBER}|"
        r"calculate|work out (?:the|my|our)|in total|add up|"
        r"berechne\w*|insgesamt|wie viel .{0,40}\bzusammen|au total|calcule[zr]?)\b"
    ),
    "compare": re.compile(
        rf"\b(?:compar(?:e|es|ed|ing|ison)|versus|vs|differences?|differs?|pros and cons|"
        rf"which .{{0,60}}\b{_BY_DEGREE}\b|who \w+ more|unterschied\w*|vergleich\w*|welche[rs]? .{{0,40}}\w+er ist|"
        r"comparez?|comparaison|lequel|laquelle|comparar?|comparacion|diferencias?|frente a|"
        r"(?:cual|que) .{0,60}\b(?:mas|menos|mejor|peor)\b)\b"
    ),
    "opinion": re.compile(
        r"\b(?:(?:what|how) do (?:\w+ ){1,3}(?:think|feel|say)|in your (?:opinion|view)|"
        r"(?:do|would|can) you (?:recommend|suggest|advise)|which (?:\w+ ){0,4}would you|opinions?|point of view|"
        r"is it a good idea|was (?:halten|denken|sagen)|was meinst du|empfehl\w*|empfiehlst|que pens\w+|conseillez)\b"
    ),
}
"""Matched in folded text; every repetition is bounded, so a hostile message cannot slow them."""

GROUPS: Mapping[str, frozenset[str]] = {
    name: frozenset(told.split())
    for name, told in {
        "comparing": "compare compared versus vs against between difference differ differences differs cheaper "
        "dearer faster quicker slower longer shorter bigger larger smaller higher lower better worse more less than "
        "fewer most least cheapest fastest best or either both same as contrast rank pros cons vergleiche "
        "unterschied gunstiger comparer",
        "summing up": "summarize summarise summary sum overview outline explain describe briefly brief short gist "
        "recap rundown walk key main points everything reasons why process procedure whole story zusammen uberblick "
        "erklare resume apercu bref",
        "reckoning": "total altogether sum calculate percent average per each much many save owe add adds extra "
        "times half double month months year years hours days people seats",
        "judging": "think opinion opinions view views recommend recommended worth say says feel feels prefer should "
        "would advise like love good nice people locals residents others reviews suggest favourite best idea find",
        "me": "i i'm i've i'd my mine me we we're we've our us am",
        "life": "son daughter child kids wife husband mother father family student retired pregnant income work job "
        "rent own bought visa old years born",
        "asks": "what which who where when how",
        "may": "can may do does is are am will",
    }.items()
}
RECIPE = Recipe(GROUPS, words=0.5, chars=0.5, surface=0.5, ridge=1.0, own=4.0, own_weights=1.0)
"""Chosen by leave-one-out accuracy on the four catalogs' questions of split tune."""


@dataclass(frozen=True)
class KindTier:
    """Cues and a classifier for the kinds that one catalog allows."""

    kinds: tuple[Kind, ...]
    embedder: Embedder
    classifier: Classifier | None
    tuned: tuple[tuple[str, str, str], ...] = ()
    """(question, its kind, what it is taken for with its own row left out) for each row the catalog labelled."""
    only: tuple[Kind, ...] = ()
    """The kinds that this run allows, where it does not allow all."""

    @classmethod
    def fit(cls, catalog: Catalog, embedder: Embedder, cache: Path | None = None) -> Self:
        """Learn the kinds that the catalog allows from the shipped rows and its own `questions.jsonl`, split tune.

        Deployments draw the line between a lookup and advice for one person's case differently, so where a catalog
        has labelled questions its own line counts. `cache` is a folder for what was learned. A catalog that allows
        out_of_scope alone is read as lookup. Raises ConfigError where a row is malformed.
        """
        kinds: tuple[Kind, ...] = tuple(kind for kind in catalog.kinds if kind != "out_of_scope") or ("lookup",)
        if len(kinds) == 1:
            return cls(kinds, embedder, None)
        seeds = [row for row in shipped("kinds", "kind") if row[1] in kinds]
        own = [(row.question, str(row.kind)) for row in labelled_questions(catalog, "tune") if row.kind in kinds]
        rows = [*seeds, *own]
        mine = [place >= len(seeds) for place in range(len(rows))]
        classifier, left_out = keeping.learned("kinds", rows, embedder, kinds, RECIPE, mine, cache)
        tier = cls(kinds, embedder, classifier)
        tuned = [
            (text, kind, tier.by_cue(text) or tier._best(scores)[0])
            for (text, kind), scores, belongs in zip(rows, left_out, mine, strict=True)
            if belongs
        ]
        return cls(kinds, embedder, classifier, tuple(tuned))

    def within(self, kinds: Collection[str]) -> Self:
        """The same tier for a run that may read a question as some of its kinds only; lookup where none of them is."""
        left: tuple[Kind, ...] = tuple(kind for kind in self.kinds if kind in kinds) or ("lookup",)
        return replace(self, only=left)

    def read(self, text: str, vector: Vectors | None = None) -> tuple[Kind, float, str]:
        """The kind of a question, a score in [0, 1] that orders questions, and why.

        `vector` is the question's unit vector, where it is known already.
        """
        allowed = self.only or self.kinds
        if self.classifier is None or len(allowed) == 1:
            return allowed[0], 1.0, f"{allowed[0]} is the only kind"
        cue = self.by_cue(text)
        if cue:
            found = CUES[cue].search(fold(ends(text)))
            return cue, 1.0, f"the cue {found[0] if found else ''!r} names it"
        scores = self.classifier.scores(text, self.embedder.query(text) if vector is None else vector)
        kind, share = self._best(scores)
        return kind, share, f"{kind} scores {share:.2f} among {len(allowed)} kinds"

    def by_cue(self, text: str) -> Kind | None:
        """The allowed kind that a cue names; none where cues of two kinds disagree."""
        folded = fold(ends(text))
        named = [kind for kind, cue in CUES.items() if kind in (self.only or self.kinds) and cue.search(folded)]
        return named[0] if len(named) == 1 else None

    def _best(self, scores: Floats) -> tuple[Kind, float]:
        # A catalog may leave lookup out; then its first kind is what doubts fall to.
        allowed = self.only or self.kinds
        default = self.kinds.index("lookup" if "lookup" in allowed else allowed[0])
        lifted = np.where([kind in allowed for kind in self.kinds], scores, -np.inf)
        lifted[default] += LEAD
        shares = np.exp(STEEPNESS * (lifted - lifted.max()))
        best = int(lifted.argmax())
        if scores[best] < LEAST:
            best = default
        return self.kinds[best], float(shares[best] / shares.sum())

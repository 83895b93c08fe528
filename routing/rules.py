"""Floor rules: words of a catalog that force a base in, whatever the other tiers say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.catalog import Catalog
from knowledge.text import fold


@dataclass(frozen=True)
class FloorRules:
    """Compiled keywords by base; matching folds case and accents and takes whole words only."""

    patterns: Mapping[str, re.Pattern[str]]

    @classmethod
    def of(cls, catalog: Catalog) -> FloorRules:
        """The rules of a catalog; a base without keywords has none."""
        compiled = {}
        for spec in catalog.base:
            if spec.keywords:
                # Literal words only, joined by alternation: matching is linear in the message.
                words = sorted((re.escape(fold(word)) for word in spec.keywords), key=len, reverse=True)
                compiled[spec.name] = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")
        return cls(compiled)

    def forced(self, text: str) -> dict[str, str]:
        """The bases named by `text`, each with the words that named it."""
        folded = fold(text)
        found = {name: pattern.search(folded) for name, pattern in self.patterns.items()}
        return {name: match[0] for name, match in found.items() if match}

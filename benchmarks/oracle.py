"""What the scripted model of `whole.py` says: one oracle for every system, so that none is helped by a better reader.

It knows the labelled rows. Asked for one label it names the first base that the question needs, asked for several all
of them; asked to rewrite it gives the benchmark's own standalone wording where there is one, else the user's earlier
turn and the message; asked to answer it quotes from the passages in the prompt the sentences that share words with the
question, or says that nothing was found; asked to grade it says whether the answer quotes anything. What it is asked is
read off each system's own prompt, never off the system's name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from knowledge.text import stems

NOTHING = "It was not found in the passages."
WRONG = "warehouse"
"""A label that no catalog has."""
SHARED = 2
"""Words a sentence and the heading above it must share with the question for it to be quoted."""
_HEADING = re.compile(r"[^|]*[^|.!?:;,]")
"""A line that ends like no sentence, and is no row of a table."""
_NUMBERED = re.compile(r"^\s*(\d+)\. (.+)$", re.MULTILINE)
_PASSAGES = (re.compile(r"Passages:\n(.*)", re.DOTALL), re.compile(r"-{10,}\n(.*)\n-{10,}", re.DOTALL))
"""Where the passages stand in a prompt, ours and the plain application's or LlamaIndex's."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


@dataclass(frozen=True)
class Known:
    """One message as its labels have it."""

    message: str
    standalone: str
    """The message in words that stand alone; the message itself where it does."""
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    """Its questions, each with the bases it needs."""

    @property
    def bases(self) -> tuple[str, ...]:
        """Every base it needs, in order."""
        return tuple(dict.fromkeys(base for _, needed in self.parts for base in needed))


@dataclass
class Oracle:
    """Replies to requests. `descriptions` maps every base of every set to what its label is described as."""

    known: Sequence[Known]
    descriptions: Mapping[str, str]
    wrong_labels: bool = False
    """Whether every label it gives is one that does not exist."""
    _texts: dict[str, Known] = field(init=False)
    _stems: dict[str, frozenset[str]] = field(init=False)
    """Of every known text: a question in other words is held against all of them."""

    def __post_init__(self) -> None:
        self._texts = {}
        for one in self.known:
            for text in (*(text for text, _ in one.parts), one.standalone, one.message):
                self._texts[text] = one
        self._stems = {text: stems(text) for text in self._texts}

    def reply(self, body: Mapping[str, Any]) -> tuple[str, str]:
        """What was asked for (rewrite, route, answer, grade, split, tools) and the reply, for one chat request."""
        prompt = in_words(body)
        shape = body.get("response_format", {}).get("json_schema", {}).get("name", "")
        for kind, asks, said in _FORMS:
            if asks(shape, prompt):
                return kind, said(self, prompt)
        return "answer", self._answered(prompt)

    def _row(self, prompt: str) -> Known:
        """The row that a prompt is about."""
        return self._texts.get(self._last(prompt), Known("", "", ()))

    def _last(self, prompt: str) -> str:
        """The known words that stand last in a prompt, the longest of those; "" for none."""
        found = [(prompt.rfind(text) + len(text), len(text), text) for text in self._texts if text in prompt]
        return max(found)[2] if found else ""

    def _needed(self, text: str) -> tuple[str, ...]:
        """The bases that a question needs; one that no row words so is taken for the nearest that some row does."""
        row = self._texts.get(text)
        if row is not None:
            own = dict(row.parts)
            return own.get(text, row.bases)
        words = stems(text)
        near = {known: len(words & own) / max(len(words | own), 1) for known, own in self._stems.items()}
        best = max(near, key=lambda known: near[known], default="")
        return self._needed(best) if near.get(best, 0) > 0 else ()

    def _rewritten(self, prompt: str) -> str:
        row = self._row(prompt)
        return row.standalone

    def _rewritten_in_parts(self, prompt: str) -> str:
        row = self._row(prompt)
        texts = [text for text, _ in row.parts] if len(row.parts) > 1 else [row.standalone]
        return json.dumps({"questions": [{"text": text, "waits_for": None} for text in texts]})

    def _routes(self, prompt: str) -> str:
        questions = _NUMBERED.findall(prompt.rpartition("Questions:")[2])
        routes = []
        for number, text in questions:
            needed = (WRONG,) if self.wrong_labels else self._needed(text)
            bases = [{"label": base, "score": 0.9} for base in needed]
            kind = "lookup" if needed else "out_of_scope"
            routes.append({"question": int(number), "bases": bases, "reason": "the labels say so", "kind": kind})
        return json.dumps({"routes": routes, "mood": "neutral"})

    def _label(self, prompt: str) -> str:
        return json.dumps({"base": WRONG if self.wrong_labels else self._first(prompt)})

    def _choice(self, prompt: str) -> str:
        placed = self._placed(prompt)
        number = 99 if self.wrong_labels else placed.index(self._first(prompt)) + 1
        return json.dumps([{"choice": number, "reason": "the labels say so"}])

    def _first(self, prompt: str) -> str:
        placed = self._placed(prompt)
        return next((base for base in self._needed(self._last(prompt)) if base in placed), placed[0])

    def _placed(self, prompt: str) -> list[str]:
        """The bases that a prompt describes, in its order."""
        seen = " ".join(prompt.split())
        # As it stands, or as JSON has it.
        told = {base: " ".join(text.split()) for base, text in self.descriptions.items()}
        at = {base: max(seen.find(text), seen.find(json.dumps(text)[1:-1])) for base, text in told.items()}
        return sorted((base for base, place in at.items() if place >= 0), key=lambda base: at[base])

    def _split(self, prompt: str) -> str:
        row, placed = self._row(prompt), self._placed(prompt)
        items = [
            {"sub_question": text, "tool_name": WRONG if self.wrong_labels else base}
            for text, needed in row.parts
            for base in (needed or placed[:1])
        ]
        return json.dumps({"items": items})

    def _answered(self, prompt: str) -> str:
        passages = next((found[1] for form in _PASSAGES if (found := form.search(prompt))), "")
        asked = prompt.replace(passages, "\n") if passages else prompt
        row = self._row(asked)
        every = [text for text, _ in row.parts]
        # One part of a message may be asked alone, or all of them in one sentence.
        whole = self._last(asked) in {row.message, row.standalone}
        wanted = every if whole else [text for text in every if text in asked]
        said = [quoted for text in wanted if (quoted := _quoted(text, passages))]
        return " ".join(dict.fromkeys(said)) or NOTHING

    @staticmethod
    def _graded(prompt: str) -> str:
        return json.dumps({"useful": NOTHING not in prompt})

    @staticmethod
    def _reviewed(prompt: str) -> str:
        questions = _NUMBERED.findall(prompt.rpartition("Questions:")[2].partition("Already asked:")[0])
        settled = NOTHING not in prompt
        verdicts = [{"question": int(number), "settled": settled, "missing": []} for number, _ in questions]
        return json.dumps({"verdicts": verdicts})


def in_words(body: Mapping[str, Any]) -> str:
    """Every message of a request as one text."""
    return "\n\n".join(_text(message) for message in body["messages"])


def _shaped(name: str) -> Callable[[str, str], bool]:
    return lambda shape, _: shape == name


def _saying(words: str) -> Callable[[str, str], bool]:
    return lambda _, prompt: words in prompt


_FORMS: tuple[tuple[str, Callable[[str, str], bool], Callable[[Oracle, str], str]], ...] = (
    ("rewrite", _shaped("Rewritten"), Oracle._rewritten_in_parts),  # noqa: SLF001
    ("route", _shaped("Routes"), Oracle._routes),  # noqa: SLF001
    ("tools", _shaped("ToolUses"), lambda _, __: json.dumps({"calls": []})),
    ("grade", _shaped("Review"), lambda _, prompt: Oracle._reviewed(prompt)),  # noqa: SLF001
    ("route", _shaped("Route"), Oracle._label),  # noqa: SLF001
    ("grade", _shaped("Grade"), lambda _, prompt: Oracle._graded(prompt)),  # noqa: SLF001
    ("rewrite", _saying("one standalone question"), Oracle._rewritten),  # noqa: SLF001
    ("rewrite", _saying("rewrite the message to be a standalone question"), Oracle._rewritten),  # noqa: SLF001
    ("route", _saying("Some choices are given below"), Oracle._choice),  # noqa: SLF001
    ("split", _saying("output a list of relevant sub-questions"), Oracle._split),  # noqa: SLF001
)
"""What is asked, how its prompt is recognised, and what is said to it; anything else is a request for an answer."""


def _quoted(question: str, passages: str) -> str:
    """The sentence of the passages that shares most words with the question, cited where they are numbered. The words
    of the heading it stands under count beside its own.
    """
    asked, number, best = stems(question), "", (SHARED - 1, "")
    heading = frozenset[str]()
    for line in _SENTENCE.split(passages):
        mark = re.match(r"\[(\d+)\]", line)
        number = mark[1] if mark else number
        if mark or _HEADING.fullmatch(line.strip()):
            heading = stems(line)
            continue
        own = asked & stems(line)
        shared = len(own | (asked & heading))
        if own and shared > best[0] and not line.endswith("?"):
            best = (shared, f"{line.strip().rstrip('.')} [{number}]." if number else line.strip())
    return best[1]


def _text(message: Mapping[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)

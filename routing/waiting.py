"""Questions of one message that lean on one another: one that waits for another's answer, and is filled with the name
that the answer holds, and one that leaves out the verb of the one before it.
"""

from __future__ import annotations

import re

from knowledge.text import fold, sentences, terms
from routing.pronouns import open_pronoun

_ENTITY_QUESTION = re.compile(
    r"^\W*(?:(?:which|what|welche[rsn]?)\s+(?P<head>[\w-]+)|(?P<who>who|wer|qui))\b", re.IGNORECASE
)
_NAME = r"[A-Z0-9][\w&+-]*(?:\s+[A-Z0-9][\w&+-]*)*"
_NOT_HEADS = frozenset("is are was were do does did can will would should to the happens if about".split())

_GAPPED = re.compile(
    r"^\W*(?:and\s+|und\s+|et\s+)?(?P<asks>who|what|which|when|where|whose|wer|was|wann|wo|qui)\s+"
    r"(?P<rest>(?P<joins>in|of|for|on|at|with|by|from|to|von|mit|de)\s+\S.*|(?P<name>[\"'“‘«A-Z0-9].*))$",
    re.IGNORECASE | re.DOTALL,
)
MOST_LEFT = 6
"""Words of a question whose verb is left out."""


def without_gap(part: str, earlier: str) -> str:
    """A question with the verb that it leaves out, taken from the one before it that asks alike: "who in Fargo?" after
    "Who acted in Heat" is "who acted in Fargo?". Unchanged where nothing is left out.
    """
    found = _GAPPED.match(part)
    if found is None or len(part.split()) > MOST_LEFT:
        return part
    asks, rest = found["asks"], found["rest"]
    stem = earlier.strip().rstrip("?.! ")
    if not re.match(rf"\W*{asks}\b", stem, re.IGNORECASE):
        return part
    if found["joins"]:
        kept = re.match(rf"\W*(?P<head>\w+(?:\s+\S+)+?)\s+{found['joins']}\s+\S", stem, re.IGNORECASE)
    else:
        # What is left out goes before a name, which only a capital, a figure or a quote tells.
        name = r"[\"'“‘«A-Z0-9]"
        kept = re.match(rf"\W*(?P<head>\w+(?:\s+[a-z]+)+?)\s+{name}", stem) if re.match(name, rest) else None
    return f"{asks}{kept['head'][len(asks) :]} {rest}" if kept else part


def waits_for(question: str, earlier: str) -> bool:
    """Whether `question` asks about what `earlier` asks for, so that it has to wait for that answer."""
    return _ENTITY_QUESTION.match(earlier) is not None and open_pronoun(question) is not None


def fill(question: str, earlier: str, answer: str) -> str:
    """`question` with what the answer to `earlier` names in place of its pronoun; where no name can be found, with
    the answer's first sentence behind it.
    """
    pronoun = open_pronoun(question)
    first = sentences(answer)[0] if answer.strip() else ""
    name = _entity(earlier, answer)
    if name and pronoun is not None:
        return f"{question[: pronoun.start()]}{name}{question[pronoun.end() :]}"
    return f"{question} ({first})" if first else question


def _entity(earlier: str, answer: str) -> str:
    asked = _ENTITY_QUESTION.match(earlier)
    if asked is None:
        return ""
    known = set(terms(earlier))
    if asked["who"]:
        names = [name for name in re.findall(_NAME, answer) if not set(terms(name)) <= known and terms(name)]
        return names[0] if names else ""
    head = asked["head"]
    if fold(head) in _NOT_HEADS:
        return ""
    stem = re.escape(head.rstrip("s"))
    for pattern in (rf"(?P<name>{_NAME})\s+{stem}s?\b", rf"\b{stem}s?\s+(?P<name>{_NAME})"):
        for found in re.finditer(pattern, answer, re.IGNORECASE if not head else 0):
            name = re.sub(r"^(?:The|A|An|In|On|With)\s+", "", found["name"])
            if set(terms(name)) - known:
                return f"the {name} {head.rstrip('s')}"
    return ""

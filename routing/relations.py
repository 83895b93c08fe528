"""Words for what a thing has or is to another, which say nothing without it: "What are the symptoms?" asks about what
was spoken of before.
"""

from __future__ import annotations

import re

_NOUN = (
    "(?:side )?effect|symptom|cause|treatment|remed(?:y|ie)|complication|benefit|advantage|disadvantage|drawback|"
    "downside|upside|risk|danger|type|kind|variet(?:y|ie)|sort|stage|phase|example|feature|characteristic|property|propertie|"
    "component|ingredient|origin|histor(?:y|ie)|meaning|definition|purpose|role|importance|significance|impact|"
    "implication|consequence|use|application|limitation|finding|result|outcome|criticism|controvers(?:y|ie)|capital|"
    "population|founder|inventor|author|owner|leader|pro|con"
)
_KIND = (
    "main|major|key|common|typical|possible|potential|different|various|important|modern|first|known|"
    "most (?:common|important|popular|famous)"
)
_ASKED = re.compile(
    r"^\W*(?:(?:and |or |but )?(?:what|which|who)(?: is| are| was| were|['’]s|['’]re)|"
    r"(?:(?:please|can you|could you|would you) )?(?:tell me|explain|describe|list|name|give me|show me)"
    r"(?: more)?(?: about)?|"
    r"(?:and )?(?:what|how) about|and|or|also)\s+"
    rf"(?:some of )?(?:(?:the|an?|any|some) )?(?:(?:{_KIND}) )*(?:{_NOUN})s?(?: and (?:{_NOUN})s?)?(?=\W*$)",
    re.IGNORECASE,
)
_COUNTED = re.compile(rf"^\W*how many (?:{_KIND} )?(?:{_NOUN})s?(?= (?:are|were) there\W*$)", re.IGNORECASE)


_MORE = re.compile(
    r"^\W*(?:(?:please|can you|could you|i want to|i would like to|i['’]d like to) )?"
    r"(?:tell me|say|know|learn|hear) more(?=(?: please)?\W*$)",
    re.IGNORECASE,
)


def lacks_owner(question: str) -> bool:
    """Whether a question asks for what a thing has, or for more of it, without saying which thing."""
    return _lacking(question) is not None


def owned_by(question: str, owner: str) -> str:
    """A question that lacks an owner with that `owner`: "What are the symptoms of anaemia?"."""
    found = _lacking(question)
    if found is None:
        return question
    joins = "about" if found.re is _MORE else "of"
    return f"{question[: found.end()]} {joins} {owner}{question[found.end() :]}"


def _lacking(question: str) -> re.Match[str] | None:
    return _ASKED.match(question) or _COUNTED.match(question) or _MORE.match(question)

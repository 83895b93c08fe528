"""WORDS: what a model is told, one Markdown file a node, and the one function that fills it in.

A file's text above the line `---` is the system message and stays the same from call to call, so that a provider's
prompt cache can hold it; below is the user message. Fields are written {{name}}.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from errors import ConfigError
from knowledge.tracing import child_run

_FIELD = re.compile(r"\{\{(\w+)\}\}")


def render(name: str, **fields: str) -> list[BaseMessage]:
    """The system and user messages of prompt `name`.

    Raises ConfigError for a field that is missing and for one that the prompt does not use: both are mistakes that
    would otherwise show only in the quality of answers.
    """
    with child_run(f"prompts/{name}", "prompt", fields) as tell:
        messages = _filled(name, fields)
        tell({"messages": messages})
    return messages


def _filled(name: str, fields: Mapping[str, str]) -> list[BaseMessage]:
    system, user = _parts(name)
    used = set(_FIELD.findall(system + user))
    for wrong, what in ((used - fields.keys(), "is not given"), (fields.keys() - used, "is not used")):
        if wrong:
            raise ConfigError(f"prompts/{name}.md: field {min(wrong)!r} {what}; its fields: {', '.join(sorted(used))}")
    filled = [_FIELD.sub(lambda match: fields[match[1]], part) for part in (system, user)]
    return [SystemMessage(filled[0]), HumanMessage(filled[1])]


@cache
def _parts(name: str) -> tuple[str, str]:
    file = Path(__file__).parent / f"{name}.md"
    system, line, user = file.read_text(encoding="utf-8").partition("\n---\n")
    if not line:
        raise ConfigError(f"prompts/{name}.md: no line --- between the system and the user message")
    return system.strip(), user.strip()

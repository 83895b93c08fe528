"""Prompts: every node's words render, and a field too many or too few is an error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import prompts
from errors import ConfigError
from prompts import render

FILES = sorted(Path(prompts.__file__).parent.glob("*.md"))
FIELDS = {
    "answer": {"conversation", "message", "passages", "questions"},
    "draft": {"base", "excerpts", "others", "titles"},
    "critique": {"answer", "asked", "questions"},
    "rewrite": {"conversation", "message"},
    "route": {"bases", "conversation", "kinds", "moods", "questions"},
    "mood": {"message", "moods"},
    "statement": {"dialect", "fault", "question", "schema"},
    "summary": {"most", "part", "question", "sentences", "title"},
    "tools": {"conversation", "questions", "tools"},
}
SAME_FOR_EVERY_CALL = {"bases", "dialect", "kinds", "moods", "schema"}
"""Fields that a catalog fills with the same text for every question."""


def test_there_is_a_prompt_for_each_node_that_asks_a_model() -> None:
    """One file a node, named as the node, others for the mood where it is a call of its own, `init`, tools,
    statements and long documents.
    """
    assert set(FIELDS) == {file.stem for file in FILES}


@pytest.mark.parametrize("name", FIELDS)
def test_a_prompt_renders_system_and_user(name: str) -> None:
    """What differs from call to call stands in the user's message, so that a cache can hold the system message."""
    given = {field: f"<{field} {{{{x}}}} \\1>" for field in FIELDS[name]}
    system, user = render(name, **given)
    assert (system.type, user.type) == ("system", "human")
    assert {field for field, value in given.items() if value in user.text} == FIELDS[name] - SAME_FOR_EVERY_CALL
    assert {field for field, value in given.items() if value in system.text} == FIELDS[name] & SAME_FOR_EVERY_CALL
    assert not re.search(r"\{\{(?!x)\w+\}\}", system.text + user.text)


@pytest.mark.parametrize("name", FIELDS)
def test_a_missing_field_is_refused(name: str) -> None:
    """Every field must be given."""
    missing = min(FIELDS[name])
    given = dict.fromkeys(FIELDS[name] - {missing}, "")
    with pytest.raises(ConfigError) as raised:
        render(name, **given)
    fields = ", ".join(sorted(FIELDS[name]))
    assert str(raised.value) == f"prompts/{name}.md: field {missing!r} is not given; its fields: {fields}"


@pytest.mark.parametrize("name", FIELDS)
def test_an_unused_field_is_refused(name: str) -> None:
    """A field that the prompt does not use is a mistake too."""
    with pytest.raises(ConfigError) as raised:
        render(name, **dict.fromkeys(FIELDS[name], ""), colour="red")
    fields = ", ".join(sorted(FIELDS[name]))
    assert str(raised.value) == f"prompts/{name}.md: field 'colour' is not used; its fields: {fields}"

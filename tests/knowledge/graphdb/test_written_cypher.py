"""Text to Cypher with a scripted model and the real graph server: good replies, every fault, at most two repairs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from scripted_openai import Reply, ScriptedOpenAI, value

from errors import ModelError, QueryError
from evals.hostile_cypher import HOSTILE
from knowledge.bases.base import ToolCall
from knowledge.bases.graph import GraphBase
from models.ask import Asker, Usage
from models.chat import ChatModels
from tools.writing_statements import Written, cleaned, write_statement

pytestmark = pytest.mark.server

QUESTION = "Which films are from 1991?"
GOOD = "MATCH (m:Movie) WHERE m.released = 1991 RETURN m.title AS title ORDER BY title"
LABEL = "MATCH (f:Film) WHERE f.released = 1991 RETURN f.title AS title"
SYNTAX = "MATCH (m:Movie) WHERE m.released = 1991 RETURN m.title AS title ORDER"
DIRECTION = "MATCH (m:Movie)-[:ACTED_IN]->(p:Person) RETURN p.name AS name"
SAYS = "The titles of the films of 1991."


@pytest.fixture
async def asker(openai_server: ScriptedOpenAI) -> AsyncIterator[Asker]:
    """The real client on the scripted server."""
    models = ChatModels(5.0)
    model = models.get("openai:scripted")
    assert model is not None
    yield Asker(model, Usage(), "json_schema", 10.0)
    await models.close()


def wrote(statement: str) -> Reply:
    """A reply of the right shape."""
    return value({"statement": statement, "says": SAYS})


async def write(asker: Asker, base: GraphBase) -> Written:
    """One question."""
    return await write_statement(asker, base, QUESTION, lambda written: written, limit_s=10)


WRAPPED = {
    "plain": GOOD,
    "a fence": f"```cypher\n{GOOD}\n```",
    "a fence without a language": f"```\n{GOOD}\n```",
    "a fence that does not end": f"```cypher\n{GOOD}",
    "a fence after prose": f"Here is the query:\n```cypher\n{GOOD}\n```\nIt lists the films.",
    "thoughts": f"<think>MATCH (m) DETACH DELETE m? No.</think>\n{GOOD}",
    "thoughts that began elsewhere": f"so I list them.</think>{GOOD}",
    "the word cypher": f"cypher\n{GOOD}",
    "the word Cypher and a colon": f"Cypher: {GOOD}",
    "CypherQuery": f"CypherQuery: {GOOD}",
    "chat markers": f"<|im_start|>{GOOD}<|im_end|>",
    "a last semicolon": f"{GOOD};",
    "all at once": f"<think>hm</think>```cypher\ncypher\n{GOOD};\n```<|im_end|>",
}


@pytest.mark.parametrize("text", WRAPPED.values(), ids=WRAPPED.keys())
async def test_what_stands_around_a_statement_is_taken_off(
    base: GraphBase, asker: Asker, openai_server: ScriptedOpenAI, text: str
) -> None:
    """A statement in a fence, behind thoughts or after a word needs no second reply, and runs."""
    openai_server.use([wrote(text)])
    assert await write(asker, base) == Written(GOOD, SAYS, 1)
    assert [one.text for one in base.run(ToolCall("text2cypher", statement=GOOD))] == [
        "title: The Long Way.",
        "title: Way Out.",
    ]


def test_what_stands_inside_a_statement_is_left_alone() -> None:
    """Map literals, colons in strings and conditions inside a pattern come out as they went in."""
    for statement in (
        "MATCH (m:Movie WHERE m.released > 2000) RETURN m.title AS title",
        "MATCH (m:Movie {title: 'Cypher: The <b>;</b> ``` Film'}) RETURN m {.title, year: m.released} AS film",
        "RETURN 'query: x;' AS text",
    ):
        assert cleaned(statement.replace("```", "''")) == statement.replace("```", "''")


async def test_the_prompt_tells_schema_terminology_examples_and_the_question(
    base: GraphBase, asker: Asker, openai_server: ScriptedOpenAI
) -> None:
    """What the catalog and the graph know stands in the system message, the question in the user's."""
    openai_server.use([wrote(GOOD)])
    await write(asker, base)
    [request] = openai_server.requests
    assert request.shape == "Statement"
    assert base.schema() in request.system
    assert "(:Person)-[:ACTED_IN {role}]->(:Movie)" in request.system
    assert request.user.strip() == f"Question:\n{QUESTION}"


REPAIRED = {
    "an unknown label": (LABEL, "'Film' is no label; valid: Movie, Person"),
    "a wrong direction": (DIRECTION, "there is (:Person)-[:ACTED_IN]->(:Movie)"),
    "a fault of syntax": (SYNTAX, "Syntax error"),
    "two statements": (f"{GOOD}; MATCH (m) DETACH DELETE m", "write one statement, without ';'"),
    "prose only": ("I am sorry, but I cannot answer that.", "starts with 'I'"),
    "thoughts only": ("<think>I should list the films", "the statement is empty"),
    "a write": ("MATCH (m:Movie) SET m.title = 'x' RETURN m.title AS t", "SET is not allowed"),
}


@pytest.mark.parametrize(("wrong", "reason"), REPAIRED.values(), ids=REPAIRED.keys())
async def test_a_refused_statement_goes_back_with_its_reason(
    base: GraphBase, asker: Asker, openai_server: ScriptedOpenAI, wrong: str, reason: str
) -> None:
    """The second reply is asked for with the statement and what is wrong with it."""
    openai_server.use([wrote(wrong), wrote(GOOD)])
    assert await write(asker, base) == Written(GOOD, SAYS, 2)
    assert reason in openai_server.requests[1].user
    assert cleaned(wrong) in openai_server.requests[1].user


async def test_two_repairs_are_enough(base: GraphBase, asker: Asker, openai_server: ScriptedOpenAI) -> None:
    """A third refusal ends it with the last reason; the model is not asked a fourth time."""
    openai_server.use([wrote(LABEL), wrote(DIRECTION), wrote(SYNTAX), wrote(GOOD)])
    with pytest.raises(QueryError, match=r"no statement passed in 3 replies; the last reason: .*Syntax error"):
        await write(asker, base)
    assert openai_server.calls == 3


async def test_a_repair_that_repeats_itself_ends_it(
    base: GraphBase, asker: Asker, openai_server: ScriptedOpenAI
) -> None:
    """The same statement again, in a fence or not, will not get better."""
    openai_server.use([wrote(LABEL), wrote(f"```cypher\n{LABEL}\n```"), wrote(GOOD)])
    with pytest.raises(QueryError, match=r"the model repeated a statement that was refused: 'Film' is no label"):
        await write(asker, base)
    assert openai_server.calls == 2


async def test_a_reply_without_the_shape_is_a_models_fault(
    base: GraphBase, asker: Asker, openai_server: ScriptedOpenAI
) -> None:
    """Prose instead of JSON is asked for once more, and then named as what it is."""
    openai_server.use([Reply("MATCH (m) RETURN m"), Reply("cypher\nMATCH (m) RETURN m")])
    with pytest.raises(ModelError, match="does not have the shape asked for"):
        await write(asker, base)


async def test_the_guard_has_a_word_too(base: GraphBase, asker: Asker, openai_server: ScriptedOpenAI) -> None:
    """A further check refuses as the others do, and its reason goes back."""

    def year_was_said(written: Written) -> Written:
        strange = [one for one in base.literals(written.statement) if str(one) not in QUESTION]
        if strange:
            raise QueryError(f"nobody said {strange[0]!r}")
        return written

    openai_server.use([wrote(GOOD.replace("1991", "1984")), wrote(GOOD)])
    written = await write_statement(asker, base, QUESTION, year_was_said, limit_s=10)
    assert written == Written(GOOD, SAYS, 2)
    assert "nobody said 1984" in openai_server.requests[1].user


async def test_no_hostile_statement_of_a_model_comes_through(
    base: GraphBase, asker: Asker, openai_server: ScriptedOpenAI
) -> None:
    """Whatever the table holds, three replies of it end in a refusal, and the graph is what it was."""
    before = base.client.read("MATCH (n) RETURN count(n) AS n", {}, limit_s=5, rows=1)
    statements = [text for name, text in HOSTILE.items() if name != "a fence"]
    for at in range(0, len(statements), 3):
        openai_server.use([wrote(text) for text in (statements[at : at + 3] * 3)[:3]])
        with pytest.raises(QueryError):
            await write(asker, base)
    assert base.client.read("MATCH (n) RETURN count(n) AS n", {}, limit_s=5, rows=1) == before

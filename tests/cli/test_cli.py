"""The commands as a user types them: real processes over the built store."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run(larkspur_home, tmp_path):
    """Runs `signalbox` with the built store; returns the finished process."""

    def call(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cli", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env=env_of(larkspur_home, **environment),
            timeout=120,
            check=False,
        )

    return call


def env_of(home: Path, **more: str) -> dict[str, str]:
    """This process's environment, without settings of the machine, over the built store."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNALBOX_")}
    return {**kept, "SIGNALBOX_HOME": str(home), "LANGSMITH_TRACING": "false", **more}


def test_an_answer_goes_to_stdout_and_the_path_to_stderr(run):
    """Nothing but the answer and its sources reaches stdout; who was asked and what it cost stand on stderr."""
    done = run("ask", "How long do you keep my data after I cancle?")
    assert done.returncode == 0, done.stderr
    assert "read “cancle” as “cancel”" in done.stderr
    assert done.stdout.startswith("When a subscription is cancelled, customer data is kept for 90 days")
    assert "[1] Data retention > After cancellation (general/data-retention.md:" in done.stdout
    assert "route" not in done.stdout
    assert "general" in done.stderr
    assert "0 model calls" in done.stderr


def test_json_is_one_object_with_the_documented_keys(run):
    """`--json` prints one object whose keys and types a machine can rely on."""
    done = run("ask", "What does the Pro plan cost?", "--json")
    outcome = json.loads(done.stdout)
    keys = [
        "answer",
        "complete",
        "mood",
        "handover",
        "cached",
        "citations",
        "contradictions",
        "questions",
        "calls",
        "failures",
        "warnings",
        "ledger",
    ]
    assert list(outcome) == keys
    assert (set(outcome["mood"]), outcome["mood"]["target"]) == ({"name", "target", "tier", "reason"}, "answer")
    assert outcome["handover"] is None
    assert set(outcome["citations"][0]) == {"n", "base", "source", "title", "line", "page", "id", "quote"}
    told = {"turns", "retrievals", "model_calls", "tokens", "searches_per_question", "ms", "cost", "thread"}
    assert set(outcome["ledger"]) == told
    question = outcome["questions"][0]
    assert question["text"] == "What does the Pro plan cost?"
    assert question["kind"] == "lookup"
    assert question["tier"] in {"rules", "semantic"}
    assert not question["fell_back"]
    assert question["bases"][0]["name"] == "billing"
    assert outcome["failures"] == []
    assert "$14" in outcome["answer"]


def test_a_trace_shows_decisions_and_quotes(run):
    """`--trace` says on stderr, after the answer's path, why each question went where and which words are cited."""
    done = run("ask", "What does the Pro plan cost?", "--trace")
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    routed = [line for line in lines if line.startswith("route  “What does the Pro plan cost?” → billing")]
    assert len(routed) == 2
    assert routed[0] == routed[1]
    assert "cited  [1] billing/plans-and-prices.md:9" in done.stderr
    assert lines[0]  # no empty line where a bar would be


def test_what_is_not_found_has_an_exit_code_of_its_own(run):
    """A declined question is one sentence, without sources, and exit code 3."""
    done = run("ask", "What's the weather in Paris?")
    assert done.returncode == 3
    assert done.stdout.strip().count(".") == 1
    assert "Sources" not in done.stdout


def test_a_thread_is_continued_by_a_later_process(run):
    """A named thread lives in SQLite, one checkpoint a turn: the next command completes a follow-up from it."""
    name = f"pro-{time.time_ns()}"
    run("ask", "What does the Pro plan cost?", "--thread", name)
    done = run("ask", "and for ten seats?", "--thread", name, "--json")
    outcome = json.loads(done.stdout)
    assert outcome["questions"][0]["text"] == "What does the Pro plan cost for ten seats?"
    assert "$140" in outcome["answer"]
    listed = json.loads(run("threads", "list", "--json").stdout)
    assert [one["checkpoints"] for one in listed if one["name"] == name] == [2]


def test_base_restricts_the_search(run):
    """`--base` is never widened, whatever the router prefers."""
    done = run("ask", "What does the Pro plan cost?", "--base", "general", "--json")
    outcome = json.loads(done.stdout)
    assert {base["name"] for question in outcome["questions"] for base in question["bases"]} == {"general"}
    assert {citation["base"] for citation in outcome["citations"]} <= {"general"}


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        (
            ["ask", "x", "--base", "nope"],
            {},
            "base: 'nope' is not in catalog 'larkspur'; valid: technical, billing, general",
        ),
        (["ask", "x", "--catalog", "../etc"], {}, "catalog: '../etc' is not a name; valid catalogs in"),
        (["ask", ""], {}, "message: it is empty; ask a question"),
        (["ask", "x", "--model", "gpt"], {}, "model: 'gpt' is unknown; valid: none, openai:MODEL, azure_openai:MODEL"),
        (
            ["ask", "x"],
            {"SIGNALBOX_FLOR": "1"},
            "environment: SIGNALBOX_FLOR is not a setting; valid: SIGNALBOX_CATALOG",
        ),
        (["ask", "x"], {"SIGNALBOX_DEADLINE": "soon"}, "SIGNALBOX_DEADLINE: "),
        (["ask", "x", "--nope"], {}, "No such option"),
    ],
)
def test_wrong_usage_is_one_clear_line(run, arguments, environment, message):
    """Bad input names the thing, the value and what is valid, with exit code 2 and no traceback."""
    done = run(*arguments, **environment)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_missing_key_says_what_to_set(run):
    """A model without a key is one line that names the variable."""
    done = run("ask", "x", "--model", "openai:gpt-5-mini", OPENAI_API_KEY="")
    assert done.returncode == 2
    assert "OPENAI_API_KEY" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_conversation_reads_lines_until_they_end(run):
    """Without a question each line of stdin is a turn of one thread."""
    done = run("ask", "--json", stdin="What does the Pro plan cost?\n\nand for ten seats?\n")
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert [outcome["questions"][0]["text"] for outcome in outcomes] == [
        "What does the Pro plan cost?",
        "What does the Pro plan cost for ten seats?",
    ]
    assert "to go on later: signalbox ask --thread" in done.stderr


def test_route_explains_without_answering(run):
    """`route` shows each question of the message with every base's score and the decision."""
    done = run("route", "I was charged twice and the dashboard keeps logging me out.", "--json")
    explained = json.loads(done.stdout)
    assert explained["mood"]["target"] == "answer"
    assert len(explained["questions"]) == 2
    assert all(set(question["scores"]) == {"technical", "billing", "general"} for question in explained["questions"])
    text = run("route", "Hi team, I was chraged twice and the dashboard keeps logging me out. Thanks!").stdout
    assert text.startswith("read “chraged” as “charged”\n“I was charged twice”")
    assert "billing" in text
    assert "technical" in text


def test_the_first_question_builds_the_store_and_ingest_again_changes_nothing(make_catalog, tmp_path):
    """An empty home is built on the first `ask`; `ingest` then adds and deletes nothing; a changed document is told."""
    make_catalog({"wiki": {"description": "Tea.", "files": {"tea.md": "# Tea\n\nGreen tea steeps for two minutes.\n"}}})
    environment = env_of(tmp_path / "home", SIGNALBOX_CATALOGS=str(tmp_path / "catalogs"), SIGNALBOX_CATALOG="tiny")

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cli", *arguments]
        return subprocess.run(
            command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=120, check=False
        )

    first = call("ask", "How long does green tea steep?")
    assert first.stdout.startswith("Green tea steeps for two minutes. [1]"), first.stderr
    again = json.loads(call("ingest", "--json").stdout)
    assert again.pop("seconds") < 60
    assert again == {
        "documents": 1,
        "added": 0,
        "deleted": 0,
        "unchanged": 1,
        "skipped": [],
        "new": [],
        "changed": [],
        "gone": [],
        "reused": 0,
        "dry_run": False,
    }
    document = next((tmp_path / "catalogs").rglob("tea.md"))
    document.write_text("# Tea\n\nGreen tea steeps for three minutes.\n", encoding="utf-8")
    stale = call("ask", "How long does green tea steep?")
    assert "the store is stale: 1 of 1 documents changed" in stale.stderr
    assert call("ingest").stdout == "1 documents: 1 chunks added, 1 deleted, 0 unchanged, 0 files skipped\n"
    assert "three minutes" in call("ask", "How long does green tea steep?").stdout


def test_doctor_finds_nothing_wrong_with_a_built_catalog(run):
    """`doctor` looks at the catalog, the embedding, the store, every base and the model."""
    done = run("doctor", "--json")
    checks = json.loads(done.stdout)
    assert done.returncode == 0
    assert [check["what"] for check in checks if check["state"] == "ok"] == [
        "catalog",
        "embedding",
        "store",
        "base technical",
        "base billing",
        "base general",
        "model",
    ]


def test_doctor_says_how_to_mend_a_missing_store(run, tmp_path):
    """Without a store every base is a fault that names the command to run, and the exit code is 1."""
    done = run("doctor", SIGNALBOX_HOME=str(tmp_path))
    assert done.returncode == 1
    assert "signalbox ingest" in done.stdout


def test_help_is_quick_and_names_the_commands(run):
    """`--help` lists every command without importing what they need."""
    done = run("--help")
    assert done.returncode == 0
    for command in ("ask", "route", "routes", "ingest", "doctor"):
        assert command in done.stdout


def test_ctrl_c_in_a_conversation_ends_it_politely(larkspur_home):
    """Ctrl-C at the prompt leaves with exit code 0 and the way to go on; nothing is printed as a traceback."""
    head, tail = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "ask"],
        stdin=tail,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=env_of(larkspur_home),
        start_new_session=True,
    )
    os.close(tail)
    shown = ""
    try:
        while "> " not in shown:
            shown += process.stderr.read(1)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        os.close(head)
        process.kill()
    assert process.returncode == 0
    assert out == ""
    assert "to go on later" in err
    assert "Traceback" not in err

"""A base that fails: the others answer, and the failure is named in the answer and in the findings."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import passage, scripted
from streams import ask, updates

from errors import StoreMissing
from graph.build import build
from graph.resources import Resources
from graph.result import result
from knowledge.bases.base import Search
from knowledge.passage import Passage

GOOD = passage("good", "The tower is ninety metres high.")
QUESTION = "How high is the tower?"
LIKELY = {"good": 0.5, "bad": 0.5}


def sick(fault: Exception) -> Callable[[Search], list[Passage]]:
    """A base that raises."""

    def answer(search: Search) -> list[Passage]:
        raise fault

    return answer


FAULTS = {
    "ours": (StoreMissing("store: gone; rebuild it"), "store: gone; rebuild it"),
    "theirs": (RuntimeError("boom"), "RuntimeError: boom"),
    "of input": (ValueError("no"), "ValueError: no"),
    "of the disk": (OSError(28, "No space left"), "OSError: [Errno 28] No space left"),
    "of a key": (KeyError("lead"), "KeyError: 'lead'"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_base_that_raises_is_named_and_the_others_answer(kind: str, tmp_path: Path) -> None:
    """Whatever it raises becomes a typed failure, with its reason, and the run goes on."""
    fault, reason = FAULTS[kind]
    word = "store" if kind == "ours" else "error"
    world, _ = scripted(tmp_path, {"good": lambda search: [GOOD], "bad": sick(fault)}, lambda text: LIKELY)
    state = ask(build(world), QUESTION)
    assert state["answer"] == (
        "The tower is ninety metres high. [1]\n\n"
        f"Not every base could be reached, so something may be missing: bad ({reason})."
    )
    failed = next(finding for finding in state["findings"] if finding["base"] == "bad")
    assert failed["failure"] == {"kind": word, "base": "bad", "question": QUESTION, "reason": reason}
    assert failed["passages"] == []
    assert result(state, 1.0)["failures"] == [failed["failure"]]


def test_a_base_that_hangs_is_left_behind(tmp_path: Path) -> None:
    """After its time limit the run goes on without it."""
    leave = threading.Event()

    def hang(search: Search) -> list[Passage]:
        leave.wait(30)
        return [passage("bad", "Too late.")]

    specs = {"bad": {"timeout_s": 0.2}}
    world, _ = scripted(tmp_path, {"good": lambda search: [GOOD], "bad": hang}, lambda text: LIKELY, specs=specs)
    graph = build(world)
    began = time.perf_counter()
    state = ask(graph, QUESTION)
    took = time.perf_counter() - began
    leave.set()
    assert state["answer"].endswith("something may be missing: bad (it did not answer within 0.2 s).")
    assert state["answer"].startswith("The tower is ninety metres high. [1]")
    assert took < 10


def test_every_base_down_is_said_and_nothing_is_made_up(tmp_path: Path) -> None:
    """With no base in reach the answer says so, without a source, and the run ends."""
    world, _ = scripted(tmp_path, dict.fromkeys(("good", "bad"), sick(OSError("down"))), lambda text: LIKELY)
    state = ask(build(world), QUESTION)
    assert state["answer"] == (
        "I could not find anything about this in any base that could be reached.\n\n"
        "Not every base could be reached, so something may be missing: good (OSError: down); bad (OSError: down)."
    )
    assert state["citations"] == []


def test_a_failure_of_one_question_does_not_touch_the_other(tmp_path: Path) -> None:
    """Two questions: one base fails for one of them; the other half is answered in full."""

    def bad(search: Search) -> list[Passage]:
        if "tower" in search.text:
            raise OSError("down")
        return [passage("bad", "The bridge is two miles long.")]

    scores = {"tower": {"good": 0.9, "bad": 0.5}, "bridge": {"good": 0.05, "bad": 0.9}}
    world, _ = scripted(
        tmp_path,
        {"good": lambda search: [GOOD], "bad": bad},
        lambda text: scores["tower" if "tower" in text else "bridge"],
    )
    state = ask(build(world), "How high is the tower? How long is the bridge?")
    assert "The tower is ninety metres high. [1]" in state["answer"]
    assert "The bridge is two miles long. [2]" in state["answer"]
    assert [finding["failure"]["question"] for finding in state["findings"] if finding["failure"]] == [QUESTION]


def test_a_run_past_its_deadline_ends_with_what_it_has(tmp_path: Path) -> None:
    """The deadline of a run bounds its searches and its loops."""
    slow = {"good": lambda search: [GOOD], "bad": lambda search: time.sleep(5) or []}
    world, _ = scripted(tmp_path, slow, lambda text: LIKELY, settings={"deadline": 0.3})
    world.prepare()
    began = time.perf_counter()
    stream = updates(build(world), QUESTION)
    assert time.perf_counter() - began < 4
    assert [node for node, _ in stream].count("critique") == 1
    assert stream[-2][1]["answer"].startswith("The tower is ninety metres high. [1]\n\nNot every base could be reached")


def test_a_base_whose_store_is_gone_is_named(make_resources: Callable[..., Resources]) -> None:
    """One collection deleted under a running graph: the other base answers, the failure says how to mend it."""
    bases: dict[str, dict[str, Any]] = {
        "good": {"collection": "col-good", "files": {"t.md": "# Tower\n\nThe tower is ninety metres high.\n"}},
        "bad": {"collection": "col-bad", "files": {"b.md": "# Bridge\n\nThe bridge is two miles long.\n"}},
    }
    resources = make_resources(bases, routing={"policy": "all"})
    graph = build(resources)
    assert ask(graph, QUESTION)["answer"].startswith("The tower is ninety metres high. [1]")
    resources.store.drop("col-bad")
    state = ask(graph, QUESTION)
    assert state["answer"] == (
        "The tower is ninety metres high. [1]\n\n"
        "Not every base could be reached, so something may be missing: bad "
        f"({resources.folder}: collection 'col-bad' is not there; build it with: signalbox ingest)."
    )


def test_a_store_deleted_from_disk_is_named_in_a_new_process(make_resources: Callable[..., Resources]) -> None:
    """With Chroma's folder gone the run ends with the reason and the command, not with a stack trace."""
    bases: dict[str, dict[str, Any]] = {"good": {"files": {"t.md": "The tower is ninety metres high.\n"}}}
    first = make_resources(bases)
    first.prepare()
    first.store.close()
    shutil.rmtree(first.folder / "chroma")
    state = ask(build(make_resources(bases)), QUESTION)
    assert state["citations"] == []
    assert "is not there; build it with: signalbox ingest" in state["answer"]

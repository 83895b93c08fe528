"""The guard: an address, a path or a code is one value: a part that nobody said makes another one of it."""

from __future__ import annotations

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Verdict
from tools.schema import Parameter, Tool

RIGHT = [
    ("lena.moss@kelp.example.org", "write to lena.moss@kelp.example.org"),
    ("lena@kelp.org", "write to lena at kelp dot org"),
    ("lena.moss@kelp.org", "write to Lena Moss at kelp.org"),
    ("/srv/web/data/2024.log", "tail /srv/web/data/2024.log"),
    ("fix-slow-tide-table", "a branch called fix slow tide table"),
    ("harbour_notes_may_draft.txt", "open Harbour Notes May draft.txt"),
]
WRONG = [
    ("lena.marsh@kelp.example.org", "write to lena.moss@kelp.example.org"),
    ("lena.moss@mail.example.org", "mail lena.moss@example.org"),
    ("/srv/web/data/error.log", "tail /srv/web/data/access.log"),
    ("fix-slow-tide-chart", "a branch called fix slow tide table"),
    ("harbour_notes_june_draft.txt", "open Harbour Notes May draft.txt"),
]


def judged(value: str, text: str) -> Verdict:
    """The verdict on one value after one turn of the user's."""
    tool = Tool("open", parameters=(Parameter("target", kind="string"),))
    return check(tool, Call({"target": value}), Conversation([Turn("user", text)])).arguments[0].verdict


@pytest.mark.parametrize(("value", "text"), RIGHT)
def test_a_code_whose_every_part_was_said_is_traced(value: str, text: str) -> None:
    """Its signs may be spaces or words where it was said."""
    assert judged(value, text) is not Verdict.ABSENT


@pytest.mark.parametrize(
    ("value", "text", "told"),
    [
        ("Mode.OPEN_READ_ONLY", "open it read only", True),
        ("Mode.OPEN_WRITE", "open it for writing", True),
        ("Mode.OPEN_WRITE", "open it read only", False),
        ("Mode.OPEN_WRITE", "open the mode table", False),
    ],
)
def test_a_listed_name_is_told_by_what_the_others_lack(value: str, text: str, told: bool) -> None:
    """Its words that the other names share need not be said, and do not suffice."""
    parameter = Parameter("mode", description="One of Mode.OPEN_READ_ONLY or Mode.OPEN_WRITE.")
    assert (
        check(Tool("open", parameters=(parameter,)), Call({"mode": value}), Conversation([Turn("user", text)])).runs
        is told
    )


@pytest.mark.parametrize(("value", "text"), WRONG)
def test_a_code_with_another_part_is_absent(value: str, text: str) -> None:
    """Most of its parts were said, and it was not."""
    assert judged(value, text) is Verdict.ABSENT

"""Writing settings into a catalog.toml: the values change, every other byte stays, what cannot be done is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from errors import EvalError
from evals.catalog_file import toml, with_settings, write

TABLES = {"routing": {"policy": "recall", "width": 2}, "evidence": {"slots": 8}}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'a = 1 # é\n\n[routing]\npolicy = "single"   # why\nfloor=0.3\n\n\n[[base]]\nname = "x"\n',
            """a = 1 # é

[routing]
policy = "recall"   # why
floor=0.3
width = 2


[evidence]
slots = 8

[[base]]
name = "x"
""",
        ),
        (
            "[ evidence ] # six\n  slots = 6\n[routing]\nwidth = 3",
            '[ evidence ] # six\n  slots = 8\n[routing]\nwidth = 2\npolicy = "recall"\n',
        ),
        ("[routing]\r\nwidth = 9\r\n", None),
    ],
)
def test_only_the_values_change(before: str, after: str | None) -> None:
    """A value is replaced where it stands, a missing key is added to its table, a missing table before the bases."""
    got = with_settings(before, TABLES)
    if after is None:
        assert "\n" not in got.replace("\r\n", "")
    else:
        assert got == after
    assert with_settings(got, TABLES) == got


@pytest.mark.parametrize(
    "text",
    [
        "routing = {width = 3}\n",
        "routing.width = 3\n",
        'about = """\n[routing]\nwidth = 3\n"""\n[routing]\nwidth = 4\n',
        "[routing\n",
        "routing = 3\n",
    ],
)
def test_what_is_not_plain_is_refused(text: str, tmp_path: Path) -> None:
    """An inline table, a dotted key, a header inside a text and a broken file are left alone, by name."""
    file = tmp_path / "catalog.toml"
    file.write_text(text)
    with pytest.raises(EvalError, match="not written") as caught:
        write(file, TABLES)
    assert str(file) in str(caught.value)
    assert (file.read_text(), [one.name for one in tmp_path.iterdir()]) == (text, ["catalog.toml"])


def test_writing_says_whether_anything_changed(tmp_path: Path) -> None:
    """A second run changes nothing, and the file's line ends and rights stay."""
    file = tmp_path / "catalog.toml"
    file.write_bytes(b"[routing]\r\nwidth = 9\r\n")
    file.chmod(0o640)
    assert (write(file, TABLES), write(file, TABLES)) == (True, False)
    assert file.stat().st_mode & 0o777 == 0o640
    with pytest.raises(EvalError, match="cannot be rewritten"):
        write(tmp_path / "none.toml", TABLES)


def test_settings_are_printed_as_toml() -> None:
    """What is printed can be pasted."""
    assert toml(TABLES) == '[routing]\npolicy = "recall"\nwidth = 2\n\n[evidence]\nslots = 8'

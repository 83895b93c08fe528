"""API keys: a file of digests, read again when it changes; what is wrong with it lets nobody in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from errors import ConfigError
from web.keys import Key, Keyring, digest_of, make, read


def test_a_key_is_made_shown_and_found(tmp_path: Path) -> None:
    """The file has a digest and what the holder may see, for its owner's eyes; the key itself is nowhere in it."""
    file = tmp_path / "new" / "keys.toml"
    token = make(file, "alice", bases=["billing", "desk/handbook"], access=[], operator=False)
    second = make(file, "bob", bases=None, access=None, operator=True)
    alice = Key(name="alice", sha256=digest_of(token), bases=("billing", "desk/handbook"), access=())
    bob = Key(name="bob", sha256=digest_of(second), operator=True)
    assert read(file) == (alice, bob)
    assert token not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    keyring = Keyring(file)
    assert [keyring.holder(one) for one in (token, second, token + "x", "", "\udcff")] == [alice, bob, None, None, None]


def test_a_changed_file_counts_at_once(tmp_path: Path) -> None:
    """A block that is taken out is no key any more, and a new one is, without a restart."""
    file = tmp_path / "keys.toml"
    token = make(file, "alice", bases=None, access=None, operator=False)
    keyring = Keyring(file)
    assert keyring.holder(token) is not None
    file.write_text("")
    assert keyring.holder(token) is None
    assert keyring.holder(make(file, "bob", bases=None, access=None, operator=False)) is not None
    file.unlink()
    with pytest.raises(ConfigError, match="No such file or directory; run: signalbox key NAME"):
        keyring.holder(token)


def test_json_is_read_too(tmp_path: Path) -> None:
    """{"key": [...]} says the same as [[key]] blocks."""
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"key": [{"name": "a", "sha256": digest_of("secret")}]}))
    assert Keyring(file).holder("secret") == Key(name="a", sha256=digest_of("secret"))
    with pytest.raises(ConfigError, match="keys are added to a TOML file"):
        make(file, "b", bases=None, access=None, operator=False)


SHA = digest_of("x")
BAD = [
    ("[[key]", "cannot be read"),
    ("[[keys]]\nname = 'a'", r"keys: Extra inputs are not permitted"),
    ("[[key]]\nname = 'a'", r"key\.0\.sha256: Field required"),
    (f"[[key]]\nname = 'a.b'\nsha256 = '{SHA}'", r"key\.0\.name: String should match pattern .* \(got 'a\.b'\)"),
    ("[[key]]\nname = 'a'\nsha256 = 'plain'", r"key\.0\.sha256: String should match pattern"),
    (f"[[key]]\nname = 'a'\nsha256 = '{SHA}'\nbases = 'billing'", r"key\.0\.bases: Input should be a valid tuple"),
    (f"[[key]]\nname = 'a'\nsha256 = '{SHA}'\n" * 2, "two keys have the name 'a'"),
    (f"[[key]]\nname = 'a'\nsha256 = '{SHA}'\n[[key]]\nname = 'b'\nsha256 = '{SHA}'", "two keys have the sha256"),
]


@pytest.mark.parametrize(("text", "says"), BAD)
def test_a_bad_file_is_named(tmp_path: Path, text: str, says: str) -> None:
    """The error names the file, the key and what is wrong, and no key is good until it is mended."""
    file = tmp_path / "keys.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=rf"^{file}: .*{says}"):
        Keyring(file).holder("x")


@pytest.mark.parametrize("name", ["", "a b", "a/b", "../a", "x" * 65, "a.b"])
def test_a_bad_name(tmp_path: Path, name: str) -> None:
    """A name owns threads and store items: letters, digits, - and _ of it."""
    with pytest.raises(ConfigError, match="key: name: "):
        make(tmp_path / "keys.toml", name, bases=None, access=None, operator=False)
    assert not (tmp_path / "keys.toml").exists()


def test_a_name_is_taken_once(tmp_path: Path) -> None:
    """Two keys of one name would share threads by accident."""
    make(tmp_path / "keys.toml", "alice", bases=None, access=None, operator=False)
    with pytest.raises(ConfigError, match="there is a key 'alice' already; take its block out"):
        make(tmp_path / "keys.toml", "alice", bases=None, access=None, operator=False)

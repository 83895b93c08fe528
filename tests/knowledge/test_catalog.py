"""Catalogs: what is accepted, and for each mistake the one line that names file, key, bad value and valid ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from errors import ConfigError
from graph.settings import ROOT
from knowledge.base_spec import BaseSpec
from knowledge.catalog import Catalog, Evidence, Routing, available, find

BASE_KEYS = ", ".join(BaseSpec.model_fields)
TOP_KEYS = ", ".join(key for key in Catalog.model_fields if key not in {"folder", "name"})
COLLECTION_NAMES = "a collection name has 3 to 512 of a-z A-Z 0-9 . _ - and starts and ends alphanumeric"
ROUTING_KEYS = ", ".join(Routing.model_fields)

BAD = {
    "unknown key at the top": (
        'tittle = "x"\n[[base]]\nname = "a"',
        f"tittle: unknown key; did you mean title? valid: {TOP_KEYS}",
    ),
    "unknown key of a base": (
        '[[base]]\nname = "a"\nkeyword = ["x"]',
        f"base[0].keyword: unknown key; did you mean keywords? valid: {BASE_KEYS}",
    ),
    "unknown routing key": (
        '[routing]\nflor = 1\n[[base]]\nname = "a"',
        f"routing.flor: unknown key; did you mean floor? valid: {ROUTING_KEYS}",
    ),
    "unknown evidence key": (
        '[evidence]\nslot = 1\n[[base]]\nname = "a"',
        f"evidence.slot: unknown key; did you mean slots? valid: {', '.join(Evidence.model_fields)}",
    ),
    "wrong type": (
        '[[base]]\nname = "a"\nk = "three"',
        "base[0].k: Input should be a valid integer, unable to parse string as an integer (got 'three')",
    ),
    "a table where a list belongs": (
        'samples = "one"\n[[base]]\nname = "a"',
        "samples: Input should be a valid tuple (got 'one')",
    ),
    "unknown base type": (
        '[[base]]\nname = "a"\ntype = "oracle"',
        "base[0].type: Input should be 'vector', 'summary', 'graph', 'sql', 'calculator' or 'web' (got 'oracle')",
    ),
    "unknown policy": (
        '[routing]\npolicy = "some"\n[[base]]\nname = "a"',
        "routing.policy: Input should be 'single', 'multi', 'recall' or 'all' (got 'some')",
    ),
    "two bases of one name": (
        '[[base]]\nname = "a"\n[[base]]\nname = "a"\ndocuments = "other"\nvalue = "b"',
        "catalog: two bases have the same name 'a'; each needs its own",
    ),
    "two bases of one folder": (
        '[[base]]\nname = "a"\ndocuments = "d"\n[[base]]\nname = "b"\ndocuments = "d"',
        "catalog: two bases have the same documents 'd'; each needs its own",
    ),
    "shared collection and value": (
        '[[base]]\nname = "a"\ncollection = "col"\nvalue = "v"\n[[base]]\nname = "b"\ncollection = "col"\nvalue = "v"',
        "catalog: two bases share collection and value ('col', 'v'); give each its own value",
    ),
    "label to an unknown base": (
        '[labels]\nmoney = "billing"\n[[base]]\nname = "a"\n[[base]]\nname = "b"',
        "catalog: labels lead to an unknown base 'billing'; valid: a, b",
    ),
    "bad collection name": (
        '[[base]]\nname = "a"\ncollection = "no blanks"',
        f"base[0].collection: {COLLECTION_NAMES} (got 'no blanks')",
    ),
    "short collection name": (
        '[[base]]\nname = "a"\ncollection = "ab"',
        f"base[0].collection: {COLLECTION_NAMES} (got 'ab')",
    ),
    "two embeddings in one collection": (
        '[[base]]\nname = "a"\n[[base]]\nname = "b"\nembedding = "openai:e"\ncollection = ""',
        (
            "catalog: collection '{collection}' mixes the embeddings 'default' and 'openai:e'; "
            "give base 'b' a collection of its own"
        ),
    ),
    "no base": ('title = "x"', "base: Field required"),
    "an empty list of bases": ("base = []", "base: Tuple should have at least 1 item after validation, not 0 (got [])"),
    "no name": ('[[base]]\ntype = "vector"', "base[0].name: Field required"),
    "an empty name": (
        '[[base]]\nname = " "',
        "base[0].name: String should have at least 1 character (got ' ')",
    ),
    "the folder in the file": (
        'folder = "/"\n[[base]]\nname = "a"',
        "folder: set by the folder, not in the file; remove it",
    ),
    "the name in the file": ('name = "x"\n[[base]]\nname = "a"', "name: set by the folder, not in the file; remove it"),
    "k of nothing": (
        '[[base]]\nname = "a"\nk = 0',
        "base[0].k: Input should be greater than or equal to 1 (got 0)",
    ),
    "k past the end": (
        '[[base]]\nname = "a"\nk = 1001',
        "base[0].k: Input should be less than or equal to 1000 (got 1001)",
    ),
    "threshold above one": (
        '[[base]]\nname = "a"\nthreshold = 1.5',
        "base[0].threshold: Input should be less than or equal to 1 (got 1.5)",
    ),
    "threshold that is no number": (
        '[[base]]\nname = "a"\nthreshold = nan',
        "base[0].threshold: Input should be less than or equal to 1 (got nan)",
    ),
    "tiny chunks": (
        '[[base]]\nname = "a"\nchunk_size = 10',
        "base[0].chunk_size: Input should be greater than or equal to 100 (got 10)",
    ),
    "no time": (
        '[[base]]\nname = "a"\ntimeout_s = 0',
        "base[0].timeout_s: Input should be greater than 0 (got 0)",
    ),
    "endless time": (
        '[[base]]\nname = "a"\ntimeout_s = inf',
        "base[0].timeout_s: Input should be less than or equal to 600 (got inf)",
    ),
    "floor below zero": (
        '[routing]\nfloor = -0.1\n[[base]]\nname = "a"',
        "routing.floor: Input should be greater than or equal to 0 (got -0.1)",
    ),
    "no width": (
        '[routing]\nwidth = 0\n[[base]]\nname = "a"',
        "routing.width: Input should be greater than or equal to 1 (got 0)",
    ),
    "no slots": (
        '[evidence]\nslots = 0\n[[base]]\nname = "a"',
        "evidence.slots: Input should be greater than or equal to 1 (got 0)",
    ),
    "too many turns": (
        '[evidence]\nmax_turns = 21\n[[base]]\nname = "a"',
        "evidence.max_turns: Input should be less than or equal to 20 (got 21)",
    ),
    "a filter on a list": (
        '[[base]]\nname = "a"\nfilter = {lang = ["en"]}',
        "base[0].filter: filter: $eq on 'lang' takes a text, a number or true/false (got ['en'])",
    ),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_catalog_is_refused_by_file_key_and_value(fault: str, tmp_path: Path) -> None:
    """The first line of the error names the file, the key, the bad value and what would be valid."""
    text, line = BAD[fault]
    (tmp_path / "catalog.toml").write_text(text, encoding="utf-8")
    whole = Catalog.load(_plain(tmp_path)).collection(Catalog.load(_plain(tmp_path)).base[0])
    with pytest.raises(ConfigError) as raised:
        Catalog.load(tmp_path)
    expected = line.replace("{collection}", whole)
    assert str(raised.value).splitlines()[0] == f"{tmp_path / 'catalog.toml'}: {expected}"


def _plain(folder: Path) -> Path:
    """A good catalog in a folder of the same name, for its default collection."""
    other = folder / "good" / folder.name
    other.mkdir(parents=True, exist_ok=True)
    (other / "catalog.toml").write_text('[[base]]\nname = "a"\n', encoding="utf-8")
    return other


def test_every_fault_has_its_line(tmp_path: Path) -> None:
    """Two mistakes give two lines, so that both can be mended at once."""
    (tmp_path / "catalog.toml").write_text('[[base]]\nname = "a"\nk = 0\nthreshold = 2\n', encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        Catalog.load(tmp_path)
    assert str(raised.value).splitlines() == [
        f"{tmp_path / 'catalog.toml'}: base[0].k: Input should be greater than or equal to 1 (got 0)",
        f"{tmp_path / 'catalog.toml'}: base[0].threshold: Input should be less than or equal to 1 (got 2)",
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[[base", "not valid TOML: Expected ']]' at the end of an array declaration (at end of document)"),
        (b'title = "a"\ntitle = "b"', "not valid TOML: Cannot overwrite a value (at end of document)"),
        (
            b'title = "caf\xe9"',
            "not valid TOML: 'utf-8' codec can't decode byte 0xe9 in position 12: invalid continuation byte",
        ),
    ],
)
def test_invalid_toml_is_refused_by_place(content: bytes, says: str, tmp_path: Path) -> None:
    """A file that is no TOML is refused with the parser's own place."""
    (tmp_path / "catalog.toml").write_bytes(content)
    with pytest.raises(ConfigError) as raised:
        Catalog.load(tmp_path)
    assert str(raised.value) == f"{tmp_path / 'catalog.toml'}: {says}"


def test_a_missing_catalog_names_the_ones_there_are(tmp_path: Path) -> None:
    """A name without a folder is answered with the names that have one."""
    for name in ("pear", "apple"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "catalog.toml").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        find("plum", tmp_path)
    file = tmp_path / "plum" / "catalog.toml"
    assert str(raised.value) == f"{file}: no such file; valid catalogs in {tmp_path}: apple, pear"
    with pytest.raises(ConfigError, match=r"no such file; did you mean apple\? valid catalogs in .*: apple, pear"):
        find("aple", tmp_path)


@pytest.mark.parametrize("name", ["", ".", "..", "../larkspur", "a/b", "a\\b", "/etc", "a\0b", "larkspur/../larkspur"])
def test_a_catalog_name_is_never_a_path(name: str, tmp_path: Path) -> None:
    """Whatever could lead out of the folder of catalogs is refused before any file is opened."""
    with pytest.raises(ConfigError) as raised:
        find(name, tmp_path)
    assert str(raised.value) == f"catalog: {name!r} is not a name; valid catalogs in {tmp_path}: none"


@pytest.mark.parametrize("name", ["x" * 300, "catálogo", "no such", "nul\ud800"])
def test_an_odd_catalog_name_is_an_error_of_ours(name: str, tmp_path: Path) -> None:
    """A name that the file system refuses, or does not know, is a ConfigError like any other."""
    with pytest.raises(ConfigError):
        find(name, tmp_path)


def test_defaults_follow_from_the_name(make_catalog: Callable[..., Catalog]) -> None:
    """A base of a name only is stored under that name, in the catalog's own collection, and needs no filter."""
    catalog = make_catalog({"wiki": {}})
    spec = catalog.spec("wiki")
    assert (spec.value, spec.k, spec.threshold, spec.chunk_size) == ("wiki", 3, 0.2, 900)
    assert catalog.collection(spec).startswith("signalbox-")
    assert catalog.filter_for(spec) == {}
    assert catalog.closed_labels == {"wiki": "wiki"}


def test_a_shared_collection_is_searched_by_stored_value(make_catalog: Callable[..., Catalog]) -> None:
    """Bases that share a collection are told apart by their stored value; a base of its own needs no filter."""
    catalog = make_catalog(
        {
            "a": {"collection": "shared", "value": "A!"},
            "b": {"collection": "shared", "filter": {"lang": "en"}},
            "c": {"collection": "alone"},
        }
    )
    filters = {name: catalog.filter_for(catalog.spec(name)) for name in catalog.names}
    assert filters == {"a": {"base": "A!"}, "b": {"base": "b", "lang": "en"}, "c": {}}


def test_an_unknown_base_is_refused_by_name(make_catalog: Callable[..., Catalog]) -> None:
    """Asking for a base that is not declared names those that are."""
    with pytest.raises(ConfigError) as raised:
        make_catalog({"a": {}, "b": {}}).spec("c")
    assert str(raised.value) == "base: 'c' is not in catalog 'tiny'; valid: a, b"


def test_the_keys_that_the_issue_names_are_keys() -> None:
    """A base can set its type, description, examples, keywords, value, collection, chunk size, embedding and so on."""
    asked = "name type description examples keywords documents collection value chunk_size embedding k threshold filter"
    assert set(asked.split()) <= set(BaseSpec.model_fields)
    assert {"policy", "width", "floor"} <= set(Routing.model_fields)


def test_the_fingerprint_follows_what_chunks_depend_on(make_catalog: Callable[..., Catalog]) -> None:
    """Changing chunk size, value, folder, collection or embedding changes the fingerprint; other keys do not."""
    plain = make_catalog({"a": {}}).fingerprint()
    kept = [
        make_catalog({"a": change}).fingerprint() for change in ({"k": 9}, {"description": "x"}, {"keywords": ["x"]})
    ]
    changed = [
        make_catalog({"a": change}).fingerprint()
        for change in (
            {"chunk_size": 500},
            {"value": "A"},
            {"documents": "elsewhere"},
            {"collection": "other"},
            {"embedding": "openai:e"},
        )
    ]
    assert set(kept) == {plain}
    assert len({plain, *changed}) == 6


def test_larkspur_is_the_catalog_the_issue_asks_for() -> None:
    """Three bases of at least twelve documents each share one collection, with k = 3 and relevance 0.2."""
    catalog = find("larkspur", ROOT / "catalogs")
    assert "larkspur" in available(ROOT / "catalogs")
    shared = {(catalog.collection(spec), spec.value, spec.k, spec.threshold) for spec in catalog.base}
    assert shared == {("larkspur", name, 3, 0.2) for name in ("technical", "billing", "general")}
    counts = [len(list((catalog.folder / spec.documents).glob("*.md"))) for spec in catalog.base]
    assert min(counts) >= 12


def test_comments_and_order_stay_with_the_author(tmp_path: Path) -> None:
    """Bases keep the order of the file, whatever else stands between them."""
    text = dedent(
        """
        # a comment
        [[base]]
        name = "zeta"
        [[base]]
        name = "alpha"
        [routing]
        width = 2
        """
    )
    (tmp_path / "catalog.toml").write_text(text, encoding="utf-8")
    assert Catalog.load(tmp_path).names == ["zeta", "alpha"]

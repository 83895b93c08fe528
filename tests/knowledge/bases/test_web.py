"""The web base keeps the contract over a real engine on loopback, and tells every fault of it in words of its own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from contract import TEXTS, BaseContract
from scripted_web import DAY, ScriptedWeb, WebReply, row, serve_web

from errors import BaseOff, ConfigError, QueryError, StoreError
from knowledge.base_spec import BaseSpec
from knowledge.bases.base import Base, Search
from knowledge.bases.web import MOST_TEXT, WebBase
from knowledge.catalog import Retrieval
from knowledge.embedding import embedded
from knowledge.passage import Passage
from knowledge.text import words
from knowledge.web.keyless import Keyless
from knowledge.web.provider import Off, Provider, WebResult, WebSearch, provider_of

QUESTION = "How long is the Oakmere bridge?"
BRIDGE = row("https://oakmere.example/bridge", "The Oakmere bridge is two miles long.", "Bridge", DAY)
KEY = {"TAVILY_API_KEY": "tvly-loopback"}


def page(file: str) -> str:
    """Where the engine finds one of TEXTS."""
    return f"https://wiki.example/{file}"


def engine(asked: dict[str, Any]) -> WebReply:
    """A small engine over TEXTS: where one shares a word with the question, all of them, in no useful order."""
    wanted = set(words(asked["query"])) - {"a", "is", "of"}
    told = {file: text.partition("\n\n") for file, text in TEXTS.items()}
    rows = [
        row(page(file), parts[2].strip(), parts[0].removeprefix("# "))
        for file, parts in sorted(told.items(), reverse=True)
    ]
    said = {word for parts in told.values() for word in words(parts[2])}
    return WebReply(tuple(rows[: asked["max_results"]]) if wanted & said else ())


def base_over(provider: Provider, **spec: Any) -> WebBase:
    """A base over a provider, with the embedder that ships."""
    return WebBase(BaseSpec(name="wiki", type="web", **spec), provider, embedded(), Retrieval())


@pytest.fixture
def served() -> Iterator[Callable[..., tuple[WebBase, ScriptedWeb]]]:
    """A function from replies, and keys of the base's block, to a base over an engine that gives them in turn."""
    running = []

    def over(*replies: WebReply, **spec: Any) -> tuple[WebBase, ScriptedWeb]:
        left = list(replies)
        context = serve_web(lambda asked: left.pop(0))
        server = context.__enter__()
        running.append(context)
        return base_over(provider_of("tavily", server.url, KEY), **spec), server

    yield over
    for one in running:
        one.__exit__(None, None, None)


class TestWebBase(BaseContract):
    """Over an engine that returns everything near and far."""

    @pytest.fixture(scope="class")
    @classmethod
    def base(cls) -> Iterator[Base]:
        """The base under test."""
        with serve_web(engine) as server:
            yield base_over(provider_of("tavily", server.url, KEY))

    def source(self, file: str) -> str:
        """A result is known by its address."""
        return page(file)


def test_a_result_becomes_a_passage_with_address_title_and_date(served: Any) -> None:
    """The key goes along in its header, the question and the limits in the body that the provider documents."""
    base, server = served(WebReply((BRIDGE,)))
    [found] = base.search(Search(QUESTION, k=3, threshold=0.2))
    assert found == Passage(
        id=found.id,
        base="wiki",
        text="The Oakmere bridge is two miles long.",
        source="https://oakmere.example/bridge",
        title="Bridge",
        heading="2026-05-04",
        dated="2026-05-04",
        score=found.score,
    )
    assert found.score > 0.6
    assert server.keys == ["Bearer tvly-loopback"]
    assert server.asked == [
        {
            "path": "/search",
            "query": QUESTION,
            "max_results": 10,
            "search_depth": "basic",
            "include_domains": [],
            "exclude_domains": [],
        }
    ]


FAULTS: dict[str, tuple[WebReply, type[Exception], str]] = {
    "401": (WebReply(status=401), StoreError, "the web search refused the key (401); check TAVILY_API_KEY"),
    "429": (WebReply(status=429), StoreError, "the web search limits this key (429); wait or raise the limit"),
    "432": (WebReply(status=432), StoreError, "the web search says that the plan of this key is used up (432)"),
    "500": (WebReply(status=500), StoreError, "the web search failed (500)"),
    "400": (WebReply(status=400), QueryError, "the web search refused the question (400)"),
    "broken JSON": (WebReply(body=b'{"results": [{'), StoreError, "the web search's reply cannot be read: JSONDecode"),
    "not JSON": (WebReply(body=b"<html>Welcome</html>"), StoreError, "the web search's reply cannot be read"),
    "no results key": (WebReply(body=b'{"answer": 1}'), StoreError, "reply cannot be read: KeyError: 'results'"),
    "rows of another shape": (WebReply(body=b'{"results": ["x"]}'), StoreError, "reply cannot be read: AttributeError"),
    "a list": (WebReply(body=b"[]"), StoreError, "reply cannot be read: TypeError"),
    "no UTF-8": (WebReply(body=b"\xff\xfe\x00"), StoreError, "the web search's reply cannot be read"),
    "deep JSON": (WebReply(body=b"[" * 200_000), StoreError, "the web search's reply cannot be read: RecursionError"),
    "huge": (WebReply(body=b" " * 3_000_000), StoreError, "sent more than 2,000,000 bytes, which nobody asked for"),
    "slow": (WebReply(delay_s=1.5), TimeoutError, "the web search took longer than 0.5 s"),
    "dripping": (WebReply((BRIDGE,), drip_s=0.05), TimeoutError, "the web search took longer than 0.5 s"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_of_the_engine_is_told_in_its_own_words(fault: str, served: Any) -> None:
    """None is taken for a search that found nothing, and none holds the caller up."""
    reply, kind, told = FAULTS[fault]
    base, _ = served(reply, timeout_s=0.5)
    began = time.monotonic()
    with pytest.raises(kind, match=re.escape(told)):
        base.search(Search(QUESTION))
    assert time.monotonic() - began < 5


def test_an_empty_reply_is_an_empty_answer(served: Any) -> None:
    """Nothing found is no fault."""
    base, _ = served(WebReply())
    assert base.search(Search(QUESTION)) == []


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_way_to_another_host_is_not_followed(status: int, served: Any) -> None:
    """The key is sent to the host that was named and to no other."""
    elsewhere, other = served(WebReply((BRIDGE,)))
    base, _ = served(WebReply(status=status, headers={"Location": f"{other.url}/search"}))
    with pytest.raises(StoreError, match=r"leads on to 127\.0\.0\.1, which is not followed; check SIGNALBOX_WEB_URL"):
        base.search(Search(QUESTION))
    assert other.asked == []
    assert elsewhere.search(Search(QUESTION)) != []


def test_nobody_there_is_a_typed_failure() -> None:
    """A refused connection names what to check."""
    with serve_web(lambda asked: WebReply()) as server:
        url = server.url
    with pytest.raises(StoreError, match=r"the web search cannot be reached: .*; check the network"):
        base_over(provider_of("tavily", url, KEY)).search(Search(QUESTION))


ROWS = tuple(
    row(url, "The Oakmere bridge is two miles long.")
    for url in (
        "https://docs.oakmere.example/a",
        "https://oakmere.example/b",
        "https://notoakmere.example/c",
        "https://spam.example/d",
    )
)
CALLS: dict[str, tuple[dict[str, Any], dict[str, Any], list[str], list[str], str]] = {
    "none": ({}, {}, [], [], "abcd"),
    "the base's only domains": ({"include": ["oakmere.example"]}, {}, ["oakmere.example"], [], "ab"),
    "the base's unwanted ones": ({"exclude": ["spam.example"]}, {}, [], ["spam.example"], "abc"),
    "a call's one": ({}, {"domain": "Spam.example"}, ["spam.example"], [], "d"),
    "a call's list": ({}, {"domain": {"$in": ["oakmere.example"]}}, ["oakmere.example"], [], "ab"),
    "a call's denial": ({}, {"domain": {"$nin": ["oakmere.example"]}}, [], ["oakmere.example"], "cd"),
    "a call narrows": (
        {"include": ["oakmere.example"]},
        {"domain": "docs.oakmere.example"},
        ["docs.oakmere.example"],
        [],
        "a",
    ),
    "a call never widens": ({"include": ["oakmere.example"]}, {"domain": "spam.example"}, ["spam.example"], [], ""),
    "both, and others": (
        {"exclude": ["spam.example"]},
        {"$and": [{"domain": {"$ne": "notoakmere.example"}}, {"position": {"$gte": 1}}]},
        [],
        ["spam.example", "notoakmere.example"],
        "b",
    ),
    "the base's own filter": ({"filter": {"domain": "spam.example"}}, {}, ["spam.example"], [], "d"),
}


@pytest.mark.parametrize("case", CALLS)
def test_the_domain_filter_is_told_to_the_engine_and_kept_here(case: str, served: Any) -> None:
    """An engine that ignores it returns everything: what is not wanted is dropped, whatever it was told."""
    spec, filter_, include, exclude, kept = CALLS[case]
    base, server = served(WebReply(ROWS), **spec)
    found = base.search(Search(QUESTION, k=9, threshold=0.0, filter=filter_))
    assert sorted(one.source[-1] for one in found) == list(kept)
    assert (server.asked[0]["include_domains"], server.asked[0]["exclude_domains"]) == (include, exclude)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://host.example/x",
        "https://",
        "https://user:secret@host.example/",
        "https://host.example/a b",
        "https://host.example/" + "x" * 3000,
        "//host.example/x",
        "http://[::1",
        "",
    ],
)
def test_an_address_that_no_reader_should_follow_is_dropped(url: str, served: Any) -> None:
    """A result without an address that can be shown is no source."""
    base, _ = served(WebReply((row(url, BRIDGE["content"]), BRIDGE)))
    found = base.search(Search(QUESTION, threshold=0.0))
    assert [one.source for one in found] == ["https://oakmere.example/bridge"]


def test_a_strangers_text_is_cleaned_and_cut(served: Any) -> None:
    """Control characters go, a page of any length is cut, a title is one line, a date that is none is left out."""
    long = "The bridge is two\x1b[31m miles\x00 long. " + "word " * 2000
    base, _ = served(WebReply((row("https://a.example/", long, "The\nbridge\x07 " + "x" * 999, "soon"),)))
    [found] = base.search(Search(QUESTION, threshold=0.0))
    assert found.text.startswith("The bridge is two[31m miles long. word")
    assert len(found.text) == MOST_TEXT
    assert found.title.startswith("The bridge xxx")
    assert (len(found.title), found.dated) == (200, "")


def test_the_same_page_twice_is_one_passage(served: Any) -> None:
    """An engine may list a page again."""
    base, _ = served(WebReply((BRIDGE, BRIDGE)))
    assert len(base.search(Search(QUESTION, threshold=0.0))) == 1


def test_off_says_which_setting_turns_it_on() -> None:
    """Without a provider, and without the key of one, a search is a typed failure."""
    with pytest.raises(BaseOff, match=r"the web is off; set SIGNALBOX_WEB to one of: tavily, ddgs"):
        base_over(provider_of("")).search(Search(QUESTION))
    with pytest.raises(BaseOff, match=r"the web is off; set TAVILY_API_KEY"):
        base_over(provider_of("tavily", environ={})).search(Search(QUESTION))
    assert provider_of("") == Off()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("ftp://host.example", "'ftp://host.example' is no address; write https://HOST"),
        ("https://", "'https://' is no address"),
        ("http://host.example", "'http://host.example' would carry the key in the open; write https://"),
    ],
)
def test_an_address_that_would_lose_the_key_is_refused(url: str, told: str) -> None:
    """The setting is named, with what would be right."""
    with pytest.raises(ConfigError, match=re.escape(f"SIGNALBOX_WEB_URL: {told}")):
        provider_of("tavily", url, KEY)


class Library:
    """Stands where `ddgs.DDGS` stands, and remembers what it was asked."""

    def __init__(self, found: list[dict[str, Any]] | Exception) -> None:
        self.found = found
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def text(self, query: str, **options: Any) -> list[dict[str, Any]]:
        """What it was given."""
        self.asked.append((query, options))
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_the_keyless_library_is_asked_its_own_way() -> None:
    """Domains stand in the question; title, address and text are taken from its own keys."""
    library = Library([{"title": "Bridge", "href": "https://a.example/", "body": "Two miles."}, {"title": None}])
    found = Keyless(lambda limit_s: library).search(WebSearch("bridge", 10, ["a.example", "b.example"], ["c.example"]))
    assert found == [WebResult("https://a.example/", "Bridge", "Two miles."), WebResult("", "", "")]
    assert library.asked == [("bridge site:a.example OR site:b.example -site:c.example", {"max_results": 10})]


def test_the_keyless_librarys_faults_are_typed() -> None:
    """Nothing found is no fault; a limit and everything else are named."""
    from ddgs.exceptions import DDGSException, RatelimitException
    from ddgs.exceptions import TimeoutException as Late

    def over(fault: Exception) -> Keyless:
        return Keyless(lambda limit_s: Library(fault))

    assert over(DDGSException("No results found.")).search(WebSearch("x", 3)) == []
    with pytest.raises(TimeoutError, match="took longer than 2 s"):
        over(Late("late")).search(WebSearch("x", 3, limit_s=2))
    with pytest.raises(StoreError, match="the web search failed: RatelimitException: 202"):
        over(RatelimitException("202")).search(WebSearch("x", 3))


def test_the_keyless_library_opens() -> None:
    """The real library has what is used of it; asking it would leave the machine, past the tests' own lock."""
    provider = provider_of("ddgs")
    assert isinstance(provider, Keyless)
    assert callable(provider.engine(2.5).text)

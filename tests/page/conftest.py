"""The page in a real Chromium, over real servers: three catalogs, one of them hostile, a scripted model, and keys."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from chromium import HOSTILE, PATIENCE_MS, SCRIPT, sync_api
from dev_server import Server, clean, copied, running
from fakes import write_catalog
from keyed_server import Keyed
from scripted_openai import ScriptedOpenAI, serve

from graph.resources import Resources
from graph.settings import Settings
from knowledge.catalog import Catalog
from routing.log import RouteLog

Browser, Page = sync_api.Browser, sync_api.Page


@pytest.fixture(scope="package")
def openai() -> Iterator[ScriptedOpenAI]:
    """The provider that the server's model calls go to."""
    with serve() as running:
        yield running


@pytest.fixture(scope="package")
def dev_server(
    larkspur_home: Path, openai: ScriptedOpenAI, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server of `larkspur`, of `tiny` (a hostile document, a tool with a choice, a mood that needs a person), and of
    `quiet`, which nobody asks.
    """
    folder = tmp_path_factory.mktemp("page")
    home = Path(shutil.copytree(larkspur_home, folder / "home"))
    copy = copied(folder, tiny="graph.app:catalog_tiny", quiet="graph.app:catalog_quiet")
    _tiny(copy / "catalogs")
    places = {name: {"description": f"Everything about {name}.", "files": {}} for name in ("cups", "pots")}
    write_catalog(copy / "catalogs", "quiet", places)
    # Built here, so that the first question about it need not wait.
    with Resources.load(Settings.from_env({}, catalog="tiny", catalogs=copy / "catalogs", home=home)) as built:
        built.prepare()
    environ = clean(
        SIGNALBOX_HOME=str(home),
        SIGNALBOX_SERVED="tiny,quiet",
        OPENAI_BASE_URL=openai.url,
        OPENAI_API_KEY="sk-scripted",
    )
    with running(copy, environ) as server:
        yield server


def _tiny(catalogs: Path) -> None:
    status = {"name": "status", "description": "The status of the tickets", "enum": ["open", "waiting", "closed"]}
    tool = {
        "name": "tickets_by_status",
        "description": "The tickets of one status.",
        "cues": ["ticket", "tickets"],
        "query": "SELECT number, subject FROM ticket WHERE status = :status ORDER BY number",
        "parameters": [status],
    }
    tickets = "number,subject,status\nTK-1,Printer on fire,open\nTK-2,No sound,closed\n"
    page = f"# Opening hours\n\nThe shop opens at nine and closes at six. {HOSTILE} {SCRIPT}\n"
    bases = {
        "hours": {
            "description": "When the shop opens and closes.",
            "examples": ["When do you open?", "How long are you open on Saturday?"],
            "files": {"<b onclick=alert(1)>.md": page},
        },
        "desk": {
            "type": "sql",
            "description": "Every ticket with its number, subject and status.",
            "examples": ["Which tickets are open?", "List the closed tickets"],
            "files": {"ticket.csv": tickets},
            "tool": [tool],
        },
    }
    write_catalog(
        catalogs,
        "tiny",
        bases,
        moods={"positive": "answer", "neutral": "answer", "negative": "answer", "distress": "on-call"},
        mood_words={"distress": ["cannot breathe"]},
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for a module: Playwright keeps an event loop running, beside which no asynchronous test can."""
    found = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no Chromium on PATH: apt-get install chromium")
    # Root, as CI runs, has no sandbox to give.
    flags = ["--no-proxy-server", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=flags)
        yield opened
        opened.close()


@dataclass(frozen=True)
class Watched:
    """What a page did that it must not: errors of its scripts and its policy, and requests to any other host."""

    faults: list[str]
    elsewhere: list[str]


@contextmanager
def watched_page(browser: Browser, url: str, **context: Any) -> Iterator[Page]:
    """The page in a fresh browser context, 1440 px wide. At the end: no script failed, no other host was asked."""
    given = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light", "reduced_motion": "reduce"}
    with browser.new_context(**given, **context, base_url=url) as opened:
        page = opened.new_page()
        page.set_default_timeout(PATIENCE_MS)
        watched = Watched([], [])
        page.on("pageerror", lambda fault: watched.faults.append(str(fault)))
        page.on("console", lambda said: _console(said, watched))
        page.on("request", lambda asked: _request(asked.url, url, watched))
        page.goto("/")
        yield page
        assert watched == Watched([], [])


@pytest.fixture
def page(browser: Browser, dev_server: Server) -> Iterator[Page]:
    """The page of the server without keys."""
    with watched_page(browser, dev_server.url) as opened:
        opened.wait_for_selector("#question")
        yield opened


@pytest.fixture(scope="module")
def still_page(browser: Browser, dev_server: Server) -> Iterator[Page]:
    """One page for the tests of a module that leave nothing behind in it."""
    with watched_page(browser, dev_server.url) as opened:
        opened.wait_for_selector("#question")
        yield opened


@pytest.fixture
def keyed_page(browser: Browser, keyed: Keyed) -> Iterator[Page]:
    """The page of the server with keys, before one is given."""
    with watched_page(browser, keyed.server.url) as opened:
        yield opened


def _console(said: sync_api.ConsoleMessage, watched: Watched) -> None:
    # The browser itself reports every status of 400 and more; the page tells those, and tests look at what it tells.
    if said.type == "error" and "Failed to load resource" not in said.text:
        watched.faults.append(said.text)


def _request(asked: str, own: str, watched: Watched) -> None:
    if not asked.startswith((own, "data:", "blob:")):
        watched.elsewhere.append(asked)


@pytest.fixture
def route_log(dev_server: Server) -> Iterator[RouteLog]:
    """The server's route log."""
    opened = RouteLog(f"sqlite:///{dev_server.environ['SIGNALBOX_HOME']}/routes.sqlite", keep_text=True)
    yield opened
    opened.close()


@pytest.fixture
def quiet(dev_server: Server) -> Catalog:
    """The catalog that nobody asks: its log holds what a test writes."""
    return Catalog.load(dev_server.folder / "catalogs" / "quiet")

"""The page in a real Chromium, over a real server: two catalogs, one of them hostile, and a scripted model."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from chromium import HOSTILE, PATIENCE_MS, SCRIPT, sync_api
from dev_server import DevServer
from fakes import write_catalog
from scripted_openai import ScriptedOpenAI, serve

from graph.resources import Resources
from graph.settings import Settings
from routing.log import RouteLog

Browser, Page = sync_api.Browser, sync_api.Page

TINY = """
from graph.build import build
from graph.resources import Resources
from graph.settings import Settings

given = {{"catalog": "tiny", "catalogs": {catalogs!r}}}
graph = build(Resources.load(Settings.from_env(**given)), interrupts=True)
"""


@pytest.fixture(scope="package")
def openai() -> Iterator[ScriptedOpenAI]:
    """The provider that the server's model calls go to."""
    with serve() as running:
        yield running


@pytest.fixture(scope="package")
def dev_server(
    larkspur_home: Path, openai: ScriptedOpenAI, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DevServer]:
    """A server of `larkspur`, and of `tiny`: a hostile document, a tool with a choice, a mood that needs a person."""
    folder = tmp_path_factory.mktemp("web")
    home = Path(shutil.copytree(larkspur_home, folder / "home"))
    _tiny(folder / "catalogs")
    # Built here, so that the first question about it need not wait.
    built = Resources.load(Settings.from_env({}, catalog="tiny", catalogs=folder / "catalogs", home=home))
    built.prepare()
    built.store.close()
    graphs = {"tiny": {"path": "./tiny.py:graph", "description": "A tiny catalog"}}
    keys = {"OPENAI_BASE_URL": openai.url, "OPENAI_API_KEY": "sk-scripted"}
    server = DevServer.over_a_copy(folder, home, graphs, **keys)
    (server.folder / "tiny.py").write_text(TINY.format(catalogs=str(folder / "catalogs")))
    server.start()
    yield server
    server.stop()


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


@pytest.fixture
def page(browser: Browser, dev_server: DevServer, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page in a fresh browser context, 1440 px wide. After the test: no script failed, no other host was asked."""
    given = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light", "reduced_motion": "reduce"}
    with browser.new_context(**given, **getattr(request, "param", {}), base_url=dev_server.url) as context:
        opened = context.new_page()
        opened.set_default_timeout(PATIENCE_MS)
        watched = Watched([], [])
        opened.on("pageerror", lambda fault: watched.faults.append(str(fault)))
        opened.on("console", lambda said: _console(said, watched))
        opened.on("request", lambda asked: _request(asked.url, dev_server.url, watched))
        opened.goto("/")
        opened.wait_for_selector("#question")
        yield opened
        assert watched == Watched([], [])


def _console(said: sync_api.ConsoleMessage, watched: Watched) -> None:
    # The browser itself reports every status of 400 and more; the page tells those, and tests look at what it tells.
    if said.type == "error" and "Failed to load resource" not in said.text:
        watched.faults.append(said.text)


def _request(asked: str, own: str, watched: Watched) -> None:
    if not asked.startswith((own, "data:", "blob:")):
        watched.elsewhere.append(asked)


@pytest.fixture
def route_log(dev_server: DevServer) -> Iterator[RouteLog]:
    """The server's route log, for reading."""
    opened = RouteLog(f"sqlite:///{dev_server.environ['SIGNALBOX_HOME']}/routes.sqlite")
    yield opened
    opened.close()

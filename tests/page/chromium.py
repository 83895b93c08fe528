"""What the tests of the page share: Playwright, where it is installed, text that would do harm as markup, and how to
ask and to look around.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `test` brings Playwright")

PATIENCE_MS = 120_000
"""The first question of a server opens its stores, which takes a moment on a machine that is busy."""
sync_api.expect.set_options(timeout=PATIENCE_MS)

SCRIPT = "<script>document.title='ran'</script>"
HOSTILE = "<img src=x onerror=\"document.title='ran'\">"

LOOKS = [(width, scheme) for width in (360, 1440) for scheme in ("light", "dark")]
OPPOSITES = [(360, "dark"), (1440, "light")]
GROUNDS = {"light": "rgb(247, 247, 245)", "dark": "rgb(16, 18, 20)"}


def ask(page: sync_api.Page, question: str) -> Any:
    """Ask by keyboard and wait until the turn is over; the turn."""
    page.get_by_label("Ask a question").fill(question)
    # A run that is shown to its last word may not be over, and until then Enter asks nothing.
    sync_api.expect(page.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    sync_api.expect(turn.locator(".question")).to_have_text(question)
    sync_api.expect(turn.locator(".answer")).to_have_attribute("aria-busy", "false")
    return turn


def look_around(page: sync_api.Page, looks: Sequence[tuple[int, str]] = LOOKS) -> None:
    """At each width and in each scheme nothing scrolls sideways and axe finds nothing."""
    axe_of = pytest.importorskip("axe_playwright_python.sync_playwright").Axe
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, scheme)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == GROUNDS[scheme]
        found = axe_of().run(page).response["violations"]
        assert [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]] == [], (width, scheme)

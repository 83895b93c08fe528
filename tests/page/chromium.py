"""What the tests of the page share: Playwright, where it is installed, and text that would do harm as markup."""

from __future__ import annotations

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `test` brings Playwright")

PATIENCE_MS = 45_000
"""The first question of a server opens its stores, which takes a moment on a machine that is busy."""
sync_api.expect.set_options(timeout=PATIENCE_MS)

SCRIPT = "<script>document.title='ran'</script>"
HOSTILE = "<img src=x onerror=\"document.title='ran'\">"

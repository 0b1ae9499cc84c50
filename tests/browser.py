"""Debian's Chromium, driven by playwright, with an eye on what a page must never do."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

__all__ = ["CHROMIUM", "DESKTOP", "PHONE", "Watch", "browser", "overflow", "violations", "visit"]

CHROMIUM = Path(os.environ.get("ANNOTATE_CHROMIUM", "/usr/bin/chromium"))
DESKTOP, PHONE = (1280, 900), (390, 844)

_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser a module: playwright's event loop would be in the way of other tests' loops."""
    if not CHROMIUM.exists():
        if os.environ.get("ANNOTATE_REQUIRE_BROWSER") == "1":
            pytest.fail(f"{CHROMIUM} isn't installed, and ANNOTATE_REQUIRE_BROWSER is 1")
        pytest.skip(f"{CHROMIUM} isn't installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=list(_ARGUMENTS), chromium_sandbox=False
        )
        yield chromium
        chromium.close()


@dataclass
class Watch:
    """What a page said and asked for while it was open."""

    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@contextmanager
def visit(
    browser: Browser,
    url: str,
    size: tuple[int, int] = DESKTOP,
    expected: str | None = None,
    **options: Any,
) -> Iterator[Page]:
    """Open `url` and, at the end, fail when the page complained or asked another host.

    Complaints that hold the words `expected` are let pass. `options` are playwright's for a new
    context (color_scheme, java_script_enabled, …).
    """
    host = url.split("/")[2]
    watch = Watch()
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    page = context.new_page()
    page.on("console", lambda m: watch.said.append(m.text) if m.type in _LOUD else None)
    page.on("pageerror", lambda error: watch.said.append(str(error)))
    page.on("dialog", lambda dialog: watch.said.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: watch.asked.append(request.url))
    page.set_default_timeout(15_000)
    try:
        page.goto(url)
        yield page
    finally:
        context.close()
    assert [said for said in watch.said if expected is None or expected not in said] == []
    strangers = [asked for asked in watch.asked if asked.split("/")[2:3] != [host]]
    assert strangers == []
    if url.startswith("file:"):
        assert {asked.partition("#")[0] for asked in watch.asked} == {url.partition("#")[0]}


_LOUD = ("error", "warning")


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than its window."""
    width = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return int(width)


def violations(page: Page, root: str | None = None) -> list[str]:
    """Return what axe-core finds serious or critical, one line each; `root` is a CSS selector."""
    found = Axe().run(page, context=root).response["violations"]
    return [
        f"{rule['id']}: {node['target']}: {node['html'][:120]}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]

"""The page for a schema of one's own in a real browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from annotate.store import Store
from tests.browser import DESKTOP, PHONE, browser, overflow, violations, visit
from tests.own import own_store
from tests.plugin_datasette.serving import Served, as_root, serving

__all__ = ["browser"]

pytestmark = pytest.mark.browser

TABLE = "extracted_data_sets"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(own_store(tmp_path / "claims.db")) as running:
        yield running


def rows(served: Served) -> dict[str, dict[str, Any]]:
    with Store(served.database, read_only=True) as store:
        found = store.db.query(f"SELECT * FROM {TABLE} ORDER BY id")
        return {row["fact"].split('"')[7]: row for row in found}


@pytest.mark.parametrize("javascript", [True, False])
def test_rows_are_judged_with_and_without_javascript(
    browser: Browser, served: Served, javascript: bool
):
    with as_root(browser, served, java_script_enabled=javascript) as page:
        page.get_by_role("link", name="Data sets").click()
        # The unsupported one comes first.
        expect(page.locator(".claim h2")).to_have_text("Zorblax · Maze · 19.5")
        expect(page.locator(".abstract mark.current")).to_have_text("91.5% on Maze")
        form = page.locator(".fields")
        form.get_by_label("accuracy").fill("91.5")
        form.get_by_role("button", name="Save correction").click()
        expect(page.locator(".done")).to_contain_text("Corrected: Zorblax · Maze · 91.5")
        expect(page.locator(".claim h2")).to_have_text("Zorblax · ImageNet · 76.1")
        page.get_by_role("button", name="Accept").click()
        expect(page.locator(".done")).to_contain_text("Accepted: Zorblax · ImageNet · 76.1")
        page.get_by_role("button", name="Reject").click()
        expect(page.locator(".done")).to_contain_text("Rejected: Quenchette · CIFAR · 88")
        expect(page.locator(".progress")).to_contain_text("3 of 3")
        page.locator(".done").get_by_role("button", name="Undo").click()
        expect(page.locator(".state .status")).to_have_text("unreviewed")
        expect(page.locator(".history")).to_contain_text("undo")
    found = rows(served)
    assert (found["Maze"]["accuracy"], found["Maze"]["support"]) == (91.5, "grounded")
    assert [row["status"] for row in found.values()] == ["accepted", "corrected", "unreviewed"]
    assert served.verdicts() == ["correct", "accept", "reject", "undo"]


def test_a_refusal_says_why_and_keeps_what_was_typed(browser: Browser, served: Served):
    with as_root(browser, served, expected="status of 400") as page:
        page.goto(f"{served.page}/{TABLE}")
        for field, typed, why in (
            ("accuracy", "lots", "accuracy must be a number"),
            ("quote", "no such words", "Not saved: quote must be words of the abstract"),
        ):
            page.locator(".fields").get_by_label(field).fill(typed)
            page.get_by_role("button", name="Save correction").click()
            expect(page.locator(".error")).to_contain_text(why)
            expect(page.locator(".fields").get_by_label(field)).to_have_value(typed)
            page.goto(f"{served.page}/{TABLE}")
        page.get_by_role("button", name="Save correction").click()
        expect(page.locator(".error")).to_contain_text("nothing was changed")
    assert served.verdicts() == []


def test_a_stranger_reads_without_forms_and_keys_judge_for_root(browser: Browser, served: Served):
    with visit(browser, f"{served.page}/{TABLE}") as page:
        expect(page.get_by_text("Read only")).to_be_visible()
        assert not page.locator("#annotate-review form").count()
        page.get_by_role("link", name="Next row").click()
        expect(page.locator(".claim h2")).to_have_text("Zorblax · ImageNet · 76.1")
        assert violations(page, "#annotate-review") == []
    with as_root(browser, served) as page:
        page.goto(f"{served.page}/{TABLE}")
        page.keyboard.press("a")
        expect(page.locator(".done")).to_contain_text("Accepted")
        page.keyboard.press("c")
        expect(page.locator(".fields").get_by_label("model")).to_be_focused()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 640)])
def test_the_page_fits_and_axe_finds_nothing_serious(
    browser: Browser, served: Served, size: tuple[int, int]
):
    with as_root(browser, served, size=size) as page:
        page.goto(f"{served.page}/{TABLE}")
        page.get_by_role("button", name="Accept").click()
        expect(page.locator(".done")).to_be_visible()
        assert overflow(page) <= 0
        assert violations(page, "#annotate-review") == []


def test_hostile_rows_are_only_words(browser: Browser, tmp_path: Path):
    database = own_store(tmp_path / "claims.db", hostile=True)
    with serving(database) as served, as_root(browser, served) as page:
        found = rows_of(database)
        for row in found:
            page.goto(f"{served.page}/{TABLE}?row={row}")
            assert overflow(page) <= 0
            assert page.evaluate("() => window.hacked") is None
        page.get_by_role("button", name="Accept").click()
        expect(page.locator(".done")).to_contain_text("Accepted")
        page.goto(f"{served.address}/claims/{TABLE}")
        assert page.evaluate("() => window.hacked") is None


def rows_of(database: Path) -> list[int]:
    with Store(database, read_only=True) as store:
        return [row["id"] for row in store.db.query(f"SELECT id FROM {TABLE}")]

"""The review page in a real browser, served by a real Datasette."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from annotate.facts import CheckedAnnotation
from tests.browser import DESKTOP, PHONE, browser, overflow, violations, visit
from tests.demo import HOSTILE, Reading, claim, demo_store, hardware, make_store, paper
from tests.plugin_datasette.serving import Served, as_root, serving

__all__ = ["browser"]

pytestmark = pytest.mark.browser


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(demo_store(tmp_path / "claims.db", 12)) as running:
        yield running


def current(page: Page) -> int:
    return int(page.locator(".verdict input[name=claim]").get_attribute("value") or 0)


@pytest.mark.parametrize("javascript", [True, False])
def test_accept_reject_and_undo_work_with_and_without_javascript(
    browser: Browser, served: Served, javascript: bool
):
    with as_root(browser, served, java_script_enabled=javascript) as page:
        first = current(page)
        page.get_by_role("button", name="Accept").click()
        expect(page.locator(".done")).to_contain_text("Accepted")
        second = current(page)
        assert second != first
        page.get_by_role("button", name="Reject", exact=True).click()
        expect(page.locator(".done")).to_contain_text("Rejected")
        assert served.rows()[first]["status"] == "accepted"
        assert served.rows()[second]["status"] == "rejected"
        page.locator(".done").get_by_role("button", name="Undo").click()
        expect(page.locator(f".verdict input[value='{second}']")).to_have_count(1)
        expect(page.locator(".state .status")).to_have_text("unreviewed")
        assert served.rows()[second]["status"] == "unreviewed"
        expect(page.locator(".progress")).to_contain_text("1 of")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_correction_and_an_addition_work_with_and_without_javascript(
    browser: Browser, served: Served, javascript: bool
):
    row = next(r for r in served.rows().values() if r["quote_start"] is not None)
    with as_root(browser, served, java_script_enabled=javascript) as page:
        page.goto(f"{served.page}?claim={row['claim_id']}")
        form = page.locator(".claim .fields")
        form.get_by_label("Metric").select_option("energy")
        form.get_by_label("Value").fill("about 6x")
        form.get_by_role("button", name="Save correction").click()
        expect(page.locator(".done")).to_contain_text("Corrected: about 6× energy")
        page.get_by_text("Add a claim that was missed").click()
        adding = page.locator(".add .fields")
        adding.get_by_label("Metric").select_option("data")
        adding.get_by_label("Value").fill("9x")
        adding.get_by_role("button", name="Add claim").click()
        expect(page.locator(".done")).to_contain_text("Accepted: 9× data")
        expect(page.locator(".history")).to_contain_text("add data 9x")
    rows = served.rows()
    assert (rows[row["claim_id"]]["metric"], rows[row["claim_id"]]["bound"]) == ("energy", "approx")
    assert [r["value"] for r in rows.values() if r["claim_id"] < 0] == ["9x"]


@pytest.mark.parametrize("javascript", [True, False])
def test_names_and_hardware_are_judged_with_and_without_javascript(
    browser: Browser, tmp_path: Path, javascript: bool
):
    body = "Zorblax is 3x faster on an A100, an H100 and a toaster."
    devices = tuple(hardware(body, name) for name in ("A100", "H100", "toaster"))
    read = CheckedAnnotation(
        "ok", method="Zorblax", task="tea", hardware=devices,
        claims=(claim(body, "is 3x faster", "3x", 3.0),),
    )  # fmt: skip
    database = make_store(tmp_path / "claims.db", [Reading(paper(body), read)])
    with (
        serving(database) as served,
        as_root(browser, served, java_script_enabled=javascript) as page,
    ):

        def press(words: str, button: str, typed: str | None = None) -> None:
            row = page.locator(".about form", has=page.get_by_label(words, exact=True))
            if typed is not None:
                row.get_by_label(words, exact=True).fill(typed)
            before = page.locator(".history li").count()
            row.get_by_role("button", name=button).click()
            expect(page.locator(".history li")).to_have_count(before + 1)
            expect(page.locator(".saved")).to_be_visible()

        press("Method", "Save")
        press("Task", "Save", "brewing tea")
        press("Device 1", "Save")
        press("Device 2", "Save", "H200 GPUs")
        press("Device 3", "Reject")
        press("Another device", "Add", "kettle")
        (row,) = served.rows().values()
        assert (row["method"], row["task"]) == ("Zorblax", "brewing tea")
        assert row["hardware"] == "A100; NVIDIA H200; kettle"
        expect(page.locator(".names").nth(1)).to_contain_text("rejected by root")
        press("Device 3", "Undo")
        press("Device 4", "Save", "")
        press("Task", "Undo")
        (row,) = served.rows().values()
        assert (row["task"], row["hardware"]) == ("tea", "A100; NVIDIA H200; toaster")
        assert len(served.verdicts()) == 9
        assert row["status"] == "unreviewed"


def test_a_refusal_says_why_and_keeps_what_was_typed(browser: Browser, served: Served):
    with as_root(browser, served, expected="status of 400") as page:
        page.locator(".claim .fields").get_by_label("Value").fill("lots")
        page.get_by_role("button", name="Save correction").click()
        expect(page.get_by_role("status")).to_contain_text("must state a number")
        expect(page.locator(".claim .fields").get_by_label("Value")).to_have_value("lots")
    assert served.verdicts() == []


def test_single_keys_judge_and_can_be_turned_off(browser: Browser, served: Served):
    with as_root(browser, served) as page:
        first = current(page)
        page.keyboard.press("n")
        expect(page.locator(f".verdict input[value='{first}']")).to_have_count(0)
        second = current(page)
        page.keyboard.press("a")
        expect(page.locator(".done")).to_contain_text("Accepted")
        page.keyboard.press("u")
        expect(page.locator(f".verdict input[value='{second}']")).to_have_count(1)
        expect(page.locator(".state .status")).to_have_text("unreviewed")
        page.keyboard.press("c")
        value = page.locator(".claim .fields").get_by_label("Value")
        expect(value).to_be_focused()
        page.keyboard.type("ar")
        assert value.input_value() == "ar"
        assert served.verdicts() == ["accept", "undo"]
        page.get_by_text("Keyboard", exact=True).click()
        page.get_by_label("Single keys are on").uncheck()
        page.locator("#annotate-title").focus()
        page.keyboard.press("r")
        page.reload()
        page.keyboard.press("r")
        page.wait_for_timeout(300)
        assert served.verdicts() == ["accept", "undo"]


def test_back_leads_to_the_claim_before(browser: Browser, served: Served):
    with as_root(browser, served) as page:
        first = current(page)
        page.get_by_role("link", name="Skip").click()
        expect(page.locator(f".verdict input[value='{first}']")).to_have_count(0)
        page.go_back()
        expect(page.locator(f".verdict input[value='{first}']")).to_have_count(1)


def test_the_evidence_of_model_and_rules_is_marked_apart(browser: Browser, tmp_path: Path):
    body = "😀 Zorblax is 3x faster and 4x smaller on a GPU."
    by_model = claim(body, "is 3x faster and 4x", "3x", 3.0)
    by_rules = claim(body, "4x smaller", "4x", 4.0)
    reading = Reading(
        paper(body),
        CheckedAnnotation("ok", method="Z", claims=(by_model,), hardware=(hardware(body, "GPU"),)),
        CheckedAnnotation("ok", method="Z", claims=(by_rules,)),
    )
    with (
        serving(make_store(tmp_path / "claims.db", [reading])) as served,
        visit(browser, served.page) as page,
    ):
        marks = page.locator(".abstract mark")
        assert [(m.get_attribute("class"), m.text_content()) for m in marks.all()] == [
            ("model current", "is 3x faster and "),
            ("both current", "4x"),
            ("rules", " smaller"),
        ]
        assert page.locator(".abstract").text_content() == body
        expect(page.locator(".about")).to_contain_text("Only the rules read: 4× speedup")
        expect(page.locator(".about")).to_contain_text("Device 1: GPU")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 640)])
def test_the_page_fits_and_axe_finds_nothing_serious(
    browser: Browser, served: Served, size: tuple[int, int]
):
    with as_root(browser, served, size=size) as page:
        page.get_by_role("button", name="Accept").click()
        expect(page.locator(".done")).to_be_visible()
        for details in page.locator("#annotate-review details > summary").all():
            details.click()
        assert overflow(page) <= 0
        assert violations(page, "#annotate-review") == []


def test_a_stranger_reads_without_forms(browser: Browser, served: Served):
    with visit(browser, served.page) as page:
        expect(page.get_by_text("Read only")).to_be_visible()
        assert not page.locator("#annotate-review form").count()
        page.get_by_role("link", name="Next claim").click()
        expect(page).to_have_url(re.compile("claim="))
        assert violations(page, "#annotate-review") == []
        page.goto(served.address)
        page.goto(f"{served.address}/claims/extracted_claims?_facet=metric")


def test_hostile_names_are_only_words(browser: Browser, tmp_path: Path):
    readings = []
    for number, text in enumerate(HOSTILE):
        body = f"{text} is 3x faster. " + "x" * (100_000 if number == 0 else 0)
        found = claim(body, "is 3x faster", "3x", 3.0, device=text, baseline=text, setting=text)
        lost = claim(body, f"{text} no", text, None)
        model = CheckedAnnotation("ok", method=text, task=text, claims=(found, lost))
        readings.append(Reading(paper(body, title=text, venue=text, url=text), model))
    database = make_store(tmp_path / "claims.db", readings, title=HOSTILE[1])
    with serving(database) as served, as_root(browser, served) as page:
        for claim_id in served.rows():
            page.goto(f"{served.page}?claim={claim_id}")
            assert overflow(page) <= 0
        page.get_by_role("button", name="Accept").click()
        expect(page.locator(".done")).to_contain_text("Accepted")
        for path in ("extracted_claims", "review_queue", "by-hardware", "reviewers"):
            page.goto(f"{served.address}/claims/{path}")
            assert page.evaluate("() => window.hacked") is None

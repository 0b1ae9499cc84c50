"""The report in a real browser: found, ordered, opened, read, by mouse, keyboard and thumb."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from annotate.facts import CheckedAnnotation
from annotate.report.embedded import NAME
from annotate.report.gather import report
from annotate.report.wording import shortened
from annotate.store import Store
from annotate.store.labels import Label
from tests.browser import DESKTOP, PHONE, browser, overflow, violations, visit
from tests.demo import HOSTILE, Reading, claim, demo_store, make_store, paper
from tests.own import own_store

__all__ = ["browser"]

pytestmark = pytest.mark.browser


def written(database: Path) -> str:
    path = database.with_suffix(".html")
    with Store(database, read_only=True) as store:
        path.write_text(report(store), "utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_store(tmp_path_factory.mktemp("page") / "claims.db", 120)


@pytest.fixture(scope="module")
def url(database: Path) -> str:
    with Store(database) as store:
        for row in list(store.claims())[:6]:
            key = f"{row['metric']}|{row['low']:.10g}|{row['high']:.10g}|x"
            store.add_labels([Label(row["paper_id"], "claim", key, "accept", "r1")])
    return written(database)


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    with visit(browser, url) as opened:
        yield opened


def claims(page: Page) -> list[str]:
    return page.locator("tr.claim .value").all_inner_texts()


def test_search_narrows_the_table_and_says_how_far(page: Page):
    count = page.locator("#count")
    expect(count).to_contain_text("claims")
    total = count.inner_text()
    page.get_by_role("searchbox", name="Search").fill("zorblax SPÉECH")
    expect(count).to_contain_text(" of ")
    names = page.locator("tr.claim .name").all_inner_texts()
    assert names
    assert all(name.startswith("Zorblax") for name in names)
    page.get_by_role("button", name="Clear filters").click()
    expect(count).to_have_text(total)
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_filters_combine(page: Page):
    page.get_by_label("Metric", exact=True).select_option("memory")
    page.get_by_label("Whose", exact=True).select_option("own")
    page.get_by_label("Factor at least", exact=True).fill("2.5")
    page.get_by_role("checkbox", name="unsupported").uncheck()
    expect(page.locator("#count")).to_contain_text(" of ")
    page.wait_for_timeout(200)
    factors = page.locator("tr.claim .c-factor").all_inner_texts()
    assert factors
    assert all(float(text.rstrip("×").replace(",", "")) >= 2.5 for text in factors)
    assert not page.locator("tr.claim.unsupported").count()
    assert all("memory" in text for text in page.locator("tr.claim .metric").all_inner_texts())
    page.get_by_role("searchbox").fill("no such words anywhere")
    expect(page.locator("#count")).to_contain_text("0 of ")


def test_hardware_and_review_can_be_asked_for(page: Page):
    page.get_by_label("Hardware", exact=True).select_option("NVIDIA A100")
    expect(page.locator("#count")).to_contain_text(" of ")
    assert set(page.locator("tr.claim .c-device").all_inner_texts()) == {"NVIDIA A100"}
    page.get_by_label("Hardware", exact=True).select_option("")
    page.get_by_label("Review", exact=True).select_option("accepted")
    expect(page.locator("tr.claim")).to_have_count(6)


def test_a_heading_orders_the_table_and_tells_so(page: Page):
    heading = page.get_by_role("columnheader", name="Factor")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    factors = [float(f.rstrip("×")) for f in page.locator("tr.claim .c-factor").all_inner_texts()]
    assert factors == sorted(factors, reverse=True)
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    heading.get_by_role("button").click()
    expect(heading).not_to_have_attribute("aria-sort", "ascending")
    page.get_by_role("columnheader", name="Support").get_by_role("button").click()
    assert page.locator("tr.claim .word").first.inner_text() == "unsupported"


def test_more_rows_come_when_asked_for(page: Page):
    rows = page.locator("tr.claim")
    expect(rows).to_have_count(100)
    page.get_by_role("button", name="Show").click()
    assert rows.count() > 100
    expect(rows.nth(100).get_by_role("button")).to_be_focused()


def test_a_claim_opens_its_abstract_with_exactly_its_quote_marked(page: Page, database: Path):
    with Store(database, read_only=True) as store:
        row = next(row for row in store.claims() if row["quote_start"] is not None)
    button = page.locator(f"#claim-{row['claim_id']}").get_by_role("button")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    marks = page.locator(".detail mark.this").all_inner_texts()
    assert "".join(marks) == row["quote"]
    assert page.url.endswith(f"#claim-{row['claim_id']}")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "false")
    assert not page.locator(".detail").count()


def test_offsets_count_code_points_and_overlapping_quotes_stay_apart(
    browser: Browser, tmp_path: Path
):
    body = "😀😀 Zorblax 😀 is 3x faster and 4x smaller."
    first = claim(body, "Zorblax 😀 is 3x faster", "3x", 3.0)
    second = claim(body, "3x faster and 4x smaller", "4x", 4.0)
    read = Reading(paper(body), CheckedAnnotation("ok", method="Z", claims=(first, second)))
    with visit(browser, written(make_store(tmp_path / "claims.db", [read]))) as page:
        for number, found in enumerate((first, second)):
            page.locator("tr.claim").nth(number).get_by_role("button").click()
            marks = page.locator(".detail mark.this").all_text_contents()
            assert "".join(marks) == found.quote
            assert page.locator(".detail .abstract").text_content() == body


def test_the_keyboard_alone_is_enough(page: Page):
    page.get_by_role("searchbox").fill("zorblax")
    expect(page.locator("#count")).to_contain_text(" of ")
    buttons = page.locator("tr.claim .open")
    buttons.first.focus()
    page.keyboard.press("ArrowDown")
    expect(buttons.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    assert page.locator(".detail").count() == 1
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert not page.locator(".detail").count()
    expect(buttons.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(buttons.first).to_be_focused()


def test_the_first_tab_skips_to_the_claims(page: Page):
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to the claims")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()


def test_an_address_with_a_claim_opens_it(browser: Browser, url: str, database: Path):
    with Store(database, read_only=True) as store:
        last = list(store.claims())[-1]["claim_id"]
    with visit(browser, f"{url}#claim-{last}") as page:
        row = page.locator(f"#claim-{last}")
        expect(row).to_be_in_viewport()
        expect(row.get_by_role("button")).to_have_attribute("aria-expanded", "true")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 640)])
def test_nothing_is_wider_than_the_window(browser: Browser, url: str, size: tuple[int, int]):
    with visit(browser, url, size) as page:
        assert overflow(page) <= 0
        page.locator("tr.claim .open").first.click()
        for details in page.locator("details > summary").all():
            details.click()
        assert overflow(page) <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing_serious(browser: Browser, url: str, scheme: str, size: tuple[int, int]):
    with visit(browser, url, size, color_scheme=scheme) as page:
        page.locator("tr.claim .open").first.click()
        page.locator("figure summary").first.click()
        assert violations(page) == []


def test_print_shows_every_claim_and_no_controls(page: Page):
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.locator("tr.claim").count() > 100
    expect(page.locator("#filters")).to_be_hidden()
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(page.locator("tr.claim")).to_have_count(100)


def test_without_javascript_the_totals_and_figures_are_there(browser: Browser, url: str):
    with visit(browser, url, java_script_enabled=False) as page:
        expect(page.locator(".lead")).to_be_visible()
        expect(page.locator("figure svg").first).to_be_visible()
        expect(page.get_by_text("The table needs JavaScript")).to_be_visible()
        expect(page.locator("#filters")).to_be_hidden()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_hostile_names_are_only_words(browser: Browser, tmp_path: Path, size: tuple[int, int]):
    readings = []
    for number, text in enumerate(HOSTILE):
        body = f"{text} is 3x faster. " + "x" * (100_000 if number == 0 else 0)
        found = claim(body, "is 3x faster", "3x", 3.0, device=text, baseline=text, setting=text)
        lost = claim(body, f"{text} no", text, None)
        model = CheckedAnnotation("ok", method=text, task=text, claims=(found, lost))
        readings.append(Reading(paper(body, title=text, venue=text, url=text), model))
    url = written(make_store(tmp_path / "claims.db", readings, title=HOSTILE[1]))
    with visit(browser, url, size) as page:
        expect(page.locator("tr.claim")).to_have_count(2 * len(HOSTILE))
        for button in page.locator("tr.claim .open").all():
            button.click()
            assert overflow(page) <= 0
        page.get_by_label("Hardware", exact=True).select_option(index=1)
        assert page.evaluate("() => window.hacked") is None
        assert set(page.locator("tr.claim .name").all_text_contents()) <= {
            shortened(text, NAME) for text in HOSTILE
        }
        assert violations(page) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 640)])
@pytest.mark.parametrize("hostile", [False, True])
def test_rows_of_ones_own_are_shown_and_are_only_words(
    browser: Browser, tmp_path: Path, hostile: bool, size: tuple[int, int]
):
    database = own_store(tmp_path / "claims.db", hostile)
    with visit(browser, written(database), size, color_scheme="dark") as page:
        page.get_by_role("link", name="Data sets").click()
        expect(page.locator(".own article")).to_have_count(2 + len(HOSTILE) * hostile)
        expect(page.locator(".own mark").first).to_have_text("76.1% on ImageNet")
        assert page.evaluate("() => window.hacked") is None
        assert overflow(page) <= 0
        assert violations(page) == []

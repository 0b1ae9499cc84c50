"""A list is read, reviewed in three ways, carried elsewhere, and read again by another model."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from annotate.facts import paper_id
from tests.browser import browser
from tests.plugin_datasette.serving import as_root, serving
from tests.servers.openai_server import OpenAIServer

__all__ = ["browser"]
pytestmark = pytest.mark.browser
BY_SQL = (
    "Long contexts are slow. We propose Zorblax, a cache for tea sorting. Zorblax is 3x faster than"
    " plain sniffing, needs 40% less memory, and cuts energy by 25% on an NVIDIA A100."
)
BY_KEYS = (
    "We present Quenchette for pebble sorting on a Jetson Orin. Quenchette is 5x faster than raking"
    " and moves 8x less data over the wire."
)
BY_CLICKS = (
    "We introduce Lumivane, a lamp for moths. On an NVIDIA H100 and a toaster, Lumivane runs 7x"
    " faster than candles, and is 2x smaller. Candles are 9x cheaper."
)
UNTOUCHED = "We propose PruneHawk for bird counting. PruneHawk is 6x faster than counting by hand."
ABSTRACTS = (BY_SQL, BY_KEYS, BY_CLICKS, UNTOUCHED)


def claim(metric: str, value: str, quote: str, **more: str) -> dict[str, Any]:
    rest = {"baseline": None, "setting": None, "device": None, "attribution": "own"}
    return rest | {"metric": metric, "value": value, "quote": quote} | more


def answer(method: str, task: str, hardware: tuple[str, ...], *claims: dict[str, Any]) -> Any:
    devices = [{"name": name, "role": "evaluated_on"} for name in hardware]
    return {
        "method_name": method, "method_full_name": None, "contribution": "method", "task": task,
        "hardware": devices, "claims": list(claims),
    }  # fmt: skip


ENERGY = claim("energy", "25%", "cuts energy by 25%", device="NVIDIA A100")
FIRST = {
    BY_SQL: answer(
        "Zorblax", "tea sorting", ("NVIDIA A100",),
        claim("speedup", "3x", "is 3x faster than plain sniffing", baseline="plain sniffing"),
        claim("memory", "40%", "needs 40% less memory"), ENERGY,
    ),
    # Its number isn't in its quote, so that it comes first in the queue.
    BY_KEYS: answer(
        "Quenchette", "pebble sorting", ("Jetson Orin",),
        claim("speedup", "50x", "Quenchette is 5x faster than raking"),
    ),
    BY_CLICKS: answer(
        "Lumivane", "moths", ("NVIDIA H100", "toaster"),
        claim("speedup", "7x", "runs 7x faster than candles"),
        claim("memory", "2x", "is 2x smaller"),
        claim("cost", "9x", "Candles are 9x cheaper"),
    ),
    UNTOUCHED: answer(
        "PruneHawk", "bird counting", (),
        claim("speedup", "6x", "PruneHawk is 6x faster than counting by hand"),
    ),
}  # fmt: skip
# Another model: other words for some facts, no toaster, no energy; the first's slip is repeated.
SECOND = FIRST | {
    BY_SQL: answer(
        "Zorblax", "sorting", ("A100",),
        claim("speedup", "3x", "Zorblax is 3x faster"), claim("memory", "40%", "40% less memory"),
    ),
    BY_CLICKS: answer(
        "Lumivane", "lamp", ("H100",),
        claim("speedup", "7x", "7x faster than candles"),
        claim("memory", "2x", "is 2x smaller"),
        claim("cost", "9x", "Candles are 9x cheaper"),
    ),
}  # fmt: skip


def annotate(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "annotate", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code, done.stderr
    return done


def read(db: Path, papers: Path, model: str, answers: dict[str, Any]) -> None:
    with OpenAIServer(answer=lambda abstract: answers[abstract]) as server:
        annotate(
            "run", papers, "--db", db, "--model", model, "--base-url", server.base_url,
            "--price", "0,0", "--no-progress",
        )  # fmt: skip


def view(db: Path, name: str) -> list[dict[str, Any]]:
    """Return a view's rows but for the claims' ids, which follow the order of the answers."""
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
        connection.row_factory = sqlite3.Row
        rows = [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]
    connection.close()
    for row in rows:
        row.pop("claim_id", None)
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def review_by_sql(db: Path) -> None:
    annotated = (
        "UPDATE extracted_claims SET status = 'accepted', reviewer = 'sql' WHERE value = '3x'",
        "UPDATE extracted_claims SET value = '45%', reviewer = 'sql' WHERE value = '40%'",
        "UPDATE extracted_claims SET status = 'accepted', reviewer = 'sql' WHERE metric = 'energy'",
        f"UPDATE extracted_papers SET task = 'sniffing' WHERE paper_id = '{paper_id(BY_SQL)}'",
        "INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)"
        f" VALUES ('{paper_id(BY_SQL)}', 'hardware', 'NVIDIA A100', 'accept', NULL, 'sql')",
    )
    for statement in annotated:
        command = [sys.executable, "-m", "sqlite_utils", str(db), statement]
        subprocess.run(command, check=True, capture_output=True, timeout=60)


@contextmanager
def terminal(db: Path) -> Iterator[Callable[..., str]]:
    """Open the review in a real terminal; what it yields presses keys and waits for words."""
    tmux = ["tmux", "-L", f"annotate-{db.parent.name}"]
    command = f"{sys.executable} -m annotate review --db {db} --reviewer keys"
    size = {"COLUMNS": "140", "LINES": "50"}
    subprocess.run(
        [*tmux, "new-session", "-d", "-x", "140", "-y", "50", command],
        check=True,
        env=os.environ | size,
    )

    def press(*keys: str, until: str) -> str:
        for key in keys:
            subprocess.run([*tmux, "send-keys", key], check=True)
            time.sleep(0.25)  # nobody types in bursts
        for _ in range(400):
            shown = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, check=False)
            screen = shown.stdout.decode()
            if until in screen:
                time.sleep(0.8)  # a form is drawn before the keyboard is at its first field
                return screen
            time.sleep(0.1)
        raise AssertionError(screen)

    try:
        yield press
    finally:
        subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)


def review_by_keys(db: Path) -> None:
    with terminal(db) as press:
        press(until="50x")
        press("h", until="an emptied name rejects")
        press("End", " Nano", "Enter", until="keys: correct hardware")
        press("t", until="What is the task")
        press("End", "s", "Enter", until="keys: correct task")
        press("m", until="What is the method")
        press("Enter", until="keys: accept method")
        press("n", until="Add a claim")
        press("communication", "Tab", "8x", "Enter", until="keys: add claim")
        press("c", until="Correct · Enter takes it")
        press("Tab", "End", "BSpace", "BSpace", "x", "Enter", until="Lumivane")
        press("q", until="")
    rows = [row for row in view(db, "extracted_claims") if row["paper_id"] == paper_id(BY_KEYS)]
    assert {(row["metric"], row["value"], row["status"], row["reviewer"]) for row in rows} == {
        ("communication", "8x", "accepted", "keys"), ("speedup", "5x", "corrected", "keys"),
    }  # fmt: skip
    assert {(row["method"], row["task"], row["hardware"]) for row in rows} == {
        ("Quenchette", "pebble sortings", "NVIDIA Jetson Orin Nano")
    }


def review_by_clicks(browser: Browser, db: Path) -> None:
    with serving(db) as served, as_root(browser, served) as page:
        page.goto(f"{served.page}?paper={paper_id(BY_CLICKS)}")
        said = _Said(page)
        said.press(page.locator(".verdict"), "Accept")
        claims = page.locator(".claims a")
        said.open(claims.filter(has_text="2× memory"))
        form = page.locator(".claim .fields")
        form.get_by_label("Metric").select_option("model_size")
        form.get_by_label("Compared with").fill("candles")
        said.press(form, "Save correction")
        page.goto(f"{served.page}?paper={paper_id(BY_CLICKS)}")
        said.open(claims.filter(has_text="9× cost"))
        said.press(page.locator(".verdict"), "Reject")
        page.goto(f"{served.page}?paper={paper_id(BY_CLICKS)}")
        said.save("Task", "luring moths", "Save")
        said.save("Device 1", None, "Save")
        said.save("Device 2", None, "Reject")
        said.save("Another device", "CPU", "Add")
        page.get_by_text("Add a claim that was missed").click()
        adding = page.locator(".add .fields")
        adding.get_by_label("Metric").select_option("energy")
        adding.get_by_label("Value").fill("7x")
        adding.get_by_label("Quote").fill("runs 7x faster than candles")
        said.press(adding, "Add claim")
    rows = {row["metric"]: row for row in view(db, "extracted_claims")
            if row["paper_id"] == paper_id(BY_CLICKS)}  # fmt: skip
    assert {metric: row["status"] for metric, row in rows.items()} == {
        "speedup": "accepted", "model_size": "corrected", "cost": "rejected", "energy": "accepted",
    }  # fmt: skip
    assert {(row["task"], row["hardware"]) for row in rows.values()} == {
        ("luring moths", "NVIDIA H100; CPU")
    }


class _Said:
    """Presses buttons of the review page, each until the page has said that it is stored."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, form: Locator, button: str) -> None:
        with self._page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            form.get_by_role("button", name=button).click()
        assert answered.value.status == 302
        expect(self._page.locator("#annotate-said p")).to_be_visible()

    def open(self, link: Locator) -> None:
        words = link.text_content() or ""
        link.click()
        expect(self._page.locator("#annotate-review")).not_to_have_attribute("aria-busy", "true")
        expect(self._page.locator(".claim h2")).to_have_text(words)

    def save(self, words: str, typed: str | None, button: str) -> None:
        field = self._page.get_by_label(words, exact=True)
        if typed is not None:
            field.fill(typed)
        before = self._page.locator(".history li").count()
        self.press(self._page.locator(".about form", has=field), button)
        expect(self._page.locator(".history li")).to_have_count(before + 1)


VIEWS = ("extracted_claims", "extracted_papers", "review_queue", "disagreements")


def test_labels_given_in_three_ways_outlive_the_database_and_the_model(
    request: pytest.FixtureRequest, tmp_path: Path
):
    if not shutil.which("tmux"):
        pytest.skip("tmux isn't installed")
    db, other, labels = (tmp_path / name for name in ("claims.db", "other.db", "reviewed.jsonl"))
    papers = tmp_path / "list.jsonl"
    lines = [{"title": f"Paper {n}", "abstract": text} for n, text in enumerate(ABSTRACTS)]
    papers.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    read(db, papers, "first", FIRST)
    unreviewed = view(db, "extracted_claims")
    review_by_sql(db)
    review_by_keys(db)
    review_by_clicks(request.getfixturevalue("browser"), db)

    annotate("labels", "export", labels, "--db", db)
    read(other, papers, "first", FIRST)
    assert view(other, "extracted_claims") == unreviewed
    annotate("labels", "import", labels, "--db", other)
    for name in VIEWS:
        assert view(other, name) == view(db, name)

    reviewed = judged(db)
    assert len(reviewed) == 9
    read(db, papers, "second", SECOND)
    assert {row["model"] for row in view(db, "extracted_claims")} == {"second"}
    lost = {("energy", "25%"): reviewed[("energy", "25%")]}
    assert judged(db) == {fact: said for fact, said in reviewed.items() if fact not in lost}
    names = {row["method"]: row for row in view(db, "extracted_papers")}
    assert names["Zorblax"]["task"] == "sniffing"
    assert names["Quenchette"]["hardware"] == "NVIDIA Jetson Orin Nano"
    assert (names["Lumivane"]["task"], names["Lumivane"]["hardware"]) == (
        "luring moths", "NVIDIA H100; CPU",
    )  # fmt: skip
    unmatched = [("claim", "energy|25|25|%", "sql"), ("hardware", "toaster", "root")]
    assert [
        (r["target"], r["key"], r["reviewer"]) for r in view(db, "unmatched_labels")
    ] == unmatched
    listed = annotate("labels", "unmatched", "--db", db, "--format", "jsonl").stdout.splitlines()
    assert {json.loads(line)["key"] for line in listed} == {"energy|25|25|%", "toaster"}
    assert "energy 25%" in annotate("labels", "unmatched", "--db", db).stdout


def judged(db: Path) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what people said of claims: status and reviewer by metric and value."""
    return {
        (row["metric"], row["value"]): (row["status"], row["reviewer"])
        for row in view(db, "extracted_claims")
        if row["status"] != "unreviewed"
    }

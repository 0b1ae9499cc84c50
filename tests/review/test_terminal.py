"""The terminal review, driven key by key over a real database."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from annotate.errors import UsageError
from annotate.facts import (
    Bound,
    CheckedAnnotation,
    CheckedClaim,
    CheckedHardware,
    Evidence,
    Paper,
    Support,
    paper_id,
)
from annotate.review.desk import Desk
from annotate.review.terminal import ReviewApp
from annotate.schema import Attribution, Contribution, Metric
from annotate.store import RunInfo, Store

TEXTS = [
    "We present Swift, which is 3x faster than Slow. \x1b[31mIt needs 40% less memory.",
    "We present Lean. It runs 2x faster on phones. Ignore <b>this</b> \u202eabc.",
]


def claim(text: str, quote: str, value: str, metric: Metric, support: Support) -> CheckedClaim:
    start = text.index(quote)
    number = float(value.rstrip("x%"))
    return CheckedClaim(
        metric=metric, value=value, low=number, high=number, unit=value[-1], bound=Bound.EXACT,
        factor=number, baseline=None, setting=None, device=None, attribution=Attribution.OWN,
        quote=quote, quote_start=start, quote_end=start + len(quote), evidence=Evidence.EXACT,
        support=support,
    )  # fmt: skip


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "claims.db"
    papers = [Paper(paper_id(t), t, title=f"Paper {n}", position=n) for n, t in enumerate(TEXTS, 1)]
    first, second = TEXTS
    claims = [
        (
            claim(first, "3x faster", "3x", Metric.SPEEDUP, Support.GROUNDED),
            claim(first, "40% less memory", "40%", Metric.MEMORY, Support.UNSUPPORTED),
        ),
        (claim(second, "2x faster", "2x", Metric.SPEEDUP, Support.VERIFIED),),
    ]
    with Store(path) as store:
        source = store.add_source(path="list.txt", title="A list", format="text", sha256="0")
        store.add_papers(source, papers)
        run = store.start_run(RunInfo("openai", "m1"))
        rows = [
            (
                p.id,
                CheckedAnnotation("ok", "Swift", None, Contribution.METHOD, "speed", claims=c),
                [],
            )
            for p, c in zip(papers, claims, strict=True)
        ]
        store.save(run, rows)
        store.finish_run(run, "done")
    return path


def statuses(path: Path) -> dict[str, tuple[str, str | None]]:
    with Store(path, read_only=True) as store:
        return {
            row["quote"]: (row["status"], row["value"])
            for row in store.db.query("SELECT * FROM extracted_claims")
        }


async def press(
    path: Path, *keys: str, reviewer: str = "ada", reason: str | None = None
) -> ReviewApp:
    with Store(path) as store:
        app = ReviewApp(Desk(store, reviewer, reason))
        async with app.run_test(size=(120, 40)) as pilot:
            for key in keys:
                await pilot.press("percent_sign" if key == "%" else key)
                await pilot.pause()
            app.seen = str(app.query_one("#text").render())  # type: ignore[attr-defined]
    return app


async def test_the_most_doubtful_claim_comes_first_and_one_key_accepts(db: Path):
    await press(db, "a", "q")
    assert statuses(db)["40% less memory"] == ("accepted", "40%")
    assert [s for s, _ in statuses(db).values()].count("unreviewed") == 2


async def test_reject_skip_and_undo(db: Path):
    await press(db, "r", "s", "a", "u", "q")
    found = statuses(db)
    assert found["40% less memory"][0] == "rejected"
    assert {found["3x faster"][0], found["2x faster"][0]} == {"unreviewed"}


async def test_a_skipped_claim_comes_back_after_the_others(db: Path):
    with Store(db) as store:
        desk = Desk(store, "ada")
        desk.advance()
        desk.judge("accept")
        assert desk.row is not None
        assert desk.row["quote"] == "2x faster"
        desk.judge("accept")
        assert desk.row["quote"] == "40% less memory"


async def test_what_a_form_refuses_is_said_in_the_form_and_a_long_name_is_cut(db: Path):
    with Store(db) as store:
        store.db.execute("UPDATE papers SET title = ?", ["x" * 100_000])
        app = ReviewApp(Desk(store, "ada"))
        async with app.run_test(size=(80, 24)) as pilot:
            assert "x" * 999 + "…" in str(app.query_one("#text").render())
            await pilot.press("c", *["backspace"] * 6, "enter")
            await pilot.pause()
            refusal = app.screen.query_one("#refusal")
            assert str(refusal.render()).startswith("metric is None; expected one of speedup,")
            assert refusal.region.height > 1
            assert refusal.region.bottom <= 24


async def test_a_correction_is_typed_and_read_anew(db: Path):
    await press(
        db, "c", "tab", "end", "backspace", "backspace", "backspace", "5", "0", "%", "enter", "q"
    )
    assert statuses(db)["40% less memory"] == ("corrected", "50%")
    with Store(db, read_only=True) as store:
        (row,) = store.db.query(
            "SELECT low, factor FROM extracted_claims WHERE status = 'corrected'"
        )
    assert (row["low"], row["factor"]) == (50, 2)


async def test_a_correction_that_is_no_claim_is_refused_and_nothing_is_stored(db: Path):
    wrong = ["c", "tab", *["backspace"] * 4, "enter"]
    await press(db, *wrong, "escape", "q")
    assert {s for s, _ in statuses(db).values()} == {"unreviewed"}
    await press(db, *wrong, *"50%", "enter", "q")
    assert ("corrected", "50%") in statuses(db).values()


async def test_escape_leaves_everything_as_it_was(db: Path):
    await press(db, "c", "tab", "9", "escape", "q")
    assert {s for s, _ in statuses(db).values()} == {"unreviewed"}


async def test_a_missing_claim_can_be_added_and_taken_back(db: Path):
    typed = ["n", *"energy", "tab", *"4x", "enter"]
    await press(db, *typed, "q")
    assert ("accepted", "4x") in statuses(db).values()
    await press(db, *["n", *"cost", "tab", *"7x", "enter"], "u", "q")
    with Store(db, read_only=True) as store:
        values = [
            r["value"]
            for r in store.db.query("SELECT value FROM extracted_claims WHERE status = 'accepted'")
        ]
    assert values == ["4x"]


async def test_the_method_can_be_named_and_unnamed(db: Path):
    await press(db, "m", "end", "2", "enter", "q")
    with Store(db, read_only=True) as store:
        assert "Swift2" in {
            r["method"] for r in store.db.query("SELECT method FROM extracted_papers")
        }


async def test_devices_are_accepted_corrected_rejected_and_added_and_all_taken_back(db: Path):
    text = "We present Rapid, 9x faster on an A100, an H100 and a toaster."
    devices = tuple(
        CheckedHardware(name, name, "GPU", None, None, None, None, Evidence.EXACT)
        for name in ("A100", "H100", "toaster")
    )
    reading = CheckedAnnotation(
        "ok", "Rapid", hardware=devices,
        claims=(claim(text, "9x faster", "9x", Metric.SPEEDUP, Support.UNSUPPORTED),),
    )  # fmt: skip
    path = db.with_name("devices.db")
    with Store(path) as store:
        paper = Paper(paper_id(text), text, title="Paper 3")
        source = store.add_source(path="more.txt", title="More", format="text", sha256="1")
        store.add_papers(source, [paper])
        run = store.start_run(RunInfo("openai", "m1"))
        store.save(run, [(paper.id, reading, [])])
    typed = ["h", "tab", "end", *["backspace"] * 4, *"TPU", "tab", "end", *["backspace"] * 7]
    await press(path, *typed, "tab", *"kettle;cup", "enter", "q")
    with Store(path) as store:
        (row,) = store.extracted_papers()
        assert row["hardware"] == "A100; TPU; kettle; cup"
        verdicts = [(label.key, label.verdict) for label in store.labels()]
    assert verdicts == [
        ("A100", "accept"), ("H100", "correct"), ("toaster", "reject"), ("kettle", "add"),
        ("cup", "add"),
    ]  # fmt: skip
    await press(path, "h", *["tab"] * 3, "end", *"2", "enter", "u", "h", "escape", "q")
    with Store(path) as store:
        (row,) = store.extracted_papers()
        assert row["hardware"] == "A100; TPU; kettle; cup"


async def test_a_review_goes_on_where_it_stopped_and_two_reviewers_do_not_meet(db: Path):
    await press(db, "a", "q")
    with Store(db) as one, Store(db) as two:
        ada, bob = Desk(one, "ada"), Desk(two, "bob")
        assert ada.row is not None
        assert ada.row["quote"] == "3x faster"
        ada.judge("accept")
        bob.advance()
        assert bob.row is not None
        assert bob.row["quote"] == "2x faster"
        assert bob.progress() == (2, 3)


async def test_queues_can_be_chosen_and_an_empty_one_says_so(db: Path):
    app = await press(db, "q", reason="disagreement")
    assert "3x faster" in app.seen  # type: ignore[attr-defined]
    app = await press(db, "a", "a", "q", reason="unsupported")
    assert "Nothing is waiting" in app.seen  # type: ignore[attr-defined]


async def test_what_a_terminal_would_obey_is_shown_as_signs(db: Path):
    app = await press(db, "q")
    assert "\x1b" not in app.seen  # type: ignore[attr-defined]
    assert "␛[31m" in app.seen  # type: ignore[attr-defined]


def test_a_review_needs_a_name_and_a_queue_that_exists(db: Path):
    with Store(db) as store:
        with pytest.raises(UsageError, match="name of its reviewer"):
            Desk(store, " ")
        with pytest.raises(UsageError, match="no queue 'x'"):
            Desk(store, "ada", "x")
        desk = Desk(store, "ada")
        desk.show(None)
        with pytest.raises(UsageError, match="nothing is waiting"):
            desk.judge("accept")


def test_in_a_real_terminal_keys_review_and_the_screen_shows_the_evidence(db: Path):
    tmux = ["tmux", "-L", f"annotate-{db.parent.name}"]
    if subprocess.run(["which", "tmux"], capture_output=True, check=False).returncode:
        pytest.skip("tmux isn't installed")
    command = f"{sys.executable} -m annotate review --db {db} --reviewer ada"
    subprocess.run([*tmux, "new-session", "-d", "-x", "120", "-y", "40", command], check=True)
    try:
        screen = _wait_for(tmux, "40% less memory")
        assert "0 of 3 reviewed" in screen
        subprocess.run([*tmux, "send-keys", "a"], check=True)
        _wait_for(tmux, "1 of 3 reviewed")
        subprocess.run([*tmux, "send-keys", "q"], check=True)
    finally:
        subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)
    assert statuses(db)["40% less memory"][0] == "accepted"


def _wait_for(tmux: list[str], words: str) -> str:
    screen = ""
    for _ in range(400):
        screen = subprocess.run(
            [*tmux, "capture-pane", "-p"], capture_output=True, text=True, check=False
        ).stdout
        if words in screen:
            return screen
        time.sleep(0.1)
    raise AssertionError(screen)

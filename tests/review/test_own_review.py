"""The terminal review of a table of a schema of one's own, key by key."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from annotate.errors import UsageError
from annotate.review.desk import Desk
from annotate.review.opening import open_desk
from annotate.review.terminal import ReviewApp
from annotate.store import Store
from tests.demo import demo_store
from tests.own import own_store


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return own_store(tmp_path / "own.db")


async def press(path: Path, *keys: str, reason: str | None = None) -> str:
    """Return all that the screen shows after the last key."""
    async for screen in screens(path, *keys, reason=reason):
        shown = screen
    return shown


async def screens(path: Path, *keys: str, reason: str | None = None) -> AsyncIterator[str]:
    """Yield all that the screen shows: at first, and after each key."""
    with Store(path) as store:
        app = ReviewApp(open_desk(store, "ada", reason, "data_sets"))
        async with app.run_test(size=(140, 40)) as pilot:
            yield _shown(app)
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
                yield _shown(app)


def _shown(app: ReviewApp) -> str:
    first = app.screen_stack[0]
    lines = [
        widget.render_line(line).text
        for widget in (first.query_one("#text"), first.query_one("#fields"))
        for line in range(widget.size.height)
    ]
    lines.append(str(first.query_one("#status").render()))
    lines += [
        bound.binding.description
        for bound in app.active_bindings.values()
        if bound.enabled and bound.binding.show
    ]
    return "\n".join(lines)


def rows(path: Path) -> dict[str, tuple[object, ...]]:
    with Store(path, read_only=True) as store:
        return {
            row["dataset"]: (row["accuracy"], row["status"], row["reviewer"])
            for row in store.db.query("SELECT * FROM extracted_data_sets")
        }


async def test_one_key_accepts_the_unsupported_row_first_and_the_next_comes(db: Path):
    seen = await press(db, "a")
    assert rows(db)["Maze"] == (19.5, "accepted", "ada")
    assert "1 of 3 reviewed · waiting: 2 unreviewed" in seen
    assert "dataset  ImageNet" in seen


async def test_the_screen_shows_the_fields_their_proof_and_only_the_keys_that_there_are(db: Path):
    seen = await press(db, "a", "u")
    for words in ("dataset  Maze", "accuracy  19.5", "quote_evidence  exact", "unsupported"):
        assert words in seen
    assert "ada: accept" in seen
    assert "Accept" in seen.splitlines()
    assert not {"New claim", "Method", "Task", "Hardware"} & set(seen.splitlines())


async def test_reject_skip_and_undo(db: Path):
    await press(db, "r", "s", "a", "u")
    assert {name: row[1] for name, row in rows(db).items()} == {
        "Maze": "rejected",
        "ImageNet": "unreviewed",
        "CIFAR": "unreviewed",
    }


async def test_a_correction_is_checked_by_the_table_and_taken_back_by_undo(db: Path):
    typed = ["c", "tab", "tab", "end", *["backspace"] * 4]
    await press(db, *typed, *"many", "enter", "escape")
    assert rows(db)["Maze"] == (19.5, "unreviewed", None)
    await press(db, *typed, *"many", "enter", *["backspace"] * 4, *"91", "full_stop", "5", "enter")
    assert rows(db)["Maze"] == (91.5, "corrected", "ada")
    with Store(db) as store:
        (support,) = store.db.execute(
            "SELECT support FROM extracted_data_sets WHERE dataset = 'Maze'"
        ).fetchone()
        assert support == "grounded"
        desk = open_desk(store, "bob", None, "extracted_data_sets")
        desk.correct({"model": "Zorblax-2"})
        assert desk.undo()
        assert desk.row is not None
        assert desk.row["model"] in {"Zorblax", "Quenchette"}
        assert not desk.undo()


async def test_a_queue_narrows_what_waits(db: Path):
    assert "Quenchette attains" in await press(db, "s", reason="unreviewed")
    assert "Nothing is waiting" in await press(db, "a", reason="unsupported")
    assert "queue: unsupported" in await press(db, "f")


async def test_hostile_rows_are_shown_and_not_obeyed(tmp_path: Path):
    path = own_store(tmp_path / "hostile.db", hostile=True)
    seen = "".join([screen async for screen in screens(path, *["a"] * 16)])
    assert "16 of 16 reviewed" in seen
    assert all(text in seen for text in ("<script>window.hacked", "DROP TABLE", "=cmd|", "␛[31m"))
    assert not {"\x1b", "\x07", "\u202e", "\u202c", "\u2066"} & set(seen)


def test_the_table_is_the_claims_unless_only_another_has_rows(db: Path, tmp_path: Path):
    with Store(db) as store:
        assert open_desk(store, "ada").table == "data_sets"
        assert isinstance(open_desk(store, "ada", None, "claims"), Desk)
        with pytest.raises(UsageError, match="no table 'x' to review; it has claims, data_sets"):
            open_desk(store, "ada", None, "x")
        with pytest.raises(UsageError, match="no queue 'disagreement'; expected unsupported, unr"):
            open_desk(store, "ada", "disagreement")
    with Store(demo_store(tmp_path / "claims.db", 3)) as store:
        assert open_desk(store, "ada").table == "claims"


def test_a_row_that_a_newer_run_has_replaced_is_told_of(db: Path):
    with Store(db) as store:
        desk = open_desk(store, "ada")
        store.db.execute("DELETE FROM extracted_data_sets WHERE dataset = 'Maze'")
        with pytest.raises(UsageError, match="a newer run has read its paper again"):
            desk.judge("accept")

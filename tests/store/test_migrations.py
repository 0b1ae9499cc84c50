import sqlite3

import pytest

from annotate.errors import StoreError
from annotate.store import RunInfo, Store
from annotate.store.migrations import migrations
from tests.store.building import add, claim, facts, paper, reading, save
from tests.store.dumping import DUMPS

CONTRACT = {
    "sources": "id path title format sha256 added_at",
    "papers": "id title abstract year venue url doi authors",
    "paper_sources": "source_id position paper_id",
    "prompts": "id name version template schema",
    "runs": "id started_at finished_at status annotator model base_url prompt_id params papers"
    " failed prompt_tokens completion_tokens cost_usd",
    "attempts": "id run_id paper_id number started_at seconds outcome http_status finish_reason"
    " model prompt_tokens completion_tokens cached_tokens reasoning_tokens cost_usd error",
    "annotations": "id run_id paper_id status method method_full_name contribution task data flags"
    " error",
    "hardware": "id annotation_id name device kind count role quote_start quote_end evidence",
    "claims": "id annotation_id metric value low high unit bound factor baseline setting device"
    " attribution quote quote_start quote_end evidence support flags",
    "labels": "id paper_id target key verdict value reviewer note created_at",
    "papers_fts": "title abstract",
    "extracted_claims": "claim_id paper_id title source position method task hardware metric value"
    " low high unit bound factor baseline setting device attribution quote quote_start quote_end"
    " evidence support status reviewer run_id model",
    "extracted_papers": "paper_id title source position method method_full_name contribution task"
    " hardware claims best_speedup status run_id model reviewer",
    "review_queue": "claim_id paper_id title source position method task hardware metric value"
    " low high unit bound factor baseline setting device attribution quote quote_start quote_end"
    " evidence support status reviewer run_id model reason priority",
    "disagreements": "paper_id field model_value rules_value",
}


@pytest.mark.parametrize("table", CONTRACT)
def test_tables_and_views_have_the_columns_of_the_contract(store, table):
    cursor = store.db.execute(f"SELECT * FROM {table}")
    assert [column[0] for column in cursor.description] == CONTRACT[table].split()


def test_a_new_database_keeps_a_write_ahead_log_and_checks_foreign_keys(store):
    assert store.db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert store.db.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_opening_again_changes_nothing(tmp_path):
    path = tmp_path / "claims.db"
    Store(path).close()
    before = path.read_bytes()
    Store(path).close()
    assert path.read_bytes() == before


def test_our_tables_go_into_a_database_that_has_others(tmp_path):
    path = tmp_path / "mine.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE dogs (name)")
    connection.execute("INSERT INTO dogs VALUES ('Rex')")
    connection.commit()
    connection.close()
    with Store(path) as store:
        add(store, paper())
        assert store.db.execute("SELECT name FROM dogs").fetchall() == [("Rex",)]


def test_a_database_with_somebody_elses_papers_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "theirs.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE papers (title)")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="already has a table papers"):
        Store(path)
    tables = sqlite3.connect(path).execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("papers",)]


def test_a_database_of_a_newer_release_is_refused(tmp_path):
    path = tmp_path / "claims.db"
    with Store(path) as store:
        store.db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('annotate', 'm999_flying', '2030')"
        )
    for read_only in (False, True):
        with pytest.raises(StoreError, match=r"newer annotate.*m999_flying"):
            Store(path, read_only=read_only)


def test_a_step_that_fails_leaves_nothing_of_itself(tmp_path, monkeypatch):
    steps = list(migrations._migrations)

    def m998_broken(db):
        db.execute("CREATE TABLE half (x)")
        db.execute("CREATE TABLE half (x)")

    path = tmp_path / "claims.db"
    Store(path).close()
    migrations()(m998_broken)
    try:
        with pytest.raises(StoreError, match="half"):
            Store(path)
    finally:
        migrations._migrations[:] = steps
    with Store(path) as store:
        assert not store.db.table("half").exists()


@pytest.mark.parametrize("dump", sorted(DUMPS.glob("*.sql")), ids=lambda path: path.stem)
def test_a_database_of_each_release_is_brought_up_to_date_with_all_it_held(tmp_path, dump):
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()
    with Store(path) as store:
        assert {step.name for step in migrations.applied(store.db)} == {
            step.name for step in migrations._migrations
        }
        assert facts(store) == [
            ("speedup", "5x", 5.0, "accepted", "r1"),
            ("memory", "40%", 1.6666666666666667, "unreviewed", None),
        ]
        save(store, [(next(store.papers()), reading(claim(7.0)))], RunInfo("openai", "newer"))
        assert facts(store, "value, status, method") == [
            ("40%", "unreviewed", "Zorblax"), ("7x", "unreviewed", "Zorblax"),
        ]  # fmt: skip
        assert store.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert store.db.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize("dump", sorted(DUMPS.glob("*.sql")), ids=lambda path: path.stem)
def test_a_database_of_each_release_gets_the_triggers_of_a_new_one(tmp_path, dump):
    connection = sqlite3.connect(tmp_path / "old.db")
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()
    found = []
    for name in ("old.db", "new.db"):
        with Store(tmp_path / name) as store:
            rows = store.db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            found.append(dict(rows.fetchall()))
    assert found[0] == found[1]


@pytest.mark.parametrize("read_only", [True, False])
def test_what_is_no_database_is_refused_in_one_line(tmp_path, read_only):
    path = tmp_path / "claims.db"
    path.write_text("metric,value\nspeedup,5x\n" * 100)
    with pytest.raises(StoreError, match="is not a SQLite database") as caught:
        Store(path, read_only=read_only)
    assert "\n" not in str(caught.value)
    assert path.read_text().startswith("metric")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(StoreError, match="is a folder"):
        Store(tmp_path)


def test_a_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(StoreError, match=r"the folder .*nowhere"):
        Store(tmp_path / "nowhere" / "claims.db")


def test_a_reader_never_makes_a_file(tmp_path):
    path = tmp_path / "claims.db"
    with pytest.raises(StoreError, match="doesn't exist"):
        Store(path, read_only=True)
    assert not path.exists()


@pytest.mark.parametrize("content", [b"", None])
def test_a_reader_refuses_a_database_without_our_tables(tmp_path, content):
    path = tmp_path / "claims.db"
    if content is None:
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE dogs (name)")
        connection.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="holds no claims yet"):
        Store(path, read_only=True)
    assert path.read_bytes() == before


def test_a_reader_brings_an_older_database_up_to_date(tmp_path):
    path = tmp_path / "claims.db"
    with Store(path) as store:
        store.db.execute("DROP VIEW unmatched_labels")
    steps = list(migrations._migrations)

    def m997_more(db):
        db.execute("CREATE VIEW _more AS SELECT 1 AS one")

    migrations()(m997_more)
    try:
        with Store(path, read_only=True) as store:
            assert store.db.execute("SELECT one FROM _more").fetchone() == (1,)
    finally:
        migrations._migrations[:] = steps


def test_a_path_with_signs_of_a_url_is_a_path(tmp_path):
    path = tmp_path / "what? 100% #1.db"
    with Store(path) as store:
        add(store, paper())
    with Store(path, read_only=True) as store:
        assert next(store.papers()).abstract == paper().abstract


def test_a_reader_opens_a_file_in_a_folder_that_may_not_be_written(tmp_path):
    folder = tmp_path / "shelf"
    folder.mkdir()
    with Store(folder / "claims.db") as store:
        add(store, paper())
    folder.chmod(0o500)
    try:
        with Store(folder / "claims.db", read_only=True) as store:
            assert len(list(store.papers())) == 1
    finally:
        folder.chmod(0o700)


@pytest.mark.parametrize("dump", sorted(DUMPS.glob("*.sql")), ids=lambda path: path.stem)
def test_an_upgraded_database_is_like_a_new_one(tmp_path, store, dump):
    """Fails when a released step was edited; before the release, dump again (see dumping.py)."""
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()
    with Store(path) as upgraded:
        assert made(upgraded) == made(store)


def made(store):
    """Return all that the schema holds; where its lines break says nothing."""
    rows = store.db.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'papers_fts_%'"
    )
    return {(kind, name, " ".join((sql or "").split())) for kind, name, sql in rows}

"""Labels out and in: a reviewed database becomes gold, gold becomes labels."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from annotate.cli import cli
from annotate.store import Label, Store
from tests.conftest import ROOT
from tests.demo import HOSTILE
from tests.own import own_store

GOLD = ROOT / "labels" / "icml2026.jsonl"
RAW = sorted((ROOT / "labels" / "raw").glob("*.jsonl"))


def run(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args])


def rows(db: Path, command: str) -> list[dict[str, object]]:
    found = [
        json.loads(line)
        for line in run(command, "--db", db, "--format", "jsonl").stdout.splitlines()
    ]
    for row in found:
        row.pop("claim_id", None)
    return sorted(found, key=json.dumps)


@pytest.fixture
def gold_db(tmp_path: Path) -> Path:
    db = tmp_path / "gold.db"
    assert run("labels", "import", GOLD, "--db", db).exit_code == 0
    return db


def test_gold_becomes_labels_that_fill_the_views_of_an_empty_database(gold_db: Path):
    claims = rows(gold_db, "claims")
    assert len(claims) == 17
    assert {c["status"] for c in claims} == {"accepted"}
    assert all(c["quote_start"] is not None and c["evidence"] == "exact" for c in claims)
    assert len(rows(gold_db, "papers")) == 37


def test_importing_twice_adds_nothing(gold_db: Path):
    with Store(gold_db) as store:
        before = list(store.labels())
    assert "0 labels added" in run("labels", "import", GOLD, "--db", gold_db).stderr
    with Store(gold_db) as store:
        assert list(store.labels()) == before


def test_export_and_import_into_an_empty_database_give_the_same_views(
    gold_db: Path, tmp_path: Path
):
    claim = rows(gold_db, "claims")[0]
    with Store(gold_db) as store:
        store.add_labels(
            [Label(paper_id=str(claim["paper_id"]), target="method", key="", verdict="correct",
                   value="Renamed", reviewer="r1", note="as in the camera-ready")]
        )  # fmt: skip
    out, other = tmp_path / "out.jsonl", tmp_path / "other.db"
    assert run("labels", "export", out, "--db", gold_db).exit_code == 0
    assert run("labels", "import", out, "--db", other).exit_code == 0
    for command in ("claims", "papers"):
        assert rows(other, command) == rows(gold_db, command)
    with Store(other) as copied, Store(gold_db) as original:
        assert [(x.note, x.reviewer, x.created_at) for x in copied.labels()] == [
            (x.note, x.reviewer, x.created_at) for x in original.labels()
        ]


def test_what_nobody_reviewed_goes_along_into_a_database_that_has_not_read_the_papers(
    lists, tmp_path: Path
):
    db, out, other = tmp_path / "claims.db", tmp_path / "out.jsonl", tmp_path / "other.db"
    run("run", *lists, "--model", "rules", "--db", db, "--no-progress")
    with Store(db) as store:
        store.db.execute(
            "UPDATE extracted_claims SET status = 'accepted', reviewer = 'r1'"
            " WHERE method IN ('RaBiT', 'LLEP') AND metric = 'speedup' AND value <> '~1.9x'"
        )
        store.db.execute("UPDATE extracted_claims SET value = '38%' WHERE method = 'DWP'")
        store.db.execute("DELETE FROM extracted_claims WHERE method = 'Q-Sched'")
    run("labels", "export", out, "--db", db)
    assert "papers" in run("labels", "import", out, "--db", other).stderr
    reviewed = {row["paper_id"] for row in map(json.loads, out.read_text("utf-8").splitlines())}
    assert len(reviewed) == 4
    for command in ("claims", "papers"):
        expected = [row for row in rows(db, command) if row["paper_id"] in reviewed]
        assert rows(other, command) == expected
    assert {row["status"] for row in rows(other, "claims")} > {"unreviewed", "corrected"}


def test_a_carried_reading_is_nobodys_finished_work_and_gives_way(lists, tmp_path: Path):
    db, out, other = tmp_path / "claims.db", tmp_path / "out.jsonl", tmp_path / "other.db"
    run("run", lists[0], "--model", "rules", "--db", db, "--no-progress")
    with Store(db) as store:
        store.db.execute("UPDATE extracted_claims SET status = 'accepted' WHERE claim_id = 1")
    run("labels", "export", out, "--db", db)
    run("labels", "import", out, "--db", other)
    assert {row["run_id"] for row in rows(other, "papers")} == {1}
    assert "0 labels added" in run("labels", "import", out, "--db", other).stderr
    with Store(other) as store:
        assert store.db.execute("SELECT count(*) FROM runs").fetchone() == (1,)
    done = run("run", lists[0], "--model", "rules", "--db", other, "--no-progress")
    assert "run 2: 19 read" in done.stderr
    assert {row["run_id"] for row in rows(other, "papers")} == {2}
    run("labels", "import", out, "--db", other)
    assert {row["run_id"] for row in rows(other, "papers")} == {2}


def test_offsets_of_a_carried_reading_hold_in_the_abstract_that_is_stored_there(
    lists, tmp_path: Path
):
    db, out, other = tmp_path / "claims.db", tmp_path / "out.jsonl", tmp_path / "other.db"
    run("run", *lists, "--model", "rules", "--db", db, "--no-progress")
    with Store(db) as store:
        store.db.execute("UPDATE extracted_papers SET status = 'accepted' WHERE claims > 0")
    run("labels", "export", out, "--db", db)
    spaced = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    for row in spaced:
        row["abstract"] = "  " + row["abstract"]
    out.write_text("".join(f"{json.dumps(row)}\n" for row in spaced), "utf-8")
    run("labels", "import", out, "--db", other)
    with Store(other) as store:
        wrong = store.db.execute(
            "SELECT count(*) FROM extracted_claims c JOIN papers p ON p.id = c.paper_id"
            " WHERE substr(abstract, quote_start + 1, quote_end - quote_start) IS NOT quote"
        ).fetchone()
    assert (wrong, len(rows(other, "claims"))) == ((0,), 17)


def test_a_round_trip_keeps_what_scoring_needs(gold_db: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    run("labels", "export", out, "--db", gold_db)
    exported = {r["paper_id"]: r for r in map(json.loads, out.read_text("utf-8").splitlines())}
    for line in GOLD.read_text("utf-8").splitlines():
        gold = json.loads(line)
        again = exported[gold["paper_id"]]
        for field in ("method", "task", "opt_method"):
            assert again[field] == gold[field]
        for field in ("claims", "hardware"):
            key = "quote" if field == "claims" else "device"
            assert sorted(x[key] for x in again[field]) == sorted(x[key] for x in gold[field])


def test_a_reviewed_run_can_be_scored_against_itself(lists, tmp_path: Path):
    db, out = tmp_path / "claims.db", tmp_path / "reviewed.jsonl"
    run("run", *lists, "--model", "rules", "--db", db, "--no-progress")
    run("labels", "import", GOLD, "--db", db)
    run("labels", "export", out, "--db", db)
    result = run("eval", "--db", db, "--labels", out, "--format", "json")
    scores = json.loads(result.stdout)["systems"][0]["scores"]
    assert scores["claims"]["f1"]["value"] == 1.0


def test_labels_on_claims_that_no_reading_has_are_told(lists, tmp_path: Path):
    db = tmp_path / "claims.db"
    run("run", lists[0], "--model", "rules", "--db", db, "--no-progress")
    with Store(db) as store:
        paper = next(iter(store.papers()))
    said = {"target": "claim", "key": "speedup|77|77|x", "verdict": "accept", "reviewer": "r1"}
    line = {"paper_id": paper.id, "labels": [said]}
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(line) + "\n", "utf-8")
    assert "1 label matches no fact" in run("labels", "import", path, "--db", db).stderr
    listed = run("labels", "unmatched", "--db", db)
    assert "speedup 77x" in listed.stdout
    assert run("labels", "unmatched", db, "--format", "csv").stdout.count("\n") == 2


def test_agreement_of_two_files_and_of_the_reviewers_in_a_database(gold_db: Path, lists):
    result = run("labels", "agreement", *RAW, "--format", "json")
    fields = {f["field"]: f for f in json.loads(result.stdout)["fields"]}
    assert fields["claims"]["units"] == 42
    assert fields["claims"]["alpha"] == pytest.approx(1.0)
    run("run", *lists, "--model", "rules", "--db", gold_db, "--no-progress")
    stored = json.loads(run("labels", "agreement", "--db", gold_db, "--format", "json").stdout)
    assert sorted(stored["raters"]) == ["gold", "rules"]
    placed = run("labels", "agreement", gold_db, "--format", "json")
    assert json.loads(placed.stdout) == stored
    assert {f["field"] for f in stored["fields"]} == set(fields)


def test_agreement_leaves_no_blanks_behind():
    lines = run("labels", "agreement", *RAW).stdout.splitlines()
    assert lines
    assert not any(line.endswith(" ") for line in lines)


def test_a_database_that_is_missing_is_not_taken_for_labels(tmp_path: Path):
    result = run("labels", "agreement", tmp_path / "no.db")
    said = f"Error: {tmp_path / 'no.db'} doesn't exist; `annotate run` makes it\n"
    assert (result.exit_code, result.stderr) == (2, said)
    assert not (tmp_path / "no.db").exists()


def test_agreement_needs_two_labellers():
    result = run("labels", "agreement", RAW[0])
    assert result.exit_code == 2
    assert "two labellers" in result.stderr
    assert "labels import" in result.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no JSON"), ("[1]", "JSON object"), ("{}", "neither paper_id"),
        ('{"paper_id": "a", "claims": 3}', "no label line"),
        ('{"paper_id": "a", "labels": [{"target": "claim"}]}', "no label line"),
        ('{"paper_id": "a", "labels": [{"target": "x", "key": "", "verdict": "accept", '
         '"reviewer": "r"}]}', "target"),
        ('{"abstract": "a", "labels": [], "reading": {"model": "m", "status": 3}}', "reading"),
    ],
)  # fmt: skip
def test_a_bad_label_file_is_refused_in_one_line_and_stores_nothing(
    tmp_path: Path, text: str, words: str
):
    path, db = tmp_path / "bad.jsonl", tmp_path / "claims.db"
    path.write_text(f'{{"paper_id": "ok", "method": ["Foo"]}}\n{text}\n', "utf-8")
    result = run("labels", "import", path, "--db", db)
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    if db.exists():
        with Store(db) as store:
            assert list(store.labels()) == []


def test_hostile_names_and_rows_are_only_words(tmp_path: Path):
    db = own_store(tmp_path / "claims.db", hostile=True)
    with Store(db) as store:
        for paper, text in zip(list(store.papers())[2:], HOSTILE, strict=True):
            store.add_labels([Label(paper.id, "hardware", text, "reject", text, text, note=text)])
        store.db.execute("UPDATE extracted_data_sets SET status = 'accepted', reviewer = 'r1'")
        store.db.execute("DELETE FROM extracted_data_sets")
    for form in ("table", "json", "jsonl", "csv", "md"):
        done = run("labels", "unmatched", "--db", db, "--format", form)
        assert done.exit_code == 0
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e]", done.stdout)
        assert form != "md" or "<script" not in done.stdout
        rows_ = done.stdout.count("\n")
        assert rows_ >= 2 * len(HOSTILE) + 3
    told = run("labels", "agreement", "--db", db)
    assert "\x1b" not in told.stdout + told.stderr
    out, other = tmp_path / "l.jsonl", tmp_path / "other.db"
    assert run("labels", "export", out, "--db", db).exit_code == 0
    assert run("labels", "import", out, "--db", other).exit_code == 0
    with Store(db) as one, Store(other) as two:
        assert {(x.key, x.value, x.note) for x in one.labels()} == {
            (x.key, x.value, x.note) for x in two.labels()
        }

"""`annotate claims` and `annotate papers`, as they are called."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from annotate.cli.tables import Column, Table, write_rows
from annotate.store import Store
from annotate.store.views import CLAIM_COLUMNS, PAPER_COLUMNS
from tests.cli.querying import FORMATS, P, rows, run, two_papers
from tests.own import own_store
from tests.store.building import RULES, add, claim, paper, reading, save


@pytest.fixture
def db(tmp_path):
    return two_papers(tmp_path / "claims.db")


def test_claims_are_a_table_on_stdout_and_nothing_else(db):
    done = run("claims", "--db", db)
    assert (done.exit_code, done.stderr) == (0, "")
    head, rule, *lines = done.stdout.splitlines()
    assert head.split() == ["method", "metric", "value", "factor", "hardware", "support", "paper"]
    assert set(rule) == {"─"}
    assert lines[0].split() == [
        "Zorblax",
        "speedup",
        "5x",
        "5",
        "NVIDIA",
        "A100",
        "verified",
        "On",
        "sorting",
    ]
    assert lines[1].endswith("List two, 1")
    assert not any(line.endswith(" ") for line in done.stdout.splitlines())


def test_papers_are_a_table_too(db):
    done = run("papers", "--db", db)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0].split() == [
        "method", "contribution", "task", "hardware", "claims", "best_speedup", "paper",
    ]  # fmt: skip
    assert len(done.stdout.splitlines()) == 4


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("command", ["claims", "papers"])
def test_the_database_may_stand_where_sqlite_utils_users_put_it(db, command, format_):
    placed = run(command, db, "--format", format_)
    assert placed.exit_code == 0
    assert placed.stdout == run(command, "--db", db, "--format", format_).stdout


def test_claims_db_is_what_is_asked_without_a_name(db, monkeypatch):
    monkeypatch.chdir(db.parent)
    assert len(rows("claims")) == 2


def test_two_databases_are_one_too_many(db):
    done = run("claims", db, "--db", "other.db")
    assert done.exit_code == 2
    assert "two databases are named" in done.stderr


def test_json_formats_hold_the_columns_of_the_views_in_their_order_and_the_place(db):
    for command, names in (("claims", CLAIM_COLUMNS), ("papers", PAPER_COLUMNS)):
        columns = [*names, "place"]
        lines = rows(command, db)
        assert [list(line) for line in lines] == [columns] * 2
        assert json.loads(run(command, db, "--format", "json").stdout) == lines
        told = list(csv.DictReader(io.StringIO(run(command, db, "--format", "csv").stdout)))
        assert [list(line) for line in told] == [columns] * 2
        assert told[0]["paper_id"] == P.id


def test_nothing_found_is_an_empty_answer_and_not_an_error(db):
    found = {name: run("claims", db, "--metric", "cost", "--format", name) for name in FORMATS}
    assert {done.exit_code for done in found.values()} == {0}
    assert found["table"].stdout == ""
    assert found["table"].stderr == "no claims match\n"
    assert json.loads(found["json"].stdout) == []
    assert found["jsonl"].stdout == ""
    assert found["csv"].stdout.split(",")[0] == "claim_id"


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--metric", "speedup"], [5.0]),
        (["--metric", "speedup", "--metric", "memory"], [5.0, 2.0]),
        (["--min-factor", "3"], [5.0]),
        (["--hardware", "a100"], [5.0]),
        (["--hardware", "H100"], []),
        (["--method", "ZORB"], [5.0]),
        (["--task", "sort"], [5.0, 2.0]),
        (["--search", "caching"], [2.0]),
        (["--search", '"5x faster'], [5.0]),
        (["--support", "unsupported"], [2.0]),
        (["--status", "unreviewed"], [5.0, 2.0]),
        (["--status", "rejected"], []),
        (["--attribution", "own", "--limit", "1"], [5.0]),
        (["--source", "two"], [2.0]),
        (["--run", "2"], [3.0]),
    ],
)
def test_each_filter_narrows_the_claims(db, options, found):
    assert [row["factor"] for row in rows("claims", db, *options)] == found


@pytest.mark.parametrize(
    ("command", "options", "column", "found"),
    [
        ("claims", ["--sort", "factor"], "factor", [2.0, 5.0]),
        ("claims", ["--sort-desc", "factor"], "factor", [5.0, 2.0]),
        ("claims", ["--sort", "factor", "--limit", "1"], "factor", [2.0]),
        ("claims", ["--sort", "device"], "device", ["NVIDIA A100", None]),
        ("claims", ["--sort-desc", "device"], "device", ["NVIDIA A100", None]),
        ("papers", ["--sort", "title"], "title", ["On sorting", None]),
        ("papers", ["--sort-desc", "source"], "source", ["List two", "List one"]),
    ],
)
def test_rows_are_sorted_by_a_column_with_nulls_last(db, command, options, column, found):
    assert [row[column] for row in rows(command, db, *options)] == found


@pytest.mark.parametrize(
    ("command", "columns"), [("claims", CLAIM_COLUMNS), ("papers", PAPER_COLUMNS)]
)
@pytest.mark.parametrize("format_", FORMATS)
def test_an_unknown_column_is_told_in_one_line_that_names_the_columns(
    db, command, columns, format_
):
    done = run(command, db, "--sort-desc", "speed", "--format", format_)
    said = f"Error: --sort-desc speed: no such column; there are {', '.join(columns)}\n"
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", said)


def test_only_one_column_sorts(db):
    done = run("claims", db, "--sort", "low", "--sort-desc", "high")
    said = "Error: --sort and --sort-desc both name a column: give one of them\n"
    assert (done.exit_code, done.stderr) == (2, said)


def test_filters_on_claims_find_papers(db):
    assert [row["paper_id"] for row in rows("papers", db, "--min-factor", "3")] == [P.id]
    assert [row["model"] for row in rows("papers", db, "--run", "2")] == ["rules"]


@pytest.mark.parametrize(
    "options",
    [
        ["--metric", "joy"], ["--min-factor", "much"], ["--min-factor", "nan"], ["--limit", "0"],
        ["--support", "ok"], ["--status", "done"], ["--attribution", "mine"], ["--run", "x"],
        ["--run", "99"], ["--format", "xml"], ["--colour", "red"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["claims", "papers"])
def test_a_bad_value_ends_with_2_and_says_so(db, command, options):
    done = run(command, db, *options)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert options[0].lstrip("-").split("-")[0] in done.stderr


@pytest.mark.parametrize("command", ["claims", "papers", "runs", "failures"])
def test_a_database_that_is_missing_is_told_in_one_line_and_not_made(tmp_path, command):
    path = tmp_path / "none.db"
    done = run(command, path)
    assert done.exit_code == 2
    assert done.stderr == f"Error: {path} doesn't exist; `annotate run` makes it\n"
    assert not path.exists()


def test_a_file_that_is_no_database_is_told_in_one_line(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("An abstract.\n" * 200)
    done = run("claims", path)
    assert (done.exit_code, done.stderr) == (2, f"Error: {path} is not a SQLite database\n")


def test_a_search_finds_papers_that_no_run_has_finished_over(tmp_path):
    path = tmp_path / "claims.db"
    with Store(path) as store:
        add(store, P)
        run_id = store.start_run(RULES)
        store.save(run_id, [(P.id, reading(claim()), ())])
    assert len(rows("claims", path, "--search", "zorblax")) == 1


def test_reviewed_and_foreign_claims_get_columns_of_their_own(db):
    with Store(db) as store:
        store.db.execute("UPDATE extracted_claims SET status = 'accepted' WHERE factor = 5")
        store.db.execute("UPDATE extracted_claims SET attribution = 'prior' WHERE factor = 2")
    head = run("claims", db).stdout.splitlines()[0].split()
    assert head[5:9] == ["attribution", "support", "status", "paper"]


def test_a_title_is_shown_with_its_mark_up_rendered(db):
    with Store(db) as store:
        store.db.execute("UPDATE papers SET title = '$\\ell_1$ for 45\\% \\textbf{fewer}'")
    for command in ("claims", "papers"):
        assert "ℓ₁ for 45% fewer" in run(command, db).stdout


def test_where_only_a_table_of_ones_own_has_rows_it_is_named(tmp_path):
    path = own_store(tmp_path / "own.db")
    told = "no claims match; this database also has extracted_data_sets\n"
    assert run("claims", path).stderr == told


def test_what_a_number_is_compared_with_gets_a_column_where_any_claim_says_it(db):
    assert "baseline" not in run("claims", db).stdout
    with Store(db) as store:
        store.db.execute(
            "UPDATE extracted_claims SET baseline = '$2\\times$ sort' WHERE factor = 5"
        )
    head, _, first, _ = run("claims", db).stdout.splitlines()
    assert head.split()[4:7] == ["hardware", "baseline", "support"]
    assert "2× sort" in first


def test_lists_of_the_same_title_are_told_apart_by_their_files(tmp_path):
    path = tmp_path / "claims.db"
    names = ("x/one.txt", "x/two.txt", "y/two.txt", "other.txt")
    papers = [paper(f"Zorblax {n} is 5x faster.") for n in range(4)]
    with Store(path) as store:
        for name, one in zip(names, papers, strict=True):
            title = "Other" if name == "other.txt" else "Same"
            source = store.add_source(path=name, title=title, format="text", sha256=name)
            store.add_papers(source, [one])
        save(store, [(one, reading(claim(5.0))) for one in papers])
    for command in ("claims", "papers"):
        lines = run(command, path).stdout.splitlines()[2:]
        for line, name in zip(
            lines, ("Same (one.txt)", "Same (x/two.txt)", "Same (y/two.txt)", "Other"), strict=True
        ):
            assert line.endswith(f"{name}, 1")


def test_a_long_table_is_cut_with_a_word_about_it(tmp_path, capsysbinary):
    shown = Table({"n": Column("n", 9)}, most=3)
    assert write_rows(({"n": n} for n in range(9)), ["n"], "table", shown) == 9
    assert capsysbinary.readouterr().out.decode().splitlines()[2:] == ["0", "1", "2"]


def test_a_reader_that_has_enough_ends_it_quietly(db):
    command = f"{sys.executable} -m annotate claims {db} --format jsonl | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False, text=True)
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["claims", "papers", "runs", "failures", "diff"])
def test_the_help_of_each_command_shows_an_example(command):
    assert (
        f"annotate {command}"
        in run(command, "--help").stdout.split("Options:")[0].split("\n", 1)[1]
    )


def test_a_table_asks_for_no_more_than_it_needs(db):
    assert Path(db).exists()
    assert len(rows("claims", db, "--limit", "1")) == 1

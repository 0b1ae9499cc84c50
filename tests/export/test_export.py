"""Exports hold every row, are whole files, and do nothing in a spreadsheet."""

import csv
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from defusedxml.ElementTree import fromstring

from annotate.cli import cli
from annotate.export import CLAIM_COLUMNS, LABEL_CONFIG, PAPER_COLUMNS, Format
from annotate.facts import CheckedAnnotation
from annotate.store import Store
from annotate.store.labels import Label
from annotate.store.places import Places
from tests.demo import HOSTILE, Reading, claim, demo_store, hardware, make_store, paper


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_store(tmp_path_factory.mktemp("export") / "claims.db", 40)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    readings = []
    for number, text in enumerate(HOSTILE):
        body = f"{text} Paper {number} is 3x faster on a GPU. " + "y" * (100_000 * (number == 0))
        found = claim(body, "is 3x faster", "3x", 3.0, baseline=text, setting=text)
        lost = claim(body, f"{text} no such words", text, None)
        model = CheckedAnnotation(
            "ok", method=text, task=text, claims=(found, lost), hardware=(hardware(body, "GPU"),)
        )
        readings.append(Reading(paper(body, title=text, url=text, venue=text), model))
    return make_store(tmp_path_factory.mktemp("hostile") / "claims.db", readings, title=HOSTILE[0])


def rows(database: Path, kind: str = "claims") -> list[dict[str, object]]:
    with Store(database, read_only=True) as store:
        places = Places(store.db.conn)
        found = store.claims() if kind == "claims" else store.extracted_papers()
        return [row | {"place": places.place(row)} for row in found]


def exported(database: Path, form: str, path: Path) -> Path:
    result = CliRunner().invoke(
        cli, ["export", "--db", str(database), "--format", form, "-o", str(path)]
    )
    assert result.exit_code == 0, result.output
    return path


def test_the_columns_are_those_of_the_view_and_the_place(database: Path):
    assert list(CLAIM_COLUMNS) == list(rows(database)[0])
    assert list(PAPER_COLUMNS) == list(rows(database, "papers")[0])


@pytest.mark.parametrize("which", ["database", "hostile"])
def test_json_lines_hold_every_row_unchanged(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
):
    stored = request.getfixturevalue(which)
    path = exported(stored, "jsonl", tmp_path / "claims.jsonl")
    lines = path.read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == rows(stored)


def test_json_is_one_list_of_every_row(hostile: Path, tmp_path: Path):
    path = exported(hostile, "json", tmp_path / "claims.json")
    assert json.loads(path.read_text("utf-8")) == rows(hostile)
    with Store(tmp_path / "empty.db"):
        pass
    assert exported(tmp_path / "empty.db", "json", path).read_text("utf-8") == "[]\n"


@pytest.mark.parametrize("which", ["database", "hostile"])
def test_parquet_holds_every_row_unchanged_and_typed(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
):
    stored = request.getfixturevalue(which)
    table = pq.read_table(exported(stored, "parquet", tmp_path / "claims.parquet"))
    assert table.to_pylist() == rows(stored)
    assert str(table.schema.field("factor").type) == "double"
    assert str(table.schema.field("quote_start").type) == "int64"


def test_csv_holds_every_row_and_starts_no_formula(hostile: Path, tmp_path: Path):
    path = exported(hostile, "csv", tmp_path / "claims.csv")
    with path.open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream))
    assert len(found) == len(rows(hostile))
    cells = [cell for row in found for cell in row.values()]
    assert not [cell for cell in cells if cell.lstrip(" ").startswith(tuple("=+@\t\r＝＋＠"))]
    assert any(cell.startswith("'=cmd") for cell in cells)


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_papers_can_be_written_too(hostile: Path, tmp_path: Path, form: str):
    path = tmp_path / f"papers.{form}"
    command = ["export", "--db", str(hostile), "--table", "papers", "-o", str(path)]
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 0, result.output
    assert f"{len(HOSTILE)} papers" in result.stderr
    if form == "parquet":
        assert pq.read_table(path).to_pylist() == rows(hostile, "papers")


def test_an_empty_database_gives_empty_files_with_their_heads(tmp_path: Path):
    empty = make_store(tmp_path / "claims.db", [])
    assert exported(empty, "jsonl", tmp_path / "a").read_bytes() == b""
    assert exported(empty, "csv", tmp_path / "b").read_text() == ",".join(CLAIM_COLUMNS) + "\n"
    assert pq.read_table(exported(empty, "parquet", tmp_path / "c")).num_rows == 0
    assert json.loads(exported(empty, "label-studio", tmp_path / "d").read_text()) == []


@pytest.mark.parametrize("which", ["database", "hostile"])
def test_label_studio_regions_are_slices_of_the_abstract(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
):
    stored = request.getfixturevalue(which)
    tasks = json.loads(exported(stored, "label-studio", tmp_path / "t.json").read_text("utf-8"))
    config = fromstring(LABEL_CONFIG)
    names = {element.get("name") for element in config.iter() if element.get("name")}
    quotes = {
        (row["paper_id"], f"claim-{row['claim_id']}"): row["quote"]
        for row in rows(stored)
        if row["quote_start"] is not None
    }
    seen = set()
    for task in tasks:
        (prediction,) = task["predictions"]
        for part in prediction["result"]:
            assert part["from_name"] in names
            assert part["to_name"] in names
            if part["type"] == "labels" and part["id"].startswith("claim"):
                value = part["value"]
                key = (task["data"]["paper_id"], part["id"])
                assert task["data"]["abstract"][value["start"] : value["end"]] == quotes[key]
                seen.add(key)
    assert seen == set(quotes)
    assert all(0 <= task["predictions"][0]["score"] <= 1 for task in tasks)


def test_rejected_claims_are_no_predictions_and_claims_without_evidence_stand_in_the_data(
    tmp_path: Path,
):
    body = "Zorblax is 3x faster. Zorblax is 4x smaller."
    lost = claim(body, "9x cheaper", "9x", 9.0)
    claims = (claim(body, "is 3x faster", "3x", 3.0), claim(body, "is 4x smaller", "4x", 4.0), lost)
    read = Reading(paper(body), CheckedAnnotation("ok", method="Zorblax", claims=claims))
    database = make_store(tmp_path / "claims.db", [read])
    with Store(database) as store:
        store.add_labels([Label(read.paper.id, "claim", "speedup|3|3|x", "reject", "r1")])
    (task,) = json.loads(exported(database, "label-studio", tmp_path / "t.json").read_text())
    regions = {part["id"] for part in task["predictions"][0]["result"] if "id" in part}
    assert len(regions) == 1
    assert task["data"]["claims_without_evidence"] == ["speedup: 9x"]
    assert task["predictions"][0]["score"] == 0.5


def test_the_format_is_told_by_the_ending(database: Path, tmp_path: Path):
    assert Format.of_name("a.CSV") == Format.CSV
    assert Format.of_name("claims.json") == Format.JSON
    assert Format.of_name("-") == Format.JSONL
    path = tmp_path / "claims.parquet"
    result = CliRunner().invoke(cli, ["export", "--db", str(database), "-o", str(path)])
    assert result.exit_code == 0
    assert pq.read_table(path).num_rows == len(rows(database))


def test_data_goes_to_stdout_and_talk_to_stderr(database: Path):
    for form in ("jsonl", "csv", "parquet"):
        result = CliRunner().invoke(cli, ["export", "--db", str(database), "--format", form])
        assert result.exit_code == 0
        assert result.stderr == ""
    assert pq.read_table(io.BytesIO(result.stdout_bytes)).num_rows == len(rows(database))


def test_an_export_never_takes_the_databases_place(tmp_path: Path):
    database = demo_store(tmp_path / "claims.db", 3)
    before = database.read_bytes()
    for form in ("jsonl", "parquet"):
        result = CliRunner().invoke(
            cli, ["export", "--db", str(database), "--format", form, "-o", str(database)]
        )
        assert result.exit_code == 2
        assert "SQLite database" in result.stderr
    assert database.read_bytes() == before


def test_a_missing_database_is_said_in_one_line_and_not_made(tmp_path: Path):
    missing = tmp_path / "no.db"
    result = CliRunner().invoke(cli, ["export", "--db", str(missing)])
    assert result.exit_code == 2
    assert "doesn't exist" in result.stderr
    assert not missing.exists()


def test_the_labelling_interface_is_printed():
    result = CliRunner().invoke(cli, ["export", "--label-config"])
    assert result.exit_code == 0
    assert fromstring(result.stdout).tag == "View"

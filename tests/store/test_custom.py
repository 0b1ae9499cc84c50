"""Tables of schemas of one's own, filled by readings and reviewed by plain UPDATE."""

import json
import sqlite3
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import BaseModel

from annotate.check import columns, quoted_rows, required
from annotate.errors import UsageError
from annotate.facts import CheckedAnnotation, Paper, paper_id
from annotate.schema import Quote, request_schema
from annotate.store import Label, RunInfo, Store
from annotate.store.custom import OwnTable
from annotate.store.own import own_tables, undo_own
from annotate.store.reviewing import unmatched

TEXT = r"We reach 76.1\% on ImageNet and 12,000 points on Maze with Foo."


class Result(BaseModel):
    dataset: str
    accuracy: float
    tags: list[str]
    quote: Annotated[str, Quote]


class Results(BaseModel):
    model: str | None
    results: list[Result]


class Single(BaseModel):
    answer: str
    certain: bool


def answer(*results: tuple[str, float, str]) -> Results:
    listed = [Result(dataset=d, accuracy=a, tags=["t"], quote=q) for d, a, q in results]
    return Results(model="Foo", results=listed)


def save(path: Path, *answers: Results, text: str = TEXT) -> None:
    with Store(path) as store:
        store.use_own_table(OwnTable("datasets", columns(Results), required(Results)))
        paper = Paper(paper_id(text), text)
        source = store.add_source(path="l", title="l", format="text", sha256="0")
        store.add_papers(source, [paper])
        for number, given in enumerate(answers):
            run = store.start_run(RunInfo("openai", f"m{number}-{len(given.results)}"))
            rows = tuple(quoted_rows(given, text))
            store.save(run, [(paper.id, CheckedAnnotation("ok", rows=rows), [])])
            store.finish_run(run, "done")


def table(path: Path) -> list[dict[str, object]]:
    with Store(path) as store:
        return list(store.db.query("SELECT * FROM extracted_datasets ORDER BY id"))


GOOD = ("ImageNet", 76.1, "76.1% on ImageNet")


def test_each_object_of_the_list_is_a_row_with_its_evidence(tmp_path: Path):
    save(tmp_path / "db", answer(GOOD, ("Maze", 12000, "12,000 points on Maze")))
    first, second = table(tmp_path / "db")
    assert (first["model"], first["dataset"], first["accuracy"]) == ("Foo", "ImageNet", 76.1)
    assert (
        first["quote"] == TEXT[first["quote_start"] : first["quote_end"]] == r"76.1\% on ImageNet"
    )
    assert first["tags"] == '["t"]'
    assert [row["support"] for row in (first, second)] == ["grounded", "grounded"]
    assert first["status"] == "unreviewed"


@pytest.mark.parametrize(
    "wrong",
    [
        ("ImageNet", 67.1, "76.1% on ImageNet"),
        ("ImageNet", 6.1, "76.1% on ImageNet"),
        ("ImageNet", 76.1, "76.1% on CIFAR"),
        ("ImageNet", 76.1, ""),
    ],
)
def test_a_number_or_a_quote_that_does_not_stand_is_flagged_and_kept(tmp_path: Path, wrong):
    save(tmp_path / "db", answer(wrong))
    (row,) = table(tmp_path / "db")
    assert (row["support"], row["accuracy"]) == ("unsupported", wrong[1])


def test_verdicts_given_by_update_outlive_a_new_run(tmp_path: Path):
    path = tmp_path / "db"
    save(path, answer(GOOD, ("Maze", 12000, "12,000 points on Maze")))
    with Store(path) as store, store.transaction():
        store.db.execute(
            "UPDATE extracted_datasets SET status='accepted', reviewer='r1' WHERE id=1"
        )
        store.db.execute("UPDATE extracted_datasets SET dataset='Maze-2', reviewer='r1' WHERE id=2")
    assert [r["status"] for r in table(path)] == ["accepted", "corrected"]
    save(path, answer(GOOD, ("Maze", 12000, "12,000 points on Maze"), ("New", 1, "Foo")))
    found = [(r["dataset"], r["status"], r["reviewer"]) for r in table(path)]
    assert found == [
        ("ImageNet", "accepted", "r1"), ("Maze-2", "corrected", "r1"), ("New", "unreviewed", None),
    ]  # fmt: skip
    with Store(path) as store:
        labels = list(store.labels())
    assert [(x.target, x.verdict, x.reviewer) for x in labels] == [
        ("paper", "accept", "r1"), ("paper", "correct", "r1"),
    ]  # fmt: skip
    assert json.loads(labels[0].key.partition("|")[2])["dataset"] == "ImageNet"


def change(path: Path, *statements: str) -> None:
    with Store(path) as store:
        for statement in statements:
            store.db.execute(f"UPDATE extracted_datasets SET {statement}")


def test_undo_brings_back_what_was_read_and_can_be_undone(tmp_path: Path):
    path = tmp_path / "db"
    save(path, answer(GOOD))
    read = table(path)
    change(path, "accuracy = 6.1, quote = 'on Maze with Foo', reviewer = 'r1'")
    (row,) = table(path)
    assert (row["accuracy"], row["status"], row["support"]) == (6.1, "corrected", "unsupported")
    assert row["quote"] == TEXT[row["quote_start"] : row["quote_end"]] == "on Maze with Foo"
    corrected = table(path)
    with Store(path) as store:
        (view,) = own_tables(store.db.conn)
        undo_own(store.db.conn, view, 1, "r2")
        assert _shown(table(path)) == _shown(read)
        undo_own(store.db.conn, view, 1, "r2")
    assert [row | {"reviewer": "r1"} for row in table(path)] == [
        row | {"_label": table(path)[0]["_label"]} for row in corrected
    ]
    change(path, "status = 'unreviewed'")
    assert _shown(table(path)) == _shown(read)


def test_a_correction_that_was_accepted_stays(tmp_path: Path):
    path = tmp_path / "db"
    save(path, answer(GOOD))
    change(path, "dataset = 'Maze', reviewer = 'r1'", "status = 'accepted', reviewer = 'r2'")
    save(path, answer(GOOD))
    (row,) = table(path)
    assert (row["dataset"], row["status"], row["reviewer"]) == ("Maze", "accepted", "r2")


def test_labels_come_and_go_with_files_like_any_others(tmp_path: Path):
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    answers = answer(GOOD, ("Maze", 12000, "12,000 points on Maze"))
    save(one, answers)
    save(other, answers)
    change(one, "status = 'rejected', reviewer = 'r1' WHERE id = 1", "dataset = 'M' WHERE id = 2")
    with Store(one) as source, Store(other) as target:
        target.add_labels(source.labels())
        target.add_labels(source.labels())
        assert len(list(target.labels())) == 2
    assert _shown(table(other)) == _shown(table(one))


def test_verdicts_on_rows_that_are_no_longer_read_are_listed(tmp_path: Path):
    path = tmp_path / "db"
    save(path, answer(GOOD))
    change(path, "status = 'accepted', reviewer = 'r1'")
    with Store(path) as store:
        assert list(unmatched(store.db.conn)) == []
    save(path, answer(("Maze", 12000, "12,000 points on Maze")), answer())
    with Store(path) as store:
        (label,) = unmatched(store.db.conn)
    assert (label["verdict"], label["reviewer"]) == ("accept", "r1")
    assert label["key"].startswith('datasets|{"')


def test_verdicts_in_a_database_without_the_table_are_listed_until_it_is_read(tmp_path: Path):
    one, fresh = tmp_path / "one.db", tmp_path / "fresh.db"
    save(one, answer(GOOD))
    change(one, "status = 'accepted', reviewer = 'r1'")
    with Store(one) as source, Store(fresh) as target:
        target.add_labels(source.labels())
        (label,) = unmatched(target.db.conn)
    assert (label["verdict"], label["key"].partition("|")[0]) == ("accept", "datasets")
    save(fresh, answer(GOOD))
    with Store(fresh) as store:
        assert list(unmatched(store.db.conn)) == []
    assert table(fresh)[0]["status"] == "accepted"


def test_any_label_by_hand_is_borne(tmp_path: Path):
    path = tmp_path / "db"
    save(path, answer(GOOD))
    for value in (None, "words", "[1]", '{"dataset": null, "nothing": 1}'):
        with Store(path) as store:
            key = f"datasets|{table(path)[0]['fact']}"
            store.add_labels([Label(paper_id(TEXT), "paper", key, "accept", "r1", value)])
        (row,) = table(path)
        assert (row["status"], row["accuracy"]) == ("accepted", 76.1)
    assert row["dataset"] is None


def _shown(rows: list[dict[str, object]]) -> set[tuple[tuple[str, object], ...]]:
    hidden = ("_label",)
    return {tuple((n, v) for n, v in row.items() if n not in hidden) for row in rows}


@pytest.mark.parametrize(
    "change",
    [
        "status='maybe'", "fact='x'", "status=NULL", "status='corrected'", "quote='no such words'",
        "reviewer=' '", "accuracy='much'", "accuracy=9e999", "accuracy=-9e999", "accuracy=NULL",
        "accuracy=x'35'", "dataset=''", "dataset='  '", "dataset=NULL", "support='unsupported'",
        "support='unsupported', dataset='M'", "quote_start=3", "quote_evidence='fuzzy'",
        "run_id=NULL",
    ],
)  # fmt: skip
def test_the_database_refuses_what_makes_no_sense(tmp_path: Path, change: str):
    save(tmp_path / "db", answer(GOOD))
    with (
        Store(tmp_path / "db") as store,
        pytest.raises(
            sqlite3.IntegrityError, match=r"must (not )?be|can't be|they can't|to correct"
        ),
    ):
        store.db.execute(f"UPDATE extracted_datasets SET {change}")


def test_a_schema_without_a_list_gives_one_row_and_nothing_that_proves_it():
    (row,) = quoted_rows(Single(answer="yes", certain=True), TEXT)
    assert row == {"answer": "yes", "certain": True, "support": "unsupported"}
    assert columns(Single) == {"answer": str, "certain": int, "support": str}


def test_the_mark_is_not_sent_to_the_model():
    assert "Quote" not in json.dumps(request_schema(Results))


@pytest.mark.parametrize(
    ("name", "fields"),
    [("claims", {"a": str}), ("a-b", {"a": str}), ("x; DROP", {"a": str}), ("ok", {"status": str})],
)
def test_names_that_cannot_be_a_tables_are_refused(name: str, fields: dict[str, type]):
    with pytest.raises(UsageError):
        OwnTable(name, fields)


@pytest.mark.parametrize(
    ("told", "accuracy"),
    [('{"accuracy": "much"}', 76.1), ('{"accuracy": [1]}', 76.1), ('{"accuracy": 5}', 5.0)],
)
def test_a_label_by_hand_puts_numbers_only_into_a_number(tmp_path: Path, told: str, accuracy):
    path = tmp_path / "db"
    save(path, answer(GOOD))
    with Store(path) as store:
        key = f"datasets|{table(path)[0]['fact']}"
        store.add_labels([Label(paper_id(TEXT), "paper", key, "correct", "r1", told)])
    assert table(path)[0]["accuracy"] == accuracy


def test_columns_that_may_be_null_may_be_emptied(tmp_path: Path):
    save(tmp_path / "db", answer(GOOD))
    change(tmp_path / "db", "model = NULL")
    assert table(tmp_path / "db")[0]["model"] is None


@pytest.mark.parametrize("fields", [{}, {"support": str}, {"a": str, "A": int}])
def test_a_schema_without_fields_or_with_one_twice_is_refused(fields: dict[str, type]):
    with pytest.raises(UsageError, match=r"no fields|can't be named"):
        OwnTable("ok", fields)


def test_a_changed_schema_adds_its_columns(tmp_path: Path):
    save(tmp_path / "db", answer(GOOD))
    with Store(tmp_path / "db") as store:
        store.use_own_table(OwnTable("datasets", columns(Results) | {"split": str}))
        assert "split" in store.db.table("extracted_datasets").columns_dict

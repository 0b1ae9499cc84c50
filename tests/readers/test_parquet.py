import io
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from annotate.errors import InputError
from tests.readers.reading import read


def table(rows: list[dict[str, object]]) -> bytes:
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), out, row_group_size=2)
    return out.getvalue()


def test_rows_are_read_with_their_lists(tmp_path: Path) -> None:
    rows = [
        {
            "Title": f"T{n}",
            "Abstract": f"{n} is fast." if n != 2 else None,
            "Authors": ["A B", "C D"],
        }
        | {"embedding": [0.5] * 10, "update_date": "2020-01-01"}
        for n in range(5)
    ]
    reading = read(tmp_path, table(rows))
    assert reading.source.format == "parquet"
    assert reading.titles() == ["T0", "T1", "T3", "T4"]
    assert {(paper.authors, paper.year) for paper in reading.papers} == {("A B; C D", 2020)}
    assert [(item.line, item.title) for item in reading.problems] == [(3, "T2")]


def test_a_column_can_be_forced(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"body": "A is fast.", "abstract": "No."}]
    assert read(tmp_path, table(rows), columns={"abstract": "body"}).abstracts() == ["A is fast."]


def test_a_table_without_abstracts_names_its_columns(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no column of abstracts among x, y; name it with"):
        read(tmp_path, table([{"x": 1, "y": "z"}]))


def test_a_damaged_file_is_an_error(tmp_path: Path) -> None:
    data = table([{"abstract": "A is fast."}])
    for damaged in (data[:-9], data[:40], data[: len(data) // 2] + b"PAR1"):
        with pytest.raises(InputError, match="a damaged Parquet file"):
            read(tmp_path, damaged)

"""The same ten papers, written in every format, come back as the same ten papers."""

import gzip
from dataclasses import replace
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from annotate.facts import Paper, folded
from annotate.readers import open_sources
from tests.readers import written
from tests.readers.written import ALL, TEN, WRITTEN


def expected(fields: frozenset[str]) -> list[dict[str, object]]:
    return [
        {"abstract": entry.abstract}
        | {
            name: "; ".join(value) if name == "authors" else value
            for name in sorted(fields)
            if (value := getattr(entry, name))
        }
        for entry in TEN
    ]


def found(path: Path | str, fields: frozenset[str]) -> list[dict[str, object]]:
    items = [item for source in open_sources([path]) for item in source]
    assert all(isinstance(item, Paper) for item in items), items
    return [
        {"abstract": folded_only(item.abstract)} | {name: getattr(item, name) for name in fields}
        for item in items
        if isinstance(item, Paper)
    ]


def folded_only(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", WRITTEN)
def test_ten_papers_come_back_from(name: str, tmp_path: Path) -> None:
    how = WRITTEN[name]
    path = tmp_path / "no-suffix-that-tells"
    path.write_bytes(how.write().encode())
    (source,) = open_sources([path])
    assert source.format == how.format
    assert found(path, how.fields) == expected(how.fields)


def test_ten_papers_come_back_from_pages_with_front_matter(tmp_path: Path) -> None:
    for number, entry in enumerate(TEN):
        (tmp_path / f"{number}.md").write_text(written.prose.page(entry), encoding="utf-8")
    sources = open_sources([tmp_path])
    assert {source.format for source in sources} == {"front-matter"}
    assert found(tmp_path, ALL) == expected(ALL)


def test_ten_papers_come_back_from_parquet(tmp_path: Path) -> None:
    rows = [written.plain(entry) for entry in TEN]
    path = tmp_path / "table"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    assert found(path, ALL) == expected(ALL)
    packed = tmp_path / "table.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert found(packed, ALL) == expected(ALL)


def test_all_formats_give_the_same_ten_ids(tmp_path: Path) -> None:
    for number, how in enumerate(WRITTEN.values()):
        (tmp_path / f"{number:02}").write_bytes(how.write().encode())
    items = [item for source in open_sources([tmp_path]) for item in source]
    ids = {item.id for item in items if isinstance(item, Paper)}
    assert len(ids) == len(TEN)
    assert len(items) == len(WRITTEN) * len(TEN)


def test_the_text_of_each_abstract_is_as_its_id_says() -> None:
    assert all(folded(entry.abstract) == folded_only(folded(entry.abstract)) for entry in TEN)
    assert replace(TEN[0]) == TEN[0]

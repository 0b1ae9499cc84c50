from pathlib import Path

import pytest

from tests.readers.reading import read

TABLE = """# Daily papers
What is new. Each day.

## Systems
| **Title** | **Date** | **Abstract** | **Comment** |
| --- | :---: | --- | --- |
| **[T1](https://arxiv.org/abs/2501.00001v1)** | 2025-01-01 | <details><summary>Show</summary>\
<p>A is \
$|x|$ fast.</p></details> | <details><summary>2 pa...</summary><p>2 pages</p></details> |
| **[T2](https://arxiv.org/abs/2501.00002v1)** | 2025-01-01 |  | None |
| a | b | c | d | e |

## Theory
Title | Summary
----- | -----
T3 | B \\| C are small.

| Not | a table |
"""


def test_rows_of_all_tables_are_read_with_their_links(tmp_path: Path) -> None:
    reading = read(tmp_path, TABLE)
    assert reading.source.format == "markdown-table"
    assert reading.source.title == "Daily papers"
    first, second = reading.papers
    assert (first.title, first.abstract) == ("T1", "A is $|x|$ fast.")
    assert (first.url, first.year) == ("https://arxiv.org/abs/2501.00001v1", 2025)
    assert (second.title, second.abstract) == ("T3", "B | C are small.")
    assert reading.without_abstract() == ["T2"]
    assert reading.broken() == [(9, "5 cells where the header has 4")]


def test_a_table_on_the_first_line_is_markdown_and_a_paper_is_a_title(tmp_path: Path) -> None:
    rows = (
        "| [T1](https://arxiv.org/abs/2501.00001) | A is fast. |\n"
        "| [pdf](https://x.org/2.pdf) | B is small. |\n"
    )
    reading = read(tmp_path, f"| Paper | Abstract |\n|---|---|\n{rows}")
    assert reading.source.format == "markdown-table"
    assert [(one.title, one.abstract) for one in reading.papers] == [
        ("T1", "A is fast."),
        (None, "B is small."),
    ]
    assert reading.papers[0].url == "https://arxiv.org/abs/2501.00001"
    assert not reading.problems


def test_cells_parted_by_bars_without_a_rule_are_no_markdown(tmp_path: Path) -> None:
    reading = read(tmp_path, "title|abstract\nT1|A is fast.\nT2|B is small.\n")
    assert reading.source.format == "csv"
    assert reading.titles() == ["T1", "T2"]


@pytest.mark.parametrize("rule", ["|:-:|:-:|", "|-|-|", "| :- | -: |", ":--|--:"])
def test_the_rule_under_a_header_may_be_short(rule: str, tmp_path: Path) -> None:
    rows = "|Title|Abstract|\n" + rule + "\n|T|A is fast.|\n| - | - |\n|U|B is small.|\n"
    reading = read(tmp_path, rows)
    assert reading.source.format == "markdown-table"
    assert reading.abstracts() == ["A is fast.", "B is small."]

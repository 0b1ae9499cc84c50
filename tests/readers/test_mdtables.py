from pathlib import Path

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

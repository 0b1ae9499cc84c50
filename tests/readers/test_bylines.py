"""Names under titles are authors; titles that look like names are titles."""

from pathlib import Path

import pytest

from annotate.readers.bylines import byline
from tests.readers.reading import read

A = "We present Zorblax, a cache for graph queries that is 3x faster than prior work."
B = "Quenchette is a sorter. It needs 45% less memory than any baseline on one GPU."
TITLES = ["Fast Graph Caching", "Slow Sorting Networks and Linear Attention"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Jane Doe, Rick Roe", ["Jane Doe", "Rick Roe"]),
        ("Jane Doe and Rick Roe", ["Jane Doe", "Rick Roe"]),
        ("*Jane Doe, Rick Roe* — ICML 2024", ["Jane Doe", "Rick Roe"]),
        ("**Jane Doe**, J. van der Roe", ["Jane Doe", "J. van der Roe"]),
        ("Jane Doe (MIT), Rick Roe (ETH Zürich)", ["Jane Doe", "Rick Roe"]),
        ("by Éva Nagy", ["Éva Nagy"]),
        ("We follow José and cut the latency by a third.", []),
        ("Sorting, searching and more", []),
        ("A cache for graphs", []),
        ("", []),
    ],
)
def test_names_are_told_from_other_lines(line: str, names: list[str]) -> None:
    assert byline(line) == names


@pytest.mark.parametrize(
    "text",
    [
        "{t}\n\nJane Doe, Rick Roe\n\n{a}\n\n",
        "{t}\nJane Doe, Rick Roe\n\n{a}\n\n",
        "{t}\nJane Doe, Rick Roe\n{a}\n\n",
        "- {t}\n  Jane Doe, Rick Roe\n\n  {a}\n\n",
        "## {t}\n*Jane Doe, Rick Roe*\n\n{a}\n\n",
        "## {t}\n\n*Jane Doe and Rick Roe* (ICML 2024)\n\n{a}\n\n",
        "## {t}\n*Jane Doe, Rick Roe*\n{a}\n\n",
    ],
)
def test_names_under_titles_are_the_authors(text: str, tmp_path: Path) -> None:
    content = "".join(
        text.format(t=title, a=abstract) for title, abstract in zip(TITLES, (A, B), strict=True)
    )
    reading = read(tmp_path, content)
    assert reading.abstracts() == [A, B]
    assert reading.titles() == TITLES
    assert [paper.authors for paper in reading.papers] == ["Jane Doe; Rick Roe"] * 2
    assert reading.problems == []


@pytest.mark.parametrize(
    "text",
    [
        f"Machine Learning\n\n{TITLES[0]}\n\n{A}\n\n{TITLES[1]}\n\n{B}\n",
        f"{TITLES[0]}\n\n{A}\n\n{TITLES[1]}\n\n{B}\n",
        f"# List\n\n## Learning\n\n### {TITLES[0]}\n\n{A}\n\n### {TITLES[1]}\n\n{B}\n",
        f"Fast Graph\nCaching\n\n{A}\n\nSlow Sorting Networks and\nLinear Attention\n\n{B}\n",
    ],
)
def test_titles_that_look_like_names_are_titles(text: str, tmp_path: Path) -> None:
    reading = read(tmp_path, text)
    assert (reading.titles(), reading.abstracts()) == (TITLES, [A, B])
    assert {paper.authors for paper in reading.papers} == {None}


def test_one_author_under_each_title_is_an_author(tmp_path: Path) -> None:
    reading = read(tmp_path, f"1. Zorblax: caching\nJane Doe\n{A}\n\n2. Sorters\nRick Roe\n{B}\n")
    assert (reading.titles(), reading.abstracts()) == (["Zorblax: caching", "Sorters"], [A, B])
    assert [paper.authors for paper in reading.papers] == ["Jane Doe", "Rick Roe"]


def test_emoji_before_a_text_are_no_fields(tmp_path: Path) -> None:
    reading = read(tmp_path, f":fire: {A}\n\n:date: {B}\n\n{A} Indeed.\n")
    assert reading.abstracts()[0] == f":fire: {A}"

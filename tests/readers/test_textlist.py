import textwrap
from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import read

A = (
    "We present Quickfold, a folding method for protein chains. It runs 3.2x faster than the "
    "strongest baseline on one GPU and needs half the memory.",
    "Large tables are slow to join. Our planner, Plumbline, cuts the latency of star joins by 45% "
    "on average. It needs no statistics and works on any engine.",
    "Training on the edge is limited by energy. We show that skipping blocks saves 2.5x energy "
    "without loss. The rule is simple and needs no tuning at all.",
)
T = (
    "Quickfold: Folding Protein Chains in a Blink",
    "Plumbline: Planning Star Joins Without Statistics",
    "Skipping Blocks Saves Energy",
)
BOTH = tuple(zip(T, A, strict=True))


def wrap(text: str, indent: str = "") -> str:
    return textwrap.fill(text, 72, subsequent_indent=indent)


def each(template: str) -> str:
    return "".join(
        template.format(n=n, t=t, a=a, w=wrap(a), r="-" * len(t))
        for n, (t, a) in enumerate(BOTH, 1)
    )


UNTITLED = {
    "blank lines": (f"{A[0]}\n\n{A[1]}\n\n\n\n{A[2]}\n", None),
    "a name": (f"My list\n\n{A[0]}\n\n{A[1]}\n\n{A[2]}\n", "My list"),
    "a name with no blank line": (f"My list\n{A[0]}\n\n{A[1]}\n\n{A[2]}\n", "My list"),
    "a Chinese name": (f"论文列表\n\n{A[0]}\n\n{A[1]}\n\n{A[2]}\n", "论文列表"),
    "CRLF": (f"My list\r\n\r\n{A[0]}\r\n\r\n{A[1]}\r\n \r\n{A[2]}", "My list"),
    "old Mac line ends": (f"My list\r\r{A[0]}\r\r{A[1]}\r\r{A[2]}\r", "My list"),
    "blank lines of blanks": (f"My list\n \t\n{A[0]}\n\u3000\n{A[1]}\n\xa0\n{A[2]}", "My list"),
    "form feeds": (f"My list\n\n{A[0]}\f{A[1]}\n\f\n{A[2]}\f", "My list"),
    "wrapped lines": ("My list\n\n" + each("{w}\n\n"), "My list"),
    "rules": (f"{A[0]}\n---\n{A[1]}\n---\n{A[2]}\n", None),
    "other rules": (f"{A[0]}\n\n* * *\n\n{A[1]}\n\n=====\n\n{A[2]}\n-----\n", None),
    "numbers": ("My list\n\n" + each("{n}. {a}\n"), "My list"),
    "numbers and blank lines": (each("{n}) {a}\n\n"), None),
    "numbers in brackets": (each("[{n}] {w}\n"), None),
    "bullets": (each("- {a}\n"), None),
    "wrapped bullets": (each("* {w}\n"), None),
    "indented bullets": (each("  • {a}\n\n"), None),
    "prefixes": (each("Abstract: {a}\n\n"), None),
    "prefixes and a name": ("My list\n\n" + each("ABSTRACT\n{w}\n\n"), "My list"),
    "prefixes with dashes": (each("Abstract—{a}\n\n"), None),
    "Markdown sections": (
        f"# My list\n\n## Systems\n\n{A[0]}\n\n{A[1]}\n\n## Edge\n\n{A[2]}\n",
        "My list",
    ),
    "block quotes": ("# My list\n\n" + each("> {a}\n\n"), "My list"),
}

TITLED = {
    "a line of their own": (each("{t}\n\n{a}\n\n"), None),
    "a line of their own and a name": ("My list\n\n" + each("{t}\n\n{a}\n\n"), "My list"),
    "the line above": (each("{t}\n{a}\n\n"), None),
    "the line above wrapped lines": (each("{t}\n{w}\n\n"), None),
    "the line above and a name": ("My list\n\n" + each("{t}\n{a}\n\n"), "My list"),
    "numbered lines": (each("{n}. {t}\n{a}\n\n"), None),
    "numbered lines of their own": (each("{n}. {t}\n\n   {a}\n\n"), None),
    "bracketed numbers": (each("[{n}] {t}\n    {a}\n"), None),
    "full stops": (each("{t}.\n\n{a} {a} {a}\n\n"), None),
    "question marks": (each("{t}?\n\n{a}\n\n"), None),
    "bold leads of bullets": ("# My list\n\n" + each("- **{t}.** {a}\n"), "My list"),
    "links of bullets": (each("- [{t}](https://x.org/{n}): {a}\n"), None),
    "nested bullets": (each("- {t}\n  - {a}\n"), None),
    "labels": (each("Title: {t}\nYear: 2024\nAbstract: {w}\n\n"), None),
    "labels in another order": (each("Title: {t}\nAbstract: {w}\nURL: https://x.org\n\n"), None),
    "a line above a label": (each("{t}\nAbstract: {a}\n\n"), None),
    "a line above authors and a label": (
        each("{t}\nAda Brook, Ben Cole and Cy Dent\n\nAbstract\n{a}\n\n"),
        None,
    ),
    "headings": ("# My list\n\n" + each("## {t}\n\n{a}\n\n"), "My list"),
    "headings alone": (each("# {t}\n\n{a}\n\n"), None),
    "headings after an introduction": (
        "# My list\n\nWhat we read this week. Enjoy it.\n\n" + each("## {t}\n\n{a}\n\n"),
        "My list",
    ),
    "headings below sections": (
        "# My list\n\n## Systems\n\n" + each("### {t}\n\n{a}\n\n"),
        "My list",
    ),
    "underlined headings": (each("{t}\n{r}\n\n{a}\n\n"), None),
    "headings and labels": (
        "# My list\n\n"
        + each("## {n}. [{t}](https://x.org)\n\n**Authors:** A B\n\n**Abstract:** {a}\n\n---\n\n"),
        "My list",
    ),
    "headings over a heading Abstract": (each("## {t}\n\n### Abstract\n\n{a}\n\n"), None),
    "numbered bold lines over labels": (
        each("{n}. **{t}**\n   - Authors: A B\n   - Abstract: {a}\n   - Link: https://x.org\n\n"),
        None,
    ),
    "headings over summaries by a machine": (
        "# cs.CL\n\n"
        + each(
            "### [{n}] [{t}](https://x.org)\n*Ada Brook, Ben Cole*\n\nMain category: cs.CL\n\n"
            "TL;DR: It is fast.\n\n<details>\n  <summary>Details</summary>\nMotivation: Slow.\n"
            "Method: Fold.\nResult: Fast.\n\nAbstract: {a}\n\n</details>\n\n\n"
        ),
        "cs.CL",
    ),
    "folded sections": (
        each(
            "**[{t}](https://x.org/{n})**\n\nAda Brook, Ben Cole\n\n"
            "<details><summary>Abstract</summary>\n\n{a}\n\n</details>\n\n"
        ),
        None,
    ),
}


@pytest.mark.parametrize("name", UNTITLED)
def test_abstracts_are_parted_by(name: str, tmp_path: Path) -> None:
    text, title = UNTITLED[name]
    reading = read(tmp_path, text)
    assert [" ".join(text.split()) for text in reading.abstracts()] == list(A)
    assert reading.titles() == [None, None, None]
    assert reading.source.title == title


@pytest.mark.parametrize("name", TITLED)
def test_titles_stand_in(name: str, tmp_path: Path) -> None:
    text, title = TITLED[name]
    reading = read(tmp_path, text)
    wanted = [f"{a} {a} {a}" for a in A] if name == "full stops" else list(A)
    assert [" ".join(text.split()) for text in reading.abstracts()] == wanted
    assert [(found or "").rstrip(".?") for found in reading.titles()] == list(T)
    assert reading.source.title == title
    assert not reading.problems


def test_the_fields_after_labels_come_along(tmp_path: Path) -> None:
    text = each(
        "**标题**：{t}\n**作者**：Ada Brook, Ben Cole\n**Year**: 2024\n**Venue**: Conf\n"
        "**Link**: [page](https://x.org/{n})\n**DOI**: 10.5555/x.{n}\n**Abstract**: {a}\n\n"
    )
    papers = read(tmp_path, text).papers
    assert [paper.title for paper in papers] == list(T)
    assert {(p.authors, p.year, p.venue) for p in papers} == {("Ada Brook; Ben Cole", 2024, "Conf")}
    assert papers[1].url == "https://x.org/2"
    assert papers[2].doi == "10.5555/x.3"


def test_wrapped_paragraphs_are_stored_with_their_line_ends(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, wrap(A[0])).papers
    assert paper.abstract == wrap(A[0])


def test_lines_of_problems_are_those_of_the_paragraph(tmp_path: Path) -> None:
    reading = read(tmp_path, f"My list\n\n{A[0]}\n\n\nPage 2\n\n{A[1]}\n\n{A[2]}")
    assert reading.abstracts() == list(A)
    assert [(item.line, item.title) for item in reading.problems] == [(6, "Page 2")]


def test_a_title_without_an_abstract_is_reported(tmp_path: Path) -> None:
    text = f"# My list\n\n## {T[0]}\n\n{A[0]}\n\n## {T[1]}\n\n## {T[2]}\n\n{A[2]}\n"
    reading = read(tmp_path, text)
    assert reading.without_abstract() == [T[1]]


def test_short_abstracts_are_abstracts(tmp_path: Path) -> None:
    reading = read(tmp_path, "My list\n\nA is 2x faster.\n\nB cuts memory by 4x.\n")
    assert reading.abstracts() == ["A is 2x faster.", "B cuts memory by 4x."]


def test_one_abstract_alone_is_a_list_of_one(tmp_path: Path) -> None:
    assert read(tmp_path, A[0]).abstracts() == [A[0]]
    assert read(tmp_path, f"{T[0]}\n\n{A[0]}").source.title == T[0]


def test_structured_abstracts_keep_their_parts(tmp_path: Path) -> None:
    text = f"Title: {T[0]}\nAbstract: Background: Slow.\nMethods: Fold.\nResults: 2x faster.\n"
    assert read(tmp_path, text).abstracts() == [
        "Background: Slow.\nMethods: Fold.\nResults: 2x faster."
    ]


def test_a_very_long_line_is_read_and_an_endless_one_reported(tmp_path: Path) -> None:
    long = "This takes long. " * 20_000
    endless = "This takes longer. " * 60_000
    reading = read(tmp_path, f"My list\n\n{long}\n\n{endless}\n\n{A[0]}\n")
    assert reading.abstracts() == [long.strip(), A[0]]
    assert reading.broken() == [(5, f"an abstract of {len(endless.strip()):,} characters")]


def test_a_sentence_that_wraps_onto_a_number_starts_no_item(tmp_path: Path) -> None:
    text = f"My list\n\n1. Chips age; we counted how many survive after a burn-in of\n7. {A[0]}"
    assert len(read(tmp_path, text).papers) == 1


@pytest.mark.parametrize(
    "heading", ["Abstract reasoning is hard. It takes years.", "Summary statistics lie. Often."]
)
def test_words_that_only_look_like_labels_stay(heading: str, tmp_path: Path) -> None:
    assert read(tmp_path, f"{heading}\n\n{A[0]}").abstracts() == [heading, A[0]]


def test_a_readme_is_refused(tmp_path: Path) -> None:
    text = f"# Tool\n\n{A[0]}\n\n## Installation\n\nRun it.\n\n## Usage\n\nLike this. Or that.\n"
    with pytest.raises(InputError, match="a Markdown document"):
        read(tmp_path, text)
    with pytest.raises(InputError, match="a Markdown document"):
        read(tmp_path, f"# Tool\n\n{A[0]}\n\n```sh\npip install tool\n```\n")

from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import read

PAGE = """---
title: 'Less is More: On
  Tables'
abstract: We are
  fast, and 'small'.
tex_title: "{Less}"
layout: inproceedings
author:
- given: Ada
  family: Brook
date: 2024-12-10
address:
container-title: Proc. of X
extras: []
# Format based on a citation style
---
"""


def test_folded_scalars_are_read_by_the_rules_of_yaml(tmp_path: Path) -> None:
    reading = read(tmp_path, PAGE)
    assert reading.source.format == "front-matter"
    (paper,) = reading.papers
    assert (paper.title, paper.abstract) == ("Less is More: On Tables", "We are fast, and 'small'.")
    assert (paper.authors, paper.year, paper.venue) == ("Ada Brook", 2024, "Proc. of X")


def test_the_abstract_may_stand_in_the_body(tmp_path: Path) -> None:
    text = "---\ntitle: T\nvenue: V\n---\n\nIntro.\n\n## Abstract\n\nWe are fast.\n\n## Code\n"
    (paper,) = read(tmp_path, text).papers
    assert (paper.title, paper.abstract) == ("T", "We are fast.")


def test_a_page_without_an_abstract_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"1 record \(front-matter\), none with an abstract"):
        read(tmp_path, "---\ntitle: T\nlayout: post\n---\nWords.\n")


def test_broken_yaml_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"input:4: no YAML \(mapping values are not allowed"):
        read(tmp_path, "---\ntitle: T\nyear: 2020\n  abstract: It is fast.\n---\n")


def test_values_with_a_colon_are_texts(tmp_path: Path) -> None:
    text = "---\ntitle: Fold: fast\nyear: 2020\nabstract: We show: it is fast.\n---\n"
    (paper,) = read(tmp_path, text).papers
    assert (paper.title, paper.abstract, paper.year) == ("Fold: fast", "We show: it is fast.", 2020)


def test_the_original_outranks_its_translation_in_the_body(tmp_path: Path) -> None:
    text = (
        "---\ntitle: T\n---\n\n## 摘要（中文）\n\n它很快。\n\n## 摘要（原文）\n\n> We are fast.\n"
    )
    assert read(tmp_path, text).abstracts() == ["We are fast."]


@pytest.mark.parametrize(
    "text",
    [
        "---\na: &a [x,x]\nb: &b [*a,*a]\n" + "c: [" + "*b," * 200 + "]\n---\n",
        "---\ntitle: " + "[" * 5000 + "\n---\n",
        "---\ntitle:\n" + "- " * 5000 + "x\n---\n",
    ],
)
def test_yaml_that_grows_or_goes_deep_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="refused"):
        read(tmp_path, text)


def test_lists_in_yaml_may_stand_under_a_key(tmp_path: Path) -> None:
    text = "papers:\n  - title: T\n    abstract: >\n      We are\n      fast.\n  - title: U\n"
    reading = read(tmp_path, text)
    assert reading.source.format == "yaml"
    assert reading.abstracts() == ["We are fast."]
    assert reading.without_abstract() == ["U"]


def test_a_page_may_have_its_abstract_in_a_quote_under_a_heading(tmp_path: Path) -> None:
    text = (
        "---\nlayout: default\ntitle: Fold\n---\n\n# Fold\n**arXiv**：[2601.00001v1]"
        "(https://arxiv.org/abs/2601.00001)  \n**作者**：Ada Brook, Ben Cole  \n\n"
        "**关键词**：折叠\n\n"
        "## 3 点简述\n- 核心问题：慢。\n\n## 摘要（原文）\n\n> We fold chains\n> 3x faster.\n"
    )
    (paper,) = read(tmp_path, text).papers
    assert paper.abstract == "We fold chains\n3x faster."
    assert (paper.title, paper.authors, paper.year) == ("Fold", "Ada Brook; Ben Cole", 2026)
    assert paper.url == "https://arxiv.org/abs/2601.00001"


def test_front_matter_may_be_toml(tmp_path: Path) -> None:
    text = (
        '+++\ntitle = "Fold"\ndate = 2023-05-01\nauthors = ["Ada Brook", "Ben Cole"]\n'
        'abstract = "We fold 3x faster."\n+++\n\nText.\n'
    )
    (paper,) = read(tmp_path, text).papers
    assert (paper.title, paper.authors, paper.year) == ("Fold", "Ada Brook; Ben Cole", 2023)
    assert paper.abstract == "We fold 3x faster."
    with pytest.raises(InputError, match="no TOML"):
        read(tmp_path, "+++\ntitle = \n+++\n")


def test_arxivs_preface_goes_from_any_format(tmp_path: Path) -> None:
    text = (
        '---\ntitle: Fold\nsummary: "arXiv:2601.1v1 Announce Type: new Abstract: We fold."\n---\n'
    )
    assert read(tmp_path, text).abstracts() == ["We fold."]


def test_a_paper_or_a_map_of_papers_may_be_yaml(tmp_path: Path) -> None:
    paper = "title: Fold\nauthor: Brook, Ada\nabstract: >\n  We fold\n  3x faster.\nyear: '2023'\n"
    several = "entries:\n" + "".join(
        f"  {key}:\n" + "".join(f"    {line}\n" for line in paper.splitlines()) for key in "ab"
    )
    for text, count in ((paper, 1), (f"---\n{several}", 2)):
        papers = read(tmp_path, text).papers
        assert [(found.title, found.year) for found in papers] == [("Fold", 2023)] * count
        assert {found.abstract for found in papers} == {"We fold 3x faster."}


def test_venues_that_themes_set_in_italics_are_plain(tmp_path: Path) -> None:
    text = "---\ntitle: Fold\npublication: '*Conf 2023*'\nabstract: We fold.\n---\n"
    assert [paper.venue for paper in read(tmp_path, text).papers] == ["Conf 2023"]

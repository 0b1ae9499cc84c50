from pathlib import Path

import pytest

from tests.readers.reading import read
from tests.readers.test_textlist import A, T, each


def test_a_translation_beside_an_abstract_is_no_paper(tmp_path: Path) -> None:
    entry = (
        "# {t}：快\n\n**论文ID**：2601.0000{n}\n**英文标题**：{t}\n**中文标题**：快\n"
        "**作者团队**：Ada Brook, Ben Cole\n**发表日期**：2026-01-02\n\n"
        "**英文摘要**：\n{a}\n\n**中文摘要**：\n它很快。它省能源。\n\n"
        "**GitHub仓库**：暂无\n**模型功能**：它很快。\n\n"
    )
    for text in (each(entry), each(entry.replace("英文摘要", "摘要"))):
        reading = read(tmp_path, text)
        assert reading.abstracts() == list(A)
        assert reading.titles() == list(T)
        assert {paper.authors for paper in reading.papers} == {"Ada Brook; Ben Cole"}
        assert reading.papers[0].url == "https://arxiv.org/abs/2601.00001"
        assert not reading.problems


def test_an_abstract_after_its_translation_is_the_abstract(tmp_path: Path) -> None:
    text = each("## {t}\n\n**中文摘要**: 它很快。它省能源。\n\n**Abstract**: {a}\n\n")
    assert read(tmp_path, text).abstracts() == list(A)


def test_names_and_links_may_follow_a_bold_title_in_a_summary(tmp_path: Path) -> None:
    text = each(
        "<details>\n<summary><strong>{t}</strong> - Ada Brook, Ben Cole - "
        "[[pdf]](https://arxiv.org/pdf/2601.0000{n})</summary>\n\n**Abstract:** {a}\n\n"
        "**arXiv ID:** 2601.0000{n}\n</details>\n\n"
    )
    reading = read(tmp_path, text)
    assert (reading.titles(), reading.abstracts()) == (list(T), list(A))
    assert reading.papers[1].authors == "Ada Brook; Ben Cole"
    assert reading.papers[1].url == "https://arxiv.org/abs/2601.00002"


def test_contents_and_the_prompt_of_a_digest_are_no_papers(tmp_path: Path) -> None:
    contents = each("{n}. [{t}](#user-content-link{n})\n**Authors:** Ada Brook, Ben Cole\n\n")
    papers = each(
        '## {n}. [{t}](https://arxiv.org/abs/2601.0000{n}) <a id="link{n}"></a>\n\n'
        "**ArXiv ID:** 2601.0000{n}\n\n**Authors:** Ada Brook, Ben Cole\n\n**Abstract:** {a}\n\n"
        "**Comment:** Author match\n\n\n\n---\n\n"
    )
    prompt = (
        "## Paper selection prompt\n 1. New methods of folding which are specific steps that are "
        "taken.\n    - Relevant: papers that discuss folding. Usually these will say so.\n"
    )
    reading = read(tmp_path, f"# Daily papers\nTotal: 3\n\n{contents}---\n{papers}\n{prompt}")
    assert (reading.titles(), reading.abstracts()) == (list(T), list(A))
    assert reading.without_abstract() == ["Paper selection prompt"]


def test_code_beside_abstracts_is_part_of_none(tmp_path: Path) -> None:
    text = each(
        "### {t}\n\n**Abstract**: {a}\n\n"
        "```bibtex\n@article{{a{n},\n  title = {{T}},\n\n  year = 2026\n}}\n```\n\n"
    )
    reading = read(tmp_path, f"# List\n\n{text}")
    assert reading.source.format == "markdown"
    assert (reading.titles(), reading.abstracts()) == (list(T), list(A))


def test_abstracts_may_be_set_as_code(tmp_path: Path) -> None:
    text = each(
        '**{t}**. <br> Ada Brook, Ben Cole\n\n<details markdown="block">\n'
        "  <summary>Abstract</summary>\n  {{: .fs-3 }}\n  ```\n  {a}\n  ```\n</details>\n\n"
    )
    assert read(tmp_path, f"# List\n\n{text}").abstracts() == list(A)


@pytest.mark.parametrize(
    "names",
    ["Ada Brook and Ben\n  Cole and Cy Dent", "Ada Brook, Ben\n  Cole, Cy Dent"],
)
def test_a_line_of_names_may_end_within_one(names: str, tmp_path: Path) -> None:
    text = each(
        "\\\\\narXiv:2601.0000{n}\nDate: Mon, 12 Jan 2026 20:33:39 GMT   (215kb)\n\n"
        "Title: {t}\nAuthors: " + names + "\nCategories: cs.AI\n\\\\\n  {a}\n"
        "\\\\ ( https://arxiv.org/abs/2601.0000{n} ,  215kb)\n" + "-" * 78 + "\n"
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == list(A)
    assert {paper.authors for paper in reading.papers} == {"Ada Brook; Ben Cole; Cy Dent"}


def test_items_under_an_item_tell_of_its_paper(tmp_path: Path) -> None:
    text = each(
        "* **{t}** [[Paper]](https://arxiv.org/abs/2601.0000{n}) [[Code]](https://github.com/a/b)\n"
        "    * Ada Brook, Ben Cole\n    * ICML 2026\n    * Abstract: {a}\n\n"
    )
    reading = read(tmp_path, text)
    assert (reading.titles(), reading.abstracts()) == (list(T), list(A))
    assert reading.papers[0].authors == "Ada Brook; Ben Cole"
    assert reading.papers[0].url == "https://arxiv.org/abs/2601.00001"

from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import read
from tests.readers.test_textlist import BOTH, A, T, each, wrap

UNLABELLED = {
    "items of several lines": (
        "# My list\n\n",
        "- **{t}**\n  Ada Brook, Ben Cole\n  {label}{a}\n\n",
        "Abstract: ",
    ),
    "headings over labels": (
        "# My list\n\n",
        "## {t}\n\n**Authors:** Ada Brook\n\n{label}{w}\n\n",
        "**Abstract:** ",
    ),
    "nested items": (
        "# My list\n\n",
        "{n}. **{t}**\n   - Authors: Ada Brook\n   - {label}{a}\n",
        "Abstract: ",
    ),
    "labels over wrapped lines": (
        "My list\n\n",
        "Title: {t}\nAuthors: Ada Brook\n\n{label}{w}\n\n",
        "Abstract: ",
    ),
    "headings over names": (
        "# My list\n\n",
        "### [{t}](https://x.org/{n})\nAda Brook, Ben Cole\n{label}{w}\n\n",
        "**Abstract** ",
    ),
    "lines above": ("My list\n\n", "{t}\n{label}{a}\n\n", "Abstract: "),
}


@pytest.mark.parametrize("name", UNLABELLED)
def test_an_abstract_whose_label_was_left_out_is_read(name: str, tmp_path: Path) -> None:
    start, template, label = UNLABELLED[name]
    papers = (
        template.format(n=n, t=t, a=a, w=wrap(a), label="" if n == 2 else label)
        for n, (t, a) in enumerate(BOTH, 1)
    )
    reading = read(tmp_path, start + "".join(papers))
    assert [" ".join(text.split()) for text in reading.abstracts()] == list(A)
    assert reading.titles() == list(T)
    assert reading.source.title == "My list"
    assert not reading.problems


def test_an_item_beside_labelled_ones_is_an_abstract_of_its_own(tmp_path: Path) -> None:
    text = f"- Abstract: {A[0]}\n- {A[1]}\n- Abstract: {A[2]}\n"
    assert read(tmp_path, text).abstracts() == list(A)


def test_prose_before_a_label_is_no_abstract_nor_is_that_of_sections(tmp_path: Path) -> None:
    text = (
        f"# My list\n\nWhat we read. Enjoy it.\n\n## Systems\n\nThese are fast. All of them.\n\n"
        f"### {T[0]}\n\n**TL;DR**\n\nIt folds. It is fast.\n\n**Abstract:** {A[0]}\n\n"
        f"### {T[1]}\n\nIt plans. It is fast.\n\n**Abstract:** {A[1]}\n\n"
        f"### {T[2]}\n\n**TL;DR**\n\nIt skips. It saves.\n\n"
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == [A[0], A[1]]
    assert reading.without_abstract() == [T[2]]


def test_a_heading_among_labelled_papers_without_a_word_under_it_is_listed(tmp_path: Path) -> None:
    text = (
        f"# My list\n\n## {T[0]}\n\nAbstract: {A[0]}\n\n## {T[1]}\n\n## {T[2]}\n\nAbstract: {A[2]}"
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == [A[0], A[2]]
    assert reading.without_abstract() == [T[1]]


@pytest.mark.parametrize(
    "summary",
    [
        "{t}",
        "<b>{t}</b>",
        '<a href="https://x.org/{n}">{t}</a>',
        "<strong>{n}. {t}</strong>",
        "[{t}](https://x.org/{n})",
    ],
)
@pytest.mark.parametrize("label", ["", "**Abstract**: "])
def test_titles_stand_in_summaries_of_folded_sections(
    summary: str, label: str, tmp_path: Path
) -> None:
    text = "# My list\n\n" + each(
        "<details>\n<summary>"
        + summary
        + "</summary>\n\nAda Brook, Ben Cole\n\n"
        + label
        + "{a}\n\n</details>\n\n"
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == list(A)
    assert reading.titles() == list(T)
    assert {paper.authors for paper in reading.papers} == {"Ada Brook; Ben Cole"}
    assert reading.source.title == "My list"


def test_summaries_that_only_say_what_to_click_are_no_titles(tmp_path: Path) -> None:
    text = each(
        "## {t}\n\n<details>\n<summary>Click here to see it</summary>\n\n{a}\n\n</details>\n\n"
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == list(A)
    assert reading.titles() == list(T)


# How digests of arXiv on the web lay papers out; each has title, authors, page and year.
DIGESTS = {
    "marks in colour": (
        "### {n}. [{t}](https://arxiv.org/abs/2601.0000{n})\n\n"
        "**<font color=#1a73e8>作者：</font>** Ada Brook, Ben Cole 等 5 位作者  \n"
        "**<font color=#188038>arXiv所属领域：</font>** Cryptography\n\n"
        "**<font color=#5f6368>摘要：</font>**\n> {a}\n\n---\n\n"
    ),
    "dates and links on one line": (
        "## **{n}. {t}**\n\ncs.CL\n\naccepted at a workshop\n\n"
        "**SubmitDate**: 2026-01-10    [abs](http://arxiv.org/abs/2601.0000{n}v2) "
        "[paper-pdf](http://arxiv.org/pdf/2601.0000{n}v2)\n\n**Authors**: Ada Brook, Ben Cole\n\n"
        "**Abstract**: {a}\n\n\n\n"
    ),
    "links to other pages": (
        "### [{t}](2601.0000{n}.md)\n**Ada Brook, Ben Cole et al.** · 2026-01-30 · "
        "https://arxiv.org/abs/2601.0000{n}\n\n<details>\n<summary>Abstract</summary>\n\n{a}\n\n"
        "</details>\n\n"
    ),
    "items with italic dates": (
        "- **{t}**  \n  Ada Brook, Ben Cole  \n  _2026-02-27_ · https://arxiv.org/abs/2601.0000{n}v1"
        "  \n  <details><summary>Abstract</summary>\n\n  {a}\n\n  </details>\n\n"
    ),
    "lists in folded sections": (
        "### [{t}](https://arxiv.org/abs/2601.0000{n})  \n[[code](https://github.com/x/{n})]  \n"
        "Ada Brook, Ben Cole  \n<details>  \n  <summary>Abstract</summary>  \n  <ol>  \n    {a}  \n"
        "  </ol>  \n</details>  \n\n"
    ),
    "tags as code": (
        "- **[{t}](https://arxiv.org/abs/2601.0000{n})**  `arXiv:2601.0000{n}`  `cs.CV` `cs.AI`  \n"
        "  _Ada Brook, Ben Cole, et al._\n  <details open><summary>Abstract</summary>\n  {a}\n"
        "  </details>\n\n"
    ),
    "labels of all kinds": (
        "### Paper {n}: {t}\n\n- **Source:** arXiv\n- **Publication Year:** 2026\n"
        '- **Citation Count:** 0\n- **Authors:** ["Ada Brook", "Ben Cole"]\n- **Abstract:** {a}\n'
        "- **Pages:** null\n- **Por qué:** Sí.\n- **arxivid:** 2601.0000{n}\n\n---\n\n"
    ),
    "the feed's preface": (
        "## {n}. {t}\n\n**Relevance: 6/10** | Published: 2026-01-10 | Source: arXiv\n\n"
        "**Authors:** Ada Brook, Ben Cole\n\n<details>\n<summary>Abstract</summary>\n\n"
        "arXiv:2601.0000{n}v1 Announce Type: cross \nAbstract: {a}\n\n</details>\n\n"
        "[Link](https://arxiv.org/abs/2601.0000{n})\n | [PDF](https://arxiv.org/pdf/2601.0000{n})"
        "\n\n---\n\n"
    ),
    "pictures before labels": (
        "### {n}. {t}\n\n- 📚 **Source**: arXiv\n- ✍️ **Authors**: Ada Brook, Ben Cole\n"
        "- 📅 **Date**: 2026-01-10\n- 📥 **PDF**: https://arxiv.org/pdf/2601.0000{n}\n\n"
        "#### 📝 [Abstract](https://arxiv.org/abs/2601.0000{n})\n\n- 📖 **Original**: {a}\n"
        "- 🌐 **Translation**: 更快。\n\n#### ✨ Summary\n\n- 💡 **TLDR**: It is fast.\n\n"
    ),
    "a summary after the abstract": (
        "## {t}\n\n**Authors**: Ada Brook, Ben Cole\n\n**Date**: 2026-01-01\n\n"
        "arXiv:2601.0000{n}\n\n### Abstract\n\n{a}\n\n### Summary\n\nIt is fast. Very.\n\n"
    ),
    "abstracts in italics": (
        "**{t}**  \n> Ada Brook*, and Ben Cole*  \n> arXiv 2026, https://arxiv.org/abs/2601.0000{n}"
        "\n\n> **Abstract:** *{a}*\n\n"
    ),
}


@pytest.mark.parametrize("name", DIGESTS)
def test_digests_are_read_with_all_that_they_tell(name: str, tmp_path: Path) -> None:
    reading = read(tmp_path, each(DIGESTS[name]))
    assert reading.abstracts() == list(A)
    assert reading.titles() == list(T)
    assert {paper.authors for paper in reading.papers} == {"Ada Brook; Ben Cole"}
    assert [paper.year for paper in reading.papers] == [2026] * 3
    assert [(paper.url or "").partition("://")[2] for paper in reading.papers] == [
        f"arxiv.org/abs/2601.0000{n}" for n in (1, 2, 3)
    ]
    assert not reading.problems


def test_a_title_that_is_a_link_ends_with_it(tmp_path: Path) -> None:
    text = each(
        "- [{t}](https://x.org/{n}), Ada Brook, 2022, *Conf*\n"
        "  <details><summary>Abstract</summary>{a}</details>\n"
    )
    reading = read(tmp_path, f"# My list\n\n{text}")
    assert reading.titles() == list(T)
    assert [paper.url for paper in reading.papers] == [f"https://x.org/{n}" for n in (1, 2, 3)]


def test_titles_and_names_may_have_labels_and_abstracts_none(tmp_path: Path) -> None:
    text = "# cs.CL papers\n\n" + each(
        "## #{n} {t} [PDF12] [Copy] [Kimi{n}] [REL]\n\nAuthors: Ada Brook, Ben Cole\n\n{a}\n\n"
        "Subject: Computation and Language\n\nPublish: 2024-01-01\n\n"
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == list(A)
    assert reading.titles() == list(T)
    assert {paper.authors for paper in reading.papers} == {"Ada Brook; Ben Cole"}
    assert reading.source.title == "cs.CL papers"


def test_arxivs_mails_are_read(tmp_path: Path) -> None:
    rule = "-" * 78
    text = each(
        f"{rule}\n\\\\\n"
        "arXiv:2401.0000{n}\nDate: Mon, 1 Jan 2024 00:00:00 GMT   (12kb)\n\nTitle: {t}\n"
        "  That Wraps\nAuthors: Ada Brook,\n  Ben Cole\nCategories: cs.LG\nComments: 10 pages\n"
        "\\\\\n  {w}\n\\\\ ( https://arxiv.org/abs/2401.0000{n} ,  12kb)\n"
    )
    reading = read(tmp_path, text + "%%--" * 19 + "%%\n")
    assert [" ".join(abstract.split()) for abstract in reading.abstracts()] == list(A)
    assert reading.titles() == [f"{title} That Wraps" for title in T]
    assert {(paper.authors, paper.year) for paper in reading.papers} == {
        ("Ada Brook; Ben Cole", 2024)
    }
    assert reading.papers[2].url == "https://arxiv.org/abs/2401.00003"
    assert not reading.problems


MAIL_HEAD = (
    f"{'-' * 78}\nSend any comments regarding submissions directly to submitter.\n{'-' * 78}\n"
    f"Archives at http://arxiv.org/\nTo unsubscribe, e-mail To: cs@arXiv.org, Subject: cancel\n"
    f"{'-' * 78}\n Submissions to:\nMachine Learning\n received from  Mon  1 Jan 24\n{'-' * 78}\n"
)


def test_an_arxiv_mail_has_a_head_and_comments_that_go_on(tmp_path: Path) -> None:
    comments = "Accepted at the third workshop on things that are fast. " * 5 + "The code is at"
    text = each(
        "\\\\\narXiv:2401.0000{n}\nDate: Mon, 1 Jan 2024 00:00:00 GMT   (12kb)\n\nTitle: {t}\n"
        f"Authors: Ada Brook, Ben Cole\nCategories: cs.LG\nComments: {comments}\n"
        "  https://github.com/x/y\n"
        "\\\\\n  {w}\n\\\\ ( https://arxiv.org/abs/2401.0000{n} ,  12kb)\n"
    )
    reading = read(tmp_path, MAIL_HEAD + text)
    assert [" ".join(abstract.split()) for abstract in reading.abstracts()] == list(A)
    assert reading.titles() == list(T)
    assert {paper.authors for paper in reading.papers} == {"Ada Brook; Ben Cole"}
    assert not reading.problems


def test_links_alone_on_a_line_are_no_part_of_an_abstract(tmp_path: Path) -> None:
    text = each("## {t}\n\n[PDF](https://x.org/{n}.pdf) | [Code](https://x.org/{n})\n\n{a}\n\n")
    assert read(tmp_path, text).abstracts() == list(A)


HEADED = {
    "a line about it": (
        "## {t}\n\nBrook et al., 2026-01-02, [paper](https://arxiv.org/abs/2601.0000{n})\n\n{a}\n\n"
    ),
    "a link after bold words": (
        "- **{t}** ([arXiv](https://arxiv.org/abs/2601.0000{n}))\n  *Ada Brook, Ben Cole*\n\n"
        "  {a}\n\n"
    ),
    "a folded section's summary": (
        "<details><summary><strong>{t}</strong> | Ada Brook | "
        '<a href="https://arxiv.org/abs/2601.0000{n}">arXiv</a></summary>\n<p>{a}</p>\n</details>\n\n'
    ),
}


@pytest.mark.parametrize("name", HEADED)
def test_what_stands_between_title_and_abstract_is_part_of_neither(
    name: str, tmp_path: Path
) -> None:
    reading = read(tmp_path, "# My list\n\n" + each(HEADED[name]))
    assert reading.abstracts() == list(A)
    assert reading.titles() == list(T)
    assert [(paper.url, paper.year) for paper in reading.papers] == [
        (f"https://arxiv.org/abs/2601.0000{n}", 2026) for n in (1, 2, 3)
    ]
    assert not reading.problems


@pytest.mark.parametrize("gap", ["", "\n"], ids=["tight", "apart"])
@pytest.mark.parametrize("indent", ["", "    "])
@pytest.mark.parametrize("blank", ["", "\n"], ids=["under the subjects", "after a blank line"])
def test_abstracts_right_under_the_subjects_of_arxivs_listing_are_read(
    tmp_path: Path, gap: str, indent: str, blank: str
) -> None:
    first = "We sort 5x faster than before, and\nwith half of the memory."
    second = "Caches grow large. Ours are 3x smaller."
    subjects = "Machine Learning (cs.LG); Databases (cs.DB); Mathematical Physics (math-ph)"
    text = ""
    for number, (title, abstract) in enumerate((("Zorblax", first), ("Quenchette", second)), 1):
        lines = [
            f"Title: {title}: words on it", "Authors: Ada Lovely, Bob Person", "Comments: 9 pages",
            f"Subjects: {subjects}", *([""] if blank else []), *abstract.split("\n"),
        ]  # fmt: skip
        text += f"[{number}] arXiv:2401.0000{number} [pdf, html, other]\n"
        text += "".join(f"{indent}{line}\n" if line else "\n" for line in lines) + gap
    done = read(tmp_path, text)
    assert [" ".join(one.split()) for one in done.abstracts()] == [first.replace("\n", " "), second]
    assert done.titles() == ["Zorblax: words on it", "Quenchette: words on it"]
    assert done.papers[0].url == "https://arxiv.org/abs/2401.00001"


def test_a_listing_whose_subjects_have_nothing_under_them_has_no_abstracts(tmp_path: Path) -> None:
    entry = (
        "Title: Zorblax: words on it\nComments: 9 pages\n    of proofs.\nSubjects: Logic (cs.LO)\n"
    )
    with pytest.raises(InputError, match=r"2 records \(text\), none with an abstract"):
        read(tmp_path, f"{entry}\n{entry.replace('Zorblax', 'Quenchette')}", format="text")

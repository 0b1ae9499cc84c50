from pathlib import Path

import pytest

from tests.readers.reading import read

SCOPUS = """Scopus
EXPORT DATE: 12 March 2024

Brook A., Cole B.
AUTHOR FULL NAMES: Brook, Ada (57221304054); Cole, Ben (57219465762)
57221304054; 57219465762
Folding protein chains: A method
(2021) Journal of Folding, Measurement and Things, 68 (2), art. no. 12, pp. 27 - 29, Cited 6 times.
DOI: 10.5555/ab
https://www.scopus.com/inward/record.uri?eid=2-s2.0-1

AFFILIATIONS: Department of Things, University of X
ABSTRACT: Folding is slow. We fold 3.2x faster. © 2021 X.
AUTHOR KEYWORDS: Folding; Chains
DOCUMENT TYPE: Article
SOURCE: Scopus

[No author name available]
No words
(2019) Another Journal, 12400 LNCS, pp. 1 - 2.
DOCUMENT TYPE: Note
SOURCE: Scopus

Dent C.
A plain one
(2018) J. Things. Cited 2 times.
ABSTRACT: It needs 40% less memory.
SOURCE: Scopus
"""


def test_scopuss_plain_text_is_read(tmp_path: Path) -> None:
    reading = read(tmp_path, SCOPUS)
    assert reading.source.format == "scopus-text"
    assert reading.abstracts() == [
        "Folding is slow. We fold 3.2x faster. © 2021 X.",
        "It needs 40% less memory.",
    ]
    first, third = reading.papers
    assert (first.title, first.authors) == (
        "Folding protein chains: A method",
        "Ada Brook; Ben Cole",
    )
    assert (first.year, first.doi) == (2021, "10.5555/ab")
    assert first.venue == "Journal of Folding, Measurement and Things"
    assert first.url == "https://www.scopus.com/inward/record.uri?eid=2-s2.0-1"
    assert (third.title, third.authors, third.venue) == ("A plain one", "Dent C.", "J. Things")
    assert [(item.line, item.title) for item in reading.problems] == [(18, "No words")]


def test_scopuss_bibtex_under_the_same_heading_is_bibtex(tmp_path: Path) -> None:
    entry = "@ARTICLE{A,\n title = {T},\n abstract = {A is fast.}\n}\n"
    text = f"Scopus\nEXPORT DATE: 1 May 2024\n\n{entry}"
    reading = read(tmp_path, text)
    assert (reading.source.format, reading.abstracts()) == ("bibtex", ["A is fast."])


EMBASE = """RECORD 1

TITLE
Folding protein chains

AUTHOR NAMES
Brook A., Cole B.

SOURCE
Journal of X (2021) 12:3 (1-10). Date of Publication: 1 Mar 2021

ABSTRACT
Folding is slow.
We fold 3.2x faster.

EMTREE MEDICAL INDEX TERMS
folding

DOI
10.5555/ab

RECORD 2

TITLE
No words

LANGUAGE OF ARTICLE
English
"""
EBSCO = """Record: 1
Title:
\tFolding protein chains
Authors:
\tBrook, A.
\tCole, B.
Source:
\tJournal of X. Mar2021, Vol. 12 Issue 3, p1-10.
Abstract:
\tFolding is slow.
\tWe fold 3.2x faster.
DOI:
\t10.5555/ab

Record: 2
Title:
\tNo words
"""
PROQUEST = """____________________________________________________________
Report Information from ProQuest

____________________________________________________________

Document 1 of 2

Folding protein chains

Author: A. Brook; B. Cole

Publication info: Journal of X; Oxford Vol. 12, Iss. 3, (Mar 2021): 1-10.

Abstract: Folding is slow.

Methods: We fold 3.2x faster.

Title: Folding protein chains

Author: A. Brook; B. Cole

Publication title: Journal of X

Publication year: 2021

DOI: http://dx.doi.org/10.5555/ab

ProQuest document ID: 12

____________________________________________________________

Document 2 of 2

Title: No words

ProQuest document ID: 13
"""


@pytest.mark.parametrize(
    ("name", "text", "abstract"),
    [
        ("embase-text", EMBASE, "Folding is slow. We fold 3.2x faster."),
        ("ebsco-text", EBSCO, "Folding is slow. We fold 3.2x faster."),
        ("proquest-text", PROQUEST, "Folding is slow. Methods: We fold 3.2x faster."),
    ],
)
def test_text_of_databases_is_read(name: str, text: str, abstract: str, tmp_path: Path) -> None:
    reading = read(tmp_path, text)
    assert (reading.source.format, reading.abstracts()) == (name, [abstract])
    (paper,) = reading.papers
    assert paper.title == "Folding protein chains"
    assert paper.authors in ("Brook A.; Cole B.", "A. Brook; B. Cole")
    assert (paper.year, paper.venue, paper.doi) == (2021, "Journal of X", "10.5555/ab")
    assert reading.without_abstract() == ["No words"]

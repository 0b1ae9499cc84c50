from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import read

PUBMED = """\
1. J Fold. 2023 May 1;12(3):45-67. doi: 10.5555/jf.2023.001. Epub 2023 Apr 2.

Quickfold: a folding method for protein chains that runs on one
accelerator.

Brook A(1), Cole B(2)(3).

Author information:
(1)Department of Things, University of X, Y.
(2)Institute.

Comment in
    J Fold. 2023 May;12(3):99. PMID: 37000009.

BACKGROUND: Folding is slow.
RESULTS: It runs 3.2x faster and needs half the
memory.

CONCLUSIONS: It pays.

© 2023. The Author(s).

DOI: 10.5555/jf.2023.001
PMCID: PMC1234
PMID: 37000001 [Indexed for MEDLINE]

Conflict of interest statement: None.


2. Nature. 2022 Jan 3.

[A letter without words].

Dent C.

PMID: 37000002


3. Lancet. 2021;1:1.

Plain paper.

Ember E(1).

Large tables are slow to join.
4. In this list they aren't.

PMID: 37000003
"""

OVID = """\
<1>
Unique Identifier
  37000001
Authors
  Brook, Ada 1;  Cole, Ben 2
Title
  Quickfold: Folding Protein Chains. [Article]
Source
  Journal of X.   8(6):1048-1064, September 2015.
Abstract
  Folding is slow.
  We fold 3.2x faster.
Digital Object Identifier
  10.5555/ab

<2>
Title
  No words
Source
  Journal of Y. 2014.
"""


def test_pubmeds_abstract_format_is_read(tmp_path: Path) -> None:
    reading = read(tmp_path, PUBMED)
    assert reading.source.format == "pubmed-text"
    assert reading.abstracts() == [
        "BACKGROUND: Folding is slow. RESULTS: It runs 3.2x faster and needs half the memory."
        "\n\nCONCLUSIONS: It pays.",
        "Large tables are slow to join. 4. In this list they aren't.",
    ]
    first, third = reading.papers
    assert first.title == (
        "Quickfold: a folding method for protein chains that runs on one accelerator."
    )
    assert (first.authors, first.year, first.venue) == ("Brook A; Cole B", 2023, "J Fold")
    assert first.doi == "10.5555/jf.2023.001"
    assert first.url == "https://pubmed.ncbi.nlm.nih.gov/37000001/"
    assert third.url == "https://pubmed.ncbi.nlm.nih.gov/37000003/"
    assert reading.without_abstract() == ["[A letter without words]."]


@pytest.mark.parametrize("start", ["Free energies are", "Copyright law is", "Retractable arms are"])
def test_an_abstract_may_start_as_a_notice_does(start: str, tmp_path: Path) -> None:
    text = PUBMED.replace("Large tables are", start)
    assert read(tmp_path, text).abstracts()[1].startswith(start)


def test_ovids_citations_are_read(tmp_path: Path) -> None:
    reading = read(tmp_path, OVID)
    assert reading.source.format == "ovid"
    assert reading.abstracts() == ["Folding is slow. We fold 3.2x faster."]
    (found,) = reading.papers
    assert (found.title, found.authors) == (
        "Quickfold: Folding Protein Chains",
        "Ada Brook; Ben Cole",
    )
    assert (found.year, found.venue, found.doi) == (2015, "Journal of X", "10.5555/ab")
    assert reading.without_abstract() == ["No words"]


ERIC = (
    "OWN - ERIC\nTI  - Fold\nAU  - Brook, Ada\nJT  - J. of X\nAID - http://dx.doi.org/10.5555/AB\n"
    "OID - EJ1\nDP  - 2023\nLID - http://eric.ed.gov/?id=EJ1\nAB  - We fold\n      3x faster.\n\n"
    "OWN - ERIC\nTI  - No words\n"
)
LIBRARIES = {
    "ERIC's": ERIC,
    "ERIC's after a blank line": f"\n{ERIC}",
    "no blank before the dash": (
        "TI- Fold\nAU- Brook, Ada\nJT- J. of X\nPY- 2023\nLID- doi.org/10.5555/AB\nAB- We fold\n"
        "    3x faster.\n\nTI- No words\nAU- Brook, Ada\nPY- 2022\n"
    ),
    "tildes": (
        "Record.*INSPEC.*\n\nTI ~ Fold\nAU ~ Brook, Ada\nJT ~ J. of X\nPY ~ 2023\n"
        "AB ~ We fold 3x faster.\nLD ~ x\n\nTI ~ No words\nAU ~ Brook, Ada\n"
    ),
    "Cochrane's": (
        "Record #1 of 2\nID: CN-1\nAU: Brook, Ada\nTI: Fold\nSO: J. of X\nYR: 2023\nPT: Article\n"
        "DOI: 10.5555/AB\nAB: We fold 3x faster.\n\n\nRecord #2 of 2\nID: CN-2\nTI: No words\n"
    ),
    "dashes around": (
        "--TI-- Fold\n--AU-- Brook, Ada; Cole, Ben\n--JT-- J. of X\n--PY-- 2023\n"
        "--AB-- We fold 3x faster.\n\n--TI-- No words\n"
    ),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_tags_without_pubmeds_numbers_are_read(name: str, tmp_path: Path) -> None:
    reading = read(tmp_path, LIBRARIES[name])
    assert reading.source.format == "medline"
    assert reading.abstracts() == ["We fold 3x faster."]
    (found,) = reading.papers
    assert (found.title, found.year, found.venue) == ("Fold", 2023, "J. of X")
    assert found.authors in ("Ada Brook", "Ada Brook; Ben Cole")
    if "ERIC" in name:
        assert (found.doi, found.url) == ("10.5555/ab", "http://eric.ed.gov/?id=EJ1")
    assert reading.without_abstract() == ["No words"]


def test_a_second_title_after_a_blank_line_is_another_record(tmp_path: Path) -> None:
    text = "PMID- 1\nTI  - Fold\nAB  - We fold.\n\nTI  - No words\nTA  - J\n"
    reading = read(tmp_path, text)
    assert (reading.titles(), reading.without_abstract()) == (["Fold"], ["No words"])


def test_a_line_that_starts_with_a_model_goes_on_with_the_abstract(tmp_path: Path) -> None:
    text = "TI- Fold\nAU- Brook, Ada\nPY-2023\nAB- We fold faster than\nGPT-4 does, 3x faster.\n"
    (found,) = read(tmp_path, text).papers
    assert found.abstract == "We fold faster than GPT-4 does, 3x faster."
    assert found.year == 2023


def test_endnote_records_may_start_with_another_tag(tmp_path: Path) -> None:
    text = (
        "%T Fold\n%0 Journal Article\n%A Brook, Ada\n%D 2023\n%X We fold 3x faster.\n\n\n"
        "%T No words\n%D 2022\n\n\n%T Join\n%A Dent, Cy\n%D 2021\n%X We join faster.\n"
    )
    reading = read(tmp_path, text)
    assert reading.titles() == ["Fold", "Join"]
    assert [paper.authors for paper in reading.papers] == ["Ada Brook", "Cy Dent"]
    assert reading.without_abstract() == ["No words"]


def test_a_web_of_science_file_may_have_a_gap_after_its_head(tmp_path: Path) -> None:
    text = "FN ISI Export Format\nVR 1.0\n\nPT J\nTI Fold\nAB We fold.\nER\n\nEF\n"
    assert read(tmp_path, text).titles() == ["Fold"]


def test_tags_without_an_abstract_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"1 record \(medline\), none with an abstract"):
        read(tmp_path, "TI  - Fold\nAU  - Brook, Ada\nDP  - 2023\n")

from pathlib import Path

import pytest

from tests.readers.reading import read

RIS = """TY  - JOUR
T1  - A fast method
A1  - Brook, Ada, Jr.
AU  - Cole B
Y1  - 2019/05/01/
JF  - Journal of X
N2  - We are
fast.
<p>Really</p>
KW  - one
two
DO  - https://doi.org/10.1000/AB
UR  - <Go to ISI>://WOS:1
UR  - https://x.org
N1  - Times Cited in all: 1
ER  -

TY  - CASE
TI  - No abstract here
ST  - Short
ER  -
"""


def test_ris_reads_older_tags_lines_without_tag_and_mark_up(tmp_path: Path) -> None:
    reading = read(tmp_path, RIS)
    (paper,) = reading.papers
    assert paper.abstract == "We are fast. Really"
    assert (paper.title, paper.authors, paper.year) == (
        "A fast method",
        "Ada Brook Jr.; Cole B",
        2019,
    )
    assert (paper.venue, paper.url, paper.doi) == ("Journal of X", "https://x.org", "10.1000/ab")
    assert [(item.line, item.title) for item in reading.problems] == [(18, "No abstract here")]


@pytest.mark.parametrize("end", ["ER  - \n", "ER  -\n", "ER -\n", "", "\n"])
def test_ris_records_end_in_many_ways(end: str, tmp_path: Path) -> None:
    record = "TY  - JOUR\nTI  - T{0}\nAB  - A{0} is fast.\n" + end
    reading = read(tmp_path, record.format(1) + record.format(2))
    assert reading.abstracts() == ["A1 is fast.", "A2 is fast."]


def test_ris_after_a_preface_and_with_crlf(tmp_path: Path) -> None:
    text = "Provider: X\nContent: text/plain\n\nTY  - JOUR\nAB  - A is fast.\nER  - \n"
    assert read(tmp_path, text.replace("\n", "\r\n")).abstracts() == ["A is fast."]


def test_the_abstract_of_ris_outranks_its_notes(tmp_path: Path) -> None:
    text = "TY  - JOUR\nN2  - Notes.\nAB  - A is fast.\nAB  - And small.\nER  -\n"
    assert read(tmp_path, text).abstracts() == ["A is fast. And small."]


WOS = """FN Clarivate
VR 1.0
PT J
AU Brook, A
   Cole, B
AF Brook, Ada
   Cole, Ben
TI Fast
   methods
SO JOURNAL OF X
AB The loss is -
   0.07 dB. (c) 2006 Society.
CR BROOK A, 1997, J
   COLE B, 2001, K
PY 2006
DI 10.1000/AB
ER

PT J
TI Nothing
ER

EF
"""


def test_web_of_science_folds_wrapped_lines(tmp_path: Path) -> None:
    reading = read(tmp_path, WOS)
    (paper,) = reading.papers
    assert paper.abstract == "The loss is - 0.07 dB. (c) 2006 Society."
    assert (paper.title, paper.authors) == ("Fast methods", "Ada Brook; Ben Cole")
    assert (paper.year, paper.venue, paper.doi) == (2006, "JOURNAL OF X", "10.1000/ab")
    assert reading.without_abstract() == ["Nothing"]


MEDLINE = """
PMID- 123
OWN - NLM
TI  - Fast
      methods.
LID - S12 [pii]
LID - 10.1000/AB [doi]
AB  - We are
      fast.
OAB - Wir sind schnell.
OABL- ger
TT  - Schnelle Methoden
FAU - Brook, Ada B
AU  - Brook AB
JT  - Journal of X
DP  - 2016 May-Jun

PMID- 124
TI  - Nothing
"""


def test_medline_takes_the_right_abstract_and_title(tmp_path: Path) -> None:
    reading = read(tmp_path, MEDLINE)
    (paper,) = reading.papers
    assert (paper.abstract, paper.title) == ("We are fast.", "Fast methods.")
    assert (paper.authors, paper.year, paper.venue) == ("Ada B Brook", 2016, "Journal of X")
    assert (paper.url, paper.doi) == ("https://pubmed.ncbi.nlm.nih.gov/123/", "10.1000/ab")
    assert reading.without_abstract() == ["Nothing"]


def test_endnote_tags_are_read(tmp_path: Path) -> None:
    text = (
        "%0 Conference Paper\n%A Brook, Ada\n%A Cole, Ben\n%T Fast\n%B Conf\n%D 2020\n"
        "%X 50% faster\nthan before.\n%U https://doi.org/10.1000/ab\n\n%0 Book\n%T Nothing\n"
    )
    reading = read(tmp_path, text)
    (paper,) = reading.papers
    assert (paper.abstract, paper.authors) == ("50% faster than before.", "Ada Brook; Ben Cole")
    assert (paper.year, paper.venue, paper.doi) == (2020, "Conf", "10.1000/ab")
    assert reading.without_abstract() == ["Nothing"]

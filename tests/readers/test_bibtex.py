from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import read


def entry(**fields: str) -> str:
    inside = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"@inproceedings{{key,\n{inside}\n}}\n"


def test_braces_accents_and_mathematics_leave_titles_and_names(tmp_path: Path) -> None:
    text = entry(
        title="{{DNN}s for {\\'E}cole: {B}\\\"ohm's \\textit{fast} $\\alpha$-{GAN} \\& Co}",
        author='B{\\o}hm, J{\\"o}rg and {\\L}ucja {\\.Z}ak and {Van den Berg}, Ida and others',
        booktitle="{P}roc.\\ of {X}",
        abstract="A is fast.",
    )
    (paper,) = read(tmp_path, text).papers
    assert paper.title == "DNNs for École: Böhm's fast α-GAN & Co"
    assert paper.authors == "Jörg Bøhm; Łucja Żak; Ida Van den Berg"
    assert paper.venue == "Proc. of X"


def test_the_abstract_keeps_its_latex_without_the_outer_braces(tmp_path: Path) -> None:
    text = entry(
        title="T", abstract="{It is 37.62\\%\n   and {\\tt X} $4\\times$ [a, 2020] % faster}"
    )
    (paper,) = read(tmp_path, text).papers
    assert paper.abstract == "It is 37.62\\% and {\\tt X} $4\\times$ [a, 2020] % faster"


def test_blank_lines_and_at_signs_in_an_abstract_do_not_end_it(tmp_path: Path) -> None:
    text = entry(abstract="One.\n\nTwo, mail us @ {x} or a@b.org.") + entry(abstract="Three.")
    assert read(tmp_path, text).abstracts() == ["One. Two, mail us @ {x} or a@b.org.", "Three."]


def test_macros_join_with_quoted_and_braced_parts(tmp_path: Path) -> None:
    text = (
        'Free text.\n@preamble{"\\newcommand" # {x}}\n@STRING(jn = "Journal")\n'
        '@string{full = jn # " of " # {Tables}}\n@comment{nothing}\n% @article{no, }\n'
        '@article{a, title="A {"}quoted{"} word", journal = full # ", B", year = 1999,'
        ' month = "10~" # jan, abstract = "It is fast.", key = "",}\n'
        "@article(b, title = {B}, journal = FULL, abstract = {B (too) is.})"
    )
    first, second = read(tmp_path, text).papers
    assert (first.title, first.venue, first.year) == (
        'A "quoted" word',
        "Journal of Tables, B",
        1999,
    )
    assert (second.abstract, second.venue) == ("B (too) is.", "Journal of Tables")


def test_a_paper_takes_year_and_venue_from_the_volume_it_names(tmp_path: Path) -> None:
    text = (
        "@inproceedings{a, crossref = {VOL}, title={A}, abstract={A is fast.}}\n"
        "@proceedings{vol, title={Proc. of X}, year=2020, abstract={}, editor={E}}\n"
    )
    reading = read(tmp_path, text)
    (paper,) = reading.papers
    assert (paper.year, paper.venue) == (2020, "Proc. of X")
    assert not reading.problems


def test_papers_under_one_volume_take_its_name(tmp_path: Path) -> None:
    text = (
        "@Proceedings{v, booktitle={Proc. of Y}, year={2024}}\n"
        "% Training\n@InProceedings{a, title={A}, abstract={A is fast.}}"
        "@InProceedings{b, title={B}, abstract={B is fast.} }\n"
    )
    assert {(p.venue, p.year) for p in read(tmp_path, text).papers} == {("Proc. of Y", 2024)}


def test_biblatex_dates_journals_and_eprints_are_read(tmp_path: Path) -> None:
    text = (
        "@online{a, title={A}, subtitle={B}, date={2021-05-03}, journaltitle={J}, abstract={Fast.},"
        " eprint={2105.00001}, eprinttype={arxiv}, doi={https://doi.org/10.1000/ABC}}\n"
    )
    (paper,) = read(tmp_path, text).papers
    assert (paper.title, paper.year, paper.venue) == ("A: B", 2021, "J")
    assert (paper.url, paper.doi) == ("https://arxiv.org/abs/2105.00001", "10.1000/abc")


def test_keys_and_fields_that_are_there_twice_lose_no_paper(tmp_path: Path) -> None:
    text = entry(title="A", abstract="One.") + entry(title="B", abstract="Two.")
    text += "@article{x, abstract={Three.}, abstract={Other.}, title={C}}\n"
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["One.", "Two.", "Three."]
    assert not reading.problems


def test_a_broken_entry_is_reported_with_its_line_and_skipped(tmp_path: Path) -> None:
    text = entry(abstract="One.") + "@article{b,\n title = {B,\n\n" + entry(abstract="Two.")
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["One.", "Two."]
    ((line, reason),) = reading.broken()
    assert line == 4
    assert reason.startswith("no BibTeX entry (Unexpected block start")
    with pytest.raises(InputError, match=r"input:4: no BibTeX entry"):
        read(tmp_path, text, strict=True)


def test_a_file_cut_off_within_an_entry_keeps_what_came_before(tmp_path: Path) -> None:
    reading = read(tmp_path, entry(abstract="One.") + "@article{b, title = {B")
    assert reading.abstracts() == ["One."]
    assert [line for line, _ in reading.broken()] == [4]


def test_entries_without_an_abstract_are_listed_with_line_and_title(tmp_path: Path) -> None:
    reading = read(tmp_path, entry(title="A") + entry(title="B", abstract="B is fast."))
    assert [(item.line, item.title) for item in reading.problems] == [(1, "A")]


def test_many_entries_keep_their_lines_across_batches(tmp_path: Path) -> None:
    text = "".join(entry(abstract=f"Method {n} is {n}x faster. " + "x" * 400) for n in range(2000))
    reading = read(tmp_path, text + "@article{broken\n" + entry(abstract="Last."))
    assert len(reading.papers) == 2001
    assert [line for line, _ in reading.broken()] == [6001]


def test_a_brace_after_a_backslash_ends_a_group_as_in_bibtex(tmp_path: Path) -> None:
    text = (
        "@article{a,\n abstract = {We fold.},\n isbn = {{12|escape{\\}}},\n title = {Fold},\n}\n"
        "@article{b,\n abstract = {We use \\{a, b\\}.},\n title = {Join},\n"
        " authors = {Brook, Ada},\n}"
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["We fold.", "We use \\{a, b\\}."]
    assert reading.titles() == ["Fold", "Join"]
    assert [paper.authors for paper in reading.papers] == [None, "Ada Brook"]
    assert not reading.problems


def test_what_mendeley_escapes_is_read(tmp_path: Path) -> None:
    text = r"""@inproceedings{X,
abstract = {We fold 3x faster.},
title = {{A {\textless}i{\textgreater}fold{\textless}/i{\textgreater} {\&} more}},
doi = {10.5555/978-3-319{\_}53},
url = {http://x.org/978-3-319{\_}53 https://x.org/b},
year = {in press}, date = {2014-05}
}
"""
    (paper,) = read(tmp_path, text).papers
    assert paper.title == "A fold & more"
    assert (paper.doi, paper.url) == ("10.5555/978-3-319_53", "http://x.org/978-3-319_53")
    assert paper.year == 2014

import pytest

from annotate.facts import arxiv_id
from annotate.readers.identifiers import arxiv_url, arxiv_year, normal_doi, year_of
from annotate.readers.markup import rendered
from annotate.readers.people import given_first, split_names
from annotate.readers.records import is_placeholder
from annotate.readers.titles import without_markup


@pytest.mark.parametrize(
    "value",
    [
        "10.1000/AB.c-1",
        "https://doi.org/10.1000/ab.c-1",
        "http://dx.doi.org/10.1000/ab.c-1.",
        "doi:10.1000/ab.c-1 [doi]",
        "https://doi.org/10.1000%2Fab.c-1",
        "(10.1000/ab.c-1)",
    ],
)
def test_dois_lose_their_wrapping(value: str) -> None:
    assert normal_doi(value) == "10.1000/ab.c-1"


def test_brackets_of_a_doi_stay() -> None:
    assert normal_doi("10.1016/S0092-8674(00)80001-1") == "10.1016/s0092-8674(00)80001-1"
    assert normal_doi("ISBN 3") is None


def test_dois_may_hold_what_else_ends_them() -> None:
    old = "10.1002/(sici)1097-4571(1999)50:2<115::aid-asi3>3.0.co;2-j"
    assert normal_doi(old.upper()) == old
    assert normal_doi(old.replace("<", "&lt;").replace(">", "&gt;")) == old
    assert normal_doi("10.1175/1520-0493(1998)126<0306:AB>2.0.CO;2").endswith("<0306:ab>2.0.co;2")
    assert normal_doi("<i>10.1002/ab</i>") == "10.1002/ab"


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("http://arxiv.org/abs/2301.00001v2", "2301.00001"),
        ("https://arxiv.org/pdf/2301.00001v1.pdf", "2301.00001"),
        ("arXiv:2301.00001 [cs.CL]", "2301.00001"),
        ("10.48550/arXiv.2301.00001", "2301.00001"),
        ("oai:arXiv.org:0704.0001", "0704.0001"),
        ("https://arxiv.org/abs/math.GT/0309136", "math/0309136"),
        ("hep-th/9901001v3", "hep-th/9901001"),
        ("10.1000/12345", None),
        ("https://x.org/2301.00001", None),
        ("on page 1234.56789", None),
    ],
)
def test_arxiv_ids_are_found(value: str, number: str | None) -> None:
    assert arxiv_id(value) == number
    assert arxiv_url(value) == (f"https://arxiv.org/abs/{number}" if number else None)


def test_arxiv_ids_tell_the_year() -> None:
    assert arxiv_year("https://arxiv.org/abs/2301.00001") == 2023
    assert arxiv_year("https://arxiv.org/abs/hep-th/9901001") == 1999
    assert arxiv_year("https://x.org/2301.00001") is None


@pytest.mark.parametrize(
    ("value", "year"),
    [
        (2020, 2020),
        ("2020-05-01", 2020),
        ("May 2020///", 2020),
        ("Mon, 2 Apr 2007 19:18:42 GMT", 2007),
        (2020.0, 2020),
        ("20200501", 2020),
        ("20209901", None),
        ("120200501", None),
        (float("nan"), None),
        (0, None),
        (None, None),
    ],
)
def test_years_are_found(value: object, year: int | None) -> None:
    assert year_of(value) == year


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("Brook, Ada", "Ada Brook"),
        ("Brook, Jr., Ada", "Ada Brook Jr."),
        ("Brook, Ada, III", "Ada Brook III"),
        ("Ada Brook, Jr.", "Ada Brook Jr."),
        ("Ada Brook", "Ada Brook"),
        ("van den Berg, Ida", "Ida van den Berg"),
        ("The X Group", "The X Group"),
    ],
)
def test_given_names_come_first(name: str, turned: str) -> None:
    assert given_first(name) == turned


@pytest.mark.parametrize(
    "text",
    [
        "Ada Brook; Ben Cole",
        "Brook, Ada; Cole, Ben",
        "Ada Brook, Ben Cole",
        "Ada Brook and Ben Cole",
        "Brook, Ada and Cole, Ben",
        "Brook, Ada, and Cole, Ben",
        "Ada Brook|Ben Cole",
    ],
)
def test_names_are_parted_at_the_strongest_separator(text: str) -> None:
    assert split_names(text) == ["Ada Brook", "Ben Cole"]


def test_three_names_with_a_last_and() -> None:
    assert split_names("Ada Brook, Ben Cole, and Cy Dent") == ["Ada Brook", "Ben Cole", "Cy Dent"]
    assert split_names("Brook, Ada") == ["Ada Brook"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("k << p and p<0.05 & <5 ms", "k << p and p<0.05 & <5 ms"),
        ("<Go to ISI> stays", "<Go to ISI> stays"),
        ("<p>One</p><p>Two</p>", "One Two"),
        ("H<sub>2</sub>O", "H2O"),
        ("a<br/>b<BR>c", "a b c"),
        ("&lt;jats:p&gt;A&lt;/jats:p&gt; &amp;amp; b", "A & b"),
        ("R&D &times 2 &unknown; &#8211;", "R&D &times 2 &unknown; –"),
        ("<!-- x -->A <![CDATA[b]]>", "A b"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math>", "x"),
        ("<tex-math>\\documentclass{a}$$x$$</tex-math>y", "y"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_mark_up_is_rendered_and_mathematics_stays(text: str, plain: str) -> None:
    assert rendered(text).strip() == plain


@pytest.mark.parametrize(
    "text",
    ["", "n/a", "N/A", "-", "—", "...", ",", "None", "nan", "[No abstract available]",
     "No abstract.", "(abstract not available)", "Abstract", "No Abstract Found", "null",
     "暂无摘要", "TBA", "?"],
)  # fmt: skip
def test_placeholders_are_no_abstracts(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize(
    "text",
    ["No abstract given; compares pairs.", "None of it is slow.", "Unknown.unknowns abound.", "5x",
     "This paper has been withdrawn.", "Abstract interpretation.", "快"],
)  # fmt: skip
def test_texts_that_only_start_like_placeholders_are_abstracts(text: str) -> None:
    assert not is_placeholder(text)


@pytest.mark.parametrize(
    ("title", "plain", "url"),
    [
        ("[T [x] y](https://x.org/a_(b))", "T [x] y", "https://x.org/a_(b)"),
        ("**[T](https://x.org)**", "T", "https://x.org"),
        ("[12] T", "T", None),
        ("3. *T* ![i](x.png)", "T", None),
        ('<a href="https://x.org">T</a>', "T", "https://x.org"),
        ("10.5 ways to win", "10.5 ways to win", None),
        ("A* and B*", "A* and B*", None),
    ],
)
def test_titles_lose_their_dress(title: str, plain: str, url: str | None) -> None:
    assert without_markup(title) == (plain, url)

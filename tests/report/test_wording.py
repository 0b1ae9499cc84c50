"""Claims are said in words that fit a table, and only web addresses become links."""

import pytest

from annotate.report.wording import paper_link, place, shortened, value_words
from tests.demo import paper


def row(**more: object) -> dict[str, object]:
    return {"low": 5.0, "high": 5.0, "unit": "x", "bound": "exact", "value": "5x"} | more


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "5×"),
        ({"bound": "up_to"}, "up to 5×"),
        ({"bound": "at_least", "low": 12000.0, "high": 12000.0}, "at least 12,000×"),
        ({"bound": "range", "high": 7.25}, "5–7.25×"),
        ({"bound": "approx", "unit": "%"}, "about 5 %"),
        ({"unit": "fps", "low": 60, "high": 60}, "60 fps"),
        ({"unit": None, "bound": None}, "5"),
        ({"low": None, "high": None, "value": "much \x1bfaster"}, "much ␛faster"),
    ],
)
def test_a_value_is_its_number_with_hedge_and_unit(more: dict[str, object], words: str):
    assert value_words(row(**more)) == words


def test_long_text_is_cut_and_says_so():
    assert shortened("x" * 200, 10) == "x" * 9 + "…"
    assert shortened(None, 10) == ""


def test_a_place_names_the_list_the_number_and_the_venue():
    found = paper("a", source="list.txt", position=3, venue="ICML", year=2026)
    assert place(found) == "list.txt, no. 3 · ICML 2026"
    assert place(paper("a")) == ""


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "//evil.org", "http://[bad", "https://a\x00b", "x"],
)
def test_what_is_no_web_address_becomes_no_link(url: str):
    assert paper_link(paper("a", url=url)) == ""


def test_a_doi_becomes_a_link_where_there_is_no_address():
    assert paper_link(paper("a", doi='10.1/a"b<c')) == "https://doi.org/10.1/a%22b%3Cc"
    assert paper_link(paper("a", url="https://example.org/1", doi="10.1/x")) == (
        "https://example.org/1"
    )

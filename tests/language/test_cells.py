"""Foreign text does nothing in a spreadsheet and hides nothing on a page."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.language.cells import csv_lines, csv_safe, visible


@pytest.mark.parametrize(
    "cell", ["=cmd()", "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", "－1", "\n=1"]
)
def test_text_that_starts_a_formula_gets_an_apostrophe(cell: str):
    assert csv_safe(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["5x", "", "a=b", None, -5, 2.5, "'=1"])
def test_everything_else_stays_as_it_is(cell: object):
    assert csv_safe(cell) == cell


def test_escape_sequences_are_seen_and_line_ends_are_kept():
    assert visible("a\x1b[31m\tb\n\x7f\x9b") == "a␛[31m\tb\n␡\ufffd"


@given(st.text())
def test_one_code_point_takes_the_place_of_one(text: str):
    assert len(visible(text)) == len(text)
    assert not set(visible(text)) & {chr(code) for code in (0, 7, 8, 27, 127, 155)}


@given(
    st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2))
)
def test_rows_come_back_from_csv_whatever_ends_lines_in_their_cells(rows: list[list[str]]):
    text = "".join(csv_lines(rows))
    assert list(csv.reader(io.StringIO(text, newline=""))) == rows

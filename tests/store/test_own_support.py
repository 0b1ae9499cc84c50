"""What proves a row of a table of one's own after somebody has changed it."""

from pathlib import Path

import pytest

from tests.store.test_custom import TEXT, answer, change, save, table


def test_a_moved_quote_is_placed_and_proves_what_stands_in_it(tmp_path: Path):
    path = tmp_path / "db"
    save(path, answer(("Maze", 12000, "76.1% on ImageNet")))
    assert table(path)[0]["support"] == "unsupported"
    change(path, "quote = '12,000 points'")
    (row,) = table(path)
    assert (row["support"], row["quote_evidence"]) == ("grounded", "exact")
    assert TEXT[row["quote_start"] : row["quote_end"]] == "12,000 points"
    change(path, "quote = ''")
    (row,) = table(path)
    assert (row["support"], row["quote_start"], row["quote_evidence"]) == (
        "unsupported", None, "missing",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("number", "support"),
    [(76, "unsupported"), (6.1, "unsupported"), (76.10, "grounded"), (76.15, "unsupported")],
)
def test_a_corrected_number_must_be_a_whole_number_of_the_quote(
    tmp_path: Path, number: float, support: str
):
    path = tmp_path / "db"
    save(path, answer(("ImageNet", 50, "76.1% on ImageNet")))
    change(path, f"accuracy = {number}, reviewer = 'r1'")
    assert table(path)[0]["support"] == support


def test_a_corrected_number_may_be_written_with_a_zero_at_its_end(tmp_path: Path):
    path = tmp_path / "db"
    save(path, answer(("ImageNet", 50, "reach 76.10")), text="On ImageNet we reach 76.10.")
    change(path, "accuracy = 76.1, reviewer = 'r1'")
    assert table(path)[0]["support"] == "grounded"

"""Each line of `tests/data/names.txt` is an invented abstract with the name that it brings."""

import pytest

from annotate.language.names import find_method
from tests.conftest import DATA

LINES = (DATA / "names.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", [line for line in LINES if not line.startswith("#")])
def test_what_authors_bring_is_named_and_what_was_there_is_not(line):
    title, _, rest = line.partition(" | ")
    text, _, expected = rest.rpartition(" => ")
    found = find_method(text, None if title == "-" else title)
    assert (found.name if found else "-") == expected

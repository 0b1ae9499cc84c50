import re

from hypothesis import given
from hypothesis import strategies as st

from annotate.language.stops import matches


@given(st.text("ab. !。\n", max_size=30))
def test_matches_are_those_that_the_pattern_finds(text):
    pattern = re.compile(r"[.!。](?:[.! ]*(?=a)|(?<=。)b)")
    found = [match.span() for match in matches(pattern, ".!。", text)]
    assert found == [match.span() for match in pattern.finditer(text)]

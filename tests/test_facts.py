"""Papers are told apart by their folded abstracts."""

from hypothesis import given
from hypothesis import strategies as st

from annotate.facts import folded, paper_id


def test_the_id_is_pinned_so_that_databases_stay_comparable():
    assert paper_id("We present Foo.") == "87322eee341f8a29"


@given(st.text())
def test_white_space_and_compatibility_forms_do_not_change_the_id(text: str):
    assert paper_id(f"  {text}\r\n") == paper_id(text)
    assert paper_id("\n".join(folded(text).split(" "))) == paper_id(text)


def test_a_ligature_and_its_letters_are_one_paper():
    assert paper_id("e\ufb03cient") == paper_id("efficient")


def test_a_lone_surrogate_has_an_id():
    assert len(paper_id("broken \ud800 text")) == 16

"""What a method is called, and what only describes it."""

import pytest

from annotate.check import check
from annotate.check.flags import Flag
from tests.check.test_check import paper, reading


@pytest.mark.parametrize(
    "answer",
    ["a new approach for caching", "our method", "simple cache framework", "this approach"],
)
def test_a_method_that_is_only_described_is_none_flagged_and_kept_in_the_data(answer):
    abstract = (
        "We present a new approach for caching, a simple cache framework. On eight tasks our"
        " method, this approach to eviction, wins."
    )
    result = check(reading(method_name=answer), paper(abstract), rules=None)
    assert (result.method, result.flags) == (None, (Flag.METHOD_DESCRIBED,))
    assert result.data is not None
    assert result.data["method_name"] == answer


@pytest.mark.parametrize("answer", ["heapfold", "lazy eviction", "The Shed", "our HeapNet", "L2S"])
def test_a_name_in_small_letters_or_with_an_article_stays_a_name(answer):
    abstract = "We call it heapfold, lazy eviction, The Shed or L2S; our HeapNet is another."
    result = check(reading(method_name=answer), paper(abstract), rules=None)
    assert (result.method, result.flags) == (answer, ())


def test_a_description_that_the_rules_found_to_be_the_name_stays():
    text = "We introduce lattice models, a new family of caches. Lattice models are fast."
    answer = reading(method_name="lattice models")
    assert check(answer, paper(text), rules=answer).method == "lattice models"
    assert check(answer, paper(text), rules=None).method is None

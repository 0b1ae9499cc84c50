"""Numbers that the authors deny, or that stand for what they compare with, are no claims."""

import pytest

from annotate.language.quantities import parse_quantity
from tests.rules.test_claims import claims


@pytest.mark.parametrize(
    "sentence",
    [
        "Our parser is not 5x faster than Floxgrad.",
        "Our parser fails to reach the 10x speedup of Floxgrad.",
        "Our parser cannot reduce memory by 40%.",
        "Our parser keeps its scores without reaching a 3x speedup.",
        "Our parser never uses 2x less energy.",
        "Our parser doesn't achieve a speedup of 4x.",
        "Our parser is neither 4x faster nor 2x smaller than Floxgrad.",
        "Our parser is not 4x or 2x faster.",
        "Our parser falls short of the 9x speedup of Floxgrad.",
        "Our parser was unable to cut latency by 30%.",
    ],
)
def test_a_denied_number_is_no_claim(sentence):
    assert claims(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        ("Our parser is not only 5x faster but also 3x smaller.", ["5x", "3x"]),
        ("Without retraining, our parser is 3x faster.", ["3x"]),
        ("It does not hurt scores while reducing memory by 40%.", ["40%"]),
        ("It never uses more than 30% of the memory.", ["more than 30%"]),
        ("It is not 2x faster, but it is 6x smaller.", ["6x"]),
        ("It reaches this without losing the 5x speedup.", ["5x"]),
    ],
)
def test_a_denial_of_something_else_leaves_the_number_a_claim(sentence, values):
    assert [claim.value for claim in claims(sentence)] == values


@pytest.mark.parametrize(
    "sentence",
    [
        "Our parser gives a 50x speedup for short text compared to a speedup of 23x for long text.",
        "Our parser gives a 50x speedup versus the 23x speedup of Floxgrad.",
    ],
)
def test_the_number_of_the_other_side_is_no_claim(sentence):
    (claim,) = claims(sentence)
    assert claim.value == "50x"


@pytest.mark.parametrize(
    ("sentence", "low", "high"),
    [
        ("Our parser gives from 9.8x up to 23.9x speed-up over Floxgrad.", 9.8, 23.9),
        ("We accelerate parsing from 2x up to 7x.", 2, 7),
        ("Our parser gives speedups ranging from 2x to 7x.", 2, 7),
        ("We improve the speedup from 4.2x to 5.1x.", 5.1, 5.1),
    ],
)
def test_up_to_makes_a_range_where_from_and_to_alone_tell_of_a_rise(sentence, low, high):
    (claim,) = claims(sentence)
    quantity = parse_quantity(claim.value)
    assert (quantity.low, quantity.high) == (low, high)

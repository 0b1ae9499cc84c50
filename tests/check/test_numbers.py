"""Numbers that no abstract can mean have no factor; numbers that are denied are no results."""

import pytest

from annotate import rules
from annotate.check import Flag, check
from annotate.facts import CheckedClaim, Paper, paper_id
from annotate.schema import Claim
from tests.check.heron import claim, one, reading


def alone(abstract: str, answer: Claim) -> CheckedClaim:
    paper = Paper(paper_id(abstract), abstract)
    return check(reading(answer), paper, rules=rules.read(paper)).claims[0]


@pytest.mark.parametrize("value", ["1e999x", "-5x", "-3.4×", "7x", "3e12x"])
def test_a_number_that_does_not_stand_or_cannot_be_has_no_factor(value):
    found = one(value=value)
    assert (found.factor, found.support) == (None, "unsupported")


def test_a_number_beyond_belief_has_no_factor_though_it_stands():
    quote = "it is 1e12x faster"
    found = alone(f"We present Heron; {quote} here.", claim(value="1e12x", quote=quote))
    assert (found.low, found.factor) == (1e12, None)


def test_the_sign_of_a_number_is_kept():
    assert (one(value="-5x").low, one(value="-5x").high) == (-5, -5)


@pytest.mark.parametrize("goal", ["only 4 thousand long dialogues", "a few dialogues"])
def test_a_share_that_is_required_too_is_what_is_left(goal):
    abstract = f"We train Heron, requiring {goal} and approximately 30% of GPU memory."
    answer = claim(metric="memory", value="30%", quote="approximately 30% of GPU memory")
    assert alone(abstract, answer).factor == pytest.approx(100 / 30)


def test_a_denied_number_is_flagged():
    abstract = "We present Heron. Heron is not 5x faster than Egret, but it is small."
    answer = claim(metric="speedup", value="5x", quote="5x faster than Egret")
    assert Flag.SETTING_NOT_CLAIM in alone(abstract, answer).flags


def test_the_number_of_the_other_side_is_flagged():
    abstract = "Heron reaches a 50x speedup for one user compared to a speedup of 23x for two."
    answer = claim(metric="speedup", value="23x", quote="a speedup of 23x for two")
    assert Flag.WRONG_SIDE in alone(abstract, answer).flags


def test_from_a_up_to_b_is_a_range():
    abstract = "Heron gives from 9.8x up to 23.9x speed-up over Egret."
    answer = claim(metric="speedup", value="9.8x up to 23.9x", quote="from 9.8x up to 23.9x")
    found = alone(abstract, answer)
    assert (found.low, found.high, found.support) == (9.8, 23.9, "verified")

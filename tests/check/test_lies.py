"""A model that lies in small ways is never believed, and nothing that it said is lost."""

from typing import Any

import pytest

from annotate import rules
from annotate.check import Flag, check
from annotate.facts import CheckedClaim, Paper, paper_id
from annotate.schema import Annotation
from tests.timing import grows_in_step

ABSTRACT = (
    "We propose FrostNet, a pruning method for weather models. FrostNet is 4.5x faster than "
    "DenseNet on an RTX 4090 and reduces memory by 35% compared to SnowNet. Up to 6x smaller "
    "models run on phones. Latency drops by 1,200x at most."
)
PAPER = Paper(paper_id(ABSTRACT), ABSTRACT)
FAST = "FrostNet is 4.5x faster"


def answered(*claims: dict[str, Any]) -> tuple[CheckedClaim, ...]:
    fields = {"metric": "speedup", "baseline": None, "setting": None, "device": None}
    given = [
        fields | {"attribution": "own", "quote": FAST, "value": "4.5x"} | one for one in claims
    ]
    answer = Annotation.model_validate(
        {"method_name": "FrostNet", "method_full_name": None, "contribution": "method",
         "task": None, "hardware": [], "claims": given}
    )  # fmt: skip
    checked = check(answer, PAPER, rules=rules.read(PAPER)).claims
    assert len(checked) == len(claims)
    return checked


def test_the_right_answers_are_verified() -> None:
    fast, small = answered(
        {"baseline": "DenseNet", "device": "RTX 4090", "setting": "weather models"},
        {"metric": "memory", "value": "35%", "quote": "reduces memory by 35%",
         "baseline": "SnowNet"},
    )  # fmt: skip
    assert (fast.support, small.support) == ("verified", "verified")


@pytest.mark.parametrize(
    "value",
    ["4.6x", "45x", "5x", ".5x", "4.5%", "-4.5x", "−4.5x", "- 4.5x", "1e308x", "4.5e0x", "NaN",
     "inf", "Infinity", "٤.٥x", "٤٫٥x", "4.5x to 9x", "4.5-9x", "4.5x (not 9x)", "0x", "", "x",
     "9" * 5000, "five and a half times", "4.5x\x1b[31m", "1.2x", "200x"],
)  # fmt: skip
def test_another_number_is_unsupported_whatever_it_looks_like(value: str) -> None:
    quotes = (FAST, "Latency drops by 1,200x", ABSTRACT)
    for claim in answered(*({"value": value, "quote": quote} for quote in quotes)):
        assert claim.support == "unsupported"
        assert claim.value == value


def test_a_negative_number_may_be_what_the_abstract_writes() -> None:
    abstract = "We propose Rime. Rime changes energy by -40% and memory by 30-35%."
    paper = Paper(paper_id(abstract), abstract)
    for value, quote, support in [
        ("-40%", "changes energy by -40%", True),
        ("-35%", "memory by 30-35%", False),
    ]:
        claim = {"metric": "energy", "value": value, "quote": quote, "baseline": None,
                 "setting": None, "device": None, "attribution": "own"}  # fmt: skip
        answer = Annotation.model_validate(
            {"method_name": "Rime", "method_full_name": None, "contribution": "method",
             "task": None, "hardware": [], "claims": [claim]}
        )  # fmt: skip
        checked = check(answer, paper, rules=None).claims[0]
        assert (checked.support == "grounded") is support


@pytest.mark.parametrize(
    ("changes", "flag"),
    [
        ({"baseline": "SnowNet"}, Flag.WRONG_SIDE),
        ({"metric": "memory", "value": "35%", "quote": "reduces memory by 35%",
          "baseline": "DenseNet"}, Flag.WRONG_SIDE),
        ({"baseline": "Llama-70B"}, Flag.BASELINE_MISSING),
        ({"setting": "on Llama-70B"}, Flag.SETTING_MISSING),
        ({"device": "H100"}, Flag.DEVICE_MISSING),
        ({"value": "at least 4.5x"}, Flag.OTHER_BOUND),
        ({"metric": "energy"}, Flag.BAD_METRIC),
    ],
)  # fmt: skip
def test_a_right_number_with_a_wrong_companion_is_not_verified(
    changes: dict[str, Any], flag: Flag
) -> None:
    (claim,) = answered(changes)
    assert claim.support == "grounded"
    assert flag in claim.flags


def test_the_bound_is_the_abstracts_own() -> None:
    (claim,) = answered({"value": "at least 6x", "quote": "Up to 6x smaller models",
                         "metric": "model_size"})  # fmt: skip
    assert claim.bound == "up_to"
    assert Flag.OTHER_BOUND in claim.flags


def test_ten_thousand_claims_are_all_kept_and_take_time_in_proportion() -> None:
    def ask(count: int) -> None:
        claims = [{"value": f"{n}x", "quote": f"FrostNet is {n}x faster"} for n in range(count)]
        answered(*claims, *[{}] * count)

    assert grows_in_step(ask, 100, 1_000)

"""No planted error is ever verified, and most right answers are."""

import random
from pathlib import Path

import pytest

from annotate import rules
from annotate.check import check
from tests.bench.planted import EXAMPLES, INVENTED, annotation, cases, load, unspoilt

SEEDS = Path(__file__).parents[2] / "labels" / "icml2026.jsonl"


@pytest.mark.parametrize("labels", [INVENTED, SEEDS], ids=["invented", "icml2026"])
def test_no_planted_error_is_verified_and_most_right_answers_are(labels):
    rows = load([labels])
    planted = list(cases(rows, random.Random(7)))
    assert len(planted) >= 200
    passed = []
    for case in planted:
        reading = rules.read(case.paper)
        given = annotation([case.claim], case.method)
        result = check(given, case.paper, rules=reading, examples=EXAMPLES).claims[0]
        if result.support == "verified":
            passed.append((case.kind, case.claim))
    assert passed == []
    right = unspoilt(rows)
    assert right["verified"] >= 0.8 * right.total()
    assert right["unsupported"] == 0

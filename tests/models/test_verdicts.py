"""What is kept of an answer that is cut off or partly wrong: its whole facts, and only those."""

import json

import pytest
from pydantic import BaseModel

from annotate.facts import Outcome
from annotate.models.replies import Reply
from annotate.models.verdicts import judge, rescue
from annotate.schema import Annotation
from tests.timing import stays_within

CLAIM = {
    "value": "3x", "quote": "3x faster", "metric": "speedup", "baseline": None, "setting": None,
    "device": None, "attribution": "own",
}  # fmt: skip
WHOLE = {
    "method_name": "TeaLeaf", "method_full_name": None, "contribution": "method", "task": "tea",
    "hardware": [{"name": "kettle", "role": "target"}],
    "claims": [CLAIM, CLAIM | {"value": "4x"}, CLAIM | {"value": "5x"}],
}  # fmt: skip
TEXT = json.dumps(WHOLE)


def test_a_whole_answer_is_kept_whole():
    assert rescue(TEXT, Annotation) == Annotation.model_validate(WHOLE)


@pytest.mark.parametrize("end", range(0, len(TEXT), 7))
def test_a_half_answer_never_gives_a_fact_that_is_not_whole(end):
    kept = rescue(TEXT[:end], Annotation)
    if kept is None:
        assert end < TEXT.index('"task"')
        return
    assert kept.claims == Annotation.model_validate(WHOLE).claims[: len(kept.claims)]
    assert kept.hardware in ([], Annotation.model_validate(WHOLE).hardware)
    assert kept.task in (None, "tea")


def test_a_cut_in_the_third_claim_keeps_the_first_two():
    kept = rescue(TEXT[: TEXT.index("5x") + 10], Annotation)
    assert [claim.value for claim in kept.claims] == ["3x", "4x"]


def test_repeated_facts_of_an_answer_that_went_in_circles_are_kept_once():
    kept = rescue(json.dumps(WHOLE | {"claims": [CLAIM] * 50})[:-40], Annotation)
    assert [claim.value for claim in kept.claims] == ["3x"]


def test_an_invalid_fact_is_left_out_and_the_others_stay():
    claims = [CLAIM, CLAIM | {"metric": "magic"}, CLAIM | {"value": 4}, "5x", None]
    kept = rescue(json.dumps(WHOLE | {"claims": claims, "hardware": [{}]}), Annotation)
    assert [claim.value for claim in kept.claims] == ["3x"]
    assert kept.hardware == []


def test_a_fact_with_a_field_too_many_loses_the_field_and_stays():
    claims = [CLAIM | {"confidence": 0.9}, CLAIM | {"value": "3x", "why": {"a": [1]}}, {"no": 1}]
    kept = rescue(json.dumps(WHOLE | {"claims": claims, "mood": 3}), Annotation)
    assert [claim.value for claim in kept.claims] == [CLAIM["value"], "3x"]


def test_facts_deep_in_lists_are_told_apart_while_others_are_dropped():
    class Inner(BaseModel):
        names: list[str]

    class Outer(BaseModel):
        rows: list[Inner]

    rows = [{"names": ["a", 1]}, {"names": 2}, {"names": [3, "b", None]}, {}, {"names": ["c"]}]
    kept = rescue(json.dumps({"rows": rows}), Outer)
    assert [row.names for row in kept.rows] == [["a"], ["b"], ["c"]]


def test_thousands_of_invalid_facts_take_no_time_to_speak_of():
    claims = [CLAIM | {"metric": f"m{n}"} for n in range(900)] + list(range(5_000))
    answer = json.dumps(WHOLE | {"claims": [*claims, CLAIM]})
    assert len(rescue(answer, Annotation).claims) == 1
    assert stays_within(2, lambda: rescue(answer, Annotation))


def test_missing_lists_and_nullable_fields_are_empty_and_unknown_fields_are_dropped():
    kept = rescue('{"method_name": "TeaLeaf", "contribution": "method", "mood": 3', Annotation)
    assert (kept.method_name, kept.task, kept.claims) == ("TeaLeaf", None, [])


@pytest.mark.parametrize(
    "text",
    [
        "", "no JSON", "[1, 2]", "{", '{"method_name": "TeaLeaf"', '{"answer": 42}', "{" * 500,
        '{"contribution": "magic"}', '{"contribution": "method"}', "x" * 300_000,
        '{"contribution": "method", "claims": [3',
    ],
)  # fmt: skip
def test_what_holds_no_whole_fact_is_nothing(text):
    assert rescue(text, Annotation) is None


class Loose(BaseModel):
    """A schema of one's own in which everything may be missing."""

    model: str | None = None
    results: list[str] = []


def test_an_answer_to_another_question_is_no_empty_reading():
    assert rescue('{"method_name": "TeaLeaf", "results": 3}', Loose) is None
    assert rescue('{"other": "TeaLeaf"}', Loose) is None
    assert rescue('{"other": 1, "results": ["3x", 4]}', Loose).results == ["3x"]


class Measured(BaseModel):
    """A schema of one's own with numbers."""

    best: float | None
    values: list[float]


def reply(text: str) -> Reply:
    return Reply(text, None, "stop", "m", None, text.encode())


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity", '"inf"'])
def test_a_number_without_end_is_invalid_and_is_left_out_alone(number):
    text = f'{{"best": {number}, "values": [1.5, {number}, 2.5, {number}]}}'
    verdict = judge(reply(text), Measured, None)
    assert (verdict.outcome, verdict.annotation) == (Outcome.INVALID, None)
    assert verdict.reasons[:2] == (
        "best: expected a finite number", "values.1: expected a finite number",
    )  # fmt: skip
    assert rescue(text, Measured) == Measured(best=None, values=[1.5, 2.5])
    assert rescue(f'{{"best": null, "values": [{number}]}}', Measured) is None

"""Matching a reading with labels, field by field."""

from dataclasses import replace

import pytest

from annotate.errors import InputError
from annotate.evaluation.evaluate import combined, evaluate, only_supported
from annotate.evaluation.gold import GoldClaim, GoldHardware, GoldPaper, read_gold, write_gold
from annotate.evaluation.scoring import (
    Counts,
    folded_name,
    method_is_right,
    phrases_match,
    score_paper,
)
from annotate.facts import (
    Bound,
    CheckedAnnotation,
    CheckedClaim,
    CheckedHardware,
    Evidence,
    Support,
    paper_id,
)
from annotate.schema import Attribution, Metric, Role


def claim(metric: Metric, low: float, unit: str = "x", **more: object) -> CheckedClaim:
    plain = CheckedClaim(
        metric=metric, value=f"{low}{unit}", low=low, high=low, unit=unit, bound=Bound.EXACT,
        factor=None, baseline=None, setting=None, device=None, attribution=Attribution.OWN,
        quote=f"{low}{unit} better", quote_start=0, quote_end=9, evidence=Evidence.EXACT,
        support=Support.VERIFIED,
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]


def device(name: str) -> CheckedHardware:
    return CheckedHardware(name, name, "gpu", None, Role.TARGET, 0, 3, Evidence.EXACT)


GOLD = GoldPaper(
    paper_id="p1",
    method=["QuickFold", "Quick Folding"],
    opt_method=["FoldCache"],
    task=["protein folding", "structure prediction"],
    hardware=[GoldHardware(name="8 A100s", device="NVIDIA A100")],
    hardware_opt=[GoldHardware(name="GPUs", device="GPU")],
    claims=[
        GoldClaim(metric=Metric.SPEEDUP, low=3, high=3, unit="x"),
        GoldClaim(metric=Metric.MEMORY, low=40, high=40, unit="%"),
        GoldClaim(metric=Metric.SPEEDUP, low=9, high=9, unit="x", attribution=Attribution.PRIOR),
        GoldClaim(metric=Metric.LATENCY, low=12, high=12, unit="ms"),
    ],
    claims_opt=[GoldClaim(metric=Metric.DATA, low=2, high=2, unit="x")],
)
RIGHT = CheckedAnnotation(
    status="ok",
    method="Quick-Fold",
    task="fast protein folding",
    hardware=(device("NVIDIA A100"), device("GPU")),
    claims=(claim(Metric.LATENCY, 3), claim(Metric.MEMORY, 40, "%"), claim(Metric.DATA, 2)),
)


def test_a_right_reading_has_no_errors_and_optional_facts_are_neither_asked_nor_punished():
    counts, confusions = score_paper(GOLD, RIGHT)
    assert confusions == []
    assert counts == {
        "method": Counts(1), "task": Counts(1), "hardware": Counts(1), "claims": Counts(2),
        "time": Counts(1),
    }  # fmt: skip


def test_a_device_is_right_under_any_of_its_names():
    gold = GOLD.model_copy(update={"hardware": [GoldHardware(name="U280", device="Alveo U280")]})
    found = replace(RIGHT, hardware=(device("AMD Alveo U280"), device("Alveo U250")))
    assert score_paper(gold, found)[0]["hardware"] == Counts(1, 1)


def test_a_wrong_number_is_both_missed_and_extra():
    wrong = replace(RIGHT, claims=(claim(Metric.SPEEDUP, 4), claim(Metric.MEMORY, 40, "%")))
    counts, confusions = score_paper(GOLD, wrong)
    assert counts["claims"] == Counts(1, 1, 1)
    assert counts["time"] == Counts(0, 1, 1)
    assert {(c.kind, c.what) for c in confusions} == {
        ("missed", "time 3 3 x"), ("extra", "time 4 4 x"),
    }  # fmt: skip


def test_prior_claims_and_absolute_figures_are_not_scored():
    more = (
        *RIGHT.claims,
        claim(Metric.SPEEDUP, 77, attribution=Attribution.PRIOR),
        claim(Metric.LATENCY, 5, "ms"),
    )
    assert score_paper(GOLD, replace(RIGHT, claims=more))[0]["claims"] == Counts(2)


def test_a_failed_paper_counts_as_all_missed():
    counts, _ = score_paper(GOLD, None)
    assert counts["claims"] == Counts(fn=2)
    assert counts["method"] == Counts(fn=1)
    assert counts["task"] == Counts(fn=1)


@pytest.mark.parametrize(
    ("found", "right"), [(None, False), ("FoldCache", True), ("Slow", False), ("quick fold", True)]
)
def test_a_method_is_right_when_it_is_listed(found: str | None, right: bool):
    assert method_is_right(GOLD, replace(RIGHT, method=found)) is right


def test_no_method_is_right_when_none_is_named():
    unnamed = GOLD.model_copy(update={"method": []})
    assert method_is_right(unnamed, replace(RIGHT, method=None))
    assert score_paper(unnamed, replace(RIGHT, method="Foo"))[0]["method"] == Counts(fp=1)


def test_names_are_folded_over_case_mark_up_and_punctuation():
    assert folded_name(r"\textbf{H$^2$-CL}") == folded_name("h²cl")


def test_phrases_match_when_one_covers_the_content_words_of_the_other():
    assert phrases_match("the training of large models", "training large model")
    assert not phrases_match("image captioning", "video captioning")
    assert not phrases_match("of the", "of the")


def test_counts_without_anything_to_divide_by_have_no_score():
    assert Counts().precision is None
    assert Counts().recall is None
    assert Counts().f1 is None
    assert Counts(3, 1, 1).f1 == pytest.approx(0.75)


def test_levels_of_support_are_scored_apart():
    reading = replace(
        RIGHT,
        claims=(
            claim(Metric.SPEEDUP, 3),
            claim(Metric.MEMORY, 41, "%", support=Support.UNSUPPORTED),
        ),
    )
    result = evaluate([GOLD], rules={}, model={"p1": reading})
    levels = {s.level: s for s in result.support}
    assert (levels["verified"].precision, levels["verified"].coverage) == (1.0, 0.5)
    assert (levels["unsupported"].precision, levels["unsupported"].coverage) == (0.0, 0.0)
    assert levels["grounded"].precision is None
    names = [s.name for s in result.systems]
    assert names == ["rules", "model", "checked", "both agree", "model + rules"]
    checked = next(s for s in result.systems if s.name == "checked")
    assert checked.scores["claims"]["precision"].value == 1.0


def test_papers_that_nobody_read_are_counted_but_not_scored():
    result = evaluate([GOLD], rules={}, model=None)
    assert (result.papers, result.unread) == (0, 1)


def test_intervals_hold_the_value_and_are_the_same_each_time():
    gold = [GOLD.model_copy(update={"paper_id": f"p{i}"}) for i in range(12)]
    wrong = replace(RIGHT, claims=())
    readings = {f"p{i}": RIGHT if i % 3 else wrong for i in range(12)}
    one, two = (evaluate(gold, readings, None).systems[0].scores["claims"]["f1"] for _ in "ab")
    assert one == two
    assert one.low is not None
    assert one.high is not None
    assert one.value is not None
    assert one.low < one.value < one.high


def test_the_rules_fill_what_the_check_refused():
    model = replace(
        RIGHT, method=None, claims=(claim(Metric.SPEEDUP, 5, support=Support.UNSUPPORTED),)
    )
    both = combined(model, RIGHT)
    assert both is not None
    assert both.method == "Quick-Fold"
    assert [c.low for c in both.claims] == [3, 40, 2]
    assert combined(replace(model, status="failed"), RIGHT) is RIGHT
    assert only_supported(None, Support.VERIFIED) is None


def test_labels_survive_a_round_trip(tmp_path):
    path = tmp_path / "gold.jsonl"
    assert write_gold([GOLD], path) == 1
    assert list(read_gold([path])) == [GOLD]


def test_a_label_line_finds_its_paper_by_its_abstract(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text('\n{"id": "x", "abstract": "We present  Foo."}\n', encoding="utf-8")
    assert next(read_gold([path])).paper_id == paper_id("We present Foo.")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "2: no label line"),
        (
            '{"paper_id": "a", "claims": [{"metric": "joy", "low": 1, "high": 1, "unit": "x"}]}',
            "metric",
        ),
        ('{"id": "a"}', "paper_id"),
        ("[]", "no label line"),
    ],
)
def test_a_broken_label_line_is_named_with_file_and_line(tmp_path, line: str, problem: str):
    path = tmp_path / "gold.jsonl"
    path.write_text(f'{{"paper_id": "ok"}}\n{line}\n', encoding="utf-8")
    with pytest.raises(InputError, match=problem) as caught:
        list(read_gold([path]))
    assert "\n" not in str(caught.value)


def test_a_missing_label_file_is_a_usage_error(tmp_path):
    with pytest.raises(InputError, match="can't be read"):
        list(read_gold([tmp_path / "none.jsonl"]))

"""Agreement between raters, against values worked out by hand or published."""

import pytest

from annotate.evaluation.agreement import agreement
from annotate.evaluation.gold import GoldClaim, GoldPaper, read_gold
from annotate.schema import Contribution, Metric
from tests.conftest import ROOT


def rater(*contributions: str | None) -> dict[str, GoldPaper]:
    return {
        str(i): GoldPaper(paper_id=str(i), contribution=Contribution(c))
        for i, c in enumerate(contributions)
        if c is not None
    }


def of(field: str, *raters: dict[str, GoldPaper]):
    return next(a for a in agreement(raters) if a.field == field)


def test_alpha_and_kappa_equal_the_values_worked_out_by_hand():
    # 10 units, 2 raters; coincidences: aa 6·2, bb 2·2, ab 2, ba 2: n=20, n_a=14, n_b=6.
    # alpha = 1 - (20-1)·4/(2·14·6) = 0.5476; kappa = (0.8 - (0.7·0.7+0.3·0.3))/(1 - 0.58) = 0.5238
    one = rater(*["method"] * 7, *["study"] * 3)
    two = rater(*["method"] * 6, "study", "method", *["study"] * 2)
    result = of("contribution", one, two)
    assert result.units == 10
    assert result.same == pytest.approx(0.8)
    assert result.alpha == pytest.approx(1 - 19 * 4 / (2 * 14 * 6))
    assert result.kappa == pytest.approx((0.8 - 0.58) / (1 - 0.58))


def test_where_nothing_varies_chance_can_not_be_estimated():
    result = of("contribution", rater("method", "method"), rater("method", "method"))
    assert (result.same, result.alpha, result.kappa) == (1.0, None, None)


def test_a_paper_that_only_one_rater_read_is_left_out():
    result = of("contribution", rater("method", "study", "theory"), rater("method", None, "theory"))
    assert result.papers == 2


def test_with_three_raters_there_is_an_alpha_and_no_kappa():
    result = of("contribution", *[rater("method", "study")] * 3)
    assert result.alpha == pytest.approx(1.0)
    assert result.kappa is None


def test_sets_are_compared_member_by_member_and_an_empty_pair_agrees():
    def reads(*values: float) -> GoldPaper:
        claims = [GoldClaim(metric=Metric.SPEEDUP, low=v, high=v, unit="x") for v in values]
        return GoldPaper(paper_id="p", claims=claims)

    result = of("claims", {"a": reads(2, 3), "b": reads()}, {"a": reads(2), "b": reads()})
    assert result.units == 3
    assert result.same == pytest.approx(2 / 3)


def test_raters_who_list_a_common_alias_agree_on_the_method():
    one = {"a": GoldPaper(paper_id="a", method=["Foo", "F"]), "b": GoldPaper(paper_id="b")}
    two = {"a": GoldPaper(paper_id="a", method=["F"]), "b": GoldPaper(paper_id="b")}
    assert of("method", one, two).alpha == pytest.approx(1.0)


def test_the_two_readings_of_the_seed_abstracts_agree():
    raw = ROOT / "labels" / "raw"
    raters = [
        {g.paper_id: g for g in read_gold([raw / f"icml2026-reader-{name}.jsonl"])} for name in "ab"
    ]
    found = {a.field: a for a in agreement(raters)}
    assert {a.papers for a in found.values()} == {37}
    assert min(a.alpha for a in found.values() if a.alpha is not None) > 0.8

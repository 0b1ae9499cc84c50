"""Figures are small, take the page's colours, and survive any name."""

import re

import pytest
from defusedxml.ElementTree import fromstring

from annotate.report.figures import MOST_POINTS, agreement_figure, factor_figure
from annotate.report.tally import Agreement, Factors, Group
from tests.demo import HOSTILE


def group(name: str, *values: float, bound: str | None = "exact") -> Group:
    factors = Factors()
    for value in values:
        factors.add(value, bound)
    return Group(name, factors)


def test_the_drawing_is_well_formed_and_has_no_colour_of_its_own():
    figure = factor_figure("f", "Factors", [group("speedup", 1.5, 2, 40)], {})
    root = fromstring(str(figure.svg))
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Factors"
    assert not re.search(r"#[0-9a-fA-F]{6}\b", str(figure.svg))
    assert {f"var(--{role})" for role in ("ink", "muted", "rule")} <= set(
        re.findall(r"var\(--\w+\)", str(figure.svg))
    )


def test_ids_of_two_drawings_do_not_clash_and_links_stay_inside():
    svgs = [str(factor_figure(key, "F", [group("a", 2, 3)], {}).svg) for key in ("f", "g")]
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in svgs]
    assert not ids[0] & ids[1]
    for svg, own in zip(svgs, ids, strict=True):
        used = re.findall(r'href="#([^"]+)"', svg) + re.findall(r"url\(#([^)]+)\)", svg)
        assert used
        assert set(used) <= own


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_one_line_of_text(name: str):
    figure = factor_figure("f", "F", [group(name, 2.0)], {})
    root = fromstring(str(figure.svg))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "g", "path", "text", "use", "defs", "clipPath", "rect", "style", "tspan"}


def test_the_numbers_beside_the_drawing_are_those_of_all_claims():
    factors = group("speedup", *range(1, 500)).factors
    factors.add(1000.0, "up_to")
    figure = factor_figure("f", "F", [Group("model_size", factors)], {"model_size": "model size"})
    assert figure.rows == [("model size", "500", "250×", "1×", "1,000×", "1", "0")]
    assert str(figure.svg).count("<use") <= MOST_POINTS + 5
    assert str(MOST_POINTS) in figure.caption


def test_up_to_and_at_least_are_drawn_with_shapes_of_their_own():
    plain = str(factor_figure("f", "F", [group("a", 2, 3)], {}).svg)
    ceiling = str(factor_figure("f", "F", [group("a", 2, 3, bound="up_to")], {}).svg)
    assert "var(--accent)" in ceiling
    assert "var(--accent)" not in plain


def test_the_same_data_gives_the_same_drawing():
    assert (
        factor_figure("f", "F", [group("a", 2, 3)], {}).svg
        == factor_figure("f", "F", [group("a", 2, 3)], {}).svg
    )


def test_agreement_says_how_many_papers_it_rests_on():
    figure = agreement_figure([Agreement("method", 3, 4), Agreement("task", 0, 0)])
    assert figure.rows == [("method", "4", "3", "1"), ("task", "0", "0", "0")]
    assert ">75 %<" in str(figure.svg)

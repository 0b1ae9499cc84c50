import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.errors import QuantityError
from annotate.facts import Bound
from annotate.language.quantities import (
    find_absolutes,
    find_quantities,
    improvement_factor,
    parse_quantity,
)
from annotate.schema import Metric
from tests.timing import grows_in_step

VALUES = [
    ("5x", 5, 5, "x", Bound.EXACT),
    ("up to 5x", 5, 5, "x", Bound.UP_TO),
    ("as much as 12 X", 12, 12, "x", Bound.UP_TO),
    ("a maximum 27.5%", 27.5, 27.5, "%", Bound.UP_TO),
    ("a peak of 3x", 3, 3, "x", Bound.UP_TO),
    (r"4.49$\times$", 4.49, 4.49, "x", Bound.EXACT),
    ("**1.50**$\\times$", 1.5, 1.5, "x", Bound.EXACT),
    (r"30--35\%", 30, 35, "%", Bound.RANGE),
    (r"up to **42.9**\%", 42.9, 42.9, "%", Bound.UP_TO),
    ("~1.9x", 1.9, 1.9, "x", Bound.APPROX),
    ("nearly 70 per cent", 70, 70, "%", Bound.APPROX),
    ("over 25 percent", 25, 25, "%", Bound.AT_LEAST),
    (">72x", 72, 72, "x", Bound.AT_LEAST),
    ("&gt;72x", 72, 72, "x", Bound.AT_LEAST),
    ("45pct", 45, 45, "%", Bound.EXACT),
    ("45％", 45, 45, "%", Bound.EXACT),
    ("70%+", 70, 70, "%", Bound.AT_LEAST),
    ("10x or more", 10, 10, "x", Bound.AT_LEAST),
    ("2–4×", 2, 4, "x", Bound.RANGE),
    ("2 to 4x", 2, 4, "x", Bound.RANGE),
    ("between 1.5 and 3 times", 1.5, 3, "x", Bound.RANGE),
    ("between 1.4x and 2.0x", 1.4, 2.0, "x", Bound.RANGE),
    ("8×-15×", 8, 15, "x", Bound.RANGE),
    ("1.5~1.8x", 1.5, 1.8, "x", Bound.RANGE),
    ("8−12×", 8, 12, "x", Bound.RANGE),
    ("26% 41%", 26, 41, "%", Bound.RANGE),
    ("10- to 20-fold", 10, 20, "x", Bound.RANGE),
    ("from 4.24$\\times$ to 5.19$\\times$", 5.19, 5.19, "x", Bound.EXACT),
    ("twice as fast", 2, 2, "x", Bound.EXACT),
    ("doubles", 2, 2, "x", Bound.EXACT),
    ("halves", 2, 2, "x", Bound.EXACT),
    ("half", 2, 2, "x", Bound.EXACT),
    ("tenfold", 10, 10, "x", Bound.EXACT),
    ("4.5-fold", 4.5, 4.5, "x", Bound.EXACT),
    ("three times", 3, 3, "x", Bound.EXACT),
    ("4times", 4, 4, "x", Bound.EXACT),
    ("a third of", 3, 3, "x", Bound.EXACT),
    ("1/900 of", 900, 900, "x", Bound.EXACT),
    ("to a fifth", 5, 5, "x", Bound.EXACT),
    ("by a fifth", 20, 20, "%", Bound.EXACT),
    ("3/2 of", 150, 150, "%", Bound.EXACT),
    ("0/3 of", 0, 0, "%", Bound.EXACT),
    ("by one third", 33.3, 33.3, "%", Bound.EXACT),
    ("one-tenth", 10, 10, "%", Bound.EXACT),
    ("1/4", 25, 25, "%", Bound.EXACT),
    ("an order of magnitude", 10, 10, "x", Bound.EXACT),
    ("orders of magnitude", 100, 100, "x", Bound.AT_LEAST),
    ("three orders of magnitude", 1000, 1000, "x", Bound.EXACT),
    ("two to three orders of magnitude", 100, 1000, "x", Bound.RANGE),
    ("2-3 orders of magnitude", 100, 1000, "x", Bound.RANGE),
    ("10^3×", 1000, 1000, "x", Bound.EXACT),
    ("10$^{3}$ times", 1000, 1000, "x", Bound.EXACT),
    ("10³x", 1000, 1000, "x", Bound.EXACT),
    ("3 × 10^5 times", 300000, 300000, "x", Bound.EXACT),
    ("1,000×", 1000, 1000, "x", Bound.EXACT),
    ("12,345.6 times", 12345.6, 12345.6, "x", Bound.EXACT),
    ("2,3 fois", 2.3, 2.3, "x", Bound.EXACT),
    ("2,5-mal", 2.5, 2.5, "x", Bound.EXACT),
    ("3,1 veces", 3.1, 3.1, "x", Bound.EXACT),
    ("jusqu'à 45 %", 45, 45, "%", Bound.UP_TO),
    ("más de 12 %", 12, 12, "%", Bound.AT_LEAST),
    ("高达2.3倍", 2.3, 2.3, "x", Bound.UP_TO),
    ("约45%", 45, 45, "%", Bound.APPROX),
    ("a factor of 50", 50, 50, "x", Bound.EXACT),
    ("a factor of 2 to 5", 2, 5, "x", Bound.RANGE),
    ("x197", 197, 197, "x", Bound.EXACT),
    ("109%", 109, 109, "%", Bound.EXACT),
    ("60 fps", 60, 60, "fps", Bound.EXACT),
    ("under 12 ms", 12, 12, "ms", Bound.UP_TO),
    ("3.9-4.9 mW", 3.9, 4.9, "mW", Bound.RANGE),
]


@pytest.mark.parametrize(("value", "low", "high", "unit", "bound"), VALUES)
def test_a_value_is_parsed_as_written(value, low, high, unit, bound):
    found = parse_quantity(value)
    assert found is not None
    assert (found.low, found.high, found.unit, found.bound) == (low, high, unit, bound)


def test_the_start_of_a_rise_is_the_baseline():
    found = parse_quantity("from 4.24× to 5.19×")
    assert found is not None
    assert found.baseline == 4.24


@pytest.mark.parametrize(
    "text",
    [
        "a 2x2 kernel",
        "a 128×128 array",
        "images of 224 x 224 x 3",
        "an H100 x 8 node",
        "p < 0.05",
        "Llama-2-7B",
        "in 2024",
        "see [12, 34]",
        "Table 3",
        "a 512-dimensional space",
        "GPT-3.5",
        "3 percentage points",
        "5% points",
        "significantly faster",
        "5 samples in 10 runs",
    ],
)
def test_what_is_no_ratio_and_no_percentage_is_not_found(text):
    assert find_quantities(text) == []


@pytest.mark.parametrize("text", ["", " ", "fast", "v1.5", "H100", "İİİ", "%", "×"])
def test_a_value_without_a_number_is_nothing(text):
    assert parse_quantity(text) is None


def test_numbers_that_share_a_unit_are_all_found():
    found = [span.quantity.low for span in find_quantities("it is 7.5/4.8/8.9x faster")]
    assert found == [7.5, 4.8, 8.9]


def test_a_comma_is_decimal_where_the_language_has_it_so():
    german = "Die Suche mit der neuen Methode ist auf der Karte 1.250-mal so schnell und 1,250-mal"
    lows = [span.quantity.low for span in find_quantities(german)]
    assert lows == [1250, 1.25]
    english = "The search is 1,250 times faster"
    assert [span.quantity.low for span in find_quantities(english)] == [1250]


def test_a_span_includes_its_hedge_and_knows_where_the_number_begins():
    text = "It is up to 5x faster."
    (span,) = find_quantities(text)
    assert text[span.start : span.end] == "up to 5x"
    assert text[span.number : span.end] == "5x"


def test_figures_with_a_unit_are_found_apart():
    text = "It needs 3.5–4 GB and runs at 60 fps on 8 A100s."
    assert [text[span.start : span.end] for span in find_absolutes(text)] == ["3.5–4 GB", "60 fps"]


FACTORS = [
    ("5x", Metric.MEMORY, "", 5),
    ("45% reduction", Metric.ENERGY, "", 1 / 0.55),
    ("45%", Metric.MEMORY, "", 1 / 0.55),
    ("10%", Metric.SPEEDUP, "10% faster than before", 1.1),
    ("14%", Metric.SPEEDUP, "reduces training time by 14% on Alpha", 1 / 0.86),
    ("25%", Metric.THROUGHPUT, "improves throughput by over 25%", 1.25),
    ("150%", Metric.ENERGY, "150% higher energy efficiency", 2.5),
    ("18%", Metric.ENERGY, "reduces energy to 18% of the baseline", 100 / 18),
    ("15%", Metric.ENERGY, "uses only 15% of the energy", 100 / 15),
    ("one-tenth", Metric.COST, "one-tenth of the cost", 10),
    ("by one third", Metric.COST, "", 100 / (100 - 33.3)),
    ("half", Metric.COST, "half the cost", 2),
    ("an order of magnitude", Metric.SPEEDUP, "", 10),
    ("orders of magnitude", Metric.SPEEDUP, "", 100),
    ("30–35%", Metric.COMPUTE, "", 1 / 0.7),
    ("from 4.24× to 5.19×", Metric.SPEEDUP, "", 5.19),
    ("0.25x", Metric.MEMORY, "0.25x the memory", 4),
]


@pytest.mark.parametrize(("value", "metric", "context", "factor"), FACTORS)
def test_a_factor_says_how_many_times_better(value, metric, context, factor):
    quantity = parse_quantity(value)
    assert quantity is not None
    assert improvement_factor(quantity, metric, context) == pytest.approx(factor)


def test_an_absolute_figure_has_no_factor():
    quantity = parse_quantity("60 fps")
    assert quantity is not None
    assert improvement_factor(quantity, Metric.THROUGHPUT) is None


def test_a_reduction_that_leaves_nothing_is_an_error():
    quantity = parse_quantity("120% reduction")
    assert quantity is not None
    with pytest.raises(QuantityError, match="120 %"):
        improvement_factor(quantity, Metric.ENERGY)


@given(st.floats(min_value=0.01, max_value=9999).map(lambda number: round(number, 2)))
def test_a_plain_number_comes_back_from_every_unit(number):
    for unit in ("x", "×", " times", "%", " percent"):
        found = parse_quantity(f"{number:.2f}{unit}")
        assert found is not None
        assert found.low == found.high == number


@given(st.text(max_size=300))
def test_any_text_is_scanned_and_every_span_lies_inside(text):
    spans = find_quantities(text)
    assert all(0 <= span.start <= span.number < span.end <= len(text) for span in spans)
    assert [span.start for span in spans] == sorted(span.start for span in spans)


@pytest.mark.parametrize(
    "unit",
    ["1", "1,", "1x, ", "1x2x", "10^", "one ", "up to ", "1/2/", "a third of ", "5倍", "%", "1%"],
)
def test_time_grows_in_step_with_the_text(unit):
    assert grows_in_step(
        lambda count: find_quantities(unit * count),
        25_000 // len(unit),
        200_000 // len(unit),
        floor=0.01,
    )


@pytest.mark.parametrize("value", ["1e999x", "10^999x", "9^{999} times", "400 orders of magnitude"])
def test_a_number_beyond_all_bounds_stays_finite(value: str) -> None:
    quantity = parse_quantity(value)
    assert quantity is not None
    assert math.isfinite(quantity.low)
    assert quantity.low >= 1e300


@pytest.mark.parametrize("value", ["1e-310x", "1e-999x"])
def test_a_number_too_small_has_no_factor(value: str) -> None:
    quantity = parse_quantity(value)
    assert quantity is not None
    assert improvement_factor(quantity, Metric.SPEEDUP) is None


@given(
    st.sampled_from(("", "up to ", "over ", "about ", "nearly ", "at least ", "~", "≈")),
    st.floats(0, 2000).map(lambda number: f"{number:.4g}") | st.integers(0, 99999).map(str),
    st.sampled_from(("x", "×", " ×", "%", " %", " times")),
)
def test_a_value_alone_is_read_as_within_a_sentence(hedge, number, unit):
    value = f"{hedge}{number}{unit}"
    assert parse_quantity(value) == parse_quantity(f"{value}, sir")

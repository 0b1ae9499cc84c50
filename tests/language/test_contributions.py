"""What kind of thing a paper brings."""

import pytest

from annotate.language.contributions import find_contribution
from annotate.schema import Contribution


@pytest.mark.parametrize(
    ("text", "title", "method", "expected"),
    [
        ("We propose LoomNet, a network for cloth.", None, "LoomNet", Contribution.METHOD),
        ("We present a serving system for small models.", None, None, Contribution.SYSTEM),
        ("We introduce a dataset of 5,000 shells.", None, None, Contribution.DATASET),
        (
            "We introduce RookBench.",
            "RookBench: A Benchmark for Chess",
            "RookBench",
            Contribution.BENCHMARK,
        ),
        ("We release a Python library for tides.", None, None, Contribution.SOFTWARE),
        ("We review 80 papers.", "Tide Models: A Survey", None, Contribution.SURVEY),
        (
            "We conduct an empirical study of warm-up. Warm-up helps.",
            None,
            None,
            Contribution.STUDY,
        ),
        (
            "We propose an estimator. We prove minimax bounds under weak assumptions.",
            None,
            None,
            Contribution.THEORY,
        ),
        ("Shells are hard.", None, None, Contribution.OTHER),
        ("本文构建了一个贝壳图像数据集。", None, None, Contribution.DATASET),
    ],
)
def test_the_kind_follows_what_is_introduced(text, title, method, expected):
    assert find_contribution(text, title, method) is expected

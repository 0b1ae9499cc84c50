"""What is asked again is said in sentences that a small model can act on."""

import pytest

from annotate.check import problems
from annotate.schema import Hardware
from tests.check.heron import HERON, claim, paper, reading


def reasons(*claims, **fields):
    return problems(reading(*claims, **fields), paper())


@pytest.mark.parametrize(
    "quote", ["up to 3.4× higher throughput", r"up to 3.4$\times$ higher throughput"]
)
def test_a_right_answer_gives_no_reason(quote):
    value = quote.removesuffix(" higher throughput")
    assert reasons(claim(quote=quote, value=value)) == []


def test_a_quote_that_does_not_stand_is_asked_for_again_with_its_value():
    (reason,) = reasons(claim(quote="reaching a huge 3.4× of throughput"))
    assert reason.startswith('claims[0].quote "reaching a huge 3.4× of throughput" does not stand')
    assert '"up to 3.4×"' in reason


def test_a_quote_that_stands_twice_is_asked_for_with_more_words():
    (reason,) = problems(
        reading(claim(metric="speedup", value="4x", quote="4x"), method_name=None),
        paper("It is 4x smaller and 4x faster."),
    )
    assert "stands more than once" in reason


@pytest.mark.parametrize(
    ("value", "quote"),
    [
        ("3.5×", "up to 3.4× higher throughput"),
        ("4×", "4$\\times$ higher throughput"),
        ("5%", "cuts peak memory by 58%"),
    ],
)
def test_a_value_that_is_not_in_its_quote_is_asked_for_again(value, quote):
    (reason,) = reasons(claim(value=value, quote=quote))
    assert f'value "{value}" does not stand in its quote' in reason


def test_an_end_of_a_range_is_not_the_value():
    text = "We cut energy by 30–35% with Tern."
    given = reading(claim(metric="energy", value="35%", quote=text), method_name=None)
    assert len(problems(given, paper(text))) == 1


def test_a_value_without_a_number_is_asked_for_again():
    (reason,) = reasons(claim(value="higher"))
    assert "holds no number" in reason


def test_names_that_stand_nowhere_are_asked_for_again():
    first, second = reasons(
        method_name="Quillon", hardware=[Hardware(name="Borealis-9", role="target")]
    )
    assert first.startswith('method_name "Quillon" does not stand in the abstract')
    assert first.endswith("or use null when they give none.")
    assert second.startswith('hardware[0].name "Borealis-9" does not stand')


def test_at_most_six_reasons_are_given_and_long_quotes_are_shortened():
    long = claim(quote="nothing of this stands anywhere " * 10)
    given = reasons(*[long] * 9, method_name="Quillon")
    assert len(given) == 6
    assert all(len(reason) < 320 for reason in given)
    assert "…" in given[0]


def test_an_empty_reading_has_no_problems():
    assert problems(reading(method_name=None), paper(HERON)) == []

"""Quotes are found where they stand, whole numbers only, and cut out of the original exactly."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from annotate.language.latex import clean
from annotate.language.spans import Span, align, cuts_number, find_value, first_place
from tests.language.test_latex import MESSY
from tests.timing import stays_within

ABSTRACT = (
    r"We present Heron. It shows up to 5$\times$ speedup and **4x** less memory (45\% lower energy)"
    r" on A100 GPUs, raising the ratio from 4.24$\times$ to 5.19$\times$ for state-of-the-art"
    r" models; it is 15x faster than Egret without retraining."
)


def cut(quote: str, text: str = ABSTRACT) -> tuple[str, str | None]:
    """Return how `quote` was found and what was cut out for it."""
    span = align(quote, text)
    return span.evidence.value, None if span.start is None else text[span.start : span.end]


def test_a_quote_that_stands_twice_is_ambiguous_and_keeps_no_offsets():
    span = align("4x", "4x smaller and 4x faster")
    assert span == Span(evidence="ambiguous", start=None, end=None)


@given(MESSY, st.data())
@settings(max_examples=400)
def test_any_slice_of_any_text_is_given_back(text, data):
    assume(text)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    span = align(text[start:end], text)
    if text.find(text[start:end]) != text.rfind(text[start:end]):
        assert span == Span("ambiguous")
    else:
        assert span == Span("exact", start, end)


@given(MESSY, st.data())
@settings(max_examples=400)
def test_any_slice_of_the_clean_text_is_cut_out_of_the_original(text, data):
    seen = clean(text)
    assume(seen.text)
    start = data.draw(st.integers(0, len(seen.text) - 1))
    end = data.draw(st.integers(start + 1, len(seen.text)))
    quote = seen.text[start:end]
    span = align(quote, text)
    if span.start is None:
        assert span.evidence in ("ambiguous", "missing")
        assert span.evidence == "ambiguous" or not clean(quote).text or quote.isspace()
    elif span.evidence == "normalised" and seen.text.count(quote) == 1:
        assert span.start <= seen.starts[start]
        assert span.end >= seen.ends[end - 1]


@given(st.text(max_size=40), MESSY)
def test_whatever_is_sought_offsets_are_sound(quote, text):
    span = align(quote, text)
    if span.start is None:
        assert span.end is None
        assert span.evidence in ("ambiguous", "missing")
    else:
        assert 0 <= span.start < span.end <= len(text)


@pytest.mark.parametrize(
    ("quote", "evidence", "found"),
    [
        (r"up to 5$\times$ speedup", "exact", r"up to 5$\times$ speedup"),
        ("up to 5× speedup", "normalised", r"up to 5$\times$ speedup"),
        ("up to 5 x speed-up", "normalised", r"up to 5$\times$ speedup"),
        ("4x less memory", "normalised", "**4x** less memory"),
        ("45 % lower energy", "normalised", r"45\% lower energy"),
        ("45 percent lower energy", "normalised", r"45\% lower energy"),
        ("ON A100 gpus", "normalised", "on A100 GPUs"),
        ("state of the art models", "normalised", "state-of-the-art models"),
        ("from 4.24x to 5.19x", "normalised", r"from 4.24$\times$ to 5.19$\times$"),
        ("raising ratio from 4.24× to 5.19×", "fuzzy", None),
        ("for state-of-the-art modles", "fuzzy", "for state-of-the-art models"),
        ("it is 51x faster than Egret", "missing", None),
        ("it is 15x slower than Egret", "missing", None),
        ("it is 15x faster than Egret with retraining", "missing", None),
        ("two unrelated words", "missing", None),
        ("", "missing", None),
        ("!?", "missing", None),
    ],
)
def test_quotes_are_found_in_either_form(quote, evidence, found):
    kind, words = cut(quote)
    assert kind == evidence
    if found is not None:
        assert words == found


@pytest.mark.parametrize("wrong", ["6x", "up to 50x", "4.5x", "three times", "twenty"])
def test_a_fuzzy_quote_never_changes_a_number(wrong):
    text = (
        "Across all twelve suites our learned scheduler runs up to 5x faster than hand-tuned ones."
    )
    mistyped = (
        "Across all twelve suites our lerned schedular runs up to 5x faster than hand-tuned ones"
    )
    assert align(mistyped, text).evidence == "fuzzy"
    assert align(mistyped.replace("up to 5x", wrong), text).evidence == "missing"
    assert align(mistyped.replace("twelve", "ten"), text).evidence == "missing"


def test_words_left_out_may_not_hold_a_number_or_a_negation():
    text = "The tuned planner runs 2x faster and needs 4x fewer samples but never beats the oracle."
    assert align("The tuned planner needs 4x fewer samples", text).evidence == "missing"
    assert align("needs 4x fewer samples but beats the oracle", text).evidence == "missing"


def test_two_places_that_read_as_alike_are_ambiguous():
    text = "We train the large model quickly. Later we train the large model slowly."
    assert align("We trian the large model", text).evidence == "ambiguous"


def test_a_quote_in_another_form_that_stands_twice_is_ambiguous():
    assert align("5× speedup", r"5$\times$ speedup, then $5\times$ speedup").evidence == "ambiguous"


def test_an_abstract_of_a_hundred_thousand_characters_takes_less_than_a_tenth_of_a_second():
    text = " ".join(f"Sentence {n} says it runs {n % 97}x faster than before." for n in range(2200))
    quotes = (
        "says it runs 42x fastr then befor once more",
        "nowhere at all does this stand",
        text[-60:],
    )
    for quote in (*quotes, "a" * 300, "7x " * 100):
        # Twice the bar: the machine may be busy.
        assert stays_within(0.2, lambda quote=quote: align(quote, text))


@pytest.mark.parametrize(
    ("value", "quote"),
    [
        ("5x", "up to 5x faster"),
        ("up to 5x", "5 times faster"),
        ("3%", "3 percent less"),
        (r"30--35\%", "30% to 35% fewer"),
        ("30–35%", r"by 30--35\%"),
        ("twice", "twice as fast"),
        ("1,000x", "1000× smaller"),
        ("5", "5x faster"),
        (r"from 4.24$\times$ to 5.19$\times$", "from 4.24× to 5.19×"),
        ("one third", "cut by one third"),
    ],
)
def test_a_number_stands_in_its_quote(value, quote):
    place = find_value(value, quote)
    assert place is not None
    assert quote[slice(*place)] in quote


@pytest.mark.parametrize(
    ("value", "quote"),
    [
        ("5x", "15x faster"),
        ("5x", "2.5x faster"),
        ("3%", "13% less"),
        ("3%", "0.3% less"),
        ("5x", "5% faster"),
        ("5x", "5 GB less"),
        ("2x", "a 2x2 kernel"),
        ("two orders of magnitude", "one order of magnitude"),
        ("fast", "fast as light"),
        ("", "5x"),
    ],
)
def test_a_part_of_another_number_is_not_the_number(value, quote):
    assert find_value(value, quote) is None


def test_a_cut_through_a_number_is_noticed():
    assert cuts_number("runs 15x faster", 6, 8)
    assert cuts_number("runs 2.5x faster", 7, 9)
    assert not cuts_number("runs 15x faster", 5, 8)


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("Bias", "KnowBias and Bias", "Bias"),
        ("GPU", "many GPUs", "GPU"),
        ("KV cache", "all KV-caches", "KV-caches"),
        ("Heron+", "Heron and Heron+", "Heron+"),
        ("H²CL", "we call it H²CL.", "H²CL"),
        ("speed up", "the speedup", "speedup"),
        ("FoldNet", "一种名为FoldNet的方法", "FoldNet"),
        ("Fold", "一种名为FoldNet的方法", None),
        ("Bias", "KnowBias", None),
        ("A10", "on A100 GPUs", None),
        ("", "x", None),
        ("?!", "x", None),
    ],
)
def test_names_stand_as_whole_words(words, text, found):
    place = first_place(words, text)
    assert (text[slice(*place)] if place else None) == found

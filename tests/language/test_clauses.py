"""Each line of `tests/data/claims/*.txt` is an invented sentence with what its numbers say."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.language.clauses import read_sentence
from annotate.language.figures import find_quantities
from annotate.language.words import sentences, tokens

TABLES = Path(__file__).resolve().parent.parent / "data" / "claims"


def lines(table: str) -> list[tuple[str, list[str]]]:
    out = []
    for line in (TABLES / table).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            sentence, _, claims = line.rpartition("=>")
            out.append(
                (sentence.strip(), [one.strip() for one in claims.split(";") if one.strip()])
            )
    return out


def said(sentence: str) -> set[str]:
    """Return what the numbers of a sentence say, in the notation of the tables."""
    words = tokens(sentence, 0, len(sentence), find_quantities(sentence))
    out = set()
    for reading in read_sentence(words, name="Zorvex"):
        quantity = reading.span.quantity
        low, high = quantity.low, quantity.high
        if quantity.baseline is not None and reading.change:
            low = high
        number = f"{low:g}" if low == high else f"{low:g}-{high:g}"
        mark = "" if reading.better else "!"
        out.add(f"{mark}{reading.metric.value} {number}{quantity.unit}")
    return out


def check(sentence: str, claims: list[str]) -> None:
    got = said(sentence)
    if not any(claim.startswith("!") for claim in claims):
        got = {claim for claim in got if not claim.startswith("!")}
    assert got == set(claims)


@pytest.mark.parametrize(("sentence", "claims"), lines("english.txt"))
def test_a_plain_english_sentence_says_what_its_numbers_measure(sentence, claims):
    check(sentence, claims)


@pytest.mark.parametrize(("sentence", "claims"), lines("other.txt") + lines("languages.txt"))
def test_a_sentence_in_another_language_says_what_its_numbers_measure(sentence, claims):
    check(sentence, claims)


@pytest.mark.parametrize(("sentence", "claims"), lines("hard.txt"))
def test_lists_ranges_words_and_rivals_are_understood(sentence, claims):
    check(sentence, claims)


@pytest.mark.parametrize(("sentence", "claims"), lines("traps.txt"))
def test_what_looks_like_a_claim_and_is_none_is_left_out(sentence, claims):
    check(sentence, claims)


@pytest.mark.parametrize(
    ("sentence", "claims"),
    lines("varied.txt") + lines("wide.txt") + lines("more.txt") + lines("lost.txt"),
)
def test_a_sentence_of_any_field_says_what_its_numbers_measure(sentence, claims):
    check(sentence, claims)


@pytest.mark.parametrize(("sentence", "claims"), lines("parts.txt"))
def test_parts_counts_and_shared_units_are_told_from_settings_and_scores(sentence, claims):
    check(sentence, claims)


def test_sentences_end_at_full_stops_but_not_at_abbreviations():
    text = "It is fast, e.g. Alpha vs. Beta et al. (2020). It uses 2.5 GB! 它很快。它很小。"
    assert [text[start:end].strip() for start, end in sentences(text)] == [
        "It is fast, e.g. Alpha vs. Beta et al. (2020).",
        "It uses 2.5 GB!",
        "它很快。",
        "它很小。",
    ]


@given(st.text(alphabet=" .!?ABab。e.g1%x", max_size=200))
def test_sentences_cover_the_text_in_order(text):
    places = sentences(text)
    assert "".join(text[start:end] for start, end in places) == text
    assert all(a[1] == b[0] for a, b in itertools.pairwise(places))


WORDS = (
    "reduces latency memory by of 5x 40% and , ( ) faster than the respectively 2-3x twice".split()
)


@settings(max_examples=200)
@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_order_of_the_words_is_read_without_an_error(words):
    sentence = " ".join(words)
    quantities = find_quantities(sentence)
    readings = read_sentence(tokens(sentence, 0, len(sentence), quantities))
    assert {reading.span for reading in readings} <= set(quantities)

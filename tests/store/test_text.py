import json
import math
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.store import claim_key
from annotate.store.numbers_sql import key_of
from annotate.store.text import json_text, number, storable, whole

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT)
def test_any_text_is_stored_with_its_length_and_comes_back_the_same(text):
    stored = storable(text)
    row = sqlite3.connect(":memory:").execute("SELECT ?, length(?)", [stored, stored]).fetchone()
    assert row == (stored, len(text))
    assert stored == storable(stored)


@given(ANY_TEXT.filter(lambda text: text.isprintable()))
def test_text_that_sqlite_can_hold_is_left_alone(text):
    assert storable(text) == text


def test_a_lone_surrogate_and_a_nul_become_one_replacement_character_each():
    assert storable("a\ud800b\0c") == "a\ufffdb\ufffdc"
    assert storable(None) is None


@given(
    st.sampled_from(["speedup", "model_size"]),
    st.one_of(st.none(), st.floats(-1e18, 1e18)),
    st.one_of(st.none(), st.floats(0, 1e6)),
    st.one_of(st.none(), st.text(max_size=3).filter(lambda text: "\0" not in text)),
)
def test_sql_and_python_know_a_claim_by_the_same_key(metric, low, high, unit):
    unit = storable(unit)
    fact = {"metric": metric, "low": low, "high": high, "unit": unit, "value": "as is"}
    row = sqlite3.connect(":memory:").execute(
        f"SELECT {key_of('n')} FROM (SELECT ? AS metric, ? AS low, ? AS high, ? AS unit,"
        " ? AS value) n",
        list(fact.values()),
    )
    assert row.fetchone()[0] == claim_key(fact)


@pytest.mark.parametrize(
    ("low", "high", "key"),
    [
        (5.0, 5.0, "speedup|5|5|x"),
        (1.5, None, "speedup|1.5|1.5|x"),
        (100 / 3, 40, "speedup|33.33333333|40|x"),
        (1e16, 1e16, "speedup|1e+16|1e+16|x"),
    ],
)
def test_a_key_holds_ten_digits_and_no_trailing_zeros(low, high, key):
    assert claim_key({"metric": "speedup", "low": low, "high": high, "unit": "x"}) == key


def test_a_claim_without_a_number_is_known_by_its_words():
    fact = {"metric": "cost", "low": None, "high": None, "unit": None, "value": "far less"}
    assert claim_key(fact) == "cost|||far less"


def test_numbers_that_sql_cannot_compare_are_left_out():
    assert [number(x) for x in (1.5, math.inf, math.nan, None)] == [1.5, None, None, None]
    assert whole(10**30) == 2**63 - 1


@given(st.dictionaries(ANY_TEXT, ANY_TEXT))
def test_json_is_valid_utf8_whatever_it_holds(value):
    text = json_text(value)
    assert text is not None
    text.encode()
    assert len(json.loads(text)) <= len(value)


def test_json_holds_no_number_that_json_has_not() -> None:
    written = json_text({"a": math.inf, "b": [-math.inf, {"c": math.nan}], "d": 1.5, "e": "NaN"})
    assert written == '{"a":null,"b":[null,{"c":null}],"d":1.5,"e":"NaN"}'

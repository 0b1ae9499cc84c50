"""Data inside the page stays data, whatever it holds."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.report.embedded import CLAIM_FIELDS, embedded, script_json
from tests.demo import HOSTILE, paper

ROW = {
    "claim_id": 1,
    "title": None,
    "method": "M",
    "task": None,
    "hardware": None,
    "metric": "speedup",
    "value": "3x",
    "low": 3.0,
    "high": 3.0,
    "unit": "x",
    "bound": "exact",
    "factor": 3.0,
    "baseline": None,
    "setting": None,
    "device": None,
    "attribution": "own",
    "quote": "3x",
    "quote_start": 0,
    "quote_end": 2,
    "evidence": "exact",
    "support": "verified",
    "status": "unreviewed",
    "reviewer": None,
}


@given(st.text())
def test_no_text_ends_the_script_or_a_line_of_it(text: str):
    written = str(script_json({"t": text}))
    assert not set(written) & set("<>&\u2028\u2029")
    assert json.loads(written) == {"t": text}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_come_out_as_they_went_in_but_for_control_characters(text: str):
    known = paper(f"{text} 3x", title=text)
    row = ROW | {"paper_id": known.id, "method": text, "device": text}
    data = json.loads(str(embedded([row], [known], {})))
    abstract = data["papers"][0][-1]
    assert not set(abstract) & {"\x1b", "\x07", "\u202e", "\u2066"}


def test_mark_up_is_rendered_and_the_quote_marked_in_what_is_shown():
    known = paper("Zorblax gains $4.49\\times$ and **42.9**\\% here.")
    quote = "gains $4.49\\times$"
    start = known.abstract.index(quote)
    place = {"quote_start": start, "quote_end": start + len(quote), "quote": quote}
    data = json.loads(str(embedded([ROW | place | {"paper_id": known.id}], [known], {})))
    claim = dict(zip(CLAIM_FIELDS, data["claims"][0], strict=True))
    abstract = data["papers"][0][-1]
    assert abstract == "Zorblax gains 4.49× and 42.9% here."
    assert abstract[claim["start"] : claim["end"]] == "gains 4.49×"
    assert claim["quote"] == quote


def test_the_quote_is_given_only_where_it_was_not_found():
    known = paper("3x faster")
    found = ROW | {"paper_id": known.id}
    lost = found | {"claim_id": 2, "quote": "9x", "quote_start": None, "quote_end": None}
    data = json.loads(str(embedded([found, lost], [known], {})))
    at = CLAIM_FIELDS.index("quote")
    assert [claim[at] for claim in data["claims"]] == ["", "9x"]
    assert len(data["papers"]) == 1

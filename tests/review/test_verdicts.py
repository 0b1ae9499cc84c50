"""What a person decides is checked the way a reading is checked."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.errors import UsageError
from annotate.facts import CheckedAnnotation, Paper
from annotate.review.verdicts import added, corrected, judged, named
from annotate.store import Store
from annotate.store.waiting import claim as claim_row
from annotate.store.waiting import label_key
from tests.demo import Reading, claim, make_store, paper

BODY = "On eight A100 GPUs, Zorblax decodes up to $3\\times$ faster and needs 45\\% less memory."


@pytest.fixture
def store(tmp_path: Path) -> Any:
    quote = "up to $3\\times$ faster"
    found = claim(BODY, quote, "up to $3\\times$", 3.0)
    reading = Reading(paper(BODY), CheckedAnnotation("ok", method="Zorblax", claims=(found,)))
    with Store(make_store(tmp_path / "claims.db", [reading])) as opened:
        yield opened


def only(store: Store) -> tuple[dict[str, Any], str, Paper]:
    (row,) = store.claims()
    key = label_key(store.db.conn, row["claim_id"])
    assert key == "speedup|3|3|x"
    return row, key, next(store.papers())


def test_accepting_says_the_whole_fact_so_that_the_label_stands_on_its_own(store: Store):
    row, key, _ = only(store)
    label = judged(row, key, "accept", "r1")
    assert json.loads(label.value or "")["quote"] == row["quote"]
    store.add_labels([label])
    (row,) = store.claims()
    assert (row["status"], row["reviewer"]) == ("accepted", "r1")


def test_a_corrected_value_is_parsed_anew_and_its_factor_follows(store: Store):
    row, key, found = only(store)
    store.add_labels(
        [
            corrected(
                row,
                key,
                found,
                {"metric": "memory", "value": "45\\% less", "quote": "45\\% less memory"},
                "r1",
            )
        ]
    )
    (row,) = store.claims()
    assert (row["metric"], row["low"], row["unit"], row["status"]) == (
        "memory",
        45.0,
        "%",
        "corrected",
    )
    assert row["factor"] == pytest.approx(1.818, abs=0.01)
    assert BODY[row["quote_start"] : row["quote_end"]] == row["quote"] == "45\\% less memory"
    assert row["support"] == "grounded"


def test_a_quote_is_found_through_its_mark_up(store: Store):
    row, key, found = only(store)
    label = corrected(row, key, found, {"quote": "needs 45% less memory", "value": "45%"}, "r1")
    fields = json.loads(label.value or "")
    assert fields["quote"] == "needs 45\\% less memory"
    assert fields["evidence"] == "normalised"


def test_a_device_gets_its_canonical_name(store: Store):
    row, key, found = only(store)
    label = corrected(row, key, found, {"device": "A100"}, "r1")
    assert json.loads(label.value or "")["device"] == "NVIDIA A100"
    label = corrected(row, key, found, {"device": "Frobnicator 9"}, "r1")
    assert json.loads(label.value or "")["device"] == "Frobnicator 9"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "nothing was changed"),
        ({"value": " up to $3\\times$ "}, "nothing was changed"),
        ({"quote": "up to $3\\times$\r\nfaster"}, "nothing was changed"),
        ({"value": "much"}, "must state a number"),
        ({"value": ""}, "must state a number"),
        ({"metric": "happiness"}, "metric is 'happiness'"),
        ({"attribution": "theirs"}, "expected own or prior"),
        ({"quote": "nothing of the kind stands there"}, "words of the abstract"),
    ],
)
def test_nonsense_is_refused_in_words(store: Store, changes: dict[str, str], words: str):
    row, key, found = only(store)
    with pytest.raises(UsageError, match=words):
        corrected(row, key, found, changes, "r1")


def test_an_added_claim_joins_the_others(store: Store):
    found = next(store.papers())
    fields = {"metric": "memory", "value": "45%", "quote": "45\\% less memory", "device": "a100"}
    store.add_labels([added(found, fields, "r2")])
    row = next(row for row in store.claims() if row["claim_id"] < 0)
    assert (row["status"], row["reviewer"], row["device"]) == ("accepted", "r2", "NVIDIA A100")
    assert (row["support"], row["attribution"]) == ("grounded", "own")
    key = label_key(store.db.conn, row["claim_id"])
    assert key == "memory|45|45|%"
    assert claim_row(store.db.conn, row["claim_id"]) == row


def test_an_added_claim_without_a_quote_is_unsupported(store: Store):
    label = added(next(store.papers()), {"metric": "speedup", "value": "7x"}, "r2")
    fields = json.loads(label.value or "")
    assert (fields["support"], fields["evidence"]) == ("unsupported", "missing")


def test_a_name_is_accepted_corrected_or_taken_away(store: Store):
    found = next(store.papers())
    assert named(found.id, "method", " Zorblax ", "Zorblax", "r1").verdict == "accept"
    assert named(found.id, "method", "Zorblax+", "Zorblax", "r1").verdict == "correct"
    store.add_labels([named(found.id, "method", "", "Zorblax", "r1")])
    assert next(store.extracted_papers())["method"] is None
    with pytest.raises(UsageError, match="expected method or task"):
        named(found.id, "paper", "x", None, "r1")

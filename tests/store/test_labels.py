import json

import pytest

from annotate.errors import UsageError
from annotate.store import Label, Store
from annotate.store.labels import claim_value
from tests.store.building import add, claim, facts, paper, reading, save

P = paper()
KEY = "speedup|5|5|x"


@pytest.fixture
def filled(store):
    add(store, P)
    save(store, [(P, reading(claim(5.0)))])
    return store


def on_claim(verdict, value=None, key=KEY, **more):
    return Label(P.id, "claim", key, verdict, more.pop("reviewer", "r1"), value, **more)


def test_labels_come_out_as_they_went_in_oldest_first(filled):
    late = on_claim("accept", created_at="2026-02-01T00:00:00.000Z", note="sure")
    early = Label(
        P.id, "task", "", "correct", "r2", "hashing", created_at="2026-01-01T00:00:00.000Z"
    )
    ids = filled.add_labels([late, early])
    out = list(filled.labels())
    assert [(one.id, one.target, one.note, one.value) for one in out] == [
        (ids[1], "task", None, "hashing"), (ids[0], "claim", "sure", None),
    ]  # fmt: skip
    assert list(filled.labels(P.id)) == out
    assert list(filled.labels("other")) == []


def test_importing_labels_twice_adds_them_once(filled, tmp_path):
    filled.add_labels([on_claim("accept"), on_claim("correct", "6x")])
    out = list(filled.labels())
    with Store(tmp_path / "other.db") as other:
        assert other.add_labels(out) == other.add_labels(out)
        assert [one.value for one in other.labels()] == [one.value for one in out]


def test_the_newest_label_wins_by_its_time_and_not_by_its_arrival(filled):
    filled.add_labels([on_claim("accept", created_at="2026-03-01T00:00:00Z")])
    filled.add_labels([on_claim("reject", created_at="2026-02-28T23:00:00-02:00")])
    assert facts(filled, "status") == [("rejected",)]
    filled.add_labels([on_claim("accept", created_at="2026-03-01T00:59:59")])
    assert facts(filled, "status") == [("rejected",)]


@pytest.mark.parametrize("ahead", ["2999-01-01T00:00:00Z", "2999-01-01 00:00"])
def test_what_is_said_now_wins_although_another_clock_went_ahead(filled, ahead):
    filled.add_labels([on_claim("accept", created_at=ahead)])
    filled.add_labels([on_claim("reject")])
    assert facts(filled, "status") == [("rejected",)]
    filled.undo(P.id, "claim", KEY, "r1")
    assert facts(filled, "status") == [("accepted",)]


def test_a_corrected_value_is_read_by_the_rules_of_the_language(filled):
    filled.add_labels([on_claim("correct", "three orders of magnitude")])
    assert facts(filled, "value, low, unit, factor") == [
        ("three orders of magnitude", 1000.0, "x", 1000.0)
    ]


def test_columns_of_a_correction_can_be_given_one_by_one(filled):
    filled.add_labels([on_claim("correct", claim_value(metric="energy", device="NVIDIA H100"))])
    assert facts(filled, "metric, value, low, factor, device, quote, status") == [
        ("energy", "5x", 5.0, 5.0, "NVIDIA H100", "is 5x faster", "corrected")
    ]


def test_an_added_claim_finds_its_own_key(filled):
    told = claim_value(metric="energy", value="45% less", quote="45% less energy")
    filled.add_labels([on_claim("add", told, key="")])
    label = next(filled.labels())
    assert label.key == "energy|45|45|%"
    assert json.loads(label.value)["factor"] == pytest.approx(1 / 0.55)
    assert facts(filled, "metric, value, quote, status")[0] == (
        "energy", "45% less", "45% less energy", "accepted",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("label", "words"),
    [
        (Label(P.id, "author", "", "accept", "r"), "target is 'author'"),
        (Label(P.id, "task", "", "like", "r"), "verdict is 'like'"),
        (Label(P.id, "task", "", "accept", " "), "name of its reviewer"),
        (Label(P.id, "task", "", "correct", "r"), "needs a value"),
        (Label(P.id, "task", "", "accept", "r", created_at="yesterday"), "ISO 8601"),
        (Label(P.id, "claim", "5x", "accept", "r"), "expected metric|low|high|unit"),
        (Label(P.id, "claim", "joy|5|5|x", "correct", "r", "5x"), "metric is 'joy'"),
        (Label(P.id, "claim", "", "add", "r", '{"metric": "cost"}'), "needs the value"),
        (Label(P.id, "claim", "", "add", "r", "5x"), "metric is ''"),
    ],
)
def test_a_label_that_makes_no_sense_is_refused_and_nothing_is_stored(filled, label, words):
    with pytest.raises(UsageError) as caught:
        filled.add_labels([on_claim("accept"), label])
    assert words in str(caught.value)
    assert list(filled.labels()) == []


def test_undo_brings_back_what_stood_before_and_then_is_a_redo(filled):
    filled.add_labels([on_claim("accept"), on_claim("correct", "6x")])
    shown = []
    for _ in range(3):
        filled.undo(P.id, "claim", KEY, "r2")
        shown.append(facts(filled)[0][1:])
    assert shown == [
        ("5x", 5.0, "accepted", "r2"),
        ("6x", 6.0, "corrected", "r2"),
        ("5x", 5.0, "accepted", "r2"),
    ]


def test_undo_of_the_first_label_leaves_the_fact_unreviewed(filled):
    filled.add_labels([on_claim("reject")])
    assert filled.undo(P.id, "claim", KEY, "r1") is not None
    assert facts(filled)[0][3:] == ("unreviewed", None)
    assert len(list(filled.labels())) == 2


def test_there_is_nothing_to_undo_where_nothing_was_said(filled):
    assert filled.undo(P.id, "claim", KEY, "r1") is None


def test_labels_may_name_papers_that_are_not_stored(filled):
    filled.add_labels([Label("f" * 16, "claim", KEY, "accept", "r1")])
    assert len(facts(filled)) == 1


def test_text_that_sqlite_cannot_hold_is_stored_all_the_same(filled):
    filled.add_labels([on_claim("correct", "6x \ud800", reviewer="r\ud800", note="\0")])
    label = next(filled.labels())
    assert (label.reviewer, label.note) == ("r\ufffd", "\ufffd")
    assert facts(filled, "value") == [("6x \ufffd",)]

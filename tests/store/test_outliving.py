"""Labels attach to the fact: they outlive the reading in which it was reviewed."""

import pytest

from annotate.store import RunInfo, Store
from tests.store.building import MODEL, add, claim, facts, reading, save
from tests.store.correcting import P, Q, fill, update


@pytest.fixture
def filled(store):
    return fill(store)


def test_labels_outlive_runs_and_what_no_longer_fits_is_listed(filled):
    update(filled, "status = 'accepted', reviewer = 'r1'", 1)
    update(filled, "status = 'rejected', reviewer = 'r1'", 2)
    save(
        filled,
        [(P, reading(claim(5.0, quote="5x", quote_start=11, quote_end=13)))],
        RunInfo("a", "b"),
    )
    assert facts(filled, "claim_id, value, quote, status, reviewer") == [
        (3, "5x", "5x", "accepted", "r1")
    ]
    assert filled.db.execute("SELECT key, verdict FROM unmatched_labels").fetchall() == [
        ("memory|2|2|x", "reject")
    ]
    save(filled, [(P, reading(claim(2.0, "memory")))], RunInfo("a", "c"))
    assert facts(filled) == [("memory", "2x", 2.0, "rejected", "r1")]


def test_a_run_that_reads_the_corrected_claim_is_right(filled):
    update(filled, "value = '6x', reviewer = 'r1'")
    save(filled, [(P, reading(claim(6.0)))], RunInfo("a", "b"))
    assert facts(filled) == [("speedup", "6x", 6.0, "accepted", "r1")]
    assert filled.db.execute("SELECT count(*) FROM unmatched_labels").fetchone() == (0,)


def test_another_claim_of_the_same_reading_is_not_judged_by_a_correction(store):
    add(store, P)
    save(store, [(P, reading(claim(5.0), claim(1.9)))])
    update(store, "value = '5x', reviewer = 'r1'", claim_id=2)
    assert facts(store) == [
        ("speedup", "5x", 5.0, "unreviewed", None),
        ("speedup", "5x", 5.0, "corrected", "r1"),
    ]


def test_a_run_that_finds_the_added_claim_shows_it_once(filled):
    filled.db.execute(
        "INSERT INTO extracted_claims (paper_id, metric, value, reviewer)"
        " VALUES (?, 'speedup', '9x', 'r1')",
        [P.id],
    )
    assert len(facts(filled)) == 3
    save(filled, [(P, reading(claim(9.0)))], RunInfo("a", "b"))
    assert facts(filled, "claim_id > 0, value, status, reviewer") == [(1, "9x", "accepted", "r1")]
    save(filled, [(P, reading())], RunInfo("a", "c"))
    assert facts(filled, "claim_id > 0, value, status, reviewer") == [(0, "9x", "accepted", "r1")]


def test_labels_without_any_reading_show_what_people_know(filled, tmp_path):
    update(filled, "status = 'accepted', reviewer = 'r1'", 1)
    update(filled, "value = '3x', reviewer = 'r1'", 2)
    columns = "metric, value, low, factor, quote, quote_start, evidence, support, status, reviewer"
    with Store(tmp_path / "empty.db") as other:
        other.add_labels(filled.labels())
        add(other, P, Q)
        assert sorted(facts(other, columns)) == sorted(facts(filled, columns))
        assert other.db.execute("SELECT count(*) FROM unmatched_labels").fetchone() == (0,)


def test_two_numbers_said_twice_share_their_label(store):
    add(store, P)
    save(store, [(P, reading(claim(5.0), claim(5.0, quote="again 5x")))])
    update(store, "status = 'accepted', reviewer = 'r1'", 1)
    assert [row[3] for row in facts(store)] == ["accepted", "accepted"]


def test_a_run_by_a_model_is_kept_apart_from_its_address(store):
    assert MODEL.work == RunInfo("batch", "zeta-1", params={"temperature": 0}).work

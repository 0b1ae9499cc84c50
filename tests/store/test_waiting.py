"""The next claim comes by priority, and labels know a claim by what was read."""

from pathlib import Path

import pytest

from annotate.facts import CheckedAnnotation, Support
from annotate.store import Store
from annotate.store.labels import Label
from annotate.store.overview import run_lines, sources, totals
from annotate.store.waiting import claim, label_key, next_waiting
from tests.demo import Reading, make_store, paper
from tests.demo import claim as read_claim

BODY = "Zorblax is 3x faster, 4x smaller and 5x cheaper."


@pytest.fixture
def database(tmp_path: Path) -> Path:
    quotes = (
        ("3x faster", "3x", 3.0, Support.VERIFIED),
        ("4x smaller", "4x", 4.0, Support.GROUNDED),
        ("5x cheaper", "5x", 5.0, Support.UNSUPPORTED),
    )
    claims = tuple(
        read_claim(BODY, quote, value, factor, support=support)
        for quote, value, factor, support in quotes
    )
    reading = Reading(paper(BODY), CheckedAnnotation("ok", claims=claims))
    return make_store(tmp_path / "claims.db", [reading], [paper("Lost.")], title="My list")


def test_the_unsupported_come_first_and_the_end_leads_to_the_start(database: Path):
    with Store(database) as store:
        ids = {row["value"]: row["claim_id"] for row in store.claims()}
        conn = store.db.conn
        assert next_waiting(conn) == ids["5x"]
        assert next_waiting(conn, None, ids["5x"]) == ids["4x"]
        assert next_waiting(conn, None, ids["4x"]) == ids["3x"]
        assert next_waiting(conn, None, ids["3x"]) == ids["5x"]
        assert next_waiting(conn, "disagreement") == ids["4x"]
        assert next_waiting(conn, "disagreement", ids["4x"]) is None
        assert next_waiting(conn, "no such reason") is None


def test_a_judged_claim_waits_no_more_and_keeps_its_key(database: Path):
    with Store(database) as store:
        first = next(store.claims())
        key = label_key(store.db.conn, first["claim_id"])
        assert key == "speedup|3|3|x"
        value = '{"metric": "speedup", "value": "9x"}'
        store.add_labels([Label(first["paper_id"], "claim", key, "correct", "r1", value)])
        row = claim(store.db.conn, first["claim_id"])
        assert row is not None
        assert (row["value"], row["status"]) == ("9x", "corrected")
        assert label_key(store.db.conn, first["claim_id"]) == key
        assert first["claim_id"] not in {next_waiting(store.db.conn, "unreviewed")}


def test_unknown_claims_are_none(database: Path):
    with Store(database) as store:
        assert claim(store.db.conn, 10**12) is None
        assert claim(store.db.conn, -5) is None
        assert label_key(store.db.conn, 10**12) is None
        assert label_key(store.db.conn, -5) is None


def test_the_overview_counts_what_was_read_and_what_was_not(database: Path):
    with Store(database) as store:
        conn = store.db.conn
        assert totals(conn) == (2, 1, 1)
        assert sources(conn) == ["My list"]
        (line,) = run_lines(conn)
        assert (line.model, line.papers, line.failed) == ("gpt-5-mini", 2, 1)

"""Filters, against the same questions asked of all rows in Python."""

import sqlite3
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.errors import UsageError
from annotate.facts import Support
from annotate.schema import Attribution
from annotate.store import Filters, RunInfo, Store, asking, filters
from annotate.store.filters import searchable_query
from annotate.store.views import CLAIM_COLUMNS, PAPER_COLUMNS
from tests.store.building import MODEL, RULES, add, claim, device, paper, reading, save

TOPICS = ("caching keys", "sparse training", "Graph partitions")
METHODS = ("Zorblax", "zorb_2", None)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Sixty papers in two lists with up to three claims each, some of them reviewed."""
    with Store(tmp_path_factory.mktemp("db") / "claims.db") as store:
        papers = [
            paper(f"Number {n} is about {TOPICS[n % 3]}.", title=f"Title {n}") for n in range(60)
        ]
        add(store, *papers[:40], path="one")
        add(store, *papers[30:], path="two")
        save(store, [(one, made(n)) for n, one in enumerate(papers)], MODEL)
        save(store, [(one, made(n + 1)) for n, one in enumerate(papers)], RULES)
        save(store, [(one, made(n + 7)) for n, one in enumerate(papers[:20])], RunInfo("l", "two"))
        for status in ("accepted", "rejected"):
            store.db.execute(
                "UPDATE extracted_claims SET status = ? WHERE claim_id % 7 = ?",
                [status, len(status) % 7],
            )
        store.db.execute("UPDATE extracted_claims SET value = '11x' WHERE claim_id % 17 = 3")
        store.db.execute(
            "INSERT INTO extracted_claims (paper_id, metric, value) VALUES (?, 'energy', '40x')",
            [papers[11].id],
        )
        store.index_new_papers()
        yield store


def made(n):
    devices = (None, "NVIDIA A100", "NVIDIA H100", "CPU")
    claims = (
        claim(
            float(n % 5 + k + 1),
            ("speedup", "memory", "energy")[(n + k) % 3],
            device=devices[(n * k) % 4],
            support=list(Support)[(n + k) % 3],
            attribution=list(Attribution)[(n + k) % 5 == 0],
        )
        for k in range(n % 4)
    )
    hardware = (device("a", devices[n % 4]),) if n % 4 else ()
    return reading(*claims, method=METHODS[n % 3], task=TOPICS[n % 2], hardware=hardware)


def has(text, words):
    return not words or any(word.lower() in (text or "").lower() for word in words)


def passes(row, wanted, abstracts, places):
    on = row["device"] if row["device"] else row["hardware"]
    return (
        (not wanted.metric or row["metric"] in wanted.metric)
        and (wanted.min_factor is None or (row["factor"] or 0) >= wanted.min_factor)
        and has(on, wanted.hardware)
        and has(row["method"], wanted.method)
        and has(row["task"], wanted.task)
        and (wanted.search is None or wanted.search in abstracts[row["paper_id"]].lower())
        and (not wanted.support or row["support"] in wanted.support)
        and (not wanted.status or row["status"] in wanted.status)
        and (not wanted.attribution or row["attribution"] in wanted.attribution)
        and (not wanted.source or has(places[row["paper_id"]], wanted.source))
    )


def some(*values):
    return st.lists(st.sampled_from(values), max_size=2).map(tuple)


WANTED = st.builds(
    Filters,
    metric=some("speedup", "memory", "cost"),
    min_factor=st.sampled_from([None, 0.0, 3.0, 1e9]),
    hardware=some("a100", "NVIDIA", "cpu", "abacus"),
    method=some("zorb", "ORB_", "%", "_"),
    task=some("caching", "sparse"),
    search=st.sampled_from([None, None, "caching", "graph", "nothing"]),
    support=some("verified", "unsupported"),
    status=some("unreviewed", "accepted", "corrected", "rejected"),
    attribution=some("own", "prior"),
    source=some("one", "two", "List"),
    run=st.sampled_from([None, None, None, 1, 2]),
    limit=st.sampled_from([None, 1, 5]),
)


@settings(max_examples=250, deadline=None)
@given(WANTED, st.sampled_from([0, 3, 20_000]))
def test_filters_find_what_the_same_question_finds_row_by_row(filled, wanted, few):
    rows = all_rows(filled, wanted.run)
    abstracts = {one.id: one.abstract for one in filled.papers()}
    places = dict(
        filled.db.execute(
            "SELECT paper_id, group_concat(title) FROM paper_sources"
            " JOIN sources ON sources.id = source_id GROUP BY paper_id"
        ).fetchall()
    )
    expected = [row for row in rows if passes(row, wanted, abstracts, places)]
    limits = (filters.FEW, asking.FEW)
    filters.FEW = asking.FEW = few
    try:
        found = list(filled.claims(wanted))
    finally:
        filters.FEW, asking.FEW = limits
    assert [row["claim_id"] for row in found] == [row["claim_id"] for row in expected][
        : wanted.limit
    ]
    assert found == expected[: wanted.limit]


def all_rows(store, run):
    order = {one.id: n for n, one in enumerate(store.papers())}
    if run is None:
        rows = list(store.db.query("SELECT * FROM extracted_claims"))
    else:
        rows = list(store.claims(Filters(run=run)))
        stored = store.db.execute(
            "SELECT count(*) FROM claims c JOIN annotations a ON a.id = annotation_id"
            " WHERE run_id = ?",
            [run],
        )
        assert stored.fetchone() == (len(rows),)
    return sorted(rows, key=lambda row: (order[row["paper_id"]], row["claim_id"]))


@settings(max_examples=150, deadline=None)
@given(WANTED, st.sampled_from([0, 3, 20_000]))
def test_papers_are_found_by_their_own_columns_and_by_one_claim(filled, wanted, few):
    limits = (filters.FEW, asking.FEW)
    filters.FEW = asking.FEW = few
    try:
        found = list(filled.extracted_papers(wanted))
    finally:
        filters.FEW, asking.FEW = limits
    order = {one.id: n for n, one in enumerate(filled.papers())}
    assert [order[row["paper_id"]] for row in found] == sorted(
        order[row["paper_id"]] for row in found
    )
    of_claim = Filters(
        metric=wanted.metric, min_factor=wanted.min_factor, support=wanted.support,
        attribution=wanted.attribution, search=wanted.search, source=wanted.source, run=wanted.run,
    )  # fmt: skip
    narrow = wanted.metric or wanted.min_factor is not None or wanted.support or wanted.attribution
    with_claims = {row["paper_id"] for row in filled.claims(of_claim)}
    for row in found:
        assert has(row["hardware"], wanted.hardware)
        assert has(row["method"], wanted.method)
        assert has(row["task"], wanted.task)
        assert not wanted.status or row["status"] in wanted.status
        assert not narrow or row["paper_id"] in with_claims
    if wanted.limit is None and narrow:
        plain = Filters(
            metric=wanted.metric, min_factor=wanted.min_factor, support=wanted.support,
            attribution=wanted.attribution, run=wanted.run,
        )  # fmt: skip
        of_paper = Filters(
            hardware=wanted.hardware, method=wanted.method, task=wanted.task, status=wanted.status,
            search=wanted.search, source=wanted.source, run=wanted.run,
        )  # fmt: skip
        both = {row["paper_id"] for row in filled.claims(plain)} & {
            row["paper_id"] for row in filled.extracted_papers(of_paper)
        }
        assert {row["paper_id"] for row in found} == both


def in_order(rows, wanted):
    """Return the rows as `wanted` sorts them, NULLs last; what is level keeps its order."""
    name = wanted.sort or wanted.sort_desc
    told = [row for row in rows if row[name] is not None]
    told.sort(key=lambda row: row[name], reverse=wanted.sort_desc is not None)
    return [*told, *(row for row in rows if row[name] is None)]


@settings(max_examples=250, deadline=None)
@given(st.data(), WANTED, st.sampled_from([0, 3, 20_000]), st.booleans())
@pytest.mark.parametrize("columns", [CLAIM_COLUMNS, PAPER_COLUMNS], ids=["claims", "papers"])
def test_rows_come_sorted_by_any_column_of_their_view(filled, columns, data, wanted, few, falling):
    ask = filled.claims if columns is CLAIM_COLUMNS else filled.extracted_papers
    column = data.draw(st.sampled_from(columns))
    wanted = replace(wanted, **{"sort_desc" if falling else "sort": column})
    expected = in_order(list(ask(replace(wanted, sort=None, sort_desc=None, limit=None))), wanted)
    limits = (filters.FEW, asking.FEW)
    filters.FEW = asking.FEW = few
    try:
        assert list(ask(wanted)) == expected[: wanted.limit]
    finally:
        filters.FEW, asking.FEW = limits


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (
            Filters(sort="speed"),
            "--sort speed: no such column; there are claim_id, paper_id, title",
        ),
        (Filters(sort_desc=""), "--sort-desc : no such column; there are claim_id"),
        (Filters(sort="value", sort_desc="low"), "both name a column"),
    ],
)
def test_a_column_that_the_view_has_not_is_refused(filled, wanted, said):
    with pytest.raises(UsageError, match=said):
        list(filled.claims(wanted))


def test_rows_are_those_of_the_view(filled):
    view = {row["paper_id"]: row for row in filled.db.query("SELECT * FROM extracted_papers")}
    rows = list(filled.extracted_papers())
    assert {row["paper_id"]: row for row in rows} == view
    assert list(rows[0]) == list(next(iter(view.values())))


def test_a_run_is_asked_as_it_read_although_a_newer_one_has_read_since(filled):
    first = next(filled.papers()).id
    assert {row["run_id"] for row in filled.claims(Filters(run=1))} == {1}
    assert {row["model"] for row in filled.extracted_papers(Filters(run=2))} == {"rules"}
    current = next(filled.extracted_papers())
    assert (current["paper_id"], current["model"]) == (first, "two")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("caching", 20), ("cach*", 20), ("caching OR graph", 40), ("title: 7", 1),
        ('"about sparse"', 20), ("graph-partitions", 20), ("keys'", 20), ("caching AND", 0),
        ('"', 0), ("", 0), ("()", 0), ("nosuch: caching", 0), ("^", 0), ("caching\0", 20),
        ("\ud800", 0), ("about (sparse", 20),
    ],
)  # fmt: skip
def test_any_words_can_be_searched(filled, text, found):
    assert sum(1 for _ in filled.extracted_papers(Filters(search=text))) == found


@given(st.text(st.characters(exclude_categories=()), max_size=12))
def test_no_search_text_is_an_error(filled, text):
    list(filled.claims(Filters(search=text, limit=1)))
    assert searchable_query(filled.db.conn, text) != ""


def test_any_database_can_be_asked_whether_it_is_ours(tmp_path, filled):
    assert asking.is_ours(filled.db.conn)
    assert not asking.is_ours(sqlite3.connect(":memory:"))
    file = tmp_path / "text"
    file.write_text("no database " * 100)
    assert not asking.is_ours(sqlite3.connect(file))


def test_what_others_stored_badly_can_be_read_by_a_plain_connection(filled):
    other = sqlite3.connect(filled.path)
    assert list(asking.claims(other)) == list(filled.claims())
    other.close()

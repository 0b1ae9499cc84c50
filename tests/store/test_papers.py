import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.errors import InputError, StoreError
from annotate.facts import Paper, paper_id
from annotate.store import Store
from annotate.store.papers import _BATCH
from tests.store.building import add, claim, paper, reading, save


def rows(store, table, columns="*"):
    return store.db.execute(f"SELECT {columns} FROM {table}").fetchall()


def test_a_paper_in_two_lists_is_one_paper_with_two_places(store):
    add(store, paper(position=3), path="a")
    add(store, paper("Other."), paper(), path="b")
    assert sorted(rows(store, "paper_sources")) == [
        (1, 3, paper().id),
        (2, 1, paper("Other.").id),
        (2, 2, paper().id),
    ]
    assert store.counts([1, 2]) == (2, 3)
    assert store.counts([1]) == (1, 1)
    assert store.counts([]) == (0, 0)


def test_add_papers_counts_those_that_are_new(store):
    source = store.add_source(path="x", title=None, format="text", sha256="1")
    assert store.add_papers(source, [paper(), paper(), paper("B.")]) == 2
    assert store.add_papers(source, [paper("C."), paper()]) == 1


def test_what_is_missing_is_filled_in_and_what_is_known_is_kept(store):
    add(store, paper(title="First", year=2024), path="a")
    add(store, paper(title="Second", venue="ICML", doi="10.1000/x", authors="A; B"), path="b")
    assert rows(store, "papers", "title, year, venue, url, doi, authors") == [
        ("First", 2024, "ICML", None, "10.1000/x", "A; B")
    ]


def test_what_is_empty_or_zero_is_known_and_what_is_none_is_null(store):
    empty = {"title": "", "venue": "", "url": "", "doi": "", "authors": ""}
    add(store, paper(**empty, year=0), paper("B."), paper("C.", year=1))
    kinds = "title, venue, url, doi, authors, year, typeof(year)"
    assert rows(store, "papers", kinds) == [
        ("", "", "", "", "", 0, "integer"),
        (None, None, None, None, None, None, "null"),
        (None, None, None, None, None, 1, "integer"),
    ]


def test_the_abstract_is_stored_exactly_as_read(store):
    text = "  A\tb\r\n\f c – 45\\% \U0001f600 \u2028 "
    add(store, Paper(paper_id(text), text))
    assert rows(store, "papers", "abstract") == [(text,)]


def test_text_that_sqlite_cannot_hold_is_stored_with_its_length(store):
    text = "5x\ud800 faster\0."
    add(store, Paper(paper_id(text), text, title="\udfff"))
    assert rows(store, "papers", "abstract, title, length(abstract)") == [
        ("5x\ufffd faster\ufffd.", "\ufffd", len(text))
    ]


def test_a_source_is_done_only_when_it_was_read_to_its_end(store):
    source = store.add_source(path="x", title=None, format="text", sha256="1")
    assert store.source_done("1", "x") is None
    store.add_papers(source, [paper()])
    assert store.source_done("1", "x") == source
    assert store.source_done("2", "x") is None
    assert store.source_done("1", "y") is None


def test_the_same_file_is_one_source_and_its_title_can_come_later(store):
    one = store.add_source(path="x", title=None, format="text", sha256="1")
    two = store.add_source(path="x", title="Now known", format="text", sha256="1")
    three = store.add_source(path="x", title="Changed", format="text", sha256="2")
    assert one == two != three
    assert rows(store, "sources", "title") == [("Now known",), ("Changed",)]


def broken(count):
    yield from (paper(f"Paper {n}.", position=n) for n in range(1, count + 1))
    raise InputError("not JSON", "x", count + 1)


@pytest.mark.parametrize("count", [3, _BATCH + 3])
def test_a_file_in_the_wrong_shape_leaves_no_trace(store, count):
    add(store, paper("Paper 2.", title="Here before"), path="a")
    tables = ("sources", "papers", "paper_sources")
    before = [rows(store, table) for table in tables]
    source = store.add_source(path="x", title=None, format="jsonl", sha256="1")
    with pytest.raises(InputError, match="not JSON"):
        store.add_papers(source, broken(count))
    assert [rows(store, table) for table in tables] == before
    assert store.source_done("1", "x") is None


def test_a_list_that_another_process_takes_back_meanwhile_is_not_half_stored(tmp_path):
    path = tmp_path / "claims.db"
    with Store(path) as store, Store(path) as other:
        source = store.add_source(path="x", title=None, format="jsonl", sha256="1")

        def papers():
            yield from (paper(f"Paper {n}.") for n in range(_BATCH))
            other.db.execute("DELETE FROM paper_sources")
            other.db.execute("DELETE FROM sources")
            yield paper("The last.")

        with pytest.raises(StoreError, match="run this one again"):
            store.add_papers(source, papers())
        assert store.db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert rows(store, "papers") == []


def test_storing_leaves_the_connection_as_it_was(store):
    names = ("foreign_keys", "cache_size", "wal_autocheckpoint")
    before = [store.db.execute(f"PRAGMA {name}").fetchone() for name in names]
    add(store, paper())
    with pytest.raises(InputError):
        store.add_papers(1, broken(3))
    assert [store.db.execute(f"PRAGMA {name}").fetchone() for name in names] == before
    assert before[0] == (1,)


def test_long_abstracts_are_stored_in_smaller_batches(store):
    words = "word " * 100_000
    add(store, *(paper(f"{n} {words}") for n in range(90)))
    assert rows(store, "papers", "count(*), min(rowid), max(rowid)") == [(90, 1, 90)]
    assert rows(store, "paper_sources", "count(*), max(position)") == [(90, 90)]


def test_papers_that_came_after_a_taken_back_file_can_be_found(store):
    source = store.add_source(path="x", title=None, format="jsonl", sha256="1")
    store.index_new_papers()
    with pytest.raises(InputError):
        store.add_papers(source, broken(_BATCH + 1))
    add(store, paper("Lumivane caches."), path="y")
    store.index_new_papers()
    assert found(store, "lumivane") == ["Lumivane caches."]


def found(store, query):
    return [
        row[0]
        for row in store.db.execute(
            "SELECT abstract FROM papers WHERE rowid IN"
            " (SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?)",
            [query],
        )
    ]


def test_papers_are_found_once_they_are_indexed_and_by_word_stems(store):
    add(store, paper("Caches of naïve keys."), paper("Other words."))
    assert store.index_new_papers() == 2
    assert store.index_new_papers() == 0
    assert found(store, "caching naive") == ["Caches of naïve keys."]


def test_a_title_that_comes_later_is_found_and_the_index_stays_sound(store):
    add(store, paper(), path="a")
    store.index_new_papers()
    add(store, paper(title="Quenchette"), path="b")
    assert len(found(store, "quenchette")) == 1
    store.db.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('integrity-check', 1)")


def test_vacuum_leaves_the_search_and_the_facts_right(tmp_path):
    with Store(tmp_path / "claims.db") as store:
        add(store, *(paper(f"Word{n} here.", position=n) for n in range(1, 30)))
        save(store, [(paper("Word20 here."), reading())])
        store.db.execute("VACUUM")
        assert found(store, "word7") == ["Word7 here."]
        assert rows(store, "extracted_papers", "paper_id") == [(paper("Word20 here.").id,)]


def test_positions_that_are_not_given_go_on(store):
    add(store, paper("A.", position=4), paper("B."), paper("C."))
    assert sorted(rows(store, "paper_sources", "position")) == [(4,), (5,), (6,)]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 6), st.sampled_from([None, "t", "u"])), max_size=8),
        max_size=4,
    )
)
def test_papers_and_places_are_what_the_lists_say(tmp_path_factory, lists):
    with Store(tmp_path_factory.mktemp("db") / "claims.db") as store:
        titles: dict[str, str | None] = {}
        for number, entries in enumerate(lists):
            papers = [paper(f"Paper {n}.", title=title) for n, title in entries]
            for one in papers:
                titles[one.id] = titles.get(one.id) or one.title
            add(store, *papers, path=str(number))
        assert dict(rows(store, "papers", "id, title")) == titles
        assert len(rows(store, "paper_sources")) == sum(map(len, lists))


def test_a_paper_read_out_has_its_first_place(store):
    add(store, paper("A."), paper(position=9), path="a")
    add(store, paper(), path="b")
    expected = replace(paper(), source="List a", position=9)
    assert list(store.papers([paper().id, "unknown"])) == [expected]
    assert [one.abstract for one in store.papers()] == ["A.", paper().abstract]


MEMORY = """
import resource, sys
from annotate.facts import Paper
from annotate.store import Store
store = Store(sys.argv[1])
source = store.add_source(path="x", title=None, format="text", sha256="1")
def papers():
    for n in range(int(sys.argv[2])):
        yield Paper(f"{n:016x}", f"Paper {n}. " + "word " * 200)
store.add_papers(source, papers())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_does_not_grow_with_the_list(tmp_path):
    peaks = [
        int(
            subprocess.run(
                [sys.executable, "-c", MEMORY, str(tmp_path / f"{count}.db"), str(count)],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        )
        for count in (_BATCH, 5 * _BATCH)
    ]
    unit = 1 if sys.platform == "darwin" else 1024
    assert (peaks[1] - peaks[0]) * unit < 30_000_000


def test_a_database_whose_papers_moved_is_set_right_when_it_is_opened(tmp_path):
    path = tmp_path / "claims.db"
    papers = [paper(f"Word{n} here.", position=n) for n in range(1, 9)]
    with Store(path) as store:
        add(store, *papers)
        save(store, [(one, reading(claim(float(n)))) for n, one in enumerate(papers[3:], 1)])
        store.db.execute("PRAGMA foreign_keys = OFF")
        for table in ("paper_sources", "papers"):
            column = "id" if table == "papers" else "paper_id"
            store.db.execute(f"DELETE FROM {table} WHERE {column} = ?", [papers[1].id])
        expected = [(row["title"], row["value"], row["paper_id"]) for row in store.claims()]
        # What reading a dump back does: rowids are dealt anew.
        store.db.execute("UPDATE papers SET rowid = rowid - 1 WHERE rowid > 2")
    with Store(path, read_only=True) as store:
        assert [(row["title"], row["value"], row["paper_id"]) for row in store.claims()] == expected
        assert found(store, "word7") == ["Word7 here."]
        assert found(store, "word2") == []

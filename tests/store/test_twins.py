"""One paper in other mark-up, or under one identifier, is one paper."""

import pytest

from annotate.store.twins import identifiers, same_words
from tests.store.building import add, paper

PLAIN = "We cut the cost of sorting by 45% and run 4.5x faster than before on large graphs."
MARKED = PLAIN.replace("sorting", r"\emph{sorting}").replace("%", r"\%").replace("x ", r"$\times$ ")
CHANGED = PLAIN.replace("4.5x", "4.9x")


def rows(store, table, columns="*"):
    return store.db.execute(f"SELECT {columns} FROM {table}").fetchall()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"doi": "10.1234/ABC.5"}, {"url": "https://doi.org/10.1234/abc.5"}),
        ({"url": "http://arxiv.org/abs/2501.01234v2"}, {"doi": "10.48550/arXiv.2501.01234"}),
        ({"url": "https://arxiv.org/pdf/2501.01234"}, {"url": "arXiv:2501.01234v1"}),
    ],
)
def test_a_known_paper_in_other_markup_gets_a_second_place(store, one, other):
    add(store, paper(PLAIN, **one), path="a")
    add(store, paper(MARKED, title="Later", **other), path="b")
    assert rows(store, "papers", "id, abstract, title") == [(paper(PLAIN).id, PLAIN, "Later")]
    assert [row[2] for row in rows(store, "paper_sources")] == [paper(PLAIN).id] * 2


def test_the_same_paper_twice_in_one_file_is_folded_too(store):
    add(store, paper(PLAIN, doi="10.1000/x"), paper(MARKED, doi="10.1000/x"))
    assert len(rows(store, "papers")) == 1
    assert len(rows(store, "paper_sources")) == 2


def test_a_version_with_another_number_is_another_abstract(store):
    add(store, paper(PLAIN, doi="10.1234/x"), paper(CHANGED, doi="10.1234/x"))
    assert len(rows(store, "papers")) == 2


def test_without_an_identifier_nothing_is_folded(store):
    add(store, paper(PLAIN), paper(MARKED))
    assert len(rows(store, "papers")) == 2


def test_an_identifier_on_very_many_papers_tells_nothing(store):
    volume = [paper(f"Paper {n} of a volume.", doi="10.1000/volume") for n in range(3_000)]
    add(store, *volume, path="a")
    add(store, *volume, path="b")
    assert store.counts([1, 2]) == (3_000, 6_000)


def test_identifiers_are_found_in_doi_and_url():
    assert identifiers(paper(doi="10.1234/A.b.", url="https://arxiv.org/abs/cs.LG/0601001v3")) == [
        "arxiv:cs.lg/0601001",
        "doi:10.1234/a.b",
    ]
    assert identifiers(paper()) == []


def test_words_are_the_same_but_for_markup():
    assert same_words(PLAIN, MARKED)
    assert not same_words(PLAIN, CHANGED)
    assert not same_words(PLAIN, "Another abstract, 45 and 4 5 in it.")

"""Names are found by any letters in them, whether the index has them yet or not."""

import pytest

from annotate.store import Filters, Label, Store
from annotate.store.names import forget_names, index_new_names
from annotate.store.opening import rebuild
from tests.store.building import RULES, add, claim, device, paper, reading, save

NAMES = [
    "Zorblax", "ZORBLAX-2", "zorb lax", 'Quo"te"d', "100%_sure!", "Ünïcode", "ünïcode",
    "模型加速器", "İstanbul", "a'b", "* OR NEAR(", "", "x", "ab", "C++", "\U0001f600 smile",
]  # fmt: skip
WORDS = [
    "zorb", "LAX", "orblax-", 'o"te', "0%_s", "%", "_", "!", "ünï", "ÜNÏ", "模型加", "型加速器",
    "stan", "'b", "OR NEAR(", "", "x", "ab", "C++", "\U0001f600 s", "no such", "zorblax\x00", "b l",
]  # fmt: skip


def lower(text: str) -> str:
    return "".join(x.lower() if x.isascii() else x for x in text)


@pytest.fixture
def filled(store: Store) -> Store:
    fill(store, 0)
    return store


def fill(store: Store, start: int) -> None:
    papers = [paper(f"Abstract {start + n}.") for n in range(len(NAMES))]
    add(store, *papers, path=f"list {start}")
    run = store.start_run(RULES)
    store.save(
        run,
        [
            (p.id, reading(claim(), method=name, task=name, hardware=(device(name, name),)), [])
            for p, name in zip(papers, NAMES, strict=True)
        ],
    )


def found(store: Store, field: str, word: str) -> list[str]:
    wanted = Filters(limit=1_000, **{field: (word,)})
    assert [row["paper_id"] for row in store.claims(wanted)] == [
        row["paper_id"] for row in store.extracted_papers(wanted)
    ]
    return sorted(str(row[field]) for row in store.claims(wanted))


def expected(store: Store, field: str, word: str) -> list[str]:
    word = word.replace("\x00", "\ufffd")
    rows = store.db.execute(f"SELECT {field} FROM extracted_claims WHERE {field} IS NOT NULL")
    return sorted(name for (name,) in rows if lower(word) in lower(name))


@pytest.mark.parametrize("field", ["method", "task", "hardware"])
def test_the_index_finds_what_a_look_at_each_name_finds(filled: Store, field: str):
    def check() -> None:
        for word in WORDS:
            assert found(filled, field, word) == expected(filled, field, word), word

    check()
    filled.index_new_papers()
    check()
    fill(filled, 100)
    check()
    filled.index_new_papers()
    check()
    rebuild(filled.db)
    check()


def test_names_that_people_give_are_found_at_once(filled: Store):
    filled.index_new_papers()
    (one, two, *_) = filled.papers()
    filled.add_labels(
        [
            Label(one.id, "method", "", "correct", "r1", "Brandnewt"),
            Label(two.id, "hardware", "ZORBLAX-2", "correct", "r1", "Brandnewt"),
        ]
    )
    for field in ("method", "hardware"):
        assert found(filled, field, "randnew") == ["Brandnewt"]
    assert found(filled, "method", "zorblax") == ["ZORBLAX-2"]
    filled.index_new_papers()
    assert found(filled, "hardware", "randnew") == ["Brandnewt"]


def test_a_name_enters_the_index_once_however_often_it_is_written(filled: Store):
    filled.index_new_papers()
    before = filled.db.execute("SELECT count(*) FROM _names").fetchone()
    for paper_ in list(filled.papers()):
        save(filled, [(paper_, reading(claim(), method="Zorblax", task="Zorblax"))])
    filled.index_new_papers()
    assert filled.db.execute("SELECT count(*) FROM _names").fetchone() == before
    assert len(found(filled, "method", "ORBLA")) == len(NAMES)


def test_the_index_can_be_made_anew(filled: Store):
    filled.index_new_papers()
    with filled.transaction():
        forget_names(filled.db.conn)
    assert found(filled, "method", "orbla") == ["ZORBLAX-2", "Zorblax"]
    with filled.transaction():
        index_new_names(filled.db.conn)
    assert found(filled, "method", "orbla") == ["ZORBLAX-2", "Zorblax"]


def test_words_too_long_for_like_are_found_as_well(store: Store):
    one = paper()
    add(store, one)
    save(store, [(one, reading(claim(), method="Zorb" + "x" * 60_000, task=None))])
    for word, count in (("ZORB" + "X" * 59_000, 1), ("b" + "x" * 60_000, 1), ("x" * 60_001, 0)):
        assert len(list(store.claims(Filters(method=(word,))))) == count
        assert len(list(store.extracted_papers(Filters(method=("no", word), limit=5)))) == count
        assert len(list(store.claims(Filters(method=(word,), run=1)))) == count

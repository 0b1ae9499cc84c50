"""What is left to ask, and what counts as done."""

from dataclasses import replace
from functools import partial

import pytest

from annotate.errors import StoreError
from annotate.facts import Outcome
from annotate.store import RunInfo, Store, Work
from tests.store.building import MODEL, RULES, add, attempt, claim, device, paper, reading, save
from tests.store.waiting import ALL, PAPERS, texts
from tests.timing import cpu_seconds


@pytest.fixture
def filled(store):
    add(store, *PAPERS)
    return store


def test_unread_papers_come_in_the_order_of_the_lists(store):
    add(store, paper("B.", position=2), paper("A.", position=1), path="one")
    add(store, paper("A."), paper("C."), path="two")
    assert texts(store.pending(key=MODEL)) == ["A.", "B.", "C."]
    assert texts(store.pending(key=MODEL, source_ids=[2])) == ["A.", "C."]
    assert texts(store.pending(key=MODEL, limit=2)) == ["A.", "B."]
    assert texts(store.pending(key=MODEL, source_ids=[])) == []
    assert [(one.source, one.position) for one in store.pending(key=MODEL)] == [
        ("List one", 1), ("List one", 2), ("List two", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("count", [5, 255, 256, 257, 600])
def test_no_paper_is_lost_between_two_pages(store, count):
    add(store, *(paper(f"Paper {n}.") for n in range(count)))
    assert texts(store.pending(key=MODEL)) == [f"Paper {n}." for n in range(count)]
    assert store.count_pending(key=MODEL) == count


def test_what_is_read_is_not_asked_again(filled):
    save(filled, [(one, reading()) for one in PAPERS[:5]])
    assert texts(filled.pending(key=MODEL)) == ALL[5:]
    assert filled.count_pending(key=MODEL) == 2
    assert filled.count_pending(key=MODEL, limit=1) == 1
    assert filled.unread(MODEL, [PAPERS[0].id, PAPERS[6].id, "new"]) == {PAPERS[6].id, "new"}


@pytest.mark.parametrize(
    ("other", "left"),
    [
        ({"base_url": "https://elsewhere"}, 0),
        ({"annotator": "batch"}, 0),
        ({"model": "zeta-2"}, 7),
        ({"params": {"temperature": 1}}, 7),
        ({"params": {"temperature": 0, "top_p": 1}}, 7),
    ],
)
def test_work_is_known_by_model_prompt_and_parameters_only(filled, other, left):
    save(filled, [(one, reading()) for one in PAPERS])
    assert filled.count_pending(key=replace(MODEL, **other)) == left


def test_another_prompt_asks_again(filled):
    for name in "ab":
        filled.add_prompt(
            {"id": name, "name": "claims", "version": name, "template": "", "schema": "{}"}
        )
    save(filled, [(one, reading()) for one in PAPERS], replace(MODEL, prompt_id="a"))
    assert filled.count_pending(key=replace(MODEL, prompt_id="a")) == 0
    assert filled.count_pending(key=replace(MODEL, prompt_id="b")) == 7
    assert filled.count_pending(key=MODEL) == 7


def test_the_order_of_parameters_makes_no_difference():
    assert Work("m", None, {"a": 1, "b": 2}).digest == Work("m", None, {"b": 2, "a": 1}).digest


def test_a_whole_float_and_the_integer_are_the_same_work():
    one = Work("m", None, {"temperature": 0.0, "penalty": {"x": [1.0, 0.5]}})
    other = Work("m", None, {"temperature": 0, "penalty": {"x": [1, 0.5]}})
    assert one.digest == other.digest
    assert one.digest != Work("m", None, {"temperature": False, "penalty": {"x": [1, 0.5]}}).digest


def test_failed_papers_stay_failed_until_they_are_asked_for(filled):
    save(filled, [(one, reading(status="failed")) for one in PAPERS[:2]])
    assert filled.count_pending(key=MODEL) == 5
    with Store(filled.path) as later:
        assert texts(later.pending(key=MODEL, retry_failed=True)) == ALL
        run = later.start_run(MODEL)
        taken = list(later.take(run, retry_failed=True))
        later.save(run, [(one.id, reading(status="failed"), ()) for one in taken[:1]])
        # What fails in this very run isn't asked for a third time in it.
        later.give_back(run, [one.id for one in taken[1:]])
        assert texts(later.take(run, retry_failed=True)) == ALL[1:]


def test_papers_that_failed_for_want_of_a_server_are_asked_again_once_a_run(filled):
    gone = replace(reading(status="failed"), flags=("transient",))
    save(filled, [(PAPERS[0], gone), (PAPERS[1], reading(status="failed"))])
    with Store(filled.path) as later:
        assert later.count_pending(key=MODEL) == 6
        run = later.start_run(MODEL)
        taken = list(later.take(run))
        assert texts(taken) == [ALL[0], *ALL[2:]]
        later.save(run, [(one.id, gone, ()) for one in taken])
        assert texts(later.take(run)) == []
    with Store(filled.path) as last:
        assert last.count_pending(key=MODEL) == 6


def test_a_paper_is_read_well_only_once_for_the_same_work(filled):
    one = PAPERS[0]
    save(filled, [(one, reading(claim(5.0)))])
    second = save(filled, [(one, reading(claim(6.0)))])
    assert filled.db.execute("SELECT value FROM claims").fetchall() == [("5x",)]
    assert filled.db.execute(
        "SELECT count(*) FROM attempts WHERE run_id = ?", [second]
    ).fetchone() == (1,)


def test_a_failed_paper_that_is_read_after_all_counts_once(filled):
    run = filled.start_run(MODEL)
    one = PAPERS[0]
    filled.save(run, [(one.id, reading(status="failed"), [attempt(1, Outcome.TIMEOUT)])])
    assert filled.db.execute("SELECT papers, failed FROM runs").fetchone() == (1, 1)
    filled.save(run, [(one.id, reading(claim()), [attempt(2)])])
    assert filled.db.execute("SELECT papers, failed FROM runs").fetchone() == (1, 0)
    assert filled.db.execute("SELECT value FROM extracted_claims").fetchall() == [("5x",)]


def test_an_attempt_is_stored_once_however_often_it_is_told(filled):
    run = filled.start_run(MODEL)
    one, attempts = PAPERS[0], [attempt(1, Outcome.RATE_LIMITED), attempt(2)]
    filled.save_attempts(run, [(one.id, attempts[:1])])
    filled.save(run, [(one.id, reading(), attempts)])
    filled.save_attempts(run, [(one.id, attempts)])
    assert filled.db.execute("SELECT count(*) FROM attempts").fetchone() == (2,)
    assert filled.db.execute("SELECT prompt_tokens, cost_usd FROM runs").fetchone() == (200, 0.5)
    assert filled.db.execute("SELECT status FROM annotations").fetchone() == ("ok",)


def test_costs_that_are_not_known_are_not_zero(filled):
    run = filled.start_run(MODEL)
    filled.save(run, [(PAPERS[0].id, reading(), [attempt(cost_usd=None)])])
    assert filled.db.execute("SELECT cost_usd FROM runs").fetchone() == (None,)
    filled.finish_run(run, "done")
    assert filled.db.execute("SELECT cost_usd, status FROM runs").fetchone() == (None, "done")


def test_what_a_model_may_answer_is_stored_whatever_it_holds(filled):
    strange = reading(
        claim(float("inf"), value="\ud800\0", quote="\udfff", factor=float("nan")),
        method="\ud83d",
        data={"claims": [{"value": "\ud800", "n": float("nan")}]},
        error="\0",
        flags=("a-flag",),
    )
    save(filled, [(PAPERS[0], strange)])
    row = filled.db.execute(
        "SELECT value, quote, low, factor, method FROM extracted_claims"
    ).fetchone()
    assert row == ("\ufffd\ufffd", "\ufffd", None, None, "\ufffd")


def test_the_rules_second_reading_leaves_a_models_facts_as_they_are(filled):
    save(filled, [(one, reading(claim(5.0))) for one in PAPERS])
    before = filled.db.execute("SELECT * FROM _facts").fetchall()
    save(filled, [(one, reading(claim(2.0))) for one in PAPERS], RULES)
    assert filled.db.execute("SELECT * FROM _facts").fetchall() == before
    rules = filled.db.execute("SELECT count(*) FROM _readings WHERE rules_id IS NOT NULL")
    assert rules.fetchone() == (7,)


def test_run_info_makes_the_key_of_its_work():
    assert RunInfo("openai", "m", "u", "p", {"a": 1}).work == Work("m", "p", {"a": 1})


def test_saving_takes_no_longer_in_a_large_database(store):
    papers = [paper(f"Paper {n}.") for n in range(7_500)]
    add(store, *papers)
    run = store.start_run(MODEL)

    def save(some):
        rows = [
            (
                one.id,
                reading(claim(float(n)), claim(2.0, device="CPU"), hardware=(device(),)),
                [attempt()],
            )
            for n, one in enumerate(some)
        ]
        for start_at in range(0, len(rows), 100):
            store.save(run, rows[start_at : start_at + 100])

    first = cpu_seconds(partial(save, papers[:500]))
    save(papers[500:6_000])
    lasts = iter([papers[6_000:6_500], papers[6_500:7_000], papers[7_000:]])
    assert any(cpu_seconds(partial(save, last)) < 4 * first for last in lasts)


def test_a_run_that_could_not_begin_leaves_no_row_behind(store: Store) -> None:
    store.db.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main._workers"
        " BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    )
    with pytest.raises(StoreError, match="full"):
        store.start_run(RunInfo("rules", "rules"))
    assert store.db.execute("SELECT count(*) FROM runs").fetchone() == (0,)

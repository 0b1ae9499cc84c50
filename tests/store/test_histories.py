"""Any order of runs and labels: the views show what the tables hold."""

from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.store import Label, RunInfo, Store
from tests.store.building import add, claim, device, facts, reading, save, state
from tests.store.correcting import P, Q

# One step of a history: a run that reads some claims of one of two papers, or a label on one.
CLAIM = st.tuples(st.sampled_from([2.0, 3.0, 5.0]), st.sampled_from(["speedup", "memory"]))
RUN = st.tuples(
    st.just("run"), st.sampled_from(["rules", "m1", "m2"]), st.sampled_from([P, Q]),
    st.lists(CLAIM, max_size=3), st.sampled_from(["ok", "failed"]),
)  # fmt: skip
LABEL = st.tuples(
    st.just("label"), st.sampled_from([P, Q]), CLAIM,
    st.sampled_from(["accept", "correct", "reject", "add", "undo"]), st.sampled_from(["2x", "7x"]),
)  # fmt: skip
OTHER_LABEL = st.tuples(
    st.just("name"), st.sampled_from([P, Q]),
    st.sampled_from(["method", "task", "paper", "hardware"]),
    st.sampled_from(["accept", "correct", "reject", "undo"]),
)  # fmt: skip


def play(store, step):
    match step:
        case ("run", name, one, claims, status):
            info = RunInfo("rules" if name == "rules" else "openai", name, params={"n": str(step)})
            hardware = (device(),) if len(claims) != 1 else (device("CPU", "CPU"), device())
            done = reading(*(claim(*c) for c in claims), status=status, hardware=hardware)
            save(store, [(one, done)], info)
        case ("label", one, (low, metric), verdict, value):
            key = f"{metric}|{low:g}|{low:g}|x"
            told = None if verdict in ("accept", "undo") else value
            store.add_labels([Label(one.id, "claim", key, verdict, "r", told)])
        case ("name", one, target, verdict):
            key = "NVIDIA A100" if target == "hardware" else ""
            told = "N" if verdict == "correct" else None
            store.add_labels([Label(one.id, target, key, verdict, "r", told)])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(RUN, LABEL, OTHER_LABEL), max_size=9))
def test_whatever_happens_the_views_show_what_the_tables_hold(tmp_path_factory, history):
    with Store(tmp_path_factory.mktemp("db") / "claims.db") as store:
        add(store, P, Q)
        for step in history:
            play(store, step)
        before = state(store)
        store.db.execute(
            "INSERT INTO _judge (paper_id, key) SELECT paper_id, key FROM labels"
            " WHERE target = 'claim' GROUP BY paper_id, key"
        )
        store.db.execute("INSERT INTO _refresh (paper_id) SELECT id FROM papers")
        assert state(store) == before
        shown = store.db.execute("SELECT count(*) FROM extracted_claims").fetchone()
        assert shown == (len(before[1]),)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(RUN, LABEL), max_size=8), st.permutations(range(8)))
def test_labels_say_the_same_before_and_after_a_run(tmp_path_factory, history, order):
    runs = [step for step in history if step[0] == "run"]
    said = [step for step in history if step[0] == "label"]
    mixed = sorted(range(len(history)), key=lambda at: order[at])
    shown = []
    for steps in (runs + said, said + runs):
        with Store(tmp_path_factory.mktemp("db") / "claims.db") as store:
            add(store, P, Q)
            for step in steps:
                play(store, step)
            shown.append(
                facts(store, "paper_id, metric, value, factor, status, reviewer, claim_id")
            )
    assert shown[0] == shown[1]
    assert len(mixed) == len(history)

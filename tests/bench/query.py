"""Build a database of invented claims and time what people ask of it.

    python tests/bench/query.py --claims 1000000 --db /tmp/bench.db

The database is kept and used again. Each question is asked cold once and then five times; the
median and the first time are printed in milliseconds beside the bar.
"""

import argparse
import random
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from annotate.facts import (
    Bound,
    CheckedAnnotation,
    CheckedClaim,
    CheckedHardware,
    Evidence,
    Paper,
    Support,
)
from annotate.schema import Attribution, Contribution, Metric, Role
from annotate.store import Filters, RunInfo, Store, asking, reviewing

DEVICES = [
    "NVIDIA A100",
    "NVIDIA H100",
    "NVIDIA GeForce RTX 4090",
    "NVIDIA V100",
    "AMD Instinct MI300X",
    "Google TPU v4",
    "Raspberry Pi 4",
    "FPGA",
    "CPU",
    "GPU",
    "mobile phone",
    "microcontroller",
]
METRICS = list(Metric)
BAR_MS, QUEUE_MS = 100, 200


def main() -> None:
    """Read the options, build what is missing, time the questions."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--claims", type=int, default=1_000_000)
    options.add_argument("--words", type=int, default=120, help="words in each abstract")
    options.add_argument("--db", type=Path, default=None)
    told = options.parse_args()
    db = told.db or Path(f"/tmp/annotate-bench-{told.claims}.db")
    if not db.exists():
        build(db, told.claims, told.words)
    with Store(db) as store:
        ask(store)


def build(db: Path, claims: int, words: int) -> None:
    """Store `claims` claims of two for each paper and a half, as a run would."""
    dice = random.Random(7)
    vocabulary = ["".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(30_000)]
    papers = int(claims / 2.5)
    part = Path(f"{db}.part")
    part.unlink(missing_ok=True)
    with Store(part) as store:
        begun = time.process_time()
        source = store.add_source(path="bench", title="Bench", format="jsonl", sha256="0" * 64)
        store.add_papers(source, invented(papers, words, vocabulary, dice))
        say("papers stored", begun, papers, "paper")
        begun = time.process_time()
        run = store.start_run(RunInfo("openai", "bench-model", prompt_id=None))
        left, batch = claims, []
        for paper in store.take(run, size=1_000):
            batch.append((paper.id, reading(dice, min(left, dice.choice((1, 2, 2, 3, 5)))), ()))
            left -= len(batch[-1][1].claims)
            if len(batch) == 1_000:
                store.save(run, batch)
                batch.clear()
        store.save(run, batch)
        say("claims stored", begun, claims - left, "claim")
        begun = time.process_time()
        store.finish_run(run, "done")
        say("indexed", begun, papers, "paper")
        store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    part.rename(db)


def invented(count: int, words: int, vocabulary: list[str], dice: random.Random) -> Iterator[Paper]:
    """Yield papers of invented words; "common" stands in a third of them, "seldom" in few."""
    for number in range(1, count + 1):
        text = dice.choices(vocabulary, k=words)
        if number % 3 == 0:
            text[5] = "common"
        if number % 5_000 == 0:
            text[6] = "seldom"
        yield Paper(f"{number:016x}", " ".join(text), f"Paper {number}", position=number)


def reading(dice: random.Random, count: int) -> CheckedAnnotation:
    """Return a reading with `count` claims."""
    device = dice.choice(DEVICES) if dice.random() < 0.3 else None
    hardware = CheckedHardware(
        device or "GPU", device, "gpu", 1, Role.EVALUATED_ON, 0, 3, Evidence.EXACT
    )
    return CheckedAnnotation(
        "ok",
        method=f"Method{dice.randrange(300_000)}",
        contribution=Contribution.METHOD,
        task=f"task {dice.randrange(2_000)}",
        hardware=(hardware,) if device else (),
        claims=tuple(claim(dice, device) for _ in range(count)),
    )


def claim(dice: random.Random, device: str | None) -> CheckedClaim:
    """Return one claim; one in twelve is unsupported."""
    factor = round(dice.lognormvariate(1, 1) + 1, 2)
    support = dice.choices(list(Support), (55, 37, 8))[0]
    return CheckedClaim(
        metric=dice.choice(METRICS),
        value=f"{factor}x",
        low=factor,
        high=factor,
        unit="x",
        bound=Bound.EXACT,
        factor=factor,
        baseline="the baseline",
        setting=None,
        device=device if dice.random() < 0.6 else None,
        attribution=Attribution.OWN,
        quote=f"it is {factor}x better",
        quote_start=10,
        quote_end=30,
        evidence=Evidence.EXACT,
        support=support,
    )


def say(what: str, begun: float, count: int, unit: str) -> None:
    """Print the CPU time of one phase."""
    seconds = time.process_time() - begun
    print(f"{what}: {seconds:.1f} s CPU, {seconds / max(count, 1) * 1e6:.1f} µs a {unit}")


def ask(store: Store) -> None:
    """Time each question and print a line for it."""
    connection = store.db.conn
    device = "NVIDIA A100"
    questions: dict[str, tuple[Callable[[], int], int | None]] = {
        "SQL: metric + factor + device": (
            sql(
                connection,
                "SELECT * FROM extracted_claims WHERE metric = 'speedup' AND factor >= 2"
                f" AND device = '{device}' LIMIT 100",
            ),
            BAR_MS,
        ),
        # No bar: SQLite makes a list of all the papers first. Joining, as below, doesn't.
        "SQL: search by IN, in a third": (sql(connection, matching("common")), None),
        "SQL: search, rare": (sql(connection, matching("seldom")), BAR_MS),
        "SQL: search, joined": (sql(connection, JOINED), BAR_MS),
        "SQL: review_queue": (sql(connection, "SELECT * FROM review_queue LIMIT 100"), QUEUE_MS),
        "queue_counts": (lambda: len(reviewing.queue_counts(connection)), QUEUE_MS),
        "progress": (lambda: len(reviewing.progress(connection)), QUEUE_MS),
    }
    for name, filters in {
        "nothing": {},
        "metric": {"metric": ("speedup",)},
        "metric + factor": {"metric": ("speedup",), "min_factor": 2.0},
        "metric + factor + hardware": {
            "metric": ("speedup",),
            "min_factor": 2.0,
            "hardware": ("a100",),
        },
        "factor": {"min_factor": 50.0},
        "hardware": {"hardware": ("rtx",)},
        "hardware, unknown": {"hardware": ("abacus",)},
        "method": {"method": ("thod1234",)},
        "method, unknown": {"method": ("abacus",)},
        "method, two letters": {"method": ("zz",)},
        "task": {"task": ("task 77",)},
        "support": {"support": ("unsupported",)},
        "status": {"status": ("accepted",)},
        "status, all": {"status": ("unreviewed",)},
        "attribution": {"attribution": ("prior",)},
        "source": {"source": ("bench",)},
        "search, in a third": {"search": "common"},
        "search, rare": {"search": "seldom"},
        "search + metric": {"search": "common", "metric": ("energy",), "min_factor": 5.0},
        "run": {"run": 1, "metric": ("speedup",)},
    }.items():
        wanted = Filters(limit=100, **filters)  # type: ignore[arg-type]
        questions[f"claims: {name}"] = (counted(asking.claims, connection, wanted), BAR_MS)
        questions[f"papers: {name}"] = (counted(asking.papers_found, connection, wanted), BAR_MS)
    for what, columns in {
        asking.claims: {"factor": BAR_MS, "method": BAR_MS, "value": None},
        asking.papers_found: {"method": BAR_MS, "task": BAR_MS, "best_speedup": None},
    }.items():
        for column, bar in columns.items():
            # No bar where no index has the order: all the speedups are looked at.
            wanted = Filters(limit=100, metric=("speedup",), sort_desc=column)
            name = f"{what.__name__}, speedups sorted by {column}"
            questions[name] = (counted(what, connection, wanted), bar)
    print(f"\n{'question':40} {'rows':>5} {'first':>9} {'median':>9}   bar, ms")
    for name, (question, bar) in questions.items():
        report(name, question, bar)


JOINED = (
    "SELECT c.* FROM papers_fts JOIN papers p ON p.rowid = papers_fts.rowid"
    " JOIN extracted_claims c ON c.paper_id = p.id WHERE papers_fts MATCH 'common' LIMIT 100"
)


def matching(word: str) -> str:
    """Return plain SQL for the claims of the papers that hold `word`."""
    return (
        "SELECT * FROM extracted_claims WHERE paper_id IN (SELECT p.id FROM papers_fts"
        f" JOIN papers p ON p.rowid = papers_fts.rowid WHERE papers_fts MATCH '{word}') LIMIT 100"
    )


def sql(connection: sqlite3.Connection, text: str) -> Callable[[], int]:
    """Return what asks `text` and counts the rows."""
    return lambda: len(connection.execute(text).fetchall())


def counted(
    function: Callable[..., Iterator[object]], connection: sqlite3.Connection, wanted: Filters
) -> Callable[[], int]:
    """Return what asks `function` and counts the rows."""
    return lambda: sum(1 for _ in function(connection, wanted))


def report(name: str, question: Callable[[], int], bar: int | None) -> None:
    """Ask six times and print the first and the median time."""
    times, rows = [], 0
    for _ in range(6):
        begun = time.perf_counter()
        rows = question()
        times.append((time.perf_counter() - begun) * 1000)
    median = statistics.median(times[1:])
    verdict = "" if bar is None else f"{bar} {'ok' if median < bar else 'TOO SLOW'}"
    print(f"{name:40} {rows:5} {times[0]:9.1f} {median:9.1f}   {verdict}")


if __name__ == "__main__":
    main()

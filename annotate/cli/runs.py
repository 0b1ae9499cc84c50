"""`annotate runs`, `failures` and `diff`: what was done, and what came of it."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from annotate.cli.naming import named
from annotate.cli.options import DB_HELP, chosen_db, db_option, format_option, open_store
from annotate.cli.tables import Column, Table, write_rows
from annotate.cli.telling import tell
from annotate.errors import UsageError
from annotate.language.latex import clean
from annotate.store import ledger
from annotate.store.comparison import Compared, compare, own_table_of
from annotate.store.own import own_row_counts

__all__ = ["diff", "failures", "runs"]


def _shown_run(row: dict[str, Any]) -> dict[str, Any]:
    tokens = f"{row['prompt_tokens']:,} + {row['completion_tokens']:,}"
    return row | {
        "started": _minute(row["started_at"]),
        "took": _duration(row["seconds"]),
        "rows": row["rows"] or None,
        "attempts": row["attempts"] or None,
        "tokens": tokens if row["attempts"] else None,
        "cost": _cost(row),
    }


def _cost(row: dict[str, Any]) -> str | None:
    if row["cost_usd"] is None:
        return "unknown" if row["attempts"] else None
    return f"${row['cost_usd']:.4f}"


def _minute(moment: str | None) -> str | None:
    try:
        return datetime.fromisoformat(moment or "").strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return moment


def _duration(seconds: float | None) -> str | None:
    if seconds is None:
        return None
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d}" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d}"


def _shown_difference(row: dict[str, Any]) -> dict[str, Any]:
    what = [
        f"{name}: {row[f'older_{name}']} → {row[f'newer_{name}']}"
        for name in ("device", "attribution", "support")
        if row["change"] == "changed" and row[f"older_{name}"] != row[f"newer_{name}"]
    ]
    values = {
        name: None if row[name] is None else clean(row[name]).text
        for name in ("older_value", "newer_value")
    }
    return row | values | {"what": ", ".join(what) or None}


_RUN_COLUMNS = (
    "run_id started_at finished_at status annotator model base_url prompt prompt_id params papers"
    " failed claims rows attempts prompt_tokens completion_tokens cached_tokens reasoning_tokens"
    " cost_usd seconds"
).split()
_RUNS = Table(
    {
        "run_id": Column("run", 6, right=True),
        "started": Column("started", 16),
        "took": Column("took", 8, right=True),
        "model": Column("model", 36),
        "prompt": Column("prompt", 16),
        "status": Column("status", 11),
        "papers": Column("papers", 9, right=True),
        "failed": Column("failed", 7, right=True),
        "claims": Column("claims", 9, right=True),
        "rows": Column("rows", 9, right=True),
        "attempts": Column("requests", 9, right=True),
        "tokens": Column("tokens in+out", 22, right=True),
        "cost": Column("cost", 10, right=True),
    },
    _shown_run,
    optional=("prompt", "rows", "attempts", "tokens", "cost"),
    dropped=("prompt", "tokens", "took", "attempts", "started"),
)
_FAILURE_COLUMNS = (
    "run_id paper_id title source position outcome http_status attempts error".split()
)
_FAILURES = Table(
    {
        "run_id": Column("run", 6, right=True),
        "paper": Column("paper", 40),
        "outcome": Column("outcome", 13),
        "http_status": Column("http", 4, right=True),
        "attempts": Column("tries", 5, right=True),
        "error": Column("why", 110, least=30),
    },
    optional=("outcome", "http_status", "attempts"),
    dropped=("attempts", "http_status", "outcome"),
)
_SIDES = "value factor device attribution support quote".split()
_DIFF_COLUMNS = (
    "change paper_id title metric".split()
    + [f"older_{name}" for name in _SIDES]
    + [f"newer_{name}" for name in _SIDES]
)
_DIFF = Table(
    {
        "change": Column("change", 7),
        "metric": Column("metric", 13),
        "older_value": Column("older", 26),
        "newer_value": Column("newer", 26),
        "what": Column("otherwise", 44),
        "paper": Column("paper", 48),
    },
    _shown_difference,
    optional=("what",),
    dropped=("paper", "what"),
)


@click.command()
@db_option
@format_option
def runs(db: Path, format_: str) -> None:
    """List the runs with their totals, which are the sums over all attempts.

    "rows" are those of tables of one's own that no newer run has read anew.

    \b
    annotate runs
    annotate runs --db claims.db --format json
    """
    with open_store(db) as store:
        counts = own_row_counts(store.db.conn)
        found = ({**row, "rows": counts[row["run_id"]]} for row in ledger.runs(store.db.conn))
        write_rows(found, _RUN_COLUMNS, format_, _RUNS)


@click.command()
@db_option
@click.option("--run", type=int, metavar="ID", help="All failures of this run, healed ones too.")
@format_option
def failures(db: Path, run: int | None, format_: str) -> None:
    """Explain what failed, paper by paper: the last outcome, the tries and the reason.

    \b
    annotate failures
    annotate failures --run 3 --format csv
    """
    with open_store(db) as store:
        _known(store.db.conn, db, run)
        rows = ledger.failures(store.db.conn, run)
        count = write_rows(rows, _FAILURE_COLUMNS, format_, named(_FAILURES, store.db.conn))
    if count == 0 and format_ == "table":
        tell("no paper has failed")


@click.command(context_settings={"ignore_unknown_options": False})
@click.option("--db", "db_named", type=click.Path(path_type=Path), metavar="FILE", help=DB_HELP)
@click.argument("words", nargs=-1, metavar="[DB] RUN_A RUN_B")
@format_option
def diff(db_named: Path | None, words: tuple[str, ...], format_: str) -> None:
    """Show the claims that run RUN_B added, lost or changed against run RUN_A.

    \b
    annotate diff 3 4
    annotate diff 3 4 --db claims.db --format jsonl
    """
    placed = Path(words[0]) if len(words) == 3 else None
    try:
        older, newer = (int(word) for word in words[-2:])
    except ValueError:
        raise click.UsageError("expected the ids of two runs, as in: annotate diff 3 4") from None
    if len(words) > 3:
        raise click.UsageError(f"expected two runs, got {len(words)}")
    db = chosen_db(db_named, placed)
    compared = Compared()
    with open_store(db) as store:
        for run in (older, newer):
            _known(store.db.conn, db, run)
            _has_claims(store.db.conn, run)
        rows = compare(store.db.conn, older, newer, compared)
        count = write_rows(rows, _DIFF_COLUMNS, format_, named(_DIFF, store.db.conn))
    _tell_difference(count, compared, older, newer)


def _known(connection: Any, db: Path, run: int | None) -> None:
    if run is not None and not ledger.has_run(connection, run):
        raise UsageError(f"{db} has no run {run}; `annotate runs` lists them")


def _has_claims(connection: Any, run: int) -> None:
    table = own_table_of(connection, run)
    if table is not None:
        raise UsageError(
            f"run {run} was asked by a schema of its own and not for claims, so that there are none"
            f" to compare; its rows are in {table}, by run_id"
        )


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _tell_difference(count: int, compared: Compared, older: int, newer: int) -> None:
    words = [f"{_number(compared.both, 'paper')} read by both, {_number(count, 'difference')}"]
    if compared.only_older:
        words.append(f"{_number(compared.only_older, 'paper')} read by run {older} only")
    if compared.only_newer:
        words.append(f"{_number(compared.only_newer, 'paper')} read by run {newer} only")
    tell("; ".join(words))

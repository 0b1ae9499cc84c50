"""`annotate labels`: people's labels out, in, and how far they agree."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import orjson
from pydantic import ValidationError

from annotate.cli.counting import counted
from annotate.cli.drawing import show, table
from annotate.cli.options import DB_HELP, DEFAULT_DB, chosen_db, figures_option, open_store
from annotate.cli.tables import printable
from annotate.cli.telling import tell
from annotate.cli.unmatched import unmatched
from annotate.errors import InputError, UsageError
from annotate.evaluation.exchange import CarriedReading, carried_reading
from annotate.evaluation.gold import GoldPaper, read_gold
from annotate.evaluation.labelling import (
    gold_labels,
    gold_row,
    raters,
    stored_labels,
    stored_paper,
)
from annotate.facts import Paper, paper_id
from annotate.files import atomic, reason
from annotate.store import Label, RunInfo, Saved, Store
from annotate.store.places import first_place
from annotate.store.reviewing import PaperFacts, facts_of
from annotate.store.reviewing import unmatched as unmatched_labels

if TYPE_CHECKING:
    from annotate.evaluation.agreement import Agreement

__all__ = ["labels"]

_FILE = click.Path(path_type=Path)
_SQLITE = b"SQLite format 3"
_SUFFIXES = (".db", ".sqlite", ".sqlite3")


@click.group()
def labels() -> None:
    """Export, import and compare people's labels.

    \b
    annotate labels export reviewed.jsonl
    annotate labels import labels/icml2026.jsonl --reviewer gold
    annotate labels agreement
    annotate labels unmatched
    """


labels.add_command(unmatched)


@labels.command("export", short_help="Write reviewed papers with their labels to FILE.")
@click.argument("file", type=_FILE)
@click.option("--db", type=_FILE, default=DEFAULT_DB, metavar="FILE", help=DB_HELP)
def export_command(file: Path, db: Path) -> None:
    """Write each reviewed paper with its facts and its history of labels to FILE (JSON Lines).

    The file is one that `annotate eval --labels` scores against and `annotate labels import` reads.

    \b
    annotate labels export reviewed.jsonl --db claims.db
    """
    with open_store(db) as store:
        rows = [_exported(store, facts) for facts in _reviewed(store)]
    with atomic(file) as out:
        out.writelines(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)
    tell(f"{counted(len(rows), 'reviewed paper')} written to {file}")


@labels.command("import", short_help="Read labels from FILE.")
@click.argument("file", type=_FILE)
@click.option("--db", type=_FILE, default=DEFAULT_DB, metavar="FILE", help=DB_HELP)
@click.option(
    "--reviewer",
    default="gold",
    show_default=True,
    metavar="NAME",
    help="Who labelled the lines that carry no history of labels.",
)
def import_command(file: Path, db: Path, reviewer: str) -> None:
    """Read labelled abstracts from FILE as labels; what stands already isn't added again.

    A paper that nobody has read in this database gets the reading that an exported line carries.

    \b
    annotate labels import labels/icml2026.jsonl --reviewer gold
    """
    rows = list(_rows(file))
    with Store(db) as store:
        before = list(store.labels())
        known = {_said(label) for label in before}
        batches = [_labels_of(row, reviewer, file, number) for number, row in rows]
        carried = [_reading_of(row, file, number) for number, row in rows]
        _store_papers(store, file, rows)
        _store_readings(store, file, carried)
        # The label on the paper is the whole line: where it stands, the line was imported before.
        store.add_labels(
            label
            for batch in batches
            if batch and (batch[0].created_at or _said(batch[0]) not in known)
            for label in batch
        )
        added = sum(1 for _ in store.labels()) - len(before)
        lost = sum(1 for _ in unmatched_labels(store.db.conn))
    tell(f"{counted(added, 'label')} added from {counted(len(rows), 'paper')}")
    if lost:
        match = "matches" if lost == 1 else "match"
        tell(
            f"{counted(lost, 'label')} {match} no fact of the current readings:"
            " annotate labels unmatched"
        )


@labels.command("agreement", short_help="Say how far labellers agree, field by field.")
@click.argument("files", type=_FILE, nargs=-1, metavar="[DB] [FILE]…")
@click.option("--db", "named", type=_FILE, metavar="FILE", help=DB_HELP)
@figures_option
def agreement_command(files: tuple[Path, ...], named: Path | None, format_: str) -> None:
    """Say how far labellers agree, field by field: Krippendorff's alpha and Cohen's kappa.

    Each FILE is one labeller. Without files, the reviewers in the database are compared, with the
    readings that they reviewed as one more, called by the model's name.

    \b
    annotate labels agreement labels/raw/*.jsonl
    annotate labels agreement claims.db
    """
    placed = next((path for path in files[:1] if _is_database(path)), None)
    if placed is None and len(files) == 1 and files[0].suffix.lower() in _SUFFIXES:
        placed = files[0]  # missing, or no database: opening it says so
    db, files = chosen_db(named, placed), files[1:] if placed else files
    found = _file_raters(files) if files else _stored_raters(db)
    if len(found) < 2:
        names = ", ".join(found) or "nobody"
        raise UsageError(
            f"agreement needs two labellers; found {names}. Name two files of labels, or bring"
            " labels into the database: annotate labels import FILE --reviewer NAME,"
            " or annotate review"
        )
    # Its statistics take long to import, and the other commands don't need them.
    from annotate.evaluation.agreement import agreement  # noqa: PLC0415

    results = agreement(list(found.values()))
    if format_ == "json":
        click.echo(orjson.dumps({"raters": list(found), "fields": results}).decode())
    else:
        _show(list(found), results)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


def _file_raters(files: tuple[Path, ...]) -> dict[str, dict[str, GoldPaper]]:
    return {str(path): {gold.paper_id: gold for gold in read_gold([path])} for path in files}


def _stored_raters(db: Path) -> dict[str, dict[str, GoldPaper]]:
    with open_store(db) as store:
        return raters(_reviewed(store))


def _exported(store: Store, facts: PaperFacts) -> dict[str, Any]:
    place = first_place(store.db.conn, facts.paper.id)
    return gold_row(facts) | ({} if place is None else {"source_path": place.path})


def _reviewed(store: Store) -> Iterator[PaperFacts]:
    seen = dict.fromkeys(label.paper_id for label in store.labels())
    for key in seen:
        facts = facts_of(store.db.conn, key)
        if facts is not None:
            yield facts


def _rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with file.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _row(line, file, number)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't be read as labels: {reason(error)}", file) from error


def _row(line: str, file: Path, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise InputError(f"no JSON: {error}", file, number) from None
    if not isinstance(row, dict):
        raise InputError("expected a JSON object", file, number)
    if not row.get("paper_id") and isinstance(row.get("abstract"), str):
        row["paper_id"] = paper_id(row["abstract"])
    if not row.get("paper_id"):
        raise InputError("has neither paper_id nor abstract", file, number)
    return row


def _labels_of(row: Mapping[str, Any], reviewer: str, file: Path, number: int) -> list[Label]:
    try:
        history = stored_labels(row)
        if history is not None:
            return history
        return list(gold_labels(GoldPaper.model_validate(row), reviewer))
    except (KeyError, TypeError, ValidationError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"no label line: {first}", file, number) from None


def _reading_of(row: Mapping[str, Any], file: Path, number: int) -> CarriedReading | None:
    try:
        return carried_reading(row)
    except (KeyError, TypeError, ValidationError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"no label line: reading: {first}", file, number) from None


def _store_readings(store: Store, file: Path, some: Iterable[CarriedReading | None]) -> None:
    """Store the readings of papers that nobody has read here, in one run for each model."""
    runs: dict[str, tuple[RunInfo, list[Saved]]] = {}
    for carried in filter(None, some):
        facts = facts_of(store.db.conn, carried.paper_id)
        if facts is not None and facts.reading is None:
            reading = carried.placed_in(facts.paper.abstract)
            _, rows = runs.setdefault(carried.model, (carried.run(file.name), []))
            rows.append((carried.paper_id, reading, ()))
    for info, rows in runs.values():
        run_id = store.start_run(info)
        store.save(run_id, rows)
        store.finish_run(run_id, "done")


def _store_papers(store: Store, file: Path, rows: list[tuple[int, dict[str, Any]]]) -> None:
    known = {paper.id for paper in store.papers([row["paper_id"] for _, row in rows])}
    lists: dict[tuple[str, str], list[Paper]] = {}
    for _, row in rows:
        paper = stored_paper(row)
        if paper is not None and paper.id not in known:
            # Two lists may have the same title, and then places of the same number.
            path = str(row.get("source_path") or file)
            lists.setdefault((path, row.get("source") or path), []).append(paper)
    for (path, title), papers in lists.items():
        source = store.add_source(path=path, title=title, format="labels", sha256="")
        store.add_papers(source, papers)


def _said(label: Label) -> tuple[str | None, ...]:
    return label.paper_id, label.target, label.key, label.verdict, label.reviewer, label.value


def _show(names: list[str], results: "list[Agreement]") -> None:
    figures = ("units", "same", "Krippendorff's alpha", "Cohen's kappa")
    drawn = table("field", numbers=figures)
    for row in results:
        scores = ("–" if v is None else f"{v:.2f}" for v in (row.same, row.alpha, row.kappa))
        drawn.add_row(row.field, str(row.units), *scores)
    named = ", ".join(printable(name) for name in names)
    papers = counted(results[0].papers, "paper")
    show(f"{papers} read by two or more of: {named}", drawn)

"""Numbered steps from an empty file to the present tables; never edited once released."""

import sqlite3

from sqlite_utils import Database, Migrations

from annotate.errors import StoreError
from annotate.store.batches import BATCH_TABLES
from annotate.store.connection import transaction
from annotate.store.corrections import CORRECTIONS, CORRECTIONS_ANEW, NAMES_ANEW, PAPERS_ANEW
from annotate.store.names import NAMES
from annotate.store.tables import BESIDE, CONTRACT, LABEL_GUARDS, MATERIALISED, SEARCH
from annotate.store.triggers import FACTS_CAME_ANEW, REFRESH, RUN_READINGS, TRIGGERS
from annotate.store.views import CLAIM_VIEWS, DISAGREEMENTS, PAPER_VIEW, RUN_TOTALS

__all__ = ["migrate", "migrations", "needs_migration"]

migrations = Migrations("annotate")


@migrations()
def m001_tables(db: Database) -> None:
    """Make the tables of the contract and those beside them."""
    _run(db, CONTRACT + LABEL_GUARDS + BESIDE)


@migrations()
def m002_search(db: Database) -> None:
    """Make the full-text index; papers enter it in bulk, by a watermark."""
    _run(db, SEARCH)


@migrations()
def m003_views(db: Database) -> None:
    """Make the views of the contract, and the triggers that keep them true and take labels."""
    _run(db, MATERIALISED + NAMES + REFRESH + RUN_READINGS + TRIGGERS)
    _run(db, CLAIM_VIEWS + PAPER_VIEW + DISAGREEMENTS + RUN_TOTALS + CORRECTIONS)


@migrations()
def m004_batches(db: Database) -> None:
    """Make the tables of what is on its way through a batch API."""
    _run(db, BATCH_TABLES)


@migrations()
def m005_files(db: Database) -> None:
    """Note which file a list was read from, so that its next content takes the place of this."""
    # Of lists that were read before this the folder isn't known: they keep their places.
    db.execute("ALTER TABLE _sources_read ADD COLUMN file TEXT")


@migrations()
def m006_refusals(db: Database) -> None:
    """Make the triggers anew that take corrections: they refuse what is no number and no unit."""
    _run(db, CORRECTIONS_ANEW)


@migrations()
def m007_totals(db: Database) -> None:
    """Make the totals of runs anew: what an abstract says twice counts once, as in the views."""
    _run(db, "DROP VIEW run_totals;\n" + RUN_TOTALS)


@migrations()
def m008_names(db: Database) -> None:
    """Make the trigger anew that takes names: an empty one says that there is none."""
    _run(db, NAMES_ANEW)


@migrations()
def m009_units(db: Database) -> None:
    """Make the triggers anew that take corrections: TOPS/W is a unit."""
    _run(db, CORRECTIONS_ANEW)


@migrations()
def m010_shorter_ways(db: Database) -> None:
    """Make the triggers anew that are fired as readings come: the same rows in half the work."""
    _run(db, FACTS_CAME_ANEW)


@migrations()
def m011_requests(db: Database) -> None:
    """Make the totals of runs anew: what the cap on cost held back was no request."""
    _run(db, "DROP VIEW run_totals;\n" + RUN_TOTALS)


@migrations()
def m012_cut_numbers(db: Database) -> None:
    """Make the triggers anew that take corrections: a value cut out of a number is unsupported."""
    _run(db, CORRECTIONS_ANEW)


@migrations()
def m013_reviewers(db: Database) -> None:
    """Make the view of papers anew: it says who judged a paper, and takes who does."""
    _run(db, PAPERS_ANEW)


def needs_migration(db: Database, path: object) -> bool:
    """Say whether steps are missing.

    Raises StoreError for a file that a newer release wrote, or where other software has tables of
    the same names.
    """
    done = {step.name for step in migrations.applied(db)}
    known = {step.name for step in migrations.pending(db)} | done
    strange = sorted(done - {step.name for step in migrations._migrations})
    if strange:
        raise StoreError(
            f"{path} was written by a newer annotate (it has the step {strange[-1]}); "
            "upgrade with: pip install -U annotate-claims"
        )
    if not done:
        _refuse_foreign(db, path)
    return known != done


def migrate(db: Database, path: object) -> None:
    """Apply the missing steps in one transaction, so that two programs can open a file at once."""
    if needs_migration(db, path):
        with transaction(db):
            migrations.apply(db)


def _refuse_foreign(db: Database, path: object) -> None:
    names = {name.lower() for name in (*db.table_names(), *db.view_names())}
    probe = sqlite3.connect(":memory:")
    probe.executescript(CONTRACT)
    ours = {name for (name,) in probe.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    probe.close()
    taken = sorted(names & (ours | {"papers_fts", "extracted_claims", "extracted_papers"}))
    if taken:
        raise StoreError(f"{path} already has a table {taken[0]} that annotate didn't make")


def _run(db: Database, script: str) -> None:
    """Execute the statements of `script`, each of which begins and ends with a line."""
    # executescript() would end the transaction that holds the step and its record together, and
    # finding the statements with sqlite3.complete_statement() takes most of a second.
    statement: list[str] = []
    for line in script.splitlines():
        statement.append(line)
        in_trigger = next(filter(None, statement), "").startswith("CREATE TRIGGER")
        if line == "END;" if in_trigger else line.endswith(";"):
            db.execute("\n".join(statement))
            statement = []

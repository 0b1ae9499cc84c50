"""Write what a database of this release looks like, for the tests of all later ones.

    python -m tests.store.dumping 0.1

Run it once for each release that changes tables; a dump that was released is never written again.
"""

import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from annotate.store import Label, Store
from tests.store.building import RULES, add, claim, device, paper, reading, save

__all__ = ["DUMPS", "dump", "fill"]

DUMPS = Path(__file__).parent / "dumps"
DAY = "2026-01-01T00:00:00.000Z"


def fill(store: Store) -> None:
    """Store two papers, a run by a model and one by the rules, and two labels."""
    one = paper("Zorblax is 5x faster.", title="On sorting")
    two = paper("Quenchette uses 40% less memory.")
    add(store, one, two)
    failed = reading(status="failed", error="cut off")
    save(store, [(one, reading(claim(5.0), hardware=(device(),))), (two, failed)])
    memory = claim(40.0, "memory", value="40%", unit="%", factor=1 / 0.6)
    save(store, [(one, reading(claim(3.0))), (two, reading(memory))], RULES)
    store.add_labels(
        [
            Label(one.id, "claim", "speedup|5|5|x", "accept", "r1", created_at=DAY),
            Label(one.id, "method", "", "accept", "r1", "Zorblax", created_at=DAY),
        ]
    )
    for change in ("runs SET started_at", "runs SET finished_at", "sources SET added_at"):
        store.db.execute(f"UPDATE {change} = '{DAY}'")
    store.db.execute(f"UPDATE _sqlite_migrations SET applied_at = '{DAY}'")


def dump(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the statements that make a database anew; the full-text index is built again.

    iterdump() writes virtual tables in a way that can't be read back.
    """
    made = "SELECT sql FROM sqlite_master WHERE name IN ('papers_fts', '_names_fts')"
    search = [sql for (sql,) in connection.execute(made)]
    for statement in connection.iterdump():
        if "writable_schema" in statement or statement.startswith("INSERT INTO sqlite_master"):
            continue
        if re.match("(INSERT INTO|CREATE TABLE) ['\"](papers|_names)_fts", statement):
            continue
        if statement == "COMMIT;":
            yield from (f"{sql};" for sql in search)
            yield "INSERT INTO papers_fts (papers_fts) VALUES ('rebuild');"
            yield "DELETE FROM _names;"
            yield "UPDATE _state SET value = 0 WHERE name IN ('named', 'indexed');"
        yield statement


def main() -> None:
    """Write the dump of the release that the command line names."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "claims.db"
        with Store(path) as store:
            fill(store)
        connection = sqlite3.connect(path)
        text = "\n".join(dump(connection)) + "\n"
        connection.close()
    DUMPS.mkdir(exist_ok=True)
    (DUMPS / f"{sys.argv[1]}.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

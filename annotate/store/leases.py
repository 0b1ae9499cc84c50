"""Who is asking what: a run takes papers on lease, so that two runs share the work."""

import os
import socket
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from sqlite_utils import Database

from annotate.facts import Paper
from annotate.store.connection import transaction
from annotate.store.text import now
from annotate.store.work import Pending, Selection, Work

__all__ = ["SILENT_S", "Leases", "Turn", "alive", "born_at", "bury", "host_name", "leased"]

SILENT_S = 180.0
"""A worker on another machine that wasn't heard of for so many seconds has lost its leases."""

_BEAT_S = 10.0


class Leases:
    """The leases of one run by this process; ended by `release`, or by the process's death.

    Made inside a transaction.
    """

    def __init__(self, db: Database, run_id: int) -> None:
        self._db = db
        self._beaten = time.monotonic()
        bury(db)
        self.worker_id = _enrol(db, run_id)

    def take(self, work: Work, chosen: Selection, *, size: int) -> Iterator[list[Paper]]:
        """Yield lists of at most `size` unread papers that are now leased to this run.

        The search happens outside the write lock; inside it the few found are looked at again.
        """
        pending = Pending(self._db, work, chosen)
        for found in pending.chunks(size, skip_leased=True):
            with transaction(self._db) as connection:
                bury(self._db)
                free = pending.unread([paper.id for paper in found])
                connection.executemany(
                    "INSERT INTO _leases (work, paper_id, worker_id) VALUES (?, ?, ?)",
                    ((work.digest, key, self.worker_id) for key in free),
                )
            taken = [paper for paper in found if paper.id in free]
            if taken:
                yield taken

    def elsewhere(self, work: Work) -> int:
        """Return how many papers of this work other living runs hold."""
        with transaction(self._db):
            bury(self._db)
        (count,) = self._db.execute(
            "SELECT count(*) FROM _leases WHERE work = ? AND worker_id <> ?",
            [work.digest, self.worker_id],
        ).fetchone()
        return int(count)

    def beat(self, *, force: bool = False) -> None:
        """Say that this process lives; writes at most every ten seconds unless forced."""
        if force or time.monotonic() - self._beaten > _BEAT_S:
            self._beaten = time.monotonic()
            self._db.execute(
                "UPDATE _workers SET seen_at = ? WHERE id = ?", [time.time(), self.worker_id]
            )

    def give_back(self, work: Work, paper_ids: Iterable[str]) -> None:
        """End the leases on papers that are stored now, or that won't be asked."""
        self._db.conn.executemany(
            "DELETE FROM _leases WHERE work = ? AND paper_id = ? AND worker_id = ?",
            ((work.digest, key, self.worker_id) for key in paper_ids),
        )

    def release(self) -> None:
        """End all leases of this run; called inside a transaction."""
        self._db.execute("DELETE FROM _leases WHERE worker_id = ?", [self.worker_id])
        self._db.execute("DELETE FROM _workers WHERE id = ?", [self.worker_id])


class Turn:
    """The right to be the only process that does something with a job.

    Ended by `end`, or by the process's death.
    """

    def __init__(self, db: Database, work: Work) -> None:
        self._db, self._name = db, f"turn {work.digest}"
        self._worker: int | None = None

    def take(self) -> bool:
        """Return whether this process has it now; False while another one has."""
        with transaction(self._db) as connection:
            bury(self._db)
            sql = "SELECT 1 FROM _leases WHERE work = ?"
            if connection.execute(sql, [self._name]).fetchone():
                return False
            self._worker = _enrol(self._db, run_id=0)
            connection.execute(
                "INSERT INTO _leases (work, paper_id, worker_id) VALUES (?, '', ?)",
                [self._name, self._worker],
            )
        return True

    def beat(self) -> None:
        """Say that this process lives; at least once in `SILENT_S`."""
        sql = "UPDATE _workers SET seen_at = ? WHERE id = ?"
        self._db.execute(sql, [time.time(), self._worker])

    def end(self) -> None:
        """Let the next one have it."""
        with transaction(self._db) as connection:
            connection.execute("DELETE FROM _leases WHERE worker_id = ?", [self._worker])
            connection.execute("DELETE FROM _workers WHERE id = ?", [self._worker])


def leased(db: Database, work: Work, paper_ids: Sequence[str]) -> set[str]:
    """Return those papers that a living run is asking about at the moment."""
    with transaction(db):
        bury(db)
    marks = ",".join("?" * len(paper_ids))
    rows = db.execute(
        f"SELECT paper_id FROM _leases WHERE work = ? AND paper_id IN ({marks})",
        [work.digest, *paper_ids],
    )
    return {row[0] for row in rows}


def _enrol(db: Database, run_id: int) -> int:
    """Enter this process among those whose leases hold while they live."""
    cursor = db.execute(
        "INSERT INTO _workers (run_id, host, pid, born, seen_at) VALUES (?, ?, ?, ?, ?)",
        [run_id, host_name(), os.getpid(), born_at(os.getpid()), time.time()],
    )
    assert cursor.lastrowid is not None  # noqa: S101
    return cursor.lastrowid


def bury(db: Database) -> None:
    """End the leases and runs of dead workers; called inside a transaction."""
    for worker, run, host, pid, born, seen in db.execute("SELECT * FROM _workers").fetchall():
        if alive(host, pid, born, seen):
            continue
        db.execute("DELETE FROM _leases WHERE worker_id = ?", [worker])
        db.execute("DELETE FROM _workers WHERE id = ?", [worker])
        db.execute(
            "UPDATE runs SET status = 'interrupted', finished_at = ?"
            " WHERE id = ? AND status = 'running'"
            " AND NOT EXISTS (SELECT 1 FROM _workers w WHERE w.run_id = runs.id)",
            [now(), run],
        )


def alive(host: str, pid: int, born: str, seen_at: float) -> bool:
    """Say whether a process lives: looked at on this host, by its last beat elsewhere."""
    if host != host_name():
        return time.time() - seen_at < SILENT_S
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return born_at(pid) == born


def host_name() -> str:
    """Return what tells this machine, boot and container from others."""
    # Process ids mean something only inside one boot and one pid namespace (a container's).
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
        parts.append(Path("/proc/self/ns/pid").readlink().name)
    return " ".join(parts)


def born_at(pid: int) -> str:
    """Return when a process started, in ticks since boot; "" where that can't be told."""
    # The start time tells a process from a later one with the same id; unknown outside Linux.
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]

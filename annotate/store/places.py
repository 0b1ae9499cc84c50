"""Where papers stand: the title of a list, its file where several share the title, the place."""

import hashlib
import os
import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

__all__ = ["Place", "Places", "file_of", "first_place"]


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a paper: the list's path and title, and the 1-based position in it."""

    path: str
    title: str | None
    position: int


def file_of(path: str) -> str | None:
    """Return what tells apart the file that a list lies in, be it an archive: no path to read.

    None for what has no lasting place: standard input, pipes, and files that are gone.
    """
    lasting = any(os.path.isfile(place) for place in [path, *map(str, Path(path).parents)])
    if not lasting:
        return None
    # Hashed, because a database is passed on, and the names of its maker's folders needn't be.
    return hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:16]


def first_place(connection: sqlite3.Connection, paper_id: str) -> Place | None:
    """Return where a paper came first, or None when it stands in no list."""
    row = connection.execute(
        "SELECT s.path, s.title, ps.position FROM paper_sources ps"
        " JOIN sources s ON s.id = ps.source_id WHERE ps.paper_id = ?"
        " ORDER BY ps.source_id, ps.position LIMIT 1",
        [paper_id],
    ).fetchone()
    return None if row is None else Place(*row)


class Places:
    """Names papers for people, so that no two of them have one name."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._files = _files_of_shared_titles(connection)
        self._shared = {title for title, _ in self._files}
        self._last: tuple[str, str] = ("", "")

    def source(self, paper_id: str, source: str | None) -> str | None:
        """Return a paper's `source` with the file's name where several lists have this title."""
        if source not in self._shared:
            return source
        if self._last[0] != paper_id:
            place = first_place(self._connection, paper_id)
            file = self._files.get((place.title, place.path)) if place else None
            self._last = paper_id, f"{source} ({file})" if file else str(source)
        return self._last[1]

    def place(self, row: Mapping[str, Any]) -> str | None:
        """Return list and place of a row of `extracted_claims` or `extracted_papers` in words."""
        source = self.source(row["paper_id"], row["source"])
        return None if source is None else f"{source}, {row['position']}"

    def name(self, paper_id: str, title: str | None) -> str:
        """Return the paper's title, else its list and place, else its id."""
        if title:
            return title
        place = first_place(self._connection, paper_id)
        if place is None:
            return paper_id
        return f"{self.source(paper_id, place.title or place.path)}, {place.position}"


def _files_of_shared_titles(connection: sqlite3.Connection) -> dict[tuple[str | None, str], str]:
    """Return by (title, path) the file's name, or the path where names are the same as well."""
    rows: list[tuple[str, str]] = connection.execute(
        "SELECT DISTINCT title, path FROM sources WHERE title IN ("
        " SELECT title FROM sources GROUP BY title HAVING count(DISTINCT path) > 1)"
    ).fetchall()
    names = Counter((title, PurePath(path).name) for title, path in rows)
    return {
        (title, path): PurePath(path).name if names[title, PurePath(path).name] == 1 else path
        for title, path in rows
    }

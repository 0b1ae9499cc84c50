"""Output files are whole or not there, and never take a database's place."""

import os
import sqlite3
from pathlib import Path

import pytest

from annotate.errors import UsageError
from annotate.files import atomic


def test_a_finished_file_takes_the_place_of_the_old_one(tmp_path: Path):
    path = tmp_path / "out.txt"
    path.write_text("old")
    with atomic(path) as stream:
        stream.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_half_way_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path):
    path = tmp_path / "out.txt"
    path.write_text("old")

    def interrupted() -> None:
        with atomic(path) as stream:
            stream.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path: Path):
    plain, kept = tmp_path / "plain", tmp_path / "kept"
    plain.touch()
    kept.touch()
    kept.chmod(0o640)
    new = tmp_path / "new"
    for path in (new, kept):
        with atomic(path) as stream:
            stream.write(b"x")
    assert new.stat().st_mode == plain.stat().st_mode
    assert kept.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    with atomic(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_no_output_takes_the_place_of_a_database_or_its_journal(tmp_path: Path):
    database = tmp_path / "claims.db"
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    link = tmp_path / "page.html"
    link.symlink_to(database)
    before = database.read_bytes()
    for path in (database, link, tmp_path / "claims.db-wal"):
        with pytest.raises(UsageError, match="SQLite database"), atomic(path):
            pass
    assert database.read_bytes() == before


def test_a_folder_and_a_missing_folder_are_refused(tmp_path: Path):
    with pytest.raises(UsageError, match="is a folder"), atomic(tmp_path):
        pass
    with pytest.raises(UsageError, match="doesn't exist"), atomic(tmp_path / "no" / "out"):
        pass


@pytest.mark.skipif(not Path(os.devnull).exists(), reason="there is no null device here")
def test_a_device_is_written_to_and_not_replaced():
    with atomic(Path(os.devnull)) as stream:
        stream.write(b"x")
    assert not Path(os.devnull).is_file()

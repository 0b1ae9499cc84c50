"""Another program holds the database's lock for longer than a write waits."""

import sqlite3
from pathlib import Path

import pytest

from annotate.errors import StoreError
from annotate.runner.scribe import _patiently
from annotate.store.connection import is_locked, translated


def locked(path: Path) -> StoreError:
    """Return the error of a write into a locked database."""
    holder, other = sqlite3.connect(path), sqlite3.connect(path, timeout=0)
    holder.execute("BEGIN IMMEDIATE")
    try:
        with translated(path):
            other.execute("BEGIN IMMEDIATE")
    except StoreError as error:
        return error
    finally:
        holder.close()
        other.close()
    raise AssertionError


def test_a_lock_is_waited_for_and_said(tmp_path: Path) -> None:
    error = locked(tmp_path / "claims.db")
    assert is_locked(error)
    outcomes: list[StoreError | None] = [error, error, None]
    said: list[tuple[str, str]] = []

    def save() -> str:
        if outcome := outcomes.pop(0):
            raise outcome
        return "saved"

    assert _patiently(save, lambda kind, text: said.append((kind, text))) == "saved"
    assert [kind for kind, _ in said] == ["said", "said"]
    assert "claims.db has been locked by another program" in said[0][1]


def test_any_other_error_is_not_waited_for() -> None:
    def save() -> None:
        raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="full"):
        _patiently(save, lambda *_: None)

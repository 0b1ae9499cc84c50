"""Write an output file whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from annotate.errors import UsageError

__all__ = ["atomic", "reason"]

_SQLITE = b"SQLite format 3\0"
_SIDE_FILES = ("-wal", "-shm", "-journal")


@contextmanager
def atomic(path: Path) -> Iterator[BinaryIO]:
    """Open a file beside `path` that takes its place when the block ends without an error.

    A reader sees the old file or the whole new one, never half of it. A link is followed; an
    existing file keeps its permissions; a device or pipe (`/dev/stdout`) is written to directly.

    Raises UsageError when `path` is a folder, lies in none, is (or belongs to) a SQLite database
    (an output never takes a database's place), or can't be written.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        target = path  # a pipe behind /dev/stdout has no other name that can be opened
    else:
        target = Path(os.path.realpath(path))
        _refuse(path, target)
    try:
        yield from _written(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        # Only what concerns this file: the block inside may fail at files of its own.
        if error.filename not in (None, str(target)) and not _beside(error.filename, target):
            raise
        raise UsageError(f"{path} can't be written: {error.strerror or error}") from error


def _beside(name: object, target: Path) -> bool:
    return isinstance(name, str) and Path(name).parent == target.parent and name.endswith(".tmp")


def _written(target: Path) -> Iterator[BinaryIO]:
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            yield stream
        return
    handle, name = tempfile.mkstemp(
        dir=target.parent, prefix=f".{target.name[:60]}.", suffix=".tmp"
    )
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise


def _refuse(path: Path, target: Path) -> None:
    if target.is_dir():
        raise UsageError(f"{path} is a folder; give the name of a file")
    if not target.parent.is_dir():
        raise UsageError(f"the folder {path.parent} doesn't exist; make it first")
    if any(target.name.endswith(side) for side in _SIDE_FILES) or _is_database(target):
        raise UsageError(f"{path} is a SQLite database, which an output never replaces")


def _is_database(target: Path) -> bool:
    if not target.is_file():
        return False
    with target.open("rb") as stream:
        return stream.read(len(_SQLITE)) == _SQLITE


def _mode(target: Path) -> int:
    # mkstemp makes private files; a new output gets what any other program would have given it.
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def reason(error: Exception) -> str:
    """Return why a file can't be read or written, without the number and the file's name."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or " ".join(str(error).split())

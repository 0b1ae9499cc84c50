"""Find what an input means: files, folders, globs, members of archives, standard input."""

import glob
import io
import os
import shutil
import sys
import tempfile
import weakref
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from annotate.errors import InputError
from annotate.readers.unpack import Inflated, compression_of

__all__ = ["File", "find_files"]

_BUFFER = 1024 * 1024
_LAYERS = 3
_MEMBERS = 100_000
_ZIP_FREE = 64 * 1024 * 1024
_ZIP_RATIO = 200
_DATABASES = (".db", ".db-wal", ".db-shm")


@dataclass(frozen=True, slots=True)
class File:
    """One list to read, wherever it lies; `open` gives its decompressed bytes from the start.

    `named` tells that the user asked for this very file, and not for a folder that holds it.
    """

    path: str
    open_raw: Callable[[], BinaryIO]
    named: bool
    plain: Path | None = None

    def open(self) -> BinaryIO:
        """Open the file anew and take off up to three layers of compression."""
        stream = self.open_raw()
        for _ in range(_LAYERS):
            compression = compression_of(peek(stream, 6))
            if compression is None:
                return stream
            stream = io.BufferedReader(Inflated(stream, compression, self.path), _BUFFER)
        stream.close()
        raise InputError(f"compressed more than {_LAYERS} times over: refused", self.path)


def peek(stream: BinaryIO, size: int) -> bytes:
    """Return the first bytes without taking them."""
    peeked: bytes = stream.peek(size)  # type: ignore[attr-defined]  # all streams are buffered
    return peeked[:size]


def find_files(inputs: Sequence[str | Path]) -> Iterator[File]:
    """Yield the files that the inputs name, each once, those of a folder or glob in name order.

    Raises InputError for an input that names nothing, and for an archive that isn't safe.
    """
    seen: set[str] = set()
    for given in inputs:
        for file in _expand(str(given)):
            key = os.path.realpath(file.plain) if file.plain else file.path
            if key not in seen:
                seen.add(key)
                yield from _members(file)


def _expand(given: str) -> Iterator[File]:
    if given == "-":
        yield _spooled(given, sys.stdin.buffer)
    elif os.path.isdir(given):
        yield from _folder(given)
    elif os.path.isfile(given):
        yield _plain(given, named=True)
    elif os.path.exists(given):
        yield _special(given)
    elif glob.has_magic(given):
        found = sorted(name for name in glob.iglob(given, recursive=True) if _may_be_list(name))
        if not found:
            raise InputError("no file matches", given)
        yield from (_plain(name, named=False) for name in found)
    else:
        raise InputError("no such file or folder", given)


def _folder(folder: str) -> Iterator[File]:
    names = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        names += [os.path.join(place, name) for name in files if not name.startswith(".")]
    found = [name for name in sorted(names) if _may_be_list(name)]
    if not found:
        raise InputError("a folder without files", folder)
    yield from (_plain(name, named=False) for name in found)


def _may_be_list(name: str) -> bool:
    """Leave out databases, such as the one that the papers go into, with what SQLite lays by."""
    return os.path.isfile(name) and not name.endswith(_DATABASES)


def _plain(path: str, *, named: bool) -> File:
    return File(path, partial(_open, path), named, Path(path))


def _open(path: str) -> BinaryIO:
    stream = None
    try:
        stream = open(path, "rb", _BUFFER)  # noqa: SIM115 - the caller's to close
        peek(stream, 1)  # a device or a file of the kernel may open and yet not be read
    except OSError as error:
        if stream is not None:
            stream.close()
        reason = error.strerror or str(error)
        raise InputError(f"can't be read ({reason}): name a list that you may read", path) from (
            error
        )
    return stream


def _special(path: str) -> File:
    if not Path(path).is_fifo():
        raise InputError("neither a file nor a folder", path)
    with _open(path) as pipe:
        return _spooled(path, pipe)


def _spooled(path: str, stream: BinaryIO) -> File:
    """Copy what can be read only once to a temporary file, which goes when nobody holds it."""
    handle, name = tempfile.mkstemp(prefix="annotate-")
    with open(handle, "wb") as copy:
        shutil.copyfileobj(stream, copy, _BUFFER)
    opener = partial(_open, name)
    weakref.finalize(opener, os.unlink, name)
    return File(path, opener, named=True, plain=Path(name))


def _members(file: File) -> Iterator[File]:
    """Yield the file itself, or what is in it when it is a ZIP archive."""
    with file.open_raw() as stream:
        head = peek(stream, 4)
    if head != b"PK\x03\x04" or file.plain is None:
        yield file
        return
    try:
        with zipfile.ZipFile(file.plain) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise InputError(f"a damaged or cut off ZIP archive ({error})", file.path) from error
    names = {member.filename for member in members}
    if "[Content_Types].xml" in names or "mimetype" in names:
        yield file
        return
    for member in _safe(members, file.path):
        path = f"{file.path}/{member.filename}"
        yield File(
            path, partial(_open_member, file.plain, member), named=file.named and len(members) == 1
        )


def _safe(members: list[zipfile.ZipInfo], path: str) -> list[zipfile.ZipInfo]:
    if len(members) > _MEMBERS:
        raise InputError(f"an archive of more than {_MEMBERS:,} files: refused", path)
    size = sum(member.file_size for member in members)
    if size > _ZIP_FREE and size > _ZIP_RATIO * sum(member.compress_size for member in members):
        raise InputError(
            f"expands to more than {_ZIP_RATIO} times its size: refused as a ZIP bomb", path
        )
    safe = []
    for member in members:
        parts = PurePosixPath(member.filename.replace("\\", "/")).parts
        if ".." in parts or parts[:1] == ("/",) or ":" in "".join(parts[:1]):
            raise InputError(f"holds {member.filename!r}, which climbs out of it: refused", path)
        if member.flag_bits & 1:
            raise InputError("an encrypted ZIP archive: unpack it first", path)
        hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
        if not member.is_dir() and not hidden:
            safe.append(member)
    if not safe:
        raise InputError("a ZIP archive without files", path)
    return sorted(safe, key=lambda member: member.filename)


def _open_member(path: Path, member: zipfile.ZipInfo) -> BinaryIO:
    state = path.stat()
    archive = _archive(path, state.st_mtime_ns, state.st_size)
    return io.BufferedReader(cast(io.RawIOBase, archive.open(member)), _BUFFER)


@lru_cache(maxsize=4)
def _archive(path: Path, changed_ns: int, size: int) -> zipfile.ZipFile:  # noqa: ARG001
    # Reading the directory of a large archive once per member would be quadratic.
    return zipfile.ZipFile(path)

"""An opened list: its text or its lines, from the start, as often as one asks."""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TextIO

from annotate.errors import InputError
from annotate.readers.binaries import binary_kind
from annotate.readers.encodings import Survey
from annotate.readers.files import File

__all__ = ["HEAD", "Document", "open_document"]

HEAD = 64 * 1024
_CHUNK = 1024 * 1024
LONGEST_LINE = 64 * 1024 * 1024
_UTF8 = ("utf-8", "utf-8-sig")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Document:
    """A file whose encoding is known; `head` is its first 64 KB as text, without a mark."""

    path: str
    file: File
    sha256: str
    encoding: str
    head: str

    def text(self) -> TextIO:
        """Open it as text with "\\n" line ends; bytes that are no UTF-8 become surrogates."""
        errors = "surrogateescape" if self.encoding in _UTF8 else "strict"
        stream: io.BufferedReader = self.file.open()  # type: ignore[assignment]
        return io.TextIOWrapper(stream, self.encoding, errors)

    def lines(self) -> Iterator[bytes]:
        """Yield its lines as UTF-8, each with its line end; a line over 64 MB comes in pieces."""
        if self.encoding in _UTF8:
            with self.file.open() as stream:
                first = stream.readline(LONGEST_LINE).removeprefix(_BOM)
                if first:
                    yield first
                while line := stream.readline(LONGEST_LINE):
                    yield line
        else:
            with self.text() as text:
                while piece := text.readline(LONGEST_LINE):
                    yield piece.encode()

    def chunks(self) -> Iterator[bytes]:
        """Yield it as UTF-8 in pieces of about a megabyte."""
        if self.encoding in _UTF8:
            with self.file.open() as stream:
                piece = stream.read(_CHUNK).removeprefix(_BOM)
                while piece:
                    yield piece
                    piece = stream.read(_CHUNK)
        else:
            with self.text() as text:
                while part := text.read(_CHUNK):
                    yield part.encode()


def open_document(file: File, encoding: str | None = None) -> Document:
    """Read the file once to learn its digest and its encoding; that of Parquet is "binary".

    Raises InputError for a file that is empty, damaged, of a kind that is named, or no text.
    """
    digest = hashlib.sha256()
    with file.open() as stream:
        kind = binary_kind(stream, file.path)

    def chunks() -> Iterator[bytes]:
        with file.open() as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
                yield chunk

    walk = chunks()
    found = "binary" if kind else encoding or Survey(file).encoding(walk)
    for _ in walk:
        pass
    document = Document(file.path, file, digest.hexdigest(), found, "")
    if kind:
        return document
    with document.text() as text:
        head = text.read(HEAD).removeprefix("\ufeff")
    if not head.strip() and len(head) < HEAD:
        raise InputError("an empty file", file.path)
    return replace(document, head=head)

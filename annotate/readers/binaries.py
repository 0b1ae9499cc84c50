"""Name files that are no text by their first bytes, to refuse them in plain words."""

from typing import BinaryIO

from annotate.errors import InputError
from annotate.readers.files import peek

__all__ = ["binary_kind"]

_PARQUET = b"PAR1"
_KINDS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "a PDF; export its abstracts as text, or its record from where it was found"),
    (b"SQLite format 3\0", "an SQLite database and no list of abstracts"),
    (b"PK\x03\x04", "an Office document or another packed file; save it as CSV or text"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document; save it as CSV or text"),
    (b"\x89PNG\r\n\x1a\n", "an image (PNG)"),
    (b"\xff\xd8\xff", "an image (JPEG)"),
    (b"GIF8", "an image (GIF)"),
    (b"BM", "an image (BMP)"),
    (b"II*\0", "an image (TIFF)"),
    (b"MM\0*", "an image (TIFF)"),
    (b"\x00\x00\x01\x00", "an image (ICO)"),
    (b"RIFF", "a sound, film or image (RIFF)"),
    (b"ID3", "a sound (MP3)"),
    (b"OggS", "a sound or film (Ogg)"),
    (b"\x1aE\xdf\xa3", "a film (Matroska)"),
    (b"\x7fELF", "a program (ELF)"),
    (b"MZ", "a program (Windows)"),
    (b"\xfe\xed\xfa", "a program (macOS)"),
    (b"\xcf\xfa\xed\xfe", "a program (macOS)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive; unpack it first"),
    (b"GGUF", "a language model (GGUF)"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\x89HDF", "an HDF5 file"),
    (b"ARROW1", "an Arrow file; save it as Parquet"),
    (b"Obj\x01", "an Avro file; save it as Parquet"),
    (b"\x80\x04\x95", "a Python pickle"),
    (b"\x80\x03", "a Python pickle"),
    (b"\x80\x02", "a Python pickle"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\x00\x01\x00\x00\x00", "a font"),
    (b"\xca\xfe\xba\xbe", "a compiled Java class"),
    (b"!<arch>", "a library or package (ar)"),
    (b"{\\rtf", "a Rich Text file; save it as plain text"),
    (b"%!PS", "a PostScript file"),
)
# Two letters alone could start a text.
_SHORT = (b"BM", b"MZ", b"ID3", b"RIFF", b"GGUF", b"GIF8", b"wOFF", b"wOF2", b"OggS", _PARQUET)


def binary_kind(stream: BinaryIO, path: str) -> str | None:
    """Return "parquet" for a Parquet file and None for what may be text.

    Raises InputError, which says what it is, for any other kind of binary file.
    """
    head = peek(stream, 600)
    binary = b"\0" in head or not _is_ascii_text(head)
    if head.startswith(_PARQUET) and binary:
        return "parquet"
    for magic, name in _KINDS:
        if head.startswith(magic) and (binary or magic not in _SHORT):
            raise InputError(name, path)
    if head[257:262] == b"ustar":
        raise InputError("a tar archive; unpack it first", path)
    if head[4:8] == b"ftyp":
        raise InputError("a film or image (MP4)", path)
    return None


def _is_ascii_text(head: bytes) -> bool:
    return all(byte in b"\t\n\r\f" or 32 <= byte < 127 for byte in head)

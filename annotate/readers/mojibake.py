"""Repair texts that were encoded twice: UTF-8 read as Windows-1252 and saved as UTF-8 ("Ã©")."""

import re

__all__ = ["repaired"]

# Bytes that Windows-1252 leaves undefined are read as control characters.
_BYTE = {bytes([byte]).decode("cp1252", "replace"): byte for byte in range(0x80, 0x100)}
_BYTE.pop("\ufffd", None)
_BYTE |= {chr(byte): byte for byte in range(0x80, 0xA0)}
_FOLLOWING = re.escape("".join(char for char, byte in _BYTE.items() if byte < 0xC0))
_LEADS = "ÂÃÎÏâ"
# In a word of capitals these letters are themselves ("GRÂCE").
_TWICE = re.compile(rf"(?<![^\W\da-z_])(?:[ÂÃÎÏ][{_FOLLOWING}]|â[{_FOLLOWING}]{{2}})")


def repaired(text: str) -> str:
    """Return the text with what was surely encoded twice decoded; others as they are."""
    if text.isascii():
        return text
    for lead in _LEADS:
        if lead in text:
            return _TWICE.sub(_decoded, text)
    return text


def _decoded(found: re.Match[str]) -> str:
    try:
        return bytes(_BYTE[char] for char in found[0]).decode()
    except UnicodeDecodeError:
        return found[0]

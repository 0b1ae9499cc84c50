"""Walk once over an original text and collect what a reader sees of it."""

import re
from collections.abc import Callable, Mapping
from functools import partial

__all__ = ["BLANKS", "COMPATIBLE", "INVISIBLE", "MARKS", "Handler", "Pair", "Scanner"]

Pair = tuple[int, int]
"""Where a mark-up with two halves opens and where it has closed."""

INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
)
"""Control, zero-width and direction characters, as the inside of a regex class."""

MARKS = "\u0300-\u036f\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a"
"""Combining marks."""

COMPATIBLE = (
    "\u2010\u2011\u2126\u212a\u212b\u3300-\u33ff\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdfb"
    "\ufe50-\ufe6b\ufe70-\ufefc\uff05\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff3a\uff3f"
    "\uff41-\uff5a\uff5e\uff65-\uff9f\U0001d400-\U0001d7ff"
)
"""Ligatures, full-width and mathematical letters: read as NFKC, unlike ² or ，, which stay."""

BLANKS = "\t-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""White space other than the plain blank."""

_SIGNS = rf"\\$%~&<*_`\[\]{{}}^{BLANKS}{INVISIBLE}{MARKS}{COMPATIBLE}'-"
_NOT_ALONE = r"(?<!-(?!-))(?<!'(?!'))"
# Starts with one class, which the engine passes over the text two or three times as quickly as it
# tries alternatives.
_SPECIAL = re.compile(rf"[{_SIGNS}]{_NOT_ALONE}")
_SPECIAL_OR_BLANKS = re.compile(rf"[ {_SIGNS}](?<! (?!\s)){_NOT_ALONE}")
_MARKED = bytes(
    0 if chr(code) not in "'-" and re.match(rf"[{_SIGNS}]", chr(code)) else code
    for code in range(256)
)
_QUOTED = re.compile(rb"'(?=')")
_BRACES = re.compile(r"[\\{}](?:(?<=\\)[\s\S])?")

Handler = Callable[["Scanner", int], int]
"""Gets the offset of a special character; returns the offset behind it to go on from."""


class Scanner:
    """One pass over `text`: `parts` are the clean pieces, `firsts/starts/ends` their places.

    Handlers look ahead over a bounded stretch only, so that the pass is linear. `is_tex` says that
    the text holds a backslash or a dollar sign; the scan is in mathematics up to `math_end`.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[str] = []
        self.firsts: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.pairs: list[Pair] = []
        self.closers: dict[int, tuple[int, str]] = {}
        self.size = 0
        self.blank = True  # a blank now would lead the text or be the second in a row
        self.is_tex = "\\" in text or "$" in text
        self.math_end = -1
        self.open_quotes = 0
        self._braces: dict[int, int] | None = None

    def run(self, handlers: Mapping[str, Handler], other: Handler) -> None:
        """Read the whole text; `other` handles what no handler is named for."""
        text, at = self.text, 0
        find = _finder(text)
        while (special := find(at)) >= 0:
            if special > at and text[special - 1] == " " and text[special].isspace():
                special -= 1  # both are one run of blanks
            if special > at:
                self.copy(at, special)
            closer = self.closers.pop(special, None) if self.closers else None
            if closer is not None:
                at = closer[0]
                self.write(closer[1], special, at)
            else:
                at = handlers.get(text[special], other)(self, special)
        self.copy(at, len(text))
        self.take_blank()

    def copy(self, start: int, end: int) -> int:
        """Take over `[start, end)` of the original as it stands; return `end`."""
        if self.blank and start < end and self.text[start] == " ":
            start += 1
        if start < end:
            self._add(self.text[start:end], start, -1)
        return end

    def write(self, clean: str, start: int, end: int) -> int:
        """Say that `[start, end)` of the original reads as `clean`; return `end`."""
        if self.blank and clean[:1] == " ":
            clean = clean[1:]
        if clean:
            self._add(clean, start, end)
        return end

    def _add(self, clean: str, start: int, end: int) -> None:
        self.parts.append(clean)
        self.firsts.append(self.size)
        self.starts.append(start)
        self.ends.append(end)
        self.size += len(clean)
        self.blank = clean[-1] == " "

    def last(self) -> str:
        """Return the last clean character, "" at the beginning."""
        return self.parts[-1][-1] if self.parts else ""

    def take(self) -> tuple[str, int]:
        """Take the last clean character back; return it and where it starts in the original."""
        part, start = self.parts[-1], self.starts[-1]
        if self.ends[-1] < 0:
            start += len(part) - 1
        if len(part) == 1:
            del self.parts[-1], self.firsts[-1], self.starts[-1], self.ends[-1]
        else:
            self.parts[-1] = part[:-1]
        self.size -= 1
        self.blank = self.last() in ("", " ")
        return part[-1], start

    def take_blank(self) -> None:
        """Take a last blank back, if there is one."""
        if self.last() == " ":
            self.take()

    def close(self, opened: int, at: int, end: int, written: str = "") -> None:
        """Remember that the mark-up opened at `opened` closes with `[at, end)`."""
        self.closers[at] = (end, written)
        self.pairs.append((opened, end))

    def closing_brace(self, at: int) -> int | None:
        """Return where the brace that opens at `at` closes, None when nothing opens or closes."""
        if self._braces is None:
            self._braces, opened = {}, []
            for match in _BRACES.finditer(self.text):
                if match[0] == "{":
                    opened.append(match.start())
                elif match[0] == "}" and opened:
                    self._braces[opened.pop()] = match.start()
        return self._braces.get(at)


def _finder(text: str) -> Callable[[int], int]:
    """Return what finds the first special sign of `text` from an offset on, or -1.

    In ASCII a null is put for each of them, to which bytes lead far quicker than a pattern.
    """
    blanks = "  " in text
    if not text.isascii():
        search = (_SPECIAL_OR_BLANKS if blanks else _SPECIAL).search
        return lambda at: match.start() if (match := search(text, at)) else -1
    marked = text.encode().translate(_MARKED)
    if blanks:
        marked = marked.replace(b"  ", b"\0\0")
    if "--" in text:
        marked = marked.replace(b"--", b"\0\0")
    if "'" in text and "''" in text:
        marked = _QUOTED.sub(b"\0", marked)
    return partial(marked.find, b"\0")

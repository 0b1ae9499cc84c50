"""Tagged lines: RIS and Web of Science (by rispy), MEDLINE (.nbib) and its like, EndNote (.enw)."""

import re
from collections.abc import Iterator

from rispy.parser import RisParser, WokParser

from annotate.readers.document import Document
from annotate.readers.markup import plain
from annotate.readers.people import given_first
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["read_enw", "read_medline", "read_ris", "read_wos"]

_LONGEST_RECORD = 20_000
_RIS_LINE = re.compile(r"([A-Z][A-Z0-9]) {1,2}-(?: |$)(.*)", re.DOTALL)
# A number or year may stand right behind the dash, where "GPT-4" is no tag.
_MEDLINE_LINE = re.compile(r"([A-Z]{2,4}) {0,2}-(?: |$|(?=\d{4,}\s*$))(.*)", re.DOTALL)
# How libraries set the same tags: INSPEC, Biblioscape, and Cochrane's and SilverPlatter's exports.
_OTHER_LINES = (
    re.compile(r"([A-Z]{2}) ~ ?(.*)", re.DOTALL),
    re.compile(r"--([A-Z]{2})--(?: |$)(.*)", re.DOTALL),
    re.compile(r"([A-Z]{2,3}): +(.*)", re.DOTALL),
)
_COUNT = re.compile(r"\s*$|Record #?\d+ of \d+|<\d+>\s*$")
_ONCE = ("TI", "T")
_BEFORE_YEAR = re.compile(r"[.,;:(]?\s*(?=\b(?:1[89]|20)\d\d\b)")
_ENW_LINE = re.compile(r"%([0-9A-Z@!#$&*^~<>?()+=\[\]|])(?: |$)(.*)", re.DOTALL)
# Every tag keeps its own name and holds a list: what the texts mean is decided here.
_ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_MAPPING = {first + second: first + second for first in _ALNUM[:26] for second in _ALNUM} | {
    RisParser.UNKNOWN_TAG: "unknown"
}

Chunk = tuple[int, list[str]]
Fields = dict[str, list[str]]


class _Ris(RisParser):  # type: ignore[misc]
    """RIS as it is met: one blank before the dash, nothing after it."""

    def parse_line(self, line: str) -> tuple[str | None, str]:
        found = _RIS_LINE.match(line)
        return (found[1], found[2].strip()) if found else (None, line.strip())


def read_ris(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each run of lines from TY to ER."""
    parser = _Ris(mapping=_MAPPING, list_tags=_MAPPING, delimiter_tags_mapping={})
    for line, lines in _chunks(document, re.compile("TY {1,2}-"), re.compile("ER {1,2}-")):
        fields = _parsed(parser, lines)
        yield Broken(line, "no RIS record") if fields is None else _from_ris(line, fields)


def read_wos(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each run of lines from PT to ER."""
    parser = WokParser(mapping=_MAPPING, list_tags=_MAPPING)
    for line, lines in _chunks(document, re.compile("PT(?: |$)"), re.compile(r"ER\s*$")):
        fields = _parsed(parser, lines)
        yield Broken(line, "no tagged record") if fields is None else _from_wos(line, fields)


def read_medline(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each run of lines from PMID on, or from the tag that starts the file."""
    lines = document.head.split("\n")
    tagged = max(
        (_MEDLINE_LINE, *_OTHER_LINES), key=lambda style: sum(map(bool, map(style.match, lines)))
    )
    for line, chunk in _runs(document, tagged, "PMID"):
        yield _from_medline(line, _fields(chunk, tagged))


def read_enw(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each run of lines from %0 on, or from the tag that starts the file."""
    for line, chunk in _runs(document, _ENW_LINE, "0"):
        yield _from_enw(line, _fields(chunk, _ENW_LINE))


def _runs(document: Document, tagged: re.Pattern[str], usual: str) -> Iterator[Chunk]:
    """Yield the lines of each record; one starts at the file's first tag, or where one repeats.

    After a blank line, or one that counts the records, a second title starts one too.
    """
    found = (tagged.match(line) for line in document.head.split("\n"))
    first = next((match[1] for match in found if match), usual)
    chunk: list[str] = []
    begun = 0
    blank = False
    seen: set[str] = set()
    with document.text() as text:
        for number, line in enumerate(text, 1):
            match = tagged.match(line)
            tag = match[1] if match else ""
            again = tag == usual or (blank and tag in _ONCE)
            if tag and ((again and tag in seen) or (tag == first and blank) or not begun):
                if begun:
                    yield begun, chunk
                begun, chunk = number, []
                seen.clear()
            seen.add(tag)
            blank = _COUNT.match(line) is not None
            if begun and not blank and len(chunk) < _LONGEST_RECORD:
                chunk.append(line.replace("\f", " "))
    if begun:
        yield begun, chunk


def _parsed(parser: RisParser, lines: list[str]) -> Fields | None:
    try:
        found: list[Fields] = parser.parse_lines(iter([*lines, "ER  - "]))
    except (KeyError, TypeError, AttributeError, ValueError):
        # rispy's answer to lines that stand before any tag.
        return None
    return found[0] if found else None


def _fields(lines: list[str], tagged: re.Pattern[str]) -> Fields:
    fields: Fields = {}
    values: list[str] = []
    for line in lines:
        found = tagged.match(line)
        if found:
            values = fields.setdefault(found[1], [])
            values.append(found[2].strip())
        elif values:
            values[-1] += " " + line.strip()
    return fields


def _first(fields: Fields, *tags: str) -> str | None:
    return next((text for tag in tags if (text := " ".join(fields.get(tag, ())).strip())), None)


def _names(fields: Fields, *tags: str) -> list[str]:
    for tag in tags:
        if fields.get(tag):
            names = [part for name in fields[tag] for part in name.split(";") if part.strip()]
            return [given_first(name.strip()) for name in names]
    return []


def _from_ris(line: int, fields: Fields) -> Record:
    urls = [url for tag in ("UR", "L2", "LK") for url in fields.get(tag, ())]
    return Record(
        line,
        plain(_first(fields, "AB", "N2")),
        plain(_first(fields, "TI", "T1", "CT", "BT")),
        [given_first(name) for tag in ("A1", "AU") for name in fields.get(tag, ())],
        _first(fields, "PY", "Y1", "DA"),
        plain(_first(fields, "T2", "JO", "JF", "BT", "J2", "JA", "T3")),
        next((url for url in urls if "://" in url and not url.startswith("<")), None),
        _first(fields, "DO", "DI") or next((url for url in urls if "doi.org/" in url), None),
    )


def _from_wos(line: int, fields: Fields) -> Record:
    return Record(
        line,
        plain(_first(fields, "AB")),
        plain(_first(fields, "TI")),
        _names(fields, "AF", "AU", "BF", "BA"),
        _first(fields, "PY", "EY", "PD"),
        _first(fields, "SO", "SE"),
        None,
        _first(fields, "DI", "D2"),
    )


def _from_medline(line: int, fields: Fields) -> Record:
    number = _first(fields, "PMID")
    ids = fields.get("LID", []) + fields.get("AID", [])
    links = [text for text in ids + fields.get("US", []) if text.startswith("http")]
    source = _first(fields, "SO") or ""
    return Record(
        line,
        plain(_first(fields, "AB")),
        plain(_first(fields, "TI", "BTI")),
        _names(fields, "FAU", "AU"),
        _first(fields, "DP", "DEP", "PY", "YR"),
        _first(fields, "JT", "TA") or _BEFORE_YEAR.split(source)[0],
        f"https://pubmed.ncbi.nlm.nih.gov/{number}/"
        if number and number.isdigit()
        else next(iter(links), None),
        next((text for text in ids if "[doi]" in text or "doi.org/" in text), None)
        or _first(fields, "DOI"),
    )


def _from_enw(line: int, fields: Fields) -> Record:
    urls = fields.get("U", [])
    return Record(
        line,
        plain(_first(fields, "X")),
        plain(_first(fields, "T")),
        _names(fields, "A"),
        _first(fields, "D", "8"),
        plain(_first(fields, "J", "B", "S")),
        urls[0] if urls else None,
        _first(fields, "R") or next((url for url in urls if "doi.org/" in url), None),
    )


def _chunks(document: Document, starts: re.Pattern[str], ends: re.Pattern[str]) -> Iterator[Chunk]:
    """Yield (1-based line, lines without the end mark) of each record; a missing end is none."""
    chunk: list[str] = []
    begun = 0
    with document.text() as text:
        for number, line in enumerate(text, 1):
            starting = starts.match(line) is not None
            if chunk and (starting or ends.match(line)):
                yield begun, chunk
                chunk = []
            if starting:
                begun, chunk = number, [line]
            elif chunk and len(chunk) < _LONGEST_RECORD:
                chunk.append(line.replace("\f", " "))
    if chunk:
        yield begun, chunk

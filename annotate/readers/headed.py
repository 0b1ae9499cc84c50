"""Records as text with fields under or behind their names: Ovid, Embase, EBSCO and ProQuest."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from annotate.readers.columns import field_of
from annotate.readers.document import Document
from annotate.readers.jsonrecords import record_of
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["HEADED", "Headed", "read_ebsco", "read_embase", "read_ovid", "read_proquest"]

_MOST_LINES = 20_000
# Marks of affiliation after names, and kinds after titles, as Ovid sets them.
_AFFILIATION = re.compile(r"\s+[\d*+,]+(?=\s*(?:;|$))")
_KIND = re.compile(r"\.?\s*\[[A-Z][\w ,;-]+\]\.?$")


@dataclass(frozen=True, slots=True)
class Headed:
    """How a database sets its records.

    `sign` tells such a list; `start` is a record's first line; `name` is a line that names a field,
    with what stands behind the name; `apart` tells that blank lines go before names, and `listed`
    that each author has a line.
    """

    sign: re.Pattern[str]
    start: re.Pattern[str]
    name: re.Pattern[str]
    apart: bool = False
    listed: bool = False

    def read(self, document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
        """Yield a record for each entry."""
        fields: dict[str, list[str]] = {}
        name, begun, blank = "", 0, True
        with document.text() as text:
            for number, line in enumerate(text, 1):
                found = self.name.match(line) if blank or not self.apart else None
                if self.start.match(line):
                    yield from self._records(fields, begun, options)
                    fields, name, begun = {}, "", number
                elif begun and found:
                    name = found[1].strip()
                    if name in fields:
                        name = ""  # what comes again at a record's end, as its authors do
                    else:
                        fields[name] = [found[2].strip()]
                elif name and line.strip() and len(fields[name]) < _MOST_LINES:
                    fields[name].append(line.strip())
                blank = line.isspace()
        yield from self._records(fields, begun, options)

    def _records(
        self, fields: Mapping[str, list[str]], line: int, options: ReadOptions
    ) -> Iterator[Record]:
        cells: dict[str, str] = {}
        for name, lines in fields.items():
            field = field_of(name)
            joint = "; " if self.listed and field == "authors" else " "
            text = joint.join(filter(None, lines))
            mark = {"authors": _AFFILIATION, "title": _KIND}.get(field)
            cells[name] = text if mark is None else mark.sub("", text)
        record = record_of(dict(cells), line, options.columns, marked=True) if cells else None
        if record is not None:
            source = cells.get("Source") or cells.get("SOURCE") or ""
            record.venue = record.venue or _VENUE_END.split(source)[0] or None
            record.year = record.year or source
            yield record


_VENUE_END = re.compile(r"\.| \(\d{4}\)")
_OVID = Headed(
    re.compile(r"^<\d+>[ \t]*\n[A-Z][\w /-]+[ \t]*\n[ \t]+\S", re.MULTILINE),
    re.compile(r"<\d+>\s*$"),
    re.compile(r"(\S.*)()"),
)
_EMBASE = Headed(
    re.compile(r"^RECORD \d+\s*\n\s*TITLE[ \t]*\n", re.MULTILINE),
    re.compile(r"RECORD \d+\s*$"),
    re.compile(r"([A-Z][A-Za-z]*[A-Z/][A-Z/() -]*)()\s*$"),
    apart=True,
)
_EBSCO = Headed(
    re.compile(r"^Record: \d+[ \t]*\n\s*Title:[ \t]*\n[ \t]+\S", re.MULTILINE),
    re.compile(r"Record: \d+\s*$"),
    re.compile(r"(\S[^:]{1,60}):()\s*$"),
    listed=True,
)
_PROQUEST = Headed(
    re.compile(r"^(?:ProQuest document (?:ID|link)\b|Document URL: )", re.MULTILINE),
    re.compile(r"_{20,}\s*$|Document \d+ of \d+\s*$"),
    re.compile(
        # The parts of a structured abstract are no fields.
        r"(?!(?:Background|Context|Introduction|Importance|Purpose|Objectives?|Aims?|Design|Settings?"
        r"|Participants|Methods?|Materials|Results?|Findings|Discussion|Conclusions?)\b)"
        r"([A-Z][\w /-]{1,40}):(.*)",
        re.DOTALL,
    ),
    apart=True,
)
HEADED: Mapping[str, Headed] = {
    "ovid": _OVID,
    "embase-text": _EMBASE,
    "ebsco-text": _EBSCO,
    "proquest-text": _PROQUEST,
}
read_ovid, read_embase = _OVID.read, _EMBASE.read
read_ebsco, read_proquest = _EBSCO.read, _PROQUEST.read

"""BibTeX and BibLaTeX, entry by entry through bibtexparser."""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bibtexparser.entrypoint import parse_string
from bibtexparser.model import (
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ParsingFailedBlock,
    String,
)

from annotate.readers.document import Document
from annotate.readers.identifiers import unescaped
from annotate.readers.markup import rendered, untagged, without_latex
from annotate.readers.people import given_first
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["read"]

# What bibtexparser logs is reported as broken records; without a handler it would be printed too.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())

_BATCH = 256 * 1024
_START = re.compile(r"\s*@\s*\w+\s*[{(]")
_ESCAPED = re.compile(r"\\([{}])")
_JOINER = "\u2060"
_CROSSREF = re.compile(r"\b(?:crossref|xdata)\s*=\s*[{\"]\s*([^}\",\s]+)", re.IGNORECASE)
_KEY = re.compile(r"@\s*\w+\s*[{(]\s*([^,\s]+)")
_MOST_BRACES = 8
_PART = re.compile(r"[{\"]|[^\s#{}\"]+")
_MARK = re.compile(r"(?<!\\)[{}\"]")
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_CONTAINERS = ("proceedings", "collection", "mvproceedings", "mvcollection", "mvbook", "periodical")
_NO_PAPERS = ("xdata", "set", "control", "comment")
# What a paper takes from the volume it names, and what it is called there.
_INHERITED = {
    "year": ("year",),
    "date": ("date",),
    "journal": ("journal", "journaltitle"),
    "booktitle": ("booktitle", "title"),
}

Fields = dict[str, str]


@dataclass(slots=True)
class _Shelf:
    """What entries need of others: values of macros, and the volumes that papers refer to."""

    strings: dict[str, str] = field(default_factory=dict)
    volumes: dict[str, Fields] = field(default_factory=dict)
    latest: Fields = field(default_factory=dict)


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each entry but volumes without an abstract; macros hold from then on."""
    shelf = _Shelf()
    wanted = _references(document)
    if wanted:
        _collect(document, shelf, wanted)
        shelf.strings.clear()
    for line, text in _batches(document):
        for found, block in _blocks(line, text, shelf):
            if isinstance(block, Broken):
                yield block
            elif _is_volume(block):
                shelf.latest = block
            elif block["_type"] not in _NO_PAPERS:
                yield _record(found, _inherit(block, shelf))


def _is_volume(fields: Fields) -> bool:
    return fields["_type"] in _CONTAINERS and not fields.get("abstract")


def _references(document: Document) -> set[str]:
    """Return the keys, in lower case, that some entry refers to."""
    with document.text() as text:
        return {key.lower() for line in text for key in _CROSSREF.findall(line)}


def _collect(document: Document, shelf: _Shelf, wanted: set[str]) -> None:
    # Volumes stand after the papers that name them, so they are fetched before anything is read.
    for line, text in _batches(document):
        if "@string" in text.lower() or not wanted.isdisjoint(
            key.lower() for key in _KEY.findall(text)
        ):
            for _, block in _blocks(line, text, shelf):
                if not isinstance(block, Broken) and block["_key"].lower() in wanted:
                    shelf.volumes[block["_key"].lower()] = block


def _batches(document: Document) -> Iterator[tuple[int, str]]:
    """Yield (0-based line, text) of some entries at a time, cut before a line that starts one."""
    lines: list[str] = []
    size = begun = 0
    with document.text() as text:
        for number, line in enumerate(text):
            if size > _BATCH and _START.match(line):
                yield begun, "".join(lines)
                lines, size, begun = [], 0, number
            lines.append(line)
            size += len(line)
    if lines:
        yield begun, "".join(lines)


def _blocks(line: int, text: str, shelf: _Shelf) -> Iterator[tuple[int, Fields | Broken]]:
    """Yield (1-based line, fields or what is broken) for each entry of a batch."""
    for found in parse_string(text, parse_stack=[]).blocks:
        place = (found.start_line or 0) + line + 1
        block = found
        if isinstance(found, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
            # A key that is there twice is no reason to leave a paper out.
            block = found.ignore_error_block or found
        if isinstance(block, String):
            shelf.strings[block.key.lower()] = _value(str(block.value), shelf.strings)
        elif isinstance(block, Entry):
            yield place, _fields(block, shelf.strings)
        elif isinstance(block, ParsingFailedBlock):
            again = _with_plain_braces(block)
            reason = Broken(place, _reason(block))
            yield place, reason if again is None else _fields(again, shelf.strings)


def _with_plain_braces(block: ParsingFailedBlock) -> Entry | None:
    """Parse a broken entry as BibTeX does, for which a brace after a backslash is a brace."""
    raw = block.raw or ""
    if not _ESCAPED.search(raw) or raw.count("{") != raw.count("}"):
        return None
    found = parse_string(_ESCAPED.sub(rf"\\{_JOINER}\1", raw), parse_stack=[]).blocks
    if len(found) != 1 or not isinstance(found[0], Entry):
        return None
    for item in found[0].fields:
        item.value = str(item.value).replace(_JOINER, "")
    return found[0]


def _reason(block: ParsingFailedBlock) -> str:
    reason = " ".join(str(getattr(block.error, "abort_reason", block.error)).split())
    return f"no BibTeX entry ({reason.rstrip('.')})"


def _fields(entry: Entry, strings: Mapping[str, str]) -> Fields:
    fields = {"_type": entry.entry_type.lower(), "_key": entry.key}
    for item in entry.fields:
        value = _unwrapped(" ".join(_value(str(item.value), strings).split()))
        if value:
            fields.setdefault(item.key.lower(), value)
    return fields


def _value(raw: str, strings: Mapping[str, str]) -> str:
    """Join the parts of a value ("a" # {b} # macro), each without its quotes or braces."""
    parts = []
    place = 0
    while found := _PART.search(raw, place):
        if found[0] in '{"':
            end = _closing(raw, found.start())
            parts.append(raw[found.end() : end])
            place = end + 1
        else:
            parts.append(strings.get(found[0].lower(), found[0]))
            place = found.end()
    return "".join(parts)


def _closing(raw: str, start: int) -> int:
    """Return where the brace or quote at `start` closes, the end of the text when nowhere."""
    wanted = "}" if raw[start] == "{" else '"'
    depth = 0
    for mark in _MARK.finditer(raw, start + 1):
        if mark[0] == wanted and depth == 0:
            return mark.start()
        depth += (mark[0] == "{") - (mark[0] == "}")
    return len(raw)


def _unwrapped(value: str) -> str:
    """Take off further braces that enclose the whole value."""
    for _ in range(_MOST_BRACES):
        if not value.startswith("{") or _closing(value, 0) != len(value) - 1:
            break
        value = value[1:-1].strip()
    return value


def _inherit(fields: Fields, shelf: _Shelf) -> Fields:
    reference = fields.get("crossref", fields.get("xdata"))
    if reference is not None:
        volume = shelf.volumes.get(reference.lower(), {})
    elif fields["_type"] == "inproceedings" and "booktitle" not in fields:
        # PMLR's files start with the volume and don't name it again.
        volume = shelf.latest
    else:
        return fields
    taken = {
        name: volume[source]
        for name, sources in _INHERITED.items()
        for source in sources
        if name not in fields and source in volume
    }
    return fields | taken


def _record(line: int, fields: Mapping[str, str]) -> Record:
    get = fields.get
    title = get("title")
    if title and get("subtitle"):
        title = f"{title}: {get('subtitle')}"
    eprint = get("eprint")
    if eprint and "arxiv" not in (get("eprinttype") or get("archiveprefix") or "arxiv").lower():
        eprint = None
    authors = get("author") or get("authors") or ""
    venues = ("journal", "journaltitle", "booktitle", "eventtitle", "school", "institution")
    venue = next((fields[name] for name in venues if name in fields), None)
    return Record(
        line,
        untagged(get("abstract") or "") or None,
        _plain(title),
        [given_first(name) for name in _AND.split(_plain(authors) or "") if name != "others"],
        # A year may be words ("in press").
        _plain(" ".join(filter(None, (get("year"), get("date"))))),
        _plain(venue),
        _url(get("url") or get("link") or get("ee")),
        get("doi"),
        eprint,
    )


def _plain(text: str | None) -> str | None:
    # {"} is how BibTeX writes a quote inside quotes; Mendeley writes tags in LaTeX.
    return None if text is None else untagged(without_latex(rendered(text.replace('{"}', '"'))))


def _url(text: str | None) -> str | None:
    """Return an address; of several, as Mendeley has them, the first."""
    words = unescaped(text.removeprefix("\\url{").removesuffix("}")).split() if text else []
    return words[0] if words else None

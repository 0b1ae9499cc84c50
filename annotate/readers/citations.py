"""PubMed's abstract format, which is text for people."""

import re
from collections.abc import Iterable, Iterator

from annotate.readers.document import Document
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["PUBMED", "read_pubmed"]

PUBMED = re.compile(r"\A\d+\. \S(?=.*\b(?:19|20)\d\d\b)(?s:.*?)^PMID: \d+", re.MULTILINE)

_LONGEST_RECORD = 20_000
_START = re.compile(r"\d+\. \S")
_END = re.compile(r"^PMID: (\d+)", re.MULTILINE)
_DOI = re.compile(r"\bDOI: (\S+)|\bdoi: (10\.\S+)")
# Paragraphs of an entry that are no abstract.
_OTHER = re.compile(
    r"Author information:|Collaborators?(?: \(\d+\))?:|Publisher:|Conflict of interest[ \w]{0,20}:"
    r"|(?:Comment|Erratum|Update|Republished|Retracted|Retraction|Expression of concern"
    r"|Summary for patients) (?:in|on|of|for|from|and)\b"
    r"|DOI: |PMCID: |PMID: |©|Copyright (?:©|\(c\)|\d)|\(c\) |Free (?:PMC|full)"
    r"|\[(?:Article|Indexed)"
)
_MARKS = re.compile(r"\(\d+\)|\(#\)")


def read_pubmed(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each numbered entry up to its PMID."""
    ended = True
    entry: list[str] = []
    begun = 0
    with document.text() as text:
        for number, line in enumerate(text, 1):
            if ended and _START.match(line):
                if entry:
                    yield _entry(begun, entry)
                begun, entry, ended = number, [], False
            if begun and len(entry) < _LONGEST_RECORD:
                entry.append(line)
            ended = ended or line.startswith("PMID: ")
    if entry:
        yield _entry(begun, entry)


def _entry(line: int, lines: Iterable[str]) -> Record:
    whole = "".join(lines)
    parts = [" ".join(part.split()) for part in re.split(r"\n\s*\n", whole)]
    parts = [part for part in parts if part]
    number = _END.search(whole)
    doi = _DOI.search(whole)
    title = parts[1] if len(parts) > 1 else None
    names: list[str] = []
    rest = parts[2:]
    if rest and not _OTHER.match(rest[0]) and (_MARKS.search(rest[0]) or len(rest) > 1):
        names = [name.strip() for name in _MARKS.sub("", rest.pop(0)).rstrip(".").split(",")]
    source = re.sub(r"^\d+\. ", "", parts[0])
    return Record(
        line,
        "\n\n".join(part for part in rest if not _OTHER.match(part)) or None,
        title,
        names,
        source.partition(". ")[2],
        source.partition(". ")[0],
        f"https://pubmed.ncbi.nlm.nih.gov/{number[1]}/" if number else None,
        (doi[1] or doi[2]) if doi else None,
    )

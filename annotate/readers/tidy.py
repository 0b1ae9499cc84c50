"""Make papers of raw records: fields stripped, identifiers normalised, placeholders dropped."""

import re
from collections.abc import Iterable, Iterator

from annotate.facts import Paper, paper_id
from annotate.readers.identifiers import arxiv_url, normal_doi, year_of
from annotate.readers.records import (
    LONGEST_ABSTRACT,
    Broken,
    Kind,
    Problem,
    Record,
    is_placeholder,
)

__all__ = ["tidied"]

# What bytes that are no UTF-8 decode to under `surrogateescape`.
_UNDECODED = re.compile("[\udc80-\udcff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def tidied(records: Iterable[Record | Broken], path: str) -> Iterator[Paper | Problem]:
    """Yield a paper or a problem for each record, in order; positions count every record."""
    for position, record in enumerate(records, 1):
        if isinstance(record, Broken):
            yield Problem(Kind.BROKEN, path, record.reason, record.line, position)
        else:
            yield _paper(record, path, position)


def _paper(record: Record, path: str, position: int) -> Paper | Problem:
    abstract = record.abstract.strip() if isinstance(record.abstract, str) else ""
    title = _text(record.title)
    if is_placeholder(abstract):
        return Problem(Kind.NO_ABSTRACT, path, "no abstract", record.line, position, title)
    reason = None
    if len(abstract) > LONGEST_ABSTRACT:
        reason = f"an abstract of {len(abstract):,} characters"
    if not abstract.isascii():
        if _UNDECODED.search(abstract):
            reason = "bytes that are no UTF-8"
        abstract = _SURROGATE.sub("\ufffd", abstract)
    if reason is not None:
        return Problem(Kind.BROKEN, path, reason, record.line, position, title)
    if "\0" in abstract:
        # SQLite's own functions end a text at its first NUL.
        abstract = abstract.replace("\0", "").strip()
    return Paper(
        paper_id(abstract),
        abstract,
        title,
        None if record.year is None else year_of(record.year),
        _text(record.venue),
        _url(record),
        None if record.doi is None else normal_doi(str(record.doi)),
        _authors(record.authors),
        path,
        position,
    )


def _text(value: object) -> str | None:
    """Return a field on one line without its surrounding blanks; None when nothing is left."""
    if not isinstance(value, str):
        return None
    text = " ".join(value.replace("\0", "").split())
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
    return text or None


def _authors(value: object) -> str | None:
    if isinstance(value, (list, tuple)):
        names = [name for name in map(_text, value) if name]
        return "; ".join(names) or None
    return _text(value)


def _url(record: Record) -> str | None:
    url = _text(record.url)
    if url is None and isinstance(record.arxiv, str):
        return arxiv_url(record.arxiv)
    return url

"""Make papers of raw records: fields stripped, identifiers normalised, placeholders dropped."""

import re
from collections.abc import Iterable, Iterator

from annotate.facts import Paper, folded, id_of
from annotate.readers.identifiers import arxiv_url, arxiv_year, normal_doi, year_of
from annotate.readers.markup import without_latex
from annotate.readers.mojibake import repaired
from annotate.readers.records import (
    LONGEST_ABSTRACT,
    Broken,
    Kind,
    Problem,
    Record,
    is_placeholder,
)

__all__ = ["PREFACE", "one_line", "tidied"]

PREFACE = re.compile(r"arXiv:\S+\s+Announce Type:\s*\S+\s*(?:\\n)?\s*(?:Abstract:\s*)?")
"""What arXiv's news feed puts before an abstract."""

# What bytes that are no UTF-8 decode to under `surrogateescape`.
_UNDECODED = re.compile("[\udc80-\udcff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def tidied(records: Iterable[Record | Broken], path: str) -> Iterator[Paper | Problem]:
    """Yield a paper or a problem for each record, in order; positions count every record."""
    for position, record in enumerate(records, 1):
        if isinstance(record, Broken):
            reason = one_line(record.reason) or "broken"
            yield Problem(Kind.BROKEN, path, reason, record.line, position)
        else:
            yield _paper(record, path, position)


def _paper(record: Record, path: str, position: int) -> Paper | Problem:
    abstract = record.abstract.strip() if isinstance(record.abstract, str) else ""
    if abstract.startswith("arXiv:"):
        abstract = PREFACE.sub("", abstract, count=1)
    if not record.verbatim and not abstract.isascii():
        abstract = repaired(abstract)
    title = _title(record.title)
    if is_placeholder(abstract):
        return Problem(Kind.NO_ABSTRACT, path, "no abstract", record.line, position, title)
    if len(abstract) > LONGEST_ABSTRACT:
        reason = f"an abstract of {len(abstract):,} characters"
        return Problem(Kind.BROKEN, path, reason, record.line, position, title)
    words = _encoded(folded(abstract))
    if words is None:
        if _UNDECODED.search(abstract):
            reason = "bytes that are no UTF-8"
            return Problem(Kind.BROKEN, path, reason, record.line, position, title)
        abstract = _storable(abstract).strip()
        words = folded(abstract).encode()
    url = None if record.url is None and record.arxiv is None else _url(record)
    doi = None if record.doi is None else normal_doi(one_line(record.doi) or "")
    if doi is None and url is not None and "doi.org/" in url:
        doi = normal_doi(url)
    return Paper(
        id_of(words),
        abstract,
        title,
        year_of(record.year) if record.year is not None else arxiv_year(url),
        None if record.venue is None else one_line(record.venue),
        url,
        doi,
        None if record.authors is None else _authors(record.authors),
        path,
        position,
    )


def one_line(value: object) -> str | None:
    """Return a field on one line without its surrounding blanks; None when nothing is left."""
    if not isinstance(value, str):
        return str(value) if type(value) is int else None
    text = " ".join((value if _is_storable(value) else _storable(value)).split())
    return (text if text.isascii() else repaired(text)) or None


def _is_storable(text: str) -> bool:
    """Tell whether a text has neither NULs, where SQLite's functions end it, nor surrogates."""
    return "\0" not in text if text.isascii() else _encoded(text) is not None


def _encoded(text: str) -> bytes | None:
    """Return a text as UTF-8, None when it has NULs or surrogates."""
    # Encoding is much cheaper than looking for surrogates, or for NULs in what isn't bytes.
    try:
        words = text.encode()
    except UnicodeEncodeError:
        return None
    return None if b"\0" in words else words


def _storable(text: str) -> str:
    return _SURROGATE.sub("\ufffd", text.replace("\0", ""))


def _title(value: object) -> str | None:
    """Return a title with its LaTeX rendered."""
    text = one_line(value)
    if text is None or not ("\\" in text or "{" in text or text.count("$") > 1):
        return text
    return one_line(without_latex(text))


def _authors(value: object) -> str | None:
    if isinstance(value, (list, tuple)):
        names = [name for name in map(one_line, value) if name]
        return "; ".join(names) or None
    return one_line(value)


def _url(record: Record) -> str | None:
    url = one_line(record.url)
    if url is None:
        return arxiv_url(record.arxiv) if isinstance(record.arxiv, str) else None
    # A page is worth more than the PDF behind it.
    return (arxiv_url(url) or url) if "arxiv.org/pdf/" in url else url

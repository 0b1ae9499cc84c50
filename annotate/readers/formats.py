"""The formats: how each is called, and what reads it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from annotate.readers import (
    bibtex,
    frontmatter,
    jsondocs,
    mdtables,
    parquet,
    tables,
    tagged,
    textlist,
    xmlformats,
)
from annotate.readers.document import Document
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["FORMATS", "Format"]


def _untitled(document: Document) -> None:  # noqa: ARG001
    return None


@dataclass(frozen=True, slots=True)
class Format:
    """How to read one format and, where it has one, the list's own title."""

    read: Callable[[Document, ReadOptions], Iterator[Record | Broken]]
    title: Callable[[Document], str | None] = _untitled


_JSON = Format(jsondocs.read)

FORMATS: dict[str, Format] = {
    "text": Format(textlist.read, textlist.title),
    "markdown": Format(textlist.read, textlist.title),
    "markdown-table": Format(mdtables.read, textlist.title),
    "jsonl": _JSON,
    "json": _JSON,
    "arxiv-snapshot": _JSON,
    "daily-arxiv": _JSON,
    "openreview": _JSON,
    "papers-with-code": _JSON,
    "semantic-scholar": _JSON,
    "openalex": _JSON,
    "crossref": _JSON,
    "csl-json": _JSON,
    "bibtex": Format(bibtex.read),
    "ris": Format(tagged.read_ris),
    "medline": Format(tagged.read_medline),
    "wos": Format(tagged.read_wos),
    "enw": Format(tagged.read_enw),
    "arxiv-atom": Format(xmlformats.read_atom, xmlformats.title),
    "arxiv-rss": Format(xmlformats.read_rss, xmlformats.title),
    "arxiv-oai": Format(xmlformats.read_oai),
    "pubmed-xml": Format(xmlformats.read_pubmed),
    "endnote-xml": Format(xmlformats.read_endnote),
    "acl-xml": Format(xmlformats.read_acl, xmlformats.title),
    "csv": Format(tables.read),
    "front-matter": Format(frontmatter.read_page),
    "yaml": Format(frontmatter.read_yaml),
    "parquet": Format(parquet.read),
}

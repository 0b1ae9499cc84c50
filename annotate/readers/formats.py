"""The formats: how each is called, and what reads it."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from annotate.readers.document import Document
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["FORMATS", "Format"]


@dataclass(frozen=True, slots=True)
class Format:
    """Where one format is read; its module is imported when it is met, so that starting is quick.

    `function` takes a document and options and gives records; `titled` tells that the module's
    `title` finds the list's own name.
    """

    module: str
    function: str = "read"
    titled: bool = False

    def read(self, document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
        """Return the records of a list in this format."""
        records: Iterator[Record | Broken] = getattr(self._module(), self.function)(
            document, options
        )
        return records

    def title(self, document: Document) -> str | None:
        """Return the list's own name, None when there is none."""
        name: str | None = self._module().title(document) if self.titled else None
        return name

    def _module(self) -> Any:
        return import_module(f"annotate.readers.{self.module}")


FORMATS: dict[str, Format] = {
    "text": Format("textlist", titled=True),
    "markdown": Format("textlist", titled=True),
    "markdown-table": Format("mdtables", titled=True),
    "jsonl": Format("jsondocs"),
    "json": Format("jsondocs"),
    "arxiv-snapshot": Format("jsondocs"),
    "daily-arxiv": Format("jsondocs"),
    "openreview": Format("jsondocs"),
    "papers-with-code": Format("jsondocs"),
    "semantic-scholar": Format("jsondocs"),
    "openalex": Format("jsondocs"),
    "crossref": Format("jsondocs"),
    "csl-json": Format("jsondocs"),
    "bibtex": Format("bibtex"),
    "ris": Format("tagged", "read_ris"),
    "medline": Format("tagged", "read_medline"),
    "wos": Format("tagged", "read_wos"),
    "enw": Format("tagged", "read_enw"),
    "pubmed-text": Format("citations", "read_pubmed"),
    "scopus-text": Format("scopustext"),
    "ovid": Format("headed", "read_ovid"),
    "embase-text": Format("headed", "read_embase"),
    "ebsco-text": Format("headed", "read_ebsco"),
    "proquest-text": Format("headed", "read_proquest"),
    "arxiv-atom": Format("xmlformats", "read_atom", titled=True),
    "arxiv-rss": Format("xmlformats", "read_rss", titled=True),
    "arxiv-oai": Format("xmlformats", "read_oai"),
    "pubmed-xml": Format("xmlformats", "read_pubmed"),
    "endnote-xml": Format("xmlformats", "read_endnote"),
    "zotero-rdf": Format("rdf"),
    "acl-xml": Format("xmlformats", "read_acl", titled=True),
    "mods": Format("xmlformats", "read_mods"),
    "marcxml": Format("xmlformats", "read_marc"),
    "tei": Format("xmlformats", "read_tei"),
    "jats": Format("xmlformats", "read_jats"),
    "datacite-xml": Format("xmlformats", "read_datacite"),
    "xml": Format("xmlany"),
    "csv": Format("tables"),
    "front-matter": Format("frontmatter", "read_page"),
    "yaml": Format("frontmatter", "read_yaml"),
    "parquet": Format("parquet"),
}

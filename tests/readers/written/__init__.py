"""Ten invented papers, and how each format writes them down."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.readers.written import markup, prose, references, services, tables
from tests.readers.written.entries import ALL, TEN, plain

__all__ = [
    "ALL",
    "TEN",
    "WRITTEN",
    "Written",
    "markup",
    "plain",
    "prose",
    "references",
    "services",
    "tables",
]


@dataclass(frozen=True)
class Written:
    """What a format's file holds, how it is to be recognised, and which fields it has."""

    write: Callable[[], str]
    format: str
    fields: frozenset[str] = ALL


WRITTEN = {
    "text": Written(prose.text, "text", frozenset()),
    "numbered text": Written(prose.numbered_text, "text", frozenset(("title",))),
    "text with names": Written(prose.text_with_names, "text", frozenset(("title", "authors"))),
    "org": Written(prose.org, "text", frozenset(("title",))),
    "restructured text": Written(prose.restructured, "text", frozenset(("title",))),
    "labelled text": Written(prose.labelled_text, "text"),
    "markdown": Written(prose.markdown, "markdown"),
    "markdown table": Written(prose.markdown_table, "markdown-table", ALL - {"venue", "doi"}),
    "jsonl": Written(services.jsonl, "jsonl"),
    "json": Written(services.json_list, "json"),
    "arxiv snapshot": Written(services.arxiv_snapshot, "arxiv-snapshot", ALL - {"url"}),
    "openreview 1": Written(services.openreview_v1, "openreview", ALL - {"url", "doi"}),
    "openreview 2": Written(services.openreview_v2, "openreview", ALL - {"url", "doi"}),
    "papers with code": Written(services.papers_with_code, "papers-with-code"),
    "semantic scholar": Written(services.semantic_scholar, "semantic-scholar"),
    "openalex": Written(services.openalex, "openalex"),
    "crossref": Written(services.crossref, "crossref"),
    "csl-json": Written(services.csl_json, "csl-json"),
    "daily arxiv": Written(services.daily_arxiv, "daily-arxiv"),
    "bibtex": Written(references.bibtex, "bibtex"),
    "biblatex": Written(references.biblatex, "bibtex"),
    "ris": Written(references.ris, "ris"),
    "medline": Written(references.medline, "medline", ALL - {"url"}),
    "wos": Written(references.wos, "wos", ALL - {"url"}),
    "enw": Written(references.enw, "enw"),
    "arxiv atom": Written(markup.atom, "arxiv-atom"),
    "arxiv oai": Written(markup.oai, "arxiv-oai", ALL - {"url"}),
    "pubmed xml": Written(markup.pubmed, "pubmed-xml", ALL - {"url"}),
    "endnote xml": Written(markup.endnote, "endnote-xml"),
    "zotero rdf": Written(markup.zotero, "zotero-rdf"),
    "acl xml": Written(markup.acl, "acl-xml"),
    "zotero csv": Written(tables.zotero_csv, "csv"),
    "german csv": Written(tables.german_csv, "csv"),
    "excel tsv": Written(tables.excel_tsv, "csv"),
    "yaml": Written(prose.yaml_list, "yaml"),
}

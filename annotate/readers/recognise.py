"""Tell the format of a list by its content, and name what is no list."""

import re
from collections.abc import Sequence

from annotate.errors import InputError
from annotate.readers import (
    citations,
    headed,
    jsondocs,
    mdtables,
    scopustext,
    tables,
    textlist,
    xmlany,
)
from annotate.readers.columns import field_of
from annotate.readers.document import Document
from annotate.readers.foreign import YAML_PROLOGUE, is_yaml, likely_foreign, surely_foreign
from annotate.readers.records import ReadOptions
from annotate.readers.sentences import like_abstracts, mostly_sentences

__all__ = ["recognise"]

_LONG_RUN = re.compile(r"(.)\1{100,}", re.DOTALL)
_BIB_ENTRY = re.compile(
    r"^[ \t]*@[ \t]*(?:article|book|booklet|bookinbook|collection|comment|conference|dataset|inbook"
    r"|incollection|inproceedings|manual|mastersthesis|misc|mvbook|online|patent|periodical"
    r"|phdthesis|preamble|preprint|proceedings|reference|report|set|software|string|suppbook"
    r"|techreport|thesis|unpublished|www|xdata)[ \t]*[{(]",
    re.MULTILINE | re.IGNORECASE,
)
_TELLING: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ris", re.compile(r"^TY {1,2}- ?\w", re.MULTILINE)),
    ("medline", re.compile(r"^PMID *- *\d+\s*$(?s:.*?)^[A-Z]{2,4} *- ", re.MULTILINE)),
    # Its like, without PubMed's numbers: some tagged lines at the start.
    ("medline", re.compile(r"\A(?:[A-Z]{2,4} {0,2}- ?.*\n(?:[ \t]+\S.*\n)*){3}")),
    ("medline", re.compile(r"^(?:[A-Z]{2} ~ .*\n){2}|\A(?:--[A-Z]{2}-- .*\n){2}", re.MULTILINE)),
    (
        "medline",
        re.compile(r"^TI: .*\n(?:(?:[ \t]+\S.*\n)*[A-Z]{2,3}: .*\n){2}", re.MULTILINE),
    ),
    (
        "wos",
        re.compile(
            r"^(?:FN .*\n(?:.*\n){0,3}?|\A)PT [A-Z]\w*\s*$(?s:.*?)^[A-Z][A-Z0-9] ", re.MULTILINE
        ),
    ),
    ("enw", re.compile(r"^%0 \w(?s:.*?)^%[A-Z@0-9] |\A(?:%[A-Z@0-9] \S.*\n){3}", re.MULTILINE)),
    ("pubmed-text", citations.PUBMED),
    ("scopus-text", scopustext.SCOPUS),
    *((name, headed.HEADED[name].sign) for name in headed.HEADED),
)
_ROOT = re.compile(r"<(?![?!])(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")
_ROOTS = {
    "feed": "arxiv-atom",
    "entry": "arxiv-atom",
    "rss": "arxiv-rss",
    "RDF": "arxiv-rss",
    "OAI-PMH": "arxiv-oai",
    "ListRecords": "arxiv-oai",
    "PubmedArticleSet": "pubmed-xml",
    "PubmedArticle": "pubmed-xml",
    "PubmedBookArticleSet": "pubmed-xml",
    "PubmedBookArticle": "pubmed-xml",
    "xml": "endnote-xml",
    "records": "endnote-xml",
    "collection": "acl-xml",
    "volume": "acl-xml",
    "modsCollection": "mods",
    "mods": "mods",
    "TEI": "tei",
    "teiCorpus": "tei",
    "article": "jats",
    "pmc-articleset": "jats",
    "resource": "datacite-xml",
    "record": "marcxml",
}
# What the start of a document shows where its root is one of several kinds.
_SIGNS = {
    "endnote-xml": re.compile("ref-type"),
    "acl-xml": re.compile(r"<(?:meta|paper|frontmatter|volume)[\s>]"),
    "tei": re.compile("<(?:teiHeader|biblFull)"),
    "jats": re.compile("<(?:article-meta|front|front-stub)[ >]"),
    "datacite-xml": re.compile("datacite.org"),
    "marcxml": re.compile(r"<(?:\w+:)?datafield"),
    "mods": re.compile(r"<(?:\w+:)?mods[\s>]"),
}
_HTML = frozenset(
    "div p h1 h2 h3 img a br details center table span b i hr picture sup sub".split()
)
_PROLOG = re.compile(r"\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)", re.DOTALL)
_JSON_START = re.compile(r"\{\s*[\"}]|\[\s*[{\"\[\]]")
_YAML_LIST = re.compile(
    r"(?:---[ \t]*\n)?(?:[ \t]*#.*\n)*(?:[\w-]+:[ \t]*\n)?[ \t]*- ([a-z_]+):(?:[ \t].*)?\n"
    r"(?:[ \t]*\n|[ \t]+\S.*\n)*?[ \t]+[a-z_]+:\s"
)
# A mapping of papers, or one paper, has keys for title and abstract.
_YAML_FIELDS = tuple(
    re.compile(rf"^[ \t]*{name}:[ \t]+\S", re.MULTILINE) for name in ("title", "abstract")
)
_YAML_START = re.compile(YAML_PROLOGUE + r"[\w.:/-]+:[ \t]*(?:\n[ \t]+\w|[^\s*].*\n)")
_FRONT_MATTER = re.compile(
    r"---[ \t]*\n(?:[# \t].*\n|\n)*[\w-]+[ \t]*:|\+\+\+[ \t]*\n(?:#.*\n|\n)*[\w-]+[ \t]*="
)
_MATTER_END = re.compile(r"^(?:---|\+\+\+)[ \t]*$", re.MULTILINE)
# Marks of layout; links and bold words within a paragraph don't make a list Markdown.
_MARKDOWN = re.compile(
    r"^#{1,6} \S|^(?:[-*] +|\d{1,3}\. +)?(?:\*\*\S|\[[^\]\n]+\]\(https?://)"
    r"|^\|.*\|[ \t]*$|<details>",
    re.MULTILINE,
)
_ABSTRACT_LABEL = re.compile(
    r"^[ \t]*(?:[-*>+][ \t]+)?(?:<summary>|[*_]{2})?[ \t]*(?:abstract|摘要)\b",
    re.MULTILINE | re.IGNORECASE,
)
_README = re.compile(
    r"^#{1,6}\s+.*\b(?:installation|install|usage|license|contributing|getting started|quick ?start"
    r"|requirements|features|changelog|table of contents|documentation|unreleased)\b",
    re.MULTILINE | re.IGNORECASE,
)


def recognise(document: Document, options: ReadOptions) -> str:
    """Return the name of the format that the content has.

    Raises InputError, which says what the file is, for one that is no list of papers.
    """
    if document.encoding == "binary":
        return "parquet"
    # Long runs of one character would only slow the patterns down.
    head = _LONG_RUN.sub(r"\1\1\1", document.head.lstrip("\ufeff \t\r\n\f"))
    foreign = surely_foreign(head)
    if foreign is not None:
        raise InputError(foreign, document.path)
    for test in (_xml, _json, _tagged, _table, _yaml):
        found = test(head, document, options)
        if found is not None:
            return found
    return _prose(head, document)


def _xml(head: str, document: Document, options: ReadOptions) -> str | None:  # noqa: ARG001
    if not head.startswith("<"):
        return None
    start = head
    while found := _PROLOG.match(start):
        start = start[found.end() :]
    root = _ROOT.match(start.lstrip())
    if root is None or root[1].lower() in _HTML:
        return None
    name = _ROOTS.get(root[1])
    if root[1] == "RDF" and "zotero.org/namespaces" in head:
        return "zotero-rdf"
    if name in _SIGNS and not _SIGNS[name].search(head):
        name = None
    if name is None:
        # Answers of libraries' searches (SRU) have a root of their own.
        name = next((form for form in ("marcxml", "mods") if _SIGNS[form].search(head)), None)
    if name is None and xmlany.record_tag(head) is not None:
        name = "xml"
    if name is None:
        raise InputError(f"XML of another kind (<{root[1]}>) and no list of papers", document.path)
    return name


def _json(head: str, document: Document, options: ReadOptions) -> str | None:  # noqa: ARG001
    return jsondocs.service(document) if _JSON_START.match(head) else None


def _tagged(head: str, document: Document, options: ReadOptions) -> str | None:  # noqa: ARG001
    for name, pattern in _TELLING:
        if pattern.search(head):
            return name
    first = _BIB_ENTRY.search(head)
    if first is not None and "```" not in head[: first.start()]:
        return "bibtex"
    return None


def _table(head: str, document: Document, options: ReadOptions) -> str | None:  # noqa: ARG001
    if tables.header_of(head, options) is not None:
        return "csv"
    return "markdown-table" if mdtables.has_table(head) else None


def _yaml(head: str, document: Document, options: ReadOptions) -> str | None:  # noqa: ARG001
    page = _FRONT_MATTER.match(head) is not None
    if page and _MATTER_END.search(head, 3):
        return "front-matter"
    has_fields = all(key.search(head) for key in _YAML_FIELDS)
    if has_fields and is_yaml(head) and _YAML_START.match(head):
        return "yaml"
    if page:
        return "front-matter"
    first = _YAML_LIST.match(head)
    return "yaml" if first is not None and (first[1] == "id" or field_of(first[1])) else None


def _lists(head: str, abstracts: Sequence[str]) -> bool:
    """Tell whether a Markdown document labels several abstracts, as READMEs that are lists do."""
    return len(abstracts) > 1 and len(_ABSTRACT_LABEL.findall(head)) > 1


def _prose(head: str, document: Document) -> str:
    if tables.is_other_table(head):
        raise InputError(
            "a table without a column of abstracts; --column abstract=NAME tells which it is",
            document.path,
        )
    if tables.is_without_header(head):
        raise InputError(tables.WITHOUT_HEADER, document.path)
    foreign = likely_foreign(head)
    if foreign is not None:
        raise InputError(foreign, document.path)
    marked = _MARKDOWN.search(head) is not None
    if is_yaml(head) and textlist.layout_of(document.head).mode != "labelled":
        raise InputError("YAML without a list of papers", document.path)
    abstracts = textlist.abstracts_in(document.head)
    if (
        marked
        and ("```" in head or len(_README.findall(head)) >= 2)
        and not _lists(head, abstracts)
    ):
        raise InputError("a Markdown document (a README?) and no list of abstracts", document.path)
    if not document.file.named and not like_abstracts(abstracts):
        raise InputError(
            "text that doesn't read like abstracts; name the file itself to read it anyway",
            document.path,
        )
    if not mostly_sentences(abstracts):
        raise InputError(
            "text, but its paragraphs don't read like abstracts; --format text reads it anyway",
            document.path,
        )
    return "markdown" if marked else "text"

"""XML of arXiv (Atom, RSS and OAI-PMH), PubMed, EndNote, the ACL Anthology and libraries."""

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element  # only the class; nothing is parsed here

from annotate.readers.document import Document
from annotate.readers.markup import plain, rendered
from annotate.readers.people import given_first, joined, split_names
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.xmlshapes import datacite, dublin_core, jats, marc, mods, tei
from annotate.readers.xmlstream import children, elements, find, local, text, text_of, texts

__all__ = [
    "read_acl",
    "read_atom",
    "read_datacite",
    "read_endnote",
    "read_jats",
    "read_marc",
    "read_mods",
    "read_oai",
    "read_pubmed",
    "read_rss",
    "read_tei",
    "title",
]

_FIRST_RECORD = re.compile(r"<(?:\w+:)?(?:entry|item|paper)[\s>]")
_TITLE = re.compile(
    r"<(?:\w+:)?(?:book)?title(?:\s[^<>]*)?>([^\0]{1,500}?)</(?:\w+:)?(?:book)?title>"
)

Reader = Callable[[Document, ReadOptions], Iterator[Record | Broken]]


def _reader(make: Callable[[int, Element], Record | None], *tags: str) -> Reader:
    def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
        for item in elements(document, frozenset(tags)):
            if isinstance(item, Broken):
                yield item
            elif (record := make(*item)) is not None:
                yield record

    return read


def _atom(line: int, entry: Element) -> Record:
    number = text(entry, "id")
    links = {link.get("rel", "alternate"): link.get("href") for link in children(entry, "link")}
    return Record(
        line,
        text(entry, "summary") or text(entry, "content"),
        plain(text(entry, "title")),
        texts(entry, "author", "name"),
        text(entry, "published") or text(entry, "updated"),
        text(entry, "journal_ref"),
        number if number and number.startswith("http") else links.get("alternate"),
        text(entry, "doi"),
        number,
    )


def _rss(line: int, item: Element) -> Record:
    authors = "; ".join(texts(item, "creator"))
    return Record(
        line,
        plain(text(item, "description")),
        plain(text(item, "title")),
        split_names(rendered(authors)),
        text(item, "pubDate") or text(item, "date"),
        text(item, "journal_reference"),
        text(item, "link"),
        text(item, "DOI") or text(item, "doi"),
    )


def _oai(line: int, record: Element) -> Record | None:
    header = find(record, "header")
    if header is not None and header.get("status") == "deleted":
        return None
    metadata = find(record, "metadata")
    body = None if metadata is None else next(iter(metadata), None)
    if body is None:
        return Record(line)
    shape = _SHAPES.get(local(body.tag))
    if shape is None and find(body, "abstract") is None and find(body, "description") is not None:
        shape = dublin_core
    if shape is not None:
        return shape(line, body)
    names = [
        joined(text(author, "forenames"), text(author, "keyname"), text(author, "suffix"))
        for author in children(body, "authors", "author")
    ]
    number = text(body, "id") or text(header, "identifier")
    dates = [text(body, "created"), text(body, "version", "date"), text(header, "datestamp")]
    return Record(
        line,
        text(body, "abstract"),
        text(body, "title"),
        names or split_names(text(body, "authors") or ""),
        next((date for date in dates if date), None),
        text(body, "journal-ref"),
        None,
        text(body, "doi"),
        number,
    )


# What metadata of an OAI-PMH record is, by the name of its element.
_SHAPES: dict[str, Callable[[int, Element], Record | None]] = {
    "dc": dublin_core,
    "mods": mods,
    "article": jats,
    "record": marc,
    "resource": datacite,
    "oai_datacite": datacite,
    "TEI": tei,
}


def _pubmed(line: int, article: Element) -> Record:
    body = find(article, "MedlineCitation", "Article")
    if body is None:
        body = find(article, "BookDocument")
    number = text(article, "MedlineCitation", "PMID") or text(article, "BookDocument", "PMID")
    title, book = text(body, "ArticleTitle"), text(body, "Book", "BookTitle")
    dates = (
        text(body, "Journal", "JournalIssue", "PubDate"),
        text(body, "Book", "PubDate"),
        text(body, "ArticleDate"),
    )
    ids = [
        *(child for child in children(body, "ELocationID") if child.get("EIdType") == "doi"),
        *_typed_ids(article, "PubmedData", "ArticleIdList", "ArticleId"),
        *_typed_ids(article, "BookDocument", "ArticleIdList", "ArticleId"),
    ]
    return Record(
        line,
        _sections(find(body, "Abstract")),
        title or book,
        _pubmed_names(body),
        next((date for date in dates if date), None),
        text(body, "Journal", "Title") or (book if title else None),
        f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if number else None,
        text_of(next(iter(ids), None)),
    )


def _typed_ids(element: Element, *path: str) -> list[Element]:
    return [child for child in children(element, *path) if child.get("IdType") == "doi"]


def _pubmed_names(body: Element | None) -> list[str]:
    authors = children(body, "AuthorList", "Author") or children(
        body, "Book", "AuthorList", "Author"
    )
    return [
        joined(
            text(author, "ForeName") or text(author, "Initials"),
            text(author, "LastName"),
            text(author, "Suffix"),
        )
        or text(author, "CollectiveName")
        or ""
        for author in authors
    ]


def _sections(abstract: Element | None) -> str:
    """Join the parts of a structured abstract, each after its label."""
    parts = []
    for part in children(abstract, "AbstractText"):
        said, label = text_of(part), part.get("Label")
        if said:
            labelled = label and label.upper() != "UNLABELLED"
            parts.append(f"{label}: {said}" if labelled else said)
    return " ".join(parts)


def _endnote(line: int, record: Element) -> Record:
    urls = [
        url
        for kind in ("related-urls", "text-urls", "web-urls")
        for url in texts(record, "urls", kind, "url")
        if "://" in url and not url.startswith("<")
    ]
    venues = (
        text(record, "periodical", "full-title"),
        text(record, "titles", "secondary-title"),
        text(record, "alt-periodical", "full-title"),
    )
    number = text(record, "electronic-resource-num")
    return Record(
        line,
        plain(text(record, "abstract")),
        plain(text(record, "titles", "title")),
        [given_first(name) for name in texts(record, "contributors", "authors", "author")],
        text(record, "dates", "year") or text(record, "dates", "pub-dates", "date"),
        next((venue for venue in venues if venue), None),
        next(iter(urls), None),
        number or next((url for url in urls if "doi.org/" in url), None),
    )


def read_acl(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each paper of an ACL Anthology volume, whose year and name it takes."""
    venue = year = None
    for item in elements(document, frozenset(("paper", "meta"))):
        if isinstance(item, Broken):
            yield item
            continue
        line, element = item
        if element.tag == "meta":
            venue, year = text(element, "booktitle"), text(element, "year")
            continue
        url = text(element, "url")
        if url and "://" not in url:
            url = f"https://aclanthology.org/{url}/"
        names = [
            joined(text(author, "first"), text(author, "last")) or text_of(author) or ""
            for author in children(element, "author")
        ]
        yield Record(
            line,
            text(element, "abstract"),
            text(element, "title"),
            names,
            text(element, "year") or year,
            text(element, "booktitle") or text(element, "journal") or venue,
            url,
            text(element, "doi"),
        )


def title(document: Document) -> str | None:
    """Return the name of a feed or volume, which stands before its first record."""
    start = _FIRST_RECORD.split(document.head, maxsplit=1)[0]
    found = _TITLE.search(start)
    return rendered(found[1]) if found else None


read_atom = _reader(_atom, "entry")
read_rss = _reader(_rss, "item")
read_oai = _reader(_oai, "record")
read_pubmed = _reader(_pubmed, "PubmedArticle", "PubmedBookArticle")
read_endnote = _reader(_endnote, "record")
read_mods = _reader(mods, "mods")
read_marc = _reader(marc, "record")
read_jats = _reader(jats, "article")
read_datacite = _reader(datacite, "resource")
_read_documents = _reader(tei, "TEI")
_read_described = _reader(tei, "biblFull")


def read_tei(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each paper in TEI: a document of its own, or one that HAL describes."""
    described = "<biblFull" in document.head
    return (_read_described if described else _read_documents)(document, options)

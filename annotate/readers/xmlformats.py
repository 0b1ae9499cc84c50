"""XML of arXiv (Atom, RSS and OAI-PMH), PubMed, EndNote and the ACL Anthology."""

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element  # only the class; nothing is parsed here

from annotate.readers.document import Document
from annotate.readers.markup import plain, rendered
from annotate.readers.people import given_first, joined, split_names
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.xmlstream import children, elements, find, text_of

__all__ = ["read_acl", "read_atom", "read_endnote", "read_oai", "read_pubmed", "read_rss", "title"]

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


def _texts(element: Element | None, *path: str) -> list[str]:
    return [text for found in children(element, *path) if (text := text_of(found))]


def _text(element: Element | None, *path: str) -> str | None:
    return next(iter(_texts(element, *path)), None)


def _atom(line: int, entry: Element) -> Record:
    number = _text(entry, "id")
    links = {link.get("rel", "alternate"): link.get("href") for link in children(entry, "link")}
    return Record(
        line,
        _text(entry, "summary") or _text(entry, "content"),
        plain(_text(entry, "title")),
        _texts(entry, "author", "name"),
        _text(entry, "published") or _text(entry, "updated"),
        _text(entry, "journal_ref"),
        number if number and number.startswith("http") else links.get("alternate"),
        _text(entry, "doi"),
        number,
    )


_RSS_HEAD = re.compile(r"^arXiv:\S+\s+Announce Type:\s*\S+\s*(?:\\n)?\s*Abstract:\s*")


def _rss(line: int, item: Element) -> Record:
    description = rendered(_text(item, "description") or "")
    authors = "; ".join(_texts(item, "creator"))
    return Record(
        line,
        _RSS_HEAD.sub("", description),
        plain(_text(item, "title")),
        split_names(rendered(authors)),
        _text(item, "pubDate") or _text(item, "date"),
        _text(item, "journal_reference"),
        _text(item, "link"),
        _text(item, "DOI") or _text(item, "doi"),
    )


def _oai(line: int, record: Element) -> Record | None:
    header = find(record, "header")
    if header is not None and header.get("status") == "deleted":
        return None
    metadata = find(record, "metadata")
    body = None if metadata is None else next(iter(metadata), None)
    if body is None:
        return Record(line)
    if find(body, "description") is not None and find(body, "abstract") is None:
        return _dublin_core(line, body)
    names = [
        joined(_text(author, "forenames"), _text(author, "keyname"), _text(author, "suffix"))
        for author in children(body, "authors", "author")
    ]
    number = _text(body, "id") or _text(header, "identifier")
    dates = [_text(body, "created"), _text(body, "version", "date"), _text(header, "datestamp")]
    return Record(
        line,
        _text(body, "abstract"),
        _text(body, "title"),
        names or split_names(_text(body, "authors") or ""),
        next((date for date in dates if date), None),
        _text(body, "journal-ref"),
        None,
        _text(body, "doi"),
        number,
    )


def _dublin_core(line: int, body: Element) -> Record:
    ids = _texts(body, "identifier")
    # arXiv's comments ("Comment: 12 pages") are descriptions too.
    texts = [text for text in _texts(body, "description") if not text.startswith("Comment:")]
    return Record(
        line,
        max(texts, key=len, default=None),
        _text(body, "title"),
        [given_first(name) for name in _texts(body, "creator")],
        _text(body, "date"),
        _text(body, "source"),
        next((text for text in ids if text.startswith("http")), None),
        next((text for text in ids if "10." in text and "/" in text), None),
    )


def _pubmed(line: int, article: Element) -> Record:
    body = find(article, "MedlineCitation", "Article")
    if body is None:
        body = find(article, "BookDocument")
    number = _text(article, "MedlineCitation", "PMID") or _text(article, "BookDocument", "PMID")
    title, book = _text(body, "ArticleTitle"), _text(body, "Book", "BookTitle")
    dates = (
        _text(body, "Journal", "JournalIssue", "PubDate"),
        _text(body, "Book", "PubDate"),
        _text(body, "ArticleDate"),
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
        _text(body, "Journal", "Title") or (book if title else None),
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
            _text(author, "ForeName") or _text(author, "Initials"),
            _text(author, "LastName"),
            _text(author, "Suffix"),
        )
        or _text(author, "CollectiveName")
        or ""
        for author in authors
    ]


def _sections(abstract: Element | None) -> str:
    """Join the parts of a structured abstract, each after its label."""
    parts = []
    for part in children(abstract, "AbstractText"):
        text, label = text_of(part), part.get("Label")
        if text:
            labelled = label and label.upper() != "UNLABELLED"
            parts.append(f"{label}: {text}" if labelled else text)
    return " ".join(parts)


def _endnote(line: int, record: Element) -> Record:
    urls = [
        text
        for kind in ("related-urls", "text-urls", "web-urls")
        for text in _texts(record, "urls", kind, "url")
        if "://" in text and not text.startswith("<")
    ]
    venues = (
        _text(record, "periodical", "full-title"),
        _text(record, "titles", "secondary-title"),
        _text(record, "alt-periodical", "full-title"),
    )
    number = _text(record, "electronic-resource-num")
    return Record(
        line,
        plain(_text(record, "abstract")),
        plain(_text(record, "titles", "title")),
        [given_first(name) for name in _texts(record, "contributors", "authors", "author")],
        _text(record, "dates", "year") or _text(record, "dates", "pub-dates", "date"),
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
            venue, year = _text(element, "booktitle"), _text(element, "year")
            continue
        url = _text(element, "url")
        if url and "://" not in url:
            url = f"https://aclanthology.org/{url}/"
        names = [
            joined(_text(author, "first"), _text(author, "last")) or text_of(author) or ""
            for author in children(element, "author")
        ]
        yield Record(
            line,
            _text(element, "abstract"),
            _text(element, "title"),
            names,
            _text(element, "year") or year,
            _text(element, "booktitle") or _text(element, "journal") or venue,
            url,
            _text(element, "doi"),
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

"""Zotero's RDF: items of Bibliontology and Dublin Core, among notes and attachments."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element  # only the class; nothing is parsed here

from annotate.readers.document import Document
from annotate.readers.markup import plain
from annotate.readers.people import joined
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.xmlstream import children, elements, find, text_of

__all__ = ["read"]

# Notes, attachments, collections and the journals that items refer to are no items.
_ITEMS = frozenset(
    "Article Book BookSection ConferenceProceedings Data Description Document Manuscript Patent"
    " Report Thesis".split()
)
_NO_PAPERS = ("attachment", "note", "annotation")


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each item that isn't a note or an attachment."""
    for item in elements(document, _ITEMS):
        if isinstance(item, Broken):
            yield item
        elif _text(item[1], "itemType") not in (None, *_NO_PAPERS):
            yield _record(*item)


def _record(line: int, item: Element) -> Record:
    names = [
        joined(_text(person, "givenName") or _text(person, "givenname"), _text(person, "surname"))
        for person in children(item, "authors", "Seq", "li", "Person")
    ]
    ids = [text_of(element) or "" for element in children(item, "identifier")]
    # The journal has identifiers of its own, of which newer versions give the DOI there.
    journal = next(iter(find(item, "isPartOf") or ()), None)
    ids += [text_of(element) or "" for element in children(journal, "identifier")]
    about = next((value for key, value in item.attrib.items() if key.endswith("about")), "")
    links = [text for text in (*ids, about) if text.startswith("http")]
    return Record(
        line,
        plain(_text(item, "abstract")),
        plain(_text(item, "title")),
        names,
        _text(item, "date"),
        _text(journal, "title") or _text(item, "presentedAt", "Conference", "title"),
        next(iter(links), None),
        next((text for text in (*ids, *links) if "10." in text and "/" in text), None),
    )


def _text(element: Element | None, *path: str) -> str | None:
    return text_of(find(element, *path))

"""Zotero's RDF: items of Bibliontology and Dublin Core, among notes and attachments."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element  # only the class; nothing is parsed here

from annotate.readers.document import Document
from annotate.readers.markup import plain
from annotate.readers.people import joined
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.xmlstream import children, elements, find, text, text_of

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
        elif text(item[1], "itemType") not in (None, *_NO_PAPERS):
            yield _record(*item)


def _record(line: int, item: Element) -> Record:
    names = [
        joined(text(person, "givenName") or text(person, "givenname"), text(person, "surname"))
        for person in children(item, "authors", "Seq", "li", "Person")
    ]
    ids = [text_of(element) or "" for element in children(item, "identifier")]
    # The journal has identifiers of its own, of which newer versions give the DOI there.
    journal = next(iter(find(item, "isPartOf") or ()), None)
    ids += [text_of(element) or "" for element in children(journal, "identifier")]
    about = next((value for key, value in item.attrib.items() if key.endswith("about")), "")
    links = [link for link in (*ids, about) if link.startswith("http")]
    return Record(
        line,
        plain(text(item, "abstract")),
        plain(text(item, "title")),
        names,
        text(item, "date"),
        text(journal, "title") or text(item, "presentedAt", "Conference", "title"),
        next(iter(links), None),
        next((item for item in (*ids, *links) if "10." in item and "/" in item), None),
    )

"""XML of any kind whose records have an element for the abstract, and one for the title."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from xml.etree.ElementTree import Element  # only the class; nothing is parsed here

from annotate.errors import InputError
from annotate.readers.columns import field_of, folded
from annotate.readers.document import Document
from annotate.readers.jsonrecords import record_of
from annotate.readers.people import given_first, joined
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.xmlstream import elements, local, prose_of

__all__ = ["read", "record_tag"]

_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)"
    r"|<(/?)(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*?)?(/?)>",
    re.DOTALL,
)
_GIVEN = frozenset("given givenname forename forenames firstname".split())
_FAMILY = frozenset("family familyname surname lastname".split())
_NAMES = frozenset("name fullname displayname creatorname literal".split())
# Parts of a paper whose titles, authors and years are those of others, or that are its text.
_OTHER_PARTS = frozenset(
    "references reflist bibliography bibreference citationlist back tail body".split()
)
_NO_ABSTRACTS = frozenset("graphical teaser highlights authorhighlights editorhighlights".split())


@dataclass(slots=True)
class _Open:
    """An element that is open: its name, what it is in, and whether a title was in it."""

    name: str
    titled: bool = False
    names: list[str] = field(default_factory=list)


def record_tag(head: str) -> str | None:
    """Return the name of the elements that hold an abstract and a title, None when there is none.

    That is the nearest element around the first abstract that has a title too and isn't the only
    one of its name; else the document's own.
    """
    opened: list[_Open] = []
    around: list[_Open] = []
    for token in _TOKEN.finditer(head):
        name = token[2]
        if name is None:
            continue
        if token[1]:
            while opened and opened.pop().name != name:
                pass
            continue
        kind = field_of(name)
        if kind == "abstract" and not token[3] and not around:
            around = list(opened)
        if kind == "title":
            for element in takewhile(lambda inner: not inner.titled, reversed(opened)):
                element.titled = True  # and what is around it is already
        if opened:
            opened[-1].names.append(name)
        if not token[3]:
            opened.append(_Open(name))
    titled = [element.name for element in around if element.titled]
    several = [
        element.name
        for parent, element in pairwise(around)
        if element.titled and parent.names.count(element.name) > 1
    ]
    return next(iter([*reversed(several), *titled]), None)


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each element that holds an abstract and a title, and for its like."""
    tag = record_tag(document.head)
    if tag is None:
        raise InputError("XML without an element for abstracts", document.path)
    for item in elements(document, frozenset((tag,))):
        if isinstance(item, Broken):
            yield item
            continue
        line, element = item
        record = record_of(_values(element), line, options.columns, marked=True)
        if record is not None:
            yield record


def _values(record: Element) -> dict[str, object]:
    """Return the texts of a record by the names of their elements, those nearest to it first."""
    values: dict[str, object] = {}
    people: list[str] = []
    level = [record]
    while level:
        found: list[str] = []
        following: list[Element] = []
        for child in (child for element in level for child in element):
            name = local(child.tag)
            kind = field_of(name)
            if folded(name) in _OTHER_PARTS:
                continue
            named = _people(child, kind) if len(child) else []
            if named:
                found += named
            elif kind in ("abstract", "title"):
                if _NO_ABSTRACTS.isdisjoint(map(folded, child.attrib.values())):
                    values.setdefault(name, prose_of(child))
            elif len(child):
                following.append(child)
            elif kind == "authors":
                values[name] = [*_listed(values.get(name)), prose_of(child) or ""]
            else:
                values.setdefault(name, prose_of(child))
        # People further down are those of parts.
        people = people or found
        level = following
    values = {
        name: value[0] if isinstance(value, list) and len(value) == 1 else value
        for name, value in values.items()
        if value
    }
    return values | ({"authors": people} if people else {})


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _people(element: Element, kind: str) -> list[str]:
    """Return the people in an element that has others: a person, or several texts of one name."""
    person = _person(element)
    if person:
        return [person]
    if kind != "authors":
        return []
    names = [prose_of(child) for child in element if folded(local(child.tag)) in _NAMES]
    if not names and len({child.tag for child in element}) == 1:
        names = [prose_of(child) for child in element if not len(child)]
    return [given_first(name) for name in names if name]


def _person(element: Element) -> str | None:
    parts: dict[str, str] = {}
    for child in element:
        name = folded(local(child.tag))
        kind = "given" if name in _GIVEN else "family" if name in _FAMILY else ""
        if kind:
            parts.setdefault(kind, prose_of(child) or "")
    return joined(parts.get("given"), parts["family"]) if "family" in parts else None

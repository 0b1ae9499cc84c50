"""Take records out of XML one by one: no entities, no fetching, and on after a broken one."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError  # only the classes; nothing is parsed here

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from annotate.errors import InputError
from annotate.readers.document import Document
from annotate.readers.records import Broken

__all__ = ["children", "elements", "find", "local", "prose_of", "text", "text_of", "texts"]

_BLOCKS = frozenset(
    "p para simple-para div sec section abstract-sec title section-title head heading label caption"
    " list item list-item li disp-formula br s".split()
)
_HEADINGS = frozenset("title section-title head heading label caption".split())
_ABSTRACT = re.compile(r"\s*(?:abstract|summary)\s*[.:]?\s*", re.IGNORECASE)
_ROOT = re.compile(r"<[A-Za-z_][\w.:-]*")
_PREFIX = re.compile(
    r"<([A-Za-z_][\w.-]*):[A-Za-z_]|(?<=[\s\"'])([A-Za-z_][\w.-]*):[\w.-]+\s*=\s*[\"']"
)
_CHUNK = 64 * 1024
_LONGEST_PREFIX = 64 * 1024
_MOST_BROKEN = 200
_DEEPEST = 200
_LARGEST_RECORD = 4 * 1024 * 1024
# Control characters that XML forbids and exports hold all the same.
_FORBIDDEN = bytes(code for code in range(32) if code not in b"\t\n\r")

Item = tuple[int, Element] | Broken


def elements(document: Document, tags: frozenset[str]) -> Iterator[Item]:
    """Yield (1-based line, element) for each outermost element with such a local name.

    What can't be parsed gives a Broken, and reading goes on after the next end of a record.
    Raises InputError for a document that declares entities.
    """
    chunks = _chunks(document)
    walk = _Walk(tags, b"", 0)
    broken = 0
    for chunk in chunks:
        data = chunk
        while data:
            try:
                walk.feed(data)
            except DefusedXmlException as error:
                raise InputError(
                    "XML that declares entities or refers to other files: refused", document.path
                ) from error
            except (ParseError, _TooLarge) as error:
                yield from walk.taken()
                yield Broken(walk.line(), f"broken XML ({_reason(error)})")
                broken += 1
                if walk.prefix is None:
                    return
                if broken >= _MOST_BROKEN:
                    yield Broken(walk.line(), "broken XML so often that the rest is left")
                    return
                walk, data = walk.after_break(data, chunks)
                continue
            yield from walk.taken()
            data = b""
    if walk.unfinished():
        yield Broken(walk.line(), "broken XML (the file ends inside it)")


def _reason(error: Exception) -> str:
    return str(error).partition(":")[0]


def _chunks(document: Document) -> Iterator[bytes]:
    with document.text() as text:
        start = True
        while piece := text.read(_CHUNK):
            if start:
                piece = _with_prefixes(piece.lstrip("\ufeff \t\n"))
                start = not piece
            # Undecoded bytes go on as they are, for the parser to find.
            yield piece.encode("utf-8", "surrogateescape").translate(None, _FORBIDDEN)


def _with_prefixes(start: str) -> str:
    """Declare the prefixes that a document uses without saying so, as answers cut out of others."""
    used = dict.fromkeys(name or other for name, other in _PREFIX.findall(start))
    missing = [name for name in used if name[:3] != "xml" and f"xmlns:{name}=" not in start]
    if not missing:
        return start
    declared = "".join(f' xmlns:{name}="{name}"' for name in missing)
    return _ROOT.sub(lambda root: root[0] + declared, start, count=1)


class _TooLarge(ValueError):
    pass


class _Walk:
    """One run of the parser, from the start of the file or from after a broken record."""

    def __init__(self, tags: frozenset[str], prefix: bytes, line: int) -> None:
        self.prefix: bytes | None = prefix or None
        self._tags, self._line = tags, line
        self._seen = b""
        self._found: list[Item] = []
        self._open: list[Element] = []
        self._depth = self._size = self._begun = 0
        self._before, self._fed = 0, len(prefix)
        self._parser: Any = DefusedXMLParser(target=self, encoding="utf-8")
        if prefix:
            self._parser.feed(prefix)

    def feed(self, data: bytes) -> None:
        if self.prefix is None and len(self._seen) < _LONGEST_PREFIX:
            self._seen += data
        self._before, self._fed = self._fed, self._fed + len(data)
        self._parser.feed(data)

    def taken(self) -> list[Item]:
        found, self._found = self._found, []
        return found

    def line(self) -> int:
        """Return the 1-based line that the parser has reached."""
        return int(self._parser.parser.CurrentLineNumber) + self._line

    def unfinished(self) -> bool:
        return self._depth > 0

    def after_break(self, data: bytes, chunks: Iterator[bytes]) -> tuple["_Walk", bytes]:
        """Return a new run and what it has to read: all that follows the next record's end."""
        fed, line = int(self._parser.parser.CurrentByteIndex), self.line()
        at = max(0, fed - self._before)
        ends = [f"</{tag}>".encode() for tag in self._tags]
        rest = data[at:]
        while True:
            places = [(rest.find(end), len(end)) for end in ends if end in rest]
            if places:
                place, length = min(places)
                break
            following = next(chunks, None)
            if following is None:
                return _Walk(self._tags, b"", 0), b""
            # An end mark may lie across two chunks.
            line += rest.count(b"\n", 0, max(0, len(rest) - 64))
            rest = rest[-64:] + following
        line += rest.count(b"\n", 0, place + length)
        prefix = self.prefix or b""
        walk = _Walk(self._tags, prefix, line - 1 - prefix.count(b"\n"))
        walk.prefix = prefix
        return walk, rest[place + length :]

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _TooLarge("nested too deeply")
        if self._open:
            element = Element(tag, attributes)
            self._open[-1].append(element)
            self._open.append(element)
        elif local(tag) in self._tags:
            if self.prefix is None:
                index = int(self._parser.parser.CurrentByteIndex)
                if index <= len(self._seen):
                    self.prefix = self._seen[:index]
                self._seen = b""
            self._begun, self._size = self.line(), 0
            self._open.append(Element(tag, attributes))

    def data(self, text: str) -> None:
        if not self._open:
            return
        self._size += len(text)
        if self._size > _LARGEST_RECORD:
            raise _TooLarge("a record of more than 4 MB")
        parent = self._open[-1]
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + text
        else:
            parent.text = (parent.text or "") + text

    def end(self, tag: str) -> None:  # noqa: ARG002
        self._depth -= 1
        if self._open:
            element = self._open.pop()
            if not self._open:
                self._found.append((self._begun, element))

    def close(self) -> None:
        pass


def local(tag: str) -> str:
    """Return a name without its namespace."""
    return tag.rpartition("}")[2]


def children(element: Element | None, *path: str) -> list[Element]:
    """Return the elements at the end of a path of local names, in document order."""
    found = [] if element is None else [element]
    for name in path:
        found = [child for parent in found for child in parent if local(child.tag) == name]
    return found


def find(element: Element | None, *path: str) -> Element | None:
    """Return the first element at the end of a path of local names."""
    return next(iter(children(element, *path)), None)


def text_of(element: Element | None) -> str | None:
    """Return all text inside, white space folded; inline elements leave no gap."""
    if element is None:
        return None
    return " ".join("".join(element.itertext()).split()) or None


def texts(element: Element | None, *path: str) -> list[str]:
    """Return the texts at the end of a path of local names, without empty ones."""
    return [found for child in children(element, *path) if (found := text_of(child))]


def text(element: Element | None, *path: str) -> str | None:
    """Return the first text at the end of a path of local names."""
    return next(iter(texts(element, *path)), None)


def prose_of(element: Element | None) -> str | None:
    """Return all text inside, white space folded; paragraphs and the like are parted by a blank.

    A heading "Abstract" goes, and so does LaTeX beside MathML.
    """
    if element is None:
        return None
    return " ".join("".join(_pieces(element)).split()) or None


def _pieces(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        block = local(child.tag) in _BLOCKS
        yield " " if block else ""
        if not _is_skipped(child, element):
            yield from _pieces(child)
        yield " " if block else ""
        yield child.tail or ""


def _is_skipped(element: Element, parent: Element) -> bool:
    name = local(element.tag)
    if name in ("tex-math", "annotation"):
        return "\\documentclass" in (element.text or "") or len(parent) > 1
    return name in _HEADINGS and _ABSTRACT.fullmatch("".join(element.itertext())) is not None

"""Records of libraries and publishers in XML: MODS, MARC, TEI, JATS, DataCite, Dublin Core."""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element  # only the class; nothing is parsed here

from annotate.readers.people import given_first, joined
from annotate.readers.records import Record
from annotate.readers.xmlstream import children, find, local, prose_of, text, text_of, texts

__all__ = ["datacite", "dublin_core", "jats", "marc", "mods", "tei"]


def _first(found: Iterable[str | None]) -> str | None:
    return next((item for item in found if item), None)


def _link(found: Iterable[str]) -> str | None:
    return next((item for item in found if item.startswith("http")), None)


def _doi(found: Iterable[str]) -> str | None:
    return next((item for item in found if "10." in item and "/" in item), None)


def _within(element: Element | None, name: str) -> Iterator[Element]:
    """Yield the elements with a local name, at any depth."""
    for found in () if element is None else element.iter():
        if local(found.tag) == name:
            yield found


def dublin_core(line: int, body: Element) -> Record:
    """Return the record of an element that holds Dublin Core."""
    ids = texts(body, "identifier")
    # arXiv's comments ("Comment: 12 pages") are descriptions too.
    found = [item for item in texts(body, "description") if not item.startswith("Comment:")]
    return Record(
        line,
        text(body, "abstract") or max(found, key=len, default=None),
        text(body, "title"),
        [
            given_first(text(name, "name") or text_of(name) or "")
            for name in children(body, "creator")
        ],
        text(body, "date") or text(body, "issued"),
        text(body, "source"),
        _link(ids),
        _doi(ids),
    )


def mods(line: int, record: Element) -> Record:
    """Return the record of a <mods>."""
    titles = [item for item in children(record, "titleInfo") if item.get("type") is None]
    main = next(iter(titles), None)
    title = joined(text(main, "nonSort"), text(main, "title"))
    subtitle = text(main, "subTitle")
    dates = ("dateIssued", "copyrightDate", "dateCreated")
    hosts = [item for item in children(record, "relatedItem") if item.get("type") == "host"]
    host = next(iter(hosts), None)
    ids = [item for item in children(record, "identifier") if item.get("type") == "doi"]
    links = texts(record, "location", "url") + texts(record, "identifier")
    return Record(
        line,
        _first(prose_of(item) for item in children(record, "abstract")),
        f"{title}: {subtitle}" if title and subtitle else title or None,
        [name for item in children(record, "name") if (name := _mods_name(item))],
        _first(text(part, "originInfo", date) for part in (record, host) for date in dates)
        or text(host, "part", "date"),
        text(host, "titleInfo", "title"),
        _link(links),
        _first(map(text_of, ids)) or next((url for url in links if "doi.org/" in url), None),
    )


def _mods_name(name: Element) -> str:
    roles = [role.lower() for role in texts(name, "role", "roleTerm")]
    if roles and not {"author", "aut", "creator", "cre"} & set(roles):
        return ""
    parts: dict[str | None, list[str]] = {}
    for part in children(name, "namePart"):
        parts.setdefault(part.get("type"), []).append(text_of(part) or "")
    if "family" in parts:
        return joined(*parts.get("given", []), *parts["family"])
    return given_first(" ".join(parts.get(None, [])))


def marc(line: int, record: Element) -> Record:
    """Return the record of a MARCXML <record>."""
    fields: dict[str, list[tuple[str | None, str]]] = {}
    within = find(record, "recordData", "record")  # as libraries' searches (SRU) answer
    for field in children(record if within is None else within, "datafield"):
        fields.setdefault(field.get("tag", ""), []).extend(
            (part.get("code"), found)
            for part in children(field, "subfield")
            if (found := text_of(part))
        )

    def get(tag: str, codes: str) -> list[str]:
        return [found for code, found in fields.get(tag, ()) if code and code in codes]

    return Record(
        line,
        _first(get("520", "a")),
        " ".join(get("245", "ab")).rstrip(" /:") or None,
        [given_first(name.rstrip(" ,")) for name in get("100", "a") + get("700", "a")],
        _first(get("773", "y") + get("260", "c") + get("264", "c") + get("269", "c")),
        _first(get("773", "p") + get("773", "t")),
        _link(get("856", "u")),
        _doi(get("024", "a") + get("773", "a")),
    )


def tei(line: int, document: Element) -> Record:
    """Return the record of a <TEI>, which holds a paper, or of HAL's <biblFull>."""
    header = find(document, "teiHeader")
    body = document if header is None else header
    source = next(_within(body, "biblStruct"), None)
    analytic, monograph = find(source, "analytic"), find(source, "monogr")
    statement = next(_within(body, "titleStmt"), None)
    ids = [item for item in _within(source, "idno") if (item.get("type") or "").lower() == "doi"]
    dates = [item.get("when") or text_of(item) for item in _within(monograph, "date")]
    people = children(analytic, "author") or children(statement, "author")
    links = (find(body, "publicationStmt"), source)
    return Record(
        line,
        _first(map(prose_of, _within(find(body, "profileDesc"), "abstract"))),
        text(analytic, "title") or text(statement, "title") or text(monograph, "title"),
        [name for person in people if (name := _person(find(person, "persName")))],
        _first(dates),
        text(monograph, "title"),
        _link(url for part in links for item in _within(part, "idno") if (url := text_of(item))),
        _first(map(text_of, ids)),
    )


def _person(name: Element | None) -> str:
    given = [*texts(name, "forename"), *texts(name, "given-names"), *texts(name, "given")]
    family = [*texts(name, "surname"), *texts(name, "family")]
    return joined(*given, *family) or text_of(name) or ""


def jats(line: int, article: Element) -> Record | None:
    """Return the record of a JATS <article>, None for what has no metadata of an article."""
    meta = find(article, "front", "article-meta")
    if meta is None:
        meta = find(article, "front-stub")
    if meta is None:
        return None
    abstracts = [item for item in children(meta, "abstract") if item.get("abstract-type") is None]
    abstracts += children(meta, "abstract") or children(meta, "trans-abstract")
    people = [
        _person(find(person, "name")) or text(person, "collab") or ""
        for person in children(meta, "contrib-group", "contrib")
        if person.get("contrib-type", "author") == "author"
    ]
    ids = [item for item in children(meta, "article-id") if item.get("pub-id-type") == "doi"]
    journal = find(article, "front", "journal-meta")
    venue = next(_within(journal, "journal-title"), None)
    return Record(
        line,
        _first(map(prose_of, abstracts)),
        _first(map(prose_of, children(meta, "title-group", "article-title"))),
        people,
        _first(texts(meta, "pub-date", "year")),
        text_of(venue),
        None,
        _first(map(text_of, ids)),
    )


def datacite(line: int, body: Element) -> Record:
    """Return the record of a DataCite <resource>."""
    resource = body if local(body.tag) == "resource" else next(_within(body, "resource"), body)
    found = children(resource, "descriptions", "description")
    abstracts = [item for item in found if item.get("descriptionType") == "Abstract"]
    people = [
        joined(text(person, "givenName"), text(person, "familyName"))
        or given_first(text(person, "creatorName") or "")
        for person in children(resource, "creators", "creator")
    ]
    return Record(
        line,
        _first(map(prose_of, abstracts)),
        text(resource, "titles", "title"),
        people,
        text(resource, "publicationYear"),
        None,
        None,
        _doi(texts(resource, "identifier")),
    )

"""Make a record of one JSON object, by the shapes in which services give papers."""

import re
from collections.abc import Mapping
from typing import Any

import orjson

from annotate.readers.columns import choose, field_of
from annotate.readers.identifiers import year_of
from annotate.readers.jsonvalues import first, link_in, names_in, paragraphs_in, text_in, year_in
from annotate.readers.markup import rendered, untagged
from annotate.readers.records import Record

__all__ = ["ARXIV_ID", "Object", "format_of", "is_plain", "plain_record", "record_of", "unwrapped"]

Object = dict[str, Any]

_PLAIN = frozenset("title abstract authors year venue url doi id".split())
# Keys that wrap the paper itself: OpenAIRE, Elasticsearch, data set viewers, Semantic Scholar.
_UNWRAPPED = ("_source", "row", "paper", "citingPaper", "citedPaper", "attributes", "metadata")
_MARKED = frozenset(
    "container-title abstract_inverted_index abstractNote abstractText descriptions DOI".split()
)
_LABELLED = frozenset(("method", "task", "claims"))
"""Keys of labelled abstracts, which are told by their exact text as those in our own form are."""
_DESCRIPTIONS = ("description", "descriptions", "dc:description")
_SOFTWARE = frozenset("dependencies devDependencies engines scripts main codeRepository".split())
_DOI = re.compile(r"10\.\d{4,9}/\S+")
ARXIV_ID = re.compile(
    r"(?:oai:arXiv\.org:|arXiv:)?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
)


def is_plain(value: Object) -> bool:
    """Tell whether an object has nothing but a paper's own fields, the abstract as a text."""
    return value.keys() <= _PLAIN and isinstance(value.get("abstract", ""), str)


def format_of(value: Object) -> str:
    """Name the service whose shape the object has, "json" when it is none that we know."""
    keys = value.keys()
    for name, telling in (
        ("openalex", {"abstract_inverted_index"}),
        ("openalex", {"authorships"}),
        ("arxiv-snapshot", {"authors_parsed"}),
        ("openreview", {"content", "invitation"}),
        ("openreview", {"content", "invitations"}),
        ("openreview", {"submissions"}),
        ("semantic-scholar", {"paperId"}),
        ("semantic-scholar", {"corpusid"}),
        ("crossref", {"reference-count"}),
        ("crossref", {"is-referenced-by-count"}),
        ("papers-with-code", {"paper_url", "url_abs"}),
        ("csl-json", {"container-title"}),
        ("csl-json", {"issued"}),
        ("daily-arxiv", {"summary", "categories"}),
        ("daily-arxiv", {"summary", "id"}),
        ("openreview", {"content"}),
    ):
        if telling <= keys:
            return name
    return "json"


def record_of(
    value: Object, line: int | None, columns: Mapping[str, str], *, marked: bool = False
) -> Record | None:
    """Return the record of one object; None for what is no paper at all (a review, a comment).

    `marked` tells that abstracts may hold HTML or JATS, which is rendered; what services are known
    to give in it is rendered anyway.
    """
    if not columns and not marked and is_plain(value):
        return plain_record(value, line)
    paper = unwrapped(value)
    if "content" in paper and isinstance(paper["content"], dict):
        note = _openreview(paper)
        if note is None:
            return None
        paper = note
    chosen = choose(paper, columns)
    get = {name: [paper[key] for key in keys] for name, keys in chosen.items()}
    record = Record(
        line,
        first(get.get("abstract"), paragraphs_in),
        first(get.get("title"), text_in),
        first(get.get("authors"), names_in),
        next((year for value in get.get("year", ()) if year_of(year := year_in(value))), None),
        first(get.get("venue"), text_in),
        first(get.get("url"), link_in),
        first(get.get("doi"), text_in),
        first(get.get("arxiv"), text_in),
    )
    _service_fields(paper, record)
    _render(paper, record, marked=marked)
    return record


def _render(paper: Object, record: Record, *, marked: bool) -> None:
    """Take mark-up off, and a title or an abstract from where only some services have theirs."""
    record.verbatim = paper.keys() >= _LABELLED
    if isinstance(record.abstract, str) and not record.verbatim:
        known = marked or not paper.keys().isdisjoint(_MARKED)
        record.abstract = (rendered if known else untagged)(record.abstract)
    if record.title is None and record.abstract is not None:
        record.title = text_in(paper.get("name"))  # virtual conferences
    if isinstance(record.title, str):
        record.title = rendered(record.title)
    if record.abstract is None and record.title and record.authors and _SOFTWARE.isdisjoint(paper):
        # Archives describe papers and all else alike.
        described = first(map(paper.get, _DESCRIPTIONS), paragraphs_in)
        record.abstract = rendered(described) if described else None


def plain_record(value: Object, line: int | None) -> Record:
    """Return the record of an object for which `is_plain` holds: its fields just as they are."""
    get = value.get
    return Record(
        line,
        get("abstract"),
        get("title"),
        get("authors"),
        get("year"),
        get("venue"),
        get("url"),
        get("doi"),
        get("id"),
        True,  # by place, as a name costs a sixth of it all
    )


def unwrapped(value: Object) -> Object:
    """Return a paper with what services wrap it in taken off."""
    for _ in range(3):
        if any(value[key] for key in value if field_of(key) == "abstract"):
            # Hugging Face gives title and summary twice, and the id only inside; full texts of
            # S2ORC and unarXive have all but the abstract within.
            within = value.get("paper") or value.get("metadata")
            return within | value if isinstance(within, dict) else value
        inner = next((value[key] for key in _UNWRAPPED if isinstance(value.get(key), dict)), None)
        if inner is None:
            return value
        value = {key: item for key, item in value.items() if item is not inner} | inner
    return value


def _openreview(note: Object) -> Object | None:
    """Return a note's content with its ids; None for a reply to a paper."""
    content = {
        key: item.get("value") if isinstance(item, dict) else item
        for key, item in note["content"].items()
    }
    if not content.get("abstract") and note.get("replyto"):
        return None
    forum = note.get("forum") or note.get("id")
    invitations = note.get("invitations")
    years = [content.get("venue"), note.get("invitation")]
    years += invitations if isinstance(invitations, list) else []
    content["year"] = next(
        (year for text in years if (year := _year_in(text)) is not None),
        note.get("pdate") or note.get("odate") or note.get("cdate"),
    )
    content["url"] = f"https://openreview.net/forum?id={forum}" if forum else None
    content.pop("pdf", None)
    return content


_YEAR_IN = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def _year_in(value: object) -> int | None:
    found = _YEAR_IN.search(value) if isinstance(value, str) else None
    return int(found[0]) if found else None


def _service_fields(paper: Object, record: Record) -> None:
    """Fill in what one service alone gives, in its own way."""
    index = paper.get("abstract_inverted_index")
    if isinstance(index, str):
        try:
            index = orjson.loads(index)
        except orjson.JSONDecodeError:
            index = None
    if record.abstract is None and isinstance(index, dict):
        record.abstract = _from_index(index)
    if "authors_parsed" in paper:
        record.authors = names_in(paper["authors_parsed"]) or record.authors
    versions = paper.get("versions")
    if isinstance(versions, list) and versions and isinstance(versions[0], dict):
        record.year = versions[0].get("created") or record.year
    for name, key in (("externalIds", "DOI"), ("identifiers", "doi")):
        record.doi = record.doi or _within(paper, name, key)
    for name, key in (("externalIds", "ArXiv"), ("identifiers", "arxiv")):
        record.arxiv = record.arxiv or _within(paper, name, key)
    number = paper.get("id")
    if record.arxiv is None and isinstance(number, str) and ARXIV_ID.fullmatch(number):
        record.arxiv = number
    if record.doi is None and isinstance(number, str) and _DOI.fullmatch(number):
        record.doi = number
    place = paper.get("primary_location")
    if isinstance(place, dict):
        record.venue = record.venue or text_in(_within(place, "source", "display_name"))
        record.url = link_in(place.get("landing_page_url")) or record.url
    record.url = record.url or link_in(number)
    _datacite(paper, record)


def _within(value: Object, *keys: str) -> Any:
    """Return what stands at the end of some keys, None when something else stands on the way."""
    found: Any = value
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _datacite(paper: Object, record: Record) -> None:
    for key in ("descriptions", "abstracts"):
        texts = paper.get(key)
        if record.abstract is None and isinstance(texts, list):
            record.abstract = first(
                [
                    item.get("description") or item.get("value")
                    for item in texts
                    if isinstance(item, dict)
                    and item.get("descriptionType", "Abstract") == "Abstract"
                ],
                text_in,
            )
    if record.title is None:
        record.title = text_in(paper.get("titles"))
    for path in (("journalInfo", "journal"), ("container", "title")):
        record.venue = record.venue or text_in(_within(paper, *path))
    _inspire(paper, record)


def _inspire(paper: Object, record: Record) -> None:
    """Fill in what INSPIRE gives as lists of objects, and DOAJ its DOI among other identifiers."""
    record.doi = record.doi or text_in(paper.get("dois"))
    record.arxiv = record.arxiv or text_in(paper.get("arxiv_eprints"))
    ids = paper.get("identifier")
    for item in ids if isinstance(ids, list) else ():
        if isinstance(item, dict) and str(item.get("type")).lower() == "doi":
            record.doi = record.doi or text_in(item.get("id"))
        elif isinstance(item, str) and item.startswith("arXiv:"):
            record.arxiv = record.arxiv or item
    published = paper.get("publication_info")
    for item in published if isinstance(published, list) else ():
        record.venue = record.venue or text_in(_within(item, "journal_title"))
        record.year = record.year or _within(item, "year")


def _from_index(index: Object) -> str:
    """Put the words of an inverted index (word → positions) back in their order."""
    words = [
        (place, word)
        for word, places in index.items()
        if isinstance(places, list)
        for place in places
        if isinstance(place, int)
    ]
    return " ".join(word for _, word in sorted(words))

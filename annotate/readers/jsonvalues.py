"""Read single values of JSON: texts, names, links and years in the shapes services give them."""

from ast import literal_eval
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, TypeVar

from annotate.readers.people import given_first, joined, split_names

__all__ = ["first", "link_in", "names_in", "paragraphs_in", "text_in", "year_in"]

T = TypeVar("T")

_TEXT_KEYS = ("value", "p", "#text", "text", "name", "title", "en")
_NAME_KEYS = "name display_name fullName full_name fullname literal creator text".split()
_NAME_PAIRS = (
    ("given", "family"),
    ("firstName", "lastName"),
    ("first", "last"),
    ("givenName", "familyName"),
    ("first_name", "last_name"),
    ("forename", "surname"),
)


def first(values: Iterable[Any] | None, read: Callable[[Any], T]) -> T | None:
    """Return the first value that reads as something, None when none does."""
    for value in values or ():
        found = read(value)
        if found:
            return found
    return None


def text_in(value: object) -> str | None:
    """Return the text of a value that services give as text, as a list of one, or as an object."""
    if isinstance(value, str):
        return value if value.strip() else None
    if isinstance(value, list):
        return first(value, text_in)
    if isinstance(value, dict):
        return first(
            map(value.get, ("value", "p", "#text", "text", "name", "title", "en")), text_in
        )
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def paragraphs_in(value: object) -> str | None:
    """Return a text, or the texts of a list as paragraphs, as full texts have them."""
    if isinstance(value, list) and all(map(_is_paragraph, value)):
        texts = [item["text"] if isinstance(item, dict) else item for item in value]
        return "\n\n".join(text.strip() for text in texts if text.strip()) or None
    return text_in(value)


def _is_paragraph(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and type(value.get("text")) is str)


def link_in(value: object) -> str | None:
    """Return the first web address of a value, a list or an object."""
    if isinstance(value, dict):
        value = value.get("url") or value.get("href") or value.get("value")
    if isinstance(value, list):
        return first(value, link_in)
    return value if isinstance(value, str) and "://" in value else None


def names_in(value: object) -> list[str]:
    """Return the authors, given names first, of a text, a list of texts or a list of objects."""
    if isinstance(value, str):
        listed = _literal(value)
        return split_names(value) if listed is None else names_in(listed)
    if isinstance(value, dict):
        inner = value.get("authors") or value.get("author") or value.get("value")
        return names_in(inner) if isinstance(inner, list | str) else [_name(value)]
    if isinstance(value, list):
        return [name for name in map(_name, value) if name]
    return []


def _literal(value: str) -> list[Any] | None:
    """Return the list that a text spells, as tables hold what was a list in pandas or JSON."""
    if not (value.startswith("[") and value.endswith("]") and len(value) < 100_000):
        return None
    try:
        found = literal_eval(value)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return found if isinstance(found, list) else None


def _name(value: object) -> str:
    if isinstance(value, str):
        return given_first(value)
    if isinstance(value, list):  # arXiv's snapshot: [family, given, suffix]
        parts = [part for part in value[:3] if isinstance(part, str)]
        return joined(*parts[1:2], *parts[:1], *parts[2:])
    if not isinstance(value, dict) or value.get("creatorType", "author") != "author":
        return ""
    if isinstance(value.get("author"), dict | str):
        return _name(value["author"])
    for given, family in _NAME_PAIRS:
        if isinstance(value.get(family), str):
            keys = (given, "given-name", "non-dropping-particle", family, "suffix")
            return joined(*(value[key] for key in keys if isinstance(value.get(key), str)))
    name = next((value[key] for key in _NAME_KEYS if isinstance(value.get(key), str)), "")
    return given_first(name)


def year_in(value: object) -> object:
    """Return what holds the year: dates as lists, as texts and as milliseconds since 1970."""
    if isinstance(value, dict):
        return first([value.get(key) for key in ("date-parts", "raw", "literal", "value")], year_in)
    if isinstance(value, list):
        return first(value, year_in)
    if isinstance(value, int | float) and 1e11 < value < 1e13:
        return datetime.fromtimestamp(value / 1000, UTC).year
    return value

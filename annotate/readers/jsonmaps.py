"""Find the papers in an object that holds several: groups, maps by id or title, and columns."""

import re
from collections.abc import Iterator
from typing import Any

from annotate.readers.columns import choose, field_of
from annotate.readers.jsonrecords import ARXIV_ID, Object, unwrapped
from annotate.readers.jsonstream import CONTAINERS

__all__ = ["flattened"]

_DEEPEST = 4
_TELLING = frozenset("content abstract_inverted_index titles".split())
_ID = re.compile(rf"{ARXIV_ID.pattern}|(?:doi:)?10\.\d{{4,9}}/\S+|https?://\S+", re.IGNORECASE)
_PROSE = 80
_TITLE_WORDS = 3


def flattened(value: Object) -> list[Object]:
    """Return the papers in an object: itself, or what it holds when it is no paper."""
    return list(_papers(value, 0)) or [value]


def _papers(value: Object, depth: int) -> Iterator[Object]:
    if _is_paper(value) and not _is_group(value):
        yield from _rows(value)
        return
    if _maps_abstracts(value):
        yield from (_keyed(key, {"abstract": text}) for key, text in value.items())
        return
    for key, inner in value.items() if depth < _DEEPEST else ():
        if key in CONTAINERS or isinstance(inner, dict) or depth == 0:
            for item in inner if isinstance(inner, list) else [inner]:
                if isinstance(item, dict):
                    yield from _papers(_keyed(key, item) if item is inner else item, depth + 1)


def _is_paper(value: Object) -> bool:
    """Tell whether an object has a title or an abstract of its own, wrapped or not."""
    keys = unwrapped(value).keys()
    names = {field for key in keys if (field := field_of(key))}
    return not names.isdisjoint(("title", "abstract")) or not keys.isdisjoint(_TELLING)


def _is_group(value: Object) -> bool:
    """Tell a session or a day, which has a title too, from the papers that it holds."""
    chosen = choose(value, {})
    if isinstance(value.get("content"), dict) or any(map(value.get, chosen.get("abstract", ()))):
        return False
    lists = [value[key] for key in CONTAINERS & value.keys() if isinstance(value[key], list)]
    return any(isinstance(item, dict) and _is_paper(item) for items in lists for item in items[:1])


def _rows(value: Object) -> Iterator[Object]:
    """Yield the rows of an object whose values are columns, as pandas writes tables; or itself."""
    chosen = choose(value, {})
    columns = [value[names[0]] for field in ("title", "abstract") if (names := chosen.get(field))]
    if len(columns) == 2 and all(isinstance(column, list) for column in columns):
        places: list[Any] = list(range(len(columns[0])))
        same = len(columns[0]) == len(columns[1]) > 1
    elif len(columns) == 2 and all(isinstance(column, dict) for column in columns):
        places = list(columns[0])
        same = columns[0].keys() == columns[1].keys() and all(map(str.isdigit, places))
    else:
        same = False
    if not same:
        yield value
        return
    kind = type(columns[0])
    whole = {
        name: column
        for name, column in value.items()
        if isinstance(column, kind) and len(column) == len(places)
    }
    for place in places:
        yield {name: column[place] for name, column in whole.items()}


def _maps_abstracts(value: Object) -> bool:
    """Tell whether an object's keys are titles or ids, and its values their abstracts."""
    if not value or not all(isinstance(text, str | None) for text in value.values()):
        return False
    texts = [text for text in value.values() if text]
    long = sum(len(text) >= _PROSE and not text.lstrip().startswith("|") for text in texts)
    named = sum(_ID.fullmatch(key) is not None or _is_title(key) for key in value)
    return long >= len(value) / 2 and named >= len(value) / 2


def _is_title(key: str) -> bool:
    return len(key.split()) >= _TITLE_WORDS or any("\u2e80" <= char <= "\u9fff" for char in key)


def _keyed(key: str, paper: Object) -> Object:
    """Return a paper with what its key tells of it and it doesn't: its id or its title."""
    chosen = choose(paper, {})
    if not chosen.get("abstract"):
        return paper
    if _ID.fullmatch(key):
        link = "://" in key
        field = "url" if link else "arxiv" if ARXIV_ID.fullmatch(key) else "doi"
        return paper if chosen.get(field) else paper | {field: key}
    return paper | {"title": key} if not chosen.get("title") and _is_title(key) else paper

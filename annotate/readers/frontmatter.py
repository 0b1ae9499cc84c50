"""Pages with YAML front matter (Jekyll, Hugo; PMLR's posts) and lists of papers in YAML."""

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from typing import Any

import yaml

from annotate.errors import InputError
from annotate.readers.blocks import blocks
from annotate.readers.document import Document
from annotate.readers.jsonmaps import flattened
from annotate.readers.jsonrecords import record_of
from annotate.readers.labelled import read_labelled
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.tidy import one_line

__all__ = ["read_page", "read_yaml"]

_DEEPEST = 100
_BRACKET = re.compile(r"[\[{\]}]")
_NESTED_ITEMS = re.compile(rf"(?:[-?:][ \t]+){{{_DEEPEST}}}")
_LARGEST = 32 * 1024 * 1024
_LARGEST_PAGE = 1024 * 1024
_PAGE = re.compile(
    r"---[ \t]*\n(?P<matter>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL | re.MULTILINE
)
_TOML_PAGE = re.compile(
    r"\+\+\+[ \t]*\n(?P<matter>.*?)^\+\+\+[ \t]*(?:\n|$)", re.DOTALL | re.MULTILINE
)
_COLON = re.compile(
    r"^(\w[\w-]*:[ \t]+)((?![\"'|>\[{&*!%@`#])[^\n#]*?:(?:[ \t][^\n#]*?)?)[ \t]*$(?!\n[ \t]+\S)",
    re.MULTILINE,
)
_ANCHOR = re.compile(r"(?:^|[\s\[{,])(?:&[\w-]+\s|<<\s*:)", re.MULTILINE)


class _Loader(yaml.CSafeLoader):
    """Plain data only: no merge keys, and dates stay texts."""

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Leave merge keys alone, since they can be nested to grow without bounds."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def read_page(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield the one record of a page; its abstract may stand in the body after a label."""
    text = _read(document, _LARGEST_PAGE)
    text = text.lstrip("\ufeff \n")
    page = _PAGE.match(text) or _TOML_PAGE.match(text)
    if page is None:
        raise InputError("front matter that doesn't end", document.path)
    toml = text.startswith("+++")
    value = _load_toml(page["matter"], document) if toml else _load_page(page["matter"], document)
    if not isinstance(value, dict):
        raise InputError("front matter without fields", document.path)
    record = record_of(value, 1, options.columns, marked=True)
    if record is not None and isinstance(record.venue, str):
        record.venue = record.venue.strip("*_ ")  # themes want it in italics
    if record is not None and record.abstract is None:
        body = page.string[page.end() :].split("\n")
        _fill(record, list(read_labelled(blocks(body))))
    if record is not None:
        yield record


def _load_page(matter: str, document: Document) -> Any:
    """Load front matter; values with a colon in them are texts ("title: Fold: fast")."""
    try:
        return _load(matter, document, 1)
    except InputError as error:
        quoted = _COLON.sub(lambda line: f"{line[1]}{json.dumps(line[2])}", matter)
        if quoted == matter or "mapping values" not in str(error):
            raise
    return _load(quoted, document, 1)


def _fill(record: Record, labelled: list[Record]) -> None:
    """Take what the labels of a page's body say and its front matter doesn't."""
    # Beside the original may stand a translation.
    labelled.sort(key=lambda found: _is_wide(found.abstract) != _is_wide(record.title))
    for name in ("abstract", "authors", "year", "url", "doi", "arxiv"):
        values = [getattr(found, name) for found in labelled]
        setattr(record, name, getattr(record, name) or next(filter(None, values), None))


def _is_wide(value: object) -> bool:
    """Tell whether a text is in a script without blanks, as Chinese."""
    text = value if isinstance(value, str) else ""
    return sum("\u2e80" <= char <= "\u9fff" for char in text) > 0.2 * len(text)


def read_yaml(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each paper of a YAML list, at the top or under a key."""
    value = _load(_read(document, _LARGEST), document, 0)
    for item in value if isinstance(value, list) else [value]:
        for paper in flattened(item) if isinstance(item, dict) else ():
            record = record_of(paper, None, options.columns, marked=True)
            if record is not None:
                yield record


def _read(document: Document, largest: int) -> str:
    with document.text() as stream:
        text = stream.read(largest + 1)
    if len(text) > largest:
        raise InputError(f"YAML of more than {largest // 1024 // 1024} MB", document.path)
    return text


def _depth(text: str) -> int:
    if text.count("[") + text.count("{") <= _DEEPEST:
        return 0
    depth = deepest = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest


def _load_toml(text: str, document: Document) -> dict[str, Any]:
    try:
        value = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"no TOML ({one_line(str(error))})", document.path) from error
    return {key: str(item) if isinstance(item, date) else item for key, item in value.items()}


def _load(text: str, document: Document, lines_before: int) -> Any:
    if _ANCHOR.search(text) and text.count("*") > 100:
        raise InputError("YAML with many aliases: refused", document.path)
    # The C parser calls itself for each level, without asking how deep it is already.
    if _depth(text) > _DEEPEST or _NESTED_ITEMS.search(text):
        raise InputError("YAML nested too deeply: refused", document.path)
    try:
        return yaml.load(text, _Loader)  # noqa: S506  # a safe loader
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 + lines_before if mark else None
        problem = one_line(getattr(error, "problem", None)) or "values that can't be read"
        raise InputError(f"no YAML ({problem})", document.path, line) from error

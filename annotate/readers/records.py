"""What passes between a format and the rest: raw records in, papers and problems out."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["Broken", "Kind", "Problem", "ReadOptions", "Record"]

LONGEST_ABSTRACT = 1_000_000
"""Characters; what is longer is a file that was not split, and no abstract."""


class Kind(StrEnum):
    """Why something that was read is no paper."""

    NO_ABSTRACT = "no abstract"
    BROKEN = "broken record"
    SKIPPED = "skipped file"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read: what to force, and how strictly.

    `format` names one of `FORMATS`; `columns` maps a field ("abstract", "title", …) to the column
    or key that holds it; `encoding` is a codec's name; `strict` makes a broken record fatal.
    """

    format: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    strict: bool = False
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A record without an abstract, a broken record, or a file of a folder that is no list.

    `line` (of the uncompressed text) and `position` (of the record) are 1-based, None when unknown.
    """

    kind: Kind
    path: str
    reason: str
    line: int | None = None
    position: int | None = None
    title: str | None = None

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        name = self.title
        if name is None and self.kind is Kind.NO_ABSTRACT and self.position is not None:
            name = f"record {self.position}"  # one line may hold them all
        return f"{place}: {self.reason}" + (f" ({name})" if name else "")


@dataclass(slots=True)
class Record:
    """One record as a format gives it: fields rendered to plain text, but not yet tidied.

    `year` may be any text with a year in it; `authors` is a list of names or one joined text;
    `arxiv` is an arXiv id, of which a URL is made where the record has none. `verbatim` tells
    that the abstract is to be kept letter by letter, as its id is made of it elsewhere too.
    """

    line: int | None = None
    abstract: object = None
    title: object = None
    authors: object = None
    year: object = None
    venue: object = None
    url: object = None
    doi: object = None
    arxiv: object = None
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that could not be read, with its 1-based line."""

    line: int | None
    reason: str


_PLACEHOLDER = re.compile(
    r"""[\s\[({"'<*_-]*(?:
        n\s*/?\s*a | none | null | nan | nil | tb[ac] | to\ be\ (?:added|announced) | unknown
      | (?:no|without)\ (?:an?\ )?abstract(?:\ (?:is\ |was\ )?(?:available|provided|found|given))?
      | (?:the\ )?abstracts?\ (?:is\ |was\ |are\ )?(?:not|un)\ ?-?(?:available|provided|found|given)
      | (?:not|un)\ ?(?:available|provided) | missing(?:\ abstract)? | abstract(?:\ missing)?
      | 暂无摘要 | 无摘要 | 无 | 抄録なし
    )?[\s\])}"'>*_.:!-]*""",
    re.VERBOSE | re.IGNORECASE,
)


def is_placeholder(abstract: str) -> bool:
    """Tell whether the whole text stands for "there is none" ("n/a", "-", "[No abstract]").

    A short text without a letter says nothing either.
    """
    return len(abstract) < 80 and (
        _PLACEHOLDER.fullmatch(abstract) is not None or not any(map(str.isalpha, abstract))
    )

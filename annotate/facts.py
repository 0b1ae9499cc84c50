"""The records that pass between the rooms: papers, answers, attempts and checked facts."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from annotate.schema import Annotation, Attribution, Contribution, Metric, Role

__all__ = [
    "Answer",
    "Attempt",
    "Bound",
    "CheckedAnnotation",
    "CheckedClaim",
    "CheckedHardware",
    "Evidence",
    "Outcome",
    "Paper",
    "Support",
    "arxiv_id",
    "folded",
    "id_of",
    "paper_id",
]


class Evidence(StrEnum):
    """How the words given as evidence were found in the abstract."""

    EXACT = "exact"
    NORMALISED = "normalised"
    FUZZY = "fuzzy"
    AMBIGUOUS = "ambiguous"
    MISSING = "missing"


class Support(StrEnum):
    """How far a claim is proven.

    verified: evidence found, number in its quote, the rules reading agrees; grounded: evidence
    found and number in its quote; unsupported: anything less.
    """

    VERIFIED = "verified"
    GROUNDED = "grounded"
    UNSUPPORTED = "unsupported"


class Bound(StrEnum):
    """What the hedge before a number makes of it."""

    EXACT = "exact"
    UP_TO = "up_to"
    AT_LEAST = "at_least"
    APPROX = "approx"
    RANGE = "range"


class Outcome(StrEnum):
    """What became of one HTTP attempt."""

    OK = "ok"
    INVALID = "invalid"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    FILTERED = "filtered"
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    AUTH = "auth"
    BAD_REQUEST = "bad_request"
    SERVER_ERROR = "server_error"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    BUDGET = "budget"


_RARE_ASCII_SPACES: tuple[str, ...] = ("\t", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x1f")
_RARE_SPACES = (*_RARE_ASCII_SPACES, "\x85", "\u1680", "\u2028", "\u2029")
"""All white space that NFKC leaves, but for blanks and line ends."""


def folded(abstract: str) -> str:
    """Return the abstract after NFKC and with each run of white space as one blank."""
    spaces = _RARE_ASCII_SPACES
    if not abstract.isascii():
        abstract = unicodedata.normalize("NFKC", abstract)
        spaces = _RARE_SPACES
    # Looking for what is rare, and replacing what is common, costs a third of splitting; and a pair
    # of common characters is found to be absent in half the time from the end.
    abstract = abstract.replace("\n", " ")
    while abstract.rfind("  ") >= 0:
        abstract = abstract.replace("  ", " ")
    for space in spaces:
        if space in abstract:
            return " ".join(abstract.split())
    return abstract.strip()


_SHA256 = hashlib.sha256()
"""Copied for each abstract, as OpenSSL looks the algorithm up whenever one is made."""


def paper_id(abstract: str) -> str:
    """Return the first 16 hex digits of sha256 over the folded abstract."""
    return id_of(folded(abstract).encode("utf-8", "surrogatepass"))


def id_of(words: bytes) -> str:
    """Return the `paper_id` of an abstract that is folded and encoded."""
    digest = _SHA256.copy()
    digest.update(words)
    return digest.digest()[:8].hex()


_ARXIV_ID = re.compile(
    r"(?:arxiv(?:\.org)?[.:/\s]+(?:(?:abs|pdf|html)/)?|^\s*)"
    r"(?:(\d{4}\.\d{4,5})|([a-z-]+)(?:\.[a-z]{2})?(/\d{7}))(?:v\d+)?(?:\.pdf)?(?=$|[\s?#,;:)\]}])",
    re.IGNORECASE,
)


def arxiv_id(text: str) -> str | None:
    """Return the arXiv id, without its version, of a URL, DOI or id; None when there is none.

    >>> arxiv_id("https://arxiv.org/pdf/2301.00001v2.pdf")
    '2301.00001'
    """
    found = _ARXIV_ID.search(text)
    if found is None:
        return None
    # math.GT/0309136 and math/0309136 are one paper: the subject class is no part of old ids.
    return found[1] or (found[2] + found[3]).lower()


# Not frozen: that would make it five times as slow to make, and there are millions of these.
@dataclass(slots=True, unsafe_hash=True)
class Paper:
    """One abstract and where it stood; `position` is its 1-based place in `source`.

    Its fields are never set anew: `dataclasses.replace` makes another one.
    """

    id: str
    abstract: str
    title: str | None = None
    year: int | None = None
    venue: str | None = None
    url: str | None = None
    doi: str | None = None
    authors: str | None = None
    source: str | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One HTTP request and what became of it; `started_at` is ISO 8601 in UTC."""

    number: int
    started_at: str
    seconds: float
    outcome: Outcome
    http_status: int | None = None
    finish_reason: str | None = None
    model: str | None = None
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    cost_usd: float | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an annotator returned for one paper: its reading or why there is none."""

    annotation: Annotation | None
    attempts: tuple[Attempt, ...] = ()
    error: str | None = None
    flags: tuple[str, ...] = ()


# Not frozen either, nor set anew.
@dataclass(slots=True, unsafe_hash=True)
class CheckedHardware:
    """A device as written and as known; `[quote_start, quote_end)` counts code points."""

    name: str
    device: str | None
    kind: str | None
    count: int | None
    role: Role | None
    quote_start: int | None
    quote_end: int | None
    evidence: Evidence


@dataclass(slots=True, unsafe_hash=True)
class CheckedClaim:
    """A claim with its number parsed and its evidence found.

    `[quote_start, quote_end)` counts code points of the stored abstract, and `quote` is that slice
    when the evidence was found, else the words that were given. `factor` is dimensionless, > 1 is
    better, None for an absolute figure.
    """

    metric: Metric
    value: str
    low: float | None
    high: float | None
    unit: str | None
    bound: Bound | None
    factor: float | None
    baseline: str | None
    setting: str | None
    device: str | None
    attribution: Attribution
    quote: str
    quote_start: int | None
    quote_end: int | None
    evidence: Evidence
    support: Support
    flags: tuple[str, ...] = ()


@dataclass(slots=True, unsafe_hash=True)
class CheckedAnnotation:
    """Everything that is stored of one reading of one paper; `data` is the answer as given.

    `rows` are those of the prompt's own table, for a schema that isn't annotate's.
    """

    status: str
    method: str | None = None
    method_full_name: str | None = None
    contribution: Contribution | None = None
    task: str | None = None
    data: dict[str, Any] | None = None
    flags: tuple[str, ...] = ()
    error: str | None = None
    hardware: tuple[CheckedHardware, ...] = field(default=())
    claims: tuple[CheckedClaim, ...] = field(default=())
    rows: tuple[dict[str, Any], ...] = field(default=())

"""DOIs, arXiv ids and years, whatever they are wrapped in."""

import html
import re

from annotate.facts import arxiv_id

__all__ = ["arxiv_url", "arxiv_year", "normal_doi", "unescaped", "year_of"]

# Older DOIs of Wiley and others hold "<2::aid-asi3>" and what follows it; other angles end a DOI.
_DOI = re.compile(
    r"10\.\d{4,9}/[^\s\"<>{}|\\^`]+"
    r"(?:<\d*:[\w:.+-]*>\d\.\d\.(?:co|tx);2(?:-[\w#])?)?",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"\{\\([_%&#$])\}|\\([_%&#$])")
_YEAR = re.compile(
    r"(?<!\d)(1[5-9]\d\d|20\d\d)(?:(?!\d)|(?=(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)))"
)


def unescaped(value: str) -> str:
    r"""Return an identifier or address without LaTeX's escapes ("a\_b", "a{\_}b" → "a_b")."""
    return _ESCAPED.sub(lambda mark: mark[1] or mark[2], value) if "\\" in value else value


def normal_doi(value: str) -> str | None:
    """Return the bare DOI in lower case ("https://doi.org/10.1/AB" → "10.1/ab"), None if none."""
    value = unescaped(value)
    if "%2" in value:
        value = value.replace("%2F", "/").replace("%2f", "/")
    if "&lt;" in value:
        value = html.unescape(value)
    found = _DOI.search(value)
    if found is None:
        return None
    doi = found[0].rstrip(".,;:'")
    if doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = doi[:-1]
    return doi.lower()


def arxiv_url(value: str) -> str | None:
    """Return the page of an arXiv id, without its version; None when `value` holds no such id."""
    found = arxiv_id(value)
    return None if found is None else f"https://arxiv.org/abs/{found}"


def arxiv_year(url: str | None) -> int | None:
    """Return the year that an arXiv address tells, None for any other address."""
    number = arxiv_id(url) if url is not None and "arxiv" in url else None
    if number is None:
        return None
    digits = int(number.rpartition("/")[2][:2])
    return digits + (1900 if digits > 90 else 2000)


def year_of(value: object) -> int | None:
    """Return the first year from 1500 to 2099 that stands in the value, None if there is none."""
    if isinstance(value, int):
        return value if 1500 <= value < 2100 else None
    if isinstance(value, float):
        return year_of(int(value)) if 0 < value < 1e4 else None
    found = _YEAR.search(value) if isinstance(value, str) else None
    return None if found is None else int(found[1])

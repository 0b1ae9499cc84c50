"""Say a claim in words that fit a table: its value, its place, its link."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlsplit

from annotate.facts import Bound, Paper
from annotate.language.cells import visible
from annotate.language.latex import clean

__all__ = [
    "figure",
    "heading",
    "metric_words",
    "paper_link",
    "place",
    "readable",
    "shortened",
    "value_words",
]

_HEDGES = {Bound.UP_TO: "up to ", Bound.AT_LEAST: "at least ", Bound.APPROX: "about "}


def shortened(text: str | None, limit: int) -> str:
    """Return foreign text with its control characters made visible, at most `limit` long."""
    seen = visible(text or "")
    return seen if len(seen) <= limit else seen[: limit - 1] + "…"


def readable(text: str | None, limit: int) -> str:
    """Return foreign text with its LaTeX and Markdown rendered, at most `limit` long."""
    return shortened(clean(text or "").text, limit)


def heading(paper: Paper, limit: int) -> str:
    """Return the title of a paper, or, where it has none, the first words of its abstract."""
    if paper.title:
        return readable(paper.title, limit)
    words = clean(paper.abstract).text[:100].rpartition(" ")[0]
    return shortened(f"“{words}…”", limit) if words else "Untitled"


def figure(value: float) -> str:
    """Return a number as people write it: no trailing zeros, thousands apart.

    >>> figure(4.0), figure(4.49), figure(12000.0), figure(1e12)
    ('4', '4.49', '12,000', '1e+12')
    """
    if 1000 <= abs(value) < 1e9:
        return f"{value:,.10g}"
    return f"{value:.6g}"


def value_words(row: Mapping[str, Any]) -> str:
    """Return the parsed number with its hedge and unit, or the value as written without one.

    >>> value_words({"low": 3, "high": 5, "unit": "x", "bound": "range", "value": "3--5x"})
    '3–5×'
    """
    low, high = row["low"], row["high"]
    if low is None:
        return shortened(row["value"], 120)
    number = figure(low) if high is None or high == low else f"{figure(low)}–{figure(high)}"
    unit = {"x": "×", "%": " %", None: "", "": ""}.get(row["unit"], f" {row['unit']}")
    hedge = _HEDGES.get(Bound(row["bound"]), "") if row["bound"] else ""
    return shortened(f"{hedge}{number}{unit}", 120)


def metric_words(metric: str) -> str:
    """Return a metric as two words where it is two."""
    return metric.replace("_", " ")


def place(paper: Paper) -> str:
    """Return where a paper stood and appeared ("list.txt, no. 12 · ICML 2026")."""
    where = paper.source or ""
    if where and paper.position is not None:
        where += f", no. {paper.position}"
    appeared = " ".join(str(part) for part in (paper.venue, paper.year) if part)
    return shortened(" · ".join(filter(None, (where, appeared))), 300)


def paper_link(paper: Paper) -> str:
    """Return a web address of the paper, or "" where none is known that a browser may follow."""
    if paper.url and _is_web(paper.url):
        return paper.url
    doi = (paper.doi or "").strip()
    if doi.startswith("10."):
        return f"https://doi.org/{quote(doi, safe='/:;()._-')}"
    return ""


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and url.isprintable()

"""The claims and abstracts as JSON that can stand inside a page."""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from annotate.facts import Evidence, Paper, Support
from annotate.language.cells import visible
from annotate.language.latex import CleanText, clean
from annotate.report.wording import (
    heading,
    paper_link,
    place,
    readable,
    shortened,
    value_words,
)

__all__ = ["CLAIM_FIELDS", "PAPER_FIELDS", "embedded", "script_json"]

Row = Mapping[str, Any]

NAME, PHRASE, PASSAGE = 160, 400, 2_000
"""The longest name, phrase and passage that is shown, in code points; abstracts are whole."""

PAPER_FIELDS = ("title", "method", "task", "hardware", "where", "url", "abstract")
CLAIM_FIELDS = (
    "id",
    "paper",
    "factor",
    "shown",
    "metric",
    "device",
    "support",
    "attribution",
    "status",
    "reviewer",
    "value",
    "baseline",
    "setting",
    "quote",
    "start",
    "end",
    "evidence",
)


def embedded(rows: Sequence[Row], papers: Iterable[Paper], meanings: Mapping[str, str]) -> Markup:
    """Return what the page's script works on: papers and claims as lists in the fields' order.

    Abstracts are rendered (LaTeX, Markdown), and offsets count code points of what is shown. The
    quote is given only where it can't be read there: not found, or written otherwise. `meanings`
    says what each level of support is.
    """
    known = {paper.id: paper for paper in papers}
    places: dict[str, int] = {}
    paper_rows: list[list[Any]] = []
    claim_rows: list[list[Any]] = []
    for row in rows:
        paper = known[row["paper_id"]]
        if paper.id not in places:
            places[paper.id] = len(paper_rows)
            paper_rows.append(_paper(paper, row))
        claim_rows.append(_claim(row, places[paper.id], clean(paper.abstract)))
    data = {
        "paperFields": PAPER_FIELDS,
        "claimFields": CLAIM_FIELDS,
        "meanings": dict(meanings),
        "papers": paper_rows,
        "claims": claim_rows,
    }
    return script_json(data)


def script_json(data: Any) -> Markup:
    """Return JSON that ends no script element and holds no line end that JavaScript knows.

    >>> script_json("</script>")
    Markup('"\\\\u003c/script\\\\u003e"')
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 (every sign that HTML knows is escaped)


def _paper(paper: Paper, row: Row) -> list[Any]:
    return [
        heading(paper, PHRASE),
        shortened(row["method"], NAME),
        readable(row["task"], PHRASE),
        shortened(row["hardware"], PASSAGE),
        place(paper),
        paper_link(paper),
        visible(clean(paper.abstract).text),
    ]


def _claim(row: Row, paper: int, abstract: CleanText) -> list[Any]:
    marked = _place(row, abstract)
    read = marked is not None and abstract.text[slice(*marked)] == row["quote"]
    return [
        row["claim_id"],
        paper,
        None if row["factor"] is None else float(f"{row['factor']:.6g}"),
        value_words(row),
        row["metric"],
        shortened(row["device"], NAME),
        row["support"] or Support.UNSUPPORTED,
        row["attribution"],
        row["status"],
        shortened(row["reviewer"], NAME),
        shortened(row["value"], PHRASE),
        readable(row["baseline"], PHRASE),
        readable(row["setting"], PHRASE),
        "" if read else shortened(row["quote"], PASSAGE),
        *(marked or (None, None)),
        row["evidence"] or Evidence.MISSING,
    ]


def _place(row: Row, abstract: CleanText) -> tuple[int, int] | None:
    start, end = row["quote_start"], row["quote_end"]
    if start is None or end is None:
        return None
    # Every sign is marked whose original reaches into the quote.
    first, last = bisect_right(abstract.ends, start), bisect_left(abstract.starts, end)
    return (first, last) if first < last else None

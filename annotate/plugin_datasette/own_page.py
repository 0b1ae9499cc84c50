"""From the rows of a schema of one's own to what its template shows; everything is text."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from annotate.facts import Evidence
from annotate.language.cells import visible
from annotate.plugin_datasette.own_desk import PREFIX, OwnDesk
from annotate.plugin_datasette.page import EVIDENCE, NAME, PASSAGE
from annotate.report.wording import figure, heading, paper_link, place, shortened
from annotate.review.own_desk import own_pieces
from annotate.store.labels import Label

__all__ = ["own_page"]

Row = Mapping[str, Any]
Link = Callable[[Mapping[str, Any]], str]

_LINE = 60
"""Code points up to which a text is asked for on one line."""


def own_page(desk: OwnDesk, link: Link, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the template's `page`; `form` is what was typed and refused, if anything was."""
    row, paper = desk.row, desk.paper
    shown: dict[str, Any] = {
        "table": desk.view.name,
        "title": _words(desk.view.prompt),
        "reviewed": desk.reviewed,
        "rows": desk.rows,
        "next_url": "" if desk.next_row is None else link({"row": desk.next_row}),
        "done": None if desk.done is None else _brief(desk, desk.done),
        "paper": None,
        "empty": "Every row is reviewed." if desk.rows else "No row was read into this table yet.",
        "elsewhere": False,
    }
    if paper is None or row is None:
        return shown
    return shown | {
        "paper": {
            "title": heading(paper, PASSAGE),
            "where": place(replace(paper, source=desk.source)),
            "link": paper_link(paper),
        },
        "pieces": _pieces(desk),
        "row": _brief(desk, row)
        | {
            "reviewer": shortened(row["reviewer"], NAME),
            "evidence_words": _evidence(desk, row),
            "fields": [_field(desk, row, name, form) for name in desk.view.fields],
        },
        "beside": [
            _brief(desk, other)
            | {"url": link({"row": other["id"]}), "current": other["id"] == row["id"]}
            for other in desk.beside
        ],
        "history": [_said(label) for label in desk.history],
    }


def _words(name: str) -> str:
    return name.replace("_", " ")


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return figure(value)
    return "" if value is None else str(value)


def _brief(desk: OwnDesk, row: Row) -> dict[str, Any]:
    facts = [name for name in desk.view.fields if name not in desk.view.quotes]
    words = " · ".join(filter(None, (_cell(row[name]) for name in facts)))
    return {
        "id": row["id"],
        "shown": shortened(words, NAME) or "nothing",
        "support": row.get("support") or "unsupported",
        "status": row["status"],
    }


def _evidence(desk: OwnDesk, row: Row) -> str:
    found = [EVIDENCE[_level(row[f"{name}_evidence"])] for name in desk.view.quotes]
    return " · ".join(dict.fromkeys(found)) or "no quote is asked for"


def _level(text: Any) -> Evidence:
    return Evidence(text) if text in set(Evidence) else Evidence.MISSING


def _field(desk: OwnDesk, row: Row, name: str, form: Mapping[str, str]) -> dict[str, Any]:
    value = "" if row[name] is None else str(row[name])
    return {
        "name": PREFIX + name,
        "words": _words(name),
        "typed": form.get(PREFIX + name, value),
        "shown": shortened(value, PASSAGE),
        "long": name in desk.view.quotes or len(value) > _LINE,
        "number": desk.view.fields[name] is not str,
    }


def _pieces(desk: OwnDesk) -> list[dict[str, Any]]:
    if desk.paper is None or desk.row is None:
        return []
    return [
        {
            "text": visible(piece.text),
            "kind": piece.kind.value,
            "current": desk.row["id"] in piece.claim_ids,
        }
        for piece in own_pieces(desk.view, desk.beside, desk.paper.abstract)
    ]


def _said(label: Label) -> dict[str, Any]:
    moment = label.created_at or ""
    return {
        "verdict": label.verdict,
        "value": shortened(label.value, NAME) if label.verdict == "correct" else "",
        "reviewer": shortened(label.reviewer, NAME),
        "note": shortened(label.note, NAME),
        "created_at": moment,
        "when": moment[:16].replace("T", " "),
    }

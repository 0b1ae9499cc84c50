"""From what was read to what the template shows; everything foreign is text."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from annotate.facts import CheckedClaim, Evidence
from annotate.language.cells import visible
from annotate.language.highlight import EvidenceSpan, Kind, segments
from annotate.plugin_datasette.desk import Asked, Desk
from annotate.report.wording import (
    figure,
    heading,
    metric_words,
    paper_link,
    place,
    shortened,
    value_words,
)
from annotate.review.verdicts import CORRECTABLE, NAMES
from annotate.schema import Attribution, Metric
from annotate.store.labels import Label
from annotate.store.reviewing import PaperFacts, devices, said_of, status_of

__all__ = ["EVIDENCE", "NAME", "PASSAGE", "page"]

Row = Mapping[str, Any]
Link = Callable[[Mapping[str, Any]], str]

NAME, PASSAGE = 200, 2_000

_REASONS = {
    None: "Everything",
    "unsupported": "Unsupported",
    "disagreement": "Readings differ",
    "unreviewed": "The rest",
}
EVIDENCE = {
    Evidence.EXACT: "quote found word for word",
    Evidence.NORMALISED: "quote found, apart from mark-up or spacing",
    Evidence.FUZZY: "quote found nearly word for word",
    Evidence.AMBIGUOUS: "quote stands in more than one place",
    Evidence.MISSING: "quote not found in the abstract",
}
_READERS = {Kind.MODEL: "model", Kind.RULES: "rules", Kind.BOTH: "model and rules"}


def page(desk: Desk, asked: Asked, link: Link, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the template's `page`; `form` is what was typed and refused, if anything was."""
    facts, claim = desk.facts, desk.claim
    shown: dict[str, Any] = {
        "reviewed": desk.reviewed,
        "claims": desk.claims,
        "reason": asked.reason or "",
        "reasons": list(_reasons(desk, asked, link)),
        "next_url": _next(desk, asked, link),
        "done": _done(desk.done),
        "paper": None,
        "empty": _empty(desk, asked),
        "elsewhere": asked.reason is not None or asked.claim is not None or asked.paper is not None,
    }
    if facts is None:
        return shown
    return shown | {
        "paper": {
            "id": facts.paper.id,
            "title": heading(facts.paper, PASSAGE),
            "where": place(replace(facts.paper, source=desk.source)),
            "link": paper_link(facts.paper),
        },
        **_evidence(facts, claim),
        "claim": None if claim is None else _claim(claim, form),
        "paper_claims": [
            _brief(row)
            | {"url": link(_target(asked, claim=row["claim_id"])), "current": row == claim}
            for row in facts.claims
        ],
        "said": asked.said,
        "names": list(_names(facts, form)),
        "devices": list(_devices(facts, form)),
        "new_device": _refused(form, "hardware", "") or "",
        "history": [_said(label) for label in facts.labels],
        "metrics": [(metric.value, metric_words(metric)) for metric in Metric],
        "attributions": [(Attribution.OWN, "the paper’s own"), (Attribution.PRIOR, "prior work’s")],
        "adding": _typed(form) if form.get("verdict") == "add" else None,
    }


def _empty(desk: Desk, asked: Asked) -> str:
    if asked.claim is not None or asked.paper is not None:
        return "This isn’t in the database any more."
    if not desk.claims:
        return "No claim was read yet."
    return "Every claim is reviewed." if desk.reviewed == desk.claims else "Nothing waits here."


def _target(asked: Asked, **more: Any) -> dict[str, Any]:
    return {"reason": asked.reason, **more}


def _reasons(desk: Desk, asked: Asked, link: Link) -> Iterator[dict[str, Any]]:
    for reason, words in _REASONS.items():
        count = sum(desk.waiting.values()) if reason is None else desk.waiting[reason]
        current = reason == asked.reason
        yield {"words": words, "count": count, "url": link({"reason": reason}), "current": current}


def _next(desk: Desk, asked: Asked, link: Link) -> str:
    return "" if desk.next_claim is None else link(_target(asked, claim=desk.next_claim))


def _done(row: Row | None) -> dict[str, Any] | None:
    if row is None:
        return None
    words = f"{value_words(row)} {metric_words(row['metric'])}"
    if row["method"]:
        words += f", {shortened(row['method'], 60)}"
    return {"claim_id": row["claim_id"], "status": row["status"], "words": words}


def _evidence(facts: PaperFacts, claim: Row | None) -> dict[str, Any]:
    by_rules = facts.row is not None and facts.row["model"] == "rules"
    spans = [
        EvidenceSpan(row["quote_start"], row["quote_end"], Kind.MODEL, row["claim_id"])
        for row in facts.claims
    ]
    seen = {(row["metric"], row["low"], row["high"], row["unit"]) for row in facts.claims}
    rules = () if by_rules or facts.rules is None else facts.rules.claims
    spans += [EvidenceSpan(c.quote_start, c.quote_end, Kind.RULES) for c in rules]
    current = None if claim is None else claim["claim_id"]
    words = {row["claim_id"]: f"{value_words(row)} {row['metric']}" for row in facts.claims}
    return {
        "reader": "the rules" if by_rules else "the model",
        "has_rules": bool(rules),
        "rules_only": [_rule_words(c) for c in rules if _identity(c) not in seen],
        "pieces": [
            {
                "text": visible(piece.text),
                "kind": piece.kind.value,
                "current": current in piece.claim_ids,
                "title": _title(piece.kind, [words[i] for i in piece.claim_ids]),
            }
            for piece in segments(facts.paper.abstract, spans)
        ],
    }


def _title(kind: Kind, words: list[str]) -> str:
    return ": ".join(filter(None, (_READERS.get(kind, ""), ", ".join(words))))


def _identity(claim: CheckedClaim) -> tuple[Any, ...]:
    return claim.metric.value, claim.low, claim.high, claim.unit


def _rule_words(claim: CheckedClaim) -> str:
    row = {name: getattr(claim, name) for name in ("low", "high", "unit", "bound", "value")}
    return f"{value_words(row)} {metric_words(claim.metric)}"


def _brief(row: Row) -> dict[str, Any]:
    return {
        "claim_id": row["claim_id"],
        "shown": value_words(row),
        "metric_words": metric_words(row["metric"]),
        "support": row["support"],
        "status": row["status"],
    }


def _claim(row: Row, form: Mapping[str, str]) -> dict[str, Any]:
    factor = row["factor"]
    return _brief(row) | {
        "reviewer": shortened(row["reviewer"], NAME),
        "evidence_words": EVIDENCE[Evidence(row["evidence"] or Evidence.MISSING)],
        "lost_quote": shortened(row["quote"], PASSAGE) if row["quote_start"] is None else "",
        "typed": _typed(form) if form.get("verdict") == "correct" else row,
        "facts": [
            ("as written", shortened(row["value"], PASSAGE)),
            ("factor", "" if factor is None else f"{figure(round(factor, 3))}×"),
            ("measured on", shortened(row["device"], NAME)),
            ("whose", "prior work’s" if row["attribution"] == Attribution.PRIOR else "its own"),
            ("compared with", shortened(row["baseline"], PASSAGE)),
            ("holds for", shortened(row["setting"], PASSAGE)),
        ],
    }


def _typed(form: Mapping[str, str]) -> dict[str, str]:
    return {name: form.get(name, "") for name in CORRECTABLE}


def _names(facts: PaperFacts, form: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for target in NAMES:
        value = (facts.row or {}).get(target)
        said = said_of(facts, target)
        yield _name(target, "", value, form) | {
            "words": target.capitalize(),
            "status": status_of(said),
            "reviewer": shortened(said.reviewer, NAME) if said else "",
            "evidence": "" if value or said else "none was read",
        }


def _devices(facts: PaperFacts, form: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for number, device in enumerate(devices(facts), 1):
        missing = device.evidence is Evidence.MISSING
        yield _name("hardware", device.key, device.name, form) | {
            "words": f"Device {number}",
            "status": device.status,
            "reviewer": shortened(device.reviewer, NAME),
            "evidence": "not found in the abstract" if missing else "",
        }


def _name(target: str, key: str, value: str | None, form: Mapping[str, str]) -> dict[str, Any]:
    refused = _refused(form, target, key)
    return {
        "target": target,
        "key": key,
        "value": value or "",
        "shown": shortened(value, NAME),
        "typed": (value or "") if refused is None else refused,
    }


def _refused(form: Mapping[str, str], target: str, key: str) -> str | None:
    """Return what was typed for a name and not taken, or None."""
    if (form.get("target"), form.get("key", "")) != (target, key):
        return None
    return form.get("value", "")


def _said(label: Label) -> dict[str, Any]:
    moment = label.created_at or ""
    said: dict[str, Any] = {
        "verdict": label.verdict,
        "what": label.target,
        "value": shortened(label.value, NAME),
        "reviewer": shortened(label.reviewer, NAME),
        "note": shortened(label.note, NAME),
        "created_at": moment,
        "when": moment[:16].replace("T", " "),
    }
    if label.target == "claim":
        metric, low, _, rest = [*label.key.split("|", 3), "", "", ""][:4]
        said["what"] = f"{metric_words(metric)} {low}{rest}"
        said["value"] = _claim_value(label) if label.verdict in ("correct", "add") else ""
    elif label.key:
        said["what"] = f"{label.target} {shortened(label.key, NAME)}"
    return said


def _claim_value(label: Label) -> str:
    try:
        fields = json.loads(label.value or "{}")
    except ValueError:
        return shortened(label.value, NAME)
    if not isinstance(fields, dict):
        return shortened(str(fields), NAME)
    return shortened(f"{fields.get('metric', '')} {fields.get('value', '')}".strip(), NAME)

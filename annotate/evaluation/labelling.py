"""Turn a reviewed database into labelled abstracts, and labelled abstracts into labels."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from annotate.evaluation.exchange import reading_row
from annotate.evaluation.gold import GoldClaim, GoldPaper
from annotate.facts import CheckedAnnotation, Paper, Support
from annotate.language.spans import align
from annotate.store import Label, claim_key
from annotate.store.labels import claim_value
from annotate.store.own import is_on_own_row
from annotate.store.reviewing import PaperFacts

__all__ = ["gold_labels", "gold_row", "raters", "stored_labels", "stored_paper"]

_PAPER = ("title", "abstract", "year", "venue", "url", "doi", "authors", "source", "position")
_CLAIM = (
    "metric", "value", "low", "high", "unit", "bound", "factor", "baseline", "setting", "device",
    "attribution", "quote",
)  # fmt: skip
_SETTLED = ("accepted", "corrected")


def gold_row(facts: PaperFacts) -> dict[str, Any]:
    """Return one reviewed paper as a line of a label file, with its whole history of labels.

    What people accepted, corrected or added must be found; what nobody has judged may be found
    (`*_opt`); what they rejected is left out. A label line that the paper was imported from gives
    the aliases, which a database has no columns for. `reading` is what the labels were said about,
    whole, for a database where nobody has read the paper.
    """
    newest = {(label.target, label.key): label for label in reversed(facts.labels)}
    base = _imported(newest.get(("paper", "")))
    row: dict[str, Any] = {"paper_id": facts.paper.id}
    row |= {name: value for name in _PAPER if (value := getattr(facts.paper, name)) is not None}
    row |= _names(facts, newest, base)
    row |= _hardware(facts, newest, base)
    row["claims"] = [_claim(c) for c in facts.claims if c["status"] in _SETTLED]
    row["claims_opt"] = [_claim(c) for c in facts.claims if _is_open(c)] + base.get(
        "claims_opt", []
    )
    row["absolute"] = base.get("absolute", [])
    row["labels"] = [_label(label, facts) for label in reversed(facts.labels)]
    if facts.reading is not None and facts.row is not None:
        row["reading"] = reading_row(facts.row["model"], facts.reading)
    return row


def gold_labels(gold: GoldPaper, reviewer: str) -> Iterator[Label]:
    """Yield the labels that say what `gold` says; none of them hangs on what a run has read."""

    def label(target: str, key: str, verdict: str, value: str | None) -> Label:
        return Label(
            paper_id=gold.paper_id, target=target, key=key, verdict=verdict, value=value,
            reviewer=reviewer, note="imported",
        )  # fmt: skip

    whole = gold.model_dump(mode="json", exclude_none=True, exclude={"abstract", "title"})
    yield label("paper", "", "accept", json.dumps(whole, ensure_ascii=False))
    for target, names in (("method", gold.method), ("task", gold.task)):
        yield label(target, "", "accept" if names else "reject", names[0] if names else None)
    for device in gold.hardware:
        yield label("hardware", device.device, "add", device.device)
    for claim in gold.claims:
        value = claim.model_dump(mode="json", exclude_none=True) | _evidence(gold, claim)
        yield label("claim", "", "add", claim_value(**value))


def _evidence(gold: GoldPaper, claim: GoldClaim) -> dict[str, Any]:
    if not gold.abstract or not claim.quote:
        return {}
    span = align(claim.quote, gold.abstract)
    stands = span.start is not None and bool(claim.value) and claim.value in claim.quote
    support = Support.GROUNDED if stands else Support.UNSUPPORTED
    place = {"quote_start": span.start, "quote_end": span.end}
    return place | {"evidence": str(span.evidence), "support": str(support)}


def stored_labels(row: Mapping[str, Any]) -> list[Label] | None:
    """Return the history that an exported line carries, or None for a plain label line."""
    history = row.get("labels")
    if not isinstance(history, list):
        return None
    names = ("target", "key", "verdict", "reviewer", "value", "note", "created_at")
    return [
        Label(paper_id=str(row["paper_id"]), **{n: said[n] for n in names if n in said})
        for said in history
        if isinstance(said, dict)
    ]


def stored_paper(row: Mapping[str, Any]) -> Paper | None:
    """Return the paper of a label line, or None when the line carries no abstract."""
    if not row.get("abstract"):
        return None
    more = {name: row.get(name) for name in _PAPER if name != "abstract"}
    return Paper(id=str(row["paper_id"]), abstract=str(row["abstract"]), **more)


def raters(papers: Iterable[PaperFacts]) -> dict[str, dict[str, GoldPaper]]:
    """Return what each reviewer said, as one rater each, and the shown readings by their models.

    A reviewer has read a paper when any label on it is theirs. What they left alone counts as the
    reading they saw, since a review starts from it. Labels on rows of a schema of one's own say
    nothing of the reading.
    """
    found: dict[str, dict[str, GoldPaper]] = {}
    reviewed = [
        replace(facts, labels=[label for label in facts.labels if not is_on_own_row(label)])
        for facts in papers
    ]
    people = {label.reviewer for facts in reviewed for label in facts.labels}
    for facts in reviewed:
        if facts.reading is not None and facts.row is not None:
            model = str(facts.row["model"])
            name = f"{model} (model)" if model in people else model
            found.setdefault(name, {})[facts.paper.id] = _reading(facts.paper.id, facts.reading)
        for reviewer in {label.reviewer for label in facts.labels}:
            mine = [label for label in reversed(facts.labels) if label.reviewer == reviewer]
            found.setdefault(reviewer, {})[facts.paper.id] = _as_reviewed(facts, mine)
    return found


def _as_reviewed(facts: PaperFacts, said: list[Label]) -> GoldPaper:
    data = _start(facts).model_dump(mode="json")
    for target in ("method", "task"):
        for label in (s for s in said if s.target == target):
            data[target] = _judged(label, data[target])
    devices = {h["device"]: h for h in data["hardware"]}
    claims = {claim_key(c): c for c in data["claims"]}
    for label in said:
        if label.target == "hardware":
            _judge(
                devices,
                label,
                {"name": label.value or label.key, "device": label.value or label.key},
            )
        elif label.target == "claim":
            _judge(claims, label, _claim_of(label, claims.get(label.key, {})))
    data |= {
        "hardware": list(devices.values()),
        "claims": [c for c in claims.values() if _scored(c)],
    }
    return GoldPaper.model_validate(data)


def _judge(facts: dict[str, dict[str, Any]], label: Label, fact: dict[str, Any]) -> None:
    if label.verdict == "reject":
        facts.pop(label.key, None)
    elif label.verdict in ("correct", "add") or label.value is not None:
        facts[label.key] = fact


def _judged(label: Label, before: list[str]) -> list[str]:
    if label.verdict == "reject":
        return []
    return before if label.value is None else [label.value]


def _claim_of(label: Label, before: dict[str, Any]) -> dict[str, Any]:
    metric, low, high, unit = (*label.key.split("|"), "", "", "")[:4]
    start: dict[str, Any] = {"metric": metric, "low": low, "high": high, "unit": unit}
    patch = json.loads(label.value) if label.value else {}
    return start | before | {name: value for name, value in patch.items() if name in _CLAIM}


def _scored(claim: Mapping[str, Any]) -> bool:
    return claim.get("low") not in (None, "") and bool(claim.get("unit"))


def _start(facts: PaperFacts) -> GoldPaper:
    if facts.reading is None or facts.reading.status != "ok":
        return GoldPaper(paper_id=facts.paper.id)
    return _reading(facts.paper.id, facts.reading)


def _reading(paper_id: str, reading: CheckedAnnotation) -> GoldPaper:
    claims = [{name: getattr(c, name) for name in _CLAIM} for c in reading.claims]
    return GoldPaper.model_validate(
        {
            "paper_id": paper_id,
            "method": [reading.method] if reading.method else [],
            "task": [reading.task] if reading.task else [],
            "contribution": reading.contribution,
            "hardware": [
                {"name": h.name, "device": h.device or h.name, "count": h.count, "role": h.role}
                for h in reading.hardware
            ],
            "claims": [c for c in claims if _scored(c)],
        }
    )


def _imported(label: Label | None) -> dict[str, Any]:
    if label is None or not label.value or not label.value.startswith("{"):
        return {}
    base: dict[str, Any] = json.loads(label.value)
    return base


def _names(
    facts: PaperFacts, newest: Mapping[tuple[str, str], Label], base: Mapping[str, Any]
) -> dict[str, Any]:
    row: dict[str, Any] = {}
    shown: Mapping[str, Any] = facts.row or {}
    for target in ("method", "task"):
        label = newest.get((target, ""))
        value = label.value if label and label.value else shown.get(target)
        aliases = base.get(target, [])
        judged = label is not None and label.verdict not in ("undo", "reject")
        # Aliases of an imported line hold as long as nobody has corrected the name itself.
        row[target] = aliases if value in aliases else [value] if judged and value else []
    unjudged = ("method", "") not in newest and shown.get("method")
    row["opt_method"] = base.get("opt_method", []) + ([unjudged] if unjudged else [])
    for name in ("method_full_name", "contribution"):
        if value := base.get(name) or shown.get(name):
            row[name] = value
    return row


def _hardware(
    facts: PaperFacts, newest: Mapping[tuple[str, str], Label], base: Mapping[str, Any]
) -> dict[str, Any]:
    known = {h["device"]: h for h in base.get("hardware", [])}
    if facts.reading is not None:
        for h in facts.reading.hardware:
            entry = {"name": h.name, "device": h.device or h.name, "count": h.count, "role": h.role}
            known.setdefault(entry["device"], {k: v for k, v in entry.items() if v is not None})
    judged = {key: label for (target, key), label in newest.items() if target == "hardware"}
    must, may = [], []
    for device, entry in known.items():
        label = judged.pop(device, None)
        if label is None or label.verdict == "undo":
            may.append(entry)
        elif label.verdict != "reject":
            must.append(entry | {"device": label.value or device})
    must += [
        {"name": label.value or device, "device": label.value or device}
        for device, label in judged.items()
        if label.verdict not in ("reject", "undo")
    ]
    return {"hardware": must, "hardware_opt": base.get("hardware_opt", []) + may}


def _is_open(claim: Mapping[str, Any]) -> bool:
    return claim["status"] == "unreviewed" and _scored(claim)


def _claim(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in _CLAIM if row[name] is not None}


def _label(label: Label, facts: PaperFacts) -> dict[str, Any]:
    said = {
        name: value
        for name in ("target", "key", "verdict", "reviewer", "value", "note", "created_at")
        if (value := getattr(label, name)) is not None
    }
    if label.target == "claim" and label.value is None:
        # A verdict alone means nothing in a database that hasn't read the claim.
        row = next((c for c in facts.claims if _scored(c) and claim_key(c) == label.key), None)
        if row is not None:
            said["value"] = claim_value(**_claim(row))
    return said

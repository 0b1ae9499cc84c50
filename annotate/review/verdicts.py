"""Make labels of what a person decides, checked the way a reading is checked."""

from collections.abc import Mapping
from typing import Any

from annotate.errors import UsageError
from annotate.facts import Evidence, Paper, Support
from annotate.language.hardware import canonical_device
from annotate.language.quantities import parse_quantity
from annotate.language.spans import align, find_value
from annotate.schema import Attribution, Metric
from annotate.store.labels import Label, claim_value
from annotate.store.reviewing import DeviceFact

__all__ = ["CORRECTABLE", "NAMES", "added", "corrected", "equipped", "judged", "named"]

Row = Mapping[str, Any]

CORRECTABLE = ("metric", "value", "device", "attribution", "baseline", "setting", "quote")
"""What a person may change of a claim; all else follows from these."""

NAMES = ("method", "task")
"""What a paper has one of, by whatever name."""

_NUMBERS = ("low", "high", "unit", "bound", "factor")
_PLACE = ("quote_start", "quote_end", "evidence")
_SNAPSHOT = (*CORRECTABLE, *_NUMBERS, *_PLACE, "support")


def judged(row: Row, key: str, verdict: str, reviewer: str, note: str | None = None) -> Label:
    """Return the label that accepts or rejects a claim as it stands in `row`.

    Args:
        row: The claim, as a row of `extracted_claims`.
        key: The key of the claim as it was read; see `store.waiting.label_key`.
        verdict: accept or reject.
        reviewer: Who says so.
        note: Why, if they said.
    """
    value = claim_value(**{name: row[name] for name in _SNAPSHOT})
    return Label(row["paper_id"], "claim", key, verdict, reviewer, value, note or None)


def corrected(
    row: Row, key: str, paper: Paper, changes: Mapping[str, str | None], reviewer: str
) -> Label:
    """Return the label that puts `changes` in the place of what `row` says.

    Numbers are read anew when the value or the metric changes; the quote is looked up in the
    abstract when it changes. `changes` holds names of `CORRECTABLE`; blanks around are dropped.

    Raises UsageError when nothing changes, and for what `added` refuses.
    """
    before = {name: row[name] for name in _SNAPSHOT}
    # A form gives back other line ends than it was given; those change nothing.
    changed = {
        name: text for name, text in _tidy(changes).items() if _folded(text) != _folded(row[name])
    }
    after = before | changed
    if not changed:
        raise UsageError("nothing was changed; accept the claim if it is right as it stands")
    fields = _checked(after, paper, before)
    return Label(paper.id, "claim", key, "correct", reviewer, claim_value(**fields))


def added(paper: Paper, fields: Mapping[str, str | None], reviewer: str) -> Label:
    """Return the label that adds a claim that no reading found.

    Raises UsageError for a metric or attribution that doesn't exist, a value without a number, and
    a quote that isn't in the abstract.
    """
    given = dict.fromkeys(CORRECTABLE) | _tidy(fields)
    given["attribution"] = given["attribution"] or Attribution.OWN
    return Label(paper.id, "claim", "", "add", reviewer, claim_value(**_checked(given, paper, {})))


def named(paper_id: str, target: str, value: str, before: str | None, reviewer: str) -> Label:
    """Return the label that gives a paper its method or task; an empty value says it has none."""
    value = " ".join(value.split())
    if target not in NAMES:
        raise UsageError(f"target is {target!r}; expected {' or '.join(NAMES)}")
    if not value:
        return Label(paper_id, target, "", "reject", reviewer, before)
    verdict = "accept" if value == before else "correct"
    return Label(paper_id, target, "", verdict, reviewer, value)


def equipped(paper_id: str, device: DeviceFact | None, value: str, reviewer: str) -> Label:
    """Return the label that says what a device of a paper is; an empty value says it isn't used.

    `device` None adds one. Raises UsageError when there is nothing to add.
    """
    value = " ".join(value.split())
    known = canonical_device(value) if value else None
    if known is not None and (device is None or value != device.name):
        value = known.device.name
    if device is None:
        if not value:
            raise UsageError("a device that is added needs a name")
        return Label(paper_id, "hardware", value, "add", reviewer, value)
    if not value:
        return Label(paper_id, "hardware", device.key, "reject", reviewer, device.name)
    # What no reading has stands by its being added, under whatever name.
    verdict = ("accept" if value == device.key else "correct") if device.read else "add"
    return Label(paper_id, "hardware", device.key, verdict, reviewer, value)


def _tidy(fields: Mapping[str, str | None]) -> dict[str, Any]:
    return {name: ((fields[name] or "").strip() or None) for name in CORRECTABLE if name in fields}


def _folded(text: str | None) -> str:
    return " ".join((text or "").split())


def _checked(fields: dict[str, Any], paper: Paper, before: Mapping[str, Any]) -> dict[str, Any]:
    if fields["metric"] not in set(Metric):
        raise UsageError(f"metric is {fields['metric']!r}; expected one of {', '.join(Metric)}")
    if fields["attribution"] not in set(Attribution):
        raise UsageError(f"attribution is {fields['attribution']!r}; expected own or prior")
    if not fields["value"] or parse_quantity(fields["value"]) is None:
        raise UsageError("the value must state a number, such as “5x”, “30–35 %” or “twice”")
    device = fields["device"]
    if device and device != before.get("device"):
        known = canonical_device(device)
        fields["device"] = known.device.name if known else device
    moved = not before or fields["quote"] != before["quote"]
    renumbered = fields["value"] != before.get("value")
    if moved:
        fields |= _placed(fields["quote"], paper)
    if renumbered or fields["metric"] != before.get("metric"):
        # What is left out, the store reads from the value.
        kept = () if renumbered else ("low", "high", "unit", "bound")
        fields = {k: v for k, v in fields.items() if k not in _NUMBERS or k in kept}
    if moved or renumbered:
        fields["support"] = _support(fields)
    return fields


def _placed(quote: str | None, paper: Paper) -> dict[str, Any]:
    if not quote:
        return {"quote_start": None, "quote_end": None, "evidence": Evidence.MISSING}
    span = align(quote, paper.abstract)
    if span.evidence == Evidence.MISSING:
        raise UsageError("the quote must be words of the abstract, unchanged")
    place: dict[str, Any] = {"quote_start": span.start, "quote_end": span.end}
    place["evidence"] = span.evidence
    if span.start is not None and span.end is not None:
        place["quote"] = paper.abstract[span.start : span.end]
    return place


def _support(fields: Mapping[str, Any]) -> Support:
    quote = fields["quote"]
    found = fields.get("evidence") not in (None, Evidence.MISSING, Evidence.AMBIGUOUS)
    proven = found and quote and find_value(fields["value"], quote) is not None
    return Support.GROUNDED if proven else Support.UNSUPPORTED

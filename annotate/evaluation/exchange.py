"""Carry the reading that people reviewed from one database to another, in a line of labels."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter

from annotate.facts import CheckedAnnotation, CheckedClaim, CheckedHardware, Support
from annotate.language.spans import align
from annotate.store import RunInfo

__all__ = ["CarriedReading", "carried_reading", "reading_row"]

_READING = TypeAdapter(CheckedAnnotation)


@dataclass(frozen=True, slots=True)
class CarriedReading:
    """A reading of `abstract` that was made elsewhere, by whatever is called `model` there."""

    paper_id: str
    abstract: str
    model: str
    reading: CheckedAnnotation

    def run(self, file: str) -> RunInfo:
        """Return the run that holds such readings from `file`.

        No run here takes it for its own work, since the parameters name the file. A reading by the
        rules stays one by the rules, which any model outranks; among models the newest reading is
        shown, so that whatever is read here goes before it.
        """
        annotator = "rules" if self.model == "rules" else "imported"
        return RunInfo(annotator, self.model, params={"imported": file})

    def placed_in(self, abstract: str) -> CheckedAnnotation:
        """Return the reading with offsets that hold in `abstract`, whatever the line says.

        A paper keeps its id when white space changes, and a file may have been edited.
        """
        same = self.abstract == abstract
        devices = self.reading.hardware
        return replace(
            self.reading,
            hardware=devices if same else tuple(_device(item, abstract) for item in devices),
            claims=tuple(_claim(claim, abstract) for claim in self.reading.claims),
        )


def reading_row(model: str, reading: CheckedAnnotation) -> dict[str, Any]:
    """Return what `carried_reading` makes a reading of again."""
    plain: dict[str, Any] = _READING.dump_python(reading, mode="json", exclude_defaults=True)
    return {"model": model} | plain


def carried_reading(row: Mapping[str, Any]) -> CarriedReading | None:
    """Return the reading that a label line carries, or None.

    Raises KeyError or pydantic's ValidationError when there is one that makes no sense.
    """
    given = row.get("reading")
    if not isinstance(given, dict) or not isinstance(row.get("abstract"), str):
        return None
    reading = _READING.validate_python({n: value for n, value in given.items() if n != "model"})
    return CarriedReading(row["paper_id"], row["abstract"], str(given["model"]), reading)


def _claim(claim: CheckedClaim, abstract: str) -> CheckedClaim:
    start, end = claim.quote_start, claim.quote_end
    if start is None or end is None:
        return replace(claim, quote_end=None, support=Support.UNSUPPORTED)
    if abstract[start:end] == claim.quote:
        return claim
    span = align(claim.quote, abstract)
    found = span.start is not None
    return replace(
        claim,
        quote=abstract[span.start : span.end] if found else claim.quote,
        quote_start=span.start,
        quote_end=span.end,
        evidence=span.evidence,
        support=claim.support if found else Support.UNSUPPORTED,
    )


def _device(item: CheckedHardware, abstract: str) -> CheckedHardware:
    span = align(item.name, abstract)
    return replace(item, quote_start=span.start, quote_end=span.end, evidence=span.evidence)

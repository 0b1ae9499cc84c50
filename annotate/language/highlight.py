"""Cut an abstract at the ends of its evidence, so that every piece has one way to be shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

__all__ = ["EvidenceSpan", "Kind", "Segment", "segments"]


class Kind(StrEnum):
    """Whose evidence a piece of text is."""

    NONE = "none"
    MODEL = "model"
    RULES = "rules"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """The words `[start, end)` that one reading gives for one claim, in code points.

    `kind` is the reading (model or rules); `claim_id` is None for evidence of no stored claim.
    """

    start: int | None
    end: int | None
    kind: Kind
    claim_id: int | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text that the same claims of the same readings rest on; `kind` tells which."""

    text: str
    claim_ids: tuple[int, ...]
    kind: Kind


def segments(abstract: str, spans: Iterable[EvidenceSpan]) -> list[Segment]:
    """Return the abstract in pieces whose texts joined give it back unchanged.

    Spans may overlap, nest and touch. One without offsets, or with none of its characters inside
    the abstract, marks nothing; one that reaches outside is cut. `claim_ids` are ascending. Takes
    time in O(n log n + k·m) for n spans, k pieces and m spans that are open at once.

    >>> pieces = segments("runs 3x faster", [EvidenceSpan(5, 7, Kind.MODEL)])
    >>> [(piece.text, piece.kind.value) for piece in pieces]
    [('runs ', 'none'), ('3x', 'model'), (' faster', 'none')]
    """
    opening: dict[int, list[EvidenceSpan]] = {}
    closing: dict[int, list[EvidenceSpan]] = {}
    for span in spans:
        start, end = max(span.start or 0, 0), min(span.end or 0, len(abstract))
        if span.start is not None and start < end:
            opening.setdefault(start, []).append(span)
            closing.setdefault(end, []).append(span)
    cuts = sorted({0, len(abstract), *opening, *closing})
    pieces = []
    open_now: list[EvidenceSpan] = []
    for start, end in pairwise(cuts):
        for span in closing.get(start, ()):
            open_now.remove(span)
        open_now += opening.get(start, ())
        pieces.append(_segment(abstract[start:end], open_now))
    return pieces


def _segment(text: str, spans: list[EvidenceSpan]) -> Segment:
    ids = sorted({span.claim_id for span in spans if span.claim_id is not None})
    kinds = {span.kind for span in spans}
    if len(kinds) > 1:
        return Segment(text, tuple(ids), Kind.BOTH)
    return Segment(text, tuple(ids), kinds.pop() if kinds else Kind.NONE)

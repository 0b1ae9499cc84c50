"""Match one reading of an abstract with its labels, field by field.

Conventions are those of labels/GUIDELINES.md and are stated at each function. A reading that is
None (the paper failed) counts as all missed.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from annotate.evaluation.gold import GoldClaim, GoldPaper
from annotate.facts import CheckedAnnotation, CheckedClaim
from annotate.language.hardware import canonical_device
from annotate.schema import Attribution

__all__ = [
    "FIELDS",
    "Confusion",
    "Counts",
    "claim_key",
    "folded_name",
    "method_is_right",
    "metric_family",
    "phrases_match",
    "score_paper",
]

FIELDS = ("method", "task", "hardware", "claims", "time")
"""`method` counts named methods, `time` the claims on speedup, throughput and latency as one."""

ClaimKey = tuple[str, float, float, str]
K = TypeVar("K")

_TIME = frozenset({"speedup", "throughput", "latency"})
_STOP = frozenset(
    "a an the of for in on to and or with by from at as is are be via using under into its their "
    "our this that these those".split()
)


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, false positives and false negatives; they add up over papers."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def precision(self) -> float | None:
        """tp / (tp + fp); None when nothing was found."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else None

    @property
    def recall(self) -> float | None:
        """tp / (tp + fn); None when there was nothing to find."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else None

    @property
    def f1(self) -> float | None:
        """2tp / (2tp + fp + fn); None when there was nothing to find and nothing was found."""
        total = 2 * self.tp + self.fp + self.fn
        return 2 * self.tp / total if total else None


@dataclass(frozen=True, slots=True)
class Confusion:
    """One thing that was missed or found in excess, with the words to look at."""

    paper_id: str
    field: str
    kind: str
    what: str
    quote: str
    title: str | None = None


def folded_name(name: str) -> str:
    """Return the name without case, mark-up and punctuation, for comparing."""
    plain = re.sub(r"\\[a-zA-Z]+", "", unicodedata.normalize("NFKC", name)).casefold()
    return re.sub(r"[\W_]+", "", plain)


def metric_family(metric: str) -> str:
    """Return "time" for speedup, throughput and latency, else the metric itself."""
    return "time" if metric in _TIME else str(metric)


def claim_key(claim: GoldClaim | CheckedClaim) -> ClaimKey | None:
    """Return (family, low, high, unit), or None for an absolute figure or an unread number."""
    if claim.unit not in ("x", "%") or claim.low is None or claim.high is None:
        return None
    low, high = round(float(claim.low), 2), round(float(claim.high), 2)
    return metric_family(claim.metric), low, high, claim.unit


def score_paper(
    gold: GoldPaper, found: CheckedAnnotation | None
) -> tuple[dict[str, Counts], list[Confusion]]:
    """Return the counts of each of FIELDS for one paper, and what was missed or in excess."""
    counts: dict[str, Counts] = {}
    confusions: list[Confusion] = []
    counts["method"] = _score_method(gold, found, confusions)
    counts["task"] = _score_task(gold, found, confusions)
    counts["hardware"] = _score_hardware(gold, found, confusions)
    counts["claims"], counts["time"] = _score_claims(gold, found, confusions)
    return counts, confusions


def method_is_right(gold: GoldPaper, found: CheckedAnnotation | None) -> bool:
    """Tell whether the name equals a listed one, or both are null (accuracy, not F1)."""
    if found is None:
        return False
    name = folded_name(found.method or "")
    if not name:
        return not gold.method
    return name in {folded_name(n) for n in (*gold.method, *gold.opt_method)}


def phrases_match(one: str, other: str) -> bool:
    """Tell whether the content words of one phrase cover those of the other; never when empty."""
    a, b = _content_words(one), _content_words(other)
    return bool(a and b) and (a <= b or b <= a)


def _score_method(gold: GoldPaper, found: CheckedAnnotation | None, out: list[Confusion]) -> Counts:
    listed = {folded_name(n) for n in gold.method}
    may = {folded_name(n) for n in gold.opt_method}
    name = folded_name((found.method if found else None) or "")
    if name in listed:
        return Counts(tp=1)
    extra = bool(name) and name not in may
    if extra and found:
        out.append(Confusion(gold.paper_id, "method", "extra", found.method or "", ""))
    if listed:
        out.append(Confusion(gold.paper_id, "method", "missed", gold.method[0], ""))
    return Counts(fp=int(extra), fn=int(bool(listed)))


def _score_task(gold: GoldPaper, found: CheckedAnnotation | None, out: list[Confusion]) -> Counts:
    if not gold.task:
        return Counts()
    task = (found.task if found else None) or ""
    if any(phrases_match(task, phrase) for phrase in gold.task):
        return Counts(tp=1)
    out.append(Confusion(gold.paper_id, "task", "missed", gold.task[0], task))
    return Counts(fp=int(bool(task)), fn=1)


def _score_hardware(
    gold: GoldPaper, found: CheckedAnnotation | None, out: list[Confusion]
) -> Counts:
    want = {_device_key(h.device): h.device for h in gold.hardware}
    may = {_device_key(h.device) for h in gold.hardware_opt}
    got = {_device_key(h.device or h.name): h.name for h in (found.hardware if found else ())}
    return _compare("hardware", gold, want, may, got, out)


def _device_key(name: str) -> str:
    """Return one key for all names of a device: "Alveo U280" and "AMD Alveo U280" are one."""
    known = canonical_device(name)
    return folded_name(name if known is None else known.device.name)


def _score_claims(
    gold: GoldPaper, found: CheckedAnnotation | None, out: list[Confusion]
) -> tuple[Counts, Counts]:
    want = _own(gold.claims)
    may = {key for claim in gold.claims_opt if (key := claim_key(claim))}
    got = _own(found.claims if found else ())
    both = _compare("claims", gold, want, may, got, out)
    ignored: list[Confusion] = []
    time = _compare("time", gold, _time(want), may, _time(got), ignored)
    return both, time


def _own(claims: Iterable[GoldClaim | CheckedClaim]) -> dict[ClaimKey, str]:
    return {
        key: claim.quote
        for claim in claims
        if claim.attribution == Attribution.OWN and (key := claim_key(claim))
    }


def _time(keys: dict[ClaimKey, str]) -> dict[ClaimKey, str]:
    return {key: quote for key, quote in keys.items() if key[0] == "time"}


def _compare(
    field: str, gold: GoldPaper, want: dict[K, str], may: set[K], got: dict[K, str],
    out: list[Confusion],
) -> Counts:  # fmt: skip
    missed, extra = want.keys() - got.keys(), got.keys() - want.keys() - may
    for kind, keys, quotes in (("missed", missed, want), ("extra", extra, got)):
        for key in sorted(keys, key=str):
            what = _named(key) if isinstance(key, tuple) else quotes[key]
            out.append(Confusion(gold.paper_id, field, kind, what, quotes[key]))
    return Counts(len(want.keys() & got.keys()), len(extra), len(missed))


def _named(key: tuple[object, ...]) -> str:
    return " ".join(f"{part:g}" if isinstance(part, float) else str(part) for part in key)


def _content_words(text: str) -> frozenset[str]:
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())
    return frozenset(w.removesuffix("s") if len(w) > 3 else w for w in words if w not in _STOP)

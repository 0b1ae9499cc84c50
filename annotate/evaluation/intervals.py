"""Bootstrap intervals of precision, recall and F1 over papers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from annotate.evaluation.scoring import Counts

__all__ = ["Estimate", "estimate"]

_RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score in [0, 1] with its 95 % interval; None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None


def estimate(counts: Sequence[Counts], score: str) -> Estimate:
    """Return `precision`, `recall` or `f1` over all papers with a percentile bootstrap interval.

    Papers, not claims, are drawn with replacement, since the claims of one abstract stand or fall
    together (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). The seed is
    fixed, so equal counts give equal intervals.
    """
    total = sum(counts, Counts())
    value: float | None = getattr(total, score)
    if value is None or len(counts) < 2:
        return Estimate(value, None, None)
    data = tuple(np.array([getattr(c, n) for c in counts]) for n in ("tp", "fp", "fn"))
    result = stats.bootstrap(
        data, _STATISTICS[score], paired=True, vectorized=True, n_resamples=_RESAMPLES,
        method="percentile", rng=np.random.default_rng(0),
    )  # fmt: skip
    low, high = (float(end) for end in result.confidence_interval)
    return Estimate(value, low, high)


Array = NDArray[np.float64]


def _ratio(part: Array, whole: Array) -> Array:
    # A resample in which nothing was to be found has no errors either.
    return np.divide(part, whole, out=np.ones(np.shape(whole)), where=whole > 0)


def _precision(tp: Array, fp: Array, fn: Array, axis: int = -1) -> Array:  # noqa: ARG001
    hits = tp.sum(axis=axis)
    return _ratio(hits, hits + fp.sum(axis=axis))


def _recall(tp: Array, fp: Array, fn: Array, axis: int = -1) -> Array:  # noqa: ARG001
    hits = tp.sum(axis=axis)
    return _ratio(hits, hits + fn.sum(axis=axis))


def _f1(tp: Array, fp: Array, fn: Array, axis: int = -1) -> Array:
    hits = 2 * tp.sum(axis=axis)
    return _ratio(hits, hits + fp.sum(axis=axis) + fn.sum(axis=axis))


_STATISTICS = {"precision": _precision, "recall": _recall, "f1": _f1}

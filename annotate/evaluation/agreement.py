"""How far labellers agree: Krippendorff's alpha and Cohen's kappa, field by field.

A rater is a map from paper id to what that rater said. Scalar fields (method, task, contribution)
give one unit a paper. Set fields (hardware, claims) give one unit for each member that any rater
named in a paper, rated present or absent; a paper where nobody named anything is one unit on which
all agree, so that agreeing on "nothing here" counts (Krippendorff, Content Analysis, 4th ed., 2019,
chapter 12).
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score

from annotate.evaluation.gold import GoldPaper
from annotate.evaluation.scoring import claim_key, folded_name, phrases_match

__all__ = ["Agreement", "agreement"]

Rater = Mapping[str, GoldPaper]
Unit = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of the raters on one field.

    alpha: Krippendorff's alpha, nominal; 1 is perfect, 0 is chance, None when nothing varies and so
    chance can't be estimated. kappa: Cohen's, for exactly two raters, else None. `same` is the
    share of units in [0, 1] on which all who rated it agree; `units` is n.
    """

    field: str
    raters: int
    papers: int
    units: int
    same: float | None
    alpha: float | None
    kappa: float | None


def agreement(raters: Sequence[Rater]) -> list[Agreement]:
    """Return the agreement on each field over the papers that at least two raters read."""
    shared = sorted(
        key
        for key in {key for rater in raters for key in rater}
        if sum(key in rater for rater in raters) > 1
    )
    return [_field(name, raters, shared, values) for name, values in _FIELDS.items()]


def _field(
    name: str,
    raters: Sequence[Rater],
    papers: Sequence[str],
    values: Callable[[Sequence[GoldPaper | None]], Iterable[Unit]],
) -> Agreement:
    units = [unit for key in papers for unit in values([r.get(key) for r in raters])]
    codes: dict[Hashable, int] = {}
    table = np.array(
        [
            [np.nan if v is None else codes.setdefault(v, len(codes)) for v in unit]
            for unit in units
        ],
        dtype=float,
    ).reshape(len(units), len(raters))
    same = [len({v for v in unit if v is not None}) == 1 for unit in units]
    share = sum(same) / len(same) if same else None
    return Agreement(
        name, len(raters), len(papers), len(units), share, _alpha(table), _kappa(table)
    )


def _alpha(table: "np.ndarray[tuple[int, int], np.dtype[np.float64]]") -> float | None:
    seen = table[~np.isnan(table)]
    if table.shape[0] < 1 or len(np.unique(seen)) < 2:
        return None
    value = float(krippendorff.alpha(reliability_data=table.T, level_of_measurement="nominal"))
    return None if math.isnan(value) else value


def _kappa(table: "np.ndarray[tuple[int, int], np.dtype[np.float64]]") -> float | None:
    if table.shape[1] != 2:
        return None
    both = table[~np.isnan(table).any(axis=1)].astype(int)
    if len(both) < 1 or len(np.unique(both)) < 2:
        return None
    return float(cohen_kappa_score(both[:, 0], both[:, 1]))


def _overlapping(
    read: Callable[[GoldPaper], list[str]],
) -> Callable[[Sequence[GoldPaper | None]], Iterable[Unit]]:
    """Give two raters one value when any of the phrases they list say the same."""

    def units(row: Sequence[GoldPaper | None]) -> Iterable[Unit]:
        lists = [None if g is None else read(g) for g in row]
        seen: list[list[str]] = []
        unit: list[Hashable] = []
        for phrases in lists:
            if phrases is None:
                unit.append(None)
                continue
            match = next((s for s in seen if _say_the_same(s, phrases)), phrases)
            seen.append(match)
            unit.append(folded_name(match[0]) if match else "")
        return [tuple(unit)]

    return units


def _say_the_same(one: list[str], other: list[str]) -> bool:
    if not one or not other:
        return not one and not other
    return any(phrases_match(a, b) for a in one for b in other)


def _scalar(
    read: Callable[[GoldPaper], Hashable],
) -> Callable[[Sequence[GoldPaper | None]], Iterable[Unit]]:
    return lambda row: [tuple(None if g is None else read(g) for g in row)]


def _members(
    read: Callable[[GoldPaper], set[Hashable]],
) -> Callable[[Sequence[GoldPaper | None]], Iterable[Unit]]:
    def units(row: Sequence[GoldPaper | None]) -> Iterable[Unit]:
        sets = [None if g is None else read(g) for g in row]
        named = sorted({m for s in sets if s is not None for m in s}, key=str)
        if not named:
            return [tuple(None if s is None else False for s in sets)]
        return [tuple(None if s is None else member in s for s in sets) for member in named]

    return units


def _devices(gold: GoldPaper) -> set[Hashable]:
    return {folded_name(h.device) for h in gold.hardware}


def _claims(gold: GoldPaper) -> set[Hashable]:
    return {(c.attribution, key) for c in gold.claims if (key := claim_key(c))}


_FIELDS: dict[str, Callable[[Sequence[GoldPaper | None]], Iterable[Unit]]] = {
    "method": _overlapping(lambda g: g.method),
    "contribution": _scalar(lambda g: str(g.contribution) if g.contribution else ""),
    "task": _overlapping(lambda g: g.task),
    "hardware": _members(_devices),
    "claims": _members(_claims),
}

"""Further readings of a paper, by other models or by the same one asked again, as witnesses.

A witness never takes a claim away. A claim that most witnesses lack is flagged `disagree`, isn't
verified any more, and so comes early in the review queue; one that all of them have is flagged
`agree`. A claim that most samples have and the first lacks is taken in.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from annotate.facts import CheckedAnnotation, CheckedClaim, Support
from annotate.store import Store
from annotate.store.witnesses import ClaimKey, claims_by_others, others_exist
from annotate.store.work import Work

__all__ = ["Witnesses", "heard", "merged"]

AGREE, DISAGREE = "agree", "disagree"


class Witnesses:
    """What other models have claimed, asked for a few papers at a time."""

    def __init__(self, store: Store, work: Work) -> None:
        self._store, self._work = store, work
        self._any = others_exist(store.db, work)

    def hear(self, readings: Sequence[tuple[str, CheckedAnnotation]]) -> list[CheckedAnnotation]:
        """Return the readings of papers, flagged by what other models say of the same ones."""
        if not self._any:
            return [reading for _, reading in readings]
        ids = [paper_id for paper_id, _ in readings]
        others = claims_by_others(self._store.db, self._work, ids)
        return [heard(reading, others.get(paper_id, ())) for paper_id, reading in readings]


def heard(reading: CheckedAnnotation, others: Sequence[frozenset[ClaimKey]]) -> CheckedAnnotation:
    """Return `reading` with each claim flagged by how many of `others` have it too."""
    if not others or not reading.claims:
        return reading
    votes = Counter(key for claims in others for key in claims)
    claims = tuple(_flagged(claim, votes[_key(claim)], len(others)) for claim in reading.claims)
    return replace(reading, claims=claims)


def merged(samples: Sequence[CheckedAnnotation]) -> CheckedAnnotation:
    """Return the first of several readings of one paper, the others being its witnesses."""
    first, others = samples[0], samples[1:]
    if not others:
        return first
    keys = [_keys(other.claims) for other in others]
    votes = Counter(key for claims in keys for key in claims)
    known = set(_keys(first.claims))
    taken: list[CheckedClaim] = []
    for claim in (claim for other in others for claim in other.claims):
        key = _key(claim)
        if key not in known and claim.low is not None and 2 * votes[key] > len(samples):
            known.add(key)
            taken.append(claim)
    return heard(replace(first, claims=(*first.claims, *taken)), keys)


def _flagged(claim: CheckedClaim, votes: int, of: int) -> CheckedClaim:
    if claim.low is None:
        return claim
    if votes == of:
        return replace(claim, flags=_with(claim.flags, AGREE))
    if 2 * votes >= of:
        return claim
    support = Support.GROUNDED if claim.support is Support.VERIFIED else claim.support
    return replace(claim, flags=_with(claim.flags, DISAGREE), support=support)


def _with(flags: tuple[str, ...], flag: str) -> tuple[str, ...]:
    return flags if flag in flags else (*flags, flag)


def _keys(claims: Iterable[CheckedClaim]) -> frozenset[ClaimKey]:
    return frozenset(_key(claim) for claim in claims if claim.low is not None)


def _key(claim: CheckedClaim) -> ClaimKey:
    return claim.metric.value, claim.low, claim.high, claim.unit

"""Lay the readings of labelled abstracts side by side: rules, model, checked model, both."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from annotate.check import Flag
from annotate.evaluation.gold import GoldPaper
from annotate.evaluation.intervals import Estimate, estimate
from annotate.evaluation.scoring import (
    FIELDS,
    Confusion,
    Counts,
    claim_key,
    method_is_right,
    score_paper,
)
from annotate.facts import CheckedAnnotation, CheckedClaim, Support
from annotate.schema import Attribution

__all__ = ["Evaluation", "SupportScore", "SystemScore", "combined", "evaluate", "only_supported"]

Readings = Mapping[str, CheckedAnnotation]


@dataclass(frozen=True, slots=True)
class SystemScore:
    """How one system of reading did; `papers` and all but `scores` count papers.

    `task_labelled` are those whose labels name a task: others have none that could be right.
    """

    name: str
    papers: int
    failed: int
    method_right: int
    task_right: int
    task_labelled: int
    scores: dict[str, dict[str, Estimate]]
    confusions: list[Confusion] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SupportScore:
    """How far a level of support can be trusted.

    precision: right claims of this level over all of it; coverage: labelled claims that it holds
    over all labelled claims. Own relative claims only; None where there is nothing to divide by.
    """

    level: str
    claims: int
    right: int
    precision: float | None
    coverage: float | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything that `annotate eval` shows."""

    papers: int
    unread: int
    systems: list[SystemScore]
    support: list[SupportScore]

    def as_json(self) -> dict[str, Any]:
        """Return plain lists, dicts, numbers and None."""
        return asdict(self)


def evaluate(gold: Sequence[GoldPaper], rules: Readings, model: Readings | None) -> Evaluation:
    """Score the rules' readings and, where there is one, the model's, against `gold`.

    Args:
        gold: Labelled abstracts.
        rules: Reading by paper id; a paper that isn't in it has not been read.
        model: Likewise for a model; a failed annotation counts as all missed.

    Returns:
        Scores for `rules` and, with a model, for the `model` as it answered, `checked` (what the
        check found unsupported left out), `both agree` (verified claims only) and `model + rules`.
    """
    read = [g for g in gold if g.paper_id in rules or (model and g.paper_id in model)]
    systems: list[tuple[str, Callable[[str], CheckedAnnotation | None]]] = [("rules", rules.get)]
    judged = rules
    if model is not None:
        judged = model
        systems += [
            ("model", model.get),
            ("checked", lambda key: only_supported(model.get(key), *_HOLDS)),
            ("both agree", lambda key: only_supported(model.get(key), Support.VERIFIED)),
            ("model + rules", lambda key: combined(model.get(key), rules.get(key))),
        ]
    scores = [_score_system(name, read, reading) for name, reading in systems]
    return Evaluation(len(read), len(gold) - len(read), scores, _score_support(read, judged))


_HOLDS = (Support.VERIFIED, Support.GROUNDED)


_DOUBTS = frozenset(
    {Flag.QUALITY_METRIC, Flag.SETTING_NOT_CLAIM, Flag.OVERHEAD, Flag.WRONG_SIDE, Flag.BAD_METRIC}
)


def only_supported(reading: CheckedAnnotation | None, *levels: Support) -> CheckedAnnotation | None:
    """Return the reading with only the claims of these levels of support."""
    if reading is None:
        return None
    return replace(reading, claims=tuple(c for c in reading.claims if c.support in levels))


def combined(
    model: CheckedAnnotation | None, rules: CheckedAnnotation | None
) -> CheckedAnnotation | None:
    """Return the model's reading with what the check refused replaced by the rules' reading.

    A name, a task or devices that the model left out or that stand nowhere come from the rules;
    claims are the model's supported ones that no remark speaks against, and those that only the
    rules found.
    """
    kept = only_supported(model, *_HOLDS)
    if kept is None or kept.status != "ok":
        return rules
    if rules is None:
        return kept
    claims = tuple(c for c in kept.claims if not _DOUBTS.intersection(c.flags))
    seen = {claim_key(claim) for claim in claims}
    more: tuple[CheckedClaim, ...] = tuple(c for c in rules.claims if claim_key(c) not in seen)
    return replace(
        kept,
        method=_trusted(kept, rules, "method"),
        task=_trusted(kept, rules, "task"),
        hardware=rules.hardware if rules.hardware else kept.hardware,
        claims=claims + more,
    )


def _trusted(model: CheckedAnnotation, rules: CheckedAnnotation, name: str) -> str | None:
    value: str | None = getattr(model, name)
    doubted = any(flag.startswith(f"{name}-") or flag == name for flag in model.flags)
    fallback: str | None = getattr(rules, name)
    return fallback if value is None or doubted else value


def _score_system(
    name: str,
    gold: Sequence[GoldPaper],
    reading: Callable[[str], CheckedAnnotation | None],
) -> SystemScore:
    counts: dict[str, list[Counts]] = {field: [] for field in FIELDS}
    confusions: list[Confusion] = []
    methods = failed = 0
    for paper in gold:
        found = reading(paper.paper_id)
        if found is not None and found.status != "ok":
            found = None
        failed += found is None
        methods += method_is_right(paper, found)
        of_paper, errors = score_paper(paper, found)
        confusions += (replace(error, title=paper.title) for error in errors)
        for field_name, count in of_paper.items():
            counts[field_name].append(count)
    scores = {
        f: {score: estimate(counts[f], score) for score in ("precision", "recall", "f1")}
        for f in FIELDS
    }
    tasks = sum(c.tp for c in counts["task"])
    labelled = sum(bool(paper.task) for paper in gold)
    return SystemScore(name, len(gold), failed, methods, tasks, labelled, scores, confusions)


def _score_support(gold: Sequence[GoldPaper], readings: Readings) -> list[SupportScore]:
    claims = dict.fromkeys(Support, 0)
    right = dict(claims)
    covered = dict(claims)
    labelled = 0
    for paper in gold:
        want = {k for c in paper.claims if c.attribution == Attribution.OWN and (k := claim_key(c))}
        may = {key for c in paper.claims_opt if (key := claim_key(c))}
        labelled += len(want)
        reading = readings.get(paper.paper_id)
        for level in Support:
            own = _own_of_level(reading, level)
            claims[level] += sum(key not in may - want for key in own)
            right[level] += sum(key in want for key in own)
            covered[level] += len(want & set(own))
    return [
        SupportScore(
            str(level),
            claims[level],
            right[level],
            right[level] / claims[level] if claims[level] else None,
            covered[level] / labelled if labelled else None,
        )
        for level in Support
    ]


def _own_of_level(reading: CheckedAnnotation | None, level: Support) -> list[Any]:
    if reading is None:
        return []
    return [
        key
        for c in reading.claims
        if c.support == level and c.attribution == Attribution.OWN and (key := claim_key(c))
    ]

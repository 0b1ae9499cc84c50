"""Count claims as they stream by, so that the figures cover a database of any size."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotate.facts import Bound, Support
from annotate.schema import Attribution

__all__ = ["Agreement", "Factors", "Group", "Tally"]

Row = Mapping[str, Any]

REJECTED = "rejected"


@dataclass(slots=True)
class Factors:
    """Improvement factors of one group, in three heaps by what their hedge makes of them."""

    plain: "array[float]" = field(default_factory=lambda: array("d"))
    ceilings: "array[float]" = field(default_factory=lambda: array("d"))
    floors: "array[float]" = field(default_factory=lambda: array("d"))

    def add(self, factor: float, bound: str | None) -> None:
        """Put a factor on the heap of its bound."""
        heap = {Bound.UP_TO: self.ceilings, Bound.AT_LEAST: self.floors}.get(
            Bound(bound) if bound else Bound.EXACT, self.plain
        )
        heap.append(factor)

    def __len__(self) -> int:
        return len(self.plain) + len(self.ceilings) + len(self.floors)


@dataclass(frozen=True, slots=True)
class Group:
    """A named group of factors, for one line of a figure."""

    name: str
    factors: Factors


@dataclass(frozen=True, slots=True)
class Agreement:
    """On how many of `papers`, read both by a model and by the rules, the two say the same."""

    field: str
    agree: int
    papers: int


@dataclass(slots=True)
class Tally:
    """What the page says about all claims; figures leave out other people's and rejected ones."""

    claims: int = 0
    own: int = 0
    support: Counter[str] = field(default_factory=Counter)
    status: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(support, status) of the claims that people have judged."""
    by_metric: dict[str, Factors] = field(default_factory=dict)
    by_device: dict[str, Factors] = field(default_factory=dict)
    by_task: dict[str, Factors] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Count one row of `extracted_claims`."""
        self.claims += 1
        support, status = row["support"] or Support.UNSUPPORTED, row["status"]
        self.support[str(support)] += 1
        self.status[status] += 1
        if status != "unreviewed":
            self.verdicts[str(support), status] += 1
        factor = row["factor"]
        if row["attribution"] != Attribution.OWN or status == REJECTED:
            return
        self.own += 1
        if factor is None or factor <= 0:
            return
        self.by_metric.setdefault(row["metric"], Factors()).add(factor, row["bound"])
        if row["device"]:
            self.by_device.setdefault(row["device"], Factors()).add(factor, row["bound"])
        if row["task"]:
            task = " ".join(row["task"].split()).casefold()
            self.by_task.setdefault(task, Factors()).add(factor, row["bound"])

    def watch(self, rows: Iterable[Row]) -> Iterable[Row]:
        """Count each row and pass it on."""
        for row in rows:
            self.add(row)
            yield row

    @staticmethod
    def largest(groups: Mapping[str, Factors], limit: int) -> list[Group]:
        """Return the groups with most factors first, at most `limit`, names breaking ties."""
        order = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
        return [Group(name, factors) for name, factors in order[:limit]]

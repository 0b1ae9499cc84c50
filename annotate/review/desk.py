"""One reviewer at the claims: the claim on the desk, and what they decide about it."""

from collections.abc import Mapping

from annotate.errors import UsageError
from annotate.facts import Paper
from annotate.language.highlight import EvidenceSpan, Kind, Segment, segments
from annotate.review import verdicts
from annotate.review.sitting import Done, Fields, Sitting
from annotate.store import Label, Store
from annotate.store.reviewing import (
    REASONS,
    PaperFacts,
    devices,
    facts_of,
    progress,
    queue_counts,
)
from annotate.store.waiting import claim, label_key, next_waiting

__all__ = ["Desk"]

_NAMED = ("method", "task", "hardware")
_SHOWN = (
    *verdicts.CORRECTABLE[:2],
    "factor",
    *verdicts.CORRECTABLE[2:],
    "evidence",
    "support",
    "status",
)


class Desk(Sitting):
    """The review of the claims, and of the names and hardware of their papers."""

    facts: PaperFacts | None = None
    table = "claims"

    def __init__(self, store: Store, reviewer: str, reason: str | None = None) -> None:
        super().__init__(store, reviewer, reason, tuple(REASONS))

    @property
    def here(self) -> int | None:
        """The id of the claim on the desk; None when nothing waits."""
        return None if self.row is None else int(str(self.row["claim_id"]))

    @property
    def paper(self) -> Paper | None:
        """The paper of the claim on the desk."""
        return None if self.facts is None else self.facts.paper

    def progress(self) -> tuple[int, int]:
        """Return how many claims are reviewed by anybody, and how many there are."""
        return progress(self._store.db.conn)

    def waiting(self) -> dict[str, int]:
        """Return how many claims wait for each reason."""
        return queue_counts(self._store.db.conn)

    def shown(self) -> list[Fields]:
        """Return what the paper is about, and what the claim says."""
        row = self.row
        return [] if row is None else [{n: row[n] for n in some} for some in (_NAMED, _SHOWN)]

    def correctable(self) -> Fields | None:
        """Return the fields of the claim that a person may change."""
        return None if self.row is None else {n: self.row[n] for n in verdicts.CORRECTABLE}

    def history(self) -> list[Label]:
        """Return what people said of the paper and its claims, newest first."""
        return [] if self.facts is None else list(self.facts.labels)

    def show(self, here: int | None) -> None:
        """Put a claim on the desk, waiting or not; None clears it."""
        self.row = None if here is None else claim(self._store.db.conn, here)
        self.facts = None
        if self.row is not None:
            self.facts = facts_of(self._store.db.conn, str(self.row["paper_id"]))

    def _next(self, after: int | None) -> int | None:
        return next_waiting(self._store.db.conn, self.reason, after)

    def judge(self, verdict: str) -> None:
        """Accept or reject the claim on the desk and go on."""
        row, key = self._on_desk()
        self._decide(lambda: self._say(verdicts.judged(row, key, verdict, self.reviewer)))

    def correct(self, changes: Mapping[str, str | None]) -> None:
        """Correct the claim on the desk and go on; UsageError for what can't be a claim."""
        row, key = self._on_desk()
        paper = self._paper_facts().paper
        label = verdicts.corrected(row, key, paper, changes, self.reviewer)
        self._decide(lambda: self._say(label))

    def add(self, fields: Mapping[str, str | None]) -> None:
        """Add a claim that the readings missed in the abstract on the desk."""
        self._say(verdicts.added(self._paper_facts().paper, fields, self.reviewer))
        self.show(self.here)

    def name(self, target: str, value: str) -> None:
        """Say what the method or the task of the paper on the desk is; "" for none."""
        facts = self._paper_facts()
        before = None if facts.row is None else facts.row.get(target)
        self._say(verdicts.named(facts.paper.id, target, value, before, self.reviewer))
        self.show(self.here)

    def hardware(self) -> dict[str, str]:
        """Return the names of the desk's paper's devices by their keys; "" for a rejected one."""
        found = devices(self._paper_facts())
        return {one.key: "" if one.status == "rejected" else one.name for one in found}

    def equip(self, names: Mapping[str, str]) -> None:
        """Say what the devices of the paper on the desk are, by key; "" for one that isn't used.

        The key "" holds the names of devices to be added, with ";" between them.
        """
        facts = self._paper_facts()
        known = {device.key: device for device in devices(facts)}
        said = [
            verdicts.equipped(facts.paper.id, known[key], name, self.reviewer)
            for key, name in names.items()
            if key in known and (name.strip() or known[key].status != "rejected")
        ]
        said += [
            verdicts.equipped(facts.paper.id, None, name, self.reviewer)
            for name in names.get("", "").split(";")
            if name.strip()
        ]
        if not said:
            raise UsageError("no device was named")
        self._say(*said)
        self.show(self.here)

    def pieces(self) -> list[Segment]:
        """Return the abstract in pieces, each with whose evidence it is."""
        facts = self._paper_facts()
        spans = [_span(c, Kind.MODEL) for c in facts.claims]
        if facts.rules is not None and facts.rules is not facts.reading:
            spans += [
                EvidenceSpan(c.quote_start, c.quote_end, Kind.RULES) for c in facts.rules.claims
            ]
        return segments(facts.paper.abstract, spans)

    def _on_desk(self) -> tuple[dict[str, object], str]:
        key = None if self.here is None else label_key(self._store.db.conn, self.here)
        if self.row is None or key is None:
            raise UsageError("nothing is waiting for review")
        return self.row, key

    def _paper_facts(self) -> PaperFacts:
        if self.facts is None:
            raise UsageError("nothing is waiting for review")
        return self.facts

    def _say(self, *some: Label) -> None:
        ids = set(self._store.add_labels(some))
        paper_id = some[0].paper_id
        stored = [label for label in self._store.labels(paper_id) if label.id in ids]
        judged = some[0].target == "claim" and some[0].verdict != "add"
        facts = tuple((label.target, label.key) for label in stored)
        self._done.append(Done(self.here if judged else None, paper_id, facts))


def _span(row: Mapping[str, object], kind: Kind) -> EvidenceSpan:
    start, end = row["quote_start"], row["quote_end"]
    return EvidenceSpan(
        start if isinstance(start, int) else None,
        end if isinstance(end, int) else None,
        kind,
        int(str(row["claim_id"])),
    )

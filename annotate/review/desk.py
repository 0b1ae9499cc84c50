"""One reviewer at one database: the claim on the desk, and what they decide about it."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotate.errors import UsageError
from annotate.language.highlight import EvidenceSpan, Kind, Segment, segments
from annotate.review import verdicts
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

__all__ = ["REASONS", "Desk"]


@dataclass(frozen=True, slots=True)
class _Done:
    """One decision: the claim that it was about, and the (target, key) of each of its labels."""

    claim_id: int | None
    paper_id: str
    facts: tuple[tuple[str, str], ...]


class Desk:
    """Walks the review queue; every decision is one label, and labels are only ever added.

    What waits is asked anew at each step, so two reviewers at one file don't get each other's
    finished claims, and a review that was closed goes on where it stopped.
    """

    def __init__(self, store: Store, reviewer: str, reason: str | None = None) -> None:
        if not reviewer.strip():
            raise UsageError("a review needs the name of its reviewer: --reviewer NAME")
        if reason is not None and reason not in REASONS:
            raise UsageError(f"no queue {reason!r}; expected {', '.join(REASONS)}")
        self.reviewer = reviewer.strip()
        self.reason = reason
        self.row: dict[str, object] | None = None
        self.facts: PaperFacts | None = None
        self._store = store
        self._done: list[_Done] = []
        self.advance()

    @property
    def claim_id(self) -> int | None:
        """The id of the claim on the desk; None when nothing waits."""
        return None if self.row is None else int(str(self.row["claim_id"]))

    def progress(self) -> tuple[int, int]:
        """Return how many claims are reviewed by anybody, and how many there are."""
        return progress(self._store.db.conn)

    def waiting(self) -> dict[str, int]:
        """Return how many claims wait for each reason."""
        return queue_counts(self._store.db.conn)

    def show(self, claim_id: int | None) -> None:
        """Put a claim on the desk, waiting or not; None clears it."""
        self.row = None if claim_id is None else claim(self._store.db.conn, claim_id)
        self.facts = None
        if self.row is not None:
            self.facts = facts_of(self._store.db.conn, str(self.row["paper_id"]))

    def advance(self) -> None:
        """Put the next waiting claim on the desk; the one that lies there comes last."""
        self.show(next_waiting(self._store.db.conn, self.reason, self.claim_id))

    def choose(self, reason: str | None) -> None:
        """Narrow the queue to one reason, or widen it with None."""
        self.reason = reason
        self.row = None
        self.advance()

    def judge(self, verdict: str) -> None:
        """Accept or reject the claim on the desk and go on."""
        row, key = self._on_desk()
        self._say(verdicts.judged(row, key, verdict, self.reviewer))
        self.advance()

    def correct(self, changes: Mapping[str, str | None]) -> None:
        """Correct the claim on the desk and go on; UsageError for what can't be a claim."""
        row, key = self._on_desk()
        self._say(verdicts.corrected(row, key, self._paper_facts().paper, changes, self.reviewer))
        self.advance()

    def add(self, fields: Mapping[str, str | None]) -> None:
        """Add a claim that the readings missed in the abstract on the desk."""
        self._say(verdicts.added(self._paper_facts().paper, fields, self.reviewer))
        self.show(self.claim_id)

    def name(self, target: str, value: str) -> None:
        """Say what the method or the task of the paper on the desk is; "" for none."""
        facts = self._paper_facts()
        before = None if facts.row is None else facts.row.get(target)
        self._say(verdicts.named(facts.paper.id, target, value, before, self.reviewer))
        self.show(self.claim_id)

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
        self.show(self.claim_id)

    def undo(self) -> bool:
        """Take back the newest decision of this sitting and show what it was about."""
        if not self._done:
            return False
        last = self._done.pop()
        for target, key in last.facts:
            self._store.undo(last.paper_id, target, key, self.reviewer)
        self.show(last.claim_id if last.claim_id is not None else self.claim_id)
        return True

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
        key = None if self.claim_id is None else label_key(self._store.db.conn, self.claim_id)
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
        self._done.append(_Done(self.claim_id if judged else None, paper_id, facts))


def _span(row: Mapping[str, object], kind: Kind) -> EvidenceSpan:
    start, end = row["quote_start"], row["quote_end"]
    return EvidenceSpan(
        start if isinstance(start, int) else None,
        end if isinstance(end, int) else None,
        kind,
        int(str(row["claim_id"])),
    )

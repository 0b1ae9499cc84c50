"""Whose result a number is: this paper's, or background and other people's work."""

import re
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from annotate.language.device_table import lowered
from annotate.schema import Attribution

__all__ = ["Ownership", "needed_by_others"]

_OWN = re.compile(
    r"(?:(?:we|ours?|us"
    r"|this\s(?:paper|work|article|study|thesis|report|letter|approach|method|framework)"
    r"|in\sthis|the\sproposed|a\sproposed|is\sproposed|are\sproposed|here[,\s]|nous|notre|nos"
    r"|cet\sarticle|nuestr[oa]s?|este\strabajo|este\sartículo|proponemos|presentamos|wir"
    r"|unser(?:e[mnrs]?)?|diese[rn]?\sarbeit)\b|本文|我们|该方法|所提)"
)
# Begins with the sign before a word, so that the engine skips from one to the next.
_OWN_AFTER = re.compile(r"[^a-z0-9]" + _OWN.pattern)
_OFFERS = re.compile(r"available|github|gitlab|released?\b|open-sourc|https?:|publicly|开源")
_RESULTS = re.compile(
    r"experiments|experimental|results\s(?:show|demonstrat|indicat)|evaluations|empirical"
    r"|resultados|résultats|ergebnisse|实验|结果"
)
_OTHERS = re.compile(
    r"\W*(?:(?:however|while|where|whereas|although|despite|recently|for\sexample|moreover|in\sparticular"
    r"|in\scontrast\sto),?\s)?(?:the\s|these\s|many\s|most\s|several\s|some\s|all\s)?"
    r"(?:existing|prior|previous|previously|recent|current|conventional|traditional|classical"
    r"|earlier|related|modern|state-of-the-art|other|competing)\s(?:\w+[\s-]){0,3}?"
    r"(?:works?|methods?|approach(?:es)?|stud(?:y|ies)|techniques?|models?|systems?|solutions?"
    r"|research|algorithms?|schemes?|frameworks?|advances?|accelerators?|progress|surrogates?"
    r"|solvers?|designs?|literature|baselines?)\b"
    r"|\W*recently,?\s"
)


class _Said(NamedTuple):
    """What a sentence says of whose its numbers are; `own_from` is infinite when nothing does."""

    own_from: float
    others: bool


class Ownership:
    """Decides for the numbers of one abstract; `name` is the method's name, if it has one.

    Sentences before the paper speaks of itself are background, unless they report results. A
    survey tells of other people's results only.
    """

    def __init__(
        self, text: str, sentences: Sequence[tuple[int, int]], name: str | None, *, survey: bool
    ) -> None:
        self._low = lowered(text)
        self._sentences, self._survey = sentences, survey
        self._name = name.lower() if name else None
        self._said: dict[int, _Said] = {}
        self._reporting: dict[int, bool] = {}
        self._known = False
        self._first: int | None = None

    def of(self, at: int, end: int, *, turned: bool = False) -> Attribution:
        """Return whose the number is that ends at `end` in sentence number `at`.

        `turned` numbers were said of others, in comparison with this paper.
        """
        if self._survey:
            return Attribution.PRIOR
        if turned:
            return Attribution.OWN
        said = self._sentence(at)
        if said.own_from <= (end if said.others else self._sentences[at][1]):
            return Attribution.OWN
        if not said.others and self._reports(at):
            return Attribution.OWN
        first = self._first_own()
        if first is None or (at >= first and not said.others):
            return Attribution.OWN
        return Attribution.PRIOR

    def _sentence(self, at: int) -> _Said:
        """Return what sentence number `at` says of its owner; found once for all its numbers."""
        said = self._said.get(at)
        if said is None:
            start, stop = self._sentences[at]
            said = self._said[at] = _Said(
                self._own_from(start, stop),
                _OTHERS.match(self._low, start, stop) is not None,
            )
        return said

    def _reports(self, at: int) -> bool:
        """Say whether sentence number `at` tells of results; found once for all its numbers."""
        known = self._reporting.get(at)
        if known is None:
            found = _RESULTS.search(self._low, *self._sentences[at])
            known = self._reporting[at] = found is not None
        return known

    def _first_own(self) -> int | None:
        """Return the first sentence where the paper speaks of itself, None when it never does."""
        if not self._known:
            self._known = True
            self._first = next(
                (
                    at
                    for at, (start, end) in enumerate(self._sentences)
                    if self._own_from(start, end) <= end
                    and not _OFFERS.search(self._low, start, end)
                ),
                None,
            )
        return self._first

    def _own_from(self, start: int, stop: int) -> float:
        """Return where the first word for this paper ends in `[start, stop)`, else infinity."""
        match = _OWN.match(self._low, 0, stop) if start == 0 else None
        match = match or _OWN_AFTER.search(self._low, max(0, start - 1), stop)
        first = inf if match is None else match.end()
        at = -1 if self._name is None else self._low.find(self._name, start, stop)
        return first if at < 0 or self._name is None else min(first, at + len(self._name))


_NEEDED = re.compile(
    r"(?P<whose>[^,;:()]{0,60}\b[a-z-]{2,}[a-rt-z]s)\s(?:have\s|had\s|still\s|often\s|typically\s)*"
    r"(?:require[ds]?|need(?:ed)?|took|take|cost|consumed?|demand(?:ed)?|spent)\s$"
)
_NEEDING = tuple(
    f"{word} "
    for word in "require required requires need needed took take cost consume consumed demand "
    "demanded spent".split()
)
"""Ends what _NEEDED matches."""
_CLAUSES = re.compile(r"\b(?:while|whereas|where|than|but|unlike|whose|although)\b")
_OURS = re.compile(r"\b(?:we|ours?|us|this|these|proposed)\b")
_WORK = re.compile(
    r"(?:experiment|run|evaluation|result|simulation|job|training|test|step|epoch|measurement)s$"
)


def needed_by_others(text: str, start: int, end: int, name: str | None) -> bool:
    """Tell the loser's cost: "where adapters required over 1000 GPU-hours".

    The absolute figure starts at `end`, its sentence at `start`; `name` is the method's name.
    """
    before = lowered(text[max(start, end - 100) : end])
    match = _NEEDED.search(before) if before.endswith(_NEEDING) else None
    if match is None:
        return False
    whose = _CLAUSES.split(match["whose"])[-1]
    own = _OURS.search(whose) or (name is not None and name.lower() in whose)
    return not own and _WORK.search(whose) is None

"""Countable things that work is made of: "visits 9x fewer nodes", "needs 5x fewer scans"."""

import re

from annotate.language import kinds
from annotate.language.frames import Frame, View, framed
from annotate.schema import Metric

__all__ = ["fewer_things", "more_served", "per_time"]

# What is gone through one by one costs time each; only where a verb tells that it is.
_GONE_THROUGH = re.compile(
    r"(?:node|state|candidate|cell|vertex|vertice|edge|branch|branche|configuration|combination"
    r"|pair|point|particle|path|case|test|file|block|tile|entry|entrie|item|record|row|voxel|cube"
    r"|program|plan|hypothese|architecture|design|trajectorie|sequence|frame|document|chunk|key"
    r"|neighbor|neighbour|function|clause|constraint|subproblem|patche|variant|mutant|rule|nodo"
    r"|estado|nœud|sommet|état|knoten|zustände|attempt|draft|beam|expert|distance|gradient|product"
    r"|projection|rotation|transition)e?s?n?$",
    re.IGNORECASE,
)
_GOES_THROUGH = re.compile(
    r"(?:re-?)?(?:execut|explor|expand|visit|evaluat|process|comput|check|inspect|examin|scan"
    r"|travers|search|solv|simulat|verif|test|tr(?:y|ies|ied)$|generat|consider|compar|probe|sampl"
    r"|visita|évalu|parcour|durchsuch|besuch|untersuch|touch|render|enumerat|activat)",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?:hand-?|human-?|expert-?|manually-?|un|pre-?)?(?:label+ed|annotated|transcribed|etiquetad[oa]s"
    r"|annoté(?:e?s)?|annotierte[nr]?|training|demonstrat(?:ed|ion)|paired|parallel|curated)$",
    re.IGNORECASE,
)
_LONGEST = 5


def fewer_things(view: View, at: int) -> Frame | None:
    """Read the unknown nouns from token `at` on as work or as data; None when they are neither."""
    nouns: list[str] = []
    while view.kind(at) in (kinds.PLAIN, kinds.ACTIVITY, kinds.FALSE) and len(nouns) < _LONGEST:
        nouns.append(view.word(at))
        at += 1
    if not nouns:
        return None
    if any(_LABELLED.match(noun) for noun in nouns) or _samples(view, nouns):
        return framed(Metric.DATA, True, view.at, at)
    near = range(max(view.free, view.clause(), view.at - 4), view.at)
    works = any(_GOES_THROUGH.match(view.word(index)) for index in near)
    noun = next((noun for noun in nouns if _GONE_THROUGH.match(noun)), None)
    return framed(Metric.COMPUTE, True, view.at, at) if works and noun is not None else None


_SAMPLES = re.compile(
    r"(?:plot|parcel|parcela|parcelle|experiment|experimento|expérience|specimen|scan|recording|probe"
    r"|photo|photograph|fotografía|sentence|utterance|reading|survey|simulation|measurement|view"
    r"|patient|subject|participant|well|core|site|station|drive|flight|run|speaker)e?s?$",
    re.IGNORECASE,
)
_EQUAL = re.compile(r"(?:the_)?same|mism[oa]|même|gleiche[nrs]?|equal|mesm[oa]|stess[oa]")


def _samples(view: View, nouns: list[str]) -> bool:
    """Tell "the same error with 60% fewer field plots", where what is counted is a sample."""
    same = any(_EQUAL.fullmatch(view.word(at)) for at in range(view.clause(), view.at))
    return same and any(_SAMPLES.match(noun) for noun in nouns)


_SERVES = re.compile(r"(?:serv|sustain|handl|support|admit|host|accommodat|cope|tolerat)")
_SERVED = frozenset(
    "users clients requests sessions streams connections tenants load loads traffic queries jobs "
    "calls viewers cameras transactions subscribers flows".split()
)


def more_served(view: View, at: int) -> Frame | None:
    """Read "serves 5x more concurrent users", "handles 2x more load": work at the same time."""
    near = range(max(view.free, view.at - 3), view.at)
    if not any(_SERVES.match(view.word(index)) for index in near):
        return None
    for index in range(at, at + 3):
        if view.word(index) in _SERVED:
            return framed(Metric.THROUGHPUT, True, view.at, index + 1, rate=True)
    return None


def per_time(view: View, at: int) -> Frame | None:
    """Read "3x more cases per hour"."""
    first = at
    while view.kind(at) in (kinds.PLAIN, kinds.ACTIVITY) and at < first + 4:
        at += 1
    if at > first and view.kind(at) is kinds.ABOUT and view.tokens[at].word.metric is not None:
        return framed(Metric.THROUGHPUT, True, view.at, at + 1, rate=True)
    return None

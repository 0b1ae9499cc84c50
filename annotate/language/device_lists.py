"""Classes of devices that stand beside a board in their own right: "a CPU, a GPU and a Jetson".

A board has a CPU and a GPU, so that these say nothing new beside it, unless the text lists or
compares them. All offsets are half-open and count code points of the text given.
"""

import re
from collections.abc import Sequence

__all__ = ["is_listed_apart"]

_LISTED = re.compile(
    r"(?:,(?:\sand|\sor)?|\sand|\sor|\svs\.?|\sversus)\s"
    r"(?:the\s|an?\s|existing\s|on\s(?:an?\s|the\s)?)?(?:the\s|an?\s)?"
)
_COMPARED = re.compile(
    r"(?P<ratio>\d\s?[x×]\s(?:\w+\s){0,3}?)?\b(?:over|than|against|versus|vs\.?|compared\s(?:to|with)|relative\sto|outperform\w*|beats?|surpass\w*)\s"
    r"(?:(?:an?|the|existing|state-of-the-art|conventional|traditional|standard|both|optimized|baseline"
    r"|server|desktop|on|running\son)\s){0,3}$",
    re.IGNORECASE,
)
_LARGE = re.compile(
    r"\b(?:desktop|server|cloud|data-?cent(?:er|re)|high-end|discrete|workstation|consumer(?:-grade)?)(?:-class)?\s$",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\s(?:cores?\s|clusters?\s)?(?:of|on|in|inside|within|aboard)\s(?:an?\s|the\s|its\s)?(?:\w+\s){0,2}$"
)
_NEAR = 40

Place = tuple[int, int]


def is_listed_apart(text: str, places: Sequence[Place], named: Sequence[bool], at: int) -> bool:
    """Say whether the class at `places[at]` is one of its own beside a board.

    `places` are those of all devices in `text`, in order, and `named` tells which are no classes.
    It is when it is listed with one of these, when something is compared with it, or when it is of
    a larger machine ("a server GPU"); the CPU and the GPU "of a Jetson" are its parts.
    """
    if _LARGE.search(text, max(0, places[at][0] - 24), places[at][0]):
        return True
    first = last = at
    while first > 0 and _joined(text, places, first - 1):
        first -= 1
    while last + 1 < len(places) and _joined(text, places, last):
        last += 1
    if any(named[first : last + 1]):
        return True
    after = places[last + 1][0] if last + 1 < len(places) else None
    if after is not None and named[last + 1] and _is_part(text, places[last][1], after):
        return False
    start = places[first][0]
    compared = _COMPARED.search(text, max(0, start - 60), start)
    return compared is not None and (first < last or compared["ratio"] is not None)


def _joined(text: str, places: Sequence[Place], at: int) -> bool:
    end, start = places[at][1], places[at + 1][0]
    return start - end < _NEAR and _LISTED.fullmatch(text, end, start) is not None


def _is_part(text: str, end: int, start: int) -> bool:
    return start - end < _NEAR and _PART.search(text, end, start) is not None

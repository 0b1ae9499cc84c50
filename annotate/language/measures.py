"""A quantity, where it stands, and the hedge before it that makes it a bound."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from annotate.facts import Bound

__all__ = ["Quantity", "QuantitySpan", "Shape", "hedge_before", "hedged"]


class Shape(StrEnum):
    """How a quantity is built, which decides what may stand around it."""

    RATIO = "ratio"
    PERCENT = "percent"
    MULTIPLE = "multiple"
    DOUBLES = "doubles"
    HALVES = "halves"
    HALF = "half"
    FRACTION = "fraction"
    ABSOLUTE = "absolute"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number or a range as claimed.

    Attributes:
        low: The number, or the lower end of a range.
        high: Equal to `low` unless it is a range.
        unit: "x", "%" or, for absolute figures, the unit as written.
        bound: What the hedge makes of it.
        baseline: The a of "from a to b", else None.
        share: The number is what is left ("to 18 % of"), not what was saved.
        falls: True where the words beside it tell of less, False of more, None of neither.
    """

    low: float
    high: float
    unit: str
    bound: Bound = Bound.EXACT
    baseline: float | None = None
    share: bool = False
    falls: bool | None = None


class QuantitySpan(NamedTuple):  # a tuple is made in half the time of a dataclass
    """A quantity and its half-open place `[start, end)`; `number` is where its hedge ends."""

    quantity: Quantity
    shape: Shape
    start: int
    end: int
    number: int


_HEDGES = {
    Bound.UP_TO: (
        "up to|up-to|upto|as much as|as high as|as large as|as many as|as low as|as little as"
        "|as few as|at most|maximum of|maximum|maximal|max.|peak of|peak|less than|fewer than"
        "|no more than|under|below|within"
        "|jusqu'à|jusqu’à|jusqu'a|hasta|hasta un|bis zu|até|moins de|menos de|weniger als"
    ),
    Bound.AT_LEAST: (
        "over|more than|at least|above|exceed|exceeds|exceeding|in excess of|greater than"
        "|well over|no less than|upwards of|minimum of|plus de|plus d'|au moins|más de"
        "|más del|al menos|mehr als|über|mindestens"
    ),
    Bound.APPROX: (
        "about|around|approximately|approx|approx.|roughly|nearly|almost|close to|circa|ca."
        "|some|environ|près de|presque|quasi|aproximadamente|alrededor de|alrededor del|casi"
        "|casi un|cerca de|cerca del|unas|unos|una|etwa|rund|fast"
    ),
}
_BOUNDS = {word: bound for bound, words in _HEDGES.items() for word in words.split("|")}
_SIGNS = {
    sign: bound
    for signs, bound in (
        ("<≤⩽", Bound.UP_TO),
        (">≥⩾", Bound.AT_LEAST),
        ("~∼≈≃≅～⁓", Bound.APPROX),
    )
    for sign in signs
}
_CJK = re.compile(
    r"(?:(?P<UP_TO>最高可达|高达|最多|最高|最大|多达|可达|不到|不足)"
    r"|(?P<AT_LEAST>超过|至少|逾|大于|超出)|(?P<APPROX>约为|大约|约|近|将近|接近))$"
)
_ARTICLES = frozenset(("a", "an", "the", "by", "un", "une"))
_LAST_WORDS = frozenset(words.split()[-1] for words in _BOUNDS) | _ARTICLES | {"of"}
_LOOK_BACK = 28
_EXACT = Bound.EXACT
_AFTER = re.compile(r"\+|\s(?:or|and)\s(?:more|above|higher|greater)\b|以上|余")


def hedge_before(text: str, start: int) -> tuple[int, Bound]:
    """Return where the hedge of a number at `start` begins, and what it makes of the number."""
    low = max(0, start - _LOOK_BACK)
    before = text[low:start].rstrip(" \u00a0\u202f:")
    if not before:
        return start, _EXACT
    last = before[-1]
    if last in _SIGNS:
        return low + len(before) - 1, _SIGNS[last]
    if last > "\u2fff":
        match = _CJK.search(before)
        found = (start, _EXACT)
        return found if match is None else (low + match.start(), Bound[match.lastgroup or "EXACT"])
    if before.rpartition(" ")[2].lower().lstrip('([“"') not in _LAST_WORDS:
        return start, _EXACT
    words = before.lower().split(" ")
    if words[-1] in _ARTICLES or words[-2:] == ["average", "of"]:
        words = words[: -1 if words[-1] in _ARTICLES else -2]
        before = before[: len(" ".join(words))]
    for size in (3, 2, 1):
        phrase = " ".join(words[-size:]).lstrip('([“"')
        bound = _BOUNDS.get(phrase)
        if bound is not None:
            return low + len(before) - len(phrase), bound
    return start, _EXACT


def hedged(
    text: str, place: tuple[int, int], value: float, unit: str, shape: Shape
) -> QuantitySpan:
    """Return the quantity at `place`, with the hedges before and after it."""
    start, end = place
    first, bound = hedge_before(text, start)
    after = _AFTER.match(text, end)
    if bound is _EXACT and "+" in text[start:end]:
        bound = Bound.AT_LEAST  # "2+ times"
    if after is not None:
        end = after.end()
        bound = Bound.AT_LEAST if bound is _EXACT else bound
    return QuantitySpan(Quantity(value, value, unit, bound), shape, first, end, start)

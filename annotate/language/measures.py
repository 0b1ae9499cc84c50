"""A quantity, where it stands, and the hedge before it that makes it a bound."""

import re
from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class QuantitySpan:
    """A quantity and its half-open place `[start, end)`; `number` is where its hedge ends."""

    quantity: Quantity
    shape: Shape
    start: int
    end: int
    number: int


_UP_TO = (
    r"up[\s-]to|upto|as (?:much|high|large|many|low|little|few) as|at most|(?:a )?maximum of|less than|fewer than"
    r"|no more than|under|below|within|<|≤|⩽|jusqu['’][àa]|hasta(?: un)?|bis zu|até|moins de|menos de|weniger als"
    r"|最高可达|高达|最多|最高|最大|多达|可达|不到|不足"
)
_AT_LEAST = (
    r"over|more than|at least|above|exceed(?:s|ing)?|in excess of|greater than|well over|no less than|upwards of"
    r"|a minimum of|>|≥|⩾|plus de|plus d['’]|au moins|más de(?:l)?|al menos|mehr als|über|mindestens"
    r"|超过|至少|逾|大于|超出"
)
_APPROX = (
    r"about|around|approximately|approx\.?|roughly|nearly|almost|close to|circa|ca\.|some|~|∼|≈|≃|≅|～|⁓"
    r"|environ|près de|presque|quasi|aproximadamente|alrededor de(?:l)?|casi(?: un)?|cerca de(?:l)?|unas?|unos"
    r"|etwa|rund|fast|约为|大约|约|近|将近|接近"
)
_HEDGE = re.compile(
    rf"(?:(?P<UP_TO>(?<![A-Za-z])(?:{_UP_TO}))|(?P<AT_LEAST>(?<![A-Za-z])(?:{_AT_LEAST}))"
    rf"|(?P<APPROX>(?<![A-Za-z])(?:{_APPROX})))"
    r"[\s:]*(?:an?\s(?:average\sof\s)?|the\s|by\s)?$",
    re.IGNORECASE,
)
_LOOK_BACK = 28
_AFTER = re.compile(r"\+|\s(?:or|and)\s(?:more|above|higher|greater)\b|以上|余")


def hedge_before(text: str, start: int) -> tuple[int, Bound]:
    """Return where the hedge of a number at `start` begins, and what it makes of the number."""
    match = _HEDGE.search(text, max(0, start - _LOOK_BACK), start)
    if match is None:
        return start, Bound.EXACT
    return match.start(), Bound[match.lastgroup or "EXACT"]


def hedged(
    text: str, place: tuple[int, int], value: float, unit: str, shape: Shape
) -> QuantitySpan:
    """Return the quantity at `place`, with the hedges before and after it."""
    start, end = place
    first, bound = hedge_before(text, start)
    after = _AFTER.match(text, end)
    if after is not None:
        end = after.end()
        bound = Bound.AT_LEAST if bound is Bound.EXACT else bound
    return QuantitySpan(Quantity(value, value, unit, bound), shape, first, end, start)

"""From the words of a value to its number, and from the number to "how many times better"."""

import math
import re
from dataclasses import replace
from functools import lru_cache

from annotate.errors import QuantityError
from annotate.facts import Bound
from annotate.language.figures import find_absolutes, find_quantities
from annotate.language.latex import clean
from annotate.language.measures import Quantity, QuantitySpan, Shape, hedge_before
from annotate.schema import Metric

__all__ = [
    "Quantity",
    "QuantitySpan",
    "Shape",
    "find_absolutes",
    "find_quantities",
    "improvement_factor",
    "parse_quantity",
]

_MARKUP = re.compile(r"[\\$*_&{}<]")
_FALLS = (
    r"reduc|decreas|\bless\b|lesser|fewer|lower|sav(?:e[sd]?|ings?)\b|small|short|\bcut|drop|shr[iau]nk|trim"
    r"|declin|compress|cheaper|lighter|réduc|réduit|dimin|moins|menos|weniger|reduz|senk|降|减|少|省"
)
_RISES = (
    r"fast|quick|more|high|increas|gain|improv|boost|accelerat|speed|great|better|rais|提|增|快"
)
_DIRECTION = re.compile(rf"(?P<falls>{_FALLS})|(?P<rises>{_RISES})")
"""Of words in small letters, among which it is found in a third of the time."""
_SHARE_BEFORE = re.compile(
    r"(?:\b(?:only|just|merely|mere|using|uses?|at|to|with|requir\w+|needs?|consum\w+|avec|seulement|solo|sólo|nur)"
    r"|仅|只|至|到|为)(?:\s(?:a|an|the|only|just|merely))*\s?$",
    re.IGNORECASE,
)
_SHARE_ALSO = re.compile(
    r"\b(?:only|just|merely|using|uses?|requir\w+|needs?|consum\w+)\s[^.,;:%()]{1,80}?\s(?:and|or)"
    r"(?:\s(?:a|an|the|only|just|merely))*\s?$",
    re.IGNORECASE,
)
"""Says what "requiring only four sessions and 30% of the memory" has in common."""
_SHARE_AFTER = re.compile(r"\s?(?:of\b|de\b|des\b|du\b|del\b|der\b|the\b|as\b|的)", re.IGNORECASE)

_ALONE = re.compile(
    r"(?:(?:up to|over|about|around|nearly|almost|roughly|approximately|at least) |[~≈])?"
    r"(?P<n>[0-9]{1,9}(?:\.[0-9]{1,9})?) ?(?P<u>[x×%]|times)"
)
"""Matches a value of which there is nothing more to find out, as every second one."""
_BY = (" by", "by", " de", " en", " um")


@lru_cache(maxsize=1 << 12)
def parse_quantity(value: str) -> Quantity | None:
    """Return the first quantity that `value` states; None when it holds no number.

    Takes the value as written, with LaTeX or Markdown. "from a to b" is b with baseline a.

    >>> parse_quantity(r"from 4.24$\\times$ to 5.19$\\times$").low
    5.19
    """
    alone = _ALONE.fullmatch(value)
    if alone is not None:
        low = float(alone["n"])
        bound = hedge_before(value, alone.start("n"))[1]
        return Quantity(low, low, "%" if alone["u"] == "%" else "x", bound)
    text = _plain(value)
    spans = find_quantities(text) or find_absolutes(text)
    if not spans:
        return None
    span = spans[0]
    found = span.quantity
    if found.baseline is not None:
        found = replace(found, low=found.high, bound=Bound.EXACT)
    return _told(found, share=_is_share(found.unit, text, span), falls=_falls(text, span))


def improvement_factor(quantity: Quantity, metric: Metric, context: str = "") -> float | None:
    """Return how many times better the claimed value is; dimensionless, > 1 is better.

    Args:
        quantity: A parsed quantity; its `low` end is used for a range.
        metric: Decides what a percentage is of: of a rate (1 + p) or of a cost (1 / (1 - p)).
        context: The words that the quantity was taken from, which may tell a reduction from an
            increase and what was saved from what is left.

    Returns:
        None when the quantity is absolute ("60 fps") and so compares with nothing, or is beyond
        belief: below zero, or more than a thousand million times better.

    Raises:
        QuantityError: A reduction of 100 % or more.

    >>> round(improvement_factor(parse_quantity("45% reduction"), Metric.ENERGY), 2)
    1.82
    """
    if quantity.unit not in ("x", "%"):
        return None
    if context and quantity.unit == "%":  # of a ratio the context tells nothing more
        quantity = _in_context(quantity, metric, context)
    if not 0 < quantity.low < math.inf:
        return None
    factor = _factor(quantity, metric, context)
    return factor if factor <= _BELIEVED else None


_BELIEVED = 1e9
_RATES = (Metric.THROUGHPUT, Metric.SPEEDUP)


def _factor(quantity: Quantity, metric: Metric, context: str) -> float:
    if quantity.unit == "x":
        return quantity.low if quantity.low >= 1 else 1 / quantity.low
    if quantity.share:
        return 100 / quantity.low
    if _is_rate(quantity, metric, context):
        return 1 + quantity.low / 100
    if quantity.low >= 100:
        raise QuantityError(
            f"a reduction by {quantity.low:g} % leaves nothing; expected less than 100 %"
        )
    return 1 / (1 - quantity.low / 100)


def _is_rate(quantity: Quantity, metric: Metric, context: str) -> bool:
    if metric in _RATES:
        return quantity.falls is not True
    return quantity.falls is False and _may_be_rate(metric, context)


def _may_be_rate(metric: Metric, context: str) -> bool:
    return metric in _RATES or "efficien" in context.casefold()


def _plain(value: str) -> str:
    if _MARKUP.search(value) is None:
        return value
    return clean(value).text


def _in_context(quantity: Quantity, metric: Metric, context: str) -> Quantity:
    """Return `quantity` with what the words around it add to its factor."""
    text = _plain(context)
    for span in find_quantities(text):
        if (span.quantity.high, span.quantity.unit) == (quantity.high, quantity.unit):
            share, falls = quantity.share or _is_share(quantity.unit, text, span), quantity.falls
            if falls is None and not share and _may_be_rate(metric, context):
                falls = _falls(text, span)
            return _told(quantity, share=share, falls=falls)
    return quantity


def _told(quantity: Quantity, *, share: bool, falls: bool | None) -> Quantity:
    if (quantity.share, quantity.falls) == (share, falls):
        return quantity
    return replace(quantity, share=share, falls=falls)


def _is_share(unit: str, text: str, span: QuantitySpan) -> bool:
    """Say whether the words beside the quantity at `span` tell of what is left."""
    before, after = text[: span.start], text[span.end :]
    share = unit == "%" and _SHARE_AFTER.match(after) is not None
    if share and _SHARE_BEFORE.search(before[-40:]) is None:
        share = " and " in before[-8:] and _SHARE_ALSO.search(before[-120:]) is not None
    if span.shape is Shape.FRACTION:
        share = not before.rstrip().casefold().endswith(_BY)
    if not share:
        return False
    near = _DIRECTION.search(after[:24].casefold())
    return near is None or near["falls"] is None


def _falls(text: str, span: QuantitySpan) -> bool | None:
    """Say whether the words beside the quantity at `span` tell of less; None if of neither."""
    near = _DIRECTION.search(text[span.end : span.end + 24].casefold())
    if near is None:
        before = text[max(0, span.start - 80) : span.start].casefold()
        near = next(reversed(list(_DIRECTION.finditer(before))), None)
    if near is None:
        near = _DIRECTION.search(text[span.end : span.end + 60].casefold())
    return None if near is None else near["falls"] is not None

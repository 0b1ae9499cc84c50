"""The number of a claim: as parsed, where it stands in the abstract, and which side it is on."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from annotate.check.page import Page, plain, same_number
from annotate.errors import QuantityError
from annotate.facts import Bound
from annotate.language.quantities import (
    Quantity,
    QuantitySpan,
    improvement_factor,
    parse_quantity,
)
from annotate.language.spans import cuts_number, find_value
from annotate.language.wording import split_words
from annotate.schema import Metric

__all__ = ["Number", "factor_of", "is_other_side", "read_number"]

_OTHER_SIDE = re.compile(
    r"(?:\bvs\.?|\bversus|\bcompared\s(?:to|with)|\bagainst|\binstead\sof|\brather\sthan|\bas\sopposed\sto"
    r"|\b(?:down|up)\sfrom|(?<!more\s)(?<!less\s)(?<!fewer\s)(?<!greater\s)(?<!higher\s)(?<!better\s)(?<!rather\s)\bthan)"
    r"\s(?:(?:the|a|only|just|merely|its|about)\s)*"
    r"(?:(?:speed-?up|acceleration|gain|reduction|saving|improvement)s?\sof\s(?:about\s|up\sto\s)?)?$"
)
_FROM_TO = re.compile(
    r"\bfrom\s(?:(?:the|a|about|around|only|just)\s){0,2}[~≈∼<>]?\s?$", re.IGNORECASE
)
_EXTENT = re.compile(r"\b(?:rang|var[iy]|span|differ)\w*\s(?:\w+\s){0,2}from\s\S*$", re.IGNORECASE)
_EXTENDED = re.compile(r"\sup\sto\s", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:reduc|decreas|lower|cut|drop|shrink|shrunk|shorten|rais|increas|improv|boost|enhanc|accelerat|speed)",
    re.IGNORECASE,
)
_SIGNS_OF_IT = frozenset("vs vs. versus compared against instead rather opposed from than".split())
_ENDS_OF_IT = tuple(
    "vs vs. versus against than from to with of the a only just merely its about".split()
)
_NEGATIVE = re.compile(r"\s*[-−–‐‑]\s?\d")
_MINUS = frozenset("-−–‐‑")
_TO = re.compile(r"[^.;]{0,40}?\bto\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """A claimed quantity and the clean places `[start, end)` of the quote where it stands.

    `places` is empty when it stands nowhere in the quote.
    """

    quantity: Quantity
    places: tuple[tuple[int, int], ...] = ()
    other_bound: bool = False
    """The value hedges otherwise than the abstract; the quantity's bound is the abstract's."""


def read_number(value: str, page: Page, start: int, end: int) -> Number | None:
    """Return the number of `value` with its places within the clean range `[start, end)`.

    A number counts only when it stands whole: "5x" is no number of "15x", nor "35%" of "30–35%".
    None when `value` holds no number.
    """
    return page.once(_read_signed, value, start, end)


def _read_signed(page: Page, value: str, start: int, end: int) -> Number | None:
    number = _read(value, page, start, end)
    if number is None or not _NEGATIVE.match(plain(value)):
        return number
    text = page.text.text
    signed = tuple(one for one in number.places if one[0] and text[one[0] - 1] in _MINUS)
    quantity = number.quantity
    if quantity.unit != "%" and not signed:  # "-40%" of a cost is 40 % less, "-5x" is nothing
        quantity = replace(quantity, low=-quantity.high, high=-quantity.low)
    return replace(number, quantity=quantity, places=signed)


def _read(value: str, page: Page, start: int, end: int) -> Number | None:
    quantity = _parsed(value)
    found = page.numbers_within(start, end)
    if quantity is None:
        return _bare_number(value, page, found, start, end)
    if quantity.unit not in ("x", "%"):
        found = [*page.absolutes_within(start, end), *found]
    quantity = _of_a_change(quantity, value, page, start, end)
    same = [one for one in found if same_number(quantity, one.quantity)]
    if same and _digits_stand(value, same[0].quantity.low, page.text.text[start:end]):
        bounds = [one.quantity.bound for one in same]
        ranged = bounds[0] is Bound.RANGE and quantity.low == quantity.high
        other = quantity.bound is not Bound.EXACT and quantity.bound not in bounds and not ranged
        unsaid = quantity.bound is Bound.EXACT and not ranged
        if (other or unsaid) and quantity.bound is not bounds[0]:
            # The abstract knows better than the answer how exact its number is.
            quantity = replace(quantity, bound=bounds[0])
        return Number(quantity, tuple((one.number, one.end) for one in same), other)
    place = find_value(value, page.text.text[start:end])
    if place is None:
        return Number(quantity)
    return _read_literally(quantity, page, start + place[0], start + place[1])


def _of_a_change(quantity: Quantity, value: str, page: Page, start: int, end: int) -> Quantity:
    """Read "4× to 5×" as the whole "from 4× to 5×" that it was cut out of."""
    if quantity.low >= quantity.high:
        return quantity
    place = find_value(value, page.text.text[start:end])
    if place is None:
        return quantity
    if _EXTENDED.search(value):
        return quantity
    before = page.text.text[: start + place[0]]
    if not _FROM_TO.search(before) or _EXTENT.search(before):
        return quantity
    return _parsed(f"from {value}") or quantity


@lru_cache(maxsize=256)
def _parsed(value: str) -> Quantity | None:
    return parse_quantity(plain(value))


def _digits_stand(value: str, low: float, quote: str) -> bool:
    # A value may hold a second number beside the one that counts, such as the a of "from a to b".
    # Only a lone number may be written otherwise in the quote ("2x" for "twice").
    numbers = [word for word in split_words(plain(value))[0] if word[0].isdigit()]
    if len(numbers) == 1 and numbers[0].replace(",", ".") in (f"{low:g}", str(low)):
        return True
    return set(numbers) <= set(split_words(quote)[0])


def _bare_number(
    value: str, page: Page, found: list[QuantitySpan], start: int, end: int
) -> Number | None:
    """Read a value without its unit ("5" for "5x") where the quote leaves no doubt of it."""
    if not any(char.isdigit() for char in value):
        return None
    place = find_value(value, page.text.text[start:end])
    if place is None:
        return None
    at, until = start + place[0], start + place[1]
    over = [one for one in found if one.number <= at and until <= one.end]
    if len(over) != 1 or over[0].quantity.low != over[0].quantity.high:
        return None
    return Number(over[0].quantity, ((over[0].number, over[0].end),))


def _read_literally(quantity: Quantity, page: Page, start: int, end: int) -> Number:
    """Read words that stand in the quote though the quantity grammar reads them otherwise.

    They may be the b of a cut "from a to b", a range that reads as one only with the words around
    it ("between 1.4x and 2.0x"), or a number that the grammar doesn't know.
    """
    if cuts_number(page.text.text, start, end):
        return Number(quantity)
    over = [one for one in page.numbers if one.number < end and start < one.end]
    if not over:
        return Number(quantity, ((start, end),))
    found = over[0]
    if len(over) == 1 and (found.number, found.end) == (start, end):
        return Number(found.quantity, ((start, end),))
    if found.quantity.baseline is not None:
        result = start > found.number and same_number(quantity, found.quantity)
        if result or quantity.low == quantity.high == found.quantity.baseline:
            return Number(quantity, ((start, end),))
    return Number(quantity)


def factor_of(number: Number, metric: Metric, context: str) -> float | None:
    """Return the improvement factor in the light of the quote, None when there is none."""
    try:
        return improvement_factor(number.quantity, metric, context)
    except QuantityError:  # 100 % less of something compares with nothing
        return None


def is_other_side(number: Number, page: Page) -> bool:
    """Say whether the number is what the result is compared with, wherever it stands."""
    text = page.text.text
    for one in page.changes:
        baseline = one.baseline
        if (
            baseline == number.quantity.low == number.quantity.high
            and one.high != baseline
            and one.unit == number.quantity.unit
        ):
            return True
    places = number.places
    return bool(places) and all(_stands_on_other_side(text, start, end) for start, end in places)


def _stands_on_other_side(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 40) : start].casefold()
    if _SIGNS_OF_IT.isdisjoint(before.split()):  # quicker than to search
        return False
    if before.rstrip().endswith(_ENDS_OF_IT) and _OTHER_SIDE.search(before):
        return True
    if "from" not in before or _FROM_TO.search(before) is None or _TO.match(text, end) is None:
        return False
    # "spanning from 3 ms to 9 ms" compares nothing; "lowered from 9 ms to 3 ms" does.
    return _CHANGE.search(text, max(0, start - 80), start) is not None

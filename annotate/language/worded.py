"""Quantities in words: "ten times", "twice", "halves", "two thirds", "an order of magnitude"."""

import re
from collections.abc import Iterator

from annotate.facts import Bound
from annotate.language.measures import Quantity, QuantitySpan, Shape, hedge_before, hedged
from annotate.language.numerals import COUNT, FRACTION, count_value, fraction_value

__all__ = ["ORDERS", "PERCENT", "RATIO", "find_worded"]

RATIO = (
    r"\s?[×✕✖⨯](?!\d)(?!\s\d+(?:\.\d+)?(?![\d.,]|\s?[×x%]))"
    r"|(?<=\d)\s?[xX](?![A-Za-z0-9])(?!\s\d+\b(?!\s?[x×%.]))"
    r"|\s?[-‐‑]?\s?folds?\b|[\s-]?times\b|[\s-]?fach(?:e[rnsm]?)?\b|[\s-]?mal\b"
    r"|\s?倍|\s?fois\b|\s?veces\b|\s?vezes\b"
)
"""Matches the unit of a ratio after its number; dimensions such as "128×128" have none."""

PERCENT = (
    r"\s?[%％﹪](?!\s?(?:age|\s?-?points?\b))|[\s-]?per\s?cent\b(?!\s?points?\b)|[\s-]?pct\b"
    r"|\s?Prozent\b|\s?pour\scents?\b|\s?por\sciento\b"
)
"""Matches the unit of a percentage after its number; percentage points are none."""

ORDERS = (
    r"(?:\s|-)?(?:orders?|decades?)[\s-]of[\s-]magnitudes?|\s?个?数量级|\s?ordres\sde\sgrandeur"
    r"|\s?órdenes\sde\smagnitud"
)
"""Matches "orders of magnitude" after its number."""

_COUNTED = re.compile(
    rf"(?<![A-Za-z])(?:(?P<a>{COUNT})(?:\sto\s|\sor\s|[-–—]to[-–—]|[-–—]|\sà\s|\sa\s|到|至))?"
    rf"(?P<n>{COUNT})(?:(?P<x>{RATIO})|(?P<p>{PERCENT})|(?P<o>{ORDERS}))",
    re.IGNORECASE,
)
_UNIT_SIGN = re.compile(
    r"times|fold|cent|orders?\sof|order-of|ordres|órdenes|prozent|倍|数量级|fois|veces|mal|fach"
)
_ORDER = re.compile(
    r"\b(?:(?:an?|one|single)[\s-](?:full\s)?)?(?P<many>orders?)[\s-]of[\s-]magnitudes?\b"
    r"|\b(?:un\sordre\sde\sgrandeur|un\sorden\sde\smagnitud)\b|一个数量级|(?P<some>几个数量级)",
    re.IGNORECASE,
)
_ORDER_SIGN = re.compile(r"magnitud|grandeur|数量级")
_MULTIPLE = re.compile(
    r"\b(?:(?P<twice>twice|doppelt|el\sdoble\sde|deux\sfois)|(?P<thrice>thrice)"
    r"|(?P<double>doubl(?:es|ed|ing|e(?=\s(?:the|its|our|of)\b))"
    r"|(?:(?<=to\s)|(?<=can\s)|(?<=could\s)|(?<=will\s))double|verdoppelt|duplica(?:ndo)?"
    r"|doublant|(?<=\s)double(?=\sle\s|\sla\s))"
    r"|(?P<triple>tripl(?:es(?=\s(?:the|its|our|throughput|inference|training|decoding|speed))|ed|ing|e(?=\sthe\b))|verdreifacht|triplica(?:ndo)?)"
    r"|(?P<quadruple>quadrupl(?:es(?=\s(?:the|its|our|throughput))|ed|ing|e(?=\sthe\b)))"
    r"|(?P<halve>halv(?:es?|ed|ing)|halbiert|(?:by|in)\shalf|de\smoitié|a\sla\smitad)"
    r"|(?P<half>half(?!-)|la\smoitié|la\smitad))\b|(?P<zh>翻倍|翻番|一半|减半)",
    re.IGNORECASE,
)
_MULTIPLE_SIGN = re.compile(
    r"twice|thrice|doubl|tripl|quadrupl|hal[fvb]|doppelt|doble|dreifach|duplica|deux|moitié|mitad|翻|半"
)
_MULTIPLES = {
    "twice": (Shape.MULTIPLE, 2.0),
    "thrice": (Shape.MULTIPLE, 3.0),
    "double": (Shape.DOUBLES, 2.0),
    "triple": (Shape.DOUBLES, 3.0),
    "quadruple": (Shape.DOUBLES, 4.0),
    "halve": (Shape.HALVES, 2.0),
    "half": (Shape.HALF, 2.0),
    "zh": (Shape.HALVES, 2.0),
}
_FRACTION = re.compile(FRACTION, re.IGNORECASE)
_FRACTION_SIGN = re.compile(
    r"third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|sixteenth|twentieth|hundredth|thousandth"
    r"|tiers|quart|cinqu|dixi|terc|cuart|quint|décim|drittel|viertel|fünftel|zehntel|/\s?\d"
)
_FACTOR = re.compile(
    r"\b(?:factors?\sof|divis(?:é|ée|e|er|ent|ant)s?\spar|un\sfacteur(?:\sde)?|un\sfactor(?:\sde)?"
    rf"|einen\sFaktor(?:\svon)?)\s(?:up\sto\s|about\s|nearly\s|over\s)?(?P<n>{COUNT})(?![A-Za-z-])",
    re.IGNORECASE,
)
_FACTOR_SIGN = re.compile(r"facto|facteu|fakto|divis")
_BACK, _AHEAD = 34, 24


def find_worded(text: str) -> Iterator[QuantitySpan]:
    """Yield the quantities of clean `text` that are written in words, kind by kind.

    Those of earlier kinds win where two overlap.
    """
    low = text.lower()
    if len(low) != len(text):  # "İ" grows
        low = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    for match in _near(_COUNTED, _UNIT_SIGN, text, low):
        yield _counted(text, match)
    for match in _near(_FACTOR, _FACTOR_SIGN, text, low):
        value = count_value(match["n"])
        yield hedged(text, (match.start("n"), match.end()), value, "x", Shape.RATIO)
    for match in _near(_ORDER, _ORDER_SIGN, text, low):
        yield _order(text, match)
    for match in _near(_MULTIPLE, _MULTIPLE_SIGN, text, low):
        shape, value = _MULTIPLES[str(match.lastgroup)]
        yield hedged(text, match.span(), value, "x", shape)
    for match in _near(_FRACTION, _FRACTION_SIGN, text, low):
        if not match[0].rstrip().endswith("/0"):
            value = fraction_value(match[0])
            yield hedged(text, match.span(), value, "%", Shape.FRACTION)


def _near(
    pattern: re.Pattern[str], sign: re.Pattern[str], text: str, low: str
) -> Iterator[re.Match[str]]:
    """Yield matches of `pattern` around those of `sign`, which is far quicker to look for."""
    end = 0
    for found in sign.finditer(low):
        start = max(end, found.start() - _BACK)
        while (match := pattern.search(text, start, found.end() + _AHEAD)) is not None:
            yield match
            start = end = match.end()
            if end >= found.start():
                break


def _counted(text: str, match: re.Match[str]) -> QuantitySpan:
    value = count_value(match["n"])
    first = count_value(match["a"]) if match["a"] else value
    if match["o"]:
        first, value = 10.0**first, 10.0**value
    unit, shape = ("%", Shape.PERCENT) if match["p"] else ("x", Shape.RATIO)
    if first < value:
        start, _ = hedge_before(text, match.start())
        quantity = Quantity(first, value, unit, Bound.RANGE)
        return QuantitySpan(quantity, shape, start, match.end(), match.start())
    span = hedged(text, match.span(), value, unit, shape)
    if match["n"].casefold().endswith("of"):
        return _at_least(span)
    return span


def _order(text: str, match: re.Match[str]) -> QuantitySpan:
    many = bool(match["some"]) or (match["many"] or "").casefold() == "orders"
    span = hedged(text, match.span(), 100.0 if many else 10.0, "x", Shape.RATIO)
    return _at_least(span) if many else span


def _at_least(span: QuantitySpan) -> QuantitySpan:
    low = span.quantity.low
    quantity = Quantity(low, low, span.quantity.unit, Bound.AT_LEAST)
    return QuantitySpan(quantity, span.shape, span.start, span.end, span.number)

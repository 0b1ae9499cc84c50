"""Numbers with units, hedges and ranges: found in a text and parsed from a value.

Grammar, once mark-up is rendered to Unicode:

    quantity = [hedge] (number [unit] separator number unit | number unit | words)
    unit     = x × X times -fold 倍 fois veces … | % percent per cent … | orders of magnitude
    words    = twice, doubles, halves, two thirds, ten times, two to three orders of magnitude, …
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from annotate.facts import Bound
from annotate.language import numerals as num
from annotate.language.units import UNIT

__all__ = ["Quantity", "QuantitySpan", "Shape", "find_absolutes", "find_quantities"]


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


_RATIO = (
    r"\s?[×✕✖⨯](?!\s?\d+(?:\.\d+)?(?![\d.,]|\s?[×x%]))|(?<=\d)\s?[xX](?![A-Za-z0-9])(?!\s\d+\b(?!\s?[x×%.]))"
    r"|\s?[-‐‑]?\s?folds?\b|[\s-]?times\b|[\s-]?fach(?:e[rnsm]?)?\b|[\s-]?mal\b"
    r"|\s?倍|\s?fois\b|\s?veces\b|\s?vezes\b"
)
_PERCENT = (
    r"\s?[%％﹪](?!\s?(?:age|\s?-?points?\b))|[\s-]?per\s?cent\b(?!\s?points?\b)|[\s-]?pct\b"
    r"|\s?Prozent\b|\s?pour\scents?\b|\s?por\sciento\b"
)
_ORDERS = r"(?:\s|-)?(?:orders?|decades?)[\s-]of[\s-]magnitudes?|个数量级|\s?ordres\sde\sgrandeur|\s?órdenes\sde\smagnitud"

_NUMBER = re.compile(
    rf"(?:(?<![A-Za-z0-9_.,^])|(?<=\bto)|(?<=\bby)|(?<=\bof))(?P<pre>[x×])?(?P<n>{num.DIGITS})"
    rf"(?:(?P<x>{_RATIO})|(?P<p>{_PERCENT})|(?P<o>{_ORDERS}))?(?P<plus>\+)?"
)
_WORDS = re.compile(
    rf"(?<![A-Za-z])(?:(?P<a>{num.COUNT})(?:\sto\s|\sor\s|[-–—]to[-–—]|[-–—]|\sà\s|\sa\s|到|至))?(?P<n>{num.COUNT})"
    rf"(?:(?P<x>{_RATIO})|(?P<p>{_PERCENT})|(?P<o>{_ORDERS}))",
    re.IGNORECASE,
)
_AN_ORDER = re.compile(
    r"\b(?:(?:an?|one|single)[\s-](?:full\s)?)?(?P<many>orders?)[\s-]of[\s-]magnitudes?\b"
    r"|\b(?:un\sordre\sde\sgrandeur|un\sorden\sde\smagnitud)\b|一个数量级|几个数量级",
    re.IGNORECASE,
)
_MULTIPLES = re.compile(
    r"\b(?:(?P<twice>twice|doppelt|two[\s-]fold)|(?P<thrice>thrice)"
    r"|(?P<double>doubl(?:es|ed|ing|e(?=\s(?:the|its|our|of)\b))|(?:(?<=to\s)|(?<=can\s)|(?<=could\s)|(?<=will\s))double"
    r"|verdoppelt|el\sdoble|le\sdouble|duplica(?:ndo)?)"
    r"|(?P<triple>tripl(?:es|ed|ing|e(?=\sthe\b))|verdreifacht|triplica(?:ndo)?)|(?P<quadruple>quadrupl(?:es|ed|ing|e(?=\sthe\b)))"
    r"|(?P<halve>halv(?:es?|ed|ing)|halbiert|(?:by|in)\shalf|de\smoitié|à\sla\smitad|a\sla\smitad)"
    r"|(?P<half>half(?!-)|la\smoitié|la\smitad))\b|(?P<zh>翻倍|翻番|一半|减半)",
    re.IGNORECASE,
)
_FRACTION = re.compile(num.FRACTION, re.IGNORECASE)
_ABSOLUTE = re.compile(
    rf"(?<![A-Za-z0-9_.,^/-])(?P<n>{num.DIGITS})(?:\s?(?:[-–—−~]|to)\s?(?P<b>{num.DIGITS}))?\s?-?(?P<u>{UNIT})"
    r"(?![A-Za-z0-9])"
)
_BETWEEN = re.compile(
    r"(?:\s?[-–—−‒‑~∼～]{1,2}\s?|\s(?:up\s)?to\s|\s(?:à|bis|a|hasta)\s|-to-|\s?[至到]\s?)"
)
_FACTOR_BEFORE = re.compile(
    r"\b(?:(?P<factor>factors?\s(?:of|de)|Faktor(?:\svon)?|facteur(?:\sde)?|factor(?:\sde)?)"
    r"|speed-?ups?\sof|divis(?:é|ée|e|er|ent|ant)s?\spar)(?:\s(?:up\sto|about|around|over|nearly|almost|at\sleast|approximately|roughly|more\sthan|between))?\s?[~≈∼]?$",
    re.IGNORECASE,
)
_FACTOR_WORD = re.compile(
    rf"\b(?:factors?\sof|divis(?:é|ée|e|er|ent|ant)s?\spar|un\sfacteur(?:\sde)?|un\sfactor(?:\sde)?|einen\sFaktor(?:\svon)?)\s(?:up\sto\s|about\s|nearly\s|over\s)?(?P<n>{num.COUNT})(?![A-Za-z-])",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\s?/\s?")
_AND = re.compile(r"\s(?:and|et|y|und)\s|和|与")
_AND_BEFORE = re.compile(
    r"(?:between|entre|zwischen|在|介于)\s?(?:about|roughly|around)?\s?$", re.IGNORECASE
)
_FROM_BEFORE = re.compile(
    r"(?:\bfrom|\bde|\bvon|从|由)\s?(?:about|roughly|around|~)?\s?$", re.IGNORECASE
)

_HEDGES = (
    (Bound.UP_TO, r"up[\s-]to|upto|as (?:much|high|large|many|low|little) as|at most|a maximum of|maximum of|less than"
     r"|fewer than|no more than|under|below|within|<|≤|⩽|jusqu'à|jusqu’à|jusqu'a|hasta|bis zu|até|moins de|menos de|weniger als"
     r"|最高可达|高达|最多|最高|最大|多达|可达|不到|不足"),
    (Bound.AT_LEAST, r"over|more than|at least|above|exceed(?:s|ing)?|in excess of|greater than|well over|no less than|upwards of"
     r"|>|≥|⩾|plus de|plus d'|au moins|más de|al menos|mehr als|über|mindestens|超过|至少|逾|大于|超出"),
    (Bound.APPROX, r"about|around|approximately|approx\.?|roughly|nearly|almost|close to|circa|ca\.|some|~|∼|≈|≃|≅|～|⁓|\+/-|environ"
     r"|près de|presque|aproximadamente|alrededor de|casi|cerca de|unas?|unos|etwa|rund|fast|约为|大约|约|近|将近|接近|左右"),
)  # fmt: skip
_HEDGE = re.compile(
    "(?:"
    + "|".join(
        f"(?P<{b.name}>(?<![A-Za-z])(?:{words}))" if b is not Bound.EXACT else ""
        for b, words in _HEDGES
    )
    + r")[\s:]*(?:an?\s(?:average\sof\s)?|the\s|a\sfactor\sof\s|by\s)?$",
    re.IGNORECASE,
)
_LOOK_BACK = 28
_AFTER = re.compile(r"\+|\s(?:or|and)\s(?:more|above|higher|greater)\b|以上|余")


@dataclass(slots=True)
class _Atom:
    start: int
    end: int
    low: float
    high: float
    kind: str
    plus: bool = False


_COMMA_LANGUAGES = re.compile(
    r"\b(?:les|des|une|dans|avec|pour|los|las|una|para|con|und|der|mit|eine|auf|uma|não|della|il)\b"
)


def find_quantities(text: str) -> list[QuantitySpan]:
    """Return every ratio, percentage, multiple and fraction of clean `text`, in order.

    Whether it is a claim, a setting or a score is for the clause around it to say.
    """
    commas = len(_COMMA_LANGUAGES.findall(text, 0, 2000)) >= 4
    atoms = list(_numbers(text, commas))
    spans = list(_joined(text, atoms))
    low = text.casefold()
    if any(word in low for word in _WORD_SIGNS):
        taken = [(s.start, s.end) for s in spans]
        for span in _worded(text, low):
            if not any(start < span.end and span.start < end for start, end in taken):
                taken.append((span.start, span.end))
                spans.append(span)
        spans.sort(key=lambda span: span.start)
    return spans


_WORD_SIGNS = (
    "times", "fold", "magnitude", "cent", "twice", "thrice", "doub", "tripl", "quadrupl", "hal", "third", "quarter",
    "fifth", "tenth", "/", "倍", "半", "数量级", "fois", "veces", "moitié", "mitad", "tiers", "doppelt", "grandeur", "magnitud", "factor", "facteur", "faktor", "divis",
)  # fmt: skip


def _numbers(text: str, commas: bool) -> Iterator[_Atom]:
    factor_end = -9
    factors = (
        "actor" in text or "divis" in text or "acteur" in text or "aktor" in text or "speed" in text
    )
    for match in _NUMBER.finditer(text):
        kind = "x" if match["x"] else "%" if match["p"] else "o" if match["o"] else ""
        if match["pre"]:
            if kind:
                continue
            kind = "x"
        value = num.digits_value(match["n"], comma_decimal=commas)
        start = match.start()
        if factors and not kind:
            found = _FACTOR_BEFORE.search(text, max(0, start - 32), start)
            near = start - factor_end < 9 and _BETWEEN.fullmatch(text, factor_end, start)
            if near or found:
                kind, factor_end = "x", match.end()
            if found and found["factor"]:
                start = found.start()
        if start > 1 and text[start - 1] in "-‐‑" and text[start - 2].isalpha():
            continue
        yield _Atom(start, match.end(), value, value, kind, bool(match["plus"]))


def _joined(text: str, atoms: list[_Atom]) -> Iterator[QuantitySpan]:
    _share_units(text, atoms)
    at = 0
    while at < len(atoms):
        atom = atoms[at]
        after = atoms[at + 1] if at + 1 < len(atoms) else None
        at += 1
        if after is not None and after.kind and atom.kind in ("", after.kind):
            span = _pair(text, atom, after)
            if span is not None:
                at += 1
                yield span
                continue
        if atom.kind:
            yield _single(text, atom)


def _share_units(text: str, atoms: list[_Atom]) -> None:
    # "7.5/4.8/8.9x" and "5, 7 and 9x": the last number's unit is that of all before it.
    for at in range(len(atoms) - 1, 0, -1):
        before, atom = atoms[at - 1], atoms[at]
        if atom.kind and not before.kind and _LISTED.fullmatch(text[before.end : atom.start]):
            before.kind = atom.kind


def _pair(text: str, a: _Atom, b: _Atom) -> QuantitySpan | None:
    if b.start - a.end > 16:
        return None
    between = text[a.end : b.start]
    before = text[max(0, a.start - _LOOK_BACK) : a.start]
    if _FROM_BEFORE.search(before) and _BETWEEN.fullmatch(between) and not between.isspace():
        start = max(0, a.start - _LOOK_BACK) + _FROM_BEFORE.search(before).start()  # type: ignore[union-attr]
        kind = "from"
    elif _BETWEEN.fullmatch(between) or (between == " " and a.kind and a.low < b.low):
        start, kind = a.start, "range"
    elif _AND.fullmatch(between) and (found := _AND_BEFORE.search(before)):
        start, kind = max(0, a.start - _LOOK_BACK) + found.start(), "range"
    else:
        return None
    low, high = a.low, b.low
    if kind == "range" and low > high:
        return None
    if b.kind == "o":
        low, high = 10.0**low, 10.0**high
    unit = "%" if b.kind == "%" else "x"
    shape = Shape.PERCENT if unit == "%" else Shape.RATIO
    hedged, _ = _hedge(text, start)
    if kind == "from":
        return QuantitySpan(
            Quantity(low, high, unit, Bound.RANGE, baseline=low), shape, start, b.end, a.start
        )
    return QuantitySpan(Quantity(low, high, unit, Bound.RANGE), shape, hedged, b.end, a.start)


def _single(text: str, atom: _Atom) -> QuantitySpan:
    value = 10.0 ** min(atom.low, 300) if atom.kind == "o" else atom.low
    unit = "%" if atom.kind == "%" else "x"
    return _span(
        text,
        atom.start,
        atom.end,
        value,
        unit,
        Shape.PERCENT if unit == "%" else Shape.RATIO,
        atom.plus,
    )


def _span(
    text: str, start: int, end: int, value: float, unit: str, shape: Shape, plus: bool = False
) -> QuantitySpan:
    hedged, bound = _hedge(text, start)
    after = _AFTER.match(text, end)
    if after is not None and bound is Bound.EXACT:
        bound, end = Bound.AT_LEAST, after.end()
    if plus:
        bound = Bound.AT_LEAST
    return QuantitySpan(Quantity(value, value, unit, bound), shape, hedged, end, start)


def _hedge(text: str, start: int) -> tuple[int, Bound]:
    at = max(0, start - _LOOK_BACK)
    match = _HEDGE.search(text, at, start)
    if match is None:
        return start, Bound.EXACT
    return match.start(), Bound[match.lastgroup or "EXACT"]


def _worded(text: str, low: str) -> Iterator[QuantitySpan]:
    for match in _WORDS.finditer(text):
        value = num.count_value(match["n"])
        first = num.count_value(match["a"]) if match["a"] else value
        if match["o"]:
            first, value = 10.0**first, 10.0**value
        unit = "%" if match["p"] else "x"
        shape = Shape.PERCENT if unit == "%" else Shape.RATIO
        if first < value:
            start, _ = _hedge(text, match.start())
            yield QuantitySpan(
                Quantity(first, value, unit, Bound.RANGE), shape, start, match.end(), match.start()
            )
        elif match["n"].casefold().endswith("of"):
            span = _span(text, match.start(), match.end(), value, unit, shape)
            yield QuantitySpan(
                Quantity(value, value, unit, Bound.AT_LEAST),
                shape,
                span.start,
                span.end,
                span.number,
            )
        else:
            yield _span(text, match.start(), match.end(), value, unit, shape)
    for match in _FACTOR_WORD.finditer(text):
        value = num.count_value(match["n"])
        yield _span(text, match.start("n"), match.end(), value, "x", Shape.RATIO)
    if "magnitud" in low or "grandeur" in low or "数量级" in low:
        yield from _orders(text)
    for match in _MULTIPLES.finditer(text):
        shape, value = _MULTIPLE_SHAPES[str(match.lastgroup)]
        yield _span(text, match.start(), match.end(), value, "x", shape)
    for match in _FRACTION.finditer(text):
        if not match[0].endswith("/0"):
            value = num.fraction_value(match[0])
            yield _span(text, match.start(), match.end(), value, "%", Shape.FRACTION)


_MULTIPLE_SHAPES = {
    "twice": (Shape.MULTIPLE, 2.0), "thrice": (Shape.MULTIPLE, 3.0), "double": (Shape.DOUBLES, 2.0),
    "triple": (Shape.DOUBLES, 3.0), "quadruple": (Shape.DOUBLES, 4.0), "halve": (Shape.HALVES, 2.0),
    "half": (Shape.HALF, 2.0), "zh": (Shape.HALVES, 2.0),
}  # fmt: skip


def _orders(text: str) -> Iterator[QuantitySpan]:
    for match in _AN_ORDER.finditer(text):
        many = (match["many"] or "").casefold() == "orders" or match[0] == "几个数量级"
        shape = Shape.RATIO
        span = _span(text, match.start(), match.end(), 100.0 if many else 10.0, "x", shape)
        if many:
            quantity = Quantity(100.0, 100.0, "x", Bound.AT_LEAST)
            span = QuantitySpan(quantity, shape, span.start, span.end, span.number)
        yield span


def find_absolutes(text: str) -> list[QuantitySpan]:
    """Return every figure with a unit of its own ("60 fps", "3.5–4 GB") of clean `text`."""
    out = []
    for match in _ABSOLUTE.finditer(text):
        low = num.digits_value(match["n"])
        high = num.digits_value(match["b"]) if match["b"] else low
        start, bound = _hedge(text, match.start())
        if high != low:
            low, high, bound = min(low, high), max(low, high), Bound.RANGE
        quantity = Quantity(low, high, match["u"], bound)
        out.append(QuantitySpan(quantity, Shape.ABSOLUTE, start, match.end(), match.start()))
    return out

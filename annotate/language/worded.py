"""Quantities in words: "ten times", "twice", "halves", "two thirds", "an order of magnitude"."""

import re
from collections.abc import Iterator

from annotate.facts import Bound
from annotate.language.device_table import lowered
from annotate.language.letters import beyond_ascii
from annotate.language.measures import Quantity, QuantitySpan, Shape, hedge_before, hedged
from annotate.language.memo import Memo
from annotate.language.numerals import (
    COUNT,
    COUNTS,
    FRACTION,
    count_value,
    fraction_times,
    fraction_value,
)
from annotate.language.vocabulary import looked_for, vocabulary

__all__ = ["BEFORE_UNIT", "ORDERS", "PERCENT", "RATIO", "find_worded"]

RATIO = (
    r"[×✕✖⨯]{1,3}(?!\d)(?!\s\d+(?:\.\d+)?(?![\d.,]|\s?[×x%]))|\s[×✕✖⨯](?!\s?\d)"
    r"|(?<=[\d⁰¹²³⁴-⁹}])[xX](?![A-Za-z0-9])(?!\s\d+\b(?!\s?[x×%.]))|\s[xX](?![A-Za-z0-9])(?!\s\d)"
    r"|\s?[-‐‑]?\s?folds?\b|[\s-]?times\b|[\s-]?fach(?:e[rnsm]?)?\b|[\s-]?mal\b"
    r"|\s?倍|\s?fois\b|\s?veces\b|\s?vezes\b|\s?volte\b"
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

BEFORE_UNIT = r"(?=\s?[-‐‑]?\s?[×✕✖⨯xX%％﹪ftmvpPod倍个数ó])"
"""Holds wherever RATIO, PERCENT or ORDERS match, and hardly anywhere else."""

_HALF = r"[\s-]and[\s-](?:a|one)[\s-]half"


def _small(pattern: str) -> re.Pattern[str]:
    """Return `pattern` for text in lower case, a fifth of the work of one that ignores case."""
    return re.compile(pattern.lower().replace("(?p<", "(?P<"))


_TO = (
    r"(?:-?\sto\s|-?\sor\s|[-–—]to[-–—]|(?<!ty)-(?!hundred|thousand|million)|[–—]|\sà\s|\sa\s"
    r"|到|至)"
)
_COUNTED = _small(
    rf"(?<![A-Za-z])(?:(?P<a>{COUNT})(?P<also>{_HALF})?{_TO}|between\s(?P<between>{COUNT})\sand\s)?"
    rf"(?P<n>{COUNT})(?P<half>{_HALF})?(?P<more>\sor\smore)?(?:(?P<x>{RATIO})|(?P<p>{PERCENT})|(?P<o>{ORDERS}))",
)
_ORDER = _small(
    r"\b(?:(?:an?|one|single)[\s-](?:full\s)?)?(?<!same\s)(?<!similar\s)(?P<many>orders?)[\s-]of[\s-]magnitudes?\b"
    r"|\b(?:un\sordre\sde\sgrandeur|un\sorden\sde\smagnitud)\b|一个数量级|(?P<some>几个数量级)",
)
# "triples" may be a plural: of what rises only.
_RISING = (
    r"es(?=\s(?:the|its|our|throughput|inference|training|decoding|speed|battery|energy|data|sample)\b)"
    r"|ed|ing|e(?=\s(?:the|its|our)\b)"
)
_MULTIPLE = _small(
    r"\b(?:(?P<twice>twice|doppelt|el\sdoble\sde|deux\sfois)|(?P<thrice>thrice)"
    r"|(?P<double>doubl(?:es|ed|ing|e(?=\s(?:the|its|our|of)\b))"
    r"|(?:(?<=to\s)|(?<=can\s)|(?<=could\s)|(?<=will\s))double|verdoppelt|duplica(?:ndo)?"
    r"|doublant|(?<=\s)double(?=\sle\s|\sla\s))"
    rf"|(?P<triple>tripl(?:{_RISING})|verdreifacht|triplica(?:ndo)?)"
    rf"|(?P<quadruple>quadrupl(?:{_RISING})|vervierfacht|cuadruplica(?:ndo)?)"
    r"|(?P<halve>halv(?:es?|ed|ing)|halbiert|(?:by|in)\shalf|de\smoitié|a\sla\smitad)"
    r"|(?P<half>(?<!\band[\s-]a[\s-])half(?!-|\stimes)|la\smoitié|la\smitad))\b|(?P<zh>翻倍|翻番|一半|减半)",
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
_FRACTION = _small(FRACTION)
_FACTOR = _small(
    r"\b(?:factors?\sof|divis(?:é|ée|e|er|ent|ant)s?\spar|un\sfacteur(?:\sde)?|un\sfactor(?:\sde)?"
    rf"|einen\sFaktor(?:\svon)?)\s(?:(?:up\sto|about|nearly|almost|over|around|roughly)\s)?"
    rf"(?P<value>(?:between\s(?P<between>{COUNT})\sand\s|(?P<a>{COUNT}){_TO})?(?P<n>{COUNT}))"
    r"(?![A-Za-z-])",
)
_ZH_PARTS = re.compile(r"(?P<below>[二三四五六七八九十百])分之(?P<above>[一二三四五六七八九])")
_Sign = tuple[str, tuple[re.Pattern[str], ...]]


# What every quantity in words holds, and which patterns are tried there: far quicker to look for
# than the patterns themselves. Other languages' words are looked for only where an accented letter
# or an ideograph stands in the text.
def _signs(*lines: tuple[str, tuple[re.Pattern[str], ...]]) -> list[_Sign]:
    return [(sign, patterns) for signs, patterns in lines for sign in signs.split("|")]


_ENGLISH = _signs(
    ("times|fold|percent|per cent", (_COUNTED,)),
    ("order of|orders of|order-of|orders-of", (_COUNTED, _ORDER)),
    ("factor of|factors of", (_FACTOR,)),
    ("twice|thrice|doubl|tripl|quadrupl|half|halv", (_MULTIPLE,)),
    (
        "third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|sixteenth|twentieth"
        "|hundredth|thousandth|/",
        (_FRACTION,),
    ),
)
_OTHER = _signs(
    ("prozent|fois|veces|vezes|倍|mal|fach", (_COUNTED,)),
    ("ordres|órdenes|orden de|ordre de|数量级", (_COUNTED, _ORDER)),
    ("facteur|un factor|faktor|divise|divisé|divisa", (_FACTOR,)),
    (
        "halb|doppelt|doble|double|dreifach|duplica|deux fois|moitié|mitad|翻|半",
        (_MULTIPLE, _COUNTED),
    ),
    (
        "tiers|quart|cinqui|dixi|terci|tercer|cuart|quint|décim|drittel|viertel|fünftel|zehntel",
        (_FRACTION,),
    ),
    ("分之", (_ZH_PARTS,)),
)
_ALL = _ENGLISH + _OTHER
_SHORT = 200


def _in_words(signs: list[_Sign]) -> Memo[tuple[int, ...]]:
    """Return which of `signs`, by their index, may stand where a word stands."""
    keys = [
        (at, max(re.findall(r"\w+", sign), key=len))
        for at, (sign, _) in enumerate(signs)
        if sign != "/"
    ]
    return Memo(lambda word: tuple(at for at, key in keys if key in word))


_IN_ENGLISH, _IN_ANY = _in_words(_ENGLISH), _in_words(_ALL)
looked_for(_IN_ENGLISH.__getitem__)
_SLASH = next(at for at, (sign, _) in enumerate(_ALL) if sign == "/")
_WIDE = [at for at, (sign, _) in enumerate(_ALL) if sign[0] > "\u2fff"]
_FOREIGN = re.compile(r"[À-ÖØ-öø-ɏ一-鿿]")
_LAST_COUNTS = frozenset(word.split()[-1] for word in COUNTS)
_BACK, _AHEAD = 48, 32


def find_worded(text: str) -> Iterator[QuantitySpan]:
    """Yield the quantities of clean `text` that are written in words.

    Of two that overlap the earlier yielded one is meant.
    """
    low = lowered(text)
    end = 0
    for at, sign, patterns in sorted(_hits(low)):
        if patterns[0] is _COUNTED and len(patterns) == 1 and not _after_count(low, at):
            continue
        start = max(end, at - _BACK)
        for pattern in patterns:
            match = pattern.search(low, start, at + len(sign) + _AHEAD)
            if match is not None:
                end = max(end, match.end())
                yield _read(pattern, text, match)
                break


def _hits(low: str) -> Iterator[tuple[int, str, tuple[re.Pattern[str], ...]]]:
    any_language = len(low) < _SHORT or (
        not low.isascii() and _FOREIGN.search(beyond_ascii(low)) is not None
    )
    known = _IN_ANY if any_language else _IN_ENGLISH
    found = {_SLASH, *_WIDE} if any_language else {_SLASH}
    words, telling = vocabulary(low)
    for word in words - known.nothing if any_language else telling:
        found.update(known[word])
    for index in found:
        sign, patterns = _ALL[index]
        at = low.find(sign)
        while at >= 0:
            if sign != "/" or low[at + 1 : at + 3].strip()[:1].isdigit():
                yield at, sign, patterns
            at = low.find(sign, at + len(sign))


def _after_count(low: str, at: int) -> bool:
    """Tell whether a number word stands right before `at`; quicker than the pattern itself."""
    before = low[max(0, at - 22) : at].rstrip(" -‐‑").removesuffix(" or more")
    word = before.replace("-", " ").replace("–", " ").rpartition(" ")[2]
    return (
        word in _LAST_COUNTS
        or word == "half"
        or not before.isascii()
        or word.endswith(_GLUED_COUNTS)
    )


_GLUED_COUNTS = tuple(word for word in _LAST_COUNTS if word.isascii() and len(word) > 2)


def _read(pattern: re.Pattern[str], text: str, match: re.Match[str]) -> QuantitySpan:
    if pattern is _COUNTED:
        return _counted(text, match)
    if pattern is _ORDER:
        return _order(text, match)
    if pattern is _FACTOR:
        value, below = count_value(match["n"]), match["a"] or match["between"]
        first = count_value(below) if below else value
        return _ranged(text, match.span("value"), (first, value), "x", Shape.RATIO)
    if pattern is _MULTIPLE:
        shape, value = _MULTIPLES[str(match.lastgroup)]
        return hedged(text, match.span(), value, "x", shape)
    if pattern is _ZH_PARTS:
        value = round(100 * count_value(match["above"]) / count_value(match["below"]), 1)
        return hedged(text, match.span(), value, "%", Shape.FRACTION)
    return _fraction(text, match)


_WHOLE = re.compile(r"\s(?:of|as|the|that|de|des|du|del|der|des|d['’])\b|d['’]", re.IGNORECASE)
_LEFT = re.compile(
    r"\b(?:to|à|auf|a)\s(?:(?:only|just|about|around|nearly|almost|roughly|under|below|less\sthan)\s)?$",
    re.IGNORECASE,
)
_TAKEN = re.compile(r"\b(?:by|um|en)\s(?:\w+\s)?$|\bd['’]$", re.IGNORECASE)


def _fraction(text: str, match: re.Match[str]) -> QuantitySpan:
    """Read "a third of" and "to a third" as three times less, like half; other shares in %."""
    value, unit = fraction_value(match[0]), "%"
    before = text[max(0, match.start() - 16) : match.start()]
    part = _WHOLE.match(text, match.end()) or _LEFT.search(before)
    times = fraction_times(match[0])
    if times and part and not _TAKEN.search(before):
        value, unit = float(times), "x"
    return hedged(text, match.span(), value, unit, Shape.FRACTION)


def _counted(text: str, match: re.Match[str]) -> QuantitySpan:
    value = count_value(match["n"])
    value += 0.5 if match["half"] else 0.0
    first = value
    if below := match["a"] or match["between"]:
        first = count_value(below) * _shared(below, match["n"]) + (0.5 if match["also"] else 0.0)
    if match["o"]:
        first, value = 10.0**first, 10.0**value
    unit, shape = ("%", Shape.PERCENT) if match["p"] else ("x", Shape.RATIO)
    span = _ranged(text, match.span(), (first, value), unit, shape)
    if first >= value and (match["more"] or match["n"].casefold().endswith("of")):
        return _at_least(span)
    return span


def _ranged(
    text: str, place: tuple[int, int], ends: tuple[float, float], unit: str, shape: Shape
) -> QuantitySpan:
    first, value = ends
    if first >= value:
        return hedged(text, place, value, unit, shape)
    start, _ = hedge_before(text, place[0])
    return QuantitySpan(Quantity(first, value, unit, Bound.RANGE), shape, start, place[1], place[0])


_LARGE = {"hundred": 100, "thousand": 1000, "million": 10**6}


def _shared(first: str, value: str) -> int:
    """Return what the "two" of "two to three thousand times" is to be taken by."""
    below, _, last = value.casefold().replace("-", " ").rpartition(" ")
    large = _LARGE.get(last, 1)
    return large if below and count_value(first) < count_value(below) else 1


def _order(text: str, match: re.Match[str]) -> QuantitySpan:
    many = bool(match["some"]) or (match["many"] or "").casefold() == "orders"
    span = hedged(text, match.span(), 100.0 if many else 10.0, "x", Shape.RATIO)
    return _at_least(span) if many else span


def _at_least(span: QuantitySpan) -> QuantitySpan:
    low = span.quantity.low
    quantity = Quantity(low, low, span.quantity.unit, Bound.AT_LEAST)
    return QuantitySpan(quantity, span.shape, span.start, span.end, span.number)

"""Numbers as people write them: digits, separators, powers and words in several languages."""

import re

__all__ = [
    "COUNT",
    "COUNTS",
    "DIGITS",
    "FRACTION",
    "count_value",
    "digits_value",
    "fraction_times",
    "fraction_value",
    "is_multiplied",
    "starts_number",
]

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")

DIGITS = (
    r"[0-9](?:\d{0,2}(?:[,\u00a0\u2009\u202f]\d{3}){1,6}(?!\d)|\d{0,17})(?:[.,]\d{1,18}){0,3}"
    r"(?:\s?[×x]\s?10(?:\^?\{?-?\d{1,3}\}?|[⁰¹²³⁴-⁹⁻]+)|\^\{?-?\d{1,3}\}?|[⁰¹²³⁴-⁹⁻]+|e[+-]?\d{1,3})?"
    r"(?:[kK](?![A-Za-z]))?"
)
"""Matches a number in digits, with the power of ten or the `k` that belongs to it."""

COUNTS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "hundred": 100, "hundreds of": 100, "thousand": 1000, "thousands of": 1000,
    "million": 1e6,
    "dozens of": 12, "tens of": 10, "a dozen": 12,
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "dix": 10, "vingt": 20, "cent": 100,
    "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "ocho": 8, "diez": 10, "veinte": 20,
    "cien": 100, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "acht": 8, "zehn": 10,
    "zwanzig": 20, "hundert": 100, "dois": 2, "duas": 2, "três": 3, "dez": 10,
    "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "十": 10, "几十": 10, "数十": 10, "百": 100, "数百": 100, "千": 1000, "数千": 1000,
}  # fmt: skip
"""Number words of six languages."""

_SINGLE = "|".join(sorted(COUNTS, key=len, reverse=True))
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_BELOW_100 = rf"(?:(?:{_TENS})(?:[\s-](?:{_ONES}))?|{_TEENS}|{_ONES})"
_AND = r"[\s-](?:and[\s-])?"
_HUNDREDS = rf"(?:(?:a|{_BELOW_100})[\s-])?hundred(?:{_AND}{_BELOW_100})?"
_THOUSANDS_OF = rf"(?:(?:{_HUNDREDS}|a|{_BELOW_100})[\s-])?(?:thousand|million)"
COUNT = (
    rf"(?:{_THOUSANDS_OF}(?:{_AND}(?:{_HUNDREDS}|{_BELOW_100})(?:[\s-]thousand)?)?(?![a-z])"
    rf"|{_HUNDREDS}(?![a-z])|(?:{_TENS})[\s-](?:{_ONES})(?![a-z])|{_SINGLE})"
)
"""Matches a whole number in words; meant for patterns that ignore case."""

_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12, "sixteenth": 16, "twentieth": 20,
    "hundredth": 100, "thousandth": 1000, "tiers": 3, "quart": 4, "cinquième": 5, "dixième": 10,
    "tercio": 3, "tercera parte": 3, "cuarto": 4, "quinto": 5, "décima parte": 10, "décimo": 10,
    "drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10,
}  # fmt: skip
_TOPS = {"a": 1, "an": 1, "one": 1, "the": 1, "two": 2, "three": 3, "four": 4, "un": 1, "une": 1,
         "una": 1, "la": 1, "le": 1, "ein": 1, "einem": 1, "einen": 1, "deux": 2, "dos": 2,
         "zwei": 2, "trois": 3, "tres": 3, "drei": 3}  # fmt: skip

FRACTION = (
    r"(?:(?:" + "|".join(sorted(_TOPS, key=len, reverse=True)) + r")[\s-](?:"
    r"(?:" + "|".join(sorted((p for p in _PARTS if p != "half"), key=len, reverse=True)) + r")s?)"
    r"\b|(?<![\d.,/])\d{1,2}\s?/\s?(?!0)\d{1,4}(?![\d/]|\.\d)(?:th|rd|nd|st)?\b)"
)
"""Matches a fraction such as "two thirds", "one-tenth" or "1/18"; half is a word of its own."""

_SPACES = re.compile(r"[\s-]+")


def count_value(words: str) -> float:
    """Return what a match of COUNT means.

    >>> count_value("twenty-seven"), count_value("two thousand five hundred")
    (27.0, 2500.0)
    """
    parts = _SPACES.sub(" ", words.casefold())
    known = COUNTS.get(parts)
    if known is not None:
        return float(known)
    total = below = 0.0
    for part in parts.split():
        value = COUNTS.get(part, 0.0)  # of "a" and "and"
        if value < 100:
            below += value
        elif value < 1000:
            below = max(1.0, below) * value
        else:
            total, below = total + max(1.0, below) * value, 0.0
    return total + below


def fraction_value(text: str) -> float:
    """Return what a match of FRACTION means, in per cent rounded to one decimal."""
    top, bottom = _fraction(text)
    return round(100 * top / bottom, 1)


def fraction_times(text: str) -> int:
    """Return how many of a match of FRACTION make a whole: 18 for "1/18", 0 for "two thirds"."""
    top, bottom = _fraction(text)
    return bottom if top == 1 < bottom else 0


def _fraction(text: str) -> tuple[int, int]:
    if "/" in text:
        above, below = text.split("/")
        return int(above), int(below.strip().rstrip("thrdns"))
    head, _, part = _SPACES.sub(" ", text.casefold()).partition(" ")
    return _TOPS[head], _PARTS.get(part, _PARTS.get(part.rstrip("s"), 1))


def digits_value(text: str, *, comma_decimal: bool = False) -> float:
    """Return what a match of DIGITS means.

    A comma before exactly three digits parts thousands, any other comma is a decimal one;
    `comma_decimal` (for French, German, Spanish, …) makes every single comma a decimal one and
    lets a point before exactly three digits part thousands. Powers end at 1e300, the finite
    number that stands for all larger ones, and below 1e-300 at 0.
    """
    if text.isdecimal() and text.isascii():
        return float(text)
    whole, point, rest = text.partition(".")
    if point and not comma_decimal and whole.isdecimal() and rest.isdecimal() and text.isascii():
        return float(text)
    text = text.replace("\u00a0", "").replace("\u2009", "").replace("\u202f", "")
    factor = 1.0
    if text[-1] in "kK":
        text, factor = text[:-1], 1000.0
    mantissa, power = _split_power(text)
    return _plain(mantissa, comma_decimal) * factor if power is None else _scaled(mantissa, power)


_POWER = re.compile(
    r"(?:(?P<times>\s?[×x]\s?10)|(?P<e>(?<=\d)e)|)(?:\^?\{?(?P<n>-?\+?\d{1,3})\}?|(?P<s>[⁰¹²³⁴-⁹⁻]+))$"
)


def _split_power(text: str) -> tuple[str, tuple[bool, int] | None]:
    if not ("^" in text or "×" in text or "x" in text or "e" in text or not text[-1].isascii()):
        return text, None
    match = _POWER.search(text)
    if match is None:
        return text, None
    exponent = match["n"] or match["s"].translate(_SUPERSCRIPTS)
    try:
        return text[: match.start()], (bool(match["times"] or match["e"]), int(exponent))
    except ValueError:
        return text[: match.start()], None


_LARGEST = 1e300


def _scaled(mantissa: str, power: tuple[bool, int]) -> float:
    of_ten, exponent = power
    base = _plain(mantissa, False)
    try:
        value = base * 10.0**exponent if of_ten else base**exponent
    except (OverflowError, ZeroDivisionError):
        return _LARGEST
    return min(value, _LARGEST) if value >= 1 / _LARGEST else 0.0


_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?$")
_POINT_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$")


def _plain(text: str, comma_decimal: bool) -> float:
    if comma_decimal and _POINT_THOUSANDS.match(text):
        text = text.replace(".", "")
    if "," in text:
        if (
            _THOUSANDS.match(text)
            and text[0] != "0"
            and not (comma_decimal and text.count(",") == 1)
        ):
            text = text.replace(",", "")
        else:
            text = text.replace(",", ".", 1)
    whole, _, rest = text.partition(".")
    return float(f"{whole}.{rest.partition('.')[0].partition(',')[0] or '0'}")


_GLUED = frozenset("to by of a an is than about over nearly almost around and or with".split())
_ARCHITECTURES = ("86", "64")


def starts_number(text: str, at: int) -> bool:
    """Tell a number from the tail of a name ("H100", "Llama-2", "v1.5", "10^3")."""
    before = text[at - 1 : at]
    if not before:
        return True
    if before in "_.,^":
        return False
    if before in "-‐‑":
        name = text[at - 2 : at - 1]
        return not name.isalpha() or (name in "xX" and text[at - 3 : at - 2].isdigit())
    if before.isascii() and before.isalnum():
        return text[max(0, at - 7) : at].rpartition(" ")[2].lstrip("([") in _GLUED  # "up to8×"
    return True


def is_multiplied(text: str, number: re.Match[str]) -> bool:
    """Tell the sign before `number` in "x197" and "×2.5" from that of "128×128"."""
    at = number.start()
    sign = text[at - 1 : at]
    if sign == "×":
        return not text[max(0, at - 4) : at - 1].rstrip()[-1:].isdigit()
    return sign == "x" and number["n"] not in _ARCHITECTURES and starts_number(text, at - 1)

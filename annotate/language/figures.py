"""Quantities in running text.

Grammar, once mark-up is rendered to Unicode:

    quantity = [hedge] (number [unit] separator number unit | number unit | words)
    unit     = x × X times -fold 倍 fois veces … | % percent per cent … | orders of magnitude
    words    = twice, doubles, halves, two thirds, ten times, two to three orders of magnitude, …
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from operator import attrgetter

from annotate.facts import Bound
from annotate.language.device_table import lowered
from annotate.language.measures import Quantity, QuantitySpan, Shape, hedge_before, hedged
from annotate.language.numerals import DIGITS, digits_value, is_multiplied, starts_number
from annotate.language.repairs import Atom, lost_dash, mend
from annotate.language.units import UNIT, UNIT_METRICS
from annotate.language.vocabulary import words_of
from annotate.language.worded import BEFORE_UNIT, ORDERS, PERCENT, RATIO, find_worded

__all__ = ["find_absolutes", "find_quantities"]

_NUMBER = re.compile(
    rf"(?P<n>{DIGITS})(?:\+?{BEFORE_UNIT}(?:(?P<x>{RATIO})|(?P<p>{PERCENT})|(?P<o>{ORDERS})))?"
)
_KINDS = {"n": "", "x": "x", "p": "%", "o": "o"}
_WITH_UNIT = re.compile(
    rf"(?:\s?(?:[-–—−~]|to)\s?(?P<b>{DIGITS}))?\s?-?(?P<u>{UNIT})(?![A-Za-z0-9])"
)
_MAY_HAVE_UNIT = frozenset(unit[0] for unit in UNIT_METRICS) | frozenset("-–—−~t ")
_BETWEEN = re.compile(
    r"(?:\s?[-–—−‒‑~∼～]{1,2}\s?|-?\s(?:up\s)?to\s|\s(?:à|bis|a|hasta)\s|-to-|\s?[至到]\s?)[x×]?"
)
_LISTED = re.compile(r"\s?/\s?")
_AND = re.compile(r"-?\s(?:and|et|y|und)\s(?:a\s)?|和|与")
_AND_BEFORE = re.compile(
    r"(?:between|entre|zwischen|在|介于)\s?(?:a|about|roughly|around)?\s?$", re.IGNORECASE
)
_FROM_BEFORE = re.compile(
    r"(?:\bfrom|\bde|\bvon|从|由)\s?(?:about|roughly|around|~)?\s?$", re.IGNORECASE
)
_LOOK_BACK = 24
_FACTOR_BEFORE = re.compile(
    r"\b(?:(?P<factor>factors?\s(?:of|de)|Faktor(?:\svon)?|facteur(?:\sde)?|factor(?:\sde)?)"
    r"|speed-?ups?(?:\s(?:ratio|factor)s?)?(?::|\s(?:is|was|are|were|reach(?:es|ed)|by|of|up\sto|(?:rang(?:e|es|ed|ing)\s)?(?:from|between)|in\sthe\srange\sof))"
    r"|gain\sde\svitesse\sde|accélération\sde|aceleración\sde|divis(?:é|ée|e|er|ent|ant)s?\spar"
    r"|multipli(?:é|ée|e|er|ent|ant)s?\spar|multiplic\w{1,4}\spor|divid\w{1,4}\spor)"
    r"(?:\s(?:up\sto|about|around|over|nearly|almost|at\sleast|approximately|roughly|more\sthan|between))?"
    r"\s?[~≈∼]?$",
    re.IGNORECASE,
)
_MACHINES = re.compile(
    r"\s(?:(?:CPU|GPU|A100|H100|compute|physical|parallel|worker|MPI|OpenMP|processor)\s)?(?:[GCTN]PU|core|thread|node|processor|worker|rank|machine|device|chip|server|FPGA"
    r"|processe|client|agent|core-hour)s?\b(?!\s(?:faster|speed-?up))"
)
"""What the 64 of "linear speedup up to 64 GPUs" counts."""
_LEADS = frozenset(
    "of from de par por von factor faktor facteur to about around over nearly almost least "
    "approximately roughly than between is was are were reaches reached speedup: "
    "speedups: speed-up: speed-ups:".split()
)
"""Words right before a number that may end a match of _FACTOR_BEFORE."""
_RATIO_IS = ("加速比为", "加速比达", "加速比达到", "加速比是", "加速比约为")
_FACTORS_ON = re.compile(_BETWEEN.pattern + r"|,\s(?:and\s)?|\sand\s")
_FACTOR_WORDS = frozenset(
    "factor factors facteur facteurs faktor faktors speed speedup speedups gain accélération "
    "aceleración".split()
) | {
    stem + end
    for stem, ends in (
        ("divis", "é ée és ées e er ent ant es ants"),
        ("multipli", "é ée és ées e er ent ant es ants"),
        ("multiplic", "a ó an ado ada ar aron ando"),
        ("divid", "e en ió ido ida ir iendo ieron"),
    )
    for end in ends.split()
}
_COMMA_WORDS = frozenset(
    "les des une dans avec pour los las una para con und der mit eine auf uma não della il".split()
)
_COMMA_LANGUAGES = re.compile(rf"\s(?:{'|'.join(_COMMA_WORDS)})(?=\s)")
_THOUSANDS = re.compile(r"[.,]\d{3}(?!\d)")


def find_quantities(text: str) -> list[QuantitySpan]:
    """Return every ratio, percentage, multiple and fraction of clean `text`, in order.

    Whether it is a claim, a setting or a score is for the clause around it to say.
    """
    # Kept, because the rules and the check read the same text one after the other.
    return list(_kept(text)) if len(text) < _LONG else _found(text)


_LONG = 10_000
"""What was found in longer texts isn't kept."""


@lru_cache(maxsize=16)
def _kept(text: str) -> list[QuantitySpan]:
    return _found(text)


def _found(text: str) -> list[QuantitySpan]:
    atoms = mend(text, _numbers(text))
    _share_units(text, atoms)
    _share_behind(text, atoms)
    spans = list(_joined(text, atoms))
    for span in find_worded(text):
        at = bisect_left(spans, span.start, key=attrgetter("start"))
        free = at == 0 or spans[at - 1].end <= span.start
        if free and (at == len(spans) or span.end <= spans[at].start):
            spans.insert(at, span)
    return spans


def find_absolutes(text: str) -> list[QuantitySpan]:
    """Return every figure with a unit of its own ("60 fps", "3.5–4 GB") of clean `text`."""
    out = []
    free = 0
    for number in _number_matches(text):
        start, end = number.start(), number.end("n")
        if start < free or text[end : end + 1] not in _MAY_HAVE_UNIT:
            continue
        match = _WITH_UNIT.match(text, end)
        if match is None:
            continue
        free = match.end()
        if not starts_number(text, start) or text[start - 1 : start] == "-":
            continue
        low = digits_value(number["n"])
        high = digits_value(match["b"]) if match["b"] else low
        first, bound = hedge_before(text, start)
        if high != low:
            low, high, bound = min(low, high), max(low, high), Bound.RANGE
        quantity = Quantity(low, high, match["u"], bound)
        out.append(QuantitySpan(quantity, Shape.ABSOLUTE, first, free, start))
    return out


def _number_matches(text: str) -> Iterable[re.Match[str]]:
    """Return the numbers of which both ratios and absolute figures are made."""
    return _kept_matches(text) if len(text) < _LONG else _matches(text)


@lru_cache(maxsize=16)
def _kept_matches(text: str) -> tuple[re.Match[str], ...]:
    return tuple(_matches(text))


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of _NUMBER; bytes lead from one digit to the next far quicker than it."""
    digits = text.encode("ascii", "replace").translate(_DIGITS)
    at = digits.find(b"0")
    while at >= 0 and (match := _NUMBER.match(text, at)):
        yield match
        at = digits.find(b"0", match.end())


_DIGITS = bytes.maketrans(b"123456789", b"000000000")


def _numbers(text: str) -> list[Atom]:
    words = words_of(lowered(text))
    factors = not words.isdisjoint(_FACTOR_WORDS) or (not text.isascii() and "加速比" in text)
    commas: bool | None = None
    factor_end = -9
    out = []
    for match in _number_matches(text):
        start, end = match.span()
        kind = _KINDS[match.lastgroup or "n"]
        if not starts_number(text, start) and (kind or not is_multiplied(text, match)):
            continue
        if not kind and is_multiplied(text, match):
            start, kind = start - 1, "x"  # "x197", "×2.5"
        number = match["n"]
        if commas is None and len(number) > 4 and _THOUSANDS.search(number):
            commas = _has_comma_language(text, words)
        value = digits_value(number, comma_decimal=bool(commas))
        led_to = False
        if factors and not kind:
            led = text[max(0, start - 14) : start].rstrip("~≈∼ \u00a0").rpartition(" ")[2].lower()
            found = None
            if led in _LEADS:
                found = _FACTOR_BEFORE.search(text, max(0, start - 32), start)
            near = start - factor_end < 9 and _FACTORS_ON.fullmatch(text, factor_end, start)
            ratio = near or found or text.endswith(_RATIO_IS, max(0, start - 6), start)
            if ratio and not _MACHINES.match(text, end):
                kind, factor_end, led_to = "x", end, True
            if led_to and found and found["factor"]:
                start = found.start()
        out.append(Atom(start, end, value, kind, led_to))
    return out


def _has_comma_language(text: str, words: Set[str]) -> bool:
    """Say whether `text`, which holds `words`, writes a decimal comma."""
    if words.isdisjoint(_COMMA_WORDS):
        return False
    return len(_COMMA_LANGUAGES.findall(text, 0, 2000)) >= 4


def _share_units(text: str, atoms: list[Atom]) -> None:
    # "7.5/4.8/8.9x": the last number's unit is that of all before it.
    for at in range(len(atoms) - 1, 0, -1):
        before, atom = atoms[at - 1], atoms[at]
        if atom.kind and not before.kind and _LISTED.fullmatch(text, before.end, atom.start):
            before.kind = atom.kind


def _share_behind(text: str, atoms: list[Atom]) -> None:
    """Give the 6 of "is 6 and 100 times faster" the unit of the 100."""
    for at in range(len(atoms) - 1, 0, -1):
        before, atom = atoms[at - 1], atoms[at]
        if not atom.kind or before.kind or atom.start - before.end > 6 or before.value < 1:
            continue
        joined = _ALSO.fullmatch(text, before.end, atom.start)
        if joined and not _PLACED.search(text, max(0, before.start - 16), before.start):
            before.kind = atom.kind


_ALSO = re.compile(r",?\s(?:and|et|y|und|or|&)\s|,\s")
_PLACED = re.compile(
    r"(?:(?:\b(?:on|in|for|at|with|using|from|between|(?<!up\s)to|top|table|figure|fig\.|section|version|level|layer|phase|en|sur"
    r"|con|para|mit|auf|der|and|von|instead\sof|rather\sthan)|[A-Za-z]*[A-Z]\w*)[\s-]?|[-/^_])$"
)


def _joined(text: str, atoms: list[Atom]) -> Iterator[QuantitySpan]:
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
            value = 10.0 ** min(atom.value, 300) if atom.kind == "o" else atom.value
            unit, shape = ("%", Shape.PERCENT) if atom.kind == "%" else ("x", Shape.RATIO)
            yield hedged(text, (atom.start, atom.end), value, unit, shape)


_RANGES = re.compile(r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying))\s$")
_VARIES = re.compile(
    r"[\s,]{1,2}(?:depending|according|selon|suivant|según|dependiendo|je\snach)\b"
)


def _spreads(text: str, a: Atom, b: Atom, word: str) -> bool:
    """Tell the range of "baisse de 18 à 37 %", "from 2x to 3x depending on …" from a rise."""
    if word.lower().startswith("de") and not a.kind:
        return True
    start = text.rfind(word, 0, a.start)
    return bool(_VARIES.match(text, b.end) or _RANGES.search(text, max(0, start - 12), start))


def _pair(text: str, a: Atom, b: Atom) -> QuantitySpan | None:
    if b.start - a.end > 16:
        return None
    between, back = text[a.end : b.start], max(0, a.start - _LOOK_BACK)
    start, from_to = a.start, False
    if _BETWEEN.fullmatch(between):
        rising = _FROM_BEFORE.search(text, back, a.start)
        if rising and not between.isspace():
            spreads = " up " in between or _spreads(text, a, b, rising[0])
            start, from_to = rising.start(), not spreads
    elif not (lost_dash(text, a, b) and a.value < b.value):
        found = _AND_BEFORE.search(text, back, a.start) if _AND.fullmatch(between) else None
        if found is None:
            return None
        start = found.start()
    low, high = a.value, b.value
    if not from_to and low > high:
        return None
    if b.kind == "o":
        low, high = 10.0 ** min(low, 300), 10.0 ** min(high, 300)
    unit, shape = ("%", Shape.PERCENT) if b.kind == "%" else ("x", Shape.RATIO)
    first = start if from_to else hedge_before(text, start)[0]
    quantity = Quantity(low, high, unit, Bound.RANGE, baseline=low if from_to else None)
    return QuantitySpan(quantity, shape, first, b.end, a.start)

"""Numbers that lost a sign on their way: "2. 5 ×", "a 4 speedup", "speedups: up to 19.0 and 2.2".

Scanning and conversion part decimals, and drop × and dashes. Works on the atoms of a text: its
numbers in order, each with the unit behind it.
"""

import re
from dataclasses import dataclass

from annotate.language.topic import Topic, topic_of

__all__ = ["Atom", "lost_dash", "mend"]


@dataclass(slots=True)
class Atom:
    """A number at `[start, end)`; `kind` is "x", "%", "o" (orders of magnitude) or "" for none.

    `led` says that it is a ratio by the words before it ("a factor of 3"), not by a sign.
    """

    start: int
    end: int
    value: float
    kind: str
    led: bool = False


_WHOLE = re.compile(r"\d{1,3}$")
_TENTHS = re.compile(r"\d{1,3}(?!\d)")
_PLACED = re.compile(
    r"(?:[A-Z]\w*|table|figure|fig|eq|section|sec|version|phase|level|stage|step|type|grade|ref"
    r"|task|equation|chapter|appendix)\.?\s?[(\[]?$"
)
_GOES_ON = re.compile(
    r"\s?(?:[,;.)]|$)|\s(?:and|or|for|on|in|at|with|while|when|compared|over|relative)\b"
)
_UNSIGNED = re.compile(
    r"\s(?:(?P<sure>(?:\w+\s)?(?:speed-?ups?|acceleration)\b(?!\s(?:factor|ratio)))"
    r"|(?:reductions?|decrease|savings?|improvements?|increase|gains?|boost)\s(?:in|of)\s)",
    re.IGNORECASE,
)
_HAVING = re.compile(
    r"(?:^|\b(?:an?|the|of|up\sto|to|average|nearly|about|around|over|almost|least|than|\d+(?:\.\d+)?(?:,|,?\sand|,?\sor)?|reach(?:es|ing)?"
    r"|achiev(?:es?|ing)|obtains?|gets|gains)\s(?:an?\s)?)[~≈∼]?\s?$",
    re.IGNORECASE,
)
_YEARS = range(1900, 2101)
_CHANCE = 30
"""A whole number below it may have lost a ×; a larger one may as well have lost a %."""
_MORE_OF_IT = re.compile(
    r"(?:\s(?:\w+\)\s)?(?:and\s)?\((?:(?:on\saverage|average|avg\.?|mean|up\sto|max\w*)[\s:]{1,2})?"
    r"|(?:\s\(\w+\))?[^.;:()%×\d]{0,50}?(?:,\s|\sand\s|,\sand\s)(?:(?:[\w-]+\s){0,5}by\s)?"
    r"(?:(?:up\sto|about|nearly|an?)\s)?)"
)
_AT_ITS_PLACE = re.compile(r"\s?(?:[,.;)]|$)|\s(?:for|on|at|when|over|with|using|across)\b")


def mend(text: str, atoms: list[Atom]) -> list[Atom]:
    """Return `atoms` with parted decimals as one and with the units that were lost."""
    if ". " in text:
        atoms = _whole_again(text, atoms)
    led: Atom | None = None
    for atom in atoms:
        plain = not atom.kind and atom.value > 1
        if plain and (_lost_times(text, atom) or (led is not None and _alike(text, led, atom))):
            atom.kind, atom.led = "x", True
        led = atom if atom.led else led
    return atoms


def _whole_again(text: str, atoms: list[Atom]) -> list[Atom]:
    out: list[Atom] = []
    for atom in atoms:
        before = out[-1] if out else None
        if before is not None and before.end + 2 == atom.start and _is_parted(text, before, atom):
            tenths = _TENTHS.match(text, atom.start)
            if tenths is not None:
                value = float(f"{before.value:.0f}.{tenths[0]}")
                out[-1] = Atom(before.start, atom.end, value, atom.kind or before.kind, before.led)
                continue
        out.append(atom)
    return out


def _is_parted(text: str, a: Atom, b: Atom) -> bool:
    """Tell "is 2. 5 × faster" from "in Table 2. 5x more …"."""
    if text[a.end : b.start] != ". " or (a.kind and not a.led) or a.value >= 1000:
        return False
    if not _WHOLE.search(text, max(a.start, a.end - 4), a.end) or not (b.kind or a.led):
        return False
    if a.led and not b.kind:
        return _GOES_ON.match(text, b.end) is not None
    return _PLACED.search(text, max(0, a.start - 16), a.start) is None


def _lost_times(text: str, atom: Atom) -> bool:
    return (
        _lost_before(text, atom)
        or _lost_behind(text, atom)
        or _lost_in_comparison(text, atom)
        or _is_gain(text, atom)
    )


_GAINED = re.compile(
    r"\b(?:improv|gain|sav|reduc|faster|speed-?up|acceler|better|increas|advantage|lower|outperform)"
    r"[^.;]{0,120}?\b(?:energy|speed|power|latency|throughput|memory|area|density|efficiency|consumption"
    r"|time|footprint)\s?\(\s?[>≥~≈∼]?\s?$",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s?\)")


def _is_gain(text: str, atom: Atom) -> bool:
    """Tell the powers of "improvements in energy (>10²) and speed (10³)", which need no ×."""
    if atom.end - atom.start < 3 or not text.startswith("10", atom.start):
        return False
    if text[atom.start + 2] not in _POWERS or not _CLOSED.match(text, atom.end):
        return False
    return _GAINED.search(text, max(0, atom.start - 160), atom.start) is not None


_POWERS = "^¹²³⁴⁵⁶⁷⁸⁹"


_RATE = (
    r"(?:[\w-]+\s){0,2}?(?:throughputs?|goodput|latency|latencies|ttft|tbt|tpot|itl|fps|qps|speeds?|delay"
    r"|(?:run)?times?|runtimes?|bandwidth|energy|power|memory|traffic|flops|makespan)\b(?!\spoints?\b)"
)
_COMPARED = re.compile(
    r"\s(?:(?P<sure>(?:faster|quicker|slower)\b|as\s(?:fast|quick))"
    rf"|(?:higher|lower|greater|better|less|more|smaller|shorter|the)\s{_RATE})",
    re.IGNORECASE,
)
_COMPARING = re.compile(
    r"(?:^|\b(?:an?|up\sto|by|average|nearly|about|around|over|almost|roughly|approximately|with|least|is|are"
    r"|be|was|were|runs?|has|have|than|reach\w*|achiev\w+|obtain\w*|deliver\w*|provid\w*|yield\w*|offer\w*"
    r"|sustain\w*|attain\w*|gets|\d+(?:\.\d+)?(?:,|\sand|,\sand|\sor|\sto))\s|\(|[~≈∼])\s?$",
    re.IGNORECASE,
)


def _lost_in_comparison(text: str, atom: Atom) -> bool:
    """Tell the × that "up to 2.2 higher throughput" and "is 3.7 faster" have lost."""
    match = _COMPARED.match(text, atom.end)
    if match is None or (match["sure"] is None and atom.value >= _CHANCE) or atom.value > 1000:
        return False
    return _COMPARING.search(text, max(0, atom.start - 20), atom.start) is not None


def _lost_behind(text: str, atom: Atom) -> bool:
    """Tell the × that "reduces latency by up to 4.97 over Alpha" has lost."""
    if "." not in text[atom.start : atom.end] or text[atom.start - 1 : atom.start] != " ":
        return False
    if not text.endswith(_BY, atom.start - 8, atom.start) or not _PLACE.match(text, atom.end):
        return False
    start = max(0, atom.start - 150)
    if _REDUCED.search(text, max(start, atom.start - 70), atom.start):
        return True
    match = _BETTERED.search(text, start, atom.start)
    if match is None or atom.value >= _CHANCE:
        return False
    return bool(match["sure"]) or topic_of(text) is Topic.EXECUTION


_BY = ("by ", "up to ", "to ", "about ", "over ", "nearly ", "of ", "around ", "average ")
_PLACE = re.compile(
    _AT_ITS_PLACE.pattern + r"|\sand\s|\s(?:compared|relative|in|vs|versus|while)\b|\s\([A-Za-z]"
)
_HEDGE = (
    r"(?:(?:up\sto|about|over|around|nearly|almost|approximately|on\saverage"
    r"|an?\s(?:average|factor)\sof)\s)?$"
)
_REDUCED = re.compile(
    r"\b(?:reduc|lower|cut|decreas|accelerat|speed|shorten|improv|increas|boost)\w*\s(?:[\w-]+\s){0,5}?"
    rf"(?:latency|time|runtime|throughput|speed|energy|flops)\s(?:[\w-]+\s){{0,3}}?by\s{_HEDGE}",
    re.IGNORECASE,
)
_BETTERED = re.compile(
    r"\b(?:(?P<sure>accelerat\w+|speed(?:s|ing)?\sup|speeding)|outperform\w*|surpass\w*|beats?|improv\w+"
    rf"|increas\w+|boost\w*)\s[^.;:%×]{{0,130}}?\bby\s{_HEDGE}",
    re.IGNORECASE,
)


def _lost_before(text: str, atom: Atom) -> bool:
    match = _UNSIGNED.match(text, atom.end)
    if match is None or (atom.value > 1000 and not (match["sure"] and atom.value not in _YEARS)):
        return False
    if match["sure"] is None and atom.value >= _CHANCE:
        return False
    return _HAVING.search(text, max(0, atom.start - 16), atom.start) is not None


def _alike(text: str, led: Atom, atom: Atom) -> bool:
    """Tell a number that lost its × like the one before it, `led`."""
    if led.kind != "x" or atom.value > 1000:
        return False
    return _like_it(text, led, atom) or _over_another(text, led, atom) or _is_reduction(text, atom)


_OVER_BOTH = re.compile(
    r"[^.;:()%×\d]{0,80}?\b(?:over|against|compared\s(?:to|with))\s[^.;:()%×\d]{2,60}?(?:,\s|\s)and\s"
)
_OVER = (" over ", " against ", " compared to ", " compared with ")


def _over_another(text: str, led: Atom, atom: Atom) -> bool:
    """Tell the 82 of "a 963 speed-up over the CPU and 82 over the accelerator"."""
    if not led.led or not text.startswith(_OVER, atom.end):
        return False
    return _OVER_BOTH.fullmatch(text, led.end, atom.start) is not None


def _like_it(text: str, led: Atom, atom: Atom) -> bool:
    """Tell the 2.2 of "speedups of 19.0 for sums and 2.2 for products", "averaging 25"."""
    if not 0 < atom.start - led.end < 60:
        return False
    if _OF_ALL.fullmatch(text, led.end, atom.start):
        return (_PLACE.match(text, atom.end) or _COMPARED.match(text, atom.end)) is not None
    after = _UNSIGNED.match(text, atom.end)
    sure = after is not None and after["sure"] is not None
    if not sure and not ("." in text[atom.start : atom.end] and _PLACE.match(text, atom.end)):
        sure = atom.value < _CHANCE and _COMPARED.match(text, atom.end) is not None
        if not sure:
            return False
    return _MORE_OF_IT.fullmatch(text, led.end, atom.start) is not None


_OF_ALL = re.compile(
    r"(?:\s(?:\w+\s){0,4}?)?(?:,\s|\s?\(|\sand\s|,\sand\s)(?:with\s)?"
    r"(?:averag(?:ing|es)|(?:on\s)?average(?:\sof)?|an?\saverage\sof|(?:reach|peak)(?:ing|es)\s(?:at|up\sto)"
    r"|(?:an?\s)?max(?:imum)?\sof|max|mean|a\s(?:geometric\s)?mean\sof|geomean)[\s:]{1,2}"
)
_REDUCTION_IS = re.compile(
    r"\b(?:reductions?|savings?|speed-?ups?)\s(?:is|was|are|were|of)\s"
    r"(?:up\sto\s|about\s|around\s|over\s|nearly\s)?$"
)
_ENDS = re.compile(r"[,;)]|\.(?:\s|$)|\s(?:on|across|for|over|with)\b|$")


def _is_reduction(text: str, atom: Atom) -> bool:
    """Tell the × that "the average reduction was 85" lost in a text that lost others too."""
    if not _ENDS.match(text, atom.end):
        return False
    return _REDUCTION_IS.search(text, max(0, atom.start - 32), atom.start) is not None


_BEFORE_LOST = re.compile(
    r"(?:\b(?:by|of|to|over|about|achiev\w+|reach\w*|attain\w*|obtain\w*|gets?|yield\w*|deliver\w*"
    r"|provid\w*|(?P<weak>is|are|an?|with))|[~≈∼])\s?$"
)


def lost_dash(text: str, a: Atom, b: Atom) -> bool:
    """Tell "26% 41%" and "by 1.5 2.3x", where a dash was lost on the way."""
    between = text[a.end : b.start]
    if between == "":
        return a.kind == "%"
    if between != " ":
        return False
    if a.kind:
        return True
    match = _BEFORE_LOST.search(text, max(0, a.start - 12), a.start)
    if match is None or b.value > 20 * a.value:
        return False
    return match["weak"] is None or ("." in text[a.start : a.end] and "." in text[b.start : b.end])

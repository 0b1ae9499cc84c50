"""Absolute figures of an abstract ("60 fps", "a latency of 12 ms"): they compare with nothing."""

import re
from collections.abc import Sequence

from annotate.language import kinds
from annotate.language.figures import find_absolutes
from annotate.language.hardware import DeviceMention
from annotate.language.measures import QuantitySpan
from annotate.language.units import UNIT_METRICS
from annotate.language.words import Token, tokens
from annotate.schema import Metric

__all__ = ["absolute_figures"]

_FREQUENCIES = frozenset(("Hz", "kHz", "MHz"))
_SURE = frozenset((Metric.THROUGHPUT, Metric.COST))
_SURE_UNITS = frozenset(("mJ", "µJ", "μJ", "uJ", "nJ", "pJ", "mW", "µW", "μW", "uW"))
_PER_WATT = ("/W", "/Watt")
_PER_ITEM = re.compile(
    r"\s?(?:per|/)\s?(?:\w+\s)?(?:token|frame|image|query|sample|request|step|inference)s?\b"
)
_FITTING = {
    Metric.LATENCY: (Metric.LATENCY,),
    Metric.MEMORY: (Metric.MEMORY, Metric.MODEL_SIZE, Metric.COMMUNICATION),
    Metric.ENERGY: (Metric.ENERGY,),
    Metric.COMPUTE: (Metric.COMPUTE,),
    Metric.COMMUNICATION: (Metric.COMMUNICATION,),
}
_BEFORE, _AFTER = 48, 32


_MACHINE = (
    r"(?:gpu|card|cpu|board|laptop|notebook|phone|smartphone|machine|server|node|workstation|desktop"
    r"|chip|microcontroller|mcu|processor|accelerator|pc|computer|tablet|fpga|tpu|npu|device)s?"
)
_HAVING = re.compile(
    rf"(?:\b{_MACHINE}|(?P<name>\w))\s(?:that\s|which\s)?(?:with|containing|has|have|having|of|featuring|features"
    r"|offering|offers|equipped\swith|includ(?:es|ing)|provid(?:es|ing)|carrying|carries)"
    r"(?:\s(?:a|an|the|only|just|about|up\sto|total|each))*\s?$",
    re.IGNORECASE,
)
_BRACKET = re.compile(rf"(?:\b{_MACHINE}|(?P<name>\S))\s?\([^()]*$", re.IGNORECASE)
_OF_MACHINE = re.compile(rf"[\s-](?:of\s)?(?:v?ram\s|memory\s)?{_MACHINE}\b", re.IGNORECASE)
_DESCRIBING = (Metric.MEMORY, Metric.THROUGHPUT, Metric.COMPUTE)
_CLOSE = 2


def absolute_figures(
    text: str, devices: Sequence[DeviceMention] = ()
) -> list[tuple[QuantitySpan, Metric, tuple[int, int]]]:
    """Return the figures of clean `text` whose unit or neighbours name their resource.

    Each comes with its metric and the half-open place of the words that say so. What a device has
    ("a card with 12 GB of memory") is left out; `devices` are the mentions in `text`, in order.
    """
    out = []
    for span in find_absolutes(text):
        unit = span.quantity.unit
        metric = UNIT_METRICS[unit]
        if unit in _FREQUENCIES or _describes(text, span, metric, devices):
            continue
        each = _PER_ITEM.match(text, span.end) if metric is Metric.LATENCY else None
        if each is not None:
            out.append((span, metric, (span.start, each.end())))
            continue
        if metric in _SURE or unit in _SURE_UNITS or unit.endswith(_PER_WATT):
            out.append((span, metric, (span.start, span.end)))
            continue
        named = _named(text, span, metric)
        if named is not None:
            out.append((span, *named))
    return out


def _describes(
    text: str, span: QuantitySpan, metric: Metric, devices: Sequence[DeviceMention]
) -> bool:
    """Tell "a card with 12 GB of memory" and "(2 GB VRAM, 1.4 TFLOPS)" from what was used."""
    if metric not in _DESCRIBING:
        return False
    if metric is Metric.THROUGHPUT and "FLOP" not in span.quantity.unit.upper():
        return False
    if _OF_MACHINE.match(text, span.end):
        return True
    start = _clause_start(text, span.start)
    for pattern in (_HAVING, _BRACKET):
        match = pattern.search(text, start, span.start)
        if match is not None and (match["name"] is None or _ends(devices, match.end("name"))):
            return True
    return False


def _ends(devices: Sequence[DeviceMention], at: int) -> bool:
    """Say whether `at` is the end of a mention of a device, or within it."""
    return any(one.start < at <= one.end + _CLOSE for one in devices)


def _named(text: str, span: QuantitySpan, metric: Metric) -> tuple[Metric, tuple[int, int]] | None:
    """Find the resource right before ("a latency of 12 ms") or after ("12 ms latency")."""
    before = tokens(text, _clause_start(text, span.start), span.start, ())
    for index in range(len(before) - 1, max(-1, len(before) - 6), -1):
        if before[index].kind in (kinds.STOP, kinds.QUALITY):
            break
        found = _fits(before, index, metric)
        if found is not None:
            return found, (before[index].start, span.end)
    after = tokens(text, span.end, min(len(text), span.end + _AFTER), ())
    for index in range(min(3, len(after))):
        if after[index].kind not in (
            kinds.RESOURCE,
            kinds.PLAIN,
            kinds.OF,
            kinds.SKIP,
            kinds.ACTIVITY,
        ):
            break
        found = _fits(after, index, metric)
        if found is not None:
            return found, (span.start, after[index].end)
    return None


def _fits(words: Sequence[Token], index: int, metric: Metric) -> Metric | None:
    found = words[index].word.metric if words[index].kind is kinds.RESOURCE else None
    return found if found in _FITTING[metric] else None


def _clause_start(text: str, end: int) -> int:
    start = max(0, end - _BEFORE)
    for sign in (". ", "; "):
        start = max(start, text.rfind(sign, start, end) + 1)
    return start

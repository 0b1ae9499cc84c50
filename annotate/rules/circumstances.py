"""What a number is compared with, what it holds for, and what it was measured on."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from annotate.language.clauses import Reading
from annotate.language.hardware import DeviceMention
from annotate.language.lexicon import Kind
from annotate.language.words import Token
from annotate.schema import Role

__all__ = ["Circumstances", "circumstances"]

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Half-open places in the clean text; None where the sentence doesn't say."""

    baseline: Place | None
    setting: Place | None
    device: Place | None


_SETTERS = frozenset(
    ("on", "for", "in", "across", "under", "at", "with", "when", "sur", "en", "auf")
)
_ENDS = frozenset(
    (
        Kind.COMMA,
        Kind.STOP,
        Kind.CLOSE,
        Kind.OPEN,
        Kind.QUANTITY,
        Kind.VERB,
        Kind.SPEND,
        Kind.SIGN,
        Kind.THAN,
        Kind.ABOUT,
    )
)
_LONGEST = 12
_FAR, _FIRST = 30, 3


def circumstances(
    words: Sequence[Token], reading: Reading, devices: Sequence[DeviceMention]
) -> Circumstances:
    """Return what stands around `reading`; `devices` are the mentions in its sentence."""
    baseline = _compared(words, reading)
    device = _device(words, reading, devices, baseline)
    return Circumstances(baseline, _setting(words, reading, devices), device)


def _compared(words: Sequence[Token], reading: Reading) -> Place | None:
    for index in range(reading.last, len(words)):
        kind = words[index].kind
        if kind in (Kind.STOP, Kind.QUANTITY):
            break
        if kind is Kind.THAN:
            return _phrase(words, index + 1, reading)
    for index in (*range(reading.first - 1, max(-1, reading.first - _FAR), -1), *range(_FIRST)):
        if (
            index < len(words)
            and words[index].kind is Kind.THAN
            and words[index].text.casefold().startswith("compar")
        ):
            return _phrase(words, index + 1, reading)
    return None


def _phrase(words: Sequence[Token], start: int, reading: Reading) -> Place | None:
    end = start
    while end < len(words) and end - start < _LONGEST and words[end].kind not in _ENDS:
        if words[end].kind is Kind.AND and (
            end + 1 >= len(words) or words[end + 1].kind not in (Kind.PLAIN, Kind.THE)
        ):
            break
        end += 1
    parts = _parts(words, start, end)
    if len(parts) == reading.listed > 1:
        return parts[reading.place]
    while end > start and words[end - 1].kind in (
        Kind.AND,
        Kind.OF,
        Kind.IN,
        Kind.TO,
        Kind.BY,
        Kind.AT,
    ):
        end -= 1
    return (words[start].start, words[end - 1].end) if end > start else None


def _parts(words: Sequence[Token], start: int, end: int) -> list[Place]:
    out: list[Place] = []
    first = start
    for index in range(start, end + 1):
        if index == end or words[index].kind in (Kind.AND, Kind.COMMA, Kind.SLASH):
            if index > first:
                out.append((words[first].start, words[index - 1].end))
            first = index + 1
    return out


def _setting(
    words: Sequence[Token], reading: Reading, devices: Sequence[DeviceMention]
) -> Place | None:
    places = [(one.start, one.end) for one in _near(words, reading, devices)]
    for index in range(reading.last, min(len(words), reading.last + 14)):
        if words[index].kind in (Kind.STOP, Kind.QUANTITY):
            break
        found = _set_by(words, index, reading, places)
        if found is not None:
            return found
    return _set_by(words, 0, reading, places)


def _set_by(
    words: Sequence[Token], index: int, reading: Reading, devices: list[Place]
) -> Place | None:
    if words[index].text.casefold() not in _SETTERS:
        return None
    place = _phrase(words, index + 1, reading)
    return None if place is None or any(_overlap(place, one) for one in devices) else place


def _device(
    words: Sequence[Token],
    reading: Reading,
    devices: Sequence[DeviceMention],
    baseline: Place | None,
) -> Place | None:
    usable = [
        one
        for one in _near(words, reading, devices)
        if one.role is not Role.BASELINE and not _overlap((one.start, one.end), baseline)
    ]
    end = words[reading.last - 1].end
    limit = _next_quantity(words, reading.last)
    after = [one for one in usable if end <= one.start < max(limit, end + 1)]
    if reading.listed > 1 and len(after) >= reading.listed:
        chosen = after[reading.place]
        return chosen.start, chosen.end
    before = [one for one in usable if one.end <= words[reading.first].start]
    if len(after) == 1 or (after and not before):
        return after[0].start, after[0].end
    if len(before) == 1 and not after:
        return before[0].start, before[0].end
    return None


def _next_quantity(words: Sequence[Token], start: int) -> int:
    for index in range(start, min(len(words), start + _FAR)):
        if words[index].kind is Kind.QUANTITY:
            return words[index].start
    return words[min(len(words), start + _FAR) - 1].end


def _near(
    words: Sequence[Token], reading: Reading, devices: Sequence[DeviceMention]
) -> Sequence[DeviceMention]:
    here = bisect_left(devices, words[reading.first].start, key=lambda device: device.start)
    return devices[max(0, here - _FAR) : here + _FAR]


def _overlap(a: Place, b: Place | None) -> bool:
    return b is not None and a[0] < b[1] and b[0] < a[1]

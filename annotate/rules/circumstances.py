"""What a number is compared with, what it holds for, and what it was measured on."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from annotate.language import kinds
from annotate.language.clauses import Reading
from annotate.language.hardware import DeviceMention
from annotate.language.lexicon import Kind
from annotate.language.words import Token
from annotate.rules.wordings import NO_BASELINE, NO_PLACES, NO_SETTING, NOWHERE
from annotate.schema import Role

__all__ = ["Circumstances", "circumstances"]

Place = tuple[int, int]


class Circumstances(NamedTuple):
    """Half-open places in the clean text; None where the sentence doesn't say."""

    baseline: Place | None
    setting: Place | None
    device: Place | None


_SETTERS = frozenset(
    ("on", "for", "in", "across", "under", "at", "with", "when", "sur", "en", "auf")
)
_ENDS = frozenset(
    (
        kinds.COMMA,
        kinds.STOP,
        kinds.CLOSE,
        kinds.OPEN,
        kinds.QUANTITY,
        kinds.VERB,
        kinds.SPEND,
        kinds.SIGN,
        kinds.THAN,
        kinds.ABOUT,
    )
)
_BEYOND = frozenset((kinds.STOP, kinds.QUANTITY))
_PARTING = frozenset((kinds.AND, kinds.COMMA, kinds.SLASH))
_NOUNS = frozenset((kinds.PLAIN, kinds.RESOURCE, kinds.ACTIVITY, kinds.QUALITY))
_LISTED = _NOUNS | {kinds.COMMA, kinds.AND, kinds.THE, kinds.SKIP, kinds.OF}
_ARTICLES = frozenset("the a an its our".split())
_PRONOUNS = frozenset("we our it ours".split())
_FINITE = frozenset(
    "is are was were be been has have had can could may might will would should achieves achieve "
    "reaches reach yields yield gives give delivers runs uses requires needs shows".split()
)
_TIES = frozenset("on using running over across sur en auf mit avec con 在".split())
_ADJECTIVES = 4
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
    place = _compared_with(words, reading)
    if place is None:
        return None
    inside = [word for word in words if place[0] <= word.start < place[1]]
    return None if inside[-1].text.casefold() in NO_BASELINE else place


def _compared_with(words: Sequence[Token], reading: Reading) -> Place | None:
    multiplied = _multiplied(words, reading)
    if multiplied is not None:
        return multiplied
    than = kinds.THAN
    for index in range(reading.last, len(words)):
        kind = words[index].kind
        if kind in _BEYOND:
            break
        if kind is than:
            led = index + 1 < len(words) and words[index + 1].text in _SETTERS  # "than with X"
            return _phrase(words, index + 1 + led, reading, also=kinds.IN)
    for index in (*range(reading.first - 1, max(-1, reading.first - _FAR), -1), *range(_FIRST)):
        if (
            index < len(words)
            and words[index].kind is than
            and words[index].text.casefold().startswith("compar")
        ):
            return _phrase(words, index + 1, reading, also=kinds.IN)
    return None


def _multiplied(words: Sequence[Token], reading: Reading) -> Place | None:
    """Read what has the rate of "2.3x the throughput of Alpha"."""
    at, end = reading.at + 1, reading.last
    if at >= end or end + 1 >= len(words) or words[at].text.casefold() != "the":
        return None
    named = all(word.kind in _NOUNS for word in words[at + 1 : end])
    if not named or words[end].text.casefold() != "of":
        return None
    if words[end + 1].kind not in (kinds.PLAIN, kinds.THE):
        return None
    return _phrase(words, end + 1, reading, also=kinds.IN)


def _phrase(
    words: Sequence[Token], start: int, reading: Reading, *, also: Kind = kinds.STOP
) -> Place | None:
    """Return the noun phrase at `start`, which words of kind `also` end too.

    None where a word that may be verb or noun ("scales", "use") or a hyphen cuts it short.
    """
    end = start
    while end < len(words) and end - start < _LONGEST and words[end].kind not in _ENDS:
        if words[end].kind is also or (end > start and _begins_anew(words, end)):
            break
        end += 1
    if end < len(words) and _cuts_short(words[end]):
        return None
    parts = _parts(words, start, _end_of_list(words, end, reading.listed))
    if len(parts) == reading.listed > 1:
        return parts[reading.place]
    while end > start and words[end - 1].kind in (
        kinds.AND,
        kinds.OF,
        kinds.IN,
        kinds.TO,
        kinds.BY,
        kinds.AT,
        kinds.THE,
    ):
        end -= 1
    return (words[start].start, words[end - 1].end) if end > start else None


def _begins_anew(words: Sequence[Token], at: int) -> bool:
    """Tell where another noun phrase begins: "the dense model our tool …", "tokens the …"."""
    kind = words[at].kind
    if kind is kinds.AND:
        return at + 1 >= len(words) or words[at + 1].kind not in (kinds.PLAIN, kinds.THE)
    article = kind is kinds.THE and words[at].text.casefold() in _ARTICLES
    return (article and words[at - 1].kind in _NOUNS) or words[at].text in _PRONOUNS


def _cuts_short(word: Token) -> bool:
    if word.kind in (kinds.VERB, kinds.SPEND):
        return word.text not in _FINITE
    return word.text == "-"


def _end_of_list(words: Sequence[Token], end: int, listed: int) -> int:
    """Return where "A, B and C" ends that are to be named one for each of `listed` numbers."""
    last = end
    while listed > 1 and last < len(words) and last - end < _FAR:
        if words[last].kind not in _LISTED or words[last].text == "respectively":
            break
        last += 1
    return last if any(word.kind is kinds.AND for word in words[end:last]) else end


def _parts(words: Sequence[Token], start: int, end: int) -> list[Place]:
    out: list[Place] = []
    first = start
    for index in range(start, end + 1):
        if index == end or words[index].kind in _PARTING:
            if index > first:
                out.append((words[first].start, words[index - 1].end))
            first = index + 1
    return out


def _setting(
    words: Sequence[Token], reading: Reading, devices: Sequence[DeviceMention]
) -> Place | None:
    places = [(one.start, one.end) for one in _near(words, reading, devices)]
    for index in range(reading.last, min(len(words), reading.last + 14)):
        if words[index].kind in _BEYOND:
            break
        if words[index].text not in _SETTERS:
            continue
        found = _set_by(words, index, reading, places)
        if found is not None:
            return found
    return _set_by(words, 0, reading, places)


def _set_by(
    words: Sequence[Token], index: int, reading: Reading, devices: list[Place]
) -> Place | None:
    if words[index].text.casefold() not in _SETTERS:
        return None
    if index and words[index - 1].kind is kinds.THAN:
        return None
    place = _phrase(words, index + 1, reading)
    if place is None or _is_aside(words, index, place[1]):
        return None
    return None if any(_overlap(place, one) for one in devices) else place


def _is_aside(words: Sequence[Token], index: int, end: int) -> bool:
    """Tell "on average" and "with negligible loss in quality" from a setting."""
    if words[index + 1].text.casefold() in NO_SETTING:
        return True
    inside = list(takewhile(lambda word: word.start < end, words[index + 1 :]))
    said = {word.text.casefold() for word in inside}
    if said <= NO_PLACES and not said.isdisjoint(NOWHERE):
        return True
    if inside[-1].kind in (kinds.LESS, kinds.MORE):
        return True  # "with a less than 1 dB loss"
    scored = [word.kind is kinds.QUALITY for word in inside]
    return scored[-1] or (words[index].text.casefold() == "with" and any(scored))


def _device(
    words: Sequence[Token],
    reading: Reading,
    devices: Sequence[DeviceMention],
    baseline: Place | None,
) -> Place | None:
    if not devices:
        return None
    usable = [
        one
        for one in _near(words, reading, devices)
        if one.role is not Role.BASELINE and not _overlap((one.start, one.end), baseline)
    ]
    usable = _tied(words, reading, usable)
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


def _tied(
    words: Sequence[Token], reading: Reading, devices: Sequence[DeviceMention]
) -> list[DeviceMention]:
    """Return the devices that the number's own clause says it was got on: "on X", "X reaches"."""
    out: list[DeviceMention] = []
    for one in devices:
        at = bisect_left(words, one.start, key=lambda word: word.start)
        low, high = sorted((at, reading.at))
        if any(words[index].kind is kinds.STOP for index in range(low, min(high, len(words)))):
            continue
        listed = bool(out) and words[at - 1].kind in _JOINED and one.start - out[-1].end < _GAP
        if listed or _is_place(words, at, one.end):
            out.append(one)
    return out


_JOINED = frozenset((kinds.AND, kinds.COMMA, kinds.SLASH, kinds.THE))
_GAP = 12


def _is_place(words: Sequence[Token], at: int, end: int) -> bool:
    if at == 0 or words[at - 1].end == words[at].start:  # Chinese has no blanks
        return True
    after = bisect_left(words, end, key=lambda word: word.start)
    if after < len(words) and words[after].kind is kinds.VERB:
        return True
    for index in range(at - 1, max(-1, at - 2 - _ADJECTIVES), -1):
        if words[index].text.casefold() in _TIES or words[index].kind is kinds.OPEN:
            return True
        if words[index].kind not in (kinds.PLAIN, kinds.THE, kinds.SKIP):
            return False
    return False


def _next_quantity(words: Sequence[Token], start: int) -> int:
    for index in range(start, min(len(words), start + _FAR)):
        if words[index].kind is kinds.QUANTITY:
            return words[index].start
    return words[min(len(words), start + _FAR) - 1].end


def _near(
    words: Sequence[Token], reading: Reading, devices: Sequence[DeviceMention]
) -> Sequence[DeviceMention]:
    here = bisect_left(devices, words[reading.first].start, key=lambda device: device.start)
    return devices[max(0, here - _FAR) : here + _FAR]


def _overlap(a: Place, b: Place | None) -> bool:
    return b is not None and a[0] < b[1] and b[0] < a[1]

"""Devices in running text: which, how many, and whether the work runs on them or aims at them.

A mention is found by its first word in the device table, then by the longest alias or family
pattern there. Aliases that mean other things too (T4, L4, A100, Orin) count only in the company
that `device_company` asks for. A class of devices ("GPUs") beside a model of it ("A100") is not a
second device, nor is one that only leads to devices ("edge platforms (Jetson Orin)"). All offsets
are half-open and count code points of the text given.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from annotate.language import device_company as company
from annotate.language.chinese import blanked, has_wide
from annotate.language.device_repeats import Found, is_class, longest, without_repeats
from annotate.language.device_series import shared_words
from annotate.language.device_table import Device, Row, keys_in, lowered, table
from annotate.language.prose import Prose, prose
from annotate.language.vocabulary import vocabulary
from annotate.schema import Role

__all__ = ["Device", "DeviceMention", "canonical_device", "distinct_devices", "find_devices"]


@dataclass(frozen=True, slots=True)
class DeviceMention:
    """A device where it stands: `name` is `text[start:end]`, its count included.

    `full` is its name where it shares words with another: "RTX 4090" for "RTX 3090 and 4090".
    """

    device: Device
    name: str
    count: int | None
    start: int
    end: int
    role: Role = Role.EVALUATED_ON
    full: str | None = None


_MOST = 100
"""More mentions with the same first word than any abstract has; others are not looked at."""


def find_devices(clean_text: str) -> list[DeviceMention]:
    """Return every mention of a device in `clean_text`, in order; see `distinct_devices`."""
    page = prose(clean_text)
    text, low = clean_text, page.low
    wide: list[Found] = []
    if has_wide(clean_text):
        wide = _cjk(clean_text)
        text, low = blanked(clean_text), blanked(low)
    found = _candidates(text, low, keys_in(vocabulary(page.low))) + wide
    if not found:
        return []
    kept = without_repeats(clean_text, text, _with_series(text, longest(found)))
    mentions = [_mention(text, one, _rival(page, kept, index)) for index, one in enumerate(kept)]
    if text is clean_text:
        return mentions
    return [replace(one, name=clean_text[one.start : one.end]) for one in mentions]


_RANK = (Role.BASELINE, Role.TARGET, Role.EVALUATED_ON)


def distinct_devices(mentions: list[DeviceMention]) -> list[DeviceMention]:
    """Return the first mention of each device, with its best role and its count.

    A place where the work ran outranks a target, and that a baseline.
    """
    best: dict[str, DeviceMention] = {}
    for mention in mentions:
        seen = best.setdefault(mention.device.name, mention)
        role = max(seen.role, mention.role, key=_RANK.index)
        count = mention.count if seen.count is None else seen.count
        best[mention.device.name] = replace(seen, role=role, count=count)
    return list(best.values())


def canonical_device(name: str) -> DeviceMention | None:
    """Return the device that the words `name` ("8 A100 GPUs") stand for, or None.

    The words are known to name a device, so ambiguous aliases need no company here; `start` and
    `end` count within `name`.
    """
    return _kept(name) if len(name) < _LONG else _canonical(name)


_LONG = 100
"""No device has a longer name; what such words stand for isn't kept."""


@lru_cache(maxsize=1024)
def _kept(name: str) -> DeviceMention | None:
    return _canonical(name)


def _canonical(name: str) -> DeviceMention | None:
    low = lowered(name)
    keys = keys_in(vocabulary(low))
    found = longest(_candidates(name, low, keys, trusted=True) + _cjk(name))
    if not found:
        return None
    found = without_repeats(name, name, found)
    specific = [one for one in found if not is_class(one.device)]
    return _mention(name, (specific or found)[0], None)


def _with_series(text: str, found: list[Found]) -> list[Found]:
    """Return `found` with the "4090" of "RTX 3090 and 4090"."""
    more = [
        Found(device, start, end, start, name)
        for one in found
        for start, end, name, device in shared_words(text, one.start, one.end, _whole)
    ]
    taken = [(one.start, one.end) for one in found]
    free = [
        one for one in more if not any(one.start < end and start < one.end for start, end in taken)
    ]
    return sorted((*found, *free), key=lambda one: one.start) if free else found


def _whole(name: str) -> Device | None:
    """Return the vendor's device that `name` as a whole stands for."""
    known = canonical_device(name)
    if known is None or known.name != name or known.device.vendor is None:
        return None
    return known.device


def _candidates(text: str, low: str, keys: set[str], *, trusted: bool = False) -> list[Found]:
    found: list[Found] = []
    for key in keys:
        at = low.find(key)
        tried = 0
        while at >= 0 and tried < _MOST:
            if _starts_word(low, at):
                tried += 1
                if one := _match(text, low, at, key, trusted):
                    found.append(one)
            at = low.find(key, at + 1)
    return found


def _starts_word(low: str, at: int) -> bool:
    if at == 0 or not low[at - 1].isalnum():
        return True
    return low[at - 1] in "x×" and (at == 1 or low[at - 2].isdigit())


def _match(text: str, low: str, at: int, key: str, trusted: bool) -> Found | None:
    best: tuple[int, Device, Row] | None = None
    pattern = table().pattern(key)
    if pattern is not None and (match := pattern.match(low, at)):
        row = table().row(match.group())
        if row is not None:
            best = (match.end(), row.device, row)
    for family in table().families(key):
        if match := family.pattern.match(text, at):
            end = at + len(match.group().rstrip(" -"))
            following = low[end : end + 2]
            whole = not following[:1].isalnum() or (
                following[0] == "s" and not following[1:].isalnum()
            )
            if whole and (best is None or end > best[0]):
                best = (end, family.device(match), family.row)
    if best is None:
        return None
    end, device, row = best
    if text[end : end + 1] == "." and text[end + 1 : end + 2].isdigit():
        return None  # the "a16" of "a16.01x"
    start = company.vendor_start(text, at)
    if not trusted and not company.in_company(text, start, at, end, row):
        return None
    return Found(device, start, end, at)


def _cjk(text: str) -> list[Found]:
    return [
        Found(row.device, at, at + len(alias), at)
        for alias, row in table().cjk
        if (at := text.find(alias)) >= 0
    ]


def _rival(page: Prose, found: list[Found], index: int) -> int | None:
    """Return where an earlier device of the same sentence ends, if there is one."""
    if index == 0:
        return None
    one, earlier = found[index], found[index - 1]
    if earlier.device == one.device:
        return None
    same = page.sentence_at(earlier.start) == page.sentence_at(one.start)
    return earlier.end if same else None


def _mention(text: str, one: Found, rival: int | None) -> DeviceMention:
    role = company.role(text, one.start, one.end, one.device, rival)
    count, start = company.count_before(text, one.start, generic=one.device.vendor is None)
    end = one.end
    if count is None:
        count, end = company.count_after(text, end)
    return DeviceMention(one.device, text[start:end], count, start, end, role, one.full)

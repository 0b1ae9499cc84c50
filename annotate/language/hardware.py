"""Devices in running text: which, how many, and whether the work runs on them or aims at them.

A mention is found by its first word in the device table, then by the longest alias or family
pattern there. Aliases that mean other things too (T4, L4, A100, Orin) count only in the company
that `device_company` asks for. A class of devices ("GPUs") beside a model of it ("A100") is not a
second device, nor is one that only leads to devices ("edge platforms (Jetson Orin)"). All offsets
are half-open and count code points of the text given.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from annotate.language import device_company as company
from annotate.language.chinese import blanked, has_wide
from annotate.language.device_lists import is_listed_apart
from annotate.language.device_table import Device, Row, keys_in, lowered, table
from annotate.language.prose import Prose, prose
from annotate.language.vocabulary import vocabulary
from annotate.schema import Role

__all__ = ["Device", "DeviceMention", "canonical_device", "distinct_devices", "find_devices"]


@dataclass(frozen=True, slots=True)
class DeviceMention:
    """A device where it stands: `name` is `text[start:end]`, its count included."""

    device: Device
    name: str
    count: int | None
    start: int
    end: int
    role: Role = Role.EVALUATED_ON


class _Found(NamedTuple):
    device: Device
    start: int
    end: int
    core: int
    """Where the model itself starts, behind its vendor's words."""


_SPECIFIC_OF: dict[str, frozenset[str]] = {
    "gpu": frozenset({"gpu", "board"}),
    "cpu": frozenset({"cpu", "board", "laptop"}),
    "tpu": frozenset({"tpu", "npu"}),
    "npu": frozenset({"npu"}),
    "dsp": frozenset({"dsp", "npu"}),
    "embedded": frozenset({"board", "microcontroller", "soc"}),
    "microcontroller": frozenset({"microcontroller"}),
    "phone": frozenset({"phone"}),
    "neuromorphic": frozenset({"neuromorphic"}),
    "quantum": frozenset({"quantum"}),
    "cluster": frozenset({"cluster"}),
    "accelerator": frozenset({"accelerator", "in_memory"}),
}
"""Kinds that make a mention of the bare class superfluous."""
_LINES = frozenset(
    {
        "AMD Alveo", "AMD EPYC", "AMD Instinct", "AMD Ryzen", "Apple iPhone", "Arm Cortex-A",
        "Arm Cortex-M", "Google Pixel", "Huawei Ascend", "Intel Arc", "Intel Core", "Meta Quest",
        "MediaTek Dimensity", "Qualcomm Snapdragon", "Raspberry Pi", "Samsung Galaxy", "STM32",
    }
)  # fmt: skip
"""Lines of models, of which a mention beside a model of theirs is no second device."""
_BESIDE = frozenset({"cpu", "gpu", "fpga", "asic", "tpu"})
_MOST = 100
"""More mentions with the same first word than any abstract has; others are not looked at."""
_LEADS_TO = re.compile(
    r"[\s,:]*(?:\(|:|such as|like|e\.g\.,?|i\.e\.,?|including|namely)[\s,:(]*\w*\s?"
)


def find_devices(clean_text: str) -> list[DeviceMention]:
    """Return every mention of a device in `clean_text`, in order; see `distinct_devices`."""
    page = prose(clean_text)
    text, low = clean_text, page.low
    wide: list[_Found] = []
    if has_wide(clean_text):
        wide = _cjk(clean_text)
        text, low = blanked(clean_text), blanked(low)
    found = _candidates(text, low, keys_in(vocabulary(page.low))) + wide
    if not found:
        return []
    kept = _without_repeats(clean_text, text, _longest(found))
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
    found = _longest(_candidates(name, low, keys, trusted=True) + _cjk(name))
    if not found:
        return None
    found = _without_repeats(name, name, found)
    specific = [one for one in found if not _is_class(one.device)]
    return _mention(name, (specific or found)[0], None)


def _candidates(text: str, low: str, keys: set[str], *, trusted: bool = False) -> list[_Found]:
    found: list[_Found] = []
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


def _match(text: str, low: str, at: int, key: str, trusted: bool) -> _Found | None:
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
    return _Found(device, start, end, at)


def _cjk(text: str) -> list[_Found]:
    return [
        _Found(row.device, at, at + len(alias), at)
        for alias, row in table().cjk
        if (at := text.find(alias)) >= 0
    ]


def _longest(found: list[_Found]) -> list[_Found]:
    """Return `found` without overlaps, in order; what reaches further wins ("Alveo U280")."""
    kept: list[_Found] = []
    for one in sorted(found, key=lambda item: (item.start, -item.end)):
        if kept and one.start < kept[-1].end:
            further = (one.end, -one.core) > (kept[-1].end, -kept[-1].core)
            if further and not (_is_class(one.device) and not _is_class(kept[-1].device)):
                kept[-1] = one._replace(start=min(one.start, kept[-1].start))
        else:
            kept.append(one)
    return kept


def _without_repeats(original: str, text: str, found: list[_Found]) -> list[_Found]:
    """Return `found` with class nouns taken in and classes left out that a model stands for.

    `text` is `original`, in Chinese with wide characters as blanks.
    """
    grown: list[_Found] = []
    for one in found:
        if not grown or one.start >= grown[-1].end:
            bare = one.device.vendor is None
            grown.append(one._replace(end=company.nouns_end(text, one.end, bare=bare)))
    kinds = {one.device.kind for one in grown if not _is_class(one.device)}
    names = {one.device.name for one in grown}
    apart = set() if kinds.isdisjoint(_BOARDS) else _listed_apart(text, grown)
    return [
        one
        for index, one in enumerate(grown)
        if not (
            _is_said(one.device, kinds - _BOARDS if index in apart else kinds, names)
            or _leads_to(original, grown, index)
            if _is_class(one.device)
            else one.device.name in _LINES and _has_model(one.device.name, names)
        )
    ]


_BOARDS = frozenset(("board", "laptop"))


def _listed_apart(text: str, found: list[_Found]) -> set[int]:
    """Return which of `found` are "GPUs", unlike "GPU" no part of a board, or listed with one."""
    places = [(one.start, one.end) for one in found]
    named = [not _is_class(one.device) for one in found]
    return {
        at
        for at, (start, end) in enumerate(places)
        if text[start:end].lower() in ("gpus", "cpus") or is_listed_apart(text, places, named, at)
    }


def _is_said(device: Device, kinds: set[str], names: set[str]) -> bool:
    """Say whether others of `kinds` and `names` say more than the class `device`."""
    return (
        not kinds.isdisjoint(_SPECIFIC_OF.get(device.kind, ()))
        or f"{device.name} accelerator" in names
        or (device.name == "accelerator" and ("FPGA" in names or "fpga" in kinds))
    )


def _has_model(line: str, names: set[str]) -> bool:
    """Say whether a model of the `line` ("AMD Alveo") is among `names` ("AMD Alveo U250")."""
    return any(name.startswith(line) and any(map(str.isdigit, name[len(line) :])) for name in names)


def _is_class(device: Device) -> bool:
    """Say whether `device` is a class such as GPU or NVIDIA GPU."""
    return device.vendor is None or device.name in (f"{device.vendor} GPU", f"{device.vendor} CPU")


def _leads_to(text: str, found: list[_Found], index: int) -> bool:
    """Say whether the class at `index` only leads to another device."""
    if index + 1 == len(found):
        return False
    one, following = found[index], found[index + 1]
    between = text[one.end : following.start]
    kinds = {one.device.kind, following.device.kind}
    if between == " (" and kinds <= _BESIDE and following.device.vendor is None:
        return False  # "on a CPU (GPU)" are two
    if len(between) > 30 or following.device.name == one.device.name:
        return False
    # "laptop CPU" is a CPU, "edge platforms (Jetson Orin)" is a Jetson Orin.
    return between == " " or _LEADS_TO.fullmatch(between) is not None


def _rival(page: Prose, found: list[_Found], index: int) -> int | None:
    """Return where an earlier device of the same sentence ends, if there is one."""
    if index == 0:
        return None
    one, earlier = found[index], found[index - 1]
    if earlier.device == one.device:
        return None
    same = page.sentence_at(earlier.start) == page.sentence_at(one.start)
    return earlier.end if same else None


def _mention(text: str, one: _Found, rival: int | None) -> DeviceMention:
    role = company.role(text, one.start, one.end, one.device, rival)
    count, start = company.count_before(text, one.start, generic=one.device.vendor is None)
    end = one.end
    if count is None:
        count, end = company.count_after(text, end)
    return DeviceMention(one.device, text[start:end], count, start, end, role)

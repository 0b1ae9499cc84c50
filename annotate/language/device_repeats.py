"""Mentions that say nothing new: parts of longer ones, and classes that a model stands for.

All offsets are half-open and count code points of the text given.
"""

import re
from typing import NamedTuple

from annotate.language import device_company as company
from annotate.language.device_lists import is_listed_apart
from annotate.language.device_table import Device

__all__ = ["Found", "is_class", "longest", "without_repeats"]


class Found(NamedTuple):
    """A device in a text, before it is known whether it is one more."""

    device: Device
    start: int
    end: int
    core: int
    """Where the model itself starts, behind its vendor's words."""
    full: str | None = None
    """Its name with the words that it shares with another."""


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
_LEADS_TO = re.compile(
    r"[\s,:]*(?:\(|:|such as|like|e\.g\.,?|i\.e\.,?|including|namely)[\s,:(]*\w*\s?"
)


def longest(found: list[Found]) -> list[Found]:
    """Return `found` without overlaps, in order; what reaches further wins ("Alveo U280")."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda item: (item.start, -item.end)):
        if kept and one.start < kept[-1].end:
            further = (one.end, -one.core) > (kept[-1].end, -kept[-1].core)
            if further and not (is_class(one.device) and not is_class(kept[-1].device)):
                kept[-1] = one._replace(start=min(one.start, kept[-1].start))
        else:
            kept.append(one)
    return kept


def without_repeats(original: str, text: str, found: list[Found]) -> list[Found]:
    """Return `found` with class nouns taken in and classes left out that a model stands for.

    `text` is `original`, in Chinese with wide characters as blanks.
    """
    grown: list[Found] = []
    for one in found:
        if not grown or one.start >= grown[-1].end:
            bare = one.device.vendor is None
            grown.append(one._replace(end=company.nouns_end(text, one.end, bare=bare)))
    kinds = {one.device.kind for one in grown if not is_class(one.device)}
    names = {one.device.name for one in grown}
    apart = set() if kinds.isdisjoint(_BOARDS) else _listed_apart(text, grown)
    return [
        one
        for index, one in enumerate(grown)
        if not (
            _is_said(one.device, kinds - _BOARDS if index in apart else kinds, names)
            or _leads_to(original, grown, index)
            if is_class(one.device)
            else one.device.name in _LINES and _has_model(one.device.name, names)
        )
    ]


_BOARDS = frozenset(("board", "laptop"))


def _listed_apart(text: str, found: list[Found]) -> set[int]:
    """Return which of `found` are "GPUs", unlike "GPU" no part of a board, or listed with one."""
    places = [(one.start, one.end) for one in found]
    named = [not is_class(one.device) for one in found]
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


def is_class(device: Device) -> bool:
    """Say whether `device` is a class such as GPU or NVIDIA GPU."""
    return device.vendor is None or device.name in (f"{device.vendor} GPU", f"{device.vendor} CPU")


def _leads_to(text: str, found: list[Found], index: int) -> bool:
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

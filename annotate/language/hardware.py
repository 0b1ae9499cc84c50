"""Devices in running text: which, how many, and whether the work runs on them or aims at them.

A mention is found by its first word in the device table, then by the longest alias or family
pattern there. Aliases that mean other things too (T4, L4, A100, Orin) count only in the company
that `CONTEXTS` asks for. A class of devices ("GPUs") beside a model of it ("A100") is not a second
device. All offsets are half-open and count code points of the text given.
"""

import re
from dataclasses import dataclass, replace

from annotate.language.device_table import WORD, Device, Row, fold, lowered, table
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


_COUNT_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twelve": 12, "sixteen": 16, "single": 1, "dual": 2, "quad": 4,
}  # fmt: skip
_VENDORS = re.compile(
    r"(?:\b(?:NVIDIA|GeForce|Tesla|Quadro|Nvidia's|NVIDIA's|AMD|ATI|Intel|Xilinx|Altera|AMD-Xilinx|"
    r"Huawei|Google|Google's|Apple|Apple's|Arm|ARM|Qualcomm|Samsung|HiSilicon|MediaTek|IBM|IBM's|"
    r"Intel's|AWS|Amazon|DGX|HGX|STMicroelectronics|Habana|Graphcore|Broadcom|Avnet|Nordic|"
    r"Espressif|server-grade|consumer-grade|commodity|desktop)(?:\([RrTtMm]+\)|[®™])?[\s-]+)+$",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"(?:(?<![\w.,\-$])(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\s?[x×]\s?|\s+)|"
    r"\b(" + "|".join(_COUNT_WORDS) + r")[\s-]+)(?:(?:consumer|commodity|identical|parallel)\s+)?$",
    re.IGNORECASE,
)
_COUNT_AFTER = re.compile(r"\s?[x×]\s?(\d{1,4})\b(?!\s*(?:faster|speed|times))")
_NOUNS = re.compile(
    r"(?:[\s-]+\(?\d+\s?GB\)?)?(?:(?:[\s-]+|\s?/\s?)(?:Tensor Core|graphics|edge|embedded|mobile|"
    r"GPU|GPUs|CPU|CPUs|NPU|NPUs|TPU|TPUs|FPGA|FPGAs|SoC|SoCs|MPSoC|MCU|MCUs|DSP|IPU|IPUs|"
    r"accelerators?|cards?|chips?|processors?|microcontrollers?|boards?|platforms?|devices?|"
    r"modules?|cores?|smartphones?|phones?|hardware|systems?|servers?|nodes?|"
    r"superchips?|development kits?|dev kits?|neuromorphic))*(?![\w])",
    re.IGNORECASE,
)
_NEAR = 70
CONTEXTS: dict[str, re.Pattern[str]] = {
    "@compute": re.compile(
        r"\b(?:GPUs?|CUDA|NVIDIA|model|training|inference|network|latency|throughput|speed-?up|"
        r"faster|kernel|compute|learning|FLOPS|tokens?|memory|deep)\b",
        re.IGNORECASE,
    ),
    "@gpu": re.compile(
        r"\bGPUs?\b|\bCUDA\b|\bNVIDIA\b|\bGeForce\b|\bTensor ?Cores?\b|\bTensorRT\b|\bAMD\b|"
        r"\b[AVH][18]00\b|\bT4\b.*\bGPU|\bRTX\b|\bColab\b|\bCPUs?\b|\bVRAM\b|\bGPGPU\b",
        re.IGNORECASE,
    ),
    "@chip": re.compile(
        r"\b(?:chips?|hardware|accelerat\w+|processors?|devices?|FPGAs?|GPUs?|CPUs?|NPUs?|TPUs?|SoCs?|"
        r"boards?|platforms?|on-device|edge|embedded|mobile|phones?|smartphones?|energy|latency|"
        r"memory|neuromorphic|spiking|inference|microcontrollers?|MCUs?|compute|computing|"
        r"supercomputers?|nodes?|intel|amd|HPC|silicon|circuit|CMOS|crossbars?|DRAM|SRAM|deploy\w*)\b",
        re.IGNORECASE,
    ),
    "@board": re.compile(
        r"\b(?:Jetson|NVIDIA|Tegra|GPUs?|embedded|edge|boards?|mobile|FPS|real-time)\b", re.IGNORECASE
    ),
    "@phone": re.compile(r"\b(?:phones?|smartphones?|Google|Android|mobile|on-device)\b", re.IGNORECASE),
    "@quantum": re.compile(r"\b(?:quantum|qubits?|annealer)\b", re.IGNORECASE),
}  # fmt: skip
_NO_DEVICE = re.compile(
    r"[\s-]?(?:friendly|free|agnostic|less|poor|hours?|days?|years?|minutes?|weeks?|months?|time)\b",
    re.IGNORECASE,
)
_BASELINE_BEFORE = re.compile(
    r"\b(?:against|compared (?:to|with)|compared|comparison (?:to|with)|than|over|versus|vs\.?|"
    r"relative to|outperform\w*|surpass\w*|beat\w*|instead of|rather than)\b[^.;]{0,50}$",
    re.IGNORECASE,
)
_BASELINE_AFTER = re.compile(r"[\s-]*(?:baselines?|counterparts?|implementations? by)\b", re.IGNORECASE)
_RUN_BEFORE = re.compile(
    r"\b(?:run(?:s|ning)?|ran|evaluat\w+|measured?|experiments?|implement\w*|tested|achiev\w+|"
    r"train\w*|using|deployed|benchmark\w*|validated?|results?|demonstrat\w*)\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_TARGET_KINDS = frozenset(
    {"edge", "mobile", "phone", "microcontroller", "embedded", "iot", "wearable", "drone"}
)
_SPECIFIC_OF: dict[str, frozenset[str]] = {
    "gpu": frozenset({"gpu", "board"}),
    "cpu": frozenset({"cpu", "board", "laptop"}),
    "tpu": frozenset({"tpu", "npu"}),
    "npu": frozenset({"npu"}),
    "dsp": frozenset({"dsp", "npu"}),
    "microcontroller": frozenset({"microcontroller"}),
    "phone": frozenset({"phone"}),
    "neuromorphic": frozenset({"neuromorphic"}),
    "quantum": frozenset({"quantum"}),
    "cluster": frozenset({"cluster"}),
    "accelerator": frozenset({"accelerator"}),
}
_BESIDE = re.compile(r"[\s,:(]*(?:such as|like|e\.g\.,?|i\.e\.,?|including|namely)?[\s,:(]*")


@dataclass(frozen=True, slots=True)
class _Found:
    device: Device
    start: int
    end: int
    core: int
    """Where the model itself starts, behind vendor words."""


def find_devices(clean_text: str) -> list[DeviceMention]:
    """Return every mention of a device in `clean_text`, in order; see `distinct_devices`."""
    low = lowered(clean_text)
    keys = _keys(low)
    found = [] if not keys else _candidates(clean_text, low, keys)
    if not clean_text.isascii():
        found += _cjk(clean_text)
    if not found:
        return []
    kept = _without_repeats(clean_text, _longest(found))
    return [_mention(clean_text, one) for one in kept]


def distinct_devices(mentions: list[DeviceMention]) -> list[DeviceMention]:
    """Return the first mention of each device; a place where it ran outranks other roles."""
    best: dict[str, DeviceMention] = {}
    for mention in mentions:
        seen = best.get(mention.device.name)
        if seen is None:
            best[mention.device.name] = mention
        elif seen.role is Role.BASELINE and mention.role is not Role.BASELINE:
            best[mention.device.name] = replace(seen, role=mention.role)
    return list(best.values())


def canonical_device(name: str) -> DeviceMention | None:
    """Return the device that the words `name` ("8 A100 GPUs") stand for, or None.

    The words are known to name a device, so ambiguous aliases need no company here; `start` and
    `end` count within `name`.
    """
    low = lowered(name)
    found = _longest(_candidates(name, low, _keys(low), trusted=True) + _cjk(name))
    if not found:
        return None
    specific = [one for one in found if one.device.vendor is not None]
    return _mention(name, (specific or found)[0])


def _keys(low: str) -> set[str]:
    words = set(WORD.findall(low))
    known = table().keys
    keys = words & known
    for word in words:
        if word[-1].isdigit():
            bare = word.rstrip("0123456789")
            if bare in known:
                keys.add(bare)
            if bare[:1] == "x" and (tail := word[1:]) in known:
                keys.add(tail)
    return keys


def _candidates(text: str, low: str, keys: set[str], *, trusted: bool = False) -> list[_Found]:
    found: list[_Found] = []
    for key in keys:
        at = low.find(key)
        while at >= 0:
            if _starts_word(low, at):
                one = _match(text, low, at, key, trusted)
                if one is not None:
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
    if pattern is not None and (match := pattern.match(text, at)):
        row = table().rows.get(fold(match.group()))
        if row is not None:
            best = (match.end(), row.device, row)
    for family in table().families(key):
        if (match := family.pattern.match(text, at)) and (best is None or match.end() > best[0]):
            end = match.start() + len(match.group().rstrip(" -"))
            if end >= len(low) or not low[end].isalnum() or low[end : end + 1] == "s":
                best = (end, family.device(match), family.row)
    if best is None:
        return None
    end, device, row = best
    vendor = _VENDORS.search(text[max(0, at - 40) : at])
    start = at - len(vendor.group()) if vendor else at
    if not trusted and not _in_company(text, start, at, end, row):
        return None
    return _Found(device, start, end, at)


def _in_company(text: str, start: int, core: int, end: int, row: Row) -> bool:
    if _NO_DEVICE.match(text, end):
        return False
    named = start < core
    nouns = _NOUNS.match(text, end)
    tail = nouns.group() if nouns else ""
    if row.refuses and row.refuses.search(text) and not (named or "gpu" in tail.lower()):
        return False
    if not row.needs or named:
        return True
    near = text[max(0, start - _NEAR) : start] + " " + text[end : end + _NEAR]
    where = text if row.needs == "@compute" else near
    return CONTEXTS[row.needs].search(where) is not None


def _cjk(text: str) -> list[_Found]:
    return [
        _Found(row.device, at, at + len(alias), at)
        for alias, row in table().cjk
        if (at := text.find(alias)) >= 0
    ]


def _longest(found: list[_Found]) -> list[_Found]:
    kept: list[_Found] = []
    for one in sorted(found, key=lambda f: (f.start, -f.end)):
        if kept and one.start < kept[-1].end:
            if one.end - one.core > kept[-1].end - kept[-1].core:
                kept[-1] = one
            continue
        kept.append(one)
    return kept


def _without_repeats(text: str, found: list[_Found]) -> list[_Found]:
    grown: list[_Found] = []
    for one in found:
        if grown and one.start < grown[-1].end:
            continue
        nouns = _NOUNS.match(text, one.end)
        grown.append(replace(one, end=nouns.end()) if nouns and nouns.group() else one)
    kinds = {one.device.kind for one in grown if one.device.vendor is not None}
    return [
        one
        for at, one in enumerate(grown)
        if one.device.vendor is not None
        or not (
            kinds & _SPECIFIC_OF.get(one.device.kind, frozenset()) or _introduces(text, grown, at)
        )
    ]


def _introduces(text: str, found: list[_Found], at: int) -> bool:
    """Say whether the class at `at` only leads to a device: "edge platforms (Jetson Orin)"."""
    if at + 1 == len(found) or found[at + 1].device.vendor is None:
        return False
    between = text[found[at].end : found[at + 1].start]
    return len(between) < 20 and _BESIDE.fullmatch(between) is not None


def _mention(text: str, one: _Found) -> DeviceMention:
    start, end, count = one.start, one.end, None
    before = _COUNT.search(text[max(0, start - 30) : start])
    if before:
        number = before.group(1)
        generic_ratio = one.device.vendor is None and re.search(r"[x×]", before.group())
        if not generic_ratio:
            count = (
                int(number.replace(",", "")) if number else _COUNT_WORDS[before.group(2).lower()]
            )
            start -= len(before.group())
    elif after := _COUNT_AFTER.match(text, end):
        count, end = int(after.group(1)), after.end()
    return DeviceMention(one.device, text[start:end], count, start, end, _role(text, one))


def _role(text: str, one: _Found) -> Role:
    clause = text[max(0, one.start - 90) : one.start]
    clause = re.split(r"[.;!?]\s|,\s(?:while|whereas|but|and)\s", clause)[-1]
    if _BASELINE_AFTER.match(text, one.end) or _BASELINE_BEFORE.search(clause):
        return Role.BASELINE
    if one.device.kind in _TARGET_KINDS and one.device.vendor is None:
        return Role.EVALUATED_ON if _RUN_BEFORE.search(clause) else Role.TARGET
    return Role.EVALUATED_ON

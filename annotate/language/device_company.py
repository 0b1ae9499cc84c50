"""The words around a device: whether it is one, how many there are, and its role.

All offsets are half-open and count code points of the text given.
"""

import re

from annotate.language.device_contexts import CARRIED, LOWERED, MADE, SURE, TRIED_ON, is_elsewhere
from annotate.language.device_doubts import in_series, is_imagined, is_unused
from annotate.language.device_table import Device, Row, lowered
from annotate.schema import Role

__all__ = [
    "count_after",
    "count_before",
    "in_company",
    "nouns_end",
    "role",
    "vendor_start",
]

_NEAR = 110
"""So many characters of a device's own sentence on either side are its company."""
_FAR = 1000
"""Words that prove another meaning count when they are not further away."""
_RUN_ON = re.compile(
    r"\bon\s(?:an?|one|two|four|eight|the|a\ssingle|one\ssingle|\d{1,4})\s$", re.IGNORECASE
)
_ALONE = re.compile(
    r"s?(?:\s?[.,;:()]|$|\s(?:and|with|for|at|in|while|where|than|using|vs|versus)\b)"
)
_SURNAME = re.compile(r"\s(?!Nano|Super|Develop|Industrial|Module)[A-Z][a-z]{3,}\b")
_ONE_OF_MANY = re.compile(r"\b(?:an?|eine[rmn]?|un|une|una|single)\s$", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?。；]\s|[。！？]")
_VENDOR = re.compile(
    r"(?:\b(?:NVIDIA|GeForce|Tesla|Quadro|NVIDIA's|AMD|ATI|Intel|Xilinx|Altera|AMD-Xilinx|Huawei|"
    r"Google|Google's|Apple|Apple's|Arm|Qualcomm|Samsung|HiSilicon|MediaTek|IBM|IBM's|Intel's|AWS|"
    r"Amazon|DGX|HGX|STMicroelectronics|Habana|Graphcore|Broadcom|Avnet|Nordic|Espressif|BrainChip|"
    r"Cerebras|Analog Devices|Maxim|GreenWaves|Texas Instruments)(?:\((?:R|TM)\)|[®™])?[\s-]+)+$",
    re.IGNORECASE,
)
_NOUNS = re.compile(
    r"(?:[\s-]+\(?\d+\s?GB\)?)?(?:(?:[\s-]+|\s?/\s?)(?:Tensor Core|graphics|edge|embedded|mobile|"
    r"GPUs?|CPUs?|NPUs?|TPUs?|FPGAs?|ASICs?|MPSoCs?|SoCs?|MCUs?|DSPs?|IPUs?|accelerators?|cards?|chips?|"
    r"processors?|microcontrollers?|boards?|platforms?|devices?|modules?|cores?|smartphones?|"
    r"phones?|hardware|systems?|servers?|nodes?|superchips?|development kits?|dev kits?|"
    r"neuromorphic|supercomputer|single-board computers?))*(?!\w)",
    re.IGNORECASE,
)
_BARE_NOUNS = re.compile(
    r"(?:[\s-]+(?:cards?|chips?|processors?|boards?|platforms?|devices?|modules?|cores?|hardware|"
    r"systems?|servers?|nodes?|clusters?|architectures?|accelerators?))?(?!\w)",
    re.IGNORECASE,
)
_NO_DEVICE = re.compile(
    r"[\s-]?(?:friendly|free|agnostic|less|poor|time|rich|aware)\b|\s(?:photography|images?|photos?|"
    r"imagery|pictures|footage|videos?|users?|apps?|applications?|addiction|dataset|manufacturers?)\b"
    r"|(?<=hardware)\s(?:support|changes|modifications|extensions?|additions?|structures?|overheads?|"
    r"costs?|complexity|mechanisms?|units?|prefetch\w*)\b",
    re.IGNORECASE,
)
_COUNT_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twelve": 12, "sixteen": 16, "single": 1, "dual": 2, "quad": 4,
    "deux": 2, "quatre": 4, "huit": 8, "dos": 2, "cuatro": 4, "ocho": 8, "zwei": 2, "vier": 4,
    "acht": 8,
}  # fmt: skip
_COUNTED = "consumer consumer-grade commodity identical parallel desktop server low-cost".split()
_COUNT_BEFORE = re.compile(
    r"(?:(?<![\w.,\-$])(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\s?[x×]\s?|\s+)|"
    r"\b(" + "|".join(_COUNT_WORDS) + r")[\s-]+)"
    rf"(?:(?:{'|'.join(_COUNTED)})\s+)?$",
    re.IGNORECASE,
)
_LAST_WORDS = (*_COUNT_WORDS, *_COUNTED, "x", "×")
"""Ends, without the blanks behind it, what _COUNT_BEFORE matches if no number does."""
_BLANKS = "-" + "".join(sign for sign in map(chr, range(0x3001)) if sign.isspace())
_TAIL = re.compile(
    r"[\s-]+(?:\(?\d+\s?GB\)?[\s-]*)?(?:Tensor Core )?"
    r"(?:GPUs?|accelerators?|(?:graphics )?cards?)\b",
    re.IGNORECASE,
)
_COUNT_AFTER = re.compile(r"\s?[x×]\s?(\d{1,4})\b(?!\s*(?:faster|speed|times|[x×]))")
_SIZE = re.compile(r"\d+\s?[x×]\s?\d+\s+$")
_BASELINE_BEFORE = re.compile(
    r"\b(?:against|versus|vs\.?|outperform\w*|surpass\w*|beat\w*|instead of|rather than|"
    r"compared (?:to|with)|comparison (?:to|with)|relative to|than|over)"
    r"(?:(?:\s+|(?=,))(?:a|an|the|its|our|their|previous|existing|state-of-the-art|prior|conventional|modern|"
    r"standard|optimized|baseline|both|software|high-end|dense|commercial|equivalent|\w+-based|"
    r"multi-core|single|desktop|server|embedded|edge|mobile|and|counterparts?|,|gpu|cpu))*\s*$"
)
_COMPARED = re.compile(r"\b(?:than|over|against|compared (?:to|with)|versus|relative to)\b")
_COMPARING = tuple(
    "against vs versus outperform surpass beat instead rather compar relative than over".split()
)
_BASELINE_AFTER = re.compile(r"[\s-]*(?:baselines?|counterparts?|speedup|speed-up)\b")
_RUN_BEFORE = re.compile(
    r"\b(?:runs?|running|ran|evaluat\w+|measured?|experiments?|implement\w*|tested|achiev\w+|"
    r"train\w*|deployed|benchmark\w*|validated?|results?|(?:takes?|took)\s\D{0,12}?\d+)\b[^.;]{0,60}$"
    r"|\bon\s(?:an?\s|two\s|three\s)?(?:real|commodity|commercial|off-the-shelf)\s$"
)
_AIMED = frozenset("edge mobile phone microcontroller embedded iot wearable drone".split())


def vendor_start(text: str, at: int) -> int:
    """Return where the vendor's words that stand directly before `at` start, else `at`."""
    before = text[max(0, at - 40) : at].rstrip(" -\t").lower()
    if not before.endswith(_VENDOR_ENDS):
        return at
    match = _VENDOR.search(text, max(0, at - 40), at)
    return match.start() if match else at


_VENDOR_ENDS = tuple(
    "nvidia geforce tesla quadro nvidia's amd ati intel xilinx altera huawei google google's apple "
    "apple's arm qualcomm samsung hisilicon mediatek ibm ibm's intel's aws amazon dgx hgx "
    "stmicroelectronics habana graphcore broadcom avnet nordic espressif brainchip cerebras "
    "maxim greenwaves instruments devices ) ® ™".split()
)


def nouns_end(text: str, end: int, *, bare: bool) -> int:
    """Return the end of the class nouns behind a model: "RTX 4090 24 GB GPUs".

    Behind a `bare` class another class is a device of its own: "CPU-GPU systems".
    """
    match = (_BARE_NOUNS if bare else _NOUNS).match(text, end)
    return match.end() if match else end


def in_company(text: str, start: int, core: int, end: int, row: Row) -> bool:
    """Say whether the words around `text[start:end]` let it be a device.

    `core` is where the model itself starts, behind its vendor's words.
    """
    if _NO_DEVICE.match(text, end) or _is_doubtful(text, start, core, end, row):
        return False
    if start < core or _TAIL.match(text, end):
        return True
    if row.needs == "@designed" and not _is_designed(text, start, end):
        return False
    if row.refuses and row.refuses.is_in(lowered(text), max(0, start - _FAR), end + _FAR):
        return False
    spaced = " " in text[core:end].strip()
    if not row.needs or (spaced and row.needs not in ("@deploy", "@phone")):
        return True
    low, high = _own_sentence(text, start, end)
    if row.needs in ("@compute", "@gpu", "@chip") and (
        is_elsewhere(text[low:start].lower()) or is_elsewhere(text[end:high].lower())
    ):
        return False
    if row.needs in ("@compute", "@gpu") and _multiplied(text, start, end):
        return True
    if row.needs in ("@compute", "@gpu", "@chip") and _is_elsewhere(text, start, end):
        return False
    if row.needs in ("@phone", "@super") and not text[start].isupper():
        return False
    if row.needs == "@nvidia" and _SURNAME.match(text, end):
        return False
    if row.needs in ("@gpu", "@compute") and _runs_there(text, start, end):
        return True
    if row.device.kind == "drone" and CARRIED.search(text, max(0, start - _FAR), end + _FAR):
        return True
    near = LOWERED[row.needs]
    return bool(
        near.search(text[low:start].lower())
        or near.search(text[end:high].lower())
        or (row.needs == "@deploy" and TRIED_ON.search(text, low, start))
    )


def _is_doubtful(text: str, start: int, core: int, end: int, row: Row) -> bool:
    """Say whether the text denies a device, only imagines it, or has a row of like names."""
    if is_unused(text, start, end):
        return True
    if row.device.vendor is None:
        return is_imagined(text, core, end)
    return start == core and row.needs in ("@compute", "@gpu") and in_series(text, core, end)


def _is_designed(text: str, start: int, end: int) -> bool:
    """Say whether a bare accelerator is one that the paper makes."""
    low, high = _own_sentence(text, start, end)
    if LOWERED["@designed"].search(text[low:high].lower()) is None:
        return False
    return MADE.search(text, max(0, start - _FAR), end + _FAR) is not None


def _runs_there(text: str, start: int, end: int) -> bool:
    """Say whether something runs "on a T4" where that is all that the sentence says of it."""
    if not _ALONE.match(text, end) or not _RUN_ON.search(text, max(0, start - 16), start):
        return False
    low, high = max(0, start - _FAR), end + _FAR
    return LOWERED["@compute"].search(text[low:high].lower()) is not None


def _is_elsewhere(text: str, start: int, end: int) -> bool:
    """Say whether the whole abstract tells of roads or doses and never of computers."""
    low, high = max(0, start - _FAR), end + _FAR
    if _ONE_OF_MANY.search(text, max(0, start - 8), start):
        return False
    return SURE.search(text, low, high) is None and is_elsewhere(text[low:high].lower())


def _own_sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the part of the sentence around `[start, end)` that is near."""
    low, high = max(0, start - _NEAR), min(len(text), end + _NEAR)
    for match in _SENTENCE_END.finditer(text, low, start):
        low = match.end()
    following = _SENTENCE_END.search(text, end, high)
    return low, following.start() if following else high


def _multiplied(text: str, start: int, end: int) -> bool:
    match = _counted(text, start)
    return _COUNT_AFTER.match(text, end) is not None or (
        match is not None and match.group().rstrip()[-1:] in ("x", "×")
    )


def _counted(text: str, start: int) -> re.Match[str] | None:
    """Return the count that ends at `start`; without its last word no pattern is run."""
    before = text[max(0, start - 24) : start].rstrip(_BLANKS).lower()
    if not (before.endswith(_LAST_WORDS) or before[-1:].isdigit()):
        return None
    return _COUNT_BEFORE.search(text, max(0, start - 36), start)


def count_before(text: str, start: int, *, generic: bool) -> tuple[int | None, int]:
    """Return how many devices the words before `start` say, and where they start."""
    match = _counted(text, start)
    if match is None or (generic and ("x" in match.group() or "×" in match.group())):
        return None, start
    if _SIZE.search(text, max(0, start - 36), start):
        return None, start
    number = match.group(1)
    count = int(number.replace(",", "")) if number else _COUNT_WORDS[match.group(2).lower()]
    return count, match.start()


def count_after(text: str, end: int) -> tuple[int | None, int]:
    """Return how many devices "× 8" behind `end` says, and where that ends."""
    match = _COUNT_AFTER.match(text, end)
    return (int(match.group(1)), match.end()) if match else (None, end)


def role(text: str, start: int, end: int, device: Device, rival: int | None) -> Role:
    """Return the role of the device at `[start, end)`.

    `rival` is where another device ends that stands before it in the sentence: with "faster
    than" between the two, this one is the other side.
    """
    window = max(0, start - 110)
    cut = max(text.rfind(mark, window, start) for mark in (". ", "; ", ", while ", ", whereas "))
    window = max(window, cut + 1)
    low = lowered(text)
    before = low[window:start]
    compared = any(map(before.__contains__, _COMPARING))
    if _BASELINE_AFTER.match(low, end) or (
        compared and _BASELINE_BEFORE.search(low, window, start)
    ):
        return Role.BASELINE
    if compared and rival is not None and _COMPARED.search(low, max(window, rival), start):
        return Role.BASELINE
    if device.kind in _AIMED and device.vendor is None:
        ran = _RUN_BEFORE.search(low, window, start)
        return Role.EVALUATED_ON if ran else Role.TARGET
    return Role.EVALUATED_ON

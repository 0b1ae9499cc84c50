"""What tells that a device is not used, only imagined, or a name of something else in a row.

All offsets are half-open and count code points of the text given.
"""

import re

from annotate.language.device_table import lowered, table
from annotate.language.memo import Memo

__all__ = ["in_series", "is_imagined", "is_unused"]

_FAR = 1000
"""So many characters around a mention are looked at."""
_LACKING = re.compile(
    r"(?:\bnon-|(?:\b(?:without|lack(?:s|ing)?|no|neither|nor|sans|sin|ohne|senza|sem)\s(?:the\s)?"
    r"(?:an?\s|any\s|une?\s|eine\s)?|(?:\bnot|n't|n’t)\s(?=need|requir|use|rely|involve))"
    r"(?:(?:dedicated|discrete|powerful|speciali[sz]ed|expensive|high-end|need(?:ing)?(?:\sfor)?|"
    r"requir(?:e|ing)|use|using|use\sof|rely\son|relying\son|involve|access\sto)\s)?(?:an?\s|any\s)?"
    r"(?:graphics\sprocessing\sunits?\s\()?)$"
)
_DENIES = re.compile(r"n(?:o|['’]t|either)|without|lack|s(?:ans|in|enza|em)|ohne")
"""Found wherever `_LACKING` is, in a tenth of its time."""
_LACKING_WORDS = (
    "without lack lacks lacking no sans sin ohne senza sem neither nor a an any un une eine for to "
    "of on needing need require requiring use using involve specialized specialised expensive "
    "high-end dedicated discrete powerful No Without Sans Sin Ohne Neither"
)
_LACKING_ENDS = (*(f"{word} " for word in _LACKING_WORDS.split()), "non-", "Non-", "(")
_PART_OF_IT = re.compile(
    r"\s(?:memory|overheads?|utili[sz]ation|kernels?|synchroni[sz]ation|code|stalls?|bubbles?|idle|"
    r"idling|transfers?|latency)\b"
)
_UNNEEDED = re.compile(
    r"\s(?:is|are|was|were)\s(?:not|never)\s(?:needed|required|used|necessary)\b"
)
_CODE = re.compile(r"([AHVPKLMTB])\d{1,4}")
_EACH = re.compile(r"[A-Z]\d{1,4}\b")
_SERIES = Memo(
    lambda letter: re.compile(
        rf"\b{letter}\d{{1,4}}(?:(?:, and|, or|,| and| or) {letter}\d{{1,4}}\b)+"
    )
)
_WOULD = re.compile(r"[\w\s-]{0,40}?\bwould\b")


def _is_lacking(text: str, start: int) -> bool:
    """Say whether the words before `start` tell that there is no such device ("without a GPU")."""
    if not text.endswith(_LACKING_ENDS, 0, start):
        return False
    low, near = lowered(text), max(0, start - 40)
    return (
        _DENIES.search(low, near, start) is not None
        and _LACKING.search(low, near, start) is not None
    )


def is_unused(text: str, start: int, end: int) -> bool:
    """Say whether the words around tell that there is no such device, or that none is needed."""
    if _UNNEEDED.match(text, end):
        return True
    # "Without GPU memory overhead" there is a GPU.
    return _is_lacking(text, start) and _PART_OF_IT.match(text, end) is None


def is_imagined(text: str, start: int, end: int) -> bool:
    """Say whether a class that the text says was not used only "would have to" do something."""
    if _WOULD.match(text, end) is None:
        return False
    low, name = text[max(0, start - _FAR) : end + _FAR].lower(), text[start:end].lower()
    return any(f"{no} {name}" in low for no in ("no", "without", "without a", "without any"))


def in_series(text: str, start: int, end: int) -> bool:
    """Say whether the text lists `text[start:end]` with others of its letter that are no devices.

    "Hydrogels H50, H100 and H200", "V100 and V107": a letter with a number is a name there.
    """
    code = _CODE.fullmatch(text, start, end)
    if code is None:
        return False
    low, high = max(0, start - _FAR), end + _FAR
    listed = _SERIES[code.group(1)].finditer(text, low, high)
    codes = {one for match in listed for one in _EACH.findall(match.group())}
    return code.group() in codes and any(not _is_device(one) for one in codes)


def _is_device(code: str) -> bool:
    known = table()
    return any(known.row(f"{before}{code}") is not None for before in ("", "tesla ", "rtx "))

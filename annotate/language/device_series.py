"""Models that share the words of the one before: "RTX 3090 and 4090", "Jetson Orin and Thor".

So do vendors before one class: "NVIDIA and AMD GPUs". All offsets are half-open and count code
points of the text given.
"""

import re
from collections.abc import Callable, Iterator

from annotate.language.device_table import Device

__all__ = ["shared_words"]

_JOINT = r"(?:\s?,\s?(?:and\s|or\s)?|\s(?:and|or|&|vs\.?|versus)\s|\s?/\s?)"
_NEXT = re.compile(
    rf"{_JOINT}(?P<model>(?:Gen\s)?(?:[A-Z\d]|v\d)[\w+]*(?:-[\w+]+)*(?:\s(?:Ti|Super|SUPER|Pro|Max|Ultra|Plus"
    r"|NX|Nano|Ada))*)"
    r"(?=[,;:)/]|\.(?!\d)|$|\s(?:and|or|&|vs|versus|GPUs?|CPUs?|TPUs?|SoCs?|MCUs?|boards?|cards?|chips?|cores?"
    r"|devices?|modules?|phones?|smartphones?|platforms?|processors?|accelerators?|systems?|with|for"
    r"|using|by|in|on|at|to|is|are|was|were|as|respectively|while|show\w*|achiev\w+)\b)"
)
_LED = re.compile(rf"\b(?P<vendor>[A-Z][A-Za-z]+){_JOINT}$")
_BACK = 24
_MOST = 8
"""More models than any series has."""
_CUT = re.compile(r"[\s-]")

Whole = Callable[[str], Device | None]
"""Returns the device that words, as a whole, name; None for a mere class of devices."""


def shared_words(
    text: str, start: int, end: int, whole: Whole
) -> Iterator[tuple[int, int, str, Device]]:
    """Yield place, full words and device of each that shares words with `[start, end)`."""
    heads = _heads(text[start:end])
    at = end
    for _ in range(_MOST):
        match = _NEXT.match(text, at) if heads else None
        if match is None:
            break
        at, names = match.end("model"), [head + match["model"] for head in heads]
        found = next(((name, one) for name in names if (one := whole(name)) is not None), None)
        if found is None:
            break
        yield match.start("model"), at, *found
    vendor, blank, rest = text[start:end].partition(" ")
    at = start
    for _ in range(_MOST if blank else 0):
        led = _LED.search(text, max(0, at - _BACK), at)
        name = f"{led['vendor']} {rest}" if led is not None and led["vendor"] != vendor else ""
        device = whole(name) if name else None
        if led is None or device is None:
            return
        at = led.start("vendor")
        yield at, led.end("vendor"), name, device


def _heads(name: str) -> list[str]:
    """Return what "Snapdragon 8 Gen 2" may share with the next, the longest first."""
    cuts = [match.end() for match in _CUT.finditer(name)]
    return [name[:cut] for cut in reversed(cuts)]

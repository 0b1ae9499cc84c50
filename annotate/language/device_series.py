"""Models that share the words of the one before: "RTX 3090 and 4090", "Jetson Orin and Thor".

So do vendors before one class: "NVIDIA and AMD GPUs". All offsets are half-open and count code
points of the text given.
"""

import re
from collections.abc import Callable, Iterator

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

Names = Callable[[str], bool]
"""Says whether words, as a whole, name a device."""


def shared_words(
    text: str, start: int, end: int, is_device: Names
) -> Iterator[tuple[int, int, str]]:
    """Yield the place and the full words of each device that shares words with `[start, end)`."""
    heads = _heads(text[start:end])
    at = end
    for _ in range(_MOST):
        match = _NEXT.match(text, at) if heads else None
        if match is None:
            break
        model = match["model"]
        whole = next((head + model for head in heads if is_device(head + model)), None)
        if whole is None:
            break
        yield match.start("model"), match.end("model"), whole
        at = match.end("model")
    vendor, blank, rest = text[start:end].partition(" ")
    at = start
    for _ in range(_MOST if blank else 0):
        led = _LED.search(text, max(0, at - _BACK), at)
        if led is None or led["vendor"] == vendor or not is_device(f"{led['vendor']} {rest}"):
            return
        at = led.start("vendor")
        yield at, led.end("vendor"), f"{led['vendor']} {rest}"


def _heads(name: str) -> list[str]:
    """Return what "Snapdragon 8 Gen 2" may share with the next, the longest first."""
    cuts = [match.end() for match in _CUT.finditer(name)]
    return [name[:cut] for cut in reversed(cuts)]

"""Is the baseline of a claim what its number is compared with?"""

import re

from annotate.check.flags import Flag
from annotate.check.page import Page, plain
from annotate.language.device_table import lowered
from annotate.language.spans import first_place

__all__ = ["about_baseline"]

_COMPARED = re.compile(
    r"\b(?:compared\s(?:to|with|against)|in\scomparison\s(?:to|with)|relative\sto|versus|vs\.?|against"
    r"|(?:speed-?ups?|accelerations?|gains?|improvements?|reductions?|savings?)\s(?:over|from)"
    r"|(?<!more\s)(?<!less\s)(?<!fewer\s)(?<!rather\s)than)\s"
)
_LEADING = re.compile(r"(?:when\s)?(?:compared|in\scomparison|relative)\s", re.IGNORECASE)


def about_baseline(
    page: Page, baseline: str, method: str | None, place: tuple[int, int] | None
) -> list[Flag]:
    """Return what speaks against `baseline`; `place` is the clean place of the number, if found.

    It must stand in the paper, must not be the method itself and, where the number's sentence says
    what is compared with what, must stand on that side.
    """
    words = plain(baseline)
    if not page.stands(words):
        return [Flag.BASELINE_MISSING]
    if method and words.casefold() == method.casefold():
        return [Flag.WRONG_SIDE]
    if place is None:
        return []
    sides = _other_sides(page, place)
    if sides and not any(first_place(words, side) or first_place(side, words) for side in sides):
        return [Flag.WRONG_SIDE]
    return []


def _other_sides(page: Page, place: tuple[int, int]) -> list[str]:
    """Return the stretches of the number's sentence that follow a word of comparison.

    Where each of two numbers is followed by a comparison of its own ("2x faster than A and 3x
    smaller than B"), only what follows this one counts.
    """
    start, end = page.sentence(place[0])
    text = page.text.text
    signs = page.once(_comparisons, start, end)
    numbers = [one.number for one in page.numbers_within(start, end)]
    own = next((sign for sign in signs if sign.start() >= place[1]), None)
    if own is None or any(place[1] <= at < own.start() for at in numbers):
        return [_side(text, sign, start, end) for sign in signs]
    last = signs[-1].start()
    stop = next((at for at in numbers if own.end() < at < last), end)
    before = [sign for sign in signs if not any(at < sign.start() for at in numbers)]
    return [text[own.end() : stop], *(_side(text, sign, start, end) for sign in before)]


def _comparisons(page: Page, start: int, end: int) -> list[re.Match[str]]:
    return list(_COMPARED.finditer(lowered(page.text.text), start, end))


def _side(text: str, sign: re.Match[str], start: int, end: int) -> str:
    if sign.start() - start < 8 and _LEADING.search(text, start, sign.end()):
        comma = text.find(",", sign.end(), end)
        end = comma if comma >= 0 else end
    return text[sign.end() : end]

"""Is the baseline of a claim what its number is compared with?"""

import re

from annotate.check.flags import Flag
from annotate.check.page import Page
from annotate.language.latex import clean
from annotate.language.spans import first_place

__all__ = ["about_baseline"]

_COMPARED = re.compile(
    r"\b(?:compared\s(?:to|with|against)|in\scomparison\s(?:to|with)|relative\sto|versus|vs\.?|against"
    r"|(?:speed-?ups?|accelerations?|gains?|improvements?|reductions?|savings?)\s(?:over|from)"
    r"|(?<!more\s)(?<!less\s)(?<!fewer\s)(?<!rather\s)than)\s",
    re.IGNORECASE,
)
_LEADING = re.compile(r"(?:when\s)?(?:compared|in\scomparison|relative)\s", re.IGNORECASE)


def about_baseline(
    baseline: str | None, method: str | None, page: Page, place: tuple[int, int] | None
) -> list[Flag]:
    """Return what speaks against `baseline`; `place` is the clean place of the number, if found.

    It must stand in the paper, must not be the method itself and, where the number's sentence says
    what is compared with what, must stand on that side.
    """
    if not baseline:
        return []
    words = clean(baseline).text
    if not page.stands(words):
        return [Flag.BASELINE_MISSING]
    if method and words.casefold() == method.casefold():
        return [Flag.WRONG_SIDE]
    if place is None:
        return []
    start, end = page.sentence(place[0])
    sides = _other_sides(page.text.text[start:end])
    if sides and not any(first_place(words, side) or first_place(side, words) for side in sides):
        return [Flag.WRONG_SIDE]
    return []


def _other_sides(sentence: str) -> list[str]:
    """Return the stretches of a sentence that follow a word of comparison."""
    sides = []
    for match in _COMPARED.finditer(sentence):
        end = len(sentence)
        if match.start() < 8 and _LEADING.search(sentence, 0, match.end()):
            comma = sentence.find(",", match.end())
            end = comma if comma >= 0 else end
        sides.append(sentence[match.end() : end])
    return sides

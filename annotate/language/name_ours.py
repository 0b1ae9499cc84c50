"""Names behind "our": "our planner, X", "our X", "the proposed X", "the result is X"."""

import re
from collections.abc import Iterator

from annotate.language.name_calls import KINDS, named
from annotate.language.name_runs import NameCandidate
from annotate.language.prose import Prose

__all__ = ["ours"]

_MOST = 40
"""More places of one kind than any abstract has; what follows is not looked at."""
_FINDS = ("our ", "the proposed ", "the result")
_LEADS = ("our ", "the proposed ", "the resulting ")
_OPTIONAL = ("proposed ", "resulting ", "new ", "novel ")
_WORD = re.compile(r"[\w-]+")
_REACH, _WORDS = 120, 5
_SMALL_START = re.compile(r"\. [a-z]")
_SIGNED = re.compile(r"[\d+²³⁺]")


def ours(page: Prose) -> Iterator[NameCandidate]:
    """Yield the names that the text says are its own."""
    small = _SMALL_START.search(page.text) is not None  # only a name starts a sentence so
    for lead in _FINDS:
        at = page.low.find(lead)
        for _ in range(_MOST):
            if at < 0:
                break
            near = page.text[at : at + _REACH]
            if small or not near.islower() or _SIGNED.search(near):
                yield from _own(page, at)
            at = page.low.find(lead, at + 4)


def _own(page: Prose, at: int) -> Iterator[NameCandidate]:
    found = _behind(page, at)
    if found is None or (at and page.low[at - 1].isalnum()):
        return
    end, told = found
    if page.text[end : end + 1].isalpha():
        article = next((len(one) for one in ("a ", "an ") if page.low.startswith(one, end)), 0)
        stop = page.sentence(page.sentence_at(at))[1]
        # "our method, X" says more than "our X".
        yield from named(page, end + article, stop, 3.5 if told else 2.6)


def _behind(page: Prose, at: int) -> tuple[int, bool] | None:
    """Return where a name may stand behind the "our" at `at`, and whether its kind was told."""
    low = page.low
    if low.startswith("the result is ", at):
        return at + 14, True
    lead = next((lead for lead in _LEADS if low.startswith(lead, at)), None)
    if lead is None:
        return None
    start = at + len(lead)
    bare = start + next((len(one) for one in _OPTIONAL if low.startswith(one, start)), 0)
    if page.text[bare : bare + 1].isupper():
        return bare, False
    if low.startswith("design of ", start):
        return start + 10, True
    kind = _behind_kind(low[start : start + _REACH], lead == "the resulting ")
    return (bare, False) if kind is None else (start + kind, True)


def _behind_kind(low: str, resulting: bool) -> int | None:
    """Return the offset behind the last of the next five words that says what kind it is."""
    place, found, before = 0, None, ""
    for word in low.split(" ", _WORDS)[:_WORDS]:
        place += len(word) + 1
        core = word.removesuffix(",")
        if _WORD.fullmatch(core) is None:
            break
        kind = core in KINDS or core.removesuffix("s") in KINDS
        comma = core != word
        if kind or (resulting and comma) or (word == "is" and before == "contribution"):
            found = place
        if comma:
            break
        before = word
    return found

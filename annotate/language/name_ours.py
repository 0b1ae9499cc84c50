"""Names behind "our": "our planner, X", "our X", "the proposed X", "the result is X"."""

import re
from collections.abc import Iterator

from annotate.language.acronyms import is_known, looks_odd
from annotate.language.device_table import table
from annotate.language.name_calls import KIND, KINDS, named
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
_APPOSED = re.compile(
    rf"(?:our|the proposed|the resulting) (?:[\w-]+ ){{0,3}}?{KIND}, ([a-z][\w-]{{3,}}), "
    r"(?=[a-z]{2,} )"
)
_YIELDS = (
    "this yields ", "this gives ", "this results in ", "this leads to ", "which yields ",
    "which results in ", "we arrive at ", "the outcome is ",
)  # fmt: skip
_YIELDING = frozenset("yields gives results leads arrive outcome".split())
_YIELDED = re.compile(r"([^\W_][\w+²³⁺-]*), (?:an?|the|our|which|that) ")
_BRACKETED = re.compile(r"\(([^\W_][\w+²³⁺-]*)\) ")
_PROPOSED = re.compile(
    r"[Tt]he proposed ([A-Z][a-z]+(?:[A-Z][a-z]*)+\d*) (?:[\w-]+ ){0,2}?[\w-]+s "
)
_CONTRIBUTIONS = frozenset(("contribution:", "contributions:"))
_SIGNED = re.compile(r"[\d+²³⁺]")


def ours(page: Prose) -> Iterator[NameCandidate]:
    """Yield the names that the text says are its own."""
    for lead in _FINDS:
        at = page.low.find(lead)
        for _ in range(_MOST):
            if at < 0:
                break
            near = page.text[at : at + _REACH]
            if not near.islower() or _SIGNED.search(near) or _has_small_start(page):
                yield from _own(page, at)
            if ", " in near and (match := _APPOSED.match(page.low, at)):
                yield from _small(page, match.start(1), match.end(1))
            at = page.low.find(lead, at + 4)
    if not page.words.isdisjoint(_YIELDING):
        for lead in _YIELDS:
            at = page.low.find(lead)
            if at >= 0 and (match := _YIELDED.match(page.text, at + len(lead))):
                yield from _odd(match)


def _has_small_start(page: Prose) -> bool:
    """Say whether a sentence starts with a small letter, as only a name does."""
    return _SMALL_START.search(page.text) is not None


def _small(page: Prose, start: int, end: int) -> Iterator[NameCandidate]:
    """Yield the small word of "our layer, sknorm, is …" where it comes back as no common one."""
    name = page.text[start:end]
    fresh = page.text.find(name) == start and page.text.count(f" {name} ", end) > 1
    if fresh and name.islower() and not name.endswith("ly") and not is_known(name):
        yield NameCandidate(name, None, start, end, 2.8)


def _odd(match: re.Match[str]) -> Iterator[NameCandidate]:
    name = match.group(1)
    if looks_odd(name) and not is_known(name) and table().row(name) is None:
        yield NameCandidate(name, None, *match.span(1), 3.2)


def _own(page: Prose, at: int) -> Iterator[NameCandidate]:
    found = _behind(page, at)
    if found is None or (at and page.low[at - 1].isalnum()):
        return
    end, told = found
    if told and (match := _BRACKETED.match(page.text, end)):
        yield from _odd(match)
    if not told and (match := _PROPOSED.match(page.text, at)):
        yield from _odd(match)
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
        if word in _CONTRIBUTIONS:
            return place
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

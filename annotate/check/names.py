"""Check the name of the method and the words for the task."""

import re
from collections.abc import Sequence
from functools import cache

from annotate.check.flags import Flag
from annotate.check.leaks import Leaks
from annotate.check.page import Page, plain
from annotate.language.acronyms import looks_odd
from annotate.language.wordlists import words
from annotate.schema import Annotation

__all__ = ["checked_method", "checked_task", "is_description"]

_WITH_SHORT = re.compile(r"(?P<long>[^()]{6,}?)\s*\((?P<short>[^()\s][^()]{0,29})\)")


def checked_method(
    annotation: Annotation, page: Page, leaks: Leaks, flags: list[Flag], rules: Annotation | None
) -> tuple[str | None, str | None]:
    """Return the method's name and its expansion as the paper writes them, without mark-up.

    A name that stands neither in the abstract nor in the title is None, with a flag, and so is a
    mere description, unless `rules`, the second reading, found it to be the name.
    """
    name, full_name = annotation.method_name, annotation.method_full_name
    if name and (both := _WITH_SHORT.fullmatch(plain(name))):
        # "Least-Loaded Expert Parallelism (LLEP)" is a name and what it stands for.
        name, full_name = both["short"], full_name or both["long"]
    method = _as_written(name, page, leaks, flags, Flag.METHOD_MISSING)
    known = rules.method_name if rules else None
    if method and method != known and is_description(method):
        flags.append(Flag.METHOD_DESCRIBED)
        method = None
    full_name = _as_written(full_name, page, leaks, [], Flag.METHOD_MISSING)
    return method, full_name if full_name != method else None


_POINTING = frozenset("our this these those we it its the proposed".split())
_ARTICLES = frozenset("a an the".split())
_LONGEST = 5
"""A name in small letters has no more words."""


@cache
def _lists() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that praise, and the nouns that only say what kind of thing it is."""
    return words("praise") | words("light"), words("kinds") | words("class_nouns")


def is_description(name: str) -> bool:
    """Say whether `name`, as the paper writes it, describes and doesn't name.

    >>> is_description("a new approach for parsing"), is_description("our method")
    (True, True)
    >>> is_description("The Pile"), is_description("evolutional dropout")
    (False, False)
    """
    parts = name.split()
    if any(looks_odd(part) for part in parts) or any(map(_has_digit, parts)):
        return False
    praise, kinds = _lists()
    low = [part.lower().strip(".,;:") for part in parts]
    if low[0] in _POINTING - _ARTICLES:
        return True
    plain = all(part.islower() for part in parts[1:]) and (
        low[0] in _ARTICLES or parts[0].islower()
    )
    if not plain:
        return low[0] in _ARTICLES and len(low) > 1 and low[1] in ("new", "novel")
    if len(low) == 1:
        return low[0] in kinds | praise
    return low[0] in praise | _ARTICLES or low[-1] in kinds or len(low) > _LONGEST


def _has_digit(word: str) -> bool:
    return any(char.isdigit() for char in word)


_MARKUP = re.compile(r"[<>=]|https?:|\b(?:src|href|on(?:error|load|click))\b", re.IGNORECASE)


def checked_task(
    task: str | None,
    page: Page,
    leaks: Leaks,
    flags: list[Flag],
    orders: Sequence[tuple[int, int]] = (),
) -> str | None:
    """Return the words for the task as the paper writes them; None, with a flag, if it doesn't.

    Mark-up names no task, nor do words that stand only in `orders` to the model.
    """
    written = _as_written(task, page, leaks, flags, Flag.TASK_MISSING)
    if written and (_MARKUP.search(written) or _only_ordered(written, page, orders)):
        flags.append(Flag.TASK_MISSING)
        return None
    return written


def _only_ordered(words: str, page: Page, orders: Sequence[tuple[int, int]]) -> bool:
    """Say whether `words` stand in the orders of the abstract and nowhere else."""
    if not orders or words in page.title:
        return False
    places = [match.span() for match in re.finditer(re.escape(words), page.text.text)]
    return all(any(a < end and start < b for start, end in orders) for a, b in places)


def _as_written(
    words: str | None, page: Page, leaks: Leaks, flags: list[Flag], missing: Flag
) -> str | None:
    cleaned = plain(words).strip(" \"'“”‘’.,;:") if words else ""
    if not cleaned:
        return None
    written = page.written(cleaned)
    if written is not None:
        return written
    if leaks.holds(cleaned, page):
        flags.append(Flag.LEAKED)
    flags.append(missing)
    return None

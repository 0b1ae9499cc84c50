"""Check the name of the method and the words for the task."""

import re

from annotate.check.flags import Flag
from annotate.check.leaks import Leaks
from annotate.check.page import Page
from annotate.language.latex import clean
from annotate.language.spans import first_place
from annotate.schema import Annotation

__all__ = ["checked_method", "checked_task"]

_WITH_SHORT = re.compile(r"(?P<long>[^()]{6,}?)\s*\((?P<short>[^()\s][^()]{0,29})\)")


def checked_method(
    annotation: Annotation, page: Page, leaks: Leaks, flags: list[Flag]
) -> tuple[str | None, str | None]:
    """Return the method's name and its expansion as the paper writes them, without mark-up.

    A name that stands neither in the abstract nor in the title is None, with a flag.
    """
    name, full_name = annotation.method_name, annotation.method_full_name
    if name and (both := _WITH_SHORT.fullmatch(clean(name).text)):
        # "Least-Loaded Expert Parallelism (LLEP)" is a name and what it stands for.
        name, full_name = both["short"], full_name or both["long"]
    method = _as_written(name, page, leaks, flags, Flag.METHOD_MISSING)
    full_name = _as_written(full_name, page, leaks, [], Flag.METHOD_MISSING)
    return method, full_name if full_name != method else None


def checked_task(task: str | None, page: Page, leaks: Leaks, flags: list[Flag]) -> str | None:
    """Return the words for the task as the paper writes them; None, with a flag, if it doesn't."""
    return _as_written(task, page, leaks, flags, Flag.TASK_MISSING)


def _as_written(
    words: str | None, page: Page, leaks: Leaks, flags: list[Flag], missing: Flag
) -> str | None:
    cleaned = clean(words).text.strip(" \"'“”‘’.,;:") if words else ""
    if not cleaned:
        return None
    for text in (page.text.text, page.title):
        place = first_place(cleaned, text)
        if place is not None:
            return text[place[0] : place[1]]
    if leaks.holds(cleaned, page):
        flags.append(Flag.LEAKED)
    flags.append(missing)
    return None

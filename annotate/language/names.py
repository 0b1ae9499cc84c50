"""The name that authors give to what they bring.

Candidates come from introductions ("we propose X, a …", "a method called X", "Full Name (FN)"),
from the title ("X: …") and from "our X"; each is weighed by how it was introduced, where, how
often it comes back and whether it is an established name. Nothing named gives None.
"""

import re
from dataclasses import dataclass
from itertools import chain

from annotate.language.acronyms import expansion_start, run_end, tokens
from annotate.language.name_candidates import NameCandidate, introduced_names
from annotate.language.name_subjects import subjects
from annotate.language.name_titles import titled_names
from annotate.language.prose import Prose, prose

__all__ = ["MethodName", "find_method"]

_THRESHOLD = 3.0
_SURE = 6.0
"""A name with this score ends the search, unless the title brings in another one."""
_ENDS = frozenset(("", " ", ":", ",", "：", "."))
_ECHO = (0.0, 0.0, 0.8, 1.2, 1.4)
"""What 0, 1, 2, 3 and more mentions add."""


@dataclass(frozen=True, slots=True)
class MethodName:
    """A name and the words it stands for; `[start, end)` of the clean text holds `name`.

    Both offsets are None for a name that stands only in the title.
    """

    name: str
    full_name: str | None
    start: int | None
    end: int | None


def find_method(clean_text: str, title: str | None) -> MethodName | None:
    """Return the name of what the paper brings, or None when it is only described."""
    page = prose(clean_text)
    titled = list(titled_names(clean_text, title)) if title else []
    best: NameCandidate | None = None
    for one in chain(introduced_names(page, title), titled):
        if one.score + _ECHO[-1] + 1.8 < _THRESHOLD:
            continue
        score = one.score + _echo(page, one, title)
        if score >= _THRESHOLD and (best is None or score > best.score):
            full = one.full or (best.full if best is not None and best.name == one.name else None)
            best = one._replace(score=score, full=full)
            if score >= _SURE and (not titled or titled[0].name == one.name):
                break
    if best is None:
        best = next(
            (one for one in subjects(page) if one.score + _echo(page, one, title) >= _THRESHOLD),
            None,
        )
    return None if best is None else _finished(page, best)


def _echo(page: Prose, one: NameCandidate, title: str | None) -> float:
    """Weigh what the rest of the paper says of a candidate."""
    count, first = 0, -1
    at = page.text.find(one.name)
    while at >= 0 and count < 4:
        left = page.text[at - 1] if at else " "
        if not (left.isalnum() and left < "⺀") and left not in "-/":
            count += 1
            first = at if first < 0 else first
        at = page.text.find(one.name, at + len(one.name))
    bonus = _ECHO[count]
    if title and one.name in title:
        opens = title.startswith(one.name) and title[len(one.name) : len(one.name) + 1] in _ENDS
        bonus += (1.8 if one.start is None else 2.8) if opens else 0.8
    if one.start is not None and 0 <= first < one.start:
        place = page.sentence_at(one.start)
        if page.sentence_at(first) < place:
            bonus -= 3.0
    return bonus


def _finished(page: Prose, best: NameCandidate) -> MethodName:
    if best.full is not None or best.start is None or best.end is None:
        full = best.full if best.full is None or len(best.full) > len(best.name) + 2 else None
        return MethodName(best.name, full, best.start, best.end)
    if " " in best.name:
        return _shortened(page, best, best.start, best.end)
    full = _expansion(page, best.name) or _apposition(page, best)
    return MethodName(best.name, full, best.start, best.end)


def _shortened(page: Prose, best: NameCandidate, start: int, end: int) -> MethodName:
    """Return the acronym that a name of several words has in the text, if it has one."""
    words = tokens(page.text, start, min(start + 120, len(page.text)))
    long = page.text[start : words[run_end(words, 0)[1] - 1].end].rstrip(".,;:")
    for full in dict.fromkeys((long, best.name)):
        place = _bracketed(page, full) or _later_acronym(page, full, end)
        if place is not None:
            return MethodName(page.text[place[0] : place[1]], full, *place)
    return MethodName(best.name, None, start, end)


_OR = re.compile(r",? or (?:simply |just )?([^\W_][\w²³+-]*)")
_ACRONYM = re.compile(r"\s*\(([^\W_][\w²³+-]*)\)")
_SUBJECT_WORD = re.compile(r"[A-Z][\w²³+-]*[A-Z0-9²³+][\w²³+-]*|[a-z][\w-]*[A-Z][\w-]*")


def _bracketed(page: Prose, name: str) -> tuple[int, int] | None:
    """Return where the acronym in brackets behind any mention of the name stands."""
    at = page.text.find(name)
    while at >= 0:
        match = _ACRONYM.match(page.text, at + len(name)) or _OR.match(page.text, at + len(name))
        if match is not None and expansion_start(match.group(1), name, len(name), 0) == 0:
            return match.span(1)
        at = page.text.find(name, at + 1)
    return None


def _later_acronym(page: Prose, name: str, end: int) -> tuple[int, int] | None:
    """Return where a later sentence starts with an acronym of `name`, as in "DiP-G operates"."""
    for start in page.ends[:-1]:
        if start < end:
            continue
        match = _SUBJECT_WORD.match(page.text, start)
        if match and expansion_start(match.group(), name, len(name), 0) == 0:
            return match.span()
    return None


def _expansion(page: Prose, name: str) -> str | None:
    """Return the words before "(name)" that it stands for."""
    at = page.text.find(f"({name})")
    if at <= 0:
        return None
    before = at - 1 if page.text[at - 1] == " " else at
    first = page.sentence(page.sentence_at(at))[0]
    begin = expansion_start(name, page.text, before, first)
    return None if begin is None else page.text[begin:before]


_LED_TO = re.compile(r"[\s,:(]*(?:(?:an?|the|short|for)[\s,:(]+)*")
"""Matches what stands before an apposition."""


def _apposition(page: Prose, best: NameCandidate) -> str | None:
    """Return "Joint Anomaly Detector" for "JAD, a Joint Anomaly Detector" or "JAD: Joint …"."""
    if best.end is None:
        return None
    opening = _LED_TO.match(page.text, best.end)
    start = best.end if opening is None else opening.end()
    if page.text[start : start + 1].islower():
        return None
    words = tokens(page.text, start, min(start + 120, len(page.text)))
    if not words or not words[0].bare[:1].isupper():
        return None
    _, end = run_end(words, 0)
    for last in range(end, 1, -1):
        full = page.text[words[0].start : words[last - 1].end].rstrip(".,;:")
        if expansion_start(best.name, full, len(full), 0) == 0:
            return full
    return None

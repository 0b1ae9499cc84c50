"""Runs of capitalised or oddly spelt words, and acronyms in brackets, as candidates for a name.

A candidate's score starts from how it was brought in and changes with its spelling and with what
stands around it. Offsets are half-open and count code points of the text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from annotate.language.acronyms import (
    Token,
    bare,
    expansion_start,
    is_known,
    looks_odd,
    looks_proper,
    run_end,
)
from annotate.language.device_table import table
from annotate.language.wordlists import verb_forms
from annotate.language.wordlists import words as word_list

__all__ = [
    "BOUNDARIES",
    "CROSSING",
    "KINDS",
    "NameCandidate",
    "Place",
    "bracketed",
    "closing",
    "run",
    "spelled_lower",
]

CROSSING = 3.5
"""What each preposition between the verb and a name takes off its score."""
BOUNDARIES = word_list("boundaries")
KINDS = word_list("kinds")
_PARTS = word_list("parts")
_ORGANISATION = re.compile(
    r"\b(?:Workshop|Conference|University|Challenge|Team|Shared|Institute|Association|Symposium|"
    r"Proceedings|Department|Centre|Center|Journal|Track|Competition|Project|Act|Section|Appendix|"
    r"Figure|Table|Theorem|Chapter)\b"
)
_VERBS = verb_forms() | word_list("acts")
_BROUGHT = 3.6
"""A score that only "we propose", "we present" and the like give."""
_ARTICLES = ("a", "an", "the", "our")
_MARKS = frozenset("+²³⁺")
_FOR_SHORT = (["for", "short"], ["in", "short"])
_OR = frozenset(
    "i.e. i.e or abbreviated named called dubbed termed aka a.k.a. henceforth hereafter as".split()
)
_SEPARATED = frozenset(("vor", "dar", "ein"))
"""Ends of German verbs: "Wir stellen X vor"."""


class NameCandidate(NamedTuple):
    """A possible name; `start` and `end` are None when it stands only in the title."""

    name: str
    full: str | None
    start: int | None
    end: int | None
    score: float


class Place(NamedTuple):
    """How a run of proper words stands in what is introduced."""

    crossed: int
    """Prepositions and relatives between the verb and the run."""
    indefinite: bool
    modified: bool
    """Lower-case words that aren't just praise stand before it in its noun phrase."""
    appositive: bool
    direct: bool = False
    """The text says that this is the name, so that even one that is known elsewhere may be."""


def run(
    text: str, words: list[Token], at: int, base: float, place: Place
) -> tuple[NameCandidate | None, int]:
    """Return the candidate that the run of proper words at `at` makes, and where to go on."""
    end, beyond = run_end(words, at)
    score = base - (1.0 if place.appositive else CROSSING) * min(place.crossed, 2)
    opening = _opening(words, beyond)
    if opening is not None:
        inside = _inside(words, opening)
        if inside is not None:
            begin = expansion_start(inside.bare, text, words[opening - 1].end, words[at].start)
            if begin is not None or (beyond == end == opening and end - at > 1):
                full = text[words[at].start : words[opening - 1].end]
                known = is_known(inside.bare, full) and not place.direct
                one = None if known else _candidate(inside, full, score + 0.4)
                return one, closing(words, opening) + 1
        if end == opening and (spelled := _spelled_out(text, words, at, end, score, place)):
            return spelled, end
    while end > at + 1 and is_known(words[end - 1].bare) and place.crossed:
        end -= 1
    return _plain(text, words[at : end + 2], end - at, score, place), end


def _opening(words: list[Token], at: int) -> int | None:
    """Return the index of the bracket that follows at `at`, up to three plain words on."""
    for index in range(at, min(at + 4, len(words))):
        word = words[index]
        if word.text == "(":
            return index
        if not word.bare[:1].isalpha() or word.bare.lower() in BOUNDARIES:
            return None
    return None


def _spelled_out(
    text: str, words: list[Token], at: int, end: int, score: float, place: Place
) -> NameCandidate | None:
    """Return "GAS" for "GAS (Gradient-Aware Scheduling)"."""
    stop = closing(words, end)
    if stop >= len(words) or stop - end < 3 or end - at > 2:
        return None
    name = bare(text[words[at].start : words[end - 1].end])
    content = text[words[end].end : words[stop].start].strip()
    own = score >= _BROUGHT and not (place.crossed or place.indefinite)
    if (is_known(name) and not own) or expansion_start(name, content, len(content), 0) != 0:
        return None
    start = text.find(name, words[at].start)
    return NameCandidate(name, content, start, start + len(name), score + 0.6)


def _plain(
    text: str, words: list[Token], count: int, score: float, place: Place
) -> NameCandidate | None:
    """Return the candidate of the first `count` of `words`; the others tell what follows."""
    name_words = words[:count]
    name = bare(text[name_words[0].start : name_words[-1].end])
    after = words[count] if count < len(words) else None
    low = after.bare.lower() if after else ""
    comma = name_words[-1].text[-1] == "," or (after is not None and after.text == ",")
    then = words[count + 1].bare if comma and count + 1 < len(words) else ""
    brought = score >= _BROUGHT and not (place.crossed or place.indefinite or place.modified)
    direct = place.direct or (brought and then in _ARTICLES)
    if not _can_be_name(name, name_words, direct=direct):
        return None
    odd = any(looks_odd(word.bare) and (direct or not is_known(word.bare)) for word in name_words)
    score += 0.3 if odd else -0.4 if count > 1 or "-" in name else -0.9
    # "X, a …" explains a name; "X, Y and Z" lists things.
    if then in _ARTICLES or then == "which":
        score += 1.0
    elif place.appositive and (comma or name_words[-1].text[-1] == "."):
        score += 0.6
    elif place.appositive and low in KINDS:
        score += 0.4
    if not _closes(name_words[-1], after, low):
        score -= 1.6 if odd else 3.0
    if place.indefinite and not place.appositive and low[:1].isalpha():
        score -= 1.0 if low in BOUNDARIES else 3.5
    if place.modified and not odd:
        score -= 3.0
    if low in _PARTS:
        score -= 1.2
    start = text.find(name, name_words[0].start)
    return NameCandidate(name, None, start, start + len(name), score)


def _can_be_name(name: str, words: list[Token], *, direct: bool) -> bool:
    if len(name) < 2 or "/" in name or _ORGANISATION.search(name):
        return False
    if not direct:
        if all(is_known(word.bare) or len(word.bare) < 2 for word in words):
            return False
        if table().row(name):
            return False
    return looks_odd(name) or looks_proper(words[-1].bare)


def _closes(last: Token, after: Token | None, low: str) -> bool:
    """Say whether a name may end at `last`, given the word behind it."""
    if after is None or last.text[-1] in ".,;:!?" or not low[:1].isalpha():
        return True
    if low in KINDS or low.rstrip("s") in KINDS or low in BOUNDARIES:
        return True
    return low in ("a", "an", "of", "and", "or") or low in _SEPARATED or low in _VERBS


def bracketed(
    text: str, words: list[Token], at: int, begin: int, base: float, penalty: float
) -> Iterator[NameCandidate]:
    """Yield the acronym in the bracket at `at`, which stands for words behind `begin`.

    `penalty` is for prepositions before the bracket where no words match the acronym.
    """
    inside = _inside(words, at)
    if inside is None or at == 0:
        return
    before = words[at - 1].end
    start = expansion_start(inside.bare, text, before, begin)
    if start is None:
        if looks_odd(inside.bare) and not is_known(inside.bare):
            coined = not inside.bare.rstrip("s").isupper()
            yield _candidate(inside, None, base - 0.8 - (min(penalty, 1.0) if coined else penalty))
        return
    if is_known(inside.bare, text[start:before]):
        return
    crossed = sum(
        1 for word in words[:at] if word.start < start and word.bare.lower() in BOUNDARIES
    )
    yield _candidate(inside, text[start:before], base + 0.2 - CROSSING * crossed)


def spelled_lower(
    text: str, words: list[Token], score: float, *, direct: bool = False
) -> NameCandidate | None:
    """Return the acronym behind lower-case words, or a lower-case name with a digit in it."""
    for index, word in enumerate(words[:8]):
        if word.text == "(":
            inside = _inside(words, index)
            full = text[words[0].start : words[index - 1].end]
            if inside is None or not index or (is_known(inside.bare, full) and not direct):
                return None
            spelled = expansion_start(inside.bare, full, len(full), 0) == 0
            return _candidate(inside, full, score) if spelled or _is_one(words[:index]) else None
    name = words[0].bare
    if any(c in _MARKS or c.isdigit() for c in name) and name[:1].isalpha():
        closed = words[0].text[-1] in ",." or (len(words) > 1 and words[1].text == ",")
        start = words[0].start
        score -= 0.4 if closed else 1.0
        return NameCandidate(name, None, start, start + len(name), score)
    return None


def _is_one(words: list[Token]) -> bool:
    """Say whether `words` may be one noun phrase."""
    low = [word.bare.lower() for word in words]
    return not any(one in BOUNDARIES or one in _VERBS or one[:1].isdigit() for one in low)


def _inside(words: list[Token], at: int) -> Token | None:
    """Return the acronym that alone, or with "for short", stands in the bracket at `at`."""
    stop = closing(words, at)
    content = words[at + 1 : stop]
    if stop >= len(words) or not content:
        return None
    low = [word.text.lower() for word in content]
    if len(content) > 1:
        if low.count(",") > 1 and content[0].bare.istitle():
            return None  # "CET (Cost, Energy, Time)"
        if low[-2:] in _FOR_SHORT or low[1] in (",", ";", "/"):
            content = content[:1]
        elif low[0] in _OR:
            content = content[-1:]
        elif len(content) > 2 or not all(word.bare[:1].isupper() for word in content):
            return None
    if len(content) > 1:
        joined = " ".join(word.bare for word in content)
        return Token(joined, content[0].start, content[-1].end, joined)
    word = content[0]
    if not any(c.isupper() for c in word.bare) or len(word.bare) > 30 or "/" in word.bare:
        return None
    start = word.start + word.text.find(word.bare)
    return Token(word.text, start, start + len(word.bare), word.bare)


def closing(words: list[Token], at: int) -> int:
    """Return the index of the bracket that closes the one at `at`, or the number of words."""
    depth = 0
    for index in range(at, len(words)):
        if words[index].text == "(":
            depth += 1
        elif words[index].text == ")":
            depth -= 1
            if depth == 0:
                return index
    return len(words)


def _candidate(word: Token, full: str | None, score: float) -> NameCandidate:
    return NameCandidate(word.bare, full, word.start, word.end, score)

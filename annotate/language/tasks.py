"""The problem that a paper is about, as a noun phrase of the abstract that names it.

All noun phrases of title and abstract compete. Each is weighed by the places where it stands ("the
task of X", "a method for X", "an X framework", "existing X methods", the subject of the first
sentence, the title), by how often it comes back, by how much of it the title shares, and by its
form. The weights of these signs are those of a log-linear model, in `data/task_weights.toml`.
"""

import math
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from annotate.language.chinese import chinese_task, is_chinese
from annotate.language.device_table import table
from annotate.language.foreign_tasks import foreign_task, is_foreign
from annotate.language.hardware import find_devices
from annotate.language.japanese import is_japanese, japanese_task
from annotate.language.memo import Memo
from annotate.language.noun_phrases import NounPhrase
from annotate.language.prose import Prose, prose
from annotate.language.task_places import headline, main_introduction, placed_phrases
from annotate.language.vocabulary import words_of
from annotate.language.wordlists import gerunds, phrases, words
from annotate.resources import data_file

__all__ = ["Phrase", "find_task", "is_method"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the text; both offsets are None when they stand only in the title."""

    text: str
    start: int | None
    end: int | None


class _Theme(NamedTuple):
    """A noun phrase where it stands first, whether that is in the title, and its signs."""

    phrase: NounPhrase
    titular: bool
    signs: set[str]


_Ranked = tuple[bool, float, int, str]
"""Whether a phrase is empty, its score with the sign turned, its rank and itself."""
_NEAR = 3.0
"""Scores of a word and of a phrase that it starts may be so far apart."""
_LONGEST = 3
_VAGUE = phrases("vague")
_SPENT = frozenset("consumption latency cost costs resources complexity".split())
_CARRIERS = words("carriers")
_SUBJECT_OF = frozenset("is are has have plays aims remains refers".split())
_MARKING = _SUBJECT_OF | {"("}
_SIGNS = re.compile(r"[^\w\s-]+")
_INITIALS = re.compile(r"\w+")
_SIZES = ("", "size 1", "size 2", "size 3", "size 4", "size 5")
_DEVICES = frozenset(
    "device devices hardware platform platforms gpu gpus cpu cpus processor processors budget "
    "budgets constraint constraints board boards crossbar crossbars fpga fpgas chip chips mcu mcus "
    "microcontroller microcontrollers".split()
)


@cache
def _weights() -> defaultdict[str, float]:
    text = data_file("task_weights.toml").read_text(encoding="utf-8")
    return defaultdict(float, tomllib.loads(text))


def find_task(clean_text: str, title: str | None, method: str | None = None) -> Phrase | None:
    """Return the phrase that names the problem, never `method` itself, or None."""
    page = prose(clean_text)
    if not clean_text.isascii():
        if is_japanese(clean_text) or is_chinese(clean_text):
            read = japanese_task if is_japanese(clean_text) else chinese_task
            found = read(clean_text, title)
            return None if found is None else Phrase(*found)
        if is_foreign(page):
            found = foreign_task(page, title)
            return None if found is None else Phrase(*found)
    ranked = _ranked(page, title, method)
    for _, score, _, low in ranked:
        if _is_no_problem(low) or _is_device(low) or (" " not in low and _is_name(page, low)):
            continue
        named = low if " " in low else next(_longer(ranked, low, score), low)
        phrase = Phrase(*_place(page, named, title))
        if method is None or not is_method(page, phrase.text, method):
            return phrase
    return None


def _longer(ranked: Sequence[_Ranked], word: str, score: float) -> Iterator[str]:
    """Yield "clickbait detection" where "clickbait" came first, if it is not far behind."""
    for _, other, _, low in ranked:
        if other > score + _NEAR:
            return
        longer = low.startswith(f"{word} ") and low.count(" ") < _LONGEST
        if longer and low.endswith(_ACTIVITIES) and not _is_no_problem(low):
            yield low


_COMPARED = words("comparatives")
_ACTIVITIES = ("ing", "tion", "ment", "sis", "ity", "ance", "ence", "phy", "ics", "gy", "al")
_CODE = re.compile(
    r"[A-Z]{1,3}-?\d{1,5}[A-Za-z]{0,2}|[A-Z][a-z]{2,}[A-Z]\w*|[A-Z]\w*Net(?:[vV]?\d\w*)"
    r"|(?!COVID)[A-Z][A-Za-z]+-?[vV]?\d+(?:\.\d+)*[A-Za-z]?(?:-\w+)*"
)
_SETS = (" benchmark", " dataset", " data set", " suite", " corpus")
_GERUNDS = gerunds()
_ALONE = words("bare_words")
_OUTSIDE_SIGNS = re.compile(r"[<>={}|\\:]")
_OUTSIDE_WORDS = frozenset(
    "src href img onerror onclick instruction instructions prompt prompts direction "
    "directions".split()
)
_IS_OUTSIDE = Memo(
    lambda chunk: (
        not _OUTSIDE_WORDS.isdisjoint(words_of(chunk)) or bool(_OUTSIDE_SIGNS.search(chunk))
    )
)
"""Without one of these among its letters between blanks `_OUTSIDE` finds nothing in a phrase."""
_OUTSIDE = re.compile(
    r"[<>={}|\\]|https?:|\b(?:src|href|img|onerror|onclick)\b"
    r"|(?:ignore|disregard|forget|override|bypass|previous|prior|above|system)\s(?:\w+\s){0,3}?"
    r"(?:instruction|prompt|direction)s?\b"
)


def _is_no_problem(low: str) -> bool:
    """Tell a comparative, a word that names nothing alone, mark-up or an order to a model."""
    first, _, rest = low.partition(" ")
    if not rest and (first in _COMPARED or first in _ALONE or first in _GERUNDS):
        return True
    if low.rpartition(" ")[2] in _COMPARED:
        return True
    return any(map(_IS_OUTSIDE.__getitem__, low.split(" "))) and _OUTSIDE.search(low) is not None


def _is_device(low: str) -> bool:
    """Say whether the phrase has a vendor's device in it: "Jetson boards", not "GPU kernels"."""
    if not any(map(_IS_VENDORS.__getitem__, low.split(" "))):
        return False
    return any(one.device.vendor is not None for one in find_devices(low))


_IS_VENDORS = Memo(lambda chunk: not table().vendored.isdisjoint(words_of(chunk)))
"""Whether a vendor's device may start within these letters between blanks."""


def _is_name(page: Prose, low: str) -> bool:
    """Say whether the word `low` is a device's or a model's ("A100"), or a bare one of the title.

    Only the name of an activity may stand in the title alone.
    """
    at = page.low.find(low)
    if at < 0:
        return not low.endswith(_ACTIVITIES)
    named = page.text[at : at + len(low)].isupper() and page.low.startswith(_SETS, at + len(low))
    return named or _CODE.fullmatch(page.text, at, at + len(low)) is not None


def _ranked(page: Prose, title: str | None, method: str | None) -> list[_Ranked]:
    """Return every noun phrase of title and abstract, the best first; it is the last of each."""
    text, weights = page.low, _weights()
    shared, often = weights["shared"], weights["often" if title else "often alone"]
    late = weights["late" if title else "late alone"] / max(1, len(text))
    topic = _topic(headline(title), (method or "").lower()) if title else frozenset()
    ranked: list[_Ranked] = []
    for low, (phrase, titular, signs) in _themes(page, title).items():
        # The sum over a set is the same in any order only where it is rounded once.
        score = math.fsum((_formed(phrase, low, weights), *map(weights.__getitem__, signs)))
        first = text.find(low)
        if first >= 0:
            score += late * first
            count = text.count(low, first + 1) + titular
            if count:
                score += often * math.log1p(count)
        if topic:
            content = _content(low)
            score += shared * len(content & topic) / max(1, len(content))
        empty = low in _VAGUE and (" " not in low or low.rpartition(" ")[2] in _SPENT)
        ranked.append((empty, -score, len(ranked), low))  # of equals the first is taken
    ranked.sort()
    return ranked


def _themes(page: Prose, title: str | None) -> dict[str, _Theme]:
    """Return every noun phrase with the signs of the places where it stands."""
    found: dict[str, _Theme] = {}
    for phrase, place, titular in placed_phrases(page, title):
        theme = found.get(phrase.text)
        if theme is None:
            signs = {place}
            found[phrase.text] = _Theme(phrase, titular, signs)
        else:
            signs = theme.signs
            signs.add(place)
            if theme.titular and not titular:
                signs.add("both")
        if phrase.headed or phrase.purpose or phrase.after in _MARKING:
            _mark(signs, phrase, titular)
    return found


def _topic(low: str, method: str) -> frozenset[str]:
    """Return the words of a title but for those of the method's name that stand nowhere else."""
    rest = low.replace(method, " ", 1) if len(method) > 2 else low
    topic = _content(_SIGNS.sub(" ", rest))
    return topic if rest is not low else topic - _content(method)


def _mark(signs: set[str], phrase: NounPhrase, titular: bool) -> None:
    """Add what the words around one mention say."""
    if phrase.headed:
        signs.add("headed")
        if phrase.prior and not titular:
            signs.add("prior")
    if phrase.purpose and (phrase.headed or phrase.after):
        signs.add("title purpose" if titular else "purpose")
    if phrase.after == "(":
        signs.add("bracketed")
    elif phrase.after in _SUBJECT_OF:
        signs.add("subject")


def _formed(phrase: NounPhrase, low: str, weights: defaultdict[str, float]) -> float:
    """Weigh what the phrase itself says."""
    size = phrase.size
    score = weights[_SIZES[min(size, 5)]] + weights["nominal" if phrase.nominal else "plain"]
    if size == 1 and not phrase.nominal:
        score += weights["bare"]
    if phrase.before == "for":
        score += weights["before for"]
    last = low if size == 1 else low.rpartition(" ")[2]
    if last in _DEVICES or low in _VAGUE:
        score += weights["vague"]
    if last in _CARRIERS:
        score += weights["carrier"]
    return score


def is_method(page: Prose, text: str, method: str) -> bool:
    """Say whether `text` is the name `method`, a part of it, or what it is short for."""
    low, barred = text.lower(), method.lower()
    if low in barred or barred in low:
        return True
    if len(method) > 2 and _initials(barred, low):
        # "Contrastive learning" before the introduction of "CL" is the field, not the method.
        main, first = main_introduction(page), page.low.find(low)
        return main is None or first < 0 or first >= min(main.start, main.object_start)
    return f"{text} ({method}" in page.text


def _initials(acronym: str, low: str) -> bool:
    """Say whether the letters of `acronym` start words of `low`, in order."""
    starts = iter(word[0] for word in _INITIALS.findall(low))
    return all(letter in starts for letter in acronym if letter.isalpha())


_STOP = frozenset(
    "a an the of for in on to and or with by from at as is are be via using under".split()
)


def _content(low: str) -> frozenset[str]:
    return frozenset(
        [word.removesuffix("s") for word in low.replace("-", " ").split() if word not in _STOP]
    )


def _place(page: Prose, low: str, title: str | None) -> tuple[str, int | None, int | None]:
    """Return the phrase as it is written, and where it stands in the abstract."""
    at = page.low.find(low)
    if at >= 0:
        return page.text[at : at + len(low)], at, at + len(low)
    at = (title or "").lower().find(low)
    return (title or "")[at : at + len(low)] if at >= 0 else low, None, None

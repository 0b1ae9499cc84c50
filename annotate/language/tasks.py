"""The problem that a paper is about, as a noun phrase of the abstract that names it.

All noun phrases of title and abstract compete; each is weighed by the places where it stands ("the
task of X", "a method for X", "an X framework", "existing X methods", the subject of the first
sentence, the title), by how often it comes back and by how much of it the title shares.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from annotate.language.acronyms import expansion_start
from annotate.language.noun_phrases import NounPhrase, noun_phrases
from annotate.language.prose import Introduction, Prose, prose
from annotate.language.task_words import VAGUE

__all__ = ["Phrase", "find_task"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the text; both offsets are None when they stand only in the title."""

    text: str
    start: int | None
    end: int | None


@dataclass(slots=True)
class _Theme:
    """A noun phrase with the weights of all its places."""

    phrase: NounPhrase
    titular: bool
    places: list[float] = field(default_factory=list)


_STUDIED = frozenset("stud investigat analy explor evaluat examin revisit address tackl consider compar".split())
_TASK_OF = re.compile(
    r"\b(?:tasks?|problems?|challenges?|setting|field|area|goal|issue)(?: known as)? of (?=[\w\"“])|"
    r"\btâche d[e'’]|\bproblème d[e'’]|\btarea de |\bproblema de "
)
_SUBJECT_OF = frozenset("is are has have plays aims remains refers".split())
_AWAY = frozenset("via using with through by from based without under".split())
_RELATIVE = frozenset("that which by via using where with".split())
_FOR = frozenset("for pour para".split())
_DEVICE = re.compile(r"\b(?:devices?|hardware|platforms?|gpus?|cpus?|processors?|budgets?|constraints?)$")


def find_task(clean_text: str, title: str | None, method: str | None = None) -> Phrase | None:
    """Return the phrase that names the problem, never `method` itself, or None."""
    page = prose(clean_text)
    topic = _content(title or "") - _content(method or "")
    themes: dict[str, _Theme] = {}
    for phrase, weight, titular in _placed_phrases(page, title):
        low = phrase.text.lower()
        theme = themes.get(low)
        if theme is None:
            theme = themes[low] = _Theme(phrase, titular)
        elif theme.titular and not titular:
            theme.phrase, theme.titular = phrase, False
        theme.places.append(weight)
    best, top = None, -math.inf
    for low, theme in themes.items():
        if method and _is_method(page, theme.phrase, low, method):
            continue
        score = _score(page, theme, low, topic)
        if score > top:
            best, top = theme, score
    return None if best is None else _found(page, best)


def _score(page: Prose, theme: _Theme, low: str, topic: frozenset[str]) -> float:
    places = sorted(theme.places, reverse=True)
    phrase = theme.phrase
    score = places[0] + 0.35 * sum(places[1:4])
    words = _content(low)
    if topic:
        score += 1.1 * len(words & topic) / max(1, len(words))
    count = page.low.count(low) - (not theme.titular)
    score += (0.5 if topic else 0.7) * math.log1p(max(0, count))
    if phrase.nominal:
        score += 0.6
    if phrase.size in (2, 3, 4):
        score += 0.5
    elif phrase.size == 1 and not phrase.nominal:
        score -= 1.2
    if low in VAGUE or _DEVICE.search(low):
        score -= 2.5
    return score


def _placed_phrases(page: Prose, title: str | None) -> Iterator[tuple[NounPhrase, float, bool]]:
    """Yield noun phrases with the weight of where they stand; True marks those of the title."""
    if title:
        for phrase, weight in _of_title(title):
            yield phrase, weight, True
    main = _main(page)
    border = len(page.ends) if main is None else main.sentence
    studied = {one.sentence: one for one in page.introductions if one.verb in _STUDIED and not one.passive}
    task_of = {match.end() for match in _TASK_OF.finditer(page.low)}
    for index in range(min(len(page.ends), border + 2, 10)):
        start, stop = page.sentence(index)
        phrases = noun_phrases(page.text, page.low, start, min(stop, start + 400))
        away = False
        for rank, phrase in enumerate(phrases):
            weight = _background(phrase, index, rank, border)
            if main is not None and index == main.sentence:
                away = away or (phrase.start > main.object_start and phrase.before in _RELATIVE)
                weight = max(weight, _introduced(phrase, main, away))
            if (one := studied.get(index)) and 0 <= phrase.start - one.object_start < 40:
                weight = max(weight, 1.6)
            if task_of and any(0 <= phrase.start - at < 20 for at in task_of):
                weight = max(weight, 2.2)
            yield phrase, weight, False


def _background(phrase: NounPhrase, index: int, rank: int, border: int) -> float:
    weight = 0.3 if index < border else 0.1
    if index == 0:
        weight = 1.0 if rank else 1.5
        if phrase.after in _SUBJECT_OF:
            weight += 0.3
    elif index == 1:
        weight = 0.5
    if phrase.prior and phrase.headed:
        weight = max(weight, 1.7)
    if phrase.after == "(" and index <= border:
        weight += 0.6
    return weight


def _introduced(phrase: NounPhrase, main: Introduction, away: bool) -> float:
    inside = main.object_start <= phrase.start < min(main.object_end, main.object_start + 240)
    if not inside:
        return 0.3
    if phrase.before in _FOR:
        return 2.4 if not away else 1.6
    if phrase.headed and not away:
        return 1.6
    if phrase.before == "to" and not away:
        return 1.4
    return 0.9 if not away else 0.5


def _of_title(title: str) -> Iterator[tuple[NounPhrase, float]]:
    colon = re.search(r":\s", title)
    start = colon.end() if colon else 0
    low = title.lower() if len(title.lower()) == len(title) else title
    away = False
    for rank, phrase in enumerate(noun_phrases(title, low, start, len(title))):
        away = away or phrase.before in _AWAY
        if phrase.before in ("for", "towards", "toward", "of"):
            weight = 2.3 if not away else 1.0
        elif away:
            weight = 0.3
        elif phrase.before == "in":
            weight = 1.5
        else:
            weight = 2.0 if rank == 0 else 1.6
        yield phrase, weight
    for phrase in noun_phrases(title, low, 0, start):
        yield phrase, 1.2


def _main(page: Prose) -> Introduction | None:
    for one in page.introductions:
        if one.weight >= 0.5 and not one.extra:
            return one
    return page.introductions[0] if page.introductions else None


def _is_method(page: Prose, phrase: NounPhrase, low: str, method: str) -> bool:
    """Say whether `phrase` is the name `method`, a part of it, or what it is short for."""
    barred = method.lower()
    if low in barred or barred in low:
        return True
    text = phrase.text
    if len(method) > 2 and expansion_start(method, text, len(text), 0) == 0:
        return True
    return f"{text} ({method}" in page.text


_STOP = frozenset("a an the of for in on to and or with by from at as is are be via using under".split())
_CONTENT = re.compile(r"\w+")


def _content(text: str) -> frozenset[str]:
    return frozenset(
        word.removesuffix("s") for word in _CONTENT.findall(text.lower()) if word not in _STOP
    )


def _found(page: Prose, best: _Theme) -> Phrase:
    phrase = best.phrase
    if not best.titular:
        return Phrase(phrase.text, phrase.start, phrase.end)
    at = page.low.find(phrase.text.lower())
    if at < 0:
        return Phrase(phrase.text, None, None)
    end = at + len(phrase.text)
    return Phrase(page.text[at:end], at, end)

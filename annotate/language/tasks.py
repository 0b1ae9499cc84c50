"""The problem that a paper is about, as a noun phrase of the abstract that names it.

All noun phrases of title and abstract compete. Each is weighed by the places where it stands ("the
task of X", "a method for X", "an X framework", "existing X methods", the subject of the first
sentence, the title), by how often it comes back, by how much of it the title shares, and by its form.

"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from annotate.language.acronyms import expansion_start
from annotate.language.noun_phrases import NounPhrase, noun_phrases
from annotate.language.prose import Introduction, Prose, prose
from annotate.language.task_words import CARRIERS, VAGUE

__all__ = ["Phrase", "Theme", "find_task", "themes"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the text; both offsets are None when they stand only in the title."""

    text: str
    start: int | None
    end: int | None


@dataclass(slots=True)
class Theme:
    """A noun phrase with everything that speaks for or against it being the task."""

    phrase: NounPhrase
    titular: bool
    signs: dict[str, float]


WEIGHTS: dict[str, float] = {
    "shared": 2.9,
    "often alone": 2.1,
    "first subject": 1.6,
    "title for": 1.5,
    "often": 1.4,
    "nominal": 0.9,
    "for": 0.9,
    "both": 0.6,
    "size 3": 0.6,
    "size 5": 0.6,
    "bracketed": 0.5,
    "title purpose": 0.5,
    "introduced class": 0.5,
    "subject": 0.4,
    "acronym": 0.4,
    "size 4": 0.4,
    "title first": 0.4,
    "studied": 0.4,
    "title of": 0.4,
    "introduced": 0.4,
    "first sentence": 0.3,
    "prior": 0.3,
    "task of": 0.3,
    "title name": 0.3,
    "title other": 0.2,
    "title to": 0.2,
    "headed": 0.2,
    "purpose": 0.2,
    "to": 0.2,
    "title in": 0.1,
    "title towards": 0.1,
    "beside introduction": -0.1,
    "bare": -0.3,
    "far introduced": -0.3,
    "carrier": -0.4,
    "before": -0.5,
    "size 2": -0.6,
    "second sentence": -0.6,
    "behind": -0.9,
    "plain": -0.9,
    "size 1": -1.0,
    "vague": -1.5,
    "title away": -1.5,
}

_STUDIED = frozenset("stud investigat analy explor evaluat examin revisit address tackl consider compar".split())
_TASK_OF = re.compile(
    r"\b(?:tasks?|problems?|challenges?|setting|field|area|goal|issue)(?: known as)? of (?=[\w\"“])|"
    r"\btâche d[e'’]|\bproblème d[e'’]|\btarea de |\bproblema de "
)
_SUBJECT_OF = frozenset("is are has have plays aims remains refers".split())
_AWAY = re.compile(
    r"\b(?:via|using|with|through|by|based on|from the perspective of|without|under|leveraging|"
    r"exploiting|combining|integrating)\b"
)
_RELATIVE = frozenset("that which by via using where with".split())
_FOR = frozenset("for pour para".split())
_DEVICE = re.compile(r"\b(?:devices?|hardware|platforms?|gpus?|cpus?|processors?|budgets?|constraints?)$")


def find_task(clean_text: str, title: str | None, method: str | None = None) -> Phrase | None:
    """Return the phrase that names the problem, never `method` itself, or None."""
    page = prose(clean_text)
    best, top = None, -math.inf
    for theme in themes(page, title, method):
        score = sum(WEIGHTS.get(sign, 0.0) * value for sign, value in theme.signs.items())
        if score > top:
            best, top = theme, score
    return None if best is None else _found(page, best)


def themes(page: Prose, title: str | None, method: str | None) -> Iterator[Theme]:
    """Yield every noun phrase that may be the task, with its signs."""
    found: dict[str, Theme] = {}
    for phrase, place, titular in _placed_phrases(page, title):
        low = phrase.text.lower()
        theme = found.get(low)
        if theme is None:
            theme = found[low] = Theme(phrase, titular, {})
        elif theme.titular and not titular:
            theme.phrase, theme.titular = phrase, False
            theme.signs["both"] = 1.0
        theme.signs[place] = 1.0
        if phrase.prior and phrase.headed and not titular:
            theme.signs["prior"] = 1.0
        if phrase.purpose:
            theme.signs["title purpose" if titular else "purpose"] = 1.0
        if phrase.after == "(":
            theme.signs["bracketed"] = 1.0
        if phrase.after in _SUBJECT_OF:
            theme.signs["subject"] = 1.0
        if phrase.headed:
            theme.signs["headed"] = 1.0
    topic = _content(title or "") - _content(method or "")
    for low, theme in found.items():
        if not (method and _is_method(page, theme.phrase, low, method)):
            _describe(page, theme, low, topic)
            yield theme


def _describe(page: Prose, theme: Theme, low: str, topic: frozenset[str]) -> None:
    signs, phrase = theme.signs, theme.phrase
    words = _content(low)
    if topic and words:
        signs["shared"] = len(words & topic) / len(words)
    count = page.low.count(low) - (not theme.titular)
    signs["often" if topic else "often alone"] = math.log1p(max(0, count))
    signs["nominal" if phrase.nominal else "plain"] = 1.0
    signs[f"size {min(phrase.size, 5)}"] = 1.0
    if phrase.size == 1 and not phrase.nominal:
        signs["bare"] = 1.0
    if low in VAGUE or _DEVICE.search(low):
        signs["vague"] = 1.0
    if low.rpartition(" ")[2] in CARRIERS:
        signs["carrier"] = 1.0
    if phrase.size > 1 and low.partition(" ")[0].endswith("ing"):
        signs["gerund"] = 1.0
    if any(a.isupper() and b.isupper() for a, b in zip(phrase.text, phrase.text[1:], strict=False)):
        signs["acronym"] = 1.0


def _placed_phrases(page: Prose, title: str | None) -> Iterator[tuple[NounPhrase, str, bool]]:
    """Yield noun phrases with the name of where they stand; True marks those of the title."""
    if title:
        for phrase, place in _of_title(title):
            yield phrase, place, True
    main = _main(page)
    border = len(page.ends) if main is None else main.sentence
    studied = {one.sentence: one for one in page.introductions if one.verb in _STUDIED and not one.passive}
    task_of = [match.end() for match in _TASK_OF.finditer(page.low)]
    for index in range(min(len(page.ends), border + 2, 10)):
        start, stop = page.sentence(index)
        phrases = noun_phrases(page.text, page.low, start, min(stop, start + 400))
        away = False
        for rank, phrase in enumerate(phrases):
            yield phrase, _background(index, rank, border), False
            if main is not None and index == main.sentence:
                away = away or (phrase.start > main.object_start and phrase.before in _RELATIVE)
                yield phrase, _introduced(phrase, main, away), False
            if (one := studied.get(index)) and 0 <= phrase.start - one.object_start < 40:
                yield phrase, "studied", False
            if task_of and any(0 <= phrase.start - at < 20 for at in task_of):
                yield phrase, "task of", False


def _background(index: int, rank: int, border: int) -> str:
    if index == 0:
        return "first sentence" if rank else "first subject"
    if index == 1:
        return "second sentence"
    return "before" if index < border else "behind"


def _introduced(phrase: NounPhrase, main: Introduction, away: bool) -> str:
    if not main.object_start <= phrase.start < min(main.object_end, main.object_start + 240):
        return "beside introduction"
    if phrase.before in _FOR:
        return "far for" if away else "for"
    if away:
        return "far introduced"
    if phrase.headed:
        return "introduced class"
    return "to" if phrase.before == "to" else "introduced"


def _of_title(title: str) -> Iterator[tuple[NounPhrase, str]]:
    colon = re.search(r":\s", title)
    start = colon.end() if colon else 0
    low = title.lower() if len(title.lower()) == len(title) else title
    away = match.start() if (match := _AWAY.search(low, start + 1)) else len(title)
    for rank, phrase in enumerate(noun_phrases(title, low, start, len(title))):
        if phrase.start > away:
            place = "title far for" if phrase.before in _FOR else "title away"
        elif phrase.before in _FOR:
            place = "title for"
        elif phrase.before in ("of", "in", "to", "towards"):
            place = f"title {phrase.before}"
        else:
            place = "title other" if rank else "title first"
        yield phrase, place
    for phrase in noun_phrases(title, low, 0, start):
        yield phrase, "title name"


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


def _found(page: Prose, best: Theme) -> Phrase:
    phrase = best.phrase
    if not best.titular:
        return Phrase(phrase.text, phrase.start, phrase.end)
    at = page.low.find(phrase.text.lower())
    if at < 0:
        return Phrase(phrase.text, None, None)
    end = at + len(phrase.text)
    return Phrase(page.text[at:end], at, end)

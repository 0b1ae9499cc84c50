"""The problem that a paper is about, as a noun phrase of the abstract that names it.

All noun phrases of title and abstract compete. Each is weighed by the places where it stands ("the
task of X", "a method for X", "an X framework", "existing X methods", the subject of the first
sentence, the title), by how often it comes back, by how much of it the title shares, and by its
form. The weights of these signs are those of a log-linear model, in `data/task_weights.toml`.
"""

import math
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from annotate.language.chinese import chinese_task, is_chinese
from annotate.language.noun_phrases import NounPhrase, noun_phrases
from annotate.language.prose import Introduction, Prose, prose
from annotate.language.wordlists import phrases, words
from annotate.resources import data_file

__all__ = ["Phrase", "Theme", "find_task", "themes"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the text; both offsets are None when they stand only in the title."""

    text: str
    start: int | None
    end: int | None


@dataclass(slots=True)
class Theme:
    """A noun phrase with everything that speaks for or against it being the task.

    `signs` are places and properties, `shared` the part of its words that the title has too,
    `often` the logarithm of how often it comes back.
    """

    phrase: NounPhrase
    titular: bool
    signs: set[str]
    shared: float = 0.0
    often: float = 0.0


_VAGUE = phrases("vague")
_CARRIERS = words("carriers")
_STUDIED = frozenset(
    "stud investigat analy explor evaluat examin revisit address tackl consider compar".split()
)
_TASK_OF = (
    "task of ", "tasks of ", "problem of ", "problems of ", "challenge of ", "tâche de ",
    "problème de ", "tarea de ", "problema de ",
)  # fmt: skip
_SUBJECT_OF = frozenset("is are has have plays aims remains refers".split())
_AWAY = re.compile(
    r"\b(?:via|using|with|through|by|based on|from the perspective of|without|under|leveraging|"
    r"exploiting|combining|integrating)\b"
)
_RELATIVE = frozenset("that which by via using where with".split())
_SIGNS = re.compile(r"[^\w\s-]+")
_INITIALS = re.compile(r"\w+")
_SIZES = ("", "size 1", "size 2", "size 3", "size 4", "size 5")
_ACRONYM = re.compile(r"[A-Z]{2}")
_REACH = 240
"""So many characters of a sentence are looked at."""
_FOR = frozenset("for pour para".split())
_DEVICES = frozenset(
    "device devices hardware platform platforms gpu gpus cpu cpus processor processors budget "
    "budgets constraint constraints".split()
)


@cache
def _weights() -> dict[str, float]:
    return tomllib.loads(data_file("task_weights.toml").read_text(encoding="utf-8"))


def find_task(clean_text: str, title: str | None, method: str | None = None) -> Phrase | None:
    """Return the phrase that names the problem, never `method` itself, or None."""
    if is_chinese(clean_text):
        found = chinese_task(clean_text, title)
        return None if found is None else Phrase(*found)
    page = prose(clean_text)
    weights = _weights()
    often = weights["often" if title else "often alone"]
    best, top = None, -math.inf
    for theme in themes(page, title, method):
        score = weights["shared"] * theme.shared + often * theme.often
        for sign in theme.signs:
            score += weights.get(sign, 0.0)
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
            theme = found[low] = Theme(phrase, titular, {place})
        else:
            if theme.titular and not titular:
                theme.phrase, theme.titular = phrase, False
                theme.signs.add("both")
            theme.signs.add(place)
        _mark(theme.signs, phrase, titular)
    topic = _content(_SIGNS.sub(" ", (title or "").lower())) - _content((method or "").lower())
    for low, theme in found.items():
        if not (method and _is_method(page, theme.phrase, low, method)):
            _describe(page, theme, low, topic)
            yield theme


def _mark(signs: set[str], phrase: NounPhrase, titular: bool) -> None:
    """Add what the words around one mention say."""
    if phrase.prior and phrase.headed and not titular:
        signs.add("prior")
    if phrase.purpose:
        signs.add("title purpose" if titular else "purpose")
    if phrase.after == "(":
        signs.add("bracketed")
    elif phrase.after in _SUBJECT_OF:
        signs.add("subject")
    if phrase.headed:
        signs.add("headed")


def _describe(page: Prose, theme: Theme, low: str, topic: frozenset[str]) -> None:
    """Add what the phrase itself says, and how often it comes back."""
    signs, phrase = theme.signs, theme.phrase
    if topic:
        content = _content(low)
        theme.shared = len(content & topic) / max(1, len(content))
    theme.often = math.log1p(max(0, page.low.count(low) - (not theme.titular)))
    signs.add("nominal" if phrase.nominal else "plain")
    signs.add(_SIZES[min(phrase.size, 5)])
    if phrase.size == 1 and not phrase.nominal:
        signs.add("bare")
    last = low.rpartition(" ")[2]
    if last in _DEVICES or low in _VAGUE:
        signs.add("vague")
    if last in _CARRIERS:
        signs.add("carrier")
    if phrase.text != low and _ACRONYM.search(phrase.text):
        signs.add("acronym")


def _placed_phrases(page: Prose, title: str | None) -> Iterator[tuple[NounPhrase, str, bool]]:
    """Yield noun phrases with the name of where they stand; True marks those of the title."""
    if title:
        for phrase, place in _of_title(title):
            yield phrase, place, True
    main = _main(page)
    border = len(page.ends) - 1 if main is None else main.sentence
    studied = _first_studied(page)
    task_of = [at + len(cue) for cue in _TASK_OF if (at := page.low.find(cue)) >= 0]
    indices = {0, border, *(page.sentence_at(at) for at in task_of)}
    if studied is not None:
        indices.add(studied.sentence)
    for index in indices:
        start, stop = page.sentence(index)
        reach = main.object_start if main is not None and index == border else start
        phrases = noun_phrases(page.text, page.low, start, min(stop, reach + _REACH))
        away = False
        for rank, phrase in enumerate(phrases):
            yield phrase, _background(index, rank, border), False
            if main is not None and index == border:
                away = away or (phrase.start > main.object_start and phrase.before in _RELATIVE)
                yield phrase, _introduced(phrase, main, away), False
            if studied is not None and 0 <= phrase.start - studied.object_start < 40:
                yield phrase, "studied", False
            for at in task_of:
                if 0 <= phrase.start - at < 20:
                    yield phrase, "task of", False


def _first_studied(page: Prose) -> Introduction | None:
    for one in page.introductions:
        if one.verb in _STUDIED and not one.passive:
            return one
    return None


def _background(index: int, rank: int, border: int) -> str:
    if index == 0:
        return "first sentence" if rank else "first subject"
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
    if len(method) > 2 and _initials(barred, low):
        # "Contrastive learning" before the introduction of "CL" is the field, not the method.
        main, first = _main(page), page.low.find(low)
        return main is None or first < 0 or first >= min(main.start, main.object_start)
    return f"{phrase.text} ({method}" in page.text


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


def _found(page: Prose, best: Theme) -> Phrase:
    phrase = best.phrase
    if not best.titular:
        return Phrase(phrase.text, phrase.start, phrase.end)
    at = page.low.find(phrase.text.lower())
    if at < 0:
        return Phrase(phrase.text, None, None)
    end = at + len(phrase.text)
    return Phrase(page.text[at:end], at, end)

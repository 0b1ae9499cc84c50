"""The places of a text where the problem is named, and the noun phrases that stand there."""

import re
from collections.abc import Iterator
from functools import lru_cache

from annotate.language.device_table import lowered
from annotate.language.noun_phrases import NounPhrase, noun_phrases
from annotate.language.prose import Introduction, Prose

__all__ = ["headline", "main_introduction", "placed_phrases"]

_STUDIED = frozenset(
    "stud investigat analy explor evaluat examin revisit address tackl consider compar".split()
)
_TASK_OF = (
    "task of ", "tasks of ", "problem of ", "problems of ", "challenge of ", "tâche de ",
    "problème de ", "tarea de ", "problema de ",
)  # fmt: skip
_TASK_WORDS = frozenset(cue.split()[0] for cue in _TASK_OF)
_AWAY = re.compile(
    r"\b(?:via|using|with|through|by|based on|from the perspective of|without|under|leveraging|"
    r"exploiting|combining|integrating|beyond|from)\b"
)
_ACTING = frozenset(
    "accelerating accelerate optimizing optimize optimising improving improve scaling scale "
    "enhancing training train serving serve speeding running compressing compress reducing reduce "
    "mapping predicting predict learning learn solving solve managing manage detecting estimating "
    "generating quantizing".split()
)
_GENRE = re.compile(
    r"(?:position|perspective|viewpoint|opinion|survey|tutorial|invited(?: paper| talk)?|poster|"
    r"demo|extended abstract|short paper|work in progress|(?:systematic )?review|sok|"
    r"vision paper)\s*:\s+"
)
_LATER = re.compile(
    r"(?:from .{3,60} to\b|(?:an?|the|our|some|two|three)?\s?(?:[\w-]+ ){0,4}?(?:survey|review|"
    r"study|analysis|overview|tutorial|perspective|comparison|evaluation|investigation|assessment|"
    r"reproduction|critique|theory|experiment|case study|lessons|experiences?|progress|challenges|"
    r"directions|past|roadmap|taxonomy|guide|primer|report|audit|view|trial|exploration)s?\b"
    r"(?=\s*(?:$|[,.?!(]|(?:with|using|under|via|from|by|to|at|across|between|and|beyond)\b)))"
)
"""Behind a colon these only say how the topic before it is treated."""
_SURVEYED = re.compile(
    r"\b(?:survey|review|overview|tutorial|introduction|taxonomy|roadmap|primer) (?:of|on|to)"
    r"(?: the)? $"
)
_MODES = (
    r"[1-4]d|text|image|speech|video|audio|sketch|sequence|end|sim|simulation|real|code|sql|graph"
)
_TURNED = re.compile(rf"\b({_MODES}) to ({_MODES})\b")
"""What a task turns into what is one word: "2D to 3D pose lifting"."""
_COLON = re.compile(r":\s")
_RELATIVE = frozenset("that which by via using where with".split())
_REACH = 150
"""So many characters of a sentence are looked at."""
_PRIOR = frozenset(
    "existing current prior previous traditional conventional mainstream most".split()
)
_BRACKETS = ("(", ")")
"""They part "Existing private (P) code generation methods", which is one phrase."""
_FOR = frozenset("for pour para".split())


def placed_phrases(page: Prose, title: str | None) -> Iterator[tuple[NounPhrase, str, bool]]:
    """Yield noun phrases with the name of where they stand; True marks those of the title."""
    if title:
        for phrase, place in _of_title(title):
            yield phrase, place, True
    for rank, phrase in enumerate(_between(page, *page.sentence(0))):
        yield phrase, "first sentence" if rank else "first subject", False
    main = main_introduction(page)
    if main is not None:
        away = False
        for phrase in _between(page, main.object_start, main.object_end):
            away = away or phrase.before in _RELATIVE
            yield phrase, _introduced(phrase, away), False
    studied = _first_studied(page)
    if studied is not None:
        for phrase in _between(page, studied.object_start, studied.object_end, 80)[:2]:
            yield phrase, "studied", False
    if not title:
        yield from _cued(page, len(page.low) if main is None else main.start)
    for cue in () if page.words.isdisjoint(_TASK_WORDS) else _TASK_OF:
        if (at := page.low.find(cue)) >= 0:
            start = at + len(cue)
            stop = page.sentence(page.sentence_at(at))[1]
            for phrase in _between(page, start, stop, 80)[:1]:
                yield phrase, "task of", False


def _cued(page: Prose, border: int) -> Iterator[tuple[NounPhrase, str, bool]]:
    """Yield what the text before `border` names: "existing X methods", "X (XY)", "X problem"."""
    for cue in sorted(_PRIOR & page.words):
        at = page.low.find(cue)
        if 0 <= at < border:
            for phrase in _between(page, at, border, 70)[:3]:
                if phrase.headed:
                    yield phrase, "prior methods", False
                if phrase.headed or phrase.after not in _BRACKETS:
                    break
    for cue in (" (", " problem", " task"):
        at = page.low.find(cue, 0, border)
        for _ in range(3):
            if at < 0:
                break
            if cue != " (" or page.text[at + 2 : at + 4].isupper():
                for phrase in _between(page, max(0, at - 60), border, 68):
                    if phrase.end == at:
                        yield phrase, "defined" if cue == " (" else "a problem", False
            at = page.low.find(cue, at + 1, border)


def _between(page: Prose, start: int, stop: int, reach: int = _REACH) -> list[NounPhrase]:
    return noun_phrases(page.low, start, min(stop, start + reach))


def _first_studied(page: Prose) -> Introduction | None:
    active = (one for one in page.introductions if not one.passive)
    return next((one for one in active if one.verb in _STUDIED), None)


def _introduced(phrase: NounPhrase, away: bool) -> str:
    if phrase.before in _FOR:
        return "far for" if away else "for"
    if away:
        return "far introduced"
    if phrase.headed:
        return "introduced class"
    return "to" if phrase.before == "to" else "introduced"


@lru_cache(maxsize=4)
def headline(title: str) -> str:
    """Return the title in lower case, at its offsets, without "Position:" and ": a case study"."""
    low = lowered(title)
    if " to " in low:
        low = _TURNED.sub(r"\1-to-\2", low)
    if genre := _GENRE.match(low):
        low = " " * genre.end() + low[genre.end() :]
    colon = _COLON.search(low)
    if colon and " " in low[: colon.start()].strip() and _LATER.match(low, colon.end()):
        return low[: colon.start()]
    return low


def _of_title(title: str) -> Iterator[tuple[NounPhrase, str]]:
    low = headline(title)
    colon = _COLON.search(low)
    start = colon.end() if colon else 0
    away = match.start() if (match := _AWAY.search(low, start + 1)) else len(title)
    headed = False
    found = noun_phrases(low, start, len(low), heads=3)
    for rank, phrase in enumerate(found):
        if phrase.start > away:
            place = "title far for" if phrase.before in _FOR else "title away"
            if headed and _is_purpose(phrase):
                place = "title for"  # "an X framework with Y for Z"
        elif phrase.before in _FOR:
            place = "title for"
        elif phrase.before in ("of", "in", "to", "towards"):
            place = f"title {phrase.before}"
        else:
            place = "title other" if rank else "title first"
        headed = headed or (phrase.headed and not rank)
        yield phrase, place
        if headed and not rank and any(_is_purpose(one) for one in found):
            yield phrase, "title means"
        if _SURVEYED.search(low, max(0, phrase.start - 40), phrase.start):
            yield phrase, "title surveyed"
        if phrase.end >= len(low) - 1:
            yield phrase, "title end"
        if low[max(0, phrase.start - 20) : phrase.start - 1].rpartition(" ")[2] in _ACTING:
            yield phrase, "title acted"
    aimed = low.startswith(("towards ", "toward "))
    for phrase in noun_phrases(low, 0, start):
        yield phrase, "title aimed" if aimed else "title name"


def _is_purpose(phrase: NounPhrase) -> bool:
    """Tell what a "framework for VLA inference" is for from where one "for edge devices" runs."""
    return phrase.before in _FOR and phrase.nominal and phrase.size > 1


def main_introduction(page: Prose) -> Introduction | None:
    for one in page.introductions:
        if one.weight >= 0.5 and not one.extra:
            return one
    return page.introductions[0] if page.introductions else None

"""The problem that a paper is about, as the shortest noun phrase that names it.

Phrases are gathered from "the task of X", from what follows "for" and from the words before the
head noun in an introduction ("a video segmentation framework for X"), from "we study X", from the
title and from the first sentence; the best-placed one is taken. Offsets are half-open.
"""

import re
from dataclasses import dataclass

from annotate.language.prose import Introduction, Prose, prose

__all__ = ["Phrase", "find_task"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the text; both offsets are None when they stand only in the title."""

    text: str
    start: int | None
    end: int | None


_TASK_OF = re.compile(
    r"\b(?:task|problem|challenge|problems|tasks|field|setting) of (?=[\w\"“])|"
    r"\b(?:address|tackle|tackles|addresses|solve|solving|tackling|addressing) (?:the )?(?:task|problem) of "
)
_STUDY = ("stud", "investigat", "analyz", "explor", "evaluat")
_WORD = re.compile(r"[^\s,;:()\[\]{}\"“”.!?]+(?:\.[^\s,;:()\[\]{}\"“”.!?]+)*|[,;:()\[\]{}\"“”.!?]")
_END = frozenset(
    "that which where by via using with when whose while and is are can has without based through "
    "under as at from to we while such into onto given who have has had will would could should may "
    "be been being because if since although though but or than then thus so it they this these "
    "however remains remain requires require often typically plays aims allows enables".split()
)
_LIGHT = frozenset(
    "a an the our new novel simple effective efficient fast first unified general generic lightweight "
    "improved better robust scalable practical principled powerful flexible end-to-end training-free "
    "state-of-the-art innovative comprehensive large-scale accurate reliable high-quality unsupervised "
    "alternative several multiple various many different such plug-and-play model-agnostic compact "
    "challenging important difficult specific high-performance modern recent two three four some any "
    "fully highly more most both real-world well-known open-source open their its these those "
    "low-cost light-weight cost-effective complex complete this that hybrid".split()
)
_HEADS = frozenset(
    "framework method methods model models approach approaches algorithm algorithms system systems "
    "architecture network networks technique techniques pipeline strategy scheme paradigm benchmark "
    "dataset library tool toolkit platform solver engine study analysis survey review procedure "
    "mechanism formulation solution task tasks problem problems corpus evaluation module design".split()
)


def find_task(clean_text: str, title: str | None, method: str | None = None) -> Phrase | None:
    """Return the phrase that names the problem, never `method` itself, or None."""
    page = prose(clean_text)
    main = _main(page)
    steps = (
        lambda: _task_of(page),
        lambda: _object_for(page, main),
        lambda: _object_modifiers(page, main, method),
        lambda: _studied(page),
        lambda: _from_title(page, title, method),
        lambda: _topic(page),
    )
    for step in steps:
        phrase = step()
        if phrase is not None and phrase.text != method:
            return phrase
    return None


def _main(page: Prose) -> Introduction | None:
    strong = [one for one in page.introductions if one.weight >= 0.5]
    return strong[0] if strong else None


def _task_of(page: Prose) -> Phrase | None:
    match = _TASK_OF.search(page.low)
    return None if match is None else _phrase(page, match.end(), page.sentence(page.sentence_at(match.end()))[1])


def _object_for(page: Prose, main: Introduction | None) -> Phrase | None:
    if main is None:
        return None
    at = page.low.find(" for ", main.object_start - 1, min(main.object_end, main.object_start + 250))
    if at < 0:
        return None
    return _phrase(page, at + 5, main.object_end)


def _object_modifiers(page: Prose, main: Introduction | None, method: str | None) -> Phrase | None:
    if main is None:
        return None
    words = [m for m in _WORD.finditer(page.text, main.object_start, min(main.object_end, main.object_start + 250))]
    run: list[re.Match[str]] = []
    for word in words:
        low = word.group().lower()
        if low in _HEADS and run:
            kept = run[-4:]
            while kept and (kept[0].group().lower() in _LIGHT or kept[0].group().endswith("ly")):
                kept = kept[1:]
            if kept and page.text[kept[0].start() : kept[-1].end()] != method:
                return Phrase(page.text[kept[0].start() : kept[-1].end()], kept[0].start(), kept[-1].end())
            run = []
        elif low in _END or not low[0].isalnum() or low in ("for", "of"):
            run = []
        else:
            run.append(word)
    return None


def _studied(page: Prose) -> Phrase | None:
    for one in page.introductions:
        if one.verb in _STUDY:
            return _phrase(page, one.object_start, one.object_end)
    return None


def _from_title(page: Prose, title: str | None, method: str | None) -> Phrase | None:
    if not title:
        return None
    rest = re.split(r":\s", title, maxsplit=1)[-1]
    rest = re.split(r"\b(?:via|using|with|by|through|based on)\b", rest)[0].strip()
    if " for " in rest:
        rest = rest.split(" for ", 1)[1]
    rest = rest.strip()
    if not rest or rest == method:
        return None
    at = page.low.find(rest.lower())
    return Phrase(rest, None, None) if at < 0 else Phrase(page.text[at : at + len(rest)], at, at + len(rest))


def _topic(page: Prose) -> Phrase | None:
    first, stop = page.sentence(0)
    return _phrase(page, first, stop)


def _phrase(page: Prose, at: int, stop: int) -> Phrase | None:
    kept: list[re.Match[str]] = []
    for word in _WORD.finditer(page.text, at, min(stop, at + 160)):
        low = word.group().lower()
        if not kept and (low in _LIGHT or low.endswith("ly")):
            continue
        if low in _END or not low[0].isalnum() or (low in ("in", "on", "for", "of") and len(kept) > 2):
            break
        kept.append(word)
        if len(kept) == 6:
            break
    while kept and kept[-1].group().lower() in ("in", "on", "for", "of", "the", "a", "an"):
        kept.pop()
    if not kept:
        return None
    start, end = kept[0].start(), kept[-1].end()
    return Phrase(page.text[start:end], start, end)

"""Sentences of an abstract and the places where its authors say what they bring.

Everything here works on clean text; all offsets are half-open and count code points of it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from annotate.language.device_table import lowered

__all__ = ["Introduction", "Prose", "prose"]

_STOP = re.compile(r"[.!?][\"'”’)\]]*\s+(?=[A-Z0-9\"'“‘(\[*~À-ÖØ-ÞЀ-ӿ])|[。！？；]|\n\s*\n")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|vs|cf|fig|eq|sec|resp|approx|no|dr|prof|st|w\.r\.t)|\b[A-Z])$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Introduction:
    """A verb by which authors bring something in, with the range of what they bring.

    `weight` tells "we propose" (1.0) from "we study" (0.3); `extra` marks "we also propose".
    """

    verb: str
    sentence: int
    start: int
    object_start: int
    object_end: int
    weight: float
    extra: bool


@dataclass(frozen=True, slots=True)
class Prose:
    """A text with its sentences and introductions, both in order."""

    text: str
    low: str
    sentences: tuple[tuple[int, int], ...]
    introductions: tuple[Introduction, ...]

    def sentence_at(self, at: int) -> int:
        """Return the index of the sentence that holds offset `at`."""
        for index, (_, end) in enumerate(self.sentences):
            if at < end:
                return index
        return len(self.sentences) - 1


# Stem, endings that make it a verb of the authors, weight.
_VERBS: tuple[tuple[str, str, float], ...] = (
    ("propos", "e es ed ing", 1.0),
    ("introduc", "e es ed ing", 1.0),
    ("present", "- s ed ing", 1.0),
    ("develop", "- s ed ing", 0.95),
    ("describ", "e es ed", 0.8),
    ("releas", "e es ed", 0.8),
    ("design", "- s ed", 0.9),
    ("devis", "e es ed ing", 0.95),
    ("buil", "d ds t", 0.8),
    ("construct", "- s ed", 0.75),
    ("creat", "e es ed", 0.75),
    ("contribut", "e es", 0.7),
    ("provid", "e es", 0.5),
    ("unveil", "- s", 0.9),
    ("offer", "- s", 0.5),
    ("open-sourc", "e es ed", 0.6),
    ("opensourc", "e es ed", 0.6),
    ("publish", "- es", 0.6),
    ("implement", "- s ed", 0.7),
    ("curat", "e es ed", 0.7),
    ("collect", "- s", 0.5),
    ("explor", "e es", 0.5),
    ("investigat", "e es", 0.3),
    ("stud", "y ies", 0.3),
    ("analyz", "e es", 0.3),
    ("evaluat", "e es", 0.3),
    ("establish", "- es", 0.5),
    ("formulat", "e es", 0.5),
    ("deriv", "e es", 0.5),
    ("suggest", "- s", 0.6),
    ("report", "- s", 0.4),
    ("advocat", "e es", 0.5),
    ("demonstrat", "e es", 0.35),
    ("show", "- s", 0.2),
    ("announc", "e es", 0.8),
    ("launch", "- es", 0.6),
)
_SUBJECT = re.compile(
    r"(?:\bwe|\bpaper|\bwork|\bstudy|\barticle|\breport|\bthesis|\bsurvey|\bauthors?|\bletter|\bnote|"
    r"\bchapter|\bmanuscript|\bhere|\bto|\band|\bby|\bthen|\bresearch|\bcontribution)"
    r"[\s,]+(?:(?:also|further|furthermore|then|therefore|thus|hence|first|firstly|here|additionally|"
    r"now|instead|next|finally|subsequently|explicitly|formally|successfully|jointly|carefully|"
    r"have|has|will|can|do|second|in this (?:paper|work)|in turn|respectively|"
    r"for the first time|\w+ly|(?:\w+ and))[\s,]+)*$"
)
_OWN = re.compile(
    r"\b(?:we|paper|work|study|article|report|thesis|survey|authors?|letter|note|chapter|manuscript|"
    r"here|our|us|research|contribution)\b"
)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|being)\s+(?:\w+ly\s+|also\s+|then\s+|here\s+)*$")
_EXTRA = re.compile(
    r"\b(?:also|further|furthermore|additionally|moreover|in addition|besides|second|secondly|third|"
    r"finally|lastly|to evaluate|to support|to facilitate|as well as|to enhance|to improve)\b"
)
_AFTER_VERB = re.compile(r"(?:\s+(?:and|&|or)\s+(?:\w+ly\s+)?\w+)?\s+")


@lru_cache(maxsize=4)
def prose(text: str) -> Prose:
    """Return `text` cut into sentences with its introductions; the last few texts are kept."""
    low = lowered(text)
    sentences = _sentences(text)
    return Prose(text, low, sentences, tuple(_introductions(low, sentences)))


def _sentences(text: str) -> tuple[tuple[int, int], ...]:
    out, start = [], 0
    for match in _STOP.finditer(text):
        if text[match.start()] == "." and _ABBREVIATION.search(text, max(start, match.start() - 8), match.start()):
            continue
        out.append((start, match.end()))
        start = match.end()
    if start < len(text) or not out:
        out.append((start, len(text)))
    return tuple(out)


def _introductions(low: str, sentences: tuple[tuple[int, int], ...]) -> list[Introduction]:
    found = []
    for stem, endings, weight in _VERBS:
        at = low.find(stem)
        while at >= 0:
            end = at + len(stem)
            while end < len(low) and low[end].isalpha():
                end += 1
            ending = low[at + len(stem) : end] or "-"
            if ending in endings.split() and (at == 0 or not low[at - 1].isalnum()):
                one = _introduction(low, sentences, at, end, stem, ending, weight)
                if one is not None:
                    found.append(one)
            at = low.find(stem, end)
    found.sort(key=lambda one: one.start)
    return found


def _introduction(low, sentences, at, end, stem, ending, weight):  # type: ignore[no-untyped-def]
    index = next((i for i, (_, stop) in enumerate(sentences) if at < stop), len(sentences) - 1)
    first, stop = sentences[index]
    before = low[max(first, at - 90) : at]
    if ending in ("ed", "t") and (passive := _PASSIVE.search(before)):
        extra = _EXTRA.search(low, first, at) is not None
        here = at - len(before) + passive.start()
        return Introduction(stem, index, at, first, here, weight * 0.9, extra)
    subject = _SUBJECT.search(before)
    if subject is None:
        return None
    word = subject.group().split()[0].strip(",")
    if word in ("to", "and", "by", "then"):
        weight *= 0.8 if word != "to" else 0.6
        if stem not in ("propos", "introduc", "present", "develop", "devis", "design") or (
            ending == "ing" and word != "by"
        ):
            return None
        if not _OWN.search(low, first, at):
            return None
    elif ending == "ed" and stem not in ("propos", "introduc", "develop", "design", "buil"):
        weight *= 0.9
    gap = _AFTER_VERB.match(low, end)
    start = gap.end() if gap else end
    extra = _EXTRA.search(low, first, start) is not None
    return Introduction(stem, index, at, start, stop, weight, extra)

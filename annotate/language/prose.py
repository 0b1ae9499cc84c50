"""Sentences of an abstract and the places where its authors say what they bring.

Everything here works on clean text; all offsets are half-open and count code points of it.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from annotate.language.device_table import lowered, words_of

__all__ = ["Introduction", "Prose", "may_abbreviate", "prose"]

_STOP = re.compile(
    r"[.!?。！？；\n](?:(?<=[.!?])[\"'”’)\]*]*\s+(?=[A-Z0-9\"'“‘(\[*~À-ÖØ-ÞЀ-ӿ])|(?<=[。！？；])|"
    r"(?<=\n)\s*\n|(?<=[a-z]{2}\.)(?=[A-Z][a-z]+\s))"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|vs|cf|figs?|eqs?|secs?|resp|approx|no|dr|prof|st|w\.r\.t|incl|ca|"
    r"p\. ej|etc)|\b[a-z])$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Introduction:
    """A verb by which authors bring something in, and the range of what they bring.

    `weight` tells "we propose" (1.0) from "we study" (0.3); `extra` marks "we also propose";
    `passive` that the object stands before the verb ("X is proposed").
    """

    verb: str
    sentence: int
    start: int
    object_start: int
    object_end: int
    weight: float
    extra: bool
    passive: bool


@dataclass(frozen=True, slots=True)
class Prose:
    """A text with its words, sentences and introductions, the latter two in order."""

    text: str
    low: str
    words: frozenset[str]
    ends: tuple[int, ...]
    introductions: tuple[Introduction, ...]

    def sentence_at(self, at: int) -> int:
        """Return the index of the sentence that holds offset `at`."""
        return min(bisect_right(self.ends, at), len(self.ends) - 1)

    def sentence(self, index: int) -> tuple[int, int]:
        """Return the half-open range of a sentence, the blanks behind it included."""
        return (self.ends[index - 1] if index else 0), self.ends[index]


# Stem, endings with which it may be a verb of the authors, weight.
_VERBS: tuple[tuple[str, str, float], ...] = (
    ("propos", "e es ed ing", 1.0),
    ("introduc", "e es ed ing", 1.0),
    ("present", "- s ed ing", 1.0),
    ("develop", "- s ed ing", 0.95),
    ("devis", "e es ed ing", 0.95),
    ("design", "- s ed", 0.9),
    ("unveil", "- s", 0.9),
    ("describ", "e es ed", 0.8),
    ("releas", "e es ed", 0.8),
    ("announc", "e es", 0.8),
    ("buil", "d ds t", 0.8),
    ("construct", "- s ed", 0.75),
    ("creat", "e es ed", 0.75),
    ("contribut", "e es", 0.7),
    ("implement", "- s ed", 0.6),
    ("curat", "e es ed", 0.7),
    ("publish", "- es ed", 0.6),
    ("launch", "- es ed", 0.6),
    ("suggest", "- s ed", 0.6),
    ("provid", "e es", 0.5),
    ("offer", "- s", 0.5),
    ("collect", "- s ed", 0.5),
    ("explor", "e es", 0.5),
    ("establish", "- es ed", 0.5),
    ("formulat", "e es ed", 0.5),
    ("deriv", "e es ed", 0.5),
    ("advocat", "e es", 0.5),
    ("report", "- s", 0.4),
    ("demonstrat", "e es", 0.5),
    ("obtain", "- ed", 0.5),
    ("investigat", "e es ed", 0.3),
    ("stud", "y ies ied", 0.3),
    ("analy", "ze zes zed se ses sed", 0.3),
    ("evaluat", "e es ed", 0.3),
    ("compar", "e es ed", 0.3),
    ("examin", "e es ed", 0.3),
    ("revisit", "- s", 0.3),
    ("address", "- es", 0.3),
    ("tackl", "e es", 0.3),
    ("consider", "- s", 0.3),
    ("show", "- s", 0.2),
    # French, Spanish, Italian, Portuguese, German
    ("proposons", "-", 1.0),
    ("présentons", "-", 1.0),
    ("introduisons", "-", 1.0),
    ("développons", "-", 0.95),
    ("décrivons", "-", 0.8),
    ("présente", "-", 0.9),
    ("étudions", "-", 0.3),
    ("propon", "emos e", 1.0),
    ("presentamos", "-", 1.0),
    ("introducimos", "-", 1.0),
    ("desarrollamos", "-", 0.95),
    ("describimos", "-", 0.8),
    ("presenta", "- n", 0.9),
    ("estudiamos", "-", 0.3),
    ("propomos", "-", 1.0),
    ("apresentamos", "-", 1.0),
    ("introduzimos", "-", 1.0),
    ("desenvolvemos", "-", 0.95),
    ("descrevemos", "-", 0.8),
    ("propõe", "- m", 0.9),
    ("apresenta", "- m", 0.9),
    ("propost", "o a os as", 0.9),
    ("proponiamo", "-", 1.0),
    ("presentiamo", "-", 1.0),
    ("introduciamo", "-", 1.0),
    ("sviluppiamo", "-", 0.95),
    ("progettiamo", "-", 0.9),
    ("descriviamo", "-", 0.8),
    ("studiamo", "-", 0.3),
    ("analizziamo", "-", 0.3),
    ("präsentieren", "-", 1.0),
    ("entwickeln", "-", 0.9),
    ("stellen", "-", 0.8),
    ("vorgestellt", "-", 0.9),
    ("vorgeschlagen", "-", 0.9),
    ("präsentiert", "-", 0.9),
    ("entwickelt", "-", 0.8),
    ("proposé", "- e s es", 0.9),
    ("présenté", "- e s es", 0.9),
    ("propuest", "o a os as", 0.9),
    ("presentad", "o a os as", 0.9),
)
_FORMS: dict[str, tuple[str, str, float]] = {
    stem + ("" if ending == "-" else ending): (stem, ending, weight)
    for stem, endings, weight in _VERBS
    for ending in endings.split()
}
_FORM_WORDS = frozenset(_FORMS)
_ALWAYS_OWN = frozenset(form for form in _FORMS if form.endswith(("ons", "mos", "iamo")))
_CERTAIN = frozenset("propos introduc present develop devis design".split())
_SUBJECT = re.compile(
    r"(?:\bwe|\bi|\bpaper|\bwork|\bstudy|\barticle|\breport|\bthesis|\bsurvey|\bauthors?|\bletter|"
    r"\bnote|\bchapter|\bmanuscript|\bposter|\bhere|\bto|\band|\bby|\bthen|\bresearch|"
    r"\bcontribution|\bsubmission|\barticle|\btrabajo|\bartículo|\btrabalho|\bartigo|\blavoro|\barticolo|\btravail|\bwir|\bnous|\bse)"
    r"[\s,]+(?:\([^()]{1,30}\)\s*)?(?:(?:also|further|then|thus|hence|first|here|now|instead|next|"
    r"have|has|will|can|do|second|therefore|furthermore|in this (?:paper|work|article)|in turn|"
    r"for the first time|\w+ly|\w+ and|am|aim to|seek to)[\s,]+)*$"
)
_OWN = re.compile(
    r"\b(?:we|paper|work|study|article|report|thesis|survey|authors?|letter|note|chapter|here|our|"
    r"manuscript|us|research|contribution|to (?:address|this|overcome|solve|tackle|bridge|fill)|"
    r"therefore|thus|specifically)\b"
)
_OTHERS = re.compile(
    r"\b(?:recent(?:ly)?|previous(?:ly)?|prior|existing|early|earlier|many|several|various|numerous|"
    r"some|currently|traditional(?:ly)?|originally|was first|were first|widely|often|typically)\b"
)
_PARTICIPLES = frozenset("ed t zed sed ied".split())
_FOREIGN_PARTICIPLES = frozenset("proposé présenté propuest propost presentad".split())
_GERMAN = frozenset("vorgestellt vorgeschlagen präsentiert entwickelt".split())
_GERMAN_PASSIVE = re.compile(r"\b(?:wird|werden|wurde|wurden)\s+(?=[^.]*$)")
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|been|being|est|sont|es|son|viene|foi|é|è)\s+"
    r"(?:\w+ly\s+|also\s+|then\s+|here\s+)*$"
)
_EXTRA = re.compile(
    r"\b(?:also|further|furthermore|additionally|moreover|in addition|besides|second|secondly|"
    r"third|finally|lastly|to evaluate|to support|to facilitate|as well as|to enhance|to improve|"
    r"on top of)\b"
)
_REACH = 400
"""So many characters before a verb can say whose it is."""
_MOST = 60
"""More introductions than any abstract has; what follows is not looked at."""
_AFTER_VERB = re.compile(
    r"(?:\s*(?:,|/|and|&|or)\s+(?:\w+ly\s+)?(?:and\s+)?[\w-]+(?:e|es|ed|y|t|s|n|ate))?\s+"
)


@lru_cache(maxsize=8)
def prose(text: str) -> Prose:
    """Return `text` with its sentences and introductions; the last few texts are kept."""
    low = lowered(text)
    words = words_of(low)
    ends = _sentence_ends(text)
    page = Prose(text, low, words, ends, ())
    return Prose(text, low, words, ends, tuple(_introductions(page)))


def _sentence_ends(text: str) -> tuple[int, ...]:
    ends: list[int] = []
    start = 0
    for match in _STOP.finditer(text):
        at = match.start()
        dot = text[at] == "." and may_abbreviate(text, at)
        if dot and _ABBREVIATION.search(text, max(start, at - 8), at):
            continue
        ends.append(match.end())
        start = match.end()
    if start < len(text) or not ends:
        ends.append(len(text))
    return tuple(ends)


_ENDINGS = frozenset(
    ".g .e al vs cf ig gs eq qs ec cs sp ox no dr of st .t cl ca ej tc ab td nc .p".split()
)


def may_abbreviate(text: str, stop: int) -> bool:
    """Say whether the full stop at `stop` may end an abbreviation or an initial; no pattern run."""
    if text[max(0, stop - 2) : stop].lower() in _ENDINGS:
        return True
    return stop < 2 or (text[stop - 1].isalpha() and not text[stop - 2].isalpha())


def _introductions(page: Prose) -> list[Introduction]:
    found = []
    for form in page.words & _FORM_WORDS:
        at = page.low.find(form)
        seen = 0
        while at >= 0 and (seen := seen + 1) < _MOST:
            end = at + len(form)
            left = page.low[at - 1] if at else " "
            right = page.low[end] if end < len(page.low) else " "
            if not (left.isalnum() or left == "-" or right.isalnum()):
                one = _introduction(page, form, at, end)
                if one is not None:
                    found.append(one)
            at = page.low.find(form, end)
    found.sort(key=lambda one: one.start)
    return found[:_MOST]


def _subject(low: str, first: int, at: int) -> str | None:
    """Return the word that says whose the verb at `at` is; None where nothing does."""
    if low.startswith(_WE, at - 4):
        return "we"
    subject = _SUBJECT.search(low, first, at)
    return None if subject is None else subject.group().split(maxsplit=1)[0].strip(",")


_BEFORE_NOW = ("recently ", "previously ", "earlier ", "originally ")
_WE = (" we ", ",we ", "\nwe ")


def _introduction(page: Prose, form: str, at: int, end: int) -> Introduction | None:
    stem, ending, weight = _FORMS[form]
    index = page.sentence_at(at)
    first, stop = page.sentence(index)
    first = max(first, at - _REACH)
    low = page.low
    if form in _GERMAN:
        passive = _GERMAN_PASSIVE.search(low, first, at)
        if passive is None:
            return None
        return Introduction(stem, index, at, passive.end(), at, weight, False, False)
    if ending in _PARTICIPLES or stem in _FOREIGN_PARTICIPLES:
        passive = _PASSIVE.search(low, max(first, at - 40), at)
        if passive is not None:
            if _OTHERS.search(low, first, at):
                return None
            own = _OWN.search(low, first, at) is not None
            if not own and stem not in _CERTAIN:
                return None
            weight *= 0.9 if own else 0.75
            extra = _EXTRA.search(low, first, at) is not None
            return Introduction(stem, index, at, first, passive.start(), weight, extra, True)
    if form not in _ALWAYS_OWN and not (form == "introducing" and not low[first:at].strip()):
        if ending in _PARTICIPLES and low.endswith(_BEFORE_NOW, 0, at):
            return None
        word = _subject(low, max(first, at - 90), at)
        if word is None:
            return None
        if word in ("to", "and", "by", "then"):
            if stem not in _CERTAIN or (ending == "ing" and word != "by"):
                return None
            if not _OWN.search(low, first, at):
                return None
            weight *= 0.6 if word == "to" else 0.85
    gap = _AFTER_VERB.match(low, end)
    start = gap.end() if gap else end
    extra = _EXTRA.search(low, first, start) is not None
    return Introduction(stem, index, at, start, stop, weight, extra, False)

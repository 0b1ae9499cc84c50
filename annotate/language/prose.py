"""Sentences of an abstract and the places where its authors say what they bring.

Everything here works on clean text; all offsets are half-open and count code points of it.
"""

import re
from bisect import bisect_right
from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from annotate.language.device_table import lowered
from annotate.language.memo import Memo
from annotate.language.stops import STOPS, matches
from annotate.language.verbs import FORMS
from annotate.language.vocabulary import looked_for, vocabulary

__all__ = ["Introduction", "Prose", "may_abbreviate", "prose"]

_STOPS = ".!?\n。！？；"
_STOP = re.compile(
    rf"[{_STOPS}]"
    r"(?:(?<=[.!?])[\"'”’)\]*]*\s+(?=[A-Z0-9\"'“‘(\[*~À-ÖØ-ÞЀ-ӿ])|(?<=[。！？；])|"
    r"(?<=\n)\s*\n|(?<=[a-z]{2}\.)(?=[A-Z][a-z]+\s))"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|vs|cf|figs?|eqs?|secs?|resp|approx|no|dr|prof|st|w\.r\.t|incl|ca|"
    r"p\. ej|etc)|\b[a-z])$",
    re.IGNORECASE,
)


class Introduction(NamedTuple):  # as Prose, for a tuple is made in half the time of a dataclass
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


class Prose(NamedTuple):
    """A text with its words, sentences and introductions, the latter two in order."""

    text: str
    low: str
    words: Set[str]
    ends: tuple[int, ...]
    introductions: tuple[Introduction, ...]

    def sentence_at(self, at: int) -> int:
        """Return the index of the sentence that holds offset `at`."""
        return min(bisect_right(self.ends, at), len(self.ends) - 1)

    def sentence(self, index: int) -> tuple[int, int]:
        """Return the half-open range of a sentence, the blanks behind it included."""
        return (self.ends[index - 1] if index else 0), self.ends[index]


_FORM_WORDS = frozenset(FORMS)
looked_for(_FORM_WORDS.__contains__)
_ALWAYS_OWN = frozenset(form for form in FORMS if form.endswith(("ons", "mos", "iamo")))
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
_LEAD = re.compile(
    r"(?:^|\)|\wly|\b(?:we|i|paper|work|study|article|report|thesis|survey|authors?|letter|note|"
    r"chapter|manuscript|poster|here|to|and|by|then|research|contribution|submission|trabajo|"
    r"artículo|trabalho|artigo|lavoro|articolo|travail|wir|nous|se|also|further|thus|hence|first|"
    r"now|instead|next|have|has|will|can|do|second|therefore|furthermore|turn|time|am)),*$"
    r"|\b(?:is|are|was|were|been|being|est|sont|es|son|viene|foi|é|è)$"
)
_LEADS = Memo(lambda chunk: _LEAD.search(chunk) is not None)
"""Whether a match of `_SUBJECT` or of `_PASSIVE` may end with these letters between blanks."""
_LONGEST_LEAD = 60
_PARTICIPLES = frozenset("ed t zed sed ied".split())
_FOREIGN_PARTICIPLES = frozenset("proposé présenté propuest propost presentad".split())
_GERMAN = frozenset("vorgestellt vorgeschlagen präsentiert entwickelt".split())
_UNLED = _ALWAYS_OWN | _GERMAN | {"introducing"}
"""These need no word of `_LEADS` right before them."""
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
    words, telling = vocabulary(low)
    page = Prose(text, low, words, _sentence_ends(text), ())
    forms = telling & _FORM_WORDS
    return page._replace(introductions=tuple(_introductions(page, forms)))


def _sentence_ends(text: str) -> tuple[int, ...]:
    ends: list[int] = []
    start = 0
    for match in matches(_STOP, STOPS, text):
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
    ".g .e al vs cf ig gs eq qs ec cs sp ox no dr of st .t cl ca ej tc ab td nc .p vg ax".split()
)


def may_abbreviate(text: str, stop: int) -> bool:
    """Say whether the full stop at `stop` may end an abbreviation or an initial; no pattern run."""
    return stop < 2 or _ABBREVIATES[text[stop - 2 : stop]]


_ABBREVIATES = Memo(
    lambda two: two.lower() in _ENDINGS or (two[1].isalpha() and not two[0].isalpha())
)
"""Whether these two characters may stand before the full stop of an abbreviation."""


def _introductions(page: Prose, forms: Set[str]) -> list[Introduction]:
    found, low = [], page.low
    for form in forms:
        at = low.find(form)
        seen = 0
        while at >= 0 and (seen := seen + 1) < _MOST:
            end = at + len(form)
            left = low[at - 1] if at else " "
            whole = not (left.isalnum() or left == "-" or low[end : end + 1].isalnum())
            if whole and _is_led(low, form, at):
                one = _introduction(page, form, at, end)
                if one is not None:
                    found.append(one)
            at = low.find(form, end)
    found.sort(key=lambda one: one.start)
    return found[:_MOST]


def _is_led(low: str, form: str, at: int) -> bool:
    """Say quickly of most verbs at `at` that no subject and no passive leads to them."""
    if form in _UNLED:
        return True
    before = low[max(0, at - _LONGEST_LEAD) : at].rsplit(maxsplit=1)
    return bool(before) and _LEADS[before[-1]]


def _subject(low: str, first: int, at: int) -> str | None:
    """Return the word that says whose the verb at `at` is; None where nothing does."""
    if low.startswith(_WE, at - 4):
        return "we"
    if low.endswith(_PAPER, first, at) and not low.endswith(_IN_PAPER, 0, at):
        return "paper"
    subject = _SUBJECT.search(low, first, at)
    return None if subject is None else subject.group().split(maxsplit=1)[0].strip(",")


def _passive(low: str, first: int, at: int) -> int | None:
    """Return where the "is" of a participle at `at` stands, None where it has none."""
    for verb in _BE:
        if low.endswith(verb, first, at):
            return at - len(verb) + 1
    passive = _PASSIVE.search(low, first, at)
    return None if passive is None else passive.start()


_BE = (" is ", " are ", " was ", " were ", " been ")
_LONG_SINCE = (" has been ", " have been ")
_BEFORE_NOW = ("recently ", "previously ", "earlier ", "originally ")
_PAPER = (" paper ", " work ", " article ", " study ", " authors ")
_IN_PAPER = ("in this paper ", "in this work ", "in this article ")
_WE = (" we ", ",we ", "\nwe ")


def _introduction(page: Prose, form: str, at: int, end: int) -> Introduction | None:
    low = page.low
    stem, ending, weight = FORMS[form]
    index = page.sentence_at(at)
    first, stop = page.sentence(index)
    first = max(first, at - _REACH)
    if form in _GERMAN:
        passive = _GERMAN_PASSIVE.search(low, first, at)
        if passive is None:
            return None
        return Introduction(stem, index, at, passive.end(), at, weight, False, False)
    if ending in _PARTICIPLES or stem in _FOREIGN_PARTICIPLES:
        auxiliary = _passive(low, max(first, at - 40), at)
        if auxiliary is not None:
            if _OTHERS.search(low, first, at):
                return None
            own = _OWN.search(low, first, at) is not None
            if not own and (stem not in _CERTAIN or low.endswith(_LONG_SINCE, first, at)):
                return None
            weight *= 0.9 if own else 0.75
            extra = _EXTRA.search(low, first, at) is not None
            return Introduction(stem, index, at, first, auxiliary, weight, extra, True)
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

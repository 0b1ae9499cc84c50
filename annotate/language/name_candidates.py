"""Words that may be the name of what a paper brings, each with a score for how it is brought in."""

import re
from collections.abc import Iterator
from itertools import islice

from annotate.language.acronyms import (
    Token,
    is_known,
    looks_odd,
    tokens,
)
from annotate.language.chinese import chinese_names, is_chinese
from annotate.language.device_table import table
from annotate.language.japanese import is_japanese, japanese_names
from annotate.language.memo import Memo
from annotate.language.name_calls import CALLED, KIND, called, calls, named
from annotate.language.name_ours import ours
from annotate.language.name_runs import (
    BOUNDARIES,
    CROSSING,
    KINDS,
    NameCandidate,
    Place,
    bracketed,
    closing,
    run,
)
from annotate.language.name_subjects import appositions, defined
from annotate.language.prose import Introduction, Prose
from annotate.language.wordlists import words as word_list

__all__ = ["NameCandidate", "introduced_names"]

_PRAISE = word_list("praise")
_PLAIN = _PRAISE | word_list("function") | word_list("light")
_LISTING = frozenset("namely including like such e.g".split())
_GROUPS = frozenset(
    "family families series suite suites class set pair collection trio task".split()
)
"""Behind "a family of" stands what is brought in, behind "an implementation of" what was there."""
_MAKINGS = frozenset("design architecture".split())
"""So it does behind "the design and implementation of"."""
_VARIANTS = frozenset(
    "parallel online distributed improved modified enhanced accelerated optimized streaming "
    "incremental hardware gpu-based cuda-based fpga-based multi-gpu gpu-accelerated".split()
)
"""Before a name these say that what was there before is made anew."""
_HERE = ("this paper", "this work", "this article", "this study", "here", "herein", " we ")
_INDEFINITE = frozenset("a an un une una ein eine".split())
_WINDOW = 240
_MOST = 40
"""More places of one kind than any abstract has; what follows is not looked at."""
_OPENING = re.compile(
    r"(?:(?:in|to|with|for|based|by|given|motivated|inspired|towards?|following) [^,.]{3,90}|here|"
    r"therefore|thus|finally|first(?:ly)?|then|moreover|furthermore|hence|specifically|accordingly|"
    r"as a (?:result|consequence|remedy)),\s+"
)
_QUOTED = re.compile(
    r"(?:(?:the|a|an|our|new|novel)\s)*[\"“‘'«]\s?([\w+-]+(?: [\w+-]+){0,3})[,.]?\s?"
    r"[\"”’'»](?=[,.(]| \()"
)
_EXPLAINED = re.compile(r"([a-z][\w+-]{2,}), (?:an?|the|our|which|that) ")
_PHRASE = re.compile(
    r"((?:[a-z][\w-]+ ){1,3}[a-z][\w-]*(?:(?<!s)|(?<=[sui]s)))(?:,| [-–—]|—) an? (?:[\w-]+ ){0,3}?"
    rf"{KIND}\b|((?:[a-z][\w-]+ ){{1,3}}[a-z][\w-]*s), an? (?:new |novel )?(?:family|class) of "
)
_NUMBERED = re.compile(
    r"(\d+-[a-z]+(?: [A-Z][\w-]*)+)(?=[,.]| (?:that|which|to|for|with|by|and|in|as)\b)"
)
_LAST = re.compile(r": ([^\W_][\w+²³⁺-]*)\.?\s*$")
"""Matches the name at the end of "we present a new library for serving: TideServe"."""
_QUOTED_LATER = re.compile(r"[:,] [\"“'‘]{1,2}([A-Z][\w+-]*(?: [\w+-]+){0,4})[,.]?[\"”'’]{1,2}")
_FOREIGN_OURS = "notre|nuestra|nuestro|unser|unsere|el|la|le|das|die|der"
_FOREIGN_KINDS = (
    "méthode|modèle|approche|système|réseau|método|modelo|sistema|enfoque|red|methode|modell|"
    "verfahren|ansatz|system"
)
_FOREIGN_OUR = re.compile(
    rf"\b(?:{_FOREIGN_OURS}) (?:\w+ )?(?:{_FOREIGN_KINDS})(?: propos\w+| propuest\w+)?, "
)
_FOREIGN_WORDS = tuple(frozenset(one.split("|")) for one in (_FOREIGN_OURS, _FOREIGN_KINDS))
"""A text without a word of each has no match of `_FOREIGN_OUR`."""


def introduced_names(page: Prose, title: str | None) -> Iterator[NameCandidate]:
    """Yield the candidates that the text brings in, those of its introductions first."""
    naming = calls(page)
    for order, introduction in enumerate(page.introductions):
        if introduction.weight >= 0.5:
            yield from _introduced(page, introduction, order, naming)
    if naming:
        yield from called(page)
    yield from ours(page)
    yield from defined(page, title)
    yield from appositions(page)
    if page.text.isascii():
        return
    if not any(map(page.words.isdisjoint, _FOREIGN_WORDS)):
        for match in islice(_FOREIGN_OUR.finditer(page.low), _MOST):
            stop = page.sentence(page.sentence_at(match.start()))[1]
            yield from named(page, match.end(), stop, 3.5)
    if is_japanese(page.text) or is_chinese(page.text):
        names = japanese_names if is_japanese(page.text) else chinese_names
        for name, start, end, score in islice(names(page.text), _MOST):
            if not is_known(name) and table().row(name) is None:
                yield NameCandidate(name, None, start, end, score)


def _is_background(page: Prose, intro: Introduction) -> bool:
    """Tell "X is introduced as …" before "In this paper, we propose" from what is proposed here."""
    first, _ = page.sentence(intro.sentence)
    if any(page.low.find(word, first, intro.start + 40) >= 0 for word in _HERE):
        return False
    return any(
        not one.passive and one.weight >= 0.9 and one.sentence > intro.sentence and not one.extra
        for one in page.introductions
    )


def _introduced(
    page: Prose, intro: Introduction, order: int, naming: bool
) -> Iterator[NameCandidate]:
    base = 4.6 * intro.weight - (2.2 if intro.extra else 0.0) - min(order, 5) * 0.25
    if intro.passive and _is_background(page, intro):
        base -= 2.5
    start, stop = intro.object_start, min(intro.object_end, intro.object_start + _WINDOW)
    if intro.passive and (opening := _OPENING.match(page.low, start, stop)):
        start = opening.end()
    introduced = page.text[start:stop]
    if (
        not introduced.islower()
        and "submission" not in introduced
        and "submitted" not in introduced
    ):
        yield from _walk(page, tokens(page.text, start, stop), base, start)
    if (plain := _plainly(page, start, stop, base)) is not None:
        yield plain
    if introduced[:1].isdigit() and (match := _NUMBERED.match(introduced)) is not None:
        name = match.group(1)
        if page.text.count(name) > 1:
            yield NameCandidate(name, None, start, start + len(name), base - 0.4)
    if naming:
        for match in CALLED.finditer(page.low, start, stop):
            weak = 1.0 if "known as" in match.group() else 0.0
            sure = not weak and intro.weight > 0.7
            yield from named(page, match.end(), stop, base + 1.0 - weak, direct=sure)


def _plainly(page: Prose, start: int, stop: int, base: float) -> NameCandidate | None:
    """Return a name in quotes, or one in lower case that is explained: "weave, a toolkit"."""
    if (last := _LAST.search(page.text, start, stop)) and looks_odd(last.group(1)):
        known = is_known(last.group(1)) or table().row(last.group(1)) is not None
        fresh = page.text.find(last.group(1)) == last.start(1)
        if fresh and not known:
            return NameCandidate(last.group(1), None, *last.span(1), base - 0.6)
    match = (
        _QUOTED.match(page.text, start, stop)
        or _EXPLAINED.match(page.text, start, stop)
        or _PHRASE.match(page.text, start, stop)
        or _QUOTED_LATER.search(page.text, start, stop)
    )
    if match is None:
        return None
    group = match.lastindex or 1
    name = match.group(group)
    if is_known(name):
        return None
    begins = f". {name} " in page.text  # no sentence starts with a small letter but with a name's
    if match.group().endswith(("which ", "that ")) and not begins:
        return None
    if match.re is _PHRASE and not _PLAIN.isdisjoint(name.split(" ")):
        return None
    return NameCandidate(name, None, match.start(group), match.end(group), base + 0.3)


def _walk(page: Prose, words: list[Token], base: float, begin: int) -> Iterator[NameCandidate]:
    """Yield the names in what is introduced, those before the first preposition best."""
    crossed = at = 0
    headed = indefinite = modified = False
    first = page.sentence(page.sentence_at(begin))[0]
    while at < len(words) and crossed < 4:
        word = words[at]
        low = "" if (plain := _PLAINNESS[word.text]) else word.bare.lower()
        if plain:
            modified = modified or plain == _MODIFYING
        elif word.text == "(":
            penalty = 0.8 if headed and crossed else CROSSING * crossed
            yield from bracketed(page.text, words, at, begin, base, penalty)
            at = closing(words, at)
        elif low == "of":
            made = not indefinite and _makes(words, at)
            crossed += not (made or (at and words[at - 1].bare.lower() in _GROUPS))
            modified = modified and not made
        elif low in BOUNDARIES or low in _LISTING or word.text in ";:":
            crossed += 2 if low in _LISTING else 1
            indefinite = modified = False
        elif (word.start > first and word.bare[:1].isupper()) or looks_odd(word.bare):
            before = words[at - 1] if at else None
            # "a pruning of X" and "extending X" say that X was there before.
            crossed += at > 1 and before is not None and before.text.endswith("ing")
            if crossed and _amid(words, at):
                at += 1
                continue
            if crossed < 2 or (before is not None and before.text in ',"“–—'):
                place = _place(words[max(0, at - 2) : at], crossed, indefinite, modified)
                again = before is not None and before.bare.lower() in _VARIANTS
                one, at = run(page.text, words, at, base - 2.5 * again, place)
                if one is not None:
                    headed = headed or not crossed
                    yield one
                continue  # else, two prepositions on, no echo makes it the name
        elif low in _INDEFINITE:
            indefinite, modified = True, False
        elif low in ("the", "our", "its"):
            indefinite = modified = False
        elif low and low not in _PRAISE and low[0].isalnum():
            modified = True
        at += 1


def _amid(words: list[Token], at: int) -> bool:
    """Say whether the name at `at` stands between others in a list: "tests A, B, and C"."""
    if at < 2 or at + 2 >= len(words) or words[at - 1].text != "," or words[at + 1].text != ",":
        return False
    after = at + 2 + (words[at + 2].text == "and")
    around = (words[at - 2], words[min(after, len(words) - 1)])
    return all(word.bare[:1].isupper() for word in around)


def _makes(words: list[Token], at: int) -> bool:
    """Say whether the "of" at `at` is that of "the design and implementation of"."""
    return any(one.bare in _MAKINGS for one in words[max(0, at - 3) : at])


def _plainness(text: str) -> int:
    """Return 0 for a token that a walk has to look at, else whether it makes a description."""
    if not (text.isalpha() and text.islower() and text.isascii()):
        return 0
    if text in _TURNING or text in _INDEFINITE or text in BOUNDARIES or text in _LISTING:
        return 0
    return _PRAISING if text in _PRAISE else _MODIFYING


_TURNING = frozenset("of the our its".split())
_PRAISING, _MODIFYING = 1, 2
_PLAINNESS = Memo(_plainness)


def _place(two: list[Token], crossed: int, indefinite: bool, modified: bool) -> Place:
    """Return the place of a run behind the tokens `two`."""
    if not two:
        return Place(crossed, indefinite, modified, False)
    before = two[-1]
    kind = two[0].bare.lower() in KINDS and len(two) == 2
    appositive = before.text in (',"“–—:-' if not crossed else ',"“–—')
    led = appositive or before.bare.lower() in KINDS
    direct = appositive and kind and not crossed  # "a new architecture, X"
    return Place(crossed, indefinite, modified and not led, appositive, direct)

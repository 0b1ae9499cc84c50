"""Words that may be the name of what a paper brings, each with a score for how it is brought in."""

import re
from collections.abc import Iterator
from itertools import islice

from annotate.language.acronyms import (
    Token,
    is_known,
    looks_odd,
    looks_proper,
    tokens,
)
from annotate.language.chinese import chinese_names, is_chinese
from annotate.language.device_table import table
from annotate.language.name_runs import (
    BOUNDARIES,
    CROSSING,
    KINDS,
    NameCandidate,
    Place,
    bracketed,
    closing,
    run,
    spelled_lower,
)
from annotate.language.prose import Introduction, Prose
from annotate.language.wordlists import words as word_list

__all__ = ["NameCandidate", "introduced_names"]

_PRAISE = word_list("praise")
_LISTING = frozenset("namely including like such e.g".split())
_GROUPS = frozenset(
    "family families series suite suites class set pair collection trio task".split()
)
"""Behind "a family of" stands what is brought in, behind "an implementation of" what was there."""
_VARIANTS = frozenset(
    "parallel online distributed improved modified enhanced accelerated optimized streaming "
    "incremental hardware gpu-based cuda-based fpga-based multi-gpu gpu-accelerated".split()
)
"""Before a name these say that what was there before is made anew."""
_INDEFINITE = frozenset("a an un une una ein eine".split())
_CALLED = re.compile(
    r"(?:\bcalled|\bnamed|\bdubbed|\btermed|\bcoined|\b(?:we|is|are) (?:call|name|term|dub|"
    r"refer to as|denote)(?: (?:it|this|our|the)(?: \w+){0,2})?(?: as)?|\bdenoted (?:as|by)|"
    r"\breferred(?: to)? as|\bnamely|\bviz\.|\bentitled|\bnicknamed|\bcodenamed|\bknown as|"
    r"\babbreviated (?:as|to)|\bwe refer to (?:\w+ ){0,4}as|\bappelée?|\bnommée?|\bbaptisée?|"
    r"\bdénommée?|\bllamad[oa]|\bdenominad[oa]|\bnamens|\bgenannt),?\s+"
)
_CALLS = frozenset(
    "called named dubbed termed coined denote denoted referred refer namely viz entitled nicknamed "
    "codenamed known abbreviated call name term dub appelé appelée nommé nommée baptisé baptisée "
    "dénommé dénommée llamado llamada denominado denominada namens genannt".split()
)
_WINDOW = 240
_MOST = 40
"""More places of one kind than any abstract has; what follows is not looked at."""
_OPENING = re.compile(
    r"(?:(?:in|to|with|for|based|by|given|motivated|inspired|towards?|following) [^,.]{3,90}|here|"
    r"therefore|thus|finally|first(?:ly)?|then|moreover|furthermore|hence|specifically|accordingly|"
    r"as a (?:result|consequence|remedy)),\s+"
)
_WE_CALL = re.compile(
    r"\b(?:framework|method|approach|model|algorithm|system|technique|architecture|network|strategy|"
    r"procedure|dataset|benchmark|scheme|mechanism|tool|estimator|library|pipeline|optimizer|solution|"
    r"result|resulting [\w-]+|our [\w-]+|it|this)\b[^.]{0,40}?,? (?:which |that )?"
    r"(?:(?:we|is|are) (?:call|name|term|dub|denote|refer to|called|named|termed|dubbed))"
    r"(?: (?:it|this|our|the)(?: \w+){0,2})?(?: as)?\s+"
    r"|^we (?:call|name|term|dub) (?:our|this|the) \w+ "
)
_CALL_STARTS = tuple(
    f"{subject} {verb}"
    for subject, verbs in (
        ("we", "call name term dub denote refer"),
        ("is", "called named termed dubbed"),
    )
    for verb in verbs.split()
)
_OUR = re.compile(
    r"the result is |the resulting (?:[\w-]+ )?[\w-]+, |(?:our|the proposed|the resulting) "
    r"(?:(?:[\w-]+ ){0,4}(?:method|model|approach|framework|system|algorithm|architecture|"
    r"dataset|benchmark|solution|tool|network|technique|design of|agent|engine|optimizer|"
    r"contribution is)s?,? |(?:proposed |new |novel )?)"
)
_BARE_OUR = re.compile(r"(?:our|the) (?:proposed |resulting |new |novel )?")
_BARE_OURS = frozenset(
    ("our ", "our proposed ", "our new ", "our novel ", "the proposed ", "the resulting ")
)
_QUOTED = re.compile(
    r"(?:(?:the|a|an|our|new|novel)\s)*[\"“‘'«]\s?([\w+-]+(?: [\w+-]+){0,3})[,.]?\s?"
    r"[\"”’'»](?=[,.(]| \()"
)
_EXPLAINED = re.compile(r"([a-z][\w+-]{2,}), (?:an?|the|our) ")
_DEFINED = re.compile(
    r"[“\"]?([^\W\d_][\w+²³-]*)[”\"]? (?:is|are|est|es|ist) (?:an?|the first|un|une|una|ein|eine) "
)
_FOREIGN_OUR = re.compile(
    r"\b(?:notre|nuestr[oa]|unsere?|el|la|le|das|die|der) (?:\w+ )?(?:méthode|modèle|approche|"
    r"système|réseau|método|modelo|sistema|enfoque|red|methode|modell|verfahren|ansatz|system)"
    r"(?: propos\w+| propuest\w+)?, "
)


def introduced_names(page: Prose) -> Iterator[NameCandidate]:
    """Yield the candidates that the text brings in, those of its introductions first."""
    called = not page.words.isdisjoint(_CALLS)
    for order, introduction in enumerate(page.introductions):
        if introduction.weight >= 0.5:
            yield from _introduced(page, introduction, order, called)
    if called:
        yield from _called(page)
    for lead in ("our ", "the proposed ", "the result"):
        if lead in page.low:
            yield from _ours(page, lead)
    yield from _defined(page)
    if not page.text.isascii():
        for match in islice(_FOREIGN_OUR.finditer(page.low), _MOST):
            stop = page.sentence(page.sentence_at(match.start()))[1]
            yield from _named(page, match.end(), stop, 3.5)
    if is_chinese(page.text):
        for name, start, end, score in islice(chinese_names(page.text), _MOST):
            if not is_known(name) and table().row(name) is None:
                yield NameCandidate(name, None, start, end, score)


def _introduced(
    page: Prose, intro: Introduction, order: int, called: bool
) -> Iterator[NameCandidate]:
    base = 4.6 * intro.weight - (2.2 if intro.extra else 0.0) - min(order, 5) * 0.25
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
    if called:
        for match in _CALLED.finditer(page.low, start, stop):
            weak = 1.0 if "known as" in match.group() else 0.0
            yield from _named(page, match.end(), stop, base + 1.0 - weak)


def _plainly(page: Prose, start: int, stop: int, base: float) -> NameCandidate | None:
    """Return a name in quotes, or one in lower case that is explained: "weave, a toolkit"."""
    match = _QUOTED.match(page.text, start, stop) or _EXPLAINED.match(page.text, start, stop)
    if match is None or is_known(match.group(1)):
        return None
    return NameCandidate(match.group(1), None, match.start(1), match.end(1), base + 0.3)


def _walk(page: Prose, words: list[Token], base: float, begin: int) -> Iterator[NameCandidate]:
    """Yield the names in what is introduced, those before the first preposition best."""
    crossed = at = 0
    headed = indefinite = modified = False
    first = page.sentence(page.sentence_at(begin))[0]
    while at < len(words) and crossed < 4:
        word = words[at]
        low = word.bare.lower()
        if word.text == "(":
            penalty = 0.8 if headed and crossed else CROSSING * crossed
            yield from bracketed(page.text, words, at, begin, base, penalty)
            at = closing(words, at)
        elif low == "of":
            crossed += not at or words[at - 1].bare.lower() not in _GROUPS
        elif low in BOUNDARIES or low in _LISTING or word.text in ";:":
            crossed += 2 if low in _LISTING else 1
            indefinite = modified = False
        elif (word.start > first and word.bare[:1].isupper()) or looks_odd(word.bare):
            before = words[at - 1] if at else None
            # "a pruning of X" and "extending X" say that X was there before.
            crossed += at > 1 and before is not None and before.text.endswith("ing")
            place = _place(before, crossed, indefinite, modified)
            again = before is not None and before.bare.lower() in _VARIANTS
            one, at = run(page.text, words, at, base - 2.5 * again, place)
            if one is not None:
                headed = headed or not crossed
                yield one
            continue
        elif low in _INDEFINITE:
            indefinite, modified = True, False
        elif low in ("the", "our", "its"):
            indefinite = modified = False
        elif low and low not in _PRAISE and low[0].isalnum():
            modified = True
        at += 1


def _place(before: Token | None, crossed: int, indefinite: bool, modified: bool) -> Place:
    if before is None:
        return Place(crossed, indefinite, modified, False)
    appositive = before.text in (',"“–—:-' if not crossed else ',"“–—')
    led = appositive or before.bare.lower() in KINDS
    return Place(crossed, indefinite, modified and not led, appositive)


def _named(page: Prose, at: int, stop: int, score: float) -> Iterator[NameCandidate]:
    """Yield the name that stands at `at`, behind "called" or "our"."""
    words = tokens(page.text, at, min(stop, at + 160))
    while words and (
        words[0].text in "\"“'" or words[0].text.lower() in ("the", "a", "an", "as", "by")
    ):
        words.pop(0)
    if not words:
        return
    if looks_proper(words[0].bare) or looks_odd(words[0].bare):
        one, after = run(page.text, words, 0, score, Place(0, False, False, True))
        if one is not None and not _lists(words, after):
            yield one
    elif lower := spelled_lower(page.text, words, score):
        yield lower
    elif words[0].bare.islower() and f". {words[0].bare} " in page.text:
        # No sentence starts with a small letter but with a name's.
        start = words[0].start + words[0].text.find(words[0].bare)
        yield NameCandidate(words[0].bare, None, start, start + len(words[0].bare), score)


def _lists(words: list[Token], at: int) -> bool:
    """Say whether a comma at `at` leads to another proper word: "namely X, Y and Z"."""
    return at + 1 < len(words) and words[at].text == "," and words[at + 1].bare[:1].isupper()


def _defined(page: Prose) -> Iterator[NameCandidate]:
    """Yield the names that sentences explain: "TreeWeave is a library"."""
    for index, start in enumerate((0, *page.ends[: _MOST - 1])):
        match = _DEFINED.match(page.text, start)
        if match is not None and looks_odd(match.group(1)) and not is_known(match.group(1)):
            score = 2.7 if index < 2 else 2.2
            yield NameCandidate(match.group(1), None, match.start(1), match.end(1), score)


def _called(page: Prose) -> Iterator[NameCandidate]:
    for start in _CALL_STARTS:
        at = page.low.find(start)
        if at < 0:
            continue
        first, stop = page.sentence(page.sentence_at(at))
        match = _WE_CALL.search(page.low, max(first, at - 70), stop)
        if match is not None:
            yield from _named(page, match.end(), stop, 3.2)


def _ours(page: Prose, lead: str) -> Iterator[NameCandidate]:
    at = page.low.find(lead)
    for _ in range(_MOST):
        if at < 0:
            break
        match = _BARE_OUR.match(page.low, at)
        if match is None or not page.text[match.end() : match.end() + 1].isupper():
            match = _OUR.match(page.low, at)
        if match is not None and (at == 0 or not page.low[at - 1].isalnum()):
            stop = page.sentence(page.sentence_at(at))[1]
            article = page.low.startswith(("a ", "an "), match.end())
            if page.text[match.end() : match.end() + 1].isalpha():
                # "our method, X" says more than "our X".
                score = 2.6 if match.group() in _BARE_OURS else 3.5
                yield from _named(page, match.end() + (2 if article else 0), stop, score)
        at = page.low.find(lead, at + 4)

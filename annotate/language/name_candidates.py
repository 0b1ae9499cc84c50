"""Words that may be the name of what a paper brings, each with a score for how it is brought in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from annotate.language.acronyms import (
    CONNECTORS,
    Token,
    bare,
    expansion_start,
    is_known,
    looks_odd,
    looks_proper,
    run_end,
    tokens,
)
from annotate.language.device_table import fold, table
from annotate.language.prose import Introduction, Prose

__all__ = ["NameCandidate", "candidates"]


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """A possible name; `[start, end)` is None when it stands only in the title."""

    name: str
    full: str | None
    start: int | None
    end: int | None
    score: float


@dataclass(frozen=True, slots=True)
class _Place:
    """How a run of proper words stands in what is introduced."""

    crossed: int
    """Prepositions and relatives between the verb and the run."""
    indefinite: bool
    modified: bool
    """Lower-case words that aren't just praise stand before it in its noun phrase."""
    appositive: bool


_BOUNDARY = frozenset(
    "that which where to for by via using with based when whose from as in on under through while "
    "is are can has without into at over between against towards toward across grounded "
    "leveraging consisting comprising built inspired called named dubbed termed evaluating "
    "qui que pour par avec basé basée dans sur en para con basado basada mediante sobre ; :".split()
)
_LISTING = frozenset("namely including like such e.g".split())
_PRAISE = frozenset(
    "novel new simple efficient effective first lightweight unified general fast scalable robust "
    "open open-source open-sourced comprehensive large-scale improved two three several so-called "
    "proposed state-of-the-art powerful practical flexible our we both following nouveau nouvelle "
    "nuevo nueva un une una a an the la le les el los das ein eine".split()
)
_CLASS_NOUNS = frozenset(
    "framework method methods model models approach algorithm algorithms system architecture network "
    "networks technique pipeline strategy scheme paradigm benchmark dataset data-set corpus suite "
    "library tool toolkit platform engine solver optimizer family procedure protocol language compiler "
    "simulator agent estimator mechanism variant package environment testbed accelerator recipe "
    "toolbox metric attack defense defence formalism criterion operator policy decoder encoder "
    "detector tokenizer scheduler service infrastructure task layer loss module objective kernel "
    "runtime format software collection implementation prototype classifier predictor planner "
    "modèle méthode cadre système modelo método marco sistema".split()
)
_PARTS = frozenset(
    "loss losses module modules reward rewards token tokens layer layers block blocks head heads unit "
    "objective regularizer regularization term metric metrics score embedding embeddings prompt prompts "
    "sampling function dataset datasets component branch bank constraint curriculum".split()
)
_ORGANISATION = re.compile(
    r"\b(?:Workshop|Conference|University|Challenge|Team|Shared|Institute|Association|Symposium|"
    r"Proceedings|Department|Centre|Center|Journal|Track|Competition|Project|Act|Section|Appendix|"
    r"Figure|Table|Theorem|Chapter)\b"
)
_CALLED = re.compile(
    r"(?:\bcalled|\bnamed|\bdubbed|\btermed|\bcoined|\b(?:we|is|are) (?:call|name|term|dub|"
    r"refer to as|denote)(?: (?:it|this|our|the)(?: \w+){0,2})?(?: as)?|\bdenoted (?:as|by)|"
    r"\breferred(?: to)? as|\bnamely|\bviz\.|\bentitled|\bnicknamed|\bcodenamed|\bknown as|"
    r"\babbreviated (?:as|to)|\bwe refer to (?:\w+ ){0,4}as|\bappelée?|\bnommée?|\bbaptisée?|"
    r"\bdénommée?|\bllamad[oa]|\bdenominad[oa]|\bnamens|\bgenannt),?\s+"
)
_CALL_HINTS = (
    "called", "named", "dubbed", "termed", "coined", "denote", "referred", "refer", "namely", "viz",
    "entitled", "nicknamed", "codenamed", "known", "abbreviated", "call", "name", "term", "dub",
    "appelé", "appelée", "nommé", "nommée", "baptisé", "baptisée", "dénommé", "dénommée", "llamado",
    "llamada", "denominado", "denominada", "namens", "genannt", "denoted",
)  # fmt: skip
_WINDOW = 320
_CROSSING = 3.5


def candidates(page: Prose, title: str | None) -> Iterator[NameCandidate]:
    """Yield every candidate that the text and its title bring in."""
    called = not page.words.isdisjoint(_CALL_HINTS)
    for order, introduction in enumerate(page.introductions):
        if introduction.weight >= 0.3:
            yield from _introduced(page, introduction, order, called)
    if called:
        yield from _called(page)
    if "our" in page.words:
        yield from _ours(page)
    if title:
        yield from _titled(page, title)


def _introduced(
    page: Prose, intro: Introduction, order: int, called: bool
) -> Iterator[NameCandidate]:
    base = 4.6 * intro.weight - (2.2 if intro.extra else 0.0) - min(order, 5) * 0.25
    start, stop = _object(page, intro)
    words = tokens(page.text, start, stop)
    submitted = "submission" in page.low[start:stop] or "submitted" in page.low[start:stop]
    if not submitted:
        yield from _walk(page, words, base, start)
    if called and intro.weight >= 0.45:
        for match in _CALLED.finditer(page.low, start, stop):
            weak = 1.0 if "known as" in match.group() else 0.0
            yield from _named(page, match.end(), stop, base + 1.0 - weak)


_OPENING = re.compile(
    r"(?:(?:in|to|with|for|based|by|given|motivated|inspired|towards?|following) [^,.]{3,90}|here|"
    r"therefore|thus|finally|first(?:ly)?|then|moreover|furthermore|hence|specifically|accordingly|"
    r"as a (?:result|consequence|remedy)),\s+"
)


def _object(page: Prose, intro: Introduction) -> tuple[int, int]:
    start, stop = intro.object_start, min(intro.object_end, intro.object_start + _WINDOW)
    if intro.passive and (opening := _OPENING.match(page.low, start, stop)):
        start = opening.end()
    return start, stop


def _walk(page: Prose, words: list[Token], base: float, begin: int) -> Iterator[NameCandidate]:
    """Go through what is introduced and yield its names, those before the first preposition best."""
    crossed = at = 0
    headed = indefinite = modified = False
    first = page.sentence(page.sentence_at(begin))[0]
    while at < len(words) and crossed < 4:
        word = words[at]
        low = word.bare.lower()
        if word.text == "(":
            penalty = 0.8 if headed and crossed else _CROSSING * crossed
            yield from _parenthesis(page, words, at, begin, base, penalty)
            at = _closing(words, at)
        elif low in _BOUNDARY or low in _LISTING or word.text in ";:":
            crossed += 2 if low in _LISTING else 1
            indefinite = modified = False
        elif word.start > first and word.bare[:1].isupper() or looks_odd(word.bare):
            before = words[at - 1].text if at else ""
            appositive = before != "" and before in (',"“–—:-' if not crossed else ',"“–—')
            nouns = at > 0 and words[at - 1].bare.lower() in _CLASS_NOUNS
            crossed += at > 1 and before.endswith("ing")
            place = _Place(crossed, indefinite, modified and not (nouns or appositive), appositive)
            one, at = _run(page, words, at, base, place)
            if one is not None:
                headed = headed or not crossed
                yield one
            continue
        elif low in ("a", "an", "un", "une", "una"):
            indefinite, modified = True, False
        elif low in ("the", "our", "its"):
            indefinite = modified = False
        elif low and low not in _PRAISE and low[0].isalnum():
            modified = True
        at += 1


def _run(
    page: Prose, words: list[Token], at: int, base: float, place: _Place
) -> tuple[NameCandidate | None, int]:
    """Return the candidate that the run of proper words at `at` makes, and where to go on."""
    end, beyond = run_end(words, at)
    text = page.text
    penalty = (1.0 if place.appositive else _CROSSING) * min(place.crossed, 2)
    score = base - penalty
    opening = _opening(words, beyond)
    if opening is not None:
        inside = _inside(words, opening)
        if inside is not None:
            begin = expansion_start(inside.bare, text, words[opening - 1].end, words[at].start)
            if begin is not None or (beyond == end == opening and end - at > 1):
                full = text[words[at].start : words[opening - 1].end]
                known = is_known(inside.bare, full)
                one = None if known else _candidate(inside, full, score + 0.4)
                return one, _closing(words, opening) + 1
        if end == opening and (one := _spelled_out(page, words, at, end, score)):
            return one, end
    while end > at + 1 and is_known(words[end - 1].bare) and end - at > 1 and place.crossed:
        end -= 1
    return _plain(page, words[at : end + 2], end - at, score, place), end


def _opening(words: list[Token], at: int) -> int | None:
    """Return the index of the bracket that follows at `at`, up to three plain words on."""
    for index in range(at, min(at + 4, len(words))):
        word = words[index]
        if word.text == "(":
            return index
        if not word.bare[:1].isalpha() or word.bare.lower() in _BOUNDARY:
            return None
    return None


def _spelled_out(
    page: Prose, words: list[Token], at: int, end: int, score: float
) -> NameCandidate | None:
    """Return "GAS" for "GAS (Gradient-Aware Scheduling)"."""
    closing = _closing(words, end)
    if closing >= len(words) or closing - end < 3 or end - at > 2:
        return None
    name = _joined(page.text, words[at:end])
    content = page.text[words[end].end : words[closing].start].strip()
    if is_known(name) or expansion_start(name, content, len(content), 0) != 0:
        return None
    start = page.text.find(name, words[at].start)
    return NameCandidate(name, content, start, start + len(name), score + 0.6)


def _plain(
    page: Prose, words: list[Token], count: int, score: float, place: _Place
) -> NameCandidate | None:
    """Return the candidate of the first `count` of `words`; the next one tells what follows."""
    run = words[:count]
    name = _joined(page.text, run)
    if len(name) < 2 or all(is_known(word.bare) or len(word.bare) < 2 for word in run):
        return None
    if (
        _ORGANISATION.search(name)
        or fold(name) in table().rows
        or not (looks_odd(name) or looks_proper(run[-1].bare))
    ):
        return None
    odd = any(looks_odd(word.bare) and not is_known(word.bare) for word in run)
    after = words[count] if count < len(words) else None
    low = after.bare.lower() if after else ""
    noun = low in _CLASS_NOUNS or low.rstrip("s") in _CLASS_NOUNS
    closes = after is None or run[-1].text[-1] in ".,;:!?" or not low[:1].isalpha()
    closes = closes or noun or low in _BOUNDARY or low in ("a", "an", "of")
    score += 0.3 if odd else -0.4 if count > 1 else -0.9
    if run[-1].text[-1] == "," or (after is not None and after.text == ","):
        # "X, a …" explains a name; "X, Y and Z" lists things.
        follower = words[count + 1].bare if count + 1 < len(words) else ""
        score += 1.0 if follower in ("a", "an", "the", "our", "which") else 0.0
    if not closes:
        score -= 1.6 if odd else 3.0
    if place.indefinite and not place.appositive and after is not None and low[:1].isalpha():
        score -= 3.5 if low not in _BOUNDARY else 1.0
    if place.modified and not odd:
        score -= 3.0
    if low in _PARTS:
        score -= 1.2
    start = page.text.find(name, run[0].start)
    return NameCandidate(name, None, start, start + len(name), score)


def _parenthesis(
    page: Prose, words: list[Token], at: int, begin: int, base: float, penalty: float
) -> Iterator[NameCandidate]:
    inside = _inside(words, at)
    if inside is None or at == 0:
        return
    before = words[at - 1].end
    start = expansion_start(inside.bare, page.text, before, begin)
    if start is None:
        if looks_odd(inside.bare) and not is_known(inside.bare):
            yield _candidate(inside, None, base - penalty - 0.8)
        return
    if is_known(inside.bare, page.text[start:before]):
        return
    crossed = sum(1 for word in words[:at] if word.start < start and word.bare.lower() in _BOUNDARY)
    yield _candidate(inside, page.text[start:before], base + 0.2 - _CROSSING * crossed)


_FOR_SHORT = (["for", "short"], ["in", "short"])
_OR = frozenset(
    "i.e. i.e or abbreviated named called dubbed termed aka a.k.a. henceforth hereafter as".split()
)


def _inside(words: list[Token], at: int) -> Token | None:
    """Return the acronym that alone, or with "for short", stands in the parenthesis at `at`."""
    closing = _closing(words, at)
    content = words[at + 1 : closing]
    if closing >= len(words) or not content:
        return None
    low = [word.text.lower() for word in content]
    if len(content) > 1:
        if low[-2:] in _FOR_SHORT or low[1] in (",", ";", "/"):
            content = content[:1]
        elif low[0] in _OR:
            content = content[-1:]
        elif len(content) > 2 or not all(word.bare[:1].isupper() for word in content):
            return None
    name = content[0] if len(content) == 1 else None
    if name is None:
        joined = " ".join(word.bare for word in content)
        return Token(joined, content[0].start, content[-1].end, joined)
    if not any(c.isupper() for c in name.bare) or len(name.bare) > 30 or "/" in name.bare:
        return None
    start = name.start + name.text.find(name.bare)
    return Token(name.text, start, start + len(name.bare), name.bare)


def _closing(words: list[Token], at: int) -> int:
    depth = 0
    for index in range(at, len(words)):
        if words[index].text == "(":
            depth += 1
        elif words[index].text == ")":
            depth -= 1
            if depth == 0:
                return index
    return len(words)


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
        one, after = _run(page, words, 0, score, _Place(0, False, False, True))
        listed = (
            after + 1 < len(words)
            and words[after].text == ","
            and words[after + 1].bare[:1].isupper()
        )
        if one is not None and not listed:
            yield one
        return
    for index, word in enumerate(words[:8]):
        if word.text == "(":
            inside = _inside(words, index)
            full = page.text[words[0].start : words[index - 1].end]
            if inside is not None and index and not is_known(inside.bare, full):
                yield _candidate(inside, full, score)
            return
    name = words[0].bare
    if any(c.isdigit() for c in name) and name[:1].isalpha():
        yield NameCandidate(name, None, words[0].start, words[0].start + len(name), score - 1.0)


_WE_CALL = re.compile(
    r"\b(?:framework|method|approach|model|algorithm|system|technique|architecture|network|strategy|"
    r"procedure|dataset|benchmark|scheme|mechanism|tool|estimator|library|pipeline|optimizer|solution|"
    r"result|resulting [\w-]+|our [\w-]+|it|this)\b[^.]{0,40}?,? (?:which |that )?(?:we|is|are) "
    r"(?:call|name|term|dub|denote|refer to|called|named|termed|dubbed)"
    r"(?: (?:it|this|our|the)(?: \w+){0,2})?(?: as)?\s+"
)


def _called(page: Prose) -> Iterator[NameCandidate]:
    for match in _WE_CALL.finditer(page.low):
        stop = page.sentence(page.sentence_at(match.start()))[1]
        if match.end() < stop:
            yield from _named(page, match.end(), stop, 3.2)


_OUR = re.compile(
    r"our (?:(?:[\w-]+ ){0,4}(?:method|model|approach|framework|system|algorithm|architecture|"
    r"dataset|benchmark|solution|tool|network|technique|design of|agent|engine|optimizer)s?,? |"
    r"(?:proposed |new |novel )?)"
)


def _ours(page: Prose) -> Iterator[NameCandidate]:
    at = page.low.find("our ")
    while at >= 0:
        match = _OUR.match(page.low, at)
        if match is not None and (at == 0 or not page.low[at - 1].isalnum()):
            stop = page.sentence(page.sentence_at(at))[1]
            following = page.text[match.end() : match.end() + 1]
            article = page.low.startswith(("a ", "an "), match.end())
            if following.isupper() or article or following.islower():
                yield from _named(page, match.end() + (2 if article else 0), stop, 2.6)
        at = page.low.find("our ", at + 4)


_COLON = re.compile(r"\s*:\s|\s*：|:(?=[^\x00-\x7f])|\s+[-–—]+\s+|—|, (?=an? )")
_TITLE_OPENERS = ("towards", "toward", "introducing", "meet", "presenting", "the", "a")


def _titled(page: Prose, title: str) -> Iterator[NameCandidate]:
    """Yield the name before the colon of a title, "Name: a …"."""
    colon = _COLON.search(title)
    if colon is None:
        return
    words = title[: colon.start()].split()
    while len(words) > 1 and words[0].lower() in _TITLE_OPENERS:
        words.pop(0)
    if not words or len(words) > 7:
        return
    if len(words) > 2 and words[1].lower() in ("and", "&") and looks_odd(bare(words[0])):
        words = words[:1]
    if len(words) > 1 and words[-1].startswith("(") and looks_odd(bare(words[-1][1:-1])):
        words = [words[-1][1:-1]]
    if all(is_known(bare(word)) for word in words):
        return
    name = bare(" ".join(words))
    start = page.text.find(name)
    comma = colon.group().startswith(",")
    if len(words) == 1:
        odd = looks_odd(name)
        if (odd or start >= 0) and not (comma and not odd):
            yield _titular(name, start, 4.2 if odd else 3.0)
    elif (
        start >= 0 and not comma and all(w[:1].isupper() or w.lower() in CONNECTORS for w in words)
    ):
        yield _titular(name, start, 3.2)


def _titular(name: str, start: int, score: float) -> NameCandidate:
    if start < 0:
        return NameCandidate(name, None, None, None, score)
    return NameCandidate(name, None, start, start + len(name), score)


def _candidate(word: Token, full: str | None, score: float) -> NameCandidate:
    return NameCandidate(word.bare, full, word.start, word.end, score)


def _joined(text: str, run: list[Token]) -> str:
    return bare(text[run[0].start : run[-1].end])

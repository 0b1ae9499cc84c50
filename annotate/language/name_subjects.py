"""Names that a text explains or uses as subjects without a verb that brings them in.

Offsets are half-open and count code points of the text.
"""

import re
from collections.abc import Iterator
from itertools import islice

from annotate.language.acronyms import expansion_start, is_known, looks_odd, tokens
from annotate.language.device_table import table
from annotate.language.name_calls import KIND, KINDS
from annotate.language.name_runs import NameCandidate, Place, run
from annotate.language.prose import Prose

__all__ = ["appositions", "defined", "subjects"]

_MOST = 40
"""More sentences than any abstract has; what follows is not looked at."""
_DEFINED = re.compile(
    r"(?:[A-Z][A-Za-z]+: +)?[“\"]?([^\W\d_][\w+²³-]*)[”\"]? "
    r"(?:is|are|est|es|ist) (?:an?|the first|un|une|una|ein|eine) "
)
_PRESENTED = re.compile(r"\bwe (?:present|propose|describe|introduce|develop)\b")
_FRESH = re.compile(r"(?:new|novel|open-source|open|free)\b")
_APPOSED = re.compile(r", ([A-Z0-9][\w+²³⁺-]*)(?=[,.])")
_APPOSED_TO = re.compile(
    rf"\b(?:an?|our|novel|new) (?:[\w-]+ ){{0,4}}?{KIND}"
    r"(?: (?:with|for|of|to|based on) [^,.;:()]{1,50})?$"
)
_DASHED = re.compile(r" [-–—] ([A-Z][\w+²³⁺-]*[A-Z][\w+²³⁺-]*) [-–—] ")
_DASHES = (" - ", " – ", " — ")
_DASHED_TO = re.compile(
    rf"\b(?:an?|our|novel|new) (?:[\w-]+ ){{0,4}}?{KIND}(?: [^,.;:()]{{1,60}})?$"
)
_ESTABLISHED = re.compile(
    r"\b(?:existing|popular|widely|well-known|standard|state-of-the-art|public\w*|recent\w*|like|"
    r"common|such|prior|previous\w*)\b"
)
_NET = rf"(?:{KIND}|[\w-]*[Nn]et|transformer|autoencoder|surrogate|emulator|regressor)\b"
_TRAINED = re.compile(
    rf"we [\w-]+ ([^\W_][\w+²³⁺-]*), an? (?:[\w-]+ ){{0,5}}?{_NET}", re.IGNORECASE
)
_IDEAS = frozenset(
    "ideas techniques design designs approach optimizations insights mechanisms methods "
    "principles algorithms".split()
)
_EMBODIED = re.compile(
    r"\b(?:[Ww]e|and) (?:implement|integrate|realize|embody|combine|incorporate|build)(?:ed|d)? "
    rf"(?:these|our|the|this|all) (?:\w+ )?(?:{'|'.join(sorted(_IDEAS))}) (?:in|into|as) "
    r"([A-Z][\w+²³⁺-]*|[a-z]+[A-Z][\w+²³⁺-]*), (?:an?|our|the) "
)
_TRAINING = frozenset(
    "train pretrain fit distil distill assemble engineer built tune report".split()
)
_LEADS = {"tune": "we fine-tune "}
_STATED = re.compile(
    rf"([^\W_][\w+²³⁺.-]*), an? (?:[\w-]+ ){{0,5}}?{_NET}(?: [^,.;]{{1,60}})?, "
    r"(?:is|are|was|were|has|can|[a-z]{3,}(?:s|ed)) "
)
_OWN = re.compile(r"\b(?:we|our|us|this (?:paper|work|article|study)|here|new|novel)\b")
_SPEAKS = (" we ", " our ", " this paper ", " this work ", " this article ", " this study ")
_OTHERS = re.compile(
    r"\b(?:stud(?:y|ies|ied)|analy[sz]\w+|compar(?:e[ds]?|ing)\b|evaluat\w+|revisit\w*|investigat\w+|surve\w+|"
    r"recent\w*|previous\w* (?:[\w-]+ )?(?:works?|methods?|approach\w*|stud\w+|models?|systems?)|"
    r"previously|prior|existing|popular|widely|well-known|state-of-the-art|such as|"
    r"including|like|e\.g|using|use|used|apply|applied)\b"
)
_LONGEST_OPENING, _LONGEST_WORD = 90, 40
_LABEL = re.compile(r"(?:[A-Z][A-Za-z]+: +)?")
_ACTS = re.compile(
    r"[^\W_][\w+²³⁺.-]*(?: \([^()]{4,90}\))?,? (?:also |then |first |thus |further |\w+ly )?"
    r"(?:[a-z]{2,}s|can|uses?|[a-z]{3,}ed)\s"
)
_ACTING = re.compile(r"(?:^|(?<=[.!?] )|(?<=, ))([A-Z][a-z]{3,}) (?:also )?(?=[a-z]{3,}s )")
_COMMON = ("ing", "ion", "ity", "ness", "ment", "ism", "ance", "ence", "ly")
_UNHEARD = frozenset(("new", "novel"))
_LISTED = re.compile(
    r"\b(?:new|novel) (?:[\w-]+ )?(?:algorithms|methods|solvers|estimators|models|attacks): "
    r"([A-Z][\w-]+(?: [A-Z][\w-]+)+)(?=,| and )"
)
_QUOTED = re.compile(r"\b(?:[Ii]mplemented|[Rr]ealized|[Bb]uilt) as an? [\"“]([A-Z][\w-]+)[\"”]")
_BUILT = frozenset("implemented realized built".split())
_VERSIONED = re.compile(r"\. (([^\W\d_][\w+-]*) v?\d+(?:\.\d+)?) (?:[a-z]{3,}s|can) ")
_IMPROVED = re.compile(
    r"\b(?:we|paper|work) (?:[\w-]+ ){0,2}?(?:improve|increase|extend|accelerate|speed|redesign|"
    r"enhance|optimi[sz]e|revise)s? "
)
_SPELLED = re.compile(r"([A-Z][\w-]*(?: [A-Z][\w-]*)+) \(([A-Z][\w-]*)\) [a-z]{3,}s ")


def defined(page: Prose, title: str | None) -> Iterator[NameCandidate]:
    """Yield the names that sentences explain: "TreeWeave is a library", "Kite is a new engine"."""
    for index, start in enumerate((0, *page.ends[: _MOST - 1])):
        match = _DEFINED.match(page.text, start)
        if match is None or is_known(match.group(1)):
            continue
        name = match.group(1)
        if _PRESENTED.search(page.low, match.end(), page.sentence(index)[1]):
            score = 3.4
        elif looks_odd(name):
            score = 2.7 if index < 2 else 2.2
        elif (
            name == title
            or name.islower()
            or (name[0].isupper() and _FRESH.match(page.text, match.end()))
        ):
            score = 3.0
        else:
            continue
        yield NameCandidate(name, None, match.start(1), match.end(1), score)


def appositions(page: Prose) -> Iterator[NameCandidate]:
    """Yield the names that stand behind what they are: "we train an agent, AskOnce, that"."""
    yield from _trained(page)
    if not page.words.isdisjoint(_IDEAS):
        yield from _embodied(page)
    if ", " not in page.text:
        return
    for match in islice(_APPOSED.finditer(page.text), _MOST):
        name = match.group(1)
        if not looks_odd(name) or is_known(name) or table().row(name) is not None:
            continue
        first, _ = page.sentence(page.sentence_at(match.start()))
        lead = page.low[max(first, match.start() - 200) : match.start()]
        own = _OWN.search(page.low, max(first, match.start() - 400), match.start())
        if _APPOSED_TO.search(lead[-120:]) and own and not _OTHERS.search(lead):
            yield NameCandidate(name, None, match.start(1), match.end(1), 3.2)


def _embodied(page: Prose) -> Iterator[NameCandidate]:
    """Yield "TideServe" of "we implement these ideas in TideServe, a serving system"."""
    for match in islice(_EMBODIED.finditer(page.text), _MOST):
        name = match.group(1)
        fresh = page.text.find(name) == match.start(1)
        if fresh and not is_known(name) and table().row(name) is None:
            yield NameCandidate(name, None, *match.span(1), 3.4)


def _trained(page: Prose) -> Iterator[NameCandidate]:
    """Yield "we train TideNet, a small network, to", and "with a network - TideNet - that"."""
    for verb in sorted(_TRAINING & page.words):
        at = page.low.find(_LEADS.get(verb) or f"we {verb} ")
        if at >= 0 and (match := _TRAINED.match(page.text, at)):
            yield from _coined_at(page, match, 3.2)
    if any(dash in page.text for dash in _DASHES):
        for match in islice(_DASHED.finditer(page.text), _MOST):
            lead = page.low[max(0, match.start() - 150) : match.start()]
            if _DASHED_TO.search(lead) and not match.group(1).isupper():
                yield from _coined_at(page, match, 3.0)


def _coined_at(page: Prose, match: re.Match[str], score: float) -> Iterator[NameCandidate]:
    """Yield the odd name of `match` where the text tells of it for the first time."""
    name, start = match.group(1), match.start(1)
    first, stop = page.sentence(page.sentence_at(start))
    if not looks_odd(name) or is_known(name) or table().row(name) is not None:
        return
    near = page.low[max(first, start - 100) : min(stop, start + 80)]
    if page.text.find(name) == start and _ESTABLISHED.search(near) is None:
        yield NameCandidate(name, None, start, start + len(name), score)


def subjects(page: Prose) -> Iterator[NameCandidate]:
    """Yield odd words that act ("FastaPack compresses …"), told of nowhere before, and the like.

    The weakest sign of all: asked for only where nothing else was found.
    """
    said = [at + 1 for word in _SPEAKS if (at := page.low.find(word)) >= 0]
    own = page.sentence(page.sentence_at(min(said)))[0] if said else 0
    if page.low.startswith(("we ", "our ", "this paper ", "this work ")):
        own = 0
    yield from _renewed(page, own)
    yield from _coined(page, own)
    yield from _repeated(page, own)
    for start in (0, *page.ends[: _MOST - 1]):
        for at in _openings(page.text, start):
            if page.text.startswith("the ", at) and at >= own:
                yield from _spelled_out(page, at + 4)
            word = page.text[at : page.text.find(" ", at, at + _LONGEST_WORD)]
            if at < own or not looks_odd(word.rstrip(",")):
                continue
            if word.endswith(",") and (stated := _STATED.match(page.text, at)):
                yield from _coined_at(page, stated, 3.0)
            if _ACTS.match(page.text, at):
                yield from _acting(page, at, own)


def _coined(page: Prose, own: int) -> Iterator[NameCandidate]:
    """Yield "two new solvers: Damped Tide Descent, and …", and "built as a “Sandformer”"."""
    if not page.words.isdisjoint(_UNHEARD) and page.text.find("s: ", own) > 0:
        for match in islice(_LISTED.finditer(page.text, own), _MOST):
            yield NameCandidate(match.group(1), None, *match.span(1), 3.4)
    if not page.words.isdisjoint(_BUILT):
        for match in islice(_QUOTED.finditer(page.text, own), _MOST):
            if not is_known(match.group(1)):
                yield NameCandidate(match.group(1), None, *match.span(1), 2.6)


def _repeated(page: Prose, own: int) -> Iterator[NameCandidate]:
    """Yield "Optima" of "Optima widens … Optima mines … Optima yields a speedup of 1.2x".

    Only where the authors never say "we propose", "we compare" and the like.
    """
    if page.introductions:
        return
    acting = [match.group(1) for match in islice(_ACTING.finditer(page.text, own), _MOST)]
    for name in dict.fromkeys(acting):
        wins = any(f"{name}{verb}" in page.text for verb in _WINS)
        if acting.count(name) < 2 or not wins or name.endswith(_COMMON) or is_known(name):
            continue
        at, low = page.text.find(name), name.lower()
        if at >= own and low not in page.text and low not in KINDS and table().row(name) is None:
            yield NameCandidate(name, None, at, at + len(name), 2.2)


def _renewed(page: Prose, own: int) -> Iterator[NameCandidate]:
    """Yield "shardnet 2.0" where it acts after "we improve shardnet"."""
    for match in islice(_VERSIONED.finditer(page.text), _MOST):
        at = page.text.find(f" {match.group(2)}", own)
        if not own <= at < match.start():
            continue
        first, stop = page.sentence(page.sentence_at(at))
        if _IMPROVED.search(page.low, first, at) and stop <= match.start():
            yield NameCandidate(match.group(1), None, *match.span(1), 3.0)
            return


def _spelled_out(page: Prose, at: int) -> Iterator[NameCandidate]:
    """Yield "RDF" of "On one map, the Rolling Dune Filter (RDF) finds …"."""
    match = _SPELLED.match(page.text, at)
    if match is None:
        return
    name, full = match.group(2), match.group(1)
    whole = expansion_start(name, full, len(full), 0) == 0 and not is_known(name, full)
    if whole and page.text.find(full) == at and not _OTHERS.search(page.low, at, match.end()):
        yield NameCandidate(name, full, *match.span(2), 3.0)


def _openings(text: str, start: int) -> Iterator[int]:
    """Yield where a sentence at `start` may have its subject: also behind "Building on this, "."""
    label = _LABEL.match(text, start)
    yield start if label is None else label.end()
    comma = text.find(", ", start, start + _LONGEST_OPENING)
    if comma > 0 and text.find(".", start, comma) < 0:
        yield comma + 2


_WINS = tuple(
    f" {verb} "
    for verb in "achieves outperforms attains reaches improves reduces surpasses obtains yields "
    "delivers".split()
)


def _explained(page: Prose, name: str, at: int) -> Iterator[NameCandidate]:
    """Yield "BPT" of "we turn it into a trigger in Baton Policy Tuning (BPT)" if it wins later."""
    end = at + len(name)
    if page.text[at - 1 : at] != "(" or page.text[end : end + 1] != ")":
        return
    first = page.sentence(page.sentence_at(at))[0]
    if not page.low.startswith("we ", first) and page.low.find(" we ", first, at) < 0:
        return
    start = expansion_start(name, page.text, at - 2, first)
    if start is not None and any(f"{name}{verb}" in page.text for verb in _WINS):
        yield NameCandidate(name, page.text[start : at - 2], at, end, 3.2)


def _acting(page: Prose, at: int, own: int) -> Iterator[NameCandidate]:
    stop = page.sentence(page.sentence_at(at))[1]
    words = tokens(page.text, at, min(stop, at + 160))
    name = words[0].bare
    if not looks_odd(name) or is_known(name) or table().row(name) is not None:
        return
    earliest = page.text.find(name)
    place = page.sentence(page.sentence_at(earliest))
    if earliest < own or _OTHERS.search(page.low, *place):
        return
    if earliest < at:
        yield from _explained(page, name, earliest)
    elif words[1].text != "(":
        yield NameCandidate(name, None, at, at + len(name), 2.4)
        return
    one, _ = run(page.text, words, 0, 2.2, Place(0, False, False, False))
    if one is not None:
        yield one

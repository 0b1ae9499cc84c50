"""Names that a text gives by calling something so: "our solver, termed X", "we call it X".

Offsets are half-open and count code points of the text.
"""

import re
from collections.abc import Iterator, Sequence

from annotate.language.acronyms import Token, is_known, looks_odd, looks_proper, tokens
from annotate.language.name_runs import NameCandidate, Place, run, spelled_lower
from annotate.language.prose import Prose

__all__ = ["CALLED", "KIND", "KINDS", "called", "calls", "named"]

_MOST = 12
"""More places of one verb than any abstract has; what follows is not looked at."""
_REACH = 200
"""So many characters behind a verb are looked at."""
_ACTIVE = frozenset(
    "call name term dub coin nickname christen denote refer abbreviate baptize".split()
)
_SAID = frozenset(
    "called named dubbed termed coined nicknamed christened baptized codenamed code-named denoted "
    "referred".split()
)
_FOREIGN = (
    "appelé appelée nommé nommée baptisé baptisée dénommé dénommée llamado llamada denominado "
    "denominada namens genannt"
).split()
_CALLS = _ACTIVE | _SAID | frozenset((*_FOREIGN, "namely", "viz", "entitled", "known"))
_OBJECT = r"(?:(?:it|this|our|the)(?: [\w-]+){0,3}?)"
CALLED = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(_SAID - {'denoted', 'referred'}))}|namely|entitled|known as)"
    r"|\bviz\.|\b(?:denoted (?:as|by)|referred(?: to)? as|abbreviated (?:as|to))"
    rf"|\b(?:we|is|are) (?:{'|'.join(sorted(_ACTIVE - {'refer'}))})(?: {_OBJECT})?"
    rf"|\b(?:we|to) refer to(?: {_OBJECT})?|\b(?:{'|'.join(_FOREIGN)}))(?: as| by)?,?\s+"
)
"""Matches, in lower case, what stands right before a name that is given."""
KINDS = frozenset(
    "framework method approach model algorithm system technique architecture network strategy "
    "procedure dataset benchmark scheme mechanism tool estimator library pipeline optimizer "
    "optimiser solution result engine agent decoder encoder detector accelerator variant version "
    "compiler solver sampler simulator protocol corpus platform package toolkit module kernel "
    "representation paradigm policy classifier implementation chip prototype sensor scheduler "
    "runtime extension operator instance dropout layer attention loss unit processor index format "
    "macro core circuit pager planner controller tokenizer ranker software rule heuristic "
    "field".split()
)
"""What authors bring and call something, in the singular."""
KIND = rf"(?:{'|'.join(sorted(KINDS))})s?"
_ANY_KIND = re.compile(rf"\b{KIND}\b|\b(?:our [\w-]+|it|this)\b")
_NEW = re.compile(
    r"\b(?:our|proposed?|resulting|new|novel|modified|this|it|we|first|improved|extended|final)\b"
)
_TAKEN = re.compile(r"\b(?:using|use|with|by|from|existing|popular|known|recent|prior)\b")
_AFTER_SAID = re.compile(r"(?: to)?(?: as| by)?,?\s+")
_AFTER_ACTIVE = re.compile(
    rf"(?: to)?(?: {_OBJECT})?(?: as| by)?\s+"
    r"(?=[^a-z\s]|(?:[\w-]+ ){1,5}\(|(?:[\w-]+ ){0,3}[\w-]+[,.;)])"
)
_WITH_OBJECT = re.compile(rf"(?: to)? (?:{_OBJECT})(?: as| by)? +(?=[^ ])")
_AS = re.compile(r"(?: as| by)?\s+(?:the )?")
_CALLED_SO = re.compile(
    rf"(?: to)? (?:it\b|this (?:as|by)\b|(?:this|our|the) (?:[\w-]+ ){{0,3}}?{KIND}\b)"
)
_WE = (" we ", "\nwe ", " also ", " then ", " hereafter ", " simply ", "(we ")
_JOINED = (" and ", ", ")
_CLAUSE = re.compile(r"[.,;](?:\s|$)")
_SKIPPED = frozenset(("the", "a", "an", "as", "by"))
_LOWER = re.compile(r"[\"'“‘`]*([a-z][\w-]*(?: [a-z][\w-]*){0,3})[\"'”’]*(?=[.,;)]| \()")
_NO_NAME = frozenset(
    "a an the it this that these those our their its as by to in on for of with from we and or is "
    "are was were be not which where when new novel".split()
)


def calls(page: Prose) -> bool:
    """Say whether the text has a word that gives a name; quicker than any pattern."""
    return not page.words.isdisjoint(_CALLS)


def named(
    page: Prose, at: int, stop: int, score: float, *, direct: bool = False
) -> Iterator[NameCandidate]:
    """Yield the name that stands at `at`, behind "called" or "our".

    `direct`: the text gives the name there, so that it may be one that is known, or plain words.
    """
    if not direct and _is_plain(page.text, at, stop):
        return
    words = tokens(page.text, at, min(stop, at + 160))
    while words and (words[0].text in "\"“'`" or words[0].text.lower() in _SKIPPED):
        words.pop(0)
    if not words:
        return
    if looks_proper(words[0].bare) or looks_odd(words[0].bare):
        one, after = run(page.text, words, 0, score, Place(0, False, False, True, direct))
        if one is not None and not _lists(words, after):
            yield one
    elif lower := spelled_lower(page.text, words, score, direct=direct):
        yield lower
    elif words[0].bare.islower() and f". {words[0].bare} " in page.text:
        # No sentence starts with a small letter but with a name's.
        start = words[0].start + words[0].text.find(words[0].bare)
        yield NameCandidate(words[0].bare, None, start, start + len(words[0].bare), score)
    elif direct and (match := _LOWER.match(page.text, at, stop)):
        name = match.group(1)
        if _NO_NAME.isdisjoint(name.split(" ")) and not is_known(name):
            yield NameCandidate(name, None, match.start(1), match.end(1), score - 0.4)


def _is_plain(text: str, at: int, stop: int) -> bool:
    """Say quickly of most words that they begin no name: small letters, no bracket near."""
    word = text[at : text.find(" ", at, at + 40)]
    if not (word.isalpha() and word.islower()) or word in _SKIPPED:
        return False
    return text.find("(", at, min(stop, at + 100)) < 0 and f". {word} " not in text


def _lists(words: Sequence[Token], at: int) -> bool:
    """Say whether a comma at `at` leads to another proper word: "namely X 3.1, Y and Z"."""
    at += at < len(words) and words[at].bare[:1].isdigit()
    if at + 2 >= len(words) or words[at].text != ",":
        return False
    at += 2 if words[at + 1].text == "and" else 1
    return words[at].bare[:1].isupper()


def called(page: Prose) -> Iterator[NameCandidate]:
    """Yield the names that are given anywhere: "our solver, termed X", "and dub it X"."""
    for verb in sorted(page.words & (_SAID | _ACTIVE)):
        at = page.low.find(verb)
        for _ in range(_MOST):
            if at < 0:
                break
            end = at + len(verb)
            if at and not page.low[at - 1].isalnum() and not page.low[end : end + 1].isalnum():
                yield from _given(page, at, end, passive=verb in _SAID)
            at = page.low.find(verb, end)


def _given(page: Prose, at: int, end: int, *, passive: bool) -> Iterator[NameCandidate]:
    """Yield the name that the verb at `[at, end)` gives, if it gives one to something new."""
    first, stop = page.sentence(page.sentence_at(at))
    lead, stop = page.low[max(first, at - 80) : at], min(stop, end + _REACH)
    if not lead.strip() and passive:
        return
    fresh = _NEW.search(lead) is not None
    if passive:
        match = _AFTER_SAID.match(page.low, end, stop)
        if match is None or _ANY_KIND.search(lead[-60:]) is None:
            return
        if not fresh and _TAKEN.search(lead):
            return
        yield from named(page, match.end(), stop, 3.4 if fresh else 2.4, direct=fresh)
        return
    object_ = _WITH_OBJECT.match(page.low, end, stop)
    so = _CALLED_SO.match(page.low, end, stop)
    if object_ is not None and so is None:
        return  # "we call this phenomenon X"
    ours = page.low.startswith("we ", at - 3) or lead.endswith(_WE)
    if not ours and not (lead.endswith(_JOINED) and object_):
        return
    match = _AFTER_ACTIVE.match(page.text, end, stop)
    if object_ is not None and so is not None:
        match = _AS.match(page.text, so.end(), stop)
    if match is not None and (object_ is not None or _ANY_KIND.search(lead)):
        score = 2.2 if " also " in page.low[first:at] else 3.4
        yield from named(page, match.end(), stop, score, direct=True)
    if object_ is not None:
        yield from _last(page, object_.end(), stop)


def _last(page: Prose, at: int, stop: int) -> Iterator[NameCandidate]:
    """Yield the last word of "we call our implementation of this with that NAME"."""
    clause = _CLAUSE.search(page.text, at, min(stop, at + 120))
    if clause is None:
        return
    start = page.text.rfind(" ", at - 1, clause.start()) + 1
    name = page.text[start : clause.start()]
    if looks_odd(name):
        yield NameCandidate(name, None, start, clause.start(), 3.4)

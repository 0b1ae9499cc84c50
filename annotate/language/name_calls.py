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
    "aka referred".split()
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
    "program composition combination field".split()
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
_OPENED = re.compile(r"\s+([^\W_][\w²³+-]*), (?:our|the|this|it)\b")
_JUDGED = re.compile(r"\b(?:evaluat\w+|compar\w+|analys[ei]s|study) (?:of|between|with) [^,.;]*$")
_MADE_IS = re.compile(rf"\b(?:{KIND}|it|this|which|that) (?:is|are) $")
_WE = (" we ", "\nwe ", " also ", " then ", " hereafter ", " simply ", "(we ")
_JOINED = (" and ", ", ")
_THIS = re.compile(r"(?: to)? this (?:as )?[\"“'‘]?([\w²³+-]{3,})[\"”'’]?(?=[.,;:]|\s?\()")
_WHICH = re.compile(r"[a-z)][,(]? \(?(?:which|that) we (?:\w+ )?$")
_NOT_MADE = re.compile(
    r"\b(?:phenomen\w+|effects?|propert\w+|problems?|tasks?|settings?|regimes?|bias|behaviou?rs?|"
    r"patterns?|tendency|issues?|challenges?|gaps?|conditions?|assumptions?|quantit\w+|failures?|"
    r"limits?|laws?|hypothes[ei]s|concepts?|notions?|attacks?|vulnerabilit\w+)\b"
)
"""What is called something because it was found, not made."""
_FOUND = re.compile(rf"{_NOT_MADE.pattern}(?:,? (?:that|which))? we $")
_COINING = frozenset("dubbed termed coined christened nicknamed".split())
_SPEAKS = (" we ", "we ", " our ", "our ", "this paper ", "this work ")
_ACTIVITY = ("ing", "tion", "sion", "ity", "ness", "ment", "ism", "ance", "ence", "ly", "s")
_CLAUSE = re.compile(r"[.,;](?:\s|$)")
_SKIPPED = frozenset(("the", "a", "an", "as", "by"))
_LOWER = re.compile(
    r"[\"'“‘`]*([a-z][\w-]*(?: [a-z][\w-]*){0,3}?)[\"'”’]*(?=[.,;)]| \(| (?:which|that) )"
)
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
        yield from _opening(page, end, stop)
        return
    if passive:
        yield from _said(page, lead, (first, at, end, stop))
        return
    object_ = _WITH_OBJECT.match(page.low, end, stop)
    so = _CALLED_SO.match(page.low, end, stop)
    ours = page.low.startswith("we ", at - 3) or lead.endswith(_WE)
    if object_ is not None and so is None:
        if ours:  # "we call this X", not "we call this phenomenon X"
            yield from _pointed_out(page, end, stop)
        return
    if not ours and not (lead.endswith(_JOINED) and object_):
        return
    match = _AFTER_ACTIVE.match(page.text, end, stop)
    if object_ is not None and so is not None:
        match = _AS.match(page.text, so.end(), stop)
    if object_ is None and _FOUND.search(lead):
        return
    if match is not None and (object_ is not None or _ANY_KIND.search(lead)):
        score = 2.2 if " also " in page.low[first:at] else 3.4
        yield from named(page, match.end(), stop, score, direct=True)
    elif match is not None and _WHICH.search(lead) and _NOT_MADE.search(lead) is None:
        yield from (one for one in named(page, match.end(), stop, 3.2) if looks_odd(one.name))
    if object_ is not None:
        yield from _last(page, object_.end(), stop)


def _said(page: Prose, lead: str, place: tuple[int, int, int, int]) -> Iterator[NameCandidate]:
    """Yield the name behind "called"; `place`: its sentence's start, its own, its end, the stop."""
    first, at, end, stop = place
    match = _AFTER_SAID.match(page.low, end, stop)
    if match is None:
        return
    if _ANY_KIND.search(lead[-60:]) is None:
        coined = page.low[at:end] in _COINING and lead.endswith((", ", "("))
        if coined and _speaks(page, first, at) and _NOT_MADE.search(lead) is None:
            yield from named(page, match.end(), stop, 2.6)
        return
    if _JUDGED.search(lead) is not None:
        return
    fresh = _NEW.search(lead) is not None and not _defines(lead)
    if fresh or _TAKEN.search(lead) is None:
        yield from named(page, match.end(), stop, 3.4 if fresh else 2.4, direct=fresh)


def _defines(lead: str) -> bool:
    """Tell "reading its signals is called basecalling" from "our method is called X"."""
    return lead.endswith((" is ", " are ")) and _MADE_IS.search(lead) is None


def _opening(page: Prose, at: int, stop: int) -> Iterator[NameCandidate]:
    """Yield the name of a sentence that opens with "Dubbed NAME, our solver needs"."""
    match = _OPENED.match(page.text, at, stop)
    if match is not None and looks_odd(match.group(1)) and not is_known(match.group(1)):
        yield NameCandidate(match.group(1), None, *match.span(1), 3.4)


def _speaks(page: Prose, first: int, at: int) -> bool:
    """Say whether the sentence that starts at `first` tells before `at` what its authors do."""
    return any(page.low.find(word, first, at) >= 0 for word in _SPEAKS)


def _pointed_out(page: Prose, at: int, stop: int) -> Iterator[NameCandidate]:
    """Yield the name of "we call this NAME", in small letters only where it then acts as one."""
    match = _THIS.match(page.text, at, stop)
    if match is None or is_known(name := match.group(1)):
        return
    if looks_odd(name) or _acts(page, name, match.end()):
        yield NameCandidate(name, None, *match.span(1), 3.2)


def _acts(page: Prose, name: str, at: int) -> bool:
    """Say whether the small word `name` is told of nowhere before `at`, and acts later."""
    if not name.islower() or name.endswith(_ACTIVITY) or name in KINDS:
        return False
    if page.low.find(f" {name} ", 0, at) >= 0:
        return False
    acting = rf"[.,;:] {re.escape(name)} (?:is|was|has|can|does|[a-z]+[^s\W]s|[a-z]+ed)\b"
    return re.search(acting, page.text[at:]) is not None


def _last(page: Prose, at: int, stop: int) -> Iterator[NameCandidate]:
    """Yield the last word of "we call our implementation of this with that NAME"."""
    clause = _CLAUSE.search(page.text, at, min(stop, at + 120))
    if clause is None:
        return
    start = page.text.rfind(" ", at - 1, clause.start()) + 1
    name = page.text[start : clause.start()]
    if looks_odd(name):
        yield NameCandidate(name, None, start, clause.start(), 3.4)

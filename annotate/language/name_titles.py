"""The name before the colon of a title, "Name: a …"."""

import re
from collections.abc import Iterator

from annotate.language.acronyms import CONNECTORS, bare, expansion_start, is_known, looks_odd
from annotate.language.device_table import lowered, table
from annotate.language.memo import Memo
from annotate.language.name_runs import NameCandidate
from annotate.language.prose import prose

__all__ = ["titled_names"]

_COLON = re.compile(r"\s*:\s|\s*：|:(?=[^\x00-\x7f])|\s+[-–—]+\s+|—|, (?=an? )")
_BREAK = re.compile(r"[:：—–,-](?:(?<![,-])|(?=\s))")
"""A title without a match has none of `_COLON`."""
_OPENERS = frozenset("towards toward introducing meet presenting the a".split())
_GENRES = frozenset(
    "survey review editorial comment corrigendum erratum abstract poster demo tutorial position "
    "opinion perspective overview correction proceedings reply foreword preface "
    "introduction".split()
)
_SURVEY = re.compile(r"\b(?:survey|review|overview|tutorial|introduction|perspectives?)\b")
_STUDY = re.compile(
    rf"{_SURVEY.pattern}|\b(?:analysis|study|case|evaluat\w+|compar\w+|assess\w+|examin\w+|lessons|"
    r"critique|investigat\w+|explor\w+|understanding|how|what|why|is|are|does|can|applications?)\b"
)
_ACTS = re.compile(r"\s+(?:is|can|has|does|was|\w+s|[\w-]+ed)\b|,")


_QUOTED = re.compile(r"[\"“„]([A-Z][\w+-]*(?: [\w+-]+){0,3})[\"”“]\s*:")
_BROUGHT = re.compile(
    r"(?:\b(?:propos|introduc|present|develop|design|describ)\w*(?: \w[\w-]*){0,6}?"
    r"|\bour(?: new| novel)?|\bthe proposed|\bcalled|\bthe resulting) $"
)
_BROUGHT_IN = re.compile(
    r"(?:\b(?:we|paper|work|article) (?:\w+ )?(?:propose|introduce|present|develop|call|describe)s?"
    r"(?: it| them)?(?: the| an?)?(?: new| novel| simple)?) $"
)
_MADE = ("we implement the ", "we design the ", "we present the ", "we build the ")
_STUDIED = re.compile(r"\b(?:we|paper|work|article) (?:stud(?:y|ies)|considers?|analy[sz]es?) $")
_CLASS = re.compile(r" (?:algorithms?|methods?|networks?|models?|framework)$")
_BRACKET = re.compile(r" \(([A-Za-z][\w²³+-]*[A-Z][\w²³+-]*)\)")
_LONGEST = 80
_PROJECT = re.compile(r"\b[Tt]he ([A-Z][\w²³+-]*[A-Z][\w²³+-]*) [Pp]roject\b")
_VERB = re.compile(r",? (?:is|can|has|does|[a-z]{2,}s) ")
_ESTABLISHED = re.compile(
    r"(?:popular|widely|well|recent|state|standard|common|class|prominent|leading|existing)"
)
_TITLE_WORD = re.compile(r"[^\s:,()\"“”?!]+")


def _coined(chunk: str) -> str:
    """Return the oddly spelt word in letters between blanks; "" when there is none."""
    if chunk.islower() or len(chunk) < 4:
        return ""
    match = _TITLE_WORD.search(chunk)
    word = "" if match is None else bare(match.group())
    return word if len(word) > 3 and looks_odd(word) and not is_known(word) else ""


_COINED = Memo(_coined)


def titled_names(text: str, title: str) -> Iterator[NameCandidate]:
    """Yield the name before the colon of a title, and a name in it that the text explains."""
    yield from _headed(text, title)
    yield from _expanded(text, title)
    if (project := _PROJECT.search(title)) and not is_known(project.group(1)):
        yield NameCandidate(project.group(1), None, *_anywhere(text, project.group(1)), 3.2)
    if title.isupper():
        return
    for chunk in title.split(" "):
        if word := _COINED[chunk]:
            at = _explained(text, word)
            if at is not None and table().row(word) is None:
                yield NameCandidate(word, None, at, at + len(word), 2.2)


def _expanded(text: str, title: str) -> Iterator[NameCandidate]:
    """Yield the acronym of the whole title, as the text spells it: "Full Name" and "(FN)"."""
    if ":" in title or len(title) > _LONGEST:
        return
    low, whole = lowered(text), title.lower().rstrip(". ")
    topic = whole if f"{whole} (" in low else _CLASS.sub("", whole.partition(" for ")[0])
    at = low.find(f"{topic} (")
    if " " not in topic:
        return
    if at < 0:
        if "-" in topic and all(word[0].isupper() for word in title[: len(topic)].split()):
            yield from _implemented(text, low, topic)
        return
    match = _BRACKET.match(text, at + len(topic))
    before = low[max(0, at - 60) : at]
    if match is not None and (
        _BROUGHT_IN.search(before)
        or _acts_whole(text, at, match)
        or (_STUDIED.search(before) and text.startswith(", which ", match.end()))
    ):
        full = text[at : at + len(topic)]
        yield NameCandidate(match.group(1), full, match.start(1), match.end(1), 3.2)


def _acts_whole(text: str, at: int, bracket: re.Match[str]) -> bool:
    """Say whether a sentence has the whole title as its subject: "Rain is Cheap (RiC) sorts …"."""
    full = text[at : bracket.start()]
    starts = at == 0 or text[at - 2 : at] in (". ", "\n\n")
    name = bracket.group(1)
    spelled = expansion_start(name, full, len(full), 0) == 0 and not is_known(name, full)
    return starts and spelled and _VERB.match(text, bracket.end()) is not None


def _implemented(text: str, low: str, topic: str) -> Iterator[NameCandidate]:
    """Yield the "Tide-Aware Log Store" of a title, spelt so in the text, that "we implement"."""
    if not any(f"{made}{topic}" in low for made in _MADE):
        return
    at = low.find(topic)
    while at >= 0:
        if text[at].isupper() and text[at - 2 : at - 1].isalpha():
            yield NameCandidate(text[at : at + len(topic)], None, at, at + len(topic), 3.2)
            return
        at = low.find(topic, at + 1)


def _explained(text: str, name: str) -> int | None:
    """Return where "name, a …" stands in the text, unless it says that the thing is known."""
    at = text.find(f"{name}, a")
    if at < 0:
        return None
    match = re.match(r", an? (\w+)", text[at + len(name) : at + len(name) + 40])
    return None if match is None or _ESTABLISHED.match(match.group(1)) else at


def _headed(text: str, title: str) -> Iterator[NameCandidate]:
    quoted = _QUOTED.match(title)
    if quoted is not None:
        yield NameCandidate(quoted.group(1), None, *_anywhere(text, quoted.group(1)), 5.0)
    colon = _COLON.search(title) if _BREAK.search(title) else None
    if colon is None or title.isupper():
        return
    words = _before(title[: colon.start()])
    if not words or len(words) > 7:
        return
    name = bare(" ".join(words))
    if all(is_known(bare(word)) for word in words):
        if _is_anew(text, name, title[colon.end() :]):
            at = text.find(name)
            first, last = (at, at + len(name)) if at >= 0 else (None, None)
            yield NameCandidate(name, None, first, last, 2.0)
        return
    odd, comma = looks_odd(name), colon.group().startswith(",")
    rest = title[colon.end() :].lower()
    if (not odd and (comma or _SURVEY.search(rest))) or "case study" in rest:
        return
    start = text.find(name)
    if len(words) > 1:
        if start >= 0 and all(map(_in_title_case, words)):
            yield NameCandidate(name, None, start, start + len(name), 3.2)
        elif start < 0 and (brought := _brought(text, name, title[colon.end() :])):
            yield NameCandidate(name, None, *brought, 3.2)
    elif odd or (name.lower() not in _GENRES and _is_coined(text, name)):
        at = start if start >= 0 else lowered(text).find(f"{name.lower()} ")
        score = 5.0 if odd else 3.0 if at >= 0 else 2.0
        place = (at, at + len(name)) if at >= 0 else (None, None)
        yield NameCandidate(name, None, place[0], place[1], score)


def _is_anew(text: str, name: str, rest: str) -> bool:
    """Say whether a paper "RoBERTa: A …" may be the one that brought in what is now known."""
    if not looks_odd(name) or name.isupper() or _STUDY.search(rest.lower()):
        return False
    at, page = text.find(name), prose(text)
    first = next((one for one in page.introductions if one.weight >= 0.5), None)
    return at < 0 or (first is not None and page.sentence_at(at) >= first.sentence)


def _anywhere(text: str, name: str) -> tuple[int | None, int | None]:
    """Return where `name` stands, its case aside; None twice when it doesn't."""
    at = lowered(text).find(name.lower())
    return (None, None) if at < 0 else (at, at + len(name))


def _brought(text: str, name: str, rest: str) -> tuple[int, int] | None:
    """Return where the text brings in the "Some Words" of "Some Words: A …" in lower case."""
    if not rest.startswith(("A ", "An ")):
        return None
    low = lowered(text)
    at = low.find(name.lower())
    if at < 0 or _BROUGHT.search(low, max(0, at - 60), at) is None:
        return None
    return at, at + len(name)


def _before(prefix: str) -> list[str]:
    """Return the words of a name out of what stands before the colon."""
    words = prefix.split()
    while len(words) > 1 and words[0].lower() in _OPENERS:
        words.pop(0)
    if len(words) > 2 and words[1].lower() in ("and", "&") and looks_odd(bare(words[0])):
        return words[:1]
    if len(words) > 1 and words[-1].startswith("(") and looks_odd(bare(words[-1][1:-1])):
        return [words[-1][1:-1]]
    return words


def _is_coined(text: str, name: str) -> bool:
    """Say whether the text uses the plain word `name` as a name, or not at all.

    "Butter" is one where only "butter re-executed" and the like stand.
    """
    low = name.lower()
    plain = list(re.finditer(rf"\b{re.escape(low)}\b", text))
    if plain:
        return not low.endswith("s") and all(_ACTS.match(text, word.end()) for word in plain)
    return name.isascii() and (name in text or name.isalpha())


def _in_title_case(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit() or word.lower() in CONNECTORS

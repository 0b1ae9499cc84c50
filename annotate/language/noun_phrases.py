"""Noun phrases without a parser: runs of words that are neither function words nor verbs.

A phrase loses praise in front ("a novel efficient …") and class nouns behind ("… framework"), and
must end in something that can be a noun. Offsets are half-open.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from annotate.language.memo import Memo
from annotate.language.wordlists import gerunds, verb_forms, words

__all__ = ["NounPhrase", "noun_phrases"]

_WORD = re.compile(r"[^\s,;:()\[\]{}\"“”!?—…]*[^\s,;:()\[\]{}\"“”!?—….]|[,;:()\[\]{}\"“”!?—….]")
_LETTER = re.compile(r"[^\W\d_]")
_NUMBER = re.compile(r"[\d.,]+(?:x|×|k|m|b|%)?")
_FUNCTION = words("function")
_VERBS = verb_forms()
_GERUNDS = gerunds()
_PRIOR_WORDS = words("prior")
_LIGHT_WORDS = words("light") | _PRIOR_WORDS
_CLASS_NOUNS = words("class_nouns")
_CARRIERS = words("carriers")
_EMPTY_HEADS = words("empty_heads")
_TO_VERBS = words("to_verbs")
_LARGE = frozenset("language vision vision-language multimodal reasoning".split())
_SPARED = frozenset("memory energy power resource hardware cost compute".split())
_MOST = 5
"""Words of a phrase; those before them are left out."""
_DETERMINERS = frozenset("the a an its their our".split())
_NOUNS = words("nouns")
_ADJECTIVE = re.compile(
    r"(?:ive|ous|ful|ic|able|ible|less|ical|ional|ual|ary|al|ed|ly|ish|wise|based|driven|aware|"
    r"level|free|specific|scale|friendly|agnostic|efficient|constrained|intensive|centric|quality|"
    r"sparse|dense|deep|parallel|robust|static|hybrid|joint|fast|high|low|different|"
    r"short|long|raw|rare|strong|weak|hard|soft|blind|smart|linear|similar|single|"
    r"nothing|everything|something|binary|discrete|continuous|cross|end|multi)$"
)
_ACTIVITY = re.compile(
    r"(?:(?<!diffu)sion|tion|ment|ing|ity|sis|ance|ence|ness|ship|ics|graphy|logy|llelism|"
    r"retrieval|removal|search|design|control|tracking)s?$"
)


# What a word can be, as bits: plain integers, for this runs once a word.
_BREAK, _LIGHT, _CLASS, _CARRIER, _END, _NOMINAL, _PRIOR, _PARTICIPLE = (1 << n for n in range(8))
_STOPPING = _BREAK | _PARTICIPLE
_TAIL = _CLASS | _CARRIER | _END
_ALONE = _LIGHT | _CLASS | _END
"""A word without others makes a phrase only where of these it is an end and nothing else."""


class NounPhrase(NamedTuple):  # built some fifty times an abstract, so not a frozen dataclass
    """`text[start:end]`; `before` and `after` are the lower-case words or signs around it.

    `headed` says that a class noun followed ("… segmentation framework"), `nominal` that the last
    word is by its form the name of an activity or a property, `prior` that "existing" or the like
    stood before, `purpose` that "to" and a verb did.
    """

    text: str
    start: int
    end: int
    size: int
    before: str
    after: str
    headed: bool
    nominal: bool
    prior: bool
    purpose: bool


_Word = tuple[str, int, int, int]
"""A word, its place `[start, end)` and what it can be."""


def noun_phrases(low: str, start: int, stop: int, *, heads: int = 1) -> list[NounPhrase]:
    """Return the noun phrases of `low[start:stop]`, a text in lower case, in order.

    Behind a head of up to `heads` words "of" doesn't end a phrase ("compression of models").
    """
    run: list[_Word] = []
    out: list[NounPhrase] = []
    earlier = before = ""
    stretch = low[start:stop]
    for chunk in stretch.split(" "):
        size, pieces = _PIECES[chunk]
        for word, begin, end, kind in pieces:
            # A participle behind a noun starts a new clause, before one it is an adjective;
            # so does the "computing" of "spends its time computing distances", and an adverb.
            if kind & _STOPPING and (kind & _BREAK or (run and run[-1][3] & _END)):
                if run:
                    if len(run) > 1 or run[0][3] & _ALONE == _END:
                        _close(low, run, (earlier, before, word), out)
                    run, before = [], ""
                earlier, before = before, word
            else:
                run.append((word, start + begin, start + end, kind))
        start += size
    if run:
        _close(low, run, (earlier, before, ""), out)
    return _joined(low, out, heads) if "of" in stretch and len(out) > 1 else out


def _cut(chunk: str) -> tuple[int, tuple[_Word, ...]]:
    """Return how far it is from `chunk` to the next one, and the words in it."""
    found = _WORD.finditer(chunk)
    return len(chunk) + 1, tuple((word[0], *word.span(), _kind(word[0])) for word in found)


_PIECES = Memo(_cut)


def _joined(low: str, phrases: list[NounPhrase], heads: int) -> list[NounPhrase]:
    """Return the phrases with "compression of language models" as one."""
    out: list[NounPhrase] = []
    for phrase in phrases:
        head = out[-1] if out else None
        if (
            head is not None
            and phrase.before == "of" == head.after
            and head.size <= heads
            and head.nominal
            and head.text.rpartition(" ")[2] not in _EMPTY_HEADS
            and phrase.start - head.end < 12
        ):
            span = low[head.start : phrase.end]
            size = head.size + phrase.size
            out[-1] = phrase._replace(
                text=span, start=head.start, size=size, before=head.before, nominal=True
            )
            continue
        out.append(phrase)
    return out


def _close(
    low: str, words: list[_Word], beside: tuple[str, str, str], out: list[NounPhrase]
) -> None:
    """Add the phrase that `words` hold, if they hold one; `beside`: two words before, one after."""
    earlier, before, after = beside
    first, last = 0, len(words)
    headed = prior = False
    while first < last and (kind := words[first][3]) & _LIGHT:
        if words[first][0] == "large" and last - first > 3 and words[first + 1][0] in _LARGE:
            break  # "large language model serving"
        prior = prior or kind & _PRIOR > 0
        first += 1
    if last - first > 2 and words[first + 1][0] == "efficient" and words[first][0] in _SPARED:
        first += 2  # "Memory Efficient Serving"
    if words[-1][3] & _TAIL != _END:
        last, headed = _without_class(words, first)
    if before == "to" and last - first > 1 and words[first][0] in _TO_VERBS:
        first += 1
    size = last - first
    if size <= 0:
        return
    word, start, stop, kind = words[first]
    if size > 1:
        if size > _MOST:
            size, start = _MOST, words[last - _MOST][1]
        _, _, stop, kind = words[last - 1]
    elif stop - start < 3 or (after in _DETERMINERS and word.endswith("ing")):
        return  # "shuffling the data"
    nominal = kind & _NOMINAL > 0
    purpose = earlier == "to" and before in _VERBS
    made = (low[start:stop], start, stop, size, before, after, headed, nominal, prior, purpose)
    out.append(_new(NounPhrase, made))


_new = tuple.__new__  # half the time of NounPhrase(…)


def _without_class(words: list[_Word], first: int) -> tuple[int, bool]:
    """Return where the noun phrase at `first` ends, and whether class nouns stood behind it."""
    last, headed = len(words), False
    while last > first and words[last - 1][3] & _CLASS:
        last -= 1
        headed = True
    while last - 1 > first and words[last - 1][3] & _CARRIER and words[last - 2][3] & _NOMINAL:
        last -= 1
        headed = True
    while last > first and not words[last - 1][3] & _END:
        if headed and last - first > 1:
            break
        last -= 1
    return last, headed


@lru_cache(maxsize=16384)
def _kind(word: str) -> int:
    if word in _FUNCTION or word in _VERBS or not _LETTER.search(word) or _NUMBER.fullmatch(word):
        return _BREAK
    kind = 0
    light = word in _LIGHT_WORDS or (word.endswith("ly") and word not in _NOUNS)
    if light:
        kind |= _LIGHT
    if word in _PRIOR_WORDS:
        kind |= _PRIOR
    if word in _CLASS_NOUNS:
        kind |= _CLASS
    if word in _CARRIERS:
        kind |= _CARRIER
    if word in _NOUNS or word.endswith("ing") or not (light or _ADJECTIVE.search(word)):
        kind |= _END
    if _ACTIVITY.search(word) and word not in _CARRIERS:
        kind |= _NOMINAL
    adverb = word.endswith("ly") and word not in _NOUNS
    if (word.endswith("ed") and "-" not in word) or word in _GERUNDS or adverb:
        kind |= _PARTICIPLE
    return kind

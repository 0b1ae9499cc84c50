"""Noun phrases about resources: "peak memory usage and training time" names memory and speed."""

from collections.abc import Sequence
from typing import NamedTuple

from annotate.language import kinds
from annotate.language.lexicon import Word
from annotate.language.words import Token
from annotate.schema import Metric

__all__ = ["Head", "Phrase", "read_phrase"]


class Head(NamedTuple):
    """What a noun phrase is about; `metric` is None for quality, settings and false friends.

    Attributes:
        metric: The resource.
        rate: More of it is better.
        vague: Only an activity ("training") was named.
        weak: The noun says only that it costs ("cost", "size"): a noun after "of" may say of what.
        extra: It is an overhead, which is never in favour unless it falls.
        broad: The noun was "performance", which is speed where hardware is compared.
    """

    metric: Metric | None
    rate: bool = False
    vague: bool = False
    weak: bool = False
    extra: bool = False
    broad: bool = False


class Phrase(NamedTuple):
    """The heads of coordinated nouns, the token after them, and the noun of change that ended them.

    `change` is the index of "reduction", "speedup", …, else None.
    """

    heads: tuple[Head, ...]
    end: int
    change: int | None = None


_NOTHING = Head(None)
_PERFORMANCE = ("performance", "性能")
_MEASURES = frozenset((kinds.RESOURCE, kinds.QUALITY, kinds.ACTIVITY, kinds.SETTING, kinds.FALSE))
_FILLERS = frozenset((kinds.THE, kinds.SKIP, kinds.PLAIN))
_CHANGES = frozenset((kinds.FALL, kinds.GAIN, kinds.RISE, kinds.SPEED))
_JOINTS = frozenset((kinds.AND, kinds.COMMA, kinds.SLASH))
_SUBJECT = _MEASURES | _FILLERS | {kinds.OF}
_LONGEST = 18


def read_phrase(tokens: Sequence[Token], start: int, end: int) -> Phrase:
    """Return the noun phrase that begins at token `start` and goes no further than `end`."""
    heads: list[Head] = []
    current: Head | None = None
    at, last, end = start, start, min(end, start + _LONGEST)
    while at < end:
        word = tokens[at].word
        kind = word.kind
        if kind in _FILLERS:
            at += 1
        elif kind in _MEASURES:
            current = _joined(current, word, tokens[at].text)
            at += 1
            last = at
        elif kind in _CHANGES and (word.noun or _is_speed(tokens[at])):
            if at + 1 < len(tokens) and tokens[at + 1].kind is kinds.PLAIN and word.noun:
                at += 1  # "compression methods", "acceleration hardware": not a change
                continue
            if word.metric is not None:
                current = _change(current, word)
            return Phrase(_with(heads, current), at + 1, at)
        elif kind in _JOINTS and current is not None and _goes_on(tokens, at, start, end):
            heads.append(current)
            current = None
            at += 2 if tokens[at + 1].kind is kinds.AND else 1
        elif kind is kinds.OPEN and current is not None and _is_acronym(tokens, at, end):
            at += 3  # "Time-to-first-token (TTFT) reduction"
        elif kind is kinds.OF and _passes(tokens, at, start, current, bool(heads)):
            at += 1
            if current is not None:
                inner = read_phrase(tokens, at, end)
                first = inner.heads[0] if inner.heads else _NOTHING
                paid = current.metric is Metric.COST and first.metric is Metric.DATA
                if first.metric and not (first.vague or first.weak or paid):
                    current = first._replace(rate=current.rate, extra=current.extra)
                    last = inner.end
                break
        else:
            break
    return Phrase(_with(heads, current), last)


def _is_acronym(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Tell the "(TTFT)" at `at` that more of the noun follows."""
    if at + 3 >= end or tokens[at + 2].kind is not kinds.CLOSE:
        return False
    named = tokens[at + 1].kind in (kinds.PLAIN, kinds.RESOURCE) and tokens[at + 1].text.isupper()
    return named and tokens[at + 3].kind in _CHANGES | _MEASURES


def _is_speed(token: Token) -> bool:
    """Tell "3x accelerated" from "our method accelerates"."""
    return token.kind is kinds.SPEED and not token.text.endswith("s")


def _passes(
    tokens: Sequence[Token], at: int, start: int, current: Head | None, listed: bool
) -> bool:
    """Tell whether the noun before "of" leaves the meaning to the one after ("number of")."""
    if current is not None:
        return current.weak and not listed
    return at > start and tokens[at - 1].kind is kinds.SKIP


def _with(heads: list[Head], last: Head | None) -> tuple[Head, ...]:
    every = tuple(heads) if last is None else (*heads, last)
    return tuple(head for head in every if not head.vague) or every


def _joined(current: Head | None, word: Word, text: str) -> Head:
    """Return the head of `current` followed by `word`: the last noun wins unless it is weak."""
    if word.kind is kinds.ACTIVITY:
        return current or Head(word.metric, True, vague=True)
    if word.kind is kinds.RESOURCE:
        known = current is not None and not current.vague
        if current is not None and current.metric is Metric.COMMUNICATION and _is_sent(word):
            return current  # "transmitted parameters"
        if known and current is not None and _is_money(current, word, text):
            return Head(Metric.COST)
        if word.weak and known and current is not None:
            return current._replace(rate=word.rate, weak=False, extra=word.noun)
        return Head(word.metric, word.rate, weak=word.weak, extra=word.noun)
    if word.kind is kinds.SETTING:
        return Head(word.metric, word.rate) if word.metric else _NOTHING
    if word.kind is kinds.QUALITY and text.casefold().startswith(_PERFORMANCE):
        if current is not None and not current.vague:
            return current
        return Head(None, True, broad=True)
    return _NOTHING


def _is_sent(word: Word) -> bool:
    return word.metric in (Metric.DATA, Metric.MODEL_SIZE) and not word.weak


def _is_money(current: Head, word: Word, text: str) -> bool:
    """Tell "annotation cost" from "annotation effort"."""
    named = text.casefold().startswith(("cost", "coût", "kost"))
    return named and word.metric is Metric.COST and current.metric is Metric.DATA


def _change(current: Head | None, word: Word) -> Head:
    if word.weak and current is not None and not current.vague:
        return current._replace(rate=True)
    return Head(word.metric, True)


def _goes_on(tokens: Sequence[Token], joint: int, start: int, end: int) -> bool:
    """Tell whether another measured noun follows before anything else does."""
    at, anew = joint + 1, False
    apart = tokens[joint].kind is kinds.COMMA and tokens[joint - 1].kind is kinds.SETTING
    if at < end and tokens[at].kind is kinds.AND:
        anew = tokens[at - 1].kind is kinds.COMMA
        at += 1
    if at < end and tokens[start].kind is not kinds.THE and _is_article(tokens[at]):
        return False  # "14x menos espacio y la latencia cae …"
    for index in range(at, min(end, at + 5)):
        if tokens[index].kind in _MEASURES:
            return not ((anew or apart) and _begins_clause(tokens, index))
        if tokens[index].kind not in _FILLERS:
            return False
    return False


_ARTICLES = frozenset("the la le el los las les die der das".split())


def _is_article(token: Token) -> bool:
    return token.kind is kinds.THE and token.text.casefold() in _ARTICLES


def _begins_clause(tokens: Sequence[Token], at: int) -> bool:
    """Tell ", and the cost is halved", whose noun is a subject."""
    while at < len(tokens) and tokens[at].kind in _SUBJECT:
        at += 1
    return at < len(tokens) and (tokens[at].kind is kinds.VERB or _is_verb(tokens[at].word))


def _is_verb(word: Word) -> bool:
    return word.kind in _CHANGES and not word.noun and word.kind is not kinds.SPEED

"""Sentences, and the words of a sentence with what each one does."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from annotate.language import kinds
from annotate.language.lexicon import CJK, PHRASES, WORDS, Kind, Word
from annotate.language.measures import QuantitySpan
from annotate.language.memo import Memo
from annotate.language.prose import may_abbreviate
from annotate.language.stops import STOPS, matches

__all__ = ["Token", "may_tell", "quantity_of", "sentences", "tokens"]


class Token(NamedTuple):
    """A word, sign or quantity at the half-open place `[start, end)` of the text.

    `kind` is that of `word`; `sign` is the plus or minus right before a quantity, else empty.
    A tuple, because hundreds of thousands are made in a run.
    """

    kind: Kind
    word: Word
    start: int
    end: int
    text: str
    quantity: QuantitySpan | None = None
    sign: str = ""


def quantity_of(token: Token) -> QuantitySpan:
    """Return the quantity of a token that is one; ValueError when it is none."""
    if token.quantity is None:
        raise ValueError(f"{token.text!r} is no quantity")
    return token.quantity


_STOPS = ".!?…。！？"
_END = re.compile(
    rf"[{_STOPS}]"
    r"(?:(?<=[。！？])\s?|['”\")\]]{0,2}\s+(?=[\"'(\[“]{0,2}[A-Z0-9À-ÞΑ-Ω一-鿿~≈]))"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|al|etc|resp|approx|ca|avg|max|Fig|Figs|Tab|Eq|Sec|No|Dr|w\.r\.t|incl|St|Prof|Inc|Ltd)"
    r"|(?<![A-Za-z0-9])[A-Z]|\bp\.p)\.\s+$"
)


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the half-open places of the sentences of `text`, which cover it in order."""
    out, start = [], 0
    for match in matches(_END, STOPS, text):
        end = match.end()
        dot = match[0][0] == "." and may_abbreviate(text, match.start())
        if dot and _ABBREVIATION.search(text, max(start, end - 16), end):
            continue
        out.append((start, end))
        start = end
    if start < len(text):
        out.append((start, len(text)))
    return out


_SIGNS = {
    sign: Word(kind)
    for signs, kind in (
        (",，、", kinds.COMMA),
        ("([（", kinds.OPEN),
        (")]）", kinds.CLOSE),
        (";:—–；：", kinds.STOP),
        ("/", kinds.SLASH),
        ("&", kinds.AND),
    )
    for sign in signs
}
_PLAIN = Word(kinds.PLAIN)
_SIGN = Word(kinds.SIGN)
_NOUN = Word(kinds.SKIP)
_QUANTITY = Word(kinds.QUANTITY)
_QUOTES = frozenset("\"'“”‘’«»`*_")
_NOUN_OR_VERB = frozenset(("use", "demand", "demands", "needs"))
_CJK_WORDS = sorted(CJK, key=len, reverse=True)
_TOKEN = re.compile(
    r"(?P<e>(?:[LlDdNnSsJjCcMmTt]|[Qq]u)['’](?=[A-Za-zÀ-ɏ]{2}))"
    r"|(?P<w>[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9@₂²]*(?:[-‐‑–/.'’](?=[A-Za-z0-9])[A-Za-zÀ-ɏ0-9@]+)*['’]?)"
    r"|(?P<n>\d+(?:[.,]\d+)*[A-Za-z]*(?:-param(?:eter)?s?\b)?)"
    r"|(?P<c>" + "|".join(_CJK_WORDS) + r")|(?P<s>[^\w\s])"
)
_Ways = dict[str, list[tuple[list[str], Word]]]
_BY_HEAD: dict[str, _Ways] = defaultdict(lambda: defaultdict(list))
"""First and second word of the known phrases to the words behind, longest phrases first."""
for _words, _word in sorted(PHRASES.items(), key=lambda pair: -pair[0].count(" ")):
    _head, _second, *_others = _words.split(" ")
    _BY_HEAD[_head][_second].append((_others, _word))


def tokens(text: str, start: int, end: int, quantities: Sequence[QuantitySpan]) -> list[Token]:
    """Return the words and signs of `text[start:end]`, each quantity in it as one token."""
    out: list[Token] = []
    at = start
    for span in quantities:
        sign = text[span.start - 1] if span.start > at and text[span.start - 1] in "+-−" else ""
        _add_words(out, text, at, max(at, span.start - len(sign)))
        words = text[span.start : span.end]
        out.append(Token(kinds.QUANTITY, _QUANTITY, span.start, span.end, words, span, sign))
        at = max(at, span.end)
    _add_words(out, text, at, end)
    return out


_TELLING = frozenset(
    (kinds.FAST, kinds.QUICK, kinds.SLOW, kinds.SMALL, kinds.LARGE, kinds.LESS, kinds.REAL_TIME)
)


def may_tell(text: str, start: int, end: int, *, rivals: bool = False) -> bool:
    """Tell whether `text[start:end]` has any word that a claim could be made of.

    Far quicker than to read it: every second sentence with a number is about scores only. With
    `rivals` a word that compares will do.
    """
    known = _COMPARES if rivals else _TELLS
    return any(map(known.__getitem__, text[start:end].split(" ")))


def _is_telling(chunk: str) -> bool:
    return any(
        piece.word.metric is not None
        or piece.word.kind in _TELLING
        or piece.low in _METRIC_HEADS
        or piece.low.startswith(_TELLING_STEMS)
        or piece.low in _TELLING_WORDS
        for piece in _PIECES[chunk]
    )


def _is_comparing(chunk: str) -> bool:
    return _TELLS[chunk] or any(
        piece.word.kind in (kinds.BEAT, kinds.THAN) for piece in _PIECES[chunk]
    )


_TELLING_STEMS = ("performance", "pruning", "shorten", "shrink", "shrank", "shrunk")
_TELLING_WORDS = frozenset("minutes hours seconds ms mj mw concurrent concurrently".split())
_TELLS = Memo(_is_telling)
_COMPARES = Memo(_is_comparing)

_METRIC_HEADS = frozenset(
    phrase.split(" ", 1)[0] for phrase, word in PHRASES.items() if word.metric is not None
)


def _add_words(out: list[Token], text: str, start: int, end: int) -> None:
    doubtful: list[int] = []
    for chunk in text[start:end].split(" "):
        size, pieces = _READY[chunk]
        for kind, word, begin, last, raw, doubt in pieces:
            if doubt:
                doubtful.append(len(out))
            out.append(_new(Token, (kind, word, start + begin, start + last, raw, None, "")))
        start += size
    if doubtful:
        _join(out, text, doubtful)


_new = tuple.__new__  # half the time of Token(…)


def _join(out: list[Token], text: str, doubtful: Sequence[int]) -> None:
    """Make one token of each known phrase; `doubtful` are the tokens that may begin one."""
    joined: list[tuple[int, int]] = []
    end = 0
    for at in doubtful:
        if at < end:
            continue
        low = _folded(out[at])
        if low in _NOUN_OR_VERB:
            before = joined[-1][0] if joined and end == at else at - 1
            if before >= 0 and out[before].kind is kinds.RESOURCE:
                out[at] = out[at]._replace(kind=_NOUN.kind, word=_NOUN)
            continue
        found = _phrase(out, at, _BY_HEAD[low])
        if found is not None:
            word, end = found
            start, last = out[at].start, out[end - 1].end
            out[at] = Token(word.kind, word, start, last, text[start:last])
            joined.append((at, end))
    for at, end in reversed(joined):
        del out[at + 1 : end]


def _phrase(words: Sequence[Token], at: int, ways: _Ways) -> tuple[Word, int] | None:
    """Return the longest known phrase from `at` on and the token behind it."""
    if at + 1 == len(words):
        return None
    for others, known in ways.get(_folded(words[at + 1]), ()):
        end = at + 2 + len(others)
        if end <= len(words) and all(
            _folded(word) == low for word, low in zip(words[at + 2 : end], others, strict=True)
        ):
            return known, end
    return None


def _folded(token: Token) -> str:
    return token.text.lower().replace("–", "-")


class _Piece(NamedTuple):
    """A word of a chunk between blanks, at `[start, end)` of it; `low` is in lower case."""

    word: Word
    start: int
    end: int
    low: str


def _ready(chunk: str) -> tuple[int, tuple[tuple[Kind, Word, int, int, str, bool], ...]]:
    """Return how far it is from `chunk` to the next one, and the pieces of it.

    Each comes with its text, and with whether it may begin a phrase or be another kind of word.
    """
    return len(chunk) + 1, tuple(
        (word.kind, word, start, end, chunk[start:end], low in _BY_HEAD or low in _NOUN_OR_VERB)
        for word, start, end, low in _PIECES[chunk]
    )


_READY = Memo(_ready)


def _cut(chunk: str) -> Iterator[_Piece]:
    for match in _TOKEN.finditer(chunk):
        raw, group = match[0], match.lastgroup
        low = raw.lower().replace("–", "-")
        start, end = match.span()
        if group == "s":
            if raw not in _QUOTES:
                yield _Piece(_SIGNS.get(raw, _SIGN), start, end, low)
        elif group == "c":
            yield _Piece(CJK[raw], start, end, low)
        else:
            word = WORDS.get(low.replace("’", "'"))
            if word is None and "/" in low and _names_resource(low):
                yield from _slashed(low, start)
                continue
            if word is None and "-" in low:
                head, word = _parted(low)
                if head is not None:
                    middle = start + low.index("-")
                    yield _Piece(head, start, middle, low[: middle - start])
                    start = middle + 1
            yield _Piece(word or _PLAIN, start, end, low)


def _names_resource(low: str) -> bool:
    """Tell "runtime/throughput" from "CPU/GPU" and "images/s"."""
    parts = low.split("/")
    named = any(part in WORDS and WORDS[part].metric is not None for part in parts)
    return named and parts[-1] not in _TIMES


_TIMES = frozenset("s sec second min minute h hour day".split())


def _slashed(low: str, start: int) -> Iterator[_Piece]:
    """Yield the parts of a word with slashes in it, and these."""
    for at, part in enumerate(low.split("/")):
        if at:
            yield _Piece(_SIGNS["/"], start - 1, start, "/")
        if part:
            yield _Piece(WORDS.get(part, _PLAIN), start, start + len(part), part)
        start += len(part) + 1


_PIECES = Memo(lambda chunk: tuple(_cut(chunk)))


def _parted(low: str) -> tuple[Word | None, Word | None]:
    """Return what the first and the last part of "memory-efficient" do, None for nothing."""
    parts = low.split("-")
    head, tail = WORDS.get(parts[0]), WORDS.get(parts[-1])
    if tail is None or tail.kind not in _HEADING:
        return None, None
    return (head if head is not None and head.kind is kinds.RESOURCE else None), tail


_HEADING = (
    kinds.RESOURCE,
    kinds.QUALITY,
    kinds.FALL,
    kinds.SPEED,
    kinds.GAIN,
    kinds.FAST,
    kinds.SETTING,
)

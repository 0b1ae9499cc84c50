"""Sentences, and the words of a sentence with what each one does."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotate.language.measures import QuantitySpan
from annotate.language.lexicon import CJK, PHRASES, WORDS, Kind, Word

__all__ = ["Token", "sentences", "tokens"]


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign at the half-open place `[start, end)` of the text; `quantity` where it is one."""

    word: Word
    start: int
    end: int
    text: str
    quantity: QuantitySpan | None = None
    sign: str = ""

    @property
    def kind(self) -> Kind:
        """What the word does."""
        return self.word.kind


_END = re.compile(
    r"[.!?…]['”\")\]]{0,2}\s+(?=[\"'(\[“]{0,2}[A-Z0-9À-ÞΑ-Ω一-鿿~≈])|[。！？]\s?|\s--\s(?=[A-Z])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|al|etc|resp|approx|ca|Fig|Figs|Tab|Eq|Sec|No|Dr|w\.r\.t|incl|St|Prof|Inc|Ltd)"
    r"|(?<![A-Za-z0-9])[A-Z]|\bp\.p)\.\s+$"
)


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the half-open places of the sentences of `text`, which cover it in order."""
    out, start = [], 0
    for match in _END.finditer(text):
        end = match.end()
        if match[0][0] == "." and _ABBREVIATION.search(text, max(start, end - 16), end):
            continue
        out.append((start, end))
        start = end
    if start < len(text):
        out.append((start, len(text)))
    return out


_SIGNS = {
    ",": Word(Kind.COMMA), "(": Word(Kind.OPEN), ")": Word(Kind.CLOSE), "[": Word(Kind.OPEN), "]": Word(Kind.CLOSE),
    ";": Word(Kind.STOP), ":": Word(Kind.STOP), "/": Word(Kind.SLASH), "&": Word(Kind.AND), "—": Word(Kind.STOP),
    "，": Word(Kind.COMMA), "、": Word(Kind.COMMA), "；": Word(Kind.STOP), "：": Word(Kind.STOP), "（": Word(Kind.OPEN),
    "）": Word(Kind.CLOSE), "–": Word(Kind.STOP),
}  # fmt: skip
_PLAIN = Word(Kind.PLAIN)
_SIGN = Word(Kind.SIGN)
_QUANTITY = Word(Kind.QUANTITY)
_QUOTES = frozenset("\"'“”‘’«»`*_")
_NOUN_OR_VERB = frozenset(("use", "demand", "demands", "needs"))
_CJK_WORDS = sorted(CJK, key=len, reverse=True)
_TOKEN = re.compile(
    r"(?P<e>(?:[LlDdNnSsJjCcMmTt]|[Qq]u)['’](?=[A-Za-zÀ-ɏ]{2}))|(?P<w>[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9@₂²]*(?:[-‐‑/.'’](?=[A-Za-z0-9])[A-Za-zÀ-ɏ0-9@]+)*['’]?)|(?P<n>\d[\d.,]*[A-Za-z]*)"
    r"|(?P<c>" + "|".join(_CJK_WORDS) + r")|(?P<s>[^\w\s])"
)
_LONGEST = max(phrase.count(" ") for phrase in PHRASES) + 1
_HEADS = frozenset(phrase.split(" ", 1)[0] for phrase in PHRASES)
_PARTED = re.compile(r"[-‐‑]")


def tokens(text: str, start: int, end: int, quantities: Sequence[QuantitySpan]) -> list[Token]:
    """Return the words and signs of `text[start:end]`, each quantity in it as one token."""
    out: list[Token] = []
    at = start
    for span in quantities:
        sign = text[span.start - 1] if span.start > at and text[span.start - 1] in "+-−" else ""
        out.extend(_words(text, at, max(at, span.start - len(sign))))
        words = text[span.start : span.end]
        out.append(Token(_QUANTITY, span.start, span.end, words, span, sign))
        at = max(at, span.end)
    out.extend(_words(text, at, end))
    return out


def _words(text: str, start: int, end: int) -> list[Token]:
    out: list[Token] = []
    raw = [(m.start(), m.end(), m.lastgroup or "", m[0]) for m in _TOKEN.finditer(text, start, end)]
    at = 0
    while at < len(raw):
        first, last, group, word = raw[at]
        low = word.lower()
        if low in _HEADS and (found := _phrase(raw, at)) is not None:
            known, size = found
            out.append(
                Token(known, first, raw[at + size - 1][1], text[first : raw[at + size - 1][1]])
            )
            at += size
            continue
        at += 1
        if low in _NOUN_OR_VERB and out and out[-1].kind is Kind.RESOURCE:
            out.append(Token(Word(Kind.SKIP), first, last, word))
            continue
        out.extend(_one(low, word, group, first, last))
    return out


def _phrase(raw: list[tuple[int, int, str, str]], at: int) -> tuple[Word, int] | None:
    for size in range(min(_LONGEST, len(raw) - at), 0, -1):
        known = PHRASES.get(" ".join(item[3].lower() for item in raw[at : at + size]))
        if known is not None:
            return known, size
    return None


def _one(low: str, word: str, group: str, first: int, last: int) -> Iterator[Token]:
    if group == "s":
        if word not in _QUOTES:
            yield Token(_SIGNS.get(word, _SIGN), first, last, word)
        return
    if group == "c":
        yield Token(CJK[word], first, last, word)
        return
    if group == "e":
        low = low[:-1] + "'"
    known = WORDS.get(low)
    if known is None and group == "w" and _PARTED.search(low):
        parts = _PARTED.split(low)
        head, tail = WORDS.get(parts[0]), WORDS.get(parts[-1])
        if tail is not None and tail.kind in _HEADING:
            if head is not None and head.kind is Kind.RESOURCE:
                yield Token(head, first, first + len(parts[0]), parts[0])
                first += len(parts[0]) + 1
            known = tail
    yield Token(known or _PLAIN, first, last, word)


_HEADING = (Kind.RESOURCE, Kind.QUALITY, Kind.FALL, Kind.SPEED, Kind.GAIN, Kind.FAST, Kind.SETTING)

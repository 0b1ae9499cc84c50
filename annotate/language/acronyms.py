"""Shapes of names, acronyms and the words that acronyms stand for."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from annotate.language.memo import Memo
from annotate.resources import data_file

__all__ = [
    "CONNECTORS",
    "Token",
    "bare",
    "expansion_start",
    "is_known",
    "looks_odd",
    "looks_proper",
    "run_end",
    "tokens",
]

CONNECTORS = frozenset("of for with via in on and to from by the through under as at".split())
_TOKEN = re.compile(r"[^\s,;:()\[\]{}\"“”]+|[,;:()\[\]{}\"“”]")
_STRIP = "'’`´*_.,;:!?\"“”‘#~"
_PART = re.compile(r"[-–‐‑/_]")
_ODD = re.compile(
    r"[^\W\d_]*[a-z0-9][A-Z]|[A-Z][A-Z0-9]|[A-Z].*[\d+²³⁺^@*]|[a-z]\d*[A-Z]|\d+[A-Z][a-z]*[A-Z]"
    r"|[α-ω][A-Z][\w²³⁺]"
)
_ADJECTIVE_TAIL = re.compile(
    r"[-–‐](?:based|driven|style|like|aware|guided|enhanced|oriented|free|specific|level|type|trained|"
    r"augmented|assisted|inspired|agnostic|powered|centric|side|only|related|induced|compatible|"
    r"scale|class|friendly|accelerated|equipped|generated|optimal|shot|invariant|equivariant|"
    r"regularized|constrained|conditioned|adapted|compressed|quantized|complete|hard|supported|"
    r"enabled|dominated|optimized|integrated|to|in|of|and)s?$"
)


class Token(NamedTuple):
    """A word or a mark of punctuation; `bare` is without quotes, stops and possessive."""

    text: str
    start: int
    end: int
    bare: str


def tokens(text: str, start: int, stop: int) -> list[Token]:
    """Return the tokens of `text[start:stop]`."""
    out: list[Token] = []
    for chunk in text[start:stop].split(" "):
        size, pieces = _PIECES[chunk]
        for word, begin, end, core in pieces:
            out.append(_new(Token, (word, start + begin, start + end, core)))
        start += size
    return out


_new = tuple.__new__  # half the time of Token(…)


def _cut(chunk: str) -> tuple[int, tuple[tuple[str, int, int, str], ...]]:
    """Return how far it is from `chunk` to the next one, and the tokens in it."""
    found = _TOKEN.finditer(chunk)
    return len(chunk) + 1, tuple((word[0], *word.span(), bare(word[0])) for word in found)


_PIECES = Memo(_cut)


def bare(word: str) -> str:
    """Return `word` without quotes, stops and possessive at its ends."""
    if word.isalpha():
        return word
    core = word.strip(_STRIP)
    return core[:-2] if core.endswith(("'s", "’s")) else core


@cache
def _known() -> dict[str, frozenset[str]]:
    """Return what the established names stand for; an empty set stands for anything."""
    known: dict[str, frozenset[str]] = {}
    for line in data_file("known_names.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, meanings = line.partition(" = ")
            known[name] = frozenset(meanings.split(" | ")) if meanings else frozenset()
    return known


def is_known(word: str, full: str | None = None) -> bool:
    """Say whether `word` is a common acronym, model, data set or eponym, in the plural too.

    Where `full`, the words it stands for, is given, an acronym is known only in its common meaning.
    """
    known = _known()
    low = word.lower()
    if low not in known:
        low = _stem(low)
        if low not in known:
            return False
    meanings = known[low]
    if full is None or not meanings:
        return True
    folded = " ".join(_PART.sub(" ", full).lower().split())
    return any(meaning in folded for meaning in meanings)


_SIZE = re.compile(
    r"(?:[-_]?v?\d[\d.]*(?:[bmk]|[-_]bit)?|[-_](?:tiny|small|medium|base|large|huge|xl|xxl|chat|instruct))+$"
)


@lru_cache(maxsize=4096)
def _stem(low: str) -> str:
    """Return "resnet" for "resnets" and for "resnet-50": sizes and versions of what is known."""
    stem = _SIZE.sub("", low)
    return stem if len(stem) > 2 and stem != low else low.removesuffix("s")


@lru_cache(maxsize=4096)
def looks_odd(word: str) -> bool:
    """Say whether `word` is spelt as only names are: CanViT, K-EVER², iFogSim, PrivCode++."""
    if word.islower() or not word or _ADJECTIVE_TAIL.search(word):
        return False
    parts = _PART.split(word)
    if len(parts) > 1 and not word[0].isascii() and len(parts[0]) == 1:
        return parts[1][:1].isupper()  # π-Net, ∞-Ledger
    if len(parts) > 1 and word[0].isalpha():
        if any(len(part) == 1 and part.isupper() for part in parts):
            return True
        if parts[0][0:1].isupper() and parts[-1].replace(".", "").isdigit():
            return True
    return any(_ODD.match(part) is not None for part in parts if part)


def looks_proper(word: str) -> bool:
    """Say whether `word` starts with a capital and isn't an adjective such as "BERT-based"."""
    return word[:1].isupper() and _ADJECTIVE_TAIL.search(word) is None


def run_end(words: list[Token], at: int) -> tuple[int, int]:
    """Return where the run of proper words at `at` ends: short of and beyond connectors.

    "Theory of Mind Reader for Agents" has the short end behind "Reader"; "of" doesn't end it.
    """
    end, short = at + 1, 0
    while end < len(words) and words[end - 1].text[-1] not in ".!?":
        word = words[end]
        if word.bare[:1].isupper() or (word.bare[:1] == "v" and word.bare[1:2].isdigit()):
            end += 1
        elif word.text in CONNECTORS and (ahead := _beyond(words, end)):
            if not short and word.text not in ("of", "the"):
                short = end
            end = ahead
        else:
            break
    return short or end, end


def _beyond(words: list[Token], at: int) -> int:
    """Return the end of the capitalised word that follows connectors at `at`, or 0."""
    ahead = at + 1
    if ahead < len(words) and words[ahead].text in ("the", "a", "of"):
        ahead += 1
    return ahead + 1 if ahead < len(words) and words[ahead].bare[:1].isupper() else 0


def expansion_start(acronym: str, text: str, end: int, begin: int) -> int | None:
    """Return where in `text[begin:end]` the words start that `acronym` stands for, or None.

    The acronym's letters are matched backwards from `end` and its first one must start a word
    (Schwartz and Hearst 2003); the search is limited to min(n + 5, 2 n) words.
    """
    letters = [c for c in acronym.casefold() if c.isalnum()]
    if acronym.endswith("s") and len(letters) > 2 and acronym[-2].isupper():
        letters.pop()
    if not letters:
        return None
    budget = min(len(letters) + 5, 2 * len(letters)) + 1
    for at in _matched(letters, text, end, begin, budget):
        return at
    return None


def _matched(letters: list[str], text: str, end: int, begin: int, budget: int) -> Iterator[int]:
    at = end
    for index in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= begin and not (
            text[at].casefold() == letters[index]
            and (index or at == begin or not text[at - 1].isalnum())
        ):
            if text[at] == " ":
                budget -= 1
                if not budget:
                    return
            at -= 1
        if at < begin:
            return
    yield at

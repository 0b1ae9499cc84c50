"""The words of a text, and those few of them by which something is looked for in it.

What is looked for by single words (verbs, devices, numbers in words) says so by `looked_for`, and
is then asked of each word of a text at once: a pass over the words costs more than what follows.
"""

import re
from collections.abc import Callable, Set
from functools import lru_cache
from typing import NamedTuple

from annotate.language.letters import beyond_ascii
from annotate.language.memo import Memo

__all__ = ["WORD", "Vocabulary", "looked_for", "vocabulary", "words_of"]

WORD = re.compile(r"[a-zà-ÿ]+\d*")
_ACCENTED = re.compile(r"[à-ÿ]")
_BLANKS = bytes(code if code < 128 and chr(code).isalnum() else 32 for code in range(256))


class Vocabulary(NamedTuple):
    """The words of a text, and those of them that some reader looks for."""

    words: Set[str]
    telling: Set[str]


class _Known(NamedTuple):
    """What is known of letters and digits in a row: whether they are one word, and what it tells.

    "gpt4o" is none, but holds "gpt4" and "o"; so is "100", which holds nothing.
    """

    parts: list[str] | None
    telling: bool


_ASKED: list[Callable[[str], object]] = []


def _known(word: str) -> _Known | None:
    parts = None if word.isalpha() else WORD.findall(word)
    if parts == [word]:
        parts = None
    telling = parts is None and any(ask(word) for ask in _ASKED)
    return _Known(parts, telling) if telling or parts is not None else None


_KNOWN = Memo(_known)


def looked_for(ask: Callable[[str], object]) -> None:
    """Count the words of which `ask` is true among those that are looked for."""
    _ASKED.append(ask)
    _KNOWN.forget()


@lru_cache(maxsize=16)
def vocabulary(low: str) -> Vocabulary:
    """Return the words of a text in lower case, with the digits that end them."""
    if not low.isascii() and _ACCENTED.search(beyond_ascii(low)):
        words = set(WORD.findall(low))
    else:  # far quicker than the pattern, which only words with digits need
        letters = low.encode("utf-8", "surrogatepass").translate(_BLANKS)
        words = set(letters.decode("ascii").split())
    telling: set[str] = set()
    doubtful = list(words - _KNOWN.nothing)
    for word in doubtful:
        known = _KNOWN[word]
        if known is None:
            continue
        if known.telling:
            telling.add(word)
        elif known.parts is not None:
            words.remove(word)
            words.update(known.parts)
            doubtful += known.parts
    return Vocabulary(words, telling)


def words_of(low: str) -> Set[str]:
    """Return the words of a text in lower case, with the digits that end them."""
    return vocabulary(low).words

"""Remember what was made of a word: abstracts are written in the same few thousand."""

from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["Memo"]

_Made = TypeVar("_Made")
_LONGEST = 48
_MOST = 1 << 15


class Memo(dict[str, _Made], Generic[_Made]):
    """`memo[word]` is `make(word)`, made once; quicker than lru_cache, for a hit calls nothing.

    Words of 48 characters and more are not kept, and beyond 32,768 words it starts anew, so that
    no text can fill the memory.
    """

    def __init__(self, make: Callable[[str], _Made]) -> None:
        super().__init__()
        self._make = make
        self.nothing: set[str] = set()
        """The words of which nothing was made, to be taken out of a set of words at once."""

    def __missing__(self, word: str) -> _Made:
        made = self._make(word)
        if len(word) < _LONGEST:
            if len(self) >= _MOST:
                self.forget()
            self[word] = made
            if not made:
                self.nothing.add(word)
        return made

    def forget(self) -> None:
        """Start anew."""
        self.clear()
        self.nothing.clear()

"""Facts that come from the prompt's examples."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from annotate.check.page import Page
from annotate.language.latex import clean
from annotate.language.spans import find_value, first_place

__all__ = ["Examples", "Leaks"]

Examples = Iterable[str]
"""The prompt's examples: their abstracts and their answers, as text."""


@dataclass(frozen=True, slots=True)
class Leaks:
    """What could have leaked from the examples."""

    text: str = ""

    @classmethod
    def of(cls, examples: Examples | None) -> "Leaks":
        """Collect the words of the examples; None when there are none."""
        if not examples:
            return cls()
        return _leaks((examples,) if isinstance(examples, str) else tuple(examples))

    def holds(self, words: str | None, page: Page) -> bool:
        """Say whether `words` stand in the examples and not in the paper."""
        if not words or not self.text or page.stands(words):
            return False
        return first_place(words, self.text) is not None

    def holds_number(self, value: str, page: Page) -> bool:
        """Say whether the number of `value` stands in the examples and not in the paper."""
        if not self.text or find_value(value, page.text.text) is not None:
            return False
        return find_value(value, self.text) is not None


@lru_cache(maxsize=8)
def _leaks(examples: tuple[str, ...]) -> Leaks:
    return Leaks("\n".join(clean(str(text)).text for text in examples))

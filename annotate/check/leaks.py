"""Facts that come from the prompt's examples, and abstracts that speak to the model."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from annotate.check.page import Page
from annotate.language.latex import clean
from annotate.language.spans import find_value, first_place

__all__ = ["Examples", "Leaks", "injections"]

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


_MODEL = r"(?:ai|llms?|(?:large\s)?language\smodels?|assistants?|chatgpt|gpt)"
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\s(?:\w+\s){0,3}?(?:previous|prior|above|preceding"
    r"|earlier|foregoing)\s(?:\w+\s)?(?:instructions?|prompts?|text|messages?|directions?|rules)\b"
    r"|\b(?:ignore|disregard|forget)\s(?:(?:all|any)\s)?(?:of\s)?(?:your|the\ssystem|these)\s(?:\w+\s)?"
    r"(?:instructions?|prompts?|rules)\b"
    rf"|\bas\san?\s(?:\w+\s)?{_MODEL},?\s(?:\w+\s){{0,3}}?(?:output|report|respond|answer|write|return|say|must)\b"
    rf"|\b(?:if\syou\sare|you\sare(?:\snow)?)\s(?:an?\s|the\s)?(?:\w+\s)?{_MODEL}\b"
    rf"|\b(?:note|message|instructions?|dear|hey|hello)\s?(?:to|for)?\s(?:the\s|any\s|all\s)?{_MODEL}"
    r"(?:\s(?:annotators?|reviewers?|readers?|models?|agents?|assistants?|systems?))?\s?[:!]"
    rf"|\b(?:any|the|every|to|for)\s{_MODEL}\s(?:\w+\s)?(?:reading|processing|annotating|reviewing)\sthis\b"
    r"|\b(?:you\s(?:must|should|will|have\sto)|please)\s(?:\w+\s)?(?:output|report|respond|return|answer|extract"
    r"|record|print|reply|claim|say)\b"
    r"|\bnew\s(?:system\s)?instructions?\s?:|\bsystem\s(?:prompt|message)\s?:|(?-i:\bSYSTEM\s?:)"
    r"|<\|?(?:im_start|im_end|system|endoftext|assistant)\|?>|\[/?INST\]|###\s?(?:instruction|system|response)",
    re.IGNORECASE,
)
_HINTS = (
    "ignor disregard forget overrid bypass assistant please <| <im_ inst] ###".split()
    + "you are,you must,you should,you will,you have,note to,note for,dear ,hey ,hello ".split(",")
    + "instructions to,instructions for,message to,message for,instructions:,new instruction".split(
        ","
    )
    + "system prompt,system message,system:,system :,as an ai,as a language,as a large".split(",")
    + "as an llm,reading this,processing this,annotating this,reviewing this".split(",")
)
"""Without any of these there are no orders; to look for them is quicker by far."""

_SENTENCE_END = re.compile(r"[.!?](?=\s+[A-Z])|\n|$")


def injections(text: str) -> list[tuple[int, int]]:
    """Return the half-open places of the sentences of `text` that give orders to a model."""
    low = text.casefold()
    for hint in _HINTS:
        if hint in low:
            break
    else:
        return []
    out: list[tuple[int, int]] = []
    for match in _ORDERS.finditer(text):
        start = max(text.rfind(sign, 0, match.start()) for sign in (". ", "! ", "? ", "\n")) + 1
        end = _SENTENCE_END.search(text, match.end())
        out.append((start, end.end() if end else len(text)))
    return out

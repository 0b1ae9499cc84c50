"""Names, acronyms and the words that acronyms stand for."""

import re
from functools import cache

from annotate.resources import data_file

__all__ = ["expansion_start", "is_known", "looks_odd", "looks_proper"]

_PART = re.compile(r"[-–‐‑/]")
_ODD = re.compile(r"[^\W\d_]*[a-z0-9][A-Z]|[A-Z][A-Z0-9]|[A-Z].*[\d+²³⁺^@*]|[a-z]\d*[A-Z]")
_ADJECTIVE_TAIL = re.compile(
    r"[-–‐](?:based|driven|style|like|aware|guided|enhanced|oriented|free|specific|level|type|trained|"
    r"augmented|assisted|inspired|agnostic|powered|centric|side|only|related|induced|compatible|"
    r"scale|class|friendly|accelerated|equipped|generated|optimal|shot|invariant|equivariant|"
    r"regularized|constrained|conditioned|adapted|compressed|quantized)s?$"
)


@cache
def _known() -> frozenset[str]:
    lines = data_file("known_names.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def is_known(word: str) -> bool:
    """Say whether `word` is a common acronym, model, data set or eponym, in the plural too."""
    low = word.lower()
    known = _known()
    return low in known or (low.endswith("s") and low[:-1] in known)


def looks_odd(word: str) -> bool:
    """Say whether `word` is spelt as only names are: CanViT, K-EVER², iFogSim, PrivCode++."""
    if _ADJECTIVE_TAIL.search(word):
        return False
    parts = _PART.split(word)
    if len(parts) > 1:
        if any(len(part) == 1 and part.isupper() for part in parts) and word[0].isalpha():
            return True
        if parts[0][:1].isalpha() and parts[-1].isdigit() and parts[0][:1].isupper():
            return True
    return any(_ODD.match(part) is not None for part in parts if part)


def looks_proper(word: str) -> bool:
    """Say whether `word` starts with a capital and isn't an adjective such as "BERT-based"."""
    return word[:1].isupper() and _ADJECTIVE_TAIL.search(word) is None


def expansion_start(acronym: str, text: str, end: int, begin: int) -> int | None:
    """Return where in `text[begin:end]` the words start that `acronym` stands for, or None.

    The acronym's letters are matched backwards from `end` and its first one must start a word
    (Schwartz and Hearst 2003); the search is limited to min(n + 5, 2 n) words.
    """
    letters = [c for c in acronym.casefold() if c.isalnum()]
    if acronym.endswith("s") and len(letters) > 2 and acronym[-2].isupper():
        letters = letters[:-1]
    if not letters:
        return None
    budget = min(len(letters) + 5, 2 * len(letters)) + 1
    at = end
    for index in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= begin and (
            text[at].casefold() != letters[index]
            or (index == 0 and at > begin and text[at - 1].isalnum())
        ):
            if text[at] == " ":
                budget -= 1
                if not budget:
                    return None
            at -= 1
        if at < begin:
            return None
    return at

"""What grows shorter or smaller where no resource is named: texts have tokens, models a size."""

import re

from annotate.language import kinds
from annotate.language.frames import View
from annotate.schema import Metric

__all__ = ["THINGS", "shrunk"]

THINGS = re.compile(
    r"(?:model|network|encoder|decoder|student|transformer|llm|architecture|backbone|checkpoint"
    r"|index|indice|file|binarie|codebook|table|vocabulary|adapter|policie|predictor|detector"
    r"|classifier|system|representation|embedding|version|variant|one|proof|map|database|net)e?s?$"
    r"|(?:\w*net|\w*bert)$",
    re.IGNORECASE,
)
"""Nouns of what is stored, so that "smaller" is said of its size."""
_STORED = re.compile(
    r"(?:model|network|checkpoint|index|indice|file|binarie|binary|executable|codebook|table|archive"
    r"|vocabularie|vocabulary|database|log|tree|trie|dictionarie|dictionary|bundle|image|proof"
    r"|ciphertext|signature|key|snapshot|backup|filter|sketch|graph)e?s?$|stored$"
)
_TEXT = re.compile(
    r"(?:text|prompt|input|sequence|sentence|document|transcript|trace|response|output|summarie"
    r"|chain|context)s?$"
)
_SMALLER = ("shr", "compact")


def shrunk(view: View, trigger: int) -> Metric | None:
    """Return what is less by "shortens Finnish text", "shrinks the index", "its index shrinks"."""
    verb = view.word(trigger)
    if verb.startswith("shorten"):
        return Metric.DATA if _named(view, trigger, _TEXT) else None
    if not verb.startswith(_SMALLER) or view.tokens[trigger].word.noun:
        return None
    return Metric.MODEL_SIZE if _named(view, trigger, _STORED) else None


def _named(view: View, trigger: int, nouns: re.Pattern[str]) -> bool:
    behind = range(trigger + 1, view.at)
    if any(view.kind(index) is kinds.PLAIN for index in behind):
        return any(nouns.match(view.word(index)) for index in behind)
    return bool(nouns.match(view.word(trigger - 1)))

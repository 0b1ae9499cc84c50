"""Tell sentences from code, tables and other lines that only look like paragraphs."""

import re
from collections.abc import Iterable

__all__ = ["mostly_sentences"]

# The little words that every few words of running text hold, in a dozen languages.
_LITTLE = frozenset(
    """the of and to in a is we for with that on this by are as be it an from our at which can have
    has not but or more than their its these using between such both while also into however show
    two new about all was were been they there if when where how any no one each only over under
    per up so then them does do may than will most other some what who without within across
    de la el los las en un una que es se con para por del al le les des et une est dans pour qui
    sur par nous ce cette au aux sont nos der die das und ist zu den von mit für ein eine wir auf im
    dem nicht sich auch wird o os as um uma do da dos das em com não di il che per sono gli nel
    della i w na z nie się jest że en het van voor met wij och att som av för vi
    и в на с что для не по из мы yang dan untuk dengan pada dari ini bir ve için bu
    et in ut ad sed non nec ac cum eu sit quis vel""".split()
)
_SIGNS = re.compile(r"[{}();=<>\[\]_/\\|#*&^~`@+]")
_UNSPACED = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\u0e00-\u0e7f]")
_FOREIGN_LETTER = re.compile(r"[^\W\d_a-zA-Z]")
_WORD_EDGES = ".,;:!?()\"'"


def mostly_sentences(texts: Iterable[str]) -> bool:
    """Tell whether three quarters of the characters stand in texts that read like sentences."""
    total = good = 0
    for text in texts:
        total += len(text)
        good += len(text) if _sentences(text) else 0
    return good >= 0.75 * total


def _sentences(text: str) -> bool:
    if len(_UNSPACED.findall(text)) >= 0.2 * len(text):
        return True
    letters = sum(char.isalpha() or char in " \n" for char in text)
    # Abstracts full of formulas have up to a tenth of such signs, code has more.
    if letters < 0.7 * len(text) or len(_SIGNS.findall(text)) > 0.12 * len(text):
        return False
    if len(_FOREIGN_LETTER.findall(text)) > 0.03 * len(text):
        return True
    words = text.lower().split()
    if len(words) < 12:
        return True
    little = sum(word.strip(_WORD_EDGES) in _LITTLE for word in words)
    return little >= 0.1 * len(words)

"""Tell sentences from code, tables and other lines that only look like paragraphs."""

import re
from collections.abc import Iterable

__all__ = ["like_abstracts", "mostly_sentences"]

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


_STOPS = tuple(".!?…。！？।")
_CLOSING = "\"'”’»)]}*_$ "
_OPENING = "\"'“‘«([{*_$ "
# What papers say of themselves, and of what they improve, in a dozen languages.
_OF_PAPERS = re.compile(
    r"\b(?:we|our|ours|paper|study|article|thesis|propose[sd]?|proposal|introduc(?:e[sd]?|ing)"
    r"|present(?:s|ed|ing)|outperform\w*|achiev(?:e[sd]?|ing)|experiment\w*|state-of-the-art"
    r"|benchmarks?|datasets?|novel|investigat\w+|evaluat\w+|demonstrat\w+|accuracy|speed-?ups?"
    r"|faster|slower|smaller|fewer|cheaper|half|twice|throughput|latency"
    r"|wir|unsere?[rsnm]?|arbeit|vorgestellt|nous|notre|nos|article|proposons|présentons"
    r"|nosotros|nuestr[oa]s?|trabajo|proponemos|presentamos|artículo|estudio|resultados"
    r"|nós|noss[oa]s?|trabalho|artigo|propomos|apresentamos|estudo"
    r"|noi|nostr[oaie]|lavoro|articolo|proponiamo|presentiamo"
    r"|wij|onze|artikel|vi|vår[at]?|artikeln|praca|pracy|proponujemy|artykuł\w*"
    r"|мы|наш\w*|работ[аеуы]|стать[яеию]|предлож\w*|предлага\w*|исследован\w*"
    r"|bildiri|çalışma\w*|makale\w*|önerilen|kami|penelitian)\b"
    r"|\d ?[x×%]|\d\\%|[本该]文|我们|我們|提出|研究|提案|本稿|手法|논문|우리|연구|제안",
    re.IGNORECASE,
)


def like_abstracts(texts: Iterable[str]) -> bool:
    """Tell whether half of the characters stand in whole sentences that speak as papers do.

    This is for files that nobody named: what a folder holds beside its lists (notices,
    configuration, manuals) may well consist of sentences.
    """
    total = good = 0
    for text in texts:
        total += len(text)
        good += len(text) if _whole(text) and _OF_PAPERS.search(text) else 0
    return good > 0.5 * total


def _whole(text: str) -> bool:
    """Tell whether a text begins and ends as sentences do, and doesn't read like code."""
    first = text.lstrip(_OPENING)[:1]
    return (
        text.rstrip(_CLOSING).endswith(_STOPS)
        and (first.isdigit() or (first.isalpha() and not first.islower()))
        and _sentences(text)
    )


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
        return text.rstrip(_CLOSING).endswith(_STOPS)
    little = sum(word.strip(_WORD_EDGES) in _LITTLE for word in words)
    return little >= 0.1 * len(words)

"""Claims of an abstract: its numbers read clause by clause, each with its evidence."""

from annotate.language.clauses import Reading, read_sentence
from annotate.language.figures import find_quantities
from annotate.language.latex import CleanText
from annotate.language.words import Token, sentences, tokens
from annotate.rules.attribution import Ownership
from annotate.schema import Attribution, Claim

__all__ = ["find_claims"]


def find_claims(text: CleanText, name: str | None) -> list[Claim]:
    """Return the claims of a clean text; their quotes are slices of the original.

    `name` is the method's name, which marks sentences as the paper's own.
    """
    spans = find_quantities(text.text)
    if not spans:
        return []
    claims: list[Claim] = []
    places = sentences(text.text)
    ownership = Ownership(text.text, places, name)
    for at, (start, end) in enumerate(places):
        inside = [span for span in spans if start <= span.number < end]
        if not inside:
            continue
        words = tokens(text.text, start, end, inside)
        for reading in read_sentence(words):
            if reading.better:
                claims.append(_claim(text, words, reading, ownership.of(at)))
    return claims


def _claim(
    text: CleanText, words: list[Token], reading: Reading, attribution: Attribution
) -> Claim:
    first, last = words[reading.first].start, words[reading.last - 1].end
    return Claim(
        metric=reading.metric,
        value=_original(text, reading.span.start, reading.span.end),
        baseline=None,
        setting=None,
        device=None,
        attribution=attribution,
        quote=_original(text, min(first, reading.span.start), max(last, reading.span.end)),
    )


def _original(text: CleanText, start: int, end: int) -> str:
    first, last = text.original_span(start, end)
    return text.original[first:last]

"""Compare a claim with the rules reading, and say what the words around its number are about."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from annotate.check.flags import Flag
from annotate.check.numbers import Number, read_number
from annotate.check.page import Page, same_number
from annotate.language.clauses import read_sentence
from annotate.language.lexicon import Kind
from annotate.language.quantities import Quantity
from annotate.language.words import Token, sentences, tokens
from annotate.schema import Annotation, Attribution, Claim, Metric

__all__ = ["RulesClaim", "agreeing", "read_rules", "remarks"]

_TIME = frozenset({Metric.SPEEDUP, Metric.THROUGHPUT, Metric.LATENCY})
_NEAR = 7


@dataclass(frozen=True, slots=True)
class RulesClaim:
    """A claim that the rules read, with the clean places of its number."""

    metric: Metric
    attribution: Attribution
    quantity: Quantity
    places: tuple[tuple[int, int], ...]


def read_rules(rules: Annotation, page: Page) -> list[RulesClaim]:
    """Return the claims of the rules reading with their numbers placed."""
    out = []
    for claim in rules.claims:
        number = _rules_number(claim, page)
        if number is not None and number.places:
            out.append(RulesClaim(claim.metric, claim.attribution, number.quantity, number.places))
    return out


def _rules_number(claim: Claim, page: Page) -> Number | None:
    # The rules quote slices of the original, which may stand more than once; any place will do.
    original, at = page.text.original, -1
    while (at := original.find(claim.quote, at + 1)) >= 0:
        start, end = page.clean_span(at, at + len(claim.quote))
        number = read_number(claim.value, page, start, end)
        if number is not None and number.places:
            return number
    return None


def agreeing(claim: Claim, number: Number, rules: Sequence[RulesClaim]) -> bool:
    """Say whether the rules read the same number, in the same place, as the same resource."""
    return any(
        other.metric is claim.metric
        and other.attribution is claim.attribution
        and same_number(number.quantity, other.quantity)
        and _overlap(number.places, other.places)
        for other in rules
    )


def _overlap(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    return any(a < d and c < b for a, b in one for c, d in other)


def remarks(claim: Claim, number: Number, page: Page) -> list[Flag]:
    """Return what speaks against a number being a claim on `claim.metric`."""
    if not number.places:
        return []
    start, end = number.places[0]
    words, readings = _sentence(page, start)
    here = [one for one in readings if one[0] < end and start < one[1]]
    if here:
        if any(metric is claim.metric and better for _, _, metric, better in here):
            return []
        if not any(better for *_, better in here):
            return [Flag.OVERHEAD]
        family = {metric for _, _, metric, _ in here}
        same = claim.metric in family or (claim.metric in _TIME and bool(family & _TIME))
        return [] if same else [Flag.BAD_METRIC]
    kinds = _kinds_near(words, start)
    if Kind.QUALITY in kinds:
        return [Flag.QUALITY_METRIC]
    if kinds & {Kind.SETTING, Kind.FALSE}:
        return [Flag.SETTING_NOT_CLAIM]
    return []


@lru_cache(maxsize=16)
def _places_of_sentences(text: str) -> list[tuple[int, int]]:
    return sentences(text)


def _sentence(page: Page, at: int) -> tuple[list[Token], list[tuple[int, int, Metric, bool]]]:
    text = page.text.text
    start, end = next(
        (place for place in _places_of_sentences(text) if place[0] <= at < place[1]),
        (0, len(text)),
    )
    inside = [one for one in page.numbers if start <= one.number < end]
    words = tokens(text, start, end, inside)
    readings = [
        (one.span.number, one.span.end, one.metric, one.better) for one in read_sentence(words)
    ]
    return words, readings


def _kinds_near(words: Sequence[Token], start: int) -> set[Kind]:
    """Return what the words right of the number, else left of it, are, the nearest first."""
    index = next((at for at, word in enumerate(words) if word.end > start), len(words))
    for side in (words[index + 1 : index + 1 + _NEAR], words[max(0, index - _NEAR) : index][::-1]):
        kinds: set[Kind] = set()
        for word in side:
            if word.kind in (Kind.STOP, Kind.COMMA):
                break
            kinds.add(word.kind)
        if found := kinds & {Kind.QUALITY, Kind.SETTING, Kind.FALSE}:
            return found
    return set()

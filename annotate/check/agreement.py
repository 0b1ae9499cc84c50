"""Compare a claim with the rules reading, and say what the words around its number are about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from annotate.check.flags import Flag
from annotate.check.numbers import Number, read_number
from annotate.check.page import Page, same_number
from annotate.language.clauses import Reading, read_sentence
from annotate.language.hardware import canonical_device
from annotate.language.lexicon import Kind
from annotate.language.quantities import Quantity
from annotate.language.words import Token, tokens
from annotate.schema import Annotation, Attribution, Claim, Metric

__all__ = ["RulesClaim", "agreeing", "read_rules", "remarks", "says_otherwise"]

_TIME = frozenset({Metric.SPEEDUP, Metric.THROUGHPUT, Metric.LATENCY})
_NEAR = 7
_NAMING = frozenset({Kind.RESOURCE, Kind.SPEED, Kind.FALL})
_IMPLYING = {
    Kind.FAST: Metric.SPEEDUP,
    Kind.SLOW: Metric.SPEEDUP,
    Kind.REAL_TIME: Metric.SPEEDUP,
    Kind.SMALL: Metric.MODEL_SIZE,
    Kind.CHEAP: Metric.COST,
    Kind.DEAR: Metric.COST,
}
_OF_OTHERS = re.compile(
    r"(?:(?:the|most|many|while|whereas|although|and|however,)\s){0,2}"
    r"(?:prior|previous|existing|earlier|related|conventional|traditional)\s(?:[\w-]+\s){0,2}?"
    r"(?:works?|methods?|approach(?:es)?|systems?|techniques?|models?|algorithms?|stud(?:y|ies)|art)"
    r"\s(?!by\b|with\b|in\b|on\b)",
    re.IGNORECASE,
)
_TELLING = frozenset(
    {Kind.QUALITY, Kind.SETTING, Kind.FALSE, Kind.RESOURCE, Kind.ACTIVITY, Kind.SPEED, Kind.FAST}
)


@dataclass(frozen=True, slots=True)
class RulesClaim:
    """A claim that the rules read, with the clean places of its number."""

    metric: Metric
    attribution: Attribution
    quantity: Quantity
    places: tuple[tuple[int, int], ...]
    device: str | None = None


def read_rules(rules: Annotation | None, page: Page) -> list[RulesClaim] | None:
    """Return the claims of the rules reading with their numbers placed; None without one."""
    if rules is None:
        return None
    out = []
    for claim in rules.claims:
        number = _rules_number(claim, page)
        if number is not None and number.places:
            known = canonical_device(claim.device) if claim.device else None
            device = known.device.name if known else None
            found = (number.quantity, number.places, device)
            out.append(RulesClaim(claim.metric, claim.attribution, *found))
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


def agreeing(claim: Claim, number: Number, device: str | None, rules: Sequence[RulesClaim]) -> bool:
    """Say whether the rules read the same number, in the same place, as the same resource.

    `device` is the claim's canonical device; where the rules tie the number to one too, they must
    be the same.
    """
    return any(
        other.metric is claim.metric
        and other.attribution is claim.attribution
        and (device is None or other.device in (None, device))
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
    here = [one for one in readings if one.span.number < end and start < one.span.end]
    if here:
        if any(one.metric is claim.metric and one.better for one in here):
            return []
        if any(one.denied for one in here):
            return [Flag.SETTING_NOT_CLAIM]
        if not any(one.better for one in here):
            return [Flag.OVERHEAD]
        family = {one.metric for one in here}
        same = claim.metric in family or (claim.metric in _TIME and bool(family & _TIME))
        return [] if same else [Flag.BAD_METRIC]
    kind = _decisive(words, start)
    if kind is Kind.QUALITY:
        return [Flag.QUALITY_METRIC]
    return [Flag.SETTING_NOT_CLAIM] if kind in (Kind.SETTING, Kind.FALSE) else []


def says_otherwise(claim: Claim, page: Page, start: int, end: int) -> list[Flag]:
    """Return what the words of the quote itself, `[start, end)`, say against the claim."""
    text = page.text.text
    flags = []
    if claim.attribution is Attribution.OWN and _OF_OTHERS.match(text[start:end]):
        flags.append(Flag.PRIOR)
    named: set[Metric] = set()
    weak: set[Metric] = set()  # "energy efficiency" speaks of energy, "efficiency" alone of time
    for word in tokens(text, start, end, page.numbers_within(start, end)):
        if word.kind in _NAMING and word.word.metric is not None:
            (weak if word.word.weak else named).add(word.word.metric)
        elif word.kind in _IMPLYING:
            named.add(_IMPLYING[word.kind])
    named = named or weak
    if named and claim.metric not in named and not (claim.metric in _TIME and named & _TIME):
        flags.append(Flag.BAD_METRIC)
    return flags


def _sentence(page: Page, at: int) -> tuple[list[Token], list[Reading]]:
    return page.once(_read_sentence, *page.sentence(at))


def _read_sentence(page: Page, start: int, end: int) -> tuple[list[Token], list[Reading]]:
    inside = [one for one in page.numbers if start <= one.number < end]
    words = tokens(page.text.text, start, end, inside)
    return words, read_sentence(words)


def _decisive(words: Sequence[Token], start: int) -> Kind | None:
    """Return what the nearest telling word is, right of the number or else left of it."""
    index = next((at for at, word in enumerate(words) if word.end > start), len(words))
    for side in (words[index + 1 : index + 1 + _NEAR], words[max(0, index - _NEAR) : index][::-1]):
        for word in side:
            if word.kind in (Kind.STOP, Kind.COMMA):
                break
            if word.kind in _TELLING:
                return word.kind
    return None

"""Claims of an abstract: its numbers read clause by clause, each with its evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotate.language.clauses import Reading, read_sentence
from annotate.language.figures import find_quantities
from annotate.language.hardware import DeviceMention
from annotate.language.latex import CleanText
from annotate.language.quantities import parse_quantity
from annotate.language.words import Token, sentences, tokens
from annotate.rules.attribution import Ownership
from annotate.rules.circumstances import Circumstances, circumstances
from annotate.schema import Claim

__all__ = ["find_claims"]


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: CleanText
    words: list[Token]
    devices: Sequence[DeviceMention]


def find_claims(
    text: CleanText,
    name: str | None,
    devices: Sequence[DeviceMention] = (),
    *,
    survey: bool = False,
) -> list[Claim]:
    """Return the claims of a clean text; their values and quotes are slices of the original.

    `name` is the method's name, which marks sentences as the paper's own; `devices` are the
    mentions in `text.text`.
    """
    spans = find_quantities(text.text)
    if not spans:
        return []
    places = sentences(text.text)
    ownership = Ownership(text.text, places, name, survey=survey)
    claims: dict[tuple[str, str, int], Claim] = {}
    for at, (start, end) in enumerate(places):
        inside = [span for span in spans if start <= span.number < end]
        if not inside:
            continue
        words = tokens(text.text, start, end, inside)
        readings = [
            reading
            for reading in read_sentence(words, hardware=bool(devices), name=name)
            if reading.better and reading.span.quantity.low > 0
        ]
        if not readings:
            continue
        here = [device for device in devices if start <= device.start < end]
        sentence = _Sentence(text, words, here)
        attribution = ownership.of(at)
        for reading in readings:
            value = _value(sentence, reading)
            if value is not None:
                key = (reading.metric, value[0], reading.span.start)
                claims[key] = Claim(
                    metric=reading.metric,
                    attribution=attribution,
                    value=value[0],
                    quote=_quote(sentence, reading, value[1]),
                    **_around(sentence, reading),
                )
    return list(claims.values())


def _value(sentence: _Sentence, reading: Reading) -> tuple[str, int] | None:
    """Return the words of the number as they stand, and where they start.

    They are made longer until they can be read alone ("7.5/4.8x", "speedup of 3").
    """
    span = reading.span
    wanted = _meant(reading)
    if wanted is None:
        return None
    low, high, start = wanted
    text = sentence.text
    for first, last in _slices(sentence, reading, start):
        words = _original(text, first, last)
        found = parse_quantity(words)
        if found is not None and (found.low, found.high, found.unit) == (
            low,
            high,
            span.quantity.unit,
        ):
            return words, first
    return None


def _meant(reading: Reading) -> tuple[float, float, int] | None:
    """Return low, high and start: "from a to b" is b when something rose to it, else a range."""
    span, quantity = reading.span, reading.span.quantity
    if quantity.baseline is None:
        return quantity.low, quantity.high, span.start
    if not reading.change:
        return (quantity.low, quantity.high, span.number) if quantity.low < quantity.high else None
    return None if quantity.unit == "%" else (quantity.high, quantity.high, span.start)


def _slices(sentence: _Sentence, reading: Reading, start: int) -> list[tuple[int, int]]:
    words, span = sentence.words, reading.span
    last_listed = words[reading.at + 2 * (reading.listed - 1 - reading.place)].end
    out = [(start, span.end), (start, last_listed)]
    for back in range(1, 5):
        if reading.at - back >= 0:
            out.append((words[reading.at - back].start, span.end))
    return out


def _quote(sentence: _Sentence, reading: Reading, value_start: int) -> str:
    words = sentence.words
    first = min(words[reading.first].start, reading.span.start, value_start)
    last = max(words[reading.last - 1].end, reading.span.end)
    if reading.listed > 1:
        last = max(last, words[reading.at + 2 * (reading.listed - 1 - reading.place)].end)
    return _original(sentence.text, first, last)


def _around(sentence: _Sentence, reading: Reading) -> dict[str, str | None]:
    found: Circumstances = circumstances(sentence.words, reading, sentence.devices)
    return {
        field: _original(sentence.text, *place) if place else None
        for field, place in (
            ("baseline", found.baseline),
            ("setting", found.setting),
            ("device", found.device),
        )
    }


def _original(text: CleanText, start: int, end: int) -> str:
    first, last = text.original_span(start, end)
    return text.original[first:last]

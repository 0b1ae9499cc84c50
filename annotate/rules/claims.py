"""Claims of an abstract: its numbers read clause by clause, each with its evidence."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from annotate.language import kinds
from annotate.language.clauses import Reading, read_sentence
from annotate.language.figures import find_quantities
from annotate.language.hardware import DeviceMention
from annotate.language.latex import CleanText
from annotate.language.measures import QuantitySpan, Shape
from annotate.language.quantities import parse_quantity
from annotate.language.topic import Topic, topic_of
from annotate.language.words import Token, may_tell, sentences, tokens
from annotate.rules.absolutes import absolute_figures
from annotate.rules.attribution import Ownership, needed_by_others
from annotate.rules.circumstances import circumstances
from annotate.schema import Attribution, Claim, Metric

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
    """Return the claims of a clean text in its order; values and quotes are slices of the original.

    `name` is the method's name, which marks sentences as the paper's own; `devices` are the
    mentions in `text.text`, in order; a `survey` tells of other people's results only.
    """
    spans, figures = find_quantities(text.text), absolute_figures(text.text, devices)
    if not spans and not figures:
        return []
    places = _unparted(sentences(text.text), spans)
    ownership = Ownership(text.text, places, name, survey=survey)
    found: list[tuple[int, Claim]] = []
    for at, inside in _by_sentence(spans, places):
        words, readings = _read(text.text, places[at], inside, name)
        if readings:
            sentence = _Sentence(text, words, _within(devices, *places[at]))
            for reading in readings:
                attribution = ownership.of(at, reading.span.end, turned=reading.turned)
                claim = _claim(sentence, reading, attribution)
                if claim is not None:
                    found.append((reading.span.start, claim))
    for span, metric, place in figures:
        at = _sentence_of(span, places)
        beaten = needed_by_others(text.text, places[at][0], span.start, name)
        whose = Attribution.PRIOR if beaten else ownership.of(at, span.end)
        found.append((span.start, _absolute(text, span, metric, place, whose)))
    found.sort(key=lambda pair: pair[0])
    return [claim for _, claim in found]


def _read(
    text: str, place: tuple[int, int], inside: Sequence[QuantitySpan], name: str | None
) -> tuple[list[Token], list[Reading]]:
    """Return the words of the sentence at `place` and what its numbers `inside` say in favour."""
    telling = may_tell(text, *place)
    if not telling and not may_tell(text, *place, rivals=True):
        return [], []
    if not telling and topic_of(text) is Topic.SCORES:
        return [], []
    words = tokens(text, *place, inside)
    readings = read_sentence(words, abstract=text, name=name)
    return words, [one for one in readings if one.better and one.span.quantity.low > 0]


def _unparted(
    places: list[tuple[int, int]], spans: Sequence[QuantitySpan]
) -> list[tuple[int, int]]:
    """Return the sentences without an end inside a number ("is 2. 5 × faster")."""
    cut = {
        places[at][0]
        for span in spans
        if span.start < places[at := _sentence_at(span.end - 1, places)][0]
    }
    if not cut:
        return places
    starts = [start for start, _ in places if start not in cut]
    return list(zip(starts, [*starts[1:], places[-1][1]], strict=True))


def _sentence_at(offset: int, places: Sequence[tuple[int, int]]) -> int:
    return bisect_right(places, offset, key=lambda place: place[0]) - 1


def _sentence_of(span: QuantitySpan, places: Sequence[tuple[int, int]]) -> int:
    return _sentence_at(span.number, places)


def _by_sentence(
    spans: Sequence[QuantitySpan], places: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, list[QuantitySpan]]]:
    for at, inside in groupby(spans, key=lambda span: _sentence_of(span, places)):
        yield at, list(inside)


def _within(devices: Sequence[DeviceMention], start: int, end: int) -> Sequence[DeviceMention]:
    first = bisect_left(devices, start, key=lambda device: device.start)
    last = bisect_left(devices, end, key=lambda device: device.start)
    return devices[first:last]


def _claim(sentence: _Sentence, reading: Reading, attribution: Attribution) -> Claim | None:
    value = _value(sentence, reading)
    if value is None:
        return None
    around = circumstances(sentence.words, reading, sentence.devices)
    return Claim(
        metric=reading.metric,
        value=value[0],
        baseline=_place(sentence.text, around.baseline),
        setting=_place(sentence.text, around.setting),
        device=_device(sentence, around.device),
        attribution=attribution,
        quote=_quote(sentence, reading, value[1]),
    )


def _absolute(
    text: CleanText,
    span: QuantitySpan,
    metric: Metric,
    place: tuple[int, int],
    attribution: Attribution,
) -> Claim:
    return Claim(
        metric=metric,
        value=_original(text, span.start, span.end),
        baseline=None,
        setting=None,
        device=None,
        attribution=attribution,
        quote=_original(text, *place),
    )


def _device(sentence: _Sentence, place: tuple[int, int] | None) -> str | None:
    full = next((one.full for one in sentence.devices if (one.start, one.end) == place), None)
    return full or _place(sentence.text, place)


def _place(text: CleanText, place: tuple[int, int] | None) -> str | None:
    return None if place is None else _original(text, *place)


def _value(sentence: _Sentence, reading: Reading) -> tuple[str, int] | None:
    """Return the words of the number as they stand, and where they start.

    They are the fewest that can be read alone ("7.5/4.8x", "speedup of 3").
    """
    span = reading.span
    wanted = _meant(reading)
    if wanted is None:
        return None
    low, high, start = wanted
    text = sentence.text
    for first, last in _slices(sentence, reading, start):
        bare = first + len(text.text[first:last].rstrip(" ,.;:"))
        words = _original(text, first, bare)
        found = parse_quantity(words)
        if found is not None and (found.low, found.high, found.unit) == (
            low,
            high,
            span.quantity.unit,
        ):
            return words, first
    return _original(text, start, span.end), start


def _meant(reading: Reading) -> tuple[float, float, int] | None:
    """Return low, high and start: "from a to b" is b when something rose to it, else a range."""
    span, quantity = reading.span, reading.span.quantity
    if quantity.baseline is None:
        return quantity.low, quantity.high, span.start
    if not reading.change:
        return (quantity.low, quantity.high, span.number) if quantity.low < quantity.high else None
    return None if quantity.unit == "%" else (quantity.high, quantity.high, span.start)


_OF_NEXT = (Shape.FRACTION, Shape.DOUBLES)


def _slices(sentence: _Sentence, reading: Reading, start: int) -> list[tuple[int, int]]:
    words, span = sentence.words, reading.span
    last_listed = words[reading.at + 2 * (reading.listed - 1 - reading.place)].end
    out = [(start, span.end), (start, last_listed)]
    if span.shape in _OF_NEXT and reading.at + 1 < len(words):
        out.append((start, words[reading.at + 1].end))  # "a third of", "triples battery life"
    for ahead in range(1, 4):  # "2.2 higher throughput", which has lost its ×
        if reading.at + ahead < len(words):
            out.append((start, words[reading.at + ahead].end))
    if reading.at + 1 < len(words):
        out.append((words[max(0, reading.at - 1)].start, words[reading.at + 1].end))
    for back in range(1, 5):
        if reading.at < back or words[reading.at - back].quantity is not None:
            break
        out.append((words[reading.at - back].start, span.end))
    return sorted(out, key=lambda one: one[1] - one[0])


def _quote(sentence: _Sentence, reading: Reading, value_start: int) -> str:
    words, begin = sentence.words, reading.first
    while begin < reading.at and words[begin].kind is kinds.THE:
        begin += 1
    first = min(words[begin].start, reading.span.start, value_start)
    last = max(words[reading.last - 1].end, reading.span.end)
    if reading.listed > 1:
        last = max(last, words[reading.at + 2 * (reading.listed - 1 - reading.place)].end)
    return _original(sentence.text, first, last)


def _original(text: CleanText, start: int, end: int) -> str:
    first, last = text.original_span(start, end)
    return text.original[first:last]

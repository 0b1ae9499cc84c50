"""Numbers of a list that have a change each: "speedup and energy savings of 32x and 84x"."""

from annotate.language import kinds
from annotate.language.frames import Frame, View, sensed
from annotate.language.lexicon import Word
from annotate.language.phrases import read_phrase
from annotate.schema import Metric

__all__ = ["named_aside", "paired_after", "paired_before", "shared_change"]

_NOUNS = frozenset((kinds.RESOURCE, kinds.QUALITY, kinds.SKIP, kinds.PLAIN, kinds.ACTIVITY))
_CHANGES = frozenset((kinds.FALL, kinds.GAIN, kinds.RISE, kinds.SPEED))
_GAIN = Word(kinds.GAIN)
_JOINTS = (kinds.AND, kinds.COMMA, kinds.THE)


def paired_before(view: View, trigger: int) -> Frame | None:
    """Read "throughput gain and energy reduction of 3x and 2x"; the last noun is at `trigger`."""
    found: list[Frame] = []
    at = trigger
    while len(found) < len(view.group) and _is_change(view, at):
        start = at
        while start > view.free and view.kind(start - 1) in _NOUNS:
            start -= 1
        one = _said(view, start, at + 1)
        if one is None:
            return None
        found.insert(0, one)
        at = view.back(start - 1, *_JOINTS)
        if at == start - 1:
            break
    return _together(view, found, view.after)


def paired_after(view: View, start: int) -> Frame | None:
    """Read "3x and 2x speedup and energy reduction"; the first noun begins at `start`."""
    found: list[Frame] = []
    while len(found) < len(view.group):
        one = _said(view, start, len(view.tokens))
        if one is None:
            return None
        found.append(one)
        start = one.last
        if view.kind(start) not in (kinds.AND, kinds.COMMA):
            break
        while view.kind(start) in _JOINTS:
            start += 1
    return _together(view, found, found[-1].last)


def shared_change(view: View, at: int) -> Word | None:
    """Return the noun that "a 4x energy, 3x area and 10x latency reduction" has only at its end."""
    while view.kind(at) in (kinds.AND, kinds.COMMA):
        while view.kind(at) in (kinds.AND, kinds.COMMA, kinds.THE):
            at += 1
        if view.kind(at) is not kinds.QUANTITY:
            return None
        phrase = read_phrase(view.tokens, at + 1, len(view.tokens))
        if not phrase.heads or any(head.metric is None for head in phrase.heads):
            return None
        if phrase.change is not None:
            word = view.tokens[phrase.change].word
            return word if word.metric is None and phrase.end == phrase.change + 1 else None
        at = phrase.end
    return None


_TOLD_ASIDE = frozenset(
    (Metric.SPEEDUP, Metric.LATENCY, Metric.THROUGHPUT, Metric.MEMORY, Metric.ENERGY, Metric.COST)
)


def named_aside(view: View, end: int, sense: Word | None) -> Frame | None:
    """Read "gains of 2.2x (throughput) and 41% (latency)"; the bracket ends at token `end`."""
    phrase = read_phrase(view.tokens, view.after + 1, end - 1)
    if (
        sense is None
        or len(phrase.heads) != 1
        or phrase.end != end - 1
        or phrase.change is not None
    ):
        return None
    told = phrase.heads[0].metric in _TOLD_ASIDE and not phrase.heads[0].vague
    return sensed(phrase.heads, sense, view.at, end) if told else None


def _is_change(view: View, at: int) -> bool:
    return view.kind(at) in _CHANGES and view.tokens[at].word.noun


def _said(view: View, start: int, end: int) -> Frame | None:
    """Return what the noun of change that begins at `start` says of the one thing it names."""
    phrase = read_phrase(view.tokens, start, end)
    if phrase.change is None or len(phrase.heads) != 1 or phrase.heads[0].vague:
        return None
    word = view.tokens[phrase.change].word
    if word.metric is not None:
        word = _GAIN
    return sensed(phrase.heads, word, start, phrase.end)


def _together(view: View, found: list[Frame], last: int) -> Frame | None:
    if len(found) != len(view.group):
        return None
    heads = tuple(one.heads[0] for one in found)
    better = tuple(one.better[0] for one in found)
    return Frame(heads, better, found[-1].sense, min(found[0].first, view.at), last)

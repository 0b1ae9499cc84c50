"""Numbers whose noun stands further on: "4x and infers 2x faster", "50% on the training speed"."""

from annotate.language.frames import Frame, View, framed, sensed
from annotate.language.lexicon import Kind, Word
from annotate.language.phrases import read_phrase
from annotate.schema import Metric

__all__ = ["look_further"]

_LIGHT = frozenset((Kind.PLAIN, Kind.VERB, Kind.ACTIVITY, Kind.THE, Kind.ABOUT))
_ASKING = frozenset((Kind.GAIN, Kind.FALL))


def look_further(view: View, sense: Word | None) -> Frame | None:
    """Read on behind a number that has no noun beside it; `sense` is the change known so far."""
    if view.kind(view.after) is Kind.AND and sense is None:
        return _like_next(view)
    return _upon(view, sense)


def _like_next(view: View) -> Frame | None:
    """Read "trains 4x and infers 2x faster"."""
    at = view.after + 1
    while view.kind(at) in _LIGHT and at < view.after + 5:
        at += 1
    quantity = view.tokens[at].quantity if view.kind(at) is Kind.QUANTITY else None
    if quantity is None or quantity.quantity.unit != "x" or view.span.quantity.unit != "x":
        return None
    good = view.kind(at + 1) is Kind.FAST
    known = good or view.kind(at + 1) is Kind.SLOW
    return framed(Metric.SPEEDUP, good, view.at, view.after, rate=True) if known else None


def _upon(view: View, sense: Word | None) -> Frame | None:
    """Read "improvements of over 50% on the convergence speed"."""
    if view.word(view.after) != "on":
        return None
    trigger = view.trigger(view.clause())
    if trigger is not None:
        sense = view.tokens[trigger].word
    elif sense is None and view.previous is not None:
        sense = view.previous.sense
    if sense is None or sense.kind not in _ASKING:
        return None
    phrase = read_phrase(view.tokens, view.after + 1, len(view.tokens))
    if not phrase.heads or any(head.metric is None or head.vague for head in phrase.heads):
        return None
    return sensed(phrase.heads, sense, view.at, phrase.end)

"""How much of a resource is taken: "only 15% of the energy", "half the cost", "3x the speed"."""

import re

from annotate.language import kinds
from annotate.language.frames import Frame, View, framed
from annotate.language.measures import Shape
from annotate.language.phrases import Head, Phrase
from annotate.language.rivals import reaches_the_same
from annotate.schema import Metric

__all__ = ["amount", "equals_models"]

_PARTS = frozenset((Shape.PERCENT, Shape.FRACTION, Shape.HALF))
_SPENT = frozenset((kinds.SHARE, kinds.SPEND, kinds.AT))
_ADDED = frozenset(
    "add adds adding incur incurs incurring introduce introduces introducing impose imposes "
    "imposing cost costs costing pay pays paying sacrifice sacrifices sacrificing".split()
)
_TRAINED = frozenset(
    "train trains training modify modifies modifying adapt adapts retrain retrains retraining "
    "re-training fine-tune fine-tunes fine-tuning finetune finetunes finetuning".split()
)
_DONE = frozenset(
    "solve solves solved complete completes completed pass passes passed answer answers answered "
    "recover recovers recovered detect detects detected explain explains explained".split()
)
_FILLED = (Metric.MEMORY, Metric.MODEL_SIZE, Metric.COST)
_PASSED = (Metric.SPEEDUP, Metric.LATENCY, Metric.COMPUTE)
_LEARNING = re.compile(
    r"(?:pre-?|re-?|fine-?)?(?:train|tun|learn|supervis|fit|adapt|label|only|just|merely|calibrat|retain|keep)",
    re.IGNORECASE,
)
_FIRST = frozenset("top first best initial".split())
_BEING = frozenset(("is", "are", "was", "were"))
_KEPT = frozenset(
    "used needed required kept retained sufficient enough necessary updated trained stored".split()
)
_EQUAL = re.compile(
    r"match|rival|outperform|surpass|equal|par$|comparable|competitive|exceed|beat|better|close",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"(?:model|method|system|approach|network|llm|encoder|decoder|counterpart|teacher|transformer"
    r"|architecture|backbone"
    r"|baseline|one|competitor)s?$",
    re.IGNORECASE,
)


def amount(view: View, phrase: Phrase) -> Frame:
    """Return what a number right before the nouns of `phrase` says without a word of change.

    A share of a cost is in favour when it is what gets spent; a multiple only of a rate.
    """
    part = view.shape in _PARTS or view.span.quantity.low < 1
    metric = phrase.heads[0].metric
    if not part and metric and not phrase.heads[0].rate and reaches_the_same(view, phrase.end):
        return framed(metric, True, view.at, phrase.end)
    if not part and phrase.heads[0].metric is Metric.MODEL_SIZE and equals_models(view, view.after):
        return framed(Metric.MODEL_SIZE, True, view.at, phrase.end)
    heads = tuple(_sized(view, head) for head in phrase.heads)
    spent = view.shape is Shape.HALF or _is_spent(view, heads)
    if view.word(phrase.end) in _BEING and view.word(phrase.end + 1) not in _KEPT:
        spent = False  # "and 21% of the data are noisy"
    if spent and _splits(view, heads, phrase.end):
        spent = False
    good = [(spent and not head.rate and not head.extra) if part else head.rate for head in heads]
    return Frame(heads, tuple(good), None, view.at, phrase.end)


_TESTING = re.compile(r"(?:test|valid|evaluat|held-out|holdout|calibrat)")
_TOLD_OF = frozenset(
    (kinds.ABOUT, kinds.AND, kinds.THE, kinds.VERB, kinds.ACTIVITY, kinds.COMMA, kinds.QUANTITY)
)


def _splits(view: View, heads: tuple[Head, ...], at: int) -> bool:
    """Tell "80% of the data for training and 20% for testing" from a saving."""
    if heads[0].metric is not Metric.DATA:
        return False
    for index in range(at, at + 6):
        if _TESTING.match(view.word(index)):
            return True
        if view.kind(index) not in _TOLD_OF:
            break
    return False


def equals_models(view: View, at: int) -> bool:
    """Tell "matches 7x larger models": what the others need more is saved here."""
    start = view.clause()
    if not any(_EQUAL.match(view.word(index)) for index in range(start, view.at)):
        return False
    near = range(max(start, view.at - 4), at + 4)
    return any(_MODEL.match(view.word(index)) for index in near)


def _sized(view: View, head: Head) -> Head:
    """Return the head of "its size" where the clause says whose ("the cache is 12% of …")."""
    if not head.weak or head.metric is not Metric.MODEL_SIZE:
        return head
    _, phrase = next(view.phrases(view.clause(), view.at), (0, None))
    thing = phrase.heads[0] if phrase is not None else head
    return thing if thing.metric in (Metric.MEMORY, Metric.DATA) else head


def _learns(view: View) -> bool:
    """Tell "trained on 10% of the data" from "agrees on 10% of the data"."""
    start = view.clause()
    return any(_LEARNING.match(view.word(index)) for index in range(start, view.at))


_FINISHING = ("finish", "complet", "terminat", "converg", "train", "solv")


def _is_spent(view: View, heads: tuple[Head, ...]) -> bool:
    index = view.back(view.at - 1, kinds.THE)
    if view.kind(index) is kinds.SHARE and view.word(index - 1) in _ADDED | _DONE:
        return False  # "adds only 1% latency", "solves only 40% of the steps"
    if view.word(index) in _FIRST:  # "only the top 1% of the data"
        index = view.back(index - 1, kinds.THE)
    if view.kind(index) is kinds.AND:
        before = view.previous
        if before is not None and before.sense is None and any(before.better):
            return True
        near = range(index, max(view.free, index - 9) - 1, -1)
        index = next((at for at in near if view.kind(at) in _SPENT), index)
    if view.word(index) == "on":
        return any(head.metric is Metric.DATA for head in heads) and _learns(view)
    finishes = view.word(index - 1).startswith(_FINISHING)
    if view.word(index) in ("in", "for") and (finishes or view.shape is not Shape.PERCENT):
        fits = view.word(index - 1).startswith("fit")
        return all(head.metric in (_FILLED if fits else _PASSED) for head in heads)
    if view.kind(index) is kinds.TO:
        trigger = view.trigger(view.clause())
        return trigger is not None and view.kind(trigger) is kinds.FALL
    if view.word(index) in _BEING and heads[0].weak:
        return True  # "is 1/30 the size of Alpha"
    if view.word(index) in _TRAINED:
        return any(head.metric is Metric.MODEL_SIZE for head in heads)
    return view.kind(index) in _SPENT

"""Numbers that were chosen, or that score: "at 50% sparsity", "an accuracy of 90%"."""

from annotate.language import kinds
from annotate.language.frames import View

__all__ = ["is_chosen", "is_no_result", "is_ratio_set"]

_BEFORE_NUMBER = frozenset((kinds.OPEN, kinds.OF, kinds.SKIP, kinds.THE))
_CHOOSING = frozenset("at under for across from bei bajo sous".split())
_CHOSEN = frozenset(("at", "under", "for", "with"))


def is_no_result(view: View, trigger: int | None) -> bool:
    """Tell whether the words before the number make it a setting or a score.

    `trigger` is the word of change before it, if there is one.
    """
    if view.kind(view.at - 1) is kinds.IN and view.kind(view.after) is kinds.OF:
        return True  # "was enough in 90% of the cases"
    return (
        _is_setting(view)
        or _is_level(view)
        or _is_below(view)
        or _is_overhead(view)
        or _has_quality_of(view)
        or (trigger is not None and _is_set(view, trigger))
    )


def _is_setting(view: View) -> bool:
    """Tell "pruning (up to 90%)" and "sparsity of 50%"."""
    index = view.back(view.at - 1, *_BEFORE_NUMBER)
    if index < 0:
        return False
    word = view.tokens[index].word
    if word.kind is kinds.SETTING and word.metric is not None:
        return is_chosen(view, index - 1)
    speed = view.kind(index - 1) is kinds.SPEED
    return word.kind is kinds.SETTING and word.metric is None and not speed


_OVERHEADS = frozenset("overhead overheads penalty penalties surcharge".split())


def _is_overhead(view: View) -> bool:
    """Tell "gains with a CPU overhead of 5%", which is spent and not saved."""
    return view.kind(view.at - 1) is kinds.OF and view.word(view.at - 2) in _OVERHEADS


def _is_level(view: View) -> bool:
    """Tell "at an attainment of 99%"."""
    index = view.back(view.at - 1, kinds.THE)
    if view.kind(index) is not kinds.OF or view.kind(index - 1) is not kinds.PLAIN:
        return False
    index = view.back(index - 1, kinds.PLAIN, kinds.THE, kinds.SKIP)
    return view.word(index) == "at"


def is_chosen(view: View, index: int) -> bool:
    """Tell "at a compression ratio of 8x", "for 8x compression" from what was won.

    `index` is the token before the noun or the number.
    """
    index = view.back(index, kinds.THE, kinds.SKIP)
    return view.word(index) in _CHOOSING


def _is_below(view: View) -> bool:
    """Tell "errors below 3%", "accuracy that ranges from 92% to 97%", whatever fell before."""
    at = view.back(view.at - 1, kinds.VERB, kinds.ABOUT)
    apart = at < view.at - 1 or view.span.start < view.span.number
    score = view.kind(at) is kinds.QUALITY and not view.word(at).startswith("performance")
    return apart and score


def _has_quality_of(view: View) -> bool:
    """Tell "an accuracy of 90%" and "an accuracy change of 2%", whatever was reduced before."""
    index = view.back(view.at - 1, kinds.THE)
    if view.kind(index) is not kinds.OF:
        return False
    index -= 1
    while view.kind(index) is kinds.PLAIN and index > view.at - 5:
        index -= 1
    return view.kind(index) is kinds.QUALITY


def _is_set(view: View, trigger: int) -> bool:
    """Tell "at acceleration factors of 4x and 8x" from "with speedups of 4x and 8x"."""
    word = view.tokens[trigger].word
    if word.metric is None or not word.noun or view.word(trigger).startswith("speed"):
        return False
    return view.word(trigger - 1) in _CHOSEN


def is_ratio_set(view: View, at: int) -> bool:
    """Tell "at an 8x compression ratio" and "at 75% sparsity"."""
    if view.kind(at) is not kinds.SETTING:
        return False
    under = view.word(view.at).startswith(("under ", "within "))
    return under or is_chosen(view, view.at - 1)

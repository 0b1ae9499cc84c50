"""Numbers that nobody claims: "is not 5x faster", the 3x of "compared to a speedup of 3x"."""

from annotate.facts import Bound
from annotate.language import kinds
from annotate.language.frames import View

__all__ = ["is_denied", "is_rival_number"]

_DENYING = frozenset(
    "not never cannot without neither nor fail fails failed failing unable impossible hardly "
    "rarely barely no lacks lacking n't".split()
)
_LIGHT = frozenset((kinds.VERB, kinds.SPEND, kinds.THE, kinds.TO, kinds.AT))
_LIGHT_WORDS = frozenset(
    "able be been being by to yet quite even actually always really have having get it any run "
    "runs show match reproduce meet deliver".split()
)
_KEEPING = tuple("los sacrific keep kept maintain retain preserv limit exceed".split())
_LONGEST = 6


def is_denied(view: View, first: int, *, before: bool) -> bool:
    """Tell "is not 5x faster", "fails to reach a speedup of 10x" from what was reached.

    `first` is the first token of the words that claim the number; `before` says that the number
    before it was denied, which "or" carries on.
    """
    if _is_nobodys(view):
        return True
    if view.span.start < view.span.number and view.span.quantity.bound is Bound.AT_LEAST:
        return False  # "never uses more than 50% of the memory"
    at = min(first, view.at) - 1
    if at < 0:
        return False
    if before and view.word(at) in ("or", "nor"):
        return True
    stop = max(-1, at - _LONGEST)
    while at > stop:
        word = view.word(at)
        if not (view.kind(at) in _LIGHT or word in _LIGHT_WORDS):
            break
        if word in _DENYING or word.startswith(_KEEPING):
            break
        at -= 1
    if view.kind(at) is kinds.OF:
        return view.word(at - 1) == "short"
    word = view.word(at).replace("’", "'")
    return word in _DENYING or word.endswith("n't")


_NOBODY = frozenset("none neither no nobody nothing".split())
_PARTS = frozenset((kinds.COMMA, kinds.AND, kinds.QUANTITY, kinds.STOP, kinds.THAN))


def _is_nobodys(view: View) -> bool:
    """Tell "none of the methods is 10x faster", "no model was more than 3x faster"."""
    if view.kind(view.at - 1) is not kinds.VERB:
        return False
    start = view.clause()
    while view.kind(start) in (kinds.SIGN, kinds.AND, kinds.ABOUT):
        start += 1
    if view.word(start) not in _NOBODY:
        return False
    return _PARTS.isdisjoint(view.kind(index) for index in range(start, view.at))


_COMPARING = ("compar", "in comparison", "versus", "vs", "against", "relative to", "instead of")
_NOUNS = frozenset(
    (kinds.THE, kinds.OF, kinds.SPEED, kinds.GAIN, kinds.FALL, kinds.IN, kinds.RESOURCE)
)
_FAR = 7


def is_rival_number(view: View) -> bool:
    """Tell the 23x of "50x faster, compared to a speedup of 23x": the other side's number."""
    at = view.at - 1
    if view.kind(at) not in _NOUNS and view.kind(at) is not kinds.THAN:
        return False
    while at > view.at - _FAR and view.kind(at) in _NOUNS:
        at -= 1
    return view.kind(at) is kinds.THAN and view.word(at).startswith(_COMPARING)

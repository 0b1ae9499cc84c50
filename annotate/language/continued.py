"""Numbers without a word of change before them: beside a noun, or going on from the last number."""

from annotate.language import kinds
from annotate.language.frames import NAME, Frame, View, sensed
from annotate.language.lexicon import Word
from annotate.language.measures import Shape
from annotate.language.phrases import Phrase
from annotate.schema import Metric

__all__ = ["continued", "is_extreme", "is_mean_aside"]

_NOUNS = frozenset((kinds.RESOURCE, kinds.QUALITY, kinds.SKIP, kinds.PLAIN, kinds.ACTIVITY))
_CONTINUING = frozenset(
    (kinds.AND, kinds.COMMA, kinds.OPEN, kinds.BY, kinds.TO, kinds.OF, kinds.THE, kinds.SLASH)
)
_FALLING = (kinds.FALL, kinds.LESS, kinds.SMALL)
_JOINTS = frozenset((kinds.AND, kinds.COMMA, kinds.OPEN))
_JOINS = frozenset((kinds.OPEN, kinds.OF, kinds.TO, kinds.BY, kinds.VERB))
_ASIDE = frozenset((kinds.ABOUT, kinds.IN, kinds.THAN, kinds.OF))
_APART = frozenset((kinds.STOP, kinds.QUALITY, kinds.VERB, kinds.SPEND, kinds.FALSE, kinds.SHARE))


def continued(view: View, start: int) -> Frame:
    """Read a number without a word of change before it, in the clause from token `start`."""
    at, end = view.at, view.after
    found: tuple[int, Phrase] | None = None
    for index, phrase in view.phrases(start, at):
        if view.kind(index - 1) not in _ASIDE or _is_no_aside(view, index - 1):
            found = (index, phrase)
    before = view.previous
    if found is not None:
        index, phrase = found
        shared = None if before is None else before.sense
        if phrase.heads[0].extra and shared is not None and shared.kind not in _FALLING:
            return Frame(last=end)  # "20% faster, while overheads stay within 10%"
        if before is not None and shared is not None and not _verb_between(view, phrase.end):
            return sensed(phrase.heads, shared, index, end)
        if _is_remainder(view) and not (phrase.heads[0].rate or phrase.heads[0].extra):
            return sensed(phrase.heads[:1], Word(kinds.FALL), index, end)
        small = view.shape is Shape.RATIO and view.span.quantity.low < 1
        if small and not phrase.heads[-1].rate:  # "memory is 0.4x that of the rest"
            return sensed(phrase.heads[-1:], Word(kinds.GAIN), index, end)
        rate = phrase.heads[-1]
        won = view.shape is Shape.RATIO or (rate.metric is Metric.MODEL_SIZE and rate.rate)
        apposed = view.word(view.after) in _THAT and phrase.end == at
        if won and rate.rate and (apposed or view.kind(at - 1) in _JOINS):
            return sensed(phrase.heads[-1:], Word(kinds.GAIN), index, end)
        return Frame(last=end)
    if before is not None and (is_extreme(view) or _is_mean(view) or _hastens(view, start)):
        return Frame(before.heads, before.better, before.sense, before.first, end)
    if before is None or not (_reaches(view) or (start == view.free and _continues(view, start))):
        return Frame(last=end)
    return Frame(before.heads, before.better, before.sense, before.first, end)


def _is_no_aside(view: View, at: int) -> bool:
    """Tell the article of ", der Energiebedarf" from a genitive, "we show that" from "per"."""
    return view.word(at) in ("的", "that") or (
        view.word(at) == "der" and view.kind(at - 1) in _JOINTS
    )


def is_extreme(view: View) -> bool:
    """Tell "…, with a maximum of 2.7x" of what was told before."""
    return view.tokens[view.at].text.casefold().startswith(("max", "min"))


def _is_mean(view: View) -> bool:
    """Tell "up to 125x (on average 2.6x)" from a number of something else."""
    between = {view.word(index) for index in range(view.free, view.at)}
    return between <= _BESIDE_MEANS | _MEANS and not between.isdisjoint(_MEANS)


def is_mean_aside(view: View) -> bool:
    """Tell the 7x of "9x (on average 7x)" from another number within the words of the 9x."""
    at = view.at - 1
    while (
        at > view.at - 6
        and view.word(at) in _BESIDE_MEANS | _MEANS
        and view.kind(at) is not kinds.OPEN
    ):
        at -= 1
    return view.kind(at) is kinds.OPEN and view.kind(at - 1) is kinds.QUANTITY


_MEANS = frozenset("average averaging averages avg avg. mean median geomean geometric".split())
_BESIDE_MEANS = frozenset("( , . on in the an a of with and typically :".split())


def _hastens(view: View, start: int) -> bool:
    """Tell "speeds up training by 1.4x and the kernel by 2.9x", "beats A by 3x and B by 2x"."""
    before = view.previous
    if before is None or start != view.free or view.kind(before.first) not in _ON_OBJECTS:
        return False
    if view.tokens[before.first].word.noun:
        return False
    between = {view.kind(at) for at in range(start + 1, view.at - 1) if not view.is_place(at)}
    led = view.kind(view.at - 1) in (kinds.BY, kinds.ACTIVITY)
    joined = view.kind(start) in _JOINTS and led
    if view.kind(before.first) is kinds.BEAT and kinds.QUALITY in between:
        return False
    return joined and between <= _NOUNS | {kinds.THE, kinds.FALSE, kinds.AND, kinds.ABOUT}


_ON_OBJECTS = (kinds.SPEED, kinds.BEAT)


def _is_remainder(view: View) -> bool:
    """Tell "the runtime is only 30% of the original", "it is half that of the rest"."""
    if view.shape not in (Shape.PERCENT, Shape.FRACTION, Shape.HALF):
        return False
    if view.kind(view.at - 1) is kinds.TO and view.kind(view.after) is kinds.OF:
        return any(view.word(at).startswith(_BRINGING) for at in range(view.clause(), view.at))
    after = view.after + (view.kind(view.after) is kinds.OF)
    if view.word(view.at - 1) in _IS and view.word(after) in _THAT:
        return True
    share = next(
        (at for at in range(view.at - 1, view.at - 6, -1) if view.kind(at) is kinds.SHARE), 0
    )
    if view.word(share - 1) == "passes":
        return False  # "the model passes only 66% of the tests"
    return view.kind(share) is kinds.SHARE and view.kind(share - 1) is not kinds.AT


_BRINGING = ("bring", "brought", "get", "push")
_IS = frozenset("is are was were es est ist son era".split())
_THAT = frozenset("that those que celle celui ceux".split())


def _reaches(view: View) -> bool:
    """Tell "…, while on the other it reaches 2.4x" after a speedup, ", reaching 14x" after all."""
    before = view.previous
    if before is None or not before.heads:
        return False
    direct = view.at - view.free == 2 and view.kind(view.free) is kinds.COMMA
    if before.heads[0].metric is not Metric.SPEEDUP and not direct:
        return False
    alone = view.kind(view.after) not in (kinds.PLAIN, kinds.OF, kinds.IN)
    return view.shape is Shape.RATIO and alone and view.word(view.at - 1).startswith(_REACHING)


_REACHING = ("achiev", "reach", "attain", "obtain", "deliver", "yield", "peak")


def _continues(view: View, start: int) -> bool:
    """Tell whether only "on A and", ", and by" and the like part the number from the one before."""
    if view.kind(view.at - 1) not in _CONTINUING or view.kind(view.after) is kinds.PLAIN:
        return False
    if _is_bracket(view, view.at) and _is_bracket(view, start - 1):
        return True  # "faster than A (2.3x), B (4.1x)"
    aside, inside = True, False
    for index in range(start, view.at):
        kind = view.kind(index)
        inside = (inside or kind is kinds.OPEN) and kind is not kinds.CLOSE
        if inside and index < view.at - 1:
            continue
        if kind in _APART and view.word(index) not in ("using", "with"):
            return False
        if kind in _CONTINUING:
            aside = aside and kind not in _JOINTS
        elif kind in (kinds.PLAIN, kinds.ACTIVITY) and not aside:
            if not _is_parallel(view, index):
                return False  # "and path length by 12%" has a noun of its own
            aside = True  # "over Alpha and the Beta framework"
        elif kind not in (kinds.PLAIN, kinds.ACTIVITY):
            aside = True
    return True


def _is_bracket(view: View, at: int) -> bool:
    """Tell a number that stands alone in brackets."""
    ends = view.kind(at - 1) is kinds.OPEN and view.kind(at + 1) is kinds.CLOSE
    return ends and view.kind(at) is kinds.QUANTITY


_ALIKE = frozenset((kinds.OF, kinds.ABOUT, kinds.IN, kinds.THAN))


def _is_parallel(view: View, index: int) -> bool:
    """Tell the Beta of "reduces memory of Alpha by 61% and Beta by 83%" from a noun of its own."""
    tokens = view.tokens
    if view.kind(index - 1) in _ALIKE:
        return True
    joint = view.back(index - 1, kinds.THE)
    if view.kind(joint) not in _JOINTS or not NAME.match(tokens[index].text):
        return False
    return any(
        NAME.match(tokens[at].text) is not None
        and (
            tokens[at].text.endswith(("'s", "’s"))
            or any(view.kind(near) in _ALIKE for near in range(at - 3, at))
        )
        for at in range(joint - 1, max(0, index - 14), -1)
    )


def _verb_between(view: View, start: int) -> bool:
    return any(view.kind(index) in (kinds.VERB, kinds.SPEND) for index in range(start, view.at))

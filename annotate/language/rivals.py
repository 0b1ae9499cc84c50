"""Numbers that compare with a rival: "achieves 17x over Alpha", "Beta needs 8x more labels"."""

from annotate.language import kinds
from annotate.language.frames import Frame, View, sensed
from annotate.language.lexicon import Word
from annotate.language.measures import Shape
from annotate.language.phrases import Head, read_phrase
from annotate.language.units import UNIT_METRICS
from annotate.schema import Metric

__all__ = [
    "beaten",
    "beats",
    "better_in",
    "gains",
    "less_than_figure",
    "over_rival",
    "rate_before",
    "reaches_the_same",
]

_PERFORMANCE = Head(None, True, broad=True)
"""What nobody named; speed where programs run, else a score."""
_BEATS = Word(kinds.BEAT)
_COMPARING = frozenset("over against versus vs than compared_to compared_with relative_to".split())
_NEAR = 9


def over_rival(view: View) -> Frame | None:
    """Read "achieves 17x over Alpha and 2x over Beta", which names no resource."""
    if view.shape is not Shape.RATIO or view.word(view.after).replace(" ", "_") not in _COMPARING:
        return None
    if (figure := rate_before(view, Word(kinds.GAIN), view.after)) is not None:
        return figure
    before = view.back(view.at - 1, kinds.THE)
    known = view.previous is not None and view.previous.heads == (_PERFORMANCE,)
    told = view.kind(before) is kinds.VERB or view.word(before) == "yields"
    if not told and not (known and view.kind(before) is kinds.AND):
        return None
    return None if _scores(view, view.clause()) else beaten(view, before)


def beats(view: View, trigger: int) -> Frame:
    """Read "outperforms Alpha by 3x", whose verb is the token `trigger`; "is 3x better"."""
    if len(view.group) > 1:  # "beats Alpha in accuracy and energy by 1% and 4.3x"
        for index, phrase in view.phrases(trigger + 1, view.at):
            if len(phrase.heads) == len(view.group):
                return sensed(phrase.heads, _BEATS, index, view.after)
    by = trigger == view.at - 1 or view.kind(view.back(view.at - 1, kinds.THE)) is kinds.BY
    named = any(
        view.kind(index) in _NAMING and not view.is_place(index)
        for index in range(trigger + 1, view.at)
    )
    if by and not named:
        on = view.word(view.after) in ("on", "in terms of")
        return (on and better_in(view, view.after - 1, _BEATS)) or beaten(view, trigger)
    return Frame(sense=view.tokens[trigger].word, last=view.after)


def better_in(view: View, at: int, sense: Word) -> Frame | None:
    """Read "15% and 48% better than Alpha on accuracy and time" from the token `at` on."""
    for index in range(at + 1, at + _NEAR):
        if view.kind(index) is kinds.IN or view.word(index) == "on":
            phrase = read_phrase(view.tokens, index + 1, len(view.tokens))
            known = [head for head in phrase.heads if head.metric is not None]
            if not known or any(head.metric in _OF_TASKS or head.vague for head in known):
                return None
            return sensed(phrase.heads, sense, view.at, phrase.end)
        if view.kind(index) not in _RIVALS:
            break
    return None


_OF_TASKS = (Metric.DATA, Metric.MODEL_SIZE)
"""What tasks have ("better on long sequences"), so that nothing of it is saved."""
_RIVALS = (kinds.PLAIN, kinds.THE, kinds.THAN, kinds.SKIP)
_NAMING = (kinds.QUALITY, kinds.SETTING, kinds.IN)


def beaten(view: View, first: int) -> Frame:
    """Return a frame of what nobody named; its words begin at token `first`."""
    return Frame((_PERFORMANCE,), (True,), _BEATS, first, view.after)


def gains(view: View) -> Frame | None:
    """Read "yields a 1.9x gain over Alpha", which names no resource."""
    at = view.past_aside(view.after)
    while view.kind(at) is kinds.THE:
        at += 1
    word = view.tokens[at].word if at < len(view.tokens) else None
    if word is not None and word.kind is kinds.RISE and word.noun:
        return rate_before(view, word, at + 1)  # "60 FPS, a 4x increase"
    if word is None or word.kind is not kinds.GAIN or not word.noun:
        return _gain_is(view)
    of_something = view.kind(at + 1) in (kinds.IN, kinds.OF, kinds.PLAIN, kinds.QUALITY)
    if of_something and not view.word(at + 1).startswith("depend"):
        return None
    figure = rate_before(view, word, at + 1) or less_than_figure(view, word, at + 1)
    if figure is not None:
        return figure
    return None if _scores(view, view.clause()) else beaten(view, view.at)


def _gain_is(view: View) -> Frame | None:
    """Read "the improvement over Alpha is around 7x", which names no resource."""
    start = view.clause()
    trigger = view.trigger(start)
    if (
        trigger is None
        or view.kind(trigger) is not kinds.GAIN
        or view.kind(view.at - 1) is not kinds.VERB
    ):
        return None
    over = view.word(trigger + 1).replace(" ", "_") in _COMPARING
    return beaten(view, trigger) if over and not _scores(view, start) else None


def less_than_figure(view: View, sense: Word, last: int) -> Frame | None:
    """Read "3 mJ per frame, 2.3x less than Alpha"; the comparison `sense` ends at `last`."""
    unit = _unit_before(view)
    if unit is None:
        return None
    text = view.tokens[unit[0]].text
    metric = UNIT_METRICS.get(text)
    if metric is Metric.LATENCY and text not in _INSTANTS:
        metric = Metric.SPEEDUP
    spent = metric in (Metric.ENERGY, Metric.LATENCY, Metric.SPEEDUP)
    return sensed((Head(metric),), sense, unit[0] - 1, last) if spent else None


_INSTANTS = frozenset(
    "ns us µs μs ms msec millisecond milliseconds microsecond microseconds".split()
)


def rate_before(view: View, sense: Word, last: int) -> Frame | None:
    """Read what changed off the figure right before: "4.2 TOPS/W, 2.3x over Alpha"."""
    unit = _unit_before(view)
    if unit is None:
        return None
    phrase = read_phrase(view.tokens, *unit)
    rate = phrase.heads[-1:] if phrase.end == unit[1] else ()
    return sensed(rate, sense, unit[0] - 1, last) if rate and rate[0].rate else None


def _unit_before(view: View) -> tuple[int, int] | None:
    """Return the half-open place of what stands between a figure and the number beside it."""
    joint = view.back(view.at - 1, kinds.THE)
    if view.kind(joint) is kinds.VERB and view.word(joint - 1) == "which":
        joint -= 2
    if view.kind(joint) not in (kinds.COMMA, kinds.OPEN):
        return None
    start, found = joint, None
    while start > view.free and view.kind(start - 1) in _UNITS and joint - start < _NEAR:
        start -= 1
        if view.word(start)[:1].isdigit():
            if start + 1 < joint and view.tokens[start + 1].text in UNIT_METRICS:
                return start + 1, joint
            if found is None and start + 1 < joint:
                found = start + 1, joint  # else the 3090 of "6 minutes on an RTX 3090"
    return found


_UNITS = frozenset(
    (kinds.RESOURCE, kinds.PLAIN, kinds.SKIP, kinds.ACTIVITY, kinds.ABOUT, kinds.THE)
)


def _scores(view: View, start: int) -> bool:
    """Tell whether the words around the number name a score."""
    for index in range(view.after, view.after + _NEAR):
        if view.kind(index) in (kinds.STOP, kinds.QUANTITY):
            break
        if view.kind(index) is kinds.QUALITY:
            return True
    return any(
        view.kind(index) in (kinds.QUALITY, kinds.SETTING) and view.word(index) != "yields"
        for index in range(start, view.at)
    )


_REACHING = frozenset(
    "reach reaching obtain obtaining match matching achieve achieving attain attaining get "
    "reproduce recover equal to for".split()
)
_SAME = frozenset(
    "same this our ours equal equivalent comparable similar identical that its equally".split()
)
_OWN = frozenset("we our ours it its".split())


def reaches_the_same(view: View, end: int) -> bool:
    """Tell "Beta needs 8x more labels to reach the same F1": what the rival needs is our saving.

    `end` is the token after the noun of the resource.
    """
    start = view.clause()
    words = [view.word(index) for index in range(start, view.at)]
    if any(word in _OWN or word in view.ours for word in words):
        return False
    return any(
        view.word(index) in _REACHING
        and not _SAME.isdisjoint(view.word(at) for at in range(index + 1, index + 3))
        for index in range(end, end + 7)
    )

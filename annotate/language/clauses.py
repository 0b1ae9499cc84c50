"""What each number of a sentence says: which resource, and whether it got better.

A number is read from its own clause. Its noun stands on its right ("3x faster", "45% less memory",
"2.3x the throughput", "40% reduction in latency") or on its left ("reduces FLOPs by 30%", "a
speedup of 3x", "memory (8x)"); numbers in a list share one noun or take them in order; and a number
with no noun of its own takes that of the one before ("by 14% on A and 3% on B").
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from annotate.language import kinds
from annotate.language.continued import is_extreme, is_mean_aside
from annotate.language.denials import is_denied, is_rival_number
from annotate.language.frames import CHANGES, Frame, View, sensed
from annotate.language.further import look_further
from annotate.language.leftward import look_left, named_before, subject
from annotate.language.lexicon import Word
from annotate.language.measures import QuantitySpan, Shape
from annotate.language.phrases import read_phrase
from annotate.language.rightward import look_right
from annotate.language.topic import Topic, topic_of
from annotate.language.words import Token, quantity_of
from annotate.schema import Metric

__all__ = ["Reading", "read_sentence"]


class Reading(NamedTuple):  # a tuple is made in half the time of a dataclass
    """One number with one resource.

    `better` is False for overheads and slowdowns. The words that say so are tokens
    `[first, last)`; `at` is the token of the number itself, `place` its place in a list of
    `listed` numbers. `turned`: it was said of others ("4x slower than ours"). `change`: a verb
    tells of a change, so that "from a to b" is no range. `denied`: it was not reached, or stands
    for what was compared with; then it isn't better either.
    """

    span: QuantitySpan
    metric: Metric
    better: bool
    at: int
    first: int
    last: int
    place: int
    listed: int
    change: bool = False
    turned: bool = False
    denied: bool = False


def read_sentence(
    tokens: Sequence[Token], *, abstract: str = "", name: str | None = None
) -> list[Reading]:
    """Return what the numbers of a sentence say; numbers about nothing we know are left out.

    By what the clean `abstract` is about, "performance" is speed or a score; `name` is that of the
    paper's own method.
    """
    pairs: list[tuple[View, Frame]] = []
    ours = _OURS if name is None else _OURS | {name.casefold()}
    previous: Frame | None = None
    free = 0
    for group in _groups(tokens):
        view = View(tokens, group, free, previous, ours)
        frame = _understand(view)
        if not frame.heads and frame.sense is None and previous is not None:
            frame = frame._replace(sense=previous.sense)  # "saves 41% of this, 37% of that"
        if pairs and not pairs[-1][1].heads and frame.heads and is_extreme(view):
            pairs[-1] = (pairs[-1][0], _completed(pairs[-1][1], frame))
        previous, free = frame, max(frame.last, group[-1] + 1)
        pairs.append((view, frame))
    known = any(head.metric for _, frame in pairs for head in frame.heads)
    out: list[Reading] = []
    denied = False
    for view, frame in pairs:
        denied = is_denied(view, frame.first, before=denied) or is_rival_number(view)
        out += _readings(view, _settled(frame, view, abstract, known=known), denied=denied)
    return out


def _completed(before: Frame, frame: Frame) -> Frame:
    """Return what the 85x of "the reduction was 85x, with a maximum of 158x less memory" is of."""
    if before.sense is None or before.sense.kind is not kinds.FALL:
        return before
    return before._replace(heads=frame.heads, better=frame.better)


_LISTING = frozenset((kinds.AND, kinds.COMMA, kinds.SLASH, kinds.THE, kinds.BY))


_LONGEST_LIST = 12
_MULTIPLYING = (Shape.DOUBLES, Shape.HALVES)


def _groups(tokens: Sequence[Token]) -> list[list[int]]:
    """Return lists of numbers that stand together: "5x, 3x and 2x" is one."""
    groups: list[list[int]] = []
    for at, token in enumerate(tokens):
        if token.quantity is None:
            continue
        if groups and _joins(tokens, groups[-1], at):
            groups[-1].append(at)
        else:
            groups.append([at])
    return groups


def _joins(tokens: Sequence[Token], group: list[int], at: int) -> bool:
    start = group[-1] + 1
    if _is_respective(tokens, start, at):
        return True
    start = _past_plain_aside(tokens, start)
    if len(group) >= _LONGEST_LIST or _multiplies(tokens[at]) or not 0 < at - start <= 3:
        return False
    between = [token.kind for token in tokens[start:at]]
    return between[0] is not kinds.THE and _LISTING.issuperset(between)


def _past_plain_aside(tokens: Sequence[Token], start: int) -> int:
    """Skip "(CPU)" in "2.5x (CPU) and 7x (GPU) faster"."""
    if start < len(tokens) and tokens[start].kind is kinds.OPEN:
        for index in range(start + 1, min(start + 5, len(tokens))):
            if tokens[index].kind is kinds.CLOSE:
                return index + 1
            if tokens[index].kind not in (kinds.PLAIN, kinds.ACTIVITY):
                break
    return start


def _is_respective(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Tell "3x (resp. 2x)"."""
    if not 1 < end - start < 4 or tokens[start].kind is not kinds.OPEN:
        return False
    return tokens[start + 1].text.casefold().startswith("resp")


def _multiplies(token: Token) -> bool:
    return token.quantity is not None and token.quantity.shape in _MULTIPLYING


def _understand(view: View) -> Frame:
    if view.word(view.at).startswith("within") and view.kind(view.after) is kinds.OF:
        return Frame(last=view.after)  # "predicted latencies are within 5% of those measured"
    if view.shape in _MULTIPLYING:
        return _multiplied(view)
    if view.previous is not None and view.free > view.at and is_mean_aside(view):
        return view.previous  # "9x (on average 7x) more efficient"
    frame = look_right(view)
    if frame is None:
        frame = look_left(view)
    return frame if frame.heads else (look_further(view, frame.sense) or frame)


def _multiplied(view: View) -> Frame:
    """ "halves the memory", "throughput doubles", "cuts cost by half"."""
    sense = Word(kinds.FALL if view.shape is Shape.HALVES else kinds.RISE)
    start = view.at + 1
    if view.word(start) == "sich":  # "halbiert sich der Rechenaufwand"
        start += 2
    phrase = read_phrase(view.tokens, start, len(view.tokens))
    if phrase.heads:
        return sensed(phrase.heads, sense, view.at, phrase.end)
    if view.trigger(view.clause()) is not None:
        return look_left(view)
    near = named_before(view, sense, view.at + 1)
    if near is not None or view.at - view.clause() > _SHORT_CLAUSE:
        return near or Frame(last=view.at + 1)
    return subject(view, sense, view.at + 1)


_SHORT_CLAUSE = 12


def _readings(view: View, frame: Frame, *, denied: bool) -> Iterator[Reading]:
    if not any(head.metric for head in frame.heads):
        return
    pairs = list(zip(frame.heads, frame.better, strict=True))
    one_each = len(pairs) == len(view.group)
    before = view.tokens[view.clause() : view.at]
    change = any(token.kind in CHANGES and not token.word.noun for token in before)
    turned = _is_beaten(view, frame.last)
    for place, at in enumerate(view.group):
        span = quantity_of(view.tokens[at])
        for head, better in pairs[place : place + 1] if one_each else pairs:
            if head.metric is not None:
                first, last = min(frame.first, at), max(frame.last, at + 1)
                yield Reading(
                    span,
                    head.metric,
                    better != turned and not denied,
                    at,
                    first,
                    last,
                    place,
                    len(view.group),
                    change,
                    turned,
                    denied,
                )


_OURS = frozenset(("ours", "proposed"))
_OUR_METHODS = frozenset(("method", "approach", "framework", "system", "algorithm", "technique"))


def _is_beaten(view: View, last: int) -> bool:
    """Tell whether the comparison is with us, so that what it says is true of the others."""
    for index, token in enumerate(view.tokens[last : last + 8], last):
        if token.kind in _ENDS_COMPARISON:
            return False
        if token.kind is kinds.THAN:
            words = [t.text.casefold() for t in view.tokens[index + 1 : index + 4]]
            ours = any(word in view.ours for word in words) or (
                "our" in words and not _OUR_METHODS.isdisjoint(words)
            )
            # "Zorvex-S needs 9x fewer steps than Zorvex"
            return ours and not any(
                _is_ours(view, at) for at in range(max(0, view.at - _FAR), view.at)
            )
    return False


def _is_ours(view: View, index: int) -> bool:
    word = view.word(index)
    return word in _US or any(word.startswith((f"{one}-", f"{one}+")) for one in view.ours)


_ENDS_COMPARISON = frozenset((kinds.STOP, kinds.QUANTITY, kinds.COMMA))
_FAR = 24
_US = frozenset(("we", "our"))


_MESSAGES = re.compile(
    r"\b(?:gradient|csi|channel state information|feedback|communication|message|update)s?[\s-]"
    r"(?:compress|quanti[sz]|sparsif|traffic)"
    r"|\bcompress(?:ed|ing|es|ion\sof)?\s(?:the\s|all\s)?(?:\w+\s)?(?:gradient|message|update|csi)s?\b",
    re.IGNORECASE,
)


def _sent(frame: Frame, abstract: str) -> Frame:
    """Return the frame with "compression" as that of messages where gradients are compressed."""
    if _MESSAGES.search(abstract) is None:
        return frame
    return frame._replace(
        heads=tuple(
            head._replace(metric=Metric.COMMUNICATION)
            if head.metric is Metric.MODEL_SIZE and head.rate
            else head
            for head in frame.heads
        )
    )


def _settled(frame: Frame, view: View, abstract: str, *, known: bool) -> Frame:
    """Return the frame with "performance" as speed where it is that.

    `known` tells that the sentence names other resources.
    """
    for head in frame.heads:
        if head.rate and head.metric is Metric.MODEL_SIZE:
            return _sent(frame, abstract)
        if head.broad:
            break
    else:
        return frame
    topic = topic_of(abstract)
    if view.span.quantity.unit == "%":
        fast = topic is Topic.EXECUTION
    else:
        beats = frame.sense is not None and frame.sense.kind is kinds.BEAT
        fast = topic >= Topic.MIXED or (known and not beats)
    if not fast:
        return frame
    heads = tuple(
        head._replace(metric=Metric.SPEEDUP) if head.broad else head for head in frame.heads
    )
    return frame._replace(heads=heads)

"""Numbers whose noun stands before: "reduces FLOPs by 30%", "a speedup of 3x", "memory (8x)"."""

from annotate.language.measures import Shape
from annotate.language.frames import COMPARISONS, Frame, View, framed, sensed
from annotate.language.lexicon import Kind, Word
from annotate.language.phrases import Phrase, read_phrase
from annotate.schema import Metric

__all__ = ["look_left", "named_before", "subject"]

_NOUNS = frozenset((Kind.RESOURCE, Kind.QUALITY, Kind.SKIP, Kind.PLAIN, Kind.ACTIVITY))
_LISTED_NOUNS = _NOUNS | {Kind.COMMA, Kind.AND, Kind.THE}
_BEFORE_NUMBER = frozenset((Kind.OPEN, Kind.OF, Kind.SKIP, Kind.THE))
_CONTINUING = frozenset(
    (Kind.AND, Kind.COMMA, Kind.OPEN, Kind.BY, Kind.TO, Kind.OF, Kind.THE, Kind.SLASH)
)
_JOINS = frozenset((Kind.OPEN, Kind.OF, Kind.TO, Kind.BY, Kind.VERB))
_ASIDE = frozenset((Kind.ABOUT, Kind.IN, Kind.THAN))
_APART = frozenset((Kind.STOP, Kind.QUALITY, Kind.VERB, Kind.SPEND, Kind.FALSE, Kind.SHARE))


def look_left(view: View) -> Frame:
    """Read the words before the first number, in its own clause."""
    start, end = view.clause(), view.after
    if _is_setting(view) or _has_quality_of(view):
        return Frame(last=end)
    if view.kind(view.at - 1) is Kind.OPEN:
        found = _bracketed(view, start)
        if found is not None:
            return found
    trigger = view.trigger(start)
    if trigger is not None and _is_set(view, trigger):
        return Frame(last=end)
    if trigger is None:
        return _without_trigger(view, start)
    word = view.tokens[trigger].word
    if word.kind is Kind.BEAT:
        return Frame(sense=word, last=end)
    if word.kind in (Kind.SPEED, Kind.FAST, Kind.SLOW):
        return framed(Metric.SPEEDUP, word.kind is not Kind.SLOW, trigger, end, rate=True)
    phrase = _object(view, trigger, start)
    if phrase is not None:
        return sensed(phrase.heads, word, trigger, end)
    if word.metric is not None:
        return framed(word.metric, True, trigger, end)
    if word.kind is Kind.SMALL:
        return named_before(view, word, end) or framed(Metric.MODEL_SIZE, True, trigger, end)
    if word.kind in COMPARISONS or (word.noun and word.kind is not Kind.FALL):
        return Frame(sense=word, last=end)
    return subject(view, word, end)


def subject(view: View, sense: Word, last: int) -> Frame:
    """Read the noun that the clause is about ("latency drops by 40%")."""
    for index, phrase in view.phrases(view.clause(), view.at):
        return sensed(phrase.heads, sense, index, last)
    return Frame(sense=sense, last=last)


def named_before(view: View, sense: Word, last: int) -> Frame | None:
    """Read the noun right before a bare comparison ("parameters (125x less)", "latency is 3x lower")."""
    index = view.at - 1
    while index >= view.free and view.kind(index) in (Kind.OPEN, Kind.VERB, Kind.COMMA):
        index -= 1
    start = index + 1
    while start > view.free and view.kind(start - 1) in _NOUNS:
        start -= 1
    phrase = read_phrase(view.tokens, start, index + 1)
    if not phrase.heads or phrase.end != index + 1 or phrase.heads[-1].vague:
        return None
    return sensed(phrase.heads[-1:], sense, start, last)


def _is_setting(view: View) -> bool:
    """Tell "pruning (up to 90%)" and "sparsity of 50%"."""
    index = view.at - 1
    while index > view.free and view.kind(index) in _BEFORE_NUMBER:
        index -= 1
    if index < 0:
        return False
    word = view.tokens[index].word
    return (
        word.kind is Kind.SETTING and word.metric is None and view.kind(index - 1) is not Kind.SPEED
    )


def _is_set(view: View, trigger: int) -> bool:
    """Tell "at acceleration factors of 4x and 8x", which was chosen, not won."""
    word = view.tokens[trigger].word
    if word.metric is None or not word.noun:
        return False
    before = view.tokens[trigger - 1] if trigger else None
    return before is not None and before.text.casefold() in ("at", "under", "for", "with")


def _has_quality_of(view: View) -> bool:
    """Tell "an accuracy of 90%", whatever was reduced before."""
    index = view.at - 1
    while view.kind(index) is Kind.THE:
        index -= 1
    if view.kind(index) is not Kind.OF:
        return False
    index -= 1
    while view.kind(index) is Kind.PLAIN and index > view.at - 5:
        index -= 1
    return view.kind(index) is Kind.QUALITY


def _bracketed(view: View, start: int) -> Frame | None:
    """Read "memory usage (8x)": the noun right before the bracket, changed as the clause says."""
    bracket = view.at - 1
    first = bracket
    while first > start and view.kind(first - 1) in _NOUNS:
        first -= 1
    phrase = read_phrase(view.tokens, first, bracket)
    if not phrase.heads or phrase.heads[-1].vague:
        return None
    if phrase.heads[-1].metric is None:
        return Frame(last=view.after)
    sense = view.sign or _sense(view, first, start)
    if sense is None and not phrase.heads[-1].rate:
        return None
    return sensed(phrase.heads[-1:], sense or Word(Kind.GAIN), first, view.after)


def _sense(view: View, end: int, start: int) -> Word | None:
    trigger = View(view.tokens, (end,), view.free, view.previous).trigger(start)
    if trigger is not None:
        return view.tokens[trigger].word
    return view.previous.sense if view.previous is not None else None


def _object(view: View, trigger: int, start: int) -> Phrase | None:
    """Return what changes: "memory use reduction of", "reduction of latency by", "reduces cost"."""
    word = view.tokens[trigger].word
    before = _nouns_before(view, trigger, start)
    if word.noun and before is not None:
        return before
    index = trigger + 1
    while index < view.at:
        if word.noun and view.tokens[index].text.casefold() in ("for", "on", "than", "over"):
            return None
        phrase = read_phrase(view.tokens, index, view.at)
        if phrase.heads:
            return phrase
        index = max(phrase.end, index + 1)
    return before


def _nouns_before(view: View, trigger: int, start: int) -> Phrase | None:
    """Read the nouns right before a word of change ("memory usage reduction", "latency drops")."""
    for kinds in (_LISTED_NOUNS, _NOUNS):
        index = trigger
        while index > start and view.kind(index - 1) in kinds:
            index -= 1
        phrase = read_phrase(view.tokens, index, trigger)
        if phrase.heads and not phrase.heads[0].vague and phrase.end == trigger:
            return phrase
    return phrase if phrase.heads and not phrase.heads[0].vague else None


def _without_trigger(view: View, start: int) -> Frame:
    at, end = view.at, view.after
    found: tuple[int, Phrase] | None = None
    for index, phrase in view.phrases(start, at):
        if view.kind(index - 1) not in _ASIDE:
            found = (index, phrase)
    before = view.previous
    if found is not None:
        index, phrase = found
        if before is not None and before.sense is not None and not _verb_between(view, phrase.end):
            return sensed(phrase.heads, before.sense, index, end)
        if view.shape is Shape.RATIO and phrase.heads[-1].rate and view.kind(at - 1) in _JOINS:
            return sensed(phrase.heads[-1:], Word(Kind.GAIN), index, end)
        return Frame(last=end)
    if before is None or start != view.free:
        return Frame(last=end)
    if view.kind(at - 1) not in _CONTINUING or view.kind(end) is Kind.PLAIN:
        return Frame(last=end)
    if any(
        view.kind(index) in _APART and view.tokens[index].text.casefold() not in ("using", "with")
        for index in range(start, at)
    ):
        return Frame(last=end)
    return Frame(before.heads, before.better, before.sense, before.first, end)


def _verb_between(view: View, start: int) -> bool:
    return any(view.kind(index) in (Kind.VERB, Kind.SPEND) for index in range(start, view.at))

"""Numbers whose noun stands before: "reduces FLOPs by 30%", "a speedup of 3x", "memory (8x)"."""

from annotate.language import kinds
from annotate.language.continued import continued
from annotate.language.frames import COMPARISONS, Frame, View, framed, sensed
from annotate.language.lexicon import Word
from annotate.language.measures import Shape
from annotate.language.objects import shrunk
from annotate.language.paired import paired_before
from annotate.language.phrases import Phrase, read_phrase
from annotate.language.rivals import beaten, beats
from annotate.language.settings import is_no_result
from annotate.schema import Metric

__all__ = ["COMPRESSIBLE", "look_left", "named_before", "subject"]

_NOUNS = frozenset((kinds.RESOURCE, kinds.QUALITY, kinds.SKIP, kinds.PLAIN, kinds.ACTIVITY))
_BRACKETED = _NOUNS | {kinds.SETTING}
_LISTERS = frozenset((kinds.AND, kinds.COMMA))
_LISTED_NOUNS = _NOUNS | {kinds.COMMA, kinds.AND, kinds.THE}
_ASIDE = frozenset((kinds.ABOUT, kinds.IN, kinds.THAN, kinds.OF))


def look_left(view: View) -> Frame:
    """Read the words before the first number, in its own clause."""
    start, end = view.clause(), view.after
    trigger = view.trigger(start)
    if is_no_result(view, trigger):
        return Frame(last=end)
    if view.word(view.at - 1) == ":" and view.kind(view.at - 2) is kinds.SPEED:
        return framed(Metric.SPEEDUP, True, view.at - 2, end, rate=True)  # "speedups: 3x on A"
    if view.kind(view.at - 1) is kinds.OPEN or view.word(view.at - 1) == ":":
        found = _bracketed(view, start)
        if found is not None:
            return found
    if trigger is None:
        return continued(view, start)
    if len(view.group) > 1 and (paired := paired_before(view, trigger)) is not None:
        return paired
    return _reached(view, trigger) or _gained(view, trigger) or _changed(view, trigger, start)


def _gained(view: View, trigger: int) -> Frame | None:
    """Read "the speedup drops to 1.4x", "its gain grows from 1.5x to 6.2x": what it is then."""
    word = view.tokens[trigger].word
    if word.noun or view.shape is not Shape.RATIO or word.kind not in (kinds.FALL, kinds.RISE):
        return None
    rising = view.span.quantity.baseline is not None
    if not rising and view.kind(view.at - 1) is not kinds.TO:
        return None
    noun = trigger - 1
    while view.kind(noun) is kinds.VERB:
        noun -= 1
    if view.kind(noun) is kinds.PLAIN and view.kind(noun - 1) is kinds.THAN:
        noun -= 2  # "its advantage over Alpha grows to 3.4x"
    if not view.tokens[noun].word.noun or view.span.quantity.high <= 1:
        return None
    if view.kind(noun) is kinds.SPEED:
        return framed(Metric.SPEEDUP, True, noun, view.after, rate=True)
    return beaten(view, noun) if view.kind(noun) is kinds.GAIN else None


def _changed(view: View, trigger: int, start: int) -> Frame:
    """Read what the word of change at `trigger` is about."""
    word, end = view.tokens[trigger].word, view.after
    if word.kind is kinds.BEAT or _performs_better(view, trigger):
        return beats(view, trigger)
    if word.kind in (kinds.SPEED, kinds.FAST, kinds.SLOW):
        return framed(Metric.SPEEDUP, word.kind is not kinds.SLOW, trigger, end, rate=True)
    found = _object(view, trigger, start)
    if found is not None:
        if word.kind is kinds.FALL and view.word(found[1].end - 1) in _DRAWN:
            return framed(Metric.COMPUTE, True, min(trigger, found[0]), end)
        return sensed(found[1].heads, word, min(trigger, found[0]), end)
    thing_shrunk = shrunk(view, trigger)
    if thing_shrunk is not None:
        return framed(thing_shrunk, True, trigger, end)
    if word.metric is None and _has_object(view, trigger):
        return Frame(sense=word, last=end)
    if word.metric is not None:
        thing = subject(view, word, end)
        if thing.heads and thing.heads[0].metric in COMPRESSIBLE:
            return thing
        return framed(word.metric, True, trigger, end)
    if trigger == view.at - 2 and view.kind(view.at - 1) is kinds.BY:
        thing = subject(view, word, end)  # "latency is lower by 45%"
        if thing.heads:
            return thing
    if word.kind is kinds.SMALL:
        return named_before(view, word, end) or framed(Metric.MODEL_SIZE, True, trigger, end)
    if word.kind in COMPARISONS or (word.noun and word.kind is not kinds.FALL):
        return Frame(sense=word, last=end)
    return subject(view, word, end)


def _reached(view: View, trigger: int) -> Frame | None:
    """Read "prunes the network and attains a compression ratio of 30x", whatever fell before."""
    if view.tokens[trigger].kind is not kinds.FALL or view.kind(view.at - 1) is not kinds.OF:
        return None
    if view.shape is not Shape.RATIO or view.span.quantity.low <= 1:
        return None
    first = view.at - 1
    while first > trigger and view.kind(first - 1) in _BRACKETED:
        first -= 1
    verb = view.back(first - 1, kinds.THE)
    if verb <= trigger or view.kind(verb) is not kinds.VERB:
        return None
    phrase = read_phrase(view.tokens, first, view.at - 1)
    if not phrase.heads or not phrase.heads[-1].rate or phrase.heads[-1].vague:
        return None
    return sensed(phrase.heads[-1:], Word(kinds.GAIN), first, view.after)


_DRAWN = frozenset(("sampling", "resampling"))
"""What is less work when there is less of it, unlike "training", which is quicker then."""


def _performs_better(view: View, trigger: int) -> bool:
    better = view.kind(trigger) is kinds.BETTER
    return better and view.word(trigger - 1).startswith("perform")


COMPRESSIBLE = frozenset((Metric.MEMORY, Metric.DATA, Metric.COMMUNICATION))
"""What may be "compressed" or "smaller" instead of the model itself."""


def subject(view: View, sense: Word, last: int) -> Frame:
    """Read the noun that the clause is about ("latency drops by 40%")."""
    for index, phrase in view.phrases(view.clause(), view.at):
        return sensed(phrase.heads, sense, index, last)
    return Frame(sense=sense, last=last)


def named_before(view: View, sense: Word, last: int) -> Frame | None:
    """Read the noun right before a bare comparison: "parameters (125x less)", "it is 3x lower"."""
    index = view.before_adverb()
    if view.kind(index) is kinds.STOP and view.word(index) == ":":
        index -= 1  # "runtime: 3.2x lower"
    while index >= view.free and view.kind(index) in (kinds.OPEN, kinds.VERB, kinds.COMMA):
        index -= 1
    start = index + 1
    if view.kind(start) is kinds.COMMA and view.kind(start + 1) is kinds.VERB:
        return None  # "the error of models, trained with less data, is 3x lower"
    while start > view.free and view.kind(start - 1) in _NOUNS:
        start -= 1
    if len(view.group) > 1 and (every := _one_each(view, start, index + 1)) is not None:
        return sensed(every.heads, sense, start, last)
    phrase = read_phrase(view.tokens, start, index + 1)
    if not phrase.heads or phrase.end != index + 1 or phrase.heads[-1].vague:
        return None
    return sensed(phrase.heads[-1:], sense, start, last)


def _one_each(view: View, start: int, end: int) -> Phrase | None:
    """Return the nouns up to `end` of "latency, energy and area are 3x, 2x and 4x lower"."""
    for first in range(start - 1, max(view.free, end - _FAR) - 1, -1):
        if view.kind(first) not in _LISTED_NOUNS:
            break
        phrase = read_phrase(view.tokens, first, end)
        if phrase.end == end and len(phrase.heads) == len(view.group):
            return phrase
    return None


_FAR = 14


def _bracketed(view: View, start: int) -> Frame | None:
    """Read "memory usage (8x)": the noun right before the bracket, changed as the clause says."""
    bracket = view.at - 1
    first = bracket
    start = start if view.kind(bracket) is kinds.OPEN else view.free
    while first > start and view.kind(first - 1) in _BRACKETED:
        first -= 1
    phrase = read_phrase(view.tokens, first, bracket)
    if not phrase.heads or phrase.heads[-1].vague:
        return None
    if phrase.heads[-1].metric is None:
        return Frame(last=view.after)
    if view.word(bracket) == ":" and view.sign is None and not phrase.heads[-1].rate:
        return None
    sense = view.sign or _sense(view, first, start)
    if phrase.heads[-1].rate and view.kind(view.back(first - 1, *_NOUNS, kinds.THE)) is kinds.VERB:
        sense = None  # "reduces traffic and provides high throughput (5x)"
    if sense is None and not phrase.heads[-1].rate:
        return None
    return sensed(phrase.heads[-1:], sense or Word(kinds.GAIN), first, view.after)


def _sense(view: View, end: int, start: int) -> Word | None:
    trigger = view.trigger(start, end)
    if trigger is not None:
        return view.tokens[trigger].word
    return view.previous.sense if view.previous is not None else None


def _has_object(view: View, trigger: int) -> bool:
    """Tell "increases the contrast by 2x", whose object is none of ours."""
    if view.tokens[trigger].word.noun:
        of = view.kind(trigger + 1) in (kinds.IN, kinds.OF)
        return of and view.kind(trigger + 2) is not kinds.QUANTITY and trigger + 2 < view.at
    index = trigger + 1
    while view.kind(index) is kinds.THE:
        index += 1
    word = view.tokens[index]
    return word.kind is kinds.PLAIN and not word.text.endswith("ly") and word.text.isascii()


def _object(view: View, trigger: int, start: int) -> tuple[int, Phrase] | None:
    """Return what changes: "memory use reduction of", "reduction of latency by", "reduces cost"."""
    word = view.tokens[trigger].word
    before = _nouns_before(view, trigger, start)
    if word.noun and before is not None:
        return before
    index = trigger + 1
    while index < view.at:
        if word.noun and view.word(index) in ("for", "on", "than", "over"):
            return None
        phrase = read_phrase(view.tokens, index, view.at)
        if phrase.heads:
            return index, phrase
        index = max(phrase.end, index + 1)
    return before


def _nouns_before(view: View, trigger: int, start: int) -> tuple[int, Phrase] | None:
    """Read the nouns right before a word of change ("memory usage reduction", "latency drops")."""
    noun = view.tokens[trigger].word.noun
    for nouns in (_LISTED_NOUNS, _NOUNS):
        index = trigger
        while index > start and view.kind(index - 1) in nouns:
            index -= 1
        listed = nouns is _LISTED_NOUNS
        if listed and view.kind(index - 1) in _ASIDE:  # "across tasks, latency and energy improve"
            commas = (at for at in range(index, trigger) if view.kind(at) is kinds.COMMA)
            index = next(commas, index - 1) + 1
        if listed and not _is_list(view, index, trigger):
            continue
        if (
            not listed
            and not noun
            and view.kind(index - 1) in _ASIDE
            and view.word(index - 1) != "的"
        ):
            return None  # "cost per token drops": the subject stands before "per"
        phrase = read_phrase(view.tokens, index, trigger)
        if phrase.heads and not phrase.heads[0].vague and phrase.end == trigger:
            return index, phrase
    return (index, phrase) if phrase.heads and not phrase.heads[0].vague else None


def _is_list(view: View, start: int, end: int) -> bool:
    """Tell "latency, energy and area improve" from "at equal compute, loss drops"."""
    if view.kind(start - 1) in _ASIDE or view.kind(start - 1) in (kinds.AT, kinds.SPEND):
        return False
    joints = [index for index in range(start, end) if view.kind(index) in _LISTERS]
    anew = len(joints) == 2 and joints[0] + 1 == joints[1]  # ", and recall drops" begins a clause
    return not anew and any(view.kind(index) is kinds.AND for index in joints)

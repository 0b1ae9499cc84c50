"""Numbers whose noun follows: "3x faster", "45% less memory", "2.3x the throughput"."""

import re

from annotate.language import kinds
from annotate.language.amounts import amount
from annotate.language.comparatives import COMPARATIVES, comparative, equative
from annotate.language.frames import CHANGES, NOTHING, Frame, View, framed, sensed
from annotate.language.leftward import COMPRESSIBLE, look_left, subject
from annotate.language.lexicon import Kind, Word
from annotate.language.measures import Shape
from annotate.language.paired import named_aside, paired_after, shared_change
from annotate.language.phrases import Head, Phrase, read_phrase
from annotate.language.rivals import rate_before
from annotate.language.settings import is_chosen, is_ratio_set
from annotate.schema import Metric

__all__ = ["look_right"]

_BETWEEN = frozenset((kinds.THE, kinds.SKIP, kinds.BY, kinds.OF, kinds.IN, kinds.AND, kinds.COMMA))
_GAIN = Word(kinds.GAIN)
_ABOVE = (kinds.MORE, kinds.LARGE, kinds.BETTER)
_STORES = frozenset("hbm dram sram nvm flash cache".split())
"""Memories by kind, which are places as well as resources."""
_NATURE = re.compile(
    r"grow(?:s|n|ing|th)?$|grew$|heal(?:s|ed|ing)?$|retreat|hydroly[sz]|melt|corrod|oxidi[sz]|germinat"
    r"|ripen|ferment|metaboli|erod|tumou?rs?$|mice$|rats$|glacier|neurons$|bacteri|patients$|children$"
    r"|seedlings?$|enzymes?$|larvae$|infants$|sea level"
)
"""Words of what lives or weathers, whose speed nobody's method brings."""


def look_right(view: View) -> Frame | None:
    """Read the words after the last number; None when they don't say what it measures."""
    listed = len(view.group) > 1 and view.kind(view.after) is kinds.CLOSE  # "3x (resp. 2x) faster"
    at = view.past_aside(view.after + listed)
    if at > view.after and (named := named_aside(view, at, _sense_around(view))) is not None:
        return named
    if view.word(at) == "more than":
        return rate_before(view, Word(kinds.MORE), at + 1)  # "300 FPS, 31% more than Alpha"
    if view.word(at) == "too":
        return NOTHING  # "estimates are 12% too high"
    while view.kind(at) is kinds.SKIP or view.word(at) in ("respectively", "-"):
        at += 1
    if len(view.group) > 1 and view.kind(at) is kinds.COMMA and view.kind(at + 1) in _COMPARING:
        at += 1  # "on average 2.4 times, and at best 11 times, faster"
    at = _past_adverb(view, at)
    kind = view.kind(at)
    if kind is kinds.AS:
        return equative(view, at + 1)
    if (said := _adjective(view, kind, at)) is not None:
        return said
    if kind in COMPARATIVES:
        return comparative(view, at)
    if kind is kinds.IN and (changed := _in_changes(view, at + 1)) is not None:
        return changed
    if kind in (kinds.OF, kinds.THE) or (kind is kinds.IN and _sense_around(view) is not None):
        return _partitive(view, at)
    if kind in CHANGES and not view.tokens[at].word.noun:
        found = _participle(view, at)
        if found is not None:
            return found
    return _compound(view, at)


def _past_adverb(view: View, at: int) -> int:
    """Skip the first word of "3x computationally more efficient"."""
    if view.kind(at) is kinds.PLAIN and view.word(at).endswith("ly"):
        ahead = view.kind(at + 1)
        return at + (ahead in COMPARATIVES or ahead in _ADJECTIVES)
    return at


_PLAYED = frozenset(
    "video audio playback camera sensor speech stream biological wall-clock".split()
)
"""What has a time of its own, so that "100x video realtime" is a speed."""
_COMPARING = COMPARATIVES | {kinds.FAST, kinds.CHEAP}
_GOING_ON = (kinds.PLAIN, kinds.QUALITY)
_ADJECTIVES = (kinds.FAST, kinds.SLOW, kinds.CHEAP, kinds.DEAR)


def _adjective(view: View, kind: Kind, at: int) -> Frame | None:
    """Read "3x faster", "20x real time", "5x cheaper", which need no noun."""
    if kind in (kinds.FAST, kinds.SLOW):
        near = range(max(view.clause(), view.at - 4), view.at)
        if any(_NATURE.match(view.word(index)) for index in near):
            return NOTHING  # "tumours grew 3 times faster"
        return framed(Metric.SPEEDUP, kind is kinds.FAST, view.at, at + 1, rate=True)
    played = kind is kinds.PLAIN and view.word(at) in _PLAYED and _is_real_time(view, at + 1)
    if (played or kind is kinds.REAL_TIME) and view.span.quantity.low > 1:
        return framed(Metric.SPEEDUP, True, view.at, at + 1 + played, rate=True)
    if kind is kinds.CHEAP and view.word(at - 1) == "computationally":
        return framed(Metric.COMPUTE, True, view.at, at + 1)
    if kind in (kinds.CHEAP, kinds.DEAR):
        return framed(Metric.COST, kind is kinds.CHEAP, view.at, at + 1)
    return None


def _is_real_time(view: View, at: int) -> bool:
    """Tell "100x video realtime" from "4x video real-time resolution"."""
    return view.kind(at) is kinds.REAL_TIME and view.kind(at + 1) not in _GOING_ON


def _participle(view: View, at: int) -> Frame | None:
    """Read "30% reduced latency", and German "um den Faktor 5 reduziert" with the verb last."""
    if view.word(at) == "accelerated":
        return NOTHING  # "4x accelerated scans" are a setting
    word = view.tokens[at].word
    by = view.kind(view.back(view.at - 1, kinds.THE)) is kinds.BY
    if by and view.word(at).endswith(("t", "en")):
        if word.kind is kinds.SPEED:
            return framed(Metric.SPEEDUP, True, view.at, at + 1, rate=True)
        return subject(view, word, at + 1)
    if view.word(at).endswith("ed"):
        phrase = read_phrase(view.tokens, at + 1, len(view.tokens))
        if phrase.heads:
            return sensed(phrase.heads, word, view.at, phrase.end)
    return None


def _partitive(view: View, at: int) -> Frame | None:
    """Read "15% of the energy", "2.3x the throughput", "30% in latency"."""
    within, after = view.kind(at) is kinds.IN, at + 1
    while view.kind(after) in (kinds.THE, kinds.OF):
        after += 1
    phrase = read_phrase(view.tokens, after, len(view.tokens))
    if not phrase.heads:
        if _sense_around(view) is not None and not within:
            return look_left(view)
        joined = view.kind(at) is kinds.OF and view.kind(view.at - 1) is kinds.AND
        return NOTHING if joined and view.kind(after) is kinds.PLAIN else None  # "and half of us"
    if all(head.vague for head in phrase.heads):
        if within:
            return None
        if view.kind(view.at - 1) is kinds.TO and _sense_around(view) is not None:
            return look_left(view)  # "cuts the cost to a quarter of ordinary training"
    alone = within and len(view.group) == 1 and view.kind(view.at - 1) is kinds.BY
    if alone and phrase.heads[0].metric is None:
        told = look_left(view)  # "lowers the overhead by 30% in beam alignment"
        if any(head.metric for head in told.heads):
            return told
    if within and view.word(after) in _STORES and view.previous is not None and view.previous.heads:
        return None  # "latency falls by 54% in HMC and 50% in HBM"
    sense = _sense_around(view) if within else _sense_before(view)
    if sense is not None and not within and sense.kind in _ABOVE:
        sense = None  # "2x higher throughput and half the power"
    sense = sense or _sense_after(view, phrase.end)
    if sense is not None:
        return sensed(phrase.heads, sense, view.at, phrase.end)
    return None if within else amount(view, phrase)


def _in_changes(view: View, start: int) -> Frame | None:
    """Read "53%, 46% and 58% in token, latency and energy reduction" from behind the "in"."""
    phrase = read_phrase(view.tokens, start, len(view.tokens))
    if phrase.change is None or not phrase.heads or phrase.heads[0].vague:
        return None
    word = view.tokens[phrase.change].word
    return sensed(phrase.heads, word, view.at, phrase.end) if word.metric is None else None


def _compound(view: View, at: int) -> Frame | None:
    """Read "4.49x inference speedup", "45% reduction in energy", "saves 61% bandwidth"."""
    phrase = read_phrase(view.tokens, at, len(view.tokens))
    if phrase.change is not None:
        paired = paired_after(view, at) if len(view.group) > 1 else None
        return paired or _changed(view, phrase, view.tokens[phrase.change].word)
    if phrase.heads and is_ratio_set(view, at):
        return NOTHING
    if view.word(at) == "pruning" and phrase.end == at + 1 and _is_won(view):
        return framed(Metric.MODEL_SIZE, True, view.at, at + 1)
    if not phrase.heads or (len(phrase.heads) == 1 and phrase.heads[0].vague):
        return None
    if len(phrase.heads) == 1 and phrase.heads[0].metric is None and not phrase.heads[0].broad:
        return Frame(last=phrase.end)
    sense = view.sign or _sense_before(view) or _sense_after(view, phrase.end)
    sense = sense or shared_change(view, phrase.end)
    if sense is not None:
        return sensed(phrase.heads, sense, view.at, phrase.end)
    return amount(view, phrase)


_WINNING = ("achiev", "attain", "reach", "enabl", "allow", "deliver", "obtain", "yield")


def _is_won(view: View) -> bool:
    """Tell "achieves up to 40% pruning" from "at 40% pruning"."""
    index = view.back(view.at - 1, kinds.THE)
    return view.shape is Shape.PERCENT and view.word(index).startswith(_WINNING)


def _changed(view: View, phrase: Phrase, word: Word) -> Frame:
    """Read what a noun of change right of the number is about."""
    near = (view.kind(index) for index in range(phrase.end, phrase.end + 4))
    at_set = word.metric is not None and view.word(view.at - 1) in ("at", "under")
    if at_set and word.kind is kinds.SPEED and kinds.THAN in near:
        at_set = False  # "at up to 4.5x acceleration of training over Alpha"
    if at_set or (word.metric is Metric.MODEL_SIZE and is_chosen(view, view.at - 1)):
        return Frame(last=phrase.end)  # "at 4x compression" was chosen, not won
    if word.metric is Metric.MODEL_SIZE and view.span.quantity.baseline is not None:
        return Frame(last=phrase.end)  # so was "from 4x to 8x compression"
    if phrase.heads and word.metric is not None:
        return sensed(_compressed(view, phrase), _GAIN, view.at, phrase.end)
    if phrase.heads and not phrase.heads[0].vague:
        return sensed(phrase.heads, word, view.at, phrase.end)
    complement = _complement(view, phrase.end)
    if complement is not None:
        if word.kind is kinds.FALL and _is_boast(view, complement):
            word = _GAIN
        return sensed(complement.heads, word, view.at, complement.end)
    if phrase.heads:
        return sensed(phrase.heads, word, view.at, phrase.end)
    named = view.kind(phrase.end) in (kinds.IN, kinds.OF)  # "reduction in harm" is none of ours
    if word.kind is kinds.FALL and not named:
        found = subject(view, word, phrase.end)
        return found if found.heads else _like_previous(view, found)
    return Frame(sense=word, last=phrase.end)


def _compressed(view: View, phrase: Phrase) -> tuple[Head, ...]:
    """Return what "5x compression of the cache" is the compression of."""
    if phrase.heads[0].metric is Metric.MODEL_SIZE and view.kind(phrase.end) is kinds.OF:
        inner = read_phrase(view.tokens, phrase.end + 1, len(view.tokens)).heads
        if inner and inner[0].metric in COMPRESSIBLE:
            return inner
    return phrase.heads


def _complement(view: View, start: int) -> Phrase | None:
    """Read the nouns of "reduction in …", "gain over the rest in …"."""
    for index in range(start, start + 8):
        kind = view.kind(index)
        if kind is kinds.COMMA and view.word(index + 1) in _REGARDING:
            continue  # "gains over Alpha, in terms of energy"
        if kind is kinds.AND and index > start and view.kind(index - 1) is kinds.PLAIN:
            continue  # "gains over Alpha and Kappa in energy"
        if kind in (kinds.IN, kinds.OF, kinds.TO) or view.word(index) in ("on", "across"):
            phrase = read_phrase(view.tokens, index + 1, len(view.tokens))
            if phrase.heads:
                return phrase
        elif kind not in (kinds.PLAIN, kinds.THE, kinds.THAN, kinds.SKIP, kinds.FALSE):
            break
    return None


_MUCH = 5


def _is_boast(view: View, phrase: Phrase) -> bool:
    """Tell "demonstrates a 60-fold reduction in the running speed", which means its time."""
    head = phrase.heads[0]
    shown = view.word(view.back(view.at - 1, kinds.THE)).startswith((*_WINNING, "demonstrat"))
    much = view.shape is Shape.RATIO and view.span.quantity.low > _MUCH
    return shown and much and head.rate and head.metric is Metric.SPEEDUP


_REGARDING = frozenset(("in terms of", "with respect to"))


def _like_previous(view: View, frame: Frame) -> Frame:
    """Read "75x compression and an 11x reduction over …" as two of a kind."""
    before = view.previous
    if view.kind(view.back(view.at - 1, kinds.THE)) is not kinds.AND or before is None:
        return frame
    return Frame(before.heads, before.better, before.sense, before.first, frame.last)


def _sense_around(view: View) -> Word | None:
    """Return the change told before in the clause, else that of the number before."""
    trigger = view.trigger(view.clause())
    if trigger is not None:
        return view.tokens[trigger].word
    return None if view.previous is None else view.previous.sense


def _sense_before(view: View) -> Word | None:
    """Return the change that the number is the object of: "saves 61%", "a reduction of 40%"."""
    at = view.at - 1
    while at >= view.free and view.kind(at) in _BETWEEN:
        at -= 1
    if at >= view.free and view.kind(at) in CHANGES:
        return view.tokens[at].word
    if view.previous is not None and not view.previous.heads:
        at = view.back(at, kinds.PLAIN)  # "saves 41% of this, 37% that and 52% power"
    if at < view.free and view.previous is not None:
        return view.previous.sense
    return None


def _sense_after(view: View, at: int) -> Word | None:
    """Return the change of "43% overheads can be reduced", "40 % de mémoire en moins"."""
    if view.kind(at) in (kinds.IN, kinds.OF) and view.kind(at + 1) is kinds.LESS:
        return view.tokens[at + 1].word
    for index in range(at, at + 4):
        if view.kind(index) is kinds.FALL and view.word(index).endswith("ed"):
            return view.tokens[index].word
        if view.kind(index) not in (kinds.VERB, kinds.PLAIN, kinds.SPEND):
            return None
    return None

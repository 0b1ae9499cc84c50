"""What single words do in a sentence about the use of resources; read from `words.toml`.

Each word has a `Kind`; words that name a resource carry its metric and whether more of it is
better. A word that isn't listed means nothing here.
"""

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum

from annotate.resources import data_file
from annotate.schema import Metric

__all__ = ["CJK", "PHRASES", "WORDS", "Kind", "Word"]


class Kind(StrEnum):
    """What a word does beside a number."""

    RESOURCE = "resource"
    QUALITY = "quality"
    ACTIVITY = "activity"
    SETTING = "setting"
    FALSE = "false"
    FAST = "fast"
    QUICK = "quick"
    SLOW = "slow"
    SMALL = "small"
    LARGE = "large"
    CHEAP = "cheap"
    DEAR = "dear"
    LESS = "less"
    MORE = "more"
    BETTER = "better"
    WORSE = "worse"
    FALL = "fall"
    RISE = "rise"
    GAIN = "gain"
    SPEED = "speed"
    BEAT = "beat"
    SHARE = "share"
    SPEND = "spend"
    VERB = "verb"
    OF = "of"
    IN = "in"
    BY = "by"
    TO = "to"
    AT = "at"
    THAN = "than"
    ABOUT = "about"
    THE = "the"
    AND = "and"
    COMMA = "comma"
    SLASH = "slash"
    OPEN = "open"
    CLOSE = "close"
    STOP = "stop"
    SKIP = "skip"
    AS = "as"
    REAL_TIME = "real_time"
    SIGN = "sign"
    QUANTITY = "quantity"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Word:
    """A word's part, and for resources their metric.

    Attributes:
        kind: Its part.
        metric: The resource it names or implies.
        rate: More of it is better ("throughput"), where less is ("latency") when False. Of a fall:
            whatever is said of it is better ("savings in energy efficiency").
        weak: It takes the metric of the word before it ("memory cost", "energy efficiency").
        noun: Of a change: it is a noun, so that its object follows "in" or "of". Of a resource:
            it is an overhead.
    """

    kind: Kind
    metric: Metric | None = None
    rate: bool = False
    weak: bool = False
    noun: bool = False


WORDS: dict[str, Word] = {}
"""Every single word of the languages that part words by blanks, in lower case."""

PHRASES: dict[str, Word] = {}
"""Words that mean something else together; they win over their parts."""

CJK: dict[str, Word] = {}
"""Chinese words, which no blank parts."""

_IDEOGRAPH = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


def _forms(verb: str) -> tuple[str, ...]:
    stem = verb[:-1] if verb.endswith("e") else verb
    third = verb + ("es" if verb.endswith(("ss", "sh", "ch", "x")) else "s")
    return verb, third, stem + "ed", stem + "ing"


def _fill() -> None:
    with data_file("words.toml").open("rb") as file:
        lines = tomllib.load(file)["words"]
    for line in lines:
        metric = line.get("metric")
        word = Word(
            Kind(line["kind"]),
            Metric(metric) if metric else None,
            line.get("rate", False),
            line.get("weak", False),
            line.get("noun", False),
        )
        verbs = [form for verb in line.get("verbs", "").split() for form in _forms(verb)]
        for one in (*verbs, *line.get("words", "").split()):
            if _IDEOGRAPH.search(one):
                CJK[one] = word
            elif "_" in one:
                PHRASES[one.replace("_", " ")] = word
            else:
                WORDS[one] = word


_fill()

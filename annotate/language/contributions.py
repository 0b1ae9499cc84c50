"""What kind of thing a paper brings: a method, a data set, a study, a survey, …"""

import re

from annotate.language.prose import prose
from annotate.schema import Contribution

__all__ = ["find_contribution"]

_KINDS: tuple[tuple[Contribution, re.Pattern[str]], ...] = (
    (
        Contribution.SURVEY,
        re.compile(r"\b(?:survey|literature review|systematic review|overview|tutorial)\b"),
    ),
    (
        Contribution.BENCHMARK,
        re.compile(r"\b(?:benchmarks?|test ?suite|leaderboard|shared task)\b"),
    ),
    (
        Contribution.DATASET,
        re.compile(r"\b(?:datasets?|data sets?|corpus|corpora|treebank|collection of)\b"),
    ),
    (
        Contribution.SOFTWARE,
        re.compile(
            r"\b(?:library|toolkit|toolbox|package|open-source (?:tool|software)|software)\b"
        ),
    ),
    (
        Contribution.SYSTEM,
        re.compile(
            r"\b(?:system|platform|accelerator|engine|infrastructure|compiler|processor|architecture for|hardware)\b"
        ),
    ),
    (
        Contribution.STUDY,
        re.compile(
            r"\b(?:study|analysis|comparison|investigation|empirical|evaluation|survey of)\b"
        ),
    ),
    (
        Contribution.THEORY,
        re.compile(
            r"\b(?:theory|theoretical|theorem|bounds?|proof|measure-theoretic|mathematically)\b"
        ),
    ),
)
_METHOD = re.compile(
    r"\b(?:methods?|algorithms?|approach|framework|models?|network|technique|pipeline|strategy|scheme|loss|"
    r"architecture|mechanism|paradigm|solver|estimator|optimizer|training|learning|transformers?)\b"
)
_SURVEY_TITLE = re.compile(
    r"\b(?:survey|review|overview|tutorial|état de l'art)\b|综述", re.IGNORECASE
)
_THEORY = re.compile(r"\bwe (?:\w+ )?(?:prove|show that|derive|establish|characterize)\b")


def find_contribution(
    clean_text: str, title: str | None, method: str | None = None
) -> Contribution:
    """Return the kind of the main contribution; `method` is the name found, if any."""
    page = prose(clean_text)
    if title and _SURVEY_TITLE.search(title) and method is None:
        return Contribution.SURVEY
    for one in page.introductions:
        if one.weight < 0.5 or one.extra:
            continue
        words = page.low[one.object_start : min(one.object_end, one.object_start + 160)]
        first: tuple[int, Contribution] | None = None
        plain = _METHOD.search(words)
        if plain:
            first = (plain.start(), Contribution.METHOD)
        for kind, pattern in _KINDS:
            match = pattern.search(words)
            if match and (first is None or match.start() < first[0]):
                first = (match.start(), kind)
        if first is not None:
            return first[1]
    if any(one.verb in ("stud", "investigat", "analyz", "evaluat") for one in page.introductions):
        return Contribution.THEORY if _THEORY.search(page.low) else Contribution.STUDY
    if method is not None or page.introductions:
        return Contribution.METHOD
    return Contribution.THEORY if _THEORY.search(page.low) else Contribution.OTHER

"""What kind of thing a paper brings: a method, a data set, a study, a survey, …"""

import re
from collections.abc import Iterator

from annotate.language.chinese import is_chinese
from annotate.language.device_table import lowered
from annotate.language.memo import Memo
from annotate.language.prose import Introduction, Prose, prose
from annotate.schema import Contribution

__all__ = ["find_contribution"]

# The border before a word is asked for once, and not by each kind.
_KINDS = re.compile(
    r"\b(?:(?P<method>(?:methods?|algorithms?|approach|frameworks?|models?|network|technique|pipeline|"
    r"strategy|scheme|loss|mechanism|paradigm|solver|estimators?|optimizers?|scheduler|"
    r"transformers?|architectures?|quantization|pruning|defen[cs]e|attack|agents?|variant|m[ée]thode|"
    r"modèle|réseau|método|modelo|marco)\b)|"
    r"(?P<survey>(?:survey|literature review|systematic review|overview|tutorial)\b)|"
    r"(?P<benchmark>(?:benchmarks?|test ?suite|testbed|leaderboard|shared task)\b)|"
    r"(?P<dataset>(?:datasets?|data sets?|corpus|corpora|treebank)\b)|"
    r"(?P<software>(?:library|toolkit|toolbox|package|software|plugin)\b)|"
    r"(?<!-)(?P<system>(?:systems?|platform|accelerators?|engine|infrastructure|compiler|"
    r"processor|chip|runtime|middleware|simulator)\b)|"
    r"(?P<study>(?:study|analysis|comparison|investigation|empirical|evaluation|experiments)\b)|"
    r"(?P<theory>(?:theory|theoretical|theorems?|bounds?|proofs?|measure-theoretic|"
    r"mathematically|convergence|guarantees?)\b))"
)
_MAY_BE_KIND = re.compile(rf"{_KINDS.pattern}|\b(?:literature|systematic|test|shared|data)\b")
_HAS_KIND = Memo(lambda chunk: _MAY_BE_KIND.search(chunk) is not None)
"""Whether a match of `_KINDS` may start within these letters between blanks."""
_CHINESE_KINDS = re.compile(
    r"(?P<survey>综述)|(?P<benchmark>基准)|(?P<dataset>数据集|语料库)|(?P<software>工具)|"
    r"(?P<method>方法|模型|算法|框架|网络|机制)|(?P<system>系统|平台)"
)
_SURVEY_TITLE = re.compile(
    r"\b(?:survey|review|overview|tutorial)\b|état de l'art|综述", re.IGNORECASE
)
_SURVEYS = re.compile(
    r"\b(?:we|(?:this|the|our) (?:\w+ )?(?:paper|article|work|survey|study|review|chapter))"
    r" (?:systematically |critically |briefly )?(?:surveys?|reviews?)\b"
    r"|\b(?:artículo|trabajo) revisa\b|\bpasse en revue\b"
)
_SURVEY_WORDS = frozenset("survey surveys review reviews revisa revue".split())
_BENCHMARK_TITLE = re.compile(r"\b(?:bench(?:mark)?|leaderboard)\b|bench\b", re.IGNORECASE)
_DATASET_TITLE = re.compile(r"\b(?:dataset|corpus|treebank)\b", re.IGNORECASE)
_BENCHMARKS = ("bench", "leaderboard")
_DATASETS = ("dataset", "corpus", "treebank")
_STUDIED = frozenset("stud investigat analy evaluat examin revisit compar".split())
_PROOF = frozenset(
    "prove proves proved proof proofs theorem theorems minimax bound bounds asymptotic "
    "asymptotically necessary sufficient identifiable identifiability theoretical theoretically "
    "stationary assumption assumptions logarithmic convergence provable provably".split()
)
_PROOFS = 3
"""So many different words of proof make a paper without a named method theory."""
_STUDIES = (
    "empirical study", "case study", "comparative study", "systematic study", "large-scale study",
)  # fmt: skip
_STUDY = re.compile(rf"\b(?:{'|'.join(_STUDIES)})\b")


def find_contribution(
    clean_text: str, title: str | None, method: str | None = None
) -> Contribution:
    """Return the kind of the main contribution; `method` is the name found, if any."""
    page = prose(clean_text)
    if title and method is None and _SURVEY_TITLE.search(title):
        return Contribution.SURVEY
    if method is None and not page.words.isdisjoint(_SURVEY_WORDS) and _SURVEYS.search(page.low):
        return Contribution.SURVEY
    if title and _may_match(title, _BENCHMARKS) and _BENCHMARK_TITLE.search(title):
        return Contribution.BENCHMARK
    kinds = (kind for one in page.introductions[:6] if (kind := _kind(page, one)) is not None)
    first = next(kinds, None)
    if first is not None:
        return _settled(page, first, kinds, method)
    if is_chinese(clean_text) and (kind := _first(_CHINESE_KINDS, page.low, 0, len(page.low))):
        return kind
    if method is None and _is_theory(page):
        return Contribution.THEORY
    if method is None and (
        _is_study(page) or any(one.verb in _STUDIED for one in page.introductions)
    ):
        return Contribution.STUDY
    if title and _may_match(title, _DATASETS) and _DATASET_TITLE.search(title):
        return Contribution.DATASET
    return Contribution.METHOD if method or page.introductions else Contribution.OTHER


def _may_match(title: str, words: tuple[str, ...]) -> bool:
    """Say quickly of most titles that a pattern of `words` isn't in them."""
    low = lowered(title)
    return any(word in low for word in words)


def _is_study(page: Prose) -> bool:
    if "study" not in page.words or not any(map(page.low.__contains__, _STUDIES)):
        return False
    return _STUDY.search(page.low) is not None


def _is_theory(page: Prose) -> bool:
    return len(_PROOF & page.words) >= _PROOFS


def _kind(page: Prose, one: Introduction) -> Contribution | None:
    """Return the kind of what `one` brings in, None for what it only studies."""
    if one.weight < 0.5 or one.extra:
        return None
    start, stop = one.object_start, min(one.object_end, one.object_start + 130)
    for chunk in page.low[start:stop].split(" "):
        if _HAS_KIND[chunk]:
            return _first(_KINDS, page.low, start, stop)
        start += len(chunk) + 1
    return None


def _first(kinds: re.Pattern[str], low: str, start: int, stop: int) -> Contribution | None:
    match = kinds.search(low, start, stop)
    return None if match is None or not match.lastgroup else Contribution(match.lastgroup)


def _settled(
    page: Prose, first: Contribution, others: Iterator[Contribution], method: str | None
) -> Contribution:
    """Weigh the kind of the first introduction against the others and against the text."""
    if method is None and _is_study(page):
        return Contribution.STUDY
    if method is not None and first in (Contribution.STUDY, Contribution.THEORY):
        return next((kind for kind in others if kind is not first), Contribution.METHOD)
    if method is None and first is Contribution.METHOD and _is_theory(page):
        return Contribution.THEORY
    return first

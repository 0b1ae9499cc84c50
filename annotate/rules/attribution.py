"""Whose result a number is: this paper's, or background and other people's work."""

import re
from collections.abc import Sequence

from annotate.schema import Attribution

__all__ = ["Ownership"]

_OWN = re.compile(
    r"\b(?:we|our|ours|us|this\s(?:paper|work|article|study|thesis|report|letter|approach|method|framework)|in\sthis"
    r"|(?:the|a)\sproposed|is\sproposed|are\sproposed|here[,\s]|nous|notre|nos|cet\sarticle|nuestro|nuestra|este\strabajo|este\sartículo|proponemos"
    r"|presentamos|wir|unser\w*|diese\sarbeit)\b|本文|我们|该方法|所提",
    re.IGNORECASE,
)
_RESULTS = re.compile(
    r"\b(?:experiment\w*|results?\s(?:show|demonstrat|indicat)\w*|evaluat\w+|empirical\w*|compared\s(?:to|with)|outperform\w*"
    r"|achiev\w+|resultados|résultats|ergebnisse)\b|实验|结果",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"^\W*(?:(?:however|while|although|despite|recently|for\sexample|moreover|in\sparticular),?\s)?(?:the\s|these\s|many\s|most\s|several\s|some\s)?"
    r"(?:existing|prior|previous|recent|current|conventional|traditional|classical|earlier|related|modern|state-of-the-art|other)\s"
    r"(?:\w+[\s-]){0,3}?(?:work|works|methods?|approach\w*|stud\w+|techniques?|models?|systems?|solutions?|research\w*|algorithms?|schemes?|"
    r"frameworks?|advances?|accelerators?|progress|surrogates?|solvers?|designs?|literature)\b",
    re.IGNORECASE,
)


class Ownership:
    """Decides for each sentence of one abstract; `name` is the method's name, if it has one.

    A survey tells of other people's results only.
    """

    def __init__(
        self, text: str, sentences: Sequence[tuple[int, int]], name: str | None, *, survey: bool
    ) -> None:
        self._text, self._sentences = text, sentences
        self._name = name
        self._survey = survey
        self._first = next(
            (at for at, (start, end) in enumerate(sentences) if self._own(start, end)), None
        )

    def _own(self, start: int, end: int) -> bool:
        if _OWN.search(self._text, start, end):
            return True
        return self._name is not None and self._text.find(self._name, start, end) >= 0

    def of(self, at: int) -> Attribution:
        """Return whose the results of sentence number `at` are."""
        if self._survey:
            return Attribution.PRIOR
        start, end = self._sentences[at]
        if self._own(start, end) or self._first is None:
            return Attribution.OWN
        if at < self._first and not _RESULTS.search(self._text, start, end):
            return Attribution.PRIOR
        if _OTHERS.match(self._text[start:end]):
            return Attribution.PRIOR
        return Attribution.OWN

"""Whose result a number is: this paper's, or background and other people's work."""

import re
from collections.abc import Sequence

from annotate.schema import Attribution

__all__ = ["Ownership"]

# Begin with plain letters, so that the engine skips to them; what stands before is asked after.
_OWN = re.compile(
    r"(?:we|ours?|us|this\s(?:paper|work|article|study|thesis|report|letter|approach|method|framework)"
    r"|in\sthis|the\sproposed|a\sproposed|is\sproposed|are\sproposed|here[,\s]|nous|notre|nos"
    r"|cet\sarticle|nuestr[oa]s?|este\strabajo|este\sartículo|proponemos|presentamos|wir|unser\w*"
    r"|diese[rn]?\sarbeit)\b|本文|我们|该方法|所提"
)
_RESULTS = re.compile(
    r"\b(?:experiments?|experimental\w*|results?\s(?:show|demonstrat|indicat)\w*|evaluations?|empirical\w*"
    r"|resultados|résultats|ergebnisse)\b|实验|结果",
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
        self._text, self._low, self._sentences = text, text.lower(), sentences
        self._name = name
        self._survey = survey
        self._first = next(
            (at for at, (start, end) in enumerate(sentences) if self._own(start, end)), None
        )

    def _own(self, start: int, end: int) -> bool:
        low = self._low
        if len(low) != len(self._text):  # "İ" grows
            low, start, end = self._text[start:end].lower(), 0, end - start
        for match in _OWN.finditer(low, start, end):
            before = low[match.start() - 1 : match.start()]
            if not (before.isascii() and before.isalnum()):
                return True
        return self._name is not None and self._name in self._text[start:end]

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

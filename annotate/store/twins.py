"""Find papers that came before under the same DOI or arXiv id with other mark-up."""

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz
from sqlite_utils import Database

from annotate.facts import Paper
from annotate.language.latex import clean

__all__ = ["Twins", "identifiers", "same_words"]

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|arxiv[:.])\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_ALIKE = 97.0
_AT_ONCE = 500


def identifiers(paper: Paper) -> list[str]:
    """Return `doi:…` and `arxiv:…` of a paper in lower case, without versions."""
    text = f"{paper.doi or ''} {paper.url or ''}"
    if text == " ":
        return []
    found = [f"arxiv:{match.group(1).lower()}" for match in _ARXIV.finditer(text)]
    found += [
        f"doi:{match.group().lower().rstrip('.,;)')}"
        for match in _DOI.finditer(text)
        if "arxiv" not in match.group().lower()
    ]
    return list(dict.fromkeys(found))


def same_words(one: str, other: str) -> bool:
    """Say whether two abstracts differ only in mark-up: same numbers, and nearly the same words.

    A later version that changes a number is another abstract, whatever else is the same.
    """
    first, second = _plain(one), _plain(other)
    if first == second:
        return True
    if _DIGITS.findall(first) != _DIGITS.findall(second):
        return False
    return fuzz.ratio(first, second, score_cutoff=_ALIKE) > 0


def _plain(text: str) -> str:
    words = _WORD.findall(clean(text).text.replace("×", "x").casefold())
    return " ".join(words)


class Twins:
    """Which papers of a batch are known under another id; asks only for those with identifiers."""

    def __init__(self, db: Database, batch: Sequence[Paper]) -> None:
        self._db = db
        self.known_as: dict[str, str] = {}
        """Id as read → id of the paper that is stored already."""
        self._named = [(paper, names) for paper in batch if (names := identifiers(paper))]
        if self._named:
            self._find()

    def _find(self) -> None:
        stored = self._stored({name for _, names in self._named for name in names})
        here: dict[str, list[tuple[str, str]]] = {}
        for paper, names in self._named:
            rivals = dict(pair for name in names for pair in stored.get(name, ()))
            rivals |= dict(pair for name in names for pair in here.get(name, ()))
            if paper.id not in rivals:
                for rival, abstract in rivals.items():
                    if same_words(paper.abstract, abstract):
                        self.known_as[paper.id] = rival
                        break
            if paper.id not in self.known_as:
                for name in names:
                    here.setdefault(name, []).append((paper.id, paper.abstract))

    def _stored(self, names: set[str]) -> dict[str, list[tuple[str, str]]]:
        stored: dict[str, list[tuple[str, str]]] = {}
        for some in _slices(sorted(names)):
            marks = ",".join("?" * len(some))
            for name, key, abstract in self._db.execute(
                "SELECT i.identifier, p.id, p.abstract FROM _identifiers i"
                f" JOIN papers p ON p.id = i.paper_id WHERE i.identifier IN ({marks})",
                some,
            ):
                stored.setdefault(name, []).append((key, abstract))
        return stored

    def remember(self) -> None:
        """Store the identifiers of the batch, whose papers must be stored by now."""
        self._db.conn.executemany(
            "INSERT OR IGNORE INTO _identifiers (identifier, paper_id) VALUES (?, ?)",
            (
                (name, self.known_as.get(paper.id, paper.id))
                for paper, names in self._named
                for name in names
            ),
        )


def _slices(names: list[str]) -> Iterable[list[str]]:
    return (names[start : start + _AT_ONCE] for start in range(0, len(names), _AT_ONCE))

"""Find papers that came before under the same DOI or arXiv id with other mark-up."""

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz
from sqlite_utils import Database

from annotate.facts import Paper
from annotate.language.latex import clean
from annotate.store.bulk import insert_rows

__all__ = ["Twins", "identifiers", "same_words", "slices"]

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|arxiv[:.])\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})"
)
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_ALIKE = 97.0
_AT_ONCE = 500
_MOST = 20
"""An identifier that more papers share tells none of them (a volume's DOI on every paper)."""


def identifiers(paper: Paper) -> list[str]:
    """Return `doi:…` and `arxiv:…` of a paper in lower case, without versions."""
    if paper.doi is None and paper.url is None:
        return []
    doi, url = (paper.doi or "").lower(), (paper.url or "").lower()
    # Most often the address is the DOI's own, and then there is nothing more in it.
    text = doi if doi and url.endswith(doi) and "arxiv" not in url else f"{doi} {url}"
    found = []
    if "arxiv" in text:
        found = [f"arxiv:{match.group(1)}" for match in _ARXIV.finditer(text)]
    if "10." in text:
        found += [
            f"doi:{match.group().rstrip('.,;)')}"
            for match in _DOI.finditer(text)
            if "arxiv" not in match.group()
        ]
    return list(dict.fromkeys(found)) if len(found) > 1 else found


def same_words(one: str, other: str) -> bool:
    """Say whether two abstracts differ only in mark-up: same numbers, and nearly the same words.

    A later version that changes a number is another abstract, whatever else is the same.
    """
    if not 0.5 < len(one) / max(len(other), 1) < 2:
        return False  # mark-up doesn't double a text
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
        # Tuples of texts cost the garbage collector nothing, which lists do.
        self._named = [(paper, names) for paper in batch if (names := tuple(identifiers(paper)))]
        if self._named:
            self._find()

    def _find(self) -> None:
        known = self._stored_ids({name for _, names in self._named for name in names})
        texts: dict[str, str] = {}
        for paper, names in self._named:
            shared = [keys for name in names if len(keys := known.get(name, ())) <= _MOST]
            rivals = set().union(*shared)
            if rivals and paper.id not in rivals:
                twin = self._twin(paper, sorted(rivals), texts)
                if twin is not None:
                    self.known_as[paper.id] = twin
                    continue
            texts[paper.id] = paper.abstract
            for name in names:
                keys = known.get(name, ())
                if len(keys) <= _MOST and paper.id not in keys:
                    known[name] = (*keys, paper.id)

    def _twin(self, paper: Paper, rivals: list[str], texts: dict[str, str]) -> str | None:
        for rival in rivals:
            if rival not in texts:
                found = "SELECT abstract FROM papers WHERE id = ?"
                texts[rival] = self._db.execute(found, [rival]).fetchone()[0]
            if same_words(paper.abstract, texts[rival]):
                return rival
        return None

    def _stored_ids(self, names: set[str]) -> dict[str, tuple[str, ...]]:
        stored: dict[str, tuple[str, ...]] = {}
        for some in slices(sorted(names)):
            marks = ",".join("?" * len(some))
            for name, key in self._db.execute(
                f"SELECT identifier, paper_id FROM _identifiers WHERE identifier IN ({marks})", some
            ):
                keys = stored.get(name, ())
                if len(keys) <= _MOST:
                    stored[name] = (*keys, key)
        return stored

    def remember(self) -> None:
        """Store the identifiers of the batch, whose papers must be stored by now."""
        rows = [
            (name, self.known_as.get(paper.id, paper.id))
            for paper, names in self._named
            for name in names
        ]
        rows.sort()  # so that rows that share a page come together
        insert_rows(
            self._db.conn, "INSERT OR IGNORE INTO _identifiers (identifier, paper_id)", rows
        )


def slices(names: list[str]) -> Iterable[list[str]]:
    """Cut a list into pieces that one SELECT can ask for."""
    return (names[start : start + _AT_ONCE] for start in range(0, len(names), _AT_ONCE))

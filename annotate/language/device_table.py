"""The table of known devices, read from `data/devices.csv` and `data/device_families.csv`.

`devices.csv` has one row a device: `aliases` are separated by `|`, compared without case, and a
blank in one stands for a blank, a hyphen or nothing. `needs` names the company that an ambiguous
alias must keep (a key of `CONTEXTS` in `device_contexts`), `refuses` the words that prove another
meaning, in lower case. `device_families.csv` has patterns for models that no list can keep up with:
`{0}` in its `name` is the first group, and `key` the lower-case letters that a mention starts with.
`source` says where a row's facts can be looked up; a class of devices has no vendor.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Set
from dataclasses import dataclass
from functools import cache, lru_cache

from annotate.language.memo import Memo
from annotate.language.vocabulary import WORD, Vocabulary, looked_for
from annotate.resources import data_file

__all__ = [
    "Device",
    "Family",
    "Row",
    "Table",
    "fold",
    "keys_in",
    "lowered",
    "table",
]

_CJK = re.compile(r"[㐀-鿿]")
_GAP = re.compile(r"[\s\-‐‑–_]+")
_HISSED = ("s", "x", "ch", "sh")
_PART = re.compile(r"[^\s\-_]+")
_WRITTEN = {
    word.lower(): word
    for word in "Ti Elite Gen Pro Max Ultra Note SUPER Plus i3 i5 i7 i9 Lite Gold Silver Platinum "
    "Bronze Threadripper Mate Nova Honor Magic View Find Reno Edge Razr Fold Flip Tab Watch Duo "
    "Vega v1 v2 v3 v4 v5".split()
}


@dataclass(frozen=True, slots=True)
class Device:
    """A device as everybody calls it; `vendor` is None for a class of devices such as GPU."""

    name: str
    vendor: str | None
    kind: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Words that prove another meaning: the plain ones are found far quicker than by a pattern."""

    plain: tuple[str, ...]
    pattern: re.Pattern[str] | None

    def is_in(self, low: str, start: int, end: int) -> bool:
        """Say whether one of the words stands in `[start, end)` of a text in lower case."""
        if any(low.find(word, start, end) >= 0 for word in self.plain):
            return True
        return self.pattern is not None and self.pattern.search(low, start, end) is not None


@dataclass(frozen=True, slots=True)
class Row:
    """A device and what its aliases ask of the words around them."""

    device: Device
    needs: str
    refuses: Refusal | None


@dataclass(frozen=True, slots=True)
class Family:
    """A pattern for a line of models and the template of their names."""

    pattern: re.Pattern[str]
    template: str
    row: Row

    def device(self, match: re.Match[str]) -> Device:
        """Return the model that `match` names, spelt as its vendor spells it."""
        groups = [_model(group or "") for group in match.groups()]
        name = " ".join(self.template.format(*groups, "", "", "").split())
        return Device(name, self.row.device.vendor, self.row.device.kind)


class Table:
    """Aliases and families by the first word of a mention; patterns are compiled when first met."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        """Folded alias to its row."""
        self.others: dict[str, list[tuple[frozenset[str], frozenset[str]]] | None] = {}
        """First word to the words that its aliases need besides: all of the first set and one of
        the second; None where it may stand alone."""
        self.lasts: dict[str, set[str]] = defaultdict(set)
        """First word to all the last words in `others`."""
        self.cjk: list[tuple[str, Row]] = []
        self.stems: set[str] = set()
        """Letters that start a family's mention when digits follow them without a gap."""
        self.vendored: set[str] = set()
        """First words of mentions that may be of a vendor's device."""
        self._aliases: dict[str, list[str]] = defaultdict(list)
        self._families: dict[str, list[tuple[str, str, Row]]] = defaultdict(list)
        self._patterns: dict[str, re.Pattern[str] | None] = {}
        self._compiled: dict[str, list[Family]] = {}
        for line in _lines("devices.csv"):
            self._add_row(line)
        for line in _lines("device_families.csv"):
            self._add_family(line)
        self.vendored &= self.others.keys()

    def _add_row(self, line: dict[str, str]) -> None:
        row = _row(line)
        for alias in line["aliases"].split("|"):
            if _CJK.search(alias):
                self.cjk.append((alias, row))
                continue
            self.rows[fold(alias)] = row
            words = WORD.findall(alias)
            if row.device.vendor is not None:
                self.vendored |= {words[0], words[0] + "s"}
            self._add_alias(words[0], alias, words[1:])
            if words[0] == alias:
                self._add_alias(alias + ("es" if alias.endswith(_HISSED) else "s"), alias, [])

    def _add_alias(self, key: str, alias: str, others: list[str]) -> None:
        self._aliases[key].append(alias)
        needed = self.others.setdefault(key, [])
        if not others or needed is None:
            self.others[key] = None
        else:
            last = others[-1]
            lasts = frozenset((last, last + "s", last + "es"))
            needed.append((frozenset(others[:-1]), lasts))
            self.lasts[key] |= lasts

    def _add_family(self, line: dict[str, str]) -> None:
        key, row = line["key"], _row(line)
        self._families[key].append((line["pattern"], line["name"], row))
        if row.device.vendor is not None:
            self.vendored.add(key)
        self.stems.add(key)
        if len(key) > 2:
            self.others[key] = None

    def has_alias(self, key: str, words: Set[str]) -> bool:
        """Say whether `words` hold all that some alias needs that starts with the word `key`."""
        others = self.others[key]
        if others is None:
            return True
        if words.isdisjoint(self.lasts[key]):
            return False
        return any(rest <= words and not last.isdisjoint(words) for rest, last in others)

    def row(self, words: str) -> Row | None:
        """Return the row of which `words` are an alias, in the plural too."""
        bare = fold(words)
        return (
            self.rows.get(bare)
            or self.rows.get(bare.removesuffix("s"))
            or self.rows.get(bare.removesuffix("es"))
        )

    def pattern(self, key: str) -> re.Pattern[str] | None:
        """Return the pattern of all aliases that start with the word `key`, longest first."""
        if key not in self._patterns:
            aliases = sorted(self._aliases.get(key, ()), key=len, reverse=True)
            body = "|".join(_spaced(alias) for alias in aliases)
            self._patterns[key] = (
                re.compile(rf"(?:{body})(?:s|es)?(?![a-z0-9²³])") if aliases else None
            )
        return self._patterns[key]

    def families(self, key: str) -> list[Family]:
        """Return the families whose mentions start with `key`."""
        if key not in self._compiled:
            self._compiled[key] = [
                Family(re.compile(pattern, re.IGNORECASE), name, row)
                for pattern, name, row in self._families.get(key, ())
            ]
        return self._compiled[key]


@cache
def table() -> Table:
    """Return the table, read at the first call (a few milliseconds)."""
    return Table()


def keys_in(vocabulary: Vocabulary) -> set[str]:
    """Return the first words of aliases and families that a text can make a mention of."""
    has_alias = table().has_alias
    return {
        key
        for word in vocabulary.telling
        for key in _LEADS[word]
        if key != word or has_alias(key, vocabulary.words)
    }


def _leads(word: str) -> list[str]:
    """Return the first words of aliases and families that `word` is or starts with."""
    known = table()
    keys = [word] if word in known.others else []
    if word[-1].isdigit():
        bare = word.rstrip("0123456789")
        if bare in known.stems or bare in known.others:
            keys.append(bare)
        if bare[:1] == "x" and word[1:] in known.others:
            keys.append(word[1:])
    return keys


_LEADS = Memo(_leads)
looked_for(_leads)


def fold(alias: str) -> str:
    """Return `alias` without case, blanks and hyphens."""
    return _GAP.sub("", alias.lower())


@lru_cache(maxsize=32)
def lowered(text: str) -> str:
    """Return `text` in lower case with every character at its old offset."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(c if len(c.lower()) != 1 else c.lower() for c in text)


def _spaced(alias: str) -> str:
    return r"[\s\-‐‑–_]*".join(re.escape(part) for part in re.split(r"[\s\-]+", alias))


_BAR = re.compile(r"\|(?![^()]*\))")
_PLAIN = re.compile(r"[\w\s'-]+")


def _row(line: dict[str, str]) -> Row:
    refuses = _BAR.split(line.get("refuses") or "")
    plain = tuple(word for word in refuses if word and _PLAIN.fullmatch(word))
    others = "|".join(word for word in refuses if word and word not in plain)
    refusal = Refusal(plain, re.compile(others) if others else None)
    return Row(
        Device(line["name"], line["vendor"] or None, line["kind"]),
        line["needs"],
        refusal if plain or others else None,
    )


def _lines(name: str) -> list[dict[str, str]]:
    text = data_file(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _model(group: str) -> str:
    """Return a model's number in the vendor's spelling, hyphens kept ("Gold 6248", "i7-9700K")."""
    return _PART.sub(lambda part: _part(part.group()), group)


def _part(word: str) -> str:
    if word.lower() in _WRITTEN:
        return _WRITTEN[word.lower()]
    # "250x" is a model's number, "7a" and "5e" are written small.
    return word if word[0].isdigit() and not word[:2].isdigit() else word.upper()

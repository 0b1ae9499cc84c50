"""The table of known devices, read from `data/devices.csv` and `data/device_families.csv`.

`devices.csv` has one row a device: `aliases` are separated by `|`, compared without case, and a
blank in one stands for a blank, a hyphen or nothing. `needs` names the company an ambiguous alias
must keep (a key of `CONTEXTS` in `hardware`), `refuses` the words that prove another meaning.
`device_families.csv` has patterns for models that no list can keep up with; `{0}` in its `name`
is the first group. `key` is the lower-case word that a mention starts with.
"""

import csv
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from annotate.resources import data_file

__all__ = ["WORD", "Device", "Row", "Table", "fold", "lowered", "table"]

WORD = re.compile(r"[a-zà-ÿ]+\d*")
_CJK = re.compile(r"[㐀-鿿]")
_GAP = r"[\s\-‐‑–_]*"


@dataclass(frozen=True, slots=True)
class Device:
    """A device as everybody calls it; `vendor` is None for a class of devices such as GPU."""

    name: str
    vendor: str | None
    kind: str


@dataclass(frozen=True, slots=True)
class Row:
    """A device with what its aliases ask of the words around them."""

    device: Device
    needs: str
    refuses: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Family:
    """A pattern for a line of models and the template of its names."""

    pattern: re.Pattern[str]
    template: str
    row: Row

    def device(self, match: re.Match[str]) -> Device:
        """Return the model that `match` names, upper and lower case as vendors write it."""
        groups = [_model(group) for group in match.groups()]
        name = " ".join(self.template.format(*groups, "", "").split())
        return Device(name, self.row.device.vendor, self.row.device.kind)


def lowered(text: str) -> str:
    """Return `text` in lower case with every character at its old offset."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(c if len(c.lower()) != 1 else c.lower() for c in text)


class Table:
    """Aliases and families by the first word of a mention; patterns are compiled when first met."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        """Alias, folded by `fold`, to its row."""
        self._aliases: dict[str, list[str]] = defaultdict(list)
        self._families: dict[str, list[tuple[str, str, Row]]] = defaultdict(list)
        self._patterns: dict[str, re.Pattern[str]] = {}
        self._compiled: dict[str, list[Family]] = {}
        self.cjk: list[tuple[str, Row]] = []
        for line in _lines("devices.csv"):
            self._add_row(line)
        for line in _lines("device_families.csv"):
            self._add_family(line)
        self.keys = frozenset(self._aliases) | frozenset(self._families)

    def _add_row(self, line: dict[str, str]) -> None:
        row = _row(line)
        for alias in line["aliases"].split("|"):
            if _CJK.search(alias):
                self.cjk.append((alias, row))
                continue
            self.rows[fold(alias)] = row
            word = WORD.search(alias)
            key = word.group() if word else alias
            self._aliases[key].append(alias)
            if key == alias.rstrip("s"):
                self._aliases[alias + "s"].append(alias)

    def _add_family(self, line: dict[str, str]) -> None:
        self._families[line["key"]].append((line["pattern"], line["name"], _row(line)))

    def pattern(self, key: str) -> re.Pattern[str] | None:
        """Return the pattern of all aliases that start with the word `key`, longest first."""
        if key not in self._aliases:
            return None
        if key not in self._patterns:
            aliases = sorted(self._aliases[key], key=len, reverse=True)
            body = "|".join(_spaced(alias) for alias in aliases)
            self._patterns[key] = re.compile(rf"(?:{body})(?:s|es)?(?![a-z0-9²³])", re.IGNORECASE)
        return self._patterns[key]

    def families(self, key: str) -> list[Family]:
        """Return the families whose mentions start with `key`, digits or not behind it."""
        if key not in self._families:
            return []
        if key not in self._compiled:
            self._compiled[key] = [
                Family(re.compile(pattern, re.IGNORECASE), name, row)
                for pattern, name, row in self._families[key]
            ]
        return self._compiled[key]


@cache
def table() -> Table:
    """Return the table, read at the first call (a few milliseconds)."""
    return Table()


def fold(alias: str) -> str:
    """Return `alias` without case, blanks, hyphens and plural."""
    bare = re.sub(r"[\s\-‐‑–_]+", "", alias.lower())
    return bare[:-1] if bare.endswith("s") and len(bare) > 3 else bare


def _spaced(alias: str) -> str:
    return _GAP.join(re.escape(part) for part in re.split(r"[\s\-]+", alias))


def _row(line: dict[str, str]) -> Row:
    refuses = line.get("refuses") or ""
    return Row(
        Device(line["name"], line["vendor"] or None, line["kind"]),
        line["needs"],
        re.compile(refuses, re.IGNORECASE) if refuses else None,
    )


def _lines(name: str) -> list[dict[str, str]]:
    text = data_file(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _model(group: str | None) -> str:
    if not group:
        return ""
    words = re.split(r"[\s-]+", group)
    return " ".join(_CASES.get(word.lower(), word if word[:1].isdigit() else word.upper()) for word in words)


_CASES = {"ti": "Ti", "elite": "Elite", "gen": "Gen", "pro": "Pro", "max": "Max", "ultra": "Ultra",
          "note": "Note", "i3": "i3", "i5": "i5", "i7": "i7", "i9": "i9", "super": "SUPER"}

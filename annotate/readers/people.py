"""Names of authors, from every order in which lists write them, as "First Last"."""

import re
from collections.abc import Iterable

__all__ = ["given_first", "joined", "split_names"]

_SUFFIX = re.compile(r"^(?:Jr\.?|Sr\.?|I{2,3}|IV)$")


def given_first(name: str) -> str:
    """Return "Ada Lovelace" for "Lovelace, Ada", and other names as they are."""
    parts = [part.strip() for part in name.split(",")]
    parts = [part for part in parts if part]
    if len(parts) == 2:
        if _SUFFIX.match(parts[1]):
            return f"{parts[0]} {parts[1]}"
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3:
        # BibTeX and RIS: "Last, Jr., First" and "Last, First, Jr."
        last, second, third = parts
        if _SUFFIX.match(second):
            return f"{third} {last} {second}"
        if _SUFFIX.match(third):
            return f"{second} {last} {third}"
    return name.strip()


def joined(*parts: str | None) -> str:
    """Return the given parts of one name with single blanks between them."""
    return " ".join(part.strip() for part in parts if part and part.strip())


def split_names(text: str) -> list[str]:
    """Split one text that names several authors at its strongest separator.

    Semicolons part names, and then a comma inside one turns "Last, First" round; without any,
    " and " does as in BibTeX, and last commas.
    """
    for separator in (";", "|"):
        if separator in text:
            return _cleaned(map(given_first, text.split(separator)))
    if re.search(r"\sand\s", text):
        parts = re.split(r",?\s+and\s+", text)
        if len(parts) == 2 and parts[0].count(",") != 1:
            return _cleaned([*parts[0].split(","), parts[1]])
        if any(part.count(",") > 1 for part in parts):
            return _cleaned(text.replace(" and ", ",").split(","))
        return _cleaned(map(given_first, parts))
    if text.count(",") == 1 and " " not in text.partition(",")[0].strip():
        return [given_first(text)]
    return _cleaned(text.split(","))


def _cleaned(names: Iterable[str]) -> list[str]:
    return [name for name in (" ".join(name.split()) for name in names) if name]

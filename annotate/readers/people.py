"""Names of authors, from every order in which lists write them, as "First Last"."""

import re
from collections.abc import Iterable

__all__ = ["given_first", "joined", "split_names"]

_SUFFIX = re.compile(r"^(?:Jr\.?|Sr\.?|I{2,3}|IV|Ph\.?D\.?|M\.?D\.?|Inc\.?|Ltd\.?|LLC|GmbH)$")

_OTHERS = re.compile(r"(?:[,，]? ?\bet\.? al\.?| ?等 ?(?:\d+ ?[位名])?(?:作者|人)?)$")


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
    text = _OTHERS.sub("", " ".join(text.split()))
    for separator in (";", "|"):
        if separator in text:
            return _cleaned(map(given_first, text.split(separator)))
    if " and " in text:
        parts = re.split(r",? and ", text)
        if any(map(_names_several, parts)):
            return _cleaned(name for part in parts for name in part.split(","))
        return _cleaned(map(given_first, parts))
    if text.count(",") == 1 and " " not in text.partition(",")[0].strip():
        return [given_first(text)]
    return _cleaned(text.split(","))


def _names_several(text: str) -> bool:
    """Tell "Ada Brook, Ben Cole" from "Brook, Ada" and "van den Berg, Ida"."""
    parts = [part.strip() for part in text.split(",")]
    return len(parts) > 3 or (len(parts) > 1 and all(" " in part for part in parts))


def _cleaned(names: Iterable[str]) -> list[str]:
    parts = (" ".join(name.split()).rstrip("*†‡§¶") for name in names)
    return [name for name in parts if name]

"""The word lists of `data/phrases.toml`, read once."""

import tomllib
from functools import cache

from annotate.resources import data_file

__all__ = ["gerunds", "phrases", "verb_forms", "words"]


@cache
def _lists() -> dict[str, str]:
    return tomllib.loads(data_file("phrases.toml").read_text(encoding="utf-8"))


def words(name: str) -> frozenset[str]:
    """Return the words of the list `name`."""
    return frozenset(_lists()[name].split())


def phrases(name: str) -> frozenset[str]:
    """Return the lines of the list `name`."""
    return frozenset(_lists()[name].strip().splitlines())


def verb_forms() -> frozenset[str]:
    """Return the finite forms and past participles of the listed verbs."""
    bases = words("verbs")
    british = [base[:-2] + "se" for base in bases if base.endswith(("ize", "yze"))]
    return words("verb_forms").union(*(_forms(base) for base in (*bases, *british)))


@cache
def gerunds() -> frozenset[str]:
    """Return the "minimizing" of the listed verbs, but for those that are nouns as well."""
    bases = words("verbs")
    british = [base[:-2] + "se" for base in bases if base.endswith(("ize", "yze"))]
    made = (base[:-1] if base.endswith("e") else base for base in (*bases, *british))
    return frozenset(f"{stem}ing" for stem in made) - words("gerund_nouns")


def _forms(base: str) -> tuple[str, str, str]:
    if base.endswith("y") and base[-2] not in "aeou":
        return base, base[:-1] + "ies", base[:-1] + "ied"
    if base.endswith("e"):
        return base, base + "s", base + "d"
    tail = "es" if base.endswith(("s", "sh", "ch", "x")) else "s"
    return base, base + tail, base + "ed"

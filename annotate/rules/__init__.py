"""The offline reading: what an abstract claims, found by rules, with no network and no model."""

from annotate.rules.reading import read

__all__ = ["read"]

"""The offline reading: what an abstract claims, found by rules, with no network and no model."""

from annotate.rules.reading import read

__all__ = ["VERSION", "read"]

VERSION = 10
"""Says which reading a stored one is: finished work of another version is read again.

Raise it by one in every commit after which `read` returns another fact for some abstract, whatever
caused that: code of `annotate.rules` or `annotate.language`, or a table in `annotate/data`. The
readings of the seed abstracts that `tests/rules/test_version.py` keeps tell when it was forgotten.
"""

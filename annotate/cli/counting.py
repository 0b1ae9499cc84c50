"""Counts in words."""

__all__ = ["counted"]


def counted(count: int, noun: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "paper"), counted(1_200, "paper")
    ('1 paper', '1,200 papers')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"

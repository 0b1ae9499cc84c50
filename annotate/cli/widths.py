"""Fit a table's columns into a terminal: what matters least goes, the rest stays readable."""

from collections.abc import Mapping, Sequence

__all__ = ["GAP", "fitted"]

GAP = 3
"""Blanks between two columns."""


def fitted(
    natural: Mapping[str, int], least: Mapping[str, int], dropped: Sequence[str], room: int
) -> dict[str, int]:
    """Return the columns that stay, in order, with their widths.

    `natural` are the widths that would cut nothing off, `least` those below which a column can't be
    read. Columns are left out in the order of `dropped` until the others fit at their least; then
    the widest give way first.

    >>> fitted({"a": 10, "b": 9, "c": 30}, {"a": 6, "b": 9, "c": 20}, ("c",), 20)
    {'a': 8, 'b': 9}
    """
    kept = dict(natural)
    for name in dropped:
        if _width({one: least[one] for one in kept}) <= room:
            break
        kept.pop(name, None)
    while _width(kept) > room:
        name = max(kept, key=lambda one: kept[one] - least[one])
        if kept[name] <= least[name]:
            break
        kept[name] -= 1
    return kept


def _width(widths: Mapping[str, int]) -> int:
    return sum(widths.values()) + GAP * (len(widths) - 1)

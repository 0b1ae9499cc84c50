"""Authors under a title in prose lists, which are neither another title nor an abstract."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from annotate.readers.blocks import Block, Kind, is_prose, is_titleish
from annotate.readers.labels import label_of
from annotate.readers.people import split_names
from annotate.readers.titles import without_markup

__all__ = ["byline", "bylined", "names_in", "split_title", "with_bylines"]

_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?: [\w.'’-]+){1,4}[\d*†‡,]*")
_CAPITAL = r"[^\W\d_a-z][\w'’-]*\.?"
_PARTICLE = r"a[fvl]|b[ie]n|d[aeiou]|del|della|de[nr]|dos|el|ibn|l[ae]|te[nr]|'t|v[ao]n|y|zu"
_PERSON = re.compile(
    rf"{_CAPITAL} (?:(?:{_CAPITAL}|{_PARTICLE}) ){{0,4}}[^\W\d_a-z][\w'’-]+[\d*†‡,]*"
)
_ASIDE = re.compile(r"\s+[—–|·•]\s.*|\s*[\[(][^\])]{0,300}[\])]")
_BY = re.compile(r"by\s+", re.IGNORECASE)
_LONGEST = 600
_TITLE_LINES = 4


def names_in(line: str) -> list[str]:
    """Return the people whom a line names, nobody when it is anything else than names."""
    plain = without_markup(line)[0].strip("*_ ")
    names = split_names(_ASIDE.sub("", plain).strip("*_ "))
    return names if len(names) > 1 and all(map(_NAME.fullmatch, names)) else []


def byline(line: str) -> list[str]:
    """Return the people whom a line under a title names, be it one only, with a venue or not."""
    if len(line) > _LONGEST or "\n" in line:
        return []
    plain = without_markup(line)[0].strip("*_ ")
    plain = _BY.sub("", _ASIDE.sub("", plain).strip("*_ "), count=1)
    names = [plain] if _PERSON.fullmatch(plain) else names_in(plain)
    return names if all(map(_PERSON.fullmatch, names)) else []


def split_title(text: str) -> tuple[str, str] | None:
    """Part a first line that is a title from the abstract under it.

    In a wrapped paragraph the next line's first word would have had no room on the first one.
    """
    first, _, rest = text.partition("\n")
    if not rest or not is_titleish(first) or not is_prose(rest):
        return None
    under, _, below = rest.partition("\n")
    if below and is_prose(below) and byline(under):
        return first, rest
    lines = rest.split("\n")
    room = max(map(len, lines[:-1] or lines))
    word = lines[0].split()[0] if lines[0].split() else ""
    starts = lines[0][:1]
    fits = len(first) + 1 + len(word) <= room or len(lines[0]) > 2 * len(first)
    return (first, rest) if fits and not starts.islower() else None


def bylined(blocks: Sequence[Block]) -> bool:
    """Tell whether the titles of a list have names under them, rather than being names.

    "Deep Sorting Networks" may be either; but it is a title where most abstracts follow one.
    """
    above = [
        (title, names)
        for title, names, text in zip(blocks, blocks[1:], blocks[2:], strict=False)
        if _is_prose(text) and names.kind is Kind.PARAGRAPH and not _is_prose(names)
    ]
    found = [byline(names.text) for title, names in above if _may_title(title)]
    under = [names for names in found if names]
    several = any(len(names) > 1 for names in under)
    within = [
        byline(block.text.rpartition("\n")[2])
        for block in blocks
        if "\n" in block.text and not is_prose(block.text)
    ]
    return (len(under) >= 0.6 * len(above) and (len(under) > 1 or several)) or (
        sum(map(bool, within)) >= 0.6 * len(within) and any(len(names) > 1 for names in within)
    )


def with_bylines(blocks: Iterable[Block], *, names: bool) -> Iterator[Block]:
    """Yield the blocks, where titles above prose have their lines joined.

    With `names`, they also take in the names that stand under them.
    """
    rest = iter(blocks)
    ahead: list[Block] = []
    while True:
        ahead += [block for block in (next(rest, None) for _ in range(3 - len(ahead))) if block]
        if not ahead:
            return
        block = ahead.pop(0)
        if ahead and _is_prose(ahead[0]):
            block = _one_line(block, names=names)
        elif names and len(ahead) == 2 and _is_prose(ahead[1]) and _may_title(block):
            people = byline(ahead[0].text) if ahead[0].kind is Kind.PARAGRAPH else []
            if people:
                del ahead[0]
                block = replace(block, authors=tuple(people))
        yield block


def _is_prose(block: Block) -> bool:
    return block.kind is not Kind.HEADING and is_prose(block.text) and not byline(block.text)


def _may_title(block: Block) -> bool:
    return block.kind is Kind.HEADING or (
        is_titleish(block.text) and not is_prose(block.text) and label_of(block.text) is None
    )


def _one_line(block: Block, *, names: bool) -> Block:
    """Join the lines of a wrapped title, and part the names under it."""
    lines = block.text.split("\n")
    if not 1 < len(lines) <= _TITLE_LINES or is_prose(block.text) or any(map(label_of, lines)):
        return block
    people = byline(lines[-1]) if names else []
    text = " ".join(lines[:-1] if people else lines)
    return replace(block, text=text, authors=tuple(people)) if is_titleish(text) else block

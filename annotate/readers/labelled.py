"""Lists whose abstracts, and perhaps other parts, stand after labels ("Abstract: …")."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from annotate.readers.blocks import Block, Kind, is_prose, is_titleish
from annotate.readers.bylines import byline, names_in, split_title
from annotate.readers.labels import label_of
from annotate.readers.markup import rendered
from annotate.readers.people import split_names
from annotate.readers.records import Record
from annotate.readers.titles import without_markup

__all__ = ["read_labelled", "title_level", "titled_share"]

_NO_HEADING = 0

# Parts of a structured abstract stay in it; before it they are summaries by a machine.
_PARTS = re.compile(
    r"[\W_]*(?:background|aims?|objectives?|methods?|results?|conclusions?)\b", re.IGNORECASE
)


def titled_share(blocks: Sequence[Block]) -> float:
    """Return how many of the labelled abstracts have a title of their own before them, 0 to 1."""
    titles = labels = 0
    titled = False
    for block in blocks:
        for line in block.text.split("\n"):
            field = (label_of(line) or (None,))[0]
            if field == "abstract":
                labels += 1
                titles += titled
                titled = False
                break
            if field == "title" or (field is None and _may_title(block, line)):
                titled = True
    return titles / labels if labels else 0.0


def _may_title(block: Block, line: str) -> bool:
    return block.kind is Kind.HEADING or (is_titleish(line) and not is_prose(line))


def title_level(blocks: Sequence[Block]) -> int:
    """Return the depth of the headings that title most labelled abstracts, 0 for other titles."""
    levels: Counter[int] = Counter()
    level = _NO_HEADING
    for block in blocks:
        if block.kind is Kind.HEADING:
            level = block.level
        for line in block.text.split("\n"):
            field = (label_of(line) or ("",))[0]
            if field == "title":
                level = _NO_HEADING
            elif field == "abstract":
                levels[level] += 1
                level = _NO_HEADING
                break
    return max(levels, key=levels.__getitem__, default=_NO_HEADING)


class _Paper:
    """The paper that is being read, and the label whose text goes on.

    `level` is the depth of the headings that title papers, 0 where others do; None tells that only
    labels make abstracts.
    """

    def __init__(self, level: int | None) -> None:
        self.level = level
        self.record: Record | None = None
        self.title: str | None = None
        self.title_line = 0
        self.title_level = _NO_HEADING
        self.authors: list[str] = []
        self.going_on: str | None = None
        self.alone = False  # that label stood alone on its line
        self.parts: list[str] = []
        self.begun = False  # some of the abstract's own words have come
        self.label_block: Block | None = None
        self.unlabelled: list[str] = []  # prose that is the abstract unless a label comes

    def take(self) -> list[Record]:
        titled = self.title is not None and self.title_level == self.level != _NO_HEADING
        if self.record is None and (self.unlabelled or titled):
            self.record = Record(self.title_line)
        record, self.record, self.going_on = self.record, None, None
        parts, self.parts, self.begun = self.parts, [], False
        unlabelled, self.unlabelled = self.unlabelled, []
        if record is None:
            return []
        text = "".join(parts) or "\n\n".join(unlabelled)
        record.abstract = rendered(text).strip() or None
        if record.title is None and self.title is not None:
            record.line = self.title_line
            record.title, url = without_markup(self.title)
            record.url = record.url or url
        record.authors = record.authors or self.authors
        self.title, self.authors = None, []
        # Labels around a list ("Date: …") are no paper without a title or an abstract.
        return [record] if record.title or record.abstract else []

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.begun = self.begun or bool(text.strip())

    def give(self, field: str, text: str, block: Block) -> None:
        self.going_on, self.alone = field, not text
        if self.record is None:
            self.record = Record(block.line)
        if field == "abstract":
            self.label_block = block
            self.add(text)
        elif field == "title":
            self.record.title, self.record.url = without_markup(text)
        elif field == "authors":
            self.record.authors = split_names(without_markup(text)[0])
        elif field in ("url", "doi", "arxiv", "year", "venue"):
            plain, url = without_markup(text)
            setattr(self.record, field, url if field == "url" and url else plain)

    def lacks_label(self) -> bool:
        """Tell whether prose that comes now would be the abstract, whose label was left out."""
        if self.level is None or self.parts:
            return False
        if self.record is not None and self.record.title is not None:
            return self.level == _NO_HEADING
        return self.title is not None and self.title_level == self.level


def read_labelled(blocks: Iterable[Block], level: int | None = None) -> Iterator[Record]:
    """Yield a record for each labelled abstract, and for each title that has none.

    With the level of the papers' titles, an abstract may also be the prose under such a title.
    """
    paper = _Paper(level)
    for block in blocks:
        if block.kind is Kind.RULE:
            yield from paper.take()
        else:
            yield from _read_block(paper, block)
    yield from paper.take()


def _read_block(paper: _Paper, block: Block) -> Iterator[Record]:
    if _is_beside(paper, block):
        yield from paper.take()
        yield Record(block.line, rendered(block.text))
        return
    lines = block.text.split("\n")
    index, others = 0, False
    while index < len(lines):
        label = label_of(lines[index])
        others = label[0] == "" if label else others
        prose = [] if block.kind is Kind.HEADING or others else _prose(lines[index:])
        if prose and paper.going_on != "abstract" and _takes(paper, prose, first=index == 0):
            index += len(prose)
            continue
        yield from _read(paper, block, lines[index], first=index == 0)
        index += 1


def _is_beside(paper: _Paper, block: Block) -> bool:
    """Tell whether an item beside one that its label starts is another abstract, unlabelled."""
    label = paper.label_block
    return (
        paper.level is not None
        and (paper.begun or paper.record is None)
        and label is not None
        and label.kind is block.kind is Kind.ITEM
        and label.level == block.level
        and label_of(label.text) is not None
        and label_of(block.text) is None
        and is_prose(block.text)
        and paper.title is None
        and (paper.record is None or paper.record.title is None)
    )


def _prose(lines: Sequence[str]) -> list[str]:
    """Return the lines before the next label, none where they don't read like an abstract."""
    taken = list(takewhile(lambda line: label_of(line) is None, lines))
    return taken if taken and is_prose("\n".join(taken)) else []


def _takes(paper: _Paper, prose: list[str], *, first: bool) -> bool:
    """Take prose without a label, as the abstract or as what a label alone on its line is for."""
    if paper.alone and first and paper.going_on is not None:
        paper.alone = False
        return True
    if not paper.lacks_label():
        return False
    if len(prose) > 1 and (byline(prose[0]) or _is_titled(paper, prose)):
        return False
    paper.unlabelled.append("\n".join(prose))
    return True


def _is_titled(paper: _Paper, prose: list[str]) -> bool:
    return paper.level == _NO_HEADING and split_title("\n".join(prose)) is not None


def _read(paper: _Paper, block: Block, line: str, *, first: bool) -> Iterator[Record]:
    label = label_of(line)
    within = paper.going_on == "abstract"
    if label is not None and not (within and paper.parts != [""] and _PARTS.match(line)):
        field, text = label
        known = paper.record is not None and (
            paper.parts if field == "abstract" else field == "title" and paper.record.title
        )
        if known or (field == "title" and (paper.parts or paper.unlabelled)):
            yield from paper.take()
        paper.give(field, text, block)
    elif within and not (first and _starts_paper(block, line, paper)):
        gap = "\n\n" if first else "\n"
        paper.add(gap + line if paper.begun else line)
    elif _may_title(block, line) and (first or not paper.going_on):
        yield from _take_title(paper, block, line, first=first)


def _take_title(paper: _Paper, block: Block, line: str, *, first: bool) -> Iterator[Record]:
    """Take a line as the title of the paper to come, or as the authors under its title."""
    pending = paper.title is not None and paper.record is None and not paper.unlabelled
    if pending and block.kind is not Kind.HEADING:
        names = names_in(line)
        if names:
            paper.authors = names
            return
        if not first or paper.title_level != _NO_HEADING:
            return
    if paper.unlabelled and not first:
        return
    yield from paper.take()
    paper.title, paper.title_line, paper.authors = line, block.line, []
    paper.title_level = block.level if block.kind is Kind.HEADING else _NO_HEADING
    paper.going_on = None


def _starts_paper(block: Block, line: str, paper: _Paper) -> bool:
    if not paper.begun:
        return block.kind is Kind.HEADING
    return block.kind is Kind.HEADING or _may_title(block, line)

"""Lists whose abstracts, and perhaps other parts, stand after labels ("Abstract: …")."""

import re
from collections.abc import Iterable, Iterator, Sequence

from annotate.readers.blocks import Block, Kind, is_prose, is_titleish
from annotate.readers.bylines import names_in
from annotate.readers.labels import label_of
from annotate.readers.markup import rendered
from annotate.readers.people import split_names
from annotate.readers.records import Record
from annotate.readers.titles import without_markup

__all__ = ["read_labelled", "titled_share"]

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


class _Paper:
    """The paper that is being read, and the label whose text goes on."""

    def __init__(self) -> None:
        self.record: Record | None = None
        self.title: str | None = None
        self.title_line = 0
        self.titled_by_heading = False
        self.authors: list[str] = []
        self.going_on = ""
        self.parts: list[str] = []
        self.begun = False  # some of the abstract's own words have come

    def take(self) -> list[Record]:
        record, self.record, self.going_on = self.record, None, ""
        parts, self.parts, self.begun = self.parts, [], False
        if record is None:
            return []
        record.abstract = rendered("".join(parts)).strip() or None
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

    def give(self, field: str, text: str, line: int) -> None:
        self.going_on = field
        if self.record is None:
            self.record = Record(line)
        if field == "abstract":
            self.add(text)
        elif field == "title":
            self.record.title, self.record.url = without_markup(text)
        elif field == "authors":
            self.record.authors = split_names(without_markup(text)[0])
        elif field in ("url", "doi", "arxiv", "year", "venue"):
            plain, url = without_markup(text)
            setattr(self.record, field, url if field == "url" and url else plain)


def read_labelled(blocks: Iterable[Block]) -> Iterator[Record]:
    """Yield a record for each labelled abstract, and for each title that has none."""
    paper = _Paper()
    for block in blocks:
        if block.kind is Kind.RULE:
            yield from paper.take()
            continue
        first = True
        for line in block.text.split("\n"):
            yield from _read(paper, block, line, first=first)
            first = False
    yield from paper.take()


def _read(paper: _Paper, block: Block, line: str, *, first: bool) -> Iterator[Record]:
    label = label_of(line)
    within = paper.going_on == "abstract"
    if label is not None and not (within and paper.parts != [""] and _PARTS.match(line)):
        field, text = label
        known = paper.record is not None and (
            paper.parts if field == "abstract" else field == "title" and paper.record.title
        )
        if known or (field == "title" and paper.parts):
            yield from paper.take()
        paper.give(field, text, block.line)
    elif within and not (first and _starts_paper(block, line, paper)):
        gap = "\n\n" if first else "\n"
        paper.add(gap + line if paper.begun else line)
    elif _may_title(block, line) and (first or not paper.going_on):
        yield from _take_title(paper, block, line, first=first)


def _take_title(paper: _Paper, block: Block, line: str, *, first: bool) -> Iterator[Record]:
    """Take a line as the title of the paper to come, or as the authors under its title."""
    if paper.title is not None and paper.record is None and block.kind is not Kind.HEADING:
        names = names_in(line)
        if names:
            paper.authors = names
            return
        if not first or paper.titled_by_heading:
            return
    if paper.record is not None:
        yield from paper.take()
    paper.title, paper.title_line, paper.authors = line, block.line, []
    paper.titled_by_heading = block.kind is Kind.HEADING
    paper.going_on = ""


def _starts_paper(block: Block, line: str, paper: _Paper) -> bool:
    if not paper.begun:
        return block.kind is Kind.HEADING
    return block.kind is Kind.HEADING or _may_title(block, line)

"""Lists whose abstracts, and perhaps other parts, stand after labels ("Abstract: …")."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from annotate.readers.blocks import Block, Kind, is_prose, is_titleish
from annotate.readers.bylines import byline, names_in, split_title
from annotate.readers.labelledpaper import NO_HEADING, LabelledPaper
from annotate.readers.labels import is_labelled_item, is_only_links, label_of, labelled_text
from annotate.readers.markup import rendered
from annotate.readers.records import Record
from annotate.readers.tidy import PREFACE

__all__ = ["fields_of", "read_labelled", "title_level", "titled_share"]

_MOST_ABOVE = 20
_SUMMARY = re.compile(r"\W*summary\b", re.IGNORECASE)
_SUBJECTS = re.compile(r"\W*Subjects?\W+.*\([a-z-]+(?:\.[A-Za-z-]+)?\)\W*")
# What an abstract's label says of its language, where it stands beside the original.
_TRANSLATION = re.compile(r"[^:：]{0,12}(?:中文|译|翻译|chinese|translat)", re.IGNORECASE)
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
    """Return the depth of the headings that title most labelled papers, 0 for other titles."""
    fields = [field for block in blocks for field in fields_of(block)]
    wanted = "abstract" if "abstract" in fields else "authors"
    levels: Counter[int] = Counter()
    level = NO_HEADING
    for block in blocks:
        if block.kind is Kind.HEADING:
            level = block.level if label_of(block.text) is None else level
        elif _is_titled_item(block):
            level = NO_HEADING
        for line in block.text.split("\n"):
            field = (label_of(line) or ("",))[0]
            if field == "title":
                level = NO_HEADING
            elif field == wanted:
                levels[level] += 1
                level = NO_HEADING
                break
    return max(levels, key=levels.__getitem__, default=NO_HEADING)


def fields_of(block: Block) -> list[str]:
    """Return the fields of the labels that a block's lines start with."""
    found = (label_of(line) for line in block.text.split("\n"))
    return [label[0] for label in found if label is not None]


def _is_titled_item(block: Block) -> bool:
    line = block.text.partition("\n")[0]
    marked = block.kind is Kind.ITEM and line.startswith(("**", "["))
    return marked and label_of(line) is None and not is_labelled_item(line)


def read_labelled(blocks: Iterable[Block], level: int | None = None) -> Iterator[Record]:
    """Yield a record for each labelled abstract, and for each title that has none.

    With the level of the papers' titles, an abstract may also be the prose under such a title.
    """
    paper = LabelledPaper(level)
    for block in blocks:
        if block.kind is Kind.RULE:
            yield from paper.take()
        else:
            yield from _read_block(paper, block)
    yield from paper.take()


def _read_block(paper: LabelledPaper, block: Block) -> Iterator[Record]:
    if _is_beside(paper, block):
        yield from paper.take()
        yield Record(block.line, rendered(block.text))
        return
    lines = block.text.split("\n")
    index, others = 0, False
    while index < len(lines):
        label = label_of(lines[index])
        if label:
            # What stands under a label goes on with it, but a list of arXiv's subjects is whole.
            others = label[0] == "" and not _SUBJECTS.fullmatch(lines[index])
        # Above an abstract stand a title and names, so that it isn't looked for at every line.
        may = index < _MOST_ABOVE and block.kind is not Kind.HEADING and not others
        may = may and paper.going_on != "abstract" and (paper.alone or paper.lacks_label())
        prose = _prose(lines[index:]) if may else []
        if prose and _takes(paper, prose, first=index == 0):
            index += len(prose)
            continue
        yield from _read(paper, block, lines[index], first=index == 0)
        index += 1


def _is_beside(paper: LabelledPaper, block: Block) -> bool:
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


def _takes(paper: LabelledPaper, prose: list[str], *, first: bool) -> bool:
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


def _is_titled(paper: LabelledPaper, prose: list[str]) -> bool:
    return paper.level == NO_HEADING and split_title("\n".join(prose)) is not None


def _read(paper: LabelledPaper, block: Block, line: str, *, first: bool) -> Iterator[Record]:
    if block.kind is not Kind.HEADING and is_only_links(line):
        paper.note(line)
        if first and paper.begun:
            paper.going_on = None
        return
    label = label_of(line)
    within = paper.going_on == "abstract"
    if label is None and first and block.kind is Kind.ITEM and is_labelled_item(line):
        # Right under a heading "Abstract" it is the abstract itself ("Original: …").
        label = ("", "") if not within or paper.begun else ("abstract", labelled_text(line))
    if label is not None and not (within and paper.parts != [""] and _PARTS.match(line)):
        field, text = label
        if field == "abstract":
            field = _which_abstract(paper, line)
        known = paper.record is not None and (
            paper.begun if field == "abstract" else field == "title" and paper.record.title
        )
        if known or (field == "title" and (paper.parts or paper.unlabelled)):
            yield from paper.take()
        paper.give(field, text, block)
    elif within and not (first and _starts_paper(block, line, paper)):
        gap = "\n\n" if first else "\n"
        paper.add(gap + line if paper.begun else line)
    elif not first and paper.continues(line):
        return
    elif _may_title(block, line) and (first or not paper.going_on):
        if block.kind is Kind.HEADING or paper.takes_titles() or names_in(line):
            yield from _take_title(paper, block, line, first=first)
        paper.note(line)
    else:
        paper.note(line)


def _which_abstract(paper: LabelledPaper, line: str) -> str:
    """Return "" where a label is that of a summary or a translation beside the paper's abstract.

    What came before is dropped where it was but a translation, or arXiv's preface.
    """
    translated = _TRANSLATION.match(line) is not None
    if paper.begun and paper.is_titled():
        if _SUMMARY.match(line) or (translated and not paper.translated):
            return ""
        if paper.translated and not translated:
            paper.drop()
    if paper.begun and PREFACE.fullmatch("".join(paper.parts).strip()):
        paper.drop()
    paper.translated = translated
    return "abstract"


def _take_title(paper: LabelledPaper, block: Block, line: str, *, first: bool) -> Iterator[Record]:
    """Take a line as the title of the paper to come, or as the authors under its title."""
    pending = paper.title is not None and paper.record is None and not paper.unlabelled
    if pending and block.kind is not Kind.HEADING:
        names = names_in(line)
        if names:
            paper.authors = names
            return
        under = block.kind is Kind.ITEM and block.level > paper.item_level >= 0
        if under or not first or paper.title_level == paper.level != NO_HEADING:
            return
    if paper.unlabelled and not first:
        return
    yield from paper.take()
    paper.title, paper.title_line, paper.authors = line, block.line, []
    paper.title_level = block.level if block.kind is Kind.HEADING else NO_HEADING
    paper.item_level = block.level if block.kind is Kind.ITEM else -1
    paper.going_on = None


def _starts_paper(block: Block, line: str, paper: LabelledPaper) -> bool:
    if not paper.begun:
        return block.kind is Kind.HEADING
    return block.kind is Kind.HEADING or _may_title(block, line)

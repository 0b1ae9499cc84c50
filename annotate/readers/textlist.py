"""Lists of abstracts as plain text or Markdown prose, however titles and labels are set."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import compress, pairwise

from annotate.readers.blocks import Block, Kind, blocks, is_prose, is_titleish
from annotate.readers.bylines import byline, bylined, names_in, split_title, with_bylines
from annotate.readers.document import Document
from annotate.readers.labelled import fields_of, read_labelled, title_level, titled_share
from annotate.readers.labelledpaper import told_by
from annotate.readers.labels import is_only_links, label_of
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.titles import lead, without_markup

__all__ = ["Layout", "abstracts_in", "layout_of", "read", "title"]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a list is laid out: where its papers' titles stand, and whether it has one itself.

    `mode` is one of labelled, headed, titled, first-line and plain; `name` is the list's own
    title, which stands on line `name_line`; `level` is the depth of headings that are titles;
    `bylines` tells that names stand under them.
    """

    mode: str
    name: str | None = None
    name_line: int = 0
    level: int = 0
    bylines: bool = False


def title(document: Document) -> str | None:
    """Return the line that names the list, None when there is none."""
    return layout_of(document.head).name


def abstracts_in(head: str) -> list[str]:
    """Return the abstracts that the start of a list holds."""
    layout = layout_of(head)
    records = _READERS[layout.mode](_without_name(blocks(head.split("\n")), layout), layout)
    return [record.abstract for record in records if isinstance(record.abstract, str)]


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each abstract, with the title that its layout gives it."""
    layout = layout_of(document.head)
    with document.text() as text:
        found = _without_name(blocks(text), layout)
        yield from _READERS[layout.mode](found, layout)


def _without_name(found: Iterable[Block], layout: Layout) -> Iterator[Block]:
    if layout.mode != "labelled":
        found = with_bylines(found, names=layout.bylines)
    for block in found:
        if block.line == layout.name_line:
            rest = block.text.partition("\n")[2]
            if block.kind is not Kind.HEADING and rest and layout.name:
                yield Block(block.line + 1, block.kind, rest.strip(), block.level)
        elif block.kind is not Kind.FENCE:
            yield block


def layout_of(head: str) -> Layout:
    """Tell the layout from the first 64 KB, whose last block may be cut off."""
    lines = head.split("\n")
    found = [block for block in blocks(lines) if block.kind not in (Kind.RULE, Kind.FENCE)]
    names = bylined(found)
    if not _is_labelled(found):
        found = list(with_bylines(found, names=names))
    mode = _mode(found)
    level = _paper_level(found) if mode == "headed" else 0
    name = _name(found, mode, level)
    if mode == "labelled":
        level = title_level([block for block in found if name is None or block.line != name[0]])
    if name is None:
        return Layout(mode, level=level, bylines=names)
    return Layout(mode, name[1], name[0], level, names)


def _is_labelled(found: list[Block]) -> bool:
    prose = [block for block in found if _is_abstract(block)]
    labels = sum(_has_abstract_label(block) for block in found)
    if labels == 0:
        # Titles and names may have labels, and the abstracts none.
        named = [not {"title", "authors"}.isdisjoint(fields_of(block)) for block in found]
        bodies = len(prose) - sum(map(_is_abstract, compress(found, named)))
        return sum(named) > 1 and sum(named) >= 0.6 * bodies
    if labels >= sum(label_of(block.text) is None for block in prose) / 1.5:
        return True
    # Other prose may stand beside the abstracts, as summaries of theirs.
    level = title_level(found)
    headings = sum(block.kind is Kind.HEADING and block.level == level for block in found)
    return labels > 1 and 0 < headings <= 1.5 * labels


def _mode(found: list[Block]) -> str:
    if _is_labelled(found):
        return "labelled"
    prose = [block for block in found if _is_abstract(block)]
    if prose and len(_headings_over(found)) >= 0.75 * len(prose):
        return "headed"
    titles = [
        first
        for first, second in pairwise(found)
        if _is_abstract(second) and _is_title_of(first, second)
    ]
    bodies = len(prose) - sum(map(_is_abstract, titles))
    if len(titles) >= 2 and len(titles) >= 0.75 * bodies:
        return "titled"
    split = sum(split_title(block.text) is not None for block in found)
    if split >= 2 and split > 0.6 * len(prose):
        return "first-line"
    return "plain"


def _is_abstract(block: Block) -> bool:
    return block.kind is not Kind.HEADING and is_prose(block.text)


def _headings_over(found: list[Block]) -> list[Block]:
    """Return the headings right above an abstract, or with one line about it between them."""
    over = (
        above if above.kind is Kind.HEADING and _is_aside(first) else first
        for above, first, second in zip([*found[:1], *found], found, found[1:], strict=False)
        if _is_abstract(second)
    )
    return [block for block in over if block.kind is Kind.HEADING]


def _is_aside(block: Block) -> bool:
    """Tell whether a block may say something of a paper between its heading and its abstract."""
    one = block.kind is Kind.PARAGRAPH and "\n" not in block.text
    return one and not is_prose(block.text) and not block.text.startswith("**")


def _is_title(block: Block) -> bool:
    return block.kind is Kind.HEADING or (not is_prose(block.text) and is_titleish(block.text))


def _is_title_of(block: Block, following: Block | None) -> bool:
    """Tell whether a block is the title of the next; one with a full stop needs a long abstract."""
    if following is None or not _is_abstract(following):
        return _is_title(block)
    if _is_title(block):
        return True
    short = "\n" not in block.text and len(block.text) <= 150
    return short and len(following.text) >= max(300, 3 * len(block.text))


def _has_abstract_label(block: Block) -> bool:
    return "abstract" in fields_of(block)


def _paper_level(found: list[Block]) -> int:
    """Return the depth of the headings that prose stands under, most often."""
    levels = [heading.level for heading in _headings_over(found)]
    return max(sorted(set(levels), reverse=True), key=levels.count)


def _name(found: list[Block], mode: str, level: int) -> tuple[int, str] | None:
    """Return (line, text) of what names the whole list, None when nothing does."""
    if not found or not _is_title(found[0]):
        first = split_title(found[0].text) if found and mode == "plain" else None
        return (found[0].line, first[0]) if first and len(found) > 1 else None
    first_block, second = found[0], found[1] if len(found) > 1 else found[0]
    label = label_of(second.text)
    names = {
        "labelled": titled_share(found) < 0.5
        or (_starts_titled(second) if label is None else label[0] == "title"),
        "headed": first_block.kind is not Kind.HEADING or first_block.level < level,
        "titled": len(found) > 1 and _is_title(second),
        "first-line": True,
        "plain": len(found) > 1,
    }
    if first_block.kind is Kind.ITEM or (mode == "labelled" and _titles_paper(found)):
        return None
    if not names[mode] or label_of(first_block.text) is not None:
        return None
    return first_block.line, without_markup(first_block.text)[0]


def _titles_paper(found: list[Block]) -> bool:
    """Tell whether the first heading is one of those that title the labelled papers."""
    level = title_level(found)
    first, second = found[0], found[1] if len(found) > 1 else found[0]
    levels = [block.level for block in found if block.kind is Kind.HEADING]
    return (
        first.kind is Kind.HEADING is not second.kind
        and first.level == level
        and levels.count(level) > 1
    )


def _starts_titled(block: Block) -> bool:
    first = block.text.partition("\n")[0]
    return (block.kind is Kind.HEADING or _is_title(replace(block, text=first))) and not (
        names_in(first)
    )


def _record(block: Block, name: str | None, text: str | None) -> Record:
    heading, url = without_markup(name) if name else (None, None)
    authors = list(block.authors)
    if name and text is not None and not authors:
        first, _, rest = text.partition("\n")
        authors = byline(first) if rest.strip() else []
        text = rest.strip() if authors else text
    if text is not None:
        label = label_of(text)
        if label is not None and label[0] == "abstract":
            text = label[1]
    return Record(block.line, text, heading, authors or None, url=url, verbatim=True)


def _plain(found: Iterable[Block], layout: Layout) -> Iterator[Record]:  # noqa: ARG001
    for block in found:
        if block.kind is Kind.HEADING or block.kind is Kind.RULE:
            continue
        name, text = lead(block.text) if block.kind is Kind.ITEM else (None, block.text)
        if not is_prose(text) and len(text.split()) < 6 and is_titleish(text) and text.isascii():
            yield _record(block, text, None)
        else:
            yield _record(block, name, text)


def _first_line(found: Iterable[Block], layout: Layout) -> Iterator[Record]:
    for block in found:
        parts = split_title(block.text)
        if parts is None:
            yield from _plain([block], layout)
        else:
            yield _record(block, *parts)


def _titled(found: Iterable[Block], layout: Layout) -> Iterator[Record]:
    """Read titles and the prose under each; headings above the papers' level are sections."""
    heading: Block | None = None
    texts: list[str] = []
    for block, following in _with_next(block for block in found if block.kind is not Kind.RULE):
        if _heads(block, following, layout):
            yield from _under(heading, texts, layout)
            heading, texts = block, []
        elif heading is None:
            # Before the first heading stands what introduces the list.
            yield from _plain([block], layout) if layout.mode == "titled" else ()
        elif heading.level >= layout.level and not is_only_links(block.text):
            texts.append(block.text)
    yield from _under(heading, texts, layout)


def _heads(block: Block, following: Block | None, layout: Layout) -> bool:
    if layout.mode == "headed":
        return block.kind is Kind.HEADING
    return _is_title_of(block, following)


def _under(heading: Block | None, texts: list[str], layout: Layout) -> Iterator[Record]:
    if heading is None or heading.level < layout.level:
        return
    aside = None
    if (
        layout.mode == "headed"
        and len(texts) > 1
        and not is_prose(texts[0])
        and "\n" not in texts[0]
    ):
        aside, *texts = texts
    record = _record(heading, heading.text, "\n\n".join(texts) or None)
    if aside is not None:
        page, year = told_by(aside)
        record.url, record.year = record.url or page, record.year or year
        record.authors = record.authors or byline(aside) or None
    yield record


def _with_next(found: Iterable[Block]) -> Iterator[tuple[Block, Block | None]]:
    previous: Block | None = None
    for block in found:
        if previous is not None:
            yield previous, block
        previous = block
    if previous is not None:
        yield previous, None


def _labelled(found: Iterable[Block], layout: Layout) -> Iterator[Record]:
    yield from read_labelled(found, layout.level)


_READERS: dict[str, Callable[[Iterable[Block], Layout], Iterator[Record]]] = {
    "labelled": _labelled,
    "headed": _titled,
    "titled": _titled,
    "first-line": _first_line,
    "plain": _plain,
}

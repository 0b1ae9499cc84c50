"""Cut plain text and Markdown into headings, list items, paragraphs and rules."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Block", "Kind", "blocks", "is_prose", "is_titleish"]


class Kind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    ITEM = "item"
    PARAGRAPH = "paragraph"
    RULE = "rule"
    FENCE = "fence"


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines; `text` has no markers and no outer blanks, `line` is 1-based.

    `level` is a heading's depth from 1 on (0 for a document's own in reStructuredText and Org), and
    the indentation of everything else; `authors` are the names that stood under a title.
    """

    line: int
    kind: Kind
    text: str
    level: int = 0
    authors: tuple[str, ...] = ()


_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(\S.*)", re.DOTALL)
_ORG_HEADING = re.compile(r"(\*{2,6}) (\S.*)")
_ORG_KEYWORD = re.compile(r"#\+(\w+): *(.*)", re.IGNORECASE)
# Fields and drawers of reStructuredText and Org; ":fire:" before a title is no such thing.
_FIELD = re.compile(
    r"\s*:(?:properties|end|id|custom_id|created|year|date|authors?|version|status|keywords|tags?"
    r"|venue|journal|booktitle|url|link|pdf|doi|contact|organization|copyright):(?:\s.*)?$"
    r"|\s*\{:[^{}]*\}\s*$",  # Jekyll's attributes
    re.IGNORECASE,
)
_RULE = re.compile(r"\s*(?:([-*_=~─—═#.+])\1{2,}|(?:[-*_]\s+){2,}[-*_]|[-%*=~]{10,})\s*$")
_BULLET = re.compile(r"(\s*)([-*+•‣◦▪●○–])\s+(?=\S)")
_NUMBER = re.compile(r"(\s*)(?:\((\d{1,4})\)|(\d{1,3})[.)]|\[(\d{1,4})\])\s+(?=\S)")
_FENCE = re.compile(r"\s*(```|~~~)")
_CODE = re.compile(
    r"\s*(?:```|~~~)\s*(?:bib\w*|latex|tex|python|bash|sh|shell|json|yaml)\s*$", re.I
)
_MOST_CODE = 200
_QUOTE = re.compile(r"^\s{0,3}>\s?")
_SUMMARY = re.compile(r"<summary>(.{0,600}?)</summary>", re.IGNORECASE)
_FOLD = re.compile(r"</?(?:details|summary|div|center|p)(?:\s[^<>]*)?>", re.IGNORECASE)
_ABSTRACT = re.compile("abstract|摘要", re.IGNORECASE)
_TAGS = re.compile(r"<[^<>]*>")
_CLICK = re.compile(
    r"[^\w\[]*(?:click|tap|show|hide|see|view|expand|collapse|read|open|unfold|more|details?|info"
    r"|full abstract|summary|tl;?dr|table of contents|contents|展开|点击|查看|详细)\b",
    re.IGNORECASE,
)
_BOLD = re.compile(
    r"((?:<b>[^<>]{1,500}</b>|<strong>[^<>]{1,500}</strong>))\s+[-–—|·]\s+(.*)", re.IGNORECASE
)
_DASH = re.compile(r"\s+[-–—|·]\s+")
_TITLE_WORDS = 4
_LONGEST_BLOCK = 2_000_000
_STOPS = (".", "。", '."', ".”", ".)", ".'", ".’", "…", ".]", "！")
_MARKS = ("!", "?", "？", '?"', '!"')


def is_prose(text: str) -> bool:
    """Tell whether a text reads like an abstract: long, or with a full stop.

    Question and exclamation marks end titles too.
    """
    if len(text) >= 300 or "\n\n" in text:
        return True
    if text.endswith(_STOPS):
        return len(text.split()) >= 3 or _wide(text) >= 10
    return text.endswith(_MARKS) and len(text) >= 120


def is_titleish(text: str) -> bool:
    """Tell whether a text may be a title: one short line without a full stop."""
    return (
        "\n" not in text
        and len(text) <= 250
        and not text.endswith((".", "。", ";", ","))
        and _wide(text) <= 80
        and any(map(str.isalpha, text))
    )


def _wide(text: str) -> int:
    """Count the characters of scripts that put no blanks between words."""
    return 0 if text.isascii() else sum("\u2e80" <= char <= "\u9fff" for char in text)


class _Run:
    """The block that is being read."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.start = self.level = self.size = 0
        self.kind = Kind.PARAGRAPH
        self.marker = ""
        self.number = 0
        self.ruled = -2  # the line of the last rule

    def begin(self, number: int, line: str, kind: Kind, level: int) -> None:
        self.start, self.kind, self.level = number, kind, level
        self.lines, self.size = [line], len(line)

    def add(self, line: str) -> None:
        self.size += len(line)
        if self.size <= _LONGEST_BLOCK:
            self.lines.append(line)

    def take(self) -> list[Block]:
        text = "\n".join(line.rstrip() for line in self.lines).strip()
        self.lines = []
        return [Block(self.start, self.kind, text, self.level)] if text else []


def blocks(lines: Iterable[str]) -> Iterator[Block]:
    """Yield the blocks of some lines; blank lines, rules and form feeds part them."""
    run = _Run()
    code = 0  # how many lines of code may still come
    for number, whole in enumerate(lines, 1):
        if code:
            code = 0 if _FENCE.match(whole) else code - 1
            continue
        if _CODE.match(whole):
            yield from run.take()
            code = _MOST_CODE
            continue
        if whole.isspace() and "\f" not in whole:
            yield from run.take() if run.lines else ()
            continue
        for index, line in enumerate(_pieces(whole)):
            if index or not line.strip():
                yield from run.take()
            if line.strip() and not _FIELD.match(line):
                yield from _read(run, number, line)
    yield from run.take()


def _pieces(line: str) -> list[str]:
    """Part a line at form feeds; take off quotation marks and the HTML of folded sections."""
    text = line.replace("\ufeff", "").replace("\u2029", "\f").rstrip("\n")
    if text.startswith("\\\\") and (text == "\\\\" or "( http" in text):
        return ["", ""]  # what parts head and abstract in arXiv's mails
    if "<" in text:
        text = _FOLD.sub("\f", _SUMMARY.sub(_label, text))
    return [_QUOTE.sub("", piece) for piece in text.split("\f")]


def _label(summary: re.Match[str]) -> str:
    """Return what a folded section's summary says: a label, a title, or only what to click."""
    words = summary[1].strip()
    if _ABSTRACT.search(words) and len(words.split()) < _TITLE_WORDS:
        return "\fAbstract: "
    link = "](http" in words or "href=" in words
    plain = _TAGS.sub("", words).strip(" *_")
    if _CLICK.match(plain) or not (link or len(plain.split()) >= _TITLE_WORDS):
        return "\f"
    bold = _BOLD.fullmatch(words)
    # "<b>Title</b> - Ada Brook, Ben Cole - [[pdf]](…)"
    told = _DASH.split(bold[2]) if bold else []
    names = [text for text in told if "](" not in text and "href=" not in text]
    links = [text for text in told if text not in names]
    heading = " | ".join([bold[1], *links]) if bold else words
    return "\f".join(["", f"###### {heading}", *names, ""])


def _read(run: _Run, number: int, line: str) -> Iterator[Block]:
    """Add one line that isn't blank to the run, and yield what it ends."""
    heading = _heading(line)
    if heading is not None:
        yield from run.take()
        if heading[1]:
            yield Block(number, Kind.HEADING, heading[1], heading[0])
    elif _FENCE.match(line):
        yield from run.take()
        yield Block(number, Kind.FENCE, line.strip())
    elif _RULE.match(line):
        under = (
            len(run.lines) == 1 and line.strip()[0] in "=-~" and is_titleish(run.lines[0].strip())
        )
        if under:
            level = 1 if line.strip()[0] == "=" else 2
            run.kind, run.level = Kind.HEADING, level - (run.ruled == number - 2)
        yield from run.take()
        run.ruled = number
        if not under:
            yield Block(number, Kind.RULE, line.strip())
    else:
        marker = _marker(run, line)
        if marker is not None:
            yield from run.take()
            run.begin(number, line[marker.end() :], Kind.ITEM, len(marker[1]))
        elif run.lines:
            run.add(line.strip())
        else:
            indent = len(line) - len(line.lstrip())
            run.begin(number, line.strip(), Kind.PARAGRAPH, indent)


def _heading(line: str) -> tuple[int, str] | None:
    """Return (level, words) of a heading; no words for what is only said to programs."""
    found = _HEADING.match(line) or _ORG_HEADING.match(line)
    if found is not None:
        words = found[2].rstrip().rstrip("#").rstrip()
        return (len(found[1]), words) if words else None
    keyword = _ORG_KEYWORD.match(line)
    if keyword is not None:
        return (0, keyword[2] if keyword[1].lower() == "title" else "")
    return None


def _marker(run: _Run, line: str) -> re.Match[str] | None:
    """Return the list marker that a line starts with, unless it looks like a wrapped sentence."""
    bullet = _BULLET.match(line)
    if bullet is not None:
        if run.lines and run.marker != bullet[2] and len(bullet[1]) <= run.level:
            return None
        run.marker = bullet[2]
        return bullet
    numbered = _NUMBER.match(line)
    if numbered is None:
        return None
    value = int(next(group for group in numbered.groups()[1:] if group))
    if run.lines and value != run.number + 1:
        return None
    run.number, run.marker = value, "1"
    return numbered

"""The paper of a labelled list that is being read, until its record is ready."""

import re

from annotate.readers.blocks import Block
from annotate.readers.bylines import names_in as several_in
from annotate.readers.identifiers import arxiv_url
from annotate.readers.jsonvalues import names_in
from annotate.readers.markup import rendered
from annotate.readers.records import Record
from annotate.readers.titles import without_markup

__all__ = ["NO_HEADING", "LabelledPaper", "told_by"]

NO_HEADING = 0
"""The level of titles that are no headings."""

_ADDRESS = re.compile(r"https?://[^\s()<>\[\]|]+")
_PAGE = re.compile(r"arxiv\.org/(?:abs|pdf)|doi\.org/10|openreview\.net/forum|aclanthology\.org/\S")
_NUMBER = re.compile(r"arXiv:(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})")
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?=[-/.]\d)")
_ALL_ITALIC = re.compile(r"([*_])(?![*_\s])((?:(?!\1).)+)(?<!\s)\1", re.DOTALL)
_PARTED = re.compile(r"[,;]|\band\b")
_LONGEST_ASIDE = 300
_SURELY_LINKED = 3
# A table of contents leads to what stands below.
_CONTENTS = re.compile(r"\]\(#[^()\s]*\)\s*$")


def told_by(line: str) -> tuple[str | None, str | None]:
    """Return the paper's page and its year, as far as a line about it tells them."""
    if len(line) > _LONGEST_ASIDE:
        return None, None
    pages = [found for found in _ADDRESS.findall(line) if _PAGE.search(found)]
    number = _NUMBER.match(line)
    if number is not None:
        pages.append(number[1])
    date = _DATE.search(line)
    return (arxiv_url(pages[0]) or pages[0]) if pages else None, date[0] if date else None


class LabelledPaper:
    """The paper that is being read, and the label whose text goes on.

    `level` is the depth of the headings that title papers, 0 where others do; None tells that only
    labels make abstracts.
    """

    def __init__(self, level: int | None) -> None:
        self.level = level
        self.record: Record | None = None
        self.title: str | None = None
        self.title_line = 0
        self.title_level = NO_HEADING
        self.item_level = -1  # how far a title is indented that is an item, -1 for others
        self.authors: list[str] = []
        self.going_on: str | None = None
        self.alone = False  # that label stood alone on its line
        self.parts: list[str] = []
        self.begun = False  # some of the abstract's own words have come
        self.translated = False  # its label tells that it is a translation
        self.label_block: Block | None = None
        self.unlabelled: list[str] = []  # prose that is the abstract unless a label comes
        self.page: str | None = None
        self.date: str | None = None
        self.named = ""  # what stood after the label of its authors
        self.linked = 0  # how many titles of labelled abstracts were links, or -1 where one wasn't

    def take(self) -> list[Record]:
        """Return the record, if there is one, and begin anew."""
        titled = self.title is not None and self.title_level == self.level != NO_HEADING
        if self.record is None and (self.unlabelled or titled):
            self.record = Record(self.title_line)
        record, self.record, self.going_on = self.record, None, None
        parts, self.parts, self.begun, self.translated = self.parts, [], False, False
        unlabelled, self.unlabelled = self.unlabelled, []
        page, self.page = self.page, None
        date, self.date = self.date, None
        if record is None:
            return []
        link = self.title is not None and "](" in self.title
        if parts:
            self.linked = self.linked + 1 if link and self.linked >= 0 else -1
        elif self.linked >= _SURELY_LINKED and not link:
            unlabelled = []  # what goes with the list, as the prompt that its papers were chosen by
        elif link and _CONTENTS.search(self.title or ""):
            self.title, self.authors = None, []
            return []
        text = "".join(parts) or "\n\n".join(unlabelled)
        record.abstract = _plain(text) or None
        if record.title is None and self.title is not None:
            record.line = self.title_line
            record.title, url = without_markup(self.title)
            record.url = record.url or url
        record.url, record.year = record.url or page, record.year or date
        record.authors = record.authors or self.authors
        self.title, self.authors = None, []
        # Labels around a list ("Date: …") are no paper without a title or an abstract.
        return [record] if record.title or record.abstract else []

    def add(self, text: str) -> None:
        """Add to the labelled abstract."""
        self.parts.append(text)
        self.begun = self.begun or bool(text.strip())

    def drop(self) -> None:
        """Forget what was taken as the abstract."""
        self.parts, self.begun = [], False

    def give(self, field: str, text: str, block: Block) -> None:
        """Take what stands after a label; the field "" is that of no use."""
        self.going_on, self.alone = field, not text
        if self.record is None:
            self.record = Record(block.line)
        if field == "abstract":
            self.label_block = block
            self.add(text)
        elif field == "title":
            self.record.title, self.record.url = without_markup(text)
        elif field == "authors":
            self.named = without_markup(text)[0]
            self.record.authors = names_in(self.named)
        elif field in ("url", "doi", "arxiv", "year", "venue"):
            plain, url = without_markup(text)
            setattr(self.record, field, url if field == "url" and url else plain.strip("<>"))
        if field != "abstract":
            self.note(text)

    def is_titled(self) -> bool:
        """Tell whether the paper has a title of its own."""
        labelled = self.record is not None and self.record.title is not None
        return labelled or self.title is not None

    def continues(self, line: str) -> bool:
        """Take a line on which a label before the abstract goes on; False for any other line."""
        record = self.record
        if record is None or self.going_on not in ("title", "authors", ""):
            return False
        if self.going_on == "":
            # No title of the next paper, for this one, titled by a label, still lacks its abstract.
            return record.title is not None and not self.parts and not self.unlabelled
        listed = several_in(line)
        if self.going_on == "title" and not listed and isinstance(record.title, str):
            record.title = f"{record.title} {without_markup(line)[0]}"
        elif self.going_on == "authors" and any(map(_PARTED.search, (self.named, line))):
            # A line may end within a name.
            self.named = f"{self.named} {without_markup(line)[0]}"
            record.authors = names_in(self.named)
        else:
            before = record.authors if isinstance(record.authors, list) else []
            record.authors = before + (listed or names_in(line))
        return True

    def note(self, line: str) -> None:
        """Note the page and the date that a line without a label names."""
        page, date = told_by(line)
        self.page, self.date = self.page or page, self.date or date

    def lacks_label(self) -> bool:
        """Tell whether prose that comes now would be the abstract, whose label was left out."""
        if self.level is None or self.parts:
            return False
        if self.record is not None and self.record.title is not None:
            return self.level == NO_HEADING
        return self.title is not None and self.title_level == self.level

    def takes_titles(self) -> bool:
        """Tell whether a line that is no heading may title a paper now."""
        waits = self.title is not None and not self.parts and not self.unlabelled
        return not (waits and self.level and self.title_level == self.level)


def _plain(abstract: str) -> str:
    text = rendered(abstract).strip()
    italic = _ALL_ITALIC.fullmatch(text)
    return italic[2] if italic else text

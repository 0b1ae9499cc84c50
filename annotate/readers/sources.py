"""Open any mix of lists and read each as papers and problems."""

import codecs
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from annotate.errors import InputError, UsageError
from annotate.facts import Paper
from annotate.readers.document import Document, open_document
from annotate.readers.files import File, find_files
from annotate.readers.formats import FORMATS
from annotate.readers.recognise import recognise
from annotate.readers.records import Kind, Problem, ReadOptions
from annotate.readers.tidy import one_line, tidied
from annotate.readers.unpack import DAMAGE

__all__ = ["Source", "Sources", "open_sources"]


@dataclass(frozen=True, slots=True)
class Source:
    """One list, recognised and ready to be read; each iteration reads it anew from its start."""

    path: str
    title: str | None
    format: str
    sha256: str
    """Of the bytes of the list itself, after decompression."""
    document: Document = field(repr=False)
    options: ReadOptions = field(repr=False)

    def __iter__(self) -> Iterator[Paper | Problem]:
        """Yield papers and problems in the order of the list, in constant memory.

        Raises InputError at the end when not one abstract was there, and at the first broken
        record when the reading is strict.
        """
        found = others = 0
        first: Problem | None = None
        records = FORMATS[self.format].read(self.document, self.options)
        with _damage_named(self.path):
            for item in tidied(records, self.path):
                if isinstance(item, Paper):
                    found += 1
                else:
                    others += 1
                    first = item if first is None and item.kind is Kind.BROKEN else first
                    if self.options.strict and item.kind is Kind.BROKEN:
                        raise InputError(item.reason, item.path, item.line)
                yield item
        if not found:
            reason = f"; the first broken one: {first.reason}" if first else ""
            raise InputError(
                f"{others:,} record{'' if others == 1 else 's'} ({self.format}),"
                f" none with an abstract{reason}{self._otherwise()}",
                self.path,
                first.line if first else None,
            )

    def _otherwise(self) -> str:
        """Say what the content looks like, where another format was forced on it."""
        if self.options.format is None:
            return ""
        try:
            seen = recognise(self.document, self.options)
        except InputError as error:
            return f"; without --format it is {error.problem}"
        return "" if seen == self.format else f"; it looks like {seen}: leave --format out"

    def check(self) -> None:
        """Read up to the first paper, or all of it when strict, so that bad input shows early.

        Raises InputError as iterating does.
        """
        for item in self:
            if isinstance(item, Paper) and not self.options.strict:
                return


@dataclass(frozen=True, slots=True)
class Sources:
    """The lists that were found, and the files of folders and globs that are none."""

    sources: tuple[Source, ...]
    skipped: tuple[Problem, ...] = ()

    def __iter__(self) -> Iterator[Source]:
        return iter(self.sources)

    def __len__(self) -> int:
        return len(self.sources)


def open_sources(inputs: Sequence[str | Path], options: ReadOptions | None = None) -> Sources:
    """Find, recognise and try every input before anything is done with one of them.

    Args:
        inputs: Files, folders, globs or "-"; compressed or not.
        options: What to force.

    Raises:
        InputError: An input that was named is no list of abstracts; or a folder holds none. Files
            of a folder or glob that are no lists are only skipped, unless the reading is strict.
        UsageError: A format, encoding or column that doesn't exist.
    """
    options = options or ReadOptions()
    if options.format is not None and options.format not in FORMATS:
        raise UsageError(f"there is no format {options.format!r}; there are {', '.join(FORMATS)}")
    if options.encoding is not None:
        _refuse_unknown(options.encoding)
    sources, skipped = [], []
    for file in find_files(inputs):
        try:
            sources.append(_open(file, options))
        except InputError as error:
            if file.named or options.strict:
                raise
            skipped.append(Problem(Kind.SKIPPED, file.path, error.problem, error.line))
    if not sources:
        files = "1 file" if len(skipped) == 1 else f"{len(skipped):,} files"
        raise InputError(
            f"no list of abstracts among {files} (the first: {skipped[0]})", str(inputs[0])
        )
    return Sources(tuple(sources), tuple(skipped))


def _refuse_unknown(encoding: str) -> None:
    try:
        known = codecs.lookup(encoding)._is_text_encoding
    except (LookupError, ValueError):
        known = False
    if not known:
        raise UsageError(
            f"there is no encoding {encoding!r}; for instance: utf-8, latin-1, gb18030"
        )


def _open(file: File, options: ReadOptions) -> Source:
    with _damage_named(file.path):
        document = open_document(file, options.encoding)
        name = options.format or recognise(document, options)
        title = one_line(FORMATS[name].title(document))
    source = Source(document.path, title, name, document.sha256, document, options)
    source.check()
    return source


@contextmanager
def _damage_named(path: str) -> Iterator[None]:
    """Turn what damaged data raises into an InputError of one line."""
    try:
        yield
    except UnicodeError as error:
        encoding = getattr(error, "encoding", "its encoding")
        raise InputError(f"bytes that are no {encoding}, which it seemed to be", path) from error
    except DAMAGE as error:
        reason = one_line(str(error)) or type(error).__name__
        raise InputError(f"damaged or cut off ({reason})", path) from error

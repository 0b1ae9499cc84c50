"""Parquet tables, row group by row group, through pyarrow (extra `parquet`)."""

import shutil
import tempfile
from collections.abc import Iterator
from importlib import import_module
from typing import Any, BinaryIO

from annotate.errors import InputError, MissingExtraError
from annotate.readers.columns import check_forced, choose
from annotate.readers.document import Document
from annotate.readers.jsonrecords import record_of
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.tidy import one_line

__all__ = ["read"]

_BATCH = 512
# What services give beside the fields that columns are known for.
_USED = frozenset(
    "authors_parsed versions abstract_inverted_index externalIds primary_location id".split()
)


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each row.

    Raises MissingExtraError without pyarrow, InputError for a damaged file or one whose columns
    hold no abstracts.
    """
    try:
        # Imported here because it is optional, and slow to load.
        parquet: Any = import_module("pyarrow.parquet")
        arrow: Any = import_module("pyarrow")
    except ImportError as error:
        raise MissingExtraError("pyarrow", "parquet") from error
    with _seekable(document) as stream:
        try:
            table = parquet.ParquetFile(stream)
            names = list(table.schema_arrow.names)
            check_forced(names, options.columns)
            chosen = choose(names, options.columns)
            wanted = {name for columns in chosen.values() for name in columns}
            columns = [name for name in names if name in wanted or name in _USED]
            if not chosen.get("abstract") and "abstract_inverted_index" not in names:
                shown = one_line(", ".join(names[:20]))
                raise InputError(
                    f"no column of abstracts among {shown}; name it with --column abstract=NAME",
                    document.path,
                )
            line = 0
            for batch in table.iter_batches(batch_size=_BATCH, columns=columns):
                for row in batch.to_pylist():
                    line += 1
                    record = record_of(row, line, options.columns)
                    if record is not None:
                        yield record
        except (arrow.ArrowException, OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            reason = one_line(str(error).partition("\n")[0].partition(". ")[0])
            raise InputError(f"a damaged Parquet file ({reason})", document.path) from error


def _seekable(document: Document) -> BinaryIO:
    """Open the file so that one can jump in it, as its footer asks for."""
    stream = document.file.open()
    if stream.seekable():
        return stream
    with stream:
        copy = tempfile.TemporaryFile()  # noqa: SIM115  # the caller closes it
        shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy

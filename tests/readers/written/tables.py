"""CSV and TSV."""

import csv
import io
from collections.abc import Callable

from tests.readers.written.entries import TEN, Entry, last_first

_ZOTERO = {
    "Key": lambda entry: "K",
    "Item Type": lambda entry: "journalArticle",
    "Publication Year": lambda entry: entry.year,
    "Author": lambda entry: "; ".join(map(last_first, entry.authors)),
    "Title": lambda entry: entry.title,
    "Publication Title": lambda entry: entry.venue,
    "DOI": lambda entry: entry.doi,
    "Url": lambda entry: entry.url,
    "Abstract Note": lambda entry: entry.abstract,
    "Notes": lambda entry: "a note; not the abstract",
}


def _table(columns: dict[str, Callable[[Entry], object]], **dialect: object) -> str:
    out = io.StringIO()
    writer = csv.writer(out, **{"lineterminator": "\r\n", **dialect})
    writer.writerow(columns)
    writer.writerows([value(entry) for value in columns.values()] for entry in TEN)
    return out.getvalue()


def zotero_csv() -> str:
    return _table(_ZOTERO, quoting=csv.QUOTE_ALL)


def german_csv() -> str:
    names = ["Schlüssel", "Art", "Jahr", "Autoren", "Titel", "Zeitschrift", "DOI", "URL"]
    names += ["ZUSAMMENFASSUNG", "Notizen"]
    return _table(dict(zip(names, _ZOTERO.values(), strict=True)), delimiter=";")


def excel_tsv() -> str:
    return _table(_ZOTERO, delimiter="\t")

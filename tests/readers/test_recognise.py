import re
import sqlite3
from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import read

FOREIGN: dict[str, tuple[str | bytes, str]] = {
    "cassette": (
        "interactions:\n- request:\n    body: ''\n    uri: https://x.org\n  response:\n    body:\n"
        '      string: \'{"data": [{"title": "T", "abstract": "A."}]}\'\nversion: 1\n',
        "a cassette of recorded HTTP",
    ),
    "JSON cassette": ('{"http_interactions": [{"request": {}}]}', "a cassette of recorded HTTP"),
    "CITATION.cff": (
        "# YAML 1.2\n---\nabstract: |\n    Fast software.\ncff-version: 1.2.0\ntitle: T\n...\n",
        "a CITATION.cff",
    ),
    "mail digest": (
        "From x at y.org  Wed Nov  2 03:26:25 2005\nFrom: x at y.org (X)\nDate: Wed Nov  2\n"
        "Subject: [list] 16 papers\nMessage-ID: <1@y.org>\n\n-----\n1. Fast\n   A B\n\n"
        "We are very fast, and this is an abstract.\n",
        "a mail or mail digest",
    ),
    "HTML": ("<!DOCTYPE html>\n<html><body><p>Abstract: fast.</p></body></html>", "an HTML page"),
    "PDF": (b"%PDF-1.5\n%\xd0\xd4\n1 0 obj", "a PDF"),
    "PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "an image (PNG)"),
    "JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF", "an image (JPEG)"),
    "notebook": ('{"cells": [], "nbformat": 4, "nbformat_minor": 5}', "a Jupyter notebook"),
    "LaTeX": ("\\documentclass{article}\n\\begin{document}\nFast.\n", "a LaTeX document"),
    "Python": ("import os\nimport re\n\n\ndef main():\n    return 1\n", "source code (Python)"),
    "C": ("#include <stdio.h>\n#include <x.h>\nint main(void) { return 0; }\n", "source code"),
    "shell": ("#!/bin/sh\necho fast\n", "a script"),
    "TOML": ("[project]\nname = 'x'\nversion = '1'\n", "a configuration file"),
    "desktop entry": ("[Desktop Entry]\nName[ar]=Fast\nName=Fast.\n", "a configuration file"),
    "git": ('[credential "https://x.org"]\n\thelper = x.sh\n', "a configuration file"),
    "manual": ('.\\"  Title: ALTER\n.TH ALTER 7\nWe alter tables.\n', "a manual page"),
    "manual with tables": ('\'\\" t\n.\\"  Title: FETCH\n', "a manual page"),
    "settings": (
        "session\trequired\tpam_unix.so\nauth\toptional\tx.so\n\n" * 2,
        "a table without a column of abstracts",
    ),
    "pairs of letters and NULs": (b"\0\1menu\n\0faith.menu\nx", "binary data"),
    "YAML": ("name: x\non: push\njobs:\n  test:\n    runs-on: y\n", "YAML without a list"),
    "log": ("2024-01-01 10:00:00 INFO fast\n" * 9, "a log"),
    "program": (b"\x7fELF\x02\x01\x01\0", "a program (ELF)"),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"),
    "RTF": (b"{\\rtf1\\ansi Fast.}", "a Rich Text file"),
    "tar": (b"list.txt" + b"\0" * 249 + b"ustar  \0" + b"\0" * 300, "a tar archive"),
    "old Word": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "an old Office document"),
    "pickle": (b"\x80\x04\x95\x10\0\0\0", "a Python pickle"),
    "noise": (bytes(range(1, 32)) * 50, "binary data"),
    "NULs": (b"\0" * 5000, "binary data"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_files_of_another_kind_are_refused_by_name(name: str, tmp_path: Path) -> None:
    content, reason = FOREIGN[name]
    with pytest.raises(InputError) as caught:
        read(tmp_path, content)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'input'}:")
    assert reason in message
    assert "\n" not in message


def test_a_database_is_refused_by_name(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "input")
    connection.execute("CREATE TABLE t (a)")
    connection.commit()
    connection.close()
    with pytest.raises(InputError, match="an SQLite database"):
        read(tmp_path, (tmp_path / "input").read_bytes())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[1] A title\n    The abstract is here. It is long.\n", "text"),
        ("{\\bf Bold} words begin this abstract. It goes on.\n", "text"),
        ("<5 ms is all it takes. We show how.\n", "text"),
        ("@home computing is slow. We speed it up.\n", "text"),
        ("Import taxes are high. Class sizes too.\n", "text"),
        ("%timing is everything. So we show.\n", "text"),
        ("From: here to there in 5 ms. We show how it is done.\n", "text"),
        ("class imbalance is hard\nclass sizes vary\nclass noise hurts. We fix it.\n", "text"),
        ("<!-- list -->\n# My list\n\n## T\n\nWe are fast.\n\n## U\n\nWe too.\n", "markdown"),
        ('<div align="center">\n\n# My list\n\n</div>\n\n## T\n\nWe are fast.\n', "markdown"),
        ("A comment line\n\n@article{a, abstract={A is fast.}}\n", "bibtex"),
        ("PT J\nTI T\nAB A is fast.\nER\n", "wos"),
    ],
)
def test_texts_that_only_look_like_something_else_are_read(
    text: str, name: str, tmp_path: Path
) -> None:
    assert read(tmp_path, text).source.format == name


def test_latex_within_a_record_is_no_latex_document(tmp_path: Path) -> None:
    text = 'title,abstract\nT,"A is\n\\documentclass{x}\n\\usepackage{y}\nfast."\n'
    assert read(tmp_path, text).source.format == "csv"


@pytest.mark.parametrize("separator", [",", "\t", ";"])
def test_a_table_of_something_else_is_refused(separator: str, tmp_path: Path) -> None:
    rows = [["journal", "variant", "note"], ["J. of X", '"JX. And more."', "a"]] + [
        [f"Journal {n} of the field.", f"J {n}.", ""] for n in range(6)
    ]
    text = "".join(separator.join(row) + "\n" for row in rows)
    with pytest.raises(InputError, match="a table without a column of abstracts"):
        read(tmp_path, text)


SORTING = "We present Zorblax, which sorts 5x faster than QuickSort, and in 1,000 lines of code."
CACHES = (
    "Caches of keys grow large. We halve them, and the |K| keys are read 3x faster than before."
)


@pytest.mark.parametrize("separator", [",", "\t", ";", "|"])
@pytest.mark.parametrize(
    "rows",
    [
        [["On sorting", f'"{SORTING}"'], ['"On caches, new"', f'"{CACHES}"']],
        [[f'"{SORTING}"', '"On sorting"'], [f'"{CACHES}"', '"On caches"']],
        [["1", "2024", "On sorting", f'"{SORTING}"'], ["2", "2025", "Caches", f'"{CACHES}"']],
        [["On sorting", f'"{SORTING}\n\n{CACHES}"'], ["On caches", f'"{CACHES}"']],
        [["On sorting", f'"{SORTING}"']],
    ],
)
def test_a_table_without_a_header_is_refused_and_told_what_to_do(
    separator: str, rows: list[list[str]], tmp_path: Path
) -> None:
    quoted = [
        [f'"{cell}"' if "," in cell and cell[0] != '"' else cell for cell in row] for row in rows
    ]
    text = "".join(separator.join(row) + "\n" for row in quoted)
    said = re.escape("a table without a header: put a first line that names its columns, such as")
    for options in ({}, {"format": "csv"}):
        with pytest.raises(InputError, match=said):
            read(tmp_path, text, **options)
    names = separator.join(["id", "year", "title", "abstract"][-len(rows[0]) :])
    if rows[0][0][0] != '"':
        assert len(read(tmp_path, f"{names}\n{text}").papers) == len(rows)


def test_quoted_abstracts_line_by_line_are_a_table_without_a_header(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a table without a header"):
        read(tmp_path, f'"{SORTING}"\n"{CACHES}"\n')
    assert len(read(tmp_path, f'"{SORTING}"\n\n"{CACHES}"\n').papers) == 2


def test_a_few_rows_under_unknown_names_are_a_table_without_abstracts(tmp_path: Path) -> None:
    text = f'name,content\nOn sorting,"{SORTING}"\n'
    with pytest.raises(InputError, match="--column abstract=NAME tells which"):
        read(tmp_path, text)
    assert read(tmp_path, text, columns={"abstract": "content"}).abstracts() == [SORTING]


@pytest.mark.parametrize(
    "text",
    [
        f"{SORTING}\n\n{CACHES}\n",
        "We keep |K| of 1,000 keys in a cache that is read by many, 2x faster than before.\n",
        "We sort 1,000 keys in a second on a board that costs less than any other of its kind.\n"
        "And we sort 2,000 keys of other kinds in a second, on boards that cost less.\n",
        "Fast, good\nWe sort keys in a second on a board of this kind, which costs less than any"
        " other board of its kind that was sold in the last year.\n",
    ],
)
def test_commas_in_running_text_part_no_cells(text: str, tmp_path: Path) -> None:
    assert read(tmp_path, text).source.format == "text"


def test_yaml_of_something_else_is_refused_whatever_it_lists(tmp_path: Path) -> None:
    text = (
        "version: '1.0'\npublisher:\n  name: X\n  description: \"Journals of X. Many.\\n\\\n"
        '    They are read here. All."\njournals:\n  simple_list:\n  - J. of X.\n  - J. of Y.\n'
        "  - J. of Z. And its supplements.\nmetadata:\n  date: '2025'\n"
    )
    with pytest.raises(InputError, match="YAML without a list of papers"):
        read(tmp_path, text)

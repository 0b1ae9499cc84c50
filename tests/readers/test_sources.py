import hashlib
import io
import os
import sys
from pathlib import Path

import pytest

from annotate.errors import InputError, UsageError
from annotate.facts import Paper
from annotate.readers import Kind, ReadOptions, open_sources
from tests.readers.reading import read

LIST = "My list\n\nA runs 2x faster than B.\n\nC needs half the memory of D.\n"
JSONL = '{"title": "A", "abstract": "A runs 2x faster."}\n{"title": "B"}\nbroken\n'


def test_a_source_knows_its_path_title_format_and_digest(tmp_path: Path) -> None:
    path = tmp_path / "x.anything"
    path.write_text(LIST)
    (source,) = open_sources([path])
    assert source.path == str(path)
    assert source.title == "My list"
    assert source.format == "text"
    assert source.sha256 == hashlib.sha256(LIST.encode()).hexdigest()


def test_papers_know_their_source_and_place_and_problems_are_counted_in(tmp_path: Path) -> None:
    reading = read(tmp_path, '{"abstract": "A."}\nno json\n{"title": "T"}\n{"abstract": "B."}\n')
    path = str(tmp_path / "input")
    assert [(p.source, p.position) for p in reading.papers] == [(path, 1), (path, 4)]
    broken, missing = reading.problems
    assert (broken.kind, broken.line, broken.position) == (Kind.BROKEN, 2, 2)
    assert (missing.kind, missing.line, missing.position) == (Kind.NO_ABSTRACT, 3, 3)
    assert str(missing) == f"{path}:3: no abstract (T)"


def test_records_without_a_title_that_share_a_line_are_told_apart(tmp_path: Path) -> None:
    reading = read(tmp_path, '[{"abstract": "A is fast."}, {"abstract": ""}, {"abstract": null}]')
    assert [str(problem).partition(": ")[2] for problem in reading.problems] == [
        "no abstract (record 2)",
        "no abstract (record 3)",
    ]


def test_a_source_can_be_read_twice(tmp_path: Path) -> None:
    (source,) = open_sources([_file(tmp_path, "a", LIST)])
    assert list(source) == list(source) != []


def test_a_folder_is_read_in_name_order_and_other_files_are_skipped(tmp_path: Path) -> None:
    _file(tmp_path, "b/2.txt", LIST)
    _file(tmp_path, "a.jsonl", JSONL)
    _file(tmp_path, "image.png", b"\x89PNG\r\n\x1a\n\0\0")
    _file(tmp_path, ".hidden", LIST)
    sources = open_sources([tmp_path])
    assert [source.format for source in sources] == ["jsonl", "text"]
    assert [(item.kind, item.reason) for item in sources.skipped] == [
        (Kind.SKIPPED, "an image (PNG)")
    ]


def test_databases_in_a_folder_are_passed_over_in_silence_but_not_when_named(
    tmp_path: Path,
) -> None:
    _file(tmp_path, "a.txt", LIST)
    for name in ("claims.db", "claims.db-wal", "claims.db-shm"):
        _file(tmp_path, name, LIST)
    for given in (tmp_path, tmp_path / "*"):
        sources = open_sources([given])
        assert [Path(source.path).name for source in sources] == ["a.txt"]
        assert sources.skipped == ()
    assert len(open_sources([tmp_path / "claims.db"])) == 1


def test_a_folder_with_nothing_to_read_is_an_error_that_names_the_first_reason(
    tmp_path: Path,
) -> None:
    _file(tmp_path, "image.png", b"\x89PNG\r\n\x1a\n\0\0")
    with pytest.raises(InputError, match=r"among 1 file \(the first: .*image.png: an image"):
        open_sources([tmp_path])


NO_LISTS = {
    "motd": "The programs of this system are free software.\n\nThere is no warranty at all.\n",
    "readme.txt": "Any files placed in this folder will be read before the program starts.\n",
    "rc": '# Turn this on when needed.\nOption "none";\n\n// We do not recommend this\nX yes\n',
    "settings.ini": "[main]\nabstract = yes\n",
    "countries.csv": "Code,Name\nDE,Germany\n",
    "state.json": '{"abstract": false, "items": [{"name": "x"}]}',
    "unit.yaml": "name: x\nabstract: no\nsteps:\n  - run: y\n",
}


def test_a_folder_of_anything_gives_its_lists_only(tmp_path: Path) -> None:
    for name, text in NO_LISTS.items():
        _file(tmp_path, name, text)
    with pytest.raises(InputError, match=f"no list of abstracts among {len(NO_LISTS)} files"):
        open_sources([tmp_path])
    lists = {
        "kurz.txt": "Wir stellen einen Sortierer vor, der nur halb so viel Strom braucht.\n",
        "列表.txt": "本文提出一种新的排序方法，其能耗降低了一半。\n",
        "short.md": "# Ours\n\n## Fast\n\nOur sorter is 3x faster.\n",
    }
    for name, text in lists.items():
        _file(tmp_path, name, text)
    sources = open_sources([tmp_path])
    assert {Path(source.path).name for source in sources} == set(lists)
    assert {Path(item.path).name for item in sources.skipped} == set(NO_LISTS)


def test_a_text_that_a_folder_would_not_give_is_read_when_it_is_named(tmp_path: Path) -> None:
    path = _file(tmp_path, "readme.txt", NO_LISTS["readme.txt"])
    with pytest.raises(InputError, match="name the file itself to read it anyway"):
        open_sources([tmp_path])
    assert len(open_sources([path])) == 1


def test_a_strict_reading_of_a_folder_skips_nothing(tmp_path: Path) -> None:
    _file(tmp_path, "a.txt", LIST)
    _file(tmp_path, "image.png", b"\x89PNG\r\n\x1a\n\0\0")
    with pytest.raises(InputError, match="an image"):
        open_sources([tmp_path], ReadOptions(strict=True))


def test_globs_give_sorted_files_and_no_file_twice(tmp_path: Path) -> None:
    first = _file(tmp_path, "1.txt", LIST)
    _file(tmp_path, "2.txt", LIST + "\nE is 3x smaller.\n")
    sources = open_sources([f"{tmp_path}/*.txt", first])
    assert [Path(source.path).name for source in sources] == ["1.txt", "2.txt"]
    with pytest.raises(InputError, match="no file matches"):
        open_sources([f"{tmp_path}/*.csv"])


@pytest.mark.parametrize("given", ["missing.txt", "missing/"])
def test_an_input_that_does_not_exist_is_an_error(given: str) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        open_sources([given])


def test_standard_input_is_read_like_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LIST.encode())))
    (source,) = open_sources(["-"])
    assert source.path == "-"
    assert source.title == "My list"
    assert len(list(source)) == len(list(source)) == 2


def test_a_named_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    if os.fork() == 0:
        pipe.write_text(LIST)
        os._exit(0)
    (source,) = open_sources([pipe])
    os.wait()
    assert len(list(source)) == 2


def test_what_is_neither_file_nor_folder_is_an_error() -> None:
    with pytest.raises(InputError, match="neither a file nor a folder"):
        open_sources(["/dev/null"])


@pytest.mark.parametrize("content", [b"", b"\n \n\t\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_an_error_of_one_line(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"input: an empty file$"):
        read(tmp_path, content)


def test_records_without_any_abstract_are_an_error_that_counts_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"2 records \(jsonl\), none with an abstract"):
        read(tmp_path, '{"title": "A"}\n{"title": "B", "abstract": "n/a"}\n')


@pytest.mark.parametrize("name", ["bibtex", "ris", "jsonl", "arxiv-atom"])
def test_a_wrong_format_is_told_with_the_one_that_the_content_has(
    name: str, tmp_path: Path
) -> None:
    said = rf"input:.* \({name}\), none with an abstract.*; it looks like csv: leave --format out$"
    with pytest.raises(InputError, match=said):
        read(tmp_path, "title,abstract\nT,We are fast.\n", format=name)
    with pytest.raises(InputError, match=r"\(bibtex\), .*; without --format it is an HTML page"):
        read(tmp_path, "<!DOCTYPE html><html><body>Fast.</body></html>", format="bibtex")
    with pytest.raises(InputError, match=r"1 record \(csv\), none with an abstract$"):
        read(tmp_path, "title,abstract\nT,\n", format="csv")


def test_bad_input_shows_before_anything_is_read(tmp_path: Path) -> None:
    good, bad = _file(tmp_path, "1.txt", LIST), _file(tmp_path, "2.jsonl", '{"title": "A"}\n')
    with pytest.raises(InputError, match=r"2\.jsonl"):
        open_sources([good, bad])


def test_strict_makes_a_broken_record_fatal_before_anything_is_read(tmp_path: Path) -> None:
    path = _file(tmp_path, "a", JSONL)
    with pytest.raises(InputError, match=r"a:3: no JSON"):
        open_sources([path], ReadOptions(strict=True))


def test_a_format_can_be_forced(tmp_path: Path) -> None:
    reading = read(tmp_path, "# not Markdown but a paragraph of text. It is.\n\nB.", format="text")
    assert reading.source.format == "text"
    with pytest.raises(UsageError, match="there is no format 'xls'; there are text, markdown"):
        read(tmp_path, LIST, format="xls")


def test_what_is_read_from_a_list_goes_on_after_the_list_was_removed_only_if_open(
    tmp_path: Path,
) -> None:
    path = _file(tmp_path, "a", LIST)
    (source,) = open_sources([path])
    path.unlink()
    with pytest.raises(InputError, match="No such file"):
        list(source)


def test_items_are_papers_with_every_field(tmp_path: Path) -> None:
    line = (
        '{"title": "T", "abstract": " A. ", "authors": ["Ada B", "Cy D"], "year": "2021",'
        ' "venue": "V", "url": "https://x.org", "doi": "https://doi.org/10.1234/AB"}'
    )
    (paper,) = read(tmp_path, line).papers
    assert paper == Paper(
        paper.id,
        "A.",
        title="T",
        authors="Ada B; Cy D",
        year=2021,
        venue="V",
        url="https://x.org",
        doi="10.1234/ab",
        source=str(tmp_path / "input"),
        position=1,
    )


def _file(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path

"""Where papers stand when a list was edited, moved about or streamed."""

from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.store.building import claim, paper, reading, save


def places(store):
    return sorted(
        store.db.execute(
            "SELECT s.path, w.position, p.abstract FROM paper_sources w"
            " JOIN sources s ON s.id = w.source_id JOIN papers p ON p.id = w.paper_id"
        )
    )


def read_file(store, path, content):
    path.write_text(content)
    digest = str(hash(content))
    if store.source_done(digest, str(path)) is None:
        papers = [paper(line) for line in content.splitlines()]
        store.add_papers(
            store.add_source(path=str(path), title=None, format="text", sha256=digest), papers
        )


def test_a_list_that_was_edited_has_the_places_that_it_has_now(tmp_path, store):
    list_ = tmp_path / "list.txt"
    for content in ("A.\nB.\nC.\n", "C.\nA, but better.\n", "A.\nB.\nC.\n"):
        read_file(store, list_, content)
        lines = content.splitlines()
        assert places(store) == [(str(list_), n, line) for n, line in enumerate(lines, 1)]
        assert len(store.db.execute("SELECT * FROM sources").fetchall()) == 1
    assert len(list(store.papers())) == 4
    assert store.db.execute("PRAGMA foreign_key_check").fetchall() == []


def test_what_an_edited_list_no_longer_holds_keeps_its_readings_but_no_place(tmp_path, store):
    list_ = tmp_path / "list.txt"
    read_file(store, list_, "Zorblax is 5x faster.\n")
    save(store, [(paper(), reading(claim(5.0)))])
    read_file(store, list_, "Something else.\n")
    (row,) = store.claims()
    assert (row["value"], row["source"], row["position"]) == ("5x", None, None)


def test_files_of_one_name_in_two_folders_and_streams_are_lists_of_their_own(
    tmp_path, store, monkeypatch
):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        read_file(store, Path("list.txt"), f"In {folder}.\n")
    for text in ("First.", "Second."):
        source = store.add_source(path="-", title=None, format="text", sha256=text)
        store.add_papers(source, [paper(text)])
    assert places(store) == [
        ("-", 1, "First."), ("-", 1, "Second."), ("list.txt", 1, "In a."), ("list.txt", 1, "In b."),
    ]  # fmt: skip


def broken():
    yield paper("B.")
    raise InputError("not JSON", "x", 2)


def test_an_edited_list_that_is_broken_leaves_the_places_it_had(tmp_path, store):
    list_ = tmp_path / "list.txt"
    read_file(store, list_, "A.\n")
    source = store.add_source(path=str(list_), title=None, format="jsonl", sha256="new")
    with pytest.raises(InputError):
        store.add_papers(source, broken())
    assert places(store) == [(str(list_), 1, "A.")]


def test_a_list_in_an_archive_is_edited_with_the_archive(tmp_path, store):
    archive = tmp_path / "lists.zip"
    archive.write_bytes(b"PK")
    for number in "12":
        path = f"{archive}/one.txt"
        source = store.add_source(path=path, title=None, format="text", sha256=number)
        store.add_papers(source, [paper(f"Version {number}.")])
    assert places(store) == [(path, 1, "Version 2.")]

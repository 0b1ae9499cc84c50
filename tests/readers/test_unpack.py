import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from annotate.errors import InputError
from annotate.facts import Paper
from annotate.readers import open_sources
from tests.readers.reading import read

LIST = "My list\n\nA runs 2x faster than B.\n\nC needs half the memory of D.\n"
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstandard": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_compressed_lists_are_told_by_their_bytes(
    pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    reading = read(tmp_path, pack(LIST.encode()))
    assert reading.source.title == "My list"
    assert reading.abstracts() == ["A runs 2x faster than B.", "C needs half the memory of D."]


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_streams_one_after_another_read_as_one(
    pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    packed = pack(LIST.encode()) + pack(b"\nE is 3x smaller.\n")
    assert len(read(tmp_path, packed).papers) == 3


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_a_stream_that_is_cut_off_is_an_error(
    pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    packed = pack("\n\n".join(f"Method {n} is {n}x faster." for n in range(5000)).encode())
    for size in (7, len(packed) // 2, len(packed) - 1):
        with pytest.raises(InputError, match=r"damaged or cut off|binary"):
            read(tmp_path, packed[:size])


def test_two_layers_are_taken_off_and_five_are_refused(tmp_path: Path) -> None:
    data = LIST.encode()
    assert len(read(tmp_path, gzip.compress(bz2.compress(data))).papers) == 2
    for _ in range(5):
        data = gzip.compress(data)
    with pytest.raises(InputError, match="compressed more than 3 times"):
        read(tmp_path, data)


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_a_decompression_bomb_is_refused(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    bomb = pack(b"a" * 70_000_000)
    with pytest.raises(InputError, match="refused as a decompression bomb"):
        read(tmp_path, bomb)


def archive(**members: str | bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name.replace("__", "/"), content)
    return out.getvalue()


def test_each_member_of_a_zip_is_a_list_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "lists.zip"
    path.write_bytes(
        archive(
            b__list=LIST,
            a='{"abstract": "E is 3x smaller."}',
            c=gzip.compress(LIST.replace("My", "Your").encode()),
            image=b"\x89PNG\r\n\x1a\n\0",
        )
    )
    sources = open_sources([path])
    assert [source.path for source in sources] == [f"{path}/a", f"{path}/b/list", f"{path}/c"]
    assert [source.title for source in sources] == [None, "My list", "Your list"]
    assert [item.path for item in sources.skipped] == [f"{path}/image"]
    assert sum(isinstance(item, Paper) for source in sources for item in source) == 5


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "a/../../evil", "C:/evil", "..\\evil"])
def test_paths_that_climb_out_of_a_zip_are_refused(name: str, tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr(zipfile.ZipInfo(name), LIST)
    with pytest.raises(InputError, match="climbs out of it: refused"):
        read(tmp_path, out.getvalue())


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="refused as a ZIP bomb"):
        read(tmp_path, archive(big=b"a" * 70_000_000))


def test_a_damaged_zip_is_an_error(tmp_path: Path) -> None:
    packed = archive(a=LIST * 100)
    for size in (30, len(packed) // 2, len(packed) - 5):
        with pytest.raises(InputError, match="damaged or cut off"):
            read(tmp_path, packed[:size])


def test_an_office_document_is_refused_by_name(tmp_path: Path) -> None:
    packed = archive(**{"[Content_Types].xml": "<Types/>", "xl__workbook.xml": "<workbook/>"})
    with pytest.raises(InputError, match="an Office document"):
        read(tmp_path, packed)


def test_an_archive_in_an_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="packed file"):
        read(tmp_path, archive(inner=archive(a=LIST)))


def test_an_encrypted_zip_is_refused(tmp_path: Path) -> None:
    packed = bytearray(archive(a=LIST))
    packed[6] |= 1
    packed[packed.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(InputError, match="encrypted"):
        read(tmp_path, bytes(packed))

"""Read mutated lists and demand records, listed problems or one-line errors, within 5 s each.

python tests/bench/fuzz_readers.py --count 100000 --seed 1 --keep /tmp/failures
"""

import argparse
import bz2
import gzip
import io
import lzma
import os
import random
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pyarrow.parquet
import zstandard

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from annotate.errors import AnnotateError
from annotate.facts import Paper, paper_id
from annotate.readers import Problem, ReadOptions, open_sources
from tests.readers import written

TOKENS = [
    *(
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\r",
        b"\n",
        b"\n\n",
        b"\x0c",
        b"\t",
        b"\x1b$B",
    ),
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b"'",
        b"\\",
        b",",
        b";",
        b":",
        b"@",
        b"%",
        b"#",
        b"|",
        b"$",
        b"*",
    ),
    *(b"<", b">", b"</", b"/>", b"<!--", b"]]>", b"<![CDATA[", b"&", b"&lt;", b"&#0;", b"&#xD800;"),
    *(b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"---\n", b"- ", b"# ", b"\\u0000", b"\\ud800", b"NaN"),
    *(
        b"null",
        b"true",
        b"-1",
        b"1e999",
        b"999999999999999999999",
        b"abstract",
        b"title",
        b"content",
    ),
    *(
        "é".encode("latin-1"),
        "é".encode(),
        "中".encode("gbk"),
        "\u2028".encode(),
        "\U0001f600".encode(),
    ),
    *(
        b"@article{x,",
        b"TY  - JOUR\n",
        b"ER  -\n",
        b"PMID- 1\n",
        b"PT J\n",
        b"%0 x\n",
        b"&a;",
        b"*a",
    ),
]


def seeds() -> list[bytes]:
    """Return a list in every format, plain and packed."""
    plain = [how.write().encode() for how in written.WRITTEN.values()]
    plain += [written.prose.page(entry).encode() for entry in written.TEN[:2]]
    out = io.BytesIO()
    rows = [written.plain(entry) for entry in written.TEN]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), out)
    plain.append(out.getvalue())
    plain += [plain[0].decode().encode(name) for name in ("utf-16", "utf-32", "utf-16-le")]
    plain += [
        written.tables.zotero_csv().encode("cp1252", "replace"),
        written.prose.text().encode("gbk", "replace"),
    ]
    return plain + [pack(plain[5]) for pack in PACKERS]


def zipped(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/list.txt", data)
        archive.writestr("b.json", written.services.json_list())
    return out.getvalue()


PACKERS: list[Callable[[bytes], bytes]] = [
    gzip.compress,
    bz2.compress,
    lzma.compress,
    zstandard.ZstdCompressor().compress,
    zipped,
]


def mutated(rng: random.Random, pool: list[bytes]) -> bytes:
    """Return one of the pool, changed in a few places."""
    if rng.random() < 0.03:
        return rng.randbytes(rng.randrange(2000))
    data = bytearray(rng.choice(pool))
    for _ in range(rng.choice((1, 1, 2, 3, 8, 30))):
        rng.choice(MUTATIONS)(rng, data, pool)
        del data[400_000:]
    if rng.random() < 0.05:
        data = bytearray(rng.choice(PACKERS)(bytes(data)))
        if rng.random() < 0.7 and data:
            MUTATIONS[rng.randrange(3)](rng, data, pool)
    return bytes(data)


def flip(rng: random.Random, data: bytearray, pool: list[bytes]) -> None:
    if data:
        data[rng.randrange(len(data))] = rng.randrange(256)


def cut(rng: random.Random, data: bytearray, pool: list[bytes]) -> None:
    del data[rng.randrange(len(data) + 1) :]


def drop(rng: random.Random, data: bytearray, pool: list[bytes]) -> None:
    start = rng.randrange(len(data) + 1)
    del data[start : start + rng.choice((1, 2, 10, 100, 1000))]


def insert(rng: random.Random, data: bytearray, pool: list[bytes]) -> None:
    start = rng.randrange(len(data) + 1)
    data[start:start] = rng.choice(TOKENS) * rng.choice((1, 1, 1, 1, 2, 2, 50, 2000, 100_000))


def double(rng: random.Random, data: bytearray, pool: list[bytes]) -> None:
    start = rng.randrange(len(data) + 1)
    piece = bytes(data[start : start + rng.choice((5, 50, 500))])
    data[start:start] = piece * rng.choice((1, 2, 20))


def swap(rng: random.Random, data: bytearray, pool: list[bytes]) -> None:
    old, new = rng.choice(TOKENS), rng.choice(TOKENS)
    data[:] = data.replace(old, new, rng.choice((1, 5, -1)))


def splice(rng: random.Random, data: bytearray, pool: list[bytes]) -> None:
    other = rng.choice(pool)
    start = rng.randrange(len(other) + 1)
    place = rng.randrange(len(data) + 1)
    data[place:place] = other[start : start + rng.choice((20, 400, 4000))]


MUTATIONS = [flip, cut, drop, insert, double, swap, splice]


class Hang(BaseException):
    """Reading took longer than it may."""


def on_alarm(number: int, frame: object) -> None:
    raise Hang


def read(path: Path, rng: random.Random) -> str:
    """Read one file and return how it ended; raises on anything that must not happen."""
    columns = {"abstract": "summary"} if rng.random() < 0.02 else {}
    options = ReadOptions(strict=rng.random() < 0.1, columns=columns)
    papers = problems = 0
    try:
        for source in open_sources([path], options):
            for item in source:
                if isinstance(item, Paper):
                    papers += 1
                    sound(item)
                else:
                    problems += 1
                    assert isinstance(item, Problem)
                    assert "\n" not in str(item)
                    str(item).encode()
    except AnnotateError as error:
        # pytest.raises has no place in a script.
        message = str(error)
    else:
        assert papers
        return "problems" if problems else "papers"
    assert "\n" not in message, repr(message)
    assert len(message) < 2000
    message.encode()
    return "error"


def sound(paper: Paper) -> None:
    """Check that a paper can be stored and that its fields are what they claim to be."""
    assert paper.abstract.strip() == paper.abstract != ""
    assert paper.id == paper_id(paper.abstract)
    for text in (paper.abstract, paper.title, paper.authors, paper.venue, paper.url, paper.doi):
        if text is not None:
            text.encode()
            assert "\0" not in text
            assert text
    assert paper.year is None or 1500 <= paper.year < 2100


def main() -> None:
    """Run and print what became of the inputs; exit 1 when one failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, help="number of the one input to try")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds of CPU for one input")
    parser.add_argument("--keep", type=Path, help="folder for inputs that failed")
    args = parser.parse_args()
    os.nice(10)
    signal.signal(signal.SIGPROF, on_alarm)
    pool = seeds()
    ends: Counter[str] = Counter()
    slowest = 0.0
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "input"
        for number in range(args.count) if args.only is None else [args.only]:
            rng = random.Random(f"{args.seed}/{number}")
            data = mutated(rng, pool)
            path.write_bytes(data)
            start = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, args.limit)
            try:
                ends[read(path, rng)] += 1
            except (Exception, Hang) as error:
                signal.setitimer(signal.ITIMER_PROF, 0)
                ends["FAILED"] += 1
                print(f"--- {args.seed}/{number}: {type(error).__name__}: {error}", flush=True)
                print("".join(traceback.format_tb(error.__traceback__)[-3:]), flush=True)
                if args.keep:
                    args.keep.mkdir(parents=True, exist_ok=True)
                    (args.keep / f"{args.seed}-{number}").write_bytes(data)
            signal.setitimer(signal.ITIMER_PROF, 0)
            took = time.process_time() - start
            if took > 1:
                print(f"--- {args.seed}/{number}: {took:.1f} s for {len(data):,} bytes", flush=True)
            slowest = max(slowest, took)
    print(dict(ends), f"slowest {slowest:.2f} s, all {time.monotonic() - began:.0f} s")
    sys.exit(1 if ends["FAILED"] else 0)


if __name__ == "__main__":
    main()

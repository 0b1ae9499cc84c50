"""Papers per second that are read, and read and stored, and the peak memory of doing so.

    python -m tests.bench.read --few 10000 --many 1000000

Each figure is that of a process of its own on one core (CPU time, user and system, without its
start). Bars: ≥ 30,000 papers/s read and stored from JSON Lines; < 60 MB more for many than for few.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from annotate.facts import Paper
from annotate.readers import Source, open_sources
from annotate.store import Store

WORDS = (
    "we present a method that cuts latency and memory of large models by reading tables with fewer "
    "tokens than any baseline on one accelerator while its accuracy stays within noise and "
    "energy of training falls from hours to minutes because most of the work is skipped up to 45%"
).split()


def abstracts(papers: int) -> Iterator[str]:
    """Yield distinct abstracts of about 1,300 characters."""
    rng = random.Random(1)
    pieces = [" ".join(rng.choices(WORDS, k=55)) for _ in range(480)]
    pieces += [f"{piece} – naïvely 5× faster" for piece in pieces[:20]]
    for number in range(papers):
        a, b, c, d = (pieces[rng.randrange(500)] for _ in range(4))
        yield f"Method {number} is new. {a}. {b}. {c}. {d}."


def write(path: Path, papers: int, kind: str) -> None:
    """Write an invented list as JSON Lines, as one JSON list, as text, CSV or BibTeX."""
    with path.open("w", encoding="utf-8") as out:
        out.writelines(_LINES[kind](papers))


def _jsonl(papers: int) -> Iterator[str]:
    for number, text in enumerate(abstracts(papers)):
        yield json.dumps({"title": f"Title {number}", "abstract": text, "year": 2024}) + "\n"


def _json(papers: int) -> Iterator[str]:
    for number, line in enumerate(_jsonl(papers)):
        yield ("[" if number == 0 else ",") + line
    yield "]\n"


def _text(papers: int) -> Iterator[str]:
    yield "A list\n\n"
    for text in abstracts(papers):
        yield f"{text}\n\n"


def _csv(papers: int) -> Iterator[str]:
    yield "Title,Year,Abstract\n"
    for number, text in enumerate(abstracts(papers)):
        yield f'Title {number},2024,"{text}"\n'


def _bibtex(papers: int) -> Iterator[str]:
    for number, text in enumerate(abstracts(papers)):
        yield f"@misc{{k{number}, title={{Title}}, author={{A B}},\n abstract={{{text}}}}}\n"


_LINES: dict[str, Callable[[int], Iterable[str]]] = {
    "jsonl": _jsonl,
    "json": _json,
    "text": _text,
    "csv": _csv,
    "bibtex": _bibtex,
}


def read(source: Source) -> int:
    """Return the number of papers of a list."""
    return sum(isinstance(item, Paper) for item in source)


def store(source: Source, folder: Path) -> int:
    """Store the papers of a list, and return how many they were."""
    with Store(folder / "claims.db") as database:
        number = database.add_source(
            path=source.path, title=source.title, format=source.format, sha256=source.sha256
        )
        papers = (item for item in source if isinstance(item, Paper))
        return database.add_papers(number, papers)


def measured(path: Path, *, stored: bool) -> None:
    """Print papers, CPU seconds and peak kB, as JSON, for the process that asked."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    start = time.process_time()
    (source,) = open_sources([path])
    papers = store(source, path.parent) if stored else read(source)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([papers, seconds, peak]))


def run(path: Path, *, stored: bool) -> tuple[int, float, int]:
    """Measure in a process of its own; returns papers, seconds and peak kB."""
    command = [sys.executable, "-m", "tests.bench.read", "--measure", str(path)]
    done = subprocess.run(
        [*command, *(["--store"] if stored else [])], check=True, capture_output=True, text=True
    )
    papers, seconds, peak = json.loads(done.stdout)
    return papers, seconds, peak


def main() -> None:
    """Print a line for each kind and size, and the difference of the peaks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--few", type=int, default=10_000)
    parser.add_argument("--many", type=int, default=1_000_000)
    parser.add_argument("--kinds", default="jsonl", help=f"some of {','.join(_LINES)}")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--store", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        measured(args.measure, stored=args.store)
        return
    print("CPU time, user and system, of a process on one core, without its start; resident peak")
    for kind in args.kinds.split(","):
        for stored in (False, True):
            peaks = []
            for papers in (args.few, args.many):
                with tempfile.TemporaryDirectory() as folder:
                    path = Path(folder) / "list"
                    write(path, papers, kind)
                    found, seconds, peak = run(path, stored=stored)
                assert found == papers
                peaks.append(peak / 1024)
                what = "read and stored" if stored else "read"
                print(
                    f"{kind:7} {what:15} {papers:>9,} papers: {papers / seconds:>7,.0f}/s"
                    f" ({seconds:.2f} s), peak {peaks[-1]:.0f} MB",
                    flush=True,
                )
            print(f"{kind:7} difference of the peaks: {peaks[1] - peaks[0]:.1f} MB (bar: < 60)")


if __name__ == "__main__":
    main()

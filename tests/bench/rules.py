"""Count how many abstracts per second the rules read on one core.

    python -m tests.bench.rules [LIST.txt | LIST.jsonl …] --seconds 5

A .jsonl line needs an "abstract"; of other files every line longer than 200 characters is one.
Prints abstracts per second of processor time for the whole reading, and what its parts take: in the
best round over all abstracts, which other work on the machine disturbed least, and on average.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from annotate import rules
from annotate.facts import Paper, paper_id
from annotate.language.hardware import find_devices
from annotate.language.latex import clean
from annotate.language.names import find_method
from annotate.language.tasks import find_task
from annotate.rules.claims import find_claims
from annotate.runner.loops import heap_at_rest

_DATA = Path(__file__).resolve().parent.parent / "data"
_SEEDS = [_DATA / "icml2026-a.txt", _DATA / "icml2026-b.txt"]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("lists", nargs="*", type=Path, default=_SEEDS)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    papers = [
        Paper(id=paper_id(abstract), abstract=abstract)
        for path in options.lists
        for abstract in _abstracts(path)
    ]
    size = sum(len(paper.abstract) for paper in papers) / len(papers)
    print(f"{len(papers)} abstracts of {size:.0f} characters")
    best, mean = _seconds_each(_read, papers, options.seconds)
    print(
        f"whole reading  {best * 1e6:7.0f} µs  {1 / best:7.0f} abstracts/s"
        f" (on average {mean * 1e6:.0f} µs, {1 / mean:.0f}/s)"
    )
    texts = [clean(paper.abstract) for paper in papers]
    parts: dict[str, Callable[[int], object]] = {
        "method": lambda at: find_method(texts[at].text, None),
        "task": lambda at: find_task(texts[at].text, None),
        "devices": lambda at: find_devices(texts[at].text),
        "claims": lambda at: find_claims(texts[at], None),
    }
    for name, part in parts.items():
        best, mean = _seconds_each(part, range(len(texts)), options.seconds / 5)
        print(f"{name:14} {best * 1e6:7.0f} µs (on average {mean * 1e6:.0f} µs)")


def _read(paper: Paper) -> None:
    clean.cache_clear()  # the same few papers come again and again here, as they never do in a run
    rules.read(paper)


def _abstracts(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".jsonl":
        return [json.loads(line)["abstract"] for line in lines if line.strip()]
    return [line for line in lines if len(line) > 200]


def _seconds_each(
    call: Callable[..., object], items: Sequence[object], seconds: float
) -> tuple[float, float]:
    """Return processor time per call, the least and the mean of rounds of all items.

    The rounds last at least `seconds` together.
    """
    for item in items:
        call(item)
    rounds: list[float] = []
    with heap_at_rest():  # as in a run
        while sum(rounds) < seconds:
            start = time.process_time()
            for item in items:
                call(item)
            rounds.append(time.process_time() - start)
    return min(rounds) / len(items), sum(rounds) / len(rounds) / len(items)


if __name__ == "__main__":
    main()

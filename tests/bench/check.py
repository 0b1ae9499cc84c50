"""Time the check of one paper against labelled abstracts, with the rules reading beside it.

    python -m tests.bench.check --labels labels/icml2026.jsonl

Prints processor time per paper: of `check` where the rules have just read the paper (as in a run,
so that clean text and numbers are shared), of `check` alone, and of `problems`.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from annotate import rules
from annotate.check import check, problems
from annotate.facts import Paper, paper_id
from tests.bench.planted import EXAMPLES, INVENTED, annotation, claim_of, load


def main() -> None:
    """Print milliseconds of processor time per paper, the best of several rounds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--labels", nargs="+", type=Path, default=[INVENTED])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    papers = []
    for row in load(options.labels):
        paper = Paper(paper_id(row["abstract"]), row["abstract"], row.get("title"))
        method = row["method"][0] if row["method"] else None
        given = annotation([claim_of(one) for one in row["claims"]], method)
        papers.append((paper, given))
    claims = sum(len(given.claims) for _, given in papers)
    letters = sum(len(paper.abstract) for paper, _ in papers)
    print(f"{len(papers)} papers, {letters / len(papers):.0f} characters, {claims} claims")
    shown: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        for name, seconds in _round(papers).items():
            shown.setdefault(name, []).append(seconds)
    for name, seconds in shown.items():
        print(f"{name:<24}{min(seconds) / len(papers) * 1000:8.3f} ms")


def _round(papers: list[tuple[Paper, object]]) -> dict[str, float]:
    spent = dict.fromkeys(("rules", "check after rules", "check alone", "problems"), 0.0)

    def timed(name: str, call: Callable[[], object]) -> object:
        before = time.process_time()
        result = call()
        spent[name] += time.process_time() - before
        return result

    readings = []
    for paper, given in papers:
        reading = timed("rules", lambda paper=paper: rules.read(paper))
        readings.append(reading)
        timed(
            "check after rules",
            lambda paper=paper, given=given, reading=reading: check(
                given, paper, rules=reading, examples=EXAMPLES
            ),
        )
    for (paper, given), reading in zip(papers, readings, strict=True):
        timed(
            "check alone",
            lambda paper=paper, given=given, reading=reading: check(
                given, paper, rules=reading, examples=EXAMPLES
            ),
        )
    for paper, given in papers:
        timed("problems", lambda paper=paper, given=given: problems(given, paper))
    return spent


if __name__ == "__main__":
    main()

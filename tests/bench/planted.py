"""Plant errors into right readings and count which of them the check lets pass as verified.

    python tests/bench/planted.py
    python tests/bench/planted.py --labels labels/icml2026.jsonl other.jsonl

Every labelled claim is taken as a model's right answer and then spoilt in one way at a time: its
number, its metric, its quote, its side, its source. The first figures are of the unspoilt answers:
how many are verified (coverage), and how many of the rules' own extra claims would be, had a model
made them too. Exits with 1 when a planted error is verified.
"""

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotate import rules
from annotate.check import check
from annotate.facts import Paper, Support, paper_id
from annotate.language.latex import clean
from annotate.schema import Annotation, Attribution, Claim, Contribution, Metric

INVENTED = Path(__file__).parent / "invented.jsonl"
EXAMPLES = (
    "We propose Quillon, a cache for toy planners. On a Borealis-9 chip Quillon runs 6.7x faster "
    "than Drumlin and cuts memory by 37%, while serving 11.5x more requests per second than "
    "Drumlin-Lite.",
)
EXAMPLE_CLAIMS = (
    ("speedup", "6.7x", "Quillon runs 6.7x faster than Drumlin"),
    ("memory", "37%", "cuts memory by 37%"),
    ("throughput", "11.5x", "serving 11.5x more requests per second than Drumlin-Lite"),
)
FABRICATED = (
    "our approach attains {value} better results on every benchmark considered",
    "extensive trials confirm {value} lower {metric} across the board",
    "the method is {value} more frugal than anything published before",
)
WORDS = {
    "compute": "FLOPs", "model_size": "parameters", "data": "samples", "communication": "bandwidth",
}  # fmt: skip
"""How each resource is written where it isn't written as it is called."""


@dataclass(frozen=True, slots=True)
class Case:
    """One planted error: what was done, and the claim as spoilt."""

    kind: str
    paper: Paper
    claim: Claim
    method: str | None


def claim_of(row: dict[str, Any]) -> Claim:
    """Return a labelled claim as a model would answer it."""
    return Claim(
        metric=Metric(row["metric"]), value=row["value"], baseline=None, setting=None, device=None,
        attribution=Attribution(row.get("attribution", "own")), quote=row["quote"],
    )  # fmt: skip


def word_for(metric: Metric) -> str:
    """Return a word that an abstract has for `metric`."""
    return WORDS.get(metric, metric.value)


def changed(claim: Claim, **fields: Any) -> Claim:
    """Return `claim` with other fields."""
    return claim.model_copy(update=fields)


def renumbered(value: str, rng: random.Random) -> Iterator[str]:
    """Yield the value with another digit, ten times as large, and without its first digit."""
    digits = [match.start() for match in re.finditer(r"\d", value)]
    if not digits:
        return
    at = rng.choice(digits)
    yield value[:at] + str((int(value[at]) + rng.randint(1, 9)) % 10) + value[at + 1 :]
    number = re.search(r"\d+(?:\.\d+)?", value)
    if number:
        yield f"{value[: number.start()]}{float(number[0]) * 10:g}{value[number.end() :]}"
        if len(number[0]) > 1 and number[0][1].isdigit():
            yield value[: number.start()] + value[number.start() + 1 :]


def spoilt(
    claim: Claim, paper: Paper, method: str | None, others: list[Claim], rng: random.Random
) -> Iterator[tuple[str, Claim]]:
    """Yield the claim with one error each."""
    for value in renumbered(claim.value, rng):
        yield "wrong number", changed(claim, value=value)
        if claim.value in claim.quote:
            quote = claim.quote.replace(claim.value, value)
            yield "wrong number in value and quote", changed(claim, value=value, quote=quote)
    cut = re.search(r"\d[\d.]*(?=\d)", claim.value)
    if cut and claim.value in claim.quote:
        value = claim.value[cut.end() :]
        quote = claim.quote[claim.quote.index(claim.value) + cut.end() :]
        yield "number cut out of another", changed(claim, value=value, quote=quote)
    for metric in Metric:
        if metric is not claim.metric:
            yield "wrong metric", changed(claim, metric=metric)
    metric = rng.choice([one for one in Metric if one is not claim.metric])
    pattern = re.compile(re.escape(word_for(claim.metric)), re.IGNORECASE)
    if pattern.search(claim.quote):
        quote = pattern.sub(word_for(metric), claim.quote)
        yield "wrong metric in claim and quote", changed(claim, metric=metric, quote=quote)
    text = rng.choice(FABRICATED).format(value=claim.value, metric=word_for(claim.metric))
    yield "fabricated quote", changed(claim, quote=text)
    yield "fabricated quote", changed(claim, quote=f"{claim.quote} and beyond all expectations so")
    other = rng.choice(others)
    yield "claim of another paper", other
    yield "quote of another paper", changed(claim, quote=other.quote)
    yield from swapped(claim, paper, method)
    metric_, value_, quote_ = rng.choice(EXAMPLE_CLAIMS)
    yield "leaked example", changed(claim, metric=Metric(metric_), value=value_, quote=quote_)
    yield "leaked baseline", changed(claim, baseline="Drumlin-Lite")
    yield "leaked device", changed(claim, device="Borealis-9 chip")
    yield "leaked quote", changed(claim, quote=quote_)
    whose = Attribution.OWN if claim.attribution is Attribution.PRIOR else Attribution.PRIOR
    yield "wrong attribution", changed(claim, attribution=whose)


def swapped(claim: Claim, paper: Paper, method: str | None) -> Iterator[tuple[str, Claim]]:
    """Yield the claim with result and baseline exchanged."""
    number = re.search(r"[\d.]+", clean(claim.value).text)
    pair = re.search(r"from (\S*\d\S*) to (\S*\d\S*)", clean(paper.abstract).text)
    if pair and number and number[0] in pair[2]:
        yield "swapped baseline", changed(claim, value=pair[1].strip(".,;"), baseline=pair[2])
        yield "swapped baseline", changed(claim, value=pair[1].strip(".,;"), quote=pair[0])
    if method and method in paper.abstract:
        yield "swapped baseline", changed(claim, baseline=method)
    yield "invented baseline", changed(claim, baseline="the Karst-Vole optimiser")


def key(claim: Claim) -> tuple[str, ...]:
    """Return what must differ for a spoilt claim to be wrong."""
    number = tuple(re.findall(r"[\d.]+", clean(claim.value).text))
    return (claim.metric, claim.attribution, claim.quote, *number)


def cases(rows: list[dict[str, Any]], rng: random.Random) -> Iterator[Case]:
    """Yield every planted error; none of them says what a label says too."""
    everything = [claim_of(one) for row in rows for one in row["claims"]]
    for row in rows:
        paper = Paper(paper_id(row["abstract"]), row["abstract"], row.get("title"))
        labelled = [claim_of(one) for one in row["claims"] + row.get("claims_opt", [])]
        right = {(one.metric, key(one)[3:]) for one in labelled}
        method = row["method"][0] if row["method"] else None
        others = [one for one in everything if one.quote not in row["abstract"]] or everything
        for claim in labelled[: len(row["claims"])]:
            for kind, planted in spoilt(claim, paper, method, others, rng):
                same_source = planted.attribution is claim.attribution
                number = (planted.metric, key(planted)[3:])
                stands = planted.quote in row["abstract"] and planted.baseline is None
                plain = stands and planted.device is None and same_source
                if not (plain and number in right):
                    yield Case(kind, paper, planted, method)


def annotation(claims: list[Claim], method: str | None) -> Annotation:
    """Return a reading with these claims."""
    return Annotation(
        method_name=method, method_full_name=None, contribution=Contribution.METHOD, task=None,
        hardware=[], claims=claims,
    )  # fmt: skip


def load(paths: list[Path]) -> list[dict[str, Any]]:
    """Read labelled papers; those without an abstract or a claim are left out."""
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines() if line]
    rows = [json.loads(line) for line in lines]
    return [row for row in rows if row.get("abstract") and row.get("claims")]


def unspoilt(rows: list[dict[str, Any]]) -> Counter[str]:
    """Count the support of right answers."""
    count: Counter[str] = Counter()
    for row in rows:
        paper = Paper(paper_id(row["abstract"]), row["abstract"], row.get("title"))
        method = row["method"][0] if row["method"] else None
        given = annotation([claim_of(one) for one in row["claims"]], method)
        checked = check(given, paper, rules=rules.read(paper), examples=EXAMPLES)
        count.update(claim.support.value for claim in checked.claims)
    return count


def main() -> int:
    """Print how many planted errors of each kind got which support."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--labels", nargs="+", type=Path, default=[INVENTED])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-v", "--verbose", action="store_true", help="show what is verified")
    options = parser.parse_args()
    rows = load(options.labels)
    right = unspoilt(rows)
    print(f"right answers: {dict(right)}, coverage {right['verified'] / right.total():.3f}")
    table: dict[str, Counter[str]] = {}
    for case in cases(rows, random.Random(options.seed)):
        reading = rules.read(case.paper)
        given = annotation([case.claim], case.method)
        claim = check(given, case.paper, rules=reading, examples=EXAMPLES).claims[0]
        table.setdefault(case.kind, Counter())[claim.support.value] += 1
        if options.verbose and claim.support is Support.VERIFIED:
            print(f"VERIFIED {case.kind}: {case.claim}")
    print(f"{'planted':<34}{'cases':>6}{'verified':>10}{'grounded':>10}{'unsupported':>13}")
    for kind, count in sorted(table.items()):
        print(f"{kind:<34}{count.total():>6}" + "".join(f"{count[one]:>{width}}" for one, width in
              (("verified", 10), ("grounded", 10), ("unsupported", 13))))  # fmt: skip
    verified = sum(count["verified"] for count in table.values())
    print(f"{sum(count.total() for count in table.values())} planted, {verified} verified")
    return 1 if verified else 0


if __name__ == "__main__":
    sys.exit(main())

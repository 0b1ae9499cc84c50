"""Databases of invented papers for the tests of what people look at."""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotate.facts import (
    Bound,
    CheckedAnnotation,
    CheckedClaim,
    CheckedHardware,
    Evidence,
    Paper,
    Support,
    paper_id,
)
from annotate.schema import Attribution, Contribution, Metric, Role
from annotate.store import RunInfo, Store

__all__ = ["HOSTILE", "Reading", "claim", "demo_store", "hardware", "make_store", "paper"]

METHODS = "Zorblax Quenchette Lumivane PruneHawk Tessarine Hexadrift Kettlecore Ospreynet".split()
TASKS = ("long-context decoding", "sparse training", "graph partitioning", "speech recognition")
DEVICES = ("NVIDIA A100", "NVIDIA H100", "Google TPU v4", "CPU", "FPGA", None, None, None)
FILLER = (
    "We study how caches of keys and values grow with the length of the input, and show that most "
    "of what is kept is never read again. Our scheduler folds rarely used entries into a compact "
    "sketch, without any change to the weights. "
)

HOSTILE = (
    "<script>window.hacked = 1</script>",
    "</script><img src=x onerror='window.hacked = 1'>",
    "\"><svg/onload=alert(1)>'",
    "'; DROP TABLE labels; --",
    "\x1b[31mred\x1b[0m\x07",
    "=cmd|' /C calc'!A0",
    "{{ 7 * 7 }} {% raw %}",
    "\u202eتسريع\u202c evil \u2066",
    "مسرّع النماذج",
    "line\u2028separator\u2029paragraph",
    "$x_{$ \\textbf{ & _^~ %",
    "😀 x" * 40,
    "javascript:alert(1)",
)
"""Names that try to be something else."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A paper with what the model and the rules make of it."""

    paper: Paper
    model: CheckedAnnotation
    rules: CheckedAnnotation | None = None


def paper(abstract: str, **more: object) -> Paper:
    """Return a paper whose id fits its abstract."""
    return Paper(id=paper_id(abstract), abstract=abstract, **more)  # type: ignore[arg-type]


def claim(
    abstract: str, quote: str, value: str, factor: float | None, **more: object
) -> CheckedClaim:
    """Return a claim with its place in `abstract`, or without one where the quote isn't in it."""
    start = abstract.find(quote)
    found = start >= 0
    fields: dict[str, object] = {
        "metric": Metric.SPEEDUP,
        "value": value,
        "low": factor,
        "high": factor,
        "unit": "x",
        "bound": Bound.EXACT,
        "factor": factor,
        "baseline": None,
        "setting": None,
        "device": None,
        "attribution": Attribution.OWN,
        "quote": quote,
        "quote_start": start if found else None,
        "quote_end": start + len(quote) if found else None,
        "evidence": Evidence.EXACT if found else Evidence.MISSING,
        "support": Support.GROUNDED if found else Support.UNSUPPORTED,
    }
    return CheckedClaim(**(fields | more))  # type: ignore[arg-type]


def hardware(abstract: str, name: str) -> CheckedHardware:
    """Return a device that is named in `abstract`."""
    start = abstract.find(name)
    found = start >= 0
    return CheckedHardware(
        name=name,
        device=name,
        kind="GPU",
        count=None,
        role=Role.EVALUATED_ON,
        quote_start=start if found else None,
        quote_end=start + len(name) if found else None,
        evidence=Evidence.EXACT if found else Evidence.MISSING,
    )


def make_store(
    path: Path, readings: Sequence[Reading], failed: Iterable[Paper] = (), title: str = "Demo list"
) -> Path:
    """Store the papers as one list, read by a model and, where given, by the rules."""
    lost = list(failed)
    with Store(path) as store:
        source = store.add_source(path="demo.txt", title=title, format="text", sha256="0" * 64)
        store.add_papers(source, [*(reading.paper for reading in readings), *lost])
        by_rules = [(r.paper.id, r.rules, []) for r in readings if r.rules is not None]
        if by_rules:
            run = store.start_run(RunInfo(annotator="rules", model="rules"))
            store.save(run, by_rules)
            store.finish_run(run, "done")
        run = store.start_run(RunInfo(annotator="openai", model="gpt-5-mini"))
        store.save(run, [(r.paper.id, r.model, []) for r in readings])
        failure = CheckedAnnotation(status="failed", error="the answer was cut off")
        store.save(run, [(paper.id, failure, []) for paper in lost])
        store.finish_run(run, "done")
    return path


def demo_store(path: Path, papers: int = 40, failed: int = 1, filler: str = "") -> Path:
    """Make a database of `papers` invented papers with some claims of each kind."""
    dice = random.Random(3)
    readings = [_reading(dice, number, filler) for number in range(papers)]
    lost = [paper(f"Lost abstract {n}. {FILLER}", title=f"Lost paper {n}") for n in range(failed)]
    return make_store(path, readings, lost)


def _reading(dice: random.Random, number: int, filler: str) -> Reading:
    name = dice.choice(METHODS) + (f"-{number}" if number >= len(METHODS) else "")
    task, device = dice.choice(TASKS), dice.choice(DEVICES)
    wanted = [_wanted(dice, name, device) for _ in range(dice.choice((0, 1, 1, 2, 3)))]
    text = f"Abstract {number} 😀. {FILLER * 2}" + " ".join(f"{quote}." for quote, _ in wanted)
    body = f"{text} {FILLER}{filler}"
    claims = tuple(_claim(dice, body, quote, fields) for quote, fields in wanted)
    devices = (hardware(body, device),) if device and wanted else ()
    title = f"{name}: faster {task} by forgetting what is never read"
    where = {"title": title, "year": 2026, "venue": "Demo", "url": f"https://example.org/{number}"}
    read = CheckedAnnotation(
        status="ok",
        method=name,
        contribution=Contribution.METHOD,
        task=task,
        hardware=devices,
        claims=claims,
    )
    same = tuple(c for c in claims if c.support == Support.VERIFIED)
    rules = CheckedAnnotation(
        status="ok",
        method=name if number % 4 else None,
        contribution=Contribution.METHOD,
        task=task if number % 2 else "decoding",
        hardware=devices,
        claims=same,
    )
    return Reading(paper(body, **where), read, rules)


def _wanted(dice: random.Random, name: str, device: str | None) -> tuple[str, dict[str, object]]:
    metric = dice.choice(
        (Metric.SPEEDUP, Metric.SPEEDUP, Metric.MEMORY, Metric.ENERGY, Metric.LATENCY)
    )
    bound = dice.choice((Bound.EXACT, Bound.EXACT, Bound.UP_TO, Bound.AT_LEAST))
    factor = round(1 + math.exp(dice.gauss(1, 0.8)), 2)
    value = {Bound.UP_TO: "up to ", Bound.AT_LEAST: "at least "}.get(bound, "") + f"{factor}x"
    on = f" on {device}" if device else ""
    quote = f"{name} is {value} better in {metric.value}{on}"
    fields = {"metric": metric, "bound": bound, "factor": factor, "value": value, "device": device}
    return quote, fields


def _claim(dice: random.Random, body: str, quote: str, fields: dict[str, object]) -> CheckedClaim:
    support = dice.choice(
        (Support.VERIFIED,) * 6 + (Support.GROUNDED,) * 3 + (Support.UNSUPPORTED,)
    )
    words = quote if support != Support.UNSUPPORTED else f"{quote}, or so it says"
    more = fields | {
        "support": support,
        "attribution": dice.choice((Attribution.OWN,) * 5 + (Attribution.PRIOR,)),
    }
    factor, value = more.pop("factor"), more.pop("value")
    return claim(body, words, str(value), factor, **more)  # type: ignore[arg-type]

"""Put the page together from what was counted, drawn and kept."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import annotate
from annotate.facts import Paper, Support
from annotate.report.embedded import embedded
from annotate.report.figures import Figure, agreement_figure, factor_figure
from annotate.report.own import OwnTable
from annotate.report.tally import Agreement, Tally
from annotate.report.wording import metric_words, shortened
from annotate.schema import Metric

__all__ = ["About", "Run", "render"]

Row = Mapping[str, Any]

MOST_LINES = 12
MOST_DEVICES = 200
MOST_NAMES = 8
VERDICTS = ("accepted", "corrected", "rejected")

_LEVELS = (
    (
        Support.VERIFIED,
        "quote found, number in it, and the rules read the same",
        "For {n} of them ({share}) quote, number and a second reading agree.",
    ),
    (
        Support.GROUNDED,
        "quote found and number in it",
        "{n} ({share}) rest on their quote alone.",
    ),
    (
        Support.UNSUPPORTED,
        "evidence or number not found: look before use",
        "{n} ({share}) are unsupported.",
    ),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One line of the list of runs; `started` is a date."""

    id: int
    model: str
    started: str
    papers: int
    failed: int


@dataclass(frozen=True, slots=True)
class About:
    """What the page says of the database as a whole; `papers` have been read, `failed` not."""

    title: str
    papers: int
    failed: int
    written: str
    sources: Sequence[str] = ()
    runs: Sequence[Run] = ()
    agreement: Sequence[Agreement] = ()
    own: Sequence[OwnTable] = ()


def render(about: About, tally: Tally, rows: Sequence[Row], papers: Sequence[Paper]) -> str:
    """Return the page: the figures of all claims in `tally`, the table of `rows`."""
    env = Environment(
        loader=PackageLoader("annotate.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = _asset("report.js")
    return env.get_template("report.html").render(
        page=_page(about, tally, rows),
        data=embedded(rows, papers, {level: meaning for level, meaning, _ in _LEVELS}),
        style=_asset("report.css"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        version=annotate.__version__,
    )


def _page(about: About, tally: Tally, rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "title": shortened(about.title, 160),
        "papers": about.papers,
        "failed": about.failed,
        "written": about.written,
        "version": annotate.__version__,
        "sources": [shortened(source, 160) for source in about.sources[:MOST_NAMES]],
        "more_sources": max(0, len(about.sources) - MOST_NAMES),
        "runs": [
            {
                "id": run.id,
                "model": shortened(run.model, 80),
                "started": run.started,
                "papers": f"{run.papers:,}",
                "failed": f"{run.failed:,}",
            }
            for run in about.runs
        ],
        "tally": tally,
        "shown": len(rows),
        "left_out": tally.claims - len(rows),
        "levels": _levels(tally),
        "own": about.own,
        "reviewed": sum(tally.verdicts.values()),
        "figures": _figures(about, tally),
        "confusion": _confusion(tally),
        "metric_options": _metric_options(rows),
        "device_options": _device_options(rows),
    }


def _asset(name: str) -> Markup:
    return Markup((files("annotate.report") / "templates" / name).read_text("utf-8"))  # noqa: S704


def _levels(tally: Tally) -> list[dict[str, Any]]:
    levels = []
    for level, meaning, sentence in _LEVELS:
        count = tally.support[level]
        share = _percent(count, tally.claims)
        words = sentence.format(n=f"{count:,}", share=share)
        levels.append({"name": level, "count": count, "meaning": meaning, "sentence": words})
    return levels


def _figures(about: About, tally: Tally) -> list[Figure]:
    metrics = {str(metric): metric_words(metric) for metric in Metric}
    drawn = []
    for key, title, groups, names in (
        ("by-metric", "Factors by metric", tally.by_metric, metrics),
        ("by-device", "Factors by hardware", tally.by_device, {}),
        ("by-task", "Factors by task", tally.by_task, {}),
    ):
        largest = tally.largest(groups, MOST_LINES)
        if largest:
            rest = f": the {MOST_LINES} most frequent of {len(groups):,}"
            heading = title + rest * (len(groups) > MOST_LINES)
            drawn.append(factor_figure(key, heading, largest, names))
    if about.agreement:
        drawn.append(agreement_figure(about.agreement))
    return drawn


def _confusion(tally: Tally) -> dict[str, Any] | None:
    if not tally.verdicts:
        return None
    most = max(tally.verdicts.values())
    rows = []
    for level in Support:
        counts = [tally.verdicts[level, verdict] for verdict in VERDICTS]
        judged = sum(counts)
        rows.append(
            {
                "level": level,
                "cells": [{"count": count, "share": count / most} for count in counts],
                "held": _percent(counts[0], judged) if judged else "–",
            }
        )
    return {"verdicts": VERDICTS, "rows": rows}


def _percent(part: int, whole: int) -> str:
    return f"{part / max(whole, 1):.0%}".replace("%", "\N{NO-BREAK SPACE}%")


def _metric_options(rows: Sequence[Row]) -> list[tuple[str, str]]:
    present = {row["metric"] for row in rows}
    return [("", "any")] + [(m, metric_words(m)) for m in Metric if m in present]


def _device_options(rows: Sequence[Row]) -> list[tuple[str, str]]:
    counts: dict[str, int] = {}
    for row in rows:
        devices = {row["device"] or "", *(row["hardware"] or "").split("; ")} - {""}
        for device in devices:
            name = shortened(device, 160)
            counts[name] = counts.get(name, 0) + 1
    often = sorted(counts, key=lambda name: (-counts[name], name))[:MOST_DEVICES]
    return [("", "any")] + [(name, f"{shortened(name, 60)} ({counts[name]:,})") for name in often]

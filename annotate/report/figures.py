"""Draw the figures of the report."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from markupsafe import Markup

from annotate.report.svg import ACCENT, INK, MUTED, PAPER, RULE, as_inline, label, new_figure
from annotate.report.tally import Agreement, Factors, Group

__all__ = ["Figure", "agreement_figure", "factor_figure"]

WIDTH = 440.0
LEFT, RIGHT = 166.0, 92.0
LINE = 30.0
HEAD, FOOT = 22.0, 26.0

MOST_POINTS = 150
"""Points drawn on one line of a figure; of more, every n-th in order of size."""

_DOTS = ((40, (32, 0.75)), (100, (18, 0.6)), (math.inf, (11, 0.5)))
"""Area and opacity of the points, by how many there are at most."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with the numbers it was made from."""

    key: str
    title: str
    caption: str
    svg: Markup
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float

    def ticks(self) -> list[float]:
        """Return 1, 10, 100, … and, on a short axis, 2 and 5 between them."""
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        steps = (1, 2, 5) if self.high / self.low <= 100 else (1,)
        marks = [step * 10.0**power for power in range(first, last + 1) for step in steps]
        return [mark for mark in marks if self.low <= mark <= self.high]


def number(value: float) -> str:
    """Return a number in three figures without needless zeros ("4.49", "1,200", "0.5").

    >>> number(4.0), number(4.494), number(1234.5), number(0.05)
    ('4', '4.49', '1,234', '0.05')
    """
    if value >= 1000:
        return f"{value:,.0f}" if value < 1e7 else f"{value:.0e}".replace("e+0", "e")
    return f"{value:.3g}"


def factor_figure(
    key: str, title: str, groups: Sequence[Group], names: Mapping[str, str]
) -> Figure:
    """Draw one line of points a group on a logarithmic axis, with its median.

    A point is one claim; a triangle that points left is "up to", one that points right "at least".
    `names` gives the words for a group's name where they differ.
    """
    figure, axes = _lines(len(groups))
    _heads(axes, "median", "claims")
    scale = _scale(groups)
    _log_axis(axes, scale)
    shown = [names.get(group.name, group.name) for group in groups]
    for line, (group, words) in enumerate(zip(groups, shown, strict=True)):
        _line(axes, line, group.factors)
        centre = f"{number(_median(group.factors))}×"
        _words(axes, line, label(words, 22), centre, len(group.factors))
    head = ("", "claims", "median", "smallest", "largest", "up to", "at least")
    rows = [
        _numbers(label(words, 80), group.factors)
        for group, words in zip(groups, shown, strict=True)
    ]
    most = max((len(group.factors) for group in groups), default=0)
    caption = "Improvement factor, logarithmic: ● one claim, ◁ “up to”, ▶ “at least”, │ median."
    if most > MOST_POINTS:
        caption += f" At most {MOST_POINTS} points a line are drawn; medians are of all."
    return Figure(key, title, caption, as_inline(figure, key, title), head, rows)


def agreement_figure(fields: Sequence[Agreement]) -> Figure:
    """Draw for each field the share of papers where model and rules say the same."""
    figure, axes = _lines(len(fields))
    _heads(axes, "agree", "papers")
    axes.set_xlim(0, 1.08)  # room for the dot of all papers
    axes.set_xticks([0, 0.5, 1], ["0", "50 %", "100 %"])
    axes.grid(axis="x", color=RULE, linewidth=0.8)
    for line, item in enumerate(fields):
        share = item.agree / item.papers if item.papers else 0.0
        axes.plot([0, share], [line, line], color=INK, linewidth=2, solid_capstyle="butt")
        axes.scatter([share], [line], s=64, color=INK, zorder=3, clip_on=False)
        _words(axes, line, label(item.field), f"{share:.0%}".replace("%", " %"), item.papers)
    title = "Where model and rules agree"
    rows = [
        (item.field, f"{item.papers:,}", f"{item.agree:,}", f"{item.papers - item.agree:,}")
        for item in fields
    ]
    caption = "Share of the papers read by both in which the two readings say the same."
    head = ("field", "papers", "agree", "differ")
    return Figure("agreement", title, caption, as_inline(figure, "agreement", title), head, rows)


def _lines(count: int) -> tuple[Any, Any]:
    height = HEAD + LINE * count + FOOT
    figure, axes = new_figure(WIDTH, height)
    inner = 1 - (LEFT + RIGHT) / WIDTH, LINE * count / height
    axes.set_position((LEFT / WIDTH, FOOT / height, *inner))
    axes.set_ylim(count - 0.5, -0.5)
    axes.set_yticks([])
    return figure, axes


def _scale(groups: Sequence[Group]) -> _Scale:
    values = [1.0, 2.0, *(value for group in groups for value in _all(group.factors))]
    return _Scale(min(values) / 1.15, max(values) * 1.25)


def _log_axis(axes: Any, scale: _Scale) -> None:
    axes.set_xscale("log")
    axes.set_xlim(scale.low, scale.high)
    ticks = scale.ticks()
    axes.set_xticks(ticks, [f"{number(tick)}×" for tick in ticks])
    axes.set_xticks([], minor=True)
    axes.grid(axis="x", color=RULE, linewidth=0.8)
    axes.axvline(1, color=MUTED, linewidth=1)


def _line(axes: Any, line: int, factors: Factors) -> None:
    centre = _median(factors)
    # A halo keeps the median's stroke apart from the points under it.
    for colour, width in ((PAPER, 5.0), (INK, 2.0)):
        axes.plot(
            [centre, centre], [line - 0.4, line + 0.4], color=colour, linewidth=width, zorder=4
        )
    size, alpha = next(dots for most, dots in _DOTS if len(factors) <= most)
    share = min(1.0, MOST_POINTS / max(len(factors), 1))
    heaps = ((factors.plain, "o", INK), (factors.ceilings, "<", ACCENT), (factors.floors, ">", INK))
    for heap, marker, colour in heaps:
        if heap:
            xs = _thinned(sorted(heap), share)
            ys = [line + lift for lift in _lifts(xs)]
            faces = PAPER if marker == "<" else colour
            axes.scatter(
                xs, ys, s=size, marker=marker, facecolors=faces, edgecolors=colour, linewidths=1.1,
                alpha=alpha, zorder=3,
            )  # fmt: skip


def _words(axes: Any, line: int, name: str, value: str, count: int) -> None:
    _text(axes, line, name, _Column(-0.04, "right", 13, INK))
    _text(axes, line, value, _Column(_VALUES, "right", 13, INK))
    _text(axes, line, f"{count:,}", _Column(_COUNTS, "right", 11, MUTED))


def _heads(axes: Any, value: str, count: str) -> None:
    _text(axes, -0.85, value, _Column(_VALUES, "right", 11, MUTED))
    _text(axes, -0.85, count, _Column(_COUNTS, "right", 11, MUTED))


@dataclass(frozen=True, slots=True)
class _Column:
    at: float
    align: str
    size: int
    colour: str


_INNER = WIDTH - LEFT - RIGHT
_VALUES, _COUNTS = 1 + 0.5 * RIGHT / _INNER, 1 + RIGHT / _INNER


def _text(axes: Any, line: float, words: str, column: _Column) -> None:
    axes.text(
        column.at, line, words, transform=axes.get_yaxis_transform(), ha=column.align,
        va="center", fontsize=column.size, color=column.colour, parse_math=False,
    )  # fmt: skip


def _numbers(name: str, factors: Factors) -> tuple[str, ...]:
    values = _all(factors)
    ends = (number(_median(factors)), number(min(values)), number(max(values)))
    return (
        name,
        f"{len(values):,}",
        *(f"{end}×" for end in ends),
        f"{len(factors.ceilings):,}",
        f"{len(factors.floors):,}",
    )


def _all(factors: Factors) -> list[float]:
    return [*factors.plain, *factors.ceilings, *factors.floors]


def _median(factors: Factors) -> float:
    return median(_all(factors))


def _thinned(values: list[float], share: float) -> list[float]:
    wanted = max(2, round(len(values) * share))
    if wanted >= len(values):
        return values
    return [values[round(k * (len(values) - 1) / (wanted - 1))] for k in range(wanted)]


def _lifts(values: Sequence[float]) -> list[float]:
    # Points closer than their own width step aside, up and down in turn.
    steps = (0.0, 0.17, -0.17, 0.3, -0.3)
    lifts, run, last = [], 0, -math.inf
    for value in values:
        run = run + 1 if math.log10(value) - last < 0.035 else 0
        last = math.log10(value)
        lifts.append(steps[run % len(steps)])
    return lifts

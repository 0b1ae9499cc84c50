"""`annotate eval`: score readings against labelled abstracts."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
import orjson
from rich.console import RenderableType
from rich.table import Table

from annotate.check import check
from annotate.cli.drawing import show, table
from annotate.cli.options import db_option, figures_option, open_store
from annotate.cli.tables import escaped, printable
from annotate.errors import UsageError
from annotate.evaluation.evaluate import Evaluation, Readings, evaluate
from annotate.evaluation.gold import GoldPaper, read_gold
from annotate.evaluation.scoring import FIELDS
from annotate.facts import CheckedAnnotation, Paper
from annotate.language.latex import clean
from annotate.resources import labels_dir
from annotate.rules import read
from annotate.store import Store
from annotate.store.ledger import has_run

__all__ = ["evaluate_command"]

_SHIPPED = "icml2026.jsonl"
_LONGEST_TITLE = 30


@click.command("eval")
@db_option
@click.option(
    "--labels",
    "files",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Labelled abstracts; repeat for several. Default: the labels that ship with annotate.",
)
@click.option(
    "--run", "run_id", type=int, metavar="ID", help="Score this run instead of the newest."
)
@click.option("--errors/--no-errors", default=True, help="List what was missed and what is extra.")
@figures_option
def evaluate_command(
    db: Path, files: tuple[Path, ...], run_id: int | None, errors: bool, format_: str
) -> None:
    """Score the readings in a database against labelled abstracts.

    Per field: precision, recall and F1 with 95 % bootstrap intervals over papers. With a model's
    reading: as it answered, after the check, where it and the rules agree, and both together.

    \b
    annotate eval --labels labels/icml2026.jsonl
    """
    gold = list(read_gold(files or [str(labels_dir() / _SHIPPED)]))
    with open_store(db) as store:
        result = _evaluate(store, gold, run_id)
    if not result.papers:
        raise UsageError(
            f"none of the {result.unread} labelled abstracts has been read in {db}: read them by"
            " annotate run, or name labels of its own papers by --labels"
        )
    if format_ == "json":
        click.echo(escaped(orjson.dumps(result.as_json(), option=orjson.OPT_INDENT_2).decode()))
    else:
        _show(result, errors)


def _evaluate(store: Store, gold: Sequence[GoldPaper], run_id: int | None) -> Evaluation:
    wanted = {g.paper_id for g in gold}
    stored: Readings = dict(store.readings(reader="rules"))
    model: Readings | None = dict(store.readings(reader="model"))
    if run_id is not None:
        chosen = dict(store.readings(run_id=run_id))
        if not chosen:
            if not has_run(store.db.conn, run_id):
                raise UsageError(f"{store.path} has no run {run_id}; `annotate runs` lists them")
            raise UsageError(f"run {run_id} has read no paper; `annotate failures` says why")
        by_rules = all(key in stored for key in chosen) and not any(
            key in (model or {}) for key in chosen
        )
        stored, model = (chosen, None) if by_rules else (stored, chosen)
    known = set(stored) | set(model or {})
    papers = list(store.papers([key for key in wanted if key in known]))
    # A model's run may have been made without the rules beside it; they take milliseconds.
    rules = {paper.id: stored.get(paper.id) or _rules_reading(paper) for paper in papers}
    titles = {paper.id: paper.title for paper in papers}
    return evaluate([_titled(one, titles) for one in gold], rules, model or None)


def _titled(gold: GoldPaper, titles: Mapping[str, str | None]) -> GoldPaper:
    """Return the labelled abstract with its title, where only the list told it."""
    return gold.model_copy(update={"title": gold.title or titles.get(gold.paper_id)})


def _rules_reading(paper: Paper) -> CheckedAnnotation:
    reading = read(paper)
    return check(reading, paper, rules=reading)


def _show(result: Evaluation, errors: bool) -> None:
    parts: list[RenderableType] = [
        f"{result.papers} labelled abstracts ({result.unread} more not read)",
        _counts(result),
        _scores(result),
        _support(result),
    ]
    show(*parts, *(_errors(result) if errors else ()))


def _counts(result: Evaluation) -> Table:
    drawn = table("reading", numbers=("methods right", "tasks right", "failed"))
    for system in result.systems:
        methods = f"{system.method_right} of {system.papers}"
        tasks = f"{system.task_right} of {system.task_labelled}" if system.task_labelled else "–"
        drawn.add_row(system.name, methods, tasks, str(system.failed))
    return drawn


def _scores(result: Evaluation) -> Table:
    figures = ("precision", "recall", "F1", "95 % interval of F1")
    drawn = table("reading", "field", numbers=figures)
    for system in result.systems:
        for at, name in enumerate(FIELDS):
            scores = system.scores[name]
            f1 = scores["f1"]
            drawn.add_row(
                "" if at else system.name,
                name,
                *(_number(scores[kind].value) for kind in ("precision", "recall", "f1")),
                "–" if f1.low is None else f"{_number(f1.low)}–{_number(f1.high)}",
            )
    return drawn


def _support(result: Evaluation) -> Table:
    figures = ("claims", "right", "precision", "coverage")
    title = "How far each level of support can be trusted:"
    drawn = table("support", numbers=figures, title=title)
    for level in result.support:
        precision, coverage = _number(level.precision), _number(level.coverage)
        drawn.add_row(level.level, str(level.claims), str(level.right), precision, coverage)
    return drawn


def _errors(result: Evaluation) -> Iterator[RenderableType]:
    for system in result.systems[:2]:
        if not system.confusions:
            continue
        titled = ("title",) if any(error.title for error in system.confusions) else ()
        columns = ("paper", *titled, "field", "error", "what", "quote")
        drawn = table(*columns, title=f"Errors of {system.name}:")
        for error in system.confusions:
            titles = [_plain(_shortened(error.title))] if titled else []
            told = map(_plain, (error.what, error.quote))
            drawn.add_row(error.paper_id, *titles, error.field, error.kind, *told)
        yield drawn


def _shortened(title: str | None) -> str:
    plain = clean(title or "").text
    return plain if len(plain) <= _LONGEST_TITLE else f"{plain[: _LONGEST_TITLE - 1].rstrip()}…"


def _plain(text: str) -> str:
    return printable(text).replace("[", "\\[")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"

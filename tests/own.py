"""A database with a table of a schema of one's own, hostile rows among them."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel

from annotate.check import columns, quoted_rows
from annotate.facts import CheckedAnnotation
from annotate.schema import Quote
from annotate.store import RunInfo, Store
from annotate.store.custom import OwnTable
from tests.demo import HOSTILE, paper

__all__ = ["HOSTILE_ROWS", "Result", "Results", "own_store"]


class Result(BaseModel):
    dataset: str
    accuracy: float
    quote: Annotated[str, Quote]


class Results(BaseModel):
    model: str | None
    results: list[Result]


GOOD = "We train Zorblax 😀. It reaches 76.1% on ImageNet and 91.5% on Maze, better than before."
OTHER = "Quenchette attains an accuracy of 88.0% on CIFAR, at half the size."
HOSTILE_ROWS = tuple(f"{text} has an accuracy of 50.5% here. " for text in HOSTILE)


def own_store(path: Path, hostile: bool = False) -> Path:
    """Make a database of two papers with three rows; `hostile` adds one of each hostile text."""
    rows = {
        GOOD: Results(
            model="Zorblax",
            results=[
                Result(dataset="ImageNet", accuracy=76.1, quote="76.1% on ImageNet"),
                Result(dataset="Maze", accuracy=19.5, quote="91.5% on Maze"),
            ],
        ),
        OTHER: Results(
            model="Quenchette",
            results=[Result(dataset="CIFAR", accuracy=88, quote="88.0% on CIFAR")],
        ),
    }
    if hostile:
        for name, text in zip(HOSTILE, HOSTILE_ROWS, strict=True):
            body = text + "x" * (100_000 if name == HOSTILE[0] else 0)
            result = Result(dataset=name, accuracy=50.5, quote="an accuracy of 50.5%")
            rows[body] = Results(model=name, results=[result])
    with Store(path) as store:
        store.use_own_table(OwnTable("data_sets", columns(Results)))
        source = store.add_source(path="own.txt", title="Own list", format="text", sha256="1" * 64)
        papers = [paper(text, title=f"Paper {n}") for n, text in enumerate(rows, 1)]
        store.add_papers(source, papers)
        run = store.start_run(RunInfo("openai", "gpt-5-mini"))
        for one, answer in zip(papers, rows.values(), strict=True):
            read = tuple(quoted_rows(answer, one.abstract))
            store.save(run, [(one.id, CheckedAnnotation("ok", rows=read), [])])
        store.finish_run(run, "done")
    return path

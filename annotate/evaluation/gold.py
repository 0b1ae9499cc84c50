"""Labelled abstracts: the files in `labels/`, one JSON object a line."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from annotate.errors import InputError
from annotate.facts import Bound, paper_id
from annotate.files import reason
from annotate.schema import Attribution, Contribution, Metric, Role

__all__ = ["GoldClaim", "GoldHardware", "GoldPaper", "read_gold", "write_gold"]

Names = Annotated[list[str], BeforeValidator(lambda v: [] if v is None else v)]


class _Gold(BaseModel):
    # Label files of other people carry more than we need; nothing of it is an error.
    model_config = ConfigDict(extra="ignore", frozen=True)


class GoldHardware(_Gold):
    """A device as written (`name`) and as known (`device`)."""

    name: str
    device: str
    count: int | None = None
    role: Role | None = None


class GoldClaim(_Gold):
    """A claim as a careful reader records it; see labels/GUIDELINES.md."""

    metric: Metric
    value: str = ""
    low: float
    high: float
    unit: str
    bound: Bound | None = None
    factor: float | None = None
    baseline: str | None = None
    setting: str | None = None
    device: str | None = None
    attribution: Attribution = Attribution.OWN
    quote: str = ""


class GoldPaper(_Gold):
    """One labelled abstract: what must be found, and in `*_opt` what may be."""

    paper_id: str
    id: str | None = None
    title: str | None = None
    abstract: str | None = None
    method: Names = []
    opt_method: Names = []
    method_full_name: str | None = None
    contribution: Contribution | None = None
    task: Names = []
    hardware: list[GoldHardware] = Field(default=[])
    hardware_opt: list[GoldHardware] = Field(default=[])
    claims: list[GoldClaim] = Field(default=[])
    claims_opt: list[GoldClaim] = Field(default=[])
    absolute: Names = []

    @model_validator(mode="before")
    @classmethod
    def _identify(cls, data: Any) -> Any:
        if isinstance(data, dict) and not data.get("paper_id") and data.get("abstract"):
            return data | {"paper_id": paper_id(data["abstract"])}
        return data


def read_gold(paths: Iterable[str | Path]) -> Iterator[GoldPaper]:
    """Yield the labelled abstracts of `paths` in order.

    Raises InputError, with file and line, for a file that isn't one.
    """
    for path in paths:
        try:
            with open(path, encoding="utf-8-sig") as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        yield _parse(line, path, number)
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"can't be read as labels: {reason(error)}", path) from error


def write_gold(papers: Iterable[GoldPaper], path: str | Path) -> int:
    """Write one JSON object a line, in the order given; return how many."""
    count = 0
    with open(path, "w", encoding="utf-8") as out:
        for paper in papers:
            out.write(paper.model_dump_json(exclude_none=True) + "\n")
            count += 1
    return count


def _parse(line: str, path: str | Path, number: int) -> GoldPaper:
    try:
        return GoldPaper.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        problem = f"{where}: {first['msg']}" if where else first["msg"]
        raise InputError(f"no label line: {problem}", path, number) from None

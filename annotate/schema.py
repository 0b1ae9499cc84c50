"""What a model is asked for: its field docstrings become the JSON Schema that it reads."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

__all__ = [
    "Annotation",
    "Attribution",
    "Claim",
    "Contribution",
    "Hardware",
    "Metric",
    "Role",
    "request_schema",
]


class Metric(StrEnum):
    """The resource that a claim is about."""

    SPEEDUP = "speedup"
    THROUGHPUT = "throughput"
    LATENCY = "latency"
    MEMORY = "memory"
    COMPUTE = "compute"
    ENERGY = "energy"
    COST = "cost"
    MODEL_SIZE = "model_size"
    DATA = "data"
    COMMUNICATION = "communication"


class Attribution(StrEnum):
    """Whose result a claim is."""

    OWN = "own"
    PRIOR = "prior"


class Role(StrEnum):
    """What a device is in the paper."""

    EVALUATED_ON = "evaluated_on"
    TARGET = "target"
    BASELINE = "baseline"


class Contribution(StrEnum):
    """What kind of thing the paper brings."""

    METHOD = "method"
    SYSTEM = "system"
    DATASET = "dataset"
    BENCHMARK = "benchmark"
    STUDY = "study"
    THEORY = "theory"
    SURVEY = "survey"
    SOFTWARE = "software"
    OTHER = "other"


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Hardware(_Asked):
    """A device, or class of devices, that the work runs on, is measured on or targets."""

    name: str
    """The device with its count and model, copied unchanged ("8 A100 GPUs", "edge devices")."""

    role: Role
    """evaluated_on: it ran there; target: it is meant for it; baseline: it was compared with."""


class Claim(_Asked):
    """One number that the abstract states about its own or another's use of resources."""

    metric: Metric
    """The resource: speedup (times faster), throughput (work per time), latency (time of one
    response), memory, compute (FLOPs, steps), energy, cost (money, budget), model_size
    (parameters, bits), data (samples, tokens) or communication (bytes sent)."""

    value: str
    """The number with its unit and hedge, copied unchanged ("up to 5x", "30–35%")."""

    baseline: str | None
    """What it is compared with, copied unchanged, or null."""

    setting: str | None
    """The model, data set or regime for which the number holds, copied unchanged, or null."""

    device: str | None
    """The hardware on which this number was measured, copied unchanged, or null."""

    attribution: Attribution
    """own: a result of this paper; prior: background, or somebody else's result."""

    quote: str
    """Words copied unchanged from the abstract, in one run, that contain the value."""


class Annotation(_Asked):
    """What one abstract says about its method, its task, its hardware and its use of resources."""

    method_name: str | None
    """The name or acronym that the authors give to what they propose, copied unchanged; null when
    they only describe it."""

    method_full_name: str | None
    """The words that the name stands for, copied unchanged, or null."""

    contribution: Contribution
    """What the paper mainly brings."""

    task: str | None
    """The problem that it solves, as the shortest noun phrase of the abstract that names it."""

    hardware: list[Hardware]
    """Every device named; an empty list when there is none."""

    claims: list[Claim]
    """Every number on speed, memory, compute, energy, cost, size, data or communication; accuracy
    and other quality scores don't belong here. An empty list when there is none."""


def request_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON Schema of `model` in the strictest subset that providers enforce.

    Every `$ref` is written out, every property is required, no object takes extra properties, and
    titles and defaults are left out. Raises ValueError for a model that refers to itself.
    """
    schema = model.model_json_schema()
    return _strict(schema, schema.get("$defs", {}), ())


def _strict(node: Any, defs: dict[str, Any], seen: tuple[str, ...]) -> Any:
    if isinstance(node, list):
        return [_strict(item, defs, seen) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name in seen:
            raise ValueError(f"{name} refers to itself, which providers' schemas can't express")
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return _strict(defs[name] | beside, defs, (*seen, name))
    out = {
        key: {name: _strict(sub, defs, seen) for name, sub in value.items()}
        if key == "properties"
        else _strict(value, defs, seen)
        for key, value in node.items()
        if key not in ("$defs", "title", "default")
    }
    if out.get("type") == "object":
        out["required"] = list(out.get("properties", {}))
        out["additionalProperties"] = False
    return out

"""What a model is asked for: its field docstrings become the JSON Schema that it reads."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema

__all__ = [
    "Annotation",
    "Attribution",
    "Claim",
    "Contribution",
    "Hardware",
    "Metric",
    "Quote",
    "Role",
    "request_schema",
]

MAX_LEVELS = 5

_LEFT_OUT = frozenset(
    "$defs title default examples discriminator deprecated minLength maxLength pattern format "
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems "
    "minProperties maxProperties contentMediaType contentEncoding readOnly writeOnly".split()
)
_RENAMED = {"oneOf": "anyOf"}


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


class Quote:
    """Marks a field of a schema of your own whose text must be words of the abstract.

    `quote: Annotated[str, Quote]`; the mark isn't sent to the model.
    """


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Hardware(_Asked):
    """A device, or class of devices, that the work runs on, is measured on or targets."""

    name: str
    """The device with its count and model, copied unchanged ("8 A100 GPUs", "edge devices")."""

    role: Role
    """evaluated_on: it ran there; target: it is meant for it; baseline: it was compared with."""


_QUALITY = "quality"


def _resources_only(claims: Any) -> Any:
    """Leave out the numbers that a model filed under quality: they are asked for, not kept."""
    if not isinstance(claims, list):
        return claims
    return [c for c in claims if not (isinstance(c, dict) and c.get("metric") == _QUALITY)]


class Claim(_Asked):
    """One number that the abstract states about its own or another's use of resources."""

    value: str
    """The number with its unit and hedge, copied unchanged ("up to 5x", "30–35%")."""

    quote: str
    """Words copied unchanged from the abstract, in one run, that contain the value."""

    metric: Annotated[
        Metric, WithJsonSchema({"type": "string", "enum": [*(m.value for m in Metric), _QUALITY]})
    ]
    """What the number is of: speedup (times faster), throughput (work per time), latency (time of
    one response), memory, compute (FLOPs, steps), energy, cost (money, budget), model_size
    (parameters, bits), data (samples, tokens), communication (bytes sent); or quality for accuracy,
    errors, scores, settings and whatever else is no use of a resource."""

    attribution: Attribution
    """own: a result of this paper; prior: background, or somebody else's result."""

    baseline: str | None
    """What it is compared with, copied unchanged, or null."""

    setting: str | None
    """The model, data set or regime for which the number holds, copied unchanged, or null."""

    device: str | None
    """The hardware on which this number was measured, copied unchanged, or null."""


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

    claims: Annotated[list[Claim], BeforeValidator(_resources_only)]
    """One for every number with which the abstract says how much faster, smaller, cheaper or better
    something is, in the order of the abstract. An empty list when there is none."""


def request_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON Schema of `model` in the strictest subset that providers enforce.

    Every `$ref` is written out, every property is required, no object takes extra properties, and
    titles, defaults and constraints (lengths, ranges, patterns) are left out: pydantic checks those
    in the answer. Raises ValueError for what the subset can't express: a model that refers to
    itself, a free-form dict, a tuple, a root that is no object, more than five levels.
    """
    schema = model.model_json_schema()
    strict: dict[str, Any] = _strict(schema, schema.get("$defs", {}), ())
    if strict.get("type") != "object":
        raise ValueError(f"{model.__name__} is no object at its root")
    if (depth := _depth(strict)) > MAX_LEVELS:
        raise ValueError(f"{model.__name__} is {depth} levels deep; providers take {MAX_LEVELS}")
    return strict


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
    if "prefixItems" in node:
        raise ValueError("a tuple can't be expressed; use a list or a model")
    out = {
        _RENAMED.get(key, key): {name: _strict(sub, defs, seen) for name, sub in value.items()}
        if key == "properties"
        else _strict(value, defs, seen)
        for key, value in node.items()
        if key not in _LEFT_OUT
    }
    if out.get("type") == "object":
        if "properties" not in out and node.get("additionalProperties", True) is not False:
            raise ValueError("a free-form dict can't be expressed; use a model with named fields")
        out["required"] = list(out.get("properties", {}))
        out["additionalProperties"] = False
    return out


def _depth(node: dict[str, Any]) -> int:
    below = [*node.get("properties", {}).values(), *([node["items"]] if "items" in node else [])]
    beside = [_depth(sub) for sub in node.get("anyOf", [])]
    return max([*beside, *(1 + _depth(sub) for sub in below)], default=0)

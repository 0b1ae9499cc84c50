"""The schema stays inside the strictest subset that providers enforce."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from annotate.schema import Annotation, request_schema

REFUSED_BY_PROVIDERS = {
    "$ref", "$defs", "allOf", "oneOf", "not", "if", "patternProperties", "default", "title",
    "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems",
}  # fmt: skip


def nodes(schema: dict[str, Any], depth: int = 0) -> Iterator[tuple[dict[str, Any], int]]:
    """Walk every subschema with the number of objects and arrays above it."""
    yield schema, depth
    for sub in schema.get("properties", {}).values():
        yield from nodes(sub, depth + 1)
    if "items" in schema:
        yield from nodes(schema["items"], depth + 1)
    for sub in schema.get("anyOf", []):
        yield from nodes(sub, depth)


def test_every_node_stays_in_the_strict_subset():
    for node, depth in nodes(request_schema(Annotation)):
        assert not REFUSED_BY_PROVIDERS & node.keys()
        assert depth <= 5
        if node.get("type") == "object":
            assert node["required"] == list(node["properties"])
            assert node["additionalProperties"] is False


def test_every_field_is_explained_to_the_model():
    for node, _ in nodes(request_schema(Annotation)):
        for name, field in node.get("properties", {}).items():
            assert len(field.get("description", "")) > 20, name


def test_an_answer_with_a_missing_or_an_extra_field_is_refused():
    good = {
        "method_name": None, "method_full_name": None, "contribution": "study", "task": None,
        "hardware": [], "claims": [],
    }  # fmt: skip
    Annotation.model_validate(good)
    with pytest.raises(ValidationError):
        Annotation.model_validate(good | {"confidence": 1})
    with pytest.raises(ValidationError):
        Annotation.model_validate({k: v for k, v in good.items() if k != "claims"})


def test_a_model_that_refers_to_itself_is_refused():
    with pytest.raises(ValueError, match="refers to itself"):
        request_schema(Node)


class Node(BaseModel):
    """A schema that no provider takes."""

    children: list["Node"]

"""A schema of one's own: data sets and the accuracy claimed on them."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict

from annotate.schema import Quote


class Result(BaseModel):
    """One accuracy on one data set."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    dataset: str
    """The data set's name, copied unchanged."""

    accuracy: float
    """The accuracy in percent, as a number."""

    quote: Annotated[str, Quote]
    """Words copied unchanged from the abstract that state it."""


class Results(BaseModel):
    """Everything that one abstract claims about accuracy."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    model: str | None
    """The model's name, or null."""

    results: list[Result]
    """One entry for each data set; empty when no accuracy is stated."""

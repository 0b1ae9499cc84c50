"""A prompt and the messages it makes of a paper."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jinja2 import StrictUndefined, Template
from jinja2.meta import find_undeclared_variables
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel, ConfigDict

from annotate.facts import Paper
from annotate.language.latex import clean
from annotate.prompt.numbers import Number, find_numbers

__all__ = ["JINJA", "Example", "Prompt"]


class _Sandbox(ImmutableSandboxedEnvironment):
    """Guards templates as jinja's own does, and doesn't ask about a number's two texts."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is Number and attribute in Number._fields:
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)


JINJA = _Sandbox(
    undefined=StrictUndefined, keep_trailing_newline=False, trim_blocks=True, lstrip_blocks=True
)

# Beside our own delimiter: what chat templates take for the end of a turn. A server that renders
# them (llama.cpp's does) would read such words of an abstract as its own.
_DELIMITER = re.compile(
    r"<(?=\s*/?\s*abstract\s*>|[|｜]|<\s?/?SYS>|/?(?:s|bos|eos|(?:start|end)_of_turn)>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS)\])",
    re.IGNORECASE,
)
_SURROGATE = re.compile("[\ud800-\udfff]")

JINJA.filters["json"] = lambda value: json.dumps(value, ensure_ascii=False)


class Example(BaseModel):
    """One invented abstract with its right answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    abstract: str
    title: str | None = None
    answer: dict[str, Any]


@dataclass(frozen=True)
class Prompt:
    """A prompt that has been read and found sound.

    `id` is sha256 over `template` (the whole file) and `schema` (the JSON Schema that is sent);
    `example_strings` are the texts of the examples' answers, by which a leaked fact is known.
    """

    name: str
    version: str
    template: str
    schema: dict[str, Any]
    answer_model: type[BaseModel]
    examples: tuple[Example, ...] = ()
    system: str = field(default="", repr=False)
    user: str = field(default="", repr=False)

    @cached_property
    def id(self) -> str:
        """The hash under which `prompts.id` keeps this prompt."""
        whole = f"{self.template}\0{json.dumps(self.schema, ensure_ascii=False)}"
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def example_strings(self) -> frozenset[str]:
        """Every text that stands in an example's answer."""
        return frozenset(text for example in self.examples for text in _texts(example.answer))

    @cached_property
    def _user_template(self) -> Template:
        return JINJA.from_string(self.user)

    @cached_property
    def _wants_numbers(self) -> bool:
        return "numbers" in find_undeclared_variables(JINJA.parse(self.user))

    @cached_property
    def opening(self) -> list[dict[str, str]]:
        """The messages that are the same for every paper."""
        turns = [{"role": "system", "content": self.system}] if self.system else []
        for example in self.examples:
            question = self._ask(example.abstract, example.title)
            answer = json.dumps(example.answer, ensure_ascii=False, separators=(",", ":"))
            turns.append({"role": "user", "content": question})
            turns.append({"role": "assistant", "content": answer})
        return turns

    def question(self, paper: Paper) -> str:
        """Return the last message: what is asked about the clean text of `paper`."""
        title = clean(paper.title).text if paper.title else None
        return self._ask(clean(paper.abstract).text, title)

    def messages(self, paper: Paper) -> list[dict[str, str]]:
        """Return the chat messages for `paper`: instructions, examples and the question."""
        return [*self.opening, {"role": "user", "content": self.question(paper)}]

    def _ask(self, abstract: str, title: str | None) -> str:
        values: dict[str, Any] = {"abstract": _inert(abstract), "title": title and _inert(title)}
        if self._wants_numbers:
            values["numbers"] = find_numbers(values["abstract"])
        return self._user_template.render(values).rstrip()


def _inert(text: str) -> str:
    """Return `text` unable to close its delimiter or its turn, and encodable as UTF-8."""
    return _SURROGATE.sub("\ufffd", _DELIMITER.sub("‹", text))


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, Mapping):
        for value in node.values():
            yield from _texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from _texts(value)

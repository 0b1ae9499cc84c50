"""Read prompt files; whatever is wrong with one is a UsageError of one line."""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml
from jinja2 import TemplateError
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.errors import PydanticUserError

from annotate.errors import UsageError
from annotate.facts import Paper
from annotate.prompt.rendering import JINJA, Example, Prompt
from annotate.resources import prompts_dir
from annotate.schema import request_schema

__all__ = ["load_prompt", "prompt_names"]

_FRONT = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
_SECTION = re.compile(r"^# (system|user)[ \t]*$", re.MULTILINE)


class _Front(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    version: int | str
    schema_path: str = Field(default="annotate.schema:Annotation", alias="schema")
    changed: str | list[str] = ""
    examples: list[Example] = Field(default_factory=list)


def prompt_names() -> list[str]:
    """Return the names of the prompts that ship with annotate."""
    files = (entry.name for entry in prompts_dir().iterdir())
    return sorted(name.removesuffix(".md") for name in files if _is_prompt(name))


def load_prompt(name: str) -> Prompt:
    """Return the prompt that ships as `name`, or that stands in the file of this path.

    Raises UsageError, in one line, for a file that can't be read, front matter that is wrong, an
    unknown variable, a schema that can't be imported or sent, or an example that breaks it.
    """
    shipped = name in prompt_names()
    try:
        if shipped:
            text = (prompts_dir() / f"{name}.md").read_text(encoding="utf-8-sig")
        else:
            text = Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        known = ", ".join(prompt_names())
        reason = error.strerror or type(error).__name__
        raise UsageError(f"no prompt {name!r} ({reason}); shipped are: {known}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name}: no prompt: the file is not UTF-8") from None
    folder = None if shipped else Path(name).resolve().parent
    try:
        return _parse(text.replace("\r\n", "\n"), folder)
    except (ValueError, TypeError) as error:
        raise UsageError(f"{name}: {' '.join(str(error).split())}") from None


def _parse(text: str, folder: Path | None) -> Prompt:
    match = _FRONT.match(text)
    if match is None:
        raise ValueError("a prompt begins with front matter between two lines of ---")
    front = _front(match[1])
    system, user = _sections(match[2])
    model = _import_model(front.schema_path, folder)
    prompt = Prompt(
        name=front.name,
        version=str(front.version),
        template=text,
        schema=_schema(model, front.schema_path),
        answer_model=model,
        examples=tuple(_checked(example, n, model) for n, example in enumerate(front.examples, 1)),
        system=_render(system),
        user=user,
    )
    _try(prompt)
    return prompt


def _front(text: str) -> _Front:
    try:
        return _Front.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" in line {mark.line + 2}" if mark else ""
        raise ValueError(f"the front matter is no YAML{line}") from None
    except ValidationError as error:
        raise ValueError(f"front matter: {_first(error)}") from None


def _sections(body: str) -> tuple[str, str]:
    """Return the texts under `# system` and `# user`; without headings all of it is `# user`."""
    parts = _SECTION.split(body)
    if len(parts) == 1:
        return "", body.strip()
    if parts[0].strip():
        raise ValueError("text stands before the first of the headings '# system' and '# user'")
    found = dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))
    if len(found) * 2 != len(parts) - 1:
        raise ValueError("a heading stands twice")
    if not found.get("user"):
        raise ValueError("there is no text under '# user'")
    return found.get("system", ""), found["user"]


def _import_model(path: str, folder: Path | None) -> type[BaseModel]:
    module_name, colon, attribute = path.partition(":")
    if not (colon and attribute and module_name):
        raise ValueError(f"schema {path!r} is not of the form package.module:Model")
    try:
        with _findable(folder):
            model = getattr(import_module(module_name), attribute)
    except Exception as error:  # whatever the user's module does when it is imported
        raise ValueError(f"schema {path!r}: {type(error).__name__}: {error}") from None
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise ValueError(f"schema {path!r} is no pydantic model")
    return model


@contextmanager
def _findable(folder: Path | None) -> Iterator[None]:
    """Let modules beside the prompt, or in the working directory, be imported; last in line."""
    wanted = () if folder is None else (str(folder), str(Path.cwd()))
    added = [entry for entry in dict.fromkeys(wanted) if entry not in sys.path]
    sys.path.extend(added)
    try:
        yield
    finally:
        for entry in added:
            sys.path.remove(entry)


def _schema(model: type[BaseModel], path: str) -> dict[str, Any]:
    try:
        return request_schema(model)
    except (ValueError, PydanticUserError) as error:
        raise ValueError(f"schema {path!r}: {error}") from None


def _checked(example: Example, number: int, model: type[BaseModel]) -> Example:
    """Return the example with its answer's fields in the schema's order; null where left out."""
    unknown = example.answer.keys() - request_schema(model)["properties"].keys()
    if unknown:
        raise ValueError(f"example {number}: the schema has no field {min(unknown)!r}")
    answer = _ordered(example.answer, request_schema(model))
    try:
        model.model_validate(answer)
    except ValidationError as error:
        raise ValueError(f"example {number} doesn't satisfy the schema: {_first(error)}") from None
    return example.model_copy(update={"answer": answer})


def _ordered(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return `value` with the fields that a schema asks for, in its order; null where left out."""
    if isinstance(value, list):
        return [_ordered(item, schema.get("items", {})) for item in value]
    if not isinstance(value, dict):
        return value
    choices = [schema, *schema.get("anyOf", ())]
    fields: Mapping[str, Any] = next((c["properties"] for c in choices if "properties" in c), {})
    return {name: _ordered(value.get(name), sub) for name, sub in fields.items()}


def _render(source: str) -> str:
    try:
        return JINJA.from_string(source).render()
    except TemplateError as error:
        raise ValueError(f"# system: {error.message or type(error).__name__}") from None


def _try(prompt: Prompt) -> None:
    """Render once, so that a wrong template is told before anything is asked."""
    try:
        text = prompt.messages(Paper(id="", abstract="probe \u2063 probe"))[-1]["content"]
        _ = prompt.opening
    except TemplateError as error:
        raise ValueError(f"# user: {error.message or type(error).__name__}") from None
    except Exception as error:  # an expression of the template went wrong
        raise ValueError(f"# user: {type(error).__name__}: {error}") from None
    if "probe" not in text:
        raise ValueError("# user never shows {{ abstract }}")


def _first(error: ValidationError) -> str:
    problem = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return f"{place}: {problem['msg']}" if place else problem["msg"]


def _is_prompt(name: str) -> bool:
    return name.endswith(".md") and name != "README.md"

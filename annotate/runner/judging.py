"""Turn an answer into what is stored: validated, read a second time, checked."""

import json
from dataclasses import dataclass, replace

from pydantic import BaseModel, ValidationError

from annotate import rules
from annotate.check import check, columns, quoted_rows, required
from annotate.facts import CheckedAnnotation, Paper
from annotate.prompt import Prompt, load_prompt
from annotate.runner.wire import Reply
from annotate.runner.witnesses import merged
from annotate.schema import Annotation
from annotate.store import Store
from annotate.store.custom import OwnTable

__all__ = [
    "Judge",
    "Judged",
    "facts_in_words",
    "own_table",
    "prepare",
    "prompt_record",
    "read_by_rules",
]


@dataclass(frozen=True, slots=True)
class Judged:
    """A checked answer, and what the rules read in the same paper; None for another schema."""

    checked: CheckedAnnotation
    second: Annotation | None


class Judge:
    """Checks the answers that one prompt has brought."""

    def __init__(self, prompt: Prompt) -> None:
        self._model = prompt.answer_model
        self.asks_for_claims = issubclass(self._model, Annotation)
        """Whether the schema is ours, so that the rules can read the same."""
        shown = (example.abstract for example in prompt.examples)
        self._examples = (*shown, *sorted(prompt.example_strings))

    def __call__(self, paper: Paper, reply: Reply) -> Judged:
        """Return everything that is stored of `reply`; a reading that doesn't stand has failed."""
        second = (reply.second or rules.read(paper)) if self.asks_for_claims else None
        return Judged(self._checked(paper, reply, second), second)

    def _checked(self, paper: Paper, reply: Reply, second: Annotation | None) -> CheckedAnnotation:
        if reply.reading is None:
            return _failed(reply.error or "no answer", reply)
        try:
            answer: BaseModel = self._model.model_validate_json(reply.reading)
            more = [self._model.model_validate_json(one) for one in reply.samples]
        except ValidationError as error:
            return _failed(f"the answer can't be read again: {_first(error)}", reply)
        if isinstance(answer, Annotation):
            checked = merged(
                [
                    check(one, paper, rules=second, examples=self._examples)
                    for one in (answer, *more)
                    if isinstance(one, Annotation)
                ]
            )
        else:
            rows = tuple(quoted_rows(answer, paper.abstract))
            checked = CheckedAnnotation("ok", data=answer.model_dump(mode="json"), rows=rows)
        return replace(checked, flags=(*checked.flags, *reply.flags)) if reply.flags else checked


def _first(error: ValidationError) -> str:
    problem = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}"


def _failed(error: str, reply: Reply) -> CheckedAnnotation:
    return CheckedAnnotation(status="failed", error=error, flags=reply.flags)


def prompt_record(prompt: Prompt) -> dict[str, str | None]:
    """Return the prompt as the store keeps it."""
    return {
        "id": prompt.id,
        "name": prompt.name,
        "version": prompt.version,
        "template": prompt.template,
        "schema": json.dumps(prompt.schema, ensure_ascii=False),
    }


def read_by_rules(paper: Paper) -> CheckedAnnotation:
    """Return the offline reading of `paper`, checked; it does not vouch for itself."""
    return check(rules.read(paper), paper, rules=None, by_rules=True)


def prepare(store: Store, prompt: Prompt) -> Judge:
    """Make the store ready for the answers to `prompt`, and return who checks them."""
    store.add_prompt(prompt_record(prompt))
    if (table := own_table(prompt)) is not None:
        store.use_own_table(table)
    return Judge(prompt)


def facts_in_words(name: str | None) -> str:
    """Return what a run with the prompt `name` counts: claims, or rows of a table of its own."""
    own = name is not None and own_table(load_prompt(name)) is not None
    return "rows" if own else "claims"


def own_table(prompt: Prompt) -> OwnTable | None:
    """Return the table for the answers to a prompt with a schema of its own, else None."""
    if issubclass(prompt.answer_model, Annotation):
        return None
    model = prompt.answer_model
    return OwnTable(prompt.name, columns(model), required(model))

"""Judge a reply: is it the annotation that was asked for, and if not, what can be kept of it."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from math import isfinite
from typing import Any, cast

from instructor.utils import extract_json_from_codeblock
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json

from annotate.facts import Outcome
from annotate.models.replies import Reply

__all__ = ["Verdict", "judge", "rescue"]

LONGEST_ANSWER = 200_000
_MOST_REASONS = 8
_MOST_ROUNDS = 20
"""One for each level of a schema would do."""
_ENDLESS = "endless"
_REFUSED = ("refusal",)
_CUT = ("length", "max_tokens", "model_length")
_FILTERED = ("content_filter", "safety", "prohibited_content", "blocklist", "recitation", "spii")

Problems = Callable[[Any], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one reply.

    `annotation` is a valid answer, if it is one; `reasons` say what is wrong with it, in words
    that the model is told when it is asked again.
    """

    outcome: Outcome
    annotation: BaseModel | None = None
    reasons: tuple[str, ...] = ()

    @property
    def error(self) -> str | None:
        """The reasons as one line of at most 300 characters; None when all is well."""
        line = "; ".join(" ".join(reason.split()) for reason in self.reasons)
        return (line if len(line) <= 300 else f"{line[:299]}…") or None


def judge(reply: Reply, model: type[BaseModel], problems: Problems | None) -> Verdict:
    """Return whether `reply` holds a valid `model` about which `problems` has nothing to say."""
    ended = (reply.finish_reason or "").lower().partition(":")[0]
    if reply.refusal or ended in _REFUSED:
        return Verdict(
            Outcome.REFUSED, reasons=(f"refused: {(reply.refusal or reply.text)[:200]}",)
        )
    if ended in _FILTERED:
        return Verdict(Outcome.FILTERED, reasons=("stopped by the provider's content filter",))
    if ended in _CUT:
        return Verdict(Outcome.TRUNCATED, reasons=("the answer was cut off at its token limit",))
    if not reply.text.strip():
        return Verdict(Outcome.INVALID, reasons=("the answer is empty",))
    if len(reply.text) > LONGEST_ANSWER:
        size = f"{len(reply.text):,} characters"
        return Verdict(Outcome.INVALID, reasons=(f"an answer of {size} is too long",))
    try:
        annotation = _validated(reply.text, model)
        _refuse_doubles(reply.text)
    except ValidationError as error:
        return Verdict(Outcome.INVALID, reasons=_explained(error))
    except ValueError as error:
        return Verdict(Outcome.INVALID, reasons=(str(error),))
    if endless := tuple(_endless(annotation)):
        return Verdict(Outcome.INVALID, reasons=_told(endless))
    found = tuple(problems(annotation)) if problems is not None else ()
    return Verdict(Outcome.INVALID if found else Outcome.OK, annotation, found)


@cache
def _has_numbers(model: type[BaseModel]) -> bool:
    return '"number"' in json.dumps(model.model_json_schema())


def _endless(annotation: BaseModel) -> Iterator[tuple[Any, ...]]:
    """Yield the places of infinities and NaN, which neither JSON nor the database can hold."""

    def walk(node: Any, place: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(node, float) and not isfinite(node):
            yield place
        elif isinstance(node, dict | list | tuple):
            pairs = node.items() if isinstance(node, dict) else enumerate(node)
            for part, below in pairs:
                yield from walk(below, (*place, part))

    if _has_numbers(type(annotation)):
        yield from walk(annotation.model_dump(by_alias=True), ())


def _told(places: Sequence[tuple[Any, ...]]) -> tuple[str, ...]:
    return tuple(
        f"{'.'.join(map(str, place))}: expected a finite number" for place in places[:_MOST_REASONS]
    )


def _validated(text: str, model: type[BaseModel]) -> BaseModel:
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        # Servers without constrained decoding talk around their JSON, or fence it.
        inner = extract_json_from_codeblock(text)
        if inner == text:
            raise
        try:
            return model.model_validate_json(inner)
        except ValidationError as inner_error:
            raise (inner_error if inner.startswith("{") else error) from None


def _refuse_doubles(text: str) -> None:
    """Raise ValueError when a key stands twice in one object: which of them is meant is unknown."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            double = next(name for name in names if names.count(name) > 1)
            raise ValueError(f"the key {double!r} stands twice in one object")
        return found

    try:
        json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError:
        return


def _explained(error: ValidationError) -> tuple[str, ...]:
    """Return the errors in short words, without the input."""
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    lines = []
    for problem in problems[:_MOST_REASONS]:
        place = ".".join(str(part) for part in problem["loc"])
        lines.append(f"{place}: {problem['msg']}" if place else problem["msg"])
    return tuple(lines)


def rescue(text: str, model: type[BaseModel]) -> BaseModel | None:
    """Return the whole facts that stand in a half or partly invalid answer; None without any.

    List items that are incomplete, invalid or repeated are left out; missing fields become null or
    an empty list where the model allows it. A choice among given words (the contribution) is no
    fact by itself: an item of a list or a text or number must stand.
    """
    start = text.find("{")
    if start < 0 or len(text) > LONGEST_ANSWER:
        return None
    try:
        data = from_json(text[start:], allow_partial=True)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    data = _without_repeats(data)
    for _ in range(_MOST_ROUNDS):
        kept, found = _tried(data, model)
        if kept is not None:
            return kept if any(_is_fact(value) for _, value in kept) else None
        gone: set[tuple[Any, ...]] = set()
        # From the last on, so that what is dropped moves nothing that is still to be looked at.
        if not all(_mend(data, problem, model, gone) for problem in reversed(found)):
            return None
    return None


def _tried(
    data: dict[str, Any], model: type[BaseModel]
) -> tuple[BaseModel | None, Sequence[Mapping[str, Any]]]:
    """Return what `data` is as `model`, or the places and types of what is wrong with it."""
    try:
        kept = model.model_validate(data)
    except ValidationError as error:
        return None, error.errors(include_url=False, include_context=False)
    endless = [{"loc": place, "type": _ENDLESS} for place in _endless(kept)]
    return (None, endless) if endless else (kept, ())


def _is_fact(value: Any) -> bool:
    if value is None or isinstance(value, bool | Enum):
        return False
    return bool(value) if isinstance(value, list | str) else True


def _mend(
    data: dict[str, Any], problem: Any, model: type[BaseModel], gone: set[tuple[Any, ...]]
) -> bool:
    """Drop the innermost list item with the problem, or fill the missing field; else False.

    A key that nobody asked for is dropped alone. `gone` are the places of what was dropped.
    """
    place = problem["loc"]
    if any(place[:length] in gone for length in range(1, len(place) + 1)):
        return True
    if problem["type"] == "extra_forbidden":
        holder: Any = data
        for part in place[:-1]:
            holder = holder[part]
        del holder[place[-1]]
        gone.add(place)
        return True
    lists = [n for n, part in enumerate(place) if isinstance(part, int)]
    if lists:
        holder = data
        for part in place[: lists[-1]]:
            holder = holder[part]
        del holder[place[lists[-1]]]
        gone.add(place[: lists[-1] + 1])
        return True
    if len(place) == 1 and problem["type"] in ("missing", _ENDLESS):
        fillers: tuple[Any, ...] = ([], None)
        for filler in fillers:
            if _fits(model, place[0], filler):
                data[place[0]] = filler
                return True
    return False


def _fits(model: type[BaseModel], name: str, value: Any) -> bool:
    fields = (f for n, f in model.model_fields.items() if name in (n, f.alias, f.validation_alias))
    field = next(fields, None)
    if field is None:
        return False
    try:
        TypeAdapter(cast(Any, field.annotation)).validate_python(value)
    except ValidationError:
        return False
    return True


def _without_repeats(data: dict[str, Any]) -> dict[str, Any]:
    """Return `data` with each list's repeated items once: a cut-off answer is often a loop."""
    return {
        name: list({json.dumps(item, sort_keys=True): item for item in value}.values())
        if isinstance(value, list)
        else value
        for name, value in data.items()
    }

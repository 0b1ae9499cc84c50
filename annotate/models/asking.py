"""How a server is asked: the mode and the parameters that it takes, learned once for a run.

instructor prepares the request of each mode once; after that a request is that preparation with
another last message, since preparing it again for each call costs more than the call.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from instructor import Mode
from instructor.processing.response import handle_reask_kwargs, handle_response_model
from openai.types.chat import ChatCompletion
from pydantic import BaseModel

from annotate.facts import Outcome
from annotate.models import ModelOptions, Question
from annotate.models.failures import Failure
from annotate.models.replies import Reply

__all__ = ["Asker", "Shape"]

MODES = (Mode.JSON_SCHEMA, Mode.TOOLS, Mode.JSON)
_REASONING_ROOM = 4
_LONGEST_ECHO = 20_000

_MODE_WORDS = {
    Mode.JSON_SCHEMA: ("response_format", "json_schema", "structured output", "schema", "grammar"),
    Mode.TOOLS: ("tool", "function"),
    Mode.JSON: (),
}
_REASONING = ("o1", "o3", "o4", "gpt-5")
_OPENAI = ("gpt-", "chatgpt-")
_CAPS = ("max_tokens", "max_completion_tokens")


@dataclass(frozen=True, slots=True)
class Shape:
    """What this server is known to take."""

    mode: Mode = Mode.JSON_SCHEMA
    cap: str = "max_tokens"
    dropped: frozenset[str] = field(default_factory=frozenset)
    room: int = 1
    """Factor on the token cap, since reasoning counts against it."""


class Asker:
    """Makes request bodies, and learns from refusals how this server wants them."""

    def __init__(self, prompt: Question, options: ModelOptions) -> None:
        self._prompt, self._options = prompt, options
        self._prepared: dict[Mode, dict[str, Any]] = {}
        self.shape = _first_shape(options)

    def learn(self, bodies: Sequence[Mapping[str, Any]]) -> None:
        """Take the shape that the last of these requests has, so that a replay asks alike."""
        if not bodies:
            return
        last = bodies[-1]
        form = last.get("response_format", {}).get("type")
        mode = {"json_schema": Mode.JSON_SCHEMA, "json_object": Mode.JSON}.get(form, Mode.TOOLS)
        cap = next((name for name in _CAPS if name in last), self.shape.cap)
        least = min((b[cap] for b in bodies if isinstance(b.get(cap), int)), default=0)
        told = {"temperature"} - self._options.params.keys()
        room = _REASONING_ROOM if least == self._options.max_tokens * _REASONING_ROOM else 1
        self.shape = Shape(mode, cap, frozenset(name for name in told if name not in last), room)

    def body(
        self,
        question: str,
        turns: Sequence[Mapping[str, Any]],
        max_tokens: int,
        sample: int = 0,
    ) -> bytes:
        """Return the request's JSON; `turns` are the messages of a re-ask, after the question.

        Samples after the first are drawn: with a seed of their own, and a temperature of 1 unless
        the parameters say another.
        """
        shape = self.shape
        prepared = self._prepare(shape.mode)
        messages = [*prepared["messages"][:-1], {"role": "user", "content": question}, *turns]
        request = {"model": self._options.model, **prepared, "messages": messages}
        request[shape.cap] = max_tokens
        usual = {"temperature": 1, "seed": sample} if sample else {"temperature": 0}
        for name, value in (usual | dict(self._options.params)).items():
            if name not in shape.dropped and value is not None:
                request[name] = value
        return orjson.dumps(request)

    def cap(self, max_tokens: int) -> int:
        """Return the token cap to send for an answer of `max_tokens`."""
        return max_tokens * self.shape.room

    def _prepare(self, mode: Mode) -> dict[str, Any]:
        if mode not in self._prepared:
            messages = [*self._prompt.opening, {"role": "user", "content": "?"}]
            _, request = handle_response_model(
                _sent_model(self._prompt), mode=mode, messages=messages
            )
            self._prepared[mode] = _strict(request, self._prompt.schema)
        return self._prepared[mode]

    def again(self, turns: Sequence[Any], reply: Reply, reasons: Sequence[str]) -> list[Any]:
        """Return the turns that ask for a better answer, in instructor's words."""
        listed = ValueError("\n".join(f"- {reason}" for reason in reasons))
        request = {"messages": list(turns)}
        answered = handle_reask_kwargs(
            request, mode=self.shape.mode, response=_completion(reply), exception=listed
        )
        messages: list[Any] = answered["messages"]
        return messages

    def adapt(self, failure: Failure, used: Shape) -> bool:
        """Change the shape if `failure` says how; True when the request should be made again.

        `used` is the shape that was refused: when another paper has already changed it, the
        request is made again without another change.
        """
        if failure.outcome is not Outcome.BAD_REQUEST and failure.status not in (500, 501):
            return False
        if used != self.shape:
            return True
        changed = _changed(used, failure, self._options)
        if changed is None:
            return False
        self.shape = changed
        return True


def _first_shape(options: ModelOptions) -> Shape:
    name = options.model.rpartition("/")[2]
    if name.startswith(_REASONING):
        return Shape(cap=_CAPS[1], dropped=frozenset({"temperature"}), room=_REASONING_ROOM)
    # By the name and not by the base URL, since a recording is replayed without one.
    return Shape(cap=_CAPS[1] if name.startswith(_OPENAI) else _CAPS[0])


def _changed(used: Shape, failure: Failure, options: ModelOptions) -> Shape | None:
    text = f"{failure.param or ''} {failure.message}".lower()
    if failure.code == "context_length_exceeded" or "context length" in text:
        return None
    if used.cap in text and (_CAPS[1] in text or "unsupported" in text or "unknown" in text):
        other = _CAPS[_CAPS.index(used.cap) - 1]
        if used.cap == _CAPS[1]:
            return replace(used, cap=other) if failure.param == used.cap else None
        return replace(used, cap=other, room=_REASONING_ROOM)
    for name in ("temperature", "seed", *options.params):
        if name not in used.dropped and (failure.param == name or f"'{name}'" in text):
            return replace(used, dropped=used.dropped | {name})
    if any(word in text for word in _MODE_WORDS[used.mode]):
        return replace(used, mode=MODES[MODES.index(used.mode) + 1])
    return None


def _sent_model(prompt: Question) -> type[BaseModel]:
    """Return the answer's model with the strict schema as its own, for instructor to send."""
    model = prompt.answer_model
    schema = {"title": model.__name__, **prompt.schema}

    def model_json_schema(cls: type[BaseModel], *_: Any, **__: Any) -> dict[str, Any]:  # noqa: ARG001
        return dict(schema)

    namespace = {
        "model_json_schema": classmethod(model_json_schema),
        "__doc__": model.__doc__,
        "__module__": model.__module__,
    }
    return type(model.__name__, (model,), namespace)


def _strict(request: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the prepared request with providers' enforcement of the schema turned on."""
    if request.get("response_format", {}).get("type") == "json_schema":
        form = request["response_format"]["json_schema"] | {"schema": schema, "strict": True}
        return request | {"response_format": {"type": "json_schema", "json_schema": form}}
    if "tools" in request:
        function = request["tools"][0]["function"]
        parameters = {key: value for key, value in schema.items() if key != "description"}
        strict = function | {"parameters": parameters, "strict": True}
        return request | {"tools": [{"type": "function", "function": strict}]}
    return request


def _completion(reply: Reply) -> ChatCompletion | None:
    """Return the reply as openai's record, for instructor; None when it is too long to repeat."""
    if len(reply.text) > _LONGEST_ECHO:
        return None
    try:
        return ChatCompletion.model_validate_json(reply.content)
    except ValueError:
        return None

"""Read a chat completion's bytes; servers differ, so only what is used is required."""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any

import orjson
from pydantic import BaseModel, BeforeValidator, ValidationError

from annotate.facts import Outcome
from annotate.models.failures import Failure, Scrubber, from_status
from annotate.models.usage import Usage

__all__ = ["Reply", "read_reply"]

_MOST_TOKENS = 2**40
"""More are no count; and the sum over a run has to fit into SQLite's integers."""
_SURROGATE = re.compile("[\ud800-\udfff]")


def _count(value: Any) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 16:
        value = int(value)
    return int(value) if isinstance(value, int | float) and 0 <= value <= _MOST_TOKENS else 0


def _record(value: Any) -> Any:
    """Return a JSON object; nothing for what another server puts in its place."""
    return value if isinstance(value, dict) else {}


def _records(value: Any) -> list[Any]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _text(value: Any) -> str | None:
    """Return the text of a content that is a string or a list of parts."""
    if isinstance(value, list):
        parts = (part.get("text") if isinstance(part, dict) else part for part in value)
        return "".join(part for part in parts if isinstance(part, str))
    if isinstance(value, dict):
        return json.dumps(value)
    return value if isinstance(value, str) else None


_Count = Annotated[int, BeforeValidator(_count)]
_Text = Annotated[str | None, BeforeValidator(_text)]
_Lenient = BeforeValidator(_record)


class _Function(BaseModel):
    arguments: _Text = None


class _Call(BaseModel):
    function: Annotated[_Function, _Lenient] = _Function()


class _Message(BaseModel):
    content: _Text = None
    refusal: _Text = None
    tool_calls: Annotated[list[_Call], BeforeValidator(_records)] = []
    reasoning_content: _Text = None


class _Choice(BaseModel):
    message: Annotated[_Message, _Lenient] = _Message()
    finish_reason: _Text = None
    error: Any = None


class _PromptDetails(BaseModel):
    cached_tokens: _Count = 0


class _CompletionDetails(BaseModel):
    reasoning_tokens: _Count = 0


class _Usage(BaseModel):
    prompt_tokens: _Count = 0
    completion_tokens: _Count = 0
    prompt_tokens_details: Annotated[_PromptDetails, _Lenient] = _PromptDetails()
    completion_tokens_details: Annotated[_CompletionDetails, _Lenient] = _CompletionDetails()


class _Completion(BaseModel):
    model: _Text = None
    choices: Annotated[list[_Choice], BeforeValidator(_records)] = []
    usage: Annotated[_Usage, _Lenient] = _Usage()
    error: Any = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What one chat completion says; `usage` is None when the server counts nothing."""

    text: str
    refusal: str | None
    finish_reason: str | None
    model: str | None
    usage: Usage | None
    content: bytes


def read_reply(content: bytes, content_type: str, scrub: Scrubber) -> Reply:
    """Return what the body says; raises Failure when it is no chat completion."""
    completion = _completion(content, content_type, scrub)
    usage = _usage(completion.usage)
    error = completion.choices[0].error if completion.choices else completion.error
    if error or not completion.choices:
        raise _without_answer(error, content, scrub, usage)
    message = completion.choices[0].message
    calls = (call.function.arguments for call in message.tool_calls)
    text = next(filter(None, calls), None) or message.content or _misplaced(message)
    return Reply(
        text=text,
        refusal=message.refusal or None,
        finish_reason=completion.choices[0].finish_reason,
        model=completion.model,
        usage=usage,
        content=content,
    )


def _misplaced(message: _Message) -> str:
    """Return the answer of a server that takes it for the model's reasoning."""
    text = (message.reasoning_content or "").strip()
    return text if text.startswith("{") and text.endswith("}") else ""


def _without_answer(error: Any, content: bytes, scrub: Scrubber, usage: Usage | None) -> Failure:
    if not error:
        return Failure(
            Outcome.SERVER_ERROR, "a completion without choices",
            retry=True, status=200, billed=True, usage=usage,
        )  # fmt: skip
    # Gateways wrap the error of the server behind them into a good status.
    code = error.get("code") if isinstance(error, dict) else None
    status = code if isinstance(code, int) and 400 <= code < 600 else 500
    with suppress(orjson.JSONEncodeError):
        content = orjson.dumps({"error": error})
    return replace(from_status(status, {}, content, scrub), usage=usage)


def _completion(content: bytes, content_type: str, scrub: Scrubber) -> _Completion:
    with suppress(ValidationError):
        return _Completion.model_validate_json(content)
    try:
        # Lone surrogates are an error for pydantic; json keeps them, to be replaced here.
        data = json.loads(content)
        text = _SURROGATE.sub("\ufffd", json.dumps(data, ensure_ascii=False))
        return _Completion.model_validate_json(text)
    except (ValueError, RecursionError):
        kind = content_type.partition(";")[0] or "no content type"
        start = scrub(content[:2000].decode("utf-8", "replace"))[:80]
        raise Failure(
            Outcome.SERVER_ERROR, f"no chat completion but {kind}: {start}",
            retry=True, status=200, billed=True,
        ) from None  # fmt: skip


def _usage(usage: _Usage) -> Usage | None:
    """Return the server's count; None where it counts nothing, for no request is empty."""
    if not usage.prompt_tokens and not usage.completion_tokens:
        return None
    return Usage(
        usage.prompt_tokens,
        usage.completion_tokens,
        min(usage.prompt_tokens, usage.prompt_tokens_details.cached_tokens),
        usage.completion_tokens_details.reasoning_tokens,
    )

"""Read a chat completion's bytes; servers differ, so only what is used is required."""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ValidationError

from annotate.facts import Outcome
from annotate.models.failures import Failure, Scrubber, from_status
from annotate.models.usage import Usage

__all__ = ["Reply", "read_reply"]

_SURROGATE = re.compile("[\ud800-\udfff]")


def _count(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value < 2**53 else 0


def _text(value: Any) -> str | None:
    """Return the text of a content that is a string or a list of parts."""
    if isinstance(value, list):
        parts = (part.get("text") for part in value if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    if isinstance(value, dict):
        return json.dumps(value)
    return value if isinstance(value, str) else None


_Count = Annotated[int, BeforeValidator(_count)]
_Text = Annotated[str | None, BeforeValidator(_text)]


class _Function(BaseModel):
    arguments: _Text = None


class _Call(BaseModel):
    function: _Function = _Function()


class _Message(BaseModel):
    content: _Text = None
    refusal: _Text = None
    tool_calls: list[_Call] | None = None


class _Choice(BaseModel):
    message: _Message = _Message()
    finish_reason: _Text = None


class _PromptDetails(BaseModel):
    cached_tokens: _Count = 0


class _CompletionDetails(BaseModel):
    reasoning_tokens: _Count = 0


class _Usage(BaseModel):
    prompt_tokens: _Count = 0
    completion_tokens: _Count = 0
    prompt_tokens_details: _PromptDetails | None = None
    completion_tokens_details: _CompletionDetails | None = None


class _Completion(BaseModel):
    model: _Text = None
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
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
    if not completion.choices:
        raise _without_choices(completion, content, scrub, usage)
    message = completion.choices[0].message
    calls = message.tool_calls or []
    text = next((c.function.arguments for c in calls if c.function.arguments), message.content)
    return Reply(
        text=text or "",
        refusal=message.refusal or None,
        finish_reason=completion.choices[0].finish_reason,
        model=completion.model,
        usage=usage,
        content=content,
    )


def _without_choices(
    completion: _Completion, content: bytes, scrub: Scrubber, usage: Usage | None
) -> Failure:
    if not completion.error:
        return Failure(
            Outcome.SERVER_ERROR, "a completion without choices",
            retry=True, status=200, usage=usage,
        )  # fmt: skip
    # Gateways wrap the error of the server behind them into a good status.
    code = completion.error.get("code") if isinstance(completion.error, dict) else None
    status = code if isinstance(code, int) and 400 <= code < 600 else 500
    failure = from_status(status, {}, content, scrub)
    return replace(failure, usage=usage)


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


def _usage(usage: _Usage | None) -> Usage | None:
    if usage is None:
        return None
    return Usage(
        usage.prompt_tokens,
        usage.completion_tokens,
        usage.prompt_tokens_details.cached_tokens if usage.prompt_tokens_details else 0,
        usage.completion_tokens_details.reasoning_tokens if usage.completion_tokens_details else 0,
    )

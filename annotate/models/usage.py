"""How many tokens a request took, as the server counts them."""

from dataclasses import dataclass

__all__ = ["Usage"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request.

    `cached_tokens` are among `prompt_tokens`, `reasoning_tokens` among `completion_tokens`.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0

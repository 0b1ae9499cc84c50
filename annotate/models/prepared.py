"""openai's client with a request that is prepared once: of each further one the body is new."""

from contextlib import aclosing

import httpx2
from openai import AsyncOpenAI
from openai._models import FinalRequestOptions

from annotate.models.failures import AnswerTooLongError

__all__ = ["PreparedOpenAI"]

_SIZE = b"content-length"
_LONGEST_ANSWER = 32 * 2**20


class PreparedOpenAI(AsyncOpenAI):
    """Posts ready-made bytes to one path.

    Openai checks, merges and copies URL, headers and options anew for each request. All else is
    openai's own: what is sent, its transport, its errors.
    """

    _posting: FinalRequestOptions | None = None
    _posted: httpx2.Request | None = None
    _posted_headers: list[tuple[bytes, bytes]]

    async def post_bytes(self, path: str, body: bytes) -> httpx2.Response:
        """Return the answer to a POST of JSON; `path` must be the same for all calls."""
        if self._posting is None:
            self._posting = FinalRequestOptions.construct(method="post", url=path)
            self._client.event_hooks["response"].append(_read_bounded)
        options = self._posting.model_copy()
        options.content = body
        return await self.request(httpx2.Response, options)

    def _build_request(
        self, options: FinalRequestOptions, *, retries_taken: int = 0
    ) -> httpx2.Request:
        if self._posting is None or options.url != self._posting.url:
            return super()._build_request(options, retries_taken=retries_taken)
        if self._posted is None:
            template = super()._build_request(options, retries_taken=retries_taken)
            self._posted_headers = [
                pair for pair in template.headers.raw if pair[0].lower() != _SIZE
            ]
            self._posted = template
        template = self._posted
        body = options.content
        assert isinstance(body, bytes)  # noqa: S101
        # Given a stream, httpx2 looks for no headers that the body might need.
        request = httpx2.Request(
            template.method,
            template.url,
            headers=[*self._posted_headers, (_SIZE, b"%d" % len(body))],
            stream=httpx2.ByteStream(body),
            extensions=template.extensions,
        )
        request.read()
        return request


async def _read_bounded(response: httpx2.Response) -> None:
    """Read an answer as httpx2 does, up to a length; a few bytes can unpack to gigabytes."""
    parts, size = [], 0
    async with aclosing(response.aiter_bytes()) as arriving:
        async for part in arriving:
            size += len(part)
            if size > _LONGEST_ANSWER:
                longest = _LONGEST_ANSWER // 2**20
                raise AnswerTooLongError(f"an answer of more than {longest} MB")
            parts.append(part)
    response._content = b"".join(parts)

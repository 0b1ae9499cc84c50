"""Send one request's bytes through openai's client and return what came back."""

import asyncio
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit
from urllib.request import getproxies, proxy_bypass

import httpx2
from openai import AsyncOpenAI, DefaultAioHttpClient, OpenAIError

from annotate.errors import ModelError
from annotate.facts import Outcome
from annotate.models import ModelOptions
from annotate.models.failures import Scrubber, from_error, from_redirect
from annotate.models.prepared import PreparedOpenAI
from annotate.models.replies import Reply, read_reply

__all__ = ["Client", "Sender"]

_CONNECT_S = 10.0
# The gate says how many requests go out; to aiohttp 0 is no limit, and None is a hundred.
_UNLIMITED = httpx2.Limits(max_connections=0)
_SECRET_NAME = re.compile(r"key|token|secret|sig|code|auth|pass", re.IGNORECASE)


class Sender(Protocol):
    """What carries a request to a model: an endpoint, or a batch that is collected later."""

    scrub: Scrubber

    async def send(self, body: bytes) -> tuple[Reply, Mapping[str, str]]:
        """Return the reply and its headers; raises Failure for anything that is no completion."""
        ...

    async def aclose(self) -> None:
        """Close every connection."""
        ...


class Client:
    """One endpoint. Retries are off: `annotate.models.retry` is their only owner.

    Ready-made bytes are sent by openai's client over aiohttp, which costs about a tenth of
    `chat.completions.create` over httpx (measured in tests/bench/overhead.py).
    """

    def __init__(
        self, options: ModelOptions, transport: httpx2.AsyncBaseTransport | None = None
    ) -> None:
        _check_url(options.base_url)
        self.scrub = Scrubber(
            (options.api_key, options.organization, options.project, *_of_url(options.base_url))
        )
        self._timeout_s = options.timeout_s
        self._way = _proxy(options.base_url)
        timeout = httpx2.Timeout(options.timeout_s, connect=min(_CONNECT_S, options.timeout_s))
        chosen: dict[str, Any] = {} if transport is None else {"transport": transport}
        try:
            self._client = PreparedOpenAI(
                # A server of one's own needs no key, but openai insists on one.
                api_key=options.api_key or ("none" if options.base_url else None),
                base_url=_bare(options.base_url),
                default_headers=_basic(options.base_url),
                default_query=dict(parse_qsl(urlsplit(options.base_url or "").query)),
                organization=options.organization,
                project=options.project,
                max_retries=0,
                timeout=timeout,
                http_client=DefaultAioHttpClient(timeout=timeout, limits=_UNLIMITED, **chosen),
            )
        except OSError as error:
            raise ModelError(
                f"the certificates of SSL_CERT_FILE or SSL_CERT_DIR can't be read: {error.strerror}"
            ) from None
        except OpenAIError:
            raise ModelError(
                f"no key for {options.model}: set OPENAI_API_KEY, or --base-url for another server"
            ) from None

    @property
    def sdk(self) -> AsyncOpenAI:
        """openai's client, for what is not a chat completion."""
        return self._client

    async def send(self, body: bytes) -> tuple[Reply, Mapping[str, str]]:
        """Return the reply and its headers; raises Failure for anything that is no completion."""
        try:
            async with asyncio.timeout(self._timeout_s):
                response = await self._client.post_bytes("/chat/completions", body)
        except (OpenAIError, httpx2.HTTPError, TimeoutError, OSError) as error:
            failure = from_error(error, self.scrub)
            if self._way and failure.outcome is Outcome.CONNECTION:
                failure = replace(failure, message=f"{failure.message} ({self._way})")
            raise failure from None
        if response.history and (elsewhere := from_redirect(response, self.scrub)):
            raise elsewhere
        content_type = response.headers.get("content-type", "")
        content = self.scrub.content(response.content)
        return read_reply(content, content_type, self.scrub), response.headers

    async def aclose(self) -> None:
        """Close every connection."""
        await self._client.close()


def _check_url(base_url: str | None) -> None:
    if base_url is None:
        return
    try:
        parts = urlsplit(base_url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        shown = base_url.rpartition("@")[2].partition("?")[0]
        raise ModelError(f"base URL {shown!r} is not of the form http://host:port/v1")


def _proxy(base_url: str | None) -> str:
    """Say by which variable a proxy is set for this server; "" where none is."""
    parts, proxies = urlsplit(base_url or "https://api.openai.com"), getproxies()
    names = [name for name in (parts.scheme, "all") if name in proxies]
    if not names or proxy_bypass(parts.hostname or ""):
        return ""
    return f"through the proxy of {names[0].upper()}_PROXY"


def _of_url(base_url: str | None) -> list[str]:
    """Return what a base URL holds that nobody else should read."""
    parts = urlsplit(base_url or "")
    secrets = [value for name, value in parse_qsl(parts.query) if _SECRET_NAME.search(name)]
    if parts.password:
        secrets += [unquote(parts.password), _basic(base_url)["Authorization"].split()[1]]
    return secrets


def _bare(base_url: str | None) -> str | None:
    """Return the URL without user and query, which openai would put into the middle of a path."""
    if base_url is None:
        return None
    parts = urlsplit(base_url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _basic(base_url: str | None) -> dict[str, str]:
    """Return the header for `http://user:password@…`, which goes before a key."""
    parts = urlsplit(base_url or "")
    if parts.username is None:
        return {}
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return {"Authorization": f"Basic {b64encode(pair.encode()).decode()}"}

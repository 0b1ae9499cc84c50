"""Is there a server at all? Asked once before a run, so that a wrong address costs no paper."""

import asyncio
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from annotate.errors import ModelError

__all__ = ["refuse_absent"]

_TRIES = 3
_BETWEEN_S = 0.5
_TIMEOUT_S = 10.0


async def refuse_absent(base_url: str | None) -> None:
    """Raise ModelError when nobody listens at `base_url`; a proxy is believed without asking."""
    parts = urlsplit(base_url or "")
    host = parts.hostname
    if not host or (parts.scheme in getproxies() and not proxy_bypass(host)):
        return
    port = parts.port or (443 if parts.scheme == "https" else 80)
    for left in reversed(range(_TRIES)):
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                _, writer = await asyncio.open_connection(host, port)
        except OSError as error:  # TimeoutError is one
            if not left or isinstance(error, TimeoutError):
                raise ModelError(_words(host, port, error)) from None
            await asyncio.sleep(_BETWEEN_S)
        else:
            writer.transport.abort()
            return


def _words(host: str, port: int, error: OSError) -> str:
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    if isinstance(error, ConnectionRefusedError):
        reason = "nobody listens there"
    elif isinstance(error, TimeoutError):
        reason = f"no connection in {_TIMEOUT_S:.0f} s"
    else:
        reason = error.strerror or str(error)
    return f"no server at {where} ({reason}): start it, or correct the base URL"

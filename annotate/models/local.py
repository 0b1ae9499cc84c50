"""Serve a GGUF file with llama.cpp's own OpenAI-compatible server, for the time of a run.

The server lives in a child process: a crash of it is an error of one line here, and it ends when
we do, whatever ends us, because it watches the pipe that we hold.
"""

import asyncio
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from annotate.errors import MissingExtraError, ModelError

__all__ = ["LocalServer", "is_gguf"]

CONTEXT_TOKENS = 8192
_START_S = 600.0
_STOP_S = 5.0
_MAGIC = b"GGUF"


def is_gguf(model: str) -> bool:
    """Return whether a model's name is the path of a file to serve."""
    return model.lower().endswith(".gguf")


class LocalServer:
    """llama.cpp's server for one file, on a free port of loopback.

    Args:
        path: The GGUF file.
        slots: Requests that it answers at once; each keeps the prompt's beginning in its cache.
    """

    def __init__(self, path: Path, slots: int = 1) -> None:
        self.path, self.slots = path, slots
        self.base_url = ""
        self._process: asyncio.subprocess.Process | None = None
        self._output: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the server and wait until it listens; raises ModelError when it can't."""
        _check(self.path)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "annotate.models.llama_server",
            str(self.path), str(self.slots), str(CONTEXT_TOKENS * self.slots),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # Ctrl-C is for us: requests in flight are to be finished first.
            start_new_session=True,
            env={k: v for k, v in os.environ.items() if not k.startswith("OPENAI_")},
        )  # fmt: skip
        try:
            self.base_url = await asyncio.wait_for(self._address(), _START_S)
        except BaseException:
            await self.stop()
            raise

    async def _address(self) -> str:
        process = self._process
        if process is None or process.stdout is None or process.stderr is None:
            raise ModelError(f"{self.path}: the model's server didn't start")
        async for line in process.stdout:
            if line.startswith(b"http://"):
                self._output = asyncio.create_task(_drain(process))
                return f"{line.decode().strip()}/v1"
        said = (await process.stderr.read()).decode("utf-8", "replace").split("\n")
        await process.wait()
        reason = next((line.strip() for line in reversed(said) if line.strip()), "no reason given")
        raise ModelError(f"{self.path}: llama.cpp can't serve this file: {reason[:200]}")

    async def stop(self) -> None:
        """Stop the server; may be called twice."""
        process, self._process = self._process, None
        if process is None:
            return
        if self._output is not None:
            self._output.cancel()
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _STOP_S)
        except TimeoutError:
            process.kill()
            await process.wait()


async def _drain(process: asyncio.subprocess.Process) -> None:
    """Read what the server says, so that it never waits for a full pipe."""
    for stream in (process.stdout, process.stderr):
        while stream is not None and await stream.read(65536):
            pass


def _check(path: Path) -> None:
    if find_spec("xllamacpp") is None:
        raise MissingExtraError("xllamacpp", "local")
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}") from None
    if magic != _MAGIC:
        raise ModelError(f"{path}: is no GGUF file (it begins with {magic!r})")

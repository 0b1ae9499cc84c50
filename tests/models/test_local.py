"""A GGUF file is served for the time of a run, and its server ends with it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from annotate.errors import ModelError
from annotate.models.local import LocalServer, is_gguf
from tests.models.conftest import ask, paper

MODEL = os.environ.get("TEST_GGUF", "")

pytest.importorskip("xllamacpp", reason="the extra 'local' isn't installed")


def test_a_model_is_a_file_when_its_name_ends_so():
    assert is_gguf("some/Model-Q4.GGUF")
    assert not is_gguf("gpt-5-mini")


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"", "no GGUF"), (b"PK\x03\x04zip", "no GGUF"), (b"GGUF" + b"\x00" * 100, "can't serve"),
     (b"GGUF\x03\x00\x00\x00" + b"\xff" * 1000, "can't serve")],
)  # fmt: skip
async def test_a_corrupt_file_is_an_error_of_one_line(tmp_path, content, told):
    path = tmp_path / "broken.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=told) as caught:
        await ask(None, model=str(path))
    assert "broken.gguf" in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_missing_file_is_an_error_of_one_line(tmp_path):
    with pytest.raises(ModelError, match="No such file"):
        await LocalServer(tmp_path / "nowhere.gguf").start()


async def test_stopping_what_never_started_is_no_error(tmp_path):
    await LocalServer(tmp_path / "nowhere.gguf").stop()


def alive(pid: int) -> bool:
    """Return whether a process still runs (and isn't only waiting to be buried)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.local_model
@pytest.mark.skipif(not MODEL, reason="TEST_GGUF names no model")
async def test_a_real_model_answers_and_its_server_ends_with_the_run():
    server = LocalServer(Path(MODEL))
    await server.start()
    pid = server._process.pid
    assert alive(pid)
    await server.stop()
    assert not alive(pid)
    (answer,) = await ask(None, [paper()], model=MODEL, timeout_s=600.0)
    assert answer.annotation is not None
    assert answer.attempts[-1].prompt_tokens > 100


@pytest.mark.local_model
@pytest.mark.skipif(not MODEL, reason="TEST_GGUF names no model")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_server_ends_when_whoever_started_it_is_killed(end):
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from annotate.models.local import LocalServer\n"
        "async def main():\n"
        "    server = LocalServer(Path(sys.argv[1]))\n"
        "    await server.start()\n"
        "    print(server._process.pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, MODEL],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    pid = int(process.stdout.readline())
    process.send_signal(end)
    process.wait(20)
    process.stdout.close()
    deadline = time.monotonic() + 20
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not alive(pid)

"""Processes that ask: one that dies, and how many connections each may open."""

import asyncio
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from annotate.errors import ModelError
from annotate.models import ModelOptions
from annotate.prompt import load_prompt
from annotate.runner.asker import Ears
from annotate.runner.plan import Job, Plan
from annotate.runner.pool import opened_pool
from annotate.store import RunInfo
from tests.runner.papers import PROMPT, papers
from tests.servers import OpenAIServer


async def test_a_process_that_has_died_while_idle_is_not_asked_in_vain(tmp_path: Path) -> None:
    with OpenAIServer() as server:
        info = RunInfo("openai", "m", prompt_id=load_prompt(PROMPT).id, params={})
        options = ModelOptions("m", base_url=server.base_url, api_key="k", params={})
        plan = Plan(Job(tmp_path / "claims.db", (), info, PROMPT), options, processes=2)
        one, other = papers(2)
        async with opened_pool(plan, Ears(lambda *_: None, lambda _: None)) as pool:
            assert (await pool.ask(one)).reading
            for worker in pool._workers:
                os.kill(worker.process.pid, signal.SIGKILL)
                await worker.process.wait()
            await asyncio.sleep(0.2)
            with pytest.raises(ModelError, match="ended unexpectedly"):
                await asyncio.wait_for(pool.ask(other), 10)


def _most(soft: int, hard: int, wanted: int) -> int:
    code = f"from annotate.runner.connections import most_connections as m; print(m({wanted}))"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    told = subprocess.run(
        [sys.executable, "-c", code], preexec_fn=limit, capture_output=True, check=True, text=True
    )
    return int(told.stdout)


def test_no_more_connections_are_opened_than_there_may_be_files() -> None:
    assert _most(64, 64, 10) == 10
    assert 20 <= _most(64, 64, 2000) < 64
    assert _most(64, 2048, 1000) == 1000

"""`--engine ray` with a real Ray."""

import subprocess
import sys
from pathlib import Path

import pytest

from annotate.store import Store
from tests.runner.papers import PROMPT, write_list
from tests.servers import OpenAIServer

pytestmark = pytest.mark.ray
pytest.importorskip("ray")


def run(folder: Path, server: OpenAIServer, *args: str) -> "subprocess.CompletedProcess[str]":
    write_list(folder / "list.jsonl", 40)
    asking = ["--base-url", server.base_url, "--model", "m", "--prompt", PROMPT]
    how = ["--engine", "ray", "--processes", "2", *args]
    command = [sys.executable, "-m", "annotate", "run", "list.jsonl", *asking, *how]
    return subprocess.run(
        command, cwd=folder, stderr=subprocess.PIPE, text=True, check=False, timeout=120
    )


def test_actors_ask_and_the_driver_writes(tmp_path: Path) -> None:
    with OpenAIServer(faults=["server_error", "invalid_json"]) as server:
        first = run(tmp_path, server)
        assert first.returncode == 0, first.stderr
        assert "40 read" in first.stderr
        assert server.usage.requests == 42
    with Store(tmp_path / "claims.db", read_only=True) as store:
        ((papers,),) = store.db.execute("SELECT count(*) FROM annotations WHERE run_id = 1")
        ((attempts,),) = store.db.execute("SELECT count(*) FROM attempts")
    assert (papers, attempts) == (40, 42)


def test_the_cap_on_cost_holds_for_all_actors_together(tmp_path: Path) -> None:
    with OpenAIServer() as server:
        done = run(tmp_path, server, "--max-cost", "5", "--price", "1000,1000")
        spent = (server.usage.prompt_tokens + server.usage.completion_tokens) / 1000
    assert done.returncode == 3, done.stderr
    assert spent <= 5

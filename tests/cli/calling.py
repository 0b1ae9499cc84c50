"""How the tests call `annotate run`, and what they look up afterwards."""

import subprocess
import sys
import time

from click.testing import CliRunner, Result

from annotate.cli import cli
from annotate.errors import StoreError
from annotate.store import Store
from tests.runner.papers import PROMPT
from tests.servers import OpenAIServer


def run(*args: object, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, ["run", *map(str, args)], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def ask(server: OpenAIServer, *args: object) -> Result:
    return run("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt", PROMPT,
               *args)  # fmt: skip


def rows(sql: str) -> list[tuple]:
    with Store("claims.db", read_only=True) as store:
        return store.db.execute(sql).fetchall()


def rows_if_any(sql: str) -> list[tuple]:
    try:
        return rows(sql)
    except StoreError:  # it is being made
        return []


def start(*args: object) -> "subprocess.Popen[str]":
    """Start a run in a session of its own, as a terminal does: its group can be signalled."""
    command = [sys.executable, "-m", "annotate", "run", *map(str, args)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_until(condition, seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.01)

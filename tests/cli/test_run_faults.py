"""Every way a server can fail, through the whole of `annotate run`."""

import re
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from annotate.cli import cli
from annotate.store import Store
from tests.runner.papers import PROMPT, write_list
from tests.servers import FAULTS, OpenAIServer

# Kinds that close the endpoint when several come in a row stand apart.
KINDS = ("quota", "server_error", "invalid_json", "auth", "bad_request", "reset", "payment",
         "refusal", "half_json", "forbidden", "filtered", "empty", "context_length", "hang",
         "bad_gateway", "wrong_schema", "not_found", "half_body", "error_in_200", "null",
         "wrong_content_type", "no_choices", "truncated", "half_answer", "fenced", "nan",
         "surrogates", "duplicate_keys", "huge", "other_model", "surrogate_envelope", "overloaded",
         "unavailable")  # fmt: skip
FAILS_AS = {
    "quota": "quota", "payment": "quota", "auth": "auth", "forbidden": "auth",
    "bad_request": "bad_request", "not_found": "bad_request", "context_length": "bad_request",
    "server_error": "server_error", "bad_gateway": "server_error", "unavailable": "server_error",
    "overloaded": "server_error", "reset": "connection", "half_body": "connection",
    "hang": "timeout", "refusal": "refused", "filtered": "filtered", "invalid_json": "invalid",
    "wrong_schema": "invalid", "empty": "invalid", "null": "invalid",
}  # fmt: skip
GETS_THROUGH = {"fenced", "truncated", "other_model"}
FINAL = {"quota", "payment", "auth", "forbidden", "bad_request", "not_found", "context_length",
         "refusal", "filtered"}  # fmt: skip


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANNOTATE_MAX_TRIES", "2")
    monkeypatch.setenv("ANNOTATE_TIMEOUT", "3")
    write_list(Path("list.jsonl"), len(KINDS))


def kind_of(body: dict[str, Any]) -> str:
    """Return the kind of fault that the paper of a request meets."""
    text = "\n".join(str(message["content"]) for message in body["messages"])
    return KINDS[int(re.findall(r"On (\d+) beaches", text)[0]) - 2]


def call(*args: object) -> Result:
    result = CliRunner().invoke(cli, list(map(str, args)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def run(server: OpenAIServer, *args: object) -> Result:
    return call("run", "list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt",
                PROMPT, "--concurrency", 4, *args)  # fmt: skip


def became() -> dict[str, tuple[str, str, str | None]]:
    """Return for each kind the status, the outcome of the last attempt, and the error."""
    with Store("claims.db", read_only=True) as store:
        found = store.db.execute(
            "SELECT p.abstract, a.status, (SELECT outcome FROM attempts t WHERE t.run_id = a.run_id"
            " AND t.paper_id = a.paper_id ORDER BY number DESC LIMIT 1), a.error"
            " FROM annotations a JOIN runs r ON r.id = a.run_id JOIN papers p ON p.id = a.paper_id"
            " WHERE r.model = 'm'"
        ).fetchall()
    return {
        kind_of({"messages": [{"content": abstract}]}): (status, outcome, error)
        for abstract, status, outcome, error in found
    }


def test_every_kind_is_known() -> None:
    assert set(KINDS) | {"rate_limited", "rate_limited_1s"} == set(FAULTS)


def test_a_fault_that_stays_ends_in_its_outcome_and_is_explained() -> None:
    with OpenAIServer(faults=lambda number, body: kind_of(body)) as server:
        result = run(server)
    assert result.exit_code == 1
    papers = became()
    assert len(papers) == len(KINDS)
    failed = {kind for kind, (status, *_) in papers.items() if status == "failed"}
    assert {kind: papers[kind][1] for kind in FAILS_AS} == FAILS_AS
    assert set(FAILS_AS) <= failed
    assert not failed & GETS_THROUGH
    assert all(papers[kind][2] for kind in failed)
    assert f"{len(failed)} failed" in result.stderr
    explained = call("failures", "--format", "jsonl")
    assert len(explained.stdout.splitlines()) == len(failed)


def test_a_fault_at_the_first_try_only_is_survived_where_asking_again_can_help() -> None:
    met: set[str] = set()

    def first_only(number: int, body: dict[str, Any]) -> str | None:
        kind = kind_of(body)
        return None if kind in met else met.add(kind) or kind

    with OpenAIServer(faults=first_only) as server:
        result = run(server)
    papers = became()
    assert result.exit_code == 1
    assert {kind for kind, (status, *_) in papers.items() if status == "failed"} == FINAL


def test_papers_that_no_server_answered_are_asked_again_by_the_same_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ANNOTATE_MAX_TRIES", "1")
    monkeypatch.setenv("ANNOTATE_TIMEOUT", "60")
    fault = ["server_error", "refusal", "reset"]
    with OpenAIServer(faults=fault) as server:
        first = run(server, "--limit", 3, "--concurrency", 1)
        again = run(server, "--limit", 3)
        requests = server.usage.requests
        nothing = run(server, "--limit", 1)
    assert first.exit_code == 1
    assert "3 failed" in first.stderr
    told = "The same command asks 2 of them again; for the other 1 add --retry-failed"
    assert told in first.stderr
    assert again.exit_code == nothing.exit_code == 0
    assert requests == 3 + 3
    papers = became()
    assert sum(status == "failed" for status, *_ in papers.values()) == 1


def test_rate_limits_cost_no_paper_a_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNOTATE_MAX_TRIES", "1")
    monkeypatch.setenv("ANNOTATE_TIMEOUT", "60")  # a slow machine is no fault
    faults = ["rate_limited", None, "rate_limited_1s", None, None, "rate_limited"]
    with OpenAIServer(faults=faults) as server:
        result = run(server, "--limit", 5)
    assert result.exit_code == 0
    assert "5 read" in result.stderr
    with Store("claims.db", read_only=True) as store:
        limited = "SELECT count(*) FROM attempts WHERE outcome = 'rate_limited'"
        assert store.db.execute(limited).fetchone() == (3,)


def test_after_a_refused_key_the_same_command_asks_again() -> None:
    with OpenAIServer(faults=lambda number, body: "auth") as server:
        result = run(server)
    assert result.exit_code == 1
    assert "auth. Why: annotate failures. The same command asks them again" in result.stderr
    assert "--retry-failed" not in result.stderr


def test_without_anybody_at_the_address_no_paper_has_failed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    for processes in (1, 2):
        result = call("run", "list.jsonl", "--base-url", f"http://127.0.0.1:{port}/v1", "--model",
                      "m", "--processes", processes)  # fmt: skip
        assert result.exit_code == 2
        assert f"nothing asked\nError: no server at 127.0.0.1:{port} (nobody" in result.stderr
    assert "no paper has failed" in call("failures").stderr


class _Elsewhere(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(302)
        self.send_header("location", f"http://127.0.0.1:{self.server.server_port}/else/v1")
        self.end_headers()

    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, *_: object) -> None: ...


def test_a_redirect_is_named_and_not_asked_again() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        result = call("run", "list.jsonl", "--base-url", f"{url}/v1", "--model", "m",
                      "--limit", 2)  # fmt: skip
        server.shutdown()
    assert result.stderr.splitlines()[2].startswith("2 requests, ")
    assert f"the base URL is redirected to {url}/else/v1: correct it" in call("failures").stdout


def test_what_costs_nobody_knows_what_is_never_nothing() -> None:
    with OpenAIServer(faults=lambda number, body: "server_error") as server:
        result = run(server, "--limit", 1)
    assert "0 tokens in, 0 out, cost unknown" in result.stderr
    assert "$" not in result.stderr

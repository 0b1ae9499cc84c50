"""`annotate batch` and `--engine batch` as people call them."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from annotate.cli import cli
from annotate.cli.progress import PlainWatcher
from annotate.config import load_settings
from annotate.models.mailbox import Mailbox
from annotate.runner import post
from annotate.runner.planning import plan_of_batch
from annotate.store import Store, batches
from tests.runner.batch_server import BatchServer
from tests.runner.papers import PROMPT, write_list


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANNOTATE_BATCH_POLL", "0.02")
    write_list(Path("list.jsonl"), 12)


def call(*args: object) -> Result:
    result = CliRunner().invoke(cli, list(map(str, args)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def asking(server: BatchServer) -> tuple[str, ...]:
    return ("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt", PROMPT)


def read_papers() -> int:
    with Store("claims.db", read_only=True) as store:
        sql = "SELECT count(*) FROM extracted_papers WHERE model = 'm'"
        return int(store.db.execute(sql).fetchone()[0])


def test_submit_status_collect() -> None:
    with BatchServer(looks=3) as server:
        sent = call("batch", "submit", *asking(server))
        assert sent.exit_code == 0
        assert "12 requests sent" in sent.stderr
        listed = call("batch", "status", "--format", "csv")
        assert "batch_1,m,in_progress,12" in listed.stdout
        early = call("batch", "collect")
        assert "12 on their way" in early.stderr
        late = call("batch", "collect")
        assert "12 read" in late.stderr
        assert call("batch", "collect").stderr.strip() == "No batches are on their way"
    assert read_papers() == 12


@pytest.mark.parametrize("command", ["status", "collect"])
def test_a_mistyped_database_is_an_error_and_not_made(command: str) -> None:
    result = call("batch", command, "--db", "clams.db")
    assert result.exit_code == 2
    assert result.stderr == "Error: clams.db doesn't exist; `annotate run` makes it\n"
    assert not Path("clams.db").exists()


def test_the_batch_engine_stays_until_all_is_read() -> None:
    with BatchServer(lambda number, body: "invalid" if number == 5 else None) as server:
        result = call("run", *asking(server), "--engine", "batch")
        assert result.exit_code == 0
        assert "12 read" in result.stderr
        assert server.asked == 13
    assert read_papers() == 12


def test_collecting_needs_no_prompt_file(tmp_path: Path) -> None:
    prompt = tmp_path / "mine.md"
    prompt.write_text(Path(PROMPT).read_text())
    with BatchServer() as server:
        args = list(asking(server))
        args[args.index(PROMPT)] = str(prompt)
        call("batch", "submit", *args)
        prompt.unlink()
        assert call("batch", "collect").exit_code == 0
    assert read_papers() == 12


def test_what_was_brought_in_before_a_kill_is_not_lost() -> None:
    with BatchServer() as server:
        call("batch", "submit", *asking(server))
        with Store("claims.db") as store:
            # As if killed between bringing the answers in and reading them.
            one = batches.all_batches(store.db)[0]
            plan = plan_of_batch(store, one, load_settings(), Path())

            async def fetch() -> None:
                mailbox = Mailbox(plan.options)
                await post.fetch(store, mailbox, [one], PlainWatcher())
                await mailbox.aclose()

            asyncio.run(fetch())
        assert call("batch", "collect").exit_code == 0
    assert read_papers() == 12


def test_a_database_without_batches_says_so() -> None:
    with Store("claims.db"):
        pass
    status = call("batch", "status")
    assert (status.exit_code, status.stdout) == (0, "")
    assert status.stderr.startswith("no batches; ")
    assert call("batch", "status", "--format", "json").stderr == ""


def test_rules_have_no_batches() -> None:
    result = call("batch", "submit", "list.jsonl", "--model", "rules")
    assert result.exit_code == 2
    assert "needs a model" in result.stderr

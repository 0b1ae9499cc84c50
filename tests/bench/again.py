"""How long the same command takes when everything is read already.

    python -m tests.bench.again --papers 1000000

Bar: ≤ 15 s at 1,000,000 papers, and no request.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from annotate.cli.progress import PlainWatcher
from annotate.facts import CheckedAnnotation
from annotate.prompt import load_prompt
from annotate.readers import ReadOptions, open_sources
from annotate.runner.judging import prepare
from annotate.runner.lists import read_lists
from annotate.store import RunInfo, Store
from tests.runner.papers import PROMPT, write_list
from tests.servers import OpenAIServer


def main() -> None:
    """Print the seconds of a run that has nothing to do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=1_000_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, OpenAIServer(keep=False) as server:
        path, db = Path(folder) / "list.jsonl", Path(folder) / "claims.db"
        write_list(path, args.papers)
        command = [sys.executable, "-m", "annotate", "run", str(path), "--model", "m", "--db",
                   str(db), "--base-url", server.base_url, "--prompt", PROMPT]  # fmt: skip
        finish(path, db, command)
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        requests = server.usage.requests
        seconds = time.monotonic() - began
    print(f"{args.papers:,} finished papers: {seconds:.1f} s,"
          f" {after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:.1f} s of CPU,"
          f" {requests} requests (bar: 15 s, none)")  # fmt: skip


def finish(path: Path, db: Path, command: list[str]) -> None:
    """Fill a database as a finished run leaves it, without asking a model a million times."""
    params = {"max_tokens": 1024, "max_reasks": 2}
    with Store(db) as store:
        lists = read_lists(open_sources([str(path)], ReadOptions()), store, PlainWatcher())
        prompt = load_prompt(PROMPT)
        prepare(store, prompt)
        info = RunInfo("openai", "m", prompt_id=prompt.id, params=params)
        run_id = store.start_run(info)
        done = CheckedAnnotation("ok", data={})
        papers = store.take(run_id, source_ids=lists.source_ids, size=2_000)
        while page := list(islice(papers, 2_000)):
            store.save(run_id, [(paper.id, done, ()) for paper in page])
        store.finish_run(run_id, "done")
    print("made", " ".join(command[3:]), flush=True)


if __name__ == "__main__":
    main()

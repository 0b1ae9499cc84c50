"""Kill one run again and again, at random moments, and look at what is left.

    python -m tests.bench.kill --kills 100

Bars: the database is whole after each kill, every paper is annotated exactly once in the end, and
no kill costs more repeated requests than were in flight; `--all` is what a power cut does, and
costs the answers too that weren't committed yet.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from annotate.runner.asking import in_hand
from annotate.store import Store
from tests.runner.papers import PROMPT, write_list
from tests.servers import OpenAIServer

FINISHED = "SELECT count(*) FROM annotations a JOIN runs r ON r.id = a.run_id WHERE model = 'm'"


def main() -> None:
    """Print the worst that a kill has done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--papers", type=int, default=3_000)
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--all", action="store_true", help="kill the scribe at the same moment")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    draw = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as folder, OpenAIServer(latency_s=0.05) as server:
        path = write_list(Path(folder) / "list.jsonl", args.papers)
        db = Path(folder) / "claims.db"
        command = [sys.executable, "-m", "annotate", "run", str(path), "--db", str(db),
                   "--base-url", server.base_url, "--model", "m", "--prompt", PROMPT,
                   "--concurrency", str(args.concurrency)]  # fmt: skip
        broken = worst = lost = 0
        for kill in range(1, args.kills + 1):
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
            wait(process, server, server.usage.requests + draw.randint(0, 25), draw.random() * 3)
            if process.poll() is not None:
                print(f"done after {kill - 1} kills")
                break
            for pid in (*(scribes(process.pid) if args.all else ()), process.pid):
                os.kill(pid, signal.SIGKILL)
            process.wait()
            time.sleep(0.5)  # a scribe that was left alone commits what it had been given
            if not db.exists():
                continue
            with Store(db, read_only=True) as store:
                broken += store.db.execute("PRAGMA quick_check").fetchone() != ("ok",)
                missing = server.usage.requests - store.db.execute(FINISHED).fetchone()[0]
            worst, lost = max(worst, missing - lost), missing
        subprocess.run(command, stderr=subprocess.DEVNULL, check=True)
        requests = server.usage.requests
        with Store(db, read_only=True) as store:
            total = store.db.execute(FINISHED).fetchone()[0]
            distinct = store.db.execute(
                FINISHED.replace("count(*)", "count(DISTINCT a.paper_id)")
            ).fetchone()[0]
            whole = store.db.execute("PRAGMA integrity_check").fetchone()[0]
    repeated = requests - args.papers
    print(f"{args.papers:,} papers, {args.kills} kills: {total:,} readings of {distinct:,} papers")
    bar = in_hand(args.concurrency) if args.all else args.concurrency
    print(f"repeated {repeated} requests, {worst} after the worst kill (bar: {bar})")
    print(f"database {whole} in the end, broken after {broken} kills")


def scribes(parent: int) -> list[int]:
    """Return the processes that a run has started."""
    path = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(pid) for pid in path.read_text(encoding="ascii").split()]


def wait(
    process: "subprocess.Popen[bytes]", server: OpenAIServer, requests: int, pause_s: float
) -> None:
    """Wait until the server has seen so many requests, or for a pause at the run's beginning."""
    until = time.monotonic() + (60 if pause_s < 2 else pause_s)
    while process.poll() is None and server.usage.requests < requests:
        if time.monotonic() > until:
            return
        time.sleep(0.002)


if __name__ == "__main__":
    main()

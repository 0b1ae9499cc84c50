"""Many papers through a server that fails now and then in every way that can heal.

    python -m tests.bench.faults --papers 10000

Each fault meets 2 % of the papers. Bars: every paper is annotated, requests ≤ 1.25 × papers, and
the cost in the database is the server's own count. (An answer that is cut off on the way is not
billed here: what it cost, nobody but the server could know.)
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from aiohttp import web

from annotate.models.prices import parse_price
from annotate.store import Store
from tests.runner.papers import PROMPT, write_list
from tests.servers import Fault, OpenAIServer
from tests.servers.faults import Exchange


async def _half_json(exchange: Exchange) -> web.StreamResponse:
    return web.Response(
        text='{"id": "chatcmpl-1", "choices": [{"mes', content_type="application/json"
    )


HEALING: tuple[str | Fault, ...] = (
    "rate_limited",
    "server_error",
    "unavailable",
    "reset",
    Fault("half_json", _half_json),
    "invalid_json",
    "wrong_schema",
    "empty",
    "truncated",
    "wrong_content_type",
)
PRICE = "1,2"


class Faults:
    """Gives the first request of a paper one of the faults, or none."""

    def __init__(self, share: float) -> None:
        self._share, self._draw, self._met = share, random.Random(0), set[str]()

    def __call__(self, number: int, body: dict[str, Any]) -> str | Fault | None:
        """Return the fault that this request meets."""
        paper = next(m["content"] for m in body["messages"] if m["role"] == "user")
        if paper in self._met:
            return None
        self._met.add(paper)
        which = int(self._draw.random() / self._share)
        return HEALING[which] if which < len(HEALING) else None


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=10_000)
    parser.add_argument("--share", type=float, default=0.02, help="of requests, for each fault")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    fault = Faults(args.share)
    with tempfile.TemporaryDirectory() as folder, OpenAIServer(faults=fault, keep=False) as server:
        path = write_list(Path(folder) / "list.jsonl", args.papers)
        db = Path(folder) / "claims.db"
        began = time.monotonic()
        run = subprocess.run(
            [sys.executable, "-m", "annotate", "run", str(path), "--model", "m", "--prompt", PROMPT,
             "--base-url", server.base_url, "--db", str(db), "--price", PRICE,
             "--processes", str(args.processes)],
            stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        seconds = time.monotonic() - began
        used = server.usage
        billed = parse_price(PRICE).bound(used.prompt_tokens, used.completion_tokens)
        with Store(db, read_only=True) as store:
            good = store.db.execute(
                "SELECT count(*) FROM annotations a JOIN runs r ON r.id = a.run_id"
                " WHERE model = 'm' AND a.status = 'ok'"
            ).fetchone()[0]
            told = store.db.execute("SELECT sum(cost_usd) FROM attempts").fetchone()[0]
            total = store.db.execute("SELECT sum(cost_usd) FROM runs").fetchone()[0]
            lost = store.db.execute(
                "SELECT count(*) FROM attempts WHERE outcome IN ('connection', 'timeout')"
            ).fetchone()[0]
    print(re.sub(r"^", "  ", run.stderr.strip(), flags=re.MULTILINE))
    print(f"exit {run.returncode} after {seconds:.0f} s; annotated {good:,} of {args.papers:,}")
    print(f"requests: {used.requests / args.papers:.3f} × papers (bar: 1.25)")
    print(
        f"cost: server ${billed:.6f}, attempts ${told:.6f}, runs ${total:.6f}; {lost} answers lost"
    )


if __name__ == "__main__":
    main()

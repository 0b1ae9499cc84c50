"""Peak memory of a run with many papers queued against one with few.

    python -m tests.bench.memory --many 1000000 --few 10000

Each run reads its list, asks a server on loopback for a while, and is interrupted. The peaks are
those of the asking process and of the scribe (VmHWM, Linux only). Bar: < 60 MB more in sum.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.runner.papers import PROMPT, write_list
from tests.servers import OpenAIServer


def main() -> None:
    """Print both peaks and their difference in MB."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--many", type=int, default=1_000_000)
    parser.add_argument("--few", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=1_000)
    args = parser.parse_args()
    peaks = {}
    for papers in (args.few, args.many):
        peaks[papers] = measure(papers, args.requests)
        asking, scribe = (peak / 1024 for peak in peaks[papers])
        print(f"{papers:>9,} papers: asking {asking:.0f} MB, scribe {scribe:.0f} MB", flush=True)
    more = (sum(peaks[args.many]) - sum(peaks[args.few])) / 1024
    print(f"difference: {more:.1f} MB (bar: < 60)")


def measure(papers: int, requests: int) -> tuple[int, int]:
    """Return the peaks in kB of the asking process and of its biggest child."""
    with tempfile.TemporaryDirectory() as folder, OpenAIServer(keep=False) as server:
        path = write_list(Path(folder) / "list.jsonl", papers)
        process = subprocess.Popen(
            [sys.executable, "-m", "annotate", "run", str(path), "--model", "m",
             "--base-url", server.base_url, "--prompt", PROMPT, "--db", f"{folder}/claims.db"],
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        scribe = 0
        while server.usage.requests < requests and process.poll() is None:
            scribe = max([scribe, *map(peak_of, children_of(process.pid))])
            time.sleep(0.05)
        peak = peak_of(process.pid)
        process.send_signal(signal.SIGINT)
        process.wait()
    return peak, scribe


def children_of(pid: int) -> list[int]:
    """Return the ids of the direct children of a process."""
    try:
        return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    except OSError:
        return []


def peak_of(pid: int) -> int:
    """Return VmHWM in kB; 0 when the process has gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


if __name__ == "__main__":
    main()

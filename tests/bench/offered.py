"""Whether `--processes 2` keeps up with an endpoint that allows 30,000 requests a minute.

    python -m tests.bench.offered

The mock server answers after `--latency`; the run may ask `--rpm` a minute and no more. Bar: ≥ 0.95
of them, from the first answer to the command's end.
"""

import argparse
import asyncio

from tests.bench.overhead import papers, pipeline, server


def main() -> None:
    """Print what was sustained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=30_000)
    parser.add_argument("--rpm", type=int, default=30_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--concurrency", type=int, default=256)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds")
    args = parser.parse_args()
    more = ("--processes", str(args.processes), "--rpm", str(args.rpm))
    with server(args.latency) as url:
        speed = asyncio.run(pipeline(url, papers(args.papers), args.concurrency, *more))
    whole, asking = speed.rate * 60, (speed.asking or 0.0) * 60
    print(
        f"{whole:,.0f} requests a minute to the command's end, {asking:,.0f} to the last answer,"
        f" of {args.rpm:,} offered: {whole / args.rpm:.3f} (bar 0.95)"
    )


if __name__ == "__main__":
    main()

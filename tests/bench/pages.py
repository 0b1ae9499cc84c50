"""Time the pages that people open: the report as a whole, one claim of the review page.

    python tests/bench/query.py --claims 1000000 --db /tmp/bench.db
    python tests/bench/pages.py --db /tmp/bench.db

Seconds are CPU time of this process; the review page is asked through Datasette itself, without a
network, first and then again.
"""

import argparse
import asyncio
import statistics
import time
from pathlib import Path

from datasette.app import Datasette

from annotate.report.gather import report
from annotate.store import Store


def main() -> None:
    """Print one line for each page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--db", type=Path, required=True)
    options = parser.parse_args()
    with Store(options.db, read_only=True) as store:
        begun = time.process_time()
        html = report(store)
        seconds = time.process_time() - begun
    print(f"report                     {seconds:8.1f} s {len(html.encode()) / 1e6:8.2f} MB")
    asyncio.run(_review(options.db))


async def _review(db: Path) -> None:
    datasette = Datasette([str(db)])
    await datasette.invoke_startup()
    page = f"/-/annotate/{db.stem}"
    for name, path in (
        ("review page", page),
        ("review page, one reason", f"{page}?reason=unreviewed"),
    ):
        times = []
        for _ in range(6):
            begun = time.perf_counter()
            response = await datasette.client.get(path)
            times.append((time.perf_counter() - begun) * 1000)
            assert response.status_code == 200, response.text
        print(f"{name:26} {times[0]:8.0f} ms {statistics.median(times[1:]):8.0f} ms again")


if __name__ == "__main__":
    main()

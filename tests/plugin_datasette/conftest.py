"""A database, and a Datasette on it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from datasette.app import Datasette

from tests.demo import demo_store
from tests.plugin_datasette.calling import Serve


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return demo_store(tmp_path / "claims.db", 12)


@pytest_asyncio.fixture
async def serve(database: Path) -> AsyncIterator[Serve]:
    """Start a Datasette on the database and whatever else is named."""
    started = []

    async def start(*more: Path, immutable: bool = False, **options: Any) -> Datasette:
        files, fixed = ([], [str(database)]) if immutable else ([str(database)], [])
        datasette = Datasette([*files, *map(str, more)], immutables=fixed, **options)
        await datasette.invoke_startup()
        started.append(datasette)
        return datasette

    yield start
    for datasette in started:
        for db in datasette.databases.values():
            db.close()
        datasette.executor.shutdown()

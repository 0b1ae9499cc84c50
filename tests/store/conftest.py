from collections.abc import Iterator
from pathlib import Path

import pytest

from annotate.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty database."""
    with Store(tmp_path / "claims.db") as opened:
        yield opened

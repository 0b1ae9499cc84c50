"""The package is light to import and complete when installed."""

import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from annotate.resources import labels_dir, prompts_dir

ROOT = Path(__file__).parent.parent


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(out.stdout.split())


@pytest.mark.parametrize(
    "statement",
    ["import annotate", "import annotate.cli", "import annotate.plugin_sqlite_utils"],
)
def test_importing_loads_neither_openai_nor_instructor(statement: str):
    assert not loaded_by(statement) & {"openai", "instructor", "pydantic", "rich", "vcr"}


def test_help_is_not_slower_than_that_of_sqlite_utils():
    ours = [sys.executable, "-m", "annotate", "--help"]
    theirs = [sys.executable, "-m", "sqlite_utils", "--help"]
    ratios = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(ours, capture_output=True, check=True)
        middle = time.perf_counter()
        subprocess.run(theirs, capture_output=True, check=True)
        ratios.append((middle - start) / (time.perf_counter() - middle))
    assert sorted(ratios)[2] <= 1.0


def test_prompts_and_labels_are_found_in_a_checkout():
    assert (prompts_dir() / "claims.md").is_file()
    assert (labels_dir() / "GUIDELINES.md").is_file()


def test_the_wheel_carries_prompts_labels_and_the_typing_marker(tmp_path: Path):
    build = pytest.importorskip("hatchling.builders.wheel", reason="hatchling isn't installed")
    wheel = next(build.WheelBuilder(str(ROOT)).build(directory=str(tmp_path)))
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "annotate/py.typed",
        "annotate/_shipped/prompts/claims.md",
        "annotate/_shipped/labels/GUIDELINES.md",
        "annotate/_shipped/labels/icml2026.jsonl",
        "annotate/_shipped/labels/traps.jsonl",
    } <= names
    assert not [name for name in names if name.startswith(("tests/", "cassettes/"))]

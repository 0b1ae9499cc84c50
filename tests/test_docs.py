"""Every command in README and docs is run, in order, and its output compared.

A fenced block marked `console` is a session: a line that starts with `$ ` is run by bash in a folder
that holds the repository's lists, labels, prompts and cassettes; what follows is its standard
output, where `…` stands for anything. All sessions of one file share one folder. Blocks marked
`python` are run as doctests where they hold a prompt.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotate.cli import COMMANDS
from tests.conftest import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def sessions(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each command of a page with the output that the page promises."""
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            command = [lines.pop(0)]
            while command[-1].endswith("\\"):
                command.append(lines.pop(0))
            yield "\n".join(command), "\n".join(lines)


def matches(promised: str, printed: str) -> bool:
    """Compare line by line without trailing blanks; `…` stands for anything, over lines too."""
    want, got = (
        "\n".join(line.rstrip() for line in text.strip().splitlines()) for text in (promised, printed)
    )
    return re.fullmatch(".*".join(map(re.escape, want.split("…"))), got, re.DOTALL) is not None


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    for name in ("labels", "prompts", "cassettes"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "tests" / "data", tmp_path / "tests" / "data")
    if (ROOT / "docs" / "examples").is_dir():
        shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_the_page_prints_what_the_page_says(page: Path, workplace: Path):
    scripts = str(Path(sys.executable).parent)
    env = os.environ | {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120", "NO_COLOR": "1",
        "PYTHONPATH": str(ROOT), "HOME": str(workplace),
    }  # fmt: skip
    for command, promised in sessions(page):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command], cwd=workplace, env=env, timeout=120,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode in (0, 1), f"$ {command}\n{done.stderr}"
        assert matches(promised, done.stdout), f"$ {command}\n{done.stdout}\n{done.stderr}"


def test_every_command_is_documented():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = [name for name in COMMANDS if f"annotate {name}" not in text]
    assert not missing


def test_the_readme_fits_on_a_few_screens():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 100

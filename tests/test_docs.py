"""Every command in README and docs is run, in order, and what it prints is compared.

A fenced block marked `console` is a session: a line that starts with `$ ` is run by bash, with the
lines after it that start with `> `, in a folder that holds the repository's lists, labels, prompts
and cassettes. What follows is what a terminal shows: standard output and error, where `…` stands
for anything. All sessions of one page share one folder. Each command must end with exit code 0; a
page that shows another one says so (`… || echo "exit code $?"`). Blocks marked `sh` need a model, a
browser or a person and aren't run; `bash` is for the two set-up commands of the README.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from annotate.check.flags import Flag
from annotate.cli import COMMANDS
from annotate.config import Settings
from annotate.facts import Bound, Evidence, Outcome, Support
from annotate.readers.columns import FIELDS
from annotate.readers.formats import FORMATS
from annotate.runner.plan import Ending
from annotate.schema import Attribution, Contribution, Metric
from annotate.store.views import CLAIM_COLUMNS, PAPER_COLUMNS
from tests.conftest import ROOT

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
TIMEOUT_S = 120
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]+))?\)")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: Path, kind: str) -> list[str]:
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [body for name, body in found if name == kind]


def sessions(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each command of a page with the output that the page promises."""
    for block in blocks(page, "console"):
        assert block.startswith("$ "), f"{page.name}: a session starts with a command:\n{block}"
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            command = [lines.pop(0)]
            while lines and (lines[0] == ">" or lines[0].startswith("> ")):
                command.append(lines.pop(0)[2:])
            yield "\n".join(command), "\n".join(lines)


def matches(promised: str, printed: str) -> bool:
    """Compare line by line without trailing blanks; `…` stands for anything, over lines too."""
    want, got = (
        "\n".join(line.rstrip() for line in text.strip().splitlines())
        for text in (promised, printed)
    )
    return re.fullmatch(".*".join(map(re.escape, want.split("…"))), got, re.DOTALL) is not None


def commands(group: click.Group, words: str) -> Iterator[tuple[str, click.Command]]:
    """Yield every command below `group` with the words that call it."""
    for name, command in group.commands.items():
        yield f"{words} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{words} {name}")


def all_commands() -> dict[str, click.Command]:
    top = {
        name: getattr(import_module(f"annotate.cli.{place.module}"), place.attribute)
        for name, place in COMMANDS.items()
    }
    return dict(commands(click.Group(commands=top), "annotate"))


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    for name in ("labels", "prompts", "cassettes"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "tests" / "data", tmp_path / "tests" / "data")
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    return tmp_path


def environment(home: Path) -> dict[str, str]:
    """Return an environment without keys and settings of whoever runs the tests."""
    ours = {name: value for name, value in os.environ.items()
            if not name.startswith(("ANNOTATE_", "OPENAI_"))}  # fmt: skip
    scripts = str(Path(sys.executable).parent)
    return ours | {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120", "NO_COLOR": "1",
        "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "HOME": str(home), "USER": "ada",
        "LOGNAME": "ada", "LC_ALL": "C.UTF-8",
    }  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_the_page_prints_what_the_page_says(page: Path, workplace: Path):
    env = environment(workplace)
    for command, promised in sessions(page):
        done = subprocess.run(
            ["bash", "-euc", command], cwd=workplace, env=env, timeout=TIMEOUT_S,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"$ {command}\n{done.stdout}"
        assert matches(promised, done.stdout), f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_the_page_leads_somewhere(page: Path):
    for target, anchor in _LINK.findall(page.read_text(encoding="utf-8")):
        if target.startswith(("http://", "https://")):
            continue
        found = (page.parent / target).resolve() if target else page
        assert found.exists(), f"{page.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = [re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in headings]
            assert anchor in slugs, f"{page.name} links to {target}#{anchor}"


def test_the_readme_has_the_two_commands_that_set_up_the_main_job_and_the_tests():
    job, tests = blocks(README, "bash")
    for block in (job, tests):
        assert len(block.replace("\\\n", "").splitlines()) == 1
        assert block.startswith("python3 -m venv .venv && .venv/bin/pip install -q ")
    assert "annotate run tests/data/icml2026-a.txt tests/data/icml2026-b.txt" in job
    assert "-m pytest" in tests


def test_the_readme_fits_on_a_few_screens():
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 100


@pytest.mark.parametrize("kind", ["python", "markdown"])
def test_the_schema_and_the_prompt_of_the_page_stand_in_the_examples(kind: str):
    files = "".join(path.read_text(encoding="utf-8") for path in
                    sorted((ROOT / "docs" / "examples").iterdir()) if path.is_file())  # fmt: skip
    shown = blocks(ROOT / "docs" / "own-schema.md", kind)
    assert shown
    assert all(block.strip() in files for block in shown)


def test_every_command_is_documented():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = [words for words in all_commands() if words not in text]
    assert not missing


def test_every_option_is_documented():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = [
        f"{words} {parameter.opts[-1]}"
        for words, command in all_commands().items()
        for parameter in command.params
        if isinstance(parameter, click.Option)
        # One of its names is enough: -o stands for --output.
        and not any(re.search(rf"(?<!\w){name}\b", text) for name in parameter.opts)
    ]
    assert not missing


def test_the_help_of_every_command_has_an_example():
    for words, command in all_commands().items():
        assert command.help, words
        lines = [line.strip() for line in command.help.splitlines()]
        assert any(line.startswith("annotate ") for line in lines), f"{words} --help"


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("docs/asking.md", [*CLAIM_COLUMNS, *PAPER_COLUMNS]),
        ("docs/asking.md", [*Metric, *Attribution, *Contribution, *Bound, *Evidence, *Support]),
        ("docs/asking.md", [*Flag]),
        ("docs/formats.md", [*FORMATS, *FIELDS]),
        ("docs/running.md", [*Outcome, *Ending, *Settings.model_fields]),
    ],
    ids=["columns", "values", "flags", "formats", "runs"],
)
def test_every_name_that_users_meet_is_explained(page: str, names: list[str]):
    text = text_of(page)
    missing = [str(name) for name in names if f"`{name}`" not in text]
    assert not missing

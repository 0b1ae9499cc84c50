"""Two papers with their readings, and how the tests ask for them."""

import json
from pathlib import Path

from click.testing import CliRunner

from annotate.cli import cli
from annotate.facts import Support
from annotate.store import Store
from tests.store.building import RULES, add, claim, device, paper, reading, save

P = paper("Zorblax is 5x faster on an A100.", title="On sorting")
Q = paper("Quenchette halves the memory of caches.")
FORMATS = ("table", "json", "jsonl", "csv", "md")


def two_papers(path: Path) -> Path:
    with Store(path) as store:
        add(store, P, path="one")
        add(store, Q, path="two")
        memory = claim(2.0, "memory", support=Support.UNSUPPORTED, device=None)
        speed = claim(5.0, device="NVIDIA A100", support=Support.VERIFIED)
        save(store, [(P, reading(speed, hardware=(device(),))), (Q, reading(memory, method=None))])
        save(store, [(P, reading(claim(3.0)))], RULES)
    return path


def run(*arguments):
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def rows(*arguments):
    done = run(*arguments, "--format", "jsonl")
    assert done.exit_code == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]

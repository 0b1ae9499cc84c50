"""The recording of a real model, replayed through the whole model path without a network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import LISTS, ROOT

CASSETTE = ROOT / "cassettes" / "icml2026-qwen2.5-coder-0.5b.yaml"

# Anything but loopback is refused inside the process itself.
GUARD = """
import runpy, socket, sys
connect = socket.socket.connect
def guarded(self, address):
    host = address[0] if isinstance(address, tuple) else "127.0.0.1"
    if self.family != socket.AF_UNIX and not host.startswith(("127.", "::1", "localhost")):
        raise RuntimeError(f"reached for {host}")
    return connect(self, address)
socket.socket.connect = guarded
sys.argv[0] = "annotate"
runpy.run_module("annotate", run_name="__main__")
"""


def annotate(*args: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", GUARD, *map(str, args)],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("replay")
    paths = [folder / "one.db", folder / "two.db"]
    for path in paths:
        annotate("run", *LISTS, "--replay", CASSETTE, "--db", path, "--no-progress")
    return paths


def claims(path: Path) -> list[dict[str, object]]:
    return [
        json.loads(x) for x in annotate("claims", "--db", path, "--format", "jsonl").splitlines()
    ]


def test_two_replays_give_the_same_table_apart_from_ids(replayed: list[Path]):
    one, two = (
        [{k: v for k, v in row.items() if k not in ("claim_id", "run_id")} for row in claims(path)]
        for path in replayed
    )
    assert one == two
    assert len(one) > 20


def test_a_replay_loses_no_paper_and_a_second_run_asks_nothing(replayed: list[Path]):
    papers = annotate("papers", "--db", replayed[0], "--format", "jsonl").splitlines()
    assert len(papers) == 37
    assert {json.loads(p)["model"] for p in papers} == {"qwen2.5-coder-0.5b-instruct-q4_k_m"}
    before = claims(replayed[0])
    annotate("run", *LISTS, "--replay", CASSETTE, "--db", replayed[0], "--no-progress")
    assert claims(replayed[0]) == before


def test_the_check_catches_what_half_a_billion_parameters_get_wrong(replayed: list[Path]):
    out = annotate("eval", "--db", replayed[0], "--format", "json")
    result = json.loads(out)
    systems = {s["name"]: s for s in result["systems"]}
    levels = {s["level"]: s for s in result["support"]}
    assert systems["model"]["failed"] == 0
    assert systems["model"]["method_right"] >= 30
    assert levels["verified"]["precision"] >= 0.95
    assert levels["verified"]["coverage"] >= 0.7
    assert systems["model + rules"]["scores"]["claims"]["f1"]["value"] >= 0.75


def test_every_accepted_quote_stands_in_its_abstract(replayed: list[Path]):
    from annotate.store import Store

    with Store(replayed[0], read_only=True) as store:
        rows = list(
            store.db.query(
                "SELECT c.quote, substr(p.abstract, c.quote_start + 1, c.quote_end - c.quote_start)"
                " AS words, c.support FROM claims c JOIN annotations a ON a.id = c.annotation_id"
                " JOIN papers p ON p.id = a.paper_id"
            )
        )
    proven = [row for row in rows if row["support"] != "unsupported"]
    assert proven
    assert all(row["quote"] == row["words"] for row in proven)


def test_a_fact_that_leaked_from_the_examples_is_flagged(replayed: list[Path]):
    from annotate.prompt import load_prompt
    from annotate.store import Store

    examples = " ".join(example.abstract for example in load_prompt("claims").examples)
    with Store(replayed[0], read_only=True) as store:
        for row in store.db.query(
            "SELECT a.data, a.flags, p.abstract FROM annotations a JOIN papers p"
            " ON p.id = a.paper_id JOIN runs r ON r.id = a.run_id WHERE r.annotator <> 'rules'"
        ):
            name = json.loads(row["data"] or "{}").get("method_name")
            if name and name in examples and name not in row["abstract"]:
                assert "leaked" in row["flags"]

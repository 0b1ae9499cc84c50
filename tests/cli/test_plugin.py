"""The same commands under sqlite-utils."""

import json
import subprocess
import sys

import pytest

from annotate.store import Store
from tests.store.building import add, claim, paper, reading, save


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "claims.db"
    with Store(path) as store:
        add(store, paper())
        save(store, [(paper(), reading(claim()))])
    return path


def sqlite_utils(*arguments):
    command = [sys.executable, "-m", "sqlite_utils", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_sqlite_utils_has_the_same_verbs(db):
    shown = sqlite_utils("annotate", "--help").stdout
    for verb in ("run", "claims", "review", "labels", "report"):
        assert f"\n  {verb} " in shown
    done = sqlite_utils("annotate", "claims", db, "--format", "jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["value"] == "5x"


def test_our_errors_are_one_line_there_too(tmp_path):
    done = sqlite_utils("annotate", "claims", tmp_path / "none.db")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("update extracted_claims set status='fine' where claim_id=1", "status must be"),
        ("update extracted_claims set metric='joy' where claim_id=1", "metric must be one of"),
    ],
)
def test_bad_labels_are_refused_in_plain_words(db, sql, words):
    done = sqlite_utils(db, sql)
    assert done.returncode == 1
    assert words in done.stderr


def test_the_plugin_loads_neither_a_model_nor_the_store():
    code = (
        "import sys, annotate.plugin_sqlite_utils;"
        "print([m for m in ('openai', 'instructor', 'annotate.store', 'rich', 'pydantic')"
        " if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "[]\n"


def test_searching_as_sqlite_utils_does_finds_papers(db):
    done = sqlite_utils("search", db, "papers", "zorblax")
    assert json.loads(done.stdout)[0]["abstract"] == paper().abstract

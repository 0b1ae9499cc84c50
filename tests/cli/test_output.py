"""What is printed is harmless and whole, whatever the database holds."""

import csv
import io
import json
import os
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.cli.tables import printable, write_rows
from annotate.store import Store
from annotate.store.views import CLAIM_COLUMNS
from tests.cli.querying import FORMATS, P, Q, rows, run, two_papers
from tests.store.building import add, claim, paper, reading, save

HOSTILE = (
    "<script>alert(1)</script>", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1",
    "\x1b[31mred", "\x9b31m", "a\u202eb\u2066", "pipe | pipe", "line\nline\r",
    "`code` *bold* [link](javascript:x)", "\u2028\u2029", "x" * 5_000,
    "مسرّع", "😀", "\x07\x00", "'; DROP TABLE claims; --", "＝1",
)  # fmt: skip


@pytest.fixture
def db(tmp_path):
    return two_papers(tmp_path / "claims.db")


@pytest.mark.parametrize("format_", FORMATS)
def test_hostile_text_is_harmless_in_every_format(tmp_path, format_):
    path = tmp_path / "claims.db"
    with Store(path) as store:
        papers = [paper(f"{n} {text}", title=text) for n, text in enumerate(HOSTILE)]
        add(store, *papers)
        pairs = [
            (one, reading(claim(5.0, value=text, quote=text, setting=text), method=text, task=text))
            for one, text in zip(papers, HOSTILE, strict=True)
        ]
        save(store, pairs)
    out = subprocess.run(
        [sys.executable, "-m", "annotate", "claims", str(path), "--format", format_],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
    ).stdout
    text = out.decode()  # valid UTF-8, whatever the locale
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    check = {"csv": check_csv, "md": check_markdown, "json": check_json, "jsonl": check_json}
    check.get(format_, lambda text: None)(text)


def check_csv(text):
    lines = list(csv.reader(io.StringIO(text, newline="")))
    assert {len(line) for line in lines} == {len(CLAIM_COLUMNS) + 1}
    assert len(lines) == len(HOSTILE) + 1
    for line in lines[1:]:
        for name, cell in zip([*CLAIM_COLUMNS, "place"], line, strict=True):
            if name in ("title", "method", "value", "quote", "setting", "task", "place"):
                assert not cell.startswith(tuple("=+-@\t\r＝")), cell


def check_markdown(text):
    lines = text.splitlines()
    assert len(lines) == len(HOSTILE) + 2
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {8}
    assert "<script" not in text


def check_json(text):
    told = json.loads(text) if text.startswith("[") else list(map(json.loads, text.splitlines()))
    assert [row["quote"] for row in told] == [text.replace("\x00", "\ufffd") for text in HOSTILE]


def test_text_that_another_tool_stored_badly_is_still_valid_utf8(db):
    with Store(db) as store:
        store.db.execute("UPDATE claims SET quote = CAST(x'4142ff80' AS TEXT), factor = 9e999")
    for format_ in FORMATS:
        done = run("claims", db, "--format", format_)
        assert done.exit_code == 0
        done.stdout_bytes.decode()
    assert rows("claims", db)[0]["quote"] == "AB\ufffd\ufffd"
    assert rows("claims", db)[0]["factor"] is None


@given(st.text(st.characters(exclude_categories=())))
def test_anything_prints_on_one_line_without_controls(text):
    shown = printable(text)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", shown)


CELL = st.one_of(
    st.none(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=9),
)  # fmt: skip


@pytest.mark.parametrize(
    ("number", "shown"),
    [(1.4285714, "1.429"), (0.5, "0.5"), (3400.0, "3,400"), (24000.0, "24,000"), (1e12, "1e+12")],
)
def test_large_factors_are_written_out(number, shown):
    assert printable(number) == shown


@settings(max_examples=60)
@given(st.lists(st.fixed_dictionaries({"a": CELL, "b": CELL}), max_size=4))
def test_rows_come_back_from_json_as_they_were(made):
    out = captured(made, "jsonl")
    plain = [
        {
            name: None if cell in (float("inf"), float("-inf")) else cell
            for name, cell in row.items()
        }
        for row in made
    ]
    assert [json.loads(line) for line in out.split("\n")[:-1]] == plain
    assert json.loads(captured(made, "json")) == plain
    assert len(list(csv.reader(io.StringIO(captured(made, "csv"), newline="")))) == len(made) + 1
    assert len(captured(made, "md").splitlines()) == len(made) + 2


def captured(made, format_):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    before, sys.stdout = sys.stdout, out
    try:
        assert write_rows(made, ["a", "b"], format_) == len(made)
    finally:
        sys.stdout = before
    return out.buffer.getvalue().decode()


def test_two_databases_with_the_same_readings_give_the_same_bytes(tmp_path):
    outs = []
    for name in "ab":
        path = tmp_path / name / "claims.db"
        path.parent.mkdir()
        with Store(path) as store:
            add(store, Q, P)
            order = [(P, reading(claim(5.0))), (Q, reading(claim(2.0)))]
            save(store, order if name == "a" else order[::-1])
        out = run("claims", path, "--format", "jsonl").stdout
        outs.append(re.sub(r'"claim_id":\d+', "", out))
    assert outs[0] == outs[1]

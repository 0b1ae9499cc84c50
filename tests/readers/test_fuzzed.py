"""What fuzzing found (tests/bench/fuzz_readers.py), and its first inputs again."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.readers.citations import PUBMED
from annotate.readers.people import split_names
from annotate.readers.xmlany import record_tag
from tests.bench import fuzz_readers
from tests.readers import written
from tests.timing import grows_in_step, stays_within

RUNS = ["<!--", "{", "}", "[", "#", "%", "*", "_", "<", "<p ", "&", '"', "\\", "$", "\n", " ", "- ",
        "\f", "|", "@a{", "@article{x,", "TY  - JOUR\n", "---\n", "<summary>", "](", "\x1b$B",
        "1. ", "<tex-math>\\documentclass", "**", "\u2028", "é", "> ", " \n", "<title>",
        "<![CDATA[", "2000 ", "](http://x"]  # fmt: skip
HOLDERS = {
    "text": "My list\n\nA {} is fast. It is 2x faster.\n\nB is too.\n",
    "jsonl": '{{"title": "T", "abstract": "A."}}\n{{"abstract": "{}"}}\n',
    "bibtex": "@article{{a, title={{T {}}}, author={{{}}}, abstract={{A {} is fast.}}}}\n",
    "csv": "title,abstract\nT {},A {} is fast.\nU,B.\n",
    "xml": "<collection><paper><title>{}</title><abstract>A {}.</abstract></paper></collection>",
    "markdown": "# L\n\n## [T](https://x.org) {}\n\n**Abstract:** A {} is fast.\n\n- {}\n",
    "ris": "TY  - JOUR\nTI  - T {}\nAB  - A {} is fast.\nER  -\n",
    "other xml": "<list>{}<item><title>T</title><abstract>A is fast.</abstract></item></list>",
    "yaml": "# A list\n{}\ntitle: T\nabstract: A is fast.\nx: {}\n",
    "pubmed": "1. J Fast. 2020;1(2). {}\n\nT {}.\n\nBrook A(1), Cole B(1).\n\nA is fast.\n{}\n",
    "page": "---\ntitle: T\nabstract: A is fast.\nx: '{}'\n---\n{}\n",
    "start": "{}\nA is fast. It is 2x faster.\n",
}
SEARCHES: dict[str, Callable[[int], object]] = {
    "open comments": lambda n: record_tag("<a>" + "<!--" * n),
    "open elements": lambda n: record_tag("<a>" + "<title>" * n),
    "years": lambda n: PUBMED.search("1. J " + "2000 " * n + "\nA\n" * n),
    "gaps between names": lambda n: split_names("Ada Brook" + " " * n + "Ben Cole"),
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_long_runs_of_anything_are_read_in_linear_time(holder: str, tmp_path: Path) -> None:
    path = tmp_path / "input"
    for run in RUNS:
        template = HOLDERS[holder]
        path.write_text(template.format(*[run * 4000] * template.count("{}")), encoding="utf-8")
        assert stays_within(2, lambda: fuzz_readers.read(path, random.Random(1))), repr(run)


@pytest.mark.parametrize("name", SEARCHES)
def test_what_is_looked_for_is_found_or_not_in_linear_time(name: str) -> None:
    assert grows_in_step(SEARCHES[name], 1000, 10_000)


def test_the_first_fuzzed_inputs_end_well(tmp_path: Path) -> None:
    path = tmp_path / "input"
    pool = fuzz_readers.seeds()
    for number in range(150):
        rng = random.Random(f"test/{number}")
        path.write_bytes(fuzz_readers.mutated(rng, pool))
        fuzz_readers.read(path, rng)


@pytest.mark.parametrize(
    "data",
    [
        b'{"doi": "10.1000/a\xff", "abstract": "A is fast.", "x": 1}',
        b"@article{a, b = {c}, d\xff }\n@article{e, abstract={It is fast.}}\n",
        b'{"abstract": "A.", "primary_location": {"source": "x"}, "invitations": 7}',
        b'{"content": {"abstract": "A."}, "invitations": 7}',
        b"\xff" * 300_000,
        "é".encode("latin-1") + b"\n" * 1_100_000 + b"\xe9",
        b"List \xff\n\nA is fast.\n",
        written.references.bibtex().encode().replace(b"abstract", b"abstr\xfact", 3),
    ],
)
def test_inputs_that_once_failed_end_well(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "input"
    path.write_bytes(data)
    fuzz_readers.read(path, random.Random(3))

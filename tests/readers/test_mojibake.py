from pathlib import Path

import pytest

from annotate.readers.mojibake import repaired
from tests.readers.reading import read


@pytest.mark.parametrize(
    "text",
    [
        "It is naïve – 5× faster at 20 °C.",
        "Results “as they are”, 3 μm, α ≤ β; we don’t.",
        "Copyright © 2019 Fundación Clínica.",
    ],
)
def test_what_was_encoded_twice_is_decoded(text: str, tmp_path: Path) -> None:
    twice = "".join(
        bytes([byte]).decode("cp1252" if byte not in b"\x81\x8d\x8f\x90\x9d" else "latin-1")
        for byte in text.encode()
    )
    assert twice != text
    assert repaired(twice) == text
    (paper,) = read(tmp_path, f"title\tabstract\n{twice}\t{twice}\n").papers
    assert (paper.title, paper.abstract) == (text, text)


@pytest.mark.parametrize(
    "text",
    ["«GRÂCE À LA FORÊT»", "SÃO PAULO, IRMÃ», IRMÃº", "âge, château, Île", "文字 Ã © â €"],
)
def test_other_texts_stay(text: str) -> None:
    assert repaired(text) == text

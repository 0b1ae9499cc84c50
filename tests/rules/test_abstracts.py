"""Each line of these tables in `tests/data/claims` is an invented abstract with its own claims."""

from pathlib import Path

import pytest

from annotate.facts import Paper, paper_id
from annotate.language.quantities import parse_quantity
from annotate.rules import read
from annotate.schema import Attribution

DATA = Path(__file__).resolve().parent.parent / "data" / "claims"
TABLES = ("systems.txt", "wordings.txt")


def lines() -> list[tuple[str, set[str]]]:
    out = []
    text = "".join((DATA / table).read_text(encoding="utf-8") for table in TABLES)
    for line in text.splitlines():
        if line and not line.startswith("#"):
            abstract, _, claims = line.rpartition("=>")
            out.append((abstract.strip(), {one.strip() for one in claims.split(";")} - {""}))
    return out


def claimed(abstract: str) -> set[str]:
    out = set()
    for claim in read(Paper(id=paper_id(abstract), abstract=abstract)).claims:
        # A number whose unit was lost is read from its sentence.
        quantity = parse_quantity(claim.value) or parse_quantity(f"{claim.value}x")
        assert quantity is not None
        if quantity.unit in ("x", "%") and claim.attribution is Attribution.OWN:
            number = "-".join(f"{one:g}" for one in sorted({quantity.low, quantity.high}))
            out.add(f"{claim.metric.value} {number}{quantity.unit}")
    return out


@pytest.mark.parametrize(("abstract", "claims"), lines())
def test_what_an_abstract_claims_is_read_with_its_topic_and_its_earlier_words(abstract, claims):
    assert claimed(abstract) == claims

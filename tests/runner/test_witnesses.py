"""Further readings of the same papers, and what they do to claims."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from annotate.check import check
from annotate.cli import cli
from annotate.facts import CheckedAnnotation, Paper, Support
from annotate.runner.witnesses import heard, merged
from annotate.schema import Annotation
from annotate.store import Store
from tests.runner.papers import PROMPT, abstract, write_list
from tests.servers import OpenAIServer
from tests.servers.openai_server import plain_answer

TEXT = "We propose Ash. Ash is 3x faster than Birch and is 5x faster than Cedar."


def reading(*values: str) -> CheckedAnnotation:
    """Return a checked reading that claims these of TEXT."""
    whole = plain_answer(TEXT)
    claims = [claim for claim in whole["claims"] if claim["value"] in values]
    annotation = Annotation.model_validate(whole | {"claims": claims})
    checked = check(annotation, Paper("0" * 16, TEXT), rules=annotation)
    assert all(claim.support is Support.VERIFIED for claim in checked.claims)
    return checked


def told(checked: CheckedAnnotation) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {
        claim.value: (claim.support.value, tuple(f for f in claim.flags if "agree" in f))
        for claim in checked.claims
    }


def keys(*values: str) -> frozenset:
    return frozenset(("speedup", float(v[:-1]), float(v[:-1]), "x") for v in values)


def test_a_claim_that_all_witnesses_have_is_agreed_on() -> None:
    assert told(heard(reading("3x"), [keys("3x"), keys("3x", "5x")])) == {
        "3x": ("verified", ("agree",))
    }


def test_a_claim_that_most_witnesses_lack_is_no_longer_verified() -> None:
    assert told(heard(reading("3x", "5x"), [keys("3x")])) == {
        "3x": ("verified", ("agree",)),
        "5x": ("grounded", ("disagree",)),
    }


def test_no_witnesses_change_nothing() -> None:
    checked = reading("3x")
    assert heard(checked, []) is checked
    assert merged([checked]) is checked


def test_a_claim_that_most_samples_have_is_taken_in() -> None:
    assert told(merged([reading("3x"), reading("3x", "5x"), reading("3x", "5x")])) == {
        "3x": ("verified", ("agree",)),
        "5x": ("verified", ("agree",)),
    }


def test_a_claim_of_one_sample_among_three_is_not() -> None:
    assert told(merged([reading("3x"), reading("3x", "5x"), reading("3x")])) == {
        "3x": ("verified", ("agree",))
    }


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(server: OpenAIServer, *args: object, code: int = 0) -> None:
    write_list(Path("list.jsonl"), 4)
    command = ["run", "list.jsonl", "--base-url", server.base_url, "--prompt", PROMPT, *args]
    result = CliRunner().invoke(cli, list(map(str, command)))
    assert result.exit_code == code, result.output


def flags() -> list[tuple[str, str]]:
    with Store("claims.db", read_only=True) as store:
        sql = (
            "SELECT e.title, c.flags FROM extracted_claims e JOIN claims c ON c.id = e.claim_id"
            " ORDER BY e.title"
        )
        return [(title, json.loads(found)) for title, found in store.db.execute(sql)]


def without_claims(text: str) -> dict[str, Any]:
    """Answer as a model does that sees no claim in the first paper."""
    answer = plain_answer(text)
    return answer if text != abstract(0) else answer | {"claims": []}


def test_a_second_model_in_the_database_agrees_or_disagrees() -> None:
    with OpenAIServer(answer=without_claims) as server:
        run(server, "--model", "one")
    with OpenAIServer() as server:
        run(server, "--model", "two")
    assert [(title, found) for title, found in flags()] == [
        ("Pebbles 0", ["disagree"]),
        ("Pebbles 1", ["agree"]),
        ("Pebbles 2", ["agree"]),
        ("Pebbles 3", ["agree"]),
    ]


def test_samples_are_asked_with_seeds_of_their_own_and_counted() -> None:
    with OpenAIServer(faults=["invalid_json"]) as server:
        run(server, "--model", "one", "--samples", 3, "--concurrency", 1)
        assert server.usage.requests == 13
        run(server, "--model", "one", "--samples", 3)
        assert server.usage.requests == 13
        seeds = [seen.body.get("seed") for seen in server.seen]
    assert seeds == [None, None, 1, 2] + [None, 1, 2] * 3
    assert {tuple(found) for _, found in flags()} == {("agree",)}
    with Store("claims.db", read_only=True) as store:
        numbers = "SELECT group_concat(number) FROM attempts GROUP BY paper_id ORDER BY min(id)"
        found = [row[0] for row in store.db.execute(numbers)]
    assert found == ["1,2,3,4", "1,2,3", "1,2,3", "1,2,3"]


def test_a_sample_that_fails_leaves_the_others_standing() -> None:
    with OpenAIServer(faults=["refusal"]) as server:
        run(server, "--model", "one", "--samples", 2, "--concurrency", 1)
    assert len(flags()) == 4


def test_what_was_paid_for_is_kept_where_the_cap_cuts_the_samples_short() -> None:
    with OpenAIServer() as server:
        capped = ("--samples", 10, "--concurrency", 1, "--price", "1000,1000", "--max-cost", 3.5)
        run(server, "--model", "one", *capped, code=3)
        asked = server.usage.requests
    assert asked % 10, "the cap is to be reached inside a paper"
    assert len(flags()) == asked // 10 + 1
    with Store("claims.db", read_only=True) as store:
        cut = "SELECT count(*) FROM annotations WHERE flags LIKE '%fewer_samples%'"
        assert store.db.execute(cut).fetchone() == (1,)
        paid = "SELECT count(*) FROM attempts WHERE outcome = 'ok'"
        assert store.db.execute(paid).fetchone() == (asked,)

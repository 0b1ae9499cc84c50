import pytest

from annotate import rules
from annotate.facts import Paper, paper_id
from annotate.schema import Annotation, Attribution, Contribution, Metric
from tests.timing import grows_in_step


def read(abstract: str, title: str | None = None) -> Annotation:
    return rules.read(Paper(id=paper_id(abstract), abstract=abstract, title=title))


def test_a_paper_is_read_whole():
    abstract = (
        "Long prompts are slow. We propose \\textbf{Zorvex}, a sparse decoder for prompt "
        "compression. On two A100 GPUs, Zorvex gives a 3.2$\\times$ speedup over Floxgrad and uses "
        "45\\% less memory."
    )
    found = read(abstract, "Zorvex: Sparse Decoding of Long Prompts")
    assert found.method_name == "Zorvex"
    assert found.contribution is Contribution.METHOD
    assert [one.name for one in found.hardware] == ["two A100 GPUs"]
    assert [(claim.metric, claim.value, claim.attribution) for claim in found.claims] == [
        (Metric.SPEEDUP, "3.2$\\times$", Attribution.OWN),
        (Metric.MEMORY, "45\\%", Attribution.OWN),
    ]
    assert all(claim.quote in abstract for claim in found.claims)


def test_the_claims_of_a_survey_are_other_peoples():
    found = read(
        "This survey reviews accelerators. Their speedups range from 2x to 9x.",
        "A Survey of Sparse Accelerators",
    )
    assert found.contribution is Contribution.SURVEY
    assert [claim.attribution for claim in found.claims] == [Attribution.PRIOR]


@pytest.mark.parametrize(
    "abstract", ["", " ", ".", "%", "5x", "\\", "$", "{" * 50, "\u202e5x\u200b", "İ 5x faster"]
)
def test_odd_abstracts_are_read_without_an_error(abstract):
    assert read(abstract) is not None


@pytest.mark.parametrize(
    "unit",
    [
        "1x, ",
        "1x faster, ",
        "reduces latency by 5% and ",
        "memory, ",
        "a third of ",
        "(1x ",
        "5倍",
        "1x. ",
    ],
)
def test_time_grows_in_step_with_the_text(unit):
    assert grows_in_step(lambda count: read(unit * count), 20_000 // len(unit), 80_000 // len(unit))

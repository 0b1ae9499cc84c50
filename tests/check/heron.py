"""One abstract, right answers to it, and the check of an answer."""

from typing import Any

from annotate.check import check
from annotate.facts import CheckedAnnotation, CheckedClaim, Paper, paper_id
from annotate.schema import Annotation, Claim

HERON = (
    r"Serving long dialogues is slow. We present \textbf{Heron} (History Eviction by Ranked "
    r"Outlook Needs), which pages attention windows. On eight A100 GPUs, Heron reaches up to "
    r"3.4$\times$ higher throughput than Egret and cuts peak memory by 58\%, and raises the "
    r"speedup from 2.85$\times$ to 3.92$\times$ at 50\% sparsity. Accuracy drops by 0.4\%, and "
    r"set-up is 12\% slower. Earlier systems reported a 4x reduction in traffic."
)
EXAMPLES = ["Quillon runs 6.7x faster than Drumlin on a Borealis-9 chip and solves toy planning."]


def claim(**fields: Any) -> Claim:
    given = {
        "metric": "throughput",
        "value": "up to 3.4×",
        "baseline": None,
        "setting": None,
        "device": None,
        "attribution": "own",
        "quote": "up to 3.4× higher throughput",
    }
    return Claim.model_validate(given | fields)


def reading(*claims: Claim, **fields: Any) -> Annotation:
    given = {
        "method_name": "Heron",
        "method_full_name": None,
        "contribution": "system",
        "task": None,
        "hardware": [],
        "claims": list(claims),
    }
    return Annotation.model_validate(given | fields)


RULES = reading(
    claim(value=r"up to 3.4$\times$", quote=r"up to 3.4$\times$ higher throughput"),
    claim(metric="memory", value=r"58\%", quote=r"cuts peak memory by 58\%"),
    claim(
        metric="speedup",
        value=r"from 2.85$\times$ to 3.92$\times$",
        quote=r"raises the speedup from 2.85$\times$ to 3.92$\times$",
    ),
)


def paper(abstract: str = HERON, title: str | None = None) -> Paper:
    return Paper(paper_id(abstract), abstract, title)


def checked(*claims: Claim, rules: Annotation | None = RULES, **fields: Any) -> CheckedAnnotation:
    return check(reading(*claims, **fields), paper(), rules=rules, examples=EXAMPLES)


def one(**fields: Any) -> CheckedClaim:
    return checked(claim(**fields)).claims[0]

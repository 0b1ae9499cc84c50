"""Put one paper's reading together from its method, its task, its hardware and its numbers."""

from annotate.facts import Paper
from annotate.language.contributions import find_contribution
from annotate.language.hardware import distinct_devices, find_devices
from annotate.language.latex import CleanText, clean
from annotate.language.names import MethodName, find_method
from annotate.language.tasks import find_task
from annotate.rules.claims import find_claims
from annotate.schema import Annotation, Contribution, Hardware

__all__ = ["read"]


def read(paper: Paper) -> Annotation:
    """Return what the rules read in `paper`; every quote is a slice of the stored abstract."""
    text = clean(paper.abstract)
    title = clean(paper.title).text if paper.title else None
    method = find_method(text.text, title)
    name = method.name if method else None
    task = find_task(text.text, title, name)
    devices = find_devices(text.text)
    contribution = find_contribution(text.text, title, name)
    survey = contribution is Contribution.SURVEY
    return Annotation(
        method_name=_name(text, method),
        method_full_name=method.full_name if method else None,
        contribution=contribution,
        task=task.text if task else None,
        hardware=[
            Hardware(name=one.full or _slice(text, one.start, one.end), role=one.role)
            for one in distinct_devices(devices)
        ],
        claims=find_claims(text, name, devices, survey=survey),
    )


def _name(text: CleanText, method: MethodName | None) -> str | None:
    if method is None or method.start is None or method.end is None:
        return method.name if method else None
    return _slice(text, method.start, method.end)


def _slice(text: CleanText, start: int, end: int) -> str:
    first, last = text.original_span(start, end)
    return text.original[first:last]

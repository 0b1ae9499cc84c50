"""Check one reading of one paper, and say what is worth asking again."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from annotate.check.agreement import read_rules
from annotate.check.claims import Bench, check_claim
from annotate.check.flags import Flag
from annotate.check.leaks import Examples, Leaks
from annotate.check.names import checked_method, checked_task
from annotate.check.orders import injections, speaks_to_model
from annotate.check.page import Page, page_of
from annotate.facts import (
    CheckedAnnotation,
    CheckedClaim,
    CheckedHardware,
    Evidence,
    Paper,
    Support,
)
from annotate.language.hardware import canonical_device
from annotate.language.quantities import Quantity, find_quantities
from annotate.language.spans import first_place
from annotate.language.wording import split_words
from annotate.schema import Annotation, Role

__all__ = ["check"]


def check(
    annotation: Annotation,
    paper: Paper,
    *,
    rules: Annotation | None,
    examples: Examples | None = None,
    by_rules: bool = False,
) -> CheckedAnnotation:
    """Return `annotation` with every fact held against the abstract of `paper`.

    Args:
        annotation: The reading to check.
        paper: Where the facts must stand.
        rules: The independent second reading; without it no claim is verified.
        examples: The abstracts and answers of the prompt's examples, to tell what leaked.
        by_rules: Whether the rules have made `annotation`.

    No fact is dropped: what doesn't hold is flagged, and unsupported where nothing proves it. Names
    of methods, tasks and devices that stand nowhere in the paper become None; `data` keeps them.
    """
    page, leaks = page_of(paper), Leaks.of(examples)
    orders, ordered, spoken_to = page.once(_orders, paper.abstract, paper.title)
    flags: list[Flag] = [Flag.INJECTION] if spoken_to else []
    method, full_name = checked_method(annotation, page, leaks, flags, rules)
    task = checked_task(annotation.task, page, leaks, flags, orders)
    hardware = tuple(page.once(_checked_hardware, h.name, h.role) for h in annotation.hardware)
    bench = Bench(page, leaks, read_rules(rules, page), orders, method, hardware, by_rules, ordered)
    claims = _duplicates_flagged([check_claim(claim, bench) for claim in annotation.claims])
    flags += _leaked(hardware, claims, bench)
    return CheckedAnnotation(
        status="ok",
        method=method,
        method_full_name=full_name,
        contribution=annotation.contribution,
        task=task,
        data=annotation.model_dump(mode="json"),
        flags=tuple(dict.fromkeys(flags)),
        hardware=hardware,
        claims=tuple(claims),
    )


def _orders(
    page: Page, abstract: str, title: str | None
) -> tuple[list[tuple[int, int]], list[Quantity], bool]:
    """Return where the abstract gives orders, their numbers, and whether it or the title does."""
    orders = injections(page.text.text)
    if not orders and not speaks_to_model(abstract, title):
        return [], [], False
    spans = [one for place in orders for one in page.numbers_within(*place)]
    if page.title and injections(page.title):
        spans += find_quantities(page.title)
    return orders, [one.quantity for one in spans], True


def _leaked(
    hardware: Iterable[CheckedHardware], claims: Iterable[CheckedClaim], bench: Bench
) -> list[Flag]:
    if not bench.leaks.text:
        return []
    if any(Flag.LEAKED in claim.flags for claim in claims) or any(
        one.evidence is Evidence.MISSING and bench.leaks.holds(one.name, bench.page)
        for one in hardware
    ):
        return [Flag.LEAKED]
    return []


def _checked_hardware(page: Page, name: str, role: Role) -> CheckedHardware:
    """Place a device at its first mention, since any mention proves it."""
    text, known = page.text, canonical_device(name)
    place = first_place(name, text.text)
    if place is None and known is not None:
        # "NVIDIA A100" for "A100 GPUs": a known name of a device that the abstract names.
        same = (one for one in page.devices if one.device.name == known.device.name)
        place = next(((one.start, one.end) for one in same), None)
    start, end = text.original_span(*place) if place else (None, None)
    evidence = Evidence.MISSING
    if place is not None:
        exact = text.original[start:end] == name
        evidence = Evidence.EXACT if exact else Evidence.NORMALISED
    stands = place is not None or page.stands(name)
    return CheckedHardware(
        name=name,
        device=known.device.name if known and stands else None,
        kind=known.device.kind if known and stands else None,
        count=known.count if known else None,
        role=role,
        quote_start=start,
        quote_end=end,
        evidence=evidence,
    )


def _duplicates_flagged(claims: list[CheckedClaim]) -> list[CheckedClaim]:
    """Flag every claim that says with the same words what a better proven or earlier one says."""
    if len({(claim.metric, claim.low, claim.high) for claim in claims}) == len(claims):
        return claims
    out = list(claims)
    alike: dict[tuple[object, ...], list[CheckedClaim]] = defaultdict(list)
    for place in sorted(range(len(claims)), key=lambda n: _PROOF.index(claims[n].support)):
        claim = claims[place]
        said = alike[_fact(claim)]
        if any(_same_words(claim, one) for one in said):
            out[place] = replace(claim, flags=(*claim.flags, Flag.DUPLICATE))
        else:
            said.append(claim)
    return out


_PROOF = (Support.VERIFIED, Support.GROUNDED, Support.UNSUPPORTED)


def _fact(claim: CheckedClaim) -> tuple[object, ...]:
    number: tuple[object, ...] = (claim.low, claim.high, claim.unit)
    if claim.low is None:
        number = tuple(split_words(claim.value)[0])
    return claim.metric, *number, *(_folded(x) for x in (claim.device, claim.baseline))


def _folded(words: str | None) -> str:
    return " ".join((words or "").split()).casefold()


def _same_words(one: CheckedClaim, other: CheckedClaim) -> bool:
    settings = {_folded(one.setting), _folded(other.setting)} - {""}
    if len(settings) > 1:
        return False
    if one.quote_start is None or other.quote_start is None:
        return one.quote == other.quote
    return one.quote_start < (other.quote_end or 0) and other.quote_start < (one.quote_end or 0)

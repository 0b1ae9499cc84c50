"""Check one claim: is its quote there, its number in it, and do the rules agree?"""

from collections.abc import Sequence
from dataclasses import dataclass

from annotate.check.agreement import RulesClaim, agreeing, remarks, says_otherwise
from annotate.check.baselines import about_baseline
from annotate.check.flags import UNPROVEN, Flag
from annotate.check.leaks import Leaks
from annotate.check.numbers import Number, factor_of, is_other_side, read_number
from annotate.check.page import Page, plain, same_number
from annotate.facts import CheckedClaim, CheckedHardware, Evidence, Support
from annotate.language.hardware import canonical_device
from annotate.language.quantities import Quantity
from annotate.language.spans import Span, find_value
from annotate.schema import Attribution, Claim

__all__ = ["Bench", "check_claim"]

_FOUND = (Evidence.EXACT, Evidence.NORMALISED, Evidence.FUZZY)
# What every claim is asked: up to Python 3.11 a member is reached through its class in a call.
_MISSING = Evidence.MISSING
_PRIOR = Attribution.PRIOR
_HALLUCINATED, _INJECTION = Flag.HALLUCINATED_NUMBER, Flag.INJECTION
_VERIFIED, _GROUNDED = Support.VERIFIED, Support.GROUNDED


@dataclass(frozen=True, slots=True)
class Bench:
    """What the claims of one paper are held against; `rules` is None when nobody asked them."""

    page: Page
    leaks: Leaks
    rules: Sequence[RulesClaim] | None
    orders: Sequence[tuple[int, int]] = ()
    """Clean places where the abstract gives orders to a model."""
    method: str | None = None
    hardware: Sequence[CheckedHardware] = ()
    """What the answer itself lists as hardware."""
    by_rules: bool = False
    ordered: Sequence[Quantity] = ()
    """The numbers of the orders; who repeats one may have obeyed."""


def check_claim(claim: Claim, bench: Bench) -> CheckedClaim:
    """Return `claim` with its number parsed, its quote placed and its support decided."""
    page, span = bench.page, bench.page.align(claim.quote)
    at = None
    if span.start is not None and span.end is not None:
        at = page.clean_span(span.start, span.end)
    number = read_number(claim.value, page, *(at or (0, 0)))
    context = page.context(*at) if at else plain(claim.quote)
    device, flags = _device(claim, bench)
    flags += _remarks(claim, number, span, at, bench)
    agrees = _against_rules(claim, number, device, bench, flags)
    if agrees and at:
        against = says_otherwise(claim, page, *at)
        agrees, flags = not against, flags + against
    quantity = number.quantity if number else None
    stands = _HALLUCINATED not in flags
    return CheckedClaim(
        metric=claim.metric,
        value=claim.value,
        low=quantity.low if quantity else None,
        high=quantity.high if quantity else None,
        unit=quantity.unit if quantity else None,
        bound=quantity.bound if quantity else None,
        factor=factor_of(number, claim.metric, context) if number and stands else None,
        baseline=claim.baseline,
        setting=claim.setting,
        device=device,
        attribution=claim.attribution,
        quote=page.text.original[span.start : span.end] if at else claim.quote,
        quote_start=span.start,
        quote_end=span.end,
        evidence=span.evidence,
        support=_support(span, number, flags, agrees),
        flags=tuple(dict.fromkeys(flags)),
    )


def _remarks(
    claim: Claim, number: Number | None, span: Span, at: tuple[int, int] | None, bench: Bench
) -> list[Flag]:
    """Return what is to be said of the claim whatever the rules read; `at` is its clean place."""
    flags = _leaked(claim, span, bench)
    flags += _about_number(claim, number, at is not None, bench.page)
    if claim.attribution is _PRIOR:
        flags.append(Flag.PRIOR)
    if _is_ordered(number, at, bench):
        flags.append(Flag.INJECTION)
    if claim.setting and not bench.page.mentions(claim.setting):
        flags.append(Flag.SETTING_MISSING)
    if not claim.baseline:
        return flags
    place = number.places[0] if number and number.places else None
    return flags + bench.page.once(about_baseline, claim.baseline, bench.method, place)


def _is_ordered(number: Number | None, at: tuple[int, int] | None, bench: Bench) -> bool:
    """Say whether an order to the model holds the quote, or the claim's number."""
    if at and any(at[0] < end and start < at[1] for start, end in bench.orders):
        return True
    return number is not None and any(same_number(number.quantity, one) for one in bench.ordered)


def _support(span: Span, number: Number | None, flags: list[Flag], agrees: bool) -> Support:
    if span.evidence not in _FOUND or number is None or not number.places:
        return Support.UNSUPPORTED
    if _INJECTION in flags:
        return Support.UNSUPPORTED
    return _VERIFIED if agrees and not UNPROVEN.intersection(flags) else _GROUNDED


def _leaked(claim: Claim, span: Span, bench: Bench) -> list[Flag]:
    leaks, page = bench.leaks, bench.page
    if not leaks.text:
        return []
    words = [claim.baseline, claim.setting, claim.device]
    missing = span.evidence is _MISSING
    if missing:
        words.append(claim.quote)
    if any(leaks.holds(one, page) for one in words if one):
        return [Flag.LEAKED]
    return [Flag.LEAKED] if missing and leaks.holds_number(claim.value, page) else []


def _about_number(claim: Claim, number: Number | None, found: bool, page: Page) -> list[Flag]:
    if number is None:
        return [Flag.NO_NUMBER]
    flags = [Flag.OTHER_BOUND] if number.other_bound else []
    missing = not number.places if found else find_value(claim.value, page.text.text) is None
    if missing:
        flags.append(Flag.HALLUCINATED_NUMBER)
    if is_other_side(number, page):
        flags.append(Flag.WRONG_SIDE)
    return flags


def _device(claim: Claim, bench: Bench) -> tuple[str | None, list[Flag]]:
    """Return the canonical name of the claim's device where the paper names that device."""
    if not claim.device:
        return None, []
    known = canonical_device(claim.device)
    name = known.device.name if known else None
    if bench.page.stands(claim.device):
        if name or any(one.name == claim.device for one in bench.hardware):
            return name or plain(claim.device), []
        return None, [Flag.DEVICE_UNKNOWN]
    if name and any(one.device.name == name for one in bench.page.devices):
        return name, []
    return None, [Flag.DEVICE_MISSING]


def _against_rules(
    claim: Claim, number: Number | None, device: str | None, bench: Bench, flags: list[Flag]
) -> bool:
    """Say whether the rules agree; add to `flags` what may be wrong where they don't."""
    if bench.rules is not None:
        if number is not None and agreeing(claim, number, device, bench.rules):
            return True
        flags.append(Flag.DISAGREE)
    # What speaks against a number has been weighed by the rules when they took it for a claim.
    if number is not None and not bench.by_rules:
        flags += remarks(claim, number, bench.page)
    return False

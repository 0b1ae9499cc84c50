"""Reasons to ask a model again, in words that it can act on."""

import re

from annotate.check.numbers import read_number
from annotate.check.page import Page, page_of
from annotate.facts import Evidence, Paper
from annotate.language.latex import clean
from annotate.language.spans import cuts_number
from annotate.schema import Annotation, Claim

__all__ = ["problems"]

_MOST = 6
_RANGE = re.compile(r"(?:\d\S{0,6}(?:\sto\s|[-–—~∼])|[-–—−])\s?$")
_SHOWN = 90


def problems(annotation: Annotation, paper: Paper) -> list[str]:
    """Return what a second try should mend, one sentence each; empty when all is well.

    Looks at names, quotes and values only; at most six reasons, the claims' first.
    """
    page = page_of(paper)
    out = [
        reason
        for number, claim in enumerate(annotation.claims)
        if (reason := _about_claim(f"claims[{number}]", claim, page))
    ]
    out += _about_names(annotation, page)
    return out[:_MOST]


def _about_claim(name: str, claim: Claim, page: Page) -> str | None:
    if _stands_plainly(claim, page):
        return None
    span = page.align(claim.quote)
    quote = _shown(claim.quote)
    if span.evidence is Evidence.AMBIGUOUS:
        return (
            f"{name}.quote {quote} stands more than once in the abstract; copy more of the words"
            " around it, so that it stands once."
        )
    if span.start is None or span.end is None:
        return (
            f"{name}.quote {quote} does not stand in the abstract; copy one unbroken run of its"
            f" words that contains {_shown(claim.value)}, or leave the claim out."
        )
    start, end = page.clean_span(span.start, span.end)
    number = read_number(claim.value, page, start, end)
    if number is None:
        return (
            f"{name}.value {_shown(claim.value)} holds no number with a unit; copy the number that"
            " the abstract states, or leave the claim out."
        )
    if not number.places:
        return (
            f"{name}.value {_shown(claim.value)} does not stand in its quote {quote}; copy the"
            " whole number as the quote writes it, or leave the claim out."
        )
    return None


def _stands_plainly(claim: Claim, page: Page) -> bool:
    """Say without any parsing that quote and value are copied as they should be."""
    at = claim.quote.find(claim.value)
    if at < 0 or not any(char.isdigit() for char in claim.value):
        return False
    for text in (page.text.original, page.text.text):
        start = text.find(claim.quote)
        if start >= 0:
            once = text.find(claim.quote, start + 1) < 0
            start += at
            whole = not cuts_number(text, start, start + len(claim.value))
            return once and whole and not _RANGE.search(text, max(0, start - 8), start)
    return False


def _about_names(annotation: Annotation, page: Page) -> list[str]:
    out = []
    method = clean(annotation.method_name).text if annotation.method_name else ""
    if method and not page.stands(method):
        out.append(
            f"method_name {_shown(method)} does not stand in the abstract; copy the name that the"
            " authors give to what they propose, or use null when they give none."
        )
    for number, hardware in enumerate(annotation.hardware):
        if not page.stands(hardware.name):
            out.append(
                f"hardware[{number}].name {_shown(hardware.name)} does not stand in the abstract;"
                " copy the device as it is written there, or leave it out."
            )
    return out


def _shown(words: str) -> str:
    words = " ".join(words.split())
    return f'"{words}"' if len(words) <= _SHOWN else f'"{words[: _SHOWN - 1]}…"'

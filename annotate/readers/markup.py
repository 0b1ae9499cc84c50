"""Take HTML and JATS mark-up off texts: block tags part words, inline tags don't."""

import html
import re

from annotate.language.latex import clean

__all__ = ["plain", "rendered", "untagged", "without_latex"]

_LONGEST_TITLE = 5_000
_JUNK = re.compile(r"(\W)\1{40}")
_BLOCK = (
    "abstract|alternatives|article-title|blockquote|br|break|dd|disp-formula|disp-quote|div|dl|dt|h[1-6]|hr|"
    "label|li|list|list-item|ol|p|pre|sec|section|table|td|th|title|tr|trans-abstract|ul"
)
_INLINE = (
    "a|b|bold|code|em|email|ext-link|fixed-case|font|i|inf|inline-formula|italic|monospace|"
    "named-content|roman|sc|scp|small|span|strike|strong|style|styled-content|sub|sup|"
    "tex-math|tt|u|underline|uri|xref|math|mrow|mi|mn|mo|ms|mtext|mspace|mfrac|msqrt|mroot|"
    "m?sub|m?sup|msubsup|mover|munder|munderover|mstyle|mtable|mtr|mtd|mfenced|semantics|annotation"
)
# What goes with all that is in it: comments, LaTeX documents, and LaTeX beside MathML.
_SKIPPED = (
    (re.compile(r"<!--"), "-->"),
    (re.compile(r"<(?:jats:)?tex-math\b[^<>]*>\s*\\documentclass", re.IGNORECASE), "tex-math>"),
)
_BESIDE_MATHML = (
    (re.compile(r"(?<=math>)\s*<(?:jats:)?tex-math\b[^<>]*>", re.IGNORECASE), "tex-math>"),
    (re.compile(r"<(?:mml:|m:)?annotation\b[^<>]*>", re.IGNORECASE), "annotation>"),
)
_HEADING = re.compile(r"<(?:jats:)?title>\s*Abstract[.:]?\s*</(?:jats:)?title>", re.IGNORECASE)
_TAG = re.compile(
    rf"<!\[CDATA\[|\]\]>|(?P<block></?(?:jats:)?(?:{_BLOCK})(?:\s[^<>]*)?/?>)"
    rf"|</?(?:jats:)?(?:{_INLINE})(?:\s[^<>]*)?/?>|</?(?:jats|mml|m):[a-z][\w-]*(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def rendered(text: str) -> str:
    """Return the text without tags and with entities decoded; unchanged when it has neither.

    Only tags that scholarly texts use are taken off, so that "k << p" and "p<0.05" stay. White
    space is folded where there were tags, because it was layout then.
    """
    if "<" not in text and "&" not in text:
        return text
    bare = _untagged(text)
    decoded = _ENTITY.sub(_entity, bare)
    if decoded != bare:
        # What was escaped twice, and tags that were escaped.
        decoded = _untagged(_ENTITY.sub(_entity, decoded))
    return decoded


def untagged(text: str) -> str:
    """Return the text rendered where it surely has mark-up; "a<b>c" alone is no such thing."""
    return rendered(text) if "</" in text or "&" in text else text


def without_latex(text: str) -> str:
    """Return a title or names with LaTeX rendered; what is no such thing stays as it is."""
    if len(text) > _LONGEST_TITLE or _JUNK.search(text):
        return text
    return clean(text).text


def plain(value: object) -> object:
    """Return a text rendered, anything else as it is."""
    return rendered(value) if isinstance(value, str) else value


def _untagged(text: str) -> str:
    if "<" not in text:
        return text
    bare = text
    for start, end in (*_SKIPPED, *_BESIDE_MATHML) if "math>" in text else _SKIPPED:
        bare = _without(bare, start, end)
    bare = _TAG.sub(_gap, _HEADING.sub(" ", bare))
    return text if bare == text else " ".join(bare.split())


def _without(text: str, start: re.Pattern[str], end: str) -> str:
    """Cut out all that stands from a start to its end; a start without an end stays."""
    kept = []
    place = 0
    while found := start.search(text, place):
        close = text.find(end, found.end())
        if close < 0:
            break
        kept.append(text[place : found.start()])
        place = close + len(end)
    return " ".join([*kept, text[place:]]) if kept else text[place:]


def _gap(tag: re.Match[str]) -> str:
    return " " if tag["block"] else ""


def _entity(entity: re.Match[str]) -> str:
    return html.unescape(entity[0])

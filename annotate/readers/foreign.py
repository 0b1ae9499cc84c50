"""Name texts that are something else than lists of abstracts, to refuse them in plain words."""

import re
from itertools import islice

__all__ = ["YAML_PROLOGUE", "is_yaml", "likely_foreign", "surely_foreign"]

# Each line in one way only: with two ways for a blank one, many of them would take for ever.
YAML_PROLOGUE = r"(?:---[^\S\n]*\n|#.*\n|[^\S\n]*\n)*"
"""Matches what stands before the first key of YAML."""

_MAIL = re.compile(
    r"^(?:From|To|Cc|Subject|Date|Message-ID|Received|Return-Path|Reply-To|MIME-Version|X-[\w-]+"
    r"|List-[\w-]+|Delivered-To|Sender): ?\S",
    re.MULTILINE | re.IGNORECASE,
)
_MAIL_SURE = re.compile(r"^(?:From|Subject|Message-ID|Received): ", re.MULTILINE | re.IGNORECASE)
_YAML_LINE = re.compile(r"\s*(?:- )*[\w\"'./-]+:(?:\s|$)|\s*#")
_YAML_START = re.compile(YAML_PROLOGUE + r"[a-z_][\w-]*:(?:[ \t]+[^\s*].*)?\n")
_YAML_MORE = re.compile(r"\s*- |[ \t]{2,}\S|(?:---|\.\.\.)\s*$")
# (pattern, what it is, how many lines of it prove that)
_SURE: tuple[tuple[str, str, int], ...] = (
    (
        r"^(?:interactions|http_interactions):[ \t]*$"
        r"|^[ \t{]*[\"'](?:http_)?interactions[\"'] ?: ?\[",
        "a cassette of recorded HTTP (VCR) and no list of abstracts",
        1,
    ),
    (r"^cff-version:", "a CITATION.cff, which describes software; give the paper's own record", 1),
    (
        r"(?i:\A<!doctype html|\A<html[\s>]|\A(?:<!--.*-->\s*)?<head[\s>])",
        "an HTML page; save the list itself, as text or as one of the formats",
        1,
    ),
    (r"\"nbformat\" ?: ?\d", "a Jupyter notebook", 1),
)
_LIKELY: tuple[tuple[str, str, int], ...] = (
    (
        r"^\\documentclass|^\\begin\{document\}|^\\usepackage",
        "a LaTeX document; give its abstract as text",
        1,
    ),
    (r"\A#!", "a script", 1),
    (r"\A(?:'\\\" [a-z]*\n)?(?:\.\\\"|\.(?:TH|Dd|so) )", "a manual page (roff)", 1),
    (
        r"(?i:permission is hereby granted, free of charge|redistribution and use in source and"
        r"|gnu (?:lesser |library |affero )?general public license|apache license\s+version"
        r"|mozilla public license|creative commons (?:legal code|corporation))",
        "a licence",
        1,
    ),
    (r"^\.\. [\w-]+::", "a reStructuredText document", 1),
    (r"\AMetadata-Version: ", "a Python package's metadata", 1),
    (r"\A-----BEGIN [A-Z ]+-----", "a key or certificate", 1),
    (r"\ABEGIN:V(?:CARD|CALENDAR)", "a calendar or address book", 1),
    (r"\A(?:diff --git |Index: |--- \S.*\n\+\+\+ \S)", "a patch", 1),
    (r"\A(?:\d+\n)?\d\d:\d\d:\d\d[.,]\d+ --> |\AWEBVTT", "subtitles", 1),
    (
        r"^(?:def \w+\(|class \w+[(:]|import \w[\w.]*(?: as \w+)?$|from \w[\w.]* import )",
        "source code (Python)",
        2,
    ),
    (
        r"^(?:#include\s*[<\"]|#define |int main\(|using namespace |public class |package [\w.]+;"
        r"|fn \w+\(|func \w+\(|use [\w:]+;|impl )",
        "source code",
        2,
    ),
    (
        r"^(?:(?:export )?(?:const|let|var) \w+ =|(?:export )?function \w*\(|import .* from ['\"]"
        r"|module\.exports)",
        "source code (JavaScript)",
        2,
    ),
    (
        r"^\[[\w.:/@\" -]+\][ \t]*\n(?:[ \t]*[#;].*\n)*[ \t]*[\w.\[\]@-]+[ \t]*=",
        "a configuration file",
        1,
    ),
    (r"^(?:CREATE TABLE|INSERT INTO|SELECT .* FROM|DROP TABLE)\b", "SQL", 1),
    (r"^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d", "a log", 5),
    (r"^(?:FROM|RUN|COPY|ENTRYPOINT|WORKDIR) \S", "a Dockerfile", 3),
)


def surely_foreign(head: str) -> str | None:
    """Return what a text is that is no list, whatever else it holds; None when it may be one."""
    found = _named(head, _SURE)
    if found is not None:
        return found
    top = "\n".join(head.split("\n")[:25])
    if len(_MAIL.findall(top)) >= 3 and len(_MAIL_SURE.findall(top)) >= 2:
        return "a mail or mail digest; take the list out of it"
    return None


def likely_foreign(head: str) -> str | None:
    """Return what a text is that has none of the formats, None when it may be a list in prose."""
    return _named(head, _LIKELY)


def _named(head: str, kinds: tuple[tuple[str, str, int], ...]) -> str | None:
    first = head[:20_000]
    for pattern, name, count in kinds:
        found = re.finditer(pattern, first, re.MULTILINE)
        if sum(1 for _ in islice(found, count)) == count:
            return name
    return None


def is_yaml(head: str) -> bool:
    """Tell whether most lines of a text are YAML's keys and items."""
    lines = [line for line in head[:20_000].split("\n")[:-1] if line.strip()]
    keys = sum(_YAML_LINE.match(line) is not None for line in lines)
    if len(lines) < 3 or keys > 0.8 * len(lines):
        return len(lines) >= 3
    more = sum(
        _YAML_LINE.match(line) is None and _YAML_MORE.match(line) is not None for line in lines
    )
    return _YAML_START.match(head) is not None and keys >= 3 and keys + more > 0.9 * len(lines)
